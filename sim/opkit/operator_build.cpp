// SPDX-License-Identifier: Apache-2.0
#include "sim/opkit/operator_build.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

#include "sim/base/write_file.h"
#include "sim/opkit/build_steps.h"
#include "sim/opkit/compile_settings.h"
#include "sim/opkit/describe.h"
#include "sim/opkit/kernel_text.h"
#include "sim/opkit/kernel_units.h"
#include "sim/opkit/operator_sources.h"
#include "sim/opkit/plain_structs.h"
#include "sim/opkit/project_headers.h"

namespace davsim::op {
namespace fs = std::filesystem;
namespace {

// A folder for generated and compiled files, gone at the end unless it is to be kept.
class Workshop {
public:
    Workshop(const std::string& output, bool keep) : keep_(keep) {
        std::error_code code;
        const fs::path parent = fs::absolute(output).parent_path();
        fs::create_directories(parent, code);
        std::string path =
            (parent / (".build-" + fs::path(output).stem().string() + "-XXXXXX")).string();
        if (mkdtemp(path.data()) == nullptr)
            throw Error(Fault::kUsage, parent.string() + ": cannot make a folder there");
        path_ = path;
    }
    ~Workshop() {
        std::error_code code;
        if (!keep_) fs::remove_all(path_, code);
    }
    Workshop(const Workshop&) = delete;
    Workshop& operator=(const Workshop&) = delete;
    std::string file(const std::string& name) const { return path_ + "/" + name; }

private:
    bool keep_;
    std::string path_;
};

class Build {
public:
    explicit Build(const BuildRequest& request)
        : request_(request),
          sources_(find_sources(request.folder, request.npu_arch)),
          headers_(sources_.project, sources_.folder),
          workshop_(request.output, request.keep),
          steps_(find_toolchain(), request.jobs, own_folders()) {}

    BuildReport run() {
        report_.type = sources_.operator_types.front();
        if (sources_.operator_types.size() > 1) choose_type();
        build_host();
        build_kernels();
        finish();
        return std::move(report_);
    }

private:
    std::vector<std::string> own_folders() const { return {sources_.project, sources_.folder}; }

    std::vector<std::string> folders() const {
        std::vector<std::string> all = request_.include_folders;
        all.insert(all.end(), sources_.include_folders.begin(), sources_.include_folders.end());
        all.insert(all.end(), found_folders_.begin(), found_folders_.end());
        return all;
    }

    // Of several operators in one folder, the one that is called like it.
    void choose_type() {
        for (const std::string& type : sources_.operator_types) {
            if (snake_case(type) == sources_.name) report_.type = type;
        }
    }

    std::string host_object(const std::string& source) {
        return workshop_.file(
            fmt::format("host_{}_{}.o", objects_++, fs::path(source).stem().string()));
    }

    // Compiles host sources; those that fail stay out, with their errors kept for the case that
    // something is missing in the end.
    void compile_host(const std::vector<std::string>& wanted) {
        std::vector<std::string> searched = folders();
        const std::vector<std::string> ours = host_folders(steps_.tools());
        searched.insert(searched.end(), ours.begin(), ours.end());
        for (const std::string& folder : headers_.folders_for(wanted, searched))
            found_folders_.push_back(folder);
        std::vector<CompileJob> jobs;
        for (const std::string& source : wanted) {
            if (!taken_.insert(source).second) continue;
            const std::string object = host_object(source);
            jobs.push_back(
                {source, object, host_command(steps_.tools(), source, object, folders())});
        }
        for (const CompileResult& result : steps_.compile(jobs)) {
            if (result.ok) {
                host_.push_back(result.object);
                read_dependencies(result.object + ".d");
            } else {
                failures_.push_back(result);
            }
        }
    }

    void read_dependencies(const std::string& depfile) {
        std::istringstream words(read_text(depfile));
        for (std::string word; words >> word;) {
            if (word == "\\" || word.back() == ':') continue;
            std::error_code code;
            dependencies_.insert(fs::weakly_canonical(word, code).string());
        }
    }

