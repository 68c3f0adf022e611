// Studies of sweeps, for any family: their axes, clusters and instances from files, metrics and algorithms.
#include "experiments/problems/common/sweep_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <system_error>

#include "base/csv.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "experiments/engine/file_digests.hpp"
#include "experiments/engine/timing.hpp"
#include "experiments/problems/common/json.hpp"
#include "sim/samplers.hpp"

namespace apportion::problems {

using engine::Axis;
using engine::AxisKind;
using engine::AxisRole;
using engine::AxisValue;
using engine::SweepDefinition;

namespace {

// The limits of a file of instances, in bytes and in lines.
constexpr std::uintmax_t most_instance_bytes = 1'000'000'000;
constexpr std::int64_t most_instances = 100'000;

constexpr const char* instance_axis = "instance";

std::string file_name(const std::string& path) { return std::filesystem::path(path).filename().string(); }

// Sets the axes to the values in the definition. InputError for an unknown axis, and for a value that its axis does not
// accept.
void set_axes(std::vector<Axis>& axes, const SweepDefinition& definition) {
  for (const auto& [name, values] : definition.axes) {
    Axis& axis = axes[engine::place_of_axis(axes, name, definition.family)];
    for (const AxisValue& value : values) axis.check(value);
    axis.values = values;
  }
}

// Options of algorithms as axes.

std::vector<std::string> named_algorithms(const SweepDefinition& definition) {
  std::vector<std::string> names = definition.algorithms;
  names.insert(names.end(), definition.rivals.begin(), definition.rivals.end());
  for (const engine::Pair& pair : definition.pairs) names.insert(names.end(), {pair.name, pair.rival});
  return names;
}

std::vector<std::string> option_axes_of(const SweepDefinition& definition) {
  return option_axes_in(fmt::format("{}", fmt::join(named_algorithms(definition), ",")));
}

// Adds the option axes that are no axes of the family.
void add_option_axes(std::vector<Axis>& axes, const SweepDefinition& definition) {
  for (const std::string& name : option_axes_of(definition)) {
    if (engine::axis_named(axes, name) != nullptr) continue;
    const auto values = definition.axes.find(name);
    if (values == definition.axes.end())
      throw InputError("{{{0}}} in the brackets of an algorithm is an axis: write {0} = VALUES", name);
    std::vector<std::string> texts = collected(values->second, &AxisValue::text);
    axes.push_back(option_axis(name, fmt::format("{}", fmt::join(texts, ","))));
  }
}

// Replaces a placeholder by a value: HYBRID[levels=2] from HYBRID[levels={levels}].
std::string with_option(std::string algorithm, const std::string& axis, const std::string& value) {
  replace_all(algorithm, "{" + axis + "}", value);
  return algorithm;
}

// The algorithm with all combinations of the axes' values.
std::vector<std::string> at_all_values(const std::string& algorithm, const std::vector<Axis>& axes) {
  std::vector<std::string> names{algorithm};
  for (const std::string& option : option_axes_in(algorithm)) {
    const Axis& axis = axes[engine::place_of_axis(axes, option, algorithm)];
    std::vector<std::string> longer;
    for (const std::string& name : names)
      for (const AxisValue& value : axis.values) longer.push_back(with_option(name, option, value.text));
    names = std::move(longer);
  }
  return names;
}

// Makes the study accept algorithms whose options are on its axes. Whether they accept the values is checked when these
// are known.
void take_options_from_axes(engine::Experiment& study, const SweepDefinition& definition) {
  const auto choose = study.solvers.choose;
  study.solvers.choose = [choose, axes = study.axes](const std::string& algorithm) {
    const std::vector<std::string> options = option_axes_in(algorithm);
    if (options.empty()) return choose(algorithm);
    std::optional<engine::Solver> solver;
    bool is_exact = true;
    for (const std::string& name : at_all_values(algorithm, axes)) {
      engine::Solver chosen = choose(name);
      is_exact = is_exact && chosen.exact_everywhere;
      if (!solver) solver = std::move(chosen);
    }
    if (!solver) throw InputError(algorithm + " has no value on the axis of its option");
    solver->name = algorithm;
    solver->exact_everywhere = is_exact;
    solver->at = [choose, algorithm, options](const engine::Point& point) {
      std::string name = algorithm;
      for (const std::string& option : options) name = with_option(std::move(name), option, point.text(option));
      return choose(name);
    };
    return *solver;
  };
  study.require = [before = study.require, choose, algorithms = named_algorithms(definition)](
                      const std::vector<Axis>& axes, const std::vector<std::string>& metrics) {
    if (before) before(axes, metrics);
    for (const std::string& algorithm : algorithms)
      for (const std::string& name : at_all_values(algorithm, axes)) static_cast<void>(choose(name));
  };
}

// Clusters from files, and models.

// Checks a model and its parameter, and that the text is in the canonical form used in names of points.
void check_model(const std::string& text, bool may_be_own) {
  std::vector<std::string> names = collected(cluster_samplers(), &ClusterSampler::name);
  if (may_be_own)
    for (const OwnModel& model : own_models()) names.push_back(model.word);
  const std::string name = text.substr(0, text.find('('));
  if (!contains(names, name)) {
    if (may_be_own && contains(speed_distributions(), name, &SpeedDistribution::name))
      throw InputError("sampling = {0}: {1} is a distribution; write speeds({0})", text, name);
    throw unknown_name("value of sampling", name, names);
  }
  SamplingModel model;
  try {
    if (own_model(text) != nullptr) return require_own_model(text);
    model = parse_sampling_model(text);
  } catch (const InputError& error) {
    throw InputError("sampling = {}", error.what());
  }
  if (model.text() != text) throw InputError("sampling = {}: the plain spelling is {}", text, model.text());
}

// The models in the definition; empty if it keeps the default.
std::vector<AxisValue> named_models(const SweepDefinition& definition) {
  const auto sampling = definition.axes.find("sampling");
  return sampling == definition.axes.end() ? std::vector<AxisValue>{} : sampling->second;
}

// Whether all models give the speeds themselves, so that there is no ratio.
bool leaves_out_ratio(const SweepDefinition& definition) {
  const std::vector<AxisValue> models = named_models(definition);
  return !models.empty() && std::ranges::all_of(models, [](const AxisValue& model) { return says_speeds(model.text); });
}

// Removes the axes that the definition's cluster replaces. InputError if the family takes none, and if the definition
// also names such an axis.
void replace_by_cluster(std::vector<Axis>& axes, const std::vector<std::string>& cluster_axes,
                        const SweepDefinition& definition) {
  if (definition.cluster.empty()) return;
  if (cluster_axes.empty())
    throw InputError("a sweep of {} takes no cluster: it has no processors of unequal speed", definition.family);
  for (const auto& [name, values] : definition.axes)
    if (contains(cluster_axes, name))
      throw InputError("{} and cluster exclude each other: {} gives it", name, file_name(definition.cluster));
  std::erase_if(axes, [&cluster_axes](const Axis& axis) { return contains(cluster_axes, axis.name); });
}

// Removes the ratio, the first of these axes, if no model depends on it. InputError if the definition names it.
void leave_out_ratio(std::vector<Axis>& axes, const std::vector<std::string>& cluster_axes,
                     const SweepDefinition& definition) {
  if (cluster_axes.empty() || !leaves_out_ratio(definition)) return;
  const std::string& ratio = cluster_axes.front();
  if (definition.axes.contains(ratio))
    throw InputError("{} and sampling = {} exclude each other: the model fixes the ratio of speeds", ratio,
                     named_models(definition).front().text);
  std::erase_if(axes, [&ratio](const Axis& axis) { return axis.name == ratio; });
}

// Opens the source of an own model, such as the file of resample(FILE); does nothing for other models. Returns the
// model's part of the study's definition.
std::string open_own_model(const std::string& text, const std::filesystem::path& folder, ClusterSource& source) {
  const OwnModel* const model = own_model(text);
  if (model == nullptr) return {};
  const std::string inside = within_brackets(text);
  if (!model->names_file()) {
    source.quantiles[text] = [speeds = parse_speed_model(inside)](double share) { return speeds.quantile(share); };
    return {};
  }
  const engine::InputFile file = engine::read_input_file((folder / inside).string(), most_cluster_bytes);
  if (model->says_speeds)
    source.quantiles[text] = parsed_content(file.name, file.content, parse_quantiles);
  else
    source.resampled[text] = parsed_content(
        file.name, file.content, [](const std::string& content) { return speeds_over_least(parse_cluster(content)); });
  return fmt::format("{} {}, ", text, file.digest);
}

// Opens the definition's files of clusters. Returns their part of the study's definition: "cluster SHA-256, ".
std::string open_clusters(const SweepDefinition& definition, ClusterSource& source) {
  std::string digests;
  if (!definition.cluster.empty()) {
    const engine::InputFile file = engine::read_input_file(definition.cluster, most_cluster_bytes);
    GivenCluster cluster = parsed_content(file.name, file.content, parse_cluster);
    if (cluster.memory_is_bytes)
      throw InputError(file.name + ": the memory is in bytes, and a sweep has no bytes per cell; give memory[cells]");
    source.given = std::make_shared<const GivenCluster>(std::move(cluster));
    digests += fmt::format("cluster {}, ", file.digest);
  }
  for (const AxisValue& model : named_models(definition))
    digests += open_own_model(model.text, std::filesystem::path(definition.file).parent_path(), source);
  // Dropping an axis makes another study.
  if (leaves_out_ratio(definition)) digests += "without a ratio, ";
  return digests;
}

// Makes the study use the definition's files of clusters. Returns the text about them for the study's definition.
std::string use_clusters(engine::Experiment& study, const SweepDefinition& definition, const SweepInputs& inputs) {
  replace_by_cluster(study.axes, inputs.cluster_axes, definition);
  // Sweep files may name own models, but the program's own studies may not.
  for (Axis& axis : study.axes)
    if (axis.name == "sampling" && contains(inputs.cluster_axes, axis.name) && !definition.is_built_in) {
      axis.check_text = [](const std::string& text) { check_model(text, true); };
      for (const OwnModel& model : own_models()) axis.names.push_back(model.spelled());
    }
  leave_out_ratio(study.axes, inputs.cluster_axes, definition);
  set_axes(study.axes, definition);
  if (inputs.set_clusters == nullptr || !definition.opens_files) return {};
  ClusterSource source;
  std::string digests = open_clusters(definition, source);
  if (!source.is_empty()) inputs.set_clusters(source, study);
  study.require = [before = study.require, ratio = inputs.cluster_axes.front(), source](
                      const std::vector<Axis>& axes, const std::vector<std::string>& metrics) {
    if (before) before(axes, metrics);
    require_models(axes, ratio, source);
  };
  return digests;
}

// Instances from the lines of a file, or the files of a folder.

bool is_folder(const std::string& instances) { return std::filesystem::is_directory(instances); }

// InputError if the family takes no such instances, and if the definition also has clusters or names an axis that the
// instances replace.
void require_instances_alone(const SweepDefinition& definition, const GivenInstances& given,
                             const std::vector<Axis>& axes) {
  if (!definition.cluster.empty())
    throw InputError("cluster and instances exclude each other: each instance has a cluster of its own");
  if (!given.read) throw InputError("a sweep of " + definition.family + " takes no instances");
  if (is_folder(definition.instances) && !given.read_files)
    throw InputError("instances = {} is a folder; a sweep of {} takes a file", definition.instances, definition.family);
  const std::vector<std::string> options = option_axes_of(definition);
  for (const Axis& axis : axes)
    if (definition.axes.contains(axis.name) && !contains(given.applied, axis.name) && !contains(options, axis.name))
      throw InputError("{} and instances exclude each other: each line of {} gives it", axis.name,
                       file_name(definition.instances));
}

// Keeps the axes in the definition, after the axis `instance`.
void prepare_instance_axes(std::vector<Axis>& axes, const SweepDefinition& definition) {
  std::erase_if(axes, [&](const Axis& axis) { return !definition.axes.contains(axis.name); });
  axes.insert(axes.begin(), {.name = instance_axis,
                             .title = "line of " + file_name(definition.instances),
                             .role = AxisRole::sampled,
                             .kind = AxisKind::whole,
                             .least = 1,
                             .most = static_cast<double>(most_instances)});
  set_axes(axes, definition);
}

// The "name" of a problem in one JSON line; "" if it has none. InputError for an invalid name.
std::string name_in_line(const std::string& line) {
  constexpr std::size_t longest = 100;
  if (line.find("\"name\"") == std::string::npos) return {};
  const Json problem = parse_json(line);
  if (!problem.is_object() || !problem.contains("name")) return {};
  std::string name = JsonReader(problem)["name"].text();
  const auto is_odd = [](char c) { return c == ',' || c == '=' || c == '"' || static_cast<unsigned char>(c) < ' '; };
  if (name.empty() || name.size() > longest || std::ranges::any_of(name, is_odd) || AxisValue::parse(name).number)
    throw InputError("name '{}': it must be no number, and have no comma, '=' or quotation mark",
                     printable(name, longest));
  return name;
}

// The lines that are not blank, by their numbers. InputError for a file without lines, and for one with too many.
std::vector<InstanceText> lines_of(const std::string& content, const std::string& file) {
  std::vector<InstanceText> lines;
  for (TextLines all(content); all.next();) {
    if (all.number() > most_instances)
      throw InputError("{} has more than {} lines; split it into several sweeps", file, most_instances);
    if (!is_blank(all.line()))
      lines.push_back(
          {std::to_string(all.number()), std::string(all.line()), fmt::format("{}:{}", file, all.number())});
  }
  if (lines.empty()) throw InputError("{} is empty; each line must be a problem as JSON", file);
  return lines;
}

// Replaces the numbers by the names of the problems. InputError if only some have one, or two have the same.
void take_names(std::vector<InstanceText>& lines) {
  std::map<std::string, std::string> numbers;
  for (InstanceText& line : lines)
    read_from(line.place, [&] {
      std::string name = name_in_line(line.text);
      if (&line != &lines.front() && name.empty() != numbers.empty())
        throw InputError("either every problem has a \"name\" or none: this one and the one above differ");
      if (name.empty()) return;
      const auto [other, is_new] = numbers.emplace(name, line.name);
      if (!is_new) throw InputError("line {} is called {} as well", other->second, name);
      line.name = std::move(name);
    });
}

// Makes the axis `instance` accept these names.
void set_instance_names(Axis& instance, const std::string& title, const std::vector<std::string>& names) {
  instance.title = title;
  instance.kind = AxisKind::name;
  instance.names = names;
  instance.values = engine::name_values(names);
}

// Makes the lines of a file the instances of the study. Returns the text about them for the study's definition.
std::string use_instance_lines(engine::Experiment& study, const std::string& file, const GivenInstances& given) {
  const engine::InputFile input = engine::read_input_file(file, most_instance_bytes);
  std::vector<InstanceText> lines = lines_of(input.content, file);
  if (!given.are_named) take_names(lines);
  std::string text = "instances " + input.digest;
  std::vector<std::string> changing;
  for (const Axis& axis : study.axes)
    if (contains(given.applied, axis.name)) {
      changing.push_back(axis.name);
      text += " by " + axis.name;
    }
  study.sample = given.read(lines, changing);
  const std::vector<std::string> names = collected(lines, &InstanceText::name);
  if (AxisValue::parse(names.front()).number)
    study.axes.front().values = engine::name_values(names);
  else
    set_instance_names(study.axes.front(), "problem of " + file_name(file), names);
  study.require = [known = std::set(names.begin(), names.end()), last = names.back(), file](
                      const std::vector<Axis>& axes, const std::vector<std::string>& /*metrics*/) {
    const Axis* const instance = engine::axis_named(axes, instance_axis);
    if (instance == nullptr) return;
    for (const AxisValue& value : instance->values)
      if (!known.contains(value.text))
        throw InputError("instance = {}: {} has no problem on that line; its last is on line {}", value.text, file,
                         last);
  };
  return text + ", ";
}

// The name "A" of the file "graphs/A.json.gz".
std::string instance_name(const std::filesystem::path& file) {
  std::filesystem::path name = file.filename();
  while (name.has_extension() && name.stem() != name) name = name.stem();
  return name.string();
}

// The files of the folder, by name. InputError for duplicate names, and for a folder without files.
std::vector<InstanceText> instance_files(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = instance_name(entry.path());
    if (!entry.is_regular_file() || name.starts_with('.') || name.empty() || !entry.path().has_extension()) continue;
    if (const auto [place, is_new] = files.emplace(name, entry.path().string()); !is_new)
      throw InputError("{} and {} have one name; move one away", place->second, entry.path().string());
  }
  if (files.empty()) throw InputError(folder + " has no files; each must be a problem");
  std::vector<InstanceText> instances;
  for (const auto& [name, file] : files) instances.push_back({name, file});
  return instances;
}

// Makes the files of a folder the instances of the study, by name. Returns their part of the study's definition.
std::string use_instance_files(engine::Experiment& study, const std::string& folder, const GivenInstances& given) {
  const std::vector<InstanceText> files = instance_files(folder);
  std::string digests;
  for (const InstanceText& file : files)
    digests += engine::read_input_file(file.text, most_instance_bytes).digest + " " + file.name + "\n";
  study.sample = given.read_files(files, {});
  set_instance_names(study.axes.front(), "file in " + file_name(folder), collected(files, &InstanceText::name));
  return fmt::format("instances {}, ", engine::digest_of(digests));
}

// Makes the definition's instances those of the study. Returns the text about them for the study's definition.
std::string use_instances(engine::Experiment& study, const SweepDefinition& definition, const GivenInstances& given) {
  require_instances_alone(definition, given, study.axes);
  prepare_instance_axes(study.axes, definition);
  study.deterministic = true;
  study.samples = 1;
  if (definition.opens_files && is_folder(definition.instances))
    return use_instance_files(study, definition.instances, given);
  if (definition.opens_files) return use_instance_lines(study, definition.instances, given);
  // Whether the values are lines, names or files is not known yet.
  Axis& instance = study.axes.front();
  instance.kind = AxisKind::text;
  instance.text_kind = "a line or a name of the file, or a file of the folder";
  instance.check_text = [](const std::string& /*text*/) {};
  return "instances, ";
}

// --- Formulas of metrics in users' files: acost + 50 * internal_edges

using Row = std::span<const double>;  // the family's metrics of an answer
using Value = std::function<double(Row metrics)>;

struct Formula {
  Value value;
  std::vector<std::size_t> places;  // of the metrics that it reads
};

Value applied(double (*of)(double), Value value) {
  return [of, value = std::move(value)](Row metrics) { return of(value(metrics)); };
}

// An operation on the value so far and a further one.
struct Operation {
  double (*of)(double, double);
  Value second;
};

// From left to right in a loop: the stack may not depend on the length of a formula, only on its brackets.
Value applied(Value first, std::vector<Operation> operations) {
  if (operations.empty()) return first;
  return [first = std::move(first), operations = std::move(operations)](Row metrics) {
    double value = first(metrics);
    for (const auto& [of, second] : operations) value = of(value, second(metrics));
    return value;
  };
}

// Reads + - * / and brackets, numbers, names, min(a, b), max(a, b), sqrt(a), abs(a). InputError for anything else.
class FormulaParser {
 public:
  FormulaParser(std::string_view text, const std::vector<std::string>& names)
      : text_(text), rest_(text), names_(names) {}

