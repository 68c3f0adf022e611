// Sweep files, improvements, comparisons and means as entries of the catalogue and of the report.
#include "experiments/cli/own_exhibits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/cli/completion.hpp"
#include "experiments/cli/database.hpp"
#include "experiments/engine/axis.hpp"
#include "experiments/engine/timing.hpp"
#include "experiments/sweeps/exhibit_sections.hpp"
#include "experiments/sweeps/improvement.hpp"
#include "experiments/sweeps/means.hpp"
#include "experiments/sweeps/pairwise_comparison.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "results/charts/chart.hpp"
#include "results/database/stored_studies.hpp"
#include "results/error.hpp"
#include "results/tables/pivot.hpp"
#include "sim/random_stream.hpp"

namespace apportion::cli {
namespace {

using Settings = std::map<std::string, std::string>;

constexpr const char* improvement_word = "improvement";
constexpr const char* comparison_word = "comparison";
constexpr const char* means_word = sweeps::default_exhibit_name;

engine::CatalogueExhibit improvement_entry(sweeps::ImprovementRequest request, const Settings& settings,
                                           std::int64_t seed, const results::Reader& reader) {
  for (const auto& [axis, value] : settings) request.fixed[axis] = value;
  for (auto& [axis, value] : request.fixed) value = engine::AxisValue::parse(value).text;
  return {.experiment = request.experiment,
          .exhibit = sweeps::improvement_exhibit(request, seed, reader),
          .parameters = request.fixed};
}

// Settings of axes go before what the request says.
std::vector<engine::CatalogueExhibit> comparison_entries(sweeps::ComparisonRequest request, const Settings& settings,
                                                         std::int64_t seed, const results::Reader& reader) {
  for (const auto& [axis, values] : settings) request.fixed[axis] = values;
  return sweeps::comparison_exhibits(request, seed, reader);
}

// The settings that name an axis of the experiment; the others are meant for another exhibit of the file.
Settings axes_among(const Settings& settings, const engine::Experiment& experiment) {
  Settings axes;
  for (const engine::Axis& axis : experiment.axes)
    if (const auto found = settings.find(axis.name); found != settings.end()) axes.insert(*found);
  return axes;
}

// What is shown of the sweep without any section. An axis with several values that is fixed is a parameter then.
std::vector<sweeps::SweepExhibit> defaults_of(const sweeps::NamedExperiment& named, const Settings& settings,
                                              std::int64_t seed, const results::Reader& reader) {
  engine::Experiment experiment = sweeps::with_stored_values(named.experiment, seed, reader);
  const Settings fixed = axes_among(settings, experiment);
  Settings first_values;
  for (engine::Axis& axis : experiment.axes) {
    if (!fixed.contains(axis.name)) continue;
    first_values[axis.name] = axis.values.front().text;
    axis.values = {engine::AxisValue::parse(fixed.at(axis.name))};
  }
  std::vector<sweeps::SweepExhibit> exhibits = sweeps::default_exhibits(experiment);
  if (named.sweep && std::ranges::find(named.sweep->definition.metrics, engine::seconds_metric) !=
                         named.sweep->definition.metrics.end())
    exhibits.push_back(sweeps::seconds_exhibit(experiment));
  for (sweeps::SweepExhibit& exhibit : exhibits)
    for (const auto& [axis, value] : first_values) exhibit.parameters[axis] = value;
  return exhibits;
}

// Those that can be drawn into the file, which takes one. InputError with the names of several.
std::vector<sweeps::SweepExhibit> drawable_of(const std::vector<sweeps::SweepExhibit>& exhibits,
                                              const std::string& file) {
  std::vector<sweeps::SweepExhibit> drawable;
  std::vector<std::string> names;
  for (const sweeps::SweepExhibit& exhibit : exhibits)
    if (exhibit.improvement || exhibit.comparison || !exhibit.exhibit.charts.empty()) {
      drawable.push_back(exhibit);
      names.push_back(exhibit.name);
    }
  if (drawable.size() > 1)
    throw InputError(fmt::format("{} takes one drawing; name one of {}", file, fmt::join(names, ", ")));
  return drawable;
}

std::int64_t seed_to_show(const Arguments& arguments, std::uint64_t fallback) {
  return arguments.whole("seed", static_cast<std::int64_t>(fallback), 0, std::numeric_limits<std::int64_t>::max());
}

OwnExhibits exhibits_of(const sweeps::NamedExperiment& named, const std::vector<std::string>& names,
                        const Arguments& arguments, const Settings& settings, std::int64_t seed,
                        const results::Reader& reader) {
  std::vector<sweeps::SweepExhibit> sections = chosen_exhibits(named, names, seed, reader, settings);
  if (const std::string file = arguments.text("output"); names.empty() && results::picture_of(file)) {
    sections = drawable_of(sections, file);
    if (sections.empty()) sections = defaults_of(named, settings, seed, reader);
  }
  OwnExhibits own{{}, seed};
  for (const sweeps::SweepExhibit& section : sections)
    for (engine::CatalogueExhibit& entry : own_entries(named, section, settings, seed, reader))
      own.entries.push_back(std::move(entry));
  return own;
}

OwnExhibits exhibits_of_file(const Arguments& arguments, const Settings& settings) {
  const std::vector<std::string> words = exhibit_words(arguments);
  const sweeps::NamedExperiment named = sweeps::experiment_named(words.front());
  return exhibits_of(named, {words.begin() + 1, words.end()}, arguments, settings,
                     seed_to_show(arguments, named.seed()), results::Reader(database_file(arguments)));
}

// sweeps/NAME [EXHIBIT...], or sweeps/NAME/EXHIBIT as the exhibits are called.
OwnExhibits exhibits_of_stored(const Arguments& arguments, const Settings& settings) {
  const std::vector<std::string> words = exhibit_words(arguments);
  std::string study = words.front();
  std::vector<std::string> names(words.begin() + 1, words.end());
  if (const std::size_t slash = study.find('/', study.find('/') + 1); slash != std::string::npos) {
    names.insert(names.begin(), study.substr(slash + 1));
    study.resize(slash);
  }
  const results::Reader reader(database_file(arguments));
  std::optional<std::int64_t> seed;
  if (arguments.has("seed")) seed = seed_to_show(arguments, default_seed);
  const StoredSweep stored = stored_sweep_named(study, seed, reader);
  return exhibits_of(stored.named, names, arguments, settings, stored.seed, reader);
}

// The sweep as its text was stored last; nothing where an earlier version stored no text.
std::optional<sweeps::NamedExperiment> stored_subject(const std::string& study, const results::Reader& reader) {
  const std::optional<std::int64_t> seed = results::seed_of_last_sweep(reader, study);
  if (!seed) return std::nullopt;
  return stored_sweep_named(study, seed, reader).named;
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
    if (study.experiment == of) return stored_subject(of, reader);
    if (std::ranges::find(names, study.experiment) == names.end()) names.push_back(study.experiment);
  }
  throw unknown_name("experiment", of, names);
}

// What --algorithm or --algorithms lists; empty for `all`.
std::vector<std::string> algorithms_asked(const Arguments& arguments, const std::string& option,
                                          const std::optional<sweeps::NamedExperiment>& subject) {
  std::vector<std::string> names;
  const std::string list = arguments.text(option, "all");
  if (list == "all") return names;
  for (const std::string& name : sweeps::names_in(list))
    names.push_back(subject ? sweeps::canonical_name(subject->experiment, name) : name);
  return names;
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
  request.algorithms = algorithms_asked(arguments, "algorithm", subject);
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

OwnExhibits comparison_asked(const Arguments& arguments, const Settings& settings) {
  if (!arguments.has("of")) throw InputError("show comparison needs --of: --of EXPERIMENT|FILE.ini");
  const results::Reader reader(database_file(arguments));
  const std::optional<sweeps::NamedExperiment> subject = subject_of(arguments.text("of"), reader);
  sweeps::ComparisonRequest request;
  if (subject) request = sweeps::comparison_of(subject->experiment);
  request.experiment = subject ? subject->experiment.name : arguments.text("of");
  request.name = request.experiment + "/" + comparison_word;
  request.algorithms = algorithms_asked(arguments, "algorithms", subject);
  const std::string against = arguments.text("against");
  request.against = subject && !against.empty() ? sweeps::canonical_name(subject->experiment, against) : against;
  request.metric = arguments.text("metric");
  request.along = arguments.text("along");
  request.run_word = subject ? subject->run_word() : "";
  OwnExhibits own{{}, seed_to_show(arguments, subject ? subject->seed() : default_seed)};
  own.entries = comparison_entries(request, settings, own.seed, reader);
  for (engine::CatalogueExhibit& entry : own.entries) {
    if (subject) entry.made_by = subject->run_word();
    if (subject) entry.axes = subject->experiment.axes;
  }
  return own;
}

OwnExhibits means_asked(const Arguments& arguments, const Settings& settings) {
  if (!arguments.has("of")) throw InputError("show means needs --of: --of EXPERIMENT|FILE.ini");
  const results::Reader reader(database_file(arguments));
  const std::optional<sweeps::NamedExperiment> subject = subject_of(arguments.text("of"), reader);
  if (!subject) throw InputError(fmt::format("{} is only in the database, without its text", arguments.text("of")));
  OwnExhibits own{{}, seed_to_show(arguments, subject->seed())};
  for (const sweeps::SweepExhibit& exhibit : defaults_of(*subject, settings, own.seed, reader))
    for (engine::CatalogueExhibit& entry : own_entries(*subject, exhibit, settings, own.seed, reader))
      own.entries.push_back(std::move(entry));
  return own;
}

// Which words take an option.
std::map<std::string, std::vector<std::string>> option_words() {
  std::map<std::string, std::vector<std::string>> words;
  for (const char* option : {"rival", "algorithm", "rows", "columns", "pages"}) words[option] = {improvement_word};
  for (const char* option : {"algorithms", "against", "along"}) words[option] = {comparison_word};
  words["metric"] = {improvement_word, comparison_word};
  words["of"] = {improvement_word, comparison_word, means_word};
  return words;
}

// An option of one of the words, given with another one.
void refuse_options(const Arguments& arguments, const std::string& word) {
  for (const auto& [option, words] : option_words())
    if (arguments.has(option) && std::ranges::find(words, word) == words.end())
      throw InputError(fmt::format("--{} belongs to `apportion show {}`", option, fmt::join(words, "` and `")));
}

}  // namespace

std::vector<OptionDeclaration> own_exhibit_options() {
  return {{.name = "of",
           .value = "NAME",
           .summary = "improvement, comparison, means: the experiment, or a sweep's FILE.ini",
           .complete = experiments_and_files},
          {.name = "rival", .value = "A", .summary = "improvement: over which algorithm", .complete = algorithm_names},
          {.name = "algorithm",
           .value = "A,B",
           .summary = "improvement: of which algorithms (default: all)",
           .complete = listed_algorithm_names},
          {.name = "algorithms",
           .value = "A,B",
           .summary = "comparison: of which algorithms (default: all)",
           .complete = listed_algorithm_names},
          {.name = "against",
           .value = "A",
           .summary = "comparison: compare all with this one (default: all pairs)",
           .complete = algorithm_names},
          {.name = "along",
           .value = "AXIS",
           .summary = "comparison: the axis of the chart and of crossings",
           .complete = axis_names},
          {.name = "metric",
           .value = "NAME",
           .summary = "of which metric (default: the family's cost)",
           .complete = metric_names},
          {.name = "rows", .value = "AXIS", .summary = "improvement: the axis down the table", .complete = axis_names},
          {.name = "columns", .value = "AXIS", .summary = "improvement: the axis across it", .complete = axis_names},
          {.name = "pages",
           .value = "AXIS",
           .summary = "improvement: a table for each value of this axis",
           .complete = axis_names}};
}

std::vector<std::string> exhibit_words(const Arguments& arguments) {
  std::vector<std::string> words = arguments.words();
  std::erase_if(words, engine::is_setting);
  return words;
}

std::vector<sweeps::SweepExhibit> chosen_exhibits(const sweeps::NamedExperiment& named,
                                                  const std::vector<std::string>& names, std::int64_t seed,
                                                  const results::Reader& reader, const Settings& settings) {
  const sweeps::SweepFile& sweep = *named.sweep;
  if (names.empty() && !sweep.exhibits.empty()) return sweep.exhibits;
  std::vector<sweeps::SweepExhibit> defaults = defaults_of(named, settings, seed, reader);
  if (names.empty()) return defaults;
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

std::vector<engine::CatalogueExhibit> own_entries(const sweeps::NamedExperiment& named,
                                                  const sweeps::SweepExhibit& section, const Settings& settings,
                                                  std::int64_t seed, const results::Reader& reader) {
  const engine::Experiment& experiment = named.experiment;
  const Settings axes = axes_among(settings, experiment);
  std::vector<engine::CatalogueExhibit> entries;
  if (section.comparison)
    entries = comparison_entries(*section.comparison, axes, seed, reader);
  else if (section.improvement)
    entries.push_back(improvement_entry(*section.improvement, axes, seed, reader));
  else
    entries.push_back({.experiment = experiment.name, .exhibit = section.exhibit, .parameters = section.parameters});
  if (!section.comparison) entries.front().exhibit.name = experiment.name + "/" + section.name;
  for (engine::CatalogueExhibit& entry : entries) {
    entry.made_by = named.run_word();
    entry.axes = experiment.axes;
  }
  return entries;
}

std::optional<OwnExhibits> own_exhibits(const Arguments& arguments, const Settings& settings) {
  const std::vector<std::string> words = exhibit_words(arguments);
  const std::string word = words.size() == 1 ? words.front() : "";
  refuse_options(arguments, word);
  if (word == improvement_word) return improvement_asked(arguments, settings);
  if (word == comparison_word) return comparison_asked(arguments, settings);
  if (word == means_word) return means_asked(arguments, settings);
  if (!words.empty() && is_sweep_name(words.front())) return exhibits_of_stored(arguments, settings);
  if (words.empty() || !sweeps::is_sweep_file(words.front())) return std::nullopt;
  return exhibits_of_file(arguments, settings);
}

namespace {

using results::ReportSweep;

// "Is A better? By how much?" of the comment that a file begins with.
std::string first_comment(const std::string& text) {
  std::istringstream lines(text);
  std::string comment;
  for (std::string line; std::getline(lines, line) && line.starts_with('#');)
    comment += (comment.empty() ? "" : " ") + std::string(trimmed(std::string_view(line).substr(1)));
  return comment;
}

void add_exhibit(ReportSweep& sweep, const engine::CatalogueExhibit& entry, const ExhibitRequest& request,
                 const results::Reader& reader) {
  std::optional<results::Rows> rows = exhibit_rows(entry, request, reader);
  if (rows) {
    // Throws where the page would: rows that do not fit the layout.
    static_cast<void>(results::arranged(entry.exhibit, *rows, ""));
    sweep.shown.exhibits.push_back({entry.exhibit, std::move(*rows)});
  } else {
    sweep.shown.missing.push_back({entry.exhibit.name, making_command(entry, request).command});
  }
}

// What is wrong with a query, or with what an improvement asks for, is no reason to show nothing else.
template <class Work>
void noting_problems(ReportSweep& sweep, const std::string& name, const Work& work) {
  try {
    work();
  } catch (const InputError& error) {
    sweep.problems.push_back(fmt::format("{}: {}", name, error.what()));
  } catch (const results::QueryError& error) {
    sweep.problems.emplace_back(error.what());
  }
}

ReportSweep shown(const StoredSweep& stored, ExhibitRequest request, const results::Reader& reader) {
  const engine::SweepDefinition& definition = stored.named.sweep->definition;
  const std::string& study = stored.named.experiment.name;
  request.seed = std::to_string(stored.seed);
  ReportSweep sweep{.shown = {study, definition.title.empty() ? study : definition.title},
                    .question = first_comment(definition.text),
                    .origin = fmt::format("{}, {}, seed {}", study, stored.named.run_word(), stored.seed),
                    .text = definition.text};
  noting_problems(sweep, study, [&] {
    for (const sweeps::SweepExhibit& exhibit : chosen_exhibits(stored.named, {}, stored.seed, reader))
      noting_problems(sweep, study + "/" + exhibit.name, [&] {
        for (const engine::CatalogueExhibit& entry :
             own_entries(stored.named, exhibit, request.settings, stored.seed, reader))
          add_exhibit(sweep, entry, request, reader);
      });
  });
  return sweep;
}

// Before anything is opened.
void require_sweeps(const std::vector<std::string>& words) {
  for (const std::string& word : words)
    if (!is_sweep_name(word) && !sweeps::is_sweep_file(word))
      throw InputError(
          fmt::format("'{}' is not a sweep; report takes FILE.ini or sweeps/NAME, and the database by --db", word));
}

StoredSweep named_by(const std::string& word, std::optional<std::int64_t> seed, const results::Reader& reader) {
  if (is_sweep_name(word)) return stored_sweep_named(word, seed, reader);
  sweeps::NamedExperiment named = sweeps::experiment_named(word);
  const auto own_seed = static_cast<std::int64_t>(named.seed());
  return {std::move(named), seed.value_or(own_seed)};
}

}  // namespace

std::vector<ReportSweep> report_sweeps(const std::vector<std::string>& words, const ExhibitRequest& request,
                                       std::optional<std::int64_t> seed, const std::filesystem::path& database) {
  require_sweeps(words);
  const results::Reader reader(database);
  std::vector<ReportSweep> all;
  std::set<std::string> seen;
  for (const std::string& word : words) {
    const StoredSweep sweep = named_by(word, seed, reader);
    if (!seen.insert(sweep.named.experiment.name).second)
      throw InputError(fmt::format("{} names {} a second time", word, sweep.named.experiment.name));
    all.push_back(shown(sweep, request, reader));
  }
  if (!words.empty()) return all;
  for (const std::string& study : stored_sweep_names(reader)) {
    ReportSweep sweep{.shown = {study, study}};
    noting_problems(sweep, study, [&] { sweep = shown(stored_sweep_named(study, seed, reader), request, reader); });
    all.push_back(std::move(sweep));
  }
  return all;
}

}  // namespace apportion::cli
