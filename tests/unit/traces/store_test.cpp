// SPDX-License-Identifier: Apache-2.0
// The trace store gives back what was recorded, and refuses what it did not write.
#include <gmock/gmock.h>

#include <random>

#include "tests/unit/traces/trace_fixture.h"

namespace davsim::traces {
namespace {

using testing::HasSubstr;

bool same(const Row& a, const Row& b) {
    return a.shape == b.shape && a.block == b.block && a.core == b.core && a.kind == b.kind &&
           a.cause == b.cause && a.begin == b.begin && a.end == b.end && a.issued == b.issued &&
           a.waited == b.waited && a.set == b.set && a.reached == b.reached && a.gm == b.gm &&
           a.line_bytes == b.line_bytes && a.hit_bytes == b.hit_bytes && a.hbm_bytes == b.hbm_bytes;
}

// Any values at all, not only those that a device would tell.
class RandomRows {
public:
    Shape shape() {
        Shape shape;
        shape.kind = static_cast<RowKind>(below(kRowKindCount));
        shape.pipe = static_cast<Pipe>(below(kPipeCount + 1));
        shape.other = static_cast<Pipe>(below(kPipeCount + 1));
        shape.opcode = static_cast<Opcode>(below(kOpcodeCount));
        shape.count = static_cast<std::uint32_t>(random_());
        shape.bytes = random_();
        shape.ideal = static_cast<std::int64_t>(random_());
        shape.ranges[0] = {random_(), random_() | 1U, below(2) == 0 ? Space::kGm : Space::kUb,
                           below(2) == 0};
        if (shape.ranges[0].space == Space::kGm) shape.ranges[0].begin = 0;
        return shape;
    }

    Row row(const Shape& shape) {
        Row row;
        row.kind = shape.kind;
        row.core = static_cast<std::int32_t>(below(3));
        row.block = static_cast<std::uint32_t>(below(3));
        row.cause = static_cast<StallCause>(below(kStallCauseCount));
        row.begin = time();
        row.end = time();
        if (row.kind == RowKind::kInstruction) {
            row.issued = time();
            row.waited = time();
            if (shape.has_gm()) row.gm = random_();
        }
        if (row.kind == RowKind::kFlag) row.set = time(), row.reached = time();
        if (row.kind == RowKind::kTransfer)
            row.line_bytes = random_(), row.hit_bytes = random_(), row.hbm_bytes = random_();
        return row;
    }

private:
    std::uint64_t below(std::uint64_t limit) { return random_() % limit; }
    std::int64_t time() { return static_cast<std::int64_t>(below(1U << 30U)); }

