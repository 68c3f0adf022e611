// Filling of a family's own study with what a sweep file says.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "experiments/engine/study_solver.hpp"
#include "experiments/engine/sweep.hpp"

namespace apportion::problems {

/// Puts the values that the definition names on the axes. InputError for an unknown axis, and for a value that may not
/// stand on its axis.
void set_axes(std::vector<engine::Axis>& axes, const engine::SweepDefinition& definition);

/// The metrics among `plain` and `paired` that the definition names, in this order; none where it names all or none.
/// InputError for an unknown metric, and where none of them is plain.
[[nodiscard]] std::vector<std::string> stored_metrics(const std::vector<std::string>& plain,
                                                      const std::vector<std::string>& paired,
                                                      const engine::SweepDefinition& definition);

/// What a sweep's definition begins with: the family and the metrics, none for all.
[[nodiscard]] std::string definition_opening(const engine::SweepDefinition& definition,
                                             const std::vector<std::string>& metrics);

/// With each rival every other algorithm, rival by rival, by canonical names. A rival that is named twice counts once.
template <class AlgorithmType>
[[nodiscard]] std::vector<engine::Pair> pairs_with(const std::vector<std::string>& rivals,
                                                   const std::vector<std::string>& algorithms) {
  const Registry<AlgorithmType>& registry = Registry<AlgorithmType>::instance();
  std::vector<engine::Pair> pairs;
  for (const std::string& rival : rivals) {
    const std::string canonical_rival = registry.choose(rival).canonical_name();
    if (std::ranges::find(pairs, canonical_rival, &engine::Pair::rival) != pairs.end()) continue;
    for (const std::string& name : algorithms)
      if (const std::string canonical = registry.choose(name).canonical_name(); canonical != canonical_rival)
        pairs.push_back({canonical, canonical_rival});
  }
  return pairs;
}

/// A rival is solved as well, whether it is listed or not.
template <class AlgorithmType>
void add_rival(const std::string& rival, std::vector<std::string>& algorithms) {
  const Registry<AlgorithmType>& registry = Registry<AlgorithmType>::instance();
  const std::string canonical = registry.choose(rival).canonical_name();
  const auto is_rival = [&](const std::string& name) { return registry.choose(name).canonical_name() == canonical; };
  if (std::ranges::none_of(algorithms, is_rival)) algorithms.push_back(rival);
}

/// The study sweeps/NAME, see sweep_experiment(): a family's own one, changed in what the definition says.
template <class AlgorithmType, class Measures>
[[nodiscard]] engine::Experiment sweep_study(engine::Study<AlgorithmType, Measures> study,
                                             const engine::SweepDefinition& definition) {
  study.name = "sweeps/" + definition.name;
  if (!definition.title.empty()) study.title = definition.title;
  study.claim = "none: a sweep asks, and its exhibits answer";
  if (!definition.source.empty()) study.source = definition.source;
  set_axes(study.axes, definition);
  study.keep_samples = definition.keep_samples;
  if (definition.samples > 0 && !study.deterministic) study.samples = definition.samples;
  if (definition.chunk > 0) study.chunk_size = definition.chunk;
  if (!definition.algorithms.empty()) study.algorithms = definition.algorithms;
  for (const std::string& rival : definition.rivals) add_rival<AlgorithmType>(rival, study.algorithms);
  study.pairs = pairs_with<AlgorithmType>(definition.rivals, study.algorithms);
  std::vector<std::string> plain;
  for (const auto& metric : study.metrics) plain.push_back(metric.name);
  std::vector<std::string> paired;
  for (const auto& metric : study.paired_metrics) paired.push_back(metric.metric.name);
  if (!definition.metrics.empty()) study.stored_metrics = stored_metrics(plain, paired, definition);
  const std::string opening = definition_opening(definition, engine::defining_metrics(study));
  engine::Experiment experiment = engine::erase(std::move(study));
  experiment.definition.insert(0, opening);
  static_cast<void>(experiment.columns(experiment.algorithms));
  return experiment;
}

}  // namespace apportion::problems
