// SPDX-License-Identifier: Apache-2.0
#pragma once
// Keeps records in arrival order and gives them back core by core. Memory stays bounded: a full
// batch is grouped by core and moved to a temporary file, which has no name any more once it is
// open.

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "traces/record.h"

namespace davsim::traces {

class RecordStore {
public:
    // Spills to `folder` beyond `batch` records. Nothing is created before it is needed.
    explicit RecordStore(std::string folder, std::size_t batch = kDefaultBatch);

    // Error(kUsage) when the temporary file cannot be written.
    void add(const Record& record);

    std::uint64_t size() const { return size_; }
    bool spilled() const { return file_ != nullptr; }

    // All records of one core, in arrival order.
    std::vector<Record> of_core(int core);
    // Ascending indices of cores that have records.
    std::vector<int> cores() const;

private:
    static constexpr std::size_t kDefaultBatch = std::size_t{1} << 18U;

    struct CloseFile {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    struct Run {  // records of one core that stand together in the file
        int core = 0;
        std::uint64_t first = 0;
        std::uint64_t count = 0;
    };

    void spill();
    void open_file();

    std::string folder_;
    std::size_t batch_;
    std::uint64_t size_ = 0;
    std::vector<Record> memory_;
    std::vector<bool> seen_;  // by core
    std::unique_ptr<std::FILE, CloseFile> file_;
    std::uint64_t written_ = 0;
    std::vector<Run> runs_;
};

}  // namespace davsim::traces
