// apportion check: reference grids and the user's own sweeps against their accepted numbers; apportion compare: two
// databases. Both report changes as text, GitHub's annotations, JUnit's XML, JSON, and tables.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/ending.hpp"
#include "base/error.hpp"
#include "base/file_replacement.hpp"
#include "base/files.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/cli/changes.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/exhibits.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/engine/axis.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/messages.hpp"
#include "experiments/instances/collection.hpp"
#include "experiments/sweeps/ini.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "results/comparing/baseline.hpp"
#include "results/comparing/paired_samples.hpp"
#include "results/database/reader.hpp"
#include "results/tables/formats.hpp"

namespace apportion::cli {
namespace {

namespace fs = std::filesystem;
using results::Difference;
using results::Value;
using results::value_of;

// --- Reports

// "4000 -> 4500 (+12.5 %)", with as many digits as differ() compares
std::string from_to(double older, double newer) {
  std::string text = fmt::format("{:.10g} -> {:.10g}", older, newer);
  if (older != 0) text += fmt::format(" ({:+.3g} %)", 100 * (newer - older) / std::abs(older));
  return text;
}

// "XY2 : TILE, total, revision 2 : 1 -> 2: mean ..."
std::string sentence_of(const Difference& change) {
  const std::string column = results::joined(change.key.algorithm, " : ", change.key.rival);
  if (change.key.metric.empty())
    return fmt::format("{}, {}, first at {}", column, counted(change.only_old + change.only_new, "number"),
                       change.key.point);
  const auto revision = [&change](std::size_t of) {
    const int older = change.old_revisions.at(of);
    const int newer = change.new_revisions.at(of);
    return older == newer ? fmt::format("{}", older) : fmt::format("{} -> {}", older, newer);
  };
  const std::string revisions = results::joined(revision(0), " : ", change.key.rival.empty() ? "" : revision(1));
  std::string text = fmt::format("{}, {}, revision {}: ", column, change.key.metric, revisions);
  if (change.differing() == 0) return text + "the same numbers";
  text += fmt::format("mean {}, other at {} of {}; worst at {}: {}", from_to(change.older.mean, change.newer.mean),
                      change.differing_points, counted(change.points, "point"), change.key.point,
                      from_to(change.worst_old_mean, change.worst_new_mean));
  if (const auto& worst = change.worst)
    text += fmt::format(", {} {}: {}; differing: {} of {}", worst->is_chunk ? "chunk" : "sample", worst->index,
                        from_to(worst->older, worst->newer), change.differing(),
                        counted(change.pairs, change.by_chunk ? "chunk" : "sample"));
  else if (change.p_value)
    text += fmt::format(", p {:.3g}", *change.p_value);
  return text;
}

// "1 grid, 20 numbers, 5 verdicts: 12 worse, 3 better"
std::string last_line(const ChangeReport& report) {
  std::map<std::string, std::int64_t, std::greater<>> counts;  // from "worse" to "better"
  for (const Finding& finding : report.findings) {
    const Difference& change = finding.numbers;
    counts[finding.word] += std::max<std::int64_t>(1, change.differing() + change.only_old + change.only_new);
  }
  const std::vector<std::string> words =
      collected(counts, [](const auto& each) { return fmt::format("{} {}", each.second, each.first); });
  return report.scope + ": " + (words.empty() ? report.nothing : fmt::format("{}", fmt::join(words, ", ")));
}

std::string text_of(const ChangeReport& report) {
  constexpr int most_alike = 10;
  std::string text;
  Finding before;
  int alike = 0;  // how many findings of the same subject and word, without numbers, come right before this one
  for (const Finding& finding : report.findings) {
    if (finding.subject != before.subject) text += finding.subject + "\n";
    const bool is_alike = finding.subject == before.subject && finding.word == before.word;
    alike = is_alike && finding.numbers.change == results::Change::same ? alike + 1 : 0;
    before = finding;
    if (alike == most_alike) text += fmt::format("  {}: and more, which --format csv lists\n", finding.word);
    if (alike >= most_alike) continue;
    text += fmt::format("  {}: {}\n", finding.word, results::joined(finding.text, "\n      ", finding.command));
  }
  for (const std::string& note : report.notes) text += note + "\n";
  return text + last_line(report) + "\n";
}

// Workflow commands of GitHub Actions, one line per finding.
std::string github_of(const ChangeReport& report) {
  const auto data = [](const std::string& text) {
    return respelled(text, {{'%', "%25"}, {'\r', "%0D"}, {'\n', "%0A"}});
  };
  std::string text;
  for (const Finding& finding : report.findings) {
    const std::string level = finding.is_worse ? "error" : finding.word == "changed" ? "warning" : "notice";
    const std::string title = respelled(data(finding.subject), {{':', "%3A"}, {',', "%2C"}});
    const std::string shown = finding.word + ": " + results::joined(finding.text, "\n", finding.command);
    text += fmt::format("::{} title={}::{}\n", level, title, data(shown));
  }
  for (const std::string& note : report.notes) text += fmt::format("::notice::{}\n", data(note));
  return text + last_line(report) + "\n";
}

// A passing test case for each subject without findings, and a failing one for each finding.
std::string junit_of(const ChangeReport& report) {
  std::vector<std::string> cases;
  for (const std::string& subject : report.subjects)
    if (!contains(report.findings, subject, &Finding::subject))
      cases.push_back(
          fmt::format("    <testcase classname=\"{}\" name=\"{}\"/>\n", report.command, xml_escaped(subject)));
  for (const Finding& finding : report.findings)
    cases.push_back(fmt::format(
        "    <testcase classname=\"{}\" name=\"{}\">\n      <failure type=\"{}\" message=\"{}\">{}</failure>\n"
        "    </testcase>\n",
        xml_escaped(finding.subject), xml_escaped(finding.text.substr(0, finding.text.find(':'))),
        xml_escaped(finding.word), xml_escaped(finding.word + ": " + finding.text), xml_escaped(finding.command)));
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"apportion {}\" tests=\"{}\" "
      "failures=\"{}\">\n{}  </testsuite>\n</testsuites>\n",
      report.command, cases.size(), report.findings.size(), fmt::join(cases, ""));
}

// A finding in tables and JSON; NULL where it has no numbers, or not those.
results::Cells cells_of(const Finding& finding) {
  const Difference& change = finding.numbers;
  const auto mean = [&change](double value) { return change.pairs > 0 ? Value(value) : Value(); };
  results::Cells cells{{"change", finding.word},
                       {"subject", finding.subject},
                       {"algorithm", change.key.algorithm},
                       {"rival", change.key.rival},
                       {"metric", change.key.metric},
                       {"old_revision", change.old_revisions[0]},
                       {"new_revision", change.new_revisions[0]},
                       {"points", change.points},
                       {"differing_points", change.differing_points},
                       {"pairs", change.pairs},
                       {"differing_pairs", change.differing()},
                       {"paired_by", change.by_chunk ? "chunk" : "sample"},
                       {"old_mean", mean(change.older.mean)},
                       {"new_mean", mean(change.newer.mean)},
                       {"relative", value_of(change.relative())},
                       {"p_value", value_of(change.p_value)},
                       {"effect", value_of(results::effect_size(change.differences))},
                       {"only_old", change.only_old},
                       {"only_new", change.only_new},
                       {"worst_point", change.key.point},
                       {"worst_old_mean", mean(change.worst_old_mean)},
                       {"worst_new_mean", mean(change.worst_new_mean)},
                       {"worst_index", value_of(change.worst, &results::NumberPair::index)},
                       {"worst_old", value_of(change.worst, &results::NumberPair::older)},
                       {"worst_new", value_of(change.worst, &results::NumberPair::newer)}};
  if (change.change == results::Change::same)
    for (std::size_t i = 2; i < cells.size(); ++i) cells[i].second = Value();
  cells.insert(cells.end(), {{"text", finding.text}, {"command", finding.command}});
  return cells;
}

results::Rows table_of(const ChangeReport& report) {
  results::Rows table{collected(cells_of({}), &results::Cells::value_type::first), {}};
  for (const Finding& finding : report.findings) add_row(cells_of(finding), table);
  return table;
}

std::string json_of(const ChangeReport& report) {
  nlohmann::ordered_json document{{"schema", 1}, {"command", report.command}, {"subjects", report.subjects}};
  nlohmann::ordered_json& changes = document["changes"] = objects_of(table_of(report));
  for (std::size_t i = 0; i < changes.size(); ++i) changes[i]["is_worse"] = report.findings[i].is_worse;
  document["notes"] = report.notes;
  document["summary"] = last_line(report);
  return document.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::vector<std::string> change_formats() {
  std::vector<std::string> names = results::format_names();
  names.insert(names.end(), {"github", "junit"});
  return names;
}

// The value of --format. InputError for another one, or for another value of --only.
std::string format_asked(const Arguments& arguments) {
  if (arguments.has("only")) static_cast<void>(sweeps::one_of("--only", arguments.text("only"), {"worse"}));
  return sweeps::one_of("format", arguments.text("format", "text"), change_formats());
}

// --- check

constexpr const char* default_baselines = "results/baselines";
constexpr const char* instances_word = "instances";
constexpr const char* not_reproducible = "not reproducible";

// The value of --tolerance: "1%" or "0.01".
double tolerance_asked(const Arguments& arguments) {
  const std::string text = arguments.text("tolerance", "0");
  const bool is_percent = text.ends_with('%');
  const std::string number = text.substr(0, text.size() - (is_percent ? 1 : 0));
  const double share = parse_real(trimmed(number)).value_or(-1) / (is_percent ? 100 : 1);
  if (!(share >= 0 && share < 1)) throw InputError("--tolerance '{}' is no share of a number; 1% and 0.01 are", text);
  return std::max(results::usual_tolerance, share);
}

// The number of samples per point.
std::int64_t samples_in(const results::SeriesSet& series) {
  std::int64_t samples = 0;
  for (const auto& [key, each] : series)
    if (!each.samples.empty()) samples = std::max(samples, each.samples.back().index + 1);
  return samples;
}

// "sweeps/mine, seed 1, rectangles, chunks of 20, axes latency, processors"
std::string study_in(const results::StudyNumbers& numbers) {
  return fmt::format("{}, seed {}, {}, axes {}", numbers.key.experiment, numbers.key.seed, numbers.definition,
                     fmt::join(numbers.axes, ", "));
}

// The value, or the failure, when the most different sample is solved again, if it is not the current value. A program
// that draws from two answers gives the current one every other time.
std::optional<std::string> other_answer(const CheckedGrid& checked, const Difference& at) {
  const engine::Experiment& study = checked.experiment;
  const engine::Point point =
      engine::point_at(study, results::coordinates_in(at.key.point, collected(study.axes, &engine::Axis::name)));
  const std::vector<std::string> algorithms = sweeps::names_in(results::joined(at.key.algorithm, ",", at.key.rival));
  for (int time = 0; time < 4; ++time) {
    const engine::Replay again = engine::replay(study, algorithms, checked.grid.request.seed, point, at.worst->index);
    for (const engine::ReplayedColumn& column : again.columns) {
      if (column.column.name != at.key.algorithm || column.column.rival != at.key.rival) continue;
      if (column.failure) return fmt::format("'{}'", *column.failure);
      for (std::size_t i = 0; i < column.values.size(); ++i)
        if (column.metrics[i].name == at.key.metric && results::differ(column.values[i], at.worst->newer))
          return fmt::format("{}", column.values[i]);
    }
  }
  return std::nullopt;
}

void add_numbers(const CheckedGrid& checked, const std::vector<Difference>& changes, ChangeReport& report) {
  const engine::ReferenceGrid& grid = checked.grid;
  std::set<std::string> unraised;     // algorithms with other numbers but an unchanged revision
  std::map<std::string, bool> flaky;  // by algorithm, as its worst sample tells
  for (const Difference& change : changes) {
    Finding& finding = report.add(change.change, sentence_of(change));
    finding.numbers = change;
    if (!change.worst) continue;
    finding.command =
        fmt::format("apportion replay {} {} {} --seed {} --algorithms {}",
                    quoted_for_a_shell(sweeps::is_of_file(checked.experiment) ? grid.name : grid.experiment),
                    quoted_for_a_shell(change.key.point), change.worst->index, grid.request.seed,
                    quoted_for_a_shell(results::joined(change.key.algorithm, ",", change.key.rival)));
    if (change.old_revisions != change.new_revisions) continue;
    const auto [is_flaky, is_first] = flaky.try_emplace(change.key.algorithm, false);
    if (const auto other = is_first ? other_answer(checked, change) : std::nullopt) {
      is_flaky->second = true;
      finding.text += fmt::format("; the sample gives {} when it is solved once more", *other);
    }
    if (is_flaky->second) {
      finding.word = not_reproducible;
      finding.is_worse = true;
    } else if (change.key.rival.empty()) {
      unraised.insert(change.key.algorithm);
    }
  }
  if (!unraised.empty())
    report.notes.push_back(fmt::format(
        "other numbers at the same revision: {}; raise it, or the study's if its sampler or a metric changed",
        fmt::join(unraised, ", ")));
}

// Where the baseline of a grid is: for those of extensions extensions/NAME/baselines beside results/baselines.
fs::path folder_of(const std::string& grid, const fs::path& baselines) {
  std::error_code missing;
  for (const auto& extension : fs::directory_iterator((baselines / "../../extensions").lexically_normal(), missing))
    for (const char* ending : {".csv", ".verdicts.csv"})
      if (fs::path own = extension.path() / "baselines"; fs::exists(own / (grid + ending))) return own;
  return baselines;
}

// The reference grids of these experiments and papers, or all.
std::vector<CheckedGrid> reference_grids(const std::vector<std::string>& words, const fs::path& baselines) {
  const engine::Catalogue& catalogue = engine::Catalogue::instance();
  std::vector<engine::Experiment> experiments;
  if (words.empty()) experiments = catalogue.experiments();
  for (const std::string& word : words)
    std::ranges::move(catalogue.experiments_named(word), std::back_inserter(experiments));
  if (!fs::is_directory(baselines))
    throw InputError(
        "there is no folder {} with accepted numbers; run this in the project's folder, or name one by --baselines DIR",
        baselines.string());
  const std::vector<results::Exhibit> exhibits = catalogue.exhibits();
  std::vector<CheckedGrid> grids;
  for (const engine::ReferenceGrid& grid : catalogue.references()) {
    const auto experiment = std::ranges::find(experiments, grid.experiment, &engine::Experiment::name);
    if (experiment == experiments.end()) continue;
    const std::string stem = (folder_of(grid.name, baselines) / grid.name).string();
    CheckedGrid& added = grids.emplace_back(CheckedGrid{grid, *experiment, {}, stem + ".csv", stem + ".verdicts.csv"});
    std::ranges::copy_if(exhibits, std::back_inserter(added.exhibits),
                         [&grid](const results::Exhibit& exhibit) { return contains(grid.verdicts, exhibit.name); });
  }
  if (grids.empty()) throw InputError("{} has no reference grid", fmt::join(words, ", "));
  return grids;
}

// A study of FILE.ini, or of a paper's folder, with FILE.baseline.csv and FILE.verdicts.csv beside its file.
CheckedGrid own_grid(const sweeps::Paper& paper, const engine::Experiment& study) {
  const engine::ReferenceGrid grid{
      .name = paper.is_folder() ? paper.run_word + "/" + sweeps::short_name(study) : paper.run_word,
      .experiment = study.name,
      .request = {.seed = sweeps::seed_of(study), .keep_samples = true}};
  const std::string stem = fs::path(study.declared->file).replace_extension().string();
  return {grid, study, judging_exhibits(paper, study), stem + ".baseline.csv", stem + ".verdicts.csv"};
}

// Reads the baseline. The number of samples per point of a sweep is that of --samples, else of the baseline, else of
// the file, at most 20. InputError if a sweep has no baseline, unless one is about to be written.
void read_accepted(const Arguments& arguments, CheckedGrid& checked) {
  results::StudyNumbers& accepted = checked.accepted.numbers;
  if (fs::exists(checked.numbers)) accepted = parsed_input(checked.numbers, results::parse_baseline);
  if (!checked.exhibits.empty() && fs::exists(checked.verdicts))
    checked.accepted.verdicts = parsed_input(checked.verdicts, results::parse_verdicts);
  if (!sweeps::is_of_file(checked.experiment)) return;
  if (accepted.definition.empty() && !arguments.has("update"))
    throw InputError("there is no {} with accepted numbers; `apportion check {} --update` makes it", checked.numbers,
                     quoted_for_a_shell(checked.grid.name));
  const std::int64_t samples =
      accepted.series.empty() ? std::min<std::int64_t>(checked.experiment.samples, 20) : samples_in(accepted.series);
  checked.grid.request.samples = arguments.whole("samples", samples, 1, 1'000'000);
}

// The sweeps and reference grids of the command line. All baselines are read before a run that a bad one would stop.
std::vector<CheckedGrid> grids_asked(const Arguments& arguments, const fs::path& baselines) {
  std::vector<CheckedGrid> grids;
  std::vector<std::string> others;
  for (const std::string& word : arguments.words()) {
    if (sweeps::is_sweep_file(word) || sweeps::paper_word(word)) {
      const sweeps::Paper paper = sweeps::paper_named(word);
      for (const engine::Experiment& study : sweeps::experiments_named(word)) grids.push_back(own_grid(paper, study));
    } else if (word != instances_word) {
      others.push_back(word);
    }
  }
  if (arguments.has("samples") && grids.empty())
    throw InputError("--samples belongs to the check of a FILE.ini or a folder");
  if (arguments.words().empty() || !others.empty())
    std::ranges::move(reference_grids(others, baselines), std::back_inserter(grids));
  for (CheckedGrid& each : grids) read_accepted(arguments, each);
  return grids;
}

// Why an update may not be accepted without a further option; "" if it may.
std::string refusal(const ChangeReport& report, const engine::RunReport& run, const Arguments& arguments) {
  if (run.units_unanswered > 0) return "programs gave no answer";
  if (run.failed > 0 && !arguments.has("accept-failures")) return "algorithms failed; --accept-failures accepts that";
  const auto is_worse = [&report](const Finding& finding) {
    return finding.subject == report.subjects.back() && (finding.word == "worse" || finding.word == not_reproducible) &&
           finding.numbers.old_revisions == finding.numbers.new_revisions;
  };
  if (std::ranges::any_of(report.findings, is_worse) && !arguments.has("accept-worse"))
    return "something is worse at the same revision; --accept-worse accepts it";
  return "";
}

// Reports the grids' findings, and on --update rewrites their baselines. Whether there are none, or all are accepted.
bool check_grids(const std::vector<CheckedGrid>& grids, const Arguments& arguments) {
  const double tolerance = tolerance_asked(arguments);
  static_cast<void>(format_asked(arguments));  // before a baseline is rewritten
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  if (error) throw OutputError(fmt::format("no folder for temporary files: {}; set TMPDIR to one", error.message()));
  const PassingFolder folder(parent / "apportion-check");
  fs::permissions(folder.path(), fs::perms::owner_all);  // other users share the folder for temporary files
  const engine::RunSettings settings{.threads = static_cast<int>(arguments.whole("jobs", 0, 1, 1024)), .quiet = true};
  ChangeReport report{.command = "check", .nothing = "all as accepted"};
  bool has_refused = false;
  std::size_t numbers = 0;
  std::size_t verdicts = 0;
  for (const CheckedGrid& each : grids) {
    const engine::ReferenceResult now = engine::run_reference(each.grid, each.experiment, each.exhibits, settings,
                                                              folder.path() / std::to_string(report.subjects.size()));
    for (const auto& [key, series] : now.numbers.series) numbers += series.samples.size();
    verdicts += now.verdicts.size();
    add_findings(each, now, tolerance, report);
    if (!arguments.has("update")) continue;
    if (const std::string reason = refusal(report, now.run, arguments); reason.empty()) {
      if (each.grid.request.keep_samples) write_file(each.numbers, results::to_text(now.numbers));
      if (!each.exhibits.empty()) write_file(each.verdicts, results::to_text(now.verdicts));
    } else {
      engine::print_error(fmt::format("apportion: the baseline of {} is left as it was: {}\n", each.grid.name, reason));
      has_refused = true;
    }
  }
  report.scope = fmt::format("{}, {}, {}", counted(grids.size(), "grid"), counted(numbers, "number"),
                             counted(verdicts, "verdict"));
  if (!grids.empty()) print(rendered(report, arguments));
  return arguments.has("update") ? !has_refused : report.findings.empty();
}

int run_check(const Arguments& arguments) {
  for (const char* option : {"accept-worse", "accept-failures"})
    if (arguments.has(option) && !arguments.has("update")) throw InputError("--{} belongs to --update", option);
  const fs::path baselines = arguments.text("baselines", default_baselines);
  const std::vector<CheckedGrid> grids = grids_asked(arguments, baselines);
  const LastAct say_so([update = arguments.has("update")] {
    engine::print_error(fmt::format("apportion: interrupted{}\n",
                                    update ? "; the baselines of the grids before it are rewritten" : ""));
  });
  bool as_wanted = check_grids(grids, arguments);
  const fs::path collection = (baselines / "../../instances").lexically_normal();
  const bool has_collection = fs::exists(collection / "index.csv");
  if (contains(arguments.words(), instances_word) && !has_collection)
    throw InputError("there is no collection of problems in {}; run this in the project's folder", collection.string());
  if (has_collection && (arguments.words().empty() || contains(arguments.words(), instances_word))) {
    const instances::SolvedAgain again = instances::solved_again(instances::Collection(collection));
    print(again.text);
    as_wanted = as_wanted && again.as_stored;
  }
  return as_wanted ? ok : failed;
}

// --- compare

void add_study(const results::StudyChanges& study, ChangeReport& report) {
  report.subjects.push_back(fmt::format("{}, seed {}", study.key.experiment, study.key.seed));
  if (study.other_seed) report.subjects.back() += fmt::format(" -> {}", *study.other_seed);
  if (study.redefined())
    report.add("redefined", fmt::format("was '{}', is '{}'", study.old_definition, study.new_definition));
  for (const Difference& change : study.changes) {
    const std::string text = sentence_of(change);
    Finding& finding = study.other_seed ? report.add("disagrees", text) : report.add(change.change, text);
    finding.numbers = change;
  }
  if (study.too_few > 0)
    report.add("not judged",
               fmt::format("{} of fewer than {} samples", counted(study.too_few, "mean"), results::least_judged));
  if (study.one_sided > 0) report.add("one side only", counted(study.one_sided, "mean"));
  if (study.agreeing > 0)
    report.notes.push_back(fmt::format("{}: {} agree by Welch's test with Holm's correction (p at least {})",
                                       report.subjects.back(), counted(study.agreeing, "mean"),
                                       results::level_of_agreement));
}

// Of each point as its only sample.
results::SeriesSet times_in(const results::Reader& reader) {
  results::SeriesSet times;
  const std::string sql = fmt::format(
      "SELECT experiment || ', ' || algorithm, {}, avg(median_seconds), max(revision) FROM measured_times "
      "GROUP BY experiment, algorithm, coordinates",
      results::point_words);
  for (const auto& row : reader.query(sql).rows)
    times[{.point = results::text_at(row, 1),
           .algorithm = results::text_at(row, 0),
           .metric = "median seconds of a solve"}] = {.revision = static_cast<int>(results::whole_at(row, 3)),
                                                      .samples = {{0, results::real_at(row, 2)}}};
  return times;
}

int run_compare(const Arguments& arguments) {
  std::vector<std::string> files = arguments.words();
  if (arguments.has("db")) files.push_back(database_file(arguments).string());
  if (files.size() != 2) throw InputError("compare takes two databases: OLD NEW, or OLD and --db NEW");
  const double tolerance = tolerance_asked(arguments);
  const results::Reader older(files[0]);
  const results::Reader newer(files[1]);
  ChangeReport report{.command = "compare", .nothing = "no differences"};
  for (const results::StudyChanges& study : results::compare_databases(older, newer, tolerance))
    add_study(study, report);
  // The times that both have are no differences.
  for (Difference change : results::changes_of(times_in(older), times_in(newer))) {
    change.worst.reset();
    if (!change.key.metric.empty()) report.notes.push_back(sentence_of(change));
  }
  report.scope = counted(report.subjects.size(), "experiment");
  print_data(rendered(report, arguments));
  return report.findings.empty() ? ok : failed;
}

}  // namespace

std::vector<OptionDeclaration> change_options(std::vector<OptionDeclaration> own) {
  own.insert(
      own.end(),
      {{"only", "worse", "report only what got worse, failed or is lost, and fail for nothing else", {"worse"}},
       {"tolerance", "SHARE", "by how much means and single samples may differ, such as 1% (default: 1e-9)"},
       {"format", "NAME", "text (default), github (annotations), junit (XML), json, csv, markdown, latex or html",
        change_formats()}});
  return own;
}

std::string rendered(ChangeReport& report, const Arguments& arguments) {
  if (arguments.has("only")) {
    std::erase_if(report.findings, [](const Finding& finding) { return !finding.is_worse; });
    if (report.findings.empty()) report.notes.clear();
    report.nothing = "nothing is worse";
  }
  const std::string format = format_asked(arguments);
  if (format == "text") return text_of(report);
  if (format == "github") return github_of(report);
  if (format == "junit") return junit_of(report);
  if (format == "json") return json_of(report);
  results::Exhibit exhibit{.name = report.command, .title = last_line(report)};
  exhibit.layout.hidden = {"text", "effect", "p_value", "worst_old_mean", "worst_new_mean"};
  return results::render(exhibit, table_of(report), {.format = results::format_named(format)});
}

void add_findings(const CheckedGrid& checked, engine::ReferenceResult now, double tolerance, ChangeReport& report) {
  report.subjects.push_back(fmt::format("{} ({})", checked.grid.name, checked.grid.experiment));
  if (const std::int64_t failed = now.run.failed + now.run.units_unanswered; failed > 0) {
    const engine::FailedUnit& first = now.run.failure ? *now.run.failure : now.run.unanswered.front();
    report.add("failed", fmt::format("{} at {}, sample {}: {}{}", first.column, first.point, first.sample,
                                     first.message, failed == 1 ? "" : fmt::format("; and {} more", failed - 1)));
  }
  results::StudyNumbers older = checked.accepted.numbers;
  const std::int64_t before = samples_in(older.series);
  const std::int64_t after = samples_in(now.numbers.series);
  // With other samples a different verdict is no surprise.
  if (before == 0 || before == after)
    for (const auto& [change, text] : results::compare(checked.accepted.verdicts, now.verdicts))
      report.add(change, text);
  if (before > 0 && study_in(older) != study_in(now.numbers)) {
    report.add("changed", fmt::format("the baseline is of {}; this check is of {}: no numbers are compared",
                                      study_in(older), study_in(now.numbers)));
    return;
  }
  if (const std::int64_t common = std::min(before, after); before != after && common > 0) {
    for (results::SeriesSet* series : {&older.series, &now.numbers.series})
      for (auto& [key, each] : *series)
        std::erase_if(each.samples, [common](const auto& number) { return number.index >= common; });
    report.add("changed", fmt::format("the baseline has {} per point and this check {}: the first {} are compared",
                                      counted(before, "sample"), after, common));
  }
  add_numbers(checked, results::changes_of(std::move(older.series), std::move(now.numbers.series), tolerance), report);
}

Command check_command() {
  return {
      .name = "check",
      .summary = "compare reference grids, or a sweep of your own, with accepted numbers and verdicts",
      .usage = {"[EXPERIMENT...|instances] [--update] [options]", "FILE.ini|FOLDER... [--update] [--samples N]"},
      .options = change_options(
          {{"update", "", "accept the present numbers: print what changes and rewrite the baselines"},
           {"accept-worse", "", "with --update: also what is worse at the same revision"},
           {"accept-failures", "", "with --update: also where an algorithm failed"},
           {"baselines", "DIR",
            fmt::format("the folder with accepted numbers of experiments (default: {})", default_baselines)},
           {"samples", "N", "of FILE.ini: samples per point (default: those of FILE.baseline.csv, else at most 20)"},
           {"jobs,j", "N", "threads (default: all cores); numbers do not depend on it"}}),
      .complete = {"@experiments", instances_word, "%ini"},
      .run = run_check};
}

Command compare_command() {
  return {.name = "compare",
          .summary = "compare two databases, a line for each metric of an algorithm, worst first",
          .usage = {"OLD NEW [--only worse] [--tolerance SHARE] [--format NAME]", "OLD --db NEW [options]"},
          .options = change_options({{"db", "NEW", "the newer database"}}),
          .run = run_compare};
}

}  // namespace apportion::cli