  Formula formula() && {
    Value value = sum();
    if (!rest_.empty()) refuse("an operator");
    return {std::move(value), std::move(places_)};
  }

 private:
  [[noreturn]] void refuse(std::string_view wanted) const {
    throw InputError(rest_.empty() ? fmt::format("'{}' ends where {} is expected", text_, wanted)
                                   : fmt::format("'{}': expected {} at '{}'", text_, wanted, rest_));
  }

  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\n"), rest_.size())); }

  bool take(char symbol) {
    skip_blanks();
    if (!rest_.starts_with(symbol)) return false;
    rest_.remove_prefix(1);
    skip_blanks();
    return true;
  }

  void require(char symbol) {
    if (!take(symbol)) refuse(fmt::format("'{}'", symbol));
  }

  Value sum() {
    constexpr int deepest = 100;
    if (++depth_ > deepest) throw InputError("brackets are nested deeper than {}", deepest);
    Value first = product();
    std::vector<Operation> further;
    while (true) {
      if (take('+'))
        further.push_back({[](double a, double b) { return a + b; }, product()});
      else if (take('-'))
        further.push_back({[](double a, double b) { return a - b; }, product()});
      else
        break;
    }
    --depth_;
    return applied(std::move(first), std::move(further));
  }

  Value product() {
    Value first = operand();
    std::vector<Operation> further;
    while (true) {
      if (take('*'))
        further.push_back({[](double a, double b) { return a * b; }, operand()});
      else if (take('/'))
        further.push_back({[](double a, double b) { return a / b; }, operand()});
      else
        return applied(std::move(first), std::move(further));
    }
  }

