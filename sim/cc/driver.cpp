// SPDX-License-Identifier: Apache-2.0
#include "sim/cc/driver.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "sim/base/error.h"
#include "sim/base/install_folder.h"
#include "sim/base/write_file.h"
#include "sim/cc/launch_headers.h"
#include "sim/cc/launch_rewriter.h"
#include "sim/cc/program.h"

namespace davsim::cc {
namespace fs = std::filesystem;
namespace {

using Words = std::vector<std::string>;

void append(Words& to, const Words& more) {
    to.insert(to.end(), more.begin(), more.end());
}

// Where headers and libraries of this davsim are: installed beside the program, or in the source
// and build trees.
struct Places {
    Words includes;
    fs::path libraries;
    Words archives;  // host side of kernels: PlatformAscendC and what belongs to it
};

Places find_places() {
    const fs::path root = install_folder();
    std::error_code ignored;
    Places places;
    places.libraries = root / "lib";
    const fs::path installed = root / "include";
    if (fs::is_directory(installed / "davsim" / "sim", ignored)) {
        places.includes = {(installed / "davsim/sim/ascendc/include").string(),
                           (installed / "davsim/sim/op_host_api/include").string(),
                           installed.string(), (installed / "davsim").string()};
        for (const char* name : {"libdavsim_op_host_api.a", "libdavsim_base.a"})
            places.archives.push_back((places.libraries / "davsim" / name).string());
    } else {
        const fs::path source = DAVSIM_SOURCE_FOLDER;
        places.includes = {(source / "sim/ascendc/include").string(),
                           (source / "sim/op_host_api/include").string(),
                           (source / "sim/acl/include").string(), source.string()};
        places.archives = {DAVSIM_OP_HOST_ARCHIVE, DAVSIM_BASE_ARCHIVE};
    }
    return places;
}

class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string pattern = (fs::temp_directory_path() / "davsim-cc-XXXXXX").string();
        if (mkdtemp(pattern.data()) == nullptr)
            throw Error(Fault::kUsage, pattern + ": cannot make a temporary folder");
        path_ = pattern;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::string file(const std::string& name) const { return (path_ / name).string(); }

private:
    fs::path path_;
};

std::string read_file(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    if (!stream) throw Error(Fault::kUsage, path + ": cannot read");
    return text.str();
}

bool is_clang(const std::string& compiler) {
    return fs::path(compiler).filename().string().find("clang") != std::string::npos;
}

class Driver {
public:
    explicit Driver(const CommandLine& line) : line_(line), places_(find_places()) {
        const char* chosen = std::getenv("CXX");
        std::istringstream words(chosen == nullptr || *chosen == '\0' ? "g++" : chosen);
        for (std::string word; words >> word;) compiler_.push_back(word);
        if (compiler_.empty()) compiler_ = {"g++"};
    }

    int run() {
        Words objects;
        for (const std::string& source : line_.sources) {
            const std::string object = object_of(source, objects.size());
            if (const int code = compile(source, object)) return code;
            objects.push_back(object);
        }
        return line_.only_compile ? 0 : link(objects);
    }

private:
    std::string object_of(const std::string& source, std::size_t number) const {
        if (!line_.only_compile) return folder_.file(std::to_string(number) + ".o");
        if (!line_.output.empty()) return line_.output;
        return fs::path(source).stem().string() + ".o";
    }

    int run_command(const Words& command) const {
        if (line_.verbose) {
            std::string text;
            for (const std::string& word : command) text += (text.empty() ? "" : " ") + word;
            std::fprintf(stderr, "%s\n", text.c_str());
        }
        return run_program(command);
    }

    // Options that decide what the language is, for both passes.
    Words language() const {
        Words words = line_.compile;
        if (!line_.has_standard) words.emplace_back("-std=c++17");
        if (!line_.has_level) words.emplace_back("-O2");
        return words;
    }

    int preprocess(const std::string& source, const std::string& output, bool launches) const {
        Words command = compiler_;
        append(command, {"-E", "-x", "c++"});
        append(command, language());
        append(command, line_.preprocess);
        command.push_back("-D__NPU_ARCH__=" + std::to_string(line_.npu_arch));
        command.emplace_back("-DDAVSIM_KIND_MARKS");  // for the rewriter
        // As system headers, so that warnings are about the user's lines.
        for (const std::string& folder : places_.includes) append(command, {"-isystem", folder});
        append(command, {"-isystem", folder_.file("")});
        if (launches) append(command, {"-include", "sim/ascendc/launch_site.h"});
        append(command, {source, "-o", output});
        return run_command(command);
    }

    // Needs the launch header only where launches are; they may also come from an included file.
    int preprocess_and_rewrite(const std::string& source, const std::string& output) const {
        const std::string own = read_file(source);
        for (const std::string& kernel : launch_headers_in(own))
            write_file(folder_.file("aclrtlaunch_" + kernel + ".h"), launch_header(kernel));
        bool launches = own.find("<<<") != std::string::npos;
        for (;;) {
            if (const int code = preprocess(source, output, launches)) return code;
            const Rewritten rewritten = rewrite_launches(read_file(output), source);
            if (rewritten.launches != 0 && !launches) {
                launches = true;
                continue;
            }
            write_file(output, rewritten.text);
            return 0;
        }
    }

    int compile(const std::string& source, const std::string& object) const {
        const std::string text = folder_.file(fs::path(object).filename().string() + ".ii");
        if (const int code = preprocess_and_rewrite(source, text)) return code;
        Words command = compiler_;
        append(command, language());
        // What Ascend C sources expect of their compiler, and results that do not depend on the
        // host's instruction set. Sites of API calls are return addresses; reports name their
        // lines.
        append(command, {"-fno-strict-aliasing", "-fwrapv", "-ffp-contract=off",
                         "-fno-optimize-sibling-calls", "-fPIC", "-g", "-Wno-unknown-pragmas",
                         is_clang(compiler_[0]) ? "-Wno-c++11-narrowing" : "-Wno-narrowing"});
        append(command, {"-x", "c++-cpp-output", "-c", text, "-o", object});
        return run_command(command);
    }

    int link(const Words& objects) const {
        Words command = compiler_;
        append(command, line_.compile);
        append(command, objects);
        const std::string libraries = places_.libraries.string();
        command.push_back("-L" + libraries);
        append(command, line_.objects);
        command.emplace_back("-Wl,-u,davsim_program_platform");
        append(command, places_.archives);
        append(command, {"-ldavsim_acl", "-Wl,-rpath," + libraries, "-pthread", "-o",
                         line_.output.empty() ? "a.out" : line_.output});
        return run_command(command);
    }

    const CommandLine& line_;
    Places places_;
    Words compiler_;
    TemporaryFolder folder_;
};

}  // namespace

int drive(const CommandLine& line) {
    return Driver(line).run();
}

}  // namespace davsim::cc
