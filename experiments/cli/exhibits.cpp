// Queries of exhibits, and sweep files, improvements, comparisons and means as exhibits for `show` and the report.
#include "experiments/cli/exhibits.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <set>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "base/csv.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/engine/axis.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/timing.hpp"
#include "experiments/sweeps/ini.hpp"
#include "experiments/sweeps/means.hpp"
#include "experiments/sweeps/paper_sources.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "experiments/sweeps/table_request.hpp"
#include "results/charts/chart.hpp"
#include "results/database/stored_studies.hpp"
#include "results/error.hpp"
#include "results/report/verdicts.hpp"
#include "results/tables/formats.hpp"

namespace apportion::cli {
namespace {

using engine::Experiment;
using engine::parameters_of;
using results::Exhibit;
using results::Settings;
using sweeps::Paper;
using sweeps::TableKey;
using sweeps::TableKind;

// The requested settings that the exhibit has, where they differ from its own.
Settings unusual_settings(const Exhibit& entry, const Settings& requested) {
  Settings unusual;
  for (const auto& [name, value] : entry.parameters)
    if (const auto found = requested.find(name); found != requested.end() && found->second != value)
      unusual.insert(*found);
  return unusual;
}

// Exhibit::is_axis, also for a study of the catalogue; empty if the study is only in the database.
std::function<bool(const std::string&, const std::string&)> axis_test(const Exhibit& entry) {
  if (entry.is_axis) return entry.is_axis;
  for (const Experiment& experiment : engine::Catalogue::instance().experiments())
    if (experiment.name == entry.study) return engine::axis_test(experiment.axes);
  return {};
}

// " with m = 7000": requested values of parameters, which no run can provide. Values of axes are checked.
std::string beside_axes(const Exhibit& entry, const Settings& requested) {
  const auto is_axis = axis_test(entry);
  std::string others;
  for (const auto& [name, value] : unusual_settings(entry, requested))
    if (!is_axis || !is_axis(name, value))
      others += fmt::format("{} {} = {}", others.empty() ? " with" : ",", name, value);
  return others;
}

// Whether a word is the name of a sweep's study, sweeps/NAME, or of one of its exhibits, sweeps/NAME/EXHIBIT.
bool is_sweep_name(const std::string& word) { return word.starts_with("sweeps/") && !sweeps::is_sweep_file(word); }

// The users' papers in the database, except those with an unreadable file, then the studies of sweeps; each part
// sorted.
std::vector<std::string> stored_names(const results::Reader& reader) {
  std::vector<std::string> names = results::stored_papers(reader);
  for (const results::StudyKey& key : results::stored_studies(reader))
    if (is_sweep_name(key.experiment) && !contains(names, key.experiment)) names.push_back(key.experiment);
  return names;
}

// The sweep of this study, or the paper of this name, as its text was stored last; it cannot be run. Its seed is the
// given one, else that of the run that stored a text last. InputError for an unknown name, with the nearest names, an
// unknown seed, and a text that this program cannot read.
Paper stored_paper_named(const std::string& name, std::optional<std::int64_t> seed, const results::Reader& reader) {
  const bool is_sweep = is_sweep_name(name);
  std::vector<std::string> names = stored_names(reader);
  std::erase_if(names, [&](const std::string& other) { return is_sweep_name(other) != is_sweep; });
  if (is_sweep && names.empty())
    throw InputError("the database has no results of {}, nor of another sweep; `apportion run FILE.ini` makes them",
                     name);
  if (!contains(names, name) && (is_sweep || !seed))
    throw unknown_name(is_sweep ? "sweep in the database" : "paper in the database", name, names);
  const std::optional<results::StoredText> stored = results::stored_text(reader, name, seed);
  if (!stored) throw InputError("the database has no results of {} with seed {}", name, seed.value_or(default_seed));
  Paper paper = is_sweep ? sweeps::read_stored_sweep(stored->text) : sweeps::read_stored_paper(name, stored->text);
  paper.seed = static_cast<std::uint64_t>(stored->seed);
  return paper;
}

constexpr const char* means_word = sweeps::default_exhibit_name;

// The further tables of a comparison are called NAME-crossings and NAME-conclusions.
constexpr std::array part_endings = {"-crossings", "-conclusions"};

// The tables of the comparison NAME, or the single table NAME-crossings or NAME-conclusions.
std::vector<Exhibit> parts_of(const std::string& name, std::vector<Exhibit> tables) {
  const std::string part = part_in(name);
  if (part.empty()) return tables;
  std::erase_if(tables, [&part](const Exhibit& table) { return !table.name.ends_with(part); });
  if (tables.empty()) throw InputError("there is no {}: no axis has several numbers", name);
  return tables;
}

// The settings of axes of the experiment; others concern other exhibits of the file.
Settings axes_among(const Settings& settings, const Experiment& experiment) {
  Settings axes;
  for (const engine::Axis& axis : experiment.axes)
    if (const auto found = settings.find(axis.name); found != settings.end()) axes.insert(*found);
  return axes;
}

std::int64_t seed_of(const Paper& paper) { return static_cast<std::int64_t>(paper.seed); }

// The experiment with the values on its axes that the database has under that seed, if there are any. For a user's
// file only axes without values get them, such as instances whose file is missing.
Experiment with_stored_values(Experiment experiment, std::int64_t seed, const results::Reader& reader) {
  for (engine::Axis& axis : experiment.axes) {
    const bool is_empty = axis.values.empty();
    if (sweeps::is_of_file(experiment) && !is_empty) continue;
    std::vector<engine::AxisValue> values;
    for (const std::string& text : results::shown_values(reader, {experiment.name, seed}, axis.name))
      values.push_back(engine::AxisValue::parse(text));
    if (values.empty()) continue;
    if (is_empty && std::ranges::all_of(values, [](const auto& value) { return value.number.has_value(); }))
      axis.kind = engine::AxisKind::real;
    axis.values = std::move(values);
  }
  return experiment;
}

// The default exhibits of a sweep without sections. A fixed axis with several values is a parameter.
std::vector<Exhibit> defaults_of(const Experiment& study, std::int64_t seed, const results::Reader& reader,
                                 const Settings& settings) {
  Experiment experiment = with_stored_values(study, seed, reader);
  const Settings fixed = axes_among(settings, experiment);
  Settings first_values;
  for (engine::Axis& axis : experiment.axes) {
    if (!fixed.contains(axis.name)) continue;
    first_values[axis.name] = axis.values.front().text;
    axis.values = {engine::AxisValue::parse(fixed.at(axis.name))};
  }
  std::vector<Exhibit> exhibits = {sweeps::default_exhibit(experiment)};
  if (study.declared && contains(study.declared->metrics, engine::seconds_metric))
    exhibits.push_back(sweeps::seconds_exhibit(experiment));
  if (sweeps::is_of_file(study) && study.declared->seeds.size() > 1)
    exhibits.push_back(sweeps::seeds_exhibit(experiment, study.declared->seeds));
  for (Exhibit& exhibit : exhibits)
    for (const auto& [axis, value] : first_values)
      if (exhibit.parameters.contains(axis)) exhibit.parameters[axis] = value;
  return exhibits;
}

// The default exhibits of all studies; those of a folder have suffixes: gaps, and gaps-seconds.
std::vector<Exhibit> defaults_of(const Paper& paper, const results::Reader& reader, const Settings& settings) {
  std::vector<Exhibit> all;
  for (const Experiment& study : paper.studies)
    for (Exhibit& exhibit : defaults_of(study, seed_of(paper), reader, settings)) {
      const std::string name = results::short_name(exhibit);
      if (paper.is_folder()) exhibit.name = study.name + (name == means_word ? "" : "-" + name);
      all.push_back(std::move(exhibit));
    }
  return all;
}

// The exhibits of the paper with these names, including default ones; without names, those described in its files, or
// else the default ones. Settings of axes fix these. InputError for an unknown name.
std::vector<Exhibit> chosen_exhibits(const Paper& paper, const results::Reader& reader,
                                     const std::vector<std::string>& names, const Settings& settings) {
  if (names.empty() && !paper.exhibits.empty()) return paper.exhibits;
  std::vector<Exhibit> defaults = defaults_of(paper, reader, settings);
  if (names.empty()) return defaults;
  std::vector<Exhibit> all = paper.exhibits;
  all.insert(all.end(), defaults.begin(), defaults.end());
  for (const Exhibit& exhibit : paper.exhibits)
    if (exhibit.tables && exhibit.title.starts_with(sweeps::word_of(TableKind::comparison)))
      for (const char* part : part_endings) {
        all.push_back(exhibit);
        all.back().name += part;
      }
  std::vector<std::string> known = collected(all, results::short_name);
  std::vector<Exhibit> chosen;
  for (const std::string& name : names)
    chosen.push_back(
        *std::ranges::find(all, sweeps::one_of("exhibit of " + paper.run_word, name, known), results::short_name));
  return chosen;
}

results::StudyGrid shown_grid(const Experiment& study) {
  results::StudyGrid grid = engine::grid_of(study);
  results::AxisValues& algorithms = grid.axes.emplace_back(results::AxisValues{sweeps::algorithm_word, {}});
  for (const engine::Column& column : study.columns(study.algorithms).all)
    for (const std::string& name : {column.record.name, column.record.rival})
      if (!name.empty()) algorithms.values.push_back({sweeps::algorithm_word, name, std::nullopt});
  return grid;
}

// Sets how the exhibits' results are made, and the points and algorithms of files that they show.
void set_making(const Experiment& study, const std::vector<Experiment>& studies, std::vector<Exhibit>& exhibits) {
  for (Exhibit& exhibit : exhibits) {
    for (const Experiment& each : studies)
      if (sweeps::is_of_file(each)) exhibit.grids.push_back(shown_grid(each));
    exhibit.made_by = sweeps::run_word_of(study);
    exhibit.is_axis = engine::axis_test(study.axes);
  }
}

const Experiment& study_of(const Paper& paper, const std::string& name) {
  return *std::ranges::find(paper.studies, name, &Experiment::name);
}

// Makes an exhibit wait for a study that was not run, unless it omits such studies.
void wait_for_studies(const Paper& paper, const results::Reader& reader, Exhibit& exhibit) {
  std::vector<std::string> run;
  for (const std::string& name : exhibit.reads) {
    if (results::has_results_of(reader, name))
      run.push_back(name);
    else if (exhibit.leaves_out_missing)
      sweeps::leave_out(study_of(paper, name), exhibit.sql);
    else
      exhibit.study = name;
  }
  if (exhibit.leaves_out_missing && !run.empty() && !contains(run, exhibit.study)) exhibit.study = run.front();
}

// The exhibits, with the tables of improvements and comparisons in place of these. InputError if the results lack what
// they request.
std::vector<Exhibit> shown_of(const Paper& paper, const results::Reader& reader, std::vector<Exhibit> exhibits,
                              const Settings& settings) {
  std::vector<Exhibit> all;
  for (Exhibit& exhibit : exhibits) {
    const Experiment& study = study_of(paper, exhibit.study);
    const auto stored = sweeps::is_of_file(study) ? results::shown_study(reader, {study.name, seed_of(paper)})
                                                  : std::optional<results::ShownStudy>();
    const bool is_redefined = stored && sweeps::is_redefined(study, *stored);
    std::vector<Exhibit> shown;
    if (exhibit.tables && !is_redefined) {
      shown = parts_of(exhibit.name, exhibit.tables(axes_among(settings, study), seed_of(paper), reader));
    } else {
      if (!exhibit.claim && study.declared) exhibit.claim = exhibit.leaves_out_missing ? "" : study.declared->claim;
      wait_for_studies(paper, reader, exhibit);
      if (is_redefined) exhibit.rows = results::Rows();
      shown.push_back(std::move(exhibit));
    }
    set_making(study, paper.studies, shown);
    std::ranges::move(shown, std::back_inserter(all));
  }
  return all;
}

// "not run yet: ratio=16; `apportion run e.ini`": what of a file's points, algorithms and samples the database lacks,
// where it has anything of the study; "" where it has all. `database` is that of --db, which the command names.
std::string not_run_yet(const Experiment& experiment, std::int64_t seed, const results::Reader& reader,
                        const std::string& database) {
  const results::StudyKey key{experiment.name, seed};
  const std::optional<results::ShownStudy> shown = results::shown_study(reader, key);
  if (!shown || shown->algorithms.empty()) return {};
  const auto said = [&](const auto& missing) {
    return fmt::format("{}: not run yet: {}; `apportion run {}{}`", experiment.name, missing,
                       sweeps::run_word_of(experiment), database.empty() ? "" : " --db " + database);
  };
  if (sweeps::is_redefined(experiment, *shown))
    return said(fmt::format("'{}', while the results are of '{}'", experiment.definition, shown->definition));
  std::vector<std::string> lacking;
  std::string axes;
  std::int64_t points = 1;
  for (const engine::Axis& axis : experiment.axes) {
    if (axis.is_bound) continue;
    const std::vector<std::string> stored = results::shown_values(reader, key, axis.name);
    for (const engine::AxisValue& value : axis.values)
      if (!contains(stored, value.text)) lacking.push_back(axis.name + "=" + value.text);
    points *= static_cast<std::int64_t>(axis.values.size());
    axes += sql_identifier(axis.name) + ", ";
  }
  const std::vector<std::string> algorithms = sweeps::canonical_names(experiment);
  for (const std::string& name : algorithms)
    if (!contains(shown->algorithms, name)) lacking.push_back(name);
  if (lacking.empty()) {
    // Failed units count as run, also those of an algorithm without any result, which its view lacks.
    const results::Rows found = reader.query_on(
        {engine::grid_of(experiment)},
        fmt::format("SELECT algorithm, sum(samples) FROM {0} WHERE seed = :seed AND rival = '' GROUP BY {1}algorithm "
                    "UNION ALL SELECT algorithm, :samples FROM failures WHERE experiment = :name AND seed = :seed AND "
                    "rival = '' AND algorithm NOT IN (SELECT algorithm FROM {0} WHERE seed = :seed) "
                    "GROUP BY algorithm, coordinates",
                    sql_identifier(results::view_name(experiment.name) + "_chunks"), axes),
        {{"seed", seed}, {"name", experiment.name}, {"samples", experiment.samples}});
    std::int64_t complete = 0;
    std::int64_t least = experiment.samples;
    for (const auto& row : found.rows) {
      if (!contains(algorithms, results::text_at(row, 0))) continue;
      ++complete;
      least = std::min(least, results::whole_at(row, 1));
    }
    const auto wanted = points * static_cast<std::int64_t>(algorithms.size());
    if (complete < wanted)
      lacking.push_back(fmt::format("{} of {} points of algorithms", wanted - complete, wanted));
    else if (least < experiment.samples && !experiment.deterministic)
      lacking.push_back(fmt::format("{} of {} samples", experiment.samples - least, experiment.samples));
  }
  if (lacking.empty()) return {};
  return said(fmt::format("{}", fmt::join(lacking, ", ")));
}

std::vector<std::string> notes_on(const Paper& paper, const results::Reader& reader, const std::string& database) {
  std::vector<std::string> notes;
  for (const Experiment& study : paper.studies)
    if (sweeps::is_of_file(study))
      if (std::string note = not_run_yet(study, seed_of(paper), reader, database); !note.empty())
        notes.push_back(std::move(note));
  return notes;
}

std::vector<Exhibit> exhibits_of(const Paper& paper, const results::Reader& reader,
                                 const std::vector<std::string>& names, const Arguments& arguments,
                                 ExhibitRequest& request) {
  request.seed = seed_of(paper);
  request.notes = notes_on(paper, reader, request.database);
  std::vector<Exhibit> exhibits = chosen_exhibits(paper, reader, names, request.settings);
  const auto can_be_drawn = [](const Exhibit& exhibit) { return exhibit.tables || !exhibit.charts.empty(); };
  if (names.empty() && results::picture_of(arguments.text("output"))) {
    std::erase_if(exhibits, std::not_fn(can_be_drawn));
    if (exhibits.empty()) exhibits = defaults_of(paper, reader, request.settings);
  }
  return shown_of(paper, reader, std::move(exhibits), request.settings);
}

// The names of exhibits among the words after the paper's, which may have the catalogue's form PAPER/NAME.
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

// Whether the database exists, can be read and has a paper of this name.
bool is_stored(const std::string& paper, const std::filesystem::path& database) {
  std::error_code missing;
  if (!std::filesystem::is_regular_file(database, missing)) return false;
  try {
    return contains(stored_names(results::Reader(database)), paper);
  } catch (const UserError&) {
    return false;
  }
}

// A paper or a sweep, and the exhibit of it that is named in the same word; "": none.
struct NamedPaper {
  Paper paper;
  std::string exhibit;
};

// FILE.ini, FOLDER[/EXHIBIT], or sweeps/NAME[/EXHIBIT] or PAPER[/EXHIBIT] of the database; nothing for other words.
// InputError as for the files.
std::optional<NamedPaper> named_paper(const std::string& word, std::optional<std::int64_t> seed,
                                      const std::filesystem::path& database) {
  const std::optional<sweeps::PaperWord> folder = sweeps::paper_word(word);
  if (folder || sweeps::is_sweep_file(word)) {
    NamedPaper named{sweeps::paper_named(word), folder ? folder->name : ""};
    if (seed) named.paper.seed = static_cast<std::uint64_t>(*seed);
    return named;
  }
  const bool is_sweep = is_sweep_name(word);
  const std::size_t slash = std::min(word.find('/', is_sweep ? word.find('/') + 1 : 0), word.size());
  const std::string name = word.substr(0, slash);
  const bool is_built_in = contains(engine::Catalogue::instance().papers(), name, &engine::Paper::name);
  if (!is_sweep && (is_built_in || !is_stored(name, database))) return std::nullopt;
  return NamedPaper{stored_paper_named(name, seed, results::Reader(database)),
                    word.substr(std::min(slash + 1, word.size()))};
}

// The study as its text was stored last; nothing if an earlier version stored no text.
std::optional<Experiment> stored_subject(const std::string& study, const results::Reader& reader) {
  const std::optional<results::StoredText> stored = results::stored_text(reader, study, std::nullopt);
  if (!stored) return std::nullopt;
  const Paper paper =
      stored_paper_named(is_sweep_name(study) ? study : study.substr(0, study.find('/')), stored->seed, reader);
  const auto found = std::ranges::find(paper.studies, study, &Experiment::name);
  return found == paper.studies.end() ? std::nullopt : std::optional(*found);
}

// The experiment of --of; nothing if it is only in the database. InputError with the nearest names.
std::optional<Experiment> subject_of(const std::string& of, const results::Reader& reader) {
  if (sweeps::is_sweep_file(of) || sweeps::paper_word(of)) return sweeps::experiment_named(of);
  std::vector<std::string> names = collected(engine::Catalogue::instance().experiments(), &Experiment::name);
  if (contains(names, of)) return sweeps::experiment_named(of);
  for (const results::StudyKey& study : results::stored_studies(reader)) {
    if (study.experiment == of) return stored_subject(of, reader);
    if (!contains(names, study.experiment)) names.push_back(study.experiment);
  }
  throw unknown_name("experiment", of, names);
}

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
    if (!arguments.has(option)) throw InputError("show {} needs --{}: {}", word, option, usage);
}

std::vector<Exhibit> table_asked(TableKind kind, const Arguments& arguments, ExhibitRequest& asked) {
  const std::vector<TableKey> keys = sweeps::table_keys(kind);
  require_options(arguments, sweeps::word_of(kind), keys);
  const results::Reader reader(database_file(arguments));
  const std::optional<Experiment> subject = subject_of(arguments.text("of"), reader);
  sweeps::TableRequest request{
      .kind = kind, .experiment = subject ? subject->name : arguments.text("of"), .study = subject};
  const auto names = [&subject](sweeps::KeyType type, const std::string& name) {
    return subject && type == sweeps::KeyType::algorithm ? sweeps::canonical_name(*subject, name) : name;
  };
  request.name = request.experiment + "/" + sweeps::word_of(kind);
  for (const TableKey& key : keys)
    if (const std::string value = key.value.empty() ? "" : arguments.text(key.name); !value.empty())
      set_key(key, value, names, request);
  for (const auto& [axis, value] : asked.settings) request.fixed[axis] = value;
  asked.seed = static_cast<std::int64_t>(arguments.seed(subject ? sweeps::seed_of(*subject) : default_seed));
  std::vector<Exhibit> exhibits = sweeps::table_exhibits(request, asked.seed, reader);
  if (subject) set_making(*subject, {*subject}, exhibits);
  return exhibits;
}

std::vector<Exhibit> means_asked(const Arguments& arguments, ExhibitRequest& request) {
  require_options(arguments, means_word, {});
  const results::Reader reader(database_file(arguments));
  const std::optional<Experiment> subject = subject_of(arguments.text("of"), reader);
  if (!subject) throw InputError("{} is only in the database, without its text", arguments.text("of"));
  const Paper paper{.name = subject->name, .studies = {*subject}, .seed = arguments.seed(sweeps::seed_of(*subject))};
  request.seed = seed_of(paper);
  return shown_of(paper, reader, defaults_of(*subject, seed_of(paper), reader, request.settings), request.settings);
}

// InputError for an option of one of these words with another word.
void refuse_options(const Arguments& arguments, const std::string& word) {
  std::map<std::string, std::vector<std::string>> option_words;
  for (const TableKey& key : sweeps::table_keys())
    if (!key.value.empty()) option_words[key.name] = collected(key.of, sweeps::word_of);
  option_words["of"] = {sweeps::word_of(TableKind::improvement), sweeps::word_of(TableKind::comparison), means_word};
  for (const auto& [option, words] : option_words)
    if (arguments.has(option) && !contains(words, word))
      throw InputError("--{} belongs to `apportion show {}`", option, fmt::join(words, "` and `"));
}

Candidates words_of(sweeps::KeyType type) {
  using enum sweeps::KeyType;
  if (type == algorithm || type == algorithms) return {"@algorithms"};
  if (type == axis) return {"@axes"};
  return type == metric ? Candidates{"@metrics"} : Candidates{};
}

using results::ReportPaper;

// The comment at the beginning of a file: "Is A better? By how much?"
std::string first_comment(const std::string& text) {
  std::string comment;
  for (TextLines lines(text); lines.next() && lines.line().starts_with('#');)
    comment += (comment.empty() ? "" : " ") + std::string(trimmed(lines.line().substr(1)));
  return comment;
}

void add_exhibit(ReportPaper& sweep, const Exhibit& exhibit, const ExhibitRequest& request,
                 const results::Reader& reader) {
  std::optional<results::Rows> rows = exhibit_rows(exhibit, request, reader);
  if (rows) {
    // Throws as the page would: for rows that do not fit the layout.
    static_cast<void>(results::arranged(exhibit, *rows, ""));
    require_known_verdicts(exhibit, *rows);
    sweep.exhibits.push_back({exhibit, std::move(*rows), exhibit.claim.value_or(""), sweep.title});
  } else {
    sweep.missing.push_back({exhibit.name, making_command(exhibit, request)});
  }
}

// An error in one query, or request for an improvement, does not prevent the sweep's other exhibits.
template <class Work>
void noting_problems(ReportPaper& sweep, const std::string& name, const Work& work) {
  try {
    work();
  } catch (const InputError& error) {
    sweep.problems.push_back(fmt::format("{}: {}", name, error.what()));
  } catch (const results::QueryError& error) {
    sweep.problems.emplace_back(error.what());
  }
}

ReportPaper shown(const Paper& paper, ExhibitRequest request, const results::Reader& reader) {
  request.seed = seed_of(paper);
  ReportPaper sweep{.name = paper.name,
                    .title = paper.title,
                    .origin = fmt::format("{}, {}, seed {}", paper.name, paper.run_word, paper.seed),
                    .text = paper.text,
                    .is_sweep = !paper.is_folder()};
  if (sweep.is_sweep) {
    const std::string& title = paper.studies.front().declared->title;
    sweep.title = title.empty() ? paper.name : title;
    sweep.question = first_comment(paper.text);
  }
  sweep.problems = notes_on(paper, reader, request.database);
  noting_problems(sweep, paper.name, [&] {
    for (const Exhibit& exhibit : chosen_exhibits(paper, reader, {}, {}))
      noting_problems(sweep, exhibit.name, [&] {
        for (const Exhibit& each : shown_of(paper, reader, {exhibit}, request.settings))
          add_exhibit(sweep, each, request, reader);
      });
  });
  return sweep;
}

}  // namespace

