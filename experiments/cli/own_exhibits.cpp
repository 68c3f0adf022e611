// Sweep files and improvements as entries of the catalogue.
#include "experiments/cli/own_exhibits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "base/error.hpp"
#include "experiments/cli/database.hpp"
#include "experiments/engine/settings.hpp"
#include "experiments/sweeps/default_exhibits.hpp"
#include "experiments/sweeps/exhibit_sections.hpp"
#include "experiments/sweeps/improvement.hpp"
#include "experiments/sweeps/named_experiment.hpp"
#include "results/charts/chart.hpp"
#include "results/database/stored_studies.hpp"
#include "sim/random_stream.hpp"

namespace apportion::cli {
namespace {

using Settings = std::map<std::string, std::string>;

constexpr const char* improvement_word = "improvement";

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

// The default exhibits where some axes are fixed; one with several values is then a parameter instead of laid out.
std::vector<sweeps::SweepExhibit> default_exhibits_at(engine::Experiment experiment, const Settings& fixed) {
  Settings first_values;
  for (engine::Axis& axis : experiment.axes) {
    if (!fixed.contains(axis.name)) continue;
    first_values[axis.name] = axis.values.front().text;
    axis.values = {engine::AxisValue::parse(fixed.at(axis.name))};
  }
  std::vector<sweeps::SweepExhibit> exhibits = sweeps::default_exhibits(experiment);
  for (sweeps::SweepExhibit& exhibit : exhibits)
    for (const auto& [axis, value] : first_values) exhibit.parameters[axis] = value;
  return exhibits;
}

// Those of these names, or all; the default ones where the file has none.
std::vector<sweeps::SweepExhibit> chosen(const sweeps::SweepFile& sweep, const std::vector<std::string>& names,
                                         const std::vector<sweeps::SweepExhibit>& defaults) {
  if (names.empty()) return sweep.exhibits.empty() ? defaults : sweep.exhibits;
  std::vector<sweeps::SweepExhibit> all = sweep.exhibits;
  all.insert(all.end(), defaults.begin(), defaults.end());
  std::vector<std::string> known;
  for (const sweeps::SweepExhibit& exhibit : all) known.push_back(exhibit.name);
  std::vector<sweeps::SweepExhibit> found;
  for (const std::string& name : names) {
    const auto exhibit = std::ranges::find(known, name);
    if (exhibit == known.end()) throw unknown_name("exhibit of " + sweep.file.string(), name, known);
    found.push_back(all[static_cast<std::size_t>(exhibit - known.begin())]);
  }
  return found;
}

// A picture without a name is the only one that the file describes, or the default chart.
std::vector<sweeps::SweepExhibit> drawn(const std::vector<sweeps::SweepExhibit>& exhibits,
                                        const std::vector<sweeps::SweepExhibit>& defaults, const std::string& file) {
  std::vector<sweeps::SweepExhibit> drawable;
  std::vector<std::string> names;
  for (const sweeps::SweepExhibit& exhibit : exhibits)
    if (exhibit.improvement || !exhibit.exhibit.charts.empty()) {
      drawable.push_back(exhibit);
      names.push_back(exhibit.name);
    }
  if (drawable.size() > 1)
    throw InputError(fmt::format("{} takes one drawing; name one of {}", file, fmt::join(names, ", ")));
  return drawable.empty() ? defaults : drawable;
}

std::int64_t seed_to_show(const Arguments& arguments, std::uint64_t fallback) {
  return arguments.whole("seed", static_cast<std::int64_t>(fallback), 0, std::numeric_limits<std::int64_t>::max());
}

OwnExhibits exhibits_of_file(const Arguments& arguments, const Settings& settings) {
  const std::vector<std::string> words = exhibit_words(arguments);
  const sweeps::NamedExperiment named = sweeps::experiment_named(words.front());
  const engine::Experiment& experiment = named.experiment;
  const results::Reader reader(database_file(arguments));
  OwnExhibits own{{}, seed_to_show(arguments, named.seed())};
  const std::vector<sweeps::SweepExhibit> defaults =
      default_exhibits_at(sweeps::with_stored_values(experiment, own.seed, reader), axes_among(settings, experiment));
  std::vector<sweeps::SweepExhibit> exhibits = chosen(*named.sweep, {words.begin() + 1, words.end()}, defaults);
  if (const std::string file = arguments.text("output"); words.size() == 1 && results::picture_of(file))
    exhibits = drawn(exhibits, defaults, file);
  for (const sweeps::SweepExhibit& each : exhibits) {
    if (each.improvement)
      own.entries.push_back(improvement_entry(*each.improvement, axes_among(settings, experiment), own.seed, reader));
    else
      own.entries.push_back({.experiment = experiment.name, .exhibit = each.exhibit, .parameters = each.parameters});
    own.entries.back().exhibit.name = experiment.name + "/" + each.name;
    own.entries.back().made_by = named.run_word();
    own.entries.back().axes = experiment.axes;
  }
  return own;
}

// The experiment that --of names; nothing where only the database has it. InputError with the nearest names.
std::optional<sweeps::NamedExperiment> subject_of(const std::string& of, const results::Reader& reader) {
  if (sweeps::is_sweep_file(of)) return sweeps::experiment_named(of);
  std::vector<std::string> names;
  for (engine::Experiment& experiment : engine::Catalogue::instance().experiments()) {
    if (experiment.name == of) return sweeps::NamedExperiment{std::move(experiment)};
    names.push_back(experiment.name);
  }
  for (const results::StudyKey& study : results::stored_studies(reader)) {
    if (study.experiment == of) return std::nullopt;
    if (std::ranges::find(names, study.experiment) == names.end()) names.push_back(study.experiment);
  }
  throw unknown_name("experiment", of, names);
}

OwnExhibits improvement_asked(const Arguments& arguments, const Settings& settings) {
  for (const char* option : {"of", "rival", "rows"})
    if (!arguments.has(option))
      throw InputError(fmt::format("show improvement needs --{}: --of EXPERIMENT --rival A --rows AXIS", option));
  const results::Reader reader(database_file(arguments));
  const std::optional<sweeps::NamedExperiment> subject = subject_of(arguments.text("of"), reader);
  const auto canonical = [&subject](const std::string& name) {
    return subject ? sweeps::canonical_name(subject->experiment, name) : name;
  };
  sweeps::ImprovementRequest request;
  request.experiment = subject ? subject->experiment.name : arguments.text("of");
  request.name = request.experiment + "/" + improvement_word;
  request.rival = canonical(arguments.text("rival"));
  const std::string algorithms = arguments.text("algorithm", "all");
  if (algorithms != "all")
    for (const std::string& name : sweeps::names_in(algorithms)) request.algorithms.push_back(canonical(name));
  request.metric = arguments.text("metric");
  request.rows = arguments.text("rows");
  request.columns = arguments.text("columns");
  request.pages = arguments.text("pages");
  OwnExhibits own{{}, seed_to_show(arguments, subject ? subject->seed() : default_seed)};
  own.entries.push_back(improvement_entry(request, settings, own.seed, reader));
  if (subject) own.entries.back().made_by = subject->run_word();
  if (subject) own.entries.back().axes = subject->experiment.axes;
  return own;
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

std::optional<OwnExhibits> own_exhibits(const Arguments& arguments, const Settings& settings) {
  const std::vector<std::string> words = exhibit_words(arguments);
  if (words == std::vector<std::string>{improvement_word}) return improvement_asked(arguments, settings);
  for (const OptionDeclaration& option : improvement_options())
    if (arguments.has(option.name))
      throw InputError(fmt::format("--{} belongs to `apportion show improvement`", option.name));
  if (words.empty() || !sweeps::is_sweep_file(words.front())) return std::nullopt;
  return exhibits_of_file(arguments, settings);
}

}  // namespace apportion::cli
