// SPDX-License-Identifier: Apache-2.0
#include "sim/acl/strided_copy.h"

#include <cstring>

namespace davsim::acl {
namespace {

// Calls move(view element, row element) for every element, the last dimension fastest.
template <typename Move>
void for_each(const aclTensor& view, std::uint8_t* row, Move move) {
    const auto bytes = static_cast<std::int64_t>(aclDataTypeSize(view.dtype));
    const std::int64_t count = view.elements();
    std::vector<std::int64_t> index(view.shape.size(), 0);
    std::uint8_t* element = view.begin();
    for (std::int64_t i = 0; i < count; ++i) {
        move(element, row + i * bytes, static_cast<std::size_t>(bytes));
        for (std::size_t d = index.size(); d-- > 0;) {
            element += view.strides[d] * bytes;
            if (++index[d] < view.shape[d]) break;
            element -= view.strides[d] * view.shape[d] * bytes;
            index[d] = 0;
        }
    }
}

}  // namespace

Extent extent_of(const aclTensor& view) {
    Extent extent;
    if (view.empty()) return extent;
    for (std::size_t d = 0; d < view.shape.size(); ++d) {
        const std::int64_t reach = (view.shape[d] - 1) * view.strides[d];
        (reach < 0 ? extent.first : extent.end) += reach;
    }
    const auto bytes = static_cast<std::int64_t>(aclDataTypeSize(view.dtype));
    return {extent.first * bytes, (extent.end + 1) * bytes};
}

void gather(const aclTensor& view, void* row) {
    for_each(view, static_cast<std::uint8_t*>(row),
             [](const std::uint8_t* element, std::uint8_t* place, std::size_t bytes) {
                 std::memcpy(place, element, bytes);
             });
}

void scatter(const void* row, const aclTensor& view) {
    for_each(view, static_cast<std::uint8_t*>(const_cast<void*>(row)),
             [](std::uint8_t* element, const std::uint8_t* place, std::size_t bytes) {
                 std::memcpy(element, place, bytes);
             });
}

}  // namespace davsim::acl
