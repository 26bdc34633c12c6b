// SPDX-License-Identifier: Apache-2.0
#include "sim/runtime/tensor_list.h"

#include <cstring>

namespace davsim {

std::vector<std::uint8_t> tensor_list(const std::vector<TensorSpec>& tensors,
                                      const std::vector<void*>& addresses) {
    std::vector<std::uint64_t> words(1);
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        std::vector<std::int64_t> shape = tensors[i].shape;
        if (shape.empty()) shape.push_back(1);
        words.push_back(static_cast<std::uint64_t>(i) << 32U | shape.size());
        for (const std::int64_t extent : shape) words.push_back(static_cast<std::uint64_t>(extent));
    }
    words[0] = words.size() * sizeof(std::uint64_t);
    for (const void* address : addresses) words.push_back(reinterpret_cast<std::uint64_t>(address));
    std::vector<std::uint8_t> bytes(words.size() * sizeof(std::uint64_t));
    std::memcpy(bytes.data(), words.data(), bytes.size());
    return bytes;
}

}  // namespace davsim
