// The scale of verdicts.
#include "results/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace apportion::results {
namespace {

constexpr int most_agreement = 3;

struct Word {
  std::string_view word;
  int agreement;
};

// All words in columns of verdicts that a Judgement or a reference grid reads.
constexpr std::array words = {Word{"exact", 3},
                              Word{"equal", 3},
                              Word{"inside", 3},
                              Word{"holds", 3},
                              Word{"reproduced", 3},
                              Word{"both", 3},
                              Word{"rounded", 2},
                              Word{"truncated", 2},
                              Word{"same magnitude", 2},
                              Word{"CC", 1},
                              Word{"mostly reproduced", 1},
                              Word{"partly reproduced", 1},
                              Word{under_a_condition, 1},
                              Word{"NL", 1},
                              Word{"differs", 0},
                              Word{"outside", 0},
                              Word{"fails", 0},
                              Word{"violated", 0},
                              Word{"not reproduced", 0},
                              Word{"neither", 0},
                              Word{"inconsistent", 0},
                              Word{"counts differ", 0},
                              Word{"pt(p) differs", 0}};

}  // namespace

std::optional<int> agreement(std::string_view verdict, Stance stance) {
  const auto* const found = std::ranges::find(words, verdict, &Word::word);
  if (found == words.end() || stance == Stance::open) return std::nullopt;
  return stance == Stance::denied ? most_agreement - found->agreement : found->agreement;
}

std::optional<Outcome> outcome_of(std::string_view verdict, Stance stance) {
  if (verdict == cannot_be_judged) return Outcome::unjudged;
  const std::optional<int> found = agreement(verdict, stance);
  if (!found) return std::nullopt;
  if (verdict == under_a_condition) return Outcome::conditional;
  if (*found == 0) return Outcome::not_reproduced;
  return *found == 1 ? Outcome::partly : Outcome::reproduced;
}

std::optional<int> improvement(std::string_view older, std::string_view newer, Stance stance) {
  const std::optional<int> before = agreement(older, stance);
  const std::optional<int> now = agreement(newer, stance);
  if (!before || !now) return std::nullopt;
  return *now - *before;
}

std::string verdict_of_points_sql(std::string_view complete, std::string_view judged, std::string_view holding) {
  return fmt::format(
      "CASE WHEN NOT ({0}) THEN NULL WHEN {2} = {1} THEN 'reproduced'\n"
      "            WHEN 2 * {2} > {1} THEN 'mostly reproduced' ELSE 'not reproduced' END",
      complete, judged, holding);
}

}  // namespace apportion::results
