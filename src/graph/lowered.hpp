// The steps of a node for certain inputs. Programs in which the node has these inputs share them
// instead of choosing and checking steps again, and nodes that differ only in their values copy
// them: the layers of a decoder.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "builder.hpp"

namespace simdcast::graph {

class Lowered {
 public:
  // The steps since beginNode(), when the builder had `first` ones, for inputs from
  // withOwnConstants(). Null if they cannot be repeated: they have work without a task, or read
  // results of other nodes that are not inputs.
  [[nodiscard]] static std::unique_ptr<const Lowered> of(const Builder& builder,
                                                         const Values& inputs, std::size_t first,
                                                         const Values& outputs);

  // Whether these inputs are the same, or equal constants.
  [[nodiscard]] bool fits(const Values& given) const;
  // Whether these inputs of another node differ only in their storages.
  [[nodiscard]] bool isLike(const Values& given) const;
  // Adds steps like these for such inputs. Returns the outputs.
  Values copy(Builder& builder, const Values& given) const;
  // Whether values are the outputs, in storages of their own.
  [[nodiscard]] bool hasOutputs(const Values& values) const;
  // Adds the steps to those of the builder. Returns the outputs.
  const Values& repeat(Builder& builder) const;
  [[nodiscard]] const Holdings& holdings() const noexcept { return *holdings_; }

 private:
  // Inputs may have gone, so their kinds are kept.
  enum class Kind : std::uint8_t { absent, input, temporary, part, lasting, copied };
  struct Input {
    Value value;
    Kind kind;
  };
  [[nodiscard]] static Kind kindOf(const Value& value);
  [[nodiscard]] static bool isLike(const Input& own, const Value& given);
  [[nodiscard]] bool mayRepeat(const Step& step) const;
  [[nodiscard]] bool isKnown(const Value& value) const;

  std::vector<Input> inputs_;
  Values outputs_;
  Steps steps_;
  std::vector<Value> constants_;  // that steps read, and that outlive builders
  std::shared_ptr<const Holdings> holdings_;
};

// The inputs with copies of constants that do not outlive the builder, if they are short.
[[nodiscard]] Values withOwnConstants(Builder& builder, const Values& inputs);

}  // namespace simdcast::graph
