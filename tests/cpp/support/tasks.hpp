// Runs tensor tasks: inputs end where their bytes end, outputs and workspace lie between canaries.
#pragma once

#include <deque>
#include <initializer_list>
#include <vector>

#include "buffers.hpp"
#include "tensor/task.hpp"

namespace simdcast::test {

[[nodiscard]] inline tensor::TaskRequest taskOf(tensor::TaskKind kind, DType type,
                                                std::initializer_list<Count> numbers,
                                                int option = 0) {
  tensor::TaskRequest request;
  request.kind = kind;
  request.type = type;
  request.secondary = type;
  request.option = option;
  for (Count number : numbers) request.numbers.push(number);
  return request;
}

[[nodiscard]] inline bool isPossible(const tensor::TaskRequest& request) {
  tensor::Task task{request};
  return tensor::prepare(task);
}

class TaskRun {
 public:
  explicit TaskRun(const tensor::TaskRequest& request) : task_{request} {
    possible_ = tensor::prepare(task_);
  }

  [[nodiscard]] bool possible() const { return possible_; }

  template <class T>
  void input(const std::vector<T>& values) {
    inputs_.emplace_back(values);
  }

  template <class T>
  void output(Count elements) {
    outputs_.emplace_back(static_cast<std::size_t>(elements) * sizeof(T));
  }

  // What the task gives: kDone, or the position of a wrong index.
  Count run() {
    Destination workspace(static_cast<std::size_t>(task_.workspace));
    std::vector<const std::byte*> from;
    for (const Source& source : inputs_) from.push_back(source.data());
    std::vector<std::byte*> to;
    for (Destination& destination : outputs_) to.push_back(destination.data());
    // Inputs that are not there, and outputs that are not wanted.
    from.resize(kMost, nullptr);
    to.resize(kMost, nullptr);
    const Count end = task_.run(task_, {workspace.data(), to.data(), from.data()});
    alive_ = workspace.canariesLive();
    for (const Destination& destination : outputs_) alive_ = alive_ && destination.canariesLive();
    return end;
  }

  [[nodiscard]] bool canariesLive() const { return alive_; }

  template <class T>
  [[nodiscard]] std::vector<T> values(int output = 0) const {
    return outputs_[static_cast<std::size_t>(output)].values<T>();
  }

 private:
  static constexpr std::size_t kMost = 3;
  tensor::Task task_;
  std::deque<Source> inputs_;
  std::deque<Destination> outputs_;
  bool possible_ = false;
  bool alive_ = false;
};

}  // namespace simdcast::test
