// SPDX-License-Identifier: Apache-2.0
#include "sim/checks/checker.h"

#include "sim/checks/core_state.h"
#include "sim/checks/fault_kinds.h"
#include "sim/checks/init_check.h"
#include "sim/checks/memory_check.h"
#include "sim/checks/numeric_check.h"
#include "sim/checks/race_detector.h"

namespace davsim::checks {
namespace {

bool is_floating(DataType dtype) {
    return dtype == DataType::kFloat32 || dtype == DataType::kFloat16 ||
           dtype == DataType::kBfloat16;
}

}  // namespace

struct Checker::Impl {
    explicit Impl(CheckSet checks)
        : memcheck(checks.has(Detector::kMemcheck)),
          racecheck(checks.has(Detector::kRacecheck)),
          initcheck(checks.has(Detector::kInitcheck)),
          synccheck(checks.has(Detector::kSynccheck)),
          numeric(checks.has(Detector::kNumeric)),
          race(launch, log),
          memory(launch, log),
          init(launch, log),
          number(launch, log) {}

    bool wants(Kind kind) const {
        switch (info_of(kind).detector) {
            case Detector::kMemcheck: return memcheck;
            case Detector::kSynccheck: return synccheck;
            default: return true;
        }
    }
    bool follows_memory() const { return memcheck || racecheck || initcheck || numeric; }
    bool follows_order() const { return racecheck || synccheck; }

    CoreState& core_of(int core) { return cores[static_cast<std::size_t>(core)]; }

    void add(Finding finding) {
        if (!wants(finding.kind)) return;
        const void* site = finding.accesses.empty() ? nullptr : finding.accesses.front().site;
        // Messages of rules carry numbers that differ; the place is what counts.
        log.add(finding.kind, site, nullptr, [&] { return std::move(finding); });
    }

    void set_twice(const CoreState& core, const SyncPayload& sync, const DoubleSet& twice,
                   Cycles at) {
        if (!synccheck) return;
        log.add(Kind::kFlagSetTwice, twice.first, twice.second, [&] {
            Finding finding;
            for (const void* site : {twice.second, twice.first}) {
                Access access;
                access.core = core.core;
                access.block = core.order.block();
                access.pipe = sync.source;
                access.operation = "SetFlag";
                access.site = site;
                access.start = access.complete = at;
                finding.accesses.push_back(access);
            }
            finding.message = "SetFlag: flag " + std::string(name_of(sync.source)) + " to " +
                              std::string(name_of(sync.destination)) + " event " +
                              std::to_string(sync.event) +
                              " is set again before the program waits for the set before";
            finding.hint = "an event id of its own for each set that is under way";
            return finding;
        });
    }

    void sync(CoreState& core, const InstructionEvent& event) {
        const Instruction& ins = *event.instruction;
        const std::uint64_t key = instruction_key(event.serial);
        core.order.issue(ins.pipe, event.serial);
        const SyncPayload& flag = ins.sync;
        std::optional<DoubleSet> twice;
        if (ins.opcode == Opcode::kSetFlag) {
            twice = core.order.set(flag.source, flag.destination, flag.event, key, ins.site);
        } else if (ins.opcode == Opcode::kWaitFlag) {
            twice = core.order.wait(flag.source, flag.destination, flag.event, key, ins.pipe);
        } else if (ins.opcode == Opcode::kPipeBarrier) {
            core.order.barrier(ins.pipe);
        } else if (ins.opcode == Opcode::kSetCoreFlag) {
            channels[std::uint64_t{flag.event} + 1][core.order.block()].join(
                core.order.publish(ins.pipe));
        }
        if (twice) set_twice(core, flag, *twice, event.complete);
    }

    RecordRef record(CoreState& core, Pipe pipe, const void* site, std::uint64_t key, Cycles start,
                     Cycles complete) {
        AccessRecord* fresh = pool.take();
        fresh->site = site;
        fresh->key = key;
        fresh->start = start;
        fresh->complete = complete;
        fresh->block = core.order.block();
        fresh->epoch = core.order.epoch(pipe);
        fresh->generation = core.order.generation();
        fresh->pass = ++core.passes[site];
        fresh->core = static_cast<std::int16_t>(core.core);
        fresh->pipe = pipe;
        fresh->opcode = Opcode::kCount;
        fresh->atomic = false;
        fresh->floating = false;
        return RecordRef(fresh);
    }

