// Runs a model: tensors in, tensors out.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "../explain/faults.hpp"
#include "model.hpp"
#include "tensor.hpp"

namespace simdcast {

class Session {
 public:
  ~Session();
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;

  // Compiles everything that does not depend on the sizes of inputs. The session copies what it
  // needs.
  [[nodiscard]] static std::variant<Session, Fault> make(model::Model model);

  // The inputs that a run requires, and those with initializers, which feeds may replace.
  [[nodiscard]] const std::vector<model::Declaration>& inputs() const noexcept;
  [[nodiscard]] const std::vector<model::Declaration>& optionalInputs() const noexcept;
  [[nodiscard]] const std::vector<model::Declaration>& outputs() const noexcept;

  // The outputs, in their order. Sizes may differ from one run to the next. One thread at a time
  // may run a session.
  [[nodiscard]] std::variant<std::vector<Tensor>, Fault> run(std::span<const NamedTensor> feeds);
  // The same with sequences and optional values.
  [[nodiscard]] std::variant<std::vector<AnyValue>, Fault> runValues(
      std::span<const NamedValue> feeds);

 private:
  struct State;
  explicit Session(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

}  // namespace simdcast
