// The words of variations.
#include "experiments/validation/protocols.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/validation/applied_axes.hpp"

namespace apportion::validation {
namespace {

struct VariationWord {
  std::string_view word;
  std::string_view symbol;  // of the number that follows it; "": none does
  double least = 0;
  double most = 0;
  void (*set)(Variation& variation, double number) = nullptr;

  [[nodiscard]] std::string spelled() const {
    return symbol.empty() ? std::string(word) : fmt::format("{}-{}", word, symbol);
  }
};

const std::vector<VariationWord>& variation_words() {
  static const std::vector<VariationWord> words = {
      {"eager", "BYTES", 1, 1e15, [](Variation& variation, double number) { variation.eager_bytes = number; }},
      {"receiver", "", 0, 0, [](Variation& variation, double) { variation.has_receiver = true; }},
      {"gap", "", 0, 0, [](Variation& variation, double) { variation.has_gap = true; }},
      {"longest-first", "", 0, 0, [](Variation& variation, double) { variation.order = SendOrder::longest_first; }},
      {"next-first", "", 0, 0, [](Variation& variation, double) { variation.order = SendOrder::next_first; }},
      {"noise", "PERCENT", 0, 50, [](Variation& variation, double number) { variation.noise = number / 100; }},
      {"overlap", "", 0, 0, [](Variation& variation, double) { variation.progress = Progress::overlap; }},
      {"barrier", "", 0, 0, [](Variation& variation, double) { variation.progress = Progress::barrier; }},
      {"allreduce", "", 0, 0, [](Variation& variation, double) { variation.reduces = true; }},
      {"fat-tree", "OVERSUBSCRIPTION", 1, 1000,
       [](Variation& variation, double number) { variation.oversubscription = number; }},
      {"links", "FACTOR", 1e-3, 1e3, [](Variation& variation, double number) { variation.links = number; }}};
  return words;
}

const VariationWord& word_of(const std::string& text) {
  std::vector<std::string> names;
  for (const VariationWord& entry : variation_words()) {
    if (entry.symbol.empty() ? text == entry.word : text.starts_with(std::string(entry.word) + "-")) return entry;
    names.push_back(entry.spelled());
  }
  throw unknown_name("variation", text, names);
}

void add_word(Variation& variation, const std::string& text) {
  const VariationWord& entry = word_of(text);
  if (entry.symbol.empty()) return entry.set(variation, 0);
  const std::string digits = text.substr(entry.word.size() + 1);
  const std::optional<double> number = parse_real(digits);
  if (!number || !(*number >= entry.least && *number <= entry.most) || engine::AxisValue::of(*number).text != digits)
    throw InputError(fmt::format("variation '{}': {} must be a plain number from {} to {}", text, entry.symbol,
                                 entry.least, entry.most));
  entry.set(variation, *number);
}

}  // namespace

Variation parse_variation(const std::string& text) {
  Variation variation;
  if (text == "base") return variation;
  std::vector<std::string> words = split(text, '+');
  for (const std::string& word : words) add_word(variation, word);
  std::vector<std::string_view> kinds;
  for (const std::string& word : words) kinds.push_back(word_of(word).word);
  std::ranges::sort(kinds);
  if (std::ranges::adjacent_find(kinds) != kinds.end())
    throw InputError(fmt::format("variation '{}' names one thing twice", text));
  return variation;
}

Protocol protocol_of(const Variation& variation, double overhead_seconds, double message_scale) {
  return {.eager_bytes = variation.eager_bytes * message_scale,
          .receive_seconds = variation.has_receiver ? overhead_seconds : 0,
          .gap_seconds = variation.has_gap ? overhead_seconds : 0};
}

engine::Axis protocol_axis(const std::vector<std::string>& values) {
  engine::Axis axis =
      applied_name("protocol", "how a run differs from the studies' default; words are joined by +", {"base"});
  for (const VariationWord& entry : variation_words()) axis.names.push_back(entry.spelled());
  axis.values = engine::name_values(values);
  axis.check_text = [](const std::string& text) { static_cast<void>(parse_variation(text)); };
  return axis;
}

}  // namespace apportion::validation
