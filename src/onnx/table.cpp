// All operators, by domain and name.
#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <tuple>

#include "../operators/operator.hpp"
#include "engine_operators.hpp"
#include "engine_versions.hpp"
#include "listing.hpp"
#include "operator.hpp"

namespace simdcast::onnx {
namespace {

constexpr NameTable<Domain> kDomains({
    {Domain::onnx, ""},
    {Domain::ml, "ai.onnx.ml"},
    {Domain::microsoft, "com.microsoft"},
    {Domain::training, "ai.onnx.preview.training"},
});

// A row, whose versions are parsed when they are first used: all rows together would take long, and
// more memory than is sure to be free.
class Entry {
 public:
  explicit Entry(const Row& row, bool onlyInModels = false)
      : row_(&row), onlyInModels_(onlyInModels) {}
  // With other versions than those of the row.
  Entry(const Row& row, std::vector<Version> versions)
      : row_(&row), versions_(new std::vector<Version>(std::move(versions))) {}
  ~Entry() { delete versions_.load(); }
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;

  [[nodiscard]] const Row& row() const noexcept { return *row_; }
  [[nodiscard]] bool onlyInModels() const noexcept { return onlyInModels_; }
  // Any thread may call it.
  [[nodiscard]] std::span<const Version> versions() const {
    const std::vector<Version>* known = versions_.load(std::memory_order_acquire);
    if (known != nullptr) return *known;
    auto parsed = std::make_unique<const std::vector<Version>>(parseSchema(row_->schema.text));
    if (!versions_.compare_exchange_strong(known, parsed.get(), std::memory_order_acq_rel))
      return *known;
    return *parsed.release();
  }
  [[nodiscard]] int newest() const {
    const std::vector<Version>* known = versions_.load(std::memory_order_acquire);
    return (known != nullptr ? *known : parseSchema(row_->schema.text)).back().since;
  }

 private:
  const Row* row_;
  bool onlyInModels_ = false;
  mutable std::atomic<const std::vector<Version>*> versions_ = nullptr;
};

// The last version at or before an opset.
Bound boundAt(const Entry& entry, int opset) {
  const std::span<const Version> all = entry.versions();
  const auto later =
      std::ranges::find_if(all, [&](const Version& version) { return version.since > opset; });
  if (later == all.begin()) return {};
  return {&entry.row(), &*std::prev(later), {later, all.end()}};
}

// The engine checks the versions of its own operators.
bool existsAt(const Row& row, int opset) {
  if (!isOfEngine(row)) return true;
  const std::optional<OpId> op = findOperator(row.name);
  return op && findVersion(*op, opset) != nullptr;
}

class Table {
 public:
  Table() {
    using namespace rows;
    for (const std::span<const Row> rows :
         {kActivations,  kAttention,   kBatchNormalization, kBranching, kCasts,    kConstants,
          kConvolutions, kEinsum,      kExperimental,       kGathers,   kIndexing, kLosses,
          kMovement,     kNGrams,      kNormalizations,     kPadding,   kPooling,  kQuantization,
          kRandom,       kRecurrences, kReductions,         kReshapes,  kSampling, kSelection,
          kSpectra,      kTexts})
      add(Domain::onnx, rows);
    add(Domain::onnx, engineRows([&](std::string_view name) { return has(Domain::onnx, name); }));
    for (const std::span<const Row> rows : {kMicrosoftInOwnDomain, kSequences})
      addOfModels(Domain::onnx, rows);
    add(Domain::ml, kLearning);
    for (const std::span<const Row> rows : {kMicrosoft, kMicrosoftAttention, kMicrosoftQuantized})
      add(Domain::microsoft, rows);
    for (const std::string_view name : {"Trilu", "GridSample"}) addFirstOf(name);
    add(Domain::training, kOptimizers);
  }

