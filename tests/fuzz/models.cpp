#include "models.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "cpp/support/onnx_bytes.hpp"
#include "model/remote_table.hpp"
#include "onnx/element_numbers.hpp"
#include "onnx/operator.hpp"

namespace simdcast::fuzz {
namespace {

using remote::OperatorVersion;
using test::Message;

constexpr std::string_view kDomains[] = {"", "", "", "com.microsoft", "ai.onnx.ml"};
constexpr int kOpsets[] = {1,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16,
                           17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 28};
// What operators expect of strings, and some that no operator knows.
constexpr std::string_view kTexts[] = {"",
                                       "constant",
                                       "reflect",
                                       "edge",
                                       "wrap",
                                       "linear",
                                       "cubic",
                                       "nearest",
                                       "bilinear",
                                       "SAME_UPPER",
                                       "SAME_LOWER",
                                       "VALID",
                                       "NOTSET",
                                       "forward",
                                       "reverse",
                                       "bidirectional",
                                       "mean",
                                       "sum",
                                       "none",
                                       "add",
                                       "mul",
                                       "max",
                                       "min",
                                       "asymmetric",
                                       "ij,jk->ik",
                                       "...i->...",
                                       "ii->i",
                                       "i,j->ij",
                                       "align_corners",
                                       "Relu",
                                       "Tanh",
                                       "Sigmoid",
                                       "HardSigmoid",
                                       "Affine",
                                       "SOFTMAX",
                                       "LOGISTIC",
                                       "RBF",
                                       "POLY",
                                       "BRANCH_LEQ",
                                       "LEAF",
                                       "avg",
                                       "floor",
                                       "ceil",
                                       "round_prefer_ceil",
                                       "half_pixel",
                                       "tanh",
                                       "erf",
                                       "TFIDF",
                                       "IDF",
                                       "CRD",
                                       "zeros",
                                       "border",
                                       "[a-z]+",
                                       "a|b*",
                                       "x",
                                       "1",
                                       "-1.5e3",
                                       "LOWER",
                                       "MAX"};
constexpr std::int64_t kIntegers[] = {
    0,  1,  2,  3,  -1, -2, 4,  5,   7,          8,
    16, -3, 32, -9, 64, 99, 10, 127, 2147483647, -9223372036854775807};
constexpr float kReals[] = {0, 1, 0.5F, -1, 2, 1e-5F, 0.25F, 3, -0.5F, 100, INFINITY, NAN, 1e30F};

std::int64_t readInteger(Bytes& bytes) {
  // Rarely a large one, which most attributes and shapes refuse.
  const int most = bytes.below(8) == 0 ? static_cast<int>(std::size(kIntegers)) : 8;
  return kIntegers[bytes.below(most)];
}
float readReal(Bytes& bytes) { return kReals[bytes.below(bytes.below(8) == 0 ? 13 : 8)]; }

std::vector<std::int64_t> readShape(Bytes& bytes) {
  constexpr int kRanks[] = {0, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 5};
  std::vector<std::int64_t> shape(static_cast<std::size_t>(bytes.pick(kRanks)));
  constexpr std::int64_t kSizes[] = {1, 2, 3, 4, 2, 3, 4, 5, 8, 6, 16, 0};
  for (std::int64_t& size : shape) size = bytes.pick(kSizes);
  return shape;
}

std::size_t countOf(const std::vector<std::int64_t>& shape) {
  std::size_t count = 1;
  for (const std::int64_t size : shape) count *= static_cast<std::size_t>(size);
  return count;
}

// How many elements of a type a byte of a file holds.
std::size_t perByte(DType type) {
  const int bits = onnx::kElementNumbers[type].bits;
  return bits == 0 ? 1 : static_cast<std::size_t>(8 / bits);
}

// Elements as a file has them.
void fill(Bytes& bytes, Tensor& tensor, std::size_t count) {
  if (tensor.type == DType::string) {
    for (std::size_t i = 0; i < count; ++i) tensor.texts.emplace_back(bytes.pick(kTexts));
    return;
  }
  const std::size_t together = perByte(tensor.type);
  tensor.bytes.resize((count + together - 1) / together *
                      static_cast<std::size_t>(width(tensor.type)));
  const bool isWild = bytes.below(16) == 0;
  const auto write = [&](auto draw) {
    auto* next = reinterpret_cast<decltype(draw())*>(tensor.bytes.data());
    for (std::size_t i = 0; i < count; ++i) *next++ = draw();
  };
  if (tensor.type == DType::float32) return write([&] { return readReal(bytes); });
  if (tensor.type == DType::float64) return write([&] { return double{readReal(bytes)}; });
  if (tensor.type == DType::int64 && !isWild)
    return write([&] { return kIntegers[bytes.below(8)]; });
  if (tensor.type == DType::int32 && !isWild)
    return write([&] { return static_cast<std::int32_t>(kIntegers[bytes.below(8)]); });
  if (tensor.type == DType::boolean) return write([&] { return std::uint8_t{bytes.flag()}; });
  for (std::byte& each : tensor.bytes) each = static_cast<std::byte>(bytes.next());
}

class Writer {
 public:
  explicit Writer(Bytes& bytes) : bytes_(bytes), opset_(bytes.pick(kOpsets)) {
    for (int i = 0; i < 3; ++i) shapes_.push_back(readShape(bytes));
  }

