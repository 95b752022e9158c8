#include "text_casts.hpp"

#include "../strings/numbers.hpp"
#include "element_types.hpp"
#include "texts.hpp"

namespace simdcast::onnx {
namespace {

template <class Number>
std::string written(Number number) {
  if constexpr (std::is_floating_point_v<Number>)
    return strings::textOf(number);
  else
    return std::to_string(number);
}

// Writes the number in each string; a fault for the first string without one.
template <class Number>
HostWork reading(Call& call, Count elements, DType to,
                 std::optional<Number> (*read)(std::string_view text)) {
  return [&pool = call.builder().strings(), label = std::string(call.label()), elements, to, read](
             std::byte* const* outputs, const std::byte* const* inputs) -> std::optional<Fault> {
    auto* numbers = reinterpret_cast<Number*>(outputs[0]);
    for (const strings::Handle handle : handlesAt(inputs[0], elements)) {
      const std::optional<Number> number = read(pool.at(handle));
      if (!number) return faults::castText(label, pool.at(handle), to);
      *numbers++ = *number;
    }
    return std::nullopt;
  };
}

}  // namespace

Value textOf(Call& call, const Value& numbers) {
  // Any byte but 0 is true.
  Value input = numbers.type == DType::boolean ? call.cast(numbers, DType::uint8) : numbers;
  if (!withElementType(input.type, [](auto) {})) input = call.cast(numbers, DType::float32);
  if (call.failed()) return {};
  const auto write =
      [&pool = call.builder().strings(), type = input.type, elements = input.elements()](
          std::byte* const* outputs, const std::byte* const* inputs) -> std::optional<Fault> {
    const std::span to = handlesAt(outputs[0], elements);
    std::optional<Fault> fault;
    withElementType(type, [&]<class Number>(Number) {
      const auto* from = reinterpret_cast<const Number*>(inputs[0]);
      for (strings::Handle& handle : to) {
        const auto made = pool.add(written(*from++));
        if (!made) fault = Fault{.code = "out_of_memory", .text = {}};
        handle = made.value_or(strings::Pool::kEmpty);
      }
    });
    return fault;
  };
  return call.host({DType::string, input.dims}, {input}, write);
}

Value numbersIn(Call& call, const Value& texts, DType to) {
  const Count elements = texts.elements();
  const bool isSigned = to == DType::int64;
  const DType type = isSigned || to == DType::uint64 ? to : DType::float64;
  HostWork work = isSigned ? reading(call, elements, to, strings::int64In)
                  : type == to && to == DType::uint64
                      ? reading(call, elements, to, strings::uint64In)
                      : reading(call, elements, to, strings::numberIn);
  return call.host({type, texts.dims}, {texts}, std::move(work));
}

}  // namespace simdcast::onnx
