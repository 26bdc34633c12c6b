# SPDX-License-Identifier: Apache-2.0
# find_package(davsim):
#   davsim::acl   the host API (acl, aclnn) with its headers
#   DAVSIM_CC     the compiler driver for sources with kernels
#   davsim_add_operator(NAME DIR ARCHS)   an operator folder to its libraries
include(${CMAKE_CURRENT_LIST_DIR}/davsimTargets.cmake)
get_filename_component(DAVSIM_CC ${CMAKE_CURRENT_LIST_DIR}/../../../bin/davsim-cc ABSOLUTE)
include(${CMAKE_CURRENT_LIST_DIR}/DavsimAddOperator.cmake)
function(davsim_add_operator)
    davsim_add_operator_folder(${ARGN})
endfunction()
