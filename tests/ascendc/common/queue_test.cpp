// SPDX-License-Identifier: Apache-2.0
#include "tests/ascendc/kernel_fixture.h"

namespace ascendc_test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;

class Queues : public Kernel {
protected:
    Queues() : memory_(1024, 1.0F) { gm_.SetGlobalBuffer(memory_.data()); }

    std::vector<float> memory_;
    GlobalTensor<float> gm_;
};

TEST_F(Queues, VecinHandsFromLoadToVectorAndBack) {
    TPipe pipe;
    TQue<QuePosition::VECIN, 1> in;
    pipe.InitBuffer(in, 2, 100);
    EXPECT_THAT(port_.buffers(), ElementsAre("0+128 VECIN TQue depth 1 buffer 0",
                                             "128+128 VECIN TQue depth 1 buffer 1"));
    port_.clear();
    for (int round = 0; round < 3; ++round) {
        LocalTensor<float> load = in.AllocTensor<float>();
        in.EnQue(load);
        LocalTensor<float> use = in.DeQue<float>();
        EXPECT_EQ(use.address(), round == 1 ? 128U : 0U);
        EXPECT_EQ(use.GetSize(), 32U);
        in.FreeTensor(use);
    }
    EXPECT_EQ(port_.spent(ScalarOp::kQueueOp), 12);
    EXPECT_THAT(take_steps(),
                ElementsAre("SET_FLAG MTE2>V 0", "WAIT_FLAG MTE2>V 0", "SET_FLAG V>MTE2 0",  //
                            "SET_FLAG MTE2>V 0", "WAIT_FLAG MTE2>V 0", "SET_FLAG V>MTE2 1",  //
                            "WAIT_FLAG V>MTE2 0",                                            //
                            "SET_FLAG MTE2>V 0", "WAIT_FLAG MTE2>V 0", "SET_FLAG V>MTE2 0"));
}

TEST_F(Queues, DestroyWaitsForWhatFreeTensorLeft) {
    {
        TPipe pipe;
        TQue<TPosition::VECOUT, 1> out;
        pipe.InitBuffer(out, 1, 32);
        LocalTensor<float> result = out.AllocTensor<float>();
        out.EnQue<float>(result);
        result = out.DeQue<float>();
        out.FreeTensor(result);
    }
    EXPECT_THAT(take_steps(), ElementsAre("SET_FLAG V>MTE3 0", "WAIT_FLAG V>MTE3 0",
                                          "SET_FLAG MTE3>V 0", "WAIT_FLAG MTE3>V 0", "BAR ALL"));
    EXPECT_EQ(port_.pending_flags(), 0);
}

// As kernels do that keep a pipe of their own: it goes on where the first one was.
TEST_F(Queues, CopiedPipeGoesOn) {
    TPipe first;
    TBuf<> taken;
    first.InitBuffer(taken, 64);
    TPipe second;
    second = first;
    static constexpr TPosition kConsumers[8] = {};
    static constexpr TQueConfig kConfig = GetTQueConfig(false, false, false, 0, 1, 0, kConsumers);
    TQue<TPosition::VECIN, 1, &kConfig> in;
    second.InitBuffer(in, 1, 32);
    EXPECT_THAT(port_.buffers(),
                ElementsAre("0+64 VECCALC TBuf", "64+32 VECIN TQue depth 1 buffer 0"));
    EXPECT_EQ(GetTPipePtr(), &second);
}

TEST_F(Queues, BindFromLoadToStore) {
    TPipe pipe;
    TQueBind<TPosition::VECIN, TPosition::VECOUT, 1> bind;
    pipe.InitBuffer(bind, 1, 32);
    LocalTensor<float> data = bind.AllocTensor<float>();
    bind.EnQue(data);
    data = bind.DeQue<float>();
    bind.FreeTensor(data);
    EXPECT_THAT(take_steps(), ElementsAre("SET_FLAG MTE2>MTE3 0", "WAIT_FLAG MTE2>MTE3 0",
                                          "SET_FLAG MTE3>MTE2 0"));
}

