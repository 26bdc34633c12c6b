// SPDX-License-Identifier: Apache-2.0
#include "sim/run/summary_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "sim/run/number_text.h"

namespace davsim {
namespace {

constexpr double kPercent = 100.0;
constexpr double kGigaPerTera = 1000.0;
constexpr double kUsPerSecond = 1e6;

struct PipeRow {
    Pipe pipe;
    const char* what;
};
constexpr std::array<PipeRow, 4> kRows = {{
    {Pipe::kS, "scalar"},
    {Pipe::kMte2, "GM to UB"},
    {Pipe::kV, "vector"},
    {Pipe::kMte3, "UB to GM"},
}};

class Text {
public:
    explicit Text(const RunReport& report) : report_(report), statistics_(report.statistics) {}

    std::string write() {
        verdict();
        problem();
        if (report_.empty) {
            line("  {}: nothing was launched",
                 report_.all_masked ? "all outputs are masked" : "empty tensors");
        } else {
            launch();
            pipes();
            memory();
        }
        numerics();
        speed();
        files();
        return std::move(text_);
    }

private:
    template <class... Args>
    void line(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
        text_ += '\n';
    }

    void verdict() {
        const SocConfig& config = report_.config;
        line("{}  {} on {} ({}, {} vector cores, {} MHz)", verdict_word(),
             report_.op, config.identity.soc, config.identity.product, config.cores.vector_cores(),
             config.cores.clock_mhz);
    }

    // Without golden values nothing says whether the outputs are right.
    const char* verdict_word() const {
        if (!report_.pass()) return "FAIL";
        return report_.unjudged ? "RAN " : "PASS";
    }

    void problem() {
        const ProblemSpec& spec = report_.problem;
        std::string types(name_of(spec.dtype));
        if (spec.mean_dtype && *spec.mean_dtype != spec.dtype)
            types += fmt::format("/{}", name_of(*spec.mean_dtype));
        const std::string source = report_.case_folder ? "case " + *report_.case_folder
                                                       : fmt::format("seed {}", report_.seed);
        line("  shape     {}  {}  {}", report_.shape_text, types, source);
    }

    void launch() {
        line("  tiling    {} (key {}), {} blocks on {} cores", report_.tiling.strategy,
             report_.tiling.key, report_.tiling.block_dim, statistics_.used_cores());
        line("  time      {} cycles = {}", grouped(statistics_.span.count()),
             time_text(report_.time_us()));
        line("  bound     {}", report_.bound.text);
        line("            {}; no schedule takes less than {} cycles", report_.roofline.verdict,
             grouped(report_.bound.roofline.count()));
    }

    void pipes() {
        line("");
        line("  {:<16}{:>6}{:>16}{:>14}{:>12}{:>12}", "pipe", "busy", "cycles a core",
             "instructions", "flags", "bytes");
        const int cores = std::max(statistics_.used_cores(), 1);
        for (const PipeRow& row : kRows) {
            const PipeUse total = statistics_.pipe_total(row.pipe);
            const bool scalar = row.pipe == Pipe::kS;
            line("  {:<5}{:<11}{:>4.0f} %{:>16}{:>14}{:>12}{:>12}", name_of(row.pipe), row.what,
                 statistics_.pipe_ratio(row.pipe) * kPercent, grouped(total.busy.count() / cores),
                 grouped(static_cast<std::int64_t>(total.instructions)),
                 grouped(static_cast<std::int64_t>(total.syncs)),
                 scalar ? "-" : bytes_text(total.bytes));
        }
    }

    // Decimal GB/s over the whole launch.
    double rate(std::uint64_t bytes) const {
        return report_.time_us() <= 0.0
                   ? 0.0
                   : static_cast<double>(bytes) / report_.time_us() / kGigaPerTera;
    }

    void memory() {
        const MemoryUse& use = statistics_.memory;
        const double peak = report_.config.hbm.peak_tbps * kGigaPerTera;
        const double hbm = rate(use.hbm_read + use.hbm_write);
        line("  memory    cores read {}, wrote {}: {:.0f} GB/s; L2 hits {:.0f} %",
             bytes_text(use.gm_read), bytes_text(use.gm_write), rate(use.gm_read + use.gm_write),
             use.l2_hit_rate() * kPercent);
        line("            HBM read {}, wrote {}: {:.0f} GB/s, {:.0f} % of its peak {:.0f} GB/s",
             bytes_text(use.hbm_read), bytes_text(use.hbm_write), hbm,
             peak <= 0.0 ? 0.0 : hbm / peak * kPercent, peak);
    }

    void numerics() {
        if (report_.unjudged) line("  numerics  not judged: no golden values were given");
        if (report_.numerics.empty() && report_.unwritten.empty()) return;
        line("");
        line("  {:<16}{:>10}{:>12}{:>24}", "output", "max abs", "max rel", "mismatches");
        for (const Comparison& c : report_.numerics) {
            line("  {:<16}{:>10.2e}{:>12.2e}{:>24}  {}", c.output, c.max_abs, c.max_rel,
                 fmt::format("{} of {}", c.mismatches,
                             grouped(static_cast<std::int64_t>(c.elements))),
                 verdict_of(c));
        }
        for (const std::string& output : report_.unwritten)
            line("  {:<16}not written: keeps what it held", output);
    }

    static std::string verdict_of(const Comparison& c) {
        if (c.pass) return "pass";
        return fmt::format("FAIL, first at {}: {:.6g}, wanted {:.6g}", c.first_index, c.first_got,
                           c.first_want);
    }

    void speed() {
        line("");
        if (report_.empty || report_.wall_seconds <= 0.0) return;
        const auto rate_of = [this](std::uint64_t count) {
            return rate_text(static_cast<double>(count) / report_.wall_seconds);
        };
        line("  simulated in {}:{} {} instructions/s",
             time_text(report_.wall_seconds * kUsPerSecond),
             report_.elements == 0 ? "" : fmt::format(" {} elements/s,", rate_of(report_.elements)),
             rate_of(report_.instructions));
    }

    void files() {
        std::string traces;
        if (!report_.trace_store.empty()) traces += ", " + report_.trace_store;
        for (const std::string& file : report_.trace_files) {
            // Those of single cores are many.
            if (file.find("veccore") == std::string::npos) traces += ", " + file;
        }
        line("  results in {}: summary.json, outputs/{}", report_.output_folder, traces);
        if (!report_.trace_message.empty()) line("  note: {}", report_.trace_message);
    }

    const RunReport& report_;
    const LaunchStatistics& statistics_;
    std::string text_;
};

}  // namespace

std::string summary_text(const RunReport& report) {
    return Text(report).write();
}

}  // namespace davsim
