// SPDX-License-Identifier: Apache-2.0
#include "traces/export/trace_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

namespace davsim::traces {
namespace {

using Json = nlohmann::ordered_json;
using Lane = std::pair<std::string, std::string>;  // pid, tid

constexpr double kNsPerUs = 1000.0;
constexpr double kGridTolerance = 1e-3;  // of a nanosecond, for decimal fractions

struct OpenSlice {
    std::string name;
    std::int64_t id = 0;
    std::int64_t begin = 0;
};

struct Flow {
    int starts = 0;
    int ends = 0;
    std::int64_t start_ns = 0;
};

struct LaneState {
    std::int64_t last_begin = 0;
    std::int64_t last_end = 0;
    std::optional<OpenSlice> open;
};

class Checker {
public:
    std::vector<std::string> run(std::string_view text) {
        header(text);
        // Events are looked at and forgotten one by one: files have millions of them.
        std::string section;
        std::size_t index = 0;
        const auto visit = [&](int depth, Json::parse_event_t what, Json& parsed) {
            if (what == Json::parse_event_t::key && depth == 1) section = parsed;
            const bool event = depth == 2 && section == "traceEvents";
            if (what == Json::parse_event_t::array_start && depth == 1 && section == "traceEvents")
                has_events_ = true;
            if (!event) return true;
            if (what == Json::parse_event_t::value || what == Json::parse_event_t::array_end ||
                what == Json::parse_event_t::object_end) {
                strings(parsed);
                check(index++, parsed);
                return false;
            }
            return true;
        };
        const Json root = Json::parse(text, visit, false);
        if (root.is_discarded() || !root.is_object()) return {"not a well-formed JSON object"};
        if (!has_events_) return {"no array traceEvents"};
        strings(root);
        finish();
        return std::move(problems_);
    }

    const TraceCounts& counts() const { return counts_; }

private:
    void report(const std::string& problem) {
        constexpr std::size_t kMost = 100000;
        if (problems_.size() < kMost) problems_.push_back(problem);
    }

    // The vendor's viewer looks for the type in front of the first array only.
    void header(std::string_view text) {
        std::string head(text.substr(0, text.find('[')));
        head.erase(std::remove_if(head.begin(), head.end(),
                                  [](unsigned char c) { return std::isspace(c) != 0; }),
                   head.end());
        if (head.find("\"profilingType\":\"op\"") == std::string::npos)
            report("profilingType \"op\" does not stand before the first array");
        constexpr std::size_t kSearched = std::size_t{1} << 20U;
        if (text.substr(0, kSearched).find("\"traceEvents\"") == std::string_view::npos)
            report("traceEvents does not stand in the first MiB");
    }

    void strings(const Json& node) {
        if (node.is_string()) {
            const auto& text = node.get_ref<const std::string&>();
            if (text.find_first_of("{}") != std::string::npos)
                report(fmt::format("brace in string '{}'", text));
            if (text.find_first_of("\"\\\n") != std::string::npos)
                report(fmt::format("string '{}' needs an escape", text));
        }
        if (node.is_structured()) {
            for (const Json& child : node) strings(child);
        }
    }

    void check(std::size_t index, const Json& event) {
        const std::string where = fmt::format("event {}", index);
        if (!event.is_object() || event.empty() || event.begin().key() != "ph" ||
            !event.begin()->is_string()) {
            report(where + ": ph is not the first key");
            return;
        }
        const auto ph = event["ph"].get<std::string>();
        ++counts_.events;
        if (ph == "M") return name(event);
        if (ph == "C") return counter(where, event);
        const std::optional<Lane> lane = lane_of(event);
        if (!lane) return report(where + ": pid or tid is missing or empty");
        const std::optional<std::int64_t> ts = ns(event, "ts");
        if (!ts) return report(where + ": ts is not a whole number of nanoseconds");
        named(where, *lane);
        LaneState& state = lanes_[*lane];
        if (ph == "X") {
            complete(where, event, state, *ts);
        } else if (ph == "B" || ph == "E") {
            sync(where, ph, event, state, *ts);
        } else if (ph == "s" || ph == "t") {
            flow(where, ph, event, state, *ts);
        } else {
            report(fmt::format("{}: phase '{}' is not in the dialect", where, ph));
        }
    }

    // Names or numbers; the vendor's files of one core number their processes.
    static std::string place(const Json& event, const char* key) {
        const auto found = event.find(key);
        if (found == event.end()) return {};
        if (found->is_string()) return found->get<std::string>();
        return found->is_number_integer() ? std::to_string(found->get<std::int64_t>())
                                          : std::string();
    }

    static std::optional<Lane> lane_of(const Json& event) {
        Lane lane(place(event, "pid"), place(event, "tid"));
        if (lane.first.empty() || lane.second.empty()) return std::nullopt;
        return lane;
    }

    static std::string text_of(const Json& event, const char* key) {
        const auto found = event.find(key);
        return found != event.end() && found->is_string() ? found->get<std::string>()
                                                          : std::string();
    }

    static std::optional<std::int64_t> ns(const Json& event, const char* key) {
        if (!event.contains(key) || !event[key].is_number()) return std::nullopt;
        const double value = event[key].get<double>() * kNsPerUs;
        const double whole = std::round(value);
        if (value < 0 || std::abs(value - whole) > kGridTolerance) return std::nullopt;
        return static_cast<std::int64_t>(whole);
    }

    static std::optional<std::int64_t> id_of(const Json& event) {
        if (!event.contains("id") || !event["id"].is_number_integer()) return std::nullopt;
        return event["id"].get<std::int64_t>();
    }

