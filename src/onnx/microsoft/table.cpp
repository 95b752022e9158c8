// The operators of com.microsoft, and those that onnxruntime adds to ONNX's own domain.
#include "../normalizing.hpp"
#include "../quantizing.hpp"
#include "operators.hpp"

namespace simdcast::onnx {
namespace {

Values quantizeLinear(Call& call) { return {quantizedLinearly(call)}; }
Values dequantizeLinear(Call& call) { return {dequantizedLinearly(call)}; }

constexpr Row kMicrosoftRows[] = {
    // -- activations, and layers with the activation after them
    {"Gelu", "1(floats_bf)", plainGelu},
    {"BiasGelu", "1[2..2](floats_bf)", biasGelu},
    {"FastGelu", "1[1..2](floats_bf)", fastGelu},
    {"QuickGelu", "1(floats_bf){alpha:float}", quickGelu},
    {"FusedConv",
     "1[2..4](floats_bf, floats_bf, floats_bf, floats_bf)?2"
     "{auto_pad:string kernel_shape:ints pads:ints strides:ints dilations:ints group:int"
     " activation:string activation_params:floats}",
     fusedConv},
    {"FusedGemm",
     "1[2..3](floats_bf, floats_bf, floats_bf)"
     "{alpha:float beta:float transA:int transB:int activation:string"
     " activation_alpha:float activation_beta:float activation_gamma:float}",
     fusedGemm},

    // -- matrices
    {"FusedMatMul",
     "1(floats_bf, floats_bf)"
     "{alpha:float transA:int transB:int transBatchA:int transBatchB:int}",
     fusedMatMul},
    {"TransposeMatMul", "1(floats_bf, floats_bf){alpha:float transA:int transB:int}", fusedMatMul},
    {"MatMulNBits",
     "1[3..6](f32|float16, uint8, f32|float16, uint8|f32|float16, int32, f32|float16)"
     "{K:int N:int bits:int block_size:int accuracy_level:int}",
     matMulNBits},
    {"GatherBlockQuantized",
     "1[3..4](uint8|int4|uint4, indices, f32|float16, uint8|int4|uint4)"
     "{bits:int block_size:int gather_axis:int quantize_axis:int}",
     gatherBlockQuantized},
    {"Tokenizer",
     "1(string){mark:int mincharnum:int pad_value:string separators:strings tokenexp:string}",
     tokenizer},
    {"CDist", "1(f32|float64, f32|float64){metric:string}", pairwiseDistances},
    {"Inverse", "1(floats)", inverse},

    // -- normalisations and embeddings
    {"SkipLayerNormalization", "1[3..5](floats_bf){epsilon:float}->4", skipLayerNormalization},
    {"SkipSimplifiedLayerNormalization", "1[3..4](floats_bf){epsilon:float}->4",
     skipSimplifiedLayerNormalization},
    {"EmbedLayerNormalization",
     "1[7..9](int32, int32, floats_bf, floats_bf, floats_bf, floats_bf, floats_bf, int32, int32)"
     "{epsilon:float mask_index_type:int}->3?1?4",
     embedLayerNormalization},
    {"RotaryEmbedding",
     "1(f32|float16|bfloat16, int64, f32|float16|bfloat16, f32|float16|bfloat16)"
     "{interleaved:int is_packed_batching:int num_heads:int rotary_embedding_dim:int scale:float}",
     rotaryEmbeddingByPositions},
};

constexpr Row kAttentionRows[] = {
    {"MultiHeadAttention",
     "1[1..8](f32|float16|bfloat16, f32|float16|bfloat16, f32|float16|bfloat16,"
     " f32|float16|bfloat16, int32, f32|float16|bfloat16, f32|float16|bfloat16,"
     " f32|float16|bfloat16)"
     "{num_heads:int mask_filter_value:float scale:float unidirectional:int}->4",
     multiHeadAttention},
    {"Attention",
     "1[2..6](f32|float16|bfloat16, f32|float16|bfloat16, f32|float16|bfloat16, int32,"
     " f32|float16|bfloat16, f32|float16|bfloat16)"
     "{num_heads:int mask_filter_value:float qkv_hidden_sizes:ints scale:float unidirectional:int"
     " do_rotary:int rotary_embedding_dim:int past_present_share_buffer:int}->2",
     projectedAttention},
    {"GroupQueryAttention",
     "1[7..12](f32|float16|bfloat16, f32|float16|bfloat16, f32|float16|bfloat16,"
     " f32|float16|bfloat16, f32|float16|bfloat16, int32, int32, f32|float16|bfloat16,"
     " f32|float16|bfloat16, int64, f32|float16|bfloat16, f32|float16|bfloat16)"
     "{num_heads:int kv_num_heads:int do_rotary:int k_quant_type:string kv_cache_bit_width:int"
     " local_window_size:int qk_output:int rotary_interleaved:int scale:float smooth_softmax:int"
     " softcap:float v_quant_type:string}->4?1?2?3?4",
     groupQueryAttention},
};

constexpr Row kQuantizedRows[] = {
    // QuantizeLinear and DequantizeLinear as onnxruntime had them before ONNX: with 16-bit and
    // 4-bit types at every opset.
    {"QuantizeLinear",
     "1[2..3](f32|float16, f32|float16, int8|uint8|int16|uint16|int4|uint4){axis:int}",
     quantizeLinear},
    {"DequantizeLinear",
     "1[2..3](int8|uint8|int16|uint16|int4|uint4|int32, f32|float16,"
     " int8|uint8|int16|uint16|int4|uint4|int32){axis:int}",
     dequantizeLinear},

    // -- products
    {"DynamicQuantizeMatMul", "1[3..5](f32, int8|uint8, f32, int8|uint8, f32)",
     dynamicQuantizeMatMul},
    {"MatMulIntegerToFloat",
     "1[4..7](int8|uint8, int8|uint8, f32, f32, int8|uint8, int8|uint8, f32)",
     matMulIntegerToFloat},
    {"QGemm",
     "1[6..9](int8|uint8, f32, int8|uint8, int8|uint8, f32, int8|uint8, int32, f32, int8|uint8)"
     "{alpha:float transA:int transB:int}?2?5",
     quantizedGemm},
    {"QLinearConv",
     "1[8..9](int8|uint8, f32, int8|uint8, int8|uint8, f32, int8|uint8, f32, int8|uint8, int32)"
     "{auto_pad:string kernel_shape:ints pads:ints strides:ints dilations:ints group:int"
     " channels_last:int}",
     quantizedConv},

    // -- elementwise operators
    {"QLinearAdd",
     "1[7..8](int8|uint8, f32, int8|uint8, int8|uint8, f32, int8|uint8, f32, int8|uint8)?2?5",
     quantizedAdd},
    {"QLinearMul",
     "1[7..8](int8|uint8, f32, int8|uint8, int8|uint8, f32, int8|uint8, f32, int8|uint8)?2?5",
     quantizedMul},
    {"QLinearSigmoid", "1[4..5](int8|uint8, f32, int8|uint8, f32, int8|uint8)?2", quantizedSigmoid},
    {"QLinearLeakyRelu", "1[4..5](int8|uint8, f32, int8|uint8, f32, int8|uint8){alpha:float}?2",
     quantizedLeakyRelu},
    {"QLinearWhere",
     "1(bool, int8|uint8, f32, int8|uint8, int8|uint8, f32, int8|uint8, f32, int8|uint8)?3?6?8",
     quantizedWhere},

    // -- layers
    {"QLinearSoftmax",
     "1[4..5](int8|uint8, f32, int8|uint8, f32, int8|uint8){axis:int opset:int}?2",
     quantizedSoftmax},
    {"QLinearConcat", "1[5..*](f32, int8|uint8, int8|uint8|f32){axis:int}?1?4", quantizedConcat},
    {"NhwcMaxPool",
     "1(int8|uint8){auto_pad:string kernel_shape:ints pads:ints strides:ints ceil_mode:int"
     " dilations:ints}",
     maxPoolChannelsLast},
    {"QLinearAveragePool",
     "1[4..5](int8|uint8, f32, int8|uint8, f32, int8|uint8)"
     "{auto_pad:string kernel_shape:ints pads:ints strides:ints ceil_mode:int channels_last:int"
     " count_include_pad:int}?2",
     quantizedAveragePool},
    {"QLinearGlobalAveragePool",
     "1(int8|uint8, f32, int8|uint8, f32, int8|uint8){channels_last:int}?2?4",
     quantizedGlobalAveragePool},
};

constexpr Row kOwnDomainRows[] = {
    {"LayerNormalization", "1[2..3](floats_bf){axis:int epsilon:float stash_type:type}->3",
     layerNormalization},
    {"SimplifiedLayerNormalization",
     "1[2..2](floats_bf){axis:int epsilon:float stash_type:type}->2", simplifiedLayerNormalization},
};

}  // namespace

const std::span<const Row> rows::kMicrosoft = kMicrosoftRows;
const std::span<const Row> rows::kMicrosoftAttention = kAttentionRows;
const std::span<const Row> rows::kMicrosoftQuantized = kQuantizedRows;
const std::span<const Row> rows::kMicrosoftInOwnDomain = kOwnDomainRows;

}  // namespace simdcast::onnx
