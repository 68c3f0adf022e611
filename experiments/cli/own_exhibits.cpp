// Sweep files, improvements, comparisons and means as entries of the catalogue and of the report.
#include "experiments/cli/own_exhibits.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/cli/completion.hpp"
#include "experiments/cli/database.hpp"
#include "experiments/engine/axis.hpp"
#include "experiments/engine/timing.hpp"
#include "experiments/sweeps/ini.hpp"
#include "experiments/sweeps/means.hpp"
#include "experiments/sweeps/paper_folder.hpp"
#include "experiments/sweeps/paper_sources.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "experiments/sweeps/table_request.hpp"
#include "results/charts/chart.hpp"
#include "results/database/stored_studies.hpp"
#include "results/error.hpp"
#include "results/report/verdicts.hpp"
#include "results/tables/pivot.hpp"

namespace apportion::cli {
namespace {

using sweeps::NamedExperiment;
using sweeps::Paper;
using sweeps::SweepExhibit;
using sweeps::TableKey;
using sweeps::TableKind;

using Settings = std::map<std::string, std::string>;
using Entries = std::vector<engine::CatalogueExhibit>;

constexpr const char* means_word = sweeps::default_exhibit_name;

// Results of a paper, or of a sweep, under one seed.
struct SeededResults {
  const Paper& paper;
  std::int64_t seed = 0;
  const results::Reader& reader;
};

// The settings that name an axis of the experiment; the others are meant for another exhibit of the file.
Settings axes_among(const Settings& settings, const engine::Experiment& experiment) {
  Settings axes;
  for (const engine::Axis& axis : experiment.axes)
    if (const auto found = settings.find(axis.name); found != settings.end()) axes.insert(*found);
  return axes;
}

// What is shown of the sweep without any section. An axis with several values that is fixed is a parameter then.
std::vector<SweepExhibit> defaults_of(const NamedExperiment& study, const SeededResults& of, const Settings& settings) {
  engine::Experiment experiment = sweeps::with_stored_values(study.experiment, of.seed, of.reader);
  const Settings fixed = axes_among(settings, experiment);
  Settings first_values;
  for (engine::Axis& axis : experiment.axes) {
    if (!fixed.contains(axis.name)) continue;
    first_values[axis.name] = axis.values.front().text;
    axis.values = {engine::AxisValue::parse(fixed.at(axis.name))};
  }
  std::vector<SweepExhibit> exhibits = sweeps::default_exhibits(experiment);
  if (study.sweep && sweeps::contains(study.sweep->definition.metrics, engine::seconds_metric))
    exhibits.push_back(sweeps::seconds_exhibit(experiment));
  for (SweepExhibit& exhibit : exhibits) {
    exhibit.study = experiment.name;
    for (const auto& [axis, value] : first_values) exhibit.parameters[axis] = value;
  }
  return exhibits;
}

// Of all studies; those of a folder are called by their studies: gaps, and gaps-seconds.
std::vector<SweepExhibit> defaults_of(const SeededResults& of, const Settings& settings) {
  std::vector<SweepExhibit> all;
  for (const NamedExperiment& study : of.paper.studies)
    for (SweepExhibit& exhibit : defaults_of(study, of, settings)) {
      if (of.paper.is_folder())
        exhibit.name = Paper::short_name(study) + (exhibit.name == means_word ? "" : "-" + exhibit.name);
      all.push_back(std::move(exhibit));
    }
  return all;
}

// The exhibits of the sweep with these names, the default ones among them. Without names those that its file describes,
// or the default ones where it describes no exhibit; settings of axes fix these in them. InputError for an unknown
// name.
std::vector<SweepExhibit> chosen_exhibits(const SeededResults& of, const std::vector<std::string>& names,
                                          const Settings& settings) {
  const std::vector<SweepExhibit>& own = of.paper.exhibits;
  if (names.empty() && !own.empty()) return own;
  std::vector<SweepExhibit> defaults = defaults_of(of, settings);
  if (names.empty()) return defaults;
  std::vector<SweepExhibit> all = own;
  all.insert(all.end(), defaults.begin(), defaults.end());
  std::vector<std::string> known;
  for (const SweepExhibit& exhibit : all) known.push_back(exhibit.name);
  std::vector<SweepExhibit> chosen;
  for (const std::string& name : names)
    chosen.push_back(
        *std::ranges::find(all, sweeps::one_of("exhibit of " + of.paper.run_word, name, known), &SweepExhibit::name));
  return chosen;
}

// Says of what the entries are, and how their results are made.
Entries made_by(const NamedExperiment& named, Entries entries) {
  for (engine::CatalogueExhibit& entry : entries) {
    entry.made_by = named.run_word();
    entry.axes = named.experiment.axes;
  }
  return entries;
}

const NamedExperiment& study_of(const Paper& paper, const std::string& experiment) {
  return *std::ranges::find(paper.studies, experiment,
                            [](const NamedExperiment& study) -> const std::string& { return study.experiment.name; });
}

// The exhibit of a statement. Any other that reads several studies is missing while one of them was not run.
engine::CatalogueExhibit entry_of(const SeededResults& of, const SweepExhibit& exhibit) {
  engine::CatalogueExhibit entry{
      .experiment = exhibit.study, .exhibit = exhibit.exhibit, .parameters = exhibit.parameters};
  entry.exhibit.name = of.paper.name + "/" + exhibit.name;
  const NamedExperiment& study = study_of(of.paper, exhibit.study);
  if (!entry.exhibit.claim && study.sweep)
    entry.exhibit.claim = exhibit.is_of_claims ? "" : study.sweep->definition.claim;
  std::vector<std::string> run;
  for (const std::string& name : exhibit.experiments) {
    if (results::has_results_of(of.reader, name))
      run.push_back(name);
    else if (exhibit.is_of_claims)
      sweeps::leave_out(study_of(of.paper, name).experiment, entry.exhibit.sql);
    else
      entry.experiment = name;
  }
  if (exhibit.is_of_claims && !run.empty() && !sweeps::contains(run, exhibit.study)) entry.experiment = run.front();
  return entry;
}

// The exhibit as entries of the catalogue: one called PAPER/NAME, or the several tables of a comparison. InputError
// where the results do not fit what an improvement or a comparison asks for.
Entries entries_of(const SeededResults& of, const SweepExhibit& exhibit, const Settings& settings) {
  const NamedExperiment& study = study_of(of.paper, exhibit.study);
  Entries entries;
  if (exhibit.request) {
    sweeps::TableRequest request = *exhibit.request;
    for (const auto& [axis, value] : axes_among(settings, study.experiment)) request.fixed[axis] = value;
    entries = sweeps::table_exhibits(request, of.seed, of.reader);
  } else {
    entries.push_back(entry_of(of, exhibit));
  }
  return made_by(study, std::move(entries));
}

OwnExhibits entries_of(const SeededResults& of, const std::vector<SweepExhibit>& exhibits, const Settings& settings) {
  OwnExhibits own{{}, of.seed};
  for (const SweepExhibit& exhibit : exhibits)
    for (engine::CatalogueExhibit& entry : entries_of(of, exhibit, settings)) own.entries.push_back(std::move(entry));
  return own;
}

// Those that can be drawn into the file, which takes one. InputError with the names of several.
std::vector<SweepExhibit> drawable_of(const std::vector<SweepExhibit>& exhibits, const std::string& file) {
  std::vector<SweepExhibit> drawable;
  std::vector<std::string> names;
  for (const SweepExhibit& exhibit : exhibits)
    if (exhibit.request || !exhibit.exhibit.charts.empty()) {
      drawable.push_back(exhibit);
      names.push_back(exhibit.name);
    }
  if (drawable.size() > 1)
    throw InputError(fmt::format("{} takes one drawing; name one of {}", file, fmt::join(names, ", ")));
  return drawable;
}

OwnExhibits exhibits_of(const SeededResults& of, const std::vector<std::string>& names, const Arguments& arguments,
                        const Settings& settings) {
  std::vector<SweepExhibit> exhibits = chosen_exhibits(of, names, settings);
  if (const std::string file = arguments.text("output"); names.empty() && results::picture_of(file)) {
    exhibits = drawable_of(exhibits, file);
    if (exhibits.empty()) exhibits = defaults_of(of, settings);
  }
  return entries_of(of, exhibits, settings);
}

std::int64_t seed_to_show(const Arguments& arguments, std::uint64_t fallback) {
  return arguments.whole("seed", static_cast<std::int64_t>(fallback), 0, std::numeric_limits<std::int64_t>::max());
}

// The names of exhibits among the words that follow the one that names the paper, which may be written as those of the
// catalogue are: PAPER/NAME.
std::vector<std::string> names_after(const std::string& first, const std::vector<std::string>& words,
                                     const Paper& paper) {
  std::vector<std::string> names;
  if (!first.empty()) names.push_back(first);
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::optional<sweeps::PaperWord> other = sweeps::paper_word(words[i]);
    const bool is_full = words[i].starts_with(paper.name + "/");
    if (other && other->folder == paper.run_word && !other->name.empty())
      names.push_back(other->name);
    else
      names.push_back(is_full ? words[i].substr(paper.name.size() + 1) : words[i]);
  }
  return names;
}

// FILE.ini [EXHIBIT...], FOLDER[/EXHIBIT] [EXHIBIT...]
OwnExhibits exhibits_of_files(const Arguments& arguments, const Settings& settings) {
  const std::vector<std::string> words = exhibit_words(arguments);
  const std::optional<sweeps::PaperWord> folder = sweeps::paper_word(words.front());
  const Paper paper =
      folder ? sweeps::read_paper(folder->folder) : sweeps::paper_of(sweeps::experiment_named(words.front()));
  const results::Reader reader(database_file(arguments));
  return exhibits_of({paper, seed_to_show(arguments, paper.seed()), reader},
                     names_after(folder ? folder->name : "", words, paper), arguments, settings);
}

bool is_in_catalogue(const std::string& paper) {
  const std::vector<engine::Paper> papers = engine::Catalogue::instance().papers();
  return std::ranges::find(papers, paper, &engine::Paper::name) != papers.end();
}

// PAPER or sweeps/NAME of the database, and in the same word or in others its exhibits. Nothing where the database
// knows no such paper, or there is no database.
std::optional<OwnExhibits> exhibits_of_stored(const Arguments& arguments, const Settings& settings) {
  const std::vector<std::string> words = exhibit_words(arguments);
  const bool is_sweep = is_sweep_name(words.front());
  const std::size_t slash = words.front().find('/', is_sweep ? words.front().find('/') + 1 : 0);
  const std::string name = words.front().substr(0, slash);
  if (!is_sweep && (is_in_catalogue(name) || !sweeps::contains(stored_paper_names(database_file(arguments)), name)))
    return std::nullopt;
  const results::Reader reader(database_file(arguments));
  std::optional<std::int64_t> seed;
  if (arguments.has("seed")) seed = seed_to_show(arguments, default_seed);
  const StoredPaper stored =
      is_sweep ? stored_sweep_as_paper(name, seed, reader) : stored_paper_named(name, seed, reader);
  const std::string first = slash == std::string::npos ? "" : words.front().substr(slash + 1);
  return exhibits_of({stored.paper, stored.seed, reader}, names_after(first, words, stored.paper), arguments, settings);
}

// The sweep as its text was stored last; nothing where an earlier version stored no text.
std::optional<NamedExperiment> stored_subject(const std::string& study, const results::Reader& reader) {
  const std::optional<std::int64_t> seed = results::seed_of_last_sweep(reader, study);
  if (!seed) return std::nullopt;
  if (is_sweep_name(study)) return stored_sweep_named(study, seed, reader).named;
  StoredPaper stored = stored_paper_named(study.substr(0, study.find('/')), seed, reader);
  for (NamedExperiment& named : stored.paper.studies)
    if (named.experiment.name == study) return std::move(named);
  return std::nullopt;
}

// The experiment that --of names; nothing where only the database has it. InputError with the nearest names.
std::optional<NamedExperiment> subject_of(const std::string& of, const results::Reader& reader) {
  if (sweeps::is_sweep_file(of) || sweeps::paper_word(of)) return sweeps::experiment_named(of);
  std::vector<std::string> names;
  for (engine::Experiment& experiment : engine::Catalogue::instance().experiments()) {
    if (experiment.name == of) return NamedExperiment{std::move(experiment)};
    names.push_back(experiment.name);
  }
  for (const results::StudyKey& study : results::stored_studies(reader)) {
    if (study.experiment == of) return stored_subject(of, reader);
    if (!sweeps::contains(names, study.experiment)) names.push_back(study.experiment);
  }
  throw unknown_name("experiment", of, names);
}

// --of, and the options of the keys that are required.
void require_options(const Arguments& arguments, const std::string& word, const std::vector<TableKey>& keys) {
  std::vector<std::string> required = {"of"};
  std::string usage = "--of EXPERIMENT";
  for (const TableKey& key : keys) {
    if (!key.required) continue;
    required.push_back(key.name);
    usage += fmt::format(" --{} {}", key.name, key.value);
  }
  if (required.size() == 1) usage += "|FILE.ini";
  for (const std::string& option : required)
    if (!arguments.has(option)) throw InputError(fmt::format("show {} needs --{}: {}", word, option, usage));
}

// `show improvement` and `show comparison`.
OwnExhibits table_asked(TableKind kind, const Arguments& arguments, const Settings& settings) {
  const std::vector<TableKey> keys = sweeps::table_keys(kind);
  require_options(arguments, sweeps::word_of(kind), keys);
  const results::Reader reader(database_file(arguments));
  const std::optional<NamedExperiment> subject = subject_of(arguments.text("of"), reader);
  sweeps::TableRequest request{.kind = kind, .experiment = arguments.text("of")};
  sweeps::KeyNames names;
  if (subject) {
    request = sweeps::request_on(subject->experiment, kind);
    request.run_word = subject->run_word();
    names.algorithm = [&subject](const std::string& name) { return sweeps::canonical_name(subject->experiment, name); };
  }
  request.name = request.experiment + "/" + sweeps::word_of(kind);
  for (const TableKey& key : keys)
    if (const std::string value = key.value.empty() ? "" : arguments.text(key.name); !value.empty())
      set_key(key, value, names, request);
  for (const auto& [axis, value] : settings) request.fixed[axis] = value;
  const std::int64_t seed = seed_to_show(arguments, subject ? subject->seed() : default_seed);
  Entries entries = sweeps::table_exhibits(request, seed, reader);
  return {subject ? made_by(*subject, std::move(entries)) : std::move(entries), seed};
}

OwnExhibits means_asked(const Arguments& arguments, const Settings& settings) {
  require_options(arguments, means_word, {});
  const results::Reader reader(database_file(arguments));
  const std::optional<NamedExperiment> subject = subject_of(arguments.text("of"), reader);
  if (!subject) throw InputError(fmt::format("{} is only in the database, without its text", arguments.text("of")));
  const Paper paper{.name = subject->experiment.name, .title = {}, .run_word = {}, .studies = {*subject}};
  const SeededResults of{paper, seed_to_show(arguments, subject->seed()), reader};
  return entries_of(of, defaults_of(*subject, of, settings), settings);
}

// The words of `apportion show` that take the key's option.
std::vector<std::string> words_of(const TableKey& key) {
  std::vector<std::string> words;
  for (const TableKind kind : key.of) words.push_back(sweeps::word_of(kind));
  return words;
}

// InputError for an option of one of the words that is given with another one.
void refuse_options(const Arguments& arguments, const std::string& word) {
  std::map<std::string, std::vector<std::string>> option_words;
  for (const TableKey& key : sweeps::table_keys())
    if (!key.value.empty()) option_words[key.name] = words_of(key);
  option_words["of"] = {sweeps::word_of(TableKind::improvement), sweeps::word_of(TableKind::comparison), means_word};
  for (const auto& [option, words] : option_words)
    if (arguments.has(option) && !sweeps::contains(words, word))
      throw InputError(fmt::format("--{} belongs to `apportion show {}`", option, fmt::join(words, "` and `")));
}

Completer completer_of(sweeps::KeyType type) {
  switch (type) {
    case sweeps::KeyType::algorithm:
      return algorithm_names;
    case sweeps::KeyType::algorithms:
      return listed_algorithm_names;
    case sweeps::KeyType::axis:
      return axis_names;
    case sweeps::KeyType::metric:
      return metric_names;
    default:
      return {};
  }
}

}  // namespace

