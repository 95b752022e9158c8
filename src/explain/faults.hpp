// Why nodes are rejected: a sentence for each reason, and its code.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "say.hpp"

namespace simdcast {

class Request;

// The reason why a node is rejected, in English. The code is one of api.md, such as
// "invalid_shape".
struct Fault {
  std::string_view code;
  std::string text;
  // If operand types are the reason: the types that would be accepted after a conversion.
  TypeSet types = {};
  // Whether the text names an operator of the engine instead of the node.
  bool ofEngine = false;
  std::string node = {};  // the name of the node in its model
  // If shapes do not align: the request of the operator.
  std::shared_ptr<const Request> conflict = {};
};

// The functions take the node first: the operator, or a model's node, as sentences name it.
namespace faults {

// -- attributes
[[nodiscard]] Fault attributeType(std::string_view label, std::string_view name,
                                  std::string_view wanted, std::optional<Literal> got = {});
[[nodiscard]] Fault step(std::string_view label);
[[nodiscard]] Fault oneForm(std::string_view label);
[[nodiscard]] Fault eachAxis(std::string_view label, std::string_view name, Count got,
                             Count wanted);
[[nodiscard]] Fault windowSize(std::string_view label, std::string_view name, Count size);
[[nodiscard]] Fault allowed(std::string_view label, std::string_view name, const Literal& got,
                            std::string_view allowed);
[[nodiscard]] Fault exactlyOne(std::string_view label, std::string_view a, std::string_view b);
[[nodiscard]] Fault allowedEach(std::string_view label, std::string_view name, const Literal& got,
                                std::string_view allowed);
[[nodiscard]] Fault equation(std::string_view label, std::string_view equation,
                             std::string_view problem);
[[nodiscard]] Fault pattern(std::string_view label, std::string_view pattern);
[[nodiscard]] Fault attributeUnknown(std::string_view label, std::string_view name,
                                     const Names& known);
[[nodiscard]] Fault attributeMissing(std::string_view label, std::string_view name);

// -- inputs and outputs
// Without `most` any number is accepted. `missing` is the name of the first missing input.
[[nodiscard]] Fault inputs(std::string_view label, int got, int least, std::optional<int> most,
                           std::string_view missing = {});
[[nodiscard]] Fault inputGroups(std::string_view label, int got, int first, int size);
[[nodiscard]] Fault inputMissing(std::string_view label, int at);
[[nodiscard]] Fault scalesOrSizes(std::string_view label);
[[nodiscard]] Fault outputCount(std::string_view label, int got, int most);

// -- types
// `takes` is a later opset that accepts the type.
[[nodiscard]] Fault type(std::string_view label, int at, DType got, const TypeNames& known,
                         std::optional<int> takes = {});
[[nodiscard]] Fault castTo(std::string_view label, DType type);
[[nodiscard]] Fault typesDiffer(std::string_view label, DType a, DType b);

// -- axes
[[nodiscard]] Fault axis(std::string_view label, Count axis, int rank);
[[nodiscard]] Fault axisTwice(std::string_view label, Count axis);
[[nodiscard]] Fault notOne(std::string_view label, Count axis, Count size);
[[nodiscard]] Fault perm(std::string_view label, const Shown& perm, int rank);

// -- shapes
[[nodiscard]] Fault reshape(std::string_view label, std::span<const Count> from,
                            std::span<const Count> to);
[[nodiscard]] Fault nothingKept(std::string_view label, Count axis, const Shown& dims);
[[nodiscard]] Fault concat(std::string_view label, Count axis, const Shown& a, const Shown& b);
[[nodiscard]] Fault split(std::string_view label, const Shown& sizes, Count size);
[[nodiscard]] Fault splitEven(std::string_view label, Count count, Count size);
[[nodiscard]] Fault lengths(std::string_view label, std::string_view what);
[[nodiscard]] Fault rank(std::string_view label, Count rank, int highest);
[[nodiscard]] Fault vector(std::string_view label, int at);
[[nodiscard]] Fault scalar(std::string_view label, int at);
[[nodiscard]] Fault sizes(std::string_view label, const Shown& dims);
[[nodiscard]] Fault emptyAxis(std::string_view label);
[[nodiscard]] Fault pads(std::string_view label, Count got, Count wanted);
[[nodiscard]] Fault padsOut(std::string_view label, const Shown& dims);
[[nodiscard]] Fault repeats(std::string_view label, Count got, int rank);
[[nodiscard]] Fault values(std::string_view label);
[[nodiscard]] Fault imageRank(std::string_view label, int at, int rank);
[[nodiscard]] Fault windowFit(std::string_view label, Count axis, Count reach, Count size);
[[nodiscard]] Fault kernelShape(std::string_view label, const Shown& said, const Shown& weights);
[[nodiscard]] Fault channels(std::string_view label, Count channels, Count group,
                             const Shown& weights);
[[nodiscard]] Fault biasShape(std::string_view label, const Shown& bias, Count channels);
[[nodiscard]] Fault inputBeside(std::string_view label, int at, const Shown& dims, int other);
// `wanted` may contain words for sizes.
[[nodiscard]] Fault operandShape(std::string_view label, int at, const Shown& got,
                                 const Shown& wanted);
[[nodiscard]] Fault scales(std::string_view label, const Shown& scales);
[[nodiscard]] Fault indicesShape(std::string_view label, const Shown& data, const Shown& indices);
[[nodiscard]] Fault blocks(std::string_view label, Count size, const Shown& dims);
[[nodiscard]] Fault topCount(std::string_view label, Count count, Count size);
[[nodiscard]] Fault matrices(std::string_view label, int rank);
[[nodiscard]] Fault condition(std::string_view label);
[[nodiscard]] Fault equationSizes(std::string_view label, std::string_view axes, Count a, Count b);
[[nodiscard]] Fault spectrum(std::string_view label, Count length);
[[nodiscard]] Fault stretch(std::string_view label, int at, const Shown& got, const Shown& dims);
[[nodiscard]] Fault depth(std::string_view label);

// -- elements
[[nodiscard]] Fault index(std::string_view label, Count index, Count size);
[[nodiscard]] Fault indexAt(std::string_view label, Count index, Count position, Count size);
[[nodiscard]] Fault indexOutside(std::string_view label, Count position);
// The run continues until the elements exist (Builder).
[[nodiscard]] Fault dynamic(std::string_view label, int at);
[[nodiscard]] Fault unknownCondition(std::string_view label);
[[nodiscard]] Fault castText(std::string_view label, std::string_view text, DType type);
[[nodiscard]] Fault region(std::string_view label, Count at);
[[nodiscard]] Fault melEdges(std::string_view label, Count edge, Count rows);

// -- unsupported
[[nodiscard]] Fault training(std::string_view label);
[[nodiscard]] Fault statistics(std::string_view label);
[[nodiscard]] Fault elementType(std::string_view label, const Said& type);
[[nodiscard]] Fault notYet(std::string_view label, int since, int opset);
[[nodiscard]] Fault noStrings(std::string_view label);
[[nodiscard]] Fault graph(std::string_view label);

// -- sequences and optional values
// `takes` is a later opset that accepts the kind.
[[nodiscard]] Fault kind(std::string_view label, int at, std::string_view got,
                         std::string_view wanted, std::optional<int> takes = {});
// A value that a subgraph returns.
[[nodiscard]] Fault made(std::string_view label, std::string_view got,
                         std::optional<int> takes = {});
[[nodiscard]] Fault position(std::string_view label, Count position, Count count);
[[nodiscard]] Fault elements(std::string_view label, Count count, Count most);
[[nodiscard]] Fault nothingToJoin(std::string_view label);
[[nodiscard]] Fault chunk(std::string_view label, Count size);
[[nodiscard]] Fault otherCount(std::string_view label, Count a, Count b);
[[nodiscard]] Fault nothing(std::string_view label);

// -- ai.onnx.ml
[[nodiscard]] Fault rows(std::string_view label, const Shown& dims);
[[nodiscard]] Fault feature(std::string_view label, Count feature, Count count);
[[nodiscard]] Fault features(std::string_view label, Count got, Count coefficients, Count rows);
[[nodiscard]] Fault vectors(std::string_view label, Count vectors, Count values);
[[nodiscard]] Fault labels(std::string_view label, Count got, Count scores);
[[nodiscard]] Fault oneOf(std::string_view label, const Names& names);
[[nodiscard]] Fault lengths(std::string_view label, std::string_view name, Count got, Count wanted);
[[nodiscard]] Fault tensor(std::string_view label, std::string_view name, DType type,
                           const TypeNames& known);
[[nodiscard]] Fault twice(std::string_view label, Count tree, Count id);
[[nodiscard]] Fault noNode(std::string_view label, std::string_view name, Count tree, Count id);
[[nodiscard]] Fault noPosition(std::string_view label, std::string_view name, Count position,
                               Count count);
[[nodiscard]] Fault reached(std::string_view label);
[[nodiscard]] Fault target(std::string_view label, std::string_view name, Count id, Count count);
[[nodiscard]] Fault members(std::string_view label, Count sets, Count nodes);
[[nodiscard]] Fault stringLabel(std::string_view label);
[[nodiscard]] Fault negative(std::string_view label, std::string_view name, const Said& got);
[[nodiscard]] Fault keyType(std::string_view label, DType got, DType keys);
[[nodiscard]] Fault noCategory(std::string_view label, const Said& item);

}  // namespace faults
}  // namespace simdcast
