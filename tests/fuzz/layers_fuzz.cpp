// Layer requests with arbitrary fields: each is rejected, or creates a layer that stays within
// tensors of the sizes that it reports, and whose results do not depend on the previous contents of
// its outputs.
#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

#include "bytes.hpp"
#include "check.hpp"
#include "cpp/support/buffers.hpp"
#include "cpp/support/layer_sizes.hpp"
#include "engine/state.hpp"

namespace simdcast::fuzz {
namespace {

constexpr Count kMostWorkspace = 1 << 20;
constexpr Count kLeast = std::numeric_limits<Count>::min();

class Fields {
 public:
  explicit Fields(Bytes& bytes) : bytes_(bytes), isSound_(bytes.below(4) != 1) {}

  Count count() { return isOdd() ? any() : bytes_.below(20); }
  Count stride() { return bytes_.flag() ? count() : -std::max(count(), kLeast + 1); }
  bool truth() { return bytes_.flag(); }
  int rank() { return bytes_.below(4) == 1 ? bytes_.below(kMaxRank + 4) : bytes_.below(5); }
  float real() {
    const std::uint32_t bits = bytes_.word();
    float real = 0;
    std::memcpy(&real, &bits, sizeof real);
    return real;
  }
  template <class Enum>
  Enum pick(int count) {
    return static_cast<Enum>(isOdd() ? bytes_.next() : bytes_.below(count));
  }
  DType type() { return pick<DType>(static_cast<int>(DType::count)); }
  DType byte() {
    if (truth()) return type();
    return truth() ? DType::int8 : DType::uint8;
  }
  DType floating() {
    constexpr DType kFloats[] = {DType::float32, DType::float64, DType::float16, DType::bfloat16};
    return isOdd() ? type() : bytes_.pick(kFloats);
  }

 private:
  bool isOdd() { return !isSound_ && bytes_.below(8) == 1; }

  // Around where a size, a count of elements or a 64-bit number ends.
  Count any() {
    constexpr int kPlaces[] = {0, 8, 15, 16, 30, 31, 32, 52, 53, 62, 63};
    const auto number = static_cast<Count>(std::uint64_t{1} << bytes_.pick(kPlaces));
    const auto moved = static_cast<std::uint64_t>(number) + bytes_.next() - 128U;
    return static_cast<Count>(bytes_.flag() ? moved : 0 - moved);
  }

