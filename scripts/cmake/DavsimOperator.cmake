# SPDX-License-Identifier: Apache-2.0
# davsim_add_operator(NAME my_add DIR my_add ARCHS 2201) in this tree: see DavsimAddOperator.cmake.
# Target davsim_kernel_libraries builds the operators of kernels/.
include(DavsimAddOperator)
set(DAVSIM_OP_COMPILER "${CMAKE_CXX_COMPILER_LAUNCHER} ${CMAKE_CXX_COMPILER}")
# Another build's davsim cannot load what is sanitised: its operators are then plain code.
if(DAVSIM_SANITIZE AND NOT DAVSIM_OP_BUILDER)
    set(DAVSIM_OP_FLAGS "-fsanitize=address,undefined")
endif()
# A change elsewhere in davsim makes no library old.
set(DAVSIM_OP_INPUTS davsim_opkit davsim_op_host_api davsim_base)
add_custom_target(davsim_kernel_libraries)

function(davsim_add_operator)
    davsim_add_operator_folder(${ARGN})
endfunction()
