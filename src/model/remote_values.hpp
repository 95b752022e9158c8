// Values that are described by doubles in memory, for a caller in another language: for each value
//
//   0                                 an absent value, or an empty optional one
//   rank + 1, type, address, sizes    a tensor
//   -(n + 1), type, n values          a sequence
//
// Types are numbers; that of an empty sequence may be -1. The elements of a tensor of strings are
// described at its address: the bytes of each string as uint32, then the strings in UTF-8.
#pragma once

#include <memory>
#include <vector>

#include "../explain/faults.hpp"
#include "../graph/lists.hpp"
#include "../strings/pool.hpp"
#include "growing_bytes.hpp"
#include "model.hpp"

namespace simdcast::remote {

// The inputs of a run.
class DescribedInputs {
 public:
  explicit DescribedInputs(strings::Pool& pool) : pool_(pool) {}

  // Reads the inputs of a model; the values stay until others are read. Those of address 0 have
  // unknown elements.
  [[nodiscard]] std::optional<Fault> read(const double* from, const model::Model& model);
  [[nodiscard]] std::span<const graph::Value> values() const noexcept { return values_; }

 private:
  void readAs(graph::Value& value, const model::Declaration& declared);
  void readValue(graph::Value& value);
  void readSequence(graph::Value& value, int count);
  [[nodiscard]] graph::Storage* storage(graph::Storage made);
  [[nodiscard]] std::byte* handlesOf(const std::byte* texts, Count elements);

  strings::Pool& pool_;
  std::vector<graph::Value> values_;
  // They do not move, and are used again. A deque's first block would take 4 KiB.
  std::vector<std::unique_ptr<graph::Storage>> storages_;
  std::size_t used_ = 0;
  graph::Holdings handles_;
  const double* next_ = nullptr;
  bool isShort_ = false;  // of memory
};

// The results of a run.
class DescribedResults {
 public:
  explicit DescribedResults(const strings::Pool& pool) : pool_(pool) {}

  void begin();
  // Adds a value; the address of a tensor is 0 if its elements are not computed yet.
  void add(const graph::Value& value, bool isKnown);
  // Completes the description; false if memory is short.
  [[nodiscard]] bool end();
  // Null if there are none.
  [[nodiscard]] const double* numbers() const noexcept {
    return numbers_.empty() ? nullptr : numbers_.data();
  }

 private:
  void addTexts(const graph::Value& value);

  struct Texts {
    std::size_t at;  // of the address among the numbers
    Count offset;    // in the block
  };

  const strings::Pool& pool_;
  std::vector<double> numbers_;
  std::vector<Texts> texts_;
  model::GrowingBytes block_;
  bool isShort_ = false;
};

// Whether a value is of the kind that the model declares for an output.
[[nodiscard]] std::optional<Fault> checkOutput(const model::Declaration& declared,
                                               const graph::Value& value);

}  // namespace simdcast::remote
