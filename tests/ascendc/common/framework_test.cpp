// SPDX-License-Identifier: Apache-2.0
// Pools, allocators, lists, slices, shapes, atomic registers, bit counting: what each call does and
// what it refuses.
#include <numeric>

#include "tests/ascendc/kernel_fixture.h"

namespace ascendc_test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Framework : public Kernel {
protected:
    Framework() : memory_(4096) {
        std::iota(memory_.begin(), memory_.end(), 0.0F);
        gm_.SetGlobalBuffer(memory_.data(), memory_.size());
    }

    alignas(64) std::vector<float> memory_;
    GlobalTensor<float> gm_;
};

TEST_F(Framework, PoolHandsOutItsPieceAndCanBeGivenAnew) {
    TPipe pipe;
    TBufPool<TPosition::VECCALC> first;
    TBufPool<TPosition::VECCALC> second;
    TBuf<TPosition::VECCALC> before;
    pipe.InitBuffer(before, 64);
    pipe.InitBufPool(first, 1024);
    pipe.InitBufPool(second, 512, first);
    TQue<TPosition::VECIN, 1> in;
    TBuf<TPosition::VECCALC> scratch;
    first.InitBuffer(in, 2, 256);
    first.InitBuffer(scratch, 100);
    EXPECT_EQ(scratch.Get<float>().address(), 64U + 512U);
    LocalTensor<float> tensor = in.AllocTensor<float>();
    EXPECT_EQ(tensor.address(), 64U);
    in.FreeTensor(tensor);
    take_steps();
    first.Reset();
    EXPECT_THAT(take_steps(), ElementsAre("WAIT_FLAG V>MTE2 0"));
    TBuf<TPosition::VECCALC> whole;
    second.InitBuffer(whole, 512);
    EXPECT_EQ(whole.Get<float>().address(), 64U);  // the same piece
    TBuf<TPosition::VECCALC> behind;
    pipe.InitBuffer(behind, 32);
    EXPECT_EQ(behind.Get<float>().address(), 64U + 1024U);
}

TEST_F(Framework, PoolKeepsToItsPiece) {
    TPipe pipe;
    TBufPool<TPosition::VECCALC> pool;
    TBufPool<TPosition::VECCALC> other;
    TBuf<TPosition::VECCALC> buffer;
    EXPECT_EQ(failure([&] { pool.InitBuffer(buffer, 32); }),
              "InitBuffer: pool is not initialised, allowed is a pool after InitBufPool");
    pipe.InitBufPool(pool, 256);
    EXPECT_EQ(
        failure([&] { pool.InitBuffer(buffer, 257); }),
        "InitBuffer: UB demand is 1 x 288 B for VECCALC beyond 0 B in use (), allowed is 256 B "
        "in all");
    EXPECT_EQ(failure([&] { pipe.InitBufPool(other, 300, pool); }),
              "InitBufPool: len is 300 B, allowed is up to the 256 B of the shared pool");
    EXPECT_THAT(failure([&] { pipe.InitBufPool(other, 1 << 20); }), HasSubstr("UB demand"));
}

// Buffers of a queue one block apart from each other.
class ScatteredPool {
public:
    ScatteredPool() { Init(); }
    template <class Queue>
    void InitBuffer(Queue& queue, uint8_t num, uint32_t len) {
        const TBufHandle first = GetBufHandle(GetCurBufSize());
        queue.InitStartBufHandle(first, num, len);
        for (uint32_t i = 0; i < num; ++i)
            queue.InitBufHandle(this, i, first, GetCurAddr() + i * (len + 32), len);
        SetCurAddr(GetCurAddr() + num * (len + 32));
        SetCurBufSize(static_cast<uint8_t>(GetCurBufSize() + num));
    }
    EXTERN_IMPL_BUFPOOL(ScatteredPool, TPosition::VECCALC, 4);
};

