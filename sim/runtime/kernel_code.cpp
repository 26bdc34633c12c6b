// SPDX-License-Identifier: Apache-2.0
#include "sim/runtime/kernel_code.h"

namespace davsim {

KernelKind kind_of(const KernelKindRecord* begin, const KernelKindRecord* end,
                   std::uint64_t tiling_key) {
    KernelKind kind = KernelKind::kVectorOnly;
    for (const KernelKindRecord* record = begin; record != end; ++record) {
        if (record->is_default == 0 && record->key == tiling_key)
            return static_cast<KernelKind>(record->kind);
        if (record->is_default != 0) kind = static_cast<KernelKind>(record->kind);
    }
    return kind;
}

}  // namespace davsim
