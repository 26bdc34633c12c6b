// SPDX-License-Identifier: Apache-2.0
#pragma once
// Single operators by name (aclop...) are not part of davsim; operators are called through aclnn.
// The header is here because acl/acl.h has it. C and C++.

#include "acl/acl_base.h"