    void build_host() {
        std::vector<std::string> wanted = sources_.host;
        wanted.insert(wanted.end(), sources_.references.begin(), sources_.references.end());
        const std::string header = template_header(sources_, request_.npu_arch);
        if (!header.empty()) wanted.push_back(template_unit(header));
        compile_host(wanted);
        describe_plain_structs();
        add_registrations();
        const std::string unit = workshop_.file("host_library.cpp");
        write_file(unit, library_source(report_.type, {}, request_.npu_arch, "", true));
        const std::string object = unit + ".o";
        steps_.compile_ours({unit, object, host_command(steps_.tools(), unit, object, {})});
        link_host(object);
        description_ = describe_library(workshop_.file("host.so"));
        if (!description_.problem.empty()) fail_host(description_.problem);
        if (!description_.definition.has_tiling)
            fail_host(fmt::format("{} has no tiling function", report_.type));
        report_failures();
    }

    // Tiling structs without macros are described by a source of ours; where that does not compile,
    // their fields stay unknown and nothing else suffers.
    void describe_plain_structs() {
        std::string text;
        std::vector<std::string> headers;
        for (const std::string& dependency : sources_.headers) {
            text += read_text(dependency);
            headers.push_back(dependency);
        }
        for (const auto* sources : {&sources_.host, &sources_.kernels}) {
            for (const std::string& source : *sources) text += read_text(source);
        }
        const std::string source = plain_struct_source(tiling_struct_names(text), headers);
        if (source.empty()) return;
        const std::string unit = workshop_.file("plain_structs.cpp");
        write_file(unit, source);
        const CompileResult result =
            steps_
                .compile({{unit, unit + ".o",
                           host_command(steps_.tools(), unit, unit + ".o", folders())}})
                .at(0);
        if (result.ok) {
            host_.push_back(result.object);
        } else {
            report_.notes.push_back(
                fmt::format("the fields of the plain tiling structs are not known: {}",
                            result.errors.lines.empty() ? "the header does not compile alone"
                                                        : result.errors.lines[0]));
        }
    }

    std::string template_unit(const std::string& header) const {
        const std::string unit = workshop_.file("template_keys.cpp");
        write_file(unit, fmt::format("#define DAVSIM_TPL_COLLECT\n#include "
                                     "\"tiling/template_argument.h\"\n#include \"{}\"\n",
                                     header));
        return unit;
    }

    // Tiling and infer-shape of an operator may lie in the folders of its architectures or in
    // another folder of the project.
    void add_registrations() {
        for (const char* macro : {"IMPL_OP_OPTILING", "IMPL_OP_INFERSHAPE"}) {
            const std::regex pattern(registration_pattern(report_.type, macro));
            const auto registers = [&](const std::string& source) {
                return std::regex_search(read_text(source), pattern);
            };
            if (std::any_of(taken_.begin(), taken_.end(), registers)) continue;
            std::vector<std::string> more;
            std::copy_if(sources_.host_spares.begin(), sources_.host_spares.end(),
                         std::back_inserter(more), registers);
            if (more.empty()) more = sources_registering(sources_, report_.type, macro);
            compile_host(more);
        }
    }

    // Links the host functions; what is missing is looked for beside the headers they include.
    void link_host(const std::string& library_object) {
        constexpr int kRounds = 4;
        std::vector<std::string> objects = host_;
        for (int round = 0; round < kRounds; ++round) {
            const std::vector<std::string> missing =
                steps_.undefined(with(objects, library_object), workshop_.file("probe.so"));
            if (missing.empty()) break;
            const std::size_t before = host_.size();
            compile_host(defining(missing));
            objects = host_;
            if (host_.size() == before) break;
        }
        const std::vector<std::string> missing =
            steps_.undefined(with(objects, library_object), workshop_.file("probe.so"));
        if (!missing.empty()) {
            stubs_ = workshop_.file("stubs.s");
            write_file(stubs_, stub_source(missing));
            for (const std::string& name : missing)
                report_.notes.push_back(
                    fmt::format("UNSUPPORTED: {} is defined nowhere; a call of it "
                                "ends the tiling",
                                demangle(name)));
            objects.push_back(stubs_);
        }
        host_ = objects;
        steps_.link(with(host_, library_object), workshop_.file("host.so"));
    }

