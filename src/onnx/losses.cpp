// Operators for training: losses, and Dropout.
#include "call.hpp"
#include "dropout.hpp"

namespace simdcast::onnx {
namespace {

// In the order of the attribute's words.
enum class Folding : std::uint8_t { none, sum, mean };

// Log-probabilities [batch, classes, plane], and target classes [batch, plane].
struct Loss {
  std::string label;
  Count batch = 0;
  Count classes = 0;
  Count plane = 0;
  Folding folding{};
  std::optional<Count> ignored;

  [[nodiscard]] std::optional<Fault> check(const std::int64_t* targets) const {
    for (Count at = 0; at < batch * plane; ++at) {
      const Count index = targets[at];
      if (index != ignored && (index < 0 || index >= classes))
        return faults::indexAt(label, index, at, classes);
    }
    return std::nullopt;
  }

  // Computes in float64. The weights may be absent.
  template <class T>
  void compute(T* losses, const T* odds, const std::int64_t* targets, const double* weights) const {
    double sum = 0;
    double total = 0;
    for (Count n = 0; n < batch; ++n)
      for (Count p = 0; p < plane; ++p) {
        const Count at = n * plane + p;
        const Count target = targets[at];
        double loss = 0;
        // Not multiplied by a weight of 0, because an ignored element may be infinite or NaN.
        if (target != ignored) {
          const double weight = weights == nullptr ? 1 : weights[target];
          loss = -weight * static_cast<double>(odds[(n * classes + target) * plane + p]);
          total += weight;
        }
        if (folding == Folding::none) losses[at] = static_cast<T>(loss);
        sum += loss;
      }
    if (folding != Folding::none)
      losses[0] = static_cast<T>(folding == Folding::mean ? sum / total : sum);
  }
};

template <class T>
HostWork workOf(Loss loss) {
  return [loss = std::move(loss)](std::byte* const* outputs,
                                  const std::byte* const* inputs) -> std::optional<Fault> {
    const auto* targets = reinterpret_cast<const std::int64_t*>(inputs[1]);
    if (std::optional<Fault> fault = loss.check(targets)) return fault;
    loss.compute(reinterpret_cast<T*>(outputs[0]), reinterpret_cast<const T*>(inputs[0]), targets,
                 reinterpret_cast<const double*>(inputs[2]));
    return std::nullopt;
  };
}

// The loss of log-probabilities [batch, classes, …] for the target classes [batch, …], in the type
// of the first input.
Value lossOf(Call& call, const Value& odds) {
  if (call.failed()) return {};
  const Value target = call.input(1);
  const Value weights = call.optional(2);
  const Dims& dims = odds.dims;
  const Count batch = dims.empty() ? 0 : dims[0];
  const Count classes = dims.size() < 2 ? 0 : dims[1];
  const Dims rest = graph::slice(dims, 2);
  const Dims wanted = graph::joined({{batch}, rest});
  if (dims.size() < 2 || target.dims != wanted) return call.wrongShape(1, wanted);
  if (!call.checkShape(2, {classes})) return {};
  const int folding = call.word("reduction", {"none", "sum", "mean"}, 2);
  Loss loss{std::string(call.label()),     batch, classes, graph::sizeOf(rest),
            static_cast<Folding>(folding), {}};
  if (call.hasAttribute("ignore_index")) loss.ignored = call.integer("ignore_index", 0);
  const Form made{odds.type, loss.folding == Folding::none ? target.dims : Dims{}};
  const Value factors = weights ? call.cast(weights, DType::float64) : weights;
  const Value losses = call.host(made, {odds, call.cast(target, DType::int64), factors},
                                 odds.type == DType::float64 ? workOf<double>(std::move(loss))
                                                             : workOf<float>(std::move(loss)));
  return call.cast(losses, call.input(0).type);
}

Values negativeLogLikelihoodLoss(Call& call) { return {lossOf(call, call.widened(call.input(0)))}; }

Values softmaxCrossEntropyLoss(Call& call) {
  const Value input = call.input(0);
  const Value scores = call.widened(input);
  if (call.failed()) return {};
  if (scores.rank() < 2) return call.wrongShape(0, {"batch", "classes"});
  const Value odds =
      call.softmax(scores, scores.dims[0], scores.dims[1], graph::innerOf(scores.dims, 1), true);
  const Value loss = lossOf(call, odds);
  return {loss, call.wants(1) ? call.cast(odds, input.type) : Value{}};
}

constexpr Row kLossesRows[] = {
    {"Dropout",
     "1(floats){ratio:float is_test:int consumed_inputs:ints}->2 6{ratio:float is_test:int} "
     "7,10{ratio:float} 12[1..3](floats,floats,bool){seed:int} 13(floats_bf,floats,bool) "
     "22(floats_bf,floats_bf,bool)",
     dropout, kVaries},
    {"NegativeLogLikelihoodLoss",
     "12,13[2..3](floats,indices,floats){ignore_index:int reduction:string} "
     "22(floats_bf,indices,floats_bf)",
     negativeLogLikelihoodLoss},
    {"SoftmaxCrossEntropyLoss",
     "12[2..3](floats,indices,floats){ignore_index:int reduction:string}->2 "
     "13(floats_bf,indices,floats_bf)",
     softmaxCrossEntropyLoss},
};

}  // namespace

const std::span<const Row> rows::kLosses = kLossesRows;

}  // namespace simdcast::onnx