TEST_F(Queues, InsideUbABarrierIsEnough) {
    TPipe pipe;
    TQue<TPosition::VECCALC, 1> calc;
    TQueBind<TPosition::VECIN, TPosition::VECOUT, 1> chain;
    pipe.InitBuffer(calc, 1, 32);
    pipe.InitBuffer(chain, 1, 32);
    LocalTensor<float> data = calc.AllocTensor<float>();
    calc.EnQue(data);
    data = calc.DeQue<float>();
    calc.FreeTensor(data);
    data = chain.AllocTensor<float>();
    chain.EnQue<TPosition::GM, TPosition::VECIN, float>(data);
    data = chain.DeQue<TPosition::GM, TPosition::VECIN, float>();
    chain.EnQue<TPosition::VECOUT, TPosition::GM, float>(data);
    data = chain.DeQue<TPosition::VECOUT, TPosition::GM, float>();
    EXPECT_THAT(take_steps(), ElementsAre("BAR V", "SET_FLAG MTE2>V 0", "WAIT_FLAG MTE2>V 0",
                                          "SET_FLAG V>MTE3 0", "WAIT_FLAG V>MTE3 0"));
}

TEST_F(Queues, StateQueriesAndDepthTwo) {
    TPipe pipe;
    TQue<TPosition::VECIN, 2> in;
    pipe.InitBuffer(in, 2, 32);
    EXPECT_TRUE(in.VacantInQue());
    EXPECT_TRUE(in.HasIdleBuffer());
    LocalTensor<float> first = in.AllocTensor<float>();
    LocalTensor<float> second;
    in.AllocTensor<float>(second);
    EXPECT_FALSE(in.HasIdleBuffer());
    in.EnQue(first);
    in.EnQue(second);
    EXPECT_FALSE(in.VacantInQue());
    EXPECT_EQ(in.GetTensorCountInQue(), 2);
    EXPECT_EQ(in.DeQue<float>().address(), first.address());
    LocalTensor<float> got;
    in.DeQue<float>(got);
    EXPECT_EQ(got.address(), second.address());
    EXPECT_FALSE(in.HasTensorInQue());
}

TEST_F(Queues, ProtocolErrors) {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in;
    TQue<TPosition::VECOUT, 1> out;
    EXPECT_EQ(failure([&] { in.AllocTensor<float>(); }),
              "AllocTensor: number of free buffers is 0 of 0 in the VECIN queue, allowed is a "
              "queue after InitBuffer");
    pipe.InitBuffer(in, 2, 32);
    pipe.InitBuffer(out, 1, 32);
    LocalTensor<float> a = in.AllocTensor<float>();
    LocalTensor<float> b = in.AllocTensor<float>();
    EXPECT_EQ(failure([&] { in.AllocTensor<float>(); }),
              "AllocTensor: number of free buffers is 0 of 2 in the VECIN queue, allowed is 1 or "
              "more; FreeTensor "
              "gives one back");
    EXPECT_EQ(failure([&] { in.DeQue<float>(); }),
              "DeQue: number of tensors in the queue is 0 (VECIN queue), allowed is 1 or more; "
              "EnQue comes first");
    in.EnQue(a);
    EXPECT_EQ(failure([&] { in.EnQue(b); }),
              "EnQue: number of tensors in the queue is 1 (VECIN queue), allowed is less than its "
              "depth of 1 before "
              "the call");
    EXPECT_EQ(failure([&] { in.FreeTensor(a); }),
              "FreeTensor: tensor is enqueued (VECIN queue, UB offset 0), allowed is allocated or "
              "dequeued");
    EXPECT_EQ(failure([&] { out.EnQue(a); }),
              "EnQue: tensor is not from this VECOUT queue, allowed is a tensor of this queue's "
              "AllocTensor or DeQue");
    a = in.DeQue<float>();
    in.FreeTensor(a);
    EXPECT_EQ(
        failure([&] { in.FreeTensor(a); }),
        "FreeTensor: tensor is free (VECIN queue, UB offset 0), allowed is allocated or dequeued");
    EXPECT_EQ(failure([&] { in.EnQue(a); }),
              "EnQue: tensor is free (VECIN queue, UB offset 0), allowed is allocated or dequeued");
}