  Value operand() {
    bool is_negative = false;
    while (take('-')) is_negative = !is_negative;
    Value value;
    if (take('(')) {
      value = sum();
      require(')');
    } else if (!rest_.empty() && std::string_view("0123456789.").find(rest_.front()) != std::string_view::npos) {
      value = number();
    } else {
      value = name();
    }
    return is_negative ? applied([](double a) { return -a; }, std::move(value)) : value;
  }

  Value number() {
    double value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc{}) refuse("a number");
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return [value](Row /*metrics*/) { return value; };
  }

  Value name() {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    const std::string word(rest_.substr(0, rest_.find_first_not_of(letters)));
    if (word.empty()) refuse("a number, a metric or '('");
    rest_.remove_prefix(word.size());
    if (take('(')) return function(word);
    const auto found = std::ranges::find(names_, word);
    if (found == names_.end()) throw unknown_name("metric", word, names_);
    places_.push_back(static_cast<std::size_t>(found - names_.begin()));
    return [place = places_.back()](Row metrics) { return metrics[place]; };
  }

  Value function(const std::string& word) {
    const std::vector<std::string> names = {"min", "max", "sqrt", "abs"};
    if (!contains(names, word)) throw unknown_name("function", word, names);
    Value first = sum();
    const bool has_two = word == "min" || word == "max";
    if (has_two) require(',');
    Value second = has_two ? sum() : nullptr;
    require(')');
    if (word == "min")
      return applied(std::move(first), {{[](double a, double b) { return std::min(a, b); }, std::move(second)}});
    if (word == "max")
      return applied(std::move(first), {{[](double a, double b) { return std::max(a, b); }, std::move(second)}});
    if (word == "sqrt") return applied([](double a) { return std::sqrt(a); }, std::move(first));
    return applied([](double a) { return std::abs(a); }, std::move(first));
  }

