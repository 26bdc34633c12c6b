// SPDX-License-Identifier: Apache-2.0
#include "sim/acl/parameter_checks.h"

#include "sim/acl/operator_plan.h"

namespace davsim::acl {
namespace {

std::string argument(const Parameter& p) {
    return std::string("argument ") + p.name;
}

}  // namespace

aclnnStatus Checks::same_type(const Parameter& p, const Parameter& as) const {
    if (p.tensor->dtype == as.tensor->dtype) return OK;
    return invalid(argument(p) + " has type " + type_text(p.tensor->dtype) + ", allowed is " +
                   type_text(as.tensor->dtype) + ", the type of " + as.name);
}

aclnnStatus Checks::elements(const Parameter& p, std::int64_t count, const char* what) const {
    if (p.tensor->elements() == count) return OK;
    return invalid(argument(p) + " has shape " + p.tensor->shape_text() + " with " +
                   std::to_string(p.tensor->elements()) + " elements, allowed is " +
                   std::to_string(count) + ", which is " + what);
}

aclnnStatus Checks::shape(const Parameter& p, const std::vector<std::int64_t>& wanted,
                          const char* what) const {
    if (p.tensor->shape == wanted) return OK;
    aclTensor shown;
    shown.shape = wanted;
    return invalid(argument(p) + " has shape " + p.tensor->shape_text() + ", allowed is " +
                   shown.shape_text() + ", " + what);
}

aclnnStatus Checks::groups(std::int64_t channels, std::int64_t group) const {
    if (group <= 0)
        return invalid("argument group is " + std::to_string(group) + ", allowed is 1 or more");
    if (channels % group == 0) return OK;
    return invalid("argument C is " + std::to_string(channels) +
                   ", allowed is a multiple of group " + std::to_string(group));
}

aclnnStatus Checks::rank(const Parameter& p, std::size_t least, std::size_t most) const {
    const std::size_t rank = p.tensor->shape.size();
    if (rank >= least && rank <= most) return OK;
    return invalid(argument(p) + " has " + std::to_string(rank) + " dimensions, allowed are " +
                   std::to_string(least) + " to " + std::to_string(most));
}

}  // namespace davsim::acl
