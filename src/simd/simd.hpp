// simd/ has vectors of sixteen bytes, and is the only place for intrinsics and for code by target.
// May include nothing else.
#pragma once

#include "convert.hpp"
#include "fill.hpp"
#include "shuffle.hpp"
#include "tail.hpp"
#include "target.hpp"
