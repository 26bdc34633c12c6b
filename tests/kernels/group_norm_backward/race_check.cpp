// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/group_norm_backward/race_check.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <tuple>
#include <vector>

#include "sim/isa/footprint.h"

namespace davsim::testing {
namespace {

using Clock =
    std::array<std::uint32_t, kPipeCount>;  // operations of each pipe known to be complete

std::size_t at(Pipe pipe) {
    return static_cast<std::size_t>(pipe);
}

void join(Clock& into, const Clock& other) {
    for (std::size_t i = 0; i < into.size(); ++i) into[i] = std::max(into[i], other[i]);
}

// Who touched a 4-byte word of UB last.
struct Word {
    Pipe writer = Pipe::kAll;
    std::uint32_t write = 0;
    std::size_t write_step = 0;
    Clock reads{};
};

class Checker {
public:
    explicit Checker(const FunctionalPort& port)
        : port_(port), words_(port.context().ub_bytes / 4) {}

    std::string run() {
        std::size_t next = 0;
        for (step_ = 0; step_ < port_.steps().size() && race_.empty(); ++step_) {
            const std::string& text = port_.steps()[step_];
            if (!scalar_step(text)) instruction(port_.instructions()[next++]);
        }
        return race_;
    }

private:
    static bool starts(const std::string& text, const char* with) {
        return text.rfind(with, 0) == 0;
    }

    bool scalar_step(const std::string& text) {
        if (starts(text, "LOAD_UB ") || starts(text, "STORE_UB ")) {
            const std::size_t space = text.find(' ');
            const std::size_t plus = text.find('+');
            const Region region{Space::kUb, std::stoull(text.substr(space + 1)),
                                std::stoull(text.substr(plus + 1)), 0, 1};
            const std::uint32_t index = ++count_[at(Pipe::kS)];
            known_[at(Pipe::kS)][at(Pipe::kS)] = index;
            touch(region, Pipe::kS, index, starts(text, "STORE"));
            return true;
        }
        if (starts(text, "BAR ALL") || starts(text, "SYNC_ALL")) {
            for (Clock& clock : known_) clock = count_;
            return true;
        }
        if (starts(text, "SET_FLAG S>")) {
            flags_[text.substr(9)] = known_[at(Pipe::kS)];
            return true;
        }
        if (starts(text, "WAIT_FLAG ") && text.find(">S ") != std::string::npos) {
            join(known_[at(Pipe::kS)], flags_[text.substr(10)]);
            return true;
        }
        return starts(text, "LOAD_GM") || starts(text, "STORE_GM") || starts(text, "ACCUMULATOR");
    }

    static std::string flag_key(const SyncPayload& sync) {
        return std::string(name_of(sync.source)) + ">" + std::string(name_of(sync.destination)) +
               " " + std::to_string(sync.event);
    }

    void instruction(const Instruction& i) {
        Clock& known = known_[at(i.pipe)];
        join(known, known_[at(Pipe::kS)]);  // issued by a scalar unit that knew this much
        if (i.opcode == Opcode::kSetFlag) {
            Clock flag = known;
            flag[at(i.pipe)] = count_[at(i.pipe)];
            flags_[flag_key(i.sync)] = flag;
        } else if (i.opcode == Opcode::kWaitFlag) {
            join(known, flags_[flag_key(i.sync)]);
        } else if (i.opcode == Opcode::kPipeBarrier) {
            known[at(i.pipe)] = count_[at(i.pipe)];
        } else {
            const std::uint32_t index = ++count_[at(i.pipe)];
            const Footprint footprint = footprint_of(i);
            for (int r = 0; r < footprint.read_count; ++r) {
                touch(footprint.reads[static_cast<std::size_t>(r)], i.pipe, index, false);
            }
            for (int w = 0; w < footprint.write_count; ++w) {
                touch(footprint.writes[static_cast<std::size_t>(w)], i.pipe, index, true);
            }
        }
    }

    void touch(const Region& region, Pipe pipe, std::uint32_t index, bool write) {
        if (region.space != Space::kUb) return;
        for (std::uint32_t run = 0; run < region.count; ++run) {
            const std::uint64_t begin =
                region.base + static_cast<std::uint64_t>(region.stride) * run;
            for (std::uint64_t word = begin / 4; word < (begin + region.bytes + 3) / 4; ++word) {
                visit(words_[word], word, pipe, index, write);
            }
        }
    }

    void visit(Word& word, std::uint64_t place, Pipe pipe, std::uint32_t index, bool write) {
        const Clock& known = known_[at(pipe)];
        if (word.writer != Pipe::kAll && word.write > known[at(word.writer)]) {
            // Instructions of a transfer pipe complete in order; the vector pipe needs a barrier to
            // read.
            if (word.writer != pipe || (pipe == Pipe::kV && !write && word.write != index))
                report(word, place, write);
        }
        if (!write) {
            word.reads[at(pipe)] = index;
            return;
        }
        for (std::size_t reader = 0; reader < word.reads.size(); ++reader) {
            if (reader != at(pipe) && word.reads[reader] > known[reader])
                report(word, place, write);
        }
        word.writer = pipe;
        word.write = index;
        word.write_step = step_;
    }

    void report(const Word& word, std::uint64_t place, bool write) {
        if (!race_.empty()) return;
        race_ = "UB byte " + std::to_string(place * 4) + (write ? " written" : " read") +
                " by step " + std::to_string(step_) + " " + port_.steps()[step_] +
                ", last written by step " + std::to_string(word.write_step) + " " +
                port_.steps()[word.write_step];
    }

    const FunctionalPort& port_;
    std::vector<Word> words_;
    Clock count_{};
    std::array<Clock, kPipeCount> known_{};
    std::map<std::string, Clock> flags_;
    std::size_t step_ = 0;
    std::string race_;
};

}  // namespace

std::string find_race(const FunctionalPort& port) {
    return Checker(port).run();
}

}  // namespace davsim::testing
