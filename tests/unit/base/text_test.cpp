// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>

#include "sim/base/error.h"
#include "sim/base/grouped.h"
#include "sim/base/write_file.h"

namespace davsim {
namespace {

TEST(Grouped, DigitsInThrees) {
    EXPECT_EQ(grouped(0), "0");
    EXPECT_EQ(grouped(999), "999");
    EXPECT_EQ(grouped(1000), "1,000");
    EXPECT_EQ(grouped(-123), "-123");
    EXPECT_EQ(grouped(-123456), "-123,456");
    EXPECT_EQ(grouped(1234567, ' '), "1 234 567");
    EXPECT_EQ(grouped(std::numeric_limits<std::int64_t>::min()), "-9,223,372,036,854,775,808");
}

TEST(WriteFile, ReplacesWhatWasThere) {
    const std::string path = testing::TempDir() + "davsim_write_file_test.txt";
    write_file(path, "a longer text");
    write_file(path, std::string_view("a\0b", 3));
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    EXPECT_EQ(text.str(), std::string("a\0b", 3));
    std::remove(path.c_str());
}

TEST(WriteFile, NamesWhatItCannotWrite) {
    try {
        write_file("/nowhere/at/all.txt", "text");
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(error.fault(), Fault::kUsage);
        EXPECT_THAT(error.what(), testing::HasSubstr("/nowhere/at/all.txt: cannot write"));
    }
}

}  // namespace
}  // namespace davsim
