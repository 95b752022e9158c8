// TfIdfVectorizer: n-grams of integers or strings, counted and weighted.
#include <map>
#include <memory>
#include <set>

#include "../base/rounding.hpp"
#include "text_casts.hpp"
#include "texts.hpp"

namespace simdcast::onnx {
namespace {

// Integers, or handles of strings.
using Words = std::vector<Count>;

enum class Weighting : std::uint8_t { tf, idf, tfIdf };

// The n-grams that are counted, and their columns in the result.
struct Grams {
  Weighting mode{};
  Count skips = 0;                // at most, between two words
  std::map<Words, int> pool;      // the position of each n-gram: the last, if it occurs twice
  std::set<std::size_t> lengths;  // of the n-grams that are counted
  Dims columns;                   // of each position
  std::vector<float> weights;     // of the first positions; those of the others are 1

  [[nodiscard]] float weightAt(int position) const {
    const std::size_t at = size(position);
    return at < weights.size() ? weights[at] : 1;
  }
};

// Calls `take` with the first word of each n-gram of a length, in the order of the pool: those of
// one word, then those of two, and so on.
template <class Take>
void forEachInPool(const Dims& starts, Count words, const Take& take) {
  for (int i = 0; i < starts.size(); ++i) {
    const Count end = i + 1 < starts.size() ? starts[i + 1] : words;
    for (Count first = starts[i]; first + i < end; first += i + 1) take(first, Count{i} + 1);
  }
}

bool areAscending(const Dims& starts, Count words) {
  Count before = 0;
  for (const Count start : graph::joined({starts, {words}})) {
    if (start < before) return false;
    before = start;
  }
  return true;
}

// The words of the pool; with strings, integers are words too.
std::vector<Count> wordsOf(Call& call, bool isText) {
  std::vector<Count> words;
  if (const auto texts = call.texts("pool_strings")) {
    for (const std::string& text : *texts) words.push_back(handleOf(call, text));
    return words;
  }
  for (const Count word : call.integers("pool_int64s").value_or(Dims()))
    words.push_back(isText ? Count{handleOf(call, std::to_string(word))} : word);
  return words;
}

Grams gramsOf(Call& call, bool isText) {
  const Count most = call.neededInteger("max_gram_length");
  const Count least = call.neededInteger("min_gram_length");
  const Count skips = call.neededInteger("max_skip_count");
  if (!call.hasAttribute("mode")) call.fail(faults::attributeMissing(call.label(), "mode"));
  Grams grams{.mode = static_cast<Weighting>(call.word("mode", {"TF", "IDF", "TFIDF"})),
              .skips = skips,
              .columns = call.neededIntegers("ngram_indexes"),
              .weights = call.reals("weights").value_or(std::vector<float>())};
  const std::vector<Count> words = wordsOf(call, isText);
  const Count count = std::ssize(words);
  const Dims starts = call.neededIntegers("ngram_counts");
  if (call.failed()) return {};
  if (!areAscending(starts, count))
    return call.fail(faults::lengths(call.label(), "the pool and ngram_counts"));
  int position = 0;
  forEachInPool(starts, count, [&](Count first, Count length) {
    const Count* from = words.data() + first;
    grams.pool[Words(from, from + length)] = position++;
    if (least <= length && length <= most) grams.lengths.insert(size(length));
  });
  const bool fits = least >= 1 && most >= least && skips >= 0 &&
                    size(grams.columns.size()) == grams.pool.size() &&
                    std::ranges::all_of(grams.columns, [](Count column) { return column >= 0; });
  if (!fits) return call.fail(faults::lengths(call.label(), "the pool and ngram_indexes"));
  return grams;
}

// Counts n-grams of words at equal distances in the columns of the pool's n-grams.
template <class Word>
void countGrams(std::span<float> row, std::span<const Word> words, const Grams& grams) {
  Words gram;
  for (const std::size_t length : grams.lengths) {
    // A single word skips none.
    const Count skips = length == 1 ? 0 : grams.skips;
    for (std::size_t step = 1; static_cast<Count>(step) - 1 <= skips; ++step) {
      const std::size_t reach = (length - 1) * step;
      if (reach >= words.size()) break;
      for (std::size_t first = 0; first + reach < words.size(); ++first) {
        gram.clear();
        for (std::size_t i = 0; i < length; ++i) gram.push_back(words[first + i * step]);
        const auto found = grams.pool.find(gram);
        if (found != grams.pool.end() && found->second < grams.columns.size())
          ++row[size(grams.columns[found->second])];
      }
    }
  }
}

void weigh(std::span<float> row, const Grams& grams) {
  if (grams.mode == Weighting::tf) return;
  for (int position = 0; position < grams.columns.size(); ++position) {
    float& number = row[size(grams.columns[position])];
    const float weight = grams.weightAt(position);
    number = grams.mode == Weighting::tfIdf ? number * weight : number > 0 ? weight : 0;
  }
}

template <class Word>
HostWork counting(std::shared_ptr<const Grams> grams, std::size_t rows, std::size_t words,
                  std::size_t width) {
  return [=](std::byte* const* outputs, const std::byte* const* inputs) -> std::optional<Fault> {
    const std::span counts(reinterpret_cast<float*>(outputs[0]), rows * width);
    const std::span all(reinterpret_cast<const Word*>(inputs[0]), rows * words);
    std::ranges::fill(counts, 0.0F);
    for (std::size_t row = 0; row < rows; ++row) {
      const std::span own = counts.subspan(row * width, width);
      countGrams(own, all.subspan(row * words, words), *grams);
      weigh(own, *grams);
    }
    return std::nullopt;
  };
}

Values tfIdfVectorizer(Call& call) {
  Value input = call.input(0);
  const bool isText = input.type == DType::string || call.hasAttribute("pool_strings");
  auto grams = std::make_shared<const Grams>(gramsOf(call, isText));
  if (isText && input.type != DType::string) input = textOf(call, input);
  if (call.failed()) return {};
  if (input.rank() > 2)
    return call.fail(faults::lengths(call.label(), "the pool and ngram_indexes"));
  const Count rows = input.rank() == 2 ? input.dims[0] : 1;
  const Count words = input.rank() == 2 ? input.dims[1] : input.elements();
  Count width = 0;
  for (const Count column : grams->columns)
    width = std::max(width, std::min(column, kMaxCount) + 1);
  const Dims made = input.rank() == 2 ? Dims{rows, width} : Dims{width};
  if (!call.checkDims(made)) return {};
  const auto counted = isText                       ? counting<strings::Handle>
                       : input.type == DType::int64 ? counting<std::int64_t>
                                                    : counting<std::int32_t>;
  return {call.host({DType::float32, made}, {input},
                    counted(std::move(grams), size(rows), size(words), size(width)))};
}

constexpr Row kNGramsRows[] = {
    {"TfIdfVectorizer",
     "9(string|int32|int64){max_gram_length:int max_skip_count:int min_gram_length:int "
     "mode:string ngram_counts:ints ngram_indexes:ints pool_int64s:ints pool_strings:strings "
     "weights:floats}",
     tfIdfVectorizer},
};

}  // namespace

const std::span<const Row> rows::kNGrams = kNGramsRows;

}  // namespace simdcast::onnx
