// Names of objectives.
#include "sim/objective.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "base/error.hpp"
#include "base/words.hpp"

namespace apportion {

namespace {

constexpr std::array objective_words = {Word{Objective::total, "total"}, Word{Objective::net, "net"},
                                        Word{Objective::volume, "volume"}, Word{Objective::busiest, "busiest"},
                                        Word{Objective::load, "load"}};

}  // namespace

std::string_view objective_name(Objective objective) { return word_of(objective_words, objective); }

Objective parse_objective(std::string_view word, const std::vector<Objective>& known) {
  std::vector<std::string> names;
  for (const Objective objective : known) {
    if (word == objective_name(objective)) return objective;
    names.emplace_back(objective_name(objective));
  }
  throw unknown_name("objective", std::string(word), names);
}

void require_objective(std::string_view algorithm, const std::vector<Objective>& known, Objective objective) {
  if (std::ranges::find(known, objective) != known.end()) return;
  std::string names;
  for (const Objective each : known) names += fmt::format("{}{}", names.empty() ? "" : ", ", objective_name(each));
  throw InputError(fmt::format("{} cannot minimise {}, only {}", algorithm, objective_name(objective), names));
}

}  // namespace apportion
