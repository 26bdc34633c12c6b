// SPDX-License-Identifier: Apache-2.0
#pragma once
// Measurements of real chips that the simulator is held against: one row a figure, read from a CSV
// file whose columns are
//
//   group,soc,probe,params,quantity,measured,unit,source
//
// `probe` and `params` ("key=value;key=value") say what to simulate, `quantity` which of its
// results is compared. docs/calibration.md lists probes, parameters and quantities. The shipped
// file holds published figures with their public sources.

#include <string>
#include <vector>

namespace davsim {

struct MeasuredRow {
    std::string group;
    std::string soc;
    std::string probe;
    std::string params;
    std::string quantity;
    double measured = 0;
    std::string unit;
    std::string source;
    std::string place;  // "file:line", for messages
};

// Throws Error(kUsage) "file:line: column: what is wrong".
std::vector<MeasuredRow> read_measured_rows(const std::string& path);

// Path of the shipped file: DAVSIM_MEASURED if set, else of the installation, else of the source
// tree.
std::string shipped_measured_file();

// "key=value;key=value" of a row. Every key must be asked for once, so that a misspelt one is
// found.
class ProbeParams {
public:
    // Throws Error(kUsage) naming `row.place` for text that is not of this form.
    explicit ProbeParams(const MeasuredRow& row);

    std::int64_t number(const std::string& key);  // must be there
    std::int64_t number(const std::string& key, std::int64_t otherwise);
    std::string text(const std::string& key);
    std::string text(const std::string& key, const std::string& otherwise);
    // Throws for keys that nobody asked for.
    void finish() const;
    [[noreturn]] void refuse(const std::string& what) const;

private:
    struct Entry {
        std::string key;
        std::string value;
        bool used = false;
    };
    Entry* find(const std::string& key);

    std::string place_;
    std::vector<Entry> entries_;
};

}  // namespace davsim
