#include "image_blocks.hpp"

#include "inputs.hpp"

namespace simdcast::onnx {
namespace {

struct Image {
  Value value;
  Count block = 1;  // below 2^31
  Count batch = 0;
  Count channels = 0;
  Count height = 0;
  Count width = 0;
};

Image imageOf(Call& call) {
  const Value input = call.input(0);
  const Count block = call.neededInteger("blocksize");
  if (call.failed()) return {};
  const Dims& dims = input.dims;
  if (dims.size() != 4 || block < 1 || block > INT32_MAX)
    return call.fail(faults::blocks(call.label(), block, dims));
  return {input, block, dims[0], dims[1], dims[2], dims[3]};
}

Failed failSplit(Call& call, const Image& image) {
  return call.fail(faults::blocks(call.label(), image.block, image.value.dims));
}

// The result, whose elements are still to be moved in.
Value resultOf(Call& call, const Image& image, const Dims& made) {
  if (!call.checkDims(made)) return {};
  return call.builder().make(image.value.type, made, Builder::areConstant({&image.value, 1}));
}

// An axis of the result's blocks: its size, and its stride in the image.
struct Axis {
  Count size = 1;
  Count stride = 0;
};

void rearrange(Call& call, const Image& image, const Value& output,
               std::initializer_list<Axis> axes) {
  Dims sizes;
  Dims strides;
  for (const Axis& axis : axes) {
    sizes.push(axis.size);
    strides.push(axis.stride);
  }
  call.builder().move(image.value, output,
                      {.sizes = sizes,
                       .from = {.strides = strides},
                       .to = {.strides = graph::denseStrides(sizes)}});
}

}  // namespace

Values depthToSpace(Call& call) {
  const Image image = imageOf(call);
  if (call.failed()) return {};
  const auto [value, block, batch, channels, height, width] = image;
  if (channels % block != 0 || channels / block % block != 0) return failSplit(call, image);
  const bool splitsDepthFirst = call.word("mode", {"DCR", "CRD"}) == 1;
  const Count depth = channels / block / block;
  const Value output = resultOf(call, image, {batch, depth, height * block, width * block});
  // The strides of an image without elements may overflow.
  if (call.failed() || output.elements() == 0) return {output};
  const Count plane = height * width;
  // Channels are split into depth, row, column, or into row, column, depth.
  const Count down = splitsDepthFirst ? block * plane : block * depth * plane;
  const Count across = splitsDepthFirst ? plane : depth * plane;
  const Count deep = splitsDepthFirst ? block * block * plane : plane;
  rearrange(call, image, output,
            {{batch, channels * plane},
             {depth, deep},
             {height, width},
             {block, down},
             {width, 1},
             {block, across}});
  return {output};
}

Values spaceToDepth(Call& call) {
  const Image image = imageOf(call);
  if (call.failed()) return {};
  const auto [value, block, batch, channels, height, width] = image;
  if (height % block != 0 || width % block != 0) return failSplit(call, image);
  const Count rows = height / block;
  const Count columns = width / block;
  const Count depth = graph::sizeOf({channels, block, block});
  const Value output = resultOf(call, image, {batch, depth, rows, columns});
  if (call.failed() || output.elements() == 0) return {output};
  const Count plane = height * width;
  rearrange(call, image, output,
            {{batch, channels * plane},
             {block, width},
             {block, 1},
             {channels, plane},
             {rows, width * block},
             {columns, block}});
  return {output};
}

}  // namespace simdcast::onnx
