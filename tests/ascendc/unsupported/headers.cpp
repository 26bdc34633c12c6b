// SPDX-License-Identifier: Apache-2.0
// archs: 1001 2201 3510
// expect: nothing
// Every entry header of a real kernel exists.
#include "basic_api/kernel_basic_intf.h"
#include "basic_api/kernel_operator_data_copy_intf.h"
#include "basic_api/kernel_operator_vec_binary_intf.h"
#include "basic_api/kernel_operator_vec_reduce_intf.h"
#include "basic_api/kernel_tensor.h"
#include "basic_api/kernel_tpipe.h"
#include "basic_api/kernel_vec_intf.h"
#include "kernel_basic_intf.h"
#include "kernel_common.h"
#include "kernel_operator.h"
#include "kernel_operator_intf.h"
#include "kernel_tiling/kernel_tiling.h"
#include "kernel_type.h"
