// Why the bytes of a model are rejected.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "faults.hpp"

namespace simdcast {

// Files in other formats that are passed as models.
enum class FileFormat : std::uint8_t {
  empty,
  lfs,
  html,
  xml,
  torchZip,
  npz,
  kerasZip,
  coreMl,
  zip,
  gzip,
  zstd,
  compressed,
  tar,
  ort,
  tflite,
  gguf,
  h5,
  npy,
  safetensors,
  pickle,
  wasm,
  ncnn,
  picture,
  pdf,
  json,
  utf16,
  text,
  count
};

// Errors in the wire format of Protocol Buffers.
enum class Defect : std::uint8_t { none, cutOff, longInteger, tag, group, depth, wireType, count };

namespace faults::model {

// -- files. `start` is the beginning of a text.
[[nodiscard]] std::string reason(FileFormat format, std::string_view start);
// `field` is the one with another wire type.
[[nodiscard]] std::string reason(Defect defect, std::string_view field, int wireType);
[[nodiscard]] Fault protobuf(std::string_view reason);
[[nodiscard]] Fault noGraph(std::string_view reason);
[[nodiscard]] std::string noGraphReason();
[[nodiscard]] Fault opset(Count version, int newest);
[[nodiscard]] Fault outputUnknown(std::string_view name, const Names& outputs);

// -- values
[[nodiscard]] Fault duplicate(std::string_view name);
[[nodiscard]] Fault unnamed(std::string_view what);
[[nodiscard]] Fault missing(std::string_view label, std::string_view name);
[[nodiscard]] Fault noOutput(std::string_view name);
[[nodiscard]] Fault outputs();
[[nodiscard]] Fault cycle(const Names& labels);
[[nodiscard]] Fault branch(std::string_view label, std::string_view name);
[[nodiscard]] Fault valueType(std::string_view name);
[[nodiscard]] Fault valueElement(std::string_view name, Count type);
[[nodiscard]] Fault declaredRank(std::string_view name, Count rank, int highest);
[[nodiscard]] Fault dimension(std::string_view name, Count size);

// -- tensors
[[nodiscard]] Fault tensorType(std::string_view name, Count type);
[[nodiscard]] Fault tensorDims(std::string_view name, const Shown& dims);
// `got` elements in eighths, since the data may end within one.
[[nodiscard]] Fault tensorData(std::string_view name, const Shown& dims, Count needed,
                               Count gotEighths);
[[nodiscard]] Fault tensorText(std::string_view name);
[[nodiscard]] Fault tensorRank(std::string_view name, Count rank, int highest);
[[nodiscard]] Fault segment(std::string_view name);
[[nodiscard]] Fault sparseTexts(std::string_view name);
[[nodiscard]] Fault sparseIndices(std::string_view name, const Shown& dims, Count count);
[[nodiscard]] Fault external(std::string_view name);
[[nodiscard]] Fault externalMissing(std::string_view name, std::string_view file);
[[nodiscard]] Fault externalEntry(std::string_view name, std::string_view file);
[[nodiscard]] Fault externalShort(std::string_view name, std::string_view file, Count needed,
                                  Count got);
[[nodiscard]] Fault outOfMemory();

// -- attributes
[[nodiscard]] Fault attributeTwice(std::string_view label, std::string_view name);
[[nodiscard]] Fault reference(std::string_view label, std::string_view name);

// -- functions, which are named like "domain.name:overload"
[[nodiscard]] Fault functionTwice(std::string_view function);
[[nodiscard]] Fault functionCycle(std::string_view function);
[[nodiscard]] Fault functionCount();
[[nodiscard]] Fault functionInputs(std::string_view label, std::size_t got, std::size_t most);
[[nodiscard]] Fault functionOutputs(std::string_view label, std::size_t got, std::size_t most);
[[nodiscard]] Fault functionOutput(std::string_view name, std::string_view output);

}  // namespace faults::model
}  // namespace simdcast
