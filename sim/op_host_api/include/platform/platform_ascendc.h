// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "tiling/platform/platform_ascendc.h"
