// The families that a sweep file can name, and what such a file says of any of them.
#include "experiments/problems/sweeps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/error.hpp"
#include "experiments/problems/sweep_study.hpp"

namespace apportion::problems {

using engine::SweepDefinition;

std::vector<std::string> stored_metrics(const std::vector<std::string>& plain, const std::vector<std::string>& paired,
                                        const SweepDefinition& definition) {
  std::vector<std::string> all = plain;
  all.insert(all.end(), paired.begin(), paired.end());
  for (const std::string& name : definition.metrics)
    if (std::ranges::find(all, name) == all.end()) throw unknown_name("metric of " + definition.family, name, all);
  const auto is_named = [&definition](const std::string& name) {
    return std::ranges::find(definition.metrics, name) != definition.metrics.end();
  };
  if (!definition.metrics.empty() && std::ranges::none_of(plain, is_named))
    throw InputError(fmt::format("metrics = {}: name one of {} as well, which belong to a single algorithm",
                                 fmt::join(definition.metrics, ","), fmt::join(plain, ", ")));
  std::vector<std::string> stored;
  std::ranges::copy_if(all, std::back_inserter(stored), is_named);
  return stored.size() == all.size() ? std::vector<std::string>{} : stored;
}

std::string definition_opening(const SweepDefinition& definition, const std::vector<std::string>& metrics) {
  if (metrics.empty()) return definition.family + ", ";
  return fmt::format("{}, {} only, ", definition.family, fmt::join(metrics, " "));
}

std::vector<std::string> sweep_family_names() {
  std::vector<std::string> names;
  for (const ProblemFamily& family : families())
    if (family.sweep != nullptr) names.push_back(family.name);
  return names;
}

const ProblemFamily& sweep_family(std::string_view name) {
  for (const ProblemFamily& family : families())
    if (family.name == name && family.sweep != nullptr) return family;
  throw unknown_name("family", name, sweep_family_names());
}

engine::Experiment sweep_experiment(const SweepDefinition& definition) {
  engine::Experiment experiment = sweep_family(definition.family).sweep(definition);
  if (!definition.text.empty()) experiment.sweep = {definition.source, definition.text};
  return experiment;
}

engine::Experiment default_sweep(const ProblemFamily& family) {
  SweepDefinition definition;
  definition.family = family.name;
  definition.name = "NAME";
  definition.opens_files = false;
  return family.sweep(definition);
}

}  // namespace apportion::problems
