// SPDX-License-Identifier: Apache-2.0
#include "sim/opkit/kernel_text.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <regex>

namespace davsim::op {
namespace fs = std::filesystem;
namespace {

struct Include {
    std::string path;
    std::string neighbour;  // NAME of "../NAME/...", "../../NAME/..."
};

std::vector<Include> includes_of(const std::string& text) {
    static const std::regex kPattern(R"(#\s*include\s*["<]([^">]+)[">])");
    static const std::regex kUp(R"(^(?:\.\./)+([A-Za-z_0-9]+)/)");
    std::vector<Include> result;
    for (std::sregex_iterator it(text.begin(), text.end(), kPattern), end; it != end; ++it) {
        Include include{(*it)[1], ""};
        std::smatch match;
        if (std::regex_search(include.path, match, kUp)) include.neighbour = match[1];
        result.push_back(include);
    }
    return result;
}

// Reads a file and, once each, what it includes from the folders given.
class Reader {
public:
    explicit Reader(std::vector<fs::path> folders) : folders_(std::move(folders)) {}

    KernelText read(const fs::path& file) {
        std::error_code code;
        queue_.push_back(fs::weakly_canonical(file, code));
        while (!queue_.empty()) {
            const fs::path path = queue_.front();
            queue_.pop_front();
            if (!seen_.insert(path.string()).second) continue;
            const std::string text = read_text(path.string());
            result_.all += text;
            result_.all += '\n';
            result_.files.insert(path.string());
            for (const Include& include : includes_of(text)) follow(path, include);
        }
        return std::move(result_);
    }

private:
    void follow(const fs::path& from, const Include& include) {
        std::error_code code;
        std::vector<fs::path> candidates = {from.parent_path() / include.path};
        for (const fs::path& folder : folders_) candidates.push_back(folder / include.path);
        for (const fs::path& candidate : candidates) {
            if (!fs::is_regular_file(candidate, code)) continue;
            queue_.push_back(fs::weakly_canonical(candidate, code));
            return;
        }
        if (!include.neighbour.empty()) result_.neighbours.insert(include.neighbour);
    }

    std::vector<fs::path> folders_;
    std::deque<fs::path> queue_;
    std::set<std::string> seen_;
    KernelText result_;
};

std::vector<fs::path> kernel_folders(const OperatorSources& sources) {
    return {fs::path(sources.folder) / "op_kernel", sources.folder, sources.project};
}

// The op_kernel folder of an operator or a common folder called `name`.
std::string find_neighbour(const OperatorSources& sources, const std::string& name) {
    std::error_code code;
    for (fs::path at = sources.folder;; at = at.parent_path()) {
        std::vector<fs::path> places = {at / name / "op_kernel"};
        std::vector<fs::path> below;
        for (const fs::directory_entry& entry : fs::directory_iterator(at, code)) {
            if (entry.is_directory(code)) below.push_back(entry.path() / name / "op_kernel");
        }
        std::sort(below.begin(), below.end());
        places.insert(places.end(), below.begin(), below.end());
        places.push_back(at / name);
        for (const fs::path& place : places) {
            if (fs::is_directory(place, code)) return place.string();
        }
        if (at == fs::path(sources.project) || !at.has_relative_path()) return "";
    }
}

}  // namespace

bool KernelText::mentions(const std::string& word) const {
    const auto is_word = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    };
    for (std::size_t at = all.find(word); at != std::string::npos; at = all.find(word, at + 1)) {
        const bool begins = at == 0 || !is_word(all[at - 1]);
        const std::size_t end = at + word.size();
        if (begins && (end >= all.size() || !is_word(all[end]))) return true;
    }
    return false;
}

std::set<std::string> KernelText::literal_keys(bool& complete) const {
    static const std::regex kPattern(R"(\bTILING_KEY_IS\s*\(\s*([^)]*?)\s*\))");
    static const std::regex kNumber("([0-9]+)[uUlL]*");
    std::set<std::string> keys;
    complete = true;
    for (std::sregex_iterator it(all.begin(), all.end(), kPattern), end; it != end; ++it) {
        const std::string argument = (*it)[1];
        std::smatch match;
        if (std::regex_match(argument, match, kNumber)) {
            keys.insert(match[1]);
        } else {
            complete = false;
        }
    }
    return keys;
}

std::string template_header(const OperatorSources& sources, int npu_arch) {
    // A second source beside the operator's own, "NAME_apt", is the one for 950.
    static const std::regex kFor950("_(apt|arch35|950)$");
    std::vector<std::string> candidates = sources.kernels;
    if (sources.own_kernels > 0) candidates.resize(sources.own_kernels);
    std::vector<std::string> kernels;
    for (const std::string& file : candidates) {
        const bool for_950 = std::regex_search(fs::path(file).stem().string(), kFor950);
        if (for_950 && npu_arch == 3510) kernels.insert(kernels.begin(), file);
        if (!for_950) kernels.push_back(file);
    }
    for (const std::string& file : kernels) {
        const std::set<std::string> files = read_kernel(sources, file).files;
        for (const std::string& header : sources.template_headers) {
            if (files.count(header) != 0) return header;
        }
    }
    return "";
}

KernelText read_kernel(const OperatorSources& sources, const std::string& file) {
    return Reader(kernel_folders(sources)).read(file);
}

std::vector<std::string> stage_neighbours(const OperatorSources& sources, const std::string& stage,
                                          const std::string& file, KernelText& text) {
    // "../NAME" is looked up below the first, "../../NAME" below the second, and so on.
    const std::vector<std::string> search = {stage + "/op", stage + "/op/a", stage + "/op/a/b"};
    fs::create_directories(search.back());
    std::set<std::string> done;
    for (;;) {
        std::vector<fs::path> folders = kernel_folders(sources);
        folders.insert(folders.end(), search.begin(), search.end());
        text = Reader(folders).read(file);
        bool added = false;
        for (const std::string& name : text.neighbours) {
            if (!done.insert(name).second) continue;
            const std::string place = find_neighbour(sources, name);
            if (place.empty()) continue;
            std::error_code code;
            fs::create_directory_symlink(place, fs::path(stage) / name, code);
            added = true;
        }
        if (!added) return search;
    }
}

std::string without_launches(const std::string& text) {
    static const std::regex kLaunch(R"(\b[A-Za-z_]\w*\s*(<[^<>;]*>)?\s*<<<[^;{}]*?>>>\s*\()");
    std::string result;
    auto rest = text.begin();
    for (std::sregex_iterator it(text.begin(), text.end(), kLaunch), end; it != end; ++it) {
        const std::string launch = it->str();
        result.append(rest, text.begin() + it->position());
        result += "static_cast<void>(";
        result.append(static_cast<std::size_t>(std::count(launch.begin(), launch.end(), '\n')),
                      '\n');
        rest = text.begin() + it->position() + it->length();
    }
    if (rest == text.begin()) return "";
    return result.append(rest, text.end());
}

KernelEntry find_entry(const std::string& text, const std::vector<std::string>& wanted) {
    static const std::regex kPattern(
        R"((template\s*<[^;{}]*>\s*)?(?:extern\s+"C"\s+|\w+\s+)?(?:__global__\s+__aicore__|__aicore__\s+__global__)\s+void\s+(\w+)\s*\()");
    KernelEntry last;
    for (std::sregex_iterator it(text.begin(), text.end(), kPattern), end; it != end; ++it) {
        const KernelEntry entry{(*it)[2], (*it)[1].matched};
        if (std::find(wanted.begin(), wanted.end(), entry.name) != wanted.end()) return entry;
        last = entry;
    }
    return last;
}

}  // namespace davsim::op
