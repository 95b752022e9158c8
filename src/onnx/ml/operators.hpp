// How the nodes of ai.onnx.ml are lowered.
#pragma once

#include "../operator.hpp"

namespace simdcast::onnx::ml {

// Lookups.
graph::Values labelEncoder(Call& call);
graph::Values categoryMapper(Call& call);
graph::Values oneHotEncoder(Call& call);

// Preparation of features.
graph::Values scaler(Call& call);
graph::Values normalizer(Call& call);
graph::Values binarizer(Call& call);
graph::Values imputer(Call& call);
graph::Values arrayFeatureExtractor(Call& call);
graph::Values featureVectorizer(Call& call);
graph::Values zipMap(Call& call);

// Models.
graph::Values linearRegressor(Call& call);
graph::Values linearClassifier(Call& call);
graph::Values svmRegressor(Call& call);
graph::Values svmClassifier(Call& call);
graph::Values treeEnsembleRegressor(Call& call);
graph::Values treeEnsembleClassifier(Call& call);
graph::Values treeEnsemble(Call& call);

}  // namespace simdcast::onnx::ml
