// apportion check: compares reference grids and the user's own sweeps with their accepted numbers; apportion compare:
// compares two databases, with a line for each metric of an algorithm, and times. Both report changes as text, GitHub's
// annotations, JUnit's XML, JSON, and tables.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
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
#include "results/database/merge.hpp"
#include "results/database/reader.hpp"
#include "results/tables/formats.hpp"

namespace apportion::cli {
namespace {

namespace fs = std::filesystem;
using results::Change;
using results::Difference;
using results::Value;
using results::value_of;

// --- Reports

// "4000 -> 4500 (+12.5 %)"
std::string from_to(double older, double newer) {
  std::string text = fmt::format("{} -> {}", older, newer);
  if (older != 0) text += fmt::format(" ({:+.3g} %)", 100 * (newer - older) / std::abs(older));
  return text;
}

// "revision 2 -> 3", "revisions 2 : 1 -> 2"
std::string revisions_of(const Difference& change) {
  const auto text = [&change](std::size_t of) {
    const int older = change.old_revisions.at(of);
    const int newer = change.new_revisions.at(of);
    if (older == 0 || newer == 0 || older == newer) return std::to_string(std::max(older, newer));
    return fmt::format("{} -> {}", older, newer);
  };
  return change.key.rival.empty() ? "revision " + text(0) : fmt::format("revisions {} : {}", text(0), text(1));
}

std::string column_of(const Difference& change) {
  return results::joined(change.key.algorithm, " : ", change.key.rival);
}

std::string sentence_of(const Difference& change) {
  const std::string column = column_of(change);
  if (change.key.metric.empty())
    return fmt::format("{}, {}, first at {}", column, counted(change.only_old + change.only_new, "number"),
                       change.key.point);
  std::string text = fmt::format("{}, {}, {}: ", column, change.key.metric, revisions_of(change));
  if (change.differing() == 0) return text + "the same numbers";
  text += fmt::format("mean {} over {}, {} of {} at {}; worst at {}: {}", from_to(change.older.mean, change.newer.mean),
                      counted(change.points, "point"), change.differing(),
                      counted(change.pairs, change.by_chunk ? "chunk" : "sample"), change.differing_points,
                      change.key.point, from_to(change.worst_old_mean, change.worst_new_mean));
  if (const auto& worst = change.worst)
    text += fmt::format(", {} {}: {}", worst->is_chunk ? "chunk" : "sample", worst->index,
                        from_to(worst->older, worst->newer));
  return text;
}

// "1 reference grid, 20 numbers: 12 worse, 3 better"
std::string last_line(const ChangeReport& report) {
  std::vector<std::string> words;
  std::map<std::string, std::int64_t> counts;
  for (const Finding& finding : report.findings) {
    const Difference& change = finding.numbers;
    if (!contains(words, finding.word)) words.push_back(finding.word);
    counts[finding.word] += std::max<std::int64_t>(1, change.differing() + change.only_old + change.only_new);
  }
  for (std::string& word : words) word = fmt::format("{} {}", counts[word], word);
  return report.scope + ": " + (words.empty() ? report.nothing : fmt::format("{}", fmt::join(words, ", ")));
}

std::string text_of(const ChangeReport& report) {
  std::string text;
  std::string subject;  // of the finding before
  for (const Finding& finding : report.findings) {
    if (finding.subject != subject) text += finding.subject + "\n";
    subject = finding.subject;
    text += fmt::format("  {}: {}\n", finding.word, results::joined(finding.text, "\n      ", finding.command));
  }
  for (const std::string& note : report.notes) text += note + "\n";
  return text + last_line(report) + "\n";
}

// Workflow commands of GitHub Actions, one line per finding.
std::string github_of(const ChangeReport& report) {
  const std::map<char, std::string_view> message{{'%', "%25"}, {'\r', "%0D"}, {'\n', "%0A"}};
  std::map<char, std::string_view> property = message;
  property.insert({{':', "%3A"}, {',', "%2C"}});
  std::string text;
  for (const Finding& finding : report.findings) {
    const std::string level = finding.is_worse ? "error" : finding.word == "changed" ? "warning" : "notice";
    const std::string shown = finding.word + ": " + results::joined(finding.text, "\n", finding.command);
    text += fmt::format("::{} title={}::{}\n", level, respelled(finding.subject, property), respelled(shown, message));
  }
  for (const std::string& note : report.notes) text += fmt::format("::notice::{}\n", respelled(note, message));
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
  if (change.change == Change::same)
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
  const std::optional<double> number = parse_real(trimmed(text.substr(0, text.size() - (is_percent ? 1 : 0))));
  const double share = number.value_or(-1) / (is_percent ? 100 : 1);
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

// "sweeps/mine, seed 1, axes latency, processors"
std::string samples_of(const results::StudyNumbers& study) {
  return fmt::format("{}, seed {}, axes {}", study.key.experiment, study.key.seed, fmt::join(study.axes, ", "));
}

std::string replay_command(const CheckedGrid& checked, const Difference& at) {
  const engine::ReferenceGrid& grid = checked.grid;
  std::string command =
      fmt::format("apportion replay {} {} {} --seed {}",
                  quoted_for_a_shell(sweeps::is_of_file(checked.experiment) ? grid.name : grid.experiment),
                  quoted_for_a_shell(at.key.point), at.worst->index, grid.seed);
  if (!grid.algorithms.empty())
    command += " --algorithms " + quoted_for_a_shell(fmt::format("{}", fmt::join(grid.algorithms, ",")));
  return command;
}

// The value, or the failure, when the most different sample is solved again, if it is not the current value. A program
// that draws from two answers gives the current one every other time.
std::optional<std::string> other_answer(const CheckedGrid& checked, const Difference& at) {
  const engine::Experiment& study = checked.experiment;
  const engine::Point point =
      engine::point_at(study, results::coordinates_in(at.key.point, collected(study.axes, &engine::Axis::name)));
  std::vector<std::string> algorithms{at.key.algorithm};
  if (!at.key.rival.empty()) algorithms.push_back(at.key.rival);
  for (int time = 0; time < 4; ++time) {
    const engine::Replay again = engine::replay(study, algorithms, checked.grid.seed, point, at.worst->index);
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

// Adds the first few changes of each kind, one by one.
void add_verdicts(const std::vector<results::Verdict>& older, const std::vector<results::Verdict>& newer,
                  ChangeReport& report) {
  constexpr std::size_t most_verdicts = 10;
  std::map<Change, std::size_t> reported;
  for (const auto& [change, text] : results::compare(older, newer))
    if (++reported[change] <= most_verdicts) report.add(change, text);
  for (const auto& [change, count] : reported)
    if (count > most_verdicts) report.add(change, counted(count - most_verdicts, "more verdict"));
}

void add_numbers(const CheckedGrid& checked, const std::vector<Difference>& changes, ChangeReport& report) {
  std::set<std::string> unraised;     // notes on algorithms with other numbers but an unchanged revision
  std::map<std::string, bool> flaky;  // by algorithm
  for (const Difference& change : changes) {
    Finding& finding = report.add(change.change, sentence_of(change));
    finding.numbers = change;
    if (!change.worst) continue;
    const std::string& algorithm = change.key.algorithm;
    const bool is_unraised = change.old_revisions == change.new_revisions;
    finding.command = replay_command(checked, change);
    const auto [is_flaky, is_first] = flaky.try_emplace(algorithm, false);
    if (const auto other = is_unraised && is_first ? other_answer(checked, change) : std::nullopt) {
      is_flaky->second = true;
      finding.text = fmt::format("{}, {} at {}, sample {}: {}, and {} when it is solved once more", algorithm,
                                 change.key.metric, change.key.point, change.worst->index, change.worst->newer, *other);
    }
    if (is_flaky->second) {
      finding.word = not_reproducible;
      finding.is_worse = true;
    } else if (is_unraised && change.key.rival.empty()) {
      unraised.insert(fmt::format("{} gives other numbers at the same revision {}: raise its revision", algorithm,
                                  change.new_revisions[0]));
    }
  }
  report.notes.insert(report.notes.end(), unraised.begin(), unraised.end());
  if (unraised.size() > 1)
    report.notes.emplace_back("(if the sampler or a metric is what changed, raise the study's revision instead)");
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
  std::vector<CheckedGrid> grids;
  for (const engine::ReferenceGrid& grid : catalogue.references()) {
    const auto experiment = std::ranges::find(experiments, grid.experiment, &engine::Experiment::name);
    if (experiment == experiments.end()) continue;
    const fs::path stem = folder_of(grid.name, baselines) / grid.name;
    grids.push_back({grid, *experiment, stem.string() + ".csv", stem.string() + ".verdicts.csv"});
    grids.back().accepted = engine::accepted_result(grids.back().numbers, grids.back().verdicts);
  }
  if (grids.empty()) throw InputError("{} has no reference grid", fmt::join(words, ", "));
  return grids;
}

// A study of a sweep FILE.ini, or of a paper's folder, with FILE.baseline.csv beside its file, and FILE.verdicts.csv if
// an exhibit judges it. The number of samples per point is that of --samples, else of the baseline, else of the file,
// at most 20. InputError if there is no baseline, unless one is about to be written.
CheckedGrid own_grid(const sweeps::Paper& paper, const engine::Experiment& study, const Arguments& arguments) {
  const std::string word = paper.is_folder() ? paper.run_word + "/" + sweeps::short_name(study) : paper.run_word;
  CheckedGrid own{{.name = word, .experiment = study.name, .seed = sweeps::seed_of(study)}, study};
  own.numbers = fs::path(study.declared->file).replace_extension(".baseline.csv");
  own.exhibits = judging_exhibits(paper, study);
  if (!own.exhibits.empty()) own.verdicts = fs::path(study.declared->file).replace_extension(".verdicts.csv");
  own.grid.verdicts = collected(own.exhibits, &results::Exhibit::name);
  own.accepted = engine::accepted_result(own.numbers, own.verdicts);
  if (own.accepted.numbers.definition.empty() && !arguments.has("update"))
    throw InputError("there is no {} with accepted numbers; `apportion check {} --update` makes it",
                     own.numbers.string(), quoted_for_a_shell(word));
  own.grid.samples = arguments.whole("samples", samples_in(own.accepted.numbers.series), 1, 1'000'000);
  if (own.grid.samples == 0) own.grid.samples = std::min<std::int64_t>(study.samples, 20);
  return own;
}

// The reference grids and the sweeps of the command line, with their baselines. All are read before anything is run: an
// unreadable file would stop the check half-way.
std::vector<CheckedGrid> grids_asked(const Arguments& arguments, const fs::path& baselines) {
  const std::vector<std::string>& words = arguments.words();
  const auto is_own = [](const std::string& word) { return sweeps::is_sweep_file(word) || sweeps::paper_word(word); };
  std::vector<std::string> others = words;
  std::erase_if(others, is_own);
  if (arguments.has("samples") && others.size() == words.size())
    throw InputError("--samples belongs to the check of a FILE.ini or a folder");
  if ((words.empty() || !others.empty()) && !fs::is_directory(baselines))
    throw InputError(
        "there is no folder {} with accepted numbers; run this in the project's folder, or name one by --baselines DIR",
        baselines.string());
  std::erase(others, instances_word);
  std::vector<CheckedGrid> grids;
  if (words.empty() || !others.empty()) grids = reference_grids(others, baselines);
  for (const std::string& word : words) {
    if (!is_own(word)) continue;
    const sweeps::Paper paper = sweeps::paper_named(word);
    for (const engine::Experiment& study : sweeps::experiments_named(word))
      grids.push_back(own_grid(paper, study, arguments));
  }
  return grids;
}

// Why an update may not be accepted without a further option; "" if it may.
std::string refusal(const ChangeReport& report, const engine::ReferenceResult& now, const Arguments& arguments) {
  if (now.unanswered) return "programs gave no answer";
  if (!now.failures.empty() && !arguments.has("accept-failures"))
    return "algorithms failed; --accept-failures accepts that";
  const auto is_worse = [&report](const Finding& finding) {
    return finding.subject == report.subjects.back() && (finding.word == "worse" || finding.word == not_reproducible) &&
           finding.numbers.old_revisions == finding.numbers.new_revisions;
  };
  if (std::ranges::any_of(report.findings, is_worse) && !arguments.has("accept-worse"))
    return "something is worse at the same revision; --accept-worse accepts it";
  return "";
}

// Writes the baseline. Files with unchanged text keep their times.
void accept(const CheckedGrid& checked, const engine::ReferenceResult& now) {
  const auto write = [](const fs::path& file, const std::string& text) {
    if (!fs::exists(file) || read_input(file.string()) != text) write_file(file, text);
  };
  if (checked.grid.keeps_numbers) write(checked.numbers, results::to_text(now.numbers));
  if (!checked.grid.verdicts.empty()) write(checked.verdicts, results::to_text(now.verdicts));
}

// Adds the grids' findings to the report, and on --update rewrites their baselines; returns whether one was refused.
bool check_grids(const std::vector<CheckedGrid>& grids, const Arguments& arguments, ChangeReport& report) {
  const double tolerance = tolerance_asked(arguments);
  static_cast<void>(format_asked(arguments));  // before a baseline is rewritten
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  if (error) throw OutputError(fmt::format("no folder for temporary files: {}; set TMPDIR to one", error.message()));
  const PassingFolder folder(parent / "apportion-check");
  fs::permissions(folder.path(), fs::perms::owner_all);  // other users share the folder for temporary files
  const engine::RunSettings settings{.threads = static_cast<int>(arguments.whole("jobs", 0, 1, 1024)), .quiet = true};
  const std::vector<results::Exhibit> exhibits = engine::Catalogue::instance().exhibits();
  bool has_refused = false;
  std::size_t numbers = 0;
  std::size_t verdicts = 0;
  for (const CheckedGrid& each : grids) {
    const fs::path file = folder.path() / fmt::format("{}.sqlite", report.subjects.size());
    const engine::ReferenceResult now = engine::run_reference(
        each.grid, each.experiment, each.exhibits.empty() ? exhibits : each.exhibits, settings, file);
    for (const auto& [key, series] : now.numbers.series) numbers += series.samples.size();
    verdicts += now.verdicts.size();
    add_findings(each, now, tolerance, report);
    if (!arguments.has("update")) continue;
    if (const std::string reason = refusal(report, now, arguments); reason.empty()) {
      static_cast<void>(results::verify(file));
      accept(each, now);
    } else {
      engine::print_error(fmt::format("apportion: the baseline of {} is left as it was: {}\n", each.grid.name, reason));
      has_refused = true;
    }
  }
  const bool own = std::ranges::all_of(grids, sweeps::is_of_file, &CheckedGrid::experiment);
  report.scope =
      fmt::format("{}, {}{}", counted(grids.size(), own ? "sweep" : "reference grid"), counted(numbers, "number"),
                  own && verdicts == 0 ? "" : ", " + counted(verdicts, "verdict"));
  return has_refused;
}

int run_check(const Arguments& arguments) {
  const bool update = arguments.has("update");
  for (const char* option : {"accept-worse", "accept-failures"})
    if (arguments.has(option) && !update) throw InputError("--{} belongs to --update", option);
  const fs::path baselines = arguments.text("baselines", default_baselines);
  const std::vector<CheckedGrid> grids = grids_asked(arguments, baselines);
  const LastAct say_so([update] {
    engine::print_error(fmt::format("apportion: interrupted{}\n",
                                    update ? "; the baselines of the grids before it are rewritten" : ""));
  });
  ChangeReport report{.command = "check", .nothing = "all as accepted"};
  const bool has_refused = check_grids(grids, arguments, report);
  if (!report.subjects.empty()) print(rendered(report, arguments));
  bool as_wanted = update ? !has_refused : report.findings.empty();
  const fs::path collection = (baselines / "../../instances").lexically_normal();
  const bool with_instances = arguments.words().empty() || contains(arguments.words(), instances_word);
  if (with_instances && fs::exists(collection / "index.csv")) {
    const instances::SolvedAgain again = instances::solved_again(instances::Collection(collection));
    print(again.text);
    as_wanted = as_wanted && again.as_stored;
  }
  return as_wanted ? ok : failed;
}

// --- compare

void add_other_seed(const results::StudyChanges& study, ChangeReport& report) {
  for (const Difference& change : study.changes) {
    std::string text =
        fmt::format("{}, {}: mean {:.5g} -> {:.5g}, other at {} of {}; most at {}: {:.5g} -> {:.5g}", column_of(change),
                    change.key.metric, change.older.mean, change.newer.mean, change.differing_points,
                    counted(change.points, "point"), change.key.point, change.worst_old_mean, change.worst_new_mean);
    if (change.p_value) text += fmt::format(", Welch's p {:.3g}", *change.p_value);
    report.add("disagrees", text).numbers = change;
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

// Adds the times that both have. They are no differences.
void add_times(const results::Reader& older, const results::Reader& newer, ChangeReport& report) {
  constexpr const char* sql =
      "SELECT experiment, algorithm, coordinates, avg(median_seconds), max(revision) FROM measured_times "
      "GROUP BY experiment, algorithm, coordinates";
  const auto place = [](const auto& row) {
    return std::array{results::text_at(row, 0), results::text_at(row, 1), results::text_at(row, 2)};
  };
  std::map<std::array<std::string, 3>, std::pair<double, std::int64_t>> before;
  for (const auto& row : older.query(sql).rows)
    before[place(row)] = {results::real_at(row, 3), results::whole_at(row, 4)};
  std::map<std::array<std::string, 2>, Difference> changes;  // by experiment and algorithm
  for (const auto& row : newer.query(sql).rows) {
    const auto other = before.find(place(row));
    if (other == before.end()) continue;
    Difference& change = changes[{results::text_at(row, 0), results::text_at(row, 1)}];
    change.add(results::NumberPair{.older = other->second.first, .newer = results::real_at(row, 3)});
    change.old_revisions[0] = static_cast<int>(other->second.second);
    change.new_revisions[0] = static_cast<int>(results::whole_at(row, 4));
  }
  for (const auto& [of, change] : changes)
    report.notes.push_back(fmt::format(
        "{}: median time of a solve by {}, mean over {}: {:.4g} s at revision {}, {:.4g} s at revision {} ({:+.3g} %)",
        of[0], of[1], counted(change.pairs, "point"), change.older.mean, change.old_revisions[0], change.newer.mean,
        change.new_revisions[0], 100 * change.relative().value_or(0)));
}

int run_compare(const Arguments& arguments) {
  std::vector<std::string> files = arguments.words();
  if (arguments.has("db")) files.push_back(database_file(arguments).string());
  if (files.size() != 2) throw InputError("compare takes two databases: OLD NEW, or OLD and --db NEW");
  const double tolerance = tolerance_asked(arguments);
  const results::Reader older(files[0]);
  const results::Reader newer(files[1]);
  ChangeReport report{.command = "compare", .nothing = "no differences"};
  for (const results::StudyChanges& study : results::compare_databases(older, newer, tolerance)) {
    report.subjects.push_back(fmt::format("{}, seed {}", study.key.experiment, study.key.seed));
    if (study.other_seed) report.subjects.back() += fmt::format(" -> {}", *study.other_seed);
    if (study.redefined())
      report.add("redefined",
                 fmt::format("was '{}', is '{}': not comparable", study.old_definition, study.new_definition));
    else if (study.other_seed)
      add_other_seed(study, report);
    else
      for (const Difference& change : study.changes) report.add(change.change, sentence_of(change)).numbers = change;
  }
  report.scope = counted(report.subjects.size(), "experiment");
  add_times(older, newer, report);
  print_data(rendered(report, arguments));
  return report.findings.empty() ? ok : failed;
}

}  // namespace

std::vector<OptionDeclaration> change_options() {
  return {{"only", "worse", "report only what got worse, failed or is lost, and fail for nothing else", {"worse"}},
          {"tolerance", "SHARE", "by how much means and single samples may differ, such as 1% (default: 1e-9)"},
          {"format", "NAME", "text (default), github (annotations), junit (XML), json, csv, markdown, latex or html",
           change_formats()}};
}

Finding& ChangeReport::add(std::string_view word, std::string text, bool is_worse) {
  return findings.emplace_back(
      Finding{.word = std::string(word), .subject = subjects.back(), .text = std::move(text), .is_worse = is_worse});
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
  if (!now.failures.empty())
    report.add("failed", now.failures.front() +
                             (now.failures.size() == 1 ? "" : fmt::format("; and {} more", now.failures.size() - 1)));
  results::StudyNumbers older = checked.accepted.numbers;
  bool has_other_samples = false;
  if (sweeps::is_of_file(checked.experiment) && !older.definition.empty()) {
    if (samples_of(older) != samples_of(now.numbers)) {
      report.add("changed", fmt::format("the baseline is of {} and the file defines {}: nothing is compared",
                                        samples_of(older), samples_of(now.numbers)));
      return;
    }
    const std::int64_t before = samples_in(older.series);
    const std::int64_t after = samples_in(now.numbers.series);
    const std::int64_t common = std::min(before, after);
    has_other_samples = before != after;
    if (has_other_samples && common > 0) {
      for (results::SeriesSet* series : {&older.series, &now.numbers.series})
        for (auto& [key, each] : *series)
          std::erase_if(each.samples, [common](const auto& number) { return number.index >= common; });
      report.add("changed", fmt::format("the baseline has {} per point and this check {}: the first {} are compared",
                                        counted(before, "sample"), after, common));
    }
  }
  // With other samples a different verdict is no surprise.
  if (!has_other_samples) add_verdicts(checked.accepted.verdicts, now.verdicts, report);
  if (!older.definition.empty() && older.definition != now.numbers.definition) {
    report.add("changed", fmt::format("the study was '{}' and is '{}', so its numbers cannot be compared",
                                      older.definition, now.numbers.definition));
    return;
  }
  add_numbers(checked, results::changes_of(std::move(older.series), std::move(now.numbers.series), tolerance), report);
}

Command check_command() {
  Command command{
      .name = "check",
      .summary = "compare reference grids, or a sweep of your own, with accepted numbers and verdicts",
      .usage = {"[EXPERIMENT...|instances] [--update] [options]", "FILE.ini|FOLDER... [--update] [--samples N]"},
      .options = {{"update", "", "accept the present numbers: print what changes and rewrite the baselines"},
                  {"accept-worse", "", "with --update: also what is worse at the same revision"},
                  {"accept-failures", "", "with --update: also where an algorithm failed"},
                  {"baselines", "DIR",
                   fmt::format("the folder with accepted numbers of experiments (default: {})", default_baselines)},
                  {"samples", "N",
                   "of FILE.ini: samples per point (default: those of FILE.baseline.csv, else at most 20)"},
                  {"jobs,j", "N", "threads (default: all cores); numbers do not depend on it"}},
      .complete = {"@experiments", instances_word, "%ini"},
      .run = run_check};
  for (OptionDeclaration& option : change_options()) command.options.push_back(std::move(option));
  return command;
}

Command compare_command() {
  Command command{.name = "compare",
                  .summary = "compare two databases, a line for each metric of an algorithm, worst first",
                  .usage = {"OLD NEW [--only worse] [--tolerance SHARE] [--format NAME]", "OLD --db NEW [options]"},
                  .options = change_options(),
                  .run = run_compare};
  command.options.push_back({"db", "NEW", "the newer database"});
  return command;
}

}  // namespace apportion::cli
