// The programs of a graph that have run last, for inputs of different forms.
#pragma once

#include <list>
#include <memory>

#include "program.hpp"

namespace simdcast::model {

class ProgramCache {
 public:
  // The program that was used last among those for these sizes that fit; it is the latest then.
  // Null if none fits.
  template <class Fits>
  Program* find(std::uint64_t sizes, const Fits& fits) {
    for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
      // Other programs need not be looked at: memory that has not been used for long is slow.
      if (entry->sizes != sizes || !fits(*entry->program)) continue;
      entries_.splice(entries_.begin(), entries_, entry);
      return latest();
    }
    return nullptr;
  }

  // Null if the cache is empty.
  [[nodiscard]] Program* latest() const noexcept {
    return entries_.empty() ? nullptr : entries_.front().program.get();
  }
  void dropLatest() {
    bytes_ -= entries_.front().bytes;
    entries_.pop_front();
  }

  // Adds the latest program, and evicts those that were used longest ago, until all are at most
  // that many, and hold at most that many bytes unless it is the only one.
  void add(std::unique_ptr<Program> program, std::size_t mostPrograms, Count mostBytes) {
    const Count bytes = program->bytes();
    const std::uint64_t sizes = program->sizes;
    entries_.push_front({sizes, bytes, std::move(program)});
    bytes_ += bytes;
    while (entries_.size() > 1 && (entries_.size() > mostPrograms || bytes_ > mostBytes)) {
      bytes_ -= entries_.back().bytes;
      entries_.pop_back();
    }
  }

  [[nodiscard]] bool empty() const noexcept { return entries_.empty(); }
  void clear() {
    entries_.clear();
    bytes_ = 0;
  }
  // Bytes that the programs hold, approximately.
  [[nodiscard]] Count bytes() const noexcept { return bytes_; }

 private:
  struct Entry {
    std::uint64_t sizes;
    Count bytes;
    std::unique_ptr<Program> program;
  };

  std::list<Entry> entries_;  // the latest first
  Count bytes_ = 0;
};

}  // namespace simdcast::model
