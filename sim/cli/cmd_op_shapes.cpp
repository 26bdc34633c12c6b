// SPDX-License-Identifier: Apache-2.0
// `davsim op tiling` and `davsim op sweep-shapes`: one operator, many shapes, several SoCs.

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <sstream>

#include "sim/base/error.h"
#include "sim/cli/cmd_op.h"
#include "sim/config/soc_loader.h"
#include "sim/opkit/describe.h"
#include "sim/opkit/named_operator.h"
#include "sim/opkit/tiling_table.h"
#include "sim/run/problem_list.h"
#include "sim/run/shape_sweep.h"
#include "sim/run/shape_text.h"

namespace davsim {
namespace {

constexpr std::uint64_t kMostJobs = 256;
constexpr std::size_t kProbedByDefault = 200;  // points; walking kernels takes its time

struct ShapeOptions {
    std::string library;
    std::string shapes_file;
    LibraryOptions one;  // --shape and so on: a single problem
    std::string socs;
    std::vector<std::string> sets;
    bool json = false;
    bool fields = false;
    bool probe = false;
    bool no_probe = false;
    std::string timeout = "10";
    std::string folder = "davsim-sweep";
    std::string jobs = "1";
    std::string max_cycles;
};

std::vector<std::string> soc_names(const ShapeOptions& options) {
    std::vector<std::string> names;
    std::istringstream stream(options.socs);
    for (std::string name; std::getline(stream, name, ',');) {
        if (!name.empty()) names.push_back(name);
    }
    if (names.empty()) throw Error(Fault::kUsage, "--soc-version: names no SoC");
    return names;
}

std::vector<ProblemLine> problems_of(const ShapeOptions& options) {
    const op::Description description = op::describe_library(options.library);
    if (!description.problem.empty()) throw Error(Fault::kUsage, description.problem);
    std::vector<std::string> attributes;
    for (const op::AttrInfo& attr : description.definition.attrs) attributes.push_back(attr.name);
    std::vector<ProblemLine> problems;
    if (!options.shapes_file.empty()) problems = read_problem_list(options.shapes_file, attributes);
    if (!options.one.shapes.empty()) {
        ProblemLine line;
        line.options = options.one;
        line.text = fmt::format("{}", fmt::join(options.one.shapes, " "));
        problems.push_back(std::move(line));
    }
    if (problems.empty())
        throw Error(Fault::kUsage, "give --shapes FILE or --shape x=[2,3] for each input");
    return problems;
}

// With the path of its library where a name was given: that of the first SoC's architecture.
ShapeOptions resolved(ShapeOptions options) {
    const SocConfig config = load_soc(soc_names(options).front(), options.sets).config;
    options.library = op::library_of(options.library, config.identity.npu_arch);
    return options;
}

void tiling(const ShapeOptions& typed, int& exit) {
    const ShapeOptions options = resolved(typed);
    op::TableRequest request;
    request.library = options.library;
    request.fields = options.fields;
    request.limit_seconds =
        static_cast<double>(parse_count(options.timeout, "--timeout", 1, 1000000));
    for (const std::string& soc : soc_names(options))
        request.socs.push_back(load_soc(soc, options.sets).config);
    for (const ProblemLine& line : problems_of(options))
        request.problems.push_back(library_request(options.library, line.options).request);
    const std::size_t points = request.problems.size() * request.socs.size();
    request.probe = options.probe || (!options.no_probe && points <= kProbedByDefault);
    const std::vector<op::TableRow> rows = op::tiling_table(request);
    const std::string text =
        options.json ? op::table_json(rows) : op::table_text(rows, options.fields);
    std::fwrite(text.data(), 1, text.size(), stdout);
    const bool all =
        std::all_of(rows.begin(), rows.end(), [](const op::TableRow& r) { return r.ok; });
    if (!all) exit = exit_code(Fault::kTiling);
}

void sweep(const ShapeOptions& typed, int& exit) {
    const ShapeOptions options = resolved(typed);
    SweepRequest request;
    request.library = options.library;
    request.problems = problems_of(options);
    request.socs = soc_names(options);
    request.folder = options.folder;
    request.jobs = static_cast<int>(parse_count(options.jobs, "--jobs", 1, kMostJobs));
    for (const std::string& set : options.sets) {
        request.more.emplace_back("--set");
        request.more.push_back(set);
    }
    if (!options.max_cycles.empty())
        request.more.insert(request.more.end(), {"--max-cycles", options.max_cycles});
    request.more.insert(request.more.end(), {"--timeout", options.timeout});
    request.told = [](const std::string& line) {
        fmt::print("{}\n", line);
        std::fflush(stdout);
    };
    const std::vector<SweepPoint> points = sweep_shapes(request);
    const auto bad = std::count_if(points.begin(), points.end(), [](const SweepPoint& p) {
        return p.status == "error" || p.status == "fail";
    });
    fmt::print("{} points, {} of them wrong or without result: {}/sweep.csv\n", points.size(), bad,
               options.folder);
    if (bad != 0) exit = 1;
}

void add_common(CLI::App& command, ShapeOptions& options) {
    command
        .add_option("library", options.library, "made by `davsim op build`, or an operator's name")
        ->required();
    command.add_option("--shapes", options.shapes_file,
                       "file: a problem a line, like 'x=[64,512] fp16 dim=-1'");
    command.add_option("--shape", options.one.shapes, "x=[2,3]; one for each input")
        ->allow_extra_args(false);
    command.add_option("--dtype", options.one.dtypes, "fp16, or x=fp16")->allow_extra_args(false);
    command.add_option("--attr", options.one.attrs, "NAME=VALUE")->allow_extra_args(false);
    command.add_option("--soc-version,--soc", options.socs, "SoCs, separated by commas")
        ->required();
    command.add_option("--set", options.sets, "override a key of the SoCs (repeatable)")
        ->allow_extra_args(false);
    command.add_option("--timeout", options.timeout, "seconds that user code may run on")
        ->capture_default_str();
}

}  // namespace

void add_op_shape_commands(CLI::App& op, int& exit) {
    const auto tiling_options = std::make_shared<ShapeOptions>();
    CLI::App* table =
        op.add_subcommand("tiling", "What the tiling decides for many shapes and SoCs");
    add_common(*table, *tiling_options);
    table->add_flag("--json", tiling_options->json, "the table for programs")
        ->disable_flag_override();
    table->add_flag("--fields", tiling_options->fields, "print the tiling's fields")
        ->disable_flag_override();
    auto* probe = table->add_flag("--probe", tiling_options->probe,
                                  "walk the kernel, too (default: up to 200 points)");
    auto* no_probe = table->add_flag("--no-probe", tiling_options->no_probe,
                                     "leave the kernel out: tiling only");
    probe->disable_flag_override();
    no_probe->disable_flag_override()->excludes(probe);
    table->callback([tiling_options, &exit] { tiling(*tiling_options, exit); });

    const auto sweep_options = std::make_shared<ShapeOptions>();
    CLI::App* runs = op.add_subcommand("sweep-shapes", "Simulate many shapes and SoCs, resumable");
    add_common(*runs, *sweep_options);
    runs->add_option("--output", sweep_options->folder, "folder of all runs")
        ->capture_default_str();
    runs->add_option("-j,--jobs", sweep_options->jobs, "runs at a time")->capture_default_str();
    runs->add_option("--max-cycles", sweep_options->max_cycles, "stop a run that takes longer");
    runs->callback([sweep_options, &exit] { sweep(*sweep_options, exit); });
}

}  // namespace davsim
