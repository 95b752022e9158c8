// One operator made ready for the types and shapes of its inputs, to be run as often as wanted
// (runner.hpp). A plan can be moved, and its runs change nothing that another run can see: threads
// may share one, each with a team of its own or with none.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <variant>

#include "request.hpp"

namespace simdcast {

struct Scratch;
struct MicroKernels;
struct Lowered;
class Team;
template <class Signature>
class FunctionRef;
using Finished = FunctionRef<void(Count first, Count count)>;  // matrix/finished.hpp

class Plan {
 public:
  ~Plan();
  Plan(Plan&&) noexcept;
  Plan& operator=(Plan&&) noexcept;

  // What https://onnx.ai/onnx/operators/ says of the version at that opset; for ncnn's operators,
  // what its BinaryOp does. The request may go once this returns.
  [[nodiscard]] static std::variant<Plan, Refusal> make(const Request& request);
  // With other inner loops for products than the library's own.
  [[nodiscard]] static std::variant<Plan, Refusal> make(const Request& request,
                                                        const MicroKernels& kernels);
  // Of a request for a rule, which aligns the inputs: one kernel over all of them, in the types in
  // which they are stored. The plan computes once its State has the kernel. With `byRows` the
  // kernel is called on parts of rows, and so can be on parts of the result (runPart).
  [[nodiscard]] static std::variant<Plan, Refusal> makeForKernel(const Request& request,
                                                                 int resultType,
                                                                 bool byRows = false);

  // Of the result.
  [[nodiscard]] DType type() const noexcept;
  [[nodiscard]] const Shape& shape() const noexcept;
  [[nodiscard]] Count elements() const noexcept;
  [[nodiscard]] Count bytes() const noexcept;

  // Bytes of memory that a run works in.
  [[nodiscard]] Count workspace() const noexcept;
  // Whether the result may be written over an input of its own shape and element width.
  [[nodiscard]] bool inPlace() const noexcept;
  // False for strings, which live outside of the engine: it only says where they meet. False for a
  // plan for a kernel that has none yet. Such a plan must not be run.
  [[nodiscard]] bool computes() const noexcept;

  // Of the inputs, by position: whether a run reads it, and the bytes that it then has; else 0.
  [[nodiscard]] int inputs() const noexcept;
  [[nodiscard]] bool reads(int input) const noexcept;
  [[nodiscard]] const Shape& inputShape(int input) const noexcept;
  [[nodiscard]] Count inputBytes(int input) const noexcept;

  // Runs on dense tensors at any addresses: as many inputs as the plan has, of which those that are
  // not read may be null. Nothing is checked; a Runner does that. A product tells `finished` of its
  // result while it is made, if there is one.
  void run(std::byte* output, const std::byte* const* inputs, std::byte* workspace,
           Scratch& scratch, const Finished* finished = nullptr) const;

  // The same shared among threads, with a Scratch for each and a workspace for as many. It takes
  // about so many nanoseconds() on one.
  [[nodiscard]] double nanoseconds() const;
  [[nodiscard]] Count workspace(const Team& team) const noexcept;
  void run(std::byte* output, const std::byte* const* inputs, std::byte* workspace,
           Scratch* scratch, Team& team, double nanoseconds,
           const Finished* finished = nullptr) const;

  // Of an elementwise plan whose result has elements, the first 1 or more positions along the
  // outermost axis of its loop nest: output and inputs point to what those write and read.
  void runFirst(Size count, std::byte* output, const std::byte* const* inputs,
                Scratch& scratch) const;

  // Of a plan for a kernel by rows, some elements of the result. The output and the inputs are
  // whole.
  void runPart(Count first, Count count, std::byte* output, const std::byte* const* inputs) const;

  // What runs of parts, and run-time kernels, need to know (engine/state.hpp).
  struct State;
  [[nodiscard]] State& state() const noexcept { return *state_; }

 private:
  explicit Plan(std::unique_ptr<State> state) noexcept;
  [[nodiscard]] static std::variant<Plan, Refusal> hold(Lowered lowered,
                                                        const OperatorRequest& node, bool reversed,
                                                        const MicroKernels& kernels);
  std::unique_ptr<State> state_;
};

}  // namespace simdcast
