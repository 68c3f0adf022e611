// Titles, claims, sources, axes and metrics of studies in code, from the folder of their paper.
#pragma once

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "experiments/engine/erasure.hpp"

namespace apportion::sweeps {

/// Completes the study from its section of code.ini in its paper's folder: title, claim, source, samples (without them
/// it is deterministic), chunk, algorithms, keep-samples, timed, revision, and `metrics`, those that are stored. `like
/// = NAME` adds what the section lacks of another one. `axis.NAME = ROLE KIND LEAST..MOST: TITLE` adds an axis, and
/// NAME = VALUES sets its values; axes of whole numbers have all values by default. `metric.NAME = [less|more] DIGITS
/// [UNIT]: TITLE` adds a metric; those of the section replace those that the study has. InputError for missing and
/// invalid entries.
[[nodiscard]] engine::Experiment described(engine::Experiment study);

/// The experiment whose columns are functions that give the numbers of all metrics of the study, described(). `sample`
/// draws what they take.
template <class Instance>
[[nodiscard]] engine::Experiment experiment_of_functions(
    engine::Experiment study, Instance (*sample)(const engine::Point& point, RandomStream& stream),
    std::vector<engine::StudyFunction<std::type_identity_t<Instance>, engine::Numbers>> functions) {
  study = described(std::move(study));
  engine::set_functions(study, std::move(functions));
  study.sample = engine::sampler(sample);
  return engine::completed(std::move(study));
}

/// The same of functions that take the point.
[[nodiscard]] inline engine::Experiment experiment_of_functions(
    engine::Experiment study, std::vector<engine::StudyFunction<engine::Point, engine::Numbers>> functions) {
  return experiment_of_functions<engine::Point>(
      std::move(study), [](const engine::Point& point, RandomStream& /*stream*/) { return point; },
      std::move(functions));
}

/// A threshold of checks: a number of [words] in the paper.ini of one of the program's papers.
[[nodiscard]] double threshold(const std::string& paper, const std::string& word);

}  // namespace apportion::sweeps
