// SPDX-License-Identifier: Apache-2.0
#pragma once
// What an operator's shared library exports: its definition, the host functions behind two calls
// with plain questions and answers, and its kernels. Types and formats carry the graph engine's
// numbers (ge::DataType, ge::Format). The library is built by the davsim that loads it; the version
// guards against another one.

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sim/isa/core_port.h"
#include "sim/isa/kernel_kind.h"

namespace davsim {
class LibraryCases;
}

namespace davsim::op {

inline constexpr std::uint32_t kOperatorLibraryVersion = 3;
inline constexpr const char* kOperatorLibrarySymbol = "davsim_operator_library";

enum class ParamKind { kRequired, kOptional, kDynamic };

struct ParamInfo {
    std::string name;
    ParamKind kind = ParamKind::kRequired;
    std::vector<int> types;  // the i-th entries of all parameters belong together
    std::vector<int> formats;
    bool value_depend = false;  // host functions may read its values
    bool has_init = false;      // an output that starts with `init`
    double init = 0;
};

// Which member of AttrValue counts.
enum class AttrType { kBool, kInt, kFloat, kString, kBools, kInts, kFloats, kIntLists };

struct AttrValue {
    AttrType type = AttrType::kInt;
    std::int64_t number = 0;            // kBool, kInt
    double real = 0;                    // kFloat
    std::string text;                   // kString
    std::vector<std::int64_t> numbers;  // kBools, kInts
    std::vector<double> reals;          // kFloats
    std::vector<std::vector<std::int64_t>> lists;
};

struct AttrInfo {
    std::string name;
    bool required = true;
    AttrValue value;  // its type, and the default when it is not required
};

// One SoC family ("ascend910b") of the definition.
struct SocInfo {
    std::vector<ParamInfo> inputs;
    std::vector<ParamInfo> outputs;
    std::map<std::string, std::string> options;  // "opFile.value": the kernel's file
};

struct Definition {
    std::string type;  // "SwiGlu"
    std::vector<ParamInfo> inputs;
    std::vector<ParamInfo> outputs;
    std::vector<AttrInfo> attrs;
    std::map<std::string, SocInfo> socs;
    bool has_tiling = false;
    bool has_infer_shape = false;
    bool has_reference = false;
};

struct Field {
    std::string name;
    std::string type;  // "uint64_t", or the name of a struct
    std::size_t offset = 0;
    std::size_t size = 0;  // of an element
    std::size_t count = 1;
    bool array = false;
    bool nested = false;
};

struct Struct {
    std::string name;
    std::size_t size = 0;
    std::vector<Field> fields;
    std::vector<std::string> keys;  // what it was registered for: "Type", "Type_<tiling key>"
    bool macro = true;  // made by BEGIN_TILING_DATA_DEF: the build writes the kernel's side of it
};

// A kernel with template arguments: what each argument is, and the combinations.
struct TemplateParam {
    std::string name;
    bool type = false;  // a typename; its values are element types
    bool boolean = false;
    bool bound = false;  // values follow the type of an input or output
    int parameter = 0;   // which; outputs from kFirstOutput
    static constexpr int kFirstOutput = 1000;
};
struct TemplateKey {
    std::uint64_t key = 0;
    std::vector<std::uint64_t> arguments;
    std::string tiling_struct;
};
struct Templates {
    std::vector<TemplateParam> params;
    std::vector<TemplateKey> keys;
};

struct Tensor {
    int type = 0;
    int format = 2;  // ND
    std::vector<std::int64_t> shape;
    const void* data = nullptr;  // values on the host, if they are known
};
// The tensors of one parameter: none (absent), one, or several (dynamic).
using Tensors = std::vector<Tensor>;

struct Platform {
    std::string soc;        // "Ascend910B2"
    std::string short_soc;  // "Ascend910B"
    int npu_arch = 0;
    int ai_cores = 0;
    int vector_cores = 0;
    std::uint64_t ub = 0;  // bytes, as all below
    std::uint64_t l1 = 0;
    std::uint64_t l0a = 0;
    std::uint64_t l0b = 0;
    std::uint64_t l0c = 0;
    std::uint64_t l2 = 0;
    std::uint64_t hbm = 0;
    std::uint64_t system_workspace = 0;
    std::uint64_t l2_rate = 0;  // bytes a cycle and core
    std::uint64_t hbm_rate = 0;
    std::int64_t clock_mhz = 0;
};

struct Question {
    std::string name;  // of the node
    std::vector<Tensors> inputs;
    std::vector<Tensors> outputs;
    std::vector<AttrValue> attrs;  // all, in the definition's order
    Platform platform;
    bool deterministic = false;
    std::size_t capacity = 0;  // of the tiling data, bytes
    bool verbose = false;      // keep what is logged below errors
};

struct InferAnswer {
    bool ok = false;
    std::vector<Tensors> outputs;
    std::vector<std::string> messages;  // errors first
};

struct TilingAnswer {
    bool ok = false;
    std::uint32_t status = 0;
    std::vector<std::uint8_t> data;
    std::uint64_t key = 0;
    std::uint32_t block_dim = 0;
    std::vector<std::uint64_t> workspaces;
    std::uint32_t schedule_mode = 0;
    std::uint32_t local_memory = 0;
    bool need_atomic = false;
    std::string struct_name;  // of a plain struct, if the tiling asked for one
    std::vector<std::string> messages;
};

// A tensor of a reference: its values as numbers, whatever its type.
struct ReferenceTensor {
    std::string name;
    std::vector<std::int64_t> shape;
    std::vector<double> values;
    bool present = true;
    // Of an output: how far the kernel may be off; below 0: davsim's choice for the type.
    double rtol = -1;
    double atol = -1;
};
struct ReferenceCall {
    std::vector<ReferenceTensor> inputs;  // in the definition's order, lists one after another
    std::map<std::string, AttrValue> attrs;
};

// A compiled kernel for one combination of element types (where the source asks for them) and one
// tiling struct.
struct Kernel {
    std::vector<int> types;           // of the inputs and outputs in order, -1: any
    std::vector<std::uint64_t> keys;  // that it serves; empty: all
    std::uint32_t arg_count = 0;      // GM addresses, workspace and tiling included
    void (*invoke)(void* const* args) = nullptr;
    void (*bind)(CorePort** slot) = nullptr;
    // What the source says about the cores of a block; both null when it says nothing.
    const KernelKindRecord* kinds_begin = nullptr;
    const KernelKindRecord* kinds_end = nullptr;
};

struct OperatorLibrary {
    std::uint32_t version = kOperatorLibraryVersion;
    std::uint32_t npu_arch = 0;
    const char* entry = nullptr;  // name of the kernel function
    const Definition& (*definition)() = nullptr;
    const std::vector<Struct>& (*structs)() = nullptr;
    const Templates& (*templates)() = nullptr;
    void (*infer)(const Question& question, InferAnswer& answer) = nullptr;
    void (*tile)(const Question& question, TilingAnswer& answer) = nullptr;
    // The outputs come with name, shape and room for their values. False: there is no reference.
    bool (*reference)(const ReferenceCall& call, std::vector<ReferenceTensor>& outputs) = nullptr;
    const std::vector<Kernel>& (*kernels)() = nullptr;
    // Whether the kernel was written for a compiler that inserts synchronisation.
    bool auto_sync = true;
    // How its cases are stated by named sizes; nullptr: they are stated tensor by tensor.
    const LibraryCases* (*cases)() = nullptr;
};

}  // namespace davsim::op