TEST_F(Queues, InitBufferBeyondUbListsTheBuffers) {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in;
    TBuf<> scratch;
    TBuf<TPosition::VECCALC> more;
    pipe.InitBuffer(in, 2, 65536);
    pipe.InitBuffer(scratch, 32768);
    EXPECT_EQ(failure([&] { pipe.InitBuffer(more, 40000); }),
              "InitBuffer: UB demand is 1 x 40000 B for VECCALC beyond 163840 B in use (VECIN "
              "65536 B at 0, VECIN "
              "65536 B at 65536, VECCALC 32768 B at 131072), allowed is 196608 B in all");
    TBuf<> none;
    pipe.InitBuffer(none, 0);
    EXPECT_EQ(none.Get<float>().GetSize(), 0U);
    pipe.InitBuffer(more, 32768);
    EXPECT_EQ(port_.buffers().back(), "163840+32768 VECCALC TBuf");
}

TEST_F(Queues, ResetGivesEverythingBack) {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in;
    pipe.InitBuffer(in, 1, 131072);
    LocalTensor<float> data = in.AllocTensor<float>();
    in.FreeTensor(data);
    port_.clear();
    pipe.Reset();
    EXPECT_THAT(take_steps(), ElementsAre("WAIT_FLAG V>MTE2 0"));
    pipe.InitBuffer(in, 1, 131072);
    EXPECT_EQ(in.AllocTensor<float>().address(), 0U);
    EXPECT_TRUE(take_steps().empty());
}

TEST_F(Queues, EventIdsAreTheLowestFree) {
    TPipe pipe;
    EXPECT_EQ(GetTPipePtr(), &pipe);
    EXPECT_EQ(pipe.FetchEventID(HardEvent::V_S), 0);
    EXPECT_EQ(pipe.FetchEventID<HardEvent::V_S>(), 0);
    EXPECT_EQ(pipe.AllocEventID<HardEvent::V_S>(), 0);
    EXPECT_EQ(pipe.AllocEventID<HardEvent::V_S>(), 1);
    EXPECT_EQ(pipe.AllocEventID<HardEvent::S_V>(), 0);
    pipe.ReleaseEventID<HardEvent::V_S>(0);
    EXPECT_EQ(pipe.FetchEventID(HardEvent::V_S), 0);
    const int ids = static_cast<int>(port_.context().event_ids);
    for (int i = 0; i < ids - 1; ++i) pipe.AllocEventID<HardEvent::V_S>();
    EXPECT_THAT(failure([&] { pipe.AllocEventID<HardEvent::V_S>(); }),
                ::testing::StartsWith("AllocEventID: number of event ids in use is " +
                                      std::to_string(ids)));
    EXPECT_THAT(failure([&] { pipe.ReleaseEventID<HardEvent::V_S>(9); }),
                ::testing::StartsWith("ReleaseEventID: eventID is 9"));
}

TEST_F(Queues, TBufHasNoEvents) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> first;
    TBuf<> second;
    pipe.InitBuffer(first, 64);
    pipe.InitBuffer(second, 100);
    EXPECT_EQ(second.GetBufLen(), 128U);
    EXPECT_EQ(second.Get<half>().GetSize(), 64U);
    EXPECT_EQ(second.Get<float>(10).GetSize(), 10U);
    EXPECT_EQ(second.GetWithOffset<float>(4, 32).address(), 64U + 32U);
    EXPECT_EQ(failure([&] { second.Get<float>(33); }),
              "TBuf::Get: end of the tensor is 132 B, allowed is up to the buffer's 128 B");
    EXPECT_TRUE(take_steps().empty());
}

TEST_F(Queues, AWholePassThroughUb) {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in;
    TQue<TPosition::VECOUT, 1> out;
    pipe.InitBuffer(in, 2, 1024);
    pipe.InitBuffer(out, 2, 1024);
    for (int tile = 0; tile < 4; ++tile) {
        LocalTensor<float> load = in.AllocTensor<float>();
        DataCopy(load, gm_[tile * 256], 256);
        in.EnQue(load);
        LocalTensor<float> x = in.DeQue<float>();
        LocalTensor<float> y = out.AllocTensor<float>();
        Adds(y, x, static_cast<float>(tile), 256);
        out.EnQue(y);
        in.FreeTensor(x);
        y = out.DeQue<float>();
        DataCopy(gm_[tile * 256], y, 256);
        out.FreeTensor(y);
    }
    pipe.Destroy();
    for (std::size_t i = 0; i < memory_.size(); ++i)
        ASSERT_EQ(memory_[i], 1.0F + static_cast<float>(i / 256));
    EXPECT_EQ(port_.pending_flags(), 0);
}

}  // namespace
}  // namespace ascendc_test
