// Runs the cases of npm run bits in sessions of C++, and prints the hash of each as hashes.js does:
//
//   hashes DIRECTORY
//
// `cases.txt` has a line for each case: its number, and the names of its feeds. The model of case 5
// is `5.onnx`, and its second feed `5-1.pb`.
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <simdcast/simdcast.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace {

using simdcast::AnyValue;
using simdcast::DType;
using simdcast::Fault;
using simdcast::NamedValue;
using simdcast::Tensor;

using Bytes = std::vector<std::byte>;

Bytes contentsOf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> characters{std::istreambuf_iterator<char>(file), {}};
  Bytes bytes(characters.size());
  std::memcpy(bytes.data(), characters.data(), characters.size());
  return bytes;
}

// FNV-1a of 32 bits.
class Hash {
 public:
  void add(const void* bytes, std::size_t count) {
    const auto* at = static_cast<const std::uint8_t*>(bytes);
    for (std::size_t i = 0; i < count; ++i) value_ = (value_ ^ at[i]) * 0x01000193U;
  }
  void add(std::string_view text) { add(text.data(), text.size()); }
  void mixIn(std::size_t number) { value_ ^= static_cast<std::uint32_t>(number); }

  // In base 36.
  [[nodiscard]] std::string text() const {
    std::string digits;
    for (std::uint32_t rest = value_; rest > 0 || digits.empty(); rest /= 36)
      digits.insert(digits.begin(), "0123456789abcdefghijklmnopqrstuvwxyz"[rest % 36]);
    return digits;
  }

 private:
  std::uint32_t value_ = 0x811c9dc5;
};

// All NaNs count as equal. Their magnitudes, as bits, are above that of infinity.
template <class Bits>
void unifyNaNs(Bytes& bytes, Bits infinity, Bits nan) {
  constexpr Bits kMagnitude = static_cast<Bits>(~Bits{0}) >> 1;
  for (std::size_t at = 0; at + sizeof(Bits) <= bytes.size(); at += sizeof(Bits)) {
    Bits bits;
    std::memcpy(&bits, &bytes[at], sizeof bits);
    if ((bits & kMagnitude) > infinity) std::memcpy(&bytes[at], &nan, sizeof nan);
  }
}

Bytes withOneNaN(const Tensor& tensor) {
  Bytes bytes = tensor.bytes;
  switch (tensor.type) {
    case DType::float16:
      unifyNaNs<std::uint16_t>(bytes, 0x7c00, 0x7fff);
      break;
    case DType::bfloat16:
      unifyNaNs<std::uint16_t>(bytes, 0x7f80, 0x7fff);
      break;
    case DType::float32:
    case DType::complex64:
      unifyNaNs<std::uint32_t>(bytes, 0x7f800000, 0x7fc00000);
      break;
    case DType::float64:
    case DType::complex128:
      unifyNaNs<std::uint64_t>(bytes, 0x7ff0000000000000, 0x7ff8000000000000);
      break;
    default:
      break;
  }
  return bytes;
}

// As JSON.stringify writes a string. The cases have no quotes or backslashes.
std::string jsonOf(const std::string& text) {
  std::string json = "\"";
  for (const char each : text)
    if (static_cast<unsigned char>(each) < ' ')
      json += std::string("\\u000") + "0123456789abcdef"[each & 15];
    else
      json += each;
  return json + '"';
}

std::string jsonOf(const std::vector<std::string>& texts) {
  std::string json = "[";
  for (const std::string& text : texts) json += (json.size() > 1 ? "," : "") + jsonOf(text);
  return json + ']';
}

void add(Hash& hash, const Tensor& tensor) {
  std::string head{simdcast::name(tensor.type)};
  for (int axis = 0; axis < tensor.dims.size(); ++axis)
    head += (axis == 0 ? ' ' : ',') + std::to_string(tensor.dims[axis]);
  if (tensor.dims.empty()) head += ' ';
  hash.add(head);
  if (tensor.type == DType::string) return hash.add(jsonOf(tensor.texts));
  const Bytes bytes = withOneNaN(tensor);
  hash.add(bytes.data(), bytes.size());
}

void add(Hash& hash, const AnyValue& value) {
  if (const auto* tensor = std::get_if<Tensor>(&value)) return add(hash, *tensor);
  const auto* sequence = std::get_if<simdcast::Sequence>(&value);
  if (sequence == nullptr) return hash.add(std::string_view("\0", 1));
  hash.mixIn(sequence->tensors.size());
  for (const Tensor& tensor : sequence->tensors) add(hash, tensor);
}

std::variant<std::string, Fault> hashOf(const std::filesystem::path& folder,
                                        const std::string& number,
                                        const std::vector<std::string>& names) {
  const Bytes bytes = contentsOf(folder / (number + ".onnx"));
  auto model = simdcast::model::readModel(bytes);
  if (auto* fault = std::get_if<Fault>(&model)) return std::move(*fault);
  auto session = simdcast::Session::make(std::get<simdcast::model::Model>(std::move(model)));
  if (auto* fault = std::get_if<Fault>(&session)) return std::move(*fault);
  std::vector<NamedValue> feeds;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Bytes file = contentsOf(folder / (number + '-' + std::to_string(i) + ".pb"));
    auto tensor = simdcast::model::readTensor(file);
    if (auto* fault = std::get_if<Fault>(&tensor)) return std::move(*fault);
    feeds.push_back({names[i], std::get<Tensor>(std::move(tensor))});
  }
  auto results = std::get<simdcast::Session>(session).runValues(feeds);
  if (auto* fault = std::get_if<Fault>(&results)) return std::move(*fault);
  const auto& values = std::get<std::vector<AnyValue>>(results);
  Hash hash;
  hash.mixIn(values.size());
  for (const AnyValue& value : values) add(hash, value);
  return hash.text();
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  const std::filesystem::path folder = arguments[1];
  std::ifstream cases(folder / "cases.txt");
  for (std::string line; std::getline(cases, line);) {
    std::istringstream words(line);
    std::string number;
    words >> number;
    const std::vector<std::string> names{std::istream_iterator<std::string>(words), {}};
    const auto result = hashOf(folder, number, names);
    const auto* fault = std::get_if<Fault>(&result);
    std::cout << number << ' ' << (fault ? fault->code : std::get<std::string>(result)) << '\n';
  }
}
