# SPDX-License-Identifier: Apache-2.0
# davsim_add_operator(NAME group_norm_backward ENTRY group_norm_backward
#                     OP_KERNEL op_kernel/group_norm_backward.cpp ARCHS 1001 2201 3510)
#
# Compiles the device side of an operator once an architecture into lib/davsim/lib<NAME>_<arch>.so. The
# kernel source is not changed: a generated translation unit includes it and exports its entry point.
# Target davsim_kernel_libraries builds all kernel libraries. AUTO_SYNC OFF is read by `davsim op build` and by the
# DIR form: the kernel has all of its flags.
#
# davsim_add_operator(NAME my_add DIR my_add ARCHS 2201) builds a whole operator folder instead: see
# DavsimAddOperator.cmake.
include(DavsimAddOperator)
set(DAVSIM_OP_COMPILER "${CMAKE_CXX_COMPILER_LAUNCHER} ${CMAKE_CXX_COMPILER}")
if(DAVSIM_SANITIZE)
    set(DAVSIM_OP_FLAGS "-fsanitize=address,undefined")
endif()
add_custom_target(davsim_kernel_libraries)

function(davsim_add_operator)
    cmake_parse_arguments(OP "" "NAME;ENTRY;OP_KERNEL;DIR;AUTO_SYNC" "ARCHS" ${ARGN})
    if(OP_DIR)
        davsim_add_operator_folder(${ARGN})
        return()
    endif()
    get_filename_component(source ${OP_OP_KERNEL} ABSOLUTE)
    foreach(arch IN LISTS OP_ARCHS)
        set(target ${OP_NAME}_${arch})
        set(unit ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp)
        file(CONFIGURE OUTPUT ${unit} CONTENT
            "#include \"@source@\"\n#include \"sim/ascendc/kernel_glue.h\"\nDAVSIM_EXPORT_KERNEL(@OP_ENTRY@)\n" @ONLY)
        add_library(${target} MODULE ${unit})
        target_link_libraries(${target} PRIVATE davsim_ascendc)
        target_compile_definitions(${target} PRIVATE __NPU_ARCH__=${arch})
        # The device compiler's predefined names are there without any include. Reports name the kernel's lines,
        # whatever the build type.
        target_compile_options(${target} PRIVATE -g "SHELL:-include davsim_prefix.h")
        # A kernel library needs nobody: what is missing shows here and not when it is loaded.
        if(NOT DAVSIM_SANITIZE)
            target_link_options(${target} PRIVATE -Wl,-z,defs)
        endif()
        set_target_properties(${target} PROPERTIES
            LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib/davsim
            CXX_VISIBILITY_PRESET hidden)
        add_dependencies(davsim_kernel_libraries ${target})
    endforeach()
endfunction()
