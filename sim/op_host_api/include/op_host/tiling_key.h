// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tiling keys made of decimal digits, lowest first, above 10^19.

#include <cstdint>

namespace Ops {
namespace Base {

constexpr std::uint64_t TILINGKEYOFFSET = std::uint64_t(10000000000000000000UL);

constexpr std::uint64_t RecursiveSum() {
    return 0;
}
template <typename T, typename... Args>
constexpr std::uint64_t RecursiveSum(T digit, Args... digits) {
    return static_cast<std::uint64_t>(digit) + 10 * RecursiveSum(digits...);
}
template <typename... Args>
constexpr std::uint64_t GET_TILINGKEY(Args... digits) {
    return TILINGKEYOFFSET + RecursiveSum(digits...);
}

}  // namespace Base
namespace NN {
namespace Optiling {
using Ops::Base::GET_TILINGKEY;
using Ops::Base::RecursiveSum;
using Ops::Base::TILINGKEYOFFSET;
}  // namespace Optiling
}  // namespace NN
namespace Transformer {
namespace OpTiling {
using Ops::Base::GET_TILINGKEY;
using Ops::Base::RecursiveSum;
using Ops::Base::TILINGKEYOFFSET;
}  // namespace OpTiling
}  // namespace Transformer
}  // namespace Ops
