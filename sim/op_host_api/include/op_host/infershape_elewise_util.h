// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "op_host/infershape_util.h"
