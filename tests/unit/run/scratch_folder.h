// SPDX-License-Identifier: Apache-2.0
#pragma once
// A test with a folder of its own, gone afterwards.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "sim/base/error.h"

namespace davsim {

class ScratchTest : public testing::Test {
protected:
    ScratchTest() {
        std::string path = testing::TempDir() + "davsim-run-XXXXXX";
        folder_ = mkdtemp(path.data());
    }
    ~ScratchTest() override { std::filesystem::remove_all(folder_); }

    std::string path(const std::string& name) const { return folder_ + "/" + name; }

    void write(const std::string& name, const std::string& text) const {
        std::ofstream(path(name), std::ios::binary) << text;
    }

    std::string folder_;
};

// The message of the usage error that `act` throws, without the folder in front.
inline std::string usage_error(const std::string& folder, const std::function<void()>& act) {
    try {
        act();
    } catch (const Error& error) {
        EXPECT_EQ(error.fault(), Fault::kUsage);
        std::string text = error.what();
        if (text.rfind(folder + "/", 0) == 0) text.erase(0, folder.size() + 1);
        return text;
    }
    return "no error";
}

}  // namespace davsim
