// SPDX-License-Identifier: Apache-2.0
#include "sim/op_host_api/answer.h"

#include <cxxabi.h>

#include <cstdlib>
#include <exception>
#include <stdexcept>

#include "sim/op_host_api/definition.h"
#include "sim/op_host_api/messages.h"
#include "sim/op_host_api/node.h"
#include "sim/op_host_api/platform.h"
#include "sim/op_host_api/registrations.h"
#include "sim/op_host_api/struct_list.h"

namespace davsim::op {
namespace {

const ops::OpDef* registered() {
    Registrations& all = registrations();
    const auto found = all.definitions.find(all.op_type);
    return found == all.definitions.end() ? nullptr : found->second.get();
}

const gert::OpImpl& impl() {
    return registrations().impls[registrations().op_type];
}

gert::TilingFunction tiling_function() {
    if (impl().tiling != nullptr) return impl().tiling;
    return registered() == nullptr ? nullptr : registered()->aicore.tiling;
}

gert::InferShapeFunction infer_shape_function() {
    if (impl().infer_shape != nullptr) return impl().infer_shape;
    return registered() == nullptr ? nullptr : registered()->infer_shape;
}

gert::InferDataTypeFunction infer_datatype_function() {
    if (impl().infer_datatype != nullptr) return impl().infer_datatype;
    return registered() == nullptr ? nullptr : registered()->infer_datatype;
}

Definition make_definition() {
    Definition result;
    if (registered() != nullptr) result = plain_definition(*registered());
    result.has_tiling = tiling_function() != nullptr;
    result.has_infer_shape = infer_shape_function() != nullptr;
    result.has_reference = registrations().references.count(result.type) != 0;
    return result;
}

std::string demangled(const char* name) {
    int status = 0;
    char* text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
    std::string result = status == 0 && text != nullptr ? text : name;
    std::free(text);
    return result;
}

// Runs a host function; what it throws becomes an error message.
template <class Function>
bool guarded(const char* what, Function function) {
    try {
        const std::uint32_t status = function();
        if (status == ge::GRAPH_SUCCESS) return true;
        // A function that said why needs no number.
        if (!have_error()) add_error(std::string(what) + " returned " + std::to_string(status));
    } catch (const std::exception& error) {
        add_error(std::string(what) + " threw: " + error.what());
    } catch (...) { add_error(std::string(what) + " threw something"); }
    return false;
}

class CompileInfo {
public:
    explicit CompileInfo(const gert::OpImpl& impl) : impl_(impl) {
        if (impl.make_compile_info != nullptr) info_ = impl.make_compile_info();
    }
    ~CompileInfo() {
        if (info_ != nullptr) impl_.drop_compile_info(info_);
    }
    CompileInfo(const CompileInfo&) = delete;
    CompileInfo& operator=(const CompileInfo&) = delete;

    bool parse(const Node& node) const {
        if (impl_.tiling_parse == nullptr) return true;
        gert::TilingParseContext context;
        node.set_up(context);
        context.platform = &current_platform();
        context.compile_info = info_;
        return guarded("the tiling-parse function", [&] { return impl_.tiling_parse(&context); });
    }
    const void* get() const { return info_; }

private:
    const gert::OpImpl& impl_;
    void* info_ = nullptr;
};

void read_answer(const gert::TilingContext& context, TilingAnswer& answer) {
    const auto* bytes = static_cast<const std::uint8_t*>(context.GetRawTilingData()->GetData());
    const std::size_t size = std::min(context.GetRawTilingData()->GetDataSize(),
                                      context.GetRawTilingData()->GetCapacity());
    answer.data.assign(bytes, bytes + size);
    answer.key = context.tiling_key;
    answer.block_dim = context.block_dim;
    answer.workspaces.assign(context.workspaces.begin(), context.workspaces.end());
    answer.schedule_mode = context.schedule_mode;
    answer.local_memory = context.local_memory;
    answer.need_atomic = context.need_atomic;
    if (context.struct_name != nullptr) answer.struct_name = demangled(context.struct_name);
}

}  // namespace

void choose_operator(const char* type) {
    Registrations& all = registrations();
    all.op_type = type;
    if (all.op_type.empty() && !all.definitions.empty())
        all.op_type = all.definitions.begin()->first;
}

const Definition& definition() {
    static const Definition result = make_definition();
    return result;
}

const std::vector<Struct>& structs() {
    static const std::vector<Struct> result = [] {
        std::vector<Struct> all = struct_list(registrations().tiling_classes);
        const std::vector<Struct>& plain = registrations().plain_structs;
        all.insert(all.end(), plain.begin(), plain.end());
        return all;
    }();
    return result;
}

const Templates& templates() {
    return registrations().templates;
}

void infer(const Question& question, InferAnswer& answer) {
    start_messages(question.verbose);
    set_platform(question.platform);
    const Node node(definition(), question);
    answer.outputs = question.outputs;
    if (infer_shape_function() == nullptr) {
        add_error("the operator has no infer-shape function");
    } else {
        gert::InferShapeContext context;
        node.set_up(context, impl().infer_depends);
        answer.ok =
            guarded("the infer-shape function", [&] { return infer_shape_function()(&context); });
        std::size_t next = 0;
        for (Tensors& tensors : answer.outputs) {
            for (Tensor& tensor : tensors) {
                const gert::Shape& shape = context.output_shapes[next++];
                tensor.shape.clear();
                for (std::size_t d = 0; d < shape.GetDimNum(); ++d)
                    tensor.shape.push_back(shape.GetDim(d));
            }
        }
    }
    if (answer.ok && infer_datatype_function() != nullptr) {
        gert::InferDataTypeContext context;
        node.set_up(context);
        context.output_types.assign(node.output_count(), ge::DT_UNDEFINED);
        guarded("the infer-dtype function", [&] { return infer_datatype_function()(&context); });
        std::size_t next = 0;
        for (Tensors& tensors : answer.outputs) {
            for (Tensor& tensor : tensors) {
                const ge::DataType type = context.output_types[next++];
                if (type != ge::DT_UNDEFINED) tensor.type = type;
            }
        }
    }
    answer.messages = take_messages();
}

void tile(const Question& question, TilingAnswer& answer) {
    start_messages(question.verbose);
    set_platform(question.platform);
    const Node node(definition(), question);
    const CompileInfo info(impl());
    if (tiling_function() == nullptr) {
        add_error("the operator has no tiling function");
    } else if (info.parse(node)) {
        gert::TilingContext context(question.capacity);
        node.set_up(context, impl().tiling_depends);
        context.platform = &current_platform();
        context.compile_info = info.get();
        context.deterministic = question.deterministic ? 1 : 0;
        answer.ok = guarded("the tiling function", [&] { return tiling_function()(&context); });
        read_answer(context, answer);
    }
    answer.messages = take_messages();
}

bool reference(const ReferenceCall& call, std::vector<ReferenceTensor>& outputs) {
    const auto found = registrations().references.find(registrations().op_type);
    if (found == registrations().references.end()) return false;
    found->second(call, outputs);
    return true;
}

const LibraryCases* cases() {
    const auto found = registrations().cases.find(registrations().op_type);
    return found == registrations().cases.end() ? nullptr : found->second;
}

}  // namespace davsim::op

// What calls of functions end in that no source of the operator defines; the build makes them.
extern "C" [[noreturn]] void davsim_missing_function(const char* name);
extern "C" void davsim_missing_function(const char* name) {
    throw std::runtime_error(std::string("UNSUPPORTED: ") + name + " is defined nowhere");
}
