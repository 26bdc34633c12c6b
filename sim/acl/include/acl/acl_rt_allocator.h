// SPDX-License-Identifier: Apache-2.0
#pragma once
// Types of allocators that a program may register with a stream. davsim never asks one for memory.
// C and C++.

#include "acl/acl_base.h"

typedef void* aclrtAllocatorDesc;
typedef void* aclrtAllocator;
typedef void* aclrtAllocatorBlock;
typedef void* aclrtAllocatorAddr;
