// ai.onnx.preview.training: one step of an optimizer for any number of tensors. After the learning
// rate R and the step count T, the inputs are the tensors, their gradients, and their states, one
// kind after another; the outputs are the new tensors and the new states.
#include "call.hpp"
#include "terms.hpp"

namespace simdcast::onnx {
namespace {

// A tensor with its gradient and states, in the order of the inputs. Only Adam has a second state.
struct Part {
  Value x;
  Value slope;
  Value state;
  Value second{};
};

// Shared by all parts, in the type of the tensors.
struct Setting {
  Terms terms;
  Value count;
  Value rate;
};

// An input of one element.
Value oneOf(Call& call, int at) {
  const Value value = call.input(at);
  if (call.failed()) return {};
  if (value.elements() != 1) return call.fail(faults::scalar(call.label(), at));
  return call.cast(Call::alias(value, {}), call.input(2).type);
}

Setting settingOf(Call& call) {
  return {
      .terms = Terms(call, call.input(2).type), .count = oneOf(call, 1), .rate = oneOf(call, 0)};
}

// The first value if the tensors have been updated before, otherwise the second.
Value afterFirst(const Setting& setting, const Value& value, const Value& first) {
  const Terms& terms = setting.terms;
  return terms(OpId::where, terms(OpId::greater, setting.count, terms.number(0)), value, first);
}

// a * b + c * d
Value sumOfProducts(const Terms& terms, const Value& a, const Value& b, const Value& c,
                    const Value& d) {
  const Value first = terms(OpId::mul, a, b);
  return terms(OpId::add, first, terms(OpId::mul, c, d));
}

// The gradient plus that of the regularisation.
Value regularized(const Terms& terms, const Part& part) {
  const Value norm = terms.attribute("norm_coefficient", 0);
  return terms(OpId::add, terms(OpId::mul, norm, part.x), part.slope);
}

// x - rate * step / (sqrt(squares) + epsilon)
Value stepped(const Terms& terms, const Value& x, const Value& rate, const Value& step,
              const Value& squares) {
  const Value root = terms(OpId::add, terms(OpId::sqrt, squares), terms.attribute("epsilon", 1e-6));
  return terms(OpId::sub, x, terms(OpId::div, terms(OpId::mul, rate, step), root));
}

// The tensors of the node, each with its gradient and states, which have its shape. There are
// `kinds` groups of inputs.
std::vector<Part> groupsOf(Call& call, int kinds) {
  const int inputs = call.inputCount() - 2;
  if (inputs % kinds != 0)
    return call.fail(faults::inputGroups(call.label(), call.inputCount(), 2, kinds));
  const int count = inputs / kinds;
  std::vector<Part> parts;
  for (int i = 0; i < count; ++i) {
    const Dims dims = call.input(2 + i).dims;
    const auto at = [&](int kind) {
      const int input = 2 + kind * count + i;
      return call.checkShape(input, dims) ? call.input(input) : Value{};
    };
    Part part{.x = at(0), .slope = at(1), .state = at(2)};
    if (kinds > 3) part.second = at(3);
    parts.push_back(part);
  }
  return parts;
}

// The results in the order of the outputs: all new tensors, then all new values of one state, and
// so on. Each result has one value less than there are kinds of inputs.
Values inOrder(const std::vector<Values>& made, int kinds) {
  Values outputs;
  for (int kind = 0; kind + 1 < kinds; ++kind)
    for (const Values& values : made) outputs.push(values[kind]);
  return outputs;
}

Values adagrad(Call& call) {
  constexpr int kKinds = 3;
  const std::vector<Part> parts = groupsOf(call, kKinds);
  if (call.failed()) return {};
  const Setting setting = settingOf(call);
  const Terms& terms = setting.terms;
  const Value decay = terms(OpId::mul, setting.count, terms.attribute("decay_factor", 0));
  const Value rate = terms(OpId::div, setting.rate, terms(OpId::add, terms.number(1), decay));
  std::vector<Values> made;
  for (const Part& part : parts) {
    const Value regular = regularized(terms, part);
    const Value squares = terms(OpId::add, part.state, terms(OpId::mul, regular, regular));
    made.push_back({stepped(terms, part.x, rate, regular, squares), squares});
  }
  return inOrder(made, kKinds);
}

Values adam(Call& call) {
  constexpr int kKinds = 4;
  const std::vector<Part> parts = groupsOf(call, kKinds);
  if (call.failed()) return {};
  const Setting setting = settingOf(call);
  const Terms& terms = setting.terms;
  const double alpha = call.real("alpha", 0.9);
  const double beta = call.real("beta", 0.999);
  // 1 - base^T
  const auto rest = [&](double base) {
    return terms(OpId::sub, terms.number(1), terms(OpId::pow, terms.number(base), setting.count));
  };
  const Value root = terms(OpId::sqrt, rest(beta));
  const Value corrected = terms(OpId::div, terms(OpId::mul, setting.rate, root), rest(alpha));
  const Value rate = afterFirst(setting, corrected, setting.rate);
  const auto averaged = [&](double share, const Value& kept, const Value& added) {
    return sumOfProducts(terms, terms.number(share), kept, terms.number(1 - share), added);
  };
  const Value left = terms.number(1 - call.real("norm_coefficient_post", 0));
  std::vector<Values> made;
  for (const Part& part : parts) {
    const Value regular = regularized(terms, part);
    const Value mean = averaged(alpha, part.state, regular);
    const Value squares = averaged(beta, part.second, terms(OpId::mul, regular, regular));
    const Value x = stepped(terms, part.x, rate, mean, squares);
    made.push_back({terms(OpId::mul, left, x), mean, squares});
  }
  return inOrder(made, kKinds);
}

Values momentum(Call& call) {
  constexpr int kKinds = 3;
  const std::vector<Part> parts = groupsOf(call, kKinds);
  if (call.failed()) return {};
  const Setting setting = settingOf(call);
  const Terms& terms = setting.terms;
  if (!call.hasAttribute("mode")) return call.fail(faults::attributeMissing(call.label(), "mode"));
  const bool looksAhead = call.word("mode", {"standard", "nesterov"}) == 1;
  const Value alpha = terms.needed("alpha");
  const Value beta = afterFirst(setting, terms.needed("beta"), terms.number(1));
  call.neededReal("norm_coefficient");
  std::vector<Values> made;
  for (const Part& part : parts) {
    const Value regular = regularized(terms, part);
    const Value moved = sumOfProducts(terms, alpha, part.state, beta, regular);
    const Value along =
        looksAhead ? terms(OpId::add, regular, terms(OpId::mul, alpha, moved)) : moved;
    const Value step = terms(OpId::mul, setting.rate, along);
    made.push_back({terms(OpId::sub, part.x, step), moved});
  }
  return inOrder(made, kKinds);
}

constexpr Row kOptimizersRows[] = {
    {"Adagrad",
     "1[5..*](f32|float64,int64,f32|float64)"
     "{decay_factor:float epsilon:float norm_coefficient:float}->*",
     adagrad},
    {"Adam",
     "1[6..*](f32|float64,int64,f32|float64)"
     "{alpha:float beta:float epsilon:float norm_coefficient:float norm_coefficient_post:float}->*",
     adam},
    {"Momentum",
     "1[5..*](f32|float64,int64,f32|float64)"
     "{alpha:float beta:float mode:string norm_coefficient:float}->*",
     momentum},
};

}  // namespace

const std::span<const Row> rows::kOptimizers = kOptimizersRows;

}  // namespace simdcast::onnx
