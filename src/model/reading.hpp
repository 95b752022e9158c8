// Shared by the parts of reading a model. Keeps the first failure; everything read after it is
// empty.
#pragma once

#include <memory>
#include <optional>

#include "formats.hpp"
#include "message.hpp"

namespace simdcast::model {

class Reading {
 public:
  [[nodiscard]] bool failed() const noexcept { return fault_.has_value(); }
  [[nodiscard]] const std::optional<Fault>& fault() const noexcept { return fault_; }
  void fail(Fault fault) {
    if (!failed()) fault_ = std::move(fault);
  }

  template <class Message>
  [[nodiscard]] Message parse(Bytes bytes) {
    Message message;
    Reader reader(bytes);
    readMessage(reader, message);
    if (!reader.failed()) return message;
    const auto& [defect, field, wireType] = reader.flaw();
    fail(
        faults::model::protobuf(whyNoModel(bytes, faults::model::reason(defect, field, wireType))));
    return {};
  }

  // Counts the bytes that a short file can multiply: functions are inlined, and sparse tensors
  // become dense. False if they are too many.
  [[nodiscard]] bool spends(Count bytes) noexcept {
    if (bytes > left_) return false;
    left_ -= bytes;
    return true;
  }

 private:
  std::optional<Fault> fault_;
  Count left_ = Count{1} << 28;
};

}  // namespace simdcast::model
