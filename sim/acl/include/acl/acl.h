// SPDX-License-Identifier: Apache-2.0
#pragma once
// The acl host API, complete: what a program includes. C and C++.

#include "acl/acl_mdl.h"
#include "acl/acl_op.h"
#include "acl/acl_rt.h"
