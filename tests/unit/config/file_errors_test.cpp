// SPDX-License-Identifier: Apache-2.0
// Each way in which a config file can be wrong has its place and its words.

#include <gtest/gtest.h>

#include "tests/unit/config/config_files.h"

namespace davsim {
namespace {

// A SoC file of five lines over a shipped base; line 3 is what the tests change.
std::string small_soc(const std::string& third_line) {
    return "base: Ascend910B2\nmemory:\n" + third_line + "\n";
}

constexpr const char* kGood = "  ub: {value: 131072, unit: B, source: test, confidence: assumed}";

std::string error_in(const std::string& text) {
    const ScratchFolder folder;
    folder.write("my.yaml", text);
    return load_error("my.yaml");
}

struct FaultyFile {
    const char* name;
    std::string text;
    std::string error;
};

const FaultyFile kFaulty[] = {
    {"good_as_it_is", small_soc(kGood), "no error"},
    {"unknown_key", small_soc(replaced(kGood, "ub:", "ubb:")),
     "config: my.yaml:3:3: memory.ubb: unknown key, nearest is 'memory.ub'"},
    {"key_of_another_section", small_soc(replaced(kGood, "ub:", "clock:")),
     "config: my.yaml:3:3: memory.clock: unknown key, nearest is 'cores.clock'"},
    {"unknown_section", "base: Ascend910B2\nmemroy: {}\n",
     "config: my.yaml:2:1: memroy: unknown section, allowed is base, aliases, sources, identity, "
     "cores, l2, hbm, launch, memory, dma, vector, scalar, sync"},
    {"unknown_opcode", "base: Ascend910B2\nvector: {ops: {addd: {}}}\n",
     "config: my.yaml:2:16: vector.ops.addd: unknown key, nearest is the section "
     "'vector.ops.add'"},
    {"wrong_unit", small_soc(replaced(kGood, "unit: B", "unit: KiB")),
     "config: my.yaml:3:29: memory.ub: unit is 'KiB', allowed is 'B'"},
    // The value is out of range only because of its unit.
    {"wrong_unit_and_value", small_soc(replaced(replaced(kGood, "131072", "128"), ": B", ": KiB")),
     "config: my.yaml:3:26: memory.ub: unit is 'KiB', allowed is 'B'"},
    {"no_unit", small_soc(replaced(kGood, "unit: B, ", "")),
     "config: my.yaml:3:3: memory.ub: has no unit, allowed is 'B'"},
    {"below_range", small_soc(replaced(kGood, "131072", "0")),
     "config: my.yaml:3:15: memory.ub: value is '0', allowed is a whole number from 1024 to "
     "16777216 (B)"},
    {"negative", small_soc(replaced(kGood, "131072", "-131072")),
     "config: my.yaml:3:15: memory.ub: value is '-131072', allowed is a whole number from 1024 to "
     "16777216 (B)"},
    {"beyond_64_bits", small_soc(replaced(kGood, "131072", "99999999999999999999")),
     "config: my.yaml:3:15: memory.ub: value is '99999999999999999999', allowed is a whole number "
     "from 1024 to 16777216 (B)"},
    {"not_a_number", small_soc(replaced(kGood, "131072", "128k")),
     "config: my.yaml:3:15: memory.ub: value is '128k', allowed is a whole number from 1024 to "
     "16777216 (B)"},
    {"not_whole", small_soc(replaced(kGood, "131072", "131072.5")),
     "config: my.yaml:3:15: memory.ub: value is '131072.5', allowed is a whole number from 1024 to "
     "16777216 (B)"},
    {"empty_value", small_soc(replaced(kGood, "131072", "")),
     "config: my.yaml:3:8: memory.ub: has no value, allowed is a whole number from 1024 to "
     "16777216 (B)"},
    {"list_as_number", small_soc(replaced(kGood, "131072", "[131072]")),
     "config: my.yaml:3:15: memory.ub: value is a list, allowed is a whole number from 1024 to "
     "16777216 (B)"},
    {"not_a_number_real",
     "base: Ascend910B2\nhbm:\n"
     "  peak_bandwidth: {value: .nan, unit: TB/s, source: test, confidence: assumed}\n",
     "config: my.yaml:3:27: hbm.peak_bandwidth: value is '.nan', allowed is a number from 0.01 to "
     "1000 (TB/s)"},
    {"infinite",
     "base: Ascend910B2\nhbm:\n"
     "  peak_bandwidth: {value: inf, unit: TB/s, source: test, confidence: assumed}\n",
     "config: my.yaml:3:27: hbm.peak_bandwidth: value is 'inf', allowed is a number from 0.01 to "
     "1000 (TB/s)"},
    {"not_a_power_of_two",
     "base: Ascend910B2\nl2:\n"
     "  line_bytes: {value: 96, unit: B, source: test, confidence: assumed}\n",
     "config: my.yaml:3:23: l2.line_bytes: value is '96', allowed is a power of two from 32 to "
     "4096 (B)"},
    {"not_a_choice",
     "base: Ascend910B2\nidentity:\n"
     "  npu_arch: {value: 2200, unit: id, source: test, confidence: assumed}\n",
     "config: my.yaml:3:21: identity.npu_arch: value is '2200', allowed is one of 1001, 2201, "
     "3510"},
    {"not_a_truth_value",
     "base: Ascend910B2\nvector:\n"
     "  pipelined: {value: yes, unit: bool, source: test, confidence: assumed}\n",
     "config: my.yaml:3:22: vector.pipelined: value is 'yes', allowed is true or false"},
    {"unknown_type_in_list",
     "base: Ascend910B2\nvector:\n"
     "  dtypes: {value: [fp32, fp8], unit: list, source: test, confidence: assumed}\n",
     "config: my.yaml:3:19: vector.dtypes: value is 'fp32, fp8', allowed is a list of fp32, fp16, "
     "bf16, int8, uint8, int16, uint16, int32, uint32, int64, uint64, int4"},
    {"bad_confidence", small_soc(replaced(kGood, "assumed", "guessed")),
     "config: my.yaml:3:58: memory.ub: confidence is 'guessed', allowed is measured, published, "
     "derived, assumed"},
    {"no_confidence", small_soc(replaced(kGood, ", confidence: assumed", "")),
     "config: my.yaml:3:3: memory.ub: has no confidence, allowed is measured, published, derived, "
     "assumed"},
    {"no_source", small_soc(replaced(kGood, "source: test, ", "")),
     "config: my.yaml:3:3: memory.ub: has no source, allowed is the document, table or reason "
     "behind the value"},
    {"empty_source", small_soc(replaced(kGood, "source: test", "source: ''")),
     "config: my.yaml:3:32: memory.ub: has no source, allowed is the document, table or reason "
     "behind the value"},
    {"unknown_field", small_soc(replaced(kGood, "source", "origin")),
     "config: my.yaml:3:32: memory.ub: has a field 'origin', allowed is value, unit, source, "
     "confidence, note"},
    {"bare_value", small_soc("  ub: 131072"),
     "config: my.yaml:3:7: memory.ub: is not a mapping, allowed is {value, unit, source, "
     "confidence, note}"},
    {"section_is_a_text", "base: Ascend910B2\nmemory: large\n",
     "config: my.yaml:2:9: memory: is a section without a value of its own, its keys are ub, "
     "ub_reserved_for_api, ub_banks, l1, l0a, l0b, l0c, alloc_align, alloc_extra, "
     "system_workspace"},
    {"inner_section_is_a_number", small_soc("  ub_banks: 3"),
     "config: my.yaml:3:13: memory.ub_banks: is a section without a value of its own, its keys "
     "are groups, banks_per_group, bank_bytes, row_bytes"},
    {"near_a_section", small_soc("  ub_bank: {}"),
     "config: my.yaml:3:3: memory.ub_bank: unknown key, nearest is the section "
     "'memory.ub_banks'"},
    {"duplicate_key", small_soc(std::string(kGood) + "\n" + kGood),
     "config: my.yaml:4:3: memory.ub: given twice, first in line 3; allowed is once"},
    {"duplicate_section", small_soc(std::string(kGood) + "\nmemory: {}"),
     "config: my.yaml:4:1: memory: given twice, first in line 2; allowed is once"},
    {"duplicate_field", small_soc(replaced(kGood, "unit: B", "unit: B, unit: B")),
     "config: my.yaml:3:32: memory.ub.unit: given twice, first in line 3; allowed is once"},
    {"key_is_a_list", "base: Ascend910B2\n[a, b]: 1\n",
     "config: my.yaml:2:1: a key is a name, not a list or a mapping"},
    {"missing_key", "memory:\n" + std::string(kGood) + "\n",
     "config: my.yaml:1:1: identity.soc: missing, and no base; allowed is a text that is not "
     "empty"},
    {"aliases_no_list", "base: Ascend910B2\naliases: mine\n",
     "config: my.yaml:2:10: aliases: is not a list, allowed is a list of names"},
    {"sources_no_mapping", "base: Ascend910B2\nsources: [a]\n",
     "config: my.yaml:2:10: sources: is not a mapping, allowed is a mapping from names to "
     "descriptions"},
    {"no_yaml", "base: Ascend910B2\nmemory: {ub: {value: 1\n",
     "config: my.yaml:3:1: not YAML (end of map flow not found), allowed is a mapping of sections"},
    {"empty", "", "config: my.yaml:1:1: is empty, allowed is one mapping of sections"},
    {"only_a_comment", "# nothing\n",
     "config: my.yaml:1:1: is empty, allowed is one mapping of sections"},
    {"a_single_text", "hello\n",
     "config: my.yaml:1:1: is a single text, allowed is one mapping of sections"},
    {"a_list", "- a\n- b\n", "config: my.yaml:1:1: is a list, allowed is one mapping of sections"},
    {"two_documents", "a: 1\n---\nb: 2\n",
     "config: my.yaml:1:1: is several documents, allowed is one mapping of sections"},
    {"contains_itself", "memory: &m {ub: *m}\n",
     "config: my.yaml:1:9: memory" +
         [] {
             std::string path;
             for (int i = 0; i < 16; ++i) path += ".ub";
             return path;
         }() +
         ": nested deeper than 16 levels, allowed are sections, keys and their fields"},
};

void PrintTo(const FaultyFile& file, std::ostream* stream) {
    *stream << file.name;
}

class FileErrors : public testing::TestWithParam<FaultyFile> {};

TEST_P(FileErrors, NamePlaceKeyAndWhatIsAllowed) {
    EXPECT_EQ(error_in(GetParam().text), GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(Config, FileErrors, testing::ValuesIn(kFaulty),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(RoughFiles, AnchorsThatMultiplyThemselvesEnd) {
    std::string text = "a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1]\n";
    for (int i = 1; i < 12; ++i) {
        const std::string before = "*a" + std::to_string(i - 1);
        text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before;
        for (int k = 0; k < 8; ++k) text += ", " + before;
        text += "]\n";
    }
    EXPECT_NE(error_in(text).find("too large, allowed are 100000 values in a file"),
              std::string::npos);
}

TEST(RoughFiles, FilesThatCannotBeRead) {
    const ScratchFolder folder;
    EXPECT_EQ(load_error("nothing.yaml"),
              "config: nothing.yaml: no such file, allowed is a readable YAML file");
    folder.write("folder.yaml/x", "");
    EXPECT_EQ(load_error("folder.yaml"),
              "config: folder.yaml: cannot be read, allowed is a readable YAML file");
}

TEST(RoughFiles, BinaryRubbishIsNoYaml) {
    std::string rubbish;
    for (int i = 0; i < 2000; ++i) rubbish += static_cast<char>((i * 7919) % 256);
    EXPECT_NE(error_in(rubbish).find("allowed is"), std::string::npos);
}

// Any prefix of a shipped file is either a good file or told with the name of the file.
TEST(RoughFiles, TruncatedFilesNeverCrash) {
    const std::string whole = read_file(kHwconfigs + "/base/dav-c310.yaml");
    for (std::size_t size = 0; size < whole.size(); size += 331) {
        const std::string error = error_in(whole.substr(0, size));
        EXPECT_EQ(error.rfind("config: my.yaml:", 0), 0U) << size << ": " << error;
    }
}

}  // namespace
}  // namespace davsim
