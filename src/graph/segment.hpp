// Steps that run in sequence in one block of memory, whose buffers are reused after their last use.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "../engine/machine.hpp"
#include "holdings.hpp"
#include "step.hpp"

namespace simdcast::graph {

// Runs a step on the addresses of its storages. Returns the reason why it could not.
[[nodiscard]] std::optional<Fault> run(const Step& step, Machine& machine, std::byte* workspace);

class Segment {
 public:
  // The steps and what owns their storages. `kept` are read after the last step. Callers may put
  // `external` ones, which are temporaries of these steps, elsewhere than in the block. `bytes` are
  // those that other segments do not hold, too.
  Segment(Owners owners, Count bytes, Steps steps, std::span<Storage* const> kept,
          std::span<Storage* const> external, const Machine& machine);

  // Bytes of the block that it runs in, without and with external storages.
  [[nodiscard]] Count room() const noexcept { return room_; }
  [[nodiscard]] Count fullRoom() const noexcept { return fullRoom_; }
  // Bytes that it holds in addition, approximately.
  [[nodiscard]] Count bytes() const noexcept { return bytes_; }
  // Storages of the segment have addresses in the block, which is aligned to 16, until another
  // segment is placed, which may share them.
  void place(std::byte* block);
  // Puts the external storage of this number at an address or, for null, into the block, which must
  // have fullRoom() bytes. All external storages need an address before a run.
  void put(int external, std::byte* address) const;
  // Whether a storage may be put over an input of its type and size: the last step writes it,
  // element by element, and no other step does.
  [[nodiscard]] bool isInPlace(const Storage* external) const;
  [[nodiscard]] std::optional<Fault> run(Machine& machine) const;

 private:
  struct Place {
    Storage* storage;
    Count offset;
  };

  Owners owners_;
  Count bytes_;
  Steps steps_;
  std::vector<Place> places_;
  std::vector<Place> external_;
  std::vector<Count> workspaces_;  // offsets in the block, for each step
  Count room_ = 0;
  Count fullRoom_ = 0;
  std::byte* block_ = nullptr;
};

}  // namespace simdcast::graph
