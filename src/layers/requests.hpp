// The requests for layers: types, sizes and attributes by name. The fields may hold any values; a
// Task (engine/task.hpp) rejects invalid ones. Sizes and strides count elements.
#pragma once

#include <variant>

#include "fold_requests.hpp"
#include "movement_requests.hpp"
#include "product_requests.hpp"
#include "series_requests.hpp"
#include "window_requests.hpp"

namespace simdcast::layers {

using LayerRequest =
    std::variant<Copy, Gather, Reduce, ArgMax, Softmax, LayerNormalization, Range, Convolution,
                 Pool, CumulativeSum, Scatter, TopK, Trees, Recurrence, PackedProduct, BlockProduct,
                 IntegerProduct, DynamicQuantization, FourierTable, Fourier, Sample, RegionAlign,
                 DeformedWindows, UpdateRows, ReverseSequence, Unpool, Col2Im, NonZero, Unique,
                 NonMaxSuppression, Attention, Rotation>;

}  // namespace simdcast::layers
