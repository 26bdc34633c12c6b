// SPDX-License-Identifier: Apache-2.0
#pragma once
// Thread programming of 3510 is not offered.

#error "UNSUPPORTED: thread programming of simt_api/device_atomic_functions.h"
