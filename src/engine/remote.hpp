// The façade by numbers, for a caller in another language over the same memory: addresses in place
// of pointers, and one working memory for all runs, which come one at a time. An address of 0 is
// none. What a caller could get wrong without noticing is checked; that addresses hold tensors of
// the task's sizes is the caller's promise. A run that returns false or kRefused has done nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "../threads/team.hpp"
#include "task.hpp"

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

// -- tasks

// Null if the request is rejected: refusalOf returns the reason.
[[nodiscard]] std::unique_ptr<Task> task(const Request& request);
// For one kernel over all inputs of a request for a rule, to be set with useKernel; `byRows` as
// taskForKernel has it.
[[nodiscard]] std::unique_ptr<Task> kernelTask(const Request& request, int resultType, bool byRows);
// Null if there is no such layer.
[[nodiscard]] std::unique_ptr<Task> layer(const layers::LayerRequest& request);

struct RefusalReport {
  std::string code;
  std::string text;
  bool byRule = false;
};
[[nodiscard]] RefusalReport refusalOf(const Request& request);

// Those of the first output.
[[nodiscard]] int type(const Task& task);
[[nodiscard]] int rank(const Task& task);
[[nodiscard]] int size(const Task& task, int axis);
[[nodiscard]] double workspaceOf(const Task& task);

// Bytes of an input that a run takes packed; 0 for other inputs, and for inputs that there are not.
[[nodiscard]] double packedBytes(const Task& task, int input);
// False, and nothing is written, for an input that is not packed, or without an address.
[[nodiscard]] bool pack(const Task& task, int input, Address packed, Address tensor);
[[nodiscard]] bool unpack(const Task& task, int input, Address tensor, Address packed);

// Where an input of the next run lies.
void feed(int input, Address address);
// Runs a task on up to three outputs and three inputs; further inputs are those of `feed`. Returns
// kDone; the position of the first index that is out of range; or kRefused if the task does not
// compute (Task::computes), or a required output has no address. Nothing is written in either of
// these cases.
inline constexpr double kDone = -1;
inline constexpr double kRefused = -2;
[[nodiscard]] double run(const Task& task, Address workspace, Address output, Address secondOutput,
                         Address thirdOutput, Address a, Address b, Address c);
// Runs a product or a convolution, and `pass` in place on each part of its result as soon as that
// is final. `pass` is a task of a kernel by rows, of as many elements of the same width, and takes
// the inputs given to `feed`. False if it is not, if `task` has no such parts, and where run
// returns kRefused.
[[nodiscard]] bool runThen(const Task& task, const Task& pass, Address workspace, Address output,
                           Address a, Address b, Address c);

// Of an elementwise task, the size of its outermost axis, 0 of any other; and the stride along it
// of an input, or of the output for -1, 0 where the same elements are read again.
[[nodiscard]] int outerSize(const Task& task);
[[nodiscard]] double outerStride(const Task& task, int input);
// Runs the first positions along that axis on the inputs given to `feed`; false if there are not as
// many, and where run returns kRefused.
[[nodiscard]] bool runFirst(const Task& task, int count, Address output);

// -- kernels that are made at run time

// Whether the kernel of an elementwise task takes the input as one element that it repeats.
[[nodiscard]] bool repeats(const Task& task, int input);
// Sets the kernel of a kernelTask, by its index in the table of functions; false for other tasks,
// and for 0. The task must not be running.
[[nodiscard]] bool useKernel(Task& task, Address kernel);
// The handle by which such a kernel names the task to `compute`; valid while the task lives.
[[nodiscard]] Address stateOf(const Task& task);
// The index in the table of functions of `compute`, which such kernels call for operators that they
// do not inline: an elementwise task's work on `n` elements, whose `inputs` are of type Input
// (kernel.hpp), in the task's order.
[[nodiscard]] Address computeFunction();

// Micro-kernels by their indices in the table, for products of the tasks that are made from then
// on.
void useMicroKernels(Address float32, Address float64);

// -- threads

// The threads that every later run is shared among, with their working memory. Null if memory is
// short, and once a task was made: its workspace would be too small. It lives as long as
// the instance.
[[nodiscard]] Team* enlist(int threads, const Waiting& waiting);

}  // namespace simdcast::remote
