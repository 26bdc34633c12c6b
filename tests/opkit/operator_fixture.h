// SPDX-License-Identifier: Apache-2.0
#pragma once
// Operators of tests/data/operators, which davsim_add_operator builds for all tests.

#include <string>

#include "tests/cli/davsim_process.h"

namespace davsim {

class OperatorTest : public DavsimTest {
protected:
    OperatorTest() { setenv("DAVSIM_OP_FLAGS", DAVSIM_TEST_OP_FLAGS, 1); }

    static std::string source(const std::string& name) {
        return DAVSIM_SOURCE_DIR "/tests/data/operators/" + name;
    }

    static std::string library(const std::string& name) {
        return DAVSIM_BINARY_DIR "/tests/operators/lib" + name + "_2201.so";
    }
};

}  // namespace davsim
