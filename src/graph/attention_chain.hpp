// Chains of steps that are attention, as models spell it out.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "builder.hpp"
#include "numbers.hpp"

namespace simdcast::graph {

// The steps up to the product of the probabilities and the values. All factors have one rank.
struct AttentionChain {
  std::size_t last = 0;
  Value queries;  // [.., queries, size]
  Value keys;     // [.., size, keys]
  Value values;   // [.., keys, width]
  Value bias;
  double scale = 1;
};

// Heads of keys or values. Several heads of queries may share each.
struct SharedHeads {
  Value value;  // [.., rows, columns]
  Count heads = 1;
};

class AttentionFinder {
 public:
  // `kept` are read after the last step.
  AttentionFinder(Builder& builder, std::span<Storage* const> kept);

  // The chain through the softmax at this position, if nothing else reads its values.
  [[nodiscard]] std::optional<AttentionChain> chainOf(std::size_t softmax);
  // The heads before they are repeated.
  [[nodiscard]] SharedHeads sharedOf(const Value& repeated);
  // [.., rows, columns] of a value [.., columns, rows] that is a transposed copy, or a scaled one;
  // absent for any other.
  [[nodiscard]] Value untransposed(const Value& value, double& scale);

  // Notes one more reader of a value.
  void read(const Value& value);
  // Drops a step, and those whose results nothing reads then.
  void drop(std::size_t at, std::vector<bool>& isDropped);

 private:
  struct Facts {
    int readers = 0;
    std::optional<std::size_t> writer;
    bool isWrittenOnce = false;
  };
  [[nodiscard]] bool isReadOnce(const Value& value);
  // The only step that writes a value; nothing if there are several, or none.
  [[nodiscard]] std::optional<std::size_t> writerAt(const Value& value);
  [[nodiscard]] const Step* writerOf(const Value& value);

  // The product that reads the probabilities, through casts.
  [[nodiscard]] std::optional<std::size_t> productOf(std::size_t softmax);
  // Follows the scores back to the product of queries and keys.
  bool findScores(Value scores, AttentionChain& chain);
  // Whether a value may be scores, as opposed to a bias.
  [[nodiscard]] bool isScores(const Value& value, const Dims& dims);
  // The value that a step multiplies or divides by a number; absent if it does something else.
  Value scaledFrom(const Step& step, double& scale);
  Value unscaled(const Value& value, double& scale);
  // The number in a constant of one element.
  [[nodiscard]] std::optional<double> numberIn(const Value& value);

  Builder& builder_;
  FactsOf<Facts> factsOf_;
};

}  // namespace simdcast::graph
