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
#include "experiments/cli/output.hpp"
#include "experiments/engine/axis.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/messages.hpp"
#include "experiments/instances/collection.hpp"
#include "experiments/sweeps/ini.hpp"
#include "experiments/sweeps/paper_sources.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "results/comparing/baseline.hpp"
#include "results/comparing/paired_samples.hpp"
#include "results/database/merge.hpp"
#include "results/database/reader.hpp"
#include "results/tables/formats.hpp"
#include "sim/random_stream.hpp"

namespace apportion::cli {
namespace {

namespace fs = std::filesystem;
using results::Change;
using results::Difference;
using results::StudyChanges;
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
  std::vector<std::pair<std::string, std::int64_t>> counts;
  for (const Finding& finding : report.findings) {
    auto count = std::ranges::find(counts, finding.word, &std::pair<std::string, std::int64_t>::first);
    if (count == counts.end()) count = counts.insert(counts.end(), {finding.word, 0});
    const std::int64_t numbers =
        finding.numbers ? finding.numbers->differing() + finding.numbers->only_old + finding.numbers->only_new : 1;
    count->second += std::max<std::int64_t>(1, numbers);
  }
  std::string text;
  for (const auto& [word, count] : counts) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, word);
  return fmt::format("{}: {}", report.scope, text.empty() ? report.nothing : text);
}

std::string text_of(const ChangeReport& report) {
  std::string text;
  std::string subject;  // of the finding before
  for (const Finding& finding : report.findings) {
    if (finding.subject != subject) text += finding.subject + "\n";
    subject = finding.subject;
    text += fmt::format("  {}: {}\n", finding.word, finding.text);
    if (!finding.command.empty()) text += fmt::format("      {}\n", finding.command);
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
    const std::string shown = finding.command.empty() ? "" : "\n" + finding.command;
    const std::string level = finding.is_worse ? "error" : finding.word == "changed" ? "warning" : "notice";
    text += fmt::format("::{} title={}::{}\n", level, respelled(finding.subject, property),
                        respelled(fmt::format("{}: {}{}", finding.word, finding.text, shown), message));
  }
  for (const std::string& note : report.notes) text += fmt::format("::notice::{}\n", respelled(note, message));
  return text + last_line(report) + "\n";
}

// A passing test case for each subject without findings, and a failing one for each finding.
std::string junit_of(const ChangeReport& report) {
  std::string cases;
  std::size_t tests = report.findings.size();
  for (const std::string& subject : report.subjects) {
    if (contains(report.findings, subject, &Finding::subject)) continue;
    cases += fmt::format("    <testcase classname=\"{}\" name=\"{}\"/>\n", report.command, xml_escaped(subject));
    ++tests;
  }
  for (const Finding& finding : report.findings)
    cases += fmt::format(
        "    <testcase classname=\"{}\" name=\"{}\">\n      <failure type=\"{}\" message=\"{}\">{}</failure>\n"
        "    </testcase>\n",
        xml_escaped(finding.subject), xml_escaped(finding.text.substr(0, finding.text.find(':'))),
        xml_escaped(finding.word), xml_escaped(finding.word + ": " + finding.text), xml_escaped(finding.command));
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"apportion {}\" tests=\"{}\" "
      "failures=\"{}\">\n{}  </testsuite>\n</testsuites>\n",
      report.command, tests, report.findings.size(), cases);
}

