// Einsum: diagonals, sums, and pairwise products, which are matrix products if axes are summed.
#include <map>

#include "call.hpp"
#include "equation.hpp"

namespace simdcast::onnx {
namespace {

using graph::contains;
using graph::joined;

// An operand with a label for each axis.
struct Labelled {
  Value value;
  Labels labels;
};

// The size that each label stands for.
using Sizes = std::map<Count, Count>;

int positionOf(const Labels& labels, Count label) {
  return static_cast<int>(std::find(labels.begin(), labels.end(), label) - labels.begin());
}

// The size of the axis with a label, or 1 if there is none.
Count sizeIn(const Labelled& one, Count label) {
  return contains(one.labels, label) ? one.value.dims[positionOf(one.labels, label)] : 1;
}

Dims sizesIn(const Labelled& one, const Labels& labels) {
  Dims sizes;
  for (const Count label : labels) sizes.push(sizeIn(one, label));
  return sizes;
}

Dims sizesOf(const Sizes& sizes, const Labels& labels) {
  Dims dims;
  for (const Count label : labels) dims.push(sizes.find(label)->second);
  return dims;
}

// An axis of size 1 stretches.
Sizes sizesOf(Call& call, const std::vector<Labelled>& operands) {
  Sizes sizes;
  for (const Labelled& one : operands)
    for (int axis = 0; axis < one.labels.size(); ++axis) {
      const Count label = one.labels[axis];
      const Count size = one.value.dims[axis];
      Count& known = sizes.try_emplace(label, 1).first->second;
      if (known != size && known != 1 && size != 1) {
        const std::string name = label < 0 ? "..." : std::string{static_cast<char>(label)};
        return call.fail(faults::equationSizes(call.label(), name, known, size));
      }
      if (known == 1) known = size;
    }
  return sizes;
}

// Leaves each label once, by taking the diagonal of axes that share one.
Labelled diagonal(Call& call, const Labelled& one, const Sizes& sizes) {
  const Labels own = distinct(one.labels);
  if (own.size() == one.labels.size()) return one;
  const Dims& dims = one.value.dims;
  const Dims strides = graph::denseStrides(dims);
  Dims walked(own.size(), 0);
  for (int axis = 0; axis < dims.size(); ++axis)
    if (dims[axis] != 1) walked[positionOf(own, one.labels[axis])] += strides[axis];
  return {call.boxOf(one.value, sizesOf(sizes, own), 0, walked), own};
}

// Sums over the axes whose labels are no longer needed.
Labelled summed(Call& call, const Labelled& one, const Labels& wanted) {
  Dims axes;
  for (int axis = 0; axis < one.labels.size(); ++axis)
    if (!contains(wanted, one.labels[axis])) axes.push(axis);
  if (axes.empty()) return one;
  return {call.reduce(layers::Reduction::sum, one.value, axes, false),
          filtered(one.labels, [&](Count label) { return contains(wanted, label); })};
}

// Permutes the axes to the order of the labels, inserting axes of size 1 for missing ones.
Value arranged(Call& call, const Labelled& one, const Labels& order) {
  Dims perm;
  for (const Count label : order)
    if (contains(one.labels, label)) perm.push(positionOf(one.labels, label));
  return Call::alias(call.permuted(one.value, perm), sizesIn(one, order));
}

// Matrices of the axes with these labels, stacked.
Value matrices(Call& call, const Labelled& one, const Labels& stack, const Labels& rows,
               const Labels& columns) {
  const Dims matrix = {graph::sizeOf(sizesIn(one, rows)), graph::sizeOf(sizesIn(one, columns))};
  return Call::alias(arranged(call, one, joined({stack, rows, columns})),
                     joined({sizesIn(one, stack), matrix}));
}

// The product of two operands, summed over the labels that are not needed afterwards.
Labelled product(Call& call, const Labelled& a, const Labelled& b, const Labels& wanted) {
  const Labels all = distinct(joined({a.labels, b.labels}));
  const auto isInBoth = [&](Count label) {
    return contains(a.labels, label) && contains(b.labels, label);
  };
  const Labels inner = filtered(all, [&](Count label) {
    return !contains(wanted, label) && isInBoth(label) && sizeIn(a, label) == sizeIn(b, label);
  });
  if (inner.empty()) {
    const Value left = arranged(call, a, all);
    const Value made = call.compute(OpId::mul, left, arranged(call, b, all));
    return summed(call, {made, all}, wanted);
  }
  const Labels rest = filtered(all, [&](Count label) { return !contains(inner, label); });
  const Labels stack = filtered(rest, isInBoth);
  const auto ofOne = [&](const Labelled& one) {
    return filtered(
        rest, [&](Count label) { return contains(one.labels, label) && !contains(stack, label); });
  };
  const Labels rows = ofOne(a);
  const Labels columns = ofOne(b);
  const Value left = matrices(call, a, stack, rows, inner);
  const Value made = call.matMul(left, matrices(call, b, stack, inner, columns));
  if (call.failed()) return {};
  const Dims stacked = graph::slice(made.dims, 0, stack.size());
  const Dims dims = joined({stacked, sizesIn(a, rows), sizesIn(b, columns)});
  return summed(call, {Call::alias(made, dims), joined({stack, rows, columns})}, wanted);
}

// The product of all operands, in their order.
Labelled productOf(Call& call, const std::vector<Labelled>& operands, const Labels& output) {
  if (operands.size() == 1) return summed(call, operands[0], output);
  // The labels of the output, and of the operands after each.
  std::vector<Labels> wanted(operands.size(), output);
  for (std::size_t i = operands.size() - 1; i > 0; --i)
    wanted[i - 1] = distinct(joined({wanted[i], operands[i].labels}));
  Labelled made = operands[0];
  for (std::size_t i = 1; i < operands.size() && !call.failed(); ++i) {
    const Labelled& next = operands[i];
    const Labelled left = summed(call, made, joined({wanted[i], next.labels}));
    const Labelled right = summed(call, next, joined({wanted[i], made.labels}));
    if (!call.failed()) made = product(call, left, right, wanted[i]);
  }
  return made;
}

// The type in which sums are computed: 8-bit and 16-bit integers wrap when they are cast back.
DType wideType(DType type) {
  const bool isShort = width(type) < 4;
  if (isFloat(type)) return isShort ? DType::float32 : type;
  return isShort ? DType::int32 : type;
}

Values einsum(Call& call) {
  for (int at = 0; at < call.inputCount(); ++at) call.input(at);
  if (!call.hasAttribute("equation"))
    return call.fail(faults::attributeMissing(call.label(), "equation"));
  const std::string text = call.text("equation", "");
  if (call.failed()) return {};
  const auto [terms, output] = equationOf(call, text);
  if (call.failed()) return {};
  const DType type = call.input(0).type;
  std::vector<Labelled> operands;
  for (std::size_t i = 0; i < terms.size(); ++i)
    operands.push_back({call.cast(call.inputs()[i], wideType(type)), terms[i]});
  const Sizes sizes = call.failed() ? Sizes{} : sizesOf(call, operands);
  if (call.failed() || !call.checkDims(sizesOf(sizes, output))) return {};
  for (Labelled& one : operands) one = diagonal(call, one, sizes);
  if (call.failed()) return {};
  const Labelled made = productOf(call, operands, output);
  if (call.failed()) return {};
  return {call.cast(arranged(call, made, output), type)};
}

constexpr Row kEinsumRows[] = {{"Einsum", "12[1..*](numbers){equation:string}", einsum}};

}  // namespace

const std::span<const Row> rows::kEinsum = kEinsumRows;

}  // namespace simdcast::onnx
