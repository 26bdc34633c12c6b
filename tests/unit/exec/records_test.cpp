// SPDX-License-Identifier: Apache-2.0
// Sorting, merging, region proposals and transpositions against plain loops.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <vector>

#include "tests/unit/exec/fixture.h"

namespace davsim {
namespace {

using namespace davsim::test;  // NOLINT(google-build-using-namespace)

constexpr DataType kF32 = DataType::kFloat32;
constexpr DataType kF16 = DataType::kFloat16;
constexpr std::size_t kSource = 32 * 1024;

struct Record {
    std::vector<std::uint8_t> bytes;
    long double score = 0;
};

// a before b: larger score, NaN first.
bool before(const Record& a, const Record& b) {
    if (std::isnan(b.score)) return false;
    return std::isnan(a.score) || a.score > b.score;
}

Record record_at(const Memory& ub, std::size_t at, std::size_t bytes, DataType dtype) {
    Record record;
    record.bytes.assign(ub.begin() + static_cast<std::ptrdiff_t>(at),
                        ub.begin() + static_cast<std::ptrdiff_t>(at + bytes));
    record.score = decode(&ub[at + (bytes == 16 ? 8 : 0)], dtype);
    return record;
}

class Records : public testing::TestWithParam<DataType> {
protected:
    DataType dtype() const { return GetParam(); }
    std::size_t size() const { return size_of(dtype()); }
    Memory noise(std::uint64_t seed) const {
        Random random(seed);
        Memory ub(80 * 1024);
        fill(ub, 0, ub.size(), dtype(), random);
        return ub;
    }
};

INSTANTIATE_TEST_SUITE_P(Types, Records, testing::Values(kF32, kF16),
                         [](const auto& type) { return std::string(name_of(type.param)); });

TEST_P(Records, Sort32) {
    Memory ub = noise(1);
    const Memory old = ub;
    Instruction ins = make(Opcode::kSort32, dtype());
    ins.vec.src0.addr = kSource;
    ins.vec.src1.addr = 2 * kSource;
    ins.vec.src1.dtype = DataType::kUint32;
    ins.vec.repeat = 5;
    ASSERT_TRUE(run(ins, ub));
    for (std::size_t repeat = 0; repeat < 5; ++repeat) {
        std::vector<Record> want(32);
        for (std::size_t i = 0; i < 32; ++i) {
            const std::size_t score = kSource + (repeat * 32 + i) * size();
            const std::size_t index = 2 * kSource + (repeat * 32 + i) * 4;
            want[i].bytes.assign(8, 0);
            std::memcpy(want[i].bytes.data(), &old[score], size());
            std::memcpy(want[i].bytes.data() + 4, &old[index], 4);
            want[i].score = decode(&old[score], dtype());
        }
        std::stable_sort(want.begin(), want.end(), before);
        for (std::size_t i = 0; i < 32; ++i)
            EXPECT_EQ(record_at(ub, repeat * 256 + i * 8, 8, dtype()).bytes, want[i].bytes)
                << repeat << " " << i;
    }
    EXPECT_TRUE(std::equal(ub.begin() + 5 * 256, ub.end(), old.begin() + 5 * 256));
}

// Lists of these lengths, sorted first; the merge is a stable sort of all, cut where a list ends.
void check_merge(const Memory& noise, DataType dtype, std::vector<std::uint16_t> lengths,
                 std::size_t bytes, std::uint16_t repeat, bool until_exhausted) {
    Memory ub = noise;
    Instruction ins;
    ins.opcode = Opcode::kMergeSort;
    ins.dtype = dtype;
    ins.merge = MergePayload{};
    ins.merge.lists = static_cast<std::uint8_t>(lengths.size());
    ins.merge.repeat = repeat;
    ins.merge.record_bytes = static_cast<std::uint8_t>(bytes);
    ins.merge.until_exhausted = until_exhausted;
    std::size_t at = kSource;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        ins.merge.src[i] = static_cast<std::uint32_t>(at);
        ins.merge.length[i] = lengths[i];
        at += lengths[i] * bytes;
    }
    std::vector<Record> want;
    std::vector<std::size_t> taken(4, 0);
    at = kSource;
    for (std::uint16_t step = 0; step < repeat; ++step) {
        std::vector<std::pair<Record, std::size_t>> all;
        for (std::size_t i = 0; i < lengths.size(); ++i) {
            std::vector<Record> list;
            for (std::size_t k = 0; k < lengths[i]; ++k)
                list.push_back(record_at(ub, at + k * bytes, bytes, dtype));
            std::stable_sort(list.begin(), list.end(), before);
            for (const Record& record : list) {
                std::copy(record.bytes.begin(), record.bytes.end(),
                          ub.begin() + static_cast<std::ptrdiff_t>(at));
                all.emplace_back(record, i);
                at += bytes;
            }
        }
        std::stable_sort(all.begin(), all.end(),
                         [](const auto& a, const auto& b) { return before(a.first, b.first); });
        std::fill(taken.begin(), taken.end(), 0);
        for (const auto& [record, list] : all) {
            want.push_back(record);
            if (++taken[list] == lengths[list] && until_exhausted) break;
        }
    }
    const Memory old = ub;
    VectorRegisters registers{};
    ASSERT_TRUE(run(ins, ub, false, &registers));
    for (std::size_t i = 0; i < want.size(); ++i)
        ASSERT_EQ(record_at(ub, i * bytes, bytes, dtype).bytes, want[i].bytes) << i;
    const auto end = static_cast<std::ptrdiff_t>(want.size() * bytes);
    EXPECT_TRUE(std::equal(ub.begin() + end, ub.end(), old.begin() + end));
    const std::uint64_t merged = registers[static_cast<std::size_t>(VectorRegister::kMerged)];
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(merged >> 16 * i & 0xFFFF, taken[i]) << i;
}

TEST_P(Records, Merge) {
    const Memory ub = noise(2);
    check_merge(ub, dtype(), {32, 32, 32, 32}, 8, 1, false);
    check_merge(ub, dtype(), {32, 32, 32, 32}, 8, 3, false);
    check_merge(ub, dtype(), {5, 64}, 8, 1, false);
    check_merge(ub, dtype(), {7, 1, 90}, 8, 1, false);
    check_merge(ub, dtype(), {7, 3, 90, 20}, 8, 1, true);
    check_merge(ub, dtype(), {40, 41}, 8, 1, true);
    if (dtype() == kF16) {
        check_merge(ub, dtype(), {16, 16, 16, 16}, 16, 2, false);
        check_merge(ub, dtype(), {16, 4, 9}, 16, 1, true);
    }
}

TEST(Proposals, SortConcatAndExtract) {
    Random random(3);
    Memory ub(80 * 1024);
    fill(ub, 0, ub.size(), kF16, random);
    const Memory old = ub;
    Instruction ins = make(Opcode::kSortProposals, kF16);
    ins.vec.src0.addr = kSource;
    ins.vec.repeat = 4;
    ASSERT_TRUE(run(ins, ub));
    for (std::size_t repeat = 0; repeat < 4; ++repeat) {
        std::vector<Record> want;
        for (std::size_t i = 0; i < 16; ++i)
            want.push_back(record_at(old, kSource + (repeat * 16 + i) * 16, 16, kF16));
        std::stable_sort(want.begin(), want.end(), before);
        for (std::size_t i = 0; i < 16; ++i)
            EXPECT_EQ(record_at(ub, (repeat * 16 + i) * 16, 16, kF16).bytes, want[i].bytes);
    }
    ub = old;
    ins.opcode = Opcode::kConcatProposals;
    ins.vec.dst.addr = 10;
    ASSERT_TRUE(run(ins, ub));
    Memory expected = old;
    for (std::size_t i = 0; i < 64; ++i)
        std::memcpy(&expected[i * 16 + 10], &old[kSource + i * 2], 2);
    EXPECT_EQ(ub, expected);
    ins.opcode = Opcode::kExtractProposals;
    ins.vec.src0.addr = 10;
    ins.vec.dst.addr = 2 * kSource;
    ASSERT_TRUE(run(ins, ub));
    EXPECT_TRUE(std::equal(ub.begin() + 2 * kSource, ub.begin() + 2 * kSource + 128,
                           old.begin() + kSource));
}

TEST(Transpose, Matrix) {
    Random random(4);
    Memory ub(80 * 1024);
    fill(ub, 0, ub.size(), kF16, random);
    const Memory old = ub;
    Instruction ins = make(Opcode::kTranspose, DataType::kInt16);
    ins.vec.src0.addr = 512;
    ins.vec.dst.addr = 512;  // in place
    ASSERT_TRUE(run(ins, ub));
    for (std::size_t i = 0; i < 16; ++i) {
        for (std::size_t j = 0; j < 16; ++j)
            EXPECT_EQ(std::memcmp(&ub[512 + (i * 16 + j) * 2], &old[512 + (j * 16 + i) * 2], 2), 0);
    }
}

class Rows : public testing::TestWithParam<DataType> {};
INSTANTIATE_TEST_SUITE_P(Types, Rows,
                         testing::Values(DataType::kInt8, DataType::kFloat16, DataType::kInt32),
                         [](const auto& type) { return std::string(name_of(type.param)); });

// Destination element by element: where in the sources it comes from.
TEST_P(Rows, EveryElement) {
    const std::size_t size = size_of(GetParam());
    for (int halves = 0; halves < (size == 1 ? 4 : 1); ++halves) {
        Random random(5);
        Memory ub(80 * 1024);
        for (std::uint8_t& byte : ub) byte = static_cast<std::uint8_t>(random());
        const Memory old = ub;
        Instruction ins;
        ins.opcode = Opcode::kTransposeRows;
        ins.dtype = GetParam();
        ins.rows = RowsPayload{};
        RowsPayload& rows = ins.rows;
        for (std::size_t i = 0; i < 16; ++i) {
            rows.src[i] = static_cast<std::uint16_t>(1030 + 7 * ((i * 5) % 16));  // no order
            rows.dst[i] = static_cast<std::uint16_t>(20 + 2 * i);
        }
        rows.repeat = 3;
        rows.src_rep = 2;
        rows.dst_rep = 33;
        rows.src_high = (halves & 1) != 0;
        rows.dst_high = (halves & 2) != 0;
        ASSERT_TRUE(run(ins, ub));
        Memory expected = old;
        const std::size_t columns = std::min<std::size_t>(16, 32 / size);
        for (std::size_t repeat = 0; repeat < 3; ++repeat) {
            for (std::size_t column = 0; column < columns; ++column) {
                for (std::size_t i = 0; i < 16; ++i) {
                    const std::size_t from = (rows.src[i] + repeat * 2) * 32 +
                                             (column + (rows.src_high ? 16 : 0)) * size;
                    const std::size_t row = size == 4 ? 2 * column + i / 8 : column;
                    const std::size_t to = (rows.dst[row] + repeat * 33) * 32 +
                                           (size == 4 ? i % 8 : i) * size +
                                           (rows.dst_high ? 16 : 0);
                    std::memcpy(&expected[to], &old[from], size);
                }
            }
        }
        EXPECT_EQ(ub, expected) << halves;
    }
}

}  // namespace
}  // namespace davsim
