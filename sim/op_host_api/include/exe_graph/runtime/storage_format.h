// SPDX-License-Identifier: Apache-2.0
#pragma once
// The format the user sees and the one in memory.

#include <cstdint>

#include "graph/types.h"

namespace gert {

// Which dimensions a blocked format adds; davsim runs plain formats, so it is empty.
class ExpandDimsType {
public:
    ExpandDimsType() = default;
    explicit ExpandDimsType(const char* /*mask*/) {}
    explicit ExpandDimsType(const std::int64_t& /*mask*/) {}
    std::size_t GetFullSize() const { return 0; }
    bool IsExpandIndex(std::size_t /*index*/) const { return false; }
};

class StorageFormat {
public:
    StorageFormat() = default;
    StorageFormat(ge::Format origin, ge::Format storage, const ExpandDimsType& type = {})
        : origin_(origin), storage_(storage), expand_(type) {}

    ge::Format GetOriginFormat() const { return origin_; }
    ge::Format GetStorageFormat() const { return storage_; }
    ExpandDimsType GetExpandDimsType() const { return expand_; }
    void SetOriginFormat(ge::Format format) { origin_ = format; }
    void SetStorageFormat(ge::Format format) { storage_ = format; }
    void SetExpandDimsType(const ExpandDimsType& type) { expand_ = type; }
    bool operator==(const StorageFormat& other) const {
        return origin_ == other.origin_ && storage_ == other.storage_;
    }

private:
    ge::Format origin_ = ge::FORMAT_ND;
    ge::Format storage_ = ge::FORMAT_ND;
    ExpandDimsType expand_;
};

}  // namespace gert
