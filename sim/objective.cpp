// Names of objectives.
#include "sim/objective.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/words.hpp"

namespace apportion {

namespace {

constexpr std::array objective_words = {Word{Objective::total, "total"}, Word{Objective::net, "net"},
                                        Word{Objective::volume, "volume"}, Word{Objective::busiest, "busiest"},
                                        Word{Objective::load, "load"}};

}  // namespace

std::string_view objective_name(Objective objective) { return word_of(objective_words, objective); }

Objective parse_objective(std::string_view word, const std::vector<Objective>& known) {
  const auto found = std::ranges::find(known, word, objective_name);
  if (found == known.end()) throw unknown_name("objective", word, collected(known, objective_name));
  return *found;
}

void require_objective(std::string_view algorithm, const std::vector<Objective>& known, Objective objective) {
  if (!contains(known, objective))
    throw InputError("{} cannot minimise {}, only {}", algorithm, objective_name(objective),
                     fmt::join(collected(known, objective_name), ", "));
}

}  // namespace apportion
