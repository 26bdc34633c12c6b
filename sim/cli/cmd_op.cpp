// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/cmd_op.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>

#include "sim/base/error.h"
#include "sim/config/soc_loader.h"
#include "sim/isa/sync_mode.h"
#include "sim/opkit/named_operator.h"
#include "sim/opkit/operator_build.h"
#include "sim/opkit/operator_info.h"
#include "sim/opkit/operator_template.h"

namespace davsim {
namespace {

constexpr std::size_t kMostLines = 20;

struct BuildOptions {
    std::string folder;
    std::string arch = "2201";
    std::vector<std::string> includes;
    std::string output;
    std::string depfile;
    std::optional<std::string> sync;
    int jobs = 0;
    bool keep = false;
};

// "2201", "dav-2201", "Ascend910B2", ...
int arch_of(const std::string& text) {
    for (const auto& [name, arch] :
         {std::pair("1001", 1001), std::pair("2201", 2201), std::pair("3510", 3510)}) {
        if (text == name || text == std::string("dav-") + name) return arch;
    }
    throw Error(Fault::kUsage,
                fmt::format("--npu-arch: '{}', allowed are 1001, 2201 and 3510", text));
}

void print_errors(const op::CompileErrors& errors) {
    for (std::size_t i = 0; i < errors.lines.size() && i < kMostLines; ++i)
        fmt::print(stderr, "  {}\n", errors.lines[i]);
    if (errors.lines.size() > kMostLines)
        fmt::print(stderr, "  and {} more\n", errors.lines.size() - kMostLines);
    if (!errors.unsupported.empty())
        fmt::print(stderr, "  davsim lacks: {}\n", fmt::join(errors.unsupported, ", "));
}

void build(const BuildOptions& options) {
    op::BuildRequest request;
    request.folder = options.folder;
    request.npu_arch = arch_of(options.arch);
    request.include_folders = options.includes;
    request.output = options.output;
    request.depfile = options.depfile;
    if (options.sync) {
        const std::optional<SyncMode> mode = parse_sync_mode(*options.sync);
        if (!mode)
            throw Error(Fault::kUsage,
                        fmt::format("--sync: '{}', allowed are auto and manual", *options.sync));
        request.auto_sync = *mode == SyncMode::kAuto;
    }
    request.jobs = options.jobs;
    request.keep = options.keep;
    const auto begin = std::chrono::steady_clock::now();
    try {
        const op::BuildReport report = op::build_operator(request);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        fmt::print("{}: {}, {} kernel{}, architecture {}, {:.1f} s\n", options.output, report.type,
                   report.kernels, report.kernels == 1 ? "" : "s", request.npu_arch, took.count());
        for (const std::string& note : report.notes) fmt::print("  note: {}\n", note);
    } catch (const op::BuildError& error) {
        print_errors(error.errors);
        throw;
    }
}

void add_build(CLI::App& op) {
    const auto options = std::make_shared<BuildOptions>();
    CLI::App* command = op.add_subcommand("build", "Compile an operator folder into a library");
    command->add_option("folder", options->folder, "holds op_host and op_kernel")->required();
    command->add_option("--npu-arch", options->arch, "1001, 2201 or 3510")->capture_default_str();
    command->add_option("-I,--include", options->includes, "folder of headers (repeatable)")
        ->allow_extra_args(false);
    command->add_option("-o,--output", options->output, "the library to write")->required();
    command->add_option("-j,--jobs", options->jobs, "compilers at a time (default: all cores)");
    command->add_option("--depfile", options->depfile, "dependencies in make's form");
    command->add_option("--sync", options->sync,
                        "auto or manual: what the kernel is written for (default: AUTO_SYNC of the "
                        "operator's CMakeLists.txt, else auto)");
    command->add_flag("--keep", options->keep, "keep the generated sources beside the library")
        ->disable_flag_override();
    command->callback([options] { build(*options); });
}

void add_info(CLI::App& op) {
    const auto library = std::make_shared<std::string>();
    const auto soc = std::make_shared<std::string>("Ascend910B2");
    CLI::App* command = op.add_subcommand("info", "What an operator's library holds");
    command->add_option("library", *library, "made by `davsim op build`, or an operator's name")
        ->required();
    command->add_option("--soc-version,--soc", *soc, "whose library a name means")
        ->capture_default_str();
    command->callback([library, soc] {
        const int arch = load_soc(*soc, {}).config.identity.npu_arch;
        const std::string text = op::operator_info(op::library_of(*library, arch));
        std::fwrite(text.data(), 1, text.size(), stdout);
    });
}

void add_new(CLI::App& op) {
    const auto name = std::make_shared<std::string>();
    const auto folder = std::make_shared<std::string>(".");
    CLI::App* command = op.add_subcommand("new", "Write a working operator to start from");
    command->add_option("name", *name, "of the operator, in snake_case")->required();
    command->add_option("--output", *folder, "where its folder is made")->capture_default_str();
    command->callback([name, folder] {
        const std::string made = op::new_operator(*name, *folder);
        fmt::print(
            "{0}: an Add operator to start from\n"
            "  davsim op build {0} -o lib{1}.so\n"
            "  davsim run ./lib{1}.so --shape x=[8,2048] --shape y=[8,2048] --dtype fp16\n",
            made, *name);
    });
}

}  // namespace

void add_op_command(CLI::App& app, int& exit) {
    CLI::App* op = app.add_subcommand("op", "Operators of your own");
    op->require_subcommand(1);
    add_build(*op);
    add_info(*op);
    add_new(*op);
    add_op_shape_commands(*op, exit);
}

}  // namespace davsim
