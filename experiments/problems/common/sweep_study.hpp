// Completes a family's study by a sweep file: axes, clusters and the user's own instances.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files.hpp"
#include "experiments/engine/axis.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/engine/experiment.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/external/own_algorithms.hpp"

namespace apportion::problems {

/// A given instance.
struct InstanceText {
  std::string name;        ///< its value on the axis `instance`
  std::string text;        ///< the line of a file, or the name of a file in a folder
  std::string place = {};  ///< of a line, for errors; those of a file name it themselves
};
using InstanceTexts = std::vector<InstanceText>;

/// How a family takes instances from files. See given_instances().
struct GivenInstances {
  /// Problems of the family have names of their own, which may repeat: lines are then identified by number.
  bool are_named = false;
  std::vector<std::string> applied = {};  ///< the axes that change given instances, if a sweep names them
  /// The instances of the lines, changed by the applied axes named here. InputError for a line that is not an instance;
  /// empty: the family takes no instances.
  std::function<engine::Sampler(const InstanceTexts& lines, const std::vector<std::string>& axes)> read = nullptr;
  decltype(read) read_files = nullptr;  ///< the same for a folder of files; empty: the family takes no folder
};

/// How a family's study takes files of clusters and of instances. A family that sets neither takes neither.
struct SweepInputs {
  /// The axes that a given cluster replaces, first the ratio of speeds.
  std::vector<std::string> cluster_axes = {};
  /// Makes the study draw its clusters from the source. Its axes are already those of the sweep.
  std::function<void(const ClusterSource& source, engine::Experiment& study)> set_clusters = nullptr;
  GivenInstances instances = {};
};

/// `read` returns the valid problem of a file, or of one JSON line as `solve --batch` takes it, or throws InputError;
/// `applied` changes it by the axes.
template <class Instance>
[[nodiscard]] GivenInstances given_instances(
    std::function<Instance(const std::string& line)> read,
    const std::map<std::string, void (*)(double value, Instance& instance)>& applied = {}, bool are_named = false) {
  GivenInstances given{.are_named = are_named};
  for (const auto& [name, change] : applied) given.applied.push_back(name);
  given.read = [read = std::move(read), applied](const InstanceTexts& lines, const std::vector<std::string>& axes) {
    auto instances = std::make_shared<std::map<std::string, Instance>>();
    for (const InstanceText& line : lines) {
      const auto instance = [&] { return read(line.text); };
      instances->emplace(line.name, line.place.empty() ? instance() : read_from(line.place, instance));
    }
    return engine::sampler([instances, applied, axes](const engine::Point& point, RandomStream& /*stream*/) {
      Instance instance = instances->at(point.text("instance"));
      for (const std::string& axis : axes) applied.at(axis)(point.number(axis), instance);
      return instance;
    });
  };
  return given;
}

/// The axes in the brackets of algorithms: levels of HYBRID[levels={levels}].
[[nodiscard]] std::vector<std::string> option_axes_in(std::string_view algorithms);

/// An axis for such an option, by the kind of its values: whole numbers, numbers, or texts.
[[nodiscard]] engine::Axis option_axis(const std::string& name, std::string_view values);

/// The study sweeps/NAME or PAPER/NAME, see sweep_experiment(): a family's own study, changed by the definition.
/// Without `inputs` the family takes neither clusters nor instances from files, without `own` no algorithms of users.
/// InputError for anything that the family does not take, and for contradictions in the definition.
[[nodiscard]] engine::Experiment sweep_study(engine::Experiment study, const engine::SweepDefinition& definition,
                                             const SweepInputs& inputs = {}, const OwnSolvers& own = nullptr);

// --- Axes of several families

/// Sets the values of one axis; std::logic_error if there is no such axis.
void set_axis(std::vector<engine::Axis>& axes, std::string_view name, std::vector<engine::AxisValue> values);
/// The same for several axes of numbers.
void set_axes(std::vector<engine::Axis>& axes, const std::map<std::string, std::vector<double>>& values);

/// The axes `ratio`, `processors` and `aspect`: ratio of speeds, number of processors, and shape of an array.
[[nodiscard]] engine::Axis ratio_axis();
[[nodiscard]] engine::Axis processors_axis(double most, const std::vector<double>& values = {10});
[[nodiscard]] engine::Axis aspect_axis();
/// The columns of a point's array: on their axis, or by the aspect.
[[nodiscard]] double columns_at(const engine::Point& point);

/// The axis `sampling`: the sampling models, with this default.
[[nodiscard]] engine::Axis sampling_axis(std::string_view model);

}  // namespace apportion::problems
