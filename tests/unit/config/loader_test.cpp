// SPDX-License-Identifier: Apache-2.0
// Names, bases and overrides, and rules over several keys.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/unit/config/config_files.h"

namespace davsim {
namespace {

const ConfigEntry& entry_of(const LoadedConfig& loaded, const std::string& path) {
    for (const ConfigEntry& entry : loaded.entries) {
        if (entry.key->path == path) return entry;
    }
    throw Error(Fault::kInternal, "no entry for " + path);
}

TEST(Names, AnyCaseAndAliases) {
    EXPECT_EQ(load_soc("ascend910b2").config.identity.soc, "Ascend910B2");
    EXPECT_EQ(load_soc("ASCEND910_9391").config.identity.soc, "Ascend910_9391");
    EXPECT_EQ(load_soc("Ascend950PR").config.identity.soc, "Ascend950PR_9589");
    EXPECT_EQ(load_soc("ascend950dt").config.identity.soc, "Ascend950DT_9581");
    EXPECT_EQ(load_soc(kHwconfigs + "/Ascend910A.yaml").config.identity.soc, "Ascend910A");
}

TEST(Names, UnknownOnesAreToldWithTheKnown) {
    EXPECT_EQ(load_error("Ascend910B9"),
              "config: no SoC 'Ascend910B9', allowed is one of Ascend910A, Ascend910B1, "
              "Ascend910B2, Ascend910B3, Ascend910B4, Ascend910_9391, Ascend950DT_9581, "
              "Ascend950DT, Ascend950PR_9589, Ascend950PR, or a file *.yaml");
    EXPECT_EQ(load_error("").rfind("config: no SoC '', allowed is one of", 0), 0U);
}

TEST(Names, AnotherFolderByEnvironment) {
    const ScratchFolder folder;
    folder.write("chips/base/mine.yaml", read_file(kHwconfigs + "/base/dav-c220.yaml"));
    folder.write("chips/Big.yaml",
                 replaced(read_file(kHwconfigs + "/Ascend910B2.yaml"), "dav-c220", "mine"));
    setenv("DAVSIM_HWCONFIGS", "chips", 1);
    // Beside the shipped ones, which stay reachable.
    EXPECT_THAT(list_socs(), testing::IsSupersetOf({"Ascend910B2", "Big"}));
    EXPECT_EQ(load_soc("ascend910b2").files.front(), "hwconfigs/Ascend910B2.yaml");
    EXPECT_THAT(load_soc("big").files,
                testing::ElementsAre("chips/Big.yaml", "chips/base/mine.yaml"));
    setenv("DAVSIM_HWCONFIGS", "nowhere", 1);
    EXPECT_EQ(load_error("big"),
              "config: DAVSIM_HWCONFIGS: 'nowhere' is no folder, allowed is a folder of hardware "
              "configs");
    unsetenv("DAVSIM_HWCONFIGS");
}

TEST(Bases, AFileReplacesSingleKeysOfItsBase) {
    const ScratchFolder folder;
    folder.write("my.yaml",
                 "base: ascend910b2\n"
                 "cores:\n"
                 "  clock: {value: 2000, unit: MHz, source: test, confidence: assumed, note: n}\n");
    const LoadedConfig loaded = load_soc("my.yaml");
    EXPECT_EQ(loaded.config.cores.clock_mhz, 2000);
    EXPECT_EQ(loaded.config.cores.ai_cores, 24);
    EXPECT_EQ(loaded.config.memory.ub_bytes, 196608);
    EXPECT_THAT(loaded.files, testing::ElementsAre("my.yaml", "hwconfigs/Ascend910B2.yaml",
                                                   "hwconfigs/base/dav-c220.yaml"));
    EXPECT_EQ(entry_of(loaded, "cores.clock").place.text(), "my.yaml:3:18");
    EXPECT_EQ(entry_of(loaded, "cores.clock").note, "n");
    EXPECT_EQ(entry_of(loaded, "cores.ai_cores").place.file, "hwconfigs/Ascend910B2.yaml");
}

TEST(Bases, ACopyOfTheFolderUsesItsOwnBase) {
    const ScratchFolder folder;
    const std::string base = read_file(kHwconfigs + "/base/dav-c220.yaml");
    folder.write("copy/Ascend910B2.yaml", read_file(kHwconfigs + "/Ascend910B2.yaml"));
    folder.write("copy/base/dav-c220.yaml",
                 replaced(base, "ub: {value: 196608", "ub: {value: 65536"));
    const LoadedConfig loaded = load_soc("copy/Ascend910B2.yaml");
    EXPECT_EQ(loaded.config.memory.ub_bytes, 65536);
    EXPECT_EQ(loaded.files.back(), "copy/base/dav-c220.yaml");
}

TEST(Bases, PathsAreRelativeToTheFile) {
    const ScratchFolder folder;
    folder.write("a/my.yaml", "base: ../b/other.yaml\n");
    folder.write("b/other.yaml", "base: Ascend910B4\n");
    EXPECT_EQ(load_soc("a/my.yaml").config.cores.ai_cores, 20);
}

TEST(Bases, MissingAndCircularOnes) {
    const ScratchFolder folder;
    folder.write("my.yaml", "base: dav-c221\n");
    EXPECT_EQ(load_error("my.yaml"),
              "config: my.yaml:1:7: base: no file for 'dav-c221', allowed is one of dav-c100, "
              "dav-c220, dav-c310, Ascend910A, Ascend910B1, Ascend910B2, Ascend910B3, Ascend910B4, "
              "Ascend910_9391, Ascend950DT_9581, Ascend950PR_9589, or a file *.yaml");
    folder.write("a.yaml", "base: b.yaml\n");
    folder.write("b.yaml", "\nbase: a.yaml\n");
    EXPECT_EQ(load_error("a.yaml"),
              "config: b.yaml:2:7: base: 'a.yaml' leads back to a.yaml, allowed is a chain that "
              "ends");
    folder.write("self.yaml", "base: self.yaml\n");
    EXPECT_EQ(load_error("self.yaml"),
              "config: self.yaml:1:7: base: 'self.yaml' leads back to self.yaml, allowed is a "
              "chain that ends");
    folder.write("my.yaml", "base: gone.yaml\n");
    EXPECT_EQ(load_error("my.yaml").rfind("config: my.yaml:1:7: base: no file for 'gone.yaml'", 0),
              0U);
}

TEST(Bases, AFaultOfTheBaseIsToldInTheBase) {
    const ScratchFolder folder;
    folder.write("my.yaml", "base: b.yaml\n");
    folder.write("b.yaml", "base: Ascend910B2\nmemory:\n  ub: 1\n");
    EXPECT_EQ(load_error("my.yaml"),
              "config: b.yaml:3:7: memory.ub: is not a mapping, allowed is {value, unit, source, "
              "confidence, note}");
}

TEST(Bases, AKeyThatNobodyGives) {
    const ScratchFolder folder;
    folder.write("b.yaml",
                 replaced(read_file(kHwconfigs + "/base/dav-c220.yaml"), "\n  l0a:", "\n#"));
    folder.write("my.yaml",
                 replaced(read_file(kHwconfigs + "/Ascend910B2.yaml"), "dav-c220", "b.yaml"));
    EXPECT_EQ(load_error("my.yaml"),
              "config: my.yaml:1:1: memory.l0a: missing, also in its base; allowed is a whole "
              "number from 0 to 67108864 (B)");
}

TEST(Overrides, ReplaceAnyKeyAndTellSo) {
    const LoadedConfig loaded = load_soc(
        "Ascend910B2", {"l2.bytes=8388608", "hbm.peak_bandwidth=2.5", "cores.ai_cores=2",
                        "vector.ops.add.fixed=7", "vector.arith_dtypes=[fp32, fp16]",
                        "vector.pipelined=false", "cores.ai_cores=3", "identity.product=a = b"});
    EXPECT_EQ(loaded.config.l2.bytes, 8388608);
    EXPECT_EQ(loaded.config.hbm.peak_tbps, 2.5);
    EXPECT_EQ(loaded.config.cores.ai_cores, 3);
    EXPECT_EQ(loaded.config.vector.ops[static_cast<int>(Opcode::kAdd)].fixed, 7);
    EXPECT_TRUE(loaded.config.vector.arith_dtypes.contains(DataType::kFloat16));
    EXPECT_FALSE(loaded.config.vector.arith_dtypes.contains(DataType::kInt32));
    EXPECT_FALSE(loaded.config.vector.pipelined);
    EXPECT_EQ(loaded.config.identity.product, "a = b");
    EXPECT_EQ(entry_of(loaded, "l2.bytes").place.text(), "--set");
    EXPECT_EQ(entry_of(loaded, "l2.bytes").confidence, "assumed");
    EXPECT_EQ(entry_of(loaded, "l2.bytes").source, "command line");
}

TEST(Overrides, AreCheckedLikeFiles) {
    EXPECT_EQ(load_error("Ascend910B2", {"memory.ubb=1"}),
              "config: --set memory.ubb=1: memory.ubb: unknown key, nearest is 'memory.ub'");
    EXPECT_EQ(load_error("Ascend910B2", {"memory.ub=1"}),
              "config: --set memory.ub=1: memory.ub: value is '1', allowed is a whole number from "
              "1024 to 16777216 (B)");
    EXPECT_EQ(load_error("Ascend910B2", {"memory.ub=128 KiB"}),
              "config: --set memory.ub=128 KiB: memory.ub: value is '128 KiB', allowed is a whole "
              "number from 1024 to 16777216 (B)");
    EXPECT_EQ(load_error("Ascend910B2", {"memory.ub="}),
              "config: --set memory.ub=: memory.ub: value is '', allowed is a whole number from "
              "1024 to 16777216 (B)");
    EXPECT_EQ(load_error("Ascend910B2", {"memory.ub"}),
              "config: --set memory.ub: no key and value, allowed is key.path=value");
    EXPECT_EQ(load_error("Ascend910B2", {"=5"}),
              "config: --set =5: no key and value, allowed is key.path=value");
    EXPECT_EQ(load_error("Ascend910B2", {"memory=5"}),
              "config: --set memory=5: memory: is a section without a value of its own, its keys "
              "are ub, ub_reserved_for_api, ub_banks, l1, l0a, l0b, l0c, alloc_align, alloc_extra, "
              "system_workspace");
    EXPECT_EQ(load_error("Ascend910B2", {"memory.ub_banks=5"}),
              "config: --set memory.ub_banks=5: memory.ub_banks: is a section without a value of "
              "its own, its keys are groups, banks_per_group, bank_bytes, row_bytes");
    EXPECT_EQ(load_error("Ascend910B2", {"core=5"}),
              "config: --set core=5: core: unknown key, nearest is the section 'cores'");
}

TEST(CrossChecks, NameTheKeyThatHasToChange) {
    EXPECT_EQ(load_error("Ascend910B2", {"memory.ub=262144"}),
              "config: --set: memory.ub: value is '262144', allowed is at most 196608, the bytes "
              "of all memory.ub_banks");
    EXPECT_EQ(load_error("Ascend910B2", {"memory.ub=65537"}),
              "config: --set: memory.ub: value is '65537', allowed is a multiple of "
              "memory.ub_banks.row_bytes (32)");
    EXPECT_EQ(load_error("Ascend910B2", {"memory.ub_reserved_for_api=196608"}),
              "config: --set: memory.ub_reserved_for_api: value is '196608', allowed is less than "
              "memory.ub (196608)");
    EXPECT_EQ(load_error("Ascend910B2", {"l2.bytes=100000"}),
              "config: --set: l2.bytes: value is '100000', allowed is a multiple of l2.line_bytes "
              "x l2.ways (8192)");
    EXPECT_THAT(load_error("Ascend910B2", {"cores.coupled=true"}),
                testing::MatchesRegex("config: hwconfigs/base/dav-c220.yaml:[0-9]+:[0-9]+: "
                                      "cores.vector_per_core: value is '2', allowed is 1, because "
                                      "cores.coupled is true"));
    EXPECT_EQ(load_error("Ascend910B2", {"identity.npu_arch=3510"}),
              "config: --set: identity.npu_arch: value is '3510', allowed is 2201, because "
              "identity.compiler_arch is dav-c220");
    EXPECT_EQ(load_error("Ascend910B2", {"vector.arith_dtypes=uint64"}),
              "config: --set: vector.arith_dtypes: value is 'uint64', allowed is a part of "
              "vector.dtypes");
}

}  // namespace
}  // namespace davsim
