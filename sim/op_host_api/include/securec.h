// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "sim/ascendc/include/securec.h"
