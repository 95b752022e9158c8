// A non-owning reference to a callable, like llvm::function_ref and C++26's std::function_ref: a
// parameter that takes any callable without a template or a copy. Must not outlive the callable.
#pragma once

#include <type_traits>
#include <utility>

namespace simdcast {

template <class Signature>
class FunctionRef;

template <class Result, class... Args>
class FunctionRef<Result(Args...)> {
 public:
  template <class Callable>
  requires(!std::is_same_v<Callable, FunctionRef>) FunctionRef(const Callable& callable)
      : callable_(&callable), call_([](const void* erased, Args... args) -> Result {
          return (*static_cast<const Callable*>(erased))(std::forward<Args>(args)...);
        }) {}

  Result operator()(Args... args) const { return call_(callable_, std::forward<Args>(args)...); }

 private:
  const void* callable_;
  Result (*call_)(const void* erased, Args... args);
};

}  // namespace simdcast
