#include "feeds.hpp"

#include <algorithm>

#include "../explain/session_faults.hpp"
#include "lowering.hpp"

namespace simdcast::model {
namespace {

using graph::Value;

std::vector<std::string> declaredNames(const std::vector<Declaration>& declared) {
  std::vector<std::string> names;
  names.reserve(declared.size());
  for (const Declaration& each : declared) names.push_back(each.name);
  return names;
}

// The notation in sentences: numbers, symbols, and ? for any size.
std::vector<Said> sizesOf(const Declaration& declared) {
  std::vector<Said> sizes;
  if (declared.shape)
    for (const Dimension& dimension : *declared.shape)
      sizes.push_back(std::visit(
          [](const auto& size) -> Said {
            if constexpr (std::is_same_v<std::decay_t<decltype(size)>, std::monostate>)
              return "?";
            else
              return size;
          },
          dimension));
  return sizes;
}

bool fitsSizes(const Declaration& declared, const graph::Dims& dims) {
  if (!declared.shape) return true;
  if (static_cast<int>(declared.shape->size()) != dims.size()) return false;
  for (int axis = 0; axis < dims.size(); ++axis) {
    const auto* size = std::get_if<Size>(&(*declared.shape)[static_cast<std::size_t>(axis)]);
    if (size != nullptr && *size != dims[axis]) return false;
  }
  return true;
}

const Feed* findIn(std::span<const Feed> feeds, const std::string& name) {
  const auto found = std::ranges::find(feeds, name, &Feed::name);
  return found == feeds.end() ? nullptr : &*found;
}

}  // namespace

std::variant<graph::Values, Fault> Feeds::read(std::span<const Feed> feeds) {
  const std::vector<Declaration>& inputs = model_.graph.inputs;
  for (const Declaration& input : inputs)
    if (auto fault = take(input, findIn(feeds, input.name), input.isOptional)) return *fault;
  for (const Declaration& input : model_.optionalInputs)
    if (auto fault = take(input, findIn(feeds, input.name), true)) return *fault;
  const auto isInput = [](const std::vector<Declaration>& all, const Feed& feed) {
    return std::ranges::find(all, feed.name, &Declaration::name) != all.end();
  };
  for (const Feed& feed : feeds)
    if (!isInput(inputs, feed) && !isInput(model_.optionalInputs, feed))
      return faults::feedUnknown(feed.name, declaredNames(inputs));
  return given_;
}

std::optional<Fault> Feeds::take(const Declaration& declared, const Feed* feed, bool isOptional) {
  const bool isAbsent = feed == nullptr || (feed->tensors.empty() && !feed->sequence);
  if (isAbsent && !isOptional)
    return faults::feedMissing(declared.name, declaredNames(model_.graph.inputs));
  Value value;
  if (!isAbsent) {
    if (feed->sequence.has_value() != declared.isSequence)
      return faults::feedKind(declared.name, declared.isSequence);
    graph::List list{.type = feed->sequence};
    for (const Tensor& tensor : feed->tensors) {
      if (auto fault = check(declared, tensor)) return fault;
      value = valueOf(tensor, holdings_, pool_);
      if (!value) return outOfMemory();
      list.items.push(value);
    }
    if (declared.isSequence) value = listOf(std::move(list), holdings_);
  }
  if (declared.isOptional) {
    graph::List list{.type = declared.type, .isOptional = true};
    if (value) list.items.push(value);
    value = listOf(std::move(list), holdings_);
  }
  given_.push(value);
  return std::nullopt;
}

// The reason why a tensor does not suit a declaration.
std::optional<Fault> Feeds::check(const Declaration& declared, const Tensor& tensor) {
  const std::string& name = declared.name;
  const graph::Dims& dims = tensor.dims;
  if (!isType(tensor.type)) return faults::feedKind(name, declared.isSequence);
  if (declared.type && *declared.type != tensor.type)
    return faults::feedType(name, *declared.type, tensor.type);
  const bool isShape = dims.size() <= kMaxRank && std::ranges::all_of(dims, [](Count each) {
                         return each >= 0 && each <= INT32_MAX;
                       });
  if (!isShape || !fitsSizes(declared, dims))
    return faults::feedShape(name, sizesOf(declared), dims);
  if (std::optional<Fault> fault = checkElements(name, tensor)) return fault;
  return declared.isSequence ? std::nullopt : checkSymbols(declared, dims);
}

// A symbol stands for one size in a run.
std::optional<Fault> Feeds::checkSymbols(const Declaration& declared, const graph::Dims& dims) {
  if (!declared.shape) return std::nullopt;
  for (int axis = 0; axis < dims.size(); ++axis) {
    const auto* symbol =
        std::get_if<std::string>(&(*declared.shape)[static_cast<std::size_t>(axis)]);
    if (symbol == nullptr) continue;
    const auto [known, isNew] = symbols_.try_emplace(*symbol, std::pair(declared.name, dims[axis]));
    const auto& [first, wanted] = known->second;
    if (wanted != dims[axis])
      return faults::feedSymbol(*symbol, first, wanted, declared.name, dims[axis]);
  }
  return std::nullopt;
}

}  // namespace simdcast::model