  std::string_view text_;
  std::string_view rest_;
  const std::vector<std::string>& names_;
  std::vector<std::size_t> places_;
  int depth_ = 0;
};

// --- Metrics, algorithms and rivals

template <class AnyMetric>
std::vector<std::string> names_of(const std::vector<AnyMetric>& metrics) {
  return collected(metrics, [](const AnyMetric& metric) { return metric.record.name; });
}

// InputError for a name that has, or would have, another meaning in the views.
void require_metric_name(const std::string& name, const std::vector<std::string>& known,
                         const std::vector<Axis>& axes) {
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  static const std::vector<std::string> taken = {"algorithm", "rival",   "seed",     "sample", "samples",
                                                 "chunk",     "series",  "panel",    "page",   "missing",
                                                 "relative",  "seconds", "instance", "columns"};
  const auto ends_as_column = [&name](const char* ending) { return name.ends_with(ending); };
  if (name.empty() || name.find_first_not_of(allowed) != std::string::npos || (name[0] >= '0' && name[0] <= '9'))
    throw InputError("a metric cannot be called '{}'; use letters, digits and _", name);
  if (contains(known, name) || contains(taken, name) || engine::axis_named(axes, name) != nullptr ||
      std::ranges::any_of(std::array{"_sd", "_se", "_min", "_max", "_measured"}, ends_as_column))
    throw InputError("a metric cannot be called '{}': that is a metric, an axis or another column", name);
}

