// The steps of a node for certain inputs, which are repeated for inputs of the same types and sizes
// with the same known elements: that takes a fraction of the time of choosing and checking them.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "builder.hpp"

namespace simdcast::graph {

class Recording {
 public:
  // Records the steps of a builder from `first` on, which compute these outputs. Nothing if they
  // read what other nodes have computed besides the inputs, or if much about the inputs is known.
  [[nodiscard]] static std::optional<Recording> of(Builder& builder, std::span<const Value> inputs,
                                                   std::size_t first, const Values& outputs);

  [[nodiscard]] bool fits(std::span<const Value> inputs) const;
  // Adds the steps for inputs that fit. Returns the outputs.
  Values repeat(Builder& builder, std::span<const Value> inputs) const;

 private:
  using Bytes = std::vector<std::byte>;

  struct Input {
    Form form;
    StorageKind kind = StorageKind::temporary;
    bool isPart = false;
    int first = -1;                  // the first input of the same storage; -1 if it is absent
    const Storage* lasts = nullptr;  // a constant that outlives builders
    Bytes elements = {};             // of another constant
  };
  // A storage by its number: those of the inputs come first, then those that the steps add.
  struct Added {
    StorageKind kind = StorageKind::temporary;
    Count bytes = 0;
    int whole = -1;  // the number of the storage that it is a part of
    Count offset = 0;
    Storage* lasts = nullptr;
    Bytes elements = {};
  };
  static constexpr int kAbsent = -1;
  struct Recorded {
    Step step;
    std::vector<int> storages;  // of its inputs, then of its outputs
  };
  class Recorder;

  // The storages by number. Empty if memory is short.
  [[nodiscard]] std::vector<Storage*> storagesFor(Builder& builder,
                                                  std::span<const Value> inputs) const;

  std::vector<Input> inputs_;
  std::vector<Added> added_;
  std::vector<Recorded> steps_;
  std::vector<std::pair<Form, int>> outputs_;
};

}  // namespace simdcast::graph