    std::mt19937_64 random_{7};
};

TEST_F(TraceTest, RowsComeBackAsTheyWere) {
    RandomRows random;
    std::vector<std::vector<Row>> expected(3);
    {
        StoreWriter writer(store_path(), LaunchMeta{});
        std::vector<Shape> shapes;
        for (int i = 0; i < 50; ++i) shapes.push_back(random.shape());
        for (int i = 0; i < 20000; ++i) {
            const Shape& shape = shapes[static_cast<std::size_t>(i) % shapes.size()];
            Row row = random.row(shape);
            row.shape = writer.index_of(shape);
            writer.add(row, shape);
            expected[static_cast<std::size_t>(row.core)].push_back(row);
        }
        writer.finish({});
    }
    const StoreReader store(store_path());
    EXPECT_EQ(store.shapes().size(), 50U);
    EXPECT_EQ(store.end().row_count(), 20000U);
    for (int core = 0; core < 3; ++core) {
        const std::vector<Row> rows = store.rows_of(core);
        const std::vector<Row>& wanted = expected[static_cast<std::size_t>(core)];
        ASSERT_EQ(rows.size(), wanted.size());
        for (std::size_t i = 0; i < rows.size(); ++i)
            ASSERT_TRUE(same(rows[i], wanted[i])) << "core " << core << " row " << i;
    }
}

TEST_F(TraceTest, DescriptionsComeBackAsTheyWere) {
    RecorderOptions how = options();
    how.window = {5, 500};
    how.only_cores = {1, 3};
    TraceRecorder recorder(how);
    recorder.on_launch_begin(info(1800));
    recorder.on_buffer({1, 0, 64, 128, "VECIN"});
    recorder.on_launch_end(Cycles(77));
    recorder.finish({{"summary", "{\"a\":1}"}});
    const StoreReader store(store_path());
    EXPECT_EQ(store.launch().kernel, "demo");
    EXPECT_EQ(store.launch().clock_mhz, 1800);
    EXPECT_EQ(store.launch().window_begin, 5);
    EXPECT_EQ(store.launch().window_end, 500);
    EXPECT_THAT(store.launch().only_cores, testing::ElementsAre(1, 3));
    EXPECT_EQ(store.launch().remark("soc"), "Test {\"1\"}");
    EXPECT_EQ(store.end().span, 77);
    EXPECT_EQ(store.end().strings.at(0), "VECIN");
    EXPECT_EQ(store.attachment("summary"), "{\"a\":1}");
    EXPECT_EQ(store.attachment("none"), "");
}

TEST_F(TraceTest, SumsOfABlockComeBackAsTheyWere) {
    TraceRecorder recorder(options());
    recorder.on_launch_begin(info());
    vector_add(recorder, 2, 10, 40);
    vector_add(recorder, 2, 30, 50);
    recorder.on_scalar_stall({2, 7, StallCause::kQueueFull, Cycles(3), Cycles(9), Pipe::kV});
    recorder.on_block({2, 7, Cycles(1), Cycles(60), Cycles(12)});
    vector_add(recorder, 2, 70, 75);
    recorder.on_block({2, 8, Cycles(61), Cycles(80), Cycles(1)});
    recorder.finish({});
    std::vector<BlockUse> blocks;
    StoreReader(store_path()).for_each_block([&](const BlockUse& use) { blocks.push_back(use); });
    ASSERT_EQ(blocks.size(), 2U);
    EXPECT_EQ(blocks[0].block, 7U);
    EXPECT_EQ(blocks[0].pipe(Pipe::kV).busy, 40);
    EXPECT_EQ(blocks[0].pipe(Pipe::kV).instructions, 2U);
    EXPECT_EQ(blocks[0].pipe(Pipe::kV).bytes, 3072U);
    EXPECT_EQ(blocks[0].pipe(Pipe::kS).busy, 12);
    EXPECT_EQ(blocks[0].pipe(Pipe::kS).waited[static_cast<std::size_t>(StallCause::kQueueFull)], 6);
    EXPECT_EQ(blocks[0].vector_operations, 256U);
    EXPECT_EQ(blocks[0].ub_read, 2048U);
    EXPECT_EQ(blocks[0].ub_write, 1024U);
    EXPECT_EQ(blocks[1].pipe(Pipe::kV).busy, 5);
}

// A loop of loads and vector work as kernels have them.
TEST_F(TraceTest, AnEventTakesAFewBytes) {
    TraceRecorder recorder(options());
    recorder.on_launch_begin(info());
    std::uint64_t events = 0;
    for (std::int64_t i = 0; i < 20000; ++i, events += 3) {
        const std::int64_t at = 700 * i;
        load(recorder, 0, at, at + 400 + i % 7);
        flag(recorder, 0, 0, at + 400, at + 10, at + 420);
        vector_add(recorder, 0, at + 425, at + 475);
    }
    recorder.finish({});
    EXPECT_LE(std::filesystem::file_size(store_path()), 8 * events);
}

class BadStore : public TraceTest {
protected:
    BadStore() {
        TraceRecorder recorder(options());
        recorder.on_launch_begin(info());
        for (int i = 0; i < 100; ++i) vector_add(recorder, 0, 10 * i, 10 * i + 5);
        recorder.finish({});
        bytes_ = read(store_path());
    }

    // What the reader says of a file of these bytes.
    std::string refusal(const std::string& bytes) const {
        std::ofstream(store_path(), std::ios::binary) << bytes;
        return refusal();
    }
    std::string refusal() const {
        try {
            const StoreReader store(store_path());
            store.rows_of(0);
        } catch (const Error& error) {
            EXPECT_EQ(error.fault(), Fault::kUsage);
            const std::string text = error.what();
            EXPECT_EQ(text.find('\n'), std::string::npos);
            EXPECT_EQ(text.rfind(store_path() + ": ", 0), 0U) << text;
            return text.substr(store_path().size() + 2);
        }
        return "no error";
    }

    std::string bytes_;
};

TEST_F(BadStore, EveryPrefixIsRefused) {
    for (std::size_t size = 1; size < bytes_.size(); size += 37) {
        const std::string text = refusal(bytes_.substr(0, size));
        EXPECT_THAT(text, testing::AnyOf(HasSubstr("incomplete"), HasSubstr("no trace store")))
            << size;
    }
    EXPECT_EQ(refusal(""), "is empty, not a trace store");
}

TEST_F(BadStore, EveryChangedByteIsNoticed) {
    for (std::size_t at = 0; at < bytes_.size(); at += 17) {
        std::string changed = bytes_;
        changed[at] = static_cast<char>(changed[at] ^ 0x20);
        EXPECT_NE(refusal(changed), "no error") << at;
    }
}

TEST_F(BadStore, ForeignFilesAreNamed) {
    EXPECT_EQ(refusal("{\"traceEvents\":[]}"),
              "is no trace store of davsim: it does not begin with DAVTRACE");
    std::string later = bytes_;
    later[kStoreMagic.size()] = 9;
    EXPECT_EQ(refusal(later), "trace store has version 9, this davsim reads version 2");
    std::filesystem::remove(store_path());
    EXPECT_EQ(refusal(), "cannot read: No such file or directory");
    std::filesystem::create_directory(store_path());
    EXPECT_EQ(refusal(), "is not a file");
}

}  // namespace
}  // namespace davsim::traces
