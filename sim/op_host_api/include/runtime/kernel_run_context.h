// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "exe_graph/runtime/kernel_run_context.h"
