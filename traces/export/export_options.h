// SPDX-License-Identifier: Apache-2.0
#pragma once
// What of a store an export takes, and what it made.

#include <cstdint>
#include <string>
#include <vector>

#include "traces/store/store_reader.h"
#include "traces/trace_level.h"

namespace davsim::traces {

struct ExportOptions {
    Window window;
    std::vector<int> only_cores;         // vector cores; empty: all
    std::uint64_t max_events = 1000000;  // of one JSON file
    bool cut = false;     // above max_events: keep a complete beginning; otherwise refuse
    bool gzip = false;    // JSON files as trace.json.gz
    bool cycles = false;  // draw a cycle as a nanosecond

    bool wants(int core) const;
    bool wants(const Row& row) const { return window.touches(row.begin, row.end); }
    // What a nanosecond grid counts as the clock.
    std::int64_t clock_of(const LaunchMeta& meta) const;
};

struct ExportedFile {
    std::string path;
    std::uint64_t events = 0;
    std::uint64_t bytes = 0;  // before compression
};

struct ExportReport {
    std::vector<ExportedFile> files;
    std::vector<std::string> notes;  // what was left out, one line each

    void add(ExportReport other);
};
std::string to_text(const ExportReport& report);
std::string to_json(const ExportReport& report);

// Cores of the store that the options choose.
std::vector<int> chosen_cores(const StoreReader& store, const ExportOptions& options);
// Rows of a core that the options choose.
std::vector<Row> chosen_rows(const StoreReader& store, int core, const ExportOptions& options);

}  // namespace davsim::traces
