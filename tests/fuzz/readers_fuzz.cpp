// Fuzz targets: readers of texts and files: JSON, options and lists, axes, notation, networks, clusters,
// instances, baselines, sweep files and folders of papers.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/distributions/distribution_kind.hpp"
#include "algorithms/graphs/graph_algorithm.hpp"
#include "algorithms/grids/grid_algorithm.hpp"
#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/json.hpp"
#include "experiments/problems/grids/solve.hpp"
#include "experiments/problems/networks/network.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "experiments/sweeps/ini.hpp"
#include "experiments/sweeps/means.hpp"
#include "experiments/sweeps/paper_sources.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "results/comparing/baseline.hpp"
#include "tests/fuzz/checks.hpp"
#include "tests/fuzz/files.hpp"
#include "tests/fuzz/fuzz_targets.hpp"

namespace apportion::fuzz {
namespace {

// Compares with the library, which allows repeated keys and any depth.
void fuzz_json(std::string_view input) {
  const problems::Json plain = problems::Json::parse(input, nullptr, false);
  try {
    const problems::Json strict = problems::parse_json(input);
    expect(!plain.is_discarded(), "the library refuses what is accepted");
    expect(plain == strict, "another value than the library's");
  } catch (const InputError& refusal) {
    const std::string_view why = refusal.what();
    expect(
        plain.is_discarded() || why.find("given twice") != std::string_view::npos || why.starts_with("nested deeper"),
        "what the library accepts is refused");
    throw;
  }
}

const TargetRegistration json_registration{{"json", fuzz_json}};

// An algorithm's canonical name refers to the same algorithm.
template <class AlgorithmType>
void expect_canonical(const std::string& text) {
  const Registry<AlgorithmType>& registry = Registry<AlgorithmType>::instance();
  std::string name;
  try {
    name = registry.choose(text).canonical_name();
  } catch (const InputError&) {
    return;
  }
  const auto canonical = [&registry](const std::string& word) { return registry.choose(word).canonical_name(); };
  expect(read_again(name, canonical) == name, "not the canonical name: " + name);
}

void fuzz_options(std::string_view input) {
  const std::vector<std::string> names = split_names(input);
  std::string joined;
  for (const std::string& name : names) {
    joined += (joined.empty() ? "" : ",") + name;
    expect_canonical<RectangleAlgorithm>(name);
    expect_canonical<GridAlgorithm>(name);
    expect_canonical<GraphAlgorithm>(name);
    expect_canonical<DistributionKind>(name);
  }
  expect(read_again(joined, split_names) == names, "names do not come back from their list");
}

// The result of `read`; it may throw only a refusal.
template <class Read>
void expect_refusal_or_answer(std::string_view input, const Read& read) {
  try {
    static_cast<void>(read(input));
  } catch (const UserError& refusal) {
    expect(*refusal.what() != '\0', "a refusal says nothing");
  }
}

Cluster weights_given(std::string_view text) {
  problems::OptionValues options;
  for (const char* side : {"rows", "columns"}) options.add(side, {"1"});
  options.add("weights", {std::string(text)});
  return problems::rectangle_question({problems::rectangle_fields(), options}).problem.cluster;
}

void fuzz_lists(std::string_view input) {
  for (const char* option : {"edges", "performances", "block"})
    expect_refusal_or_answer(input, [option](std::string_view text) {
      problems::OptionValues options;
      options.add(option, {std::string(text)});
      return problems::FieldValues(problems::grid_fields(), options).has(option);
    });
  const Cluster cluster = weights_given(input);
  validate(cluster);
  const std::string text = problems::weights_json(cluster);
  expect(problems::weights_json(read_again(text, weights_given)) == text,
         "weights do not come back from JSON: " + text);
}

const TargetRegistration options_registration{{"options", fuzz_options}};
const TargetRegistration lists_registration{{"lists", fuzz_lists}};

// Every axis of every family, and one of each kind of numbers.
const std::vector<engine::Axis>& all_axes() {
  static const std::vector<engine::Axis> all = [] {
    std::vector<engine::Axis> axes = {{.name = "whole", .kind = engine::AxisKind::whole, .least = -1000, .most = 1e9},
                                      {.name = "real", .kind = engine::AxisKind::real, .least = -1e300, .most = 1e300}};
    for (const std::string& family : problems::sweep_family_names())
      for (engine::Axis& axis : problems::default_sweep(problems::sweep_family(family)).axes)
        axes.push_back(std::move(axis));
    return axes;
  }();
  return all;
}

void expect_values(const engine::Axis& axis, std::string_view text) {
  const std::vector<engine::AxisValue> values = engine::parse_axis_values(axis, text);
  expect(!values.empty(), "no values");
  std::set<std::string> seen;
  constexpr std::size_t most_checked = 100;
  if (values.size() > most_checked) return;
  for (const engine::AxisValue& value : values) {
    axis.check(value);
    expect(seen.insert(value.text).second, axis.name + " has a value twice: " + value.text);
    expect(engine::AxisValue::parse(value.text).text == value.text, "not the canonical spelling: " + value.text);
  }
}

// "AXIS VALUES": if there is no such axis, all are tried.
void fuzz_axes(std::string_view input) {
  const std::size_t blank = std::min(input.find(' '), input.size());
  const std::string_view name = input.substr(0, blank);
  const std::string_view text = input.substr(std::min(blank + 1, input.size()));
  static_cast<void>(engine::AxisValue::parse(text));
  for (const engine::Axis& axis : all_axes()) {
    if (axis.name != name) continue;
    try {
      expect_values(axis, text);
    } catch (const InputError& refusal) {
      expect(*refusal.what() != '\0', "a refusal says nothing");
    }
  }
}

const TargetRegistration axes_registration{{"axes", fuzz_axes}};

// A text that `read` refuses is of another kind.
template <class Read>
auto read_if_possible(std::string_view input, const Read& read) -> std::optional<decltype(read(input))> {
  try {
    return read(input);
  } catch (const InputError& refusal) {
    expect(*refusal.what() != '\0', "a refusal says nothing");
    return std::nullopt;
  }
}

// Spells the value, and reads it again.
template <class Read>
void expect_spelled(std::string_view input, const Read& read) {
  const auto given = read_if_possible(input, read);
  if (!given) return;
  const std::string text = to_text(*given);
  const auto again = read_again(text, read);
  expect(to_text(again) == text, "a distribution does not come back from its notation: " + text);
  expect(again == *given, "another distribution comes back from the notation: " + text);
}

void fuzz_notation(std::string_view input) {
  expect_spelled(input, parse_distribution);
  expect_spelled(input, parse_replicated);
  if (const auto distribution = read_if_possible(input, parse_distribution)) expect_consistent(*distribution);
}

const TargetRegistration notation_registration{{"notation", fuzz_notation}};

// Four processors, two by two.
void fuzz_networks(std::string_view input) {
  constexpr std::size_t processors = 4;
  constexpr double side = 10;
  const auto given = problems::exchange_time_on("fuzzed", problems::parse_network(input, processors), 0);
  const Decomposition division{
      {2 * side, 2 * side},
      {{0, 0, side, side}, {0, side, side, side}, {side, 0, side, side}, {side, side, side, side}}};
  const problems::ExchangeCosts costs = given->costs({1, 1, 1, 1}, stencil_of(division));
  expect(costs.most >= 0 && costs.net >= 0 && costs.simulated >= 0, "a cost below zero");
  expect(std::isfinite(costs.most) && std::isfinite(costs.net) && std::isfinite(costs.simulated), "a cost without end");
}

const TargetRegistration networks_registration{{"networks", fuzz_networks}};

// Processors with elements finish together; the others could not have begun.
void expect_balanced(const problems::GivenCluster& given, double elements) {
  const std::vector<double> sizes = balanced_sizes(given.models, elements);
  const double sum = std::accumulate(sizes.begin(), sizes.end(), 0.0);
  expect(std::abs(sum - elements) <= 1e-9 * elements, fmt::format("sizes of {} sum to {}", elements, sum));
  // Rounding of sizes matters where times rise steeply.
  constexpr double less = 1 - 1e-9;
  constexpr double more = 1 + 1e-9;
  double last = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    expect(sizes[i] >= 0, "a size below zero");
    last = std::max(last, given.models[i].seconds(sizes[i] * less) * less);
  }
  for (std::size_t i = 0; i < sizes.size(); ++i)
    expect(given.models[i].seconds(sizes[i] * more) >= last,
           fmt::format("processor {} has finished before the last one", i));
}

void expect_within(const Cluster& cluster, const std::vector<double>& memory, double elements) {
  const double sum = std::accumulate(cluster.speeds.begin(), cluster.speeds.end(), 0.0);
  for (std::size_t i = 0; i < memory.size(); ++i)
    expect(cluster.speeds[i] / sum * elements <= memory[i] * (1 + 1e-9), fmt::format("share {} beyond memory", i));
}

void fuzz_clusters(std::string_view input) {
  problems::GivenCluster given = problems::parse_cluster(input);
  if (given.memory_is_bytes) count_cells(given, 8);
  expect(given.size() > 0 && given.speeds.size() + given.models.size() == given.size(), "not one speed per processor");
  for (const double elements : {1.0, 1e6}) {
    const problems::ClusterShares shares = given.shares_of(elements, elements);
    const Cluster& cluster = shares.cluster;
    validate(cluster);
    if (shares.memory) expect_within(cluster, given.memory, elements);
    expect(cluster.size() == given.size(), "not one speed per processor");
    if (given.depends_on_size() && given.memory.empty()) expect_balanced(given, elements);
  }
}

const TargetRegistration clusters_registration{{"clusters", fuzz_clusters}};

void fuzz_instances(std::string_view input) {
  const std::size_t end = std::min(input.find('\n'), input.size());
  engine::SweepDefinition definition;
  definition.family = problems::sweep_family(input.substr(0, end)).name;
  definition.name = "fuzzed";
  definition.instances = scratch_file("instances.jsonl", input.substr(std::min(end + 1, input.size())));
  const engine::Experiment experiment = problems::sweep_experiment(definition);
  expect(!experiment.axes.empty() && experiment.axes.front().name == "instance", "instances without their axis");
  expect(!experiment.axes.front().values.empty(), "no instances");
  experiment.require_measurable(experiment.axes);
}

const TargetRegistration instances_registration{{"instances", fuzz_instances}};

// Whatever can be read is written, and reads back the same.
template <class Parse>
void expect_round_trip(std::string_view input, const Parse& parse) {
  std::string text;
  try {
    text = results::to_text(parse(input));
  } catch (const InputError& refusal) {
    expect(std::string_view(refusal.what()).starts_with("line "), "a refusal that does not name the line");
    return;
  }
  try {
    expect(results::to_text(parse(text)) == text, "what is written is read as something else");
  } catch (const InputError& refusal) {
    expect(false, std::string("what is written cannot be read: ") + refusal.what());
  }
}

void fuzz_baselines(std::string_view input) {
  expect_round_trip(input, results::parse_baseline);
  expect_round_trip(input, results::parse_verdicts);
}

const TargetRegistration baselines_registration{{"baselines", fuzz_baselines}};

// Expects the section and each entry at its reported place. Keys may continue in the next line.
void expect_entries(const sweeps::IniFile& ini, const sweeps::IniSection& section) {
  expect(section.name.empty() || ini.text.find("[" + section.name) != std::string::npos,
         fmt::format("there is no section [{}]", section.name));
  for (const sweeps::IniEntry& entry : section.entries) {
    expect(entry.line >= 1 && !entry.key.empty() && !entry.value.empty(), "an entry without a key or a value");
    const std::string first_word = entry.key.substr(0, entry.key.find(' '));
    std::size_t begin = 0;
    for (int line = 1; line < entry.line; ++line) begin = ini.text.find('\n', begin) + 1;
    const std::string text = ini.text.substr(begin, ini.text.find('\n', begin) - begin);
    expect(text.find(first_word) != std::string::npos, fmt::format("line {} has no key '{}'", entry.line, entry.key));
  }
}

void fuzz_paper(const std::string& text) {
  const sweeps::Paper paper = sweeps::read_stored_paper("fuzzed", {"folder", text});
  expect(!paper.studies.empty(), "a paper without studies");
  for (const results::Exhibit& entry : paper.exhibits)
    expect(entry.study.starts_with(paper.name + "/"), "an exhibit of another paper's study");
  expect(sweeps::readable_texts(text).size() < 2 * text.size() + 100, "the files for readers are longer than they are");
}

void fuzz_sweeps(std::string_view input) {
  const std::string text(input);
  if (sweeps::FolderTexts::is_packed(text)) return fuzz_paper(text);
  const sweeps::IniFile ini = sweeps::ini_of("fuzzed.ini", text);
  expect_entries(ini, ini.head);
  for (const sweeps::IniSection& section : ini.sections) expect_entries(ini, section);
  const sweeps::Paper sweep = sweeps::read_stored_sweep({"fuzzed.ini", text});
  const engine::Experiment& experiment = sweep.studies.front();
  expect(experiment.name == sweep.name, "the study has another name than the file");
  expect(!experiment.columns(experiment.algorithms).all.empty(), "a study without columns");
  for (const engine::Axis& axis : experiment.axes)
    for (const engine::AxisValue& value : axis.values) axis.check(value);
  // A sweep of instances has no axis `instance` before its file is opened.
  if (experiment.declared->instances.empty())
    expect(!sweeps::default_exhibit(experiment).sql.empty(), "a study without a default exhibit");
}

const TargetRegistration sweeps_registration{{"sweeps", fuzz_sweeps}};

constexpr std::string_view file_mark = "=== ";

// The files of an input, each below a line "=== NAME"; compressed input is unchanged.
std::string packed(std::string_view input) {
  if (sweeps::FolderTexts::is_packed(std::string(input))) return std::string(input);
  sweeps::FolderTexts texts("fuzzed");
  std::string name;
  std::string text;
  for (const std::string& line : split(input, '\n')) {
    if (!line.starts_with(file_mark)) {
      text += line + "\n";
      continue;
    }
    if (!name.empty()) texts.add(name, text);
    name = line.substr(file_mark.size());
    text.clear();
  }
  if (!name.empty()) texts.add(name, text);
  return texts.packed();
}

// Expects "FILE:LINE" for every byte, with a valid line.
void expect_places(const sweeps::OwnStatement& statement, std::size_t lines) {
  for (const std::size_t byte : {std::size_t{0}, statement.sql.size() / 2, statement.sql.size()}) {
    const std::string place = statement.place(byte);
    const std::size_t colon = place.rfind(':');
    expect(colon != std::string::npos, "a place without a line: " + place);
    const std::optional<std::int64_t> line = parse_whole(place.substr(colon + 1));
    expect(line && *line >= 1 && static_cast<std::size_t>(*line) <= lines, "a line that there is not: " + place);
  }
}

void fuzz_papers(std::string_view input) {
  const std::string text = packed(input);
  const sweeps::Paper paper = sweeps::read_stored_paper("fuzzed", {"fuzzed", text});
  expect(!paper.studies.empty(), "a paper without studies");
  const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n')) + 2;
  for (const engine::Experiment& study : paper.studies) {
    expect(study.name.starts_with("fuzzed/") || paper.name != "fuzzed", "a study of another paper");
    expect(!study.declared->text.empty(), "the text of a study is not stored");
  }
  for (const sweeps::OwnStatement& statement : paper.statements) expect_places(statement, lines);
  // The stored text reads back the same.
  const engine::SweepDefinition& declared = *paper.studies.front().declared;
  const sweeps::Paper again = sweeps::read_stored_paper(paper.name, {declared.source, declared.text});
  expect(again.exhibits.size() == paper.exhibits.size() && again.text == paper.text, "it is stored as another paper");
}

const TargetRegistration papers_registration{{"papers", fuzz_papers}};

}  // namespace
}  // namespace apportion::fuzz
