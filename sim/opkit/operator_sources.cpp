// SPDX-License-Identifier: Apache-2.0
#include "sim/opkit/operator_sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "sim/base/error.h"

namespace davsim::op {
namespace fs = std::filesystem;
namespace {

bool is_source(const fs::path& path) {
    return path.extension() == ".cpp" || path.extension() == ".cc";
}

// Folders whose sources are no part of the device or host functions.
bool skipped(const std::string& name) {
    static const std::set<std::string> kNames = {
        "op_api", "tests", "examples", "config", "fusion_pass", "docs", "ut", "st", "fallback"};
    return kNames.count(name) != 0;
}

enum class ArchFolder { kNone, kMatching, kOther };

// "arch35" holds what is for 950; a folder without such a name is for all.
ArchFolder arch_folder(const std::string& name, int npu_arch) {
    static const std::regex kPattern("arch([0-9]+)");
    std::smatch match;
    if (!std::regex_match(name, match, kPattern)) return ArchFolder::kNone;
    const std::string number = match[1];
    const bool matches = (npu_arch == 2201 && (number == "22" || number == "32")) ||
                         (npu_arch == 3510 && number == "35") ||
                         (npu_arch == 1001 && (number == "10" || number == "12"));
    return matches ? ArchFolder::kMatching : ArchFolder::kOther;
}

// Sources below `folder`; `other` gets those of other architectures.
void collect(const fs::path& folder, int npu_arch, bool foreign, std::vector<std::string>& sources,
             std::vector<std::string>& other) {
    std::error_code code;
    std::vector<fs::path> entries;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, code))
        entries.push_back(entry.path());
    std::sort(entries.begin(), entries.end());
    for (const fs::path& path : entries) {
        if (fs::is_directory(path, code)) {
            const std::string name = path.filename().string();
            if (skipped(name)) continue;
            const bool elsewhere = arch_folder(name, npu_arch) == ArchFolder::kOther;
            collect(path, npu_arch, foreign || elsewhere, sources, other);
        } else if (is_source(path)) {
            (foreign ? other : sources).push_back(path.string());
        }
    }
}

std::vector<std::string> defined_types(const std::vector<std::string>& sources) {
    static const std::regex kPattern(R"(\bOP_ADD\s*\(\s*([A-Za-z_0-9]+))");
    std::vector<std::string> types;
    for (const std::string& source : sources) {
        const std::string text = read_text(source);
        for (std::sregex_iterator it(text.begin(), text.end(), kPattern), end; it != end; ++it)
            types.push_back((*it)[1]);
    }
    return types;
}

// The folder that other operators lie in, too: the topmost one with a CMakeLists.txt above it, or
// the one of a repository.
fs::path project_of(const fs::path& folder) {
    std::error_code code;
    fs::path top = folder;
    for (fs::path at = folder; at.has_relative_path(); at = at.parent_path()) {
        if (fs::exists(at / ".git", code)) return at;
        if (fs::exists(at / "CMakeLists.txt", code))
            top = at;
        else if (at != folder)
            break;
    }
    return top;
}

std::vector<std::string> template_headers(const fs::path& kernels) {
    std::error_code code;
    if (!fs::is_directory(kernels, code)) return {};
    std::vector<std::string> found;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kernels, code)) {
        const std::string extension = entry.path().extension().string();
        if (extension != ".h" && extension != ".hpp") continue;
        if (read_text(entry.path().string()).find("ASCENDC_TPL_ARGS_DECL") != std::string::npos)
            found.push_back(fs::weakly_canonical(entry.path(), code).string());
    }
    std::sort(found.begin(), found.end());
    return found;
}

void collect_headers(const fs::path& folder, std::vector<std::string>& headers) {
    std::error_code code;
    if (!fs::is_directory(folder, code)) return;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder, code)) {
        const std::string extension = entry.path().extension().string();
        if (extension == ".h" || extension == ".hpp") headers.push_back(entry.path().string());
    }
    std::sort(headers.begin(), headers.end());
}

void add_if_folder(const fs::path& path, std::vector<std::string>& folders) {
    std::error_code code;
    if (fs::is_directory(path, code)) folders.push_back(path.string());
}

}  // namespace

