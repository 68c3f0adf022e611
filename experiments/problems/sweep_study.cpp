// Studies of sweeps, whatever the family.
#include "experiments/problems/sweep_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/error.hpp"

namespace apportion::problems {

using engine::SweepDefinition;

namespace {

// The metrics that the definition names, in the study's order; none where it names none. InputError for an unknown
// metric, and where none of them is plain.
std::vector<std::string> stored_metrics(const engine::Study& study, const SweepDefinition& definition) {
  std::vector<std::string> plain;
  for (const engine::Metric& metric : study.measured.metrics) plain.push_back(metric.record.name);
  std::vector<std::string> all = plain;
  for (const engine::PairedMetric& metric : study.paired_metrics) all.push_back(metric.record.name);
  for (const std::string& name : definition.metrics)
    if (std::ranges::find(all, name) == all.end()) throw unknown_name("metric of " + definition.family, name, all);
  const auto is_named = [&definition](const std::string& name) {
    return std::ranges::find(definition.metrics, name) != definition.metrics.end();
  };
  if (!definition.metrics.empty() && std::ranges::none_of(plain, is_named))
    throw InputError(fmt::format("metrics = {}: also name one of {}, which belong to a single algorithm",
                                 fmt::join(definition.metrics, ","), fmt::join(plain, ", ")));
  std::vector<std::string> stored;
  std::ranges::copy_if(all, std::back_inserter(stored), is_named);
  return stored;
}

// What a sweep's definition begins with: the family and the metrics, none for all.
std::string definition_opening(const SweepDefinition& definition, const std::vector<std::string>& metrics) {
  if (metrics.empty()) return definition.family + ", ";
  return fmt::format("{}, {} only, ", definition.family, fmt::join(metrics, " "));
}

// With each rival every other algorithm, rival by rival, by canonical names. A rival that is named twice counts once.
std::vector<engine::Pair> pairs_with(const std::vector<std::string>& rivals, const engine::Study& study) {
  const auto canonical = [&study](const std::string& name) { return study.solvers.choose(name).name; };
  std::vector<engine::Pair> pairs;
  for (const std::string& named : rivals) {
    const std::string rival = canonical(named);
    if (std::ranges::find(pairs, rival, &engine::Pair::rival) != pairs.end()) continue;
    for (const std::string& name : study.algorithms)
      if (const std::string mine = canonical(name); mine != rival) pairs.push_back({mine, rival});
  }
  return pairs;
}

// A rival is solved as well, whether it is listed or not.
void add_rival(const std::string& rival, engine::Study& study) {
  const auto canonical = [&study](const std::string& name) { return study.solvers.choose(name).name; };
  const auto is_rival = [&, name = canonical(rival)](const std::string& other) { return canonical(other) == name; };
  if (std::ranges::none_of(study.algorithms, is_rival)) study.algorithms.push_back(rival);
}

}  // namespace

engine::Experiment sweep_study(engine::Study study, const SweepDefinition& definition, const SweepInputs& inputs,
                               const OwnSolvers& own) {
  study.name = "sweeps/" + definition.name;
  if (!definition.title.empty()) study.title = definition.title;
  study.claim = "none: a sweep asks, and its exhibits answer";
  if (!definition.source.empty()) study.source = definition.source;
  const std::string files = use_inputs(study, definition, inputs);
  study.keep_samples = definition.keep_samples;
  if (definition.samples > 0 && !study.deterministic) study.samples = definition.samples;
  if (definition.chunk > 0) study.chunk_size = definition.chunk;
  if (own)
    study.solvers = own(definition.own, definition.opens_files);
  else if (!definition.own.empty())
    throw InputError(no_own_algorithms);
  for (const OwnProgram& program : definition.own) study.algorithms.push_back(program.name);
  if (!definition.algorithms.empty()) study.algorithms = definition.algorithms;
  for (const std::string& rival : definition.rivals) add_rival(rival, study);
  study.pairs = pairs_with(definition.rivals, study);
  study.stored_metrics = stored_metrics(study, definition);
  const std::string opening = definition_opening(definition, engine::defining_metrics(study));
  engine::Experiment experiment = engine::erase(std::move(study));
  experiment.definition.insert(0, opening + files);
  static_cast<void>(experiment.columns(experiment.algorithms));
  return experiment;
}

}  // namespace apportion::problems
