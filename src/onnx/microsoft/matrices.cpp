// CDist and Inverse.
#include <numeric>

#include "operators.hpp"
#include "shapes.hpp"

namespace simdcast::onnx {
namespace {

// A square matrix that is inverted in place.
class Matrix {
 public:
  explicit Matrix(std::size_t size) : size_(size), numbers_(size * size), order_(size) {}

  // The rows without gaps.
  [[nodiscard]] std::vector<double>& numbers() { return numbers_; }

  // Gauss-Jordan elimination with partial pivoting.
  void invert() {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    for (std::size_t step = 0; step < size_; ++step) eliminate(step);
    // Rows that were swapped are columns of the inverse.
    const std::vector<double> rows = numbers_;
    for (std::size_t i = 0; i < rows.size(); ++i)
      numbers_[i - i % size_ + order_[i % size_]] = rows[i];
  }

 private:
  [[nodiscard]] double* row(std::size_t at) { return numbers_.data() + at * size_; }

  void pivot(std::size_t step) {
    std::size_t best = step;
    for (std::size_t at = step + 1; at < size_; ++at)
      if (std::abs(row(at)[step]) > std::abs(row(best)[step])) best = at;
    if (best == step) return;
    std::swap_ranges(row(step), row(step) + size_, row(best));
    std::swap(order_[step], order_[best]);
  }

  void eliminate(std::size_t step) {
    pivot(step);
    double* own = row(step);
    const double factor = 1 / own[step];
    own[step] = 1;
    for (std::size_t i = 0; i < size_; ++i) own[i] *= factor;
    for (std::size_t at = 0; at < size_; ++at) {
      if (at == step) continue;
      double* other = row(at);
      const double share = other[step];
      other[step] = 0;
      for (std::size_t i = 0; i < size_; ++i) other[i] -= share * own[i];
    }
  }

  std::size_t size_;
  std::vector<double> numbers_;
  std::vector<std::size_t> order_;
};

template <class Real>
void invertEach(Real* to, const Real* from, std::size_t count, std::size_t size) {
  Matrix matrix(size);
  std::vector<double>& numbers = matrix.numbers();
  for (std::size_t i = 0; i < count; ++i, to += numbers.size(), from += numbers.size()) {
    std::copy_n(from, numbers.size(), numbers.begin());
    matrix.invert();
    std::transform(numbers.begin(), numbers.end(), to,
                   [](double number) { return static_cast<Real>(number); });
  }
}

// The sum of the squares of the differences of two rows.
template <class Real>
double squaredDistance(const Real* a, const Real* b, Count size) {
  double sum = 0;
  for (Count i = 0; i < size; ++i) {
    const double difference = static_cast<double>(a[i]) - static_cast<double>(b[i]);
    sum += difference * difference;
  }
  return sum;
}

struct Distances {
  Count rows = 0;
  Count columns = 0;
  Count size = 0;  // of a row of either matrix
  bool squared = false;
};

template <class Real>
void measure(Real* to, const Real* a, const Real* b, const Distances& of) {
  for (Count row = 0; row < of.rows; ++row)
    for (Count column = 0; column < of.columns; ++column) {
      const double sum = squaredDistance(a + row * of.size, b + column * of.size, of.size);
      *to++ = static_cast<Real>(of.squared ? sum : std::sqrt(sum));
    }
}

// Calls `work` with a number of the type, float32 or float64.
template <class Work>
void inReal(DType type, const Work& work) {
  type == DType::float64 ? work(double{}) : work(float{});
}

}  // namespace

Values pairwiseDistances(Call& call) {
  const Value a = call.input(0);
  const Value b = call.input(1);
  if (b.type != a.type) return call.fail(faults::typesDiffer(call.label(), a.type, b.type));
  if (a.rank() != 2) return call.wrongShape(0, {"rows", "size"});
  const Count size = a.dims[1];
  if (b.rank() != 2 || b.dims[1] != size) return call.wrongShape(1, {"rows", size});
  const Distances of{.rows = a.dims[0],
                     .columns = b.dims[0],
                     .size = size,
                     .squared = call.word("metric", {"sqeuclidean", "euclidean"}) == 0};
  const Dims made{of.rows, of.columns};
  if (!call.checkDims(made)) return {};
  const DType type = a.type;
  return {call.host(
      {type, made}, {a, b}, [type, of](std::byte* const* outputs, const std::byte* const* inputs) {
        inReal(type, [&]<class Real>(Real) {
          measure(reinterpret_cast<Real*>(outputs[0]), reinterpret_cast<const Real*>(inputs[0]),
                  reinterpret_cast<const Real*>(inputs[1]), of);
        });
        return std::optional<Fault>();
      })};
}

Values inverse(Call& call) {
  const Value input = call.input(0);
  const int rank = input.rank();
  if (rank < 2 || input.dims[rank - 2] != last(input.dims))
    return call.wrongShape(0, {"…", "n", "n"});
  const auto order = static_cast<std::size_t>(last(input.dims));
  const Count matrices = order == 0 ? 0 : sizeOf(input.dims, 0, rank - 2);
  return {call.inFloats(input, [&](const Value& wide) {
    return call.host(wide, {wide},
                     [type = wide.type, matrices, order](std::byte* const* outputs,
                                                         const std::byte* const* inputs) {
                       inReal(type, [&]<class Real>(Real) {
                         invertEach(reinterpret_cast<Real*>(outputs[0]),
                                    reinterpret_cast<const Real*>(inputs[0]),
                                    static_cast<std::size_t>(matrices), order);
                       });
                       return std::optional<Fault>();
                     });
  })};
}

}  // namespace simdcast::onnx
