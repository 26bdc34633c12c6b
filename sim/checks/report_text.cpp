// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <iterator>

#include "sim/base/grouped.h"
#include "sim/checks/hazard_report.h"

namespace davsim::checks {
namespace {

std::string line_text(const SourceLine& line) {
    if (!line.known()) return "unknown line (compile the kernel with -g)";
    return fmt::format("{}:{}{}", shown_path(line.file), line.line,
                       line.function.empty() ? "" : " in " + line.function);
}

class Text {
public:
    explicit Text(const HazardReport& report) : report_(report) {}

    std::string write(std::size_t most) {
        std::size_t shown = 0;
        for (const ReportedFinding& reported : report_.findings) {
            if (most != 0 && shown == most) {
                line("... and {} more", report_.findings.size() - shown);
                break;
            }
            finding(reported);
            ++shown;
        }
        line("checks: {}: {}", report_.checks.text(), count_text(report_));
        return std::move(text_);
    }

private:
    template <class... Args>
    void line(fmt::format_string<Args...> format, Args&&... args) {
        text_ += "====== ";
        fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
        text_ += '\n';
    }

    void finding(const ReportedFinding& reported) {
        static constexpr const char* kHeads[] = {"ERROR", "WARNING", "INFO"};
        const Finding& finding = reported.finding;
        const KindInfo& info = info_of(finding.kind);
        std::string extra;
        if (finding.count > 1)
            extra += fmt::format(", {} times", grouped(static_cast<std::int64_t>(finding.count)));
        if (finding.timed) {
            extra += finding.manifested ? ", manifested"
                                        : fmt::format(", not manifested, {} cycles of slack",
                                                      grouped(finding.slack.count()));
        }
        line("{}: {} ({}){}", kHeads[static_cast<std::size_t>(info.severity)], info.title,
             info.name, extra);
        line("  {}", finding.message);
        for (std::size_t i = 0; i < finding.accesses.size(); ++i)
            access(finding.accesses[i], reported.lines[i]);
        if (!finding.hint.empty()) line("  fix: {}", finding.hint);
    }

    void access(const Access& access, const SourceLine& source) {
        std::string what;
        if (!access.operation.empty()) {
            what = fmt::format("{} on {}", access.operation, name_of(access.pipe));
            // Waits of a deadlock bring their own words.
            if (access.operation.compare(0, 3, "at ") == 0)
                what = fmt::format("{} {}", name_of(access.pipe), access.operation);
        }
        if (!access.does.empty() && access.end > access.begin) {
            what += fmt::format(" {} {} [{}, {})", access.does, name_of(access.space), access.begin,
                                access.end);
        }
        if (!access.owner.empty()) what += " of " + access.owner;
        line("    {}{}at {}", what, what.empty() ? "" : ", ", line_text(source));
        std::string when = fmt::format("core {}, block {}", access.core, access.block);
        if (access.pass > 0) when += fmt::format(", pass {} through this line", access.pass);
        when +=
            access.complete > access.start
                ? fmt::format(", cycles {} to {}", access.start.count(), access.complete.count())
                : fmt::format(", cycle {}", access.start.count());
        line("      {}", when);
    }

    const HazardReport& report_;
    std::string text_;
};

}  // namespace

std::string hazards_text(const HazardReport& report, std::size_t most) {
    return Text(report).write(most);
}

}  // namespace davsim::checks