std::vector<OptionDeclaration> own_exhibit_options() {
  std::vector<OptionDeclaration> options = {
      {.name = "of",
       .value = "NAME",
       .summary = "improvement, comparison, means: the experiment, or a sweep's FILE.ini",
       .complete = experiments_and_files}};
  for (const TableKey& key : sweeps::table_keys()) {
    if (key.value.empty()) continue;
    const std::string word = key.of.size() == 1 ? sweeps::word_of(key.of.front()) + ": " : "";
    const std::string fallback = key.fallback.empty() ? "" : fmt::format(" (default: {})", key.fallback);
    options.push_back({.name = key.name,
                       .value = key.value,
                       .summary = fmt::format("{}{}{}", word, key.meaning, fallback),
                       .complete = completer_of(key.type)});
  }
  return options;
}

std::vector<std::string> exhibit_words(const Arguments& arguments) {
  std::vector<std::string> words = arguments.words();
  std::erase_if(words, engine::is_setting);
  return words;
}

std::optional<OwnExhibits> own_exhibits(const Arguments& arguments, const Settings& settings) {
  const std::vector<std::string> words = exhibit_words(arguments);
  const std::string word = words.size() == 1 ? words.front() : "";
  refuse_options(arguments, word);
  if (const std::optional<TableKind> kind = sweeps::table_kind(word)) return table_asked(*kind, arguments, settings);
  if (word == means_word) return means_asked(arguments, settings);
  if (words.empty()) return std::nullopt;
  if (sweeps::is_sweep_file(words.front()) || sweeps::paper_word(words.front()))
    return exhibits_of_files(arguments, settings);
  return exhibits_of_stored(arguments, settings);
}

