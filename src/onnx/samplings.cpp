#include "sampling.hpp"

namespace simdcast::onnx {
namespace {

constexpr Row kSamplingRows[] = {
    {.name = "Resize",
     .schema = "10(all,f32){mode:string} "
               "11[3..4](all,floats,f32,int64){coordinate_transformation_mode:string "
               "cubic_coeff_a:float exclude_outside:int extrapolation_value:float mode:string "
               "nearest_mode:string}?1?2 "
               "13[1..4](all_bf,floats,f32,int64) "
               "18,19{antialias:int axes:ints coordinate_transformation_mode:string "
               "cubic_coeff_a:float exclude_outside:int extrapolation_value:float "
               "keep_aspect_ratio_policy:string mode:string nearest_mode:string}",
     .lower = resize},
    {.name = "Upsample",
     .schema = "1(floats|bool|int32|int64){height_scale:float mode:string width_scale:float} "
               "7(all){mode:string scales:floats} 9(all,f32){mode:string}",
     .lower = upsample},
    {.name = "RoiAlign",
     .schema = "10(floats,floats,int64){mode:string output_height:int output_width:int "
               "sampling_ratio:int spatial_scale:float} "
               "16,22(floats_bf,floats_bf,int64){coordinate_transformation_mode:string "
               "mode:string output_height:int output_width:int sampling_ratio:int "
               "spatial_scale:float}",
     .lower = regionAlign},
    {.name = "GridSample",
     .schema = "16,20(floats,floats){align_corners:int mode:string padding_mode:string} "
               "22(floats_bf,floats_bf)",
     .lower = gridSample},
    {.name = "AffineGrid", .schema = "20(floats_bf,int64){align_corners:int}", .lower = affineGrid},
    {.name = "NonMaxSuppression",
     .schema = "10,11[2..5](f32,f32,int64,f32,f32){center_point_box:int}",
     .lower = nonMaxSuppression},
    {.name = "Det", .schema = "11(floats) 22(floats_bf)", .lower = determinant},
};

}  // namespace

const std::span<const Row> rows::kSampling = kSamplingRows;

}  // namespace simdcast::onnx
