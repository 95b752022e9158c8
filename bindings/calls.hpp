// The calls that JavaScript makes. Arguments and results are numbers, addresses and JSON; larger
// requests lie in words() (convert.hpp says how).
#pragma once

#include <cstdint>
#include <string>

namespace simdcast::bindings {

using Address = std::uintptr_t;

Address wordsAddress();
std::string catalogue();

// Memory for tensors; 0 where there is none left.
Address reserve(std::uint32_t bytes);
void release(Address address);

// Of the rule request in words(): the trace; the output's shape; the explicit shapes; the index of
// each operand that feeds the output element in the request; the elements that one element feeds.
// Those that reply in words() return false where the alignment failed.
std::string trace();
bool outputShape();
bool explicitShapes();
bool source();
bool fanout();

bool supports(int op, int type, int opset);

// A plan for the operator request in words(), which the caller discards; 0 where memory ran out.
Address prepare();
// Whether the plan can run; if so, the words hold the result's type, whether it may overwrite an
// input of its own shape, its element count, the bytes of workspace that running it takes, and its
// shape.
bool planned(Address plan);
std::string failure(Address plan);
// Runs the plan on the addresses in words(): the workspace's, the output's, then the inputs'.
void execute(Address plan);
void discard(Address plan);

}  // namespace simdcast::bindings
