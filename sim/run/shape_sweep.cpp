// SPDX-License-Identifier: Apache-2.0
#include "sim/run/shape_sweep.h"

#include <fmt/format.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "sim/base/error.h"
#include "sim/opkit/process.h"

namespace davsim {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::json;

void add(std::vector<std::string>& command, const char* option,
         const std::vector<std::string>& values) {
    for (const std::string& value : values) {
        command.emplace_back(option);
        command.push_back(value);
    }
}

std::string last_line(const std::string& text) {
    std::string trimmed = text;
    while (!trimmed.empty() && trimmed.back() == '\n') trimmed.pop_back();
    return trimmed.substr(trimmed.rfind('\n') + 1);
}

bool read_summary(const fs::path& folder, SweepPoint& point) {
    std::ifstream stream(folder / "summary.json");
    if (!stream) return false;
    const Json json = Json::parse(stream, nullptr, false);
    if (json.is_discarded()) return false;
    const bool judged = json.value("judged", true);
    point.status = !json.value("pass", false) ? "fail" : judged ? "pass" : "ran";
    point.cycles = json.value("cycles", std::int64_t{0});
    point.time_us = json.value("time_us", 0.0);
    point.key = json.value("tiling_key", std::uint64_t{0});
    point.blocks = json.value("blocks", std::uint64_t{0});
    return true;
}

class Sweep {
public:
    explicit Sweep(const SweepRequest& request) : request_(request) {
        for (std::size_t i = 0; i < request.problems.size(); ++i) {
            for (const std::string& soc : request.socs) {
                SweepPoint point;
                point.problem = request.problems[i].text;
                point.soc = soc;
                points_.push_back(point);
            }
        }
    }

    std::vector<SweepPoint> run() {
        std::error_code code;
        fs::create_directories(request_.folder, code);
        std::atomic<std::size_t> next{0};
        const auto work = [&] {
            for (std::size_t i = next++; i < points_.size(); i = next++) run_point(i);
        };
        std::vector<std::thread> threads;
        for (int i = 1; i < request_.jobs; ++i) threads.emplace_back(work);
        work();
        for (std::thread& thread : threads) thread.join();
        write_csv();
        return std::move(points_);
    }

private:
    fs::path folder_of(std::size_t i) const {
        const std::size_t problem = i / request_.socs.size();
        return fs::path(request_.folder) / fmt::format("{:04}-{}", problem + 1, points_[i].soc);
    }

    void run_point(std::size_t i) {
        SweepPoint& point = points_[i];
        const fs::path folder = folder_of(i);
        const bool done = read_summary(folder, point);
        if (!done) {
            const LibraryOptions& options = request_.problems[i / request_.socs.size()].options;
            std::vector<std::string> command = {"/proc/self/exe", "run", request_.library};
            add(command, "--shape", options.shapes);
            add(command, "--dtype", options.dtypes);
            add(command, "--attr", options.attrs);
            command.insert(command.end(), {"--soc-version", point.soc, "--trace-level", "off",
                                           "--output", folder.string()});
            command.insert(command.end(), request_.more.begin(), request_.more.end());
            const op::ProcessResult result = op::run_process(command);
            if (!read_summary(folder, point)) {
                point.status = "error";
                point.error = last_line(result.output);
            }
        }
        const std::lock_guard<std::mutex> lock(mutex_);
        if (request_.told) {
            request_.told(fmt::format("{:<5} {} on {}{}{}", point.status, point.problem, point.soc,
                                      point.error.empty() ? fmt::format(": {} cycles, {:.2f} us",
                                                                        point.cycles, point.time_us)
                                                          : ": " + point.error,
                                      done ? " (done before)" : ""));
        }
    }

    void write_csv() const {
        const std::string path = (fs::path(request_.folder) / "sweep.csv").string();
        std::ofstream stream(path);
        stream << "problem,soc,status,key,blocks,cycles,time_us,error\n";
        const auto quoted = [](std::string text) {
            for (std::size_t at = text.find('"'); at != std::string::npos;
                 at = text.find('"', at + 2))
                text.insert(at, 1, '"');
            return '"' + text + '"';
        };
        for (const SweepPoint& p : points_) {
            stream << fmt::format("{},{},{},{},{},{},{},{}\n", quoted(p.problem), p.soc, p.status,
                                  p.key, p.blocks, p.cycles, p.time_us, quoted(p.error));
        }
        stream.close();
        if (!stream) throw Error(Fault::kUsage, path + ": cannot write");
    }

    const SweepRequest& request_;
    std::vector<SweepPoint> points_;
    std::mutex mutex_;
};

}  // namespace

std::vector<SweepPoint> sweep_shapes(const SweepRequest& request) {
    return Sweep(request).run();
}

}  // namespace davsim
