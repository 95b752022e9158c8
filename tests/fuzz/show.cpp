#include "show.hpp"

#include <cstdio>
#include <cstdlib>

#include "cpp/support/notation.hpp"

namespace simdcast::fuzz {
namespace {

bool isAsked() { return std::getenv("SIMDCAST_FUZZ_SHOW") != nullptr; }

void print(std::string_view text) {
  std::fprintf(stderr, "%.*s ", static_cast<int>(text.size()), text.data());
}

void print(const char* label, std::int32_t value) { std::fprintf(stderr, "%s=%d ", label, value); }

void endLine() { std::fputc('\n', stderr); }

}  // namespace

void showIfAsked(const Question& question) {
  if (!isAsked()) return;
  print(rule(question.rule).name);
  print("axis", question.params.axis);
  print("broadcast", question.params.broadcast ? 1 : 0);
  print(test::written(question.shapes));
  endLine();
}

void showIfAsked(std::string_view question) {
  if (!isAsked()) return;
  print(question);
  endLine();
}

}  // namespace simdcast::fuzz
