// SPDX-License-Identifier: Apache-2.0
#include "kernels/group_norm_backward/op_host/ub_plan.h"

namespace davsim::gnb {
namespace {

constexpr std::int64_t kBlock = 32;
constexpr std::int64_t kFloat = sizeof(float);
constexpr std::int64_t kRowEnds = 2048;
constexpr std::int64_t kOutputTiles = 2;
constexpr std::int64_t kRowVectors = 4;
constexpr int kArchWithoutPad = 1001;

class Plan {
public:
    void add(const char* name, std::int64_t bytes, std::int64_t count = 1) {
        const std::int64_t each = (bytes + kBlock - 1) / kBlock * kBlock;
        if (each * count > 0) buffers_.push_back({name, each * count});
    }
    std::vector<UbBuffer> take() { return std::move(buffers_); }

private:
    std::vector<UbBuffer> buffers_;
};

void add_channel_buffers(Plan& plan, const Shape& s, const ::gnb::TilingData& t) {
    const auto mean_bytes = static_cast<std::int64_t>(size_of(s.mean_type));
    const std::int64_t vector = t.vector_elems;
    plan.add("gamma", vector * kFloat);
    if (s.has_gamma) plan.add("gamma as stored", vector * mean_bytes);
    plan.add("row vectors", kRowVectors * vector * kFloat);
    plan.add("chunk sums", 2 * ::gnb::kSumSlotFloats * kFloat);
    plan.add("spread factors", t.spread_rows * kBlock);
}

}  // namespace

std::vector<UbBuffer> ub_plan(const Shape& s, const ::gnb::TilingData& t, int npu_arch) {
    const auto data_bytes = static_cast<std::int64_t>(size_of(s.data_type));
    const auto mean_bytes = static_cast<std::int64_t>(size_of(s.mean_type));
    const std::int64_t elems = t.tile_elems;
    const bool pixel = s.hxw == 1;
    const bool wide = s.data_type == DataType::kFloat32;
    Plan plan;
    plan.add("input ring", elems * (2 * data_bytes + (pixel ? mean_bytes : 0)), t.buffers);
    if (s.want_dx) plan.add("output tiles", elems * data_bytes, kOutputTiles);
    if (s.want_dx && npu_arch == kArchWithoutPad) plan.add("row ends", kRowEnds);
    plan.add("mean and rstd", 2 * ::gnb::kStatBatch * mean_bytes);
    plan.add("group totals", (::gnb::kSumSlotFloats + 2 * ::gnb::kMaxGroupsPerTile) * kFloat);
    const std::int64_t splits = static_cast<std::int64_t>(t.split_rows) * t.split_cols;
    if (splits > 1) plan.add("shares' totals", splits * ::gnb::kSumSlotFloats * kFloat);
    plan.add("x - mean", elems * kFloat);
    plan.add("product", elems * kFloat);
    if (pixel || !wide) plan.add("dy as fp32", elems * kFloat);
    if (s.want_dgamma || s.want_dbeta) {
        const std::int64_t row = t.groups * t.slot_pitch;
        const std::int64_t capacity = pixel ? elems : static_cast<std::int64_t>(t.vector_elems);
        plan.add("partial sums", 2 * (t.accumulate != 0 ? row : capacity) * kFloat);
    }
    if (!pixel) add_channel_buffers(plan, s, t);
    if (pixel && s.has_gamma && s.mean_type != DataType::kFloat32)
        plan.add("gamma as fp32", elems * kFloat);
    return plan.take();
}

std::vector<UbBuffer> stage_two_plan(const Shape& s, const ::gnb::TilingData& t, int npu_arch) {
    const std::int64_t width = t.slice_groups > 0 ? t.slice_groups * t.slot_pitch : t.slice_cols;
    Plan plan;
    plan.add("partial rows", t.slice_rows * width * kFloat, 2);
    plan.add("sum", width * kFloat);
    plan.add("result", width * static_cast<std::int64_t>(size_of(s.mean_type)));
    if (npu_arch == kArchWithoutPad) plan.add("row ends", kRowEnds);
    return plan.take();
}

std::int64_t total_bytes(const std::vector<UbBuffer>& plan) {
    std::int64_t total = 0;
    for (const UbBuffer& buffer : plan) total += buffer.bytes;
    return total;
}

std::string list_text(const std::vector<UbBuffer>& plan) {
    std::string text;
    for (const UbBuffer& buffer : plan) {
        if (!text.empty()) text += ", ";
        text += buffer.name + " " + std::to_string(buffer.bytes);
    }
    return text;
}

}  // namespace davsim::gnb
