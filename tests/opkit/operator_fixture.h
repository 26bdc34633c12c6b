// SPDX-License-Identifier: Apache-2.0
#pragma once
// Operators of tests/data/operators, built once for all tests.

#include <filesystem>
#include <string>

#include "tests/cli/davsim_process.h"

namespace davsim {

class OperatorTest : public DavsimTest {
protected:
    OperatorTest() { setenv("DAVSIM_OP_FLAGS", DAVSIM_TEST_OP_FLAGS, 1); }

    static std::string source(const std::string& name) {
        return DAVSIM_SOURCE_DIR "/tests/data/operators/" + name;
    }

    // The library of an operator; each test is a process of its own, so it stays in the build tree
    // for the next one. Older than the davsim that builds it: built again.
    std::string library(const std::string& name) const {
        namespace fs = std::filesystem;
        const std::string folder = DAVSIM_BINARY_DIR "/tests/operators";
        const std::string path = folder + "/lib" + name + ".so";
        std::error_code code;
        fs::create_directories(folder, code);
        const auto made = fs::last_write_time(path, code);
        if (!code && made > fs::last_write_time(DAVSIM_BINARY_DIR "/bin/davsim")) return path;
        const Outcome outcome = davsim("op build " + source(name) + " -o " + path +
                                       ".new.so && mv " + path + ".new.so " + path);
        EXPECT_EQ(outcome.exit, 0) << outcome.out << outcome.err;
        return path;
    }
};

}  // namespace davsim
