// SPDX-License-Identifier: Apache-2.0
#pragma once
// What an operator of kernels/ gives to the runtime: its problem, its host tiling, its float64
// reference. kernels/registry.cpp lists the operators; the device side is a kernel library an
// architecture.

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/base/data_type.h"
#include "sim/isa/sync_mode.h"
#include "sim/runtime/host_tensor.h"
#include "sim/runtime/kernel_code.h"

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

// One concrete problem on one SoC.
class Problem {
public:
    virtual ~Problem() = default;

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

    // The device side for what tile() decided; nullptr: the kernel library of the operator's name.
    virtual std::unique_ptr<KernelCode> kernel(const TilingResult& /*tiling*/) const {
        return nullptr;
    }

    // Error(kTiling) with the reason if the overrides (or the SoC) do not allow a run.
    virtual TilingResult tile(const TilingOverrides& overrides) const = 0;

    // One float64 tensor an output, computed from the inputs as given; one that is empty (or a
    // result without outputs) is not known and not judged.
    virtual std::vector<std::vector<double>> reference(
        const std::vector<HostTensor>& inputs) const = 0;

    virtual Tolerance tolerance(std::size_t output, const std::vector<HostTensor>& inputs,
                                const std::vector<double>& golden) const = 0;
};

class Operator {
public:
    virtual ~Operator() = default;
    virtual std::string_view name() const = 0;

    // Who orders dependent instructions of one core, unless the user says otherwise: what the
    // kernel was written for.
    virtual SyncMode sync() const { return SyncMode::kManual; }

    // Names that --shape must give, in order.
    virtual std::vector<std::string> shape_keys() const = 0;

    // Error(kUsage) for bad shapes, Error(kUnsupported) for what this SoC cannot do.
    virtual std::unique_ptr<Problem> problem(const ProblemSpec& spec,
                                             const PlatformInfo& platform) const = 0;
};

// nullptr if there is none of that name.
const Operator* find_operator(std::string_view name);
std::vector<std::string_view> operator_names();

}  // namespace davsim
