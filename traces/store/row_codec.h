// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rows of one core as bytes. A row says how it differs from what was to be expected: times follow
// the row before, an instruction takes as long as the last one of its shape, and it waited as long
// as its pipe stood empty. Writer and reader walk through the same expectations.

#include <array>
#include <cstdint>

#include "traces/store/block_use.h"
#include "traces/store/bytes.h"
#include "traces/store/row.h"

namespace davsim::traces {

// What was seen last on a core.
struct Expectation {
    static constexpr std::size_t kDurations = 1024;

    struct PipeState {
        std::int64_t begin = 0;
        std::int64_t issued = 0;
        std::int64_t busy_until = 0;
    };
    std::uint32_t block = 0;
    std::int64_t last = 0;  // begin of the last row that is no instruction
    std::uint64_t gm = 0;
    std::array<PipeState, kPipeCount + 1> pipes{};
    std::array<std::int64_t, kDurations> durations{};  // by shape, shapes share places

    PipeState& pipe(Pipe pipe) { return pipes[static_cast<std::size_t>(pipe)]; }
    std::int64_t& duration(std::uint32_t shape) { return durations[shape % kDurations]; }
};

class RowEncoder {
public:
    void add(const Row& row, const Shape& shape, ByteWriter& out);

private:
    void instruction(const Row& row, const Shape& shape, ByteWriter& out);
    void plain(const Row& row, ByteWriter& out);

    Expectation last_;
};

class RowDecoder {
public:
    // Fills the row; `shape` is the one that the row names.
    void read(ByteReader& in, Row& row, const Shape& shape);

private:
    void instruction(ByteReader& in, std::uint8_t marks, Row& row, const Shape& shape);
    void plain(ByteReader& in, Row& row);

    Expectation last_;
};

void encode(const BlockUse& use, ByteWriter& out);
BlockUse decode_block_use(ByteReader& in);

}  // namespace davsim::traces
