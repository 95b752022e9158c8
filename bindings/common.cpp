#include "common.hpp"

#include "../src/engine/aligned.hpp"
#include "../src/engine/heap.hpp"

namespace simdcast::bindings {

using namespace emscripten;

void registerNames(std::string_view (*nameOf)(OpId)) {
  constant("version", std::string(SIMDCAST_VERSION));
  constant("newestOpset", kNewestOpset);
  constant("maxRank", kMaxRank);
  constant("maxOperands", kMaxOperands);
  registerEnum<OpId>("Operator", nameOf);
  registerEnum<DType>("DType", [](DType type) { return name(type); });
  registerEnum<RuleId>("Rule", [](RuleId id) { return publicName(id); });
  registerEnum<Attribute>("Attribute", [](Attribute attribute) { return name(attribute); });
  registerEnum<AttributeKind>("AttributeKind", [](AttributeKind kind) { return name(kind); });
  function("attributeKind", &remote::attributeKind);
  function("attributeChoice", &remote::attributeChoice);
  function("supports", &remote::supports);
}

void registerMemory() {
  function("setLimit", &remote::setLimit);
  function("reserve", &remote::reserve);
  function("release", &remote::release);
  function("reserved", &remote::reserved);
  constant("headroom", static_cast<int>(heap::kHeadroom));
  function("hasHeadroom", &heap::hasHeadroom);
  function("viewInt8", &viewOf<std::int8_t>);
  function("viewUint8", &viewOf<std::uint8_t>);
  function("viewInt16", &viewOf<std::int16_t>);
  function("viewUint16", &viewOf<std::uint16_t>);
  function("viewInt32", &viewOf<std::int32_t>);
  function("viewUint32", &viewOf<std::uint32_t>);
  function("viewInt64", &viewOf<std::int64_t>);
  function("viewUint64", &viewOf<std::uint64_t>);
  function("viewFloat32", &viewOf<float>);
  function("viewFloat64", &viewOf<double>);
}

class_<Request> registerRequest() {
  value_object<remote::RefusalReport>("Refusal")
      .field("code", &remote::RefusalReport::code)
      .field("text", &remote::RefusalReport::text)
      .field("byRule", &remote::RefusalReport::byRule);
  class_<Request> request("Request");
  request.constructor<>()
      .function("begin", select_overload<bool(int, int)>(&Request::begin))
      .function("beginRule", &Request::beginRule)
      .function("attribute", select_overload<bool(int, double)>(&Request::attribute))
      .function("input", select_overload<bool(int, int, int, int, int, int)>(&Request::input))
      .function("axis", &Request::axis)
      .function("absent", &Request::absent);
  return request;
}

class_<Task> registerTask() {
  function("feed", &remote::feed);
  class_<Task> task("Task");
  task.function("type", &remote::type)
      .function("rank", &remote::rank)
      .function("size", &remote::size)
      .function("workspace", &remote::workspaceOf)
      .function("inPlace", &Task::inPlace)
      .function("run", &remote::run)
      .function("outerSize", &remote::outerSize)
      .function("outerStride", &remote::outerStride)
      .function("runFirst", &remote::runFirst);
  return task;
}

void registerAlignments() {
  register_optional<int>();
  class_<Aligned>("Aligned")
      .constructor<>()
      .function("ask", &Aligned::ask)
      .function("ok", &Aligned::ok)
      .function("rank", &Aligned::rank)
      .function("size", &Aligned::size)
      .function("facts", &Aligned::facts)
      .function("axes", &Aligned::axes)
      .function("conflicts", &Aligned::conflicts)
      .function("warnings", &Aligned::warnings)
      .function("fixes", &Aligned::fixes)
      .function("sentences", &Aligned::sentences)
      .function("text", &Aligned::text)
      .function("source", &Aligned::source)
      .function("fanout", &Aligned::fanout)
      .function("explicitShapes", &Aligned::explicitShapes);
  value_object<Aligned::Fed>("Fanout")
      .field("count", &Aligned::Fed::count)
      .field("first", &Aligned::Fed::first);
  value_object<Facts>("Facts")
      .field("rule", &Facts::rule)
      .field("operator", &Facts::op)
      .field("order", &Facts::order)
      .field("ok", &Facts::ok)
      .field("outputShape", &Facts::outputShape)
      .field("outputElements", &Facts::outputElements)
      .field("operands", &Facts::operands)
      .field("memory", &Facts::memory);
  value_object<OperandReport>("AlignedOperand")
      .field("name", &OperandReport::name)
      .field("shape", &OperandReport::shape)
      .field("aligned", &OperandReport::aligned)
      .field("added", &OperandReport::added)
      .field("stretched", &OperandReport::stretched)
      .field("placement", &OperandReport::placement)
      .field("strides", &OperandReport::strides)
      .field("elements", &OperandReport::elements)
      .field("bytes", &OperandReport::bytes);
  value_object<MemoryReport>("MemoryFigures")
      .field("stored", &MemoryReport::stored)
      .field("ifCopied", &MemoryReport::ifCopied)
      .field("output", &MemoryReport::output);
  value_object<AxisReport>("AlignedAxis")
      .field("axis", &AxisReport::axis)
      .field("fromEnd", &AxisReport::fromEnd)
      .field("sizes", &AxisReport::sizes)
      .field("added", &AxisReport::added)
      .field("size", &AxisReport::size)
      .field("outcome", &AxisReport::outcome)
      .field("role", &AxisReport::role)
      .field("letter", &AxisReport::letter)
      .field("stretched", &AxisReport::stretched)
      .field("text", &AxisReport::text);
  value_object<FindingReport>("Finding")
      .field("code", &FindingReport::code)
      .field("axis", &FindingReport::axis)
      .field("operands", &FindingReport::operands)
      .field("sizes", &FindingReport::sizes)
      .field("text", &FindingReport::text);
  value_object<WarningReport>("Warning")
      .field("code", &WarningReport::code)
      .field("axes", &WarningReport::axes)
      .field("operands", &WarningReport::operands)
      .field("fixes", &WarningReport::fixes)
      .field("text", &WarningReport::text);
  value_object<FixReport>("Fix")
      .field("kind", &FixReport::kind)
      .field("operand", &FixReport::operand)
      .field("argument", &FixReport::argument)
      .field("shape", &FixReport::shape)
      .field("outputShape", &FixReport::outputShape)
      .field("grows", &FixReport::grows)
      .field("text", &FixReport::text);
  value_object<SentenceReport>("Sentence")
      .field("kind", &SentenceReport::kind)
      .field("text", &SentenceReport::text)
      .field("axis", &SentenceReport::axis)
      .field("operand", &SentenceReport::operand);
}

}  // namespace simdcast::bindings
