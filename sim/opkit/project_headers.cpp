// SPDX-License-Identifier: Apache-2.0
#include "sim/opkit/project_headers.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <regex>
#include <set>

#include "sim/opkit/operator_sources.h"

namespace davsim::op {
namespace fs = std::filesystem;
namespace {

std::vector<std::string> quoted_includes(const std::string& text) {
    static const std::regex kPattern(R"re(#[ \t]*include[ \t]*"([^"\n]+)")re");
    std::vector<std::string> result;
    for (std::sregex_iterator it(text.begin(), text.end(), kPattern), end; it != end; ++it)
        result.push_back((*it)[1]);
    return result;
}

bool is_header(const fs::path& path) {
    return path.extension() == ".h" || path.extension() == ".hpp";
}

// Device code and tests have headers of the same names.
bool skipped(const std::string& name) {
    static const std::set<std::string> kNames = {
        "op_kernel", "op_kernel_aicpu", "op_api", "tests", "examples", "docs", ".git", ".build"};
    return kNames.count(name) != 0;
}

std::size_t common_length(const std::string& a, const std::string& b) {
    const auto ends = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    return static_cast<std::size_t>(ends.first - a.begin());
}

std::string found_in(const fs::path& from, const std::string& include,
                     const std::vector<std::string>& folders) {
    std::error_code code;
    if (fs::is_regular_file(from.parent_path() / include, code))
        return (from.parent_path() / include).string();
    for (const std::string& folder : folders) {
        if (fs::is_regular_file(fs::path(folder) / include, code))
            return (fs::path(folder) / include).string();
    }
    return "";
}

}  // namespace

ProjectHeaders::ProjectHeaders(std::string project, std::string operator_folder)
    : project_(std::move(project)), operator_folder_(std::move(operator_folder)) {}

void ProjectHeaders::list_headers() {
    listed_ = true;
    std::error_code code;
    for (auto it = fs::recursive_directory_iterator(project_, code), end = fs::end(it); it != end;
         it.increment(code)) {
        if (it->is_directory(code)) {
            if (skipped(it->path().filename().string())) it.disable_recursion_pending();
        } else if (is_header(it->path())) {
            by_name_.emplace(it->path().filename().string(), it->path().string());
        }
    }
}

std::string ProjectHeaders::folder_of(const std::string& include) {
    if (!listed_) list_headers();
    const std::string ending = "/" + include;
    const auto [begin, end] = by_name_.equal_range(fs::path(include).filename().string());
    std::string best;
    for (auto it = begin; it != end; ++it) {
        const std::string& path = it->second;
        if (path.size() <= ending.size() ||
            path.compare(path.size() - ending.size(), ending.size(), ending) != 0)
            continue;
        const std::string folder = path.substr(0, path.size() - ending.size());
        const std::size_t gain = common_length(folder, operator_folder_);
        const std::size_t had = common_length(best, operator_folder_);
        if (best.empty() || gain > had || (gain == had && folder < best)) best = folder;
    }
    return best;
}

std::vector<std::string> ProjectHeaders::folders_for(const std::vector<std::string>& sources,
                                                     const std::vector<std::string>& searched) {
    std::vector<std::string> known = searched;
    std::vector<std::string> added;
    std::deque<std::string> queue(sources.begin(), sources.end());
    std::set<std::string> seen;
    while (!queue.empty()) {
        std::error_code code;
        const std::string path = fs::weakly_canonical(queue.front(), code).string();
        queue.pop_front();
        if (!seen.insert(path).second) continue;
        for (const std::string& include : quoted_includes(read_text(path))) {
            std::string header = found_in(path, include, known);
            if (header.empty()) {
                const std::string folder = folder_of(include);
                if (folder.empty()) continue;
                known.push_back(folder);
                added.push_back(folder);
                header = folder + "/" + include;
            }
            queue.push_back(header);
        }
    }
    return added;
}

}  // namespace davsim::op