std::optional<std::int64_t> seed_given(const Arguments& arguments) {
  if (!arguments.has("seed")) return std::nullopt;
  return static_cast<std::int64_t>(arguments.seed(default_seed));
}

ExhibitRequest exhibit_request(const Arguments& arguments) {
  return {seed_given(arguments).value_or(default_seed), arguments.text("db"), settings_given(arguments)};
}

std::optional<results::Rows> exhibit_rows(const Exhibit& entry, const ExhibitRequest& request,
                                          const results::Reader& reader) {
  if (!results::has_results_of(reader, entry.study)) return std::nullopt;
  try {
    Settings settings = unusual_settings(entry, request.settings);
    settings.insert(entry.parameters.begin(), entry.parameters.end());
    results::Rows rows =
        entry.rows ? *entry.rows
                   : reader.query_on(engine::grids_of(entry), entry.sql, parameters_of(settings, request.seed));
    if (rows.rows.empty()) return std::nullopt;
    return rows;
  } catch (const results::QueryError& error) {
    throw results::QueryError(entry.name + ": " + error.what());
  }
}

Exhibit titled_as_asked(Exhibit exhibit, const ExhibitRequest& request) {
  std::vector<std::string> unusual;
  for (const auto& [name, value] : unusual_settings(exhibit, request.settings))
    unusual.push_back(fmt::format("{} {}", name, value));
  if (std::cmp_not_equal(request.seed, default_seed)) unusual.push_back(fmt::format("seed {}", request.seed));
  if (!unusual.empty()) exhibit.title += fmt::format(" ({})", fmt::join(unusual, ", "));
  return exhibit;
}

