// Tensors of a model: elements are in `raw_data`, little-endian, or in the typed field that
// onnx.proto names for the type.
#pragma once

#include "model.hpp"
#include "reading.hpp"
#include "schema.hpp"

namespace simdcast::model {

// A tensor whose elements are in another file.
struct External {
  std::string location;
  Count offset = 0;
};

struct InitializerProto {
  Initializer tensor;
  std::optional<External> external = {};
};

// Memory for elements, aligned to 8; null if memory is short.
[[nodiscard]] std::shared_ptr<std::byte> reserve(Count bytes);

// The names are those in sentences, and of the result.
[[nodiscard]] Initializer tensorFrom(const TensorProto& proto, std::string_view name,
                                     Reading& reading);
// Dense.
[[nodiscard]] Initializer tensorFrom(const SparseTensorProto& proto, std::string_view name,
                                     Reading& reading);
// A tensor whose elements may be in another file.
[[nodiscard]] InitializerProto initializerFrom(const TensorProto& proto, Reading& reading);
// Takes the elements from a file with these bytes.
void load(Initializer& tensor, const External& external, Bytes file, Reading& reading);

// Fails if the engine does not support the rank.
void checkRank(const Initializer& tensor, Reading& reading);
// A tensor with memory of its own.
[[nodiscard]] onnx::TensorData copied(const Initializer& tensor, Reading& reading);

// The sizes of a tensor of this name.
[[nodiscard]] graph::Dims dimsFrom(std::span<const std::int64_t> sizes, std::string_view name,
                                   Reading& reading);

}  // namespace simdcast::model
