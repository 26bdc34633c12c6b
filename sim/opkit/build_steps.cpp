// SPDX-License-Identifier: Apache-2.0
#include "sim/opkit/build_steps.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "sim/base/error.h"
#include "sim/opkit/process.h"

namespace davsim::op {
namespace fs = std::filesystem;
namespace {

// Without launcher: ccache takes part in compiling only.
std::vector<std::string> linker(const Toolchain& tools) {
    return {tools.compiler.back()};
}

[[noreturn]] void fail(const std::string& what, const ProcessResult& result) {
    std::string line = result.output.substr(0, result.output.find('\n'));
    for (std::istringstream lines(result.output); std::getline(lines, line);) {
        if (line.find("error") != std::string::npos || line.find("undefined") != std::string::npos)
            break;
    }
    throw Error(result.exit_code == 127 ? Fault::kUsage : Fault::kInternal,
                fmt::format("{}: {}", what, line));
}

void must_run(const std::string& what, const std::vector<std::string>& command) {
    const ProcessResult result = run_process(command);
    if (result.exit_code != 0) fail(what, result);
}

}  // namespace

BuildSteps::BuildSteps(Toolchain tools, int jobs, std::vector<std::string> theirs)
    : tools_(std::move(tools)), jobs_(jobs > 0 ? jobs : tools_.jobs), theirs_(std::move(theirs)) {
    // Messages are read by their English, ASCII form.
    setenv("LC_ALL", "C", 1);
}

std::vector<CompileResult> BuildSteps::compile(const std::vector<CompileJob>& jobs) const {
    std::vector<std::vector<std::string>> commands;
    for (const CompileJob& job : jobs) commands.push_back(job.command);
    const std::vector<ProcessResult> ended = run_processes(commands, jobs_);
    std::vector<CompileResult> results;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        if (ended[i].exit_code == 127) fail("the compiler", ended[i]);
        CompileResult result{
            jobs[i].source, jobs[i].object, ended[i].exit_code == 0, ended[i].output, {}};
        if (!result.ok) result.errors = read_errors(ended[i].output, theirs_);
        results.push_back(std::move(result));
    }
    return results;
}

void BuildSteps::compile_ours(const CompileJob& job) const {
    must_run(job.source, job.command);
}

std::string BuildSteps::seal(const std::string& object, const std::string& symbol) const {
    const std::string joined = object + ".r.o";
    must_run("ld", {"ld", "-r", "--force-group-allocation", object, "-o", joined});
    const std::string sealed = object + ".sealed.o";
    must_run("objcopy",
             {"objcopy", "--localize-hidden", "--keep-global-symbol=" + symbol, joined, sealed});
    return sealed;
}

std::vector<std::string> BuildSteps::link_command(const std::vector<std::string>& objects,
                                                  const std::string& library) const {
    std::vector<std::string> command = linker(tools_);
    command.emplace_back("-shared");
    command.insert(command.end(), tools_.flags.begin(), tools_.flags.end());
    command.insert(command.end(), objects.begin(), objects.end());
    command.insert(command.end(), tools_.archives.begin(), tools_.archives.end());
    command.insert(command.end(), {"-Wl,--exclude-libs,ALL", "-Wl,-Bsymbolic", "-o", library});
    return command;
}

std::vector<std::string> BuildSteps::undefined(const std::vector<std::string>& objects,
                                               const std::string& library) const {
    std::vector<std::string> command = link_command(objects, library);
    command.emplace_back("-Wl,--unresolved-symbols=ignore-all");
    must_run("linking the host functions", command);
    const ProcessResult listed = run_process({"nm", "-D", "--undefined-only", library});
    if (listed.exit_code != 0) fail("nm", listed);
    std::vector<std::string> symbols;
    std::istringstream lines(listed.output);
    for (std::string kind, name; lines >> kind >> name;) {
        if (kind == "U" && name.find('@') == std::string::npos && name.compare(0, 2, "__") != 0)
            symbols.push_back(name);
    }
    return symbols;
}

void BuildSteps::link(const std::vector<std::string>& objects, const std::string& library) const {
    must_run("linking", link_command(objects, library));
}

std::string demangle(const std::string& symbol) {
    int status = 0;
    char* text = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
    std::string result = status == 0 && text != nullptr ? text : symbol;
    std::free(text);
    return result;
}

std::string owner_name(const std::string& demangled) {
    std::string text = demangled;
    const std::size_t of = text.find(" for ");
    const bool table = of != std::string::npos;
    if (table) text = text.substr(of + 5);
    text = text.substr(0, text.find('('));
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (std::size_t end = text.find("::"); end != std::string::npos;
         end = text.find("::", begin)) {
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 2;
    }
    parts.push_back(text.substr(begin));
    // Of a member its class; of a free function, which namespaces in lower case hold, itself.
    if (!table && parts.size() > 1 &&
        std::isupper(static_cast<unsigned char>(parts[parts.size() - 2].front())) != 0)
        parts.pop_back();
    return parts.back();
}

std::string stub_source(const std::vector<std::string>& symbols) {
    constexpr int kTableBytes = 1024;
    std::string text = "    .section .note.GNU-stack,\"\",@progbits\n";
    int index = 0;
    for (const std::string& symbol : symbols) {
        if (symbol.compare(0, 3, "_ZT") == 0) {
            text += fmt::format(
                "    .data\n    .align 16\n    .globl {0}\n    .hidden {0}\n{0}:\n"
                "    .zero {1}\n",
                symbol, kTableBytes);
            continue;
        }
        text += fmt::format(
            "    .section .rodata\ndavsim_name_{0}:\n    .string \"{1}\"\n    .text\n    .globl "
            "{2}\n"
            "    .hidden {2}\n    .type {2}, @function\n{2}:\n    leaq davsim_name_{0}(%rip), "
            "%rdi\n"
            "    jmp davsim_missing_function\n",
            index++, demangle(symbol), symbol);
    }
    return text;
}

std::vector<std::string> neighbour_sources(const std::set<std::string>& dependencies,
                                           const OperatorSources& sources) {
    std::set<fs::path> folders;
    for (const std::string& path : dependencies) {
        const fs::path folder = fs::path(path).parent_path();
        const bool theirs = path.compare(0, sources.project.size(), sources.project) == 0;
        if (theirs && folder.string().find("op_host") != std::string::npos) folders.insert(folder);
    }
    std::vector<std::string> found;
    std::error_code code;
    for (const fs::path& folder : folders) {
        for (const fs::directory_entry& entry : fs::directory_iterator(folder, code)) {
            const std::string name = entry.path().filename().string();
            if (entry.path().extension() != ".cpp" && entry.path().extension() != ".cc") continue;
            if (name.find("_def.") == std::string::npos) found.push_back(entry.path().string());
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::string registration_pattern(const std::string& type, const std::string& macro) {
    return fmt::format(R"((IMPL_OP|{})\s*\(\s*{}\s*\))", macro, type);
}

}  // namespace davsim::op
