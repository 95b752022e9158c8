// Requests with arbitrary fields: each is rejected, or creates a layer that stays within buffers of
// the sizes that it reports. Small ones are run.
#include <catch2/catch_test_macros.hpp>
#include <limits>

#include "support/layer_sizes.hpp"
#include "support/layers.hpp"
#include "support/random.hpp"

namespace simdcast::test::layers_hostile_test {
namespace {

using layers::isPossible;

constexpr Count kMost = std::numeric_limits<Count>::max();
constexpr Count kCounts[] = {0,          1,
                             2,          3,
                             5,          17,
                             -1,         -3,
                             INT32_MAX,  Count{INT32_MAX} + 1,
                             INT32_MIN,  Count{1} << 32,
                             kMaxCount,  kMaxCount + 1,
                             -kMaxCount, kMost,
                             kMost / 2,  -kMost,
                             -kMost - 1};
constexpr int kSmallCounts = 6;

// Mostly valid fields: requests pass the checks of the others.
class Fields {
 public:
  explicit Fields(Random& random) : random_(random), hostile_(random.between(0, 30)) {}

  Count count() {
    if (random_.chance(hostile_)) return random_.pick(kCounts);
    return kCounts[random_.between(0, kSmallCounts - 1)];
  }
  Count stride() {
    const Count stride = count();
    return stride > -kMost && truth() ? -stride : stride;
  }
  DType type() {
    const int highest = random_.chance(hostile_) ? 255 : static_cast<int>(DType::count) - 1;
    return static_cast<DType>(random_.between(0, highest));
  }
  layers::Reduction reduction() {
    const int highest =
        random_.chance(hostile_) ? 255 : static_cast<int>(layers::Reduction::count) - 1;
    return static_cast<layers::Reduction>(random_.between(0, highest));
  }
  float real() {
    constexpr float kReals[] = {0, 1e-5F, -1, std::numeric_limits<float>::quiet_NaN(),
                                std::numeric_limits<float>::infinity()};
    return random_.pick(kReals);
  }
  bool truth() { return random_.chance(50); }
  int rank() { return random_.between(0, random_.chance(20) ? kMaxRank : 3); }

