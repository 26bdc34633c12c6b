// SPDX-License-Identifier: Apache-2.0
#pragma once
// Writes a trace store while the launch runs. Memory stays flat: each core has a small buffer that
// goes to the file when it is full.

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "traces/store/block_use.h"
#include "traces/store/format.h"
#include "traces/store/meta.h"
#include "traces/store/row_codec.h"

namespace davsim::traces {

class StoreWriter {
public:
    // Error(kUsage) with path and reason when the file cannot be written; so do all functions
    // below.
    StoreWriter(std::string path, const LaunchMeta& meta);

    // The index of the shape; new ones are added.
    std::uint32_t index_of(const Shape& shape);
    // `shape` is the one at row.shape.
    void add(const Row& row, const Shape& shape);
    void add(const BlockUse& use);
    // Completes the file. Row counts of `end` are filled in here.
    void finish(EndMeta end);

    const std::string& path() const { return path_; }
    std::uint64_t bytes() const { return written_; }

private:
    struct CloseFile {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    struct Core {
        RowEncoder encoder;
        ByteWriter bytes;
        std::uint64_t flags = 0;
    };
    static constexpr std::size_t kPartBytes = std::size_t{1} << 15U;
    // So many shapes are looked up; beyond, a known one may be written again.
    static constexpr std::size_t kMaxKnown = std::size_t{1} << 16U;

    void part(PartKind kind, std::uint32_t core, std::string_view content);
    void flush(ByteWriter& bytes, PartKind kind, std::uint32_t core);
    [[noreturn]] void fail() const;

    std::string path_;
    std::unique_ptr<std::FILE, CloseFile> file_;
    std::uint64_t written_ = 0;
    std::unordered_map<Shape, std::uint32_t, ShapeHash> known_;
    std::uint32_t shapes_ = 0;
    ByteWriter shape_bytes_;
    ByteWriter use_bytes_;
    std::vector<std::unique_ptr<Core>> cores_;
    std::array<std::uint64_t, kRowKindCount> rows_{};
};

}  // namespace davsim::traces
