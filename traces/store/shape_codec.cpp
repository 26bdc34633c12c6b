// SPDX-License-Identifier: Apache-2.0
#include "traces/store/shape_codec.h"

#include "sim/base/error.h"
#include "sim/events/event.h"

namespace davsim::traces {
namespace {

constexpr int kSpaceCount = static_cast<int>(Space::kL0c) + 1;

template <class Enum>
Enum checked(std::uint64_t value, int count, std::string_view what) {
    if (value >= static_cast<std::uint64_t>(count)) {
        throw Error(Fault::kUsage,
                    std::string(what) + ": damaged trace store: a shape has a value out of range");
    }
    return static_cast<Enum>(value);
}

}  // namespace

void encode(const Shape& shape, ByteWriter& out) {
    for (const int value : {static_cast<int>(shape.kind), static_cast<int>(shape.pipe),
                            static_cast<int>(shape.other), static_cast<int>(shape.opcode),
                            static_cast<int>(shape.dtype), static_cast<int>(shape.event)}) {
        out.number(static_cast<std::uint64_t>(value));
    }
    for (const std::uint64_t value :
         {std::uint64_t{shape.site}, std::uint64_t{shape.name}, std::uint64_t{shape.count},
          std::uint64_t{shape.size}, shape.bytes}) {
        out.number(value);
    }
    out.difference(shape.ideal);
    out.difference(shape.conflict);
    std::uint64_t present = 0;
    for (const AddressRange& range : shape.ranges) present += range.bytes != 0 ? 1U : 0U;
    out.number(present);
    for (const AddressRange& range : shape.ranges) {
        if (range.bytes == 0) continue;
        out.number(range.begin);
        out.number(range.bytes);
        out.number(static_cast<std::uint64_t>(range.space) << 1U | (range.write ? 1U : 0U));
    }
}

Shape decode_shape(ByteReader& in, std::string_view what) {
    Shape shape;
    shape.kind = checked<RowKind>(in.number(), kRowKindCount, what);
    shape.pipe = checked<Pipe>(in.number(), kPipeCount + 1, what);
    shape.other = checked<Pipe>(in.number(), kPipeCount + 1, what);
    shape.opcode = checked<Opcode>(in.number(), kOpcodeCount, what);
    shape.dtype = checked<DataType>(in.number(), kDataTypeCount, what);
    shape.event = static_cast<std::uint8_t>(in.number());
    shape.site = static_cast<std::uint32_t>(in.number());
    shape.name = static_cast<std::uint32_t>(in.number());
    shape.count = static_cast<std::uint32_t>(in.number());
    shape.size = static_cast<std::uint32_t>(in.number());
    shape.bytes = in.number();
    shape.ideal = in.difference();
    shape.conflict = in.difference();
    const std::uint64_t present = in.number();
    if (present > kMaxRanges) checked<int>(present, kMaxRanges, what);
    for (std::uint64_t i = 0; i < present; ++i) {
        AddressRange& range = shape.ranges[i];
        range.begin = in.number();
        range.bytes = in.number();
        const std::uint64_t marks = in.number();
        range.space = checked<Space>(marks >> 1U, kSpaceCount, what);
        range.write = (marks & 1U) != 0;
    }
    return shape;
}

}  // namespace davsim::traces
