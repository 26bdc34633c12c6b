// SPDX-License-Identifier: Apache-2.0
#pragma once
// For tests of library functions: tensors placed one behind the other in UB, matrices, numbers of
// rows.

#include <algorithm>
#include <memory>

#include "tests/ascendc/kernel_fixture.h"
#include "tiling/tiling_api.h"

namespace ascendc_test {

struct Shape2 {
    std::uint32_t rows;
    std::uint32_t valid;
    std::uint32_t pitch;
};
using Values = std::vector<double>;

inline double value_of(std::uint32_t i, std::uint32_t seed) {
    return static_cast<double>((i * 37 + seed * 101 + i / 7 * 13) % 97) / 16 - 2.5;
}

class LibraryRows : public Kernel {
protected:
    void start() { next_ = 0; }

    std::uint32_t take(std::uint32_t bytes) {
        const std::uint32_t at = next_;
        next_ += (bytes + 31) / 32 * 32;
        EXPECT_LE(next_, 190000u);
        return at;
    }
    template <typename T>
    AscendC::LocalTensor<T> room(std::uint32_t elements) {
        return filled<T>(take(elements * sizeof(T)), elements, [](int) { return -77; });
    }
    AscendC::LocalTensor<uint8_t> buffer(std::uint32_t bytes) {
        return tensor<uint8_t>(take(bytes), bytes);
    }
    template <typename T>
    AscendC::LocalTensor<T> data(std::uint32_t elements, std::uint32_t seed, double scale = 1,
                                 double offset = 0) {
        return filled<T>(take(elements * sizeof(T)), elements, [&](int i) {
            return value_of(static_cast<std::uint32_t>(i), seed) * scale + offset;
        });
    }
    template <typename T>
    Values values(const AscendC::LocalTensor<T>& tensor, std::uint32_t count) {
        Values all;
        for (std::uint32_t i = 0; i < count; ++i) all.push_back(at(tensor, i));
        return all;
    }

    template <typename T>
    void expect_near(const AscendC::LocalTensor<T>& got, std::uint32_t index, double want,
                     double error) {
        ASSERT_NEAR(at(got, index), want, error * std::max(1.0, std::abs(want))) << index;
    }
    template <typename T>
    static double error_of() {
        return sizeof(T) == 2 ? 4e-3 : 4e-6;
    }

    // Number of row r of a tensor whose numbers fill blocks (or not).
    template <typename U>
    double number(const AscendC::LocalTensor<U>& tensor, std::uint32_t row, bool blocks) {
        const std::uint32_t step = blocks ? 32 / sizeof(U) : 1;
        for (std::uint32_t i = 1; i < step; ++i)
            EXPECT_EQ(at(tensor, row * step), at(tensor, row * step + i));
        return at(tensor, row * step);
    }

    // What stack buffers must not take.
    void reserve() { pipe_->InitBuffer(taken_, next_); }

    std::uint32_t next_ = 0;

private:
    const std::unique_ptr<AscendC::TPipe> pipe_ = std::make_unique<AscendC::TPipe>();
    AscendC::TBuf<AscendC::TPosition::VECCALC> taken_;
};

}  // namespace ascendc_test
