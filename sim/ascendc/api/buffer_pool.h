// SPDX-License-Identifier: Apache-2.0
#pragma once
// The buffers that TPipe hands out: a bump allocator over UB, and the state that a queue keeps per
// buffer.

#include <array>
#include <cstdint>
#include <cstdio>
#include <string>

#include "sim/ascendc/api/core.h"
#include "sim/ascendc/api/enums.h"

namespace AscendC {

// A buffer of a queue, for calls that do without tensors.
using TBufHandle = uint8_t*;

// What a queue knows about a buffer.
enum class TBufState : uint8_t { FREE = 0, OCCUPIED, ENQUE, DEQUE };

namespace detail {

inline constexpr int kMaxBuffers = 64;
inline constexpr TEventID kNoEvent = -1;

enum class BufferState : std::uint8_t { kFree, kOccupied, kEnqueued, kDequeued };

struct Buffer {
    std::uint32_t begin = 0;
    std::uint32_t bytes = 0;
    TPosition position = TPosition::VECCALC;
    BufferState state = BufferState::kFree;
    TEventID ready_id = kNoEvent;  // set by EnQue, waited for by DeQue
    TEventID free_id = kNoEvent;   // set by FreeTensor, waited for by the next AllocTensor
    HardEvent ready_event = HardEvent::MAX;
    HardEvent free_event = HardEvent::MAX;
    const void* site = nullptr;  // the line of the last change of state
};

inline TBufHandle handle_of(Buffer* buffer) {
    return reinterpret_cast<TBufHandle>(buffer);
}
inline Buffer* buffer_of(TBufHandle handle) {
    return reinterpret_cast<Buffer*>(handle);
}

constexpr const char* position_name(TPosition position) {
    switch (position) {
        case TPosition::VECIN: return "VECIN";
        case TPosition::VECOUT: return "VECOUT";
        case TPosition::VECCALC: return "VECCALC";
        default: return "other";
    }
}

constexpr const char* state_name(BufferState state) {
    switch (state) {
        case BufferState::kFree: return "free";
        case BufferState::kOccupied: return "allocated";
        case BufferState::kEnqueued: return "enqueued";
        case BufferState::kDequeued: return "dequeued";
    }
    return "";
}

[[gnu::cold, gnu::noinline]] inline void report_never_freed(const Buffer& buffer) {
    core().note_violation(
        davsim::Rule::kQueue,
        std::string(buffer.state == BufferState::kEnqueued ? "EnQue" : "AllocTensor") +
            ": tensor (" + position_name(buffer.position) + " queue, UB offset " +
            std::to_string(buffer.begin) + ") is still " + state_name(buffer.state) +
            " when the pipe ends, allowed is free: " +
            (buffer.state == BufferState::kEnqueued ? "DeQue and " : "") + "FreeTensor it",
        buffer.site);
}

// A buffer that somebody else has found the place for.
inline void place_buffer(Buffer& buffer, TPosition position, std::uint32_t begin,
                         std::uint64_t bytes) {
    check_ub("InitBufHandle", "curPoolAddr", begin, begin + bytes, davsim::kBlockBytes);
    buffer = Buffer{};
    buffer.begin = begin;
    buffer.bytes = static_cast<std::uint32_t>(bytes);
    buffer.position = position;
    core().note_buffer(begin, buffer.bytes, "buffer of an own pool");
}

constexpr bool in_ub(TPosition position) {
    return position == TPosition::VECIN || position == TPosition::VECOUT ||
           position == TPosition::VECCALC;
}

class BufferPool {
public:
    // Reserves `count` buffers of `bytes` each (rounded up to blocks); depth 0 stands for a TBuf.
    // Kernels ask for no bytes where a tiling leaves a buffer out.
    Buffer* reserve(TPosition position, int depth, std::int64_t count, std::uint64_t bytes) {
        if (count < 1 || count > kMaxBuffers) refuse_number("InitBuffer", "num", count, "1..64");
        if (used_ + count > kMaxBuffers)
            refuse("InitBuffer", "number of buffers", std::to_string(used_ + count), "64");
        const std::uint64_t rounded =
            (bytes + davsim::kBlockBytes - 1) / davsim::kBlockBytes * davsim::kBlockBytes;
        if (end_ + rounded * static_cast<std::uint64_t>(count) > limit())
            refuse_overflow(position, count, rounded);
        Buffer* first = &buffers_[static_cast<std::size_t>(used_)];
        for (int i = 0; i < count; ++i)
            add(position, depth, static_cast<std::uint32_t>(rounded), i);
        return first;
    }

    // A piece of this pool for a pool of its own: its first byte.
    std::uint32_t take(std::uint64_t bytes) {
        if (bytes == 0) refuse_number("InitBufPool", "len", 0, "1 or more bytes");
        const std::uint64_t rounded =
            (bytes + davsim::kBlockBytes - 1) / davsim::kBlockBytes * davsim::kBlockBytes;
        if (end_ + rounded > limit()) refuse_overflow(TPosition::VECCALC, 1, rounded);
        const std::uint32_t begin = end_;
        end_ += static_cast<std::uint32_t>(rounded);
        return begin;
    }

    // All of UB until a range is given.
    void use_range(std::uint32_t begin, std::uint32_t bytes) {
        begin_ = begin;
        limit_ = begin + bytes;
        clear();
    }

    void clear() {
        if (used_ > 0) core().note_buffer(0, 0, "");
        used_ = 0, end_ = begin_;
    }

    std::uint32_t end() const { return end_; }
    Buffer* first() { return buffers_.data(); }
    int size() const { return used_; }
    std::uint32_t begin() const { return begin_; }

private:
    std::uint64_t limit() const { return limit_ == 0 ? core().context().ub_bytes : limit_; }

    void add(TPosition position, int depth, std::uint32_t bytes, int index) {
        Buffer& buffer = buffers_[static_cast<std::size_t>(used_++)];
        buffer = Buffer{};
        buffer.begin = end_;
        buffer.bytes = bytes;
        buffer.position = position;
        end_ += bytes;
        if (bytes == 0) return;
        char what[64];
        if (depth == 0) {
            std::snprintf(what, sizeof what, "%s TBuf", position_name(position));
        } else {
            std::snprintf(what, sizeof what, "%s TQue depth %d buffer %d", position_name(position),
                          depth, index);
        }
        core().note_buffer(buffer.begin, bytes, what);
    }

    [[noreturn, gnu::cold, gnu::noinline]] void refuse_overflow(TPosition position,
                                                                std::int64_t count,
                                                                std::uint64_t bytes) const {
        std::string list;
        for (int i = 0; i < used_; ++i) {
            const Buffer& buffer = buffers_[static_cast<std::size_t>(i)];
            list += std::string(i == 0 ? "" : ", ") + position_name(buffer.position) + " " +
                    std::to_string(buffer.bytes) + " B at " + std::to_string(buffer.begin);
        }
        refuse_rule(davsim::Rule::kUbCapacity, "InitBuffer", "UB demand",
                    std::to_string(count) + " x " + std::to_string(bytes) + " B for " +
                        position_name(position) + " beyond " + std::to_string(end_ - begin_) +
                        " B in use (" + list + ")",
                    std::to_string(limit() - begin_) + " B in all");
    }

    std::array<Buffer, kMaxBuffers> buffers_{};
    int used_ = 0;
    std::uint32_t end_ = 0;
    std::uint32_t begin_ = 0;
    std::uint32_t limit_ = 0;  // 0: the end of UB
};

}  // namespace detail
}  // namespace AscendC