// Adds the metrics that the definition computes from others.
void add_own_metrics(engine::Experiment& study, const SweepDefinition& definition) {
  if (definition.own_metrics.empty()) return;
  std::vector<engine::Metric>& metrics = study.measured.metrics;
  const std::vector<std::string> given = names_of(metrics);
  std::vector<std::string> known = given;
  for (const engine::PairedMetric& paired : study.paired_metrics) known.push_back(paired.record.name);
  std::vector<Formula> formulas;
  std::map<std::string, std::vector<std::string>> needed_by;  // metrics, by the metrics computed from them
  for (const engine::OwnMetric& own : definition.own_metrics) {
    require_metric_name(own.record.name, known, study.axes);
    known.push_back(own.record.name);
    formulas.push_back(FormulaParser(own.expression, given).formula());
    bool is_exact = true;
    for (const std::size_t place : formulas.back().places) {
      is_exact = is_exact && metrics[place].exact_everywhere;
      needed_by[own.record.name].push_back(given[place]);
    }
    metrics.push_back({own.record, is_exact});
  }
  study.measured.prepare = [prepare = study.measured.prepare, formulas,
                            count = given.size()](const std::vector<bool>& needed) -> engine::Measure {
    std::vector<bool> needed_of_family(needed.begin(), needed.begin() + static_cast<std::ptrdiff_t>(count));
    for (std::size_t i = 0; i < formulas.size(); ++i)
      if (needed[count + i])
        for (const std::size_t place : formulas[i].places) needed_of_family[place] = true;
    return [measure = prepare(needed_of_family), formulas, count](
               const engine::Value& instance, const engine::Value& solution, std::span<double> row) {
      measure(instance, solution, row.first(count));
      for (std::size_t i = 0; i < formulas.size(); ++i) row[count + i] = formulas[i].value(row);
    };
  };
  study.require = [before = study.require, needed_by](const std::vector<Axis>& axes, std::vector<std::string> stored) {
    for (const auto& [own, needed] : needed_by)
      if (contains(stored, own)) stored.insert(stored.end(), needed.begin(), needed.end());
    if (before) before(axes, stored);
  };
}

