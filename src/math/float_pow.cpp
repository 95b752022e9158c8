#include "float_pow.hpp"

#include "double_math.hpp"

namespace simdcast::math {

constinit const PowConstants kPow = {
    .one = splat(1.0),
    .wholeShift = splat(kWholeShift),
    .highest = splat(1000.0),
    .lowest = splat(-1000.0),
    .halfRoot = splatBits(0x3fe6a09e667f3bcd - 0x3ff0000000000000),
    .exponentBits = splatBits(kSign >> 11),
    .exponentUnit = splatBits(0x4330000000000000),
    .exponentShift = splat(0x1p52 + 1023),
    .log2 = {splat(2.885390081789987), splat(0.9617966734515485), splat(0.5770835660048659),
             splat(0.41167376623771057), splat(0.3407120415619086)},
    .exp2 = {splat(1.0), splat(0.6931472067028326), splat(0.24022650922288757),
             splat(0.05550327226670302), splat(0.009618056678524637), splat(0.0013400428177615838),
             splat(0.0001546144469856913)},
};

namespace {
Doubles powOfFloats(Doubles x, Doubles y) { return finishPow(x, y, positivePow(powBase(x), y)); }
}  // namespace

simd::Vec<float> specialPow(simd::Vec<float> x, simd::Vec<float> y) {
  return simd::viaDoubles<powOfFloats>(x, y);
}

}  // namespace simdcast::math
