// Clusters and instances of one's own in sweeps: what a family has to say of them, and what becomes of its study.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "experiments/engine/study.hpp"
#include "experiments/engine/sweep.hpp"
#include "experiments/problems/clusters/cluster_source.hpp"

namespace apportion::problems {

/// How a family's study takes files of clusters and of instances. A family that leaves all out takes neither.
template <class AlgorithmType, class Measures>
struct SweepInputs {
  using Study = engine::Study<AlgorithmType, Measures>;
  using Instance = typename AlgorithmType::Instance;

  /// The axes that a given cluster stands in for, the first being the ratio of speeds.
  std::vector<std::string> cluster_axes = {};
  /// Makes the study take its clusters from the source. Its axes are those of the sweep already.
  void (*set_clusters)(const ClusterSource& source, Study& study) = nullptr;
  /// The valid problem of one JSON line as `solve --batch` takes it; InputError otherwise.
  Instance (*read)(const std::string& line) = nullptr;
  /// The applied axes that change a given instance where a sweep names them, and how.
  std::map<std::string, void (*)(double value, Instance& instance)> applied = {};
};

/// The largest file of instances, in bytes and in lines.
constexpr std::uintmax_t most_instance_bytes = 1'000'000'000;
constexpr std::int64_t most_instances = 100'000;

/// Puts the values that the definition names on the axes. InputError for an unknown axis, and for a value that may not
/// stand on its axis.
void set_axes(std::vector<engine::Axis>& axes, const engine::SweepDefinition& definition);

/// Takes the axes that `cluster` stands in for away where the definition has one; otherwise files may be drawn from.
/// InputError where the definition names one of these axes as well, and where the family has no such axes.
void prepare_cluster_axes(std::vector<engine::Axis>& axes, const std::vector<std::string>& cluster_axes,
                          const engine::SweepDefinition& definition);

/// The files of clusters that a definition names, and how the study's definition knows them: "cluster SHA-256, ", "".
struct OpenedClusters {
  ClusterSource source;
  std::string digests;
};
[[nodiscard]] OpenedClusters open_clusters(const engine::SweepDefinition& definition);

/// Leaves the axis `instance` and those of `applied` that the definition names. InputError where it names another.
void prepare_instance_axes(std::vector<engine::Axis>& axes, const std::vector<std::string>& applied,
                           const engine::SweepDefinition& definition);

/// The lines of a file that are not blank, by their numbers from 1, and the file's digest. Calls `use` for each;
/// an InputError of it gets the file and the line. InputError for a file without any.
[[nodiscard]] std::string read_instance_lines(
    const std::string& file, const std::function<void(std::int64_t number, const std::string& line)>& use);

/// Puts the numbers of the lines on the axis `instance`.
void set_instances(std::vector<engine::Axis>& axes, const std::vector<std::int64_t>& numbers);

/// InputError for a number on the axis `instance` at which there is no instance.
void require_instances(const std::vector<engine::Axis>& axes, const std::vector<std::int64_t>& numbers,
                       const std::string& file);

/// Makes the instances of the definition's file those of the study. What the study's definition says of them.
template <class AlgorithmType, class Measures>
[[nodiscard]] std::string use_instances(engine::Study<AlgorithmType, Measures>& study,
                                        const engine::SweepDefinition& definition,
                                        const SweepInputs<AlgorithmType, Measures>& inputs) {
  using Instance = typename AlgorithmType::Instance;
  std::vector<std::string> applied;
  for (const auto& [name, change] : inputs.applied) applied.push_back(name);
  prepare_instance_axes(study.axes, applied, definition);
  set_axes(study.axes, definition);
  study.deterministic = true;
  study.samples = 1;
  if (!definition.opens_files) return "instances, ";
  auto instances = std::make_shared<std::map<std::int64_t, Instance>>();
  std::vector<std::int64_t> numbers;
  const std::string digest =
      read_instance_lines(definition.instances, [&](std::int64_t number, const std::string& line) {
        instances->emplace(number, inputs.read(line));
        numbers.push_back(number);
      });
  set_instances(study.axes, numbers);
  std::string text = "instances " + digest;
  std::vector<std::pair<std::string, void (*)(double, Instance&)>> changes;
  for (const engine::Axis& axis : study.axes) {
    const auto change = inputs.applied.find(axis.name);
    if (change == inputs.applied.end()) continue;
    changes.emplace_back(*change);
    text += " by " + axis.name;
  }
  study.sample = [instances, changes](const engine::Point& point, RandomStream& /*stream*/) {
    Instance instance = instances->at(static_cast<std::int64_t>(point.number("instance")));
    for (const auto& [axis, change] : changes) change(point.number(axis), instance);
    return instance;
  };
  study.require = [numbers, file = definition.instances](const std::vector<engine::Axis>& axes,
                                                         const std::vector<std::string>& /*metrics*/) {
    require_instances(axes, numbers, file);
  };
  return text + ", ";
}

/// Puts what the definition says of axes, clusters and instances into a family's study. What the study's definition
/// says of files, and an InputError where the family does not take them or the sweep says two things at once.
template <class AlgorithmType, class Measures>
[[nodiscard]] std::string use_inputs(engine::Study<AlgorithmType, Measures>& study,
                                     const engine::SweepDefinition& definition,
                                     const SweepInputs<AlgorithmType, Measures>& inputs) {
  if (!definition.instances.empty() && !definition.cluster.empty())
    throw InputError("cluster and instances exclude each other: each instance has a cluster of its own");
  if (!definition.instances.empty()) {
    if (inputs.read == nullptr) throw InputError("a sweep of " + definition.family + " takes no instances");
    return use_instances(study, definition, inputs);
  }
  prepare_cluster_axes(study.axes, inputs.cluster_axes, definition);
  set_axes(study.axes, definition);
  if (inputs.set_clusters == nullptr || !definition.opens_files) return {};
  const OpenedClusters opened = open_clusters(definition);
  if (!opened.digests.empty()) inputs.set_clusters(opened.source, study);
  study.require = [before = study.require, ratio = inputs.cluster_axes.front(), source = opened.source](
                      const std::vector<engine::Axis>& axes, const std::vector<std::string>& metrics) {
    if (before) before(axes, metrics);
    require_resampling(axes, ratio, source);
  };
  return opened.digests;
}

}  // namespace apportion::problems
