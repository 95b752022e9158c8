// Strings: the pool, conversion of numbers, and regular expressions. Expected values are from RE2's
// documentation of its syntax and from JavaScript's Number.prototype.toString.
#include <catch2/catch_test_macros.hpp>
#include <limits>

#include "strings/expression.hpp"
#include "strings/numbers.hpp"
#include "strings/pool.hpp"
#include "strings/utf8.hpp"

namespace simdcast::test::strings_test {
namespace {

using strings::Expression;
using strings::Handle;
using strings::Pool;

bool matches(std::string_view pattern, std::string_view text) {
  const auto expression = Expression::make(pattern);
  REQUIRE(expression.has_value());
  return expression->matches(strings::pointsOf(text));
}

TEST_CASE("equal strings have one handle", "[strings]") {
  Pool pool;
  const Handle a = pool.add("a").value();
  CHECK(a != Pool::kEmpty);
  CHECK(pool.add("") == Pool::kEmpty);
  CHECK(pool.add("a") == a);
  CHECK(pool.add("b") != a);
  for (int i = 0; i < 1000; ++i) CHECK(pool.add("n" + std::to_string(i)).has_value());
  CHECK(pool.at(a) == "a");
  CHECK(pool.at(pool.add("n999").value()) == "n999");
}

TEST_CASE("a pool frees strings that it has not kept", "[strings]") {
  Pool pool;
  const Handle kept = pool.add("kept").value();
  pool.keep();
  const Handle lost = pool.add(std::string(100'000, 'x')).value();
  CHECK(pool.newBytes() >= 100'000);
  pool.forget();
  CHECK(pool.newBytes() == 0);
  CHECK(pool.at(kept) == "kept");
  CHECK(pool.add("kept") == kept);
  CHECK(pool.add("new") == lost);
}

TEST_CASE("numbers are written in the shortest form", "[strings]") {
  CHECK(strings::textOf(0.1F) == "0.1");
  CHECK(strings::textOf(16777216.0F) == "16777216");
  CHECK(strings::textOf(1e21F) == "1e+21");
  CHECK(strings::textOf(-0.0F) == "-0");
  CHECK(strings::textOf(std::numeric_limits<float>::infinity()) == "INF");
  CHECK(strings::textOf(-std::numeric_limits<double>::infinity()) == "-INF");
  CHECK(strings::textOf(std::numeric_limits<double>::quiet_NaN()) == "NaN");
  CHECK(strings::textOf(0.1) == "0.1");
}

TEST_CASE("numbers are read from strings", "[strings]") {
  CHECK(strings::numberIn(" 1.5e2 ") == 150);
  CHECK(strings::numberIn("-inf") == -std::numeric_limits<double>::infinity());
  CHECK_FALSE(strings::numberIn("1x").has_value());
  CHECK_FALSE(strings::numberIn("").has_value());
  CHECK_FALSE(strings::numberIn("0x10").has_value());
  CHECK(strings::int64In("9223372036854775807") == INT64_MAX);
  CHECK(strings::int64In("-9223372036854775809") == INT64_MIN);
  CHECK(strings::int64In("-1.9") == -1);
  CHECK(strings::uint64In("18446744073709551615") == UINT64_MAX);
  CHECK(strings::uint64In("-1") == 0);
  CHECK_FALSE(strings::int64In("inf").has_value());
}

TEST_CASE("strings are compared by UTF-16 code units", "[strings]") {
  CHECK(strings::isBefore("a", "b"));
  CHECK(strings::isBefore("a", "ab"));
  CHECK_FALSE(strings::isBefore("a", "a"));
  // U+1F600 begins with a surrogate, which is before U+FF21.
  CHECK(strings::isBefore("\xF0\x9F\x98\x80", "\xEF\xBC\xA1"));
}

TEST_CASE("surrogates that meet are one code point", "[strings]") {
  CHECK(strings::joined("\xED\xA0\xBD", "\xED\xB8\x80") == "\xF0\x9F\x98\x80");
  CHECK(strings::joined("a", "b") == "ab");
}

TEST_CASE("expressions match whole strings", "[strings]") {
  CHECK(matches("a+b*", "aab"));
  CHECK_FALSE(matches("a+b*", "ba"));
  CHECK(matches("(a|bc){2}", "abc"));
  CHECK(matches("[^a-c]", "d"));
  CHECK_FALSE(matches("[[:digit:]]+", "12a"));
  CHECK(matches("(?i)straße", "STRAßE"));
  CHECK(matches("\\w+@\\w+\\.com", "a_1@b.com"));
  CHECK(matches(".", "\xF0\x9F\x98\x80"));
  CHECK_FALSE(matches(".", "\n"));
  CHECK(matches("(?s).", "\n"));
  CHECK(matches("\\Qa.b\\E", "a.b"));
  CHECK(matches("\\bab\\b", "ab"));
}

TEST_CASE("patterns that RE2 rejects have no expression", "[strings]") {
  for (const char* pattern :
       {"(a)\\1", "a**", "(?=a)", "[b-a]", "a{1001}", "(", ")", "*", "\\p{Nope}"})
    CHECK_FALSE(Expression::make(pattern).has_value());
}

TEST_CASE("matches are the longest from left to right", "[strings]") {
  const auto expression = Expression::make("a|ab");
  REQUIRE(expression.has_value());
  const auto found = expression->find(strings::pointsOf("xabxa"));
  REQUIRE(found.size() == 2);
  CHECK(found[0].first == 1);
  CHECK(found[0].end == 3);
  CHECK(found[1].first == 4);
  CHECK(found[1].end == 5);
}

}  // namespace
}  // namespace simdcast::test::strings_test
