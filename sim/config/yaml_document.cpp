// SPDX-License-Identifier: Apache-2.0
#include "sim/config/yaml_document.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace davsim {
namespace {

// Configs are four levels deep; the bound stops files whose anchors contain themselves.
constexpr int kMaxDepth = 16;
// Shipped configs have some 2000 nodes; the bound stops anchors that multiply themselves.
constexpr int kMaxNodes = 100'000;

std::string read_text(const std::string& path, const std::string& shown_as) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) {
        config_error({shown_as}, "", "no such file, allowed is a readable YAML file");
    }
    std::ifstream stream(path, std::ios::binary);
    if (!std::filesystem::is_regular_file(path, ignored) || !stream) {
        config_error({shown_as}, "", "cannot be read, allowed is a readable YAML file");
    }
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

class Converter {
public:
    explicit Converter(std::string file) : file_(std::move(file)) {}

    YamlNode convert(const YAML::Node& source, const std::string& path, int depth) {
        YamlNode node;
        node.place = place_of(source.Mark());
        if (++nodes_ > kMaxNodes) {
            config_error(node.place, path,
                         fmt::format("too large, allowed are {} values in a file", kMaxNodes));
        }
        if (depth > kMaxDepth) {
            config_error(node.place, path,
                         fmt::format("nested deeper than {} levels, allowed are sections, keys and "
                                     "their fields",
                                     kMaxDepth));
        }
        if (source.IsMap()) {
            node.kind = YamlNode::Kind::kMap;
            for (const auto& pair : source) add_entry(pair.first, pair.second, path, depth, node);
        } else if (source.IsSequence()) {
            node.kind = YamlNode::Kind::kList;
            for (const auto& item : source) node.items.push_back(convert(item, path, depth + 1));
        } else if (source.IsScalar()) {
            node.text = source.Scalar();
        }
        return node;
    }

private:
    Place place_of(const YAML::Mark& mark) const {
        // Values that are absent altogether have no mark.
        return {file_, std::max(mark.line, 0) + 1, std::max(mark.column, 0) + 1};
    }

    void add_entry(const YAML::Node& key, const YAML::Node& value, const std::string& path,
                   int depth, YamlNode& node) {
        const Place place = place_of(key.Mark());
        if (!key.IsScalar()) config_error(place, path, "a key is a name, not a list or a mapping");
        const std::string full = path.empty() ? key.Scalar() : path + "." + key.Scalar();
        if (const YamlEntry* first = node.find(key.Scalar())) {
            config_error(
                place, full,
                fmt::format("given twice, first in line {}; allowed is once", first->place.line));
        }
        YamlNode child = convert(value, full, depth + 1);
        if (value.IsNull()) child.place = place;
        node.entries.push_back({key.Scalar(), place, std::move(child)});
    }

    std::string file_;
    int nodes_ = 0;
};

}  // namespace

const YamlEntry* YamlNode::find(std::string_view key) const {
    const auto found = std::find_if(entries.begin(), entries.end(),
                                    [key](const YamlEntry& entry) { return entry.key == key; });
    return found == entries.end() ? nullptr : &*found;
}

YamlNode read_yaml_file(const std::string& path, const std::string& shown_as) {
    const std::string text = read_text(path, shown_as);
    std::vector<YAML::Node> documents;
    try {
        documents = YAML::LoadAll(text);
    } catch (const YAML::Exception& error) {
        config_error({shown_as, error.mark.line + 1, error.mark.column + 1}, "",
                     "not YAML (" + error.msg + "), allowed is a mapping of sections");
    }
    if (documents.size() != 1 || !documents.front().IsMap()) {
        config_error({shown_as, 1, 1}, "",
                     fmt::format("is {}, allowed is one mapping of sections",
                                 documents.empty()         ? "empty"
                                 : documents.size() > 1    ? "several documents"
                                 : documents[0].IsNull()   ? "empty"
                                 : documents[0].IsScalar() ? "a single text"
                                                           : "a list"));
    }
    return Converter(shown_as).convert(documents.front(), "", 0);
}

}  // namespace davsim
