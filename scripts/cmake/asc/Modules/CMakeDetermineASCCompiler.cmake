# SPDX-License-Identifier: Apache-2.0
get_filename_component(_davsim_root ${CMAKE_CURRENT_LIST_DIR}/../../../.. ABSOLUTE)
if(NOT CMAKE_ASC_COMPILER)
    find_program(CMAKE_ASC_COMPILER NAMES davsim-cc HINTS ${_davsim_root}/bin REQUIRED)
endif()
mark_as_advanced(CMAKE_ASC_COMPILER)
configure_file(${CMAKE_CURRENT_LIST_DIR}/CMakeASCCompiler.cmake.in
    ${CMAKE_PLATFORM_INFO_DIR}/CMakeASCCompiler.cmake @ONLY)
set(CMAKE_ASC_COMPILER_ENV_VAR ASC)