TEST_F(Framework, OwnPoolsPlaceTheirBuffers) {
    TPipe pipe;
    ScatteredPool pool;
    TQue<TPosition::VECIN, 1> in;
    TBuf<TPosition::VECCALC> scratch;
    TBuf<TPosition::VECCALC> before;
    pipe.InitBuffer(before, 64);
    pipe.InitBufPool(pool, 1024);
    EXPECT_EQ(pool.GetCurAddr(), 64U);
    pool.InitBuffer(in, 2, 256);
    pool.InitBuffer(scratch, 1, 96);
    EXPECT_EQ(scratch.Get<float>().address(), 64U + 2 * 288U);
    EXPECT_EQ(scratch.Get<float>().GetSize(), 24U);
    LocalTensor<float> first = in.AllocTensor<float>();
    LocalTensor<float> second = in.AllocTensor<float>();
    EXPECT_EQ(first.address(), 64U);
    EXPECT_EQ(second.address(), 64U + 288U);
    in.FreeTensor(first);
    take_steps();
    pool.Reset();
    EXPECT_THAT(take_steps(), ElementsAre("WAIT_FLAG V>MTE2 0"));
    EXPECT_EQ(pool.GetCurAddr(), 64U);
    EXPECT_EQ(pool.GetCurBufSize(), 0);
    in.FreeTensor(second);
    ScatteredPool same;
    pipe.InitBufPool(same, 512, pool);
    EXPECT_EQ(same.GetCurAddr(), 64U);
    EXPECT_EQ(failure([&] { pipe.InitBufPool(same, 2048, pool); }),
              "InitBufPool: len is 2048, allowed is up to the bytes of the shared pool");
    EXPECT_EQ(failure([&] { pool.GetBufHandle(4); }),
              "GetBufHandle: offset is 4, allowed is less than the BUFID_SIZE of the pool");
    EXPECT_EQ(failure([&] { pool.InitBuffer(scratch, 2, 32); }),
              "InitStartBufHandle: num is 2, allowed is 1 for a TBuf");
    pool.SetCurAddr(72);
    EXPECT_THAT(failure([&] { pool.InitBuffer(scratch, 1, 32); }), HasSubstr("multiple of 32"));
}

TEST_F(Framework, QueuesOfPoolsKnowTheirBuffers) {
    TPipe pipe;
    TBufPool<TPosition::VECCALC> pool;
    TQue<TPosition::VECIN, 1> in;
    pipe.InitBufPool(pool, 1024);
    pool.InitBuffer(in, 2, 256);
    const TBufHandle handle = in.AllocBuffer();
    EXPECT_EQ(in.GetBufferAddr(handle), 0U);
    in.EnQue(handle);
    EXPECT_EQ(in.DeQue(), handle);
    in.FreeBuffer(handle);
    LocalTensor<float> tensor = in.AllocTensor<float>();
    EXPECT_EQ(tensor.address(), 256U);
    EXPECT_EQ(in.GetState(tensor), TBufState::OCCUPIED);
    in.EnQue(tensor);
    EXPECT_EQ(in.GetState(tensor), TBufState::ENQUE);
    tensor = in.DeQue<float>();
    EXPECT_EQ(in.GetState(tensor), TBufState::DEQUE);
    in.FreeTensor(tensor);
    EXPECT_EQ(in.GetState(tensor), TBufState::FREE);
}

TEST_F(Framework, AllocatorGoesThroughUb) {
    LocalMemAllocator<> memory;
    EXPECT_EQ((memory.Alloc<float, 10>().address()), 0U);
    const auto second = memory.Alloc<TPosition::VECIN, half>(3);
    EXPECT_EQ(second.address(), 64U);
    EXPECT_EQ(second.GetSize(), 3U);
    EXPECT_EQ(memory.GetCurAddr(), 96U);
    EXPECT_EQ(failure([&] { memory.Alloc<float>(1 << 20); }),
              "LocalMemAllocator::Alloc: tensor is UB bytes [96, 4194400), allowed is up to the UB "
              "capacity of 196608 B");
}

