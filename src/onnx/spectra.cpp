// Spectra: DFT, STFT, window functions, and MelWeightMatrix.
#include <numbers>

#include "../layers/fourier.hpp"
#include "../math/elementary.hpp"
#include "call.hpp"

namespace simdcast::onnx {
namespace {

constexpr Count kLongest = Count{1} << 28;

// Whether the numbers, along the last axis, have imaginary parts.
bool isComplex(Call& call, const Dims& dims) {
  const Count parts = dims.size() >= 2 ? last(dims) : 0;
  if (parts == 1 || parts == 2) return parts == 2;
  return call.fail(faults::operandShape(call.label(), 0, dims, {"…", "1 or 2"}));
}

bool checkLength(Call& call, Count length) {
  if (call.failed()) return false;
  if (length >= 1 && length < kLongest) return true;
  return call.fail(faults::spectrum(call.label(), length));
}

// Transforms numbers into complex ones; a window, which may be absent, scales each frame.
Values transformed(Call& call, const Value& numbers, const Dims& made, layers::Fourier request,
                   const Value& window = {}) {
  if (!call.checkDims(made)) return {};
  return {call.inFloats(numbers, [&](const Value& input) {
    request.type = input.type;
    const layers::FourierTable factors = tableOf(request);
    const Value table = call.layer(factors, {}, {DType::float64, {tablePairs(factors), 2}});
    const Value scale = window ? call.cast(window, input.type) : Value{};
    return call.layer(request, {input, table, scale}, {input.type, made});
  })};
}

Values dft(Call& call) {
  const Value input = call.input(0);
  const Dims& dims = input.dims;
  layers::Fourier request{.complex = isComplex(call, dims)};
  const Count said = call.since() < 20 ? call.integer("axis", 1)
                     : call.has(2)     ? call.scalar(2)
                                       : -2;
  if (call.failed()) return {};
  const int axis = call.axis(said, input.rank());
  if (call.failed()) return {};
  const int parts = input.rank() - 1;
  if (axis == parts) return call.fail(faults::axis(call.label(), said, parts));
  request.outer = outerOf(dims, axis);
  request.size = dims[axis];
  request.inner = sizeOf(dims, axis + 1, parts);
  request.length = call.has(1) ? call.scalar(1) : request.size;
  if (!checkLength(call, request.length)) return {};
  request.oneSided = call.flag("onesided");
  request.inverse = call.flag("inverse");
  const Dims made = withSize(withSize(dims, axis, binsOf(request)), parts, 2);
  return transformed(call, input, made, request);
}

Values stft(Call& call) {
  const Value input = call.input(0);
  const Value window = call.optional(2);
  const Dims& dims = input.dims;
  layers::Fourier request{.complex = dims.size() != 2 && isComplex(call, dims)};
  const Count step = call.scalar(1);
  if (call.failed()) return {};
  request.outer = dims[0];
  request.size = dims[1];
  request.length = request.size;
  if (window && window.rank() > 0) request.length = window.dims[0];
  if (call.has(3)) request.length = call.scalar(3);
  if (!checkLength(call, request.length)) return {};
  if (dims.size() > 3)
    return call.fail(faults::operandShape(call.label(), 0, dims, {"batch", "length", "1 or 2"}));
  if (step < 1) return call.fail(faults::step(call.label()));
  if (window && window.elements() != request.length) return call.wrongShape(2, {request.length});
  request.frames = request.size < request.length ? 0 : (request.size - request.length) / step + 1;
  request.step = request.frames > 1 ? step : 0;
  request.oneSided = call.flag("onesided", true);
  return transformed(call, input, {request.outer, request.frames, binsOf(request), 2}, request,
                     window);
}

// The type of a window or a matrix.
DType madeType(Call& call) {
  return call.elementType("output_datatype", DType::float32, typeSet("castable_bf"));
}

// A sum of cosines over one period, with these factors.
Values windowOf(Call& call, std::initializer_list<double> factors) {
  const Count size = call.scalar(0);
  const DType type = madeType(call);
  if (!call.checkDims({size})) return {};
  const Count period = call.flag("periodic", true) ? size : size - 1;
  if (period == 0)
    return {call.cast(call.table(DType::float64, {size}, [](Count) { return 1; }), type)};
  Value sum = call.number(DType::float64, factors.begin()[0]);
  Values cosines;
  for (std::size_t k = 1; k < factors.size(); ++k) {
    const double step = 2 * std::numbers::pi * static_cast<double>(k);
    const Value angles = call.table(DType::float64, {size}, [&](Count at) {
      return step * static_cast<double>(at) / static_cast<double>(period);
    });
    const Value factor = call.number(DType::float64, factors.begin()[k]);
    sum = call.compute(OpId::add, sum,
                       call.compute(OpId::mul, factor, call.compute(OpId::cos, angles)));
  }
  return {call.cast(sum, type)};
}

Values hannWindow(Call& call) { return windowOf(call, {0.5, -0.5}); }
Values hammingWindow(Call& call) { return windowOf(call, {25.0 / 46, -21.0 / 46}); }
Values blackmanWindow(Call& call) { return windowOf(call, {0.42, -0.5, 0.08}); }

double melOf(double hertz) { return 2595 * math::logarithm10(1 + hertz / 700); }
double hertzOf(double mels) { return 700 * (math::power10(mels / 2595) - 1); }

// Triangles that are evenly spaced on the mel scale: a column for each, over the bins of a
// spectrum.
struct MelScale {
  Count rows;
  Count columns;
  double length;  // of the transform, plus 1
  double rate;
  double low;
  double step;