    void name(const Json& event) {
        const std::string what = text_of(event, "name");
        const std::string pid = place(event, "pid");
        const std::string tid = place(event, "tid");
        if (what.rfind("process_", 0) == 0) names_.insert({pid, "", what});
        if (what.rfind("thread_", 0) == 0) names_.insert({pid, tid, what});
    }

    void named(const std::string& where, const Lane& lane) {
        const bool first_of_process = checked_.insert({lane.first, ""}).second;
        for (const char* what : {"process_name", "process_sort_index"}) {
            if (!first_of_process) break;
            if (names_.count({lane.first, "", what}) == 0) {
                report(fmt::format("{}: no {} of {} before it", where, what, lane.first));
            }
        }
        if (!checked_.insert(lane).second) return;
        for (const char* what : {"thread_name", "thread_sort_index"}) {
            if (names_.count({lane.first, lane.second, what}) == 0) {
                report(fmt::format("{}: no {} of {} {} before it", where, what, lane.first,
                                   lane.second));
            }
        }
    }

    void counter(const std::string& where, const Json& event) {
        const std::optional<std::int64_t> ts = ns(event, "ts");
        if (!ts || *ts == 0) report(where + ": counter sample at time 0 or off the grid");
        if (!event.contains("args") || event["args"].empty() ||
            !event["args"].begin()->is_number()) {
            report(where + ": counter without a number");
        }
    }

    // A slice begins: not before the last one began, not before it ended.
    void begin(const std::string& where, LaneState& state, std::int64_t ts) {
        if (ts < state.last_begin) {
            report(where + ": time runs backwards in its lane");
        } else if (ts < state.last_end || state.open) {
            report(where + ": overlaps the slice before it");
        }
        state.last_begin = ts;
    }

    void complete(const std::string& where, const Json& event, LaneState& state, std::int64_t ts) {
        const std::optional<std::int64_t> dur = ns(event, "dur");
        if (!dur || *dur < 1) return report(where + ": dur is not a whole number of ns above 0");
        begin(where, state, ts);
        state.last_end = std::max(state.last_end, ts + *dur);
        ++counts_.slices[text_of(event, "name")];
    }

    void sync(const std::string& where, const std::string& ph, const Json& event, LaneState& state,
              std::int64_t ts) {
        const std::optional<std::int64_t> id = id_of(event);
        if (!id) return report(where + ": id is not an integer");
        const std::string slice = text_of(event, "name");
        if (ph == "B") {
            begin(where, state, ts);
            if (!sync_ids_.insert({slice, *id}).second) {
                report(fmt::format("{}: {} id {} is used twice", where, slice, *id));
            }
            state.open = OpenSlice{slice, *id, ts};
            return;
        }
        if (!state.open || state.open->name != slice || state.open->id != *id) {
            return report(fmt::format("{}: E of {} id {} without its B", where, slice, *id));
        }
        if (ts <= state.open->begin) report(where + ": slice without duration");
        state.last_end = ts;
        state.open.reset();
        // Arrow points were met before this end is known.
        for (const std::int64_t point : state_points_[&state]) {
            if (point >= ts) report(where + ": flow point not inside its slice");
        }
        state_points_.erase(&state);
    }

    void flow(const std::string& where, const std::string& ph, const Json& event, LaneState& state,
              std::int64_t ts) {
        const std::optional<std::int64_t> id = id_of(event);
        if (!id) return report(where + ": id is not an integer");
        const bool inside = state.open && ts >= state.open->begin && state.open->id == *id;
        if (!inside) report(where + ": flow point not inside its slice");
        if (inside) state_points_[&state].push_back(ts);
        Flow& flow = flows_[*id];
        if (ph == "s") {
            ++flow.starts;
            flow.start_ns = ts;
        } else {
            ++flow.ends;
            ends_.emplace_back(*id, ts);
        }
    }

    void finish() {
        for (const auto& [lane, state] : lanes_) {
            if (state.open) {
                report(fmt::format("{} {}: B of {} id {} without its E", lane.first, lane.second,
                                   state.open->name, state.open->id));
            }
        }
        for (const auto& [id, flow] : flows_) {
            if (flow.starts != 1 || flow.ends < 1) {
                report(fmt::format("flow {}: {} starts and {} ends, allowed is 1 and at least 1",
                                   id, flow.starts, flow.ends));
            }
        }
        for (const auto& [id, ts] : ends_) {
            if (ts < flows_[id].start_ns) report(fmt::format("flow {}: ends before it starts", id));
        }
    }

    bool has_events_ = false;
    TraceCounts counts_;
    std::vector<std::string> problems_;
    std::set<std::array<std::string, 3>> names_;  // pid, tid or empty, kind of metadata
    std::set<Lane> checked_;
    std::map<Lane, LaneState> lanes_;
    std::set<std::pair<std::string, std::int64_t>> sync_ids_;
    std::map<const LaneState*, std::vector<std::int64_t>> state_points_;
    std::map<std::int64_t, Flow> flows_;
    std::vector<std::pair<std::int64_t, std::int64_t>> ends_;
};

}  // namespace

std::vector<std::string> check_trace(std::string_view json) {
    return Checker().run(json);
}

std::vector<std::string> check_trace(std::string_view json, TraceCounts& counts) {
    Checker checker;
    std::vector<std::string> problems = checker.run(json);
    counts = checker.counts();
    return problems;
}

}  // namespace davsim::traces