    void check(CoreState& core, const Operation& operation) {
        if (memcheck) memory.check(core, operation);
        if (racecheck) race.check(core, operation);
        if (initcheck) init.check(core, operation);
        if (numeric) number.check(core, operation);
    }

    void work(CoreState& core, const InstructionEvent& event) {
        const Instruction& ins = *event.instruction;
        if (racecheck) core.order.issue(ins.pipe, event.serial);
        Operation operation;
        operation.instruction = &ins;
        operation.footprint = footprint_of(ins);
        operation.ub = event.ub;
        operation.registers = event.registers;
        operation.record = record(core, ins.pipe, ins.site, instruction_key(event.serial),
                                  event.start, event.complete);
        operation.record->opcode = ins.opcode;
        if (ins.opcode == Opcode::kStoreGm) {
            operation.record->atomic = ins.dma.atomic != AtomicOp::kNone;
            operation.record->floating = is_floating(ins.dma.dtype);
        }
        check(core, operation);
    }

    void access(CoreState& core, const ScalarEvent& event) {
        Operation operation;
        operation.store = event.kind == ScalarEvent::Kind::kStore;
        operation.ub = event.ub;
        const Region region{event.space, event.addr, event.bytes, 0, 1};
        if (operation.store) {
            operation.footprint.writes[0] = region;
            operation.footprint.write_count = 1;
        } else {
            operation.footprint.reads[0] = region;
            operation.footprint.read_count = 1;
        }
        operation.record =
            record(core, Pipe::kS, event.site, scalar_key(event.serial), event.from, event.to);
        check(core, operation);
    }

    void scalar(CoreState& core, const ScalarEvent& event) {
        using Op = ScalarEvent::Kind;
        const std::uint64_t key = scalar_key(event.serial);
        const SyncPayload flag = event.kind == Op::kSetFlag
                                     ? SyncPayload{Pipe::kS, event.pipe, event.event}
                                     : SyncPayload{event.pipe, Pipe::kS, event.event};
        std::optional<DoubleSet> twice;
        switch (event.kind) {
            case Op::kLoad:
            case Op::kStore:
                if (follows_memory()) access(core, event);
                return;
            case Op::kVectorRegister:
                if (racecheck || initcheck) vector_register(core, event);
                return;
            case Op::kSetFlag:
                twice = core.order.set(flag.source, flag.destination, flag.event, key, event.site);
                break;
            case Op::kWaitFlag:
                twice = core.order.wait(flag.source, flag.destination, flag.event, key);
                core.order.scalar_learned(event.serial);
                break;
            case Op::kBarrierAll:
                core.order.barrier_all();
                core.order.scalar_learned(event.serial);
                break;
            case Op::kArrive: arrive(core, event); break;
            case Op::kLeave:
                leave(core, event);
                core.order.scalar_learned(event.serial);
                break;
        }
        if (twice) set_twice(core, flag, *twice, event.to);
    }

    void arrive(CoreState& core, const ScalarEvent& event) {
        if (event.channel == 0) return;
        if (event.bytes != 0) launch.polled.assign(event.addr, event.addr + event.bytes, true);
        channels[event.channel][core.order.block()].join(core.order.publish());
    }

    void leave(CoreState& core, const ScalarEvent& event) {
        if (event.channel == 0) return core.order.pass_sync_all();
        for (const auto& [block, knowledge] : channels[event.channel])
            core.order.acquire(knowledge, block);
    }

    void vector_register(CoreState& core, const ScalarEvent& event) {
        const RecordRef reader =
            record(core, Pipe::kS, event.site, scalar_key(event.serial), event.from, event.to);
        if (racecheck) race.check_register(core, event.vector_register, reader);
        if (initcheck) init.check_register(core, event.vector_register, reader);
    }

