// SPDX-License-Identifier: Apache-2.0
#include "traces/export/csv.h"

#include <fmt/format.h>

#include <filesystem>

#include "sim/base/error.h"
#include "traces/analysis/line_profile.h"
#include "traces/core_choice.h"
#include "traces/export/block_columns.h"
#include "traces/text_file.h"

namespace davsim::traces {
namespace {

// As CSV wants it: in quotes, with quotes doubled.
std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"') result += '"';
        result += c;
    }
    return result + '"';
}

class Exporter {
public:
    Exporter(const StoreReader& store, const ExportOptions& options, const std::string& folder)
        : store_(store), options_(options), folder_(folder) {}

    ExportReport run() {
        make(folder_);
        basic_info();
        for (const BlockFile& file : block_files()) block_file(file);
        for (const int core : chosen_cores(store_, options_)) places(core);
        return std::move(report_);
    }

private:
    static void make(const std::string& folder) {
        std::error_code code;
        std::filesystem::create_directories(folder, code);
        if (code) {
            throw Error(Fault::kUsage,
                        fmt::format("{}: cannot create: {}", folder, code.message()));
        }
    }

    double us(std::int64_t cycles) const {
        return static_cast<double>(cycles) / static_cast<double>(store_.launch().clock_mhz);
    }

    void done(TextFile& file, const std::string& path, std::uint64_t rows) {
        report_.files.push_back({path, rows, file.bytes()});
        file.close();
    }

    void basic_info() {
        const LaunchMeta& launch = store_.launch();
        const std::string path = folder_ + "/OpBasicInfo.csv";
        TextFile file(path);
        file << "Op Name,Op Type,Task Duration(us),Block Dim,Mix Block Dim,Device Id,Pid,"
                "Current Freq,Rated Freq,Soc,Cycles,Shape,Data Type\n";
        // A simulated SoC has one device, number 0.
        file.print("{},vector,{:.6f},{},NA,0,NA,{},{},{},{},{},{}\n", quoted(launch.kernel),
                   us(store_.end().span), launch.blocks, launch.clock_mhz, launch.clock_mhz,
                   quoted(launch.remark("soc")), store_.end().span, quoted(launch.remark("shape")),
                   quoted(launch.remark("dtype")));
        done(file, path, 1);
    }

    void block_file(const BlockFile& what) {
        const std::string path = fmt::format("{}/{}.csv", folder_, what.name);
        TextFile file(path);
        for (std::size_t i = 0; i < what.columns.size(); ++i)
            file << (i == 0 ? "" : ",") << what.columns[i].name;
        file << "\n";
        std::uint64_t rows = 0;
        store_.for_each_block([&](const BlockUse& use) {
            if (!options_.wants(use.core)) return;
            const LaunchMeta& launch = store_.launch();
            const BlockContext context{use,
                                       static_cast<double>(launch.clock_mhz),
                                       launch.vector_per_core,
                                       static_cast<double>(launch.l2_line_bytes),
                                       launch.group_conflicts,
                                       launch.bank_conflicts};
            for (std::size_t i = 0; i < what.columns.size(); ++i) {
                const Column& column = what.columns[i];
                file << (i == 0 ? "" : ",") << (column.value ? column.value(context) : "NA");
            }
            file << "\n";
            ++rows;
        });
        done(file, path, rows);
    }

    // What each instruction and each line of one core cost.
    void places(int core) {
        const std::string name = core_name(core, store_.launch().vector_per_core);
        const std::string folder = fmt::format("{}/simulator/{}", folder_, name);
        make(folder);
        LineProfile profile(store_);
        profile.add(core);
        instructions(fmt::format("{}/{}_instr_exe.csv", folder, name), profile.by_instruction());
        lines(fmt::format("{}/{}_code_exe.csv", folder, name), profile.by_line());
    }

    std::string conflict(const PlaceUse& use) const {
        return store_.launch().group_conflicts ? std::to_string(use.conflict) : "NA";
    }

    void instructions(const std::string& path, const std::vector<PlaceUse>& uses) {
        TextFile file(path);
        file << "instr,addr,pipe,call_count,cycles,running_time(us),detail,busy_cycles,wait_cycles,"
                "flag_wait_cycles,bytes,code,bank_conflict_cycles\n";
        for (const PlaceUse& use : uses) {
            file.print("{},{:#x},{},{},{},{:.6f},{},{},{},{},{},{},{}\n", use.instr, use.address,
                       name_of(use.pipe), use.calls, use.cycles, us(use.cycles), quoted(use.detail),
                       use.busy, use.wait_cycles(), use.flag_wait, use.bytes, quoted(use.code),
                       conflict(use));
        }
        done(file, path, uses.size());
    }

    void lines(const std::string& path, const std::vector<PlaceUse>& uses) {
        TextFile file(path);
        file << "code,call_count,cycles,running_time(us),busy_cycles,wait_cycles,flag_wait_cycles,"
                "bytes,instr,bank_conflict_cycles\n";
        for (const PlaceUse& use : uses) {
            file.print("{},{},{},{:.6f},{},{},{},{},{},{}\n", quoted(use.code), use.calls,
                       use.cycles, us(use.cycles), use.busy, use.wait_cycles(), use.flag_wait,
                       use.bytes, quoted(use.instr), conflict(use));
        }
        done(file, path, uses.size());
    }

    const StoreReader& store_;
    const ExportOptions& options_;
    std::string folder_;
    ExportReport report_;
};

}  // namespace

ExportReport export_csv(const StoreReader& store, const ExportOptions& options,
                        const std::string& folder) {
    return Exporter(store, options, folder).run();
}

}  // namespace davsim::traces
