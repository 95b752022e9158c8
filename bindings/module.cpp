// The engine's interface for JavaScript: names only. web/wasm/native.ts declares the same for
// TypeScript, and a check compares the two.
#include "../src/kernels/kernel.hpp"
#include "common.hpp"

using namespace emscripten;
using namespace simdcast;
using namespace simdcast::bindings;

EMSCRIPTEN_BINDINGS(engine) {
  registerNames([](OpId op) { return describe(op).name; });
  registerMemory();
  registerAlignments();
  registerRequest()
      .function("task", &remote::task)
      .function("kernelTask", &remote::kernelTask)
      .function("refusal", &remote::refusalOf);
}

EMSCRIPTEN_BINDINGS(tasks) {
  using namespace layers;
  registerTask()
      .class_function("copy", &layerOf<Copy>)
      .class_function("gather", &layerOf<Gather>)
      .class_function("reduce", &layerOf<Reduce>)
      .class_function("argMax", &layerOf<ArgMax>)
      .class_function("softmax", &layerOf<Softmax>)
      .class_function("layerNormalization", &layerOf<LayerNormalization>)
      .class_function("range", &layerOf<Range>)
      .class_function("convolution", &layerOf<Convolution>)
      .class_function("pool", &layerOf<Pool>)
      .class_function("cumulativeSum", &layerOf<CumulativeSum>)
      .class_function("scatter", &layerOf<Scatter>)
      .class_function("topK", &layerOf<TopK>)
      .class_function("trees", &layerOf<Trees>)
      .class_function("recurrence", &layerOf<Recurrence>)
      .class_function("packedProduct", &layerOf<PackedProduct>)
      .class_function("blockProduct", &layerOf<BlockProduct>)
      .class_function("integerProduct", &layerOf<IntegerProduct>)
      .class_function("dynamicQuantization", &layerOf<DynamicQuantization>)
      .class_function("fourierTable", &layerOf<FourierTable>)
      .class_function("fourier", &layerOf<Fourier>)
      .class_function("sample", &layerOf<Sample>)
      .class_function("regionAlign", &layerOf<RegionAlign>)
      .class_function("deformedWindows", &layerOf<DeformedWindows>)
      .class_function("updateRows", &layerOf<UpdateRows>)
      .class_function("reverseSequence", &layerOf<ReverseSequence>)
      .class_function("unpool", &layerOf<Unpool>)
      .class_function("col2Im", &layerOf<Col2Im>)
      .class_function("nonZero", &layerOf<NonZero>)
      .class_function("unique", &layerOf<Unique>)
      .class_function("nonMaxSuppression", &layerOf<NonMaxSuppression>)
      .function("packedBytes", &remote::packedBytes)
      .function("pack", &remote::pack)
      .function("unpack", &remote::unpack)
      .function("runThen", &remote::runThen)
      .function("repeats", &remote::repeats)
      .function("useKernel", &remote::useKernel)
      .function("state", &remote::stateOf);
  // For kernels that are compiled at run time: the function that they call, and an Input of
  // kernel.hpp.
  function("computeFunction", &remote::computeFunction);
  function("useMicroKernels", &remote::useMicroKernels);
  constant("inputBytes", static_cast<int>(sizeof(Input)));
  constant("inputStride", static_cast<int>(offsetof(Input, stride)));
}