void require_known_verdicts(const results::Exhibit& exhibit, const results::Rows& rows) {
  for (const results::Judgement& judgement : exhibit.judgements) {
    try {
      static_cast<void>(results::judged_rows(exhibit, judgement, rows));
    } catch (const std::invalid_argument& error) {
      throw InputError(error.what());
    }
  }
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
    require_known_verdicts(entry.exhibit, *rows);
    sweep.shown.exhibits.push_back(
        {entry.exhibit, std::move(*rows), entry.exhibit.claim.value_or(""), sweep.shown.title});
  } else {
    sweep.shown.missing.push_back({entry.exhibit.name, making_command(entry, request).command});
  }
}

// A query, or a request for an improvement, that is wrong does not keep the sweep's other exhibits from being shown.
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

void show_all(const Paper& paper, std::int64_t seed, ExhibitRequest request, const results::Reader& reader,
              ReportSweep& sweep) {
  const SeededResults of{paper, seed, reader};
  request.seed = std::to_string(seed);
  noting_problems(sweep, paper.name, [&] {
    for (const SweepExhibit& exhibit : chosen_exhibits(of, {}, {}))
      noting_problems(sweep, paper.name + "/" + exhibit.name, [&] {
        for (const engine::CatalogueExhibit& entry : entries_of(of, exhibit, request.settings))
          add_exhibit(sweep, entry, request, reader);
      });
  });
}

