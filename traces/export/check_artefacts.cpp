// SPDX-License-Identifier: Apache-2.0
#include "traces/export/check_artefacts.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "sim/base/error.h"
#include "traces/analysis/text_parts.h"
#include "traces/export/trace_check.h"

namespace davsim::traces {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// Compressed or not.
std::string read_all(const std::string& path) {
    const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), &gzclose);
    if (file == nullptr) throw Error(Fault::kUsage, path + ": cannot read");
    std::string text;
    std::string piece(std::size_t{1} << 20U, '\0');
    for (;;) {
        const int size = gzread(file.get(), piece.data(), static_cast<unsigned>(piece.size()));
        if (size < 0) throw Error(Fault::kUsage, path + ": cannot be unpacked");
        if (size == 0) return text;
        text.append(piece, 0, static_cast<std::size_t>(size));
    }
}

bool is_trace(const fs::path& path) {
    return path.filename() == "trace.json" || path.filename() == "trace.json.gz";
}

std::vector<std::string> split(const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream stream(line);
    for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
    return cells;
}

// The sum of a column of numbers.
double column_sum(const fs::path& path, const std::string& column) {
    std::ifstream stream(path);
    std::string line;
    std::getline(stream, line);
    const std::vector<std::string> names = split(line);
    const auto at =
        static_cast<std::size_t>(std::find(names.begin(), names.end(), column) - names.begin());
    double sum = 0;
    while (std::getline(stream, line)) {
        const std::vector<std::string> cells = split(line);
        if (at < cells.size()) sum += std::strtod(cells[at].c_str(), nullptr);
    }
    return sum;
}

class RunCheck {
public:
    explicit RunCheck(fs::path folder) : folder_(std::move(folder)) {}

    CheckReport run() {
        read_summary();
        std::set<fs::path> traces;
        std::error_code code;
        for (const auto& entry : fs::recursive_directory_iterator(folder_, code)) {
            if (is_trace(entry.path())) traces.insert(entry.path());
        }
        for (const fs::path& path : traces) trace(path);
        if (fs::exists(folder_ / "Memory.csv")) tables();
        if (report_.files.empty()) {
            throw Error(Fault::kUsage,
                        folder_.string() + ": no trace.json here; davsim trace export makes it");
        }
        return std::move(report_);
    }

private:
    void read_summary() {
        const fs::path path = folder_ / "summary.json";
        if (fs::exists(path)) summary_ = Json::parse(read_all(path.string()), nullptr, false);
    }

    void trace(const fs::path& path) {
        CheckedFile file;
        file.path = path.string();
        TraceCounts counts;
        file.problems = check_trace(read_all(file.path), counts);
        file.events = counts.events;
        // Of all cores, and only when everything was recorded and nothing cut.
        const bool whole = path.parent_path().filename() == "simulator" && summary_.is_object() &&
                           summary_.value("/trace/level"_json_pointer, "") != "sync" &&
                           summary_.value("/trace/complete"_json_pointer, false);
        if (whole) instruction_count(file, counts);
        report_.files.push_back(std::move(file));
    }

    void instruction_count(CheckedFile& file, const TraceCounts& counts) const {
        static const std::set<std::string> kNone = {"BAR", "BAR_ALL", "SYNC_ALL", "STALL", "BLOCK"};
        std::uint64_t traced = 0;
        for (const auto& [name, count] : counts.slices) traced += kNone.count(name) ? 0 : count;
        std::uint64_t run = 0;
        const Json pipes = summary_.value("pipes", Json::object());
        for (const auto& [pipe, use] : pipes.items())
            run += pipe == "S" ? 0 : use.value("instructions", std::uint64_t{0});
        if (traced != run) {
            file.problems.push_back(
                fmt::format("{} instructions, summary.json says {}", traced, run));
        }
    }

    void tables() {
        CheckedFile file;
        file.path = (folder_ / "Memory.csv").string();
        constexpr double kPerKib = 1024.0;
        for (const auto& [column, key] :
             {std::pair("GM_to_UB_datas(KB)", "/bytes/gm_read"_json_pointer),
              std::pair("UB_to_GM_datas(KB)", "/bytes/gm_write"_json_pointer),
              std::pair("read_main_memory_datas(KB)", "/bytes/hbm_read"_json_pointer),
              std::pair("write_main_memory_datas(KB)", "/bytes/hbm_write"_json_pointer)}) {
            if (!summary_.is_object() || !summary_.contains(key)) continue;
            const double sum = column_sum(folder_ / "Memory.csv", column) * kPerKib;
            const double said = summary_[key].get<double>();
            // Cells are rounded.
            if (std::abs(sum - said) > 1.0 + said * 1e-6)
                file.problems.push_back(fmt::format(
                    "{} adds up to {:.0f} B, summary.json says {:.0f}", column, sum, said));
        }
        report_.files.push_back(std::move(file));
    }

    fs::path folder_;
    Json summary_;
    CheckReport report_;
};

}  // namespace

bool CheckReport::fine() const {
    return std::all_of(files.begin(), files.end(),
                       [](const CheckedFile& file) { return file.problems.empty(); });
}

CheckReport check_artefacts(const std::string& path) {
    std::error_code code;
    if (!fs::exists(path, code))
        throw Error(Fault::kUsage, fmt::format("'{}': there is no such file or folder", path));
    if (fs::is_directory(path, code)) return RunCheck(path).run();
    CheckedFile file;
    file.path = path;
    TraceCounts counts;
    file.problems = check_trace(read_all(path), counts);
    file.events = counts.events;
    return {{file}};
}

std::string to_text(const CheckReport& report) {
    constexpr std::size_t kShown = 20;
    std::string text;
    const auto out = std::back_inserter(text);
    for (const CheckedFile& file : report.files) {
        fmt::format_to(out, "{}: {}\n", file.path,
                       file.problems.empty() ? fmt::format("fine, {} events", file.events)
                                             : fmt::format("{} problems", file.problems.size()));
        for (std::size_t i = 0; i < std::min(kShown, file.problems.size()); ++i)
            fmt::format_to(out, "  {}\n", file.problems[i]);
        if (file.problems.size() > kShown)
            fmt::format_to(out, "  and {} more\n", file.problems.size() - kShown);
    }
    return text;
}

std::string to_json(const CheckReport& report) {
    Json json;
    json["fine"] = report.fine();
    json["files"] = Json::array();
    for (const CheckedFile& file : report.files) {
        json["files"].push_back(
            {{"path", file.path}, {"events", file.events}, {"problems", file.problems}});
    }
    return dumped(json);
}

}  // namespace davsim::traces
