// SPDX-License-Identifier: Apache-2.0
#pragma once
// Graph operators. Host functions of davsim's operators see contexts only; the class lets headers
// that mention it compile.

#include <memory>
#include <string>

#include "graph/ascend_string.h"
#include "graph/tensor.h"
#include "graph/types.h"

namespace ge {

class Operator {
public:
    Operator() = default;
    explicit Operator(const char* type) : type_(type) {}
    Operator(const char* name, const char* type) : name_(name), type_(type) {}
    Operator(const AscendString& name, const AscendString& type)
        : name_(name.GetString()), type_(type.GetString()) {}
    graphStatus GetName(AscendString& name) const {
        name = AscendString(name_.c_str());
        return GRAPH_SUCCESS;
    }
    std::string GetName() const { return name_; }

private:
    std::string name_;
    std::string type_;
};

}  // namespace ge
