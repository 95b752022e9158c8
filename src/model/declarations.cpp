#include "declarations.hpp"

#include <algorithm>

#include "../onnx/element_numbers.hpp"

namespace simdcast::model {
namespace {

namespace said = faults::model;

Dimension dimensionFrom(const DimensionProto& proto, std::string_view name, Reading& reading) {
  if (!proto.dimValue)
    return proto.dimParam.empty() ? Dimension() : Dimension(std::string(proto.dimParam));
  // Some exporters write a symbolic dimension as a negative size.
  if (*proto.dimValue < 0) return {};
  if (*proto.dimValue > INT32_MAX) return reading.fail(said::dimension(name, *proto.dimValue)), 0;
  return static_cast<Size>(*proto.dimValue);
}

std::vector<Dimension> shapeFrom(const TensorShapeProto& proto, std::string_view name,
                                 Reading& reading) {
  std::vector<Dimension> shape;
  if (proto.dim.size() > kMaxRank)
    return reading.fail(said::declaredRank(name, static_cast<Count>(proto.dim.size()), kMaxRank)),
           shape;
  for (const DimensionProto& dimension : proto.dim)
    shape.push_back(dimensionFrom(dimension, name, reading));
  return shape;
}

// The type of an optional's value, or the type itself.
const HeldTypeProto& heldBy(const TypeProto& type) {
  return type.optionalType && type.optionalType->elemType ? *type.optionalType->elemType : type;
}

Declaration declarationFrom(const ValueInfoProto& info, Reading& reading) {
  static const TypeProto kNone;
  const TypeProto& type = info.type ? *info.type : kNone;
  const HeldTypeProto& held = heldBy(type);
  Declaration declaration{.name = std::string(info.name),
                          .isSequence = held.sequenceType.has_value(),
                          .isOptional = type.optionalType.has_value()};
  const auto& tensor = held.sequenceType ? held.sequenceType->elemType.tensorType : held.tensorType;
  if (!tensor) {
    reading.fail(said::valueType(info.name));
    return declaration;
  }
  declaration.type = onnx::onnxType(tensor->elemType);
  if (!declaration.type) reading.fail(said::valueElement(info.name, tensor->elemType));
  if (tensor->shape) declaration.shape = shapeFrom(*tensor->shape, info.name, reading);
  return declaration;
}

// The outputs of ZipMaps, which are replaced by the tensors that they contain.
std::unordered_set<std::string_view> mapsOf(const GraphProto& graph) {
  std::unordered_set<std::string_view> names;
  for (const NodeProto& node : graph.node)
    if (node.opType == "ZipMap" && node.domain == "ai.onnx.ml")
      names.insert(node.output.begin(), node.output.end());
  return names;
}

}  // namespace

std::vector<Declaration> inputsOf(const GraphProto& graph, Reading& reading) {
  checkNamed(graph.input, "An input of the graph", reading);
  std::vector<Declaration> inputs;
  for (const ValueInfoProto& info : graph.input) inputs.push_back(declarationFrom(info, reading));
  return inputs;
}

std::vector<Declaration> outputsOf(const GraphProto& graph, Reading& reading) {
  checkNamed(graph.output, "An output of the graph", reading);
  const auto maps = mapsOf(graph);
  std::vector<Declaration> outputs;
  for (const ValueInfoProto& info : graph.output) {
    if (maps.contains(info.name))
      outputs.push_back({.name = std::string(info.name), .type = DType::float32});
    else if (info.type)
      outputs.push_back(declarationFrom(info, reading));
    else
      outputs.push_back({.name = std::string(info.name)});
  }
  return outputs;
}

std::vector<Declaration> declaredIn(const GraphProto& graph, Reading& reading) {
  std::vector<Declaration> declared;
  for (const ValueInfoProto& info : graph.valueInfo)
    if (info.type && info.type->tensorType && onnx::onnxType(info.type->tensorType->elemType))
      declared.push_back(declarationFrom(info, reading));
  return declared;
}

}  // namespace simdcast::model
