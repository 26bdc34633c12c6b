// SPDX-License-Identifier: Apache-2.0
#pragma once
// One case of an operator: its tensors, what they are filled with, what the outputs should be. An
// operator's library may state such cases (davsim/cases.h), so this header stands on `base` alone.

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/data_type.h"
#include "sim/runtime/host_tensor.h"

namespace davsim {

// What a host tiling function may know about the SoC (Ascend C: platform_ascendc).
struct PlatformInfo {
    std::string soc;
    int npu_arch = 0;
    int vector_cores = 0;
    std::int64_t ub_bytes = 0;
    std::int64_t l2_bytes = 0;
    std::int64_t hbm_bytes = 0;
};

// A problem as the user asked for it: from --shape and --dtype, or from a case folder's case.yaml.
struct ProblemSpec {
    std::map<std::string, std::int64_t> shape;  // "N" -> 2, ...
    DataType dtype = DataType::kFloat32;        // of the data tensors
    std::optional<DataType> mean_dtype;         // of statistics and parameters; dtype if absent
    std::string output_mask;                    // '1' and '0' an output; empty: all
    bool optional_absent = false;               // optional inputs are null (group norm: gamma)
    std::set<std::string> absent;               // optional inputs that are null, by name
    std::map<std::string, double> attributes;   // "epsilon", ...; absent: the operator's default
};

struct TilingOverrides {
    std::map<std::string, std::string> fields;  // --tiling key=value
    std::optional<std::uint32_t> block_dim;     // --block-dim
    std::optional<std::uint64_t> key;           // --tiling-key
};

struct TilingResult {
    std::vector<std::uint8_t> data;  // the struct, byte for byte as the kernel reads it
    std::uint64_t key = 0;
    std::uint32_t block_dim = 1;
    std::uint64_t workspace = 0;                              // user part, bytes
    std::string strategy;                                     // for people
    std::vector<std::pair<std::string, std::string>> fields;  // decoded struct, in order
};

// |a - g| <= atol + rtol * |g|, NaN and Inf in the same places, at most `miss_share` of elements
// beyond.
//
// Where the arithmetic of the kernel cannot resolve small results (differences of large terms),
// `floors` raises atol: one value for every `floor_span` elements, so that one part of a tensor
// does not loosen the judgement of another.
struct Tolerance {
    double rtol = 0;
    double atol = 0;
    double miss_share = 0;
    std::vector<double> floors{};
    std::uint64_t floor_span = 1;

    double atol_at(std::uint64_t element) const {
        return floors.empty() ? atol : std::max(atol, floors[element / floor_span]);
    }
};

// One concrete case on one SoC, without the operator's code that runs it.
class OperatorCase {
public:
    virtual ~OperatorCase() = default;

    // Kernel arguments in order; absent optional inputs are listed with `present` false.
    virtual std::vector<TensorSpec> inputs() const = 0;
    virtual std::vector<TensorSpec> outputs() const = 0;

    // "N=2 C=320 HxW=4096 group=32"
    virtual std::string shape_text() const = 0;

    // True when there is nothing to launch (empty tensors, or all outputs masked). Nobody writes
    // the outputs then: those with elements keep what they held.
    virtual bool empty() const = 0;

    // Seeded random inputs; the same seed gives the same bytes on every machine.
    virtual void fill(std::vector<HostTensor>& inputs, std::uint64_t seed) const = 0;

    // One float64 tensor an output, computed from the inputs as given; one that is empty (or a
    // result without outputs) is not known and not judged.
    virtual std::vector<std::vector<double>> reference(
        const std::vector<HostTensor>& inputs) const = 0;

    virtual Tolerance tolerance(std::size_t output, const std::vector<HostTensor>& inputs,
                                const std::vector<double>& golden) const = 0;
};

// A case that a library states for its own definition: what its host functions are asked.
class LibraryCase : public OperatorCase {
public:
    // The operator's attributes by name, as --attr has them: "32", "true,false", "1e-5". Those that
    // are left out have the definition's defaults. Wishes of --tiling and --block-dim that the
    // tiling function itself should heed go in here, too.
    virtual std::map<std::string, std::string> attributes(
        const TilingOverrides& overrides) const = 0;

    // True: attributes() hands the overrides to the tiling function. False: they replace fields
    // of the finished struct.
    virtual bool tiling_heeds_overrides() const { return false; }

    // May replace a tiling's `strategy` and `fields`, the words for people.
    virtual void describe(TilingResult& /*tiling*/) const {}
};

// How the cases of an operator are stated by named sizes ("N=2,C=320").
class LibraryCases {
public:
    virtual ~LibraryCases() = default;

    // Names that --shape must give, in order.
    virtual std::vector<std::string> shape_keys() const = 0;

    // Error(kUsage) for bad shapes, Error(kUnsupported) for what this SoC cannot do.
    virtual std::unique_ptr<LibraryCase> state(const ProblemSpec& spec,
                                               const PlatformInfo& platform) const = 0;
};

}  // namespace davsim
