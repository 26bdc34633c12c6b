// SPDX-License-Identifier: Apache-2.0
#include "traces/record_store.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#include "sim/base/error.h"

namespace davsim::traces {

static_assert(std::is_trivially_copyable_v<Record>);

RecordStore::RecordStore(std::string folder, std::size_t batch)
    : folder_(std::move(folder)), batch_(batch) {}

void RecordStore::add(const Record& record) {
    const auto core = static_cast<std::size_t>(record.core);
    if (core >= seen_.size()) seen_.resize(core + 1, false);
    seen_[core] = true;
    memory_.push_back(record);
    ++size_;
    if (memory_.size() >= batch_) spill();
}

void RecordStore::open_file() {
    std::string path = folder_ + "/trace-XXXXXX";
    const int descriptor = mkstemp(path.data());
    if (descriptor < 0) {
        throw Error(Fault::kUsage, fmt::format("{}: cannot create a temporary file: {}", folder_,
                                               std::strerror(errno)));
    }
    unlink(path.c_str());
    file_.reset(fdopen(descriptor, "w+b"));
    if (file_ == nullptr) {
        close(descriptor);
        throw Error(Fault::kInternal, "cannot open the temporary trace file as a stream");
    }
}

void RecordStore::spill() {
    if (file_ == nullptr) open_file();
    std::stable_sort(memory_.begin(), memory_.end(),
                     [](const Record& a, const Record& b) { return a.core < b.core; });
    for (auto first = memory_.begin(); first != memory_.end();) {
        const auto last = std::find_if(first, memory_.end(),
                                       [&](const Record& r) { return r.core != first->core; });
        const auto count = static_cast<std::uint64_t>(last - first);
        runs_.push_back({first->core, written_, count});
        written_ += count;
        first = last;
    }
    if (fseeko(file_.get(), 0, SEEK_END) != 0 ||
        std::fwrite(memory_.data(), sizeof(Record), memory_.size(), file_.get()) !=
            memory_.size()) {
        throw Error(Fault::kUsage, fmt::format("{}: cannot write the temporary trace file: {}",
                                               folder_, std::strerror(errno)));
    }
    memory_.clear();
}

std::vector<Record> RecordStore::of_core(int core) {
    std::vector<Record> records;
    for (const Run& run : runs_) {
        if (run.core != core) continue;
        const std::size_t old = records.size();
        records.resize(old + run.count);
        if (fseeko(file_.get(), static_cast<off_t>(run.first * sizeof(Record)), SEEK_SET) != 0 ||
            std::fread(&records[old], sizeof(Record), run.count, file_.get()) != run.count) {
            throw Error(Fault::kUsage,
                        fmt::format("{}: cannot read the temporary trace file back", folder_));
        }
    }
    std::copy_if(memory_.begin(), memory_.end(), std::back_inserter(records),
                 [&](const Record& r) { return r.core == core; });
    return records;
}

std::vector<int> RecordStore::cores() const {
    std::vector<int> present;
    for (std::size_t core = 0; core < seen_.size(); ++core) {
        if (seen_[core]) present.push_back(static_cast<int>(core));
    }
    return present;
}

}  // namespace davsim::traces
