#include "values.hpp"

#include <cstring>

#include "../element_types.hpp"

namespace simdcast::onnx::ml {

bool checkLength(Call& call, std::string_view name, Count got, Count wanted) {
  if (call.failed()) return false;
  if (got == wanted) return true;
  return call.fail(faults::lengths(call.label(), name, got, wanted));
}

int choiceAt(Call& call, std::string_view name, int count, int absent) {
  const Count at = call.integer(name, absent);
  if (at >= 0 && at < count) return static_cast<int>(at);
  return call.fail(faults::noPosition(call.label(), name, at, count));
}

Value rowsOf(Call& call) {
  const Value input = call.input(0);
  if (call.failed() || input.rank() == 2) return input;
  if (input.rank() == 1) return Call::alias(input, {1, input.dims[0]});
  return call.fail(faults::rows(call.label(), input.dims));
}

Value constantOf(Call& call, DType type, const Dims& dims, std::span<const float> numbers) {
  if (type == DType::float32) return call.builder().constantOf(type, dims, numbers);
  return call.floats(type, dims, std::vector<double>(numbers.begin(), numbers.end()));
}

std::vector<double> numbersIn(Call& call, const TensorData& tensor) {
  const Form& form = tensor.form;
  const std::vector<std::byte>& bytes = tensor.bytes;
  std::vector<double> numbers;
  const bool isRead = withElementType(form.type, [&]<class Element>(Element element) {
    for (std::size_t at = 0; at + sizeof(Element) <= bytes.size(); at += sizeof(Element)) {
      std::memcpy(&element, &bytes[at], sizeof(Element));
      numbers.push_back(static_cast<double>(element));
    }
  });
  if (isRead) return numbers;
  return call.reals(0, call.builder().constant(form.type, form.dims, bytes));
}

}  // namespace simdcast::onnx::ml
