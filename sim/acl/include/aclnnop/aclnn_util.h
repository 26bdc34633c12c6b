// SPDX-License-Identifier: Apache-2.0
#pragma once
// How aclnn operators are exported. C++11.

#define ACLNN_API __attribute__((visibility("default")))