// The metrics in the definition, in the study's order; empty if it names no metrics. InputError for an unknown metric,
// and if all compare with a rival.
std::vector<std::string> stored_metrics(const engine::Experiment& study, const SweepDefinition& definition) {
  const std::vector<std::string> plain = names_of(study.measured.metrics);
  const std::vector<std::string> paired = names_of(study.paired_metrics);
  std::vector<std::string> known = plain;
  known.insert(known.end(), paired.begin(), paired.end());
  known.emplace_back(engine::seconds_metric);
  const std::vector<std::string>& named = definition.metrics;
  for (const std::string& name : named)
    if (!contains(known, name)) throw unknown_name("metric of " + definition.family, name, known);
  std::vector<std::string> stored;
  for (const std::string& name : known)
    if (name != engine::seconds_metric && contains(named, name)) stored.push_back(name);
  if (!stored.empty() && !contains(plain, stored.front()))
    throw InputError("metrics = {}: also name one of {}, which belong to a single algorithm", fmt::join(named, ","),
                     fmt::join(plain, ", "));
  return stored;
}

std::string canonical(const engine::Experiment& study, const std::string& algorithm) {
  return study.solvers.choose(algorithm).name;
}

// Pairs of every algorithm with each rival, rival by rival, by canonical names. Repeated rivals count once.
std::vector<engine::Pair> pairs_with(const std::vector<std::string>& rivals, const engine::Experiment& study) {
  std::vector<engine::Pair> pairs;
  for (const std::string& named : rivals) {
    const std::string rival = canonical(study, named);
    if (contains(pairs, rival, &engine::Pair::rival)) continue;
    for (const std::string& name : study.algorithms)
      if (const std::string mine = canonical(study, name); mine != rival) pairs.push_back({mine, rival});
  }
  return pairs;
}