  [[nodiscard]] Bound find(Domain domain, std::string_view name, int opset) const {
    const auto [first, last] = of(domain).equal_range(name);
    for (auto each = first; each != last; ++each) {
      const Bound bound = boundAt(each->second, opset);
      if (bound.row != nullptr && existsAt(*bound.row, opset)) return bound;
    }
    return {};
  }

  [[nodiscard]] int newest(Domain domain) const {
    int newest = 0;
    for (const auto& [name, entry] : of(domain)) newest = std::max(newest, entry.newest());
    return newest;
  }

  [[nodiscard]] std::vector<std::string_view> names(Domain domain, bool inModels) const {
    std::vector<std::string_view> names;
    for (const std::string_view name : names_[static_cast<std::size_t>(domain)]) {
      const auto [first, last] = of(domain).equal_range(name);
      const bool isCalled =
          std::any_of(first, last, [](const auto& each) { return !each.second.onlyInModels(); });
      if (inModels || isCalled) names.push_back(name);
    }
    return names;
  }

  [[nodiscard]] std::vector<ListedVersion> versions(Domain domain, std::string_view name) const {
    std::vector<ListedVersion> listed;
    const auto append = [&](std::span<const Version> versions, bool onlyInModels) {
      for (const Version& version : versions) listed.push_back({version, onlyInModels});
    };
    const auto [first, last] = of(domain).equal_range(name);
    for (auto each = first; each != last; ++each) {
      const Entry& entry = each->second;
      if (isOfEngine(entry.row()))
        append(engineVersions(name), entry.onlyInModels());
      else
        append(entry.versions(), entry.onlyInModels());
    }
    if (domain == Domain::onnx && first == last) append(engineVersions(name), false);
    return listed;
  }

 private:
  // Those of one name in the order in which they are tried.
  using Entries = std::multimap<std::string_view, Entry>;

  [[nodiscard]] Entries& of(Domain domain) { return domains_[static_cast<std::size_t>(domain)]; }
  [[nodiscard]] const Entries& of(Domain domain) const {
    return domains_[static_cast<std::size_t>(domain)];
  }
  [[nodiscard]] bool has(Domain domain, std::string_view name) const {
    return of(domain).contains(name);
  }

  void add(Domain domain, std::span<const Row> rows) {
    for (const Row& row : rows) insert(domain, row.name, row);
  }
  void addOfModels(Domain domain, std::span<const Row> rows) {
    for (const Row& row : rows) insert(domain, row.name, row, true);
  }
  template <class... Parts>
  void insert(Domain domain, std::string_view name, Parts&&... entry) {
    if (!has(domain, name)) names_[static_cast<std::size_t>(domain)].push_back(name);
    of(domain).emplace(std::piecewise_construct, std::forward_as_tuple(name),
                       std::forward_as_tuple(std::forward<Parts>(entry)...));
  }

  // Adds the first version of an operator of ONNX's to Microsoft's, since opset 1.
  void addFirstOf(std::string_view name) {
    const auto own = of(Domain::onnx).find(name);
    if (own == of(Domain::onnx).end()) return;
    Version first = own->second.versions().front();
    first.since = 1;
    insert(Domain::microsoft, name, own->second.row(), std::vector{first});
  }

  std::array<Entries, kCountOf<Domain>> domains_;
  std::array<std::vector<std::string_view>, kCountOf<Domain>> names_;  // in the order of the rows
};

const Table& table() {
  static const Table made;
  return made;
}

}  // namespace

std::optional<Domain> findDomain(std::string_view name) noexcept { return kDomains.find(name); }

Bound findRow(Domain domain, std::string_view name, int opset) {
  return table().find(domain, name, opset);
}

int newestOpset(Domain domain) { return table().newest(domain); }

std::vector<std::string_view> operatorNames(Domain domain, bool inModels) {
  return table().names(domain, inModels);
}

std::vector<ListedVersion> listVersions(Domain domain, std::string_view name) {
  return table().versions(domain, name);
}

}  // namespace simdcast::onnx
