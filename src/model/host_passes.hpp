// Passes whose kernels the host compiles. A kernel holds no shape, so passes with the same
// operators on the same types share it.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "remote.hpp"

namespace simdcast::remote {

class HostPasses : public graph::Passes {
 public:
  explicit HostPasses(const KernelHost& host) : host_(host) {}

  std::shared_ptr<const Task> make(const graph::PassRequest& request) override;

 private:
  struct Kernel;
  // Keyed by the common parts of passes that share a kernel.
  using Kernels = std::map<std::string, std::weak_ptr<Kernel>, std::less<>>;

  // By all that decides about a pass.
  using Tasks = std::map<std::string, std::weak_ptr<const Task>, std::less<>>;
  struct Held;

  std::shared_ptr<const Task> made(const graph::PassRequest& request, Tasks::iterator place);
  std::shared_ptr<Kernel> kernelOf(const graph::PassRequest& request, std::uint32_t repeated);

  KernelHost host_;
  // Those that a program holds.
  Kernels kernels_;
  Tasks tasks_;
};

}  // namespace simdcast::remote
