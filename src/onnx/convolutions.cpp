#include "convolving.hpp"

namespace simdcast::onnx {
namespace {

constexpr Row kConvolutionsRows[] = {
    {.name = "Conv",
     .schema = "1,11[2..3](floats){auto_pad:string dilations:ints group:int kernel_shape:ints "
               "pads:ints strides:ints} 22(floats_bf)",
     .lower = convolution},
    {.name = "ConvTranspose",
     .schema = "1,11[2..3](floats){auto_pad:string dilations:ints group:int kernel_shape:ints "
               "output_padding:ints output_shape:ints pads:ints strides:ints} 22(floats_bf)",
     .lower = transposedConvolution},
    {.name = "DeformConv",
     .schema = "19,22[3..5](floats_bf){dilations:ints group:int kernel_shape:ints "
               "offset_group:int pads:ints strides:ints}",
     .lower = deformedConvolution},
};

}  // namespace

const std::span<const Row> rows::kConvolutions = kConvolutionsRows;

}  // namespace simdcast::onnx
