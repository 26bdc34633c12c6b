// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

#include "ascendc/host_api/tiling/template_argument.h"

namespace Test {

struct PickyInner {
    float half;
};
struct PickyTilingData {
    int32_t fault;
    int64_t count[2];
    PickyInner inner;
};

}  // namespace Test

ASCENDC_TPL_ARGS_DECL(Picky,
                      ASCENDC_TPL_UINT_DECL(WIDTH, ASCENDC_TPL_4_BW, ASCENDC_TPL_UI_LIST, 10, 20,
                                            30),
                      ASCENDC_TPL_BOOL_DECL(CRASH, 0, 1));
ASCENDC_TPL_SEL(ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_UINT_SEL(WIDTH, ASCENDC_TPL_UI_LIST, 20, 30),
                                     ASCENDC_TPL_BOOL_SEL(CRASH, 0, 1)));
