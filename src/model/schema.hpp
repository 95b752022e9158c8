// The part of onnx.proto that is read. Texts and bytes are views of the file.
// https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
#pragma once

#include "message.hpp"

namespace simdcast::model {

struct StringEntryProto {
  std::string_view key, value;

  static constexpr auto fields() {
    using Of = StringEntryProto;
    return std::tuple{Field{1, "key", &Of::key}, Field{2, "value", &Of::value}};
  }
};

struct TensorProto {
  std::vector<std::int64_t> dims;
  std::int32_t dataType = 0;
  std::optional<Bytes> segment;
  Encoded<float> floatData;
  Encoded<std::int32_t> int32Data;
  std::vector<std::string_view> stringData;
  Encoded<std::int64_t> int64Data;
  std::string_view name;
  std::optional<Bytes> rawData;
  Encoded<double> doubleData;
  Encoded<std::uint64_t> uint64Data;
  std::vector<StringEntryProto> externalData;
  std::int32_t dataLocation = 0;

  static constexpr auto fields() {
    using Of = TensorProto;
    return std::tuple{Field{1, "dims", &Of::dims},
                      Field{2, "dataType", &Of::dataType},
                      Field{3, "segment", &Of::segment},
                      Field{4, "floatData", &Of::floatData},
                      Field{5, "int32Data", &Of::int32Data},
                      Field{6, "stringData", &Of::stringData},
                      Field{7, "int64Data", &Of::int64Data},
                      Field{8, "name", &Of::name},
                      Field{9, "rawData", &Of::rawData},
                      Field{10, "doubleData", &Of::doubleData},
                      Field{11, "uint64Data", &Of::uint64Data},
                      Field{13, "externalData", &Of::externalData},
                      Field{14, "dataLocation", &Of::dataLocation}};
  }
};

struct SparseTensorProto {
  TensorProto values, indices;
  std::vector<std::int64_t> dims;

  static constexpr auto fields() {
    using Of = SparseTensorProto;
    return std::tuple{Field{1, "values", &Of::values}, Field{2, "indices", &Of::indices},
                      Field{3, "dims", &Of::dims}};
  }
};

struct AttributeProto {
  std::string_view name;
  std::optional<float> f;
  std::optional<std::int64_t> i;
  std::optional<std::string_view> s;
  std::shared_ptr<TensorProto> t;
  std::optional<Bytes> g;  // read only once its node is known to use it
  std::vector<float> floats;
  std::vector<std::int64_t> ints;
  std::vector<std::string_view> strings;
  std::int32_t type = 0;
  std::string_view refAttrName;
  std::shared_ptr<SparseTensorProto> sparseTensor;

  static constexpr auto fields() {
    using Of = AttributeProto;
    return std::tuple{Field{1, "name", &Of::name},
                      Field{2, "f", &Of::f},
                      Field{3, "i", &Of::i},
                      Field{4, "s", &Of::s},
                      Field{5, "t", &Of::t},
                      Field{6, "g", &Of::g},
                      Field{7, "floats", &Of::floats},
                      Field{8, "ints", &Of::ints},
                      Field{9, "strings", &Of::strings},
                      Field{20, "type", &Of::type},
                      Field{21, "refAttrName", &Of::refAttrName},
                      Field{22, "sparseTensor", &Of::sparseTensor}};
  }
};

struct NodeProto {
  std::vector<std::string_view> input, output;
  std::string_view name, opType;
  std::vector<AttributeProto> attribute;
  std::string_view domain, overload;

  static constexpr auto fields() {
    using Of = NodeProto;
    return std::tuple{Field{1, "input", &Of::input},         Field{2, "output", &Of::output},
                      Field{3, "name", &Of::name},           Field{4, "opType", &Of::opType},
                      Field{5, "attribute", &Of::attribute}, Field{7, "domain", &Of::domain},
                      Field{8, "overload", &Of::overload}};
  }
};

struct DimensionProto {
  std::optional<std::int64_t> dimValue;
  std::string_view dimParam;

  static constexpr auto fields() {
    using Of = DimensionProto;
    return std::tuple{Field{1, "dimValue", &Of::dimValue}, Field{2, "dimParam", &Of::dimParam}};
  }
};

struct TensorShapeProto {
  std::vector<DimensionProto> dim;