  RandomModel write() {
    const int nodes = 1 + bytes_.below(4);
    for (int i = 0; i < nodes; ++i) addNode();
    for (const std::string& output : results_) graph_.inner(12, Message().text(1, output));
    Message message = Message().integer(1, 8).inner(7, graph_);
    message.inner(8, test::opset(opset_))
        .inner(8, test::opset(1 + bytes_.below(5), "ai.onnx.ml"))
        .inner(8, test::opset(1, "com.microsoft"));
    model_.bytes = message.bytes();
    if (bytes_.below(8) == 0)
      for (int changes = 1 + bytes_.below(4); changes > 0; --changes)
        model_.bytes[bytes_.word() % model_.bytes.size()] = static_cast<std::byte>(bytes_.next());
    return std::move(model_);
  }

 private:
  // The version in force; nothing if the operator came later.
  static const OperatorVersion* inForce(const std::vector<OperatorVersion>& versions, int opset) {
    const OperatorVersion* found = nullptr;
    for (const OperatorVersion& version : versions)
      if (version.since <= opset) found = &version;
    return found;
  }

  DType typeAt(const OperatorVersion& version, int input) {
    const auto& types = version.types;
    if (types.empty()) return static_cast<DType>(bytes_.below(static_cast<int>(DType::count)));
    const auto at = std::min(static_cast<std::size_t>(input), types.size() - 1);
    if (types[at].empty()) return DType::float32;
    if (chosen_ && std::ranges::count(types[at], static_cast<int>(*chosen_)) > 0) return *chosen_;
    const auto type = static_cast<DType>(bytes_.below(4) == 0 ? bytes_.pick(types[at])
                                                              : types[at][types[at].size() / 2]);
    if (!chosen_) chosen_ = type;
    return type;
  }

  std::string addLeaf(DType type) {
    const std::string name = "x" + std::to_string(leaves_++);
    const std::vector<std::int64_t> shape =
        bytes_.below(6) == 0 ? readShape(bytes_)
                             : shapes_[static_cast<std::size_t>(bytes_.below(3))];
    Tensor tensor{type, graph::toDims(std::span<const Count>(shape)), {}};
    fill(bytes_, tensor, countOf(shape));
    if (bytes_.flag() || perByte(type) > 1) {
      graph_.inner(5, initializer(name, tensor, shape));
    } else {
      const bool isSymbolic = bytes_.flag();
      graph_.inner(
          11, test::valueInfo(name, onnx::kElementNumbers[type].number,
                              isSymbolic ? std::vector<std::int64_t>(shape.size(), -1) : shape));
      model_.feeds.push_back({name, std::move(tensor)});
    }
    values_.push_back(name);
    return name;
  }

  static Message initializer(const std::string& name, const Tensor& tensor,
                             const std::vector<std::int64_t>& shape) {
    Message message = test::tensorHead(name, onnx::kElementNumbers[tensor.type].number, shape);
    if (tensor.type == DType::string)
      for (const std::string& text : tensor.texts) message.text(6, text);
    else
      message.block(9, tensor.bytes);
    return message;
  }

  std::string readInput(const OperatorVersion& version, int at) {
    if (at >= version.least && bytes_.below(4) == 0) return {};
    if (!values_.empty() && bytes_.flag())
      return values_[static_cast<std::size_t>(bytes_.below(static_cast<int>(values_.size())))];
    return addLeaf(typeAt(version, at));
  }