std::string making_command(const Exhibit& entry, const ExhibitRequest& request) {
  std::string command = "apportion run " + (entry.made_by.empty() ? entry.study : entry.made_by);
  if (std::cmp_not_equal(request.seed, default_seed)) command += fmt::format(" --seed {}", request.seed);
  for (const auto& [name, value] : unusual_settings(entry, request.settings))
    command += fmt::format(" --set {}={}", name, value);
  return command + (request.database.empty() ? "" : " --db " + request.database);
}

std::string missing_results(const Exhibit& entry, const ExhibitRequest& request) {
  const std::string others = beside_axes(entry, request.settings);
  if (!axis_test(entry) || !others.empty())
    return fmt::format("{} finds nothing{} in the results of {} with seed {}", entry.name, others, entry.study,
                       request.seed);
  std::vector<std::string> unusual;
  if (std::cmp_not_equal(request.seed, default_seed)) unusual.push_back(fmt::format("seed {}", request.seed));
  for (const auto& [name, value] : unusual_settings(entry, request.settings))
    unusual.push_back(fmt::format("{} {}", name, value));
  return fmt::format("{} needs results of {}{}{}; `{}` makes them", entry.name, entry.study,
                     unusual.empty() ? "" : " with ", fmt::join(unusual, ", "), making_command(entry, request));
}