    static std::vector<std::string> with(std::vector<std::string> objects,
                                         const std::string& last) {
        objects.push_back(last);
        return objects;
    }

    // Sources that mention the class or function of a missing symbol.
    std::vector<std::string> defining(const std::vector<std::string>& missing) const {
        std::set<std::string> names;
        for (const std::string& symbol : missing) names.insert(owner_name(demangle(symbol)));
        std::vector<std::string> candidates = sources_.host_spares;
        const std::vector<std::string> neighbours = neighbour_sources(dependencies_, sources_);
        candidates.insert(candidates.end(), neighbours.begin(), neighbours.end());
        std::vector<std::string> found;
        for (const std::string& source : candidates) {
            if (taken_.count(source) != 0) continue;
            const std::string text = read_text(source);
            const bool defines =
                std::any_of(names.begin(), names.end(), [&](const std::string& name) {
                    return !name.empty() && (text.find(name + "::") != std::string::npos ||
                                             text.find(name + "(") != std::string::npos);
                });
            if (defines) found.push_back(source);
        }
        return found;
    }

    [[noreturn]] void fail_host(const std::string& reason) const {
        CompileErrors errors;
        for (const CompileResult& failure : failures_) append(errors, failure.errors);
        throw BuildError(errors.unsupported.empty() ? Fault::kUsage : Fault::kUnsupported,
                         fmt::format("{}: {}", request_.folder, reason), errors);
    }

    static void append(CompileErrors& to, const CompileErrors& from) {
        for (const std::string& line : from.lines) {
            if (std::find(to.lines.begin(), to.lines.end(), line) == to.lines.end())
                to.lines.push_back(line);
        }
        for (const std::string& name : from.unsupported) {
            if (std::find(to.unsupported.begin(), to.unsupported.end(), name) ==
                to.unsupported.end())
                to.unsupported.push_back(name);
        }
    }

    void report_failures() {
        for (const CompileResult& failure : failures_) {
            report_.notes.push_back(
                fmt::format("{} is left out: {}", fs::path(failure.source).filename().string(),
                            failure.errors.lines.empty() ? "it does not compile"
                                                         : failure.errors.lines.front()));
        }
        failures_.clear();
    }

    void build_kernels() {
        bool declared = true;
        const SocInfo soc = soc_info(description_.definition, request_.npu_arch, declared);
        if (!declared) {
            report_.notes.push_back(fmt::format(
                "the definition names no SoC of architecture {}; its general types are used",
                request_.npu_arch));
        }
        const auto named = soc.options.find("opFile.value");
        const std::string file =
            kernel_file(sources_, named == soc.options.end() ? "" : named->second);
        KernelText text;
        std::vector<std::string> search =
            stage_neighbours(sources_, workshop_.file("stage"), file, text);
        search.insert(search.begin(), fs::path(file).parent_path().string());
        const std::vector<std::string> others = folders();
        search.insert(search.end(), others.begin(), others.end());

        entry_ = find_entry(read_text(file), entry_names(soc, file));
        if (entry_.name.empty())
            throw Error(Fault::kUsage, file + ": no __global__ __aicore__ function");
        if (entry_.is_template && description_.templates.keys.empty())
            throw Error(
                Fault::kUsage,
                file + ": the kernel is a template, but no ASCENDC_TPL_SEL lists instances");
        const std::string structs = workshop_.file("tiling_structs.h");
        write_file(structs, struct_header(description_.structs, text));
        units_ = kernel_units(description_, soc, text, entry_, compiled_file(file), structs);
        compile_kernels(search);
    }

