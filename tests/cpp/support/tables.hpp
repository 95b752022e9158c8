// A test case for every row of a table: ctest names the row that fails.
#pragma once

#include <functional>
#include <span>
#include <string>

namespace simdcast::test {

// `check` runs when the test does. Names must differ from every other test's.
void registerTest(const std::string& name, const std::string& tags, std::function<void()> check);

// Evaluates to true, to initialise a constant. Rows must outlive the run and have a `name()`.
template <class Row>
bool registerRows(const std::string& group, const std::string& tags, std::span<const Row> rows,
                  void (*check)(const Row&)) {
  for (const Row& row : rows)
    registerTest(group + ": " + row.name(), tags, [check, &row] { check(row); });
  return true;
}

}  // namespace simdcast::test