std::vector<OptionDeclaration> own_exhibit_options() {
  std::vector<OptionDeclaration> options = {{"of",
                                             "NAME",
                                             "improvement, comparison, means: the experiment, or a sweep's FILE.ini",
                                             {"@experiments", "%ini"}}};
  for (const TableKey& key : sweeps::table_keys()) {
    if (key.value.empty()) continue;
    const std::string word = key.of.size() == 1 ? sweeps::word_of(key.of.front()) + ": " : "";
    const std::string fallback = key.fallback.empty() ? "" : fmt::format(" (default: {})", key.fallback);
    options.push_back({key.name, key.value, fmt::format("{}{}{}", word, key.meaning, fallback), words_of(key.type)});
  }
  return options;
}

std::string part_in(const std::string& name) {
  const auto ends_name = [&name](const char* part) { return name.ends_with(part); };
  const auto part = std::ranges::find_if(part_endings, ends_name);
  return part == part_endings.end() ? "" : *part;
}

RequestedExhibits requested_exhibits(const Arguments& arguments, ExhibitRequest& request) {
  const std::vector<std::string> words = names_given(arguments);
  const std::string given = words.size() == 1 ? words.front() : "";
  const std::string word = given.substr(0, given.size() - part_in(given).size());
  refuse_options(arguments, word);
  if (const std::optional<TableKind> kind = sweeps::table_kind(word))
    return {parts_of(given, table_asked(*kind, arguments, request)), true};
  if (word == means_word) return {means_asked(arguments, request), true};
  if (words.empty()) return {};
  if (const auto named = named_paper(words.front(), seed_given(arguments), database_file(arguments))) {
    const results::Reader reader(database_file(arguments));
    const std::vector<std::string> names = names_after(named->exhibit, words, named->paper);
    return {exhibits_of(named->paper, reader, names, arguments, request), true};
  }
  RequestedExhibits requested;
  for (const std::string& each : words)
    std::ranges::move(engine::Catalogue::instance().exhibits_named(each), std::back_inserter(requested.entries));
  return requested;
}

