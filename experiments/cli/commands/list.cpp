// apportion list: what the program has.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/sweeps.hpp"

namespace apportion::cli {
namespace {

using Lines = std::vector<std::pair<std::string, std::string>>;

Lines algorithm_lines() {
  Lines lines;
  for (const problems::AlgorithmInfo& algorithm : problems::all_algorithms()) {
    lines.emplace_back(algorithm.name, algorithm.summary);
    for (const std::string& variant : algorithm.variants)
      lines.emplace_back(algorithm.name + "[" + variant + "]",
                         "a variant; see `apportion describe " + algorithm.name + "`");
  }
  return lines;
}

Lines experiment_lines() {
  Lines lines;
  for (const engine::Experiment& experiment : engine::Catalogue::instance().experiments())
    lines.emplace_back(experiment.name, experiment.title);
  return lines;
}

Lines exhibit_lines() {
  Lines lines;
  for (const engine::CatalogueExhibit& entry : engine::Catalogue::instance().exhibits())
    lines.emplace_back(entry.exhibit.name, entry.exhibit.title);
  return lines;
}

Lines family_lines() {
  Lines lines;
  for (const problems::ProblemFamily& family : problems::families()) lines.emplace_back(family.name, family.summary);
  return lines;
}

Lines metric_lines() {
  std::vector<engine::Experiment> experiments = engine::Catalogue::instance().experiments();
  for (const problems::ProblemFamily& family : problems::families())
    if (family.sweep != nullptr) experiments.push_back(problems::default_sweep(family));
  // Families may have metrics of one name.
  std::set<std::pair<std::string, std::string>> titles;
  for (const engine::Experiment& experiment : experiments)
    for (const auto* metrics : {&experiment.metrics, &experiment.offered_metrics})
      for (const results::MetricRecord& metric : *metrics)
        titles.emplace(metric.name, metric.unit.empty() ? metric.title : metric.title + ", in " + metric.unit);
  return {titles.begin(), titles.end()};
}

// What algorithms are missing in this build, and how to get them; "" where none is.
std::string missing_note(const std::string& indent) {
  std::vector<std::string> names;
  for (const OptionalAlgorithm& algorithm : problems::missing_algorithms()) names.push_back(algorithm.name);
  if (names.empty()) return "";
  return fmt::format("{}not built in: {} (`scripts/setup rivals` installs what they need; then build again)\n", indent,
                     fmt::join(names, ", "));
}

struct Section {
  std::string name;
  Lines (*lines)() = nullptr;
  std::string (*note)(const std::string& indent) = nullptr;  // a line below them
};

const std::vector<Section>& sections() {
  static const std::vector<Section> all = {{"algorithms", algorithm_lines, missing_note},
                                           {"experiments", experiment_lines},
                                           {"exhibits", exhibit_lines},
                                           {"families", family_lines},
                                           {"metrics", metric_lines}};
  return all;
}

std::string aligned(const Lines& lines, const std::string& indent) {
  std::size_t width = 0;
  for (const auto& [name, summary] : lines) width = std::max(width, name.size());
  std::string text;
  for (const auto& [name, summary] : lines) text += fmt::format("{}{:{}}  {}\n", indent, name, width, summary);
  return text;
}

std::string text_of(const Section& section, const std::string& indent) {
  return aligned(section.lines(), indent) + (section.note == nullptr ? "" : section.note(indent));
}

int run(const Arguments& arguments) {
  arguments.require_words_at_most(1);
  if (arguments.words().empty()) {
    for (const Section& section : sections())
      print(
          fmt::format("{}{}:\n{}", &section == &sections().front() ? "" : "\n", section.name, text_of(section, "  ")));
    return ok;
  }
  std::vector<std::string> names;
  for (const Section& section : sections()) {
    names.push_back(section.name);
    if (section.name != arguments.words().front()) continue;
    print(text_of(section, ""));
    return ok;
  }
  throw unknown_name("list", arguments.words().front(), names);
}

}  // namespace

Command list_command() {
  return {.name = "list",
          .summary = "list algorithms, experiments, exhibits, families of problems, and metrics",
          .usage = {"[algorithms|experiments|exhibits|families|metrics]"},
          .options = {},
          .run = run};
}

}  // namespace apportion::cli
