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

void showIfAsked(const OperatorRequest& request) {
  if (!isAsked()) return;
  print(describe(request.op).name);
  print("opset", request.opset);
  for (int i = 0; i < static_cast<int>(Attribute::count); ++i)
    if (request.attributes.has(static_cast<Attribute>(i)))
      print(std::string(name(static_cast<Attribute>(i))).c_str(), request.attributes.words[i]);
  for (const DType type : request.types) print(type == kAbsent ? "absent" : name(type));
  print(test::written(request.shapes));
  endLine();
}

}  // namespace simdcast::fuzz
