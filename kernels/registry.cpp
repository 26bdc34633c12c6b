// SPDX-License-Identifier: Apache-2.0
// The operators of kernels/, one line each.

#include <array>

#include "kernels/group_norm/op_host/group_norm.h"
#include "kernels/group_norm_backward/op_host/group_norm_backward.h"
#include "sim/runtime/operator.h"

namespace davsim {
namespace {

using Getter = const Operator& (*)();
constexpr std::array<Getter, 2> kOperators = {gnb::group_norm_backward, gn::group_norm};

}  // namespace

const Operator* find_operator(std::string_view name) {
    for (const Getter get : kOperators) {
        if (get().name() == name) return &get();
    }
    return nullptr;
}

std::vector<std::string_view> operator_names() {
    std::vector<std::string_view> names;
    for (const Getter get : kOperators) names.push_back(get().name());
    return names;
}

}  // namespace davsim
