#include "simd/simd.hpp"

#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "support/buffers.hpp"

namespace simdcast::test::simd_test {
namespace {

std::vector<std::uint8_t> counting(std::size_t bytes) {
  std::vector<std::uint8_t> values(bytes);
  for (std::size_t i = 0; i < bytes; ++i) values[i] = static_cast<std::uint8_t>(i + 1);
  return values;
}

TEST_CASE("loadFew reads only the requested bytes, and appends zeros", "[simd]") {
  for (std::size_t bytes = 0; bytes < simd::kVectorBytes; ++bytes) {
    const auto few = static_cast<std::ptrdiff_t>(bytes);
    INFO(bytes << " bytes");
    const Source source(counting(bytes));
    const simd::Bytes vector = simd::loadFew(source.data(), few);
    for (std::size_t i = 0; i < simd::kVectorBytes; ++i)
      REQUIRE(static_cast<std::size_t>(vector.raw[static_cast<int>(i)]) == (i < bytes ? i + 1 : 0));
  }
}

TEST_CASE("storeFew writes no more than asked", "[simd]") {
  const Source source(counting(simd::kVectorBytes));
  const auto vector = simd::load<simd::Bytes>(source.data());
  for (std::size_t bytes = 0; bytes < simd::kVectorBytes; ++bytes) {
    const auto few = static_cast<std::ptrdiff_t>(bytes);
    INFO(bytes << " bytes");
    Destination out(bytes);
    simd::storeFew(out.data(), vector, few);
    REQUIRE(out.values<std::uint8_t>() == counting(bytes));
    REQUIRE(out.canariesLive());
  }
}

TEST_CASE("load and store ask for no alignment", "[simd]") {
  for (std::size_t off = 0; off < simd::kVectorBytes; ++off) {
    const Source source(counting(simd::kVectorBytes), off);
    Destination out(simd::kVectorBytes, 0, off);
    simd::store(out.data(), simd::load<simd::Vec<float>>(source.data()));
    REQUIRE(out.values<std::uint8_t>() == counting(simd::kVectorBytes));
    REQUIRE(out.canariesLive());
  }
}

TEST_CASE("swizzle takes lanes of the table by index", "[simd]") {
  simd::Bytes table{};
  simd::Bytes index{};
  for (int i = 0; i < simd::kVectorBytes; ++i) {
    table.raw[i] = static_cast<std::uint8_t>(100 + i);
    index.raw[i] = static_cast<std::uint8_t>((i * 7 + 3) % 16);
  }
  const simd::Bytes result = simd::swizzle(table, index);
  for (int i = 0; i < simd::kVectorBytes; ++i)
    CHECK(static_cast<int>(result.raw[i]) == 100 + (i * 7 + 3) % 16);
}

}  // namespace
}  // namespace simdcast::test::simd_test