 private:
  Random& random_;
  int hostile_;
};

layers::LayerRequest copyOf(Fields& fields) {
  layers::Copy request{fields.type(),  fields.count(), fields.count(),
                       fields.count(), fields.count(), {}};
  for (int axis = fields.rank(); axis > 0; --axis)
    request.axes.push({fields.count(), fields.stride(), fields.stride()});
  return request;
}

layers::LayerRequest reduceOf(Fields& fields) {
  layers::Reduce request{fields.type(), fields.reduction(), {}};
  for (int axis = fields.rank(); axis > 0; --axis)
    request.axes.push({fields.count(), fields.truth()});
  return request;
}

WindowAxes axesOf(Fields& fields) {
  WindowAxes axes;
  for (int axis = fields.rank(); axis > 0; --axis)
    axes.push({fields.count(), fields.count(), fields.count(), fields.count(), fields.count(),
               fields.stride()});
  return axes;
}

layers::LayerRequest recurrenceOf(Random& random, Fields& of) {
  const auto id = [&](int count) { return of.truth() ? random.between(0, count - 1) : of.rank(); };
  layers::Recurrence request{.type = of.truth() ? DType::float32 : of.type(),
                             .cell = static_cast<layers::Cell>(id(3)),
                             .steps = of.count(),
                             .batch = of.count(),
                             .directions = of.truth() ? 1 : of.count(),
                             .hidden = of.count(),
                             .columns = of.truth(),
                             .reverse = of.truth(),
                             .linearBeforeReset = of.truth(),
                             .inputForget = of.truth(),
                             .clip = of.real()};
  for (int i = of.truth() ? static_cast<int>(request.cell) + 1 : of.rank(); i > 0; --i)
    request.activations.push({static_cast<layers::ActivationId>(id(11)), of.real(), of.real()});
  return request;
}

DType floatOf(Fields& of) {
  if (of.truth()) return of.truth() ? DType::float32 : DType::float64;
  return of.type();
}

template <class Enum>
Enum wordOf(Random& random) {
  return static_cast<Enum>(random.between(0, static_cast<int>(Enum::count)));
}

layers::LayerRequest sampleOf(Random& random, Fields& of) {
  layers::Sample request{.type = floatOf(of),
                         .pointType = floatOf(of),
                         .interpolation = wordOf<layers::Interpolation>(random),
                         .padding = wordOf<layers::Padding>(random),
                         .alignCorners = of.truth(),
                         .batch = of.count(),
                         .channels = of.count()};
  for (int axis = of.rank(); axis > 0; --axis) request.axes.push({of.count(), of.count()});
  return request;
}

layers::LayerRequest regionsOf(Fields& of) {
  return layers::RegionAlign{floatOf(of), floatOf(of), of.truth(), of.truth(), of.count(),
                             of.count(),  of.count(),  of.count(), of.count(), of.count(),
                             of.count(),  of.count(),  of.real()};
}

layers::LayerRequest attentionOf(Fields& of) {
  layers::Attention request{floatOf(of), of.truth() ? DType::int32 : of.type(),
                            of.count(),  of.count(),
                            of.count(),  of.count(),
                            of.count(),  of.count(),
                            of.count(),  of.count(),
                            of.count(),  of.count(),
                            {},          of.real(),
                            of.real(),   of.truth()};
  for (bool& isWhole : request.bias) isWhole = of.truth();
  return request;
}

layers::LayerRequest rotationOf(Fields& of) {
  return layers::Rotation{floatOf(of), floatOf(of), of.truth() ? DType::int32 : of.type(),
                          of.truth(),  of.truth(),  of.truth(),
                          of.truth(),  of.truth(),  of.count(),
                          of.count(),  of.count(),  of.count(),
                          of.count(),  of.count(),  of.count(),
                          of.count(),  of.count(),  of.count()};
}

layers::LayerRequest deformedOf(Fields& of) {
  WindowAxes axes = axesOf(of);
  while (of.truth() && axes.size() < 2)
    axes.push({of.count(), of.count(), of.count(), of.stride(), of.stride(), of.stride()});
  return layers::DeformedWindows{floatOf(of), floatOf(of), of.count(),
                                 of.count(),  of.count(),  axes};
}

layers::LayerRequest unpoolOf(Fields& of) {
  layers::Unpool request{.type = of.type()};
  for (int axis = of.rank(); axis > 0; --axis)
    request.axes.push({of.count(), of.count(), of.count(), of.count(), of.count(), of.count()});
  return request;
}

layers::LayerRequest nonZeroOf(Fields& of) {
  layers::NonZero request{.type = of.truth() ? DType::boolean : of.type(), .count = of.count()};
  for (int axis = of.rank(); axis > 0; --axis) request.sizes.push(static_cast<Size>(of.count()));
  return request;
}

DType byteOf(Fields& of) {
  if (of.truth()) return of.type();
  return of.truth() ? DType::int8 : DType::uint8;
}

layers::LayerRequest requestOf(Random& random) {
  Fields of(random);
  switch (random.between(0, 30)) {
    case 0:
      return copyOf(of);
    case 1:
      return layers::Gather{of.type(),  of.truth() ? of.type() : DType::int32,
                            of.count(), of.count(),
                            of.count(), of.count()};
    case 2:
      return reduceOf(of);
    case 3:
      return layers::ArgMax{of.type(), of.count(), of.count(), of.count(), of.truth(), of.truth()};
    case 4:
      return layers::Softmax{of.type(), of.count(), of.count(), of.count(), of.truth()};
    case 5:
      return layers::LayerNormalization{of.type(),  of.type(),  of.real(), of.count(),
                                        of.count(), of.count(), of.count()};
    case 6:
      return layers::Convolution{of.type(),  of.count(), of.count(),
                                 of.count(), of.count(), axesOf(of)};
    case 7:
      return layers::Pool{of.type(), of.truth(), of.truth(), of.count(), axesOf(of)};
    case 8:
      return layers::CumulativeSum{of.type(),  of.count(), of.count(),
                                   of.count(), of.truth(), of.truth()};
    case 9:
      return layers::Scatter{of.type(),  of.truth(), of.reduction(),
                             of.count(), of.count(), of.count()};
    case 10:
      return layers::TopK{of.type(), of.count(), of.count(), of.count(), of.count(), of.truth()};
    case 11:
      return recurrenceOf(random, of);
    case 12:
      return layers::PackedProduct{of.type(), of.count(), of.count(), of.count(), of.truth()};
    case 13:
      return layers::BlockProduct{of.truth() ? of.type() : DType::float32,
                                  of.truth() ? of.count() : 2 << random.between(0, 2),
                                  of.truth() ? of.count() : 16 << random.between(0, 4),
                                  of.count(),
                                  of.count(),
                                  of.count()};
    case 14:
      return layers::IntegerProduct{byteOf(of), byteOf(of), of.count(), of.count(), of.count(),
                                    of.count(), of.truth(), of.truth(), of.truth()};
    case 15:
      return layers::DynamicQuantization{of.truth() ? of.type() : DType::float32, of.count()};
    case 16:
      return layers::FourierTable{of.truth() ? DType::float64 : of.type(), of.count(), of.truth()};
    case 17:
      return layers::Fourier{of.truth() ? DType::float32 : of.type(),
                             of.count(),
                             of.count(),
                             of.count(),
                             of.count(),
                             of.count(),
                             of.count(),
                             of.truth(),
                             of.truth(),
                             of.truth()};
    case 18:
      return sampleOf(random, of);
    case 19:
      return regionsOf(of);
    case 20:
      return deformedOf(of);
    case 21:
      return layers::UpdateRows{of.type(),  of.truth() ? DType::int32 : of.type(),
                                of.count(), of.count(),
                                of.count(), of.count(),
                                of.count(), of.count(),
                                of.truth(), of.truth()};
    case 22:
      return layers::ReverseSequence{of.type(), of.count(), of.count(), of.count(), of.truth()};
    case 23:
      return unpoolOf(of);
    case 24:
      return layers::Col2Im{of.type(), of.count(), axesOf(of)};
    case 25:
      return nonZeroOf(of);
    case 26:
      return layers::Unique{of.type(), of.count(), of.count(), of.count(), of.truth()};
    case 27:
      return layers::NonMaxSuppression{of.truth() ? DType::float32 : of.type(),
                                       of.count(),
                                       of.count(),
                                       of.count(),
                                       of.count(),
                                       of.truth(),
                                       of.real(),
                                       of.real()};
    case 28:
      return attentionOf(of);
    case 29:
      return rotationOf(of);
    default:
      return layers::Range{of.type(), of.count()};
  }
}

// As small unsigned bytes, which as indices may or may not be in range.
std::vector<std::byte> bytesFor(Random& random, Count bytes) {
  std::vector<std::byte> values(static_cast<std::size_t>(bytes));
  for (std::byte& value : values)
    if (random.chance(20)) value = static_cast<std::byte>(random.between(0, 3));
  return values;
}

// The task's own sizes are those of the tests.
void requireSizes(const Task& task, const LayerSizes& sizes) {
  for (int i = 0; i < task.inputs().size(); ++i)
    REQUIRE(task.inputs()[i].bytes == sizes.inputs[static_cast<std::size_t>(i)]);
  for (int i = 0; i < task.outputs().size(); ++i)
    REQUIRE(task.outputs()[i].bytes == sizes.outputs[static_cast<std::size_t>(i)]);
}

TEST_CASE("layers: requests with arbitrary fields are rejected, or stay within the buffers",
          "[layers]") {
  Random random(330);
  int made = 0;
  int ran = 0;
  for (int i = 0; i < 60'000; ++i) {
    const layers::LayerRequest request = requestOf(random);
    LayerRun layer(request);
    REQUIRE(layer.possible() == isPossible(request));
    if (!layer.possible()) continue;
    ++made;
    const Count workspace = layer.task().workspace();
    REQUIRE(workspace >= 0);
    REQUIRE(workspace <= kMaxCount);
    const LayerSizes sizes = sizesOf(request);
    if (!sizes.areHeld() || isLong(request) || workspace > 1 << 20) continue;
    ++ran;
    requireSizes(layer.task(), sizes);
    for (std::size_t at = 0; at < sizes.inputs.size(); ++at) {
      const Count packed = layer.task().packedBytes(static_cast<int>(at));
      layer.input(bytesFor(random, packed > 0 ? packed : *sizes.inputs[at]));
    }
    for (const auto& bytes : sizes.outputs) layer.outputBytes(*bytes);
    REQUIRE(layer.run() >= layers::kDone);
    REQUIRE(layer.canariesLive());
  }
  CHECK(made > 10'000);
  CHECK(ran > 5'000);
}

TEST_CASE("layers: invalid types are rejected by every kind", "[layers]") {
  for (const DType none : {DType::count, static_cast<DType>(255)}) {
    CHECK_FALSE(isPossible(layers::Copy{.type = none}));
    CHECK_FALSE(isPossible(layers::Gather{.type = none}));
    CHECK_FALSE(isPossible(layers::Gather{.type = DType::int8, .indexType = none}));
    CHECK_FALSE(isPossible(layers::Reduce{.type = none}));
    CHECK_FALSE(isPossible(layers::ArgMax{.type = none}));
    CHECK_FALSE(isPossible(layers::Softmax{.type = none}));
    CHECK_FALSE(isPossible(layers::LayerNormalization{.type = none}));
    CHECK_FALSE(isPossible(layers::LayerNormalization{.stashType = none}));
    CHECK_FALSE(isPossible(layers::Range{.type = none}));
    CHECK_FALSE(isPossible(layers::Convolution{.type = none}));
    CHECK_FALSE(isPossible(layers::Pool{.type = none}));
    CHECK_FALSE(isPossible(layers::CumulativeSum{.type = none}));
    CHECK_FALSE(isPossible(layers::Scatter{.type = none}));
    CHECK_FALSE(isPossible(layers::TopK{.type = none}));
    CHECK_FALSE(isPossible(layers::Trees{.type = none}));
    CHECK_FALSE(isPossible(layers::Recurrence{.type = none}));
    CHECK_FALSE(isPossible(layers::PackedProduct{.type = none}));
    CHECK_FALSE(isPossible(layers::BlockProduct{.type = none}));
    CHECK_FALSE(isPossible(layers::IntegerProduct{.type = none, .matrixType = DType::int8}));
    CHECK_FALSE(isPossible(layers::IntegerProduct{.type = DType::int8, .matrixType = none}));
    CHECK_FALSE(isPossible(layers::DynamicQuantization{.type = none}));
    CHECK_FALSE(isPossible(layers::FourierTable{.type = none}));
    CHECK_FALSE(isPossible(layers::Fourier{.type = none}));
    CHECK_FALSE(isPossible(layers::Sample{.type = none, .axes = {{}}}));
    CHECK_FALSE(isPossible(layers::Sample{.pointType = none, .axes = {{}}}));
    CHECK_FALSE(isPossible(layers::Attention{.type = none}));
    CHECK_FALSE(isPossible(layers::Attention{.endType = none}));
    CHECK_FALSE(isPossible(layers::Rotation{.type = none}));
    CHECK_FALSE(isPossible(layers::Rotation{.tableType = none}));
    CHECK_FALSE(isPossible(layers::Rotation{.positionType = none}));
    CHECK_FALSE(isPossible(layers::RegionAlign{.type = none}));
    CHECK_FALSE(isPossible(layers::RegionAlign{.regionType = none}));
    CHECK_FALSE(isPossible(layers::DeformedWindows{.type = none, .axes = {{}, {}}}));
    CHECK_FALSE(isPossible(layers::DeformedWindows{.offsetType = none, .axes = {{}, {}}}));
  }
}

TEST_CASE("layers: sizes whose product overflows are rejected by every kind", "[layers]") {
  constexpr Count kHuge = INT32_MAX;
  constexpr Count kPast = kHuge + 1;
  constexpr DType kType = DType::float32;
  CHECK_FALSE(isPossible(layers::Gather{kType, DType::int32, kHuge, kHuge, kHuge, 1}));
  CHECK_FALSE(isPossible(layers::Gather{kType, DType::int32, 1, kPast, 1, 1}));
  CHECK_FALSE(isPossible(layers::ArgMax{kType, kHuge, kHuge, kHuge, false}));
  CHECK_FALSE(isPossible(layers::Softmax{kType, kHuge, kHuge, kHuge, false}));
  CHECK_FALSE(isPossible(layers::Softmax{kType, kHuge, 0, kHuge, false}));
  CHECK_FALSE(isPossible(layers::LayerNormalization{.rows = kHuge, .size = kHuge}));
  CHECK_FALSE(isPossible(layers::Range{kType, kPast}));
  CHECK_FALSE(isPossible(layers::CumulativeSum{kType, kHuge, kHuge, kHuge}));
  CHECK_FALSE(isPossible(layers::Scatter{.type = kType, .rows = kHuge, .inner = kHuge}));
  CHECK_FALSE(isPossible(layers::TopK{kType, kHuge, kHuge, kHuge, 1}));
  CHECK_FALSE(isPossible(layers::TopK{.type = kType, .size = 3, .count = 4}));
  layers::Recurrence recurrence{.type = kType, .hidden = kHuge};
  recurrence.activations.push({});
  CHECK_FALSE(isPossible(recurrence));
  CHECK_FALSE(isPossible(layers::PackedProduct{kType, kHuge, kHuge, kHuge}));
  constexpr DType kByte = DType::uint8;
  CHECK_FALSE(isPossible(layers::IntegerProduct{kByte, kByte, kHuge, kHuge, 1, kHuge}));
  CHECK_FALSE(isPossible(layers::IntegerProduct{kByte, kByte, kHuge, 1, kHuge, kHuge}));
  CHECK_FALSE(isPossible(layers::IntegerProduct{kByte, kByte, 1, 1, kHuge, 1}));
  CHECK_FALSE(isPossible(layers::IntegerProduct{kByte, kByte, 1, 1, 1, kHuge}));
  CHECK_FALSE(isPossible(layers::DynamicQuantization{kType, kPast}));
  CHECK_FALSE(isPossible(layers::Fourier{kType, kHuge, kHuge, kHuge}));
  CHECK_FALSE(isPossible(layers::Fourier{.type = kType, .outer = kHuge, .frames = kHuge}));
  CHECK_FALSE(isPossible(layers::Fourier{.type = kType, .length = kPast}));
  CHECK_FALSE(isPossible(layers::Fourier{.type = kType, .step = kPast}));
  using Blocks = layers::BlockProduct;
  CHECK_FALSE(isPossible(Blocks{.type = kType, .rows = kHuge, .depth = kHuge, .columns = kHuge}));
  CHECK_FALSE(isPossible(Blocks{.type = kType, .block = Count{1} << 62}));
  CHECK_FALSE(isPossible(Blocks{.type = kType, .block = 8}));
  CHECK_FALSE(isPossible(Blocks{.type = kType, .block = 48}));
  CHECK_FALSE(isPossible(Blocks{.type = kType, .bits = 3}));
  CHECK_FALSE(isPossible(
      layers::Sample{.type = kType, .batch = kHuge, .channels = kHuge, .axes = {{kHuge, 1}}}));
  CHECK_FALSE(isPossible(layers::Sample{
      .type = kType, .batch = kHuge, .channels = 0, .axes = {{1, kHuge}, {0, kHuge}}}));
  CHECK_FALSE(isPossible(layers::RegionAlign{.type = kType, .height = kHuge, .width = kHuge}));
  CHECK_FALSE(isPossible(
      layers::RegionAlign{.type = kType, .channels = 0, .rows = kHuge, .columns = kHuge}));
  CHECK_FALSE(isPossible(layers::RegionAlign{.type = kType, .samples = kPast}));
  using Attention = layers::Attention;
  CHECK_FALSE(isPossible(Attention{.type = kType, .heads = kHuge, .queries = kHuge, .size = 2}));
  CHECK_FALSE(isPossible(Attention{.type = kType, .keys = kHuge, .width = kHuge}));
  CHECK_FALSE(isPossible(Attention{.type = kType, .heads = 3, .shared = 2}));
  CHECK_FALSE(isPossible(Attention{.type = kType, .shared = 0}));
  CHECK_FALSE(isPossible(Attention{.type = kType, .past = kPast}));
  CHECK_FALSE(isPossible(Attention{.type = DType::float64}));
  using Rotation = layers::Rotation;
  CHECK_FALSE(isPossible(Rotation{.type = kType, .length = kHuge, .size = kHuge}));
  CHECK_FALSE(isPossible(Rotation{.type = kType, .rows = kHuge, .rowSize = kHuge}));
  CHECK_FALSE(isPossible(Rotation{.type = kType, .size = 3, .half = 2, .rowSize = 2}));
  CHECK_FALSE(isPossible(Rotation{.type = kType, .size = 4, .half = 2, .rowSize = 1}));
  CHECK_FALSE(isPossible(Rotation{.type = kType, .rowStep = kPast}));
  CHECK_FALSE(isPossible(Rotation{.type = kType, .tableType = DType::float64}));
  CHECK_FALSE(isPossible(
      Rotation{.type = kType, .readsTokens = true, .heads = 2, .tokenSize = 4, .first = 1}));
  WindowAxis windows{.input = kHuge, .output = 1};
  CHECK_FALSE(isPossible(layers::DeformedWindows{.type = kType, .axes = {windows, windows}}));
  windows = {.input = 1, .output = kHuge};
  CHECK_FALSE(isPossible(layers::DeformedWindows{.type = kType, .axes = {windows, windows}}));
  // One element, repeated more often than a count allows.
  layers::Copy copy{.type = kType, .inputElements = 1, .outputElements = 1};
  for (int axis = 0; axis < 3; ++axis) copy.axes.push({kHuge, 0, 0});
  CHECK_FALSE(isPossible(copy));
}

}  // namespace
}  // namespace simdcast::test::layers_hostile_test
