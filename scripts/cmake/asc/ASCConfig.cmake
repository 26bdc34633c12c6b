# SPDX-License-Identifier: Apache-2.0
# find_package(ASC) before project(... LANGUAGES ASC CXX): CMake's language ASC, kernels and host code in
# one .asc source, compiled by davsim-cc. CMAKE_ASC_RUN_MODE is accepted; every mode is a simulation.
list(PREPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR}/Modules)
if(NOT CMAKE_ASC_ARCHITECTURES)
    set(CMAKE_ASC_ARCHITECTURES dav-2201 CACHE STRING "NPU architecture")
endif()
