// What runs tasks without checking operands: the working memory of one thread, or of a team.
#pragma once

#include <memory>

#include "state.hpp"

namespace simdcast {

class Machine {
 public:
  virtual ~Machine() = default;

  // Called once for each new task that is to run here.
  virtual void prepare(Task& task) = 0;
  // Bytes of working memory of a run.
  [[nodiscard]] virtual Count workspaceOf(const Task& task) const = 0;
  // Runs on dense tensors; returns what layers::run does.
  virtual Count run(const Task& task, const layers::Buffers& buffers) = 0;
};

// One thread, with working memory of its own.
class OwnMachine : public Machine {
 public:
  void prepare(Task& /*task*/) override {}
  [[nodiscard]] Count workspaceOf(const Task& task) const override { return task.workspace(); }
  Count run(const Task& task, const layers::Buffers& buffers) override {
    return task.state().run(buffers, *scratch_);
  }

 private:
  std::unique_ptr<Scratch> scratch_ = std::make_unique<Scratch>();
};

}  // namespace simdcast
