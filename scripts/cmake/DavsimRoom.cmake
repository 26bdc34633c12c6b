# SPDX-License-Identifier: Apache-2.0
# A room is a static library built from the .cpp files of its folder.

add_library(davsim_options INTERFACE)
target_include_directories(davsim_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(davsim_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Werror
    # Results must not depend on the instruction set: no silent fused multiply-add.
    -ffp-contract=off)
if(DAVSIM_SANITIZE)
    target_compile_options(davsim_options INTERFACE
        -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
        # g++ 12 takes its own instrumentation of the standard library for uninitialised reads.
        -Wno-maybe-uninitialized)
    target_link_options(davsim_options INTERFACE -fsanitize=address,undefined)
endif()

# davsim_add_room(NAME base DEPS other rooms PRIVATE libraries)
function(davsim_add_room)
    cmake_parse_arguments(ROOM "" "NAME" "DEPS;PRIVATE" ${ARGN})
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
    list(TRANSFORM ROOM_DEPS PREPEND davsim_)
    if(NOT sources)
        add_library(davsim_${ROOM_NAME} INTERFACE)
        target_link_libraries(davsim_${ROOM_NAME} INTERFACE davsim_options ${ROOM_DEPS})
        return()
    endif()
    add_library(davsim_${ROOM_NAME} STATIC ${sources})
    target_link_libraries(davsim_${ROOM_NAME} PUBLIC davsim_options ${ROOM_DEPS} PRIVATE ${ROOM_PRIVATE})
endfunction()

# What scripts/test.sh --asan builds and runs: the rooms that handle memory by address. The rest is plain
# value code, and the sanitised build of everything would take longer than all other tests.
set(DAVSIM_SANITIZED_TESTS unit_base unit_isa unit_exec test_timing test_device kernel_group_norm_backward)
add_custom_target(davsim_sanitized_tests)

# Tests are built more often than they run long: what they test keeps its own optimisation.
# -fpch-preprocess lets ccache look through the precompiled header.
function(davsim_test_options target)
    target_compile_options(${target} PRIVATE $<$<CONFIG:RelWithDebInfo>:-O1 -g1> -fpch-preprocess)
endfunction()

# davsim_add_test(NAME unit_config LIBS rooms PRIVATE libraries): tests from the .cpp files of the folder,
# each TEST its own CTest process, because SystemC elaborates once a process. Without LABELS, the first folder
# below tests/ is the label; scripts/test.sh --asan picks by label. PREFIX keeps the names of tests apart that
# are compiled into several executables.
function(davsim_add_test)
    cmake_parse_arguments(ARG "" "NAME;PREFIX" "LIBS;PRIVATE;LABELS" ${ARGN})
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
    add_executable(${ARG_NAME} ${sources})
    davsim_test_options(${ARG_NAME})
    if("ascendc" IN_LIST ARG_LIBS)
        # Kernel code has options of its own, which a shared precompiled header would have to match.
        target_precompile_headers(${ARG_NAME} PRIVATE <gmock/gmock.h> <gtest/gtest.h>)
    else()
        target_precompile_headers(${ARG_NAME} REUSE_FROM davsim_test_headers)
    endif()
    list(TRANSFORM ARG_LIBS PREPEND davsim_)
    target_link_libraries(${ARG_NAME} PRIVATE ${ARG_LIBS} davsim_test_main GTest::gmock ${ARG_PRIVATE})
    target_compile_definitions(${ARG_NAME} PRIVATE
        DAVSIM_SOURCE_DIR="${CMAKE_SOURCE_DIR}" DAVSIM_BINARY_DIR="${CMAKE_BINARY_DIR}")
    if(NOT ARG_LABELS)
        file(RELATIVE_PATH folder ${CMAKE_SOURCE_DIR}/tests ${CMAKE_CURRENT_SOURCE_DIR})
        string(REGEX REPLACE "/.*" "" ARG_LABELS ${folder})
    endif()
    if(ARG_NAME IN_LIST DAVSIM_SANITIZED_TESTS)
        add_dependencies(davsim_sanitized_tests ${ARG_NAME})
    endif()
    gtest_discover_tests(${ARG_NAME} TEST_PREFIX "${ARG_PREFIX}" DISCOVERY_TIMEOUT 60 PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT 300)
endfunction()
