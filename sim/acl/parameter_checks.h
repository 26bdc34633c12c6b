// SPDX-License-Identifier: Apache-2.0
#pragma once
// Checks that aclnn operators share. Each returns OK or a refusal whose text names the parameter.

#include <string>

#include "sim/acl/aclnn_codes.h"
#include "sim/acl/tensor.h"

namespace davsim::acl {

struct Parameter {
    const char* name;
    const aclTensor* tensor;
};

class Checks {
public:
    explicit Checks(const char* function) : function_(function) {}

    aclnnStatus invalid(const std::string& text) const {
        return refuse(kParamInvalid, function_, text);
    }

    aclnnStatus not_null(const char* name, const void* pointer) const {
        return pointer == nullptr ? refuse_null(function_, name) : OK;
    }

    aclnnStatus same_type(const Parameter& p, const Parameter& as) const;
    aclnnStatus elements(const Parameter& p, std::int64_t count, const char* what) const;
    aclnnStatus shape(const Parameter& p, const std::vector<std::int64_t>& wanted,
                      const char* what) const;
    aclnnStatus groups(std::int64_t channels, std::int64_t group) const;
    aclnnStatus rank(const Parameter& p, std::size_t least, std::size_t most) const;

private:
    const char* function_;
};

// Products as the host API computes them: 64 bits that wrap.
inline std::int64_t product(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

}  // namespace davsim::acl
