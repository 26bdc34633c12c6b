// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "tiling/template_argument.h"
