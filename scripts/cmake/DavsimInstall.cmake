# SPDX-License-Identifier: Apache-2.0
# What an installed davsim consists of:
#
#   bin/davsim, bin/davsim-cc
#   lib/libdavsim_acl.so and the names of CANN's libraries for it; lib64 leads to lib
#   lib/davsim/lib<operator>_<arch>.so      device sides of the operators
#   lib/davsim/lib*.a                       what `davsim op build` links operators with
#   lib/cmake/davsim                        find_package(davsim): davsim::acl, davsim_add_operator
#   lib/cmake/ASC                           find_package(ASC): CMake's language ASC through davsim-cc
#   lib/pkgconfig/davsim.pc
#   include/{acl,aclnn,aclnnop}             host API
#   include/davsim                          what kernels include
#   share/davsim                            hardware configs, measured rows, set_env.sh
#
# Nothing in it holds an absolute path: the folder may be moved.
include(CMakePackageConfigHelpers)

install(TARGETS davsim davsim-cc EXPORT davsimTargets RUNTIME DESTINATION bin)
install(TARGETS davsim_host EXPORT davsimTargets LIBRARY DESTINATION lib)
foreach(name IN LISTS DAVSIM_CANN_LIBRARIES)
    install(FILES ${CMAKE_BINARY_DIR}/lib/lib${name}.so DESTINATION lib)
endforeach()
install(DIRECTORY ${CMAKE_BINARY_DIR}/lib/davsim DESTINATION lib FILES_MATCHING PATTERN "*.so")
# CANN's libraries are in lib64. A system's own lib64 is left alone.
install(CODE "
    set(root \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\")
    if(NOT EXISTS \"\${root}/lib64\")
        file(CREATE_LINK lib \"\${root}/lib64\" SYMBOLIC)
    endif()")

install(DIRECTORY ${CMAKE_SOURCE_DIR}/sim/acl/include/ DESTINATION include)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/sim/ascendc ${CMAKE_SOURCE_DIR}/sim/isa ${CMAKE_SOURCE_DIR}/sim/base
    ${CMAKE_SOURCE_DIR}/sim/op_host_api
    DESTINATION include/davsim/sim FILES_MATCHING PATTERN "*.h")
install(FILES ${CMAKE_SOURCE_DIR}/sim/runtime/host_tensor.h ${CMAKE_SOURCE_DIR}/sim/runtime/operator_case.h
    DESTINATION include/davsim/sim/runtime)
# What `davsim op` builds operators with.
install(DIRECTORY ${CMAKE_SOURCE_DIR}/sim/opkit/template DESTINATION include/davsim/sim/opkit)
install(FILES $<TARGET_FILE:davsim_op_host_api> $<TARGET_FILE:davsim_base> DESTINATION lib/davsim)

install(EXPORT davsimTargets NAMESPACE davsim:: DESTINATION lib/cmake/davsim)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/davsimConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_SOURCE_DIR}/scripts/cmake/package/davsimConfig.cmake
    ${CMAKE_SOURCE_DIR}/scripts/cmake/DavsimAddOperator.cmake
    ${CMAKE_BINARY_DIR}/davsimConfigVersion.cmake DESTINATION lib/cmake/davsim)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/scripts/cmake/asc/ DESTINATION lib/cmake/ASC)
configure_file(${CMAKE_SOURCE_DIR}/scripts/cmake/package/davsim.pc.in ${CMAKE_BINARY_DIR}/davsim.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/davsim.pc DESTINATION lib/pkgconfig)
install(FILES ${CMAKE_SOURCE_DIR}/scripts/cmake/package/set_env.sh DESTINATION share/davsim)
