// SPDX-License-Identifier: Apache-2.0
#include "sim/opkit/toolchain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <thread>

#include "sim/base/error.h"

namespace davsim::op {
namespace fs = std::filesystem;
namespace {

constexpr const char* kHostInclude = "/sim/op_host_api/include";
constexpr const char* kKernelInclude = "/sim/ascendc/include";

std::vector<std::string> words(const char* text) {
    std::istringstream stream(text == nullptr ? "" : text);
    std::vector<std::string> result;
    for (std::string word; stream >> word;) result.push_back(word);
    return result;
}

std::vector<std::string> common(const Toolchain& tools, const std::string& source,
                                const std::string& object, const char* optimisation) {
    std::vector<std::string> command = tools.compiler;
    command.emplace_back(optimisation);
    for (const char* flag : {"-std=c++17", "-fPIC", "-fvisibility=hidden", "-fno-gnu-unique", "-w",
                             "-g1", "-ffp-contract=off", "-fmessage-length=0"})
        command.emplace_back(flag);
    command.insert(command.end(), tools.flags.begin(), tools.flags.end());
    command.insert(command.end(), {"-MMD", "-MF", object + ".d", "-c", source, "-o", object});
    return command;
}

void add_folders(std::vector<std::string>& command, const std::vector<std::string>& folders) {
    for (const std::string& folder : folders) command.push_back("-I" + folder);
}

}  // namespace

Toolchain find_toolchain() {
    Toolchain tools;
    tools.compiler = words(std::getenv("DAVSIM_CXX"));
    if (tools.compiler.empty()) tools.compiler = {"g++"};
    tools.flags = words(std::getenv("DAVSIM_OP_FLAGS"));
    tools.jobs = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));

    std::error_code code;
    const fs::path program = fs::read_symlink("/proc/self/exe", code);
    const fs::path prefix = program.parent_path().parent_path();
    if (fs::is_directory(prefix / "include/davsim/sim/op_host_api", code)) {
        tools.include_root = (prefix / "include/davsim").string();
        tools.acl_include = (prefix / "include").string();
        for (const char* name : {"libdavsim_op_host_api.a", "libdavsim_base.a"})
            tools.archives.push_back((prefix / "lib/davsim" / name).string());
    } else {
        tools.include_root = DAVSIM_SOURCE_DIR;
        tools.acl_include = tools.include_root + "/sim/acl/include";
        tools.archives = {DAVSIM_OP_HOST_ARCHIVE, DAVSIM_BASE_ARCHIVE};
    }
    std::vector<std::string> needed = tools.archives;
    needed.push_back(tools.include_root + kHostInclude);
    for (const std::string& path : needed) {
        if (!fs::exists(path, code))
            throw Error(Fault::kUsage, fmt::format("cannot build operators: {} is missing", path));
    }
    return tools;
}

std::vector<std::string> host_command(const Toolchain& tools, const std::string& source,
                                      const std::string& object,
                                      const std::vector<std::string>& folders) {
    std::vector<std::string> command = common(tools, source, object, "-O1");
    // The operator's project may bring headers of its own; ours fill what it does not have.
    add_folders(command, folders);
    add_folders(command, host_folders(tools));
    return command;
}

std::vector<std::string> host_folders(const Toolchain& tools) {
    return {tools.include_root + kHostInclude, tools.include_root};
}

std::vector<std::string> kernel_command(const Toolchain& tools, int npu_arch,
                                        const std::string& source, const std::string& object,
                                        const std::vector<std::string>& folders) {
    std::vector<std::string> command = common(tools, source, object, "-O1");
    for (const char* flag : {"-fno-strict-aliasing", "-fwrapv", "-Wno-narrowing",
                             "-fno-optimize-sibling-calls", "-DASCENDC_TPL_KERNEL"})
        command.emplace_back(flag);
    command.push_back(fmt::format("-D__NPU_ARCH__={}", npu_arch));
    command.push_back("-I" + tools.include_root + kKernelInclude);
    add_folders(command, folders);
    command.push_back("-I" + tools.include_root);
    // Some kernels include the host's acl/acl.h, without using it.
    command.push_back("-I" + tools.acl_include);
    return command;
}

}  // namespace davsim::op
