// SPDX-License-Identifier: Apache-2.0
// The corpus on the other architectures.

#include "tests/faulty/bench.h"

namespace davsim::checks {
namespace {

class FaultyArch : public ::testing::TestWithParam<faulty::Case> {};

TEST_P(FaultyArch, IsNamedWithItsLines) {
    expect_named(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Corpus, FaultyArch, ::testing::ValuesIn(faulty::cases()), name_of_case);

TEST(FaultyArchTwins, AreClean) {
    expect_clean_twins();
}

}  // namespace
}  // namespace davsim::checks
