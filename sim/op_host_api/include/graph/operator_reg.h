// SPDX-License-Identifier: Apache-2.0
#pragma once
// Graph prototypes (REG_OP(...).INPUT(...)...) say nothing that the definition of an operator does
// not say; they are read over.

#include "graph/operator.h"

#define DAVSIM_PROTO_NAME_(line) DavsimProto_##line
#define DAVSIM_PROTO_NAME(line) DAVSIM_PROTO_NAME_(line)

namespace ge {
namespace proto {

struct Chain {
    template <typename... Args>
    constexpr const Chain& any(Args&&...) const {
        return *this;
    }
};

}  // namespace proto
}  // namespace ge

#define REG_OP(Type)                          \
    struct DavsimProto_##Type {               \
        static void describe() {              \
            const ::ge::proto::Chain chain{}; \
            chain.any()
#define INPUT(...) any()
#define OPTIONAL_INPUT(...) any()
#define DYNAMIC_INPUT(...) any()
#define OUTPUT(...) any()
#define DYNAMIC_OUTPUT(...) any()
#define ATTR(...) any()
#define REQUIRED_ATTR(...) any()
#define GRAPH(...) any()
#define DYNAMIC_GRAPH(...) any()
#define DATATYPE(...) any()
#define OP_END_FACTORY_REG(Type) \
    any();                       \
    }                            \
    }                            \
    ;
#define OP_END() \
    any();       \
    }            \
    }            \
    ;
