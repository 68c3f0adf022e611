// Sweep files and improvements as entries of the catalogue.
#include "experiments/cli/own_exhibits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "base/error.hpp"
#include "experiments/cli/database.hpp"
#include "experiments/engine/settings.hpp"
#include "experiments/problems/sweeps.hpp"
#include "experiments/sweeps/exhibit_sections.hpp"
#include "experiments/sweeps/improvement.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "results/database/stored_studies.hpp"

namespace apportion::cli {
namespace {

using Settings = std::map<std::string, std::string>;

constexpr const char* improvement_word = "improvement";

bool asks_for_a_file(const Arguments& arguments) {
  const std::vector<std::string> words = exhibit_words(arguments);
  return !words.empty() && sweeps::is_sweep_file(words.front());
}

engine::CatalogueExhibit improvement_entry(sweeps::ImprovementRequest request, const Settings& settings,
                                           std::int64_t seed, const results::Reader& reader) {
  for (const auto& [axis, value] : settings) request.fixed[axis] = value;
  for (auto& [axis, value] : request.fixed) value = engine::AxisValue::parse(value).text;
  return {.experiment = request.experiment,
          .exhibit = sweeps::improvement_exhibit(request, seed, reader),
          .parameters = request.fixed};
}

// The settings that name an axis of the experiment; the others are meant for another exhibit of the file.
Settings axes_among(const Settings& settings, const engine::Experiment& experiment) {
  Settings axes;
  for (const engine::Axis& axis : experiment.axes)
    if (const auto found = settings.find(axis.name); found != settings.end()) axes.insert(*found);
  return axes;
}

std::vector<sweeps::SweepExhibit> chosen(const sweeps::SweepFile& sweep, const std::vector<std::string>& names) {
  if (sweep.exhibits.empty())
    throw InputError(fmt::format("{} has no [exhibit] and no [improvement]", sweep.file.string()));
  if (names.empty()) return sweep.exhibits;
  std::vector<std::string> known;
  for (const sweeps::SweepExhibit& exhibit : sweep.exhibits) known.push_back(exhibit.name);
  std::vector<sweeps::SweepExhibit> found;
  for (const std::string& name : names) {
    const auto exhibit = std::ranges::find(known, name);
    if (exhibit == known.end()) throw unknown_name("exhibit of " + sweep.file.string(), name, known);
    found.push_back(sweep.exhibits[static_cast<std::size_t>(exhibit - known.begin())]);
  }
  return found;
}

std::vector<engine::CatalogueExhibit> exhibits_of_file(const Arguments& arguments, const Settings& settings) {
  const std::vector<std::string> words = exhibit_words(arguments);
  const sweeps::SweepFile sweep = sweeps::read_sweep_file(words.front());
  const engine::Experiment experiment = problems::sweep_experiment(sweep.definition);
  const results::Reader reader(database_file(arguments));
  std::vector<engine::CatalogueExhibit> entries;
  for (const sweeps::SweepExhibit& own : chosen(sweep, {words.begin() + 1, words.end()})) {
    if (own.improvement)
      entries.push_back(
          improvement_entry(*own.improvement, axes_among(settings, experiment), seed_to_show(arguments), reader));
    else
      entries.push_back({.experiment = experiment.name, .exhibit = own.exhibit, .parameters = own.parameters});
    entries.back().exhibit.name = experiment.name + "/" + own.name;
    entries.back().made_by = sweep.file.string();
  }
  return entries;
}

// The experiment that --of names: one of the catalogue, a sweep by its file, or what the database has.
struct Subject {
  std::string name;
  std::string made_by;                           // what `apportion run` takes, "" for the name
  std::optional<engine::Experiment> experiment;  // unknown where only the database has it
};

Subject subject_of(const Arguments& arguments, const results::Reader& reader) {
  const std::string of = arguments.text("of");
  if (sweeps::is_sweep_file(of)) {
    const sweeps::SweepFile sweep = sweeps::read_sweep_file(of);
    return {sweep.experiment(), of, problems::sweep_experiment(sweep.definition)};
  }
  std::vector<std::string> names;
  for (const engine::Experiment& experiment : engine::Catalogue::instance().experiments()) {
    if (experiment.name == of) return {of, "", experiment};
    names.push_back(experiment.name);
  }
  for (const results::StudyKey& study : results::stored_studies(reader)) {
    if (study.experiment == of) return {of, "", std::nullopt};
    if (std::ranges::find(names, study.experiment) == names.end()) names.push_back(study.experiment);
  }
  throw unknown_name("experiment", of, names);
}

engine::CatalogueExhibit improvement_asked(const Arguments& arguments, const Settings& settings) {
  for (const char* option : {"of", "rival", "rows"})
    if (!arguments.has(option))
      throw InputError(fmt::format("show improvement needs --{}: --of EXPERIMENT --rival A --rows AXIS", option));
  const results::Reader reader(database_file(arguments));
  const Subject subject = subject_of(arguments, reader);
  const auto canonical = [&subject](const std::string& name) {
    return subject.experiment ? sweeps::canonical_name(*subject.experiment, name) : name;
  };
  sweeps::ImprovementRequest request;
  request.experiment = subject.name;
  request.name = subject.name + "/" + improvement_word;
  request.rival = canonical(arguments.text("rival"));
  const std::string algorithms = arguments.text("algorithm", "all");
  if (algorithms != "all")
    for (const std::string& name : sweeps::names_in(algorithms)) request.algorithms.push_back(canonical(name));
  request.metric = arguments.text("metric");
  request.rows = arguments.text("rows");
  request.columns = arguments.text("columns");
  request.pages = arguments.text("pages");
  engine::CatalogueExhibit entry = improvement_entry(request, settings, seed_to_show(arguments), reader);
  entry.made_by = subject.made_by;
  return entry;
}

}  // namespace

std::vector<OptionDeclaration> improvement_options() {
  return {{.name = "of", .value = "NAME", .summary = "improvement: the experiment, or a sweep's FILE.ini"},
          {.name = "rival", .value = "A", .summary = "improvement: over which algorithm"},
          {.name = "algorithm", .value = "A,B", .summary = "improvement: of which algorithms (default: all)"},
          {.name = "metric", .value = "NAME", .summary = "improvement: of which metric (default: the family's cost)"},
          {.name = "rows", .value = "AXIS", .summary = "improvement: the axis down the table"},
          {.name = "columns", .value = "AXIS", .summary = "improvement: the axis across it"},
          {.name = "pages", .value = "AXIS", .summary = "improvement: a table for each value of this axis"}};
}

std::vector<std::string> exhibit_words(const Arguments& arguments) {
  std::vector<std::string> words = arguments.words();
  std::erase_if(words, engine::is_setting);
  return words;
}

bool names_own_exhibits(const Arguments& arguments) {
  if (exhibit_words(arguments) == std::vector<std::string>{improvement_word}) return true;
  for (const OptionDeclaration& option : improvement_options())
    if (arguments.has(option.name))
      throw InputError(fmt::format("--{} belongs to `apportion show improvement`", option.name));
  return asks_for_a_file(arguments);
}

std::vector<engine::CatalogueExhibit> own_exhibits(const Arguments& arguments, const Settings& settings) {
  if (asks_for_a_file(arguments)) return exhibits_of_file(arguments, settings);
  return {improvement_asked(arguments, settings)};
}

std::int64_t seed_to_show(const Arguments& arguments) {
  std::int64_t seed = 1;
  const std::string file = asks_for_a_file(arguments) ? exhibit_words(arguments).front() : arguments.text("of");
  if (sweeps::is_sweep_file(file))
    seed = static_cast<std::int64_t>(sweeps::read_sweep_file(file).definition.seed.value_or(1));
  return arguments.whole("seed", seed, 0, std::numeric_limits<std::int64_t>::max());
}

}  // namespace apportion::cli
