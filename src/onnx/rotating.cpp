#include "rotating.hpp"

namespace simdcast::onnx {
namespace {

// Names a position, of counted ones the last.
IndexFault outsideOf(Call& call, const layers::Rotation& request) {
  const bool isWide = request.positionType == DType::int64;
  const Count counted = request.countsPositions ? request.length - 1 : 0;
  return [label = std::string(call.label()), isWide, counted, rows = request.rows](
             Count position, const std::byte* const* inputs) {
    const std::byte* const all = inputs[3];
    const Count first = isWide ? reinterpret_cast<const std::int64_t*>(all)[position]
                               : reinterpret_cast<const std::int32_t*>(all)[position];
    return faults::indexAt(label, first < 0 ? first : first + counted, position, rows);
  };
}

}  // namespace

Value rotated(Call& call, const HeadsIn& heads, const Angles& angles, bool inTokens) {
  if (call.failed()) return {};
  const Dims& dims = heads.value.dims;
  const bool readsTokens = dims.size() == 3;
  const Dims& tables = angles.cosines.dims;
  const bool ofTokens = tables.size() == 3;
  const Count length = readsTokens ? dims[1] : dims[2];
  const layers::Rotation request{
      .type = heads.value.type,
      .positionType = angles.positions ? angles.positions.type : DType::int64,
      .readsTokens = readsTokens,
      .writesTokens = inTokens,
      .interleaved = angles.interleaved,
      .sharesPositions = angles.positions && angles.positions.dims[0] == 1,
      .countsPositions = angles.countsPositions,
      .batch = dims[0],
      .heads = heads.heads,
      .length = length,
      .size = heads.size,
      .half = angles.half,
      .tokenSize = readsTokens ? dims[2] : 0,
      .first = heads.first,
      .rows = ofTokens ? tables[0] * tables[1] : tables[0],
      .rowSize = tables[tables.size() - 1],
      .rowStep = ofTokens && tables[0] > 1 ? length : 0};
  const auto table = [&](const Value& value) { return call.cast(value, request.type); };
  const Dims made = inTokens ? Dims{dims[0], length, heads.heads * heads.size}
                             : Dims{dims[0], heads.heads, length, heads.size};
  return call.layer(request,
                    {heads.value, table(angles.cosines), table(angles.sines), angles.positions},
                    {request.type, made}, outsideOf(call, request));
}

}  // namespace simdcast::onnx
