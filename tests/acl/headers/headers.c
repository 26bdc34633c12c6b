/* SPDX-License-Identifier: Apache-2.0 */
#include "acl/acl.h"
#include "acl/acl_base.h"
#include "acl/acl_rt.h"

int main(void) {
    return aclInit(NULL) == ACL_SUCCESS ? ACL_ERROR_RT_PARAM_INVALID : 0;
}