  void addNode() {
    const std::string_view domain = bytes_.pick(kDomains);
    const std::vector<std::string> names = remote::operatorNames(std::string(domain), true);
    const std::string& op = names[bytes_.word() % names.size()];
    const auto versions = remote::operatorVersions(std::string(domain), op);
    const OperatorVersion* version = inForce(versions, domain.empty() ? opset_ : 5);
    if (version == nullptr) version = &versions.front();
    const onnx::Row* row = onnx::findRow(*onnx::findDomain(domain), op, version->since).row;
    if (row != nullptr && (row->traits & onnx::kVaries) != 0) model_.varies = true;
    chosen_.reset();
    Message node;
    const int most = static_cast<int>(std::min(version->most, version->least + 4.0));
    const int inputs = version->least + bytes_.below(most - version->least + 1);
    for (int i = 0; i < inputs; ++i) node.text(1, readInput(*version, i));
    const int outputs = 1 + bytes_.below(static_cast<int>(std::min(version->outputs, 4.0)));
    for (int i = 0; i < outputs; ++i) {
      const std::string name = "y" + std::to_string(results_.size());
      node.text(2, name);
      results_.push_back(name);
    }
    node.text(4, op).text(7, domain);
    for (std::size_t i = 0; i < version->attributes.size(); ++i)
      if (bytes_.flag()) addAttribute(node, version->attributes[i], version->kinds[i]);
    graph_.inner(1, node);
    values_.insert(values_.end(), results_.end() - outputs, results_.end());
  }

  void addAttribute(Message& node, const std::string& name, const std::string& kind) {
    Message message = Message().text(1, name);
    const int count = bytes_.below(6);
    const auto list = [&](auto draw) {
      std::vector<decltype(draw())> values;
      for (int i = 0; i < count; ++i) values.push_back(draw());
      return values;
    };
    if (kind == "int") message.integer(3, readInteger(bytes_)).integer(20, 2);
    if (kind == "type") message.integer(3, bytes_.below(24)).integer(20, 2);
    if (kind == "float") message.real(2, readReal(bytes_)).integer(20, 1);
    if (kind == "string") message.text(4, bytes_.pick(kTexts)).integer(20, 3);
    if (kind == "ints") message.packed(8, list([&] { return readInteger(bytes_); })).integer(20, 7);
    if (kind == "floats") message.packed(7, list([&] { return readReal(bytes_); })).integer(20, 6);
    if (kind == "strings") {
      for (int i = 0; i < count; ++i) message.text(9, bytes_.pick(kTexts));
      message.integer(20, 8);
    }
    if (kind == "tensor") {
      Tensor tensor{bytes_.flag() ? DType::float32 : DType::int64, {}, {}};
      fill(bytes_, tensor, 1);
      message.inner(5, initializer("", tensor, {1})).integer(20, 4);
    }
    if (kind == "graph") message.inner(6, body()).integer(20, 5);
    node.inner(5, message);
  }

  // Returns its inputs, outer values, and sums of two of these.
  Message body() {
    Message graph;
    std::vector<std::string> known = values_;
    const std::string prefix = "b" + std::to_string(bodies_++) + "_";
    for (int i = bytes_.below(4); i > 0; --i) {
      known.push_back(prefix + "i" + std::to_string(i));
      graph.inner(11, Message().text(1, known.back()));
    }
    const auto pick = [&] {
      return known.empty() ? std::string("none") : known[bytes_.word() % known.size()];
    };
    for (int i = bytes_.below(3); i > 0; --i) {
      const std::string sum = prefix + "s" + std::to_string(i);
      graph.inner(1, test::node("Add", {pick(), pick()}, {sum}));
      known.push_back(sum);
    }
    for (int i = 1 + bytes_.below(3); i > 0; --i) graph.inner(12, Message().text(1, pick()));
    return graph;
  }

  Bytes& bytes_;
  int opset_;
  std::vector<std::vector<std::int64_t>> shapes_;
  Message graph_;
  RandomModel model_;
  std::vector<std::string> values_;
  std::vector<std::string> results_;
  std::optional<DType> chosen_;  // the type of the node's first input
  int leaves_ = 0;
  int bodies_ = 0;
};

}  // namespace

RandomModel readModel(Bytes& bytes) { return Writer(bytes).write(); }

}  // namespace simdcast::fuzz
