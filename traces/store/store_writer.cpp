// SPDX-License-Identifier: Apache-2.0
#include "traces/store/store_writer.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "sim/base/error.h"
#include "traces/store/shape_codec.h"

namespace davsim::traces {

StoreWriter::StoreWriter(std::string path, const LaunchMeta& meta)
    : path_(std::move(path)), file_(std::fopen(path_.c_str(), "wb")) {
    if (file_ == nullptr) fail();
    std::string head(kStoreMagic);
    put_u32(head, kStoreVersion);
    if (std::fwrite(head.data(), 1, head.size(), file_.get()) != head.size()) fail();
    written_ = head.size();
    part(PartKind::kLaunch, 0, to_json(meta));
}

void StoreWriter::fail() const {
    throw Error(Fault::kUsage, fmt::format("{}: cannot write: {}", path_, std::strerror(errno)));
}

void StoreWriter::part(PartKind kind, std::uint32_t core, std::string_view content) {
    std::string head;
    put_u32(head, static_cast<std::uint32_t>(kind));
    put_u32(head, core);
    put_u32(head, static_cast<std::uint32_t>(content.size()));
    put_u32(head, check_sum(head, content));
    if (std::fwrite(head.data(), 1, head.size(), file_.get()) != head.size() ||
        std::fwrite(content.data(), 1, content.size(), file_.get()) != content.size()) {
        fail();
    }
    written_ += head.size() + content.size();
}

void StoreWriter::flush(ByteWriter& bytes, PartKind kind, std::uint32_t core) {
    if (bytes.size() != 0) part(kind, core, bytes.bytes());
    bytes.clear();
}

std::uint32_t StoreWriter::index_of(const Shape& shape) {
    const auto found = known_.find(shape);
    if (found != known_.end()) return found->second;
    if (known_.size() >= kMaxKnown) known_.clear();
    known_.emplace(shape, shapes_);
    encode(shape, shape_bytes_);
    if (shape_bytes_.size() >= kPartBytes) flush(shape_bytes_, PartKind::kShapes, 0);
    return shapes_++;
}

void StoreWriter::add(const Row& row, const Shape& shape) {
    const auto index = static_cast<std::size_t>(row.core);
    if (index >= cores_.size()) cores_.resize(index + 1);
    if (cores_[index] == nullptr) cores_[index] = std::make_unique<Core>();
    Core& core = *cores_[index];
    core.bytes.number(row.shape);
    core.encoder.add(row, shape, core.bytes);
    ++rows_[static_cast<std::size_t>(row.kind)];
    if (row.kind == RowKind::kFlag) ++core.flags;
    if (core.bytes.size() >= kPartBytes)
        flush(core.bytes, PartKind::kRows, static_cast<std::uint32_t>(index));
}

void StoreWriter::add(const BlockUse& use) {
    encode(use, use_bytes_);
    if (use_bytes_.size() >= kPartBytes) flush(use_bytes_, PartKind::kBlockUse, 0);
}

void StoreWriter::finish(EndMeta end) {
    end.rows = rows_;
    end.flags_of_core.assign(cores_.size(), 0);
    flush(shape_bytes_, PartKind::kShapes, 0);
    flush(use_bytes_, PartKind::kBlockUse, 0);
    for (std::size_t i = 0; i < cores_.size(); ++i) {
        if (cores_[i] == nullptr) continue;
        end.flags_of_core[i] = cores_[i]->flags;
        flush(cores_[i]->bytes, PartKind::kRows, static_cast<std::uint32_t>(i));
    }
    part(PartKind::kEnd, 0, to_json(end));
    // The last bytes reach the disk only here, so a full disk shows here too.
    if (std::fclose(file_.release()) != 0) fail();
}

}  // namespace davsim::traces
