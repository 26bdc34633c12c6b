// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "op_host/tiling_util.h"
