// SparseTensorProto, which becomes dense when it is read.
#include <algorithm>
#include <cstring>

#include "tensors.hpp"

namespace simdcast::model {
namespace {

namespace said = faults::model;

// The position of each value in the dense tensor. Indices are flat, or one per axis. Nothing if
// they are invalid.
std::optional<std::vector<Count>> placesOf(const graph::Dims& dims, Count count,
                                           const Initializer& indices) {
  const bool isFlat = indices.form.dims.size() != 2;
  const graph::Dims sizes = isFlat ? graph::Dims{graph::sizeOf(dims)} : dims;
  const graph::Dims wanted = isFlat ? graph::Dims{count} : graph::Dims{count, dims.size()};
  if (indices.form.type != DType::int64 || !(indices.form.dims == wanted)) return std::nullopt;
  std::vector<Count> places(static_cast<std::size_t>(count));
  const std::byte* from = indices.bytes.data();
  for (Count& place : places)
    for (const Count size : sizes) {
      std::int64_t index = 0;
      std::memcpy(&index, from, sizeof index);
      from += sizeof index;
      if (index < 0 || index >= size) return std::nullopt;
      place = place * size + index;
    }
  return places;
}

}  // namespace

Initializer tensorFrom(const SparseTensorProto& proto, std::string_view name, Reading& reading) {
  const graph::Dims dims = dimsFrom(proto.dims, name, reading);
  const Initializer values = tensorFrom(proto.values, name, reading);
  const Initializer indices = tensorFrom(proto.indices, name, reading);
  if (reading.failed()) return {};
  const DType type = values.form.type;
  const auto places = placesOf(dims, graph::sizeOf(values.form.dims), indices);
  if (!places)
    reading.fail(said::sparseIndices(name, dims, graph::sizeOf(values.form.dims)));
  else if (type == DType::string)
    reading.fail(said::sparseTexts(name));
  if (reading.failed()) return {};
  Initializer dense{.name = std::string(name), .form = {type, dims}};
  const Count bytes = bytesOf(dense.form);
  const std::shared_ptr<std::byte> to = reading.spends(bytes) ? reserve(bytes) : nullptr;
  if (to == nullptr) return reading.fail(said::tensorDims(name, dims)), Initializer{};
  dense.bytes = {to.get(), static_cast<std::size_t>(bytes)};
  dense.owned = to;
  std::fill_n(to.get(), bytes, std::byte{0});
  const auto width = static_cast<std::size_t>(simdcast::width(type));
  const std::byte* from = values.bytes.data();
  for (const Count place : *places) {
    std::memcpy(to.get() + place * static_cast<Count>(width), from, width);
    from += width;
  }
  return dense;
}

}  // namespace simdcast::model