std::vector<Exhibit> judging_exhibits(const Paper& paper, const Experiment& study) {
  std::vector<Exhibit> judging = paper.exhibits;
  std::erase_if(judging, [only = std::set{study.name}](const Exhibit& exhibit) {
    return exhibit.judgements.empty() || (exhibit.reads != only && !exhibit.leaves_out_missing);
  });
  for (Exhibit& exhibit : judging)
    for (const Experiment& other : paper.studies)
      if (other.name != study.name) sweeps::leave_out(other, exhibit.sql);
  return judging;
}

void require_known_verdicts(const Exhibit& exhibit, const results::Rows& rows) {
  for (const results::Judgement& judgement : exhibit.judgements) {
    try {
      static_cast<void>(results::judged_rows(exhibit, judgement, rows));
    } catch (const std::invalid_argument& error) {
      throw InputError(error.what());
    }
  }
}

std::vector<Paper> reported_papers(const std::vector<std::string>& words, std::optional<std::int64_t> seed,
                                   const std::filesystem::path& database) {
  std::vector<Paper> papers;
  for (const std::string& word : words) {
    std::optional<NamedPaper> named = named_paper(word, seed, database);
    if (!named || !named->exhibit.empty())
      throw InputError(
          "'{}' is not a sweep, nor a paper of yours; report takes FILE.ini or sweeps/NAME, the folder or the name of "
          "your paper, nothing for the program's papers, and the database by --db",
          word);
    if (contains(papers, named->paper.name, &Paper::name))
      throw InputError("{} names {} a second time", word, named->paper.name);
    papers.push_back(std::move(named->paper));
  }
  return papers;
}

std::vector<ReportPaper> report_sweeps(const std::vector<Paper>& named, const ExhibitRequest& request,
                                       std::optional<std::int64_t> seed, const results::Reader& reader) {
  std::vector<ReportPaper> all;
  for (const Paper& paper : named) all.push_back(shown(paper, request, reader));
  if (!named.empty()) return all;
  for (const std::string& name : stored_names(reader)) {
    ReportPaper sweep{.name = name, .title = name, .is_sweep = is_sweep_name(name)};
    noting_problems(sweep, name, [&] { sweep = shown(stored_paper_named(name, seed, reader), request, reader); });
    all.push_back(std::move(sweep));
  }
  return all;
}

}  // namespace apportion::cli
