#include "rotating.hpp"

namespace simdcast::onnx {

// An input of the layer.
constexpr int kPositionsAt = 3;

Value rotated(Call& call, const HeadsIn& heads, const Angles& angles, bool inTokens) {
  if (call.failed()) return {};
  const Dims& dims = heads.value.dims;
  const bool readsTokens = dims.size() == 3;
  const DType type = heads.value.type;
  const Value& table = angles.cosines;
  // Tables of another precision: float64 for narrower floats, or the reverse.
  if ((table.type == DType::float64) != (type == DType::float64))
    return call.fail(faults::typesDiffer(call.label(), type, table.type));
  const Dims& tables = table.dims;
  const bool ofTokens = tables.size() == 3;
  const Count length = readsTokens ? dims[1] : dims[2];
  const layers::Rotation request{
      .type = type,
      .tableType = table.type,
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
  const Dims made = inTokens ? Dims{dims[0], length, heads.heads * heads.size}
                             : Dims{dims[0], heads.heads, length, heads.size};
  const IndexFault outside = call.indexOutside(kPositionsAt, angles.positions, request.rows,
                                               angles.countsPositions ? length : 1);
  return call.layer(request,
                    {heads.value, table, call.cast(angles.sines, table.type), angles.positions},
                    {type, made}, outside);
}

}  // namespace simdcast::onnx
