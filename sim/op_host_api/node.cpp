// SPDX-License-Identifier: Apache-2.0
#include "sim/op_host_api/node.h"

#include <cstring>

namespace davsim::op {
namespace {

gert::Shape shape_of(const Tensor& tensor) {
    gert::Shape shape;
    for (const std::int64_t extent : tensor.shape) shape.AppendDim(extent);
    return shape;
}

gert::StorageFormat format_of(const Tensor& tensor) {
    const auto format = static_cast<ge::Format>(tensor.format);
    return {format, format};
}

gert::CompileTimeTensorDesc desc_of(const Tensor& tensor) {
    return {static_cast<ge::DataType>(tensor.type), format_of(tensor)};
}

// Elements of T one after another in eight-byte aligned memory.
template <class T, class Values>
std::vector<std::uint64_t> pack(const Values& values) {
    std::vector<std::uint64_t> words((values.size() * sizeof(T) + 7) / 8 + 1, 0);
    auto* to = reinterpret_cast<char*>(words.data());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const T value = static_cast<T>(values[i]);
        std::memcpy(to + i * sizeof(T), &value, sizeof(T));
    }
    return words;
}

}  // namespace

Node::Node(const Definition& definition, const Question& question)
    : definition_(definition), question_(question) {
    const auto flatten = [](const std::vector<Tensors>& parameters, std::vector<Slot>& slots,
                            std::vector<gert::AnchorInstanceInfo>& anchors) {
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            anchors.emplace_back(slots.size(), parameters[i].size());
            for (const Tensor& tensor : parameters[i]) slots.push_back({&tensor, i});
        }
    };
    flatten(question.inputs, inputs_, ir_inputs_);
    flatten(question.outputs, outputs_, ir_outputs_);
    for (const AttrValue& value : question.attrs) add_attribute(value);
}

const void* Node::keep_list(const AttrValue& value) {
    std::size_t count = value.numbers.size();
    if (value.type == AttrType::kBools) {
        words_.push_back(pack<bool>(value.numbers));
    } else if (value.type == AttrType::kInts) {
        words_.push_back(pack<std::int64_t>(value.numbers));
    } else {
        words_.push_back(pack<float>(value.reals));
        count = value.reals.size();
    }
    vectors_.emplace_back(words_.back().data(), count);
    return &vectors_.back();
}

void Node::add_attribute(const AttrValue& value) {
    switch (value.type) {
        case AttrType::kBool:
        case AttrType::kInt: {
            words_.push_back(pack<std::int64_t>(std::vector<std::int64_t>{value.number}));
            attributes_.push_back(words_.back().data());
            break;
        }
        case AttrType::kFloat: {
            words_.push_back(pack<float>(std::vector<double>{value.real}));
            attributes_.push_back(words_.back().data());
            break;
        }
        case AttrType::kString: {
            texts_.push_back(value.text);
            attributes_.push_back(texts_.back().c_str());
            break;
        }
        case AttrType::kBools:
        case AttrType::kInts:
        case AttrType::kFloats: {
            attributes_.push_back(keep_list(value));
            break;
        }
        case AttrType::kIntLists: {
            std::vector<gert::ContinuousVector> rows;
            for (const std::vector<std::int64_t>& row : value.lists) {
                words_.push_back(pack<std::int64_t>(row));
                rows.emplace_back(words_.back().data(), row.size());
            }
            lists_.emplace_back(std::move(rows));
            attributes_.push_back(&lists_.back());
            break;
        }
    }
}

void Node::set_up(gert::ExtendedKernelContext& context) const {
    gert::ComputeNodeInfo& node = context.node();
    node.type = definition_.type;
    node.name = question_.name;
    node.ir_inputs = ir_inputs_;
    node.ir_outputs = ir_outputs_;
    for (const Slot& slot : inputs_) node.inputs.push_back(desc_of(*slot.tensor));
    for (const Slot& slot : outputs_) node.outputs.push_back(desc_of(*slot.tensor));
    node.attrs = gert::RuntimeAttrs(attributes_);
}

gert::Tensor Node::tensor_of(const Slot& slot, const std::set<std::size_t>& depends) const {
    const Tensor& tensor = *slot.tensor;
    const gert::Shape shape = shape_of(tensor);
    const bool visible =
        depends.count(slot.parameter) != 0 || (slot.parameter < definition_.inputs.size() &&
                                               definition_.inputs[slot.parameter].value_depend);
    return {gert::StorageShape(shape, shape), format_of(tensor), gert::kOnHost,
            static_cast<ge::DataType>(tensor.type),
            visible ? const_cast<void*>(tensor.data) : nullptr};
}

void Node::set_up(gert::TilingContext& context, const std::set<std::size_t>& depends) const {
    set_up(static_cast<gert::ExtendedKernelContext&>(context));
    for (const Slot& slot : inputs_) {
        context.input_tensors.push_back(tensor_of(slot, depends));
        context.input_shapes.push_back(context.input_tensors.back().GetShape());
    }
    for (const Slot& slot : outputs_) {
        const gert::Shape shape = shape_of(*slot.tensor);
        context.output_shapes.emplace_back(shape, shape);
    }
}

void Node::set_up(gert::InferShapeContext& context, const std::set<std::size_t>& depends) const {
    set_up(static_cast<gert::ExtendedKernelContext&>(context));
    for (const Slot& slot : inputs_) context.input_tensors.push_back(tensor_of(slot, depends));
    context.output_shapes.resize(outputs_.size());
}

}  // namespace davsim::op
