// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads a trace store. Shapes and descriptions are in memory, rows are decoded when they are asked
// for, one core at a time.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "traces/store/block_use.h"
#include "traces/store/meta.h"
#include "traces/store/row.h"

namespace davsim::traces {

class StoreReader {
public:
    // Error(kUsage), one line, when the file cannot be read, is no trace store, was written by a
    // later davsim, is incomplete or damaged.
    explicit StoreReader(std::string path);
    ~StoreReader();
    StoreReader(const StoreReader&) = delete;
    StoreReader& operator=(const StoreReader&) = delete;

    const std::string& path() const { return path_; }
    std::uint64_t bytes() const { return size_; }
    const LaunchMeta& launch() const { return launch_; }
    const EndMeta& end() const { return end_; }
    const std::vector<Shape>& shapes() const { return shapes_; }
    const Shape& shape_of(const Row& row) const { return shapes_[row.shape]; }
    // nullptr when the shape has none.
    const Site* site_of(const Shape& shape) const;
    // Text of an attachment; empty when there is none.
    const std::string& attachment(const std::string& name) const;

    // Ascending indices of cores that have rows.
    const std::vector<int>& cores() const { return cores_; }
    // In the order in which they were recorded.
    void for_each(int core, const std::function<void(const Row&)>& visit) const;
    std::vector<Row> rows_of(int core) const;
    void for_each_block(const std::function<void(const BlockUse&)>& visit) const;

private:
    struct Part {
        std::uint32_t kind = 0;
        std::uint32_t core = 0;
        std::string_view content;
    };

    void map();
    void read_parts();
    void take(const Part& part);
    void check(std::string_view head, std::string_view content) const;
    [[noreturn]] void fail(const std::string& reason) const;

    std::string path_;
    const char* data_ = nullptr;
    std::size_t size_ = 0;
    LaunchMeta launch_;
    EndMeta end_;
    std::vector<Shape> shapes_;
    std::vector<Part> row_parts_;
    std::vector<Part> use_parts_;
    std::vector<int> cores_;
};

}  // namespace davsim::traces
