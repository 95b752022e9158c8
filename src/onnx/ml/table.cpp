// The operators of ai.onnx.ml.
#include "operators.hpp"

namespace simdcast::onnx {
namespace {

constexpr Row kLearningRows[] = {
    {"LabelEncoder",
     "1(string|int64){classes_strings:strings default_int64:int default_string:string} "
     "2(string|int64|float32){keys_strings:strings keys_int64s:ints keys_floats:floats "
     "values_strings:strings values_int64s:ints values_floats:floats default_string:string "
     "default_int64:int default_float:float} "
     "4(string|int64|float32|float64|int32|int16){keys_strings:strings keys_int64s:ints "
     "keys_floats:floats values_strings:strings values_int64s:ints values_floats:floats "
     "default_string:string default_int64:int default_float:float keys_tensor:tensor "
     "values_tensor:tensor default_tensor:tensor}",
     ml::labelEncoder},
    {"CategoryMapper",
     "1(string|int64){cats_int64s:ints cats_strings:strings default_int64:int "
     "default_string:string}",
     ml::categoryMapper},
    {"OneHotEncoder",
     "1(float32|float64|int64|int32|string){cats_int64s:ints cats_strings:strings zeros:int}",
     ml::oneHotEncoder},

    {"Scaler", "1(float32|float64|int64|int32){offset:floats scale:floats}", ml::scaler},
    {"Normalizer", "1(float32|float64|int64|int32){norm:string}", ml::normalizer},
    {"Binarizer", "1(float32|float64|int64|int32){threshold:float}", ml::binarizer},
    {"Imputer",
     "1(float32|float64|int64|int32){imputed_value_floats:floats imputed_value_int64s:ints "
     "replaced_value_float:float replaced_value_int64:int}",
     ml::imputer},
    {"ArrayFeatureExtractor", "1(float32|float64|int64|int32|string,int64)",
     ml::arrayFeatureExtractor},
    {"FeatureVectorizer", "1[1..*](float32|float64|int64|int32){inputdimensions:ints}",
     ml::featureVectorizer},
    {"ZipMap", "1(float32){classlabels_int64s:ints classlabels_strings:strings}", ml::zipMap},

    {"LinearRegressor",
     "1(float32|float64|int64|int32){coefficients:floats intercepts:floats post_transform:string "
     "targets:int}",
     ml::linearRegressor},
    {"LinearClassifier",
     "1(float32|float64|int64|int32){classlabels_ints:ints classlabels_strings:strings "
     "coefficients:floats intercepts:floats multi_class:int post_transform:string}->2",
     ml::linearClassifier},
    {"SVMRegressor",
     "1(float32|float64|int64|int32){coefficients:floats kernel_params:floats kernel_type:string "
     "post_transform:string rho:floats support_vectors:floats n_supports:int one_class:int}",
     ml::svmRegressor},
    {"SVMClassifier",
     "1(float32|float64|int64|int32){coefficients:floats kernel_params:floats kernel_type:string "
     "post_transform:string rho:floats support_vectors:floats classlabels_ints:ints "
     "classlabels_strings:strings prob_a:floats prob_b:floats vectors_per_class:ints}->2",
     ml::svmClassifier},

    {"TreeEnsembleRegressor",
     "1(float32|float64|int64|int32){nodes_treeids:ints nodes_nodeids:ints nodes_featureids:ints "
     "nodes_values:floats nodes_hitrates:floats nodes_modes:strings nodes_truenodeids:ints "
     "nodes_falsenodeids:ints nodes_missing_value_tracks_true:ints base_values:floats "
     "post_transform:string aggregate_function:string n_targets:int target_treeids:ints "
     "target_nodeids:ints target_ids:ints target_weights:floats} "
     "3{nodes_treeids:ints nodes_nodeids:ints nodes_featureids:ints nodes_values:floats "
     "nodes_hitrates:floats nodes_modes:strings nodes_truenodeids:ints nodes_falsenodeids:ints "
     "nodes_missing_value_tracks_true:ints base_values:floats post_transform:string "
     "aggregate_function:string n_targets:int target_treeids:ints target_nodeids:ints "
     "target_ids:ints target_weights:floats nodes_values_as_tensor:tensor "
     "nodes_hitrates_as_tensor:tensor base_values_as_tensor:tensor "
     "target_weights_as_tensor:tensor}",
     ml::treeEnsembleRegressor},
    {"TreeEnsembleClassifier",
     "1(float32|float64|int64|int32){nodes_treeids:ints nodes_nodeids:ints nodes_featureids:ints "
     "nodes_values:floats nodes_hitrates:floats nodes_modes:strings nodes_truenodeids:ints "
     "nodes_falsenodeids:ints nodes_missing_value_tracks_true:ints base_values:floats "
     "post_transform:string class_treeids:ints class_nodeids:ints class_ids:ints "
     "class_weights:floats classlabels_int64s:ints classlabels_strings:strings}->2 "
     "3{nodes_treeids:ints nodes_nodeids:ints nodes_featureids:ints nodes_values:floats "
     "nodes_hitrates:floats nodes_modes:strings nodes_truenodeids:ints nodes_falsenodeids:ints "
     "nodes_missing_value_tracks_true:ints base_values:floats post_transform:string "
     "class_treeids:ints class_nodeids:ints class_ids:ints class_weights:floats "
     "classlabels_int64s:ints classlabels_strings:strings nodes_values_as_tensor:tensor "
     "nodes_hitrates_as_tensor:tensor base_values_as_tensor:tensor "
     "class_weights_as_tensor:tensor}",
     ml::treeEnsembleClassifier},
    {"TreeEnsemble",
     "5(floats){aggregate_function:int leaf_targetids:ints leaf_weights:tensor "
     "membership_values:tensor n_targets:int nodes_falseleafs:ints nodes_falsenodeids:ints "
     "nodes_featureids:ints nodes_hitrates:tensor nodes_missing_value_tracks_true:ints "
     "nodes_modes:tensor nodes_splits:tensor nodes_trueleafs:ints nodes_truenodeids:ints "
     "post_transform:int tree_roots:ints}",
     ml::treeEnsemble},
};

}  // namespace

const std::span<const Row> rows::kLearning = kLearningRows;

}  // namespace simdcast::onnx
