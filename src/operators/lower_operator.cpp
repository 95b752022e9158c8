#include "lower_operator.hpp"

#include <algorithm>

#include "../plan/lower.hpp"
#include "../rules/align.hpp"

namespace simdcast {
namespace {

// The position of an input in the alignment, which omits absent inputs.
int alignedOperand(std::span<const DType> types, int position) {
  return position - static_cast<int>(std::count(types.begin(), types.begin() + position, kAbsent));
}

Lowered lowerPipeline(Compiled compiled, const Alignment& alignment, std::span<const DType> types,
                      bool byRows = false) {
  SmallVector<StoredOperand, kUsualOperands> operands;
  for (const int position : compiled.inputOf) {
    const DType type = types[static_cast<std::size_t>(position)];
    operands.push({alignedOperand(types, position), width(type)});
  }
  const Pipeline& pipeline = compiled.pipeline;
  LoopNest nest = lower(alignment, {.outputWidth = width(compiled.type),
                                    .operands = {operands.begin(), operands.end()},
                                    .widestLane = pipeline.widestLane(),
                                    .tiled = pipeline.tiled(),
                                    .byRows = byRows});
  return {compiled.type, alignment.output,
          Elementwise{std::move(compiled.pipeline), std::move(nest), std::move(compiled.inputOf),
                      byRows}};
}

LoweredOrNot lowerMatrices(const OperatorRequest& request, const Version& version) {
  if (!haveRanks(request)) return Objection{ObjectionCode::innerMismatch};
  Alignment alignment = alignInputs(request, version);
  if (!alignment.ok()) return alignment;
  if (!hasProducts(request.types[0])) return Objection{ObjectionCode::typeUnsupported};
  return Lowered{request.types[0], alignment.output, lowerProduct(request, alignment)};
}

DType typeOfStrings(OpId op) {
  return describe(op).kind == Kind::compare ? DType::boolean : DType::string;
}

}  // namespace

Alignment alignInputs(const OperatorRequest& request, const Version& version) {
  const Operator& op = describe(request.op);
  const RuleParams params{.axis = request.attributes.integer(Attribute::axis, kSuffix),
                          .broadcast = request.attributes.flag(Attribute::broadcast)};
  Alignment alignment = op.kind == Kind::matrix ? alignMatrices(request, version)
                                                : align(effectiveRule(version.rule, params),
                                                        presentShapes(request), params);
  alignment.op = op.name;
  return alignment;
}

Shapes alignedShapes(const OperatorRequest& request, const Alignment& alignment) {
  return describe(request.op).kind == Kind::matrix ? alignedMatrices(request, alignment)
                                                   : presentShapes(request);
}

LoweredOrNot lowerOperator(const OperatorRequest& request) {
  const Version* version = findVersion(request.op, request.opset);
  if (const Objection objection = screen(request, version)) return objection;
  if (describe(request.op).kind == Kind::matrix) return lowerMatrices(request, *version);
  Alignment alignment = alignInputs(request, *version);
  if (!alignment.ok()) return alignment;
  if (elementType(request) == DType::string)
    return Lowered{typeOfStrings(request.op), alignment.output, AlignedOnly{}};
  std::optional<Compiled> compiled = compile(request, *version);
  if (!compiled) return Objection{ObjectionCode::typeUnsupported};
  return lowerPipeline(*std::move(compiled), alignment,
                       {request.types.begin(), request.types.end()});
}

Lowered lowerKernel(std::span<const DType> types, const Alignment& alignment, DType result,
                    bool byRows) {
  Compiled compiled;
  compiled.type = result;
  compiled.pipeline.taken = static_cast<int>(types.size());
  compiled.pipeline.laneWidth = width(result);
  for (const DType type : types) {
    compiled.inputOf.push(compiled.pipeline.inputs.size());
    compiled.pipeline.inputs.push({width(type), nullptr});
  }
  return lowerPipeline(std::move(compiled), alignment, types, byRows);
}

}  // namespace simdcast
