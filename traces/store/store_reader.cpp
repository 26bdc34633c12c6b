// SPDX-License-Identifier: Apache-2.0
#include "traces/store/store_reader.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "sim/base/error.h"
#include "traces/store/format.h"
#include "traces/store/row_codec.h"
#include "traces/store/shape_codec.h"

namespace davsim::traces {

StoreReader::StoreReader(std::string path) : path_(std::move(path)) {
    map();
    try {
        read_parts();
    } catch (...) {
        munmap(const_cast<char*>(data_), size_);
        throw;
    }
}

StoreReader::~StoreReader() {
    munmap(const_cast<char*>(data_), size_);
}

void StoreReader::fail(const std::string& reason) const {
    throw Error(Fault::kUsage, fmt::format("{}: {}", path_, reason));
}

void StoreReader::map() {
    const int descriptor = open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) fail(fmt::format("cannot read: {}", std::strerror(errno)));
    struct stat status {};
    void* memory = MAP_FAILED;
    const bool regular = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
    if (regular && status.st_size > 0) {
        size_ = static_cast<std::size_t>(status.st_size);
        memory = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor, 0);
    }
    close(descriptor);
    if (!regular) fail("is not a file");
    if (status.st_size == 0) fail("is empty, not a trace store");
    if (memory == MAP_FAILED) fail("cannot be mapped into memory");
    data_ = static_cast<const char*>(memory);
}

void StoreReader::read_parts() {
    const std::string_view all(data_, size_);
    if (all.substr(0, kStoreMagic.size()) != kStoreMagic)
        fail("is no trace store of davsim: it does not begin with DAVTRACE");
    if (size_ < kStoreHeadBytes) fail("trace store is incomplete: it ends within its head");
    const std::uint32_t version = get_u32(all.substr(kStoreMagic.size()));
    if (version != kStoreVersion) {
        fail(fmt::format("trace store has version {}, this davsim reads version {}", version,
                         kStoreVersion));
    }
    std::uint32_t last = 0;
    for (std::size_t at = kStoreHeadBytes; at != size_;) {
        const std::string_view rest = all.substr(at);
        const std::size_t size =
            rest.size() < kPartHeadBytes ? rest.size() : get_u32(rest.substr(8));
        if (rest.size() < kPartHeadBytes || rest.size() - kPartHeadBytes < size) {
            fail(
                fmt::format("trace store is incomplete: it ends within a part, at byte {}", size_));
        }
        Part part{get_u32(rest), get_u32(rest.substr(4)), rest.substr(kPartHeadBytes, size)};
        check(rest.substr(0, kPartHeadBytes), part.content);
        take(part);
        last = part.kind;
        at += kPartHeadBytes + size;
    }
    if (last != static_cast<std::uint32_t>(PartKind::kEnd))
        fail("trace store is incomplete: its end is missing (an interrupted run)");
}

void StoreReader::check(std::string_view head, std::string_view content) const {
    constexpr std::size_t kSumAt = kPartHeadBytes - sizeof(std::uint32_t);
    if (check_sum(head.substr(0, kSumAt), content) == get_u32(head.substr(kSumAt))) return;
    fail(fmt::format("damaged trace store: wrong check sum of the part at byte {}",
                     head.data() - data_));
}

void StoreReader::take(const Part& part) {
    switch (static_cast<PartKind>(part.kind)) {
        case PartKind::kLaunch:
            launch_ = parse_launch_meta(std::string(part.content), path_);
            return;
        case PartKind::kShapes: {
            ByteReader in(part.content, path_);
            while (!in.done()) shapes_.push_back(decode_shape(in, path_));
            return;
        }
        case PartKind::kRows: {
            row_parts_.push_back(part);
            const int core = static_cast<int>(part.core);
            const auto place = std::lower_bound(cores_.begin(), cores_.end(), core);
            if (place == cores_.end() || *place != core) cores_.insert(place, core);
            return;
        }
        case PartKind::kBlockUse: use_parts_.push_back(part); return;
        case PartKind::kEnd: end_ = parse_end_meta(std::string(part.content), path_); return;
    }
    fail(fmt::format("damaged trace store: unknown part {}", part.kind));
}

const Site* StoreReader::site_of(const Shape& shape) const {
    if (shape.site == 0 || shape.site > end_.sites.size()) return nullptr;
    return &end_.sites[shape.site - 1];
}

const std::string& StoreReader::attachment(const std::string& name) const {
    static const std::string kNone;
    const auto found = end_.attachments.find(name);
    return found == end_.attachments.end() ? kNone : found->second;
}

void StoreReader::for_each(int core, const std::function<void(const Row&)>& visit) const {
    RowDecoder decoder;
    for (const Part& part : row_parts_) {
        if (static_cast<int>(part.core) != core) continue;
        ByteReader in(part.content, path_);
        while (!in.done()) {
            Row row;
            row.core = core;
            row.shape = static_cast<std::uint32_t>(in.number());
            if (row.shape >= shapes_.size()) fail("damaged trace store: a row of no shape");
            decoder.read(in, row, shapes_[row.shape]);
            visit(row);
        }
    }
}

std::vector<Row> StoreReader::rows_of(int core) const {
    std::vector<Row> rows;
    for_each(core, [&rows](const Row& row) { rows.push_back(row); });
    return rows;
}

void StoreReader::for_each_block(const std::function<void(const BlockUse&)>& visit) const {
    for (const Part& part : use_parts_) {
        ByteReader in(part.content, path_);
        while (!in.done()) visit(decode_block_use(in));
    }
}

}  // namespace davsim::traces
