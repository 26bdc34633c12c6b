// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "op_kernel/platform_util.h"