EMSCRIPTEN_BINDINGS(layers) {
  using namespace layers;
  registerEnum<layers::Reduction>("Reduction",
                                  [](layers::Reduction reduction) { return name(reduction); });
  registerEnum<layers::Cell>("Cell", [](layers::Cell cell) { return name(cell); });
  registerEnum<layers::ActivationId>("Activation",
                                     [](layers::ActivationId id) { return name(id); });
  registerEnum<layers::Interpolation>(
      "Interpolation", [](layers::Interpolation interpolation) { return name(interpolation); });
  registerEnum<layers::Padding>("Padding", [](layers::Padding padding) { return name(padding); });
  Fields<Copy>("Copy")
      .member("type", &Copy::type)
      .count<&Copy::inputElements>("inputElements")
      .count<&Copy::outputElements>("outputElements")
      .count<&Copy::inputOffset>("inputOffset")
      .count<&Copy::outputOffset>("outputOffset")
      .member("axes", &Copy::axes);
  Fields<Copy::Axis>("CopyAxis")
      .count<&Copy::Axis::size>("size")
      .count<&Copy::Axis::inputStride>("inputStride")
      .count<&Copy::Axis::outputStride>("outputStride");
  Fields<Gather>("Gather")
      .member("type", &Gather::type)
      .member("indexType", &Gather::indexType)
      .count<&Gather::outer>("outer")
      .count<&Gather::size>("size")
      .count<&Gather::inner>("inner")
      .count<&Gather::indices>("indices");
  Fields<Reduce>("Reduce")
      .member("type", &Reduce::type)
      .member("reduction", &Reduce::reduction)
      .member("axes", &Reduce::axes);
  Fields<Reduce::Axis>("ReduceAxis")
      .count<&Reduce::Axis::size>("size")
      .member("reduced", &Reduce::Axis::reduced);
  Fields<ArgMax>("ArgMax")
      .member("type", &ArgMax::type)
      .count<&ArgMax::outer>("outer")
      .count<&ArgMax::size>("size")
      .count<&ArgMax::inner>("inner")
      .member("last", &ArgMax::last)
      .member("smallest", &ArgMax::smallest);
  Fields<Softmax>("Softmax")
      .member("type", &Softmax::type)
      .count<&Softmax::outer>("outer")
      .count<&Softmax::size>("size")
      .count<&Softmax::inner>("inner")
      .member("logarithm", &Softmax::logarithm)
      .member("flush", &Softmax::flush);
  Fields<LayerNormalization>("LayerNormalization")
      .member("type", &LayerNormalization::type)
      .member("stashType", &LayerNormalization::stashType)
      .member("epsilon", &LayerNormalization::epsilon)
      .count<&LayerNormalization::rows>("rows")
      .count<&LayerNormalization::size>("size")
      .count<&LayerNormalization::scaleRows>("scaleRows")
      .count<&LayerNormalization::biasRows>("biasRows");
  Fields<Range>("Range").member("type", &Range::type).count<&Range::elements>("elements");
  Fields<WindowAxis>("WindowAxis")
      .count<&WindowAxis::input>("input")
      .count<&WindowAxis::output>("output")
      .count<&WindowAxis::kernel>("kernel")
      .count<&WindowAxis::stride>("stride")
      .count<&WindowAxis::dilation>("dilation")
      .count<&WindowAxis::pad>("pad");
  Fields<Convolution>("Convolution")
      .member("type", &Convolution::type)
      .count<&Convolution::batch>("batch")
      .count<&Convolution::groups>("groups")
      .count<&Convolution::inputChannels>("inputChannels")
      .count<&Convolution::outputChannels>("outputChannels")
      .member("axes", &Convolution::axes);
  Fields<Pool>("Pool")
      .member("type", &Pool::type)
      .member("largest", &Pool::largest)
      .member("columnMajor", &Pool::columnMajor)
      .count<&Pool::planes>("planes")
      .member("axes", &Pool::axes);
  Fields<CumulativeSum>("CumulativeSum")
      .member("type", &CumulativeSum::type)
      .count<&CumulativeSum::outer>("outer")
      .count<&CumulativeSum::size>("size")
      .count<&CumulativeSum::inner>("inner")
      .member("exclusive", &CumulativeSum::exclusive)
      .member("reverse", &CumulativeSum::reverse);
  Fields<Scatter>("Scatter")
      .member("type", &Scatter::type)
      .member("folds", &Scatter::folds)
      .member("reduction", &Scatter::reduction)
      .count<&Scatter::rows>("rows")
      .count<&Scatter::inner>("inner")
      .count<&Scatter::indices>("indices");
  Fields<TopK>("TopK")
      .member("type", &TopK::type)
      .count<&TopK::outer>("outer")
      .count<&TopK::size>("size")
      .count<&TopK::inner>("inner")
      .count<&TopK::count>("count")
      .member("smallest", &TopK::smallest);
  Fields<Trees>("Trees")
      .member("type", &Trees::type)
      .member("reduction", &Trees::reduction)
      .member("unflagged", &Trees::unflagged)
      .count<&Trees::rows>("rows")
      .count<&Trees::features>("features")
      .count<&Trees::targets>("targets")
      .count<&Trees::trees>("trees")
      .count<&Trees::nodes>("nodes")
      .count<&Trees::leaves>("leaves")
      .count<&Trees::votes>("votes")
      .address<&Trees::table>("table")
      .count<&Trees::tableBytes>("tableBytes");
  Fields<PackedProduct>("PackedProduct")
      .member("type", &PackedProduct::type)
      .count<&PackedProduct::rows>("rows")
      .count<&PackedProduct::depth>("depth")
      .count<&PackedProduct::columns>("columns")
      .member("transposed", &PackedProduct::transposed);
  Fields<Recurrence>("Recurrence")
      .member("type", &Recurrence::type)
      .member("cell", &Recurrence::cell)
      .count<&Recurrence::steps>("steps")
      .count<&Recurrence::batch>("batch")
      .count<&Recurrence::directions>("directions")
      .count<&Recurrence::hidden>("hidden")
      .member("columns", &Recurrence::columns)
      .member("reverse", &Recurrence::reverse)
      .member("linearBeforeReset", &Recurrence::linearBeforeReset)
      .member("inputForget", &Recurrence::inputForget)
      .member("clip", &Recurrence::clip)
      .member("activations", &Recurrence::activations);
  Fields<BlockProduct>("BlockProduct")
      .member("type", &BlockProduct::type)
      .count<&BlockProduct::bits>("bits")
      .count<&BlockProduct::block>("block")
      .count<&BlockProduct::rows>("rows")
      .count<&BlockProduct::depth>("depth")
      .count<&BlockProduct::columns>("columns");
  Fields<IntegerProduct>("IntegerProduct")
      .member("type", &IntegerProduct::type)
      .member("matrixType", &IntegerProduct::matrixType)
      .count<&IntegerProduct::matrices>("matrices")
      .count<&IntegerProduct::rows>("rows")
      .count<&IntegerProduct::depth>("depth")
      .count<&IntegerProduct::columns>("columns")
      .member("transposed", &IntegerProduct::transposed)
      .member("zeroOfEachRow", &IntegerProduct::zeroOfEachRow)
      .member("zeroOfEachColumn", &IntegerProduct::zeroOfEachColumn);
  Fields<DynamicQuantization>("DynamicQuantization")
      .member("type", &DynamicQuantization::type)
      .count<&DynamicQuantization::elements>("elements");
  Fields<FourierTable>("FourierTable")
      .member("type", &FourierTable::type)
      .count<&FourierTable::length>("length")
      .member("complex", &FourierTable::complex);
  Fields<Fourier>("Fourier")
      .member("type", &Fourier::type)
      .count<&Fourier::outer>("outer")
      .count<&Fourier::size>("size")
      .count<&Fourier::inner>("inner")
      .count<&Fourier::length>("length")
      .count<&Fourier::frames>("frames")
      .count<&Fourier::step>("step")
      .member("complex", &Fourier::complex)
      .member("inverse", &Fourier::inverse)
      .member("oneSided", &Fourier::oneSided);
  Fields<Sample>("Sample")
      .member("type", &Sample::type)
      .member("pointType", &Sample::pointType)
      .member("interpolation", &Sample::interpolation)
      .member("padding", &Sample::padding)
      .member("alignCorners", &Sample::alignCorners)
      .count<&Sample::batch>("batch")
      .count<&Sample::channels>("channels")
      .member("axes", &Sample::axes);
  Fields<Sample::Axis>("SampleAxis")
      .count<&Sample::Axis::size>("size")
      .count<&Sample::Axis::points>("points");
  Fields<RegionAlign>("RegionAlign")
      .member("type", &RegionAlign::type)
      .member("regionType", &RegionAlign::regionType)
      .member("largest", &RegionAlign::largest)
      .member("halfPixel", &RegionAlign::halfPixel)
      .count<&RegionAlign::batch>("batch")
      .count<&RegionAlign::channels>("channels")
      .count<&RegionAlign::height>("height")
      .count<&RegionAlign::width>("width")
      .count<&RegionAlign::regions>("regions")
      .count<&RegionAlign::rows>("rows")
      .count<&RegionAlign::columns>("columns")
      .count<&RegionAlign::samples>("samples")
      .member("scale", &RegionAlign::scale);
  Fields<DeformedWindows>("DeformedWindows")
      .member("type", &DeformedWindows::type)
      .member("offsetType", &DeformedWindows::offsetType)
      .count<&DeformedWindows::batch>("batch")
      .count<&DeformedWindows::groups>("groups")
      .count<&DeformedWindows::channels>("channels")
      .member("axes", &DeformedWindows::axes);
  Fields<UpdateRows>("UpdateRows")
      .member("type", &UpdateRows::type)
      .member("startType", &UpdateRows::startType)
      .count<&UpdateRows::outer>("outer")
      .count<&UpdateRows::middle>("middle")
      .count<&UpdateRows::kept>("kept")
      .count<&UpdateRows::count>("count")
      .count<&UpdateRows::size>("size")
      .count<&UpdateRows::inner>("inner")
      .member("circular", &UpdateRows::circular)
      .member("clears", &UpdateRows::clears);
  Fields<ReverseSequence>("ReverseSequence")
      .member("type", &ReverseSequence::type)
      .count<&ReverseSequence::batch>("batch")
      .count<&ReverseSequence::steps>("steps")
      .count<&ReverseSequence::inner>("inner")
      .member("timeMajor", &ReverseSequence::timeMajor);
  Fields<Unpool>("Unpool").member("type", &Unpool::type).member("axes", &Unpool::axes);
  Fields<Unpool::Axis>("UnpoolAxis")
      .count<&Unpool::Axis::windows>("windows")
      .count<&Unpool::Axis::size>("size")
      .count<&Unpool::Axis::inferred>("inferred")
      .count<&Unpool::Axis::kernel>("kernel")
      .count<&Unpool::Axis::stride>("stride")
      .count<&Unpool::Axis::pad>("pad");
  Fields<Col2Im>("Col2Im")
      .member("type", &Col2Im::type)
      .count<&Col2Im::planes>("planes")
      .member("axes", &Col2Im::axes);
  Fields<NonZero>("NonZero")
      .member("type", &NonZero::type)
      .member("sizes", &NonZero::sizes)
      .count<&NonZero::count>("count");
  Fields<Unique>("Unique")
      .member("type", &Unique::type)
      .count<&Unique::outer>("outer")
      .count<&Unique::size>("size")
      .count<&Unique::inner>("inner")
      .member("sorted", &Unique::sorted);
  Fields<NonMaxSuppression>("NonMaxSuppression")
      .member("type", &NonMaxSuppression::type)
      .count<&NonMaxSuppression::images>("images")
      .count<&NonMaxSuppression::classes>("classes")
      .count<&NonMaxSuppression::boxes>("boxes")
      .count<&NonMaxSuppression::limit>("limit")
      .member("centred", &NonMaxSuppression::centred)
      .member("overlap", &NonMaxSuppression::overlap)
      .member("score", &NonMaxSuppression::score);
  value_object<Activation>("RecurrenceActivation")
      .field("id", &Activation::id)
      .field("alpha", &Activation::alpha)
      .field("beta", &Activation::beta);
}
