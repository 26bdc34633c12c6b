// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "exe_graph/runtime/infer_shape_range_context.h"
