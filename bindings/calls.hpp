// The calls that JavaScript makes, under the names that the module exports. Arguments and results
// are numbers and addresses; larger requests and replies lie in words() (convert.hpp says how).
// A call that replies in text gives its length in bytes, and its address in the first word: it
// stands until the next such call.
#pragma once

#include <cstdint>

#include "../src/shape.hpp"

namespace simdcast::bindings {

using Address = std::uintptr_t;
using Length = std::uint32_t;

[[clang::export_name("wordsAddress")]] Address wordsAddress();
// As JSON: the names of operators, types, rules and attributes.
[[clang::export_name("catalogue")]] Length catalogue();

// Memory for tensors; 0 where there is none left.
[[clang::export_name("reserve")]] Address reserve(std::uint32_t bytes);
[[clang::export_name("release")]] void release(Address address);

// Of the rule request in words(): the parts of the trace (TracePart) asked for, as JSON; the
// output's shape; the explicit shapes; the index of each operand that feeds the output element in
// the request; the elements that one element feeds. Those that reply in words() return false where
// the alignment failed.
[[clang::export_name("trace")]] Length trace(unsigned parts);
[[clang::export_name("outputShape")]] bool outputShape();
[[clang::export_name("explicitShapes")]] bool explicitShapes();
[[clang::export_name("source")]] bool source();
[[clang::export_name("fanout")]] bool fanout();

[[clang::export_name("supports")]] bool supports(int op, int type, int opset);

// Prepares the operator request in words(). Whether it can run; if so, the words hold the result's
// type, whether it may overwrite an input of its own shape, its element count, the bytes of
// workspace that running it takes, and its shape.
[[clang::export_name("prepare")]] bool prepare();
// Of what was prepared last: why it cannot run, or its trace where it can, as JSON.
[[clang::export_name("failure")]] Length failure();
[[clang::export_name("alignment")]] Length alignment();
// A plan of what was prepared last, which the caller discards; 0 where memory ran out.
[[clang::export_name("keep")]] Address keep();
// Steps along the outermost axis of an elementwise plan, 0 of any other plan; the words then hold
// the bytes from step to step of the output and of each input, 0 where the same are read again.
[[clang::export_name("steps")]] Size steps(Address plan);
// Runs the plan on the addresses in words(): the workspace's, the output's, then the inputs'; so
// many steps of it, or all where that is 0.
[[clang::export_name("execute")]] void execute(Address plan, Size steps);
[[clang::export_name("discard")]] void discard(Address plan);

// A plan for one kernel over the inputs of the operator request in words(), whose operator does not
// count; 0 where memory ran out or the shapes do not broadcast. The first of the words holds a bit
// for each input that the kernel takes as one repeated element. It runs once it has its kernel, by
// its place in the function table.
[[clang::export_name("prepareKernel")]] Address prepareKernel(int resultType);
[[clang::export_name("useKernel")]] void useKernel(Address plan, Address kernel);
// What that kernel may call: an elementwise plan's work on a run of `n` elements, each of `inputs`
// an Input of kernel.hpp, in the order of the plan's own.
[[clang::export_name("compute")]] void compute(Address plan, std::int32_t n, Address output,
                                               Address inputs);

// A task for the request in words(), which the caller discards, its bytes of workspace in words();
// 0 where memory ran out, or where the task cannot be: then words() holds 0 or 1.
[[clang::export_name("prepareTask")]] Address prepareTask();
// Runs the task on the addresses in words(): the workspace's, three outputs', three inputs'. Gives
// the position of the first index that is out of range, before anything is written; else -1.
[[clang::export_name("runTask")]] std::int32_t runTask(Address task);
[[clang::export_name("discardTask")]] void discardTask(Address task);

}  // namespace simdcast::bindings
