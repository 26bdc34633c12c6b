// SPDX-License-Identifier: Apache-2.0
// The configs in hwconfigs/ themselves.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/config/key_value.h"
#include "sim/config/yaml_document.h"
#include "tests/unit/config/config_files.h"

namespace davsim {
namespace {

TEST(Shipped, EightSocs) {
    EXPECT_THAT(list_socs(), testing::ElementsAre("Ascend910A", "Ascend910B1", "Ascend910B2",
                                                  "Ascend910B3", "Ascend910B4", "Ascend910_9391",
                                                  "Ascend950DT_9581", "Ascend950PR_9589"));
    for (const std::string& soc : list_socs()) {
        EXPECT_EQ(load_soc(soc).config.identity.soc, soc);
    }
}

TEST(Shipped, EveryKeyOfEverySocIsAccountedFor) {
    for (const std::string& soc : list_socs()) {
        const LoadedConfig loaded = load_soc(soc);
        ASSERT_EQ(loaded.entries.size(), all_keys().size());
        for (const ConfigEntry& entry : loaded.entries) {
            EXPECT_FALSE(entry.source.empty()) << entry.key->path;
            EXPECT_THAT(confidences(), testing::Contains(entry.confidence)) << entry.key->path;
            EXPECT_GT(entry.place.line, 0) << entry.key->path;
            EXPECT_EQ(value_text(*entry.key, loaded.config), entry.value) << entry.key->path;
        }
    }
}

// Sources begin with a name that the same file explains.
void expect_known_sources(const YamlNode& node, const std::vector<YamlEntry>& known) {
    if (const YamlEntry* source = node.find("source")) {
        const bool found = std::any_of(known.begin(), known.end(), [&](const YamlEntry& name) {
            return source->value.text.rfind(name.key, 0) == 0;
        });
        EXPECT_TRUE(found) << source->place.text() << ": " << source->value.text;
    }
    for (const YamlEntry& entry : node.entries) {
        if (entry.key != "sources") expect_known_sources(entry.value, known);
    }
}

TEST(Shipped, SourcesAreExplained) {
    int files = 0;
    for (const auto& file : std::filesystem::recursive_directory_iterator(kHwconfigs)) {
        if (file.path().extension() != ".yaml") continue;
        ++files;
        const YamlNode root = read_yaml_file(file.path().string(), file.path().filename().string());
        ASSERT_NE(root.find("sources"), nullptr) << file.path();
        expect_known_sources(root, root.find("sources")->value.entries);
    }
    EXPECT_EQ(files, 11);
}

TEST(Shipped, FiguresThatIdentifyTheChips) {
    const SocConfig first = load_soc("Ascend910A").config;
    EXPECT_TRUE(first.cores.coupled);
    EXPECT_EQ(first.cores.vector_cores(), 32);
    EXPECT_EQ(first.sync.event_ids, 4);
    EXPECT_EQ(first.memory.system_workspace, 2 << 20);
    EXPECT_FALSE(first.vector.dtypes.contains(DataType::kBfloat16));

    const SocConfig b2 = load_soc("Ascend910B2").config;
    EXPECT_EQ(b2.cores.vector_cores(), 48);
    EXPECT_EQ(b2.memory.ub_bytes, 192 << 10);
    EXPECT_EQ(b2.dma.load.miss_latency, 168);
    EXPECT_TRUE(b2.vector.dtypes.contains(DataType::kBfloat16));
    EXPECT_FALSE(b2.vector.arith_dtypes.contains(DataType::kBfloat16));
    EXPECT_FALSE(b2.vector.interlocked);

    const SocConfig pr = load_soc("Ascend950PR").config;
    EXPECT_EQ(pr.identity.npu_arch, 3510);
    EXPECT_EQ(pr.memory.ub_bytes, 248 << 10);
    EXPECT_TRUE(pr.vector.interlocked);
    EXPECT_TRUE(pr.vector.arith_dtypes.contains(DataType::kBfloat16));
    EXPECT_GT(load_soc("Ascend950DT").config.hbm.peak_tbps, pr.hbm.peak_tbps);
}

}  // namespace
}  // namespace davsim
