// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/validation.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <utility>

#include "sim/base/error.h"
#include "sim/config/soc_loader.h"
#include "sim/validate/probes.h"

namespace davsim {
namespace {

// What a child process is to run.
struct Job {
    std::string soc;  // name or file
    std::vector<std::size_t> rows;
};

std::vector<MeasuredRow> chosen_rows(const ValidationRequest& request, std::string& wanted_soc) {
    const std::string path = request.data.empty() ? shipped_measured_file() : request.data;
    std::vector<MeasuredRow> rows = read_measured_rows(path);
    if (request.soc) {
        wanted_soc = request.rows_of ? load_soc(*request.rows_of).config.identity.soc
                                     : load_soc(*request.soc, request.sets).config.identity.soc;
    }
    std::map<std::string, int> seen;
    rows.erase(std::remove_if(rows.begin(), rows.end(),
                              [&](const MeasuredRow& row) {
                                  if (!wanted_soc.empty() && row.soc != wanted_soc) return true;
                                  const auto& groups = request.groups;
                                  if (!groups.empty() && std::find(groups.begin(), groups.end(),
                                                                   row.group) == groups.end())
                                      return true;
                                  return seen[row.group]++ % request.every != 0;
                              }),
               rows.end());
    if (rows.empty()) {
        throw Error(Fault::kUsage,
                    fmt::format("no row of {} is for {}", path,
                                wanted_soc.empty() ? "these groups" : wanted_soc.c_str()));
    }
    return rows;
}

// The simulator's own complaints do not know the row.
ProbeValues probed(ProbeBench& bench, const MeasuredRow& row) {
    try {
        return run_probe(bench, row);
    } catch (const Error& error) {
        const std::string text = error.what();
        if (text.compare(0, row.place.size(), row.place) == 0) throw;
        throw Error(error.fault(), row.place + ": " + text);
    }
}

// Simulated values of `rows`; one probe answers all its quantities.
std::vector<double> simulate(const SocConfig& config, const std::vector<MeasuredRow>& rows,
                             const std::vector<std::size_t>& indices) {
    ProbeBench bench(config);
    std::map<std::pair<std::string, std::string>, ProbeValues> known;
    std::vector<double> values;
    for (const std::size_t index : indices) {
        const MeasuredRow& row = rows[index];
        const auto key = std::make_pair(row.probe, row.params);
        auto found = known.find(key);
        if (found == known.end()) found = known.emplace(key, probed(bench, row)).first;
        const auto value = found->second.find(row.quantity);
        if (value == found->second.end()) {
            throw Error(Fault::kUsage, fmt::format("{}: quantity: probe {} has no '{}'", row.place,
                                                   row.probe, row.quantity));
        }
        values.push_back(value->second);
    }
    return values;
}

// In the child: values as text lines, or "!fault message".
void answer(std::FILE* out, const SocConfig& config, const std::vector<MeasuredRow>& rows,
            const std::vector<std::size_t>& indices) {
    try {
        for (const double value : simulate(config, rows, indices)) fmt::print(out, "{:a}\n", value);
    } catch (const Error& error) {
        fmt::print(out, "!{} {}\n", static_cast<int>(error.fault()), error.what());
    } catch (const std::exception& error) {
        fmt::print(out, "!{} {}\n", static_cast<int>(Fault::kInternal), error.what());
    }
}

struct Child {
    pid_t pid = 0;
    std::FILE* from = nullptr;
};

Child start(const SocConfig& config, const std::vector<MeasuredRow>& rows,
            const std::vector<std::size_t>& indices) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) throw Error(Fault::kInternal, "cannot make a pipe");
    std::fflush(nullptr);
    const pid_t pid = fork();
    if (pid < 0) throw Error(Fault::kInternal, "cannot start a process");
    if (pid == 0) {
        close(ends[0]);
        std::FILE* out = fdopen(ends[1], "w");
        answer(out, config, rows, indices);
        std::fclose(out);
        _exit(0);
    }
    close(ends[1]);
    return {pid, fdopen(ends[0], "r")};
}

// All lines of a child; throws the error that it reports.
std::vector<double> collect(const Child& child, std::size_t expected, const std::string& soc) {
    std::vector<double> values;
    std::string text;
    for (int c = std::fgetc(child.from); c != EOF; c = std::fgetc(child.from))
        text += static_cast<char>(c);
    std::fclose(child.from);
    int status = 0;
    waitpid(child.pid, &status, 0);
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string line = text.substr(begin, end - begin);
        if (line[0] == '!') {
            const std::size_t blank = line.find(' ');
            throw Error(static_cast<Fault>(std::stoi(line.substr(1, blank - 1))),
                        line.substr(blank + 1));
        }
        values.push_back(std::strtod(line.c_str(), nullptr));
        begin = end + 1;
    }
    if (values.size() != expected)
        throw Error(Fault::kInternal, "the simulation of " + soc + " ended early");
    return values;
}

std::vector<Job> jobs_of(const ValidationRequest& request, const std::vector<MeasuredRow>& rows) {
    std::vector<Job> jobs;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::string soc = request.soc.value_or(rows[i].soc);
        auto job =
            std::find_if(jobs.begin(), jobs.end(), [&](const Job& j) { return j.soc == soc; });
        if (job == jobs.end()) job = jobs.insert(jobs.end(), {soc, {}});
        job->rows.push_back(i);
    }
    return jobs;
}

}  // namespace

std::vector<ValidatedRow> validate(const ValidationRequest& request) {
    std::string wanted;
    const std::vector<MeasuredRow> rows = chosen_rows(request, wanted);
    const std::vector<Job> jobs = jobs_of(request, rows);
    std::vector<SocConfig> configs;
    for (const Job& job : jobs) configs.push_back(load_soc(job.soc, request.sets).config);
    std::vector<Child> children;
    children.reserve(jobs.size());
    for (std::size_t i = 0; i < jobs.size(); ++i)
        children.push_back(start(configs[i], rows, jobs[i].rows));
    std::vector<ValidatedRow> result;
    result.reserve(rows.size());
    for (const MeasuredRow& row : rows) result.push_back({row, 0});
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        const std::vector<double> values = collect(children[i], jobs[i].rows.size(), jobs[i].soc);
        for (std::size_t k = 0; k < values.size(); ++k)
            result[jobs[i].rows[k]].simulated = values[k];
    }
    return result;
}

}  // namespace davsim