InputError not_own(const std::string& word) {
  return InputError(fmt::format(
      "'{}' is not a sweep, nor a paper of yours; report takes FILE.ini or sweeps/NAME, the folder or the name of a "
      "paper, and the database by --db",
      word));
}

// What can be seen before the database is opened.
void require_own(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    const bool is_name =
        std::ranges::all_of(word, [](char c) { return c != '.' && c != '/'; }) && !is_in_catalogue(word);
    if (!is_name && !is_sweep_name(word) && !sweeps::is_sweep_file(word) && !sweeps::paper_word(word))
      throw not_own(word);
  }
}

ReportSweep shown(const StoredPaper& stored, const ExhibitRequest& request, const results::Reader& reader) {
  const Paper& paper = stored.paper;
  ReportSweep sweep{.shown = {paper.name, paper.title},
                    .origin = fmt::format("{}, {}, seed {}", paper.name, paper.run_word, stored.seed),
                    .text = paper.text,
                    .is_paper = paper.is_folder()};
  if (!sweep.is_paper) {
    const std::string& title = paper.studies.front().sweep->definition.title;
    sweep.shown.title = title.empty() ? paper.name : title;
    sweep.question = first_comment(paper.text);
  }
  show_all(paper, stored.seed, request, reader, sweep);
  return sweep;
}