// Adds a rival to the algorithms, which need not list it.
void add_rival(const std::string& rival, engine::Experiment& study) {
  const auto is_rival = [&study, name = canonical(study, rival)](const std::string& other) {
    return canonical(study, other) == name;
  };
  if (std::ranges::none_of(study.algorithms, is_rival)) study.algorithms.push_back(rival);
}

// Adds the definition's algorithms, the family's and the user's, and their rivals to the study.
void choose_algorithms(engine::Experiment& study, const SweepDefinition& definition, const OwnSolvers& own) {
  if (own)
    study.solvers = own(definition.own, definition.opens_files);
  else if (!definition.own.empty())
    throw InputError(no_own_algorithms);
  if (definition.is_stored)
    study.solvers.choose = [choose = study.solvers.choose](const std::string& name) {
      try {
        return choose(name);
      } catch (const InputError&) {
        return engine::Solver{.name = name};
      }
    };
  for (const OwnProgram& program : definition.own) study.algorithms.push_back(program.name);
  if (!definition.algorithms.empty()) study.algorithms = definition.algorithms;
  if (!option_axes_of(definition).empty()) take_options_from_axes(study, definition);
  for (const std::string& rival : definition.rivals) add_rival(rival, study);
  study.pairs = pairs_with(definition.rivals, study);
  for (const engine::Pair& pair : definition.pairs) {
    for (const std::string& name : {pair.name, pair.rival}) add_rival(name, study);
    study.pairs.push_back({canonical(study, pair.name), canonical(study, pair.rival)});
  }
}

}  // namespace

void set_axis(std::vector<Axis>& axes, std::string_view name, std::vector<AxisValue> values) {
  const auto axis = std::ranges::find_if(axes, [name](const Axis& entry) { return entry.name == name; });
  if (axis == axes.end()) throw std::logic_error("no axis '" + std::string(name) + "'");
  axis->values = std::move(values);
}

void set_axes(std::vector<Axis>& axes, const std::map<std::string, std::vector<double>>& values) {
  for (const auto& [name, numbers] : values) set_axis(axes, name, engine::axis_values(numbers));
}

Axis ratio_axis() { return engine::real_axis("ratio", "greatest over least speed", AxisRole::sampled, 1, 1e9, {4}); }

