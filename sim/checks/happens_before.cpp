// SPDX-License-Identifier: Apache-2.0
#include "sim/checks/happens_before.h"

#include <algorithm>

namespace davsim::checks {
namespace {

void join_epochs(Epochs& into, const Epochs& other) {
    for (std::size_t i = 0; i < into.size(); ++i) into[i] = std::max(into[i], other[i]);
}

std::shared_ptr<const RemoteEpochs> joined(const std::shared_ptr<const RemoteEpochs>& a,
                                           const std::shared_ptr<const RemoteEpochs>& b) {
    if (b == nullptr || a == b) return a;
    if (a == nullptr) return b;
    auto both = std::make_shared<RemoteEpochs>(*a);
    for (const auto& [block, epochs] : *b) join_epochs((*both)[block], epochs);
    return both;
}

}  // namespace

void Knowledge::join(const Knowledge& other) {
    join_epochs(local, other.local);
    remote = joined(remote, other.remote);
}

void BlockOrder::begin(std::uint32_t block) {
    block_ = block;
    generation_ = 0;
    epochs_.fill(1);
    known_.fill({});
    for (FlagSlot& slot : flags_) {
        if (!slot.sets.empty()) slot.sets.clear();
        slot.last_wait = 0;
    }
    versions_.clear();
    joined_version_.fill(version_count_);
    // Serial numbers go on through the blocks of a core.
    ++version_count_;
    versions_.push_back({0, version_count_, {}});
}

void BlockOrder::issue(Pipe pipe, std::uint64_t serial) {
    // The latest version that is not younger than the instruction.
    std::size_t found = 0;
    for (std::size_t i = versions_.size(); i-- > 0;) {
        if (versions_[i].from <= serial) {
            found = i;
            break;
        }
    }
    const Version& version = versions_[found];
    if (joined_version_[at(pipe)] >= version.number) return;
    joined_version_[at(pipe)] = version.number;
    Knowledge knowledge = version.knowledge;
    knowledge.local[at(Pipe::kS)] = 0;
    known_[at(pipe)].join(knowledge);
}

void BlockOrder::scalar_learned(std::uint64_t next_serial) {
    const Knowledge& knowledge = known_[at(Pipe::kS)];
    if (versions_.back().from == next_serial) {
        versions_.back() = {next_serial, ++version_count_, knowledge};
        return;
    }
    versions_.push_back({next_serial, ++version_count_, knowledge});
    // An instruction that waits in its queue for longer than this is taken to know more.
    constexpr std::size_t kKept = 1024;
    if (versions_.size() > kKept) versions_.pop_front();
}

std::optional<DoubleSet> BlockOrder::set(Pipe source, Pipe destination, std::uint8_t event,
                                         std::uint64_t key, const void* site) {
    FlagSlot& slot = flag(source, destination, event);
    Knowledge knowledge = known_[at(source)];
    knowledge.local[at(source)] = epochs_[at(source)]++;
    slot.sets.push_back({std::move(knowledge), key, site});
    if (key < slot.last_wait) return DoubleSet{slot.last_set_site, site};
    return std::nullopt;
}

std::optional<DoubleSet> BlockOrder::wait(Pipe source, Pipe destination, std::uint8_t event,
                                          std::uint64_t key, Pipe waiter) {
    FlagSlot& slot = flag(source, destination, event);
    slot.last_wait = key;
    if (slot.sets.empty()) return std::nullopt;
    known_[at(waiter)].join(slot.sets.front().knowledge);
    slot.last_set_site = slot.sets.front().site;
    slot.sets.erase(slot.sets.begin());
    if (!slot.sets.empty() && slot.sets.front().key < key)
        return DoubleSet{slot.last_set_site, slot.sets.front().site};
    return std::nullopt;
}

void BlockOrder::barrier(Pipe pipe) {
    known_[at(pipe)].local[at(pipe)] = epochs_[at(pipe)]++;
}

void BlockOrder::barrier_all() {
    Knowledge all;
    for (const Knowledge& knowledge : known_) all.join(knowledge);
    for (std::size_t pipe = 0; pipe < epochs_.size(); ++pipe) all.local[pipe] = epochs_[pipe]++;
    known_.fill(all);
}

Knowledge BlockOrder::publish() {
    Knowledge all;
    for (const Knowledge& knowledge : known_) all.join(knowledge);
    for (std::size_t pipe = 0; pipe < epochs_.size(); ++pipe) all.local[pipe] = epochs_[pipe]++;
    return all;
}

Knowledge BlockOrder::publish(Pipe pipe) {
    Knowledge knowledge = known_[at(pipe)];
    knowledge.local[at(pipe)] = epochs_[at(pipe)]++;
    return knowledge;
}

void BlockOrder::acquire(const Knowledge& other, std::uint32_t from_block) {
    auto remote = std::make_shared<RemoteEpochs>();
    if (other.remote != nullptr) *remote = *other.remote;
    join_epochs((*remote)[from_block], other.local);
    Knowledge knowledge;
    knowledge.remote = std::move(remote);
    known_[at(Pipe::kS)].join(knowledge);
}

bool BlockOrder::ordered(const AccessRecord& earlier, Pipe pipe) const {
    const Knowledge& known = known_[at(pipe)];
    if (earlier.block == block_) return earlier.epoch <= known.local[at(earlier.pipe)];
    if (earlier.generation < generation_) return true;
    if (known.remote == nullptr) return false;
    const auto found = known.remote->find(earlier.block);
    return found != known.remote->end() && earlier.epoch <= found->second[at(earlier.pipe)];
}

}  // namespace davsim::checks
