// Sessions for JavaScript: names only.
#include <emscripten/val.h>

#include "../src/model/remote_inference.hpp"
#include "../src/model/remote_table.hpp"
#include "../src/strings/host.hpp"
#include "common.hpp"

using namespace emscripten;
using namespace simdcast;
using namespace simdcast::bindings;

namespace {

// The functions that compile and release kernels.
val& compiler() {
  static val function = val::undefined();
  return function;
}
val& releaser() {
  static val function = val::undefined();
  return function;
}

void useKernelHost(const val& compile, const val& release) {
  compiler() = compile;
  releaser() = release;
  remote::useKernelHost({
      .compile = [](const std::string& pass) { return compiler()(pass).as<int>(); },
      .release = [](int kernel) { releaser()(kernel); },
  });
}

// The functions for the rules of Unicode.
val& caseChanger() {
  static val function = val::undefined();
  return function;
}
val& propertyReader() {
  static val function = val::undefined();
  return function;
}

void useTextHost(const val& change, const val& property) {
  caseChanger() = change;
  propertyReader() = property;
  strings::useHost({
      .change =
          [](const std::string& text, strings::Case to, const std::string& locale) {
            return caseChanger()(text, to == strings::Case::upper, locale).as<std::string>();
          },
      .property =
          [](const std::string& name, std::uint32_t block) {
            return propertyReader()(name, block).as<std::string>();
          },
  });
}

std::unique_ptr<remote::ModelSession> sessionOf(remote::ModelDraft& draft, bool sharesBlocks) {
  return std::make_unique<remote::ModelSession>(draft, sharesBlocks);
}

std::unique_ptr<remote::ModelInference> inferenceOf(remote::ModelDraft& draft) {
  return std::make_unique<remote::ModelInference>(draft);
}

}  // namespace

EMSCRIPTEN_BINDINGS(operators) {
  function("operatorNames", &remote::operatorNames);
  function("operatorVersions", &remote::operatorVersions);
  value_object<remote::OperatorVersion>("OperatorVersion")
      .field("since", &remote::OperatorVersion::since)
      .field("least", &remote::OperatorVersion::least)
      .field("most", &remote::OperatorVersion::most)
      .field("outputs", &remote::OperatorVersion::outputs)
      .field("types", &remote::OperatorVersion::types)
      .field("makes", &remote::OperatorVersion::makes)
      .field("attributes", &remote::OperatorVersion::attributes)
      .field("kinds", &remote::OperatorVersion::kinds)
      .field("onlyInModels", &remote::OperatorVersion::onlyInModels);
}

EMSCRIPTEN_BINDINGS(models) {
  function("hasOperator", &remote::hasOperator);
  function("useKernelHost", &useKernelHost);
  function("clearShared", &remote::clearShared);
  function("useTextHost", &useTextHost);
  class_<remote::ModelDraft>("ModelDraft")
      .constructor<>()
      .function("node", &remote::ModelDraft::node)
      .function("nodeInput", &remote::ModelDraft::nodeInput)
      .function("nodeOutput", &remote::ModelDraft::nodeOutput)
      .function("lends", &remote::ModelDraft::lends)
      .function("integer", &remote::ModelDraft::integer)
      .function("real", &remote::ModelDraft::real)
      .function("text", &remote::ModelDraft::text)
      .function("integers", &remote::ModelDraft::integers)
      .function("reals", &remote::ModelDraft::reals)
      .function("texts", &remote::ModelDraft::texts)
      .function("addText", &remote::ModelDraft::addText)
      .function("tensor", &remote::ModelDraft::tensor)
      .function("stringTensor", &remote::ModelDraft::stringTensor)
      .function("other", &remote::ModelDraft::other)
      .function("openGraph", &remote::ModelDraft::openGraph)
      .function("closeGraph", &remote::ModelDraft::closeGraph)
      .function("graphInput", &remote::ModelDraft::input)
      .function("optionalInput", &remote::ModelDraft::optionalInput)
      .function("graphOutput", &remote::ModelDraft::output)
      .function("declared", &remote::ModelDraft::declared)
      .function("captured", &remote::ModelDraft::captured)
      .function("initializer", &remote::ModelDraft::initializer)
      .function("weak", &remote::ModelDraft::weak)
      .function("isShort", &remote::ModelDraft::isShort)
      .function("stringInitializer", &remote::ModelDraft::stringInitializer)
      .function("session", &sessionOf)
      .function("inference", &inferenceOf);
  value_object<remote::FaultReport>("NodeFault")
      .field("code", &remote::FaultReport::code)
      .field("text", &remote::FaultReport::text)
      .field("node", &remote::FaultReport::node)
      .field("types", &remote::FaultReport::types)
      .field("ofEngine", &remote::FaultReport::ofEngine);
  class_<remote::ModelSession>("ModelSession")
      .function("failed", &remote::ModelSession::failed)
      .function("fault", &remote::ModelSession::fault)
      .function("conflict", &remote::ModelSession::conflict)
      .function("begin", &remote::ModelSession::begin)
      .function("inPlace", &remote::ModelSession::inPlace)
      .function("isElementwise", &remote::ModelSession::isElementwise)
      .function("finish", &remote::ModelSession::finish)
      .function("give", &remote::ModelSession::give)
      .function("prepare", &remote::ModelSession::prepare)
      .function("results", &remote::ModelSession::results)
      .function("grownFrom", &remote::ModelSession::grownFrom)
      .function("outputs", &remote::ModelSession::outputs)
      .function("bytes", &remote::ModelSession::bytes)
      .function("clear", &remote::ModelSession::clear);
  class_<remote::ModelInference>("ModelInference")
      .function("failed", &remote::ModelInference::failed)
      .function("find", &remote::ModelInference::find)
      .function("supports", &remote::ModelInference::supports)
      .function("world", &remote::ModelInference::world);
  class_<remote::ModelWorld>("ModelWorld")
      .function("declare", &remote::ModelWorld::declare)
      .function("forget", &remote::ModelWorld::forget)
      .function("describe", &remote::ModelWorld::describe)
      .function("lower", &remote::ModelWorld::lower)
      .function("lowerWith", &remote::ModelWorld::lowerWith)
      .function("attempt", &remote::ModelWorld::attempt)
      .function("attempted", &remote::ModelWorld::attempted)
      .function("fault", &remote::ModelWorld::fault);
}
