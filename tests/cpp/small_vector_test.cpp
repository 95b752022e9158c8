// A vector with inline storage: its contents within that storage and beyond, for items that are
// copied as bytes and items that own memory, for which AddressSanitizer detects leaks and double
// frees.
#include "base/small_vector.hpp"

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace simdcast::test::small_vector_test {
namespace {

// Long enough that a string keeps it on the heap.
template <class T>
T item(int i) {
  if constexpr (std::is_same_v<T, std::string>)
    return "the item with the number " + std::to_string(i);
  else if constexpr (std::is_same_v<T, std::unique_ptr<int>>)
    return std::make_unique<int>(i);
  else if constexpr (std::is_same_v<T, SmallVector<std::string, 1>>)
    return {item<std::string>(i), item<std::string>(-i)};
  else
    return static_cast<T>(i);
}

template <class T>
bool isItem(const T& given, int i) {
  if constexpr (std::is_same_v<T, std::unique_ptr<int>>)
    return given != nullptr && *given == i;
  else
    return given == item<T>(i);
}

constexpr int kInline = 3;
template <class T>
using Vector = SmallVector<T, kInline>;

// Empty, partly and wholly inline, just beyond, and after growing again.
constexpr int kSizes[] = {0,           1,           kInline - 1,     kInline,
                          kInline + 1, 2 * kInline, 2 * kInline + 1, 40};

template <class T>
Vector<T> counting(int size) {
  Vector<T> all;
  for (int i = 0; i < size; ++i) all.push(item<T>(i));
  return all;
}

template <class T>
bool holds(const Vector<T>& vector, const std::vector<int>& wanted) {
  if (vector.size() != static_cast<int>(wanted.size())) return false;
  if (vector.empty() != wanted.empty()) return false;
  if (vector.end() - vector.begin() != vector.size()) return false;
  for (int i = 0; i < vector.size(); ++i)
    if (!isItem(vector[i], wanted[static_cast<std::size_t>(i)])) return false;
  return true;
}

std::vector<int> numbers(int size) {
  std::vector<int> all;
  for (int i = 0; i < size; ++i) all.push_back(i);
  return all;
}

// A vector whose items were moved away can be filled again.
template <class T>
void checkUsable(Vector<T>& vector) {
  REQUIRE(vector.empty());
  REQUIRE(vector.begin() == vector.end());
  for (int i = 0; i < 2 * kInline; ++i) vector.push(item<T>(i));
  REQUIRE(holds(vector, numbers(2 * kInline)));
}

using Copied = std::tuple<int, double, std::string, SmallVector<std::string, 1>>;
using Moved =
    std::tuple<int, double, std::string, SmallVector<std::string, 1>, std::unique_ptr<int>>;

TEMPLATE_LIST_TEST_CASE("small vectors of any length contain the pushed items", "[small-vector]",
                        Moved) {
  for (const int size : kSizes) {
    INFO(size);
    Vector<TestType> vector = counting<TestType>(size);
    REQUIRE(holds(vector, numbers(size)));
    if (size > 0) REQUIRE(isItem(vector.back(), size - 1));
    vector.clear();
    checkUsable(vector);
  }
}

TEMPLATE_LIST_TEST_CASE("small vectors move, and leave nothing behind", "[small-vector]", Moved) {
  for (const int size : kSizes) {
    for (const int before : kSizes) {
      INFO(size << " over " << before);
      Vector<TestType> from = counting<TestType>(size);
      Vector<TestType> made = std::move(from);
      REQUIRE(holds(made, numbers(size)));
      checkUsable(from);
      Vector<TestType> assigned = counting<TestType>(before);
      assigned = std::move(made);
      REQUIRE(holds(assigned, numbers(size)));
      checkUsable(made);
      Vector<TestType>& same = assigned;
      assigned = std::move(same);
      REQUIRE(holds(assigned, numbers(size)));
    }
  }
}

TEMPLATE_LIST_TEST_CASE("small vectors are copied with items of their own", "[small-vector]",
                        Copied) {
  for (const int size : kSizes) {
    for (const int before : kSizes) {
      INFO(size << " over " << before);
      const Vector<TestType> from = counting<TestType>(size);
      Vector<TestType> made = from;
      REQUIRE(made == from);
      Vector<TestType> assigned = counting<TestType>(before);
      assigned = from;
      REQUIRE(assigned == from);
      const Vector<TestType>& same = assigned;
      assigned = same;
      REQUIRE(assigned == from);
      if (size == 0) continue;
      made[0] = item<TestType>(99);
      REQUIRE(holds(from, numbers(size)));
      REQUIRE_FALSE(made == from);
    }
  }
}

TEMPLATE_LIST_TEST_CASE("small vectors insert and erase anywhere", "[small-vector]", Moved) {
  for (const int size : kSizes) {
    for (int at = 0; at <= size; ++at) {
      INFO(at << " of " << size);
      Vector<TestType> vector = counting<TestType>(size);
      std::vector<int> wanted = numbers(size);
      vector.insert(at, item<TestType>(77));
      wanted.insert(wanted.begin() + at, 77);
      REQUIRE(holds(vector, wanted));
      vector.erase(at);
      REQUIRE(holds(vector, numbers(size)));
      if (at == size) continue;
      vector.erase(at);
      wanted = numbers(size);
      wanted.erase(wanted.begin() + at);
      REQUIRE(holds(vector, wanted));
    }
  }
}

TEMPLATE_LIST_TEST_CASE("small vectors resize both ways", "[small-vector]", Copied) {
  for (const int before : kSizes) {
    for (const int after : kSizes) {
      INFO(before << " to " << after);
      Vector<TestType> vector = counting<TestType>(before);
      vector.resize(after, item<TestType>(5));
      std::vector<int> wanted = numbers(before);
      wanted.resize(static_cast<std::size_t>(after), 5);
      REQUIRE(holds(vector, wanted));
    }
    const Vector<TestType> made(before, item<TestType>(5));
    REQUIRE(holds(made, std::vector<int>(static_cast<std::size_t>(before), 5)));
  }
}

// The new items were read from storage that had just been freed.
TEMPLATE_LIST_TEST_CASE("small vectors take items of their own while they grow", "[small-vector]",
                        Copied) {
  Vector<TestType> vector = counting<TestType>(kInline);
  vector.resize(4 * kInline, vector[1]);
  std::vector<int> wanted = numbers(kInline);
  wanted.resize(4 * kInline, 1);
  REQUIRE(holds(vector, wanted));
  for (int i = 0; i < 30; ++i) {
    vector.push(vector[2]);
    vector.insert(0, vector.back());
    wanted.push_back(2);
    wanted.insert(wanted.begin(), wanted.back());
    REQUIRE(holds(vector, wanted));
    vector.erase(0);
    wanted.erase(wanted.begin());
  }
}

TEMPLATE_LIST_TEST_CASE("small vectors reverse", "[small-vector]", Moved) {
  for (const int size : kSizes) {
    Vector<TestType> vector = counting<TestType>(size);
    vector.reverse();
    std::vector<int> wanted = numbers(size);
    REQUIRE(holds(vector, {wanted.rbegin(), wanted.rend()}));
  }
}

TEST_CASE("small vectors hold items that are aligned as they ask", "[small-vector]") {
  // With a destructor it is passed by reference: how 64 aligned bytes are passed by value depends
  // on GCC's version.
  struct alignas(64) Wide {
    std::unique_ptr<int> owned;
  };
  SmallVector<Wide, 2> vector;
  for (int i = 0; i < 9; ++i) {
    vector.push({});
    for (const Wide& wide : vector) REQUIRE(reinterpret_cast<std::uintptr_t>(&wide) % 64 == 0);
  }
}

}  // namespace
}  // namespace simdcast::test::small_vector_test
