// Models of random operators, attributes, types and shapes: each is refused or runs, and a session
// returns the same for the same feeds whatever it ran in between.
#include <cmath>
#include <cstdint>

#include "check.hpp"
#include "model/read.hpp"
#include "model/session.hpp"
#include "models.hpp"

namespace simdcast::fuzz {
namespace {

using Result = std::variant<std::vector<AnyValue>, Fault>;

bool isFilled(const Tensor& tensor) {
  Count count = 1;
  for (const Count size : tensor.dims) count *= size;
  if (tensor.type == DType::string) return tensor.texts.size() == static_cast<std::size_t>(count);
  return tensor.bytes.size() == static_cast<std::size_t>(count * width(tensor.type));
}

bool isFilled(const AnyValue& value) {
  if (const auto* tensor = std::get_if<Tensor>(&value)) return isFilled(*tensor);
  const auto* sequence = std::get_if<Sequence>(&value);
  if (sequence == nullptr) return true;
  for (const Tensor& tensor : sequence->tensors)
    if (!isFilled(tensor)) return false;
  return true;
}

bool same(const Tensor& a, const Tensor& b) {
  return a.type == b.type && a.dims == b.dims && a.bytes == b.bytes && a.texts == b.texts;
}

bool same(const AnyValue& a, const AnyValue& b) {
  if (a.index() != b.index()) return false;
  if (const auto* tensor = std::get_if<Tensor>(&a)) return same(*tensor, std::get<Tensor>(b));
  const auto* sequence = std::get_if<Sequence>(&a);
  if (sequence == nullptr) return true;
  const Sequence& other = std::get<Sequence>(b);
  if (sequence->type != other.type || sequence->tensors.size() != other.tensors.size())
    return false;
  for (std::size_t i = 0; i < other.tensors.size(); ++i)
    if (!same(sequence->tensors[i], other.tensors[i])) return false;
  return true;
}

bool same(const Result& a, const Result& b) {
  if (a.index() != b.index()) return false;
  if (const auto* fault = std::get_if<Fault>(&a)) return fault->code == std::get<Fault>(b).code;
  const auto& values = std::get<0>(a);
  const auto& others = std::get<0>(b);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!same(values[i], others[i])) return false;
  return values.size() == others.size();
}

Result run(Session& session, const std::vector<NamedTensor>& feeds) {
  std::vector<NamedValue> values;
  for (const NamedTensor& feed : feeds) values.push_back({feed.name, feed.tensor});
  Result result = session.runValues(values);
  if (const auto* outputs = std::get_if<0>(&result))
    for (const AnyValue& output : *outputs)
      check(isFilled(output), "an output has as many elements as its shape");
  return result;
}

// The same feeds with each first axis doubled.
std::vector<NamedTensor> doubled(std::vector<NamedTensor> feeds) {
  for (NamedTensor& feed : feeds) {
    Tensor& tensor = feed.tensor;
    if (tensor.dims.empty()) continue;
    tensor.dims[0] *= 2;
    const auto twice = [](auto& items) {
      const auto copy = items;
      items.insert(items.end(), copy.begin(), copy.end());
    };
    twice(tensor.bytes);
    twice(tensor.texts);
  }
  return feeds;
}

void checkModel(Bytes& bytes) {
  const RandomModel random = readModel(bytes);
  auto read = model::readModel(random.bytes);
  auto* model = std::get_if<model::Model>(&read);
  if (model == nullptr) return;
  auto made = Session::make(std::move(*model));
  auto* session = std::get_if<Session>(&made);
  if (session == nullptr) return;
  const Result first = run(*session, random.feeds);
  if (random.varies) return;
  check(same(first, run(*session, random.feeds)), "a run repeats the one before");
  static_cast<void>(run(*session, doubled(random.feeds)));
  check(same(first, run(*session, random.feeds)), "a run of other shapes changes nothing");
}

}  // namespace
}  // namespace simdcast::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  simdcast::fuzz::Bytes bytes(data, size);
  simdcast::fuzz::checkModel(bytes);
  return 0;
}