  Bytes& bytes_;
  bool isSound_;
};

layers::LayerRequest readCopy(Fields& of) {
  layers::Copy copy{of.type(), of.count(), of.count(), of.count(), of.count(), {}};
  for (int axis = of.rank(); axis > 0; --axis)
    copy.axes.push({of.count(), of.stride(), of.stride()});
  return copy;
}

// Its sizes are those of the input, so that most are possible.
layers::LayerRequest readTranspose(Fields& of) {
  layers::Copy copy{.type = of.type()};
  Count elements = 1;
  for (int axis = of.rank(); axis > 0; --axis) {
    const Count size = 1 + of.count() % 4;
    copy.axes.push({size, elements, 0});
    elements *= std::max<Count>(1, size);
    if (elements > kMostWorkspace) elements = kMostWorkspace;
  }
  Count inside = 1;
  for (auto& axis : copy.axes) {
    axis.outputStride = inside;
    inside *= std::max<Count>(1, axis.size);
    if (inside > kMostWorkspace) inside = kMostWorkspace;
  }
  copy.inputElements = elements + of.count() % 2;
  copy.outputElements = inside;
  return copy;
}

layers::LayerRequest readReduce(Fields& of) {
  layers::Reduce reduce{
      of.type(), of.pick<layers::Reduction>(static_cast<int>(layers::Reduction::count)), {}};
  for (int axis = of.rank(); axis > 0; --axis) reduce.axes.push({of.count(), of.truth()});
  return reduce;
}

layers::LayerRequest readNormalization(Fields& of) {
  layers::LayerNormalization norm{of.floating(), of.floating(), of.real(), of.count(), of.count()};
  norm.scaleRows = of.truth() ? 1 : norm.rows;
  norm.biasRows = of.truth() ? 1 : of.truth() ? norm.rows : of.count();
  return norm;
}

WindowAxes readAxes(Fields& of) {
  WindowAxes axes;
  for (int axis = of.rank(); axis > 0; --axis)
    axes.push({of.count(), of.count(), 1 + of.count() % 4, 1 + of.count() % 3, 1 + of.count() % 3,
               of.stride()});
  return axes;
}

layers::Reduction readReduction(Fields& of) {
  return of.pick<layers::Reduction>(static_cast<int>(layers::Reduction::count));
}

layers::LayerRequest readConvolution(Fields& of) {
  constexpr DType kTypes[] = {DType::float32, DType::float64, DType::int16};
  const DType type = of.truth() ? of.type() : kTypes[of.rank() % 3];
  return layers::Convolution{type,       of.count() % 3, of.count() % 4,
                             of.count(), of.count() % 9, readAxes(of)};
}

// A table of the size that the counts require. Most of its links, starts and targets are valid.
layers::LayerRequest readTrees(Bytes& bytes, Fields& of, std::vector<std::byte>& table) {
  layers::Trees trees{of.truth() ? DType::float32 : of.floating(),
                      readReduction(of),
                      of.truth(),
                      of.count(),
                      of.count(),
                      of.count(),
                      of.count()};
  trees.nodes = bytes.below(6);
  trees.leaves = 1 + bytes.below(6);
  trees.votes = bytes.below(8);
  const bool isSound = bytes.below(8) != 1;
  const auto append = [&](const auto& value) {
    const auto* from = reinterpret_cast<const std::byte*>(&value);
    table.insert(table.end(), from, from + sizeof value);
  };
  const auto word = [&](Count low, Count high) {
    const Count within = low + bytes.next() % std::max<Count>(1, high - low);
    append(static_cast<std::int32_t>(isSound ? within : of.count()));
  };
  const auto link = [&](Count before) {
    if (bytes.flag() && before + 1 < trees.nodes) return word(before + 1, trees.nodes);
    word(-trees.leaves, 0);
  };
  const auto number = [&] {
    const float value = of.real();
    if (trees.type == DType::float64)
      append(double{value});
    else
      append(value);
  };
  for (Count node = 0; node < trees.nodes; ++node) {
    number();
    word(0, trees.features);
    link(node);
    link(node);
    if (trees.type == DType::float64) append(std::int32_t{0});
  }
  for (Count tree = 0; tree < std::clamp<Count>(trees.trees, 0, 32); ++tree) link(-1);
  for (Count leaf = 0; leaf <= trees.leaves; ++leaf)
    append(static_cast<std::int32_t>(leaf == trees.leaves ? trees.votes
                                                          : trees.votes * leaf / trees.leaves));
  for (Count vote = 0; vote < trees.votes; ++vote) word(0, trees.targets);
  for (Count vote = 0; vote < trees.votes; ++vote) number();
  trees.table = table.data();
  trees.tableBytes = isSound || bytes.flag() ? static_cast<Count>(table.size()) : of.count();
  return trees;
}

layers::LayerRequest readRecurrence(Fields& of) {
  constexpr DType kTypes[] = {DType::float32, DType::float64};
  layers::Recurrence request{.type = of.truth() ? of.type() : kTypes[of.rank() % 2],
                             .cell = of.pick<layers::Cell>(static_cast<int>(layers::Cell::count)),
                             .steps = of.count() % 5,
                             .batch = of.count(),
                             .directions = of.truth() ? 1 + of.rank() % 2 : of.count(),
                             .hidden = of.count(),
                             .columns = of.truth(),
                             .reverse = of.truth(),
                             .linearBeforeReset = of.truth(),
                             .inputForget = of.truth(),
                             .clip = of.real()};
  const int most = 1 + static_cast<int>(request.cell) % 3;
  const Count whole = most * std::clamp<Count>(request.directions, 0, 8);
  const Count count = of.truth() ? whole : of.count();
  for (Count i = 0; i < std::min<Count>(count, 8); ++i)
    request.activations.push(
        {of.pick<layers::ActivationId>(static_cast<int>(layers::ActivationId::count)), of.real(),
         of.real()});
  return request;
}

layers::LayerRequest readSample(Fields& of) {
  layers::Sample request{
      .type = of.floating(),
      .pointType = of.floating(),
      .interpolation =
          of.pick<layers::Interpolation>(static_cast<int>(layers::Interpolation::count)),
      .padding = of.pick<layers::Padding>(static_cast<int>(layers::Padding::count)),
      .alignCorners = of.truth(),
      .batch = of.count() % 4,
      .channels = of.count()};
  for (int axis = of.rank(); axis > 0; --axis) request.axes.push({of.count(), of.count()});
  return request;
}

layers::LayerRequest readRegions(Fields& of) {
  return layers::RegionAlign{.type = of.floating(),
                             .regionType = of.floating(),
                             .largest = of.truth(),
                             .halfPixel = of.truth(),
                             .batch = of.count() % 4,
                             .channels = of.count() % 5,
                             .height = of.count(),
                             .width = of.count(),
                             .regions = of.count() % 4,
                             .rows = of.count() % 5,
                             .columns = of.count() % 5,
                             .samples = of.count(),
                             .scale = of.real()};
}

layers::LayerRequest readDeformed(Fields& of) {
  WindowAxes axes;
  for (int axis = of.truth() ? 2 : of.rank(); axis > 0; --axis)
    axes.push({of.count(), of.count(), of.count() % 4, of.stride(), of.stride(), of.stride()});
  return layers::DeformedWindows{of.floating(),  of.floating(), of.count() % 4,
                                 of.count() % 4, of.count(),    axes};
}

layers::LayerRequest readUpdateRows(Fields& of) {
  layers::UpdateRows request{.type = of.type(),
                             .startType = of.truth() ? DType::int64 : DType::int32,
                             .outer = of.count(),
                             .middle = of.count(),
                             .size = of.count(),
                             .inner = of.count(),
                             .circular = of.truth(),
                             .clears = of.truth()};
  request.kept = of.truth() ? request.size : of.count();
  request.count = of.truth() ? request.size : of.count();
  return request;
}

layers::LayerRequest readAttention(Fields& of) {
  layers::Attention request{.type = of.floating(),
                            .endType = of.truth() ? DType::int64 : DType::int32,
                            .batch = of.count() % 4,
                            .shared = of.count() % 4,
                            .queries = of.count() % 5,
                            .keys = of.count(),
                            .size = of.count(),
                            .width = of.count(),
                            .past = of.truth() ? of.count() : layers::Attention::kAtEnd,
                            .scale = of.real(),
                            .cap = of.truth() ? of.real() : 0,
                            .merges = of.truth()};
  request.heads = of.truth() ? request.shared * (of.count() % 4) : of.count();
  if (of.truth()) request.before = of.count();
  if (of.truth()) request.after = of.count();
  for (bool& isWhole : request.bias) isWhole = of.truth();
  return request;
}

layers::LayerRequest readRotation(Fields& of) {
  constexpr Count kSmall = 1 << 20;
  layers::Rotation request{.type = of.floating(),
                           .tableType = of.floating(),
                           .positionType = of.truth() ? DType::int64 : DType::int32,
                           .readsTokens = of.truth(),
                           .writesTokens = of.truth(),
                           .interleaved = of.truth(),
                           .sharesPositions = of.truth(),
                           .countsPositions = of.truth(),
                           .batch = of.count() % 4,
                           .heads = of.count() % 4,
                           .length = of.count(),
                           .size = of.count(),
                           .first = of.truth() ? of.count() : 0,
                           .rows = of.count(),
                           .rowStep = of.truth() ? of.count() : 0};
  request.half = of.truth() ? request.size / 2 : of.count();
  request.rowSize = of.truth() ? request.half : of.count();
  const bool areSmall = request.first < kSmall && request.size < kSmall && request.size >= 0;
  request.tokenSize =
      of.truth() && areSmall ? request.first + request.heads * request.size : of.count();
  return request;
}

layers::LayerRequest readUnpool(Fields& of) {
  layers::Unpool request{.type = of.type()};
  for (int axis = of.rank(); axis > 0; --axis) {
    const Count size = of.count();
    request.axes.push({1 + of.count() % 3, size, of.truth() ? size : of.count(), 1 + of.count() % 3,
                       of.count() % 4, of.count() % 3});
  }
  return request;
}

layers::LayerRequest readNonZero(Fields& of) {
  layers::NonZero request{.type = of.truth() ? DType::boolean : of.type(), .count = of.count()};
  for (int axis = of.rank(); axis > 0; --axis) request.sizes.push(static_cast<Size>(of.count()));
  return request;
}

layers::LayerRequest readSuppression(Fields& of) {
  layers::NonMaxSuppression request{.type = of.truth() ? DType::float32 : of.type(),
                                    .images = of.count() % 4,
                                    .classes = of.count() % 4,
                                    .boxes = of.count(),
                                    .centred = of.truth(),
                                    .overlap = of.real(),
                                    .score = of.real()};
  request.limit = of.truth() ? request.boxes : of.count();
  return request;
}

// `table` lives for as long as the layer.
layers::LayerRequest readRequest(Bytes& bytes, std::vector<std::byte>& table) {
  Fields of(bytes);
  switch (bytes.below(33)) {
    case 0:
      return readCopy(of);
    case 1:
      return layers::Gather{of.type(),  of.truth() ? DType::int64 : DType::int32,
                            of.count(), of.count(),
                            of.count(), of.count()};
    case 2:
      return readReduce(of);
    case 3:
      return layers::ArgMax{of.type(), of.count(), of.count(), of.count(), of.truth(), of.truth()};
    case 4:
      return layers::Softmax{of.floating(), of.count(), of.count(), of.count(), of.truth()};
    case 5:
      return readNormalization(of);
    case 6:
      return readTranspose(of);
    case 7:
      return readConvolution(of);
    case 8:
      return layers::Pool{of.floating(), of.truth(), of.truth(), of.count(), readAxes(of)};
    case 9:
      return layers::CumulativeSum{of.type(),  of.count(), of.count(),
                                   of.count(), of.truth(), of.truth()};
    case 10:
      return layers::Scatter{of.type(),  of.truth(), readReduction(of),
                             of.count(), of.count(), of.count()};
    case 11:
      return layers::TopK{of.type(), of.count(), of.count(), of.count(), of.count(), of.truth()};
    case 12:
      return readTrees(bytes, of, table);
    case 13:
      return readRecurrence(of);
    case 14:
      return layers::PackedProduct{of.floating(), of.count(), of.count(), of.count(), of.truth()};
    case 15:
      return layers::BlockProduct{of.truth() ? of.type() : DType::float32,
                                  of.truth() ? of.count() : 2 << of.rank() % 3,
                                  of.truth() ? of.count() : 16 << of.rank() % 5,
                                  of.count(),
                                  of.count(),
                                  of.count()};
    case 16:
      return layers::IntegerProduct{of.byte(),  of.byte(),  of.count(), of.count(), of.count(),
                                    of.count(), of.truth(), of.truth(), of.truth()};
    case 17:
      return layers::DynamicQuantization{of.truth() ? of.type() : DType::float32, of.count()};
    case 18:
      return layers::FourierTable{of.truth() ? DType::float64 : of.type(), of.count(), of.truth()};
    case 19:
      return layers::Fourier{of.floating(), of.count(), of.count(), of.count(), of.count(),
                             of.count(),    of.count(), of.truth(), of.truth(), of.truth()};
    case 20:
      return readSample(of);
    case 21:
      return readRegions(of);
    case 22:
      return readDeformed(of);
    case 23:
      return readUpdateRows(of);
    case 24:
      return layers::ReverseSequence{of.type(), of.count(), of.count(), of.count(), of.truth()};
    case 25:
      return readUnpool(of);
    case 26:
      return layers::Col2Im{of.type(), of.count() % 4, readAxes(of)};
    case 27:
      return readNonZero(of);
    case 28:
      return layers::Unique{of.type(), of.count(), of.count(), of.count(), of.truth()};
    case 29:
      return readSuppression(of);
    case 30:
      return readAttention(of);
    case 31:
      return readRotation(of);
    default:
      return layers::Range{of.type(), of.count()};
  }
}

using Content = std::vector<std::uint8_t>;
using Tensors = std::vector<test::Source>;

// Small numbers, which as indices are in range or not; or any.
Content readContent(Bytes& bytes, Count count) {
  Content content(static_cast<std::size_t>(count));
  const bool isSmall = bytes.flag();
  std::uint32_t state = bytes.word();
  for (std::uint8_t& byte : content) {
    state = state * 1664525 + 1013904223;
    byte = static_cast<std::uint8_t>(state >> 24);
    if (isSmall) byte = byte < 32 ? byte % 4 : 0;
  }
  return content;
}

Tensors readInputs(Bytes& bytes, const Task& task, const test::LayerSizes& sizes) {
  Tensors tensors;
  for (std::size_t i = 0; i < sizes.inputs.size(); ++i) {
    const Count packed = task.packedBytes(static_cast<int>(i));
    tensors.emplace_back(readContent(bytes, packed > 0 ? packed : *sizes.inputs[i]),
                         static_cast<std::size_t>(bytes.below(4)));
  }
  return tensors;
}

struct Outcome {
  Count end = 0;
  std::vector<Content> outputs;

