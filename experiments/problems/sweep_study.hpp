// Filling of a family's own study with what a sweep file says.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "experiments/engine/study_solver.hpp"
#include "experiments/engine/sweep.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/sweep_inputs.hpp"

namespace apportion::problems {

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
                                                   const std::vector<std::string>& algorithms,
                                                   const OwnAlgorithms<AlgorithmType>& own) {
  std::vector<engine::Pair> pairs;
  for (const std::string& rival : rivals) {
    const std::string canonical_rival = canonical_name(own, rival);
    if (std::ranges::find(pairs, canonical_rival, &engine::Pair::rival) != pairs.end()) continue;
    for (const std::string& name : algorithms)
      if (const std::string canonical = canonical_name(own, name); canonical != canonical_rival)
        pairs.push_back({canonical, canonical_rival});
  }
  return pairs;
}

/// A rival is solved as well, whether it is listed or not.
template <class AlgorithmType>
void add_rival(const std::string& rival, const OwnAlgorithms<AlgorithmType>& own,
               std::vector<std::string>& algorithms) {
  const std::string canonical = canonical_name(own, rival);
  const auto is_rival = [&](const std::string& name) { return canonical_name(own, name) == canonical; };
  if (std::ranges::none_of(algorithms, is_rival)) algorithms.push_back(rival);
}

/// The study sweeps/NAME, see sweep_experiment(): a family's own one, changed in what the definition says. Without
/// `inputs` the family takes neither clusters nor instances from files, without an exchange no algorithms of users'
/// own.
template <class AlgorithmType, class Measures>
[[nodiscard]] engine::Experiment sweep_study(engine::Study<AlgorithmType, Measures> study,
                                             const engine::SweepDefinition& definition,
                                             const SweepInputs<AlgorithmType, Measures>& inputs = {},
                                             const Exchange<AlgorithmType>& exchange = {}) {
  study.name = "sweeps/" + definition.name;
  if (!definition.title.empty()) study.title = definition.title;
  study.claim = "none: a sweep asks, and its exhibits answer";
  if (!definition.source.empty()) study.source = definition.source;
  const std::string files = use_inputs(study, definition, inputs);
  study.keep_samples = definition.keep_samples;
  if (definition.samples > 0 && !study.deterministic) study.samples = definition.samples;
  if (definition.chunk > 0) study.chunk_size = definition.chunk;
  study.own_algorithms = own_algorithms(definition.own, exchange, definition.opens_files);
  for (const OwnProgram& program : definition.own) study.algorithms.push_back(program.name);
  if (!definition.algorithms.empty()) study.algorithms = definition.algorithms;
  for (const std::string& rival : definition.rivals) add_rival(rival, study.own_algorithms, study.algorithms);
  study.pairs = pairs_with(definition.rivals, study.algorithms, study.own_algorithms);
  std::vector<std::string> plain;
  for (const auto& metric : study.metrics) plain.push_back(metric.name);
  std::vector<std::string> paired;
  for (const auto& metric : study.paired_metrics) paired.push_back(metric.metric.name);
  if (!definition.metrics.empty()) study.stored_metrics = stored_metrics(plain, paired, definition);
  const std::string opening = definition_opening(definition, engine::defining_metrics(study));
  engine::Experiment experiment = engine::erase(std::move(study));
  experiment.definition.insert(0, opening + files);
  static_cast<void>(experiment.columns(experiment.algorithms));
  return experiment;
}

}  // namespace apportion::problems
