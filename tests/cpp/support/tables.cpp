#include "tables.hpp"

#include <catch2/catch_test_macros.hpp>
#include <utility>

namespace simdcast::test {
namespace {

class Invoker : public Catch::ITestInvoker {
 public:
  explicit Invoker(std::function<void()> check) : check_(std::move(check)) {}
  void invoke() const override { check_(); }

 private:
  std::function<void()> check_;
};

}  // namespace

void registerTest(const std::string& name, const std::string& tags, std::function<void()> check) {
  const Catch::AutoReg registered(Catch::Detail::make_unique<Invoker>(std::move(check)),
                                  Catch::SourceLineInfo(__FILE__, __LINE__), Catch::StringRef(),
                                  Catch::NameAndTags(name, tags));
}

}  // namespace simdcast::test
