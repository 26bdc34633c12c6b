// SPDX-License-Identifier: Apache-2.0
#pragma once
// What all acl headers share. C and C++.

#include "acl/acl_base_mdl.h"
#include "acl/acl_base_rt.h"
#include "acl/error_codes/ge_error_codes.h"
#include "acl/error_codes/rt_error_codes.h"
