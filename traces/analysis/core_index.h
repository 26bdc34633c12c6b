// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rows of one core, ready to be searched by time.

#include <array>
#include <cstdint>
#include <vector>

#include "traces/store/store_reader.h"

namespace davsim::traces {

class CoreIndex {
public:
    CoreIndex(const StoreReader& store, int core);
    CoreIndex(const CoreIndex&) = delete;
    CoreIndex& operator=(const CoreIndex&) = delete;
    CoreIndex(CoreIndex&&) = default;

    using Rows = std::vector<const Row*>;

    const std::vector<Row>& rows() const { return rows_; }
    // By begin.
    const Rows& instructions(Pipe pipe) const { return instructions_[index_of(pipe)]; }
    // That a pipe waited for, by end.
    const Rows& flags_to(Pipe pipe) const { return flags_[index_of(pipe)]; }
    // Of the scalar unit, by end.
    const Rows& stalls() const { return stalls_; }
    const Rows& sync_alls() const { return sync_alls_; }
    const Rows& blocks() const { return blocks_; }

    // The last row that begins before `at`; nullptr when there is none.
    const Row* instruction_before(Pipe pipe, std::int64_t at) const;
    // The last row whose end is not after `at`.
    static const Row* ended_by(const Rows& rows, std::int64_t at);
    // The instruction of any pipe that completes last, not after `at`.
    const Row* last_complete(std::int64_t at) const;

private:
    static std::size_t index_of(Pipe pipe) { return static_cast<std::size_t>(pipe); }

    std::vector<Row> rows_;
    std::array<Rows, kPipeCount + 1> instructions_;
    std::array<Rows, kPipeCount + 1> flags_;
    Rows stalls_;
    Rows sync_alls_;
    Rows blocks_;
};

}  // namespace davsim::traces