TEST_F(Framework, ListOfTensors) {
    float a[6] = {1, 2, 3, 4, 5, 6};
    float b[8] = {7};
    const std::uint64_t list[] = {7 * 8,  // bytes to the pointers
                                  (std::uint64_t{2} << 32) | 2,
                                  2,
                                  3,
                                  (std::uint64_t{1} << 32) | 2,
                                  4,
                                  2,
                                  reinterpret_cast<std::uint64_t>(a),
                                  reinterpret_cast<std::uint64_t>(b)};
    ListTensorDesc desc(const_cast<std::uint64_t*>(list), sizeof list, 2);
    EXPECT_EQ(desc.GetSize(), 2U);
    EXPECT_EQ(desc.GetDataPtr<float>(1), b);
    std::uint64_t shape[2] = {};
    TensorDesc<float> tensor;
    tensor.SetShapeAddr(shape);
    desc.GetDesc(tensor, 1);
    EXPECT_EQ(tensor.GetDim(), 2U);
    EXPECT_EQ(tensor.GetIndex(), 1U);
    EXPECT_EQ(tensor.GetShape(0), 4U);
    EXPECT_EQ(tensor.GetDataObj().GetSize(), 8U);
    EXPECT_EQ(tensor.GetDataObj().GetValue(0), 7.0F);
    EXPECT_EQ(failure([&] { desc.GetDataPtr<float>(2); }),
              "ListTensorDesc: index is 2, allowed is 0..1");
    EXPECT_EQ(failure([&] { ListTensorDesc wrong(const_cast<std::uint64_t*>(list), 72, 3); }),
              "ListTensorDesc: number of tensors is 2, allowed is 3 as the caller says");
}

// Rows 1 and 3 of a 4 x 32 array, of each columns 8..15 and 24..31.
TEST_F(Framework, SliceIntoUb) {
    const auto dst = tensor<float>(0, 64);
    const SliceInfo from[] = {{8, 31, 8, 1, 32}, {1, 3, 1, 1, 4}};
    const SliceInfo to[] = {{0, 15, 0, 1, 16}, {0, 1, 0, 1, 2}};
    DataCopy(dst, gm_, to, from, 2);
    EXPECT_THAT(take_steps(), ElementsAre("MOV_GM_TO_UB ub=0 2x32 gm_gap=32",
                                          "MOV_GM_TO_UB ub=64 2x32 gm_gap=32"));
    expect_values(dst, 32,
                  [](int i) { return 32 * (1 + i / 16 * 2) + 8 + i % 16 / 8 * 16 + i % 8; });
}

TEST_F(Framework, SliceOutOfUb) {
    const auto src = filled<float>(0, 16, [](int i) { return -i; });
    const SliceInfo from[] = {{0, 7, 0, 1, 8}, {0, 1, 0, 1, 2}};
    const SliceInfo to[] = {{16, 23, 0, 1, 64}, {2, 3, 0, 1, 4}};
    DataCopy(gm_, src, to, from, 2);
    EXPECT_EQ(memory_[2 * 64 + 16 + 3], -3.0F);
    EXPECT_EQ(memory_[3 * 64 + 16 + 7], -15.0F);
    EXPECT_EQ(memory_[3 * 64 + 16 + 8], 3 * 64 + 16 + 8);
    EXPECT_EQ(failure([&] { DataCopy(gm_, src, to, from, 9); }),
              "DataCopy: dimValue is 9, allowed is 1..8");
}

TEST_F(Framework, EnhancedParametersMayAskForNothing) {
    const auto dst = tensor<float>(0, 64);
    DataCopy(dst, gm_, DataCopyParams(1, 2, 0, 0), DataCopyEnhancedParams());
    EXPECT_THAT(take_steps(), ElementsAre("MOV_GM_TO_UB ub=0 1x64"));
    DataCopyEnhancedParams relu;
    relu.isRelu = true;
    EXPECT_EQ(failure([&] { DataCopy(dst, gm_, DataCopyParams(), relu); }),
              "DataCopy: isRelu is 1, allowed is false");
}

