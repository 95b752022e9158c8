// The strings of a session, each stored once: equal strings have the same handle, so a tensor of
// strings is a tensor of handles.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace simdcast::strings {

using Handle = std::uint32_t;

class Pool {
 public:
  // The handle of "".
  static constexpr Handle kEmpty = 0;

  Pool();

  // The handle of a string; nothing if memory is short.
  [[nodiscard]] std::optional<Handle> add(std::string_view text);
  // The string of a handle; the view is valid until the string is forgotten.
  [[nodiscard]] std::string_view at(Handle handle) const noexcept;

  // Strings that are there now are never forgotten.
  void keep() noexcept;
  // Bytes of the strings since the last keep().
  [[nodiscard]] std::size_t newBytes() const noexcept { return newBytes_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
  // Forgets the strings since the last keep(), whose handles become invalid.
  void forget();

 private:
  [[nodiscard]] std::size_t slotOf(std::string_view text) const noexcept;
  [[nodiscard]] bool makeRoom(std::size_t length);
  void index();

  std::vector<std::string_view> texts_;
  std::vector<Handle> slots_;  // open addressing: handles plus 1; 0 for a free slot
  // Blocks do not grow beyond their first capacity, so strings do not move.
  std::vector<std::vector<char>> blocks_;
  std::size_t bytes_ = 0;
  std::size_t newBytes_ = 0;
  // At the last keep().
  std::size_t keptTexts_ = 0;
  std::size_t keptBlocks_ = 0;
};

}  // namespace simdcast::strings
