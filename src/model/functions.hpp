// Functions of a model: each call becomes the nodes of the function's body.
#pragma once

#include <map>
#include <tuple>

#include "draft.hpp"

namespace simdcast::model {

inline constexpr int kMostNodes = 100'000;  // of a model, and calls

class Functions {
 public:
  // The protos must outlive this. Fails if two functions have the same name.
  Functions(const std::vector<FunctionProto>& protos, Reading& reading);

  // The nodes, with every call of a function replaced by its body.
  [[nodiscard]] std::vector<Draft> unfolded(std::vector<Draft> nodes, Reading& reading) const;

 private:
  struct Function {
    const FunctionProto* proto;
    Opsets opsets;
  };
  // Domain, name and overload.
  using Key = std::tuple<std::string_view, std::string_view, std::string_view>;
  class Unfolding;

  std::map<Key, Function> functions_;
};

}  // namespace simdcast::model
