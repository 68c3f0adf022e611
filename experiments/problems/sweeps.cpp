// The families that a sweep file can name, and what such a file says of any of them.
#include "experiments/problems/sweeps.hpp"

#include "base/error.hpp"

namespace apportion::problems {

using engine::SweepDefinition;

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
