// The feeds of a run in C++, checked against the declarations of the inputs, as values.
#pragma once

#include <map>
#include <span>
#include <string>
#include <variant>

#include "model.hpp"
#include "session_values.hpp"

namespace simdcast::model {

// The feed of an input: a tensor, the tensors of a sequence, or nothing.
struct Feed {
  std::string_view name;
  std::span<const Tensor> tensors = {};
  std::optional<DType> sequence = {};  // the type of a sequence
};

class Feeds {
 public:
  // The model must outlive it.
  Feeds(const Model& model, strings::Pool& pool) : model_(model), pool_(pool) {}

  // The values of the inputs, in their order; they live as long as this.
  [[nodiscard]] std::variant<graph::Values, Fault> read(std::span<const Feed> feeds);

 private:
  std::optional<Fault> take(const Declaration& declared, const Feed* feed, bool isOptional);
  std::optional<Fault> check(const Declaration& declared, const Tensor& tensor);
  std::optional<Fault> checkSymbols(const Declaration& declared, const graph::Dims& dims);

  const Model& model_;
  strings::Pool& pool_;
  graph::Holdings holdings_;
  graph::Values given_;
  // The first input with each symbol, and its size.
  std::map<std::string, std::pair<std::string, Count>, std::less<>> symbols_;
};

}  // namespace simdcast::model