// A paper or a sweep that a word names; nothing where it names neither. InputError as of the files.
std::optional<StoredPaper> named_by(const std::string& word, std::optional<std::int64_t> seed,
                                    const results::Reader& reader) {
  if (is_sweep_name(word)) return stored_sweep_as_paper(word, seed, reader);
  const std::optional<sweeps::PaperWord> folder = sweeps::paper_word(word);
  if (folder && folder->name.empty()) {
    Paper paper = sweeps::read_paper(folder->folder);
    const auto own_seed = static_cast<std::int64_t>(paper.seed());
    return StoredPaper{std::move(paper), seed.value_or(own_seed)};
  }
  if (sweeps::is_sweep_file(word)) {
    NamedExperiment named = sweeps::experiment_named(word);
    const auto own_seed = static_cast<std::int64_t>(named.seed());
    return StoredPaper{sweeps::paper_of(std::move(named)), seed.value_or(own_seed)};
  }
  if (sweeps::contains(stored_paper_names(reader), word)) return stored_paper_named(word, seed, reader);
  return std::nullopt;
}

}  // namespace

std::vector<ReportSweep> report_sweeps(const std::vector<std::string>& words, const ExhibitRequest& request,
                                       std::optional<std::int64_t> seed, const std::filesystem::path& database) {
  require_own(words);
  const results::Reader reader(database);
  std::vector<ReportSweep> all;
  std::set<std::string> seen;
  for (const std::string& word : words) {
    const std::optional<StoredPaper> stored = named_by(word, seed, reader);
    if (!stored) throw not_own(word);
    if (!seen.insert(stored->paper.name).second)
      throw InputError(fmt::format("{} names {} a second time", word, stored->paper.name));
    all.push_back(shown(*stored, request, reader));
  }
  if (!words.empty()) return all;
  const auto add = [&](const std::string& name, bool is_paper, auto read) {
    ReportSweep sweep{.shown = {name, name}, .is_paper = is_paper};
    noting_problems(sweep, name, [&] { sweep = shown(read(name, seed, reader), request, reader); });
    all.push_back(std::move(sweep));
  };
  for (const std::string& paper : stored_paper_names(reader)) add(paper, true, stored_paper_named);
  for (const std::string& study : stored_sweep_names(reader)) add(study, false, stored_sweep_as_paper);
  return all;
}

}  // namespace apportion::cli
