// SPDX-License-Identifier: Apache-2.0
#include "sim/device/l2_start.h"

namespace davsim {

std::string_view name_of(L2Start start) {
    switch (start) {
        case L2Start::kWarm: return "warm";
        case L2Start::kDirty: return "dirty";
        case L2Start::kCold: break;
    }
    return "cold";
}

}  // namespace davsim
