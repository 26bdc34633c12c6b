# SPDX-License-Identifier: Apache-2.0
# davsim_add_operator(NAME my_add DIR my_add ARCHS 2201 3510 [INCLUDES folder ...] [DESTINATION folder]
#                     [AUTO_SYNC ON|OFF])
#
# Builds an operator folder (op_host, op_kernel) into lib<NAME>_<arch>.so once an architecture, by
# `davsim op build`. DESTINATION defaults to the current binary folder. One target a library, <NAME>_<arch>.
# AUTO_SYNC says whether the kernel is written for a compiler that inserts synchronisation; without it the
# operator's own CMakeLists.txt decides, or it is on.
function(davsim_add_operator_folder)
    cmake_parse_arguments(OP "" "NAME;DIR;DESTINATION;AUTO_SYNC" "ARCHS;INCLUDES" ${ARGN})
    get_filename_component(folder ${OP_DIR} ABSOLUTE)
    if(NOT OP_DESTINATION)
        set(OP_DESTINATION ${CMAKE_CURRENT_BINARY_DIR})
    endif()
    set(includes "")
    foreach(include IN LISTS OP_INCLUDES)
        get_filename_component(include ${include} ABSOLUTE)
        list(APPEND includes -I ${include})
    endforeach()
    set(builder $<TARGET_FILE:davsim::davsim>)
    set(inputs davsim::davsim)
    if(DAVSIM_OP_BUILDER)  # another build's davsim
        set(builder ${DAVSIM_OP_BUILDER})
        set(inputs ${DAVSIM_OP_BUILDER})
    elseif(DAVSIM_OP_INPUTS)  # what of davsim goes into a library; the rest only has to be there
        set(inputs ${DAVSIM_OP_INPUTS})
    endif()
    set(sync "")
    if(DEFINED OP_AUTO_SYNC)
        set(sync --sync manual)
        if(OP_AUTO_SYNC)
            set(sync --sync auto)
        endif()
    endif()
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cpp ${folder}/*.h ${folder}/*.hpp ${folder}/CMakeLists.txt)
    foreach(arch IN LISTS OP_ARCHS)
        set(library ${OP_DESTINATION}/lib${OP_NAME}_${arch}.so)
        add_custom_command(OUTPUT ${library}
            COMMAND ${CMAKE_COMMAND} -E env "DAVSIM_CXX=${DAVSIM_OP_COMPILER}" "DAVSIM_OP_FLAGS=${DAVSIM_OP_FLAGS}"
                    ${builder} op build ${folder} --npu-arch ${arch} ${includes} ${sync} -o ${library}
                    --depfile ${library}.d
            DEPENDS ${inputs} ${sources}
            DEPFILE ${library}.d
            COMMENT "Building operator ${OP_NAME} for architecture ${arch}"
            VERBATIM)
        add_custom_target(${OP_NAME}_${arch} ALL DEPENDS ${library})
        if(NOT DAVSIM_OP_BUILDER)
            add_dependencies(${OP_NAME}_${arch} davsim::davsim)
        endif()
    endforeach()
endfunction()
