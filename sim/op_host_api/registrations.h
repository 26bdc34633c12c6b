// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the static objects of an operator's host code have registered in this library.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "davsim/cases.h"
#include "davsim/reference.h"
#include "register/op_def.h"
#include "register/op_impl_registry.h"
#include "register/tilingdata_base.h"
#include "sim/op_host_api/operator_library.h"

namespace davsim::op {

struct TilingClass {
    std::string key;
    optiling::TilingDefFactory factory;
};

struct Registrations {
    std::map<std::string, gert::OpImpl> impls;
    std::map<std::string, std::unique_ptr<ops::OpDef>> definitions;
    std::vector<TilingClass> tiling_classes;
    std::vector<Struct> plain_structs;
    std::map<std::string, ReferenceFunction> references;
    std::map<std::string, const LibraryCases*> cases;
    Templates templates;
    std::string op_type;  // the operator of this library, among those that the sources define
};

// Made at the first use, because static objects of other files use it before main().
Registrations& registrations();

}  // namespace davsim::op
