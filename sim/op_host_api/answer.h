// SPDX-License-Identifier: Apache-2.0
#pragma once
// The calls behind OperatorLibrary's pointers.

#include "sim/op_host_api/operator_library.h"

namespace davsim::op {

// Of `type`; empty: of the only operator that the sources define. Called once, by the library's
// generated source.
void choose_operator(const char* type);

const Definition& definition();
const std::vector<Struct>& structs();
const Templates& templates();
void infer(const Question& question, InferAnswer& answer);
void tile(const Question& question, TilingAnswer& answer);
bool reference(const ReferenceCall& call, std::vector<ReferenceTensor>& outputs);
const LibraryCases* cases();

}  // namespace davsim::op
