// Studies of sweeps, whatever the family, and what they take from files of clusters and of instances.
#include "experiments/problems/common/sweep_study.hpp"
#include "experiments/engine/timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <utility>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "experiments/engine/file_digests.hpp"
#include "experiments/problems/common/axes.hpp"

namespace apportion::problems {

using engine::Axis;
using engine::AxisKind;
using engine::AxisRole;
using engine::AxisValue;
using engine::SweepDefinition;

namespace {

// The largest file of instances, in bytes and in lines.
constexpr std::uintmax_t most_instance_bytes = 1'000'000'000;
constexpr std::int64_t most_instances = 100'000;

bool is_among(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

std::string file_name(const std::string& path) { return std::filesystem::path(path).filename().string(); }

// Puts the values that the definition names on the axes. InputError for an unknown axis, and for a value that may not
// stand on its axis.
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

// Takes the axes that `cluster` stands in for away where the definition has one; otherwise files may be drawn from.
// InputError where the definition names one of these axes as well, and where the family has no such axes.
void prepare_cluster_axes(std::vector<Axis>& axes, const std::vector<std::string>& cluster_axes,
                          const SweepDefinition& definition) {
  if (!definition.cluster.empty() && cluster_axes.empty())
    throw InputError(
        fmt::format("a sweep of {} takes no cluster: it has no processors of unequal speed", definition.family));
  for (Axis& axis : axes)
    if (axis.name == "sampling" && is_among(cluster_axes, axis.name)) allow_resampling(axis);
  if (definition.cluster.empty()) return;
  for (const auto& [name, values] : definition.axes)
    if (is_among(cluster_axes, name))
      throw InputError(
          fmt::format("{} and cluster exclude each other: {} gives it", name, file_name(definition.cluster)));
  std::erase_if(axes, [&cluster_axes](const Axis& axis) { return is_among(cluster_axes, axis.name); });
}

GivenCluster parse_cluster_of_sweep(std::string_view text) {
  GivenCluster cluster = parse_cluster(text);
  if (cluster.memory_is_bytes)
    throw InputError("the memory is in bytes, and a sweep does not say how many a cell takes; give memory[cells]");
  return cluster;
}

// The files of clusters that a definition names, and how the study's definition knows them: "cluster SHA-256, ", "".
struct OpenedClusters {
  ClusterSource source;
  std::string digests;
};

OpenedClusters open_clusters(const SweepDefinition& definition) {
  OpenedClusters opened;
  const auto read = [](const std::string& name) { return engine::read_input_file(name, most_cluster_bytes); };
  if (!definition.cluster.empty()) {
    const engine::InputFile file = read(definition.cluster);
    opened.source.given =
        std::make_shared<const GivenCluster>(parsed_content(file.name, file.content, parse_cluster_of_sweep));
    opened.digests = fmt::format("cluster {}, ", file.digest);
  }
  const auto sampling = definition.axes.find("sampling");
  if (sampling == definition.axes.end()) return opened;
  for (const AxisValue& model : sampling->second) {
    const std::optional<std::string> name = resampled_file(model.text);
    if (!name) continue;
    const engine::InputFile file = read(engine::path_in(definition.folder, *name));
    opened.source.resampled[model.text] = parsed_content(
        file.name, file.content, [](const std::string& text) { return speeds_over_least(parse_cluster(text)); });
    opened.digests += fmt::format("{} {}, ", model.text, file.digest);
  }
  return opened;
}

bool is_folder(const std::string& instances) { return std::filesystem::is_directory(instances); }

// Leaves the axis `instance` and those of `applied` that the definition names. InputError where it names another.
void prepare_instance_axes(std::vector<Axis>& axes, const std::vector<std::string>& applied,
                           const SweepDefinition& definition) {
  for (const Axis& axis : axes)
    if (definition.axes.contains(axis.name) && !is_among(applied, axis.name))
      throw InputError(fmt::format("{} and instances exclude each other: each line of {} gives it", axis.name,
                                   file_name(definition.instances)));
  std::erase_if(axes, [&](const Axis& axis) { return !definition.axes.contains(axis.name); });
  axes.insert(axes.begin(), {.name = "instance",
                             .title = "line of " + file_name(definition.instances),
                             .role = AxisRole::sampled,
                             .kind = AxisKind::whole,
                             .least = 1,
                             .most = static_cast<double>(most_instances)});
}

// Calls `use` for each line, by their numbers from 1, that is not blank. The file's digest. An InputError of `use` gets
// the file and the line. InputError for a file without any.
std::string read_instance_lines(const std::string& file,
                                const std::function<void(std::int64_t number, const std::string& line)>& use) {
  const engine::InputFile input = engine::read_input_file(file, most_instance_bytes);
  std::int64_t number = 0;
  bool is_empty = true;
  for (std::size_t begin = 0; begin < input.content.size();) {
    const std::size_t end = std::min(input.content.find('\n', begin), input.content.size());
    const std::string line = input.content.substr(begin, end - begin);
    begin = end + 1;
    if (++number > most_instances)
      throw InputError(fmt::format("{} has more than {} lines; split it into several sweeps", file, most_instances));
    if (is_blank(line)) continue;
    is_empty = false;
    try {
      use(number, line);
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}:{}: {}", file, number, error.what()));
    }
  }
  if (is_empty) throw InputError(fmt::format("{} is empty; each line must be a problem as JSON", file));
  return input.digest;
}

// "A" of "graphs/A.json.gz".
std::string instance_name(const std::filesystem::path& file) {
  std::filesystem::path name = file.filename();
  while (name.has_extension() && name.stem() != name) name = name.stem();
  return name.string();
}

// The files of the folder, by their names. InputError for two of one name, and where there is none.
std::map<std::string, std::string> instance_files(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = instance_name(entry.path());
    if (!entry.is_regular_file() || name.starts_with('.') || name.empty() || !entry.path().has_extension()) continue;
    if (const auto [place, is_new] = files.emplace(name, entry.path().string()); !is_new)
      throw InputError(fmt::format("{} and {} have one name; move one away", place->second, entry.path().string()));
  }
  if (files.empty()) throw InputError(folder + " has no files; each must be a problem");
  return files;
}

// Puts the numbers of the lines on the axis `instance`.
void set_instances(std::vector<Axis>& axes, const std::vector<std::int64_t>& numbers) {
  std::vector<AxisValue> values;
  for (const std::int64_t number : numbers) values.push_back(AxisValue::of(static_cast<double>(number)));
  set_axis(axes, "instance", std::move(values));
}

// Makes the files of a folder the instances of the study, by their names. What the study's definition says of them.
std::string use_instance_files(engine::Study& study, const std::string& folder, const GivenInstances& given) {
  const std::map<std::string, std::string> files = instance_files(folder);
  Axis& axis = study.axes.front();
  axis.title = "file in " + file_name(folder);
  axis.kind = AxisKind::name;
  std::string digests;
  study.sample = given.read_files([&](const auto& use) {
    for (const auto& [name, file] : files) {
      digests += engine::read_input_file(file, most_instance_bytes).digest + " " + name + "\n";
      use(name, file);
    }
  });
  for (const auto& [name, file] : files) {
    axis.names.push_back(name);
    axis.values.push_back(AxisValue::parse(name));
  }
  return fmt::format("instances {}, ", engine::digest_of(digests));
}

// InputError for a number on the axis `instance` without an instance.
void require_instances(const std::vector<Axis>& axes, const std::vector<std::int64_t>& numbers,
                       const std::string& file) {
  const auto instance = std::ranges::find(axes, "instance", &Axis::name);
  if (instance == axes.end()) return;
  for (const AxisValue& value : instance->values)
    if (!std::ranges::binary_search(numbers, static_cast<std::int64_t>(value.number.value_or(0))))
      throw InputError(fmt::format("instance = {}: {} has no problem on that line; its last is on line {}", value.text,
                                   file, numbers.back()));
}

// Makes the instances of the definition's file those of the study. What the study's definition says of them.
std::string use_instances(engine::Study& study, const SweepDefinition& definition, const GivenInstances& given) {
  prepare_instance_axes(study.axes, given.applied, definition);
  set_axes(study.axes, definition);
  study.deterministic = true;
  study.samples = 1;
  if (!definition.opens_files) {
    // Whether they are lines or files is not known.
    if (given.read_files) {
      study.axes.front().kind = AxisKind::text;
      study.axes.front().text_kind = "a line of the file, or a file of the folder";
      study.axes.front().check_text = [](const std::string& /*text*/) {};
    }
    return "instances, ";
  }
  if (is_folder(definition.instances)) return use_instance_files(study, definition.instances, given);
  std::vector<std::string> changing;
  for (const Axis& axis : study.axes)
    if (is_among(given.applied, axis.name)) changing.push_back(axis.name);
  std::vector<std::int64_t> numbers;
  std::string digest;
  study.sample = given.read(
      [&](const auto& use) {
        digest = read_instance_lines(definition.instances, [&](std::int64_t number, const std::string& line) {
          use(number, line);
          numbers.push_back(number);
        });
      },
      changing);
  set_instances(study.axes, numbers);
  std::string text = "instances " + digest;
  for (const std::string& axis : changing) text += " by " + axis;
  study.require = [numbers, file = definition.instances](const std::vector<Axis>& axes,
                                                         const std::vector<std::string>& /*metrics*/) {
    require_instances(axes, numbers, file);
  };
  return text + ", ";
}

// The metrics that the definition names, in the study's order; empty where it names no metrics. InputError for an
// unknown metric, and where all of them compare with a rival.
std::vector<std::string> stored_metrics(const engine::Study& study, const SweepDefinition& definition) {
  std::vector<std::string> plain;
  for (const engine::Metric& metric : study.measured.metrics) plain.push_back(metric.record.name);
  std::vector<std::string> all = plain;
  for (const engine::PairedMetric& metric : study.paired_metrics) all.push_back(metric.record.name);
  std::vector<std::string> named = definition.metrics;
  std::erase(named, engine::seconds_metric);
  for (const std::string& name : named) {
    if (std::ranges::find(all, name) != all.end()) continue;
    all.emplace_back(engine::seconds_metric);
    throw unknown_name("metric of " + definition.family, name, all);
  }
  const auto is_named = [&named](const std::string& name) { return std::ranges::find(named, name) != named.end(); };
  if (!named.empty() && std::ranges::none_of(plain, is_named))
    throw InputError(fmt::format("metrics = {}: also name one of {}, which belong to a single algorithm",
                                 fmt::join(definition.metrics, ","), fmt::join(plain, ", ")));
  std::vector<std::string> stored;
  std::ranges::copy_if(all, std::back_inserter(stored), is_named);
  return stored;
}

// What a sweep's definition begins with: the family, and the metrics unless these are all.
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

std::string use_inputs(engine::Study& study, const SweepDefinition& definition, const SweepInputs& inputs) {
  if (!definition.instances.empty() && !definition.cluster.empty())
    throw InputError("cluster and instances exclude each other: each instance has a cluster of its own");
  if (!definition.instances.empty()) {
    if (!inputs.instances.read) throw InputError("a sweep of " + definition.family + " takes no instances");
    if (is_folder(definition.instances) && !inputs.instances.read_files)
      throw InputError(fmt::format("instances = {} is a folder; a sweep of {} takes a file", definition.instances,
                                   definition.family));
    return use_instances(study, definition, inputs.instances);
  }
  prepare_cluster_axes(study.axes, inputs.cluster_axes, definition);
  set_axes(study.axes, definition);
  if (inputs.set_clusters == nullptr || !definition.opens_files) return {};
  const OpenedClusters opened = open_clusters(definition);
  if (!opened.digests.empty()) inputs.set_clusters(opened.source, study);
  study.require = [before = study.require, ratio = inputs.cluster_axes.front(), source = opened.source](
                      const std::vector<Axis>& axes, const std::vector<std::string>& metrics) {
    if (before) before(axes, metrics);
    require_resampling(axes, ratio, source);
  };
  return opened.digests;
}

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
