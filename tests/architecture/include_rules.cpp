// SPDX-License-Identifier: Apache-2.0
#include "tests/architecture/include_rules.h"

#include <algorithm>
#include <filesystem>
#include <regex>

#include "tests/architecture/rooms.h"

namespace davsim::architecture {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kKernelIncludeTree = "sim/ascendc/include/";

bool in_a_room(std::string_view path) {
    return is_cpp(path) && (starts_with(path, "sim/") || starts_with(path, "traces/") ||
                            starts_with(path, "kernels/"));
}

bool looks_like_project(std::string_view header) {
    return starts_with(header, "sim/") || starts_with(header, "traces/") ||
           starts_with(header, "kernels/") || starts_with(header, "tests/") ||
           starts_with(header, "bench/");
}

// "kernels/group_norm_backward" of a file below it.
std::string operator_folder(const std::string& path) {
    const std::size_t name = path.find('/') + 1;
    return path.substr(0, path.find('/', name));
}

bool is_tiling_header(const std::string& path) {
    return is_header(path) &&
           fs::path(path).filename().string().find("tiling") != std::string::npos;
}

// What the room table cannot say: arrows that depend on the file, not on the room alone.
std::string finer_rule(const std::string& from_room, const std::string& from,
                       const std::string& to_room, const std::string& to) {
    const bool both_kernels = starts_with(from, "kernels/") && starts_with(to, "kernels/");
    if (both_kernels && operator_folder(from) != operator_folder(to)) {
        return "an operator uses its own files only";
    }
    if (from_room == "kernels/op_host" && to_room == "kernels/op_kernel" && !is_tiling_header(to)) {
        return "of op_kernel only the tiling header is shared with the host";
    }
    const bool from_reference = from.find("/reference/") != std::string::npos;
    if (from_reference && to_room == "kernels/op_host" &&
        to.find("/op_host/") != std::string::npos && !ends_with(to, "/shape.h")) {
        return "a reference shares the problem's shape.h with the host side, so that it stays "
               "independent";
    }
    if (from_reference && to_room == "kernels/op_kernel")
        return "a reference is independent of the kernel";
    if (from_room == "kernels/op_kernel" && to_room == "ascendc" &&
        !starts_with(to, kKernelIncludeTree)) {
        return "a kernel sees the include tree " + std::string(kKernelIncludeTree) + " only";
    }
    return {};
}

std::string check_project_include(const std::string& from, const std::string& to) {
    const std::string from_room = room_of(from);
    const std::string to_room = room_of(to);
    if (to_room.empty()) return "includes " + to + ", which is in no room";
    const std::vector<std::string>& allowed = find_room(from_room)->allowed;
    const bool known =
        from_room == to_room || std::find(allowed.begin(), allowed.end(), to_room) != allowed.end();
    if (!known) return "room " + from_room + " may not include " + to + " of room " + to_room;
    const std::string finer = finer_rule(from_room, from, to_room, to);
    return finer.empty() ? std::string{} : "includes " + to + ": " + finer;
}

std::string check_library_include(const std::string& from, const Include& include) {
    if (looks_like_project(include.header))
        return "includes " + include.header + ", which does not exist";
    const std::string room = room_of(from);
    for (const PrivateLibrary& library : private_libraries()) {
        const bool prefix = ends_with(library.header, "/");
        const bool meant =
            prefix ? starts_with(include.header, library.header) : include.header == library.header;
        if (!meant) continue;
        if (std::find(library.rooms.begin(), library.rooms.end(), room) == library.rooms.end()) {
            return "room " + room + " may not include <" + include.header + ">";
        }
        return {};
    }
    return {};
}

}  // namespace

std::vector<Include> includes_of(std::string_view text) {
    static const std::regex kPattern(R"(^\s*#\s*include\s*(["<])([^">]+)[">])");
    std::vector<Include> includes;
    int number = 0;
    for (const std::string_view line : lines_of(text)) {
        ++number;
        if (line.find("include") == std::string_view::npos) continue;
        std::match_results<std::string_view::const_iterator> match;
        if (!std::regex_search(line.begin(), line.end(), match, kPattern)) continue;
        includes.push_back({number, match[1] == "\"", match[2]});
    }
    return includes;
}

std::string resolve(const SourceTree& tree, const std::string& includer, const Include& include) {
    std::vector<std::string> candidates;
    if (include.quoted) {
        const fs::path beside = fs::path(includer).parent_path() / include.header;
        candidates.push_back(beside.lexically_normal().generic_string());
    }
    candidates.push_back(include.header);
    candidates.push_back(std::string(kKernelIncludeTree) + include.header);
    for (const std::string& candidate : candidates) {
        if (tree.count(candidate) != 0) return candidate;
    }
    return {};
}

std::vector<std::string> check_includes(const SourceTree& tree) {
    std::vector<std::string> complaints;
    for (const auto& [path, text] : tree) {
        if (!in_a_room(path)) continue;
        if (room_of(path).empty()) {
            complaints.push_back(path + ":1: is in no room");
            continue;
        }
        for (const Include& include : includes_of(text)) {
            const std::string target = resolve(tree, path, include);
            const std::string complaint = target.empty() ? check_library_include(path, include)
                                                         : check_project_include(path, target);
            if (!complaint.empty()) {
                complaints.push_back(path + ':' + std::to_string(include.line) + ": " + complaint);
            }
        }
    }
    return complaints;
}

}  // namespace davsim::architecture