  bool operator==(const Outcome&) const = default;
};

// The results of the layer, with workspace and outputs filled with `before`.
Outcome run(const Task& task, const test::LayerSizes& sizes, const Tensors& inputs,
            std::uint8_t before) {
  static const auto scratch = std::make_unique<Scratch>();
  const auto filled = [&](Count bytes) {
    return test::Source(Content(static_cast<std::size_t>(bytes), before));
  };
  const test::Source workspace = filled(task.workspace());
  Tensors outputs;
  for (const auto& size : sizes.outputs) outputs.push_back(filled(*size));
  std::byte* to[layers::kMaxOutputs]{};
  const std::byte* from[layers::kMaxInputs]{};
  for (std::size_t i = 0; i < outputs.size(); ++i) to[i] = outputs[i].data();
  for (std::size_t i = 0; i < inputs.size(); ++i) from[i] = inputs[i].data();
  Outcome outcome{
      task.state().run({.workspace = workspace.data(), .outputs = to, .inputs = from}, *scratch),
      {}};
  for (const test::Source& output : outputs)
    outcome.outputs.push_back(output.values<std::uint8_t>());
  return outcome;
}

// The task's own sizes; an output that only some cells have is the test's alone.
void checkSizes(const Task& task, const test::LayerSizes& sizes) {
  for (int i = 0; i < task.inputs().size(); ++i)
    check(task.inputs()[i].bytes == sizes.inputs[static_cast<std::size_t>(i)],
          "an input has its bytes");
  for (int i = 0; i < task.outputs().size(); ++i)
    check(task.outputs()[i].bytes == sizes.outputs[static_cast<std::size_t>(i)],
          "an output has its bytes");
}

// A copy fills its box, and an index out of range leaves everything unchanged.
bool fillsOutputs(const layers::LayerRequest& request, const Outcome& outcome) {
  return !std::holds_alternative<layers::Copy>(request) && outcome.end == layers::kDone;
}

void checkRequest(Bytes& bytes) {
  std::vector<std::byte> table;
  const layers::LayerRequest request = readRequest(bytes, table);
  const auto made = Task::make(request);
  const auto* task = std::get_if<Task>(&made);
  check((task != nullptr) == layers::isPossible(request), "a possible request makes a task");
  if (task == nullptr) return;
  check(task->workspace() >= 0 && task->workspace() <= kMaxCount, "a workspace can be counted");
  const test::LayerSizes sizes = test::sizesOf(request);
  if (!sizes.areHeld() || test::isLong(request) || task->workspace() > kMostWorkspace) return;
  checkSizes(*task, sizes);
  const Tensors inputs = readInputs(bytes, *task, sizes);
  const Outcome first = run(*task, sizes, inputs, 0x00);
  const Outcome second = run(*task, sizes, inputs, 0xff);
  check(first.end >= layers::kDone && first.end == second.end, "a run ends the same way");
  if (fillsOutputs(request, first))
    check(first == second, "every byte is written, and from the inputs alone");
  if (first.end == layers::kDone) return;
  for (const Content& output : second.outputs)
    for (const std::uint8_t byte : output)
      check(byte == 0xff, "a wrong index leaves all as it was");
}

}  // namespace
}  // namespace simdcast::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  simdcast::fuzz::Bytes bytes(data, size);
  simdcast::fuzz::checkRequest(bytes);
  return 0;
}
