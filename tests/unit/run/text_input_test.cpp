// SPDX-License-Identifier: Apache-2.0
#include "sim/run/override_checks.h"
#include "sim/run/shape_text.h"
#include "sim/run/tiling_text.h"
#include "tests/unit/run/scratch_folder.h"

namespace davsim {
namespace {

const std::vector<std::string> kKeys = {"N", "C"};

std::string shape_error(const std::string& text) {
    return usage_error("", [&] { parse_shape(text, kKeys); });
}

TEST(ShapeText, ReadsPairsInAnyOrder) {
    const auto shape = parse_shape("C=320, N=2", kKeys);
    EXPECT_EQ(shape.at("N"), 2);
    EXPECT_EQ(shape.at("C"), 320);
}

TEST(ShapeText, Faults) {
    EXPECT_EQ(shape_error("N=2"), "--shape: C is missing, needed are N, C");
    EXPECT_EQ(shape_error("N=2,C=1,D=3"), "--shape: unknown key 'D', allowed are N, C");
    EXPECT_EQ(shape_error("N=2,C"), "--shape: 'C' is not of the form key=value");
    EXPECT_EQ(shape_error("N=2,C="), "--shape: 'C=' is not of the form key=value");
    EXPECT_EQ(shape_error("N=2,,C=1"), "--shape: '' is not of the form key=value");
    EXPECT_EQ(shape_error(""), "--shape: '' is not of the form key=value");
    EXPECT_EQ(shape_error("N=2,N=3"), "--shape: N is given twice");
    EXPECT_EQ(shape_error("N=2,C=1.5"), "--shape: C: '1.5' is not a whole number of at least 0");
    EXPECT_EQ(shape_error("N=9223372036854775808,C=1"),
              "--shape: N: 9223372036854775808 does not fit 63 bits");
}

std::string count_error(const std::string& text) {
    return usage_error("", [&] { parse_count(text, "--n", 1, 48); });
}

TEST(Counts, OnlyDigitsWithinTheRange) {
    EXPECT_EQ(parse_count("1", "--n", 1, 48), 1U);
    EXPECT_EQ(parse_count("48", "--n", 1, 48), 48U);
    EXPECT_EQ(parse_count("18446744073709551615", "--n", 0, UINT64_MAX), UINT64_MAX);
    for (const std::string text :
         {"", "0", "49", "-1", "+1", "1 ", " 1", "1.0", "0x1", "one", "18446744073709551617"}) {
        EXPECT_EQ(count_error(text), "--n: '" + text + "' is not a whole number from 1 to 48");
    }
}

TilingOverrides overrides(const std::map<std::string, std::string>& fields,
                          std::optional<std::uint32_t> block_dim) {
    TilingOverrides result;
    result.fields = fields;
    result.block_dim = block_dim;
    return result;
}

TEST(Overrides, MustAgree) {
    check_overrides_agree(overrides({{"block_dim", "3"}}, 3));
    check_overrides_agree(overrides({{"block_dim", "3"}}, std::nullopt));
    check_overrides_agree(overrides({{"buffers", "2"}}, 3));
    EXPECT_EQ(usage_error("",
                          [] {
                              check_overrides_agree(overrides({{"block_dim", "4"}}, 3));
                          }),
              "--tiling: block_dim is '4', but --block-dim is 3");
    EXPECT_EQ(usage_error("",
                          [] {
                              check_overrides_agree(overrides({{"block_dim", "x"}}, 3));
                          }),
              "--tiling: block_dim is 'x', but --block-dim is 3");
}

TEST(Overrides, AreRefusedWhereTheyCannotAct) {
    refuse_overrides(overrides({}, std::nullopt), "nothing");
    const auto refusal = [](const TilingOverrides& given) -> std::string {
        try {
            refuse_overrides(given, "nothing is launched");
        } catch (const Error& error) {
            EXPECT_EQ(error.fault(), Fault::kTiling);
            return error.what();
        }
        return "no error";
    };
    EXPECT_EQ(refusal(overrides({}, 3)), "--block-dim: nothing is launched, so it cannot act");
    EXPECT_EQ(refusal(overrides({{"a", "b"}}, std::nullopt)),
              "--tiling: nothing is launched, so it cannot act");
}

class TilingText : public ScratchTest {};

TEST_F(TilingText, ReadsPairsYamlAndJson) {
    const std::map<std::string, std::string> wanted = {{"a", "1"}, {"b", "x"}};
    EXPECT_EQ(parse_tiling("a=1,b=x"), wanted);
    write("t.yaml", "a: 1\nb: x\n");
    EXPECT_EQ(parse_tiling(path("t.yaml")), wanted);
    write("t.json", R"({"a": 1, "b": "x"})");
    EXPECT_EQ(parse_tiling(path("t.json")), wanted);
}

TEST_F(TilingText, Faults) {
    EXPECT_EQ(usage_error("", [] { parse_tiling("nothing"); }),
              "--tiling: 'nothing' is neither key=value,... nor a file");
    write("t.yaml", "- 1\n");
    EXPECT_EQ(usage_error("", [&] { parse_tiling(path("t.yaml")); }),
              "--tiling: " + path("t.yaml") + ": not a map of fields");
    write("t.yaml", "a: 1\na: 2\n");
    EXPECT_EQ(usage_error("", [&] { parse_tiling(path("t.yaml")); }),
              "--tiling: " + path("t.yaml") + ": a is given twice");
    write("t.yaml", "a: [1]\n");
    EXPECT_EQ(usage_error("", [&] { parse_tiling(path("t.yaml")); }),
              "--tiling: " + path("t.yaml") + ":1: not of the form 'field: value'");
}

}  // namespace
}  // namespace davsim