Axis processors_axis(double most, const std::vector<double>& values) {
  return engine::whole_axis("processors", "processors", AxisRole::sampled, 1, most, values);
}

Axis aspect_axis() { return engine::real_axis("aspect", "columns over rows", AxisRole::sampled, 1e-6, 1e6, {1}); }

double columns_at(const engine::Point& point) {
  const bool is_given = contains(point.entries(), "columns", &engine::Point::Entry::axis);
  return is_given ? point.number("columns") : point.number("rows") * point.number("aspect");
}

Axis sampling_axis(std::string_view model) {
  Axis axis{.name = "sampling",
            .title = "sampling model",
            .role = AxisRole::sampled,
            .kind = engine::AxisKind::name,
            .values = {AxisValue::parse(model)},
            .check_text = [](const std::string& text) { check_model(text, false); },
            .exact_at =
                [](const std::string& value) {
                  const OwnModel* own = own_model(value);
                  return own != nullptr ? own->exact_everywhere : parse_sampling_model(value).sampler->exact_everywhere;
                }};
  for (const ClusterSampler& sampler : cluster_samplers()) axis.names.push_back(sampler.spelled());
  return axis;
}

std::vector<std::string> option_axes_in(std::string_view algorithms) {
  std::vector<std::string> names;
  for (std::size_t begin = algorithms.find('{'); begin != std::string_view::npos;
       begin = algorithms.find('{', begin + 1)) {
    const std::size_t end = algorithms.find('}', begin);
    if (end == std::string_view::npos) break;
    std::string name(algorithms.substr(begin + 1, end - begin - 1));
    if (!name.empty() && !contains(names, name)) names.push_back(std::move(name));
  }
  return names;
}

Axis option_axis(const std::string& name, std::string_view values) {
  constexpr double most = 1e15;
  const std::string title = "option " + name;
  for (Axis axis : {engine::whole_axis(name, title, AxisRole::applied, -most, most, {}),
                    engine::real_axis(name, title, AxisRole::applied, -most, most, {})}) {
    try {
      axis.values = engine::parse_axis_values(axis, values);
      return axis;
    } catch (const InputError&) {
      // The algorithm is of the next kind.
    }
  }
  Axis axis{.name = name, .title = title, .role = AxisRole::applied, .kind = AxisKind::text};
  axis.text_kind = "a value of the option";
  axis.check_text = [](const std::string& /*text*/) {};
  axis.values = engine::parse_axis_values(axis, values);
  return axis;
}

engine::Experiment sweep_study(engine::Experiment study, const SweepDefinition& definition, const SweepInputs& inputs,
                               const OwnSolvers& own) {
  study.name = definition.paper + "/" + definition.name;
  if (!definition.title.empty()) study.title = definition.title;
  study.claim = definition.claim.empty() ? "none: a sweep asks, and its exhibits answer" : definition.claim;
  if (!definition.source.empty()) study.source = definition.source;
  if (!definition.cited.empty()) study.source = definition.cited;
  add_own_metrics(study, definition);
  add_option_axes(study.axes, definition);
  const std::string files = definition.instances.empty() ? use_clusters(study, definition, inputs)
                                                         : use_instances(study, definition, inputs.instances);
  study.keep_samples = definition.keep_samples;
  study.timed = definition.timed;
  study.notice = definition.notice;
  if (definition.samples > 0 && !study.deterministic) study.samples = definition.samples;
  if (definition.chunk > 0) study.chunk_size = definition.chunk;
  if (definition.revision > 0) study.revision = definition.revision;
  choose_algorithms(study, definition, own);
  study.stored_metrics = stored_metrics(study, definition);
  const std::vector<std::string> metrics = engine::defining_metrics(study);  // {} if all are stored
  const std::string opening =
      definition.family + (metrics.empty() ? ", " : fmt::format(", {} only, ", fmt::join(metrics, " ")));
  engine::Experiment experiment = engine::completed(std::move(study));
  std::string own_metrics;  // "metric cut = acost + 50 * internal_edges, " for each stored one
  for (const engine::OwnMetric& each : definition.own_metrics)
    if (contains(experiment.metrics, each.record.name, &results::MetricRecord::name))
      own_metrics += fmt::format("metric {} = {}, ", each.record.name, each.expression);
  if (!definition.is_built_in) experiment.definition.insert(0, opening + files + own_metrics);
  static_cast<void>(experiment.columns(experiment.algorithms));
  return experiment;
}

}  // namespace apportion::problems
