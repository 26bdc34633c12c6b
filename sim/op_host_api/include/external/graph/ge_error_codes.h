// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "graph/ge_error_codes.h"
