// SPDX-License-Identifier: Apache-2.0
#pragma once
// Offline models are not part of davsim. The header is here because acl/acl.h has it. C and C++.

#include "acl/acl_base.h"
