// SPDX-License-Identifier: Apache-2.0
#include "sim/opkit/operator_template.h"

#include <fmt/format.h>

#include <cctype>
#include <filesystem>

#include "sim/base/error.h"
#include "sim/base/write_file.h"
#include "sim/opkit/operator_sources.h"
#include "sim/opkit/toolchain.h"

namespace davsim::op {
namespace fs = std::filesystem;
namespace {

bool is_snake_case(const std::string& name) {
    if (name.empty() || std::islower(static_cast<unsigned char>(name[0])) == 0) return false;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const auto c = static_cast<unsigned char>(name[i]);
        if (std::islower(c) == 0 && std::isdigit(c) == 0 && c != '_') return false;
        if (c == '_' && (i + 1 == name.size() || name[i + 1] == '_')) return false;
    }
    return true;
}

// "my_add" -> "MyAdd"
std::string camel_case(const std::string& name) {
    std::string result;
    bool begins = true;
    for (const char c : name) {
        if (c != '_')
            result += begins ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
        begins = c == '_';
    }
    return result;
}

std::string replaced(std::string text, const std::string& name) {
    for (const auto& [mark, value] : {std::pair(std::string("@NAME@"), name),
                                      std::pair(std::string("@TYPE@"), camel_case(name))}) {
        for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at))
            text.replace(at, mark.size(), value);
    }
    return text;
}

}  // namespace

std::string new_operator(const std::string& name, const std::string& parent) {
    if (!is_snake_case(name))
        throw Error(
            Fault::kUsage,
            fmt::format("'{}' is no name for an operator, allowed is snake_case: my_add", name));
    const fs::path folder = fs::path(parent) / name;
    std::error_code code;
    if (fs::exists(folder, code))
        throw Error(Fault::kUsage, folder.string() + ": exists; nothing is overwritten");
    const fs::path from = fs::path(find_toolchain().include_root) / "sim/opkit/template";
    if (!fs::is_directory(from, code))
        throw Error(Fault::kUsage, from.string() + ": the template is missing");
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(from)) {
        if (!entry.is_regular_file()) continue;
        std::string relative = fs::relative(entry.path(), from).string();
        relative = replaced(relative.substr(0, relative.rfind(".in")), name);
        const fs::path to = folder / relative;
        fs::create_directories(to.parent_path(), code);
        write_file(to.string(), replaced(read_text(entry.path().string()), name));
        if (to.extension() == ".sh")
            fs::permissions(to, fs::perms::owner_exec, fs::perm_options::add, code);
    }
    return folder.string();
}

}  // namespace davsim::op
