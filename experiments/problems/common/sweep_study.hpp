// Fills a family's own study with what a sweep file says: axes, clusters and the user's own instances.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/engine/erasure.hpp"
#include "experiments/engine/study.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/external/own_algorithms.hpp"

namespace apportion::problems {

/// Calls `use` for each line of a file of instances that is not blank, by its name, or its number from 1; or for each
/// file of a folder, by its name without endings.
using InstanceTexts =
    std::function<void(const std::function<void(const std::string& name, const std::string& text)>& use)>;

/// Fields that mean nothing in sweeps, and what to do instead, in words.
using OnlyInSolve = std::vector<std::pair<std::string, std::string>>;

/// InputError where a line of instances has one of them, or names a file.
void require_instance(const FieldValues& line, const OnlyInSolve& refused);

/// The valid problem of a line as `solve --batch` takes it; InputError for others, and as above.
template <class Question>
[[nodiscard]] auto problem_in_line(const std::string& line, const std::vector<Field>& fields,
                                   Question (*question)(const FieldValues& given), const OnlyInSolve& refused = {}) {
  const FieldValues given(fields, parse_json(line));
  require_instance(given, refused);
  auto problem = question(given).problem;
  validate(problem);
  return problem;
}

/// How a family takes instances from files. See given_instances().
struct GivenInstances {
  /// Problems of the family have names of their own, which need not differ: then lines count by their numbers.
  bool are_named = false;
  std::vector<std::string> applied = {};  ///< the axes that change a given instance where a sweep names them
  /// The instances of the lines, changed by those of the applied axes that are named here. InputError for a line that
  /// is not an instance; empty: the family takes no instances.
  std::function<engine::Sampler(const InstanceTexts& lines, const std::vector<std::string>& axes)> read = nullptr;
  /// The same for a folder of files; empty: the family takes no folder.
  std::function<engine::Sampler(const InstanceTexts& files)> read_files = nullptr;
};

/// How a family's study takes files of clusters and of instances. A family that leaves all out takes neither.
struct SweepInputs {
  /// The axes that a given cluster stands in for, the first being the ratio of speeds.
  std::vector<std::string> cluster_axes = {};
  /// Makes the study take its clusters from the source. Its axes are those of the sweep already.
  void (*set_clusters)(const ClusterSource& source, engine::Study& study) = nullptr;
  GivenInstances instances = {};
};

/// `read` gives the valid problem of one JSON line as `solve --batch` takes it, or an InputError; `applied` says how
/// axes change it.
template <class Instance>
[[nodiscard]] GivenInstances given_instances(
    Instance (*read)(const std::string& line),
    const std::map<std::string, void (*)(double value, Instance& instance)>& applied = {}, bool are_named = false) {
  GivenInstances given{.are_named = are_named};
  for (const auto& [name, change] : applied) given.applied.push_back(name);
  given.read = [read, applied](const InstanceTexts& lines, const std::vector<std::string>& axes) {
    auto instances = std::make_shared<std::map<std::string, Instance>>();
    lines([&](const std::string& name, const std::string& line) { instances->emplace(name, read(line)); });
    std::vector<std::pair<std::string, void (*)(double, Instance&)>> changes;
    for (const std::string& axis : axes) changes.emplace_back(*applied.find(axis));
    return engine::sampler([instances, changes](const engine::Point& point, RandomStream& /*stream*/) {
      Instance instance = instances->at(point.text("instance"));
      for (const auto& [axis, change] : changes) change(point.number(axis), instance);
      return instance;
    });
  };
  return given;
}

/// `read` gives the valid problem of one file, or an InputError.
template <class Instance>
void take_instance_files(Instance (*read)(const std::string& file), GivenInstances& given) {
  given.read_files = [read](const InstanceTexts& files) {
    auto instances = std::make_shared<std::map<std::string, Instance>>();
    files([&](const std::string& name, const std::string& file) { instances->emplace(name, read(file)); });
    return engine::sampler([instances](const engine::Point& point, RandomStream& /*stream*/) {
      return instances->at(point.text("instance"));
    });
  };
}

/// The axes that stand in the brackets of an algorithm, or of a list of some: levels of HYBRID[levels={levels}].
[[nodiscard]] std::vector<std::string> option_axes_in(std::string_view algorithms);

/// Such an axis, for a list of its values: of whole numbers, of numbers, or of texts.
[[nodiscard]] engine::Axis option_axis(const std::string& name, std::string_view values);

/// The study sweeps/NAME or PAPER/NAME, see sweep_experiment(): a family's own one, changed in what the definition
/// says. Without `inputs` the family takes neither clusters nor instances from files, without `own` no algorithms of
/// users' own. InputError for what the family does not take, and where the definition says two things at once.
[[nodiscard]] engine::Experiment sweep_study(engine::Study study, const engine::SweepDefinition& definition,
                                             const SweepInputs& inputs = {}, const OwnSolvers& own = nullptr);

}  // namespace apportion::problems
