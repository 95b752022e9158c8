// The façade by numbers, for a caller in another language on the same memory: addresses instead of
// pointers, and one working memory for all runs, which are sequential. An address of 0 is null.
// Errors that would pass unnoticed are checked; the caller guarantees that addresses point to
// tensors of the task's sizes. A run that returns false or kRefused has done nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "../threads/team.hpp"
#include "machine.hpp"
#include "task.hpp"

namespace simdcast::remote {

using Address = std::uintptr_t;

// -- memory

// The address limit of memory. NaN changes nothing.
void setLimit(double limit);
// Memory at a multiple of 8; 0 if none is left, or if the number is not a count of bytes.
[[nodiscard]] Address reserve(double bytes);
void release(Address address);
// Bytes that are reserved, including the allocator's overhead.
[[nodiscard]] double reserved();

// -- names

[[nodiscard]] bool supports(int op, int type, int opset);
// The number of the attribute's kind; that of `count` for an unknown attribute.
[[nodiscard]] int attributeKind(int attribute);
// The string that a number stands for if the attribute takes one of several strings; empty past the
// last.
[[nodiscard]] std::string attributeChoice(int attribute, int number);

// -- tasks

// Null if the request is rejected: refusalOf returns the reason.
[[nodiscard]] std::unique_ptr<Task> task(const Request& request);
// For one kernel over all inputs of a request for a rule, to be set with useKernel; for `byRows`
// see taskForKernel.
[[nodiscard]] std::unique_ptr<Task> kernelTask(const Request& request, int resultType, bool byRows);

struct RefusalReport {
  std::string code;
  std::string text;
  bool byRule = false;
};
[[nodiscard]] RefusalReport refusalOf(const Request& request);

// These describe the first output.
[[nodiscard]] int type(const Task& task);
[[nodiscard]] int rank(const Task& task);
[[nodiscard]] int size(const Task& task, int axis);
[[nodiscard]] double workspaceOf(const Task& task);

// Sets the address of an input of the next run.
void feed(int input, Address address);
// Runs a task on up to three outputs and three inputs; further inputs are those of `feed`. Returns
// kDone; the position of the first index that is out of range; or kRefused if the task does not
// compute (Task::computes), or a required output has no address. Nothing is written in either of
// these cases.
inline constexpr double kDone = -1;
inline constexpr double kRefused = -2;
[[nodiscard]] double run(const Task& task, Address workspace, Address output, Address secondOutput,
                         Address thirdOutput, Address a, Address b, Address c);
// For an elementwise task, the size of its outermost axis, otherwise 0; and the stride along it of
// an input, or of the output for -1: 0 if the same elements are read again.
[[nodiscard]] int outerSize(const Task& task);
[[nodiscard]] double outerStride(const Task& task, int input);
// Runs the first positions along that axis on the inputs set by `feed`; returns false if there are
// fewer, or if run would return kRefused.
[[nodiscard]] bool runFirst(const Task& task, int count, Address output);

// -- kernels that are compiled at run time

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

// Sets micro-kernels by their indices in the table, for products of tasks that are created later.
void useMicroKernels(Address float32, Address float64);

// Runs the tasks of programs, with the memory and the threads of the runs here.
[[nodiscard]] Machine& machine();

// -- threads

// Creates the threads, and their working memory, that all later runs use. Null if memory is
// short, or if a task has been created: its workspace would be too small. It lives as long as the
// instance.
[[nodiscard]] Team* enlist(int threads, const Waiting& waiting);

}  // namespace simdcast::remote
