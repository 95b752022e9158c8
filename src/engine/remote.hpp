// The façade by numbers, for a caller in another language over the same memory: addresses in place
// of pointers, and one working memory for all runs, which come one at a time. An address of 0 is
// none. What a caller could get wrong without noticing is checked; that addresses hold tensors of
// the plan's sizes is the caller's promise. A run that returns false has done nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "../layers/layer.hpp"
#include "../threads/team.hpp"
#include "plan.hpp"

namespace simdcast::remote {

using Address = std::uintptr_t;

// -- memory

// The address that memory may grow to. A number that is not one changes nothing.
void setLimit(double limit);
// Memory at a multiple of 8; 0 if none is left, or if the number is not one of bytes.
[[nodiscard]] Address reserve(double bytes);
void release(Address address);
// Bytes that have been reserved and not released, with what the allocator adds to them.
[[nodiscard]] double reserved();

// -- names

[[nodiscard]] bool supports(int op, int type, int opset);
// The number of the attribute's kind; that of `count` for an attribute that there is not.
[[nodiscard]] int attributeKind(int attribute);
// The string that a number stands for where the attribute takes one of several; empty past the
// last.
[[nodiscard]] std::string attributeChoice(int attribute, int number);

// -- plans

// Null where the request is refused: refusalOf says why.
[[nodiscard]] std::unique_ptr<Plan> plan(const Request& request);
// For one kernel over all inputs of a request for a rule, to be set with useKernel; `byRows` as
// Plan::makeForKernel has it.
[[nodiscard]] std::unique_ptr<Plan> kernelPlan(const Request& request, int resultType, bool byRows);

struct RefusalReport {
  std::string code;
  std::string text;
  bool byRule = false;
};
[[nodiscard]] RefusalReport refusalOf(const Request& request);

[[nodiscard]] int type(const Plan& plan);
[[nodiscard]] int rank(const Plan& plan);
[[nodiscard]] int size(const Plan& plan, int axis);
[[nodiscard]] double workspaceOf(const Plan& plan);

// Runs a plan of up to three inputs; of more, the further ones are those of `feed`. False if the
// plan does not compute (Plan::computes), or if the output has no address.
[[nodiscard]] bool runPlan(const Plan& plan, Address workspace, Address output, Address a,
                           Address b, Address c);
// Where an input of the next run lies.
void feed(int input, Address address);
[[nodiscard]] bool runFed(const Plan& plan, Address workspace, Address output);
// Runs a product, and `pass` in place on each part of its result as soon as that is final. `pass`
// is a plan of a kernel by rows, of as many elements of the same width, and takes the inputs given
// to `feed`. False if it is not, if `plan` is not a product, and as runPlan.
[[nodiscard]] bool runThen(const Plan& plan, const Plan& pass, Address workspace, Address output,
                           Address a, Address b, Address c);

// Of an elementwise plan, the size of its outermost axis, 0 of any other; and the stride along it
// of an input, or of the output for -1, 0 where the same elements are read again.
[[nodiscard]] int outerSize(const Plan& plan);
[[nodiscard]] double outerStride(const Plan& plan, int input);
// Runs the first positions along that axis on what `feed` has been told; false if there are not as
// many, and as runPlan.
[[nodiscard]] bool runFirst(const Plan& plan, int count, Address output);

// -- kernels that are made at run time

// Whether the kernel of an elementwise plan takes the input as one element that it repeats.
[[nodiscard]] bool repeats(const Plan& plan, int input);
// Sets the kernel of a kernelPlan, by its index in the table of functions; false for other plans,
// and for 0. The plan must not be running.
[[nodiscard]] bool useKernel(Plan& plan, Address kernel);
// The handle by which such a kernel names the plan to `compute`; valid while the plan lives.
[[nodiscard]] Address stateOf(const Plan& plan);
// The index in the table of functions of `compute`, which such kernels call for operators that they
// do not inline: an elementwise plan's work on `n` elements, whose `inputs` are of type Input
// (kernel.hpp), in the plan's order.
[[nodiscard]] Address computeFunction();

// Micro-kernels by their indices in the table, for products of the plans that are made from then
// on.
void useMicroKernels(Address float32, Address float64);

// -- threads

// The threads that every later run is shared among, with their working memory. Null if memory is
// short, and once a plan or a layer was made: its workspace would be too small. It lives as long as
// the instance.
[[nodiscard]] Team* enlist(int threads, const Waiting& waiting);

// -- layers

// Null where there is no such layer.
[[nodiscard]] std::unique_ptr<layers::Layer> layer(const layers::LayerRequest& request);
[[nodiscard]] double workspaceOfLayer(const layers::Layer& layer);
// kDone; the position of the first index that is out of range; or kRefused if a required output has
// no address. Nothing is written in either of these cases. Inputs after the third are those of
// `feed`.
inline constexpr double kDone = -1;
inline constexpr double kRefused = -2;
[[nodiscard]] double runLayer(const layers::Layer& layer, Address workspace, Address output,
                              Address secondOutput, Address thirdOutput, Address a, Address b,
                              Address c);
// A layer that passes its result on part by part (Layer::passedOn), and a pass as `runThen` has it;
// false for other layers and passes.
[[nodiscard]] bool runLayerThen(const layers::Layer& layer, const Plan& pass, Address workspace,
                                Address output, Address a, Address b, Address c);

}  // namespace simdcast::remote