// A finding in tables and JSON; NULL where it has no numbers, or not those.
results::Cells cells_of(const Finding& finding) {
  const Difference change = finding.numbers.value_or(Difference());
  const results::NumberPair worst = change.worst.value_or(results::NumberPair());
  const auto cell = [&finding](const Value& value, bool is_there = true) {
    return finding.numbers && is_there ? value : Value();
  };
  const bool is_paired = change.pairs > 0;
  const bool has_worst = change.worst.has_value();
  return {{"change", finding.word},
          {"subject", finding.subject},
          {"algorithm", cell(change.key.algorithm)},
          {"rival", cell(change.key.rival)},
          {"metric", cell(change.key.metric)},
          {"old_revision", cell(change.old_revisions[0])},
          {"new_revision", cell(change.new_revisions[0])},
          {"points", cell(change.points)},
          {"differing_points", cell(change.differing_points)},
          {"pairs", cell(change.pairs)},
          {"differing_pairs", cell(change.differing())},
          {"paired_by", cell(change.by_chunk ? "chunk" : "sample")},
          {"old_mean", cell(change.older.mean, is_paired)},
          {"new_mean", cell(change.newer.mean, is_paired)},
          {"relative", cell(value_of(change.relative()))},
          {"p_value", cell(value_of(change.p_value))},
          {"effect", cell(value_of(results::effect_size(change.differences)))},
          {"only_old", cell(change.only_old)},
          {"only_new", cell(change.only_new)},
          {"worst_point", cell(change.key.point)},
          {"worst_old_mean", cell(change.worst_old_mean, is_paired)},
          {"worst_new_mean", cell(change.worst_new_mean, is_paired)},
          {"worst_index", cell(worst.index, has_worst)},
          {"worst_old", cell(worst.older, has_worst)},
          {"worst_new", cell(worst.newer, has_worst)},
          {"text", finding.text},
          {"command", finding.command}};
}

