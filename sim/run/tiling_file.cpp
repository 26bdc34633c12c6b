// SPDX-License-Identifier: Apache-2.0
#include "sim/run/tiling_file.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sim/isa/scratch_buffers.h"

namespace davsim {

void UbMap::on_buffer(const BufferEvent& event) {
    if (event.block != 0) return;
    if (event.bytes == 0) {
        if (!phases_.empty() && !phases_.back().empty()) phases_.emplace_back();
        return;
    }
    if (phases_.empty()) phases_.emplace_back();
    phases_.back().push_back({event.begin, event.bytes, event.what});
}

std::string tiling_file(const TilingResult& tiling, const UbMap& ub, std::int64_t ub_capacity) {
    constexpr int kIndent = 2;
    using Json = nlohmann::ordered_json;
    Json json;
    json["strategy"] = tiling.strategy;
    json["tiling_key"] = tiling.key;
    json["block_dim"] = tiling.block_dim;
    json["workspace_bytes"] = tiling.workspace;
    json["tiling_bytes"] = tiling.data.size();
    json["fields"] = Json::object();
    for (const auto& [name, value] : tiling.fields) json["fields"][name] = value;
    std::uint32_t highest = 0;
    Json phases = Json::array();
    for (const std::vector<UbMap::Buffer>& phase : ub.phases()) {
        Json buffers = Json::array();
        for (const UbMap::Buffer& buffer : phase) {
            if (!is_scratch_buffer(buffer.what))
                highest = std::max(highest, buffer.begin + buffer.bytes);
            buffers.push_back(
                {{"begin", buffer.begin}, {"bytes", buffer.bytes}, {"what", buffer.what}});
        }
        if (!buffers.empty()) phases.push_back(std::move(buffers));
    }
    json["ub_capacity"] = ub_capacity;
    json["ub_used"] = highest;
    json["ub_buffers"] = phases;
    return json.dump(kIndent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace davsim
