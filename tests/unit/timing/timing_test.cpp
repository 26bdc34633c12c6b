// SPDX-License-Identifier: Apache-2.0
// The timing room's pure functions: vector cost, shared servers, L2 tags, transfer cost.

#include <gtest/gtest.h>

#include "sim/timing/dma_timing.h"
#include "sim/timing/hbm_server.h"
#include "sim/timing/l2_tags.h"
#include "sim/timing/sharing_server.h"
#include "sim/timing/vector_timing.h"

namespace davsim {
namespace {

VectorConfig vector_config() {
    VectorConfig config;
    config.min_issue_interval = 3;
    config.partial_extra = 16;
    config.pipelined = true;
    config.ops[static_cast<std::size_t>(Opcode::kAdd)] = {1, 1, 1, 22, 3, 3, 0};
    config.ops[static_cast<std::size_t>(Opcode::kDiv)] = {4, 4.5, 4, 31, 4, 8, 0};
    return config;
}

UbBanksConfig no_banks() {
    return {};
}

Instruction instruction(Opcode opcode, std::uint16_t repeat, DataType type = DataType::kFloat32) {
    Instruction ins;
    ins.opcode = opcode;
    ins.dtype = type;
    ins.vec.dst.dtype = ins.vec.src0.dtype = ins.vec.src1.dtype = type;
    ins.vec.repeat = repeat;
    return ins;
}

TEST(VectorTiming, BusyIsRepeatsTimesCostButNotBelowTheIssueFloor) {
    const VectorTiming timing(vector_config(), no_banks());
    EXPECT_EQ(timing.of(instruction(Opcode::kAdd, 1)).busy, Cycles(3));
    EXPECT_EQ(timing.of(instruction(Opcode::kAdd, 128)).busy, Cycles(128));
    EXPECT_EQ(timing.of(instruction(Opcode::kAdd, 128)).latency, Cycles(22));
    EXPECT_EQ(timing.of(instruction(Opcode::kDiv, 10)).busy, Cycles(40));
}

TEST(VectorTiming, FractionsOfACycleRoundUpOnceAnInstruction) {
    const VectorTiming timing(vector_config(), no_banks());
    EXPECT_EQ(timing.of(instruction(Opcode::kDiv, 3, DataType::kFloat16)).busy, Cycles(14));
}

TEST(VectorTiming, FloorAndExtraOfAnOpcodeByWidth) {
    VectorConfig config = vector_config();
    config.ops[static_cast<std::size_t>(Opcode::kDiv)] = {4, 4, 4, 31, 4, 8, 4};
    const VectorTiming timing(config, no_banks());
    EXPECT_EQ(timing.of(instruction(Opcode::kDiv, 1)).busy, Cycles(4));
    EXPECT_EQ(timing.of(instruction(Opcode::kDiv, 1, DataType::kFloat16)).busy, Cycles(8));
    EXPECT_EQ(timing.of(instruction(Opcode::kDiv, 8, DataType::kFloat16)).busy, Cycles(36));
    EXPECT_EQ(timing.of(instruction(Opcode::kDiv, 8)).busy, Cycles(32));
}

TEST(VectorTiming, MaskedOffLanesCostExtraWholeRepeatsDoNot) {
    const VectorTiming timing(vector_config(), no_banks());
    Instruction ins = instruction(Opcode::kAdd, 4);
    EXPECT_EQ(timing.of(ins).latency, Cycles(22));
    ins.vec.mask = {0xFFFF, 0, false};
    EXPECT_EQ(timing.of(ins).latency, Cycles(38));
    ins.vec.mask = {64 * 10, 0, true};
    EXPECT_EQ(timing.of(ins).latency, Cycles(22));
}

TEST(VectorTiming, CounterModeCountsItsOwnRepeatsAndCostsExtra) {
    const VectorTiming timing(vector_config(), no_banks());
    Instruction ins = instruction(Opcode::kAdd, 1);
    ins.vec.mask = {64 * 10 + 1, 0, true};
    EXPECT_EQ(timing.of(ins).busy, Cycles(11));
    EXPECT_EQ(timing.of(ins).latency, Cycles(38));
}

TEST(VectorTiming, UnpipelinedUnitHoldsThePipeForTheFixedPart) {
    VectorConfig config = vector_config();
    config.pipelined = false;
    const VectorTiming timing(config, no_banks());
    EXPECT_EQ(timing.of(instruction(Opcode::kAdd, 10)).busy, Cycles(32));
    EXPECT_EQ(timing.of(instruction(Opcode::kAdd, 10)).latency, Cycles(0));
}

TEST(SharingServer, OneJobGetsTheWholeRate) {
    SharingServer server(100);
    server.join(Cycles(10), 1000, 7);
    EXPECT_EQ(server.next_finish(), Cycles(20));
    std::uint32_t job = 0;
    EXPECT_FALSE(server.pop_finished(Cycles(19), job));
    EXPECT_TRUE(server.pop_finished(Cycles(20), job));
    EXPECT_EQ(job, 7U);
    EXPECT_EQ(server.next_finish(), kNever);
}

TEST(SharingServer, JobsShareEqually) {
    SharingServer server(100);
    server.join(Cycles(0), 1000, 1);
    server.join(Cycles(5), 1000, 2);  // 500 of job 1 are left, both run at 50
    EXPECT_EQ(server.next_finish(), Cycles(15));
    std::uint32_t job = 0;
    EXPECT_TRUE(server.pop_finished(Cycles(15), job));
    EXPECT_EQ(job, 1U);
    EXPECT_EQ(server.next_finish(), Cycles(20));  // job 2: 500 left at 100
}

TEST(SharingServer, ServesNoMoreThanItsRate) {
    SharingServer server(3.7);
    std::uint64_t bytes = 0;
    for (std::uint32_t job = 0; job < 50; ++job) {
        server.join(Cycles(job), 100 + job, job);
        bytes += 100 + job;
    }
    Cycles now;
    std::uint32_t job = 0;
    while (server.jobs() > 0) {
        now = server.next_finish();
        while (server.pop_finished(now, job)) {}
    }
    EXPECT_GE(static_cast<double>(now.count()) * 3.7, static_cast<double>(bytes) - 1);
    EXPECT_LE(static_cast<double>(now.count()) * 3.7, static_cast<double>(bytes) * 1.02);
}

TEST(SharingServer, RateChangeTakesEffectFromItsMoment) {
    SharingServer server(100);
    server.join(Cycles(0), 1000, 1);
    server.set_rate(Cycles(5), 10);
    EXPECT_EQ(server.next_finish(), Cycles(55));
}

TEST(HbmServer, MixOfReadsAndWritesIsSlowerThanEither) {
    const HbmConfig config{1 << 30, 1.0, 0.8, 0.9, 0.5};
    std::uint32_t job = 0;
    HbmServer reads(config, 100);
    reads.join(Cycles(0), 8000, 1, false);
    EXPECT_EQ(reads.next_finish(), Cycles(100));
    HbmServer writes(config, 100);
    writes.join(Cycles(0), 9000, 1, true);
    EXPECT_EQ(writes.next_finish(), Cycles(100));
    HbmServer mixed(config, 100);
    mixed.join(Cycles(0), 5000, 1, false);
    mixed.join(Cycles(0), 5000, 2, true);
    EXPECT_EQ(mixed.next_finish(), Cycles(200));  // 10000 bytes at 50
    EXPECT_TRUE(mixed.pop_finished(Cycles(200), job));
    EXPECT_EQ(job, 1U);
}

L2Config small_l2() {
    return {8 * 512, 512, 2, 1, 1, 0, 1, 512, 0};
}  // 4 sets of 2 ways

TEST(L2Tags, HitsWhatItHolds) {
    L2Tags tags(small_l2());
    EXPECT_EQ(tags.read(0, 1024).hits, 0U);
    EXPECT_EQ(tags.read(0, 1024).hits, 2U);
    EXPECT_EQ(tags.read(500, 20).lines, 2U);  // crosses a line boundary
    tags.flush();
    EXPECT_EQ(tags.read(0, 1024).hits, 0U);
}

// All lines meet in one set.
L2Config one_set() {
    L2Config config = small_l2();
    config.bytes = config.line_bytes * config.ways;
    return config;
}

TEST(L2Tags, EvictsTheLeastRecentlyUsedWay) {
    L2Tags tags(one_set());
    const std::uint64_t set_stride = 4 * 512;
    tags.read(0, 1);
    tags.read(set_stride, 1);
    tags.read(0, 1);
    tags.read(2 * set_stride, 1);  // pushes out the middle one
    EXPECT_EQ(tags.read(0, 1).hits, 1U);
    EXPECT_EQ(tags.read(set_stride, 1).hits, 0U);
}

TEST(L2Tags, DirtyLinesAreWrittenBackOnce) {
    L2Tags tags(one_set());
    const std::uint64_t set_stride = 4 * 512;
    tags.write(0, 1);
    EXPECT_EQ(tags.read(set_stride, 1).written_back, 0U);
    EXPECT_EQ(tags.read(2 * set_stride, 1).written_back, 1U);
    EXPECT_EQ(tags.read(3 * set_stride, 1).written_back, 0U);
}

DmaConfig dma_config() {
    DmaConfig config;
    config.load = {216, 341, 128, 45.5, 230, 350};
    config.store = {203, 203, 87, 87, 0, 0};
    config.issue_cost = 21;
    config.burst_cost = 1;
    config.align_bytes = 512;
    config.unaligned_lines = 1;
    config.atomic_factor = 2;
    return config;
}

DmaPayload payload(std::uint32_t bytes, std::uint32_t bursts = 1) {
    DmaPayload dma;
    dma.burst_bytes = bytes;
    dma.bursts = bursts;
    return dma;
}

TEST(DmaTiming, HitsAndMissesHaveTheirOwnLatencyAndRate) {
    const DmaTiming timing(dma_config(), 512);
    const DmaCost hit = timing.load(payload(12800), {25, 25, 0});
    EXPECT_EQ(hit.stream, Cycles(100));
    EXPECT_EQ(hit.latency, Cycles(216));
    EXPECT_EQ(hit.hbm_bytes, 0U);
    const DmaCost miss = timing.load(payload(4550), {9, 0, 0});
    EXPECT_EQ(miss.stream, Cycles(100));
    EXPECT_EQ(miss.latency, Cycles(341));
    EXPECT_EQ(miss.hbm_bytes, 9U * 512);
}

TEST(DmaTiming, NoTransferIsShorterThanTheLeast) {
    const DmaTiming timing(dma_config(), 512);
    EXPECT_EQ(timing.load(payload(32), {1, 1, 0}).least, Cycles(230));
    EXPECT_EQ(timing.load(payload(32), {1, 0, 0}).least, Cycles(350));
    EXPECT_EQ(timing.shortest(false), Cycles(237));  // issue and latency are longer
    EXPECT_EQ(timing.shortest_latency(false), Cycles(216));
}

TEST(DmaTiming, ABurstInsideOneLineIsNotMisaligned) {
    const DmaTiming timing(dma_config(), 512);
    DmaPayload dma = payload(256);
    dma.gm = 128;
    EXPECT_EQ(timing.load(dma, {1, 0, 0}).hbm_bytes, 512U);
    dma.gm = 384;
    EXPECT_EQ(timing.load(dma, {2, 0, 0}).hbm_bytes, 3U * 1024);  // 1 + 512 / 256
}

TEST(DmaTiming, MisalignedMissesTakeLonger) {
    const DmaTiming timing(dma_config(), 512);
    DmaPayload dma = payload(4550);
    dma.gm = 32;
    EXPECT_EQ(timing.load(dma, {9, 0, 0}).stream, Cycles(112));  // (4550 + 512) / 45.5
    EXPECT_EQ(timing.load(dma, {9, 9, 0}).stream, Cycles(36));   // hits do not
}

TEST(DmaTiming, ShortTransfersAreBoundByIssueAndBursts) {
    const DmaTiming timing(dma_config(), 512);
    EXPECT_EQ(timing.load(payload(32), {1, 1, 0}).stream, Cycles(21));
    EXPECT_EQ(timing.load(payload(32, 100), {100, 100, 0}).stream, Cycles(100));
}

TEST(DmaTiming, AtomicStoresCostTheirFactor) {
    const DmaTiming timing(dma_config(), 512);
    DmaPayload dma = payload(8700);
    EXPECT_EQ(timing.store(dma, {17, 0, 0}).stream, Cycles(100));
    dma.atomic = AtomicOp::kAdd;
    EXPECT_EQ(timing.store(dma, {17, 0, 0}).stream, Cycles(200));
    EXPECT_EQ(timing.store(dma, {17, 0, 0}).hbm_bytes, 0U);
}

}  // namespace
}  // namespace davsim
