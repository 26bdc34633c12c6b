// SPDX-License-Identifier: Apache-2.0
#include "sim/session/launch_index.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "sim/base/error.h"

namespace davsim {
namespace {

using Json = nlohmann::ordered_json;

std::string index_file(const std::string& output) {
    return output + "/launches.jsonl";
}

}  // namespace

void append_launch(const std::string& output, const LaunchLine& line) {
    Json json;
    json["number"] = line.number;
    json["kernel"] = line.kernel;
    json["folder"] = line.folder;
    json["status"] = line.status;
    json["message"] = line.message;
    json["bound"] = line.bound;
    json["blocks"] = line.blocks;
    json["cycles"] = line.cycles;
    json["time_us"] = line.time_us;
    json["hazards"] = line.hazards;
    const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    // One write, so that programs of several processes do not mix their lines.
    const std::string path = index_file(output);
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    const bool written =
        file >= 0 && write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    if (file >= 0) close(file);
    if (!written) throw Error(Fault::kUsage, path + ": cannot write");
}

std::vector<LaunchLine> read_launches(const std::string& output) {
    std::vector<LaunchLine> lines;
    std::ifstream stream(index_file(output));
    for (std::string text; std::getline(stream, text);) {
        try {
            const Json json = Json::parse(text);
            LaunchLine line;
            json.at("number").get_to(line.number);
            json.at("kernel").get_to(line.kernel);
            json.at("folder").get_to(line.folder);
            json.at("status").get_to(line.status);
            json.at("message").get_to(line.message);
            json.at("bound").get_to(line.bound);
            json.at("blocks").get_to(line.blocks);
            json.at("cycles").get_to(line.cycles);
            json.at("time_us").get_to(line.time_us);
            json.at("hazards").get_to(line.hazards);
            lines.push_back(std::move(line));
        } catch (const Json::exception& error) {
            throw Error(Fault::kUsage, fmt::format("{}:{}: {}", index_file(output),
                                                   lines.size() + 1, error.what()));
        }
    }
    return lines;
}

}  // namespace davsim
