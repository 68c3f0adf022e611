// The registry of problem families, and the families that sweep files can name.
#include "experiments/problems/problem_family.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"

namespace apportion::problems {

using engine::SweepDefinition;

namespace {

// Constructed by the first registration, in whichever file.
std::vector<ProblemFamily>& registered() {
  static std::vector<ProblemFamily> all;
  return all;
}

// The lists of all families one after the other.
template <class Item>
std::vector<Item> of_all_families(std::function<std::vector<Item>()> ProblemFamily::*list) {
  std::vector<Item> all;
  for (const ProblemFamily& family : registered()) std::ranges::move((family.*list)(), std::back_inserter(all));
  return all;
}

}  // namespace

const std::vector<ProblemFamily>& families() { return registered(); }

const ProblemFamily* find_family(std::string_view word) {
  const auto answers_to = [word](const ProblemFamily& family) {
    return family.name == word || contains(family.synonyms, word);
  };
  const auto found = std::ranges::find_if(families(), answers_to);
  return found == families().end() ? nullptr : &*found;
}

const ProblemFamily* family_of(const engine::Experiment& experiment) {
  for (const ProblemFamily& family : families())
    if (family.sweep != nullptr && default_sweep(family).solvers.registered == experiment.solvers.registered)
      return &family;
  return nullptr;
}

const std::vector<Field>& fields_to_solve(const ProblemFamily& family) { return family.fields(); }

const std::vector<Field>& fields_to_draw(const ProblemFamily& family) {
  return family.drawing_fields != nullptr ? family.drawing_fields() : family.fields();
}

const std::vector<Field>& fields_to_evaluate(const ProblemFamily& family) {
  static const std::vector<Field> no_fields;
  return family.evaluation ? family.evaluation->fields() : no_fields;
}

std::string solve_line(const ProblemFamily& family, const std::string& line) {
  return solved(family, {family.fields(), parse_json(line), family.place});
}

std::string solved(const ProblemFamily& family, const FieldValues& given) {
  std::string answer = family.solve(given);
  require_finite(answer);
  return answer;
}

std::vector<std::string> names_of(const std::vector<AlgorithmInfo>& algorithms) {
  std::vector<std::string> names;
  for (const AlgorithmInfo& algorithm : algorithms) {
    names.push_back(algorithm.name);
    for (const std::string& variant : algorithm.variants)
      names.push_back(fmt::format("{}[{}]", algorithm.name, variant));
  }
  return names;
}

std::vector<AlgorithmInfo> all_algorithms() { return of_all_families(&ProblemFamily::algorithms); }

std::vector<OptionalAlgorithm> missing_algorithms() { return of_all_families(&ProblemFamily::missing); }

FamilyRegistration::FamilyRegistration(ProblemFamily family) {
  std::vector<ProblemFamily>& all = registered();
  const auto place = std::ranges::lower_bound(all, family.name, {}, &ProblemFamily::name);
  all.insert(place, std::move(family));
}

std::vector<std::string> family_names() { return collected(families(), &ProblemFamily::name); }

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
  experiment.declared = std::make_shared<const SweepDefinition>(definition);
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
