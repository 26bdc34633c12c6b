// SPDX-License-Identifier: Apache-2.0
#pragma once
// The kernel's arguments, and where things lie in its workspace.

#include "support.h"

namespace gnb {

struct Arguments {
    GM_ADDR dy;
    GM_ADDR x;
    GM_ADDR mean;
    GM_ADDR rstd;
    GM_ADDR gamma;  // null: ones
    GM_ADDR dx;
    GM_ADDR dgamma;
    GM_ADDR dbeta;
    GM_ADDR workspace;
};

// Workspace: partial sums of dbeta, of dgamma, then (split groups only) the shares' totals.
__aicore__ inline GM_ADDR ShareSlots(const Arguments& args, const TilingData& t) {
    const bool partials = t.want_dgamma != 0 || t.want_dbeta != 0;
    const int64_t floats = partials ? 2 * t.partial_rows * t.groups * t.slot_pitch : 0;
    return args.workspace + floats * static_cast<int64_t>(sizeof(float));
}

}  // namespace gnb
