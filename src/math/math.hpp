// Elementary functions of vectors, without fused multiply-adds. A template serves both lanes if
// they share an algorithm, with the facts of the lane next to it; otherwise two overloads in one
// file explain the difference. Error bounds are in ULP, units in the last place of the result, over
// all exponents (`npm run accuracy`). fit.mjs computes the polynomials, which interpolate at
// Chebyshev nodes.
#pragma once

#include "atan2.hpp"
#include "exp.hpp"
#include "gelu.hpp"
#include "hyperbolic.hpp"
#include "inverse_angles.hpp"
#include "log.hpp"
#include "log_add_exp.hpp"
#include "pow.hpp"
#include "remainder.hpp"
#include "sigmoid.hpp"
#include "sin_cos.hpp"
#include "softplus.hpp"
#include "tanh.hpp"