results::Rows table_of(const ChangeReport& report) {
  results::Rows table;
  add_row(cells_of({}), table);
  table.rows.clear();
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

// --- check

constexpr std::int64_t usual_samples = 20;

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

constexpr const char* numbers_ending = ".csv";
constexpr const char* verdicts_ending = ".verdicts.csv";

// The exhibits that judge only this study, and claims that concern it.
std::vector<results::Exhibit> judging_exhibits(const sweeps::Paper& paper, const engine::Experiment& study) {
  std::vector<results::Exhibit> judging;
  for (const results::Exhibit& exhibit : paper.exhibits) {
    const bool is_alone = exhibit.reads.size() == 1 && exhibit.reads.contains(study.name);
    if (exhibit.judgements.empty() || (!is_alone && !exhibit.leaves_out_missing)) continue;
    judging.push_back(exhibit);
    judging.back().study = study.name;
    for (const engine::Experiment& other : paper.studies)
      if (other.name != study.name) sweeps::leave_out(other, judging.back().sql);
  }
  return judging;
}

std::string replay_command(const engine::ReferenceGrid& grid, const Difference& at) {
  std::string command = fmt::format("apportion replay {} {} {} --seed {}",
                                    grid.file.empty() ? grid.experiment : quoted_for_a_shell(grid.file),
                                    quoted_for_a_shell(at.key.point), at.worst->index, grid.seed);
  if (!grid.algorithms.empty())
    command += " --algorithms " + quoted_for_a_shell(fmt::format("{}", fmt::join(grid.algorithms, ",")));
  return command;
}

// The value, or the failure, when the most different sample is solved again, if it is not the current value. A program
// that draws from two answers gives the current one every other time.
std::optional<std::string> other_answer(const CheckedGrid& checked, const Difference& at) {
  const std::map<std::string, std::string> settings =
      results::coordinates_in(at.key.point, collected(checked.experiment.axes, &engine::Axis::name));
  std::vector<std::string> algorithms{at.key.algorithm};
  if (!at.key.rival.empty()) algorithms.push_back(at.key.rival);
  for (int time = 0; time < 4; ++time) {
    const engine::Replay again = engine::replay(checked.experiment, algorithms, checked.grid.seed,
                                                engine::point_at(checked.experiment, settings), at.worst->index);
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
void add_verdicts(const std::vector<results::VerdictChange>& changes, ChangeReport& report) {
  constexpr std::size_t most_verdicts = 10;
  std::map<Change, std::size_t> reported;
  const auto word = [](const std::string& verdict) { return verdict.empty() ? "none" : verdict; };
  for (const results::VerdictChange& each : changes)
    if (++reported[each.change] <= most_verdicts)
      report.add(
          name_of(each.change),
          fmt::format("verdict of {} at {}: {} -> {}", each.exhibit, each.row, word(each.older), word(each.newer)),
          is_worse(each.change));
  for (const auto& [change, count] : reported)
    if (count > most_verdicts)
      report.add(name_of(change), counted(count - most_verdicts, "more verdict"), is_worse(change));
}

void add_numbers(const CheckedGrid& checked, const std::vector<Difference>& changes, ChangeReport& report) {
  std::map<std::string, int> unraised;  // algorithms with other numbers but an unchanged revision
  std::map<std::string, bool> flaky;
  for (const Difference& change : changes) {
    Finding& finding = report.add(change);
    if (change.differing() == 0 || !change.worst) continue;
    const std::string& algorithm = change.key.algorithm;
    const bool is_unraised = change.old_revisions == change.new_revisions;
    finding.command = replay_command(checked.grid, change);
    const auto [is_flaky, is_first] = flaky.try_emplace(algorithm, false);
    if (const auto other = is_unraised && is_first ? other_answer(checked, change) : std::nullopt) {
      is_flaky->second = true;
      finding.text = fmt::format("{}, {} at {}, sample {}: {}, and {} when it is solved once more", algorithm,
                                 change.key.metric, change.key.point, change.worst->index, change.worst->newer, *other);
    }
    if (is_flaky->second) {
      finding.word = "not reproducible";
      finding.is_worse = true;
    } else if (is_unraised && change.key.rival.empty()) {
      unraised[algorithm] = change.new_revisions[0];
    }
  }
  for (const auto& [algorithm, revision] : unraised)
    report.notes.push_back(
        fmt::format("{} gives other numbers at the same revision {}: raise its revision", algorithm, revision));
  if (unraised.size() > 1)
    report.notes.emplace_back("(if the sampler or a metric is what changed, raise the study's revision instead)");
}

void keep_first(results::SeriesSet& series, std::int64_t samples) {
  for (auto& [key, each] : series)
    std::erase_if(each.samples, [samples](const results::SeriesNumber& number) { return number.index >= samples; });
  std::erase_if(series, [](const auto& entry) { return entry.second.samples.empty(); });
}

// The value of --tolerance: "1%" or "0.01".
double tolerance_asked(const Arguments& arguments) {
  if (!arguments.has("tolerance")) return results::usual_tolerance;
  const std::string text = arguments.text("tolerance");
  const bool is_percent = text.ends_with('%');
  const std::optional<double> number = parse_real(trimmed(text.substr(0, text.size() - (is_percent ? 1 : 0))));
  const double share = number.value_or(-1) / (is_percent ? 100 : 1);
  if (!(share >= 0 && share < 1)) throw InputError("--tolerance '{}' is no share of a number; 1% and 0.01 are", text);
  return std::max(results::usual_tolerance, share);
}

// Reads the files that there are. ForeignFile if one cannot be read.
void read_accepted(CheckedGrid& checked) {
  if (const std::string file = checked.numbers.string(); fs::exists(checked.numbers))
    checked.accepted.numbers = results::parse_baseline(file, read_input(file));
  if (const std::string file = checked.verdicts.string(); fs::exists(checked.verdicts))
    checked.accepted.verdicts = results::parse_verdicts(file, read_input(file));
}

// Where the baselines of a grid are: those of extensions in extensions/NAME/baselines beside results/baselines, so that
// a program without an extension does not take them for strays.
fs::path folder_of(const std::string& grid, const fs::path& baselines) {
  const fs::path extensions = (baselines / "../../extensions").lexically_normal();
  if (!fs::is_directory(extensions)) return baselines;
  for (const fs::directory_entry& extension : fs::directory_iterator(extensions))
    for (const char* ending : {numbers_ending, verdicts_ending})
      if (fs::path own = extension.path() / "baselines"; fs::exists(own / (grid + ending))) return own;
  return baselines;
}

// A study of a sweep FILE.ini, or of a paper's folder, with FILE.baseline.csv beside its file, and FILE.verdicts.csv if
// an exhibit judges it. The number of samples per point is `samples`; if 0, that of the baseline, else of the file, at
// most 20. InputError if there is no baseline, unless one is about to be written (`update`); ForeignFile for a baseline
// that cannot be read.
CheckedGrid checked_sweep(const sweeps::Paper& paper, const engine::Experiment& study, std::int64_t samples,
                          bool update) {
  const std::string word = paper.is_folder() ? paper.run_word + "/" + sweeps::short_name(study) : paper.run_word;
  CheckedGrid checked{.grid = {.name = word,
                               .experiment = study.name,
                               .samples = samples,
                               .seed = sweeps::seed_of(study),
                               .file = word},
                      .experiment = study,
                      .numbers = fs::path(study.declared->file).replace_extension(".baseline.csv"),
                      .verdicts = fs::path(study.declared->file).replace_extension(verdicts_ending),
                      .own_exhibits = judging_exhibits(paper, study)};
  for (const results::Exhibit& exhibit : checked.own_exhibits) checked.grid.verdicts.push_back(exhibit.name);
  read_accepted(checked);
  const results::StudyNumbers& accepted = checked.accepted.numbers;
  if (accepted.definition.empty() && !update)
    throw InputError("there is no {} with accepted numbers; `apportion check {} --update` makes it",
                     checked.numbers.string(), quoted_for_a_shell(word));
  if (samples == 0) checked.grid.samples = samples_in(accepted.series);
  if (checked.grid.samples == 0) checked.grid.samples = std::min(checked.experiment.samples, usual_samples);
  return checked;
}

constexpr const char* default_baselines = "results/baselines";
constexpr const char* instances_word = "instances";

std::vector<engine::ReferenceGrid> chosen_grids(const std::vector<std::string>& words) {
  std::vector<engine::ReferenceGrid> grids = engine::Catalogue::instance().references();
  if (words.empty()) return grids;
  std::vector<std::string> names;
  for (const std::string& word : words)
    for (const engine::Experiment& experiment : engine::Catalogue::instance().experiments_named(word))
      names.push_back(experiment.name);
  std::erase_if(grids, [&names](const engine::ReferenceGrid& grid) { return !contains(names, grid.experiment); });
  if (grids.empty()) throw InputError("{} has no reference grid", fmt::join(words, ", "));
  return grids;
}

// The reference grids and sweep files of the command line, with their baselines. All are read before anything is run:
// an unreadable file would stop the check half-way.
struct Asked {
  std::vector<CheckedGrid> grids;
  fs::path folder;  ///< has the baselines of reference grids; "" if only sweep files are checked
  bool with_instances = false;
};

Asked asked_for(const Arguments& arguments) {
  const std::int64_t samples = arguments.whole("samples", 0, 1, 1'000'000);
  std::vector<CheckedGrid> own;
  std::vector<std::string> experiments;
  for (const std::string& word : arguments.words()) {
    if (!sweeps::is_sweep_file(word) && !sweeps::paper_word(word)) {
      experiments.push_back(word);
      continue;
    }
    const sweeps::Paper paper = sweeps::paper_named(word);
    for (const engine::Experiment& study : paper.is_folder() ? sweeps::experiments_named(word) : paper.studies)
      own.push_back(checked_sweep(paper, study, samples, arguments.has("update")));
  }
  if (own.empty() && arguments.has("samples"))
    throw InputError("--samples belongs to the check of a FILE.ini or a folder");
  Asked asked;
  asked.with_instances = std::erase(experiments, instances_word) > 0 || arguments.words().empty();
  std::vector<engine::ReferenceGrid> grids;
  if (!experiments.empty() || arguments.words().empty()) grids = chosen_grids(experiments);
  if (!grids.empty() || asked.with_instances) {
    asked.folder = arguments.text("baselines", default_baselines);
    if (!fs::is_directory(asked.folder))
      throw InputError(
          "there is no folder {} with accepted numbers; run this in the project's folder, or name one by --baselines "
          "DIR",
          asked.folder.string());
  }
  for (const engine::ReferenceGrid& grid : grids) {
    const fs::path folder = folder_of(grid.name, asked.folder);
    asked.grids.push_back({.grid = grid,
                           .experiment = engine::Catalogue::instance().experiments_named(grid.experiment).front(),
                           .numbers = folder / (grid.name + numbers_ending),
                           .verdicts = folder / (grid.name + verdicts_ending)});
    read_accepted(asked.grids.back());
  }
  std::ranges::move(own, std::back_inserter(asked.grids));
  return asked;
}

// Names the files of the folder that are baselines of none of the grids, and removes them on update; true if there are
// any.
bool report_strays(const Asked& asked, bool update) {
  std::set<fs::path> known;
  for (const CheckedGrid& each : asked.grids) {
    if (each.grid.keeps_numbers) known.insert(each.numbers);
    if (!each.grid.verdicts.empty()) known.insert(each.verdicts);
  }
  std::set<fs::path> strays;
  for (const fs::directory_entry& entry : fs::directory_iterator(asked.folder)) {
    const fs::path& file = entry.path();
    if (!known.contains(file) && file.extension() == ".csv" && read_input(file.string()).starts_with("# Accepted "))
      strays.insert(file);
  }
  for (const fs::path& file : strays) {
    print(fmt::format("stray: {} belongs to no reference grid{}\n", file.string(), update ? "; removed" : ""));
    if (!update) continue;
    // An interruption ends the program without a flush; removed files must be reported all the same.
    flush_output();
    fs::remove(file);
  }
  return !strays.empty();
}

// Writes the baseline. Files with unchanged text keep their times.
void accept(const CheckedGrid& checked, const engine::ReferenceResult& now) {
  const auto write = [](const fs::path& file, const std::string& text) {
    if (!fs::exists(file) || read_input(file.string()) != text) write_file(file, text);
  };
  if (checked.grid.keeps_numbers) write(checked.numbers, results::to_text(now.numbers));
  if (!checked.grid.verdicts.empty()) write(checked.verdicts, results::to_text(now.verdicts));
}

// Why an update may not be accepted without a further option; "" if it may.
std::string refusal(const ChangeReport& report, const engine::ReferenceResult& now, const Arguments& arguments) {
  const std::string& subject = report.subjects.back();
  const auto is_worse = [&subject](const Finding& finding) {
    return finding.subject == subject && finding.is_worse && finding.word != "failed" && finding.word != "changed" &&
           finding.word != "lost" &&
           (!finding.numbers || finding.numbers->old_revisions == finding.numbers->new_revisions);
  };
  if (now.unanswered) return "programs gave no answer";
  if (!now.failures.empty() && !arguments.has("accept-failures"))
    return "algorithms failed; --accept-failures accepts that";
  if (std::ranges::any_of(report.findings, is_worse) && !arguments.has("accept-worse"))
    return "something is worse at the same revision; --accept-worse accepts it";
  return "";
}

// Adds the grids' findings to the report, and on --update rewrites their baselines; returns whether one was refused.
bool check_grids(const std::vector<CheckedGrid>& grids, const Arguments& arguments, ChangeReport& report) {
  const double tolerance = tolerance_asked(arguments);
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
        each.grid, each.experiment, each.own_exhibits.empty() ? exhibits : each.own_exhibits, settings, file);
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
  const bool own = std::ranges::none_of(grids, [](const CheckedGrid& grid) { return grid.grid.file.empty(); });
  report.scope =
      fmt::format("{}, {}{}", counted(grids.size(), own ? "sweep" : "reference grid"), counted(numbers, "number"),
                  own && verdicts == 0 ? "" : ", " + counted(verdicts, "verdict"));
  return has_refused;
}

// Solves again those instances whose best value a method found in less than a tenth of a second by scores.csv, up to a
// second and a half together; prints differences, and returns whether the values are reproduced.
bool instances_are_reproduced(const fs::path& folder) {
  constexpr double most_seconds = 0.1;
  constexpr double most_in_all = 1.5;
  if (!fs::exists(folder / "index.csv")) return true;
  const instances::Collection collection(folder);
  std::map<std::pair<std::string, std::string>, double> seconds;  // by instance and method
  for (const instances::Score& score : instances::read_scores(collection))
    if (score.value) seconds[{score.instance, score.method}] = score.seconds;
  std::size_t solved = 0;
  double sum = 0;
  std::string differences;
  for (const instances::Instance& instance : collection.instances()) {
    const auto found = seconds.find({instance.name, instance.method});
    if (found == seconds.end() || found->second >= most_seconds || sum + found->second > most_in_all) continue;
    if (!collection.problem_text(instance)) continue;
    std::optional<instances::Method> method;
    try {
      method = instances::method_of(*instance.family, instance.method);
    } catch (const InputError&) {
      continue;  // this build lacks the method's library
    }
    sum += found->second;
    if (!method) continue;
    ++solved;
    problems::Json problem = collection.problem(instance);
    if (instance.seed) problem["seed"] = *instance.seed;
    const instances::Score score = instances::scored(instance, problem, *method).score;
    if (score.value && instances::is_equal(*score.value, instance.value)) continue;
    differences += fmt::format("instance {}: {} (revision {}, {} in the index) gives {}, not {}\n", instance.name,
                               method->name, method->revision, instance.field("revision"),
                               score.value ? fmt::format("{}", *score.value) : score.refusal, instance.field("value"));
  }
  print(differences + fmt::format("{} of {} solved again: {}\n", solved,
                                  counted(collection.instances().size(), "instance"),
                                  differences.empty() ? "all as stored" : "not all as stored"));
  return differences.empty();
}

int run_check(const Arguments& arguments) {
  const Asked asked = asked_for(arguments);
  const bool update = arguments.has("update");
  for (const char* option : {"accept-worse", "accept-failures"})
    if (arguments.has(option) && !update) throw InputError("--{} belongs to --update", option);
  const LastAct say_so([update] {
    engine::print_error(fmt::format("apportion: interrupted{}\n",
                                    update ? "; the baselines of the grids before it are rewritten" : ""));
  });
  const bool stray = arguments.words().empty() && report_strays(asked, update);
  ChangeReport report{.command = "check", .nothing = "all as accepted"};
  const bool has_refused = check_grids(asked.grids, arguments, report);
  if (!report.subjects.empty()) print(rendered(report, arguments));
  const bool reproduced =
      !asked.with_instances || instances_are_reproduced((asked.folder / "../../instances").lexically_normal());
  const bool as_wanted = update ? !has_refused : report.findings.empty() && !stray;
  return as_wanted && reproduced ? ok : failed;
}

// --- compare

void add_other_seed(const StudyChanges& study, ChangeReport& report) {
  for (const Difference& change : study.changes) {
    Finding& finding = report.add(change);
    finding.word = "disagrees";
    finding.is_worse = true;
    finding.text =
        fmt::format("{}, {}: mean {:.5g} -> {:.5g}, other at {} of {}; most at {}: {:.5g} -> {:.5g}", column_of(change),
                    change.key.metric, change.older.mean, change.newer.mean, change.differing_points,
                    counted(change.points, "point"), change.key.point, change.worst_old_mean, change.worst_new_mean);
    if (change.p_value) finding.text += fmt::format(", Welch's p {:.3g}", *change.p_value);
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
  struct Sides {
    results::Moments old_seconds;
    results::Moments new_seconds;
    std::array<std::int64_t, 2> revisions;
  };
  std::map<std::array<std::string, 2>, Sides> means;
  const auto place = [](const auto& row) {
    return std::array{results::text_at(row, 0), results::text_at(row, 1), results::text_at(row, 2)};
  };
  std::map<std::array<std::string, 3>, std::pair<double, std::int64_t>> before;
  for (const auto& row : older.query(sql).rows)
    before[place(row)] = {results::real_at(row, 3), results::whole_at(row, 4)};
  for (const auto& row : newer.query(sql).rows) {
    const auto other = before.find(place(row));
    if (other == before.end()) continue;
    const auto& [seconds, revision] = other->second;
    Sides& sides = means[{results::text_at(row, 0), results::text_at(row, 1)}];
    sides.old_seconds.add(seconds);
    sides.new_seconds.add(results::real_at(row, 3));
    sides.revisions = {revision, results::whole_at(row, 4)};
  }
  for (const auto& [of, sides] : means) {
    const double before_seconds = sides.old_seconds.mean;
    const double change = before_seconds > 0 ? 100 * (sides.new_seconds.mean / before_seconds - 1) : 0;
    report.notes.push_back(fmt::format(
        "{}: median time of a solve by {}, mean over {}: {:.4g} s at revision {}, {:.4g} s at revision {} ({:+.3g} %)",
        of[0], of[1], counted(sides.old_seconds.count, "point"), before_seconds, sides.revisions[0],
        sides.new_seconds.mean, sides.revisions[1], change));
  }
}

int run_compare(const Arguments& arguments) {
  std::vector<std::string> files = arguments.words();
  if (arguments.has("db")) files.push_back(database_file(arguments).string());
  if (files.size() != 2) throw InputError("compare takes two databases: OLD NEW, or OLD and --db NEW");
  const double tolerance = tolerance_asked(arguments);
  const results::Reader older(files[0]);
  const results::Reader newer(files[1]);
  ChangeReport report{.command = "compare", .nothing = "no differences"};
  for (const StudyChanges& study : results::compare_databases(older, newer, tolerance)) {
    report.subjects.push_back(fmt::format("{}, seed {}", study.key.experiment, study.key.seed));
    if (study.other_seed) report.subjects.back() += fmt::format(" -> {}", *study.other_seed);
    if (study.redefined())
      report.add("redefined",
                 fmt::format("was '{}', is '{}': not comparable", study.old_definition, study.new_definition));
    else if (study.other_seed)
      add_other_seed(study, report);
    else
      for (const Difference& change : study.changes) report.add(change);
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

void ChangeReport::add(std::string_view word, std::string text, bool is_worse) {
  findings.push_back(
      {.word = std::string(word), .subject = subjects.back(), .text = std::move(text), .is_worse = is_worse});
}

Finding& ChangeReport::add(const Difference& change) {
  add(name_of(change.change), sentence_of(change), is_worse(change.change));
  findings.back().numbers = change;
  return findings.back();
}

std::string rendered(ChangeReport& report, const Arguments& arguments) {
  if (arguments.has("only")) {
    static_cast<void>(sweeps::one_of("--only", arguments.text("only"), {"worse"}));
    std::erase_if(report.findings, [](const Finding& finding) { return !finding.is_worse; });
    if (report.findings.empty()) report.notes.clear();
    report.nothing = "nothing is worse";
  }
  const std::string format = sweeps::one_of("format", arguments.text("format", "text"), change_formats());
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
  std::vector<results::Verdict> old_verdicts = checked.accepted.verdicts;
  if (!checked.grid.file.empty() && !older.definition.empty()) {
    if (samples_of(older) != samples_of(now.numbers)) {
      report.add("changed", fmt::format("the baseline is of {} and the file defines {}: nothing is compared",
                                        samples_of(older), samples_of(now.numbers)));
      return;
    }
    const std::int64_t before = samples_in(older.series);
    const std::int64_t after = samples_in(now.numbers.series);
    if (before != after && std::min(before, after) > 0) {
      keep_first(older.series, std::min(before, after));
      keep_first(now.numbers.series, std::min(before, after));
      report.add("changed", fmt::format("the baseline has {} per point and this check {}: the first {} are compared",
                                        counted(before, "sample"), after, std::min(before, after)));
    }
    // With other samples a different verdict is no surprise.
    if (before != after || checked.grid.verdicts.empty()) {
      old_verdicts.clear();
      now.verdicts.clear();
    }
  }
  add_verdicts(results::compare(old_verdicts, now.verdicts), report);
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