    bool memcheck;
    bool racecheck;
    bool initcheck;
    bool synccheck;
    bool numeric;
    // Outlives what refers to its records.
    RecordPool pool;
    LaunchView launch;
    FindingLog log;
    std::vector<CoreState> cores;
    // Where blocks meet other than in SyncAll: what each block has published there.
    std::map<std::uint64_t, std::map<std::uint32_t, Knowledge>> channels;
    RaceDetector race;
    MemoryCheck memory;
    InitCheck init;
    NumericCheck number;
};

Checker::Checker(CheckSet set) : set_(set), impl_(std::make_unique<Impl>(set)) {}
Checker::~Checker() = default;

std::uint32_t Checker::interests() const {
    if (set_.none()) return 0;
    std::uint32_t kinds = interest::kBuffer | interest::kFault | interest::kBlockBegin;
    if (impl_->memcheck || impl_->synccheck) kinds |= interest::kViolation;
    if (impl_->follows_memory() || impl_->follows_order())
        kinds |= interest::kInstruction | interest::kScalar;
    if (impl_->initcheck) kinds |= interest::kRawAccess;
    return kinds;
}

void Checker::on_launch_begin(const LaunchInfo& info) {
    impl_->launch.info = info;
    impl_->launch.tensors.set(info.memory);
    const auto cores = static_cast<std::size_t>(info.cores);
    impl_->cores.clear();
    impl_->channels.clear();
    impl_->launch.polled.clear();
    impl_->cores.resize(cores);
    for (std::size_t i = 0; i < cores; ++i) impl_->cores[i].core = static_cast<int>(i);
    if (impl_->racecheck) impl_->race.begin_launch(cores);
    if (impl_->initcheck) impl_->init.begin_launch(cores);
    if (impl_->numeric) impl_->number.begin_launch(cores);
}

void Checker::on_launch_end(Cycles /*span*/) {
    if (impl_->initcheck) impl_->init.end_launch();
}

void Checker::on_block_begin(int core, std::uint32_t block) {
    CoreState& state = impl_->core_of(core);
    state.order.begin(block);
    state.buffers.clear();
    state.passes.clear();
    if (impl_->racecheck) impl_->race.begin_block(core);
    if (impl_->initcheck) impl_->init.begin_block(state);
    if (impl_->numeric) impl_->number.begin_block(state);
}

void Checker::on_instruction(const InstructionEvent& event) {
    CoreState& core = impl_->core_of(event.core);
    if (info_of(event.instruction->opcode).op_class == OpClass::kSync) {
        if (impl_->follows_order()) impl_->sync(core, event);
    } else if (impl_->follows_memory()) {
        impl_->work(core, event);
    }
}

void Checker::on_scalar(const ScalarEvent& event) {
    impl_->scalar(impl_->core_of(event.core), event);
}

void Checker::on_buffer(const BufferEvent& event) {
    BufferMap& buffers = impl_->core_of(event.core).buffers;
    if (event.bytes == 0) return buffers.clear();
    buffers.add(event.begin, event.bytes, event.what);
}

void Checker::on_raw_access(const RawAccessEvent& event) {
    impl_->init.trust(event.core, event.begin, std::uint64_t{event.begin} + event.bytes);
}

void Checker::on_violation(const ViolationEvent& event) {
    impl_->add(finding_of(event));
}

void Checker::on_fault(const FaultEvent& event) {
    std::optional<Finding> finding = finding_of(event);
    if (finding) impl_->add(std::move(*finding));
}

void Checker::device_memory_left(const std::string& name, std::uint64_t bytes) {
    Finding finding;
    finding.kind = Kind::kMemoryLeak;
    finding.message = bytes_text(bytes) + " of device memory (" + name + ") were never freed";
    impl_->log.findings().push_back(std::move(finding));
}

const std::vector<Finding>& Checker::findings() const {
    return impl_->log.findings();
}

std::uint64_t Checker::errors() const {
    std::uint64_t errors = 0;
    for (const Finding& finding : findings()) {
        if (finding.severity() == Severity::kError) errors += finding.count;
    }
    return errors;
}

void Checker::clear() {
    impl_->log.clear();
}

}  // namespace davsim::checks
