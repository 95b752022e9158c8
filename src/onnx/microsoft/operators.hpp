// The lowering of the operators of com.microsoft: those that onnxruntime's optimisers and exporters
// write into models.
#pragma once

#include "../call.hpp"

namespace simdcast::onnx {

// activations.cpp
[[nodiscard]] Values plainGelu(Call& call);
[[nodiscard]] Values biasGelu(Call& call);
[[nodiscard]] Values fastGelu(Call& call);
[[nodiscard]] Values quickGelu(Call& call);

// fused.cpp
[[nodiscard]] Values fusedConv(Call& call);
[[nodiscard]] Values fusedGemm(Call& call);

// products.cpp; TransposeMatMul is FusedMatMul with fewer attributes.
[[nodiscard]] Values fusedMatMul(Call& call);

// tokenizer.cpp
[[nodiscard]] Values tokenizer(Call& call);

// matrices.cpp
[[nodiscard]] Values pairwiseDistances(Call& call);
[[nodiscard]] Values inverse(Call& call);

// normalizations.cpp
[[nodiscard]] Values skipLayerNormalization(Call& call);
[[nodiscard]] Values skipSimplifiedLayerNormalization(Call& call);
[[nodiscard]] Values embedLayerNormalization(Call& call);
// One of ONNX's own domain.
[[nodiscard]] Values simplifiedLayerNormalization(Call& call);

// rotary.cpp
[[nodiscard]] Values rotaryEmbeddingByPositions(Call& call);

// block_gathers.cpp, block_products.cpp
[[nodiscard]] Values gatherBlockQuantized(Call& call);
[[nodiscard]] Values matMulNBits(Call& call);

// attention.cpp, multi_head_attention.cpp, group_query_attention.cpp
[[nodiscard]] Values projectedAttention(Call& call);
[[nodiscard]] Values multiHeadAttention(Call& call);
[[nodiscard]] Values groupQueryAttention(Call& call);

// integer_products.cpp
[[nodiscard]] Values dynamicQuantizeMatMul(Call& call);
[[nodiscard]] Values matMulIntegerToFloat(Call& call);

// quantized_products.cpp
[[nodiscard]] Values quantizedGemm(Call& call);
[[nodiscard]] Values quantizedConv(Call& call);

// quantized_layers.cpp
[[nodiscard]] Values quantizedAdd(Call& call);
[[nodiscard]] Values quantizedMul(Call& call);
[[nodiscard]] Values quantizedSigmoid(Call& call);
[[nodiscard]] Values quantizedLeakyRelu(Call& call);
[[nodiscard]] Values quantizedSoftmax(Call& call);
[[nodiscard]] Values quantizedConcat(Call& call);
[[nodiscard]] Values quantizedWhere(Call& call);
[[nodiscard]] Values quantizedAveragePool(Call& call);
[[nodiscard]] Values quantizedGlobalAveragePool(Call& call);
[[nodiscard]] Values maxPoolChannelsLast(Call& call);

}  // namespace simdcast::onnx