std::string read_text(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

std::string snake_case(const std::string& type) {
    std::string result;
    for (std::size_t i = 0; i < type.size(); ++i) {
        const auto c = static_cast<unsigned char>(type[i]);
        const bool after_upper =
            i > 0 && std::isupper(static_cast<unsigned char>(type[i - 1])) != 0;
        const bool before_lower =
            i + 1 < type.size() && std::islower(static_cast<unsigned char>(type[i + 1])) != 0;
        if (std::isupper(c) != 0 && i > 0 && (!after_upper || before_lower)) result += '_';
        result += static_cast<char>(std::tolower(c));
    }
    return result;
}

OperatorSources find_sources(const std::string& folder, int npu_arch) {
    std::error_code code;
    const fs::path root = fs::weakly_canonical(fs::absolute(folder), code);
    if (!fs::is_directory(root, code))
        throw Error(Fault::kUsage, folder +
                                       ": no such folder; allowed is an operator folder with "
                                       "op_host and op_kernel");
    OperatorSources result;
    result.folder = root.string();
    result.name = root.filename().string();
    result.project = project_of(root).string();
    collect(root / "op_host", npu_arch, false, result.host, result.host_spares);
    collect(root / "op_kernel", npu_arch, false, result.kernels, result.kernels);
    std::vector<std::string> none;
    for (const char* own : {"reference", "cases"})
        collect(root / own, npu_arch, false, result.references, none);
    // The architecture's own folder goes first, those of others last.
    const auto rank = [&](const std::string& path) {
        switch (arch_folder(fs::path(path).parent_path().filename().string(), npu_arch)) {
            case ArchFolder::kMatching: return 0;
            case ArchFolder::kNone: return 1;
            case ArchFolder::kOther: return 2;
        }
        return 2;
    };
    std::stable_sort(result.kernels.begin(), result.kernels.end(),
                     [&](const std::string& a, const std::string& b) { return rank(a) < rank(b); });
    result.own_kernels = static_cast<std::size_t>(
        std::count_if(result.kernels.begin(), result.kernels.end(),
                      [&](const std::string& path) { return rank(path) < 2; }));
    collect_headers(root / "op_kernel", result.headers);
    collect_headers(root / "op_host", result.headers);
    result.operator_types = defined_types(result.host);
    if (result.operator_types.empty()) {
        throw Error(
            Fault::kUsage,
            fmt::format("{}: op_host defines no operator (no OP_ADD in its .cpp files)", folder));
    }
    result.template_headers = template_headers(root / "op_kernel");
    result.include_folders.push_back(root.string());
    for (fs::path at = root;; at = at.parent_path()) {
        add_if_folder(at / "common/inc", result.include_folders);
        add_if_folder(at / "common/include", result.include_folders);
        result.include_folders.push_back(at.string());
        if (at == fs::path(result.project) || !at.has_relative_path()) break;
    }
    add_if_folder(root / "op_host", result.include_folders);
    add_if_folder(root / "op_kernel", result.include_folders);
    return result;
}

std::string kernel_file(const OperatorSources& sources, const std::string& named) {
    std::vector<std::string> names;
    if (!named.empty()) names.push_back(named);
    names.push_back(sources.name);
    for (const std::string& type : sources.operator_types) names.push_back(snake_case(type));
    for (const std::string& name : names) {
        for (const std::string& path : sources.kernels) {
            if (fs::path(path).stem() == name) return path;
        }
    }
    if (sources.kernels.size() == 1) return sources.kernels[0];
    throw Error(Fault::kUsage,
                fmt::format("{}: no kernel source {}.cpp in op_kernel", sources.folder, names[0]));
}

std::vector<std::string> sources_registering(const OperatorSources& sources,
                                             const std::string& type, const std::string& macro) {
    const std::regex pattern(fmt::format(R"((IMPL_OP|{})\s*\(\s*{}\s*\))", macro, type));
    std::vector<std::string> found;
    std::error_code code;
    for (auto it = fs::recursive_directory_iterator(sources.project, code), end = fs::end(it);
         it != end; it.increment(code)) {
        const std::string name = it->path().filename().string();
        if (it->is_directory(code)) {
            if (skipped(name) || name == "op_kernel" || name == ".git" || name == ".build")
                it.disable_recursion_pending();
            continue;
        }
        if (!is_source(it->path())) continue;
        const std::string text = read_text(it->path().string());
        if (text.find(type) != std::string::npos && std::regex_search(text, pattern))
            found.push_back(it->path().string());
    }
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace davsim::op