  // The bin of the edge between two triangles; it may be any number.
  [[nodiscard]] double edgeAt(Count i) const {
    return std::floor(length * hertzOf(low + static_cast<double>(i) * step) / rate);
  }
  [[nodiscard]] bool isBin(double edge) const {
    return edge >= 0 && edge < static_cast<double>(rows);
  }
  // The first edge outside the bins, if any.
  [[nodiscard]] std::optional<double> edgeOutside() const {
    for (Count i = 0; i < columns + 2; ++i)
      if (const double edge = edgeAt(i); !isBin(edge)) return edge;
    return std::nullopt;
  }
  // Adds a triangle to a matrix of zeros.
  void write(double* matrix, Count column) const {
    const auto left = static_cast<Count>(edgeAt(column));
    const auto centre = static_cast<Count>(edgeAt(column + 1));
    const auto right = static_cast<Count>(edgeAt(column + 2));
    const auto put = [&](Count row, Count numerator, Count denominator) {
      matrix[row * columns + column] =
          static_cast<double>(numerator) / static_cast<double>(denominator);
    };
    if (left == centre) put(centre, 1, 1);
    for (Count row = left; row <= centre && left < centre; ++row)
      put(row, row - left, centre - left);
    for (Count row = centre; row < right; ++row) put(row, right - row, right - centre);
  }
};

Values melWeightMatrix(Call& call) {
  const Count columns = call.scalar(0);
  const Count length = call.scalar(1);
  const Count rate = call.scalar(2);
  const double low = melOf(call.item(3));
  const double high = melOf(call.item(4));
  if (!checkLength(call, length)) return {};
  const MelScale scale{.rows = length / 2 + 1,
                       .columns = columns,
                       .length = static_cast<double>(length + 1),
                       .rate = static_cast<double>(rate),
                       .low = low,
                       .step = (high - low) / (static_cast<double>(columns) + 2)};
  const DType type = madeType(call);
  const Dims dims{scale.rows, columns};
  if (!call.checkDims(dims)) return {};
  // The edges are checked after the matrix is in memory: there may be too many to walk.
  const auto fill = [scale, label = std::string(call.label())](
                        std::byte* const* outputs,
                        const std::byte* const* /*inputs*/) -> std::optional<Fault> {
    if (const std::optional<double> edge = scale.edgeOutside())
      return faults::melEdges(
          label, std::isnan(*edge) ? 0 : static_cast<Count>(std::clamp(*edge, -1e15, 1e15)),
          scale.rows);
    auto* matrix = reinterpret_cast<double*>(outputs[0]);
    std::fill_n(matrix, scale.rows * scale.columns, 0.0);
    for (Count column = 0; column < scale.columns; ++column) scale.write(matrix, column);
    return std::nullopt;
  };
  return {call.cast(call.host({DType::float64, dims}, {}, fill), type)};
}

constexpr Schema kWindow = "17(indices){output_datatype:type periodic:int}";

constexpr Row kSpectraRows[] = {
    {.name = "DFT",
     .schema = "17[1..2](floats_bf,indices){axis:int inverse:int onesided:int} "
               "20[1..3](floats_bf,indices,indices){inverse:int onesided:int}",
     .lower = dft},
    {.name = "STFT",
     .schema = "17[2..4](floats_bf,indices,floats_bf,indices){onesided:int}",
     .lower = stft},
    {.name = "HannWindow", .schema = kWindow, .lower = hannWindow},
    {.name = "HammingWindow", .schema = kWindow, .lower = hammingWindow},
    {.name = "BlackmanWindow", .schema = kWindow, .lower = blackmanWindow},
    {.name = "MelWeightMatrix",
     .schema = "17(indices,indices,indices,floats_bf,floats_bf){output_datatype:type}",
     .lower = melWeightMatrix},
};

}  // namespace

const std::span<const Row> rows::kSpectra = kSpectraRows;

}  // namespace simdcast::onnx
