// The table of families, and what makes a study of a sweep file.
#include "experiments/problems/sweeps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "experiments/engine/study_solver.hpp"
#include "experiments/problems/distributions/study.hpp"
#include "experiments/problems/graphs/study.hpp"
#include "experiments/problems/grids/study.hpp"
#include "experiments/problems/rectangles/study.hpp"

namespace apportion::problems {
namespace {

using engine::Axis;
using engine::AxisValue;
using engine::SweepDefinition;

void set_axes(std::vector<Axis>& axes, const SweepDefinition& definition) {
  std::vector<std::string> names;
  for (const Axis& axis : axes) names.push_back(axis.name);
  for (const auto& [name, values] : definition.axes) {
    const auto axis = std::ranges::find(names, name);
    if (axis == names.end()) throw unknown_name("axis of " + definition.family, name, names);
    Axis& chosen = axes[static_cast<std::size_t>(axis - names.begin())];
    for (const AxisValue& value : values) chosen.check(value);
    chosen.values = values;
  }
}

// The named metrics in the family's order.
template <class AlgorithmType, class Measures>
std::vector<std::string> stored_metrics(const engine::Study<AlgorithmType, Measures>& study,
                                        const SweepDefinition& definition) {
  std::vector<std::string> plain;
  for (const engine::Metric<Measures>& metric : study.metrics) plain.push_back(metric.name);
  std::vector<std::string> all = plain;
  for (const engine::PairedMetric<Measures>& paired : study.paired_metrics) all.push_back(paired.metric.name);
  for (const std::string& name : definition.metrics)
    if (std::ranges::find(all, name) == all.end()) throw unknown_name("metric of " + definition.family, name, all);
  const auto is_named = [&definition](const std::string& name) {
    return std::ranges::find(definition.metrics, name) != definition.metrics.end();
  };
  if (!definition.metrics.empty() && std::ranges::none_of(plain, is_named))
    throw InputError(fmt::format("metrics = {}: name one of {} as well, which belong to a single algorithm",
                                 fmt::join(definition.metrics, ","), fmt::join(plain, ", ")));
  std::vector<std::string> stored;
  std::copy_if(all.begin(), all.end(), std::back_inserter(stored), is_named);
  return stored.size() == all.size() ? std::vector<std::string>{} : stored;
}

template <class AlgorithmType>
std::vector<engine::Pair> pairs_with(const std::string& rival, const std::vector<std::string>& algorithms) {
  if (rival.empty()) return {};
  const Registry<AlgorithmType>& registry = Registry<AlgorithmType>::instance();
  const std::string canonical_rival = registry.choose(rival).canonical_name();
  std::vector<engine::Pair> pairs;
  for (const std::string& name : algorithms)
    if (const std::string canonical = registry.choose(name).canonical_name(); canonical != canonical_rival)
      pairs.push_back({canonical, canonical_rival});
  return pairs;
}

// A rival is solved as well, whether it is listed or not.
template <class AlgorithmType>
void add_rival(const std::string& rival, std::vector<std::string>& algorithms) {
  if (rival.empty()) return;
  const Registry<AlgorithmType>& registry = Registry<AlgorithmType>::instance();
  const std::string canonical = registry.choose(rival).canonical_name();
  const auto is_rival = [&](const std::string& name) { return registry.choose(name).canonical_name() == canonical; };
  if (std::ranges::none_of(algorithms, is_rival)) algorithms.push_back(rival);
}

template <class AlgorithmType, class Measures>
engine::Experiment sweep_of(engine::Study<AlgorithmType, Measures> study, const SweepDefinition& definition) {
  study.name = "sweeps/" + definition.name;
  if (!definition.title.empty()) study.title = definition.title;
  study.claim = "none: a sweep asks, and its exhibits answer";
  if (!definition.source.empty()) study.source = definition.source;
  set_axes(study.axes, definition);
  study.keep_samples = definition.keep_samples;
  if (definition.samples > 0 && !study.deterministic) study.samples = definition.samples;
  if (definition.chunk > 0) study.chunk_size = definition.chunk;
  if (!definition.algorithms.empty()) study.algorithms = definition.algorithms;
  add_rival<AlgorithmType>(definition.rival, study.algorithms);
  study.pairs = pairs_with<AlgorithmType>(definition.rival, study.algorithms);
  study.stored_metrics = stored_metrics(study, definition);
  std::string hash = definition.family + ", ";
  if (const std::vector<std::string> named = engine::defining_metrics(study); !named.empty())
    hash = fmt::format("{}{} only, ", hash, fmt::join(named, " "));
  engine::Experiment experiment = engine::erase(std::move(study));
  experiment.definition.insert(0, hash);
  static_cast<void>(experiment.columns(experiment.algorithms));
  return experiment;
}

engine::Experiment rectangle_sweep(const SweepDefinition& definition) {
  return sweep_of(rectangle_study(), definition);
}
engine::Experiment grid_sweep(const SweepDefinition& definition) { return sweep_of(grid_study(), definition); }
engine::Experiment graph_sweep(const SweepDefinition& definition) { return sweep_of(graph_study(), definition); }
engine::Experiment distribution_sweep(const SweepDefinition& definition) {
  return sweep_of(distribution_study(), definition);
}

}  // namespace

const std::vector<SweepFamily>& sweep_families() {
  static const std::vector<SweepFamily> families = {
      {"distributions", "one dimension dealt out to processes, under a triangular computation", distribution_sweep},
      {"graphs", "random alignment-distribution graphs, labelled with distributions", graph_sweep},
      {"grids", "blocks divided over grids of unequal processes", grid_sweep},
      {"rectangles", "arrays divided into a rectangle for each of unequal processors", rectangle_sweep}};
  return families;
}

const SweepFamily& sweep_family(std::string_view name) {
  std::vector<std::string> names;
  for (const SweepFamily& family : sweep_families()) {
    if (family.name == name) return family;
    names.push_back(family.name);
  }
  throw unknown_name("family", name, names);
}

engine::Experiment sweep_experiment(const SweepDefinition& definition) {
  return sweep_family(definition.family).make(definition);
}

engine::Experiment default_sweep(const SweepFamily& family) {
  engine::SweepDefinition definition;
  definition.family = family.name;
  definition.name = "NAME";
  return family.make(definition);
}

}  // namespace apportion::problems