TEST_F(Framework, AtomicRegistersHaveTwoFields) {
    SetAtomicAdd<float>();
    SetAtomicType<float>();
    EXPECT_EQ(port_.registers.atomic, davsim::AtomicOp::kAdd);
    EXPECT_EQ(port_.registers.atomic_type, DataType::kFloat32);
    SetAtomicNone();
#if __NPU_ARCH__ != 1001
    std::uint16_t type = 9;
    std::uint16_t operation = 9;
    GetStoreAtomicConfig(type, operation);
    EXPECT_EQ(type, 0);
    SetStoreAtomicConfig<AtomicDtype::ATOMIC_S32, AscendC::AtomicOp::ATOMIC_SUM>();
    EXPECT_EQ(port_.registers.atomic_type, DataType::kInt32);
    GetStoreAtomicConfig(type, operation);
    EXPECT_EQ(type, 4);
#endif
}

TEST_F(Framework, BitCounting) {
    EXPECT_EQ(GetBitCount<1>(0xF0F0), 8);
    EXPECT_EQ(ScalarGetCountOfValue<0>(1), 63);
    EXPECT_EQ(CountLeadingZero(1), 63);
    EXPECT_EQ(ScalarCountLeadingZero(0), 64);
    EXPECT_EQ(CountBitsCntSameAsSignBit(0x0100000000000020), 6);
    EXPECT_EQ(CountBitsCntSameAsSignBit(-1), -1);
    EXPECT_EQ(CountBitsCntSameAsSignBit(0x7FFFFFFFFFFFFFFF), 0);
    EXPECT_EQ(GetSFFValue<1>(0x1000000000000100), 8);
    EXPECT_EQ(GetSFFValue<0>(~0ULL), -1);
    EXPECT_EQ(port_.spent(ScalarOp::kAlu), 9);
}

TEST_F(Framework, DumpsSayWhatIsThere) {
    const auto tensor = filled<int32_t>(64, 8, [](int i) { return i - 2; });
    const std::uint32_t shape[] = {2, 4};
    DumpTensor(tensor, 5, 8, ShapeInfo(2, shape));
    EXPECT_EQ(port_.printed(),
              "DumpTensor: desc=5, block=0, addr=64, data_type=int32, position=UB, dump_size=8\n"
              "[-2, -1, 0, 1,\n 2, 3, 4, 5]\n");
    EXPECT_EQ(GetShapeSize(ShapeInfo(2, shape)), 8);
}

TEST_F(Framework, AssertionsMaySayWhy) {
    const int n = 3;
    assert(n == 3);
    EXPECT_THAT(failure([&] { assert(n < 2, "n is %d", n); }),
                HasSubstr("allowed is true: n is 3"));
    EXPECT_EQ(failure([] { Trap(); }), "Trap: the kernel stopped itself");
}

TEST_F(Framework, LimitsOfShortTypes) {
    EXPECT_EQ(float(NumericLimits<half>::Max()), 65504.0F);
    EXPECT_EQ(float(NumericLimits<half>::Lowest()), -65504.0F);
    EXPECT_EQ(float(NumericLimits<bfloat16_t>::Infinity()), INFINITY);
    EXPECT_TRUE(std::isnan(float(NumericLimits<bfloat16_t>::QuietNaN())));
    EXPECT_EQ(NumericLimits<int16_t>::Max(), 32767);
}

TEST_F(Framework, VariablesOfTheLanguage) {
    port_.mutable_context().block_idx = 3;
    port_.mutable_context().block_num = 7;
    EXPECT_EQ(block_idx, 3);
    EXPECT_EQ(block_num, 7);
    std::uint8_t workspace = 0;
    SetSysWorkspace(&workspace);
    EXPECT_EQ(GetSysWorkSpacePtr(), &workspace);
}

}  // namespace
}  // namespace ascendc_test
