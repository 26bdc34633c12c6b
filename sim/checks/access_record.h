// SPDX-License-Identifier: Apache-2.0
#pragma once
// What shadow memory remembers of one access, and the counted references that keep it alive: a
// record lives as long as a byte of shadow memory points to it.

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "sim/base/units.h"
#include "sim/isa/instruction.h"

namespace davsim::checks {

// Where an operation stands in the program of its block: scalar operations and instructions in one
// order.
constexpr std::uint64_t instruction_key(std::uint64_t serial) {
    return serial * 2 + 1;
}
constexpr std::uint64_t scalar_key(std::uint64_t next_serial) {
    return next_serial * 2;
}

struct AccessRecord {
    const void* site = nullptr;
    std::uint64_t key = 0;  // place in the program
    Cycles start;
    Cycles complete;
    std::uint32_t block = 0;
    std::uint32_t epoch = 0;       // of its pipe, see happens_before.h
    std::uint32_t generation = 0;  // SyncAlls that the block had passed
    std::uint32_t pass = 0;
    std::int16_t core = 0;
    Pipe pipe = Pipe::kS;
    Opcode opcode = Opcode::kCount;  // kCount: the scalar unit itself
    bool atomic = false;
    bool floating = false;

private:
    friend class RecordRef;
    friend class RecordPool;
    std::uint32_t references_ = 0;
    class RecordPool* pool_ = nullptr;
};

class RecordPool {
public:
    AccessRecord* take() {
        if (free_.empty()) {
            records_.emplace_back().pool_ = this;
            return &records_.back();
        }
        AccessRecord* record = free_.back();
        free_.pop_back();
        return record;
    }
    void give_back(AccessRecord* record) { free_.push_back(record); }

private:
    std::deque<AccessRecord> records_;
    std::vector<AccessRecord*> free_;
};

class RecordRef {
public:
    RecordRef() = default;
    explicit RecordRef(AccessRecord* record) : record_(record) { ++record_->references_; }
    RecordRef(const RecordRef& other) : record_(other.record_) {
        if (record_ != nullptr) ++record_->references_;
    }
    RecordRef(RecordRef&& other) noexcept : record_(std::exchange(other.record_, nullptr)) {}
    RecordRef& operator=(RecordRef other) noexcept {
        std::swap(record_, other.record_);
        return *this;
    }
    ~RecordRef() {
        if (record_ != nullptr && --record_->references_ == 0) record_->pool_->give_back(record_);
    }

    explicit operator bool() const { return record_ != nullptr; }
    AccessRecord& operator*() const { return *record_; }
    AccessRecord* operator->() const { return record_; }
    AccessRecord* get() const { return record_; }
    bool operator==(const RecordRef& other) const { return record_ == other.record_; }

private:
    AccessRecord* record_ = nullptr;
};

}  // namespace davsim::checks
