// SPDX-License-Identifier: Apache-2.0
#include "sim/cc/command_line.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "sim/base/error.h"

namespace davsim::cc {
namespace {

bool starts_with(std::string_view text, std::string_view prefix) {
    return text.substr(0, prefix.size()) == prefix;
}

bool ends_with(std::string_view text, std::string_view ending) {
    return text.size() >= ending.size() && text.substr(text.size() - ending.size()) == ending;
}

bool is_source(std::string_view name) {
    constexpr std::array<std::string_view, 7> kEndings = {".asc", ".cpp", ".cc", ".cxx",
                                                          ".c++", ".C",   ".cce"};
    return std::any_of(kEndings.begin(), kEndings.end(),
                       [name](std::string_view ending) { return ends_with(name, ending); });
}

// Options of the preprocessor whose value may be the next argument.
constexpr std::array<std::string_view, 7> kPathOptions = {
    "-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-MF", "-MT"};
constexpr std::array<std::string_view, 4> kPlainPreprocess = {"-MD", "-MMD", "-MP", "-MG"};

template <std::size_t kCount>
bool is_one_of(std::string_view text, const std::array<std::string_view, kCount>& all) {
    return std::find(all.begin(), all.end(), text) != all.end();
}

int arch_of(const std::string& name) {
    if (name == "dav-2201" || name == "dav-c220" || name == "dav-c220-vec") return 2201;
    if (name == "dav-1001" || name == "dav-c100") return 1001;
    if (name == "dav-3510" || name == "dav-c310" || name == "dav-c310-vec") return 3510;
    throw Error(Fault::kUsage,
                "--npu-arch: '" + name + "', allowed are dav-1001, dav-2201 and dav-3510");
}

class Parser {
public:
    explicit Parser(const std::vector<std::string>& arguments) : arguments_(arguments) {}

    CommandLine run() {
        for (at_ = 0; at_ < arguments_.size(); ++at_) argument(arguments_[at_]);
        check();
        return std::move(line_);
    }

private:
    // The value of an option, glued to it or the next argument.
    std::string value(const std::string& option, std::size_t name_length) {
        if (option.size() > name_length) return option.substr(name_length);
        if (at_ + 1 == arguments_.size())
            throw Error(Fault::kUsage, option + ": needs a value, none follows");
        return arguments_[++at_];
    }

    bool own_option(const std::string& a) {
        if (a == "--help") return line_.help = true;
        if (a == "--version") return line_.version = true;
        if (a == "-v" || a == "--verbose") return line_.verbose = true;
        if (a == "-c") return line_.only_compile = true;
        if (a == "-xasc" || a == "-xc++") return true;
        if (a == "-x") {
            ++at_;
            return true;
        }
        if (a == "-E" || a == "-S")
            throw Error(Fault::kUsage, a + ": davsim-cc makes objects (-c) and programs only");
        constexpr std::string_view kArch = "--npu-arch";
        if (a == kArch || starts_with(a, "--npu-arch=")) {
            line_.npu_arch = arch_of(a == kArch ? value(a, a.size()) : a.substr(kArch.size() + 1));
            return true;
        }
        if (starts_with(a, "-o")) {
            line_.output = value(a, 2);
            return true;
        }
        return false;
    }

    bool preprocessor_option(const std::string& a) {
        for (const std::string_view letter : {"-D", "-U", "-I"}) {
            if (!starts_with(a, letter)) continue;
            line_.preprocess.push_back(std::string(letter) + value(a, 2));
            return true;
        }
        if (is_one_of(a, kPlainPreprocess)) {
            line_.preprocess.push_back(a);
            return true;
        }
        if (!is_one_of(a, kPathOptions)) return false;
        line_.preprocess.push_back(a);
        line_.preprocess.push_back(value(a, a.size()));
        return true;
    }

    bool linker_option(const std::string& a) {
        for (const std::string_view letter : {"-l", "-L"}) {
            if (!starts_with(a, letter)) continue;
            line_.objects.push_back(std::string(letter) + value(a, 2));
            return true;
        }
        return false;
    }

    void argument(const std::string& a) {
        if (own_option(a) || preprocessor_option(a) || linker_option(a)) return;
        if (!a.empty() && a[0] == '-') {
            line_.has_standard = line_.has_standard || starts_with(a, "-std=");
            line_.has_level = line_.has_level || starts_with(a, "-O");
            line_.compile.push_back(a);
        } else if (is_source(a)) {
            line_.sources.push_back(a);
        } else {
            line_.objects.push_back(a);
        }
    }

    void check() const {
        if (line_.help || line_.version) return;
        if (line_.sources.empty() && line_.objects.empty())
            throw Error(Fault::kUsage, "no input files; davsim-cc --help shows how it is used");
        if (line_.only_compile && line_.sources.empty())
            throw Error(Fault::kUsage, "-c: no source among the inputs (.asc, .cpp, .cc, .cxx)");
        if (line_.only_compile && line_.sources.size() > 1 && !line_.output.empty())
            throw Error(Fault::kUsage, "-o with -c and several sources: each needs its own output");
    }

    const std::vector<std::string>& arguments_;
    std::size_t at_ = 0;
    CommandLine line_;
};

}  // namespace

CommandLine parse_command_line(const std::vector<std::string>& arguments) {
    return Parser(arguments).run();
}

}  // namespace davsim::cc
