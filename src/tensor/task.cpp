#include "task.hpp"

#include "../enum_table.hpp"
#include "tasks.hpp"

namespace simdcast::tensor {
namespace {

struct Row {
  TaskKind key{};
  bool (*prepare)(Task& task) = nullptr;
};

constexpr EnumTable<TaskKind, Row> kTasks({
    {TaskKind::copy, prepareCopy},
    {TaskKind::gather, prepareGather},
    {TaskKind::reduce, prepareReduce},
    {TaskKind::argMax, prepareArgMax},
    {TaskKind::softmax, prepareSoftmax},
    {TaskKind::layerNormalization, prepareLayerNormalization},
    {TaskKind::range, prepareRange},
});

// No size is negative, and neither is any product of them too large to count.
bool areSizes(const TaskRequest& request) {
  if (request.kind == TaskKind::copy) return true;
  Count product = 1;
  for (Count number : request.numbers) {
    if (number < 0 || number > INT32_MAX) return false;
    if (number > 0 && product > kMaxCount / number) return false;
    product *= number > 0 ? number : 1;
  }
  return true;
}

}  // namespace

bool prepare(Task& task) {
  return width(task.request.type) > 0 && areSizes(task.request) &&
         kTasks[task.request.kind].prepare(task);
}

}  // namespace simdcast::tensor
