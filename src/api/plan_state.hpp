// What an OperatorPlan holds; private to src/api.
#pragma once

#include "../operators/prepare.hpp"
#include "operator_plan.hpp"

namespace simdcast {

struct OperatorPlan::State {
  Prepared prepared;
  Failure failure;
  bool aligned = false;  // whether the shapes were looked at
};

}  // namespace simdcast
