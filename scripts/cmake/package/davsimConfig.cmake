# SPDX-License-Identifier: Apache-2.0
# find_package(davsim):
#   davsim::acl   the host API (acl, aclnn) with its headers
#   DAVSIM_CC     the compiler driver for sources with kernels
include(${CMAKE_CURRENT_LIST_DIR}/davsimTargets.cmake)
get_filename_component(DAVSIM_CC ${CMAKE_CURRENT_LIST_DIR}/../../../bin/davsim-cc ABSOLUTE)
