#include "texts.hpp"

#include "../base/rounding.hpp"

namespace simdcast::onnx {

strings::Handle handleOf(Call& call, std::string_view text) {
  if (const auto handle = call.builder().strings().add(text)) return *handle;
  return call.builder().failOutOfMemory();
}

std::vector<std::string_view> textsOf(Call& call, int at) {
  const Value input = call.input(at);
  Builder& builder = call.builder();
  if (call.failed()) return {};
  if (!builder.isKnown(input)) return builder.need(input, faults::dynamic(call.label(), at));
  const std::span<const std::byte> bytes = builder.known(input);
  if (call.failed()) return {};
  std::vector<std::string_view> texts;
  for (const strings::Handle handle : handlesAt(bytes.data(), input.elements()))
    texts.push_back(builder.strings().at(handle));
  return texts;
}

Value textConstant(Call& call, const Dims& dims, std::span<const std::string> texts) {
  const Value value = call.builder().constant(DType::string, dims);
  if (!value) return {};
  const std::span handles = handlesAt(value.storage->address, value.elements());
  for (std::size_t at = 0; at < handles.size(); ++at) handles[at] = handleOf(call, texts[at]);
  return call.failed() ? Value{} : value;
}

Value paddedRows(Call& call, const Dims& dims, std::span<const std::vector<std::string_view>> rows,
                 std::string_view padding) {
  std::size_t width = 0;
  for (const auto& row : rows) width = std::max(width, row.size());
  const Dims made = graph::joined({dims, {static_cast<Count>(width)}});
  if (!call.checkDims(made)) return {};
  const Value value = call.builder().constant(DType::string, made);
  if (!value) return {};
  const std::span handles = handlesAt(value.storage->address, value.elements());
  std::ranges::fill(handles, handleOf(call, padding));
  for (std::size_t at = 0; at < rows.size(); ++at)
    for (std::size_t i = 0; i < rows[at].size(); ++i)
      handles[at * width + i] = handleOf(call, rows[at][i]);
  return call.failed() ? Value{} : value;
}

Value tensorConstant(Call& call, const TensorData& tensor, const Dims& dims) {
  return tensor.form.type == DType::string
             ? textConstant(call, dims, tensor.texts)
             : call.builder().constant(tensor.form.type, dims, tensor.bytes);
}

}  // namespace simdcast::onnx
