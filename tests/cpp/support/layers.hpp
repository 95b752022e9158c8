// Runs layers: inputs end with their bytes, outputs and workspace are between canaries, and all are
// at odd addresses, because no alignment is required.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "buffers.hpp"
#include "engine/state.hpp"
#include "threads/team.hpp"

namespace simdcast::test {

class LayerRun {
 public:
  explicit LayerRun(const layers::LayerRequest& request) : made_(Task::make(request)) {}

  [[nodiscard]] bool possible() const { return std::holds_alternative<Task>(made_); }
  [[nodiscard]] const Task& task() const { return std::get<Task>(made_); }

  template <class T>
  void input(const std::vector<T>& values) {
    inputs_.emplace_back(std::in_place, values, kOdd);
  }
  void absent() { inputs_.emplace_back(); }
  // Adds indices of int32 or int64.
  void indices(DType type, const std::vector<Count>& values) {
    if (type == DType::int32)
      input(std::vector<std::int32_t>(values.begin(), values.end()));
    else
      input(values);
  }
  // Adds an input, packed if the layer requires it. Unpacking must restore the same bytes.
  template <class T>
  void packed(const std::vector<T>& values) {
    const int at = static_cast<int>(inputs_.size());
    const Count bytes = task().packedBytes(at);
    if (bytes == 0) return input(values);
    const layers::LayerRequest& layer = *task().state().layer();
    const Source from(values, kOdd);
    Destination to(static_cast<std::size_t>(bytes), 0, kOdd);
    Destination again(values.size() * sizeof(T), 0, kOdd);
    layers::pack(layer, at, to.data(), from.data());
    layers::unpack(layer, at, again.data(), to.data());
    isPackedWell_ = to.canariesLive() && again.canariesLive() &&
                    again.values<std::uint8_t>() == from.template values<std::uint8_t>();
    input(to.values<std::uint8_t>());
  }

  template <class T>
  void output(Count elements) {
    outputBytes(elements * static_cast<Count>(sizeof(T)));
  }
  void outputBytes(Count bytes) { outputs_.emplace_back(static_cast<std::size_t>(bytes), 0, kOdd); }

  // Sets the callback for parts of the first output.
  void setEpilogue(const ApplyEpilogue& epilogue) { epilogue_ = &epilogue; }
  [[nodiscard]] std::byte* outputData() { return outputs_[0].data(); }

  // Returns kDone, or the position of a wrong index.
  Count run(Team* team = nullptr) {
    static Scratch scratch;
    Task::State& state = task().state();
    const Count bytes = team == nullptr ? state.workspace : state.workspaceFor(*team);
    Destination workspace(static_cast<std::size_t>(bytes), 0, kOdd);
    std::vector<const std::byte*> from;
    for (const auto& source : inputs_) from.push_back(source ? source->data() : nullptr);
    std::vector<std::byte*> to;
    for (Destination& destination : outputs_) to.push_back(destination.data());
    // Absent inputs and unused outputs.
    from.resize(layers::kMaxInputs, nullptr);
    to.resize(layers::kMaxOutputs, nullptr);
    const layers::Buffers buffers{.workspace = workspace.data(),
                                  .outputs = to.data(),
                                  .inputs = from.data(),
                                  .epilogue = epilogue_};
    const Count end =
        team == nullptr ? state.run(buffers, scratch) : state.run(buffers, nullptr, *team);
    alive_ = workspace.canariesLive() && isPackedWell_;
    for (const Destination& destination : outputs_) alive_ = alive_ && destination.canariesLive();
    return end;
  }

  [[nodiscard]] bool canariesLive() const { return alive_; }

  template <class T>
  [[nodiscard]] std::vector<T> values(int output = 0) const {
    return outputs_[static_cast<std::size_t>(output)].values<T>();
  }

 private:
  static constexpr std::size_t kOdd = 1;
  std::variant<Task, Refusal> made_;
  std::deque<std::optional<Source>> inputs_;
  std::deque<Destination> outputs_;
  const ApplyEpilogue* epilogue_ = nullptr;
  bool alive_ = false;
  bool isPackedWell_ = true;
};

}  // namespace simdcast::test
