#include <cstring>

#include "../base/costs.hpp"
#include "../simd/simd.hpp"
#include "kind.hpp"

namespace simdcast::layers {
namespace {

Count lengthOf(const std::byte* lengths, Count entry) {
  return simd::load<std::int64_t>(lengths + entry * Count{sizeof(std::int64_t)});
}

// kDone, or the first entry whose length is out of range.
Count firstOutOfRange(const ReverseSequence& request, const std::byte* lengths) {
  for (Count entry = 0; entry < request.batch; ++entry) {
    const Count length = lengthOf(lengths, entry);
    if (length < 0 || length > request.steps) return entry;
  }
  return kDone;
}

Count rowBytesOf(const ReverseSequence& request) { return request.inner * width(request.type); }

Count majorsOf(const ReverseSequence& request) {
  if (request.batch == 0 || request.steps == 0 || request.inner == 0) return 0;
  return request.timeMajor ? request.steps : request.batch;
}

// Fills rows of the result along its first axis; copy(to, from) moves a row.
template <class CopyRow>
void reverseWith(const ReverseSequence& request, const Buffers& buffers, Stretch majors,
                 const CopyRow& copy) {
  const Count bytes = rowBytesOf(request);
  const Count minors = request.timeMajor ? request.batch : request.steps;
  const Count entryStride = request.timeMajor ? 1 : request.steps;
  const Count stepStride = request.timeMajor ? request.batch : 1;
  std::byte* to = buffers.outputs[0] + majors.first * minors * bytes;
  for (Count major = majors.first; major < majors.first + majors.count; ++major)
    for (Count minor = 0; minor < minors; ++minor, to += bytes) {
      const Count entry = request.timeMajor ? minor : major;
      const Count step = request.timeMajor ? major : minor;
      const Count length = lengthOf(buffers.inputs[1], entry);
      const Count source = step < length ? length - 1 - step : step;
      copy(to, buffers.inputs[0] + (entry * entryStride + source * stepStride) * bytes);
    }
}

template <class Word>
void reverseWords(const ReverseSequence& request, const Buffers& buffers, Stretch majors) {
  reverseWith(request, buffers, majors, [](std::byte* to, const std::byte* from) {
    simd::store(to, simd::load<Word>(from));
  });
}

void reverse(const ReverseSequence& request, const Buffers& buffers, Stretch majors) {
  const Count bytes = rowBytesOf(request);
  if (bytes == 1) return reverseWords<std::uint8_t>(request, buffers, majors);
  if (bytes == 2) return reverseWords<std::uint16_t>(request, buffers, majors);
  if (bytes == 4) return reverseWords<std::uint32_t>(request, buffers, majors);
  if (bytes == 8) return reverseWords<std::uint64_t>(request, buffers, majors);
  reverseWith(request, buffers, majors, [bytes](std::byte* to, const std::byte* from) {
    std::memcpy(to, from, size(bytes));
  });
}

}  // namespace

template <>
struct Kind<ReverseSequence> : Defaults<ReverseSequence> {
  static constexpr std::string_view name = "ReverseSequence";

  [[gnu::cold]] static Operands operands(const ReverseSequence& request) {
    const auto [type, batch, steps, inner, timeMajor] = request;
    const TensorType data =
        timeMajor ? tensor(type, {steps, batch, inner}) : tensor(type, {batch, steps, inner});
    return {.inputs = {data, tensor(DType::int64, {batch})}, .outputs = {data}};
  }

  static bool fits(const ReverseSequence& request) {
    return areSizes({request.batch, request.steps, request.inner, width(request.type)}) &&
           areSizes({request.batch, Count{sizeof(std::int64_t)}});
  }

  static Count run(const ReverseSequence& request, const Buffers& buffers) {
    const Count wrong = firstOutOfRange(request, buffers.inputs[1]);
    if (wrong == kDone) reverse(request, buffers, {0, majorsOf(request)});
    return wrong;
  }

  // Rows are moved after all lengths have been checked.
  static double nanoseconds(const ReverseSequence& request) {
    const Count majors = majorsOf(request);
    return majors < 2
               ? 0
               : static_cast<double>(request.batch * request.steps * request.inner) * costs::kMoved;
  }

  static Count share(const ReverseSequence& request, const Buffers& buffers, Team& team) {
    const Count wrong = firstOutOfRange(request, buffers.inputs[1]);
    if (wrong == kDone)
      shareStretches(majorsOf(request), nanoseconds(request), team,
                     [&](Stretch majors) { reverse(request, buffers, majors); });
    return wrong;
  }
};
template const Functions& functionsOf<ReverseSequence>();
template const Sharing& sharingOf<ReverseSequence>();

}  // namespace simdcast::layers
