#include "model_faults.hpp"

#include "../base/enum_table.hpp"

namespace simdcast::faults::model {
namespace {

constexpr std::size_t kMostListed = 12;

std::string listed(const Names& names) {
  if (names.size() <= kMostListed) return text::joined(names, ", ");
  const Names first(names.begin(), names.begin() + kMostListed);
  return say("{} and {} more", {text::joined(first, ", "), names.size() - kMostListed});
}

Fault invalidGraph(std::string_view pattern, std::initializer_list<Said> values) {
  return {"invalid_graph", say(pattern, values)};
}
Fault invalidModel(std::string_view pattern, std::initializer_list<Said> values) {
  return {"invalid_model", say(pattern, values)};
}
Fault invalidNode(std::string_view pattern, std::initializer_list<Said> values) {
  return {"invalid_node", say(pattern, values)};
}
Fault invalidTensor(std::string_view pattern, std::initializer_list<Said> values) {
  return {"invalid_tensor", say(pattern, values)};
}

constexpr std::string_view kNotModel = "The bytes are not an ONNX model: {}.";

// The reasons, and how to mend it. A {} is the start of the text.
constexpr NameTable<FileFormat> kFormats({
    {FileFormat::empty, "the file is empty. Check that it was downloaded or written completely"},
    {FileFormat::lfs,
     "they are a Git LFS pointer instead of the file. Fetch the file with git lfs pull, or "
     "download it from the address of the raw file"},
    {FileFormat::html,
     "they are an HTML page that begins with {}, often the response to a wrong address. Check the "
     "address of the model"},
    {FileFormat::xml,
     "they are XML that begins with {}, often an error of the server or a model of OpenVINO. Check "
     "the address, or export the model to ONNX"},
    {FileFormat::torchZip,
     "they are a PyTorch file (a zip archive with a pickle). Export the model with "
     "torch.onnx.export"},
    {FileFormat::npz, "they are NumPy arrays (.npz), not a model. Pass the .onnx file"},
    {FileFormat::kerasZip, "they are a Keras model (.keras). Convert it to ONNX with tf2onnx"},
    {FileFormat::coreMl, "they are a Core ML model. Export the model to ONNX"},
    {FileFormat::zip, "they are a zip archive. Unpack it, and pass the .onnx file in it"},
    {FileFormat::gzip,
     "they are compressed with gzip. Decompress them, or serve them with the header "
     "Content-Encoding: gzip"},
    {FileFormat::zstd, "they are compressed with Zstandard. Decompress them"},
    {FileFormat::compressed,
     "they are a compressed archive. Unpack it, and pass the .onnx file in it"},
    {FileFormat::tar, "they are a tar archive. Unpack it, and pass the .onnx file in it"},
    {FileFormat::ort,
     "they are a model in onnxruntime's own format (.ort). Pass the .onnx file that it was "
     "converted from"},
    {FileFormat::tflite,
     "they are a TensorFlow Lite model (.tflite). Convert it to ONNX with python -m "
     "tf2onnx.convert --tflite"},
    {FileFormat::gguf,
     "they are weights for llama.cpp (GGUF or GGML). Export the original model to ONNX, for "
     "example with Optimum"},
    {FileFormat::h5,
     "they are an HDF5 file, often a Keras model (.h5). Convert it to ONNX with tf2onnx"},
    {FileFormat::npy, "they are a NumPy array (.npy), not a model. Pass the .onnx file"},
    {FileFormat::safetensors,
     "they are weights in the safetensors format, without a graph. Export the model to ONNX, for "
     "example with Optimum"},
    {FileFormat::pickle,
     "they are a Python pickle, often a PyTorch or scikit-learn model. Export the model with "
     "torch.onnx.export or skl2onnx"},
    {FileFormat::wasm, "they are a WebAssembly module. Pass the .onnx file"},
    {FileFormat::ncnn,
     "they are the graph of an ncnn model (.param). Pass the .onnx file that it was converted "
     "from"},
    {FileFormat::picture, "they are an image. Pass the .onnx file"},
    {FileFormat::pdf, "they are a PDF document. Pass the .onnx file"},
    {FileFormat::json,
     "they are JSON that begins with {}, often an error of a server or a model of TensorFlow.js. "
     "Check the address, or convert the model to ONNX"},
    {FileFormat::utf16,
     "they are text in UTF-16. Check that the file was not written or downloaded as text"},
    {FileFormat::text, "they are text that begins with {}. Check the address of the model"},
});

constexpr NameTable<Defect> kDefects({
    {Defect::none, ""},
    {Defect::cutOff, "they end too early"},
    {Defect::longInteger, "an integer has more than 10 bytes"},
    {Defect::tag, "a field has no valid number or type"},
    {Defect::group, "a group of fields is not closed"},
    {Defect::depth, "groups of fields are nested too deeply"},
    {Defect::wireType, "the field {} has wire type {}"},
});

void appendUtf8(std::string& out, unsigned char character) {
  if (character < 0x80) {
    out += static_cast<char>(character);
    return;
  }
  out += static_cast<char>(0xC0 | character >> 6);
  out += static_cast<char>(0x80 | (character & 0x3F));
}

// A string of JSON, of bytes that are each a character.
std::string quoted(std::string_view text) {
  constexpr std::string_view kEscaped = "\"\\\b\f\n\r\t";
  constexpr std::string_view kLetters = "\"\\bfnrt";
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out = "\"";
  for (const char one : text) {
    const auto character = static_cast<unsigned char>(one);
    if (const std::size_t at = kEscaped.find(one); at != std::string_view::npos) {
      out += '\\';
      out += kLetters[at];
    } else if (character < 0x20) {
      out += "\\u00";
      out += kDigits[character >> 4];
      out += kDigits[character & 15];
    } else {
      appendUtf8(out, character);
    }
  }
  return out + '"';
}

}  // namespace

// -- files

std::string reason(FileFormat format, std::string_view start) {
  const std::string_view pattern = kFormats[format].name;
  return pattern.find("{}") == std::string_view::npos ? std::string(pattern)
                                                      : say(pattern, {quoted(start)});
}

std::string reason(Defect defect, std::string_view field, int wireType) {
  const std::string_view pattern = kDefects[defect].name;
  return defect == Defect::wireType ? say(pattern, {field, wireType}) : std::string(pattern);
}

Fault protobuf(std::string_view reason) { return {"invalid_protobuf", say(kNotModel, {reason})}; }
Fault noGraph(std::string_view reason) { return invalidModel(kNotModel, {reason}); }
std::string noGraphReason() { return "they contain no graph"; }

Fault opset(Count version, int newest) {
  return {"unknown_opset", say("The model imports opset {}, but simdcast supports opsets 1 to {}.",
                               {version, newest})};
}

Fault outputUnknown(std::string_view name, const Names& outputs) {
  return {"invalid_option", say("The option outputs lists '{}', which is not an output of the "
                                "model. Its outputs are {}.",
                                {name, listed(outputs)})};
}

// -- values

Fault duplicate(std::string_view name) {
  return invalidGraph("Names of values must be unique, but two values of the graph are named '{}'.",
                      {name});
}
Fault unnamed(std::string_view what) { return invalidGraph("{} has no name.", {what}); }
Fault missing(std::string_view label, std::string_view name) {
  return invalidGraph("{} reads '{}', which no node produces.", {label, name});
}
Fault noOutput(std::string_view name) {
  return invalidGraph("No node produces the graph output '{}'.", {name});
}
Fault outputs() { return invalidGraph("The graph must have at least one output.", {}); }
Fault cycle(const Names& labels) {
  return {"cyclic_graph", say("These nodes form a cycle: {}.", {listed(labels)})};
}
Fault branch(std::string_view label, std::string_view name) {
  return invalidGraph("The attribute '{}' of {} must be a graph, nested at most 32 deep.",
                      {name, label});
}
Fault valueType(std::string_view name) {
  return {"unsupported_type",
          say("'{}' must be a dense tensor, a sequence of dense tensors or an optional. Maps and "
              "sparse tensors are not supported here.",
              {name})};
}
Fault valueElement(std::string_view name, Count type) {
  return {"unsupported_type",
          say("'{}' has ONNX's element type {}, which is not supported.", {name, type})};
}
Fault declaredRank(std::string_view name, Count rank, int highest) {
  return invalidModel("'{}' must have at most {} axes, but has {}.", {name, highest, rank});
}
Fault dimension(std::string_view name, Count size) {
  return invalidModel("'{}' has an axis of size {}.", {name, size});
}

// -- tensors

Fault tensorType(std::string_view name, Count type) {
  return {"unsupported_type",
          say("The tensor '{}' has ONNX's element type {}, which is not supported.", {name, type})};
}
Fault tensorDims(std::string_view name, const Shown& dims) {
  return invalidTensor("The tensor '{}' has invalid sizes: {}.", {name, dims});
}
Fault tensorData(std::string_view name, const Shown& dims, Count needed, Count gotEighths) {
  return invalidTensor("The tensor '{}' {} requires {} {} of data, but has {}.",
                       {name, dims, needed, needed == 1 ? "element" : "elements",
                        static_cast<double>(gotEighths) / 8});
}
Fault tensorText(std::string_view name) {
  return invalidTensor("A string of the tensor '{}' is not UTF-8.", {name});
}
Fault tensorRank(std::string_view name, Count rank, int highest) {
  return invalidTensor("The result of '{}' must have at most {} axes, but would have {}.",
                       {name, highest, rank});
}
Fault segment(std::string_view name) {
  return invalidTensor("The tensor '{}' is one segment of several, which is not supported.",
                       {name});
}
Fault sparseTexts(std::string_view name) {
  return {"unsupported_type",
          say("The sparse tensor '{}' holds strings, which is not supported.", {name})};
}
Fault sparseIndices(std::string_view name, const Shown& dims, Count count) {
  return invalidTensor(
      "The sparse tensor '{}' {} requires an int64 index within its shape for each of its {} "
      "values.",
      {name, dims, count});
}
Fault external(std::string_view name) {
  return {"external_data", say("The data of the tensor '{}' must be in the model: only "
                               "initializers may use external files.",
                               {name})};
}
Fault externalMissing(std::string_view name, std::string_view file) {
  return {"external_data", say("The data of the tensor '{}' is in the file '{}'. Pass it as "
                               "externalData: { '{}': source }.",
                               {name, file, file})};
}
Fault externalEntry(std::string_view name, std::string_view file) {
  return invalidTensor(
      "The external data of '{}' has an invalid offset or length in the file '{}'.", {name, file});
}
Fault externalShort(std::string_view name, std::string_view file, Count needed, Count got) {
  return {"external_data",
          say("The tensor '{}' extends to byte {} of the file '{}', which has only {}.",
              {name, needed, file, got})};
}
Fault outOfMemory() { return {"out_of_memory", {}}; }

// -- attributes

Fault attributeTwice(std::string_view label, std::string_view name) {
  return {"invalid_attribute", say("{} has the attribute '{}' twice.", {label, name})};
}
Fault reference(std::string_view label, std::string_view name) {
  return {"invalid_attribute",
          say("{} refers to the attribute '{}' of a function, but is not in a function.",
              {label, name})};
}

// -- functions

Fault functionTwice(std::string_view function) {
  return invalidModel(
      "Names of functions must be unique, but two functions of the model are named {}.",
      {function});
}
Fault functionCycle(std::string_view function) {
  return invalidModel("The function {} calls itself.", {function});
}
Fault functionCount() {
  return invalidModel("The functions of the model expand to too many nodes.", {});
}
Fault functionInputs(std::string_view label, std::size_t got, std::size_t most) {
  return invalidNode("{} must have at most {} inputs, those of its function, but has {}.",
                     {label, most, got});
}
Fault functionOutputs(std::string_view label, std::size_t got, std::size_t most) {
  return invalidNode("{} must have at most {} outputs, those of its function, but has {}.",
                     {label, most, got});
}
Fault functionOutput(std::string_view name, std::string_view output) {
  return invalidNode("The function {} does not produce its output '{}'.", {name, output});
}

}  // namespace simdcast::faults::model