    // The kernel's source, or a copy of it without what a host compiler cannot read.
    std::string compiled_file(const std::string& file) const {
        const std::string text = without_launches(read_text(file));
        if (text.empty()) return file;
        const std::string copy = workshop_.file("kernel_" + fs::path(file).filename().string());
        write_file(copy, fmt::format("#line 1 \"{}\"\n{}", file, text));
        return copy;
    }

    std::vector<std::string> entry_names(const SocInfo& soc, const std::string& file) const {
        std::vector<std::string> names;
        const auto named = soc.options.find("opInterface.value");
        if (named != soc.options.end()) names.push_back(named->second);
        names.push_back(snake_case(report_.type));
        names.push_back(sources_.name);
        names.push_back(fs::path(file).stem().string());
        return names;
    }

    void compile_kernels(const std::vector<std::string>& search) {
        std::vector<CompileJob> jobs;
        for (const KernelUnit& unit : units_) {
            const std::string source = workshop_.file(unit.symbol + ".cpp");
            write_file(source, unit.text);
            jobs.push_back(
                {source, source + ".o",
                 kernel_command(steps_.tools(), request_.npu_arch, source, source + ".o", search)});
        }
        const std::vector<CompileResult> results = steps_.compile(jobs);
        std::vector<KernelUnit> good;
        CompileErrors errors;
        for (std::size_t i = 0; i < results.size(); ++i) {
            if (results[i].ok) {
                kernel_objects_.push_back(steps_.seal(results[i].object, units_[i].symbol));
                read_dependencies(results[i].object + ".d");
                good.push_back(units_[i]);
                continue;
            }
            append(errors, results[i].errors);
            report_.notes.push_back(fmt::format(
                "kernel for {} is left out: {}",
                units_[i].label.empty() ? "all types" : units_[i].label,
                results[i].errors.lines.empty() ? results[i].output : results[i].errors.lines[0]));
        }
        if (good.empty()) {
            throw BuildError(errors.unsupported.empty() ? Fault::kUsage : Fault::kUnsupported,
                             fmt::format("{}: the kernel does not compile", request_.folder),
                             errors);
        }
        units_ = std::move(good);
        report_.kernels = units_.size();
    }

    void finish() {
        const std::string unit = workshop_.file("library.cpp");
        write_file(unit, library_source(report_.type, units_, request_.npu_arch, entry_.name,
                                        auto_sync()));
        const std::string object = unit + ".o";
        steps_.compile_ours({unit, object, host_command(steps_.tools(), unit, object, {})});
        std::vector<std::string> objects = with(host_, object);
        objects.insert(objects.end(), kernel_objects_.begin(), kernel_objects_.end());
        const std::string made = workshop_.file("library.so");
        steps_.link(objects, made);
        std::error_code code;
        fs::rename(made, request_.output, code);
        if (code) throw Error(Fault::kUsage, request_.output + ": cannot write: " + code.message());
        if (!request_.depfile.empty()) write_depfile();
    }

    bool auto_sync() const {
        if (request_.auto_sync) return *request_.auto_sync;
        return auto_sync_setting(sources_.folder, request_.npu_arch).value_or(true);
    }

    void write_depfile() const {
        std::string text = request_.output + ":";
        for (const std::string& dependency : dependencies_) {
            if (dependency.find("/.build-") == std::string::npos) text += " \\\n " + dependency;
        }
        write_file(request_.depfile, text + "\n");
    }

    const BuildRequest& request_;
    OperatorSources sources_;
    ProjectHeaders headers_;
    std::vector<std::string> found_folders_;  // of neighbours, for headers that nothing else has
    Workshop workshop_;
    BuildSteps steps_;
    BuildReport report_;
    Description description_;
    KernelEntry entry_;
    std::vector<KernelUnit> units_;
    std::vector<std::string> host_;  // objects
    std::vector<std::string> kernel_objects_;
    std::vector<CompileResult> failures_;
    std::set<std::string> taken_;  // sources that were compiled or tried
    std::set<std::string> dependencies_;
    std::string stubs_;
    int objects_ = 0;
};

}  // namespace

BuildReport build_operator(const BuildRequest& request) {
    return Build(request).run();
}

}  // namespace davsim::op