  static constexpr auto fields() { return std::tuple{Field{1, "dim", &TensorShapeProto::dim}}; }
};

struct TensorTypeProto {
  std::int32_t elemType = 0;
  std::optional<TensorShapeProto> shape;

  static constexpr auto fields() {
    using Of = TensorTypeProto;
    return std::tuple{Field{1, "elemType", &Of::elemType}, Field{2, "shape", &Of::shape}};
  }
};

// Sequences contain tensors, and optional values contain either: ONNX's operators support no other
// types.
struct TensorElementProto {
  std::optional<TensorTypeProto> tensorType;

  static constexpr auto fields() {
    return std::tuple{Field{1, "tensorType", &TensorElementProto::tensorType}};
  }
};

struct SequenceTypeProto {
  TensorElementProto elemType;

  static constexpr auto fields() {
    return std::tuple{Field{1, "elemType", &SequenceTypeProto::elemType}};
  }
};

struct HeldTypeProto {
  std::optional<TensorTypeProto> tensorType;
  std::optional<SequenceTypeProto> sequenceType;

  static constexpr auto fields() {
    using Of = HeldTypeProto;
    return std::tuple{Field{1, "tensorType", &Of::tensorType},
                      Field{4, "sequenceType", &Of::sequenceType}};
  }
};

struct OptionalTypeProto {
  std::optional<HeldTypeProto> elemType;

  static constexpr auto fields() {
    return std::tuple{Field{1, "elemType", &OptionalTypeProto::elemType}};
  }
};

struct TypeProto : HeldTypeProto {
  std::optional<OptionalTypeProto> optionalType;

  static constexpr auto fields() {
    return std::tuple_cat(HeldTypeProto::fields(),
                          std::tuple{Field{9, "optionalType", &TypeProto::optionalType}});
  }
};

struct ValueInfoProto {
  std::string_view name;
  std::optional<TypeProto> type;

  static constexpr auto fields() {
    using Of = ValueInfoProto;
    return std::tuple{Field{1, "name", &Of::name}, Field{2, "type", &Of::type}};
  }
};

struct GraphProto {
  std::vector<NodeProto> node;
  std::vector<TensorProto> initializer;
  std::vector<ValueInfoProto> input, output, valueInfo;
  std::vector<SparseTensorProto> sparseInitializer;

  static constexpr auto fields() {
    using Of = GraphProto;
    return std::tuple{Field{1, "node", &Of::node},
                      Field{5, "initializer", &Of::initializer},
                      Field{11, "input", &Of::input},
                      Field{12, "output", &Of::output},
                      Field{13, "valueInfo", &Of::valueInfo},
                      Field{15, "sparseInitializer", &Of::sparseInitializer}};
  }
};

struct OperatorSetIdProto {
  std::string_view domain;
  std::int64_t version = 0;

  static constexpr auto fields() {
    using Of = OperatorSetIdProto;
    return std::tuple{Field{1, "domain", &Of::domain}, Field{2, "version", &Of::version}};
  }
};

struct FunctionProto {
  std::string_view name;
  std::vector<std::string_view> input, output;
  std::vector<NodeProto> node;
  std::vector<OperatorSetIdProto> opsetImport;
  std::string_view domain;
  std::vector<AttributeProto> attributeProto;
  std::string_view overload;

  static constexpr auto fields() {
    using Of = FunctionProto;
    return std::tuple{Field{1, "name", &Of::name},
                      Field{4, "input", &Of::input},
                      Field{5, "output", &Of::output},
                      Field{7, "node", &Of::node},
                      Field{9, "opsetImport", &Of::opsetImport},
                      Field{10, "domain", &Of::domain},
                      Field{11, "attributeProto", &Of::attributeProto},
                      Field{13, "overload", &Of::overload}};
  }
};

struct ModelProto {
  std::int64_t irVersion = 0;
  std::optional<GraphProto> graph;
  std::vector<OperatorSetIdProto> opsetImport;
  std::vector<FunctionProto> functions;

  static constexpr auto fields() {
    using Of = ModelProto;
    return std::tuple{Field{1, "irVersion", &Of::irVersion}, Field{7, "graph", &Of::graph},
                      Field{8, "opsetImport", &Of::opsetImport},
                      Field{25, "functions", &Of::functions}};
  }
};

}  // namespace simdcast::model
