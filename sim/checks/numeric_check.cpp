// SPDX-License-Identifier: Apache-2.0
#include "sim/checks/numeric_check.h"

#include <cstring>

#include "sim/base/data_type.h"
#include "sim/checks/byte_runs.h"

namespace davsim::checks {
namespace {

// Exponents of all ones.
constexpr std::uint32_t kExponent32 = 0x7F800000U;
constexpr std::uint16_t kExponentHalf = 0x7C00U;
constexpr std::uint16_t kExponentBrain = 0x7F80U;

// Eight bytes at a time: the lowest bit of the exponent, added to it, carries into the sign when
// the exponent is all ones.
template <class Word>
bool any_special(const std::uint8_t* data, std::uint64_t bytes, Word exponent) {
    constexpr std::uint64_t kEvery = ~std::uint64_t{0} / static_cast<Word>(~Word{0});
    constexpr std::uint64_t kSigns = kEvery << (sizeof(Word) * 8 - 1);
    const std::uint64_t mask = kEvery * exponent;
    const std::uint64_t one = kEvery * static_cast<Word>(exponent & -exponent);
    std::uint64_t signs = 0;
    std::uint64_t at = 0;
    for (; at + sizeof(signs) <= bytes; at += sizeof(signs)) {
        std::uint64_t words;
        std::memcpy(&words, data + at, sizeof(words));
        signs |= (words & mask) + one;
    }
    if (at < bytes) {
        std::uint64_t words = 0;
        std::memcpy(&words, data + at, bytes - at);
        signs |= (words & mask) + one;
    }
    return (signs & kSigns) != 0;
}

bool any_special(const std::uint8_t* data, std::uint64_t bytes, DataType dtype) {
    switch (dtype) {
        case DataType::kFloat32: return any_special(data, bytes, kExponent32);
        case DataType::kFloat16: return any_special(data, bytes, kExponentHalf);
        case DataType::kBfloat16: return any_special(data, bytes, kExponentBrain);
        default: return false;
    }
}

DataType result_type(const Instruction& ins) {
    return ins.opcode == Opcode::kLoadGm || ins.opcode == Opcode::kMoveUb ? ins.dma.dtype
                                                                          : ins.vec.dst.dtype;
}

std::string value_text(const std::uint8_t* at, DataType dtype) {
    bool fraction = false;
    bool negative = false;
    if (dtype == DataType::kFloat32) {
        std::uint32_t word = 0;
        std::memcpy(&word, at, sizeof word);
        fraction = (word & ~(kExponent32 | 0x80000000U)) != 0;
        negative = word >> 31U != 0;
    } else {
        std::uint16_t word = 0;
        std::memcpy(&word, at, sizeof word);
        const auto exponent = dtype == DataType::kFloat16 ? kExponentHalf : kExponentBrain;
        fraction = (word & static_cast<std::uint16_t>(~(exponent | 0x8000U))) != 0;
        negative = word >> 15U != 0;
    }
    return fraction ? "NaN" : negative ? "-infinity" : "infinity";
}

}  // namespace

void NumericCheck::begin_launch(std::size_t cores) {
    special_.assign(cores, ByteSet(launch_.info.ub_bytes));
}

void NumericCheck::begin_block(const CoreState& core) {
    special_[static_cast<std::size_t>(core.core)].clear();
}

void NumericCheck::check(CoreState& core, const Operation& operation) {
    for (int i = 0; i < operation.footprint.write_count; ++i) {
        const Region& write = operation.footprint.writes[static_cast<std::size_t>(i)];
        if (write.space == Space::kUb) compute(core, operation, write);
    }
}

void NumericCheck::compute(CoreState& core, const Operation& operation, const Region& write) {
    ByteSet& special = special_[static_cast<std::size_t>(core.core)];
    const Instruction* ins = operation.instruction;
    const DataType dtype = ins == nullptr ? DataType::kUint8 : result_type(*ins);
    bool found = false;
    const auto look = [&](std::uint64_t begin, std::uint64_t end) {
        found |= any_special(operation.ub + begin, end - begin, dtype);
    };
    if (ins != nullptr) for_each_exact_run(*ins, write, look);
    if (!found) {
        for_each_run(write,
                     [&](std::uint64_t begin, std::uint64_t end) { special.remove(begin, end); });
        return;
    }
    // Loads and copies bring what was there.
    bool inherited = ins->opcode == Opcode::kLoadGm || ins->opcode == Opcode::kDuplicate;
    for (int i = 0; i < operation.footprint.read_count && !inherited; ++i) {
        for_each_run(operation.footprint.reads[static_cast<std::size_t>(i)],
                     [&](std::uint64_t begin, std::uint64_t end) {
                         inherited |= !special.none(begin, end);
                     });
    }
    mark(special, operation, write);
    if (inherited) return;
    const AccessRecord& record = *operation.record;
    const Kind kind = dtype == DataType::kFloat16 ? Kind::kHalfOverflow : Kind::kNotFinite;
    log_.add(kind, record.site, nullptr, [&] {
        std::uint64_t place = write.begin();
        while (!special.has(place)) ++place;
        Finding finding;
        const std::uint64_t size = size_of(dtype);
        finding.accesses = {access_of(record, "writes", Space::kUb,
                                      place_of(launch_, core, Space::kUb, place, place + size))};
        const std::string value = value_text(operation.ub + place, dtype);
        if (value == "NaN") finding.kind = Kind::kNotFinite;
        finding.message = operation_name(record, true) + " makes " + value + " (" +
                          std::string(name_of(dtype)) + ", UB byte " + std::to_string(place) +
                          ") of operands that are all finite";
        return finding;
    });
}

void NumericCheck::mark(ByteSet& special, const Operation& operation, const Region& write) {
    const DataType dtype = result_type(*operation.instruction);
    const std::uint64_t size = size_of(dtype);
    for_each_exact_run(*operation.instruction, write, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t at = begin; at + size <= end; at += size) {
            if (any_special(operation.ub + at, size, dtype)) {
                special.add(at, at + size);
            } else {
                special.remove(at, at + size);
            }
        }
    });
}

}  // namespace davsim::checks
