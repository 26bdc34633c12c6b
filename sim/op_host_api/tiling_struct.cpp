// SPDX-License-Identifier: Apache-2.0
// Layout and bytes of tiling structs in the macro form.

#include <algorithm>
#include <cstring>

#include "register/tilingdata_base.h"
#include "sim/op_host_api/struct_list.h"

namespace optiling {
namespace {

constexpr std::size_t kWord = 8;  // alignment of structs

std::size_t align(std::size_t offset, std::size_t to) {
    return (offset + to - 1) / to * to;
}

}  // namespace

void TilingDef::add(TilingField field) {
    const std::size_t end =
        fields_.empty() ? 0 : fields_.back().offset + fields_.back().size * fields_.back().count;
    field.offset = align(end, field.nested ? kWord : field.size);
    size_ = align(field.offset + field.size * field.count, kWord);
    fields_.push_back(std::move(field));
}

const TilingDef& TilingDef::nested(const void* object, const TilingField& field) {
    return *reinterpret_cast<const TilingDef*>(static_cast<const char*>(object) + field.member);
}

void TilingDef::SetDataPtr(void* data) {
    data_ = data;
    write_through();
    for (const TilingField& field : fields_) {
        if (field.nested)
            const_cast<TilingDef&>(nested(this, field))
                .SetDataPtr(static_cast<char*>(data) + field.offset);
    }
}

void TilingDef::SaveToBuffer(void* to, std::size_t capacity) const {
    if (to == nullptr || capacity < size_) return;
    auto* bytes = static_cast<char*>(to);
    std::memset(bytes, 0, size_);
    for (const TilingField& field : fields_) {
        if (field.nested) {
            nested(this, field).SaveToBuffer(bytes + field.offset, field.size);
        } else {
            std::memcpy(bytes + field.offset, reinterpret_cast<const char*>(this) + field.member,
                        field.size * field.count);
        }
    }
}

}  // namespace optiling

namespace davsim::op {
namespace {

bool has_struct(const std::vector<Struct>& structs, const std::string& name) {
    for (const Struct& s : structs) {
        if (s.name == name) return true;
    }
    return false;
}

// Nested structs come before those that hold them.
void describe(const optiling::TilingDef& def, std::vector<Struct>& structs) {
    if (has_struct(structs, def.GetTilingClassName())) return;
    Struct result;
    result.name = def.GetTilingClassName();
    result.size = def.GetDataSize();
    for (const optiling::TilingField& field : def.fields()) {
        if (field.nested) describe(optiling::TilingDef::nested(&def, field), structs);
        result.fields.push_back({field.name, field.type, field.offset, field.size, field.count,
                                 field.array, field.nested});
    }
    structs.push_back(std::move(result));
}

}  // namespace

std::vector<Struct> struct_list(const std::vector<TilingClass>& classes) {
    std::vector<Struct> structs;
    for (const TilingClass& entry : classes) {
        const std::unique_ptr<optiling::TilingDef> def = entry.factory();
        describe(*def, structs);
        for (Struct& s : structs) {
            const bool known = std::find(s.keys.begin(), s.keys.end(), entry.key) != s.keys.end();
            if (s.name == def->GetTilingClassName() && !known) s.keys.push_back(entry.key);
        }
    }
    return structs;
}

}  // namespace davsim::op
