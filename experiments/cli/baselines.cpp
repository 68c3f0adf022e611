// Baselines: reading, comparison with current results of a grid, and writing.
#include "experiments/cli/baselines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/engine/axis.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/replay.hpp"
#include "experiments/sweeps/paper_sources.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "sim/random_stream.hpp"

namespace apportion::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t usual_samples = 20;

// The number of samples per point in the baseline.
std::int64_t samples_in(const results::SeriesSet& series) {
  std::int64_t samples = 0;
  for (const auto& [key, each] : series)
    if (!each.samples.empty()) samples = std::max(samples, each.samples.back().index + 1);
  return samples;
}

// Why the baseline's numbers belong to another study; "" if they can be compared.
std::string other_study(const results::StudyNumbers& older, const results::StudyNumbers& newer) {
  if (older.key.experiment != newer.key.experiment)
    return fmt::format("the baseline is of {} and the file defines {}; their samples differ", older.key.experiment,
                       newer.key.experiment);
  if (older.key.seed != newer.key.seed)
    return fmt::format("the baseline has seed {} and the file has seed {}; their samples differ", older.key.seed,
                       newer.key.seed);
  if (older.axes != newer.axes)
    return fmt::format("the baseline has the axes {} and the study {}", fmt::join(older.axes, ", "),
                       fmt::join(newer.axes, ", "));
  return {};
}

constexpr const char* numbers_ending = ".csv";
constexpr const char* verdicts_ending = ".verdicts.csv";

void read_accepted(CheckedGrid& checked) {
  if (const std::string file = checked.numbers.string(); fs::exists(checked.numbers))
    checked.accepted.numbers = results::parse_baseline(file, read_input(file));
  if (const std::string file = checked.verdicts.string(); fs::exists(checked.verdicts))
    checked.accepted.verdicts = results::parse_verdicts(file, read_input(file));
}

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

using results::Change;
using results::MetricChange;

std::string replay_command(const engine::ReferenceGrid& grid, const results::Difference& at) {
  std::string command = fmt::format("apportion replay {} {} {} --seed {}",
                                    grid.file.empty() ? grid.experiment : quoted_for_a_shell(grid.file),
                                    quoted_for_a_shell(at.key.point), at.worst->index, grid.seed);
  if (!grid.algorithms.empty())
    command += " --algorithms " + quoted_for_a_shell(fmt::format("{}", fmt::join(grid.algorithms, ",")));
  return command;
}

// The value, or the failure, when the most different sample is solved once more, if it is not the current value.
std::optional<std::string> other_answer(const CheckedGrid& checked, const results::Difference& at) {
  const std::map<std::string, std::string> settings =
      results::coordinates_in(at.key.point, collected(checked.experiment.axes, &engine::Axis::name));
  std::vector<std::string> algorithms{at.key.algorithm};
  if (!at.key.rival.empty()) algorithms.push_back(at.key.rival);
  const engine::Replay again = engine::replay(checked.experiment, algorithms, checked.grid.seed,
                                              engine::point_at(checked.experiment, settings), at.worst->index);
  for (const engine::ReplayedColumn& column : again.columns) {
    if (column.column.name != at.key.algorithm || column.column.rival != at.key.rival) continue;
    if (column.failure) return fmt::format("'{}'", *column.failure);
    for (std::size_t i = 0; i < column.values.size(); ++i)
      if (column.metrics[i].name == at.key.metric && results::differ(column.values[i], at.worst->newer))
        return fmt::format("{}", column.values[i]);
  }
  return std::nullopt;
}

// Adds the first few changes of each kind, one by one.
void add_verdicts(const std::vector<results::VerdictChange>& changes, ChangeReport& report) {
  constexpr std::size_t most_verdicts = 10;
  std::map<Change, std::size_t> reported;
  const auto add = [&report](Change change, std::string text) {
    report.findings.push_back({.word = std::string(name_of(change)),
                               .subject = report.subjects.back(),
                               .text = std::move(text),
                               .is_worse = change == Change::worse || change == Change::lost});
  };
  const auto word = [](const std::string& verdict) { return verdict.empty() ? "none" : verdict; };
  for (const results::VerdictChange& each : changes)
    if (++reported[each.change] <= most_verdicts)
      add(each.change,
          fmt::format("verdict of {} at {}: {} -> {}", each.exhibit, each.row, word(each.older), word(each.newer)));
  for (const auto& [change, count] : reported)
    if (count > most_verdicts) add(change, counted(static_cast<std::int64_t>(count - most_verdicts), "more verdict"));
}

void add_numbers(const CheckedGrid& checked, const std::vector<MetricChange>& changes, ChangeReport& report) {
  std::map<std::string, int> unraised;  // algorithms with other numbers but an unchanged revision
  std::map<std::string, bool> flaky;
  for (const MetricChange& change : changes) {
    Finding finding = finding_of(report.subjects.back(), change);
    if (change.differing() > 0 && change.at_worst.worst) {
      finding.command = replay_command(checked.grid, change.at_worst);
      const bool asked = flaky.contains(change.key.algorithm);
      const std::optional<std::string> other =
          change.same_revisions() && !asked ? other_answer(checked, change.at_worst) : std::nullopt;
      if (!asked) flaky[change.key.algorithm] = other.has_value();
      if (flaky[change.key.algorithm]) {
        finding.word = "not reproducible";
        finding.is_worse = true;
        if (other)
          finding.text = fmt::format("{}, {} at {}, sample {}: {}, and {} when it is solved once more",
                                     change.key.algorithm, change.key.metric, change.at_worst.key.point,
                                     change.at_worst.worst->index, change.at_worst.worst->newer, *other);
      } else if (change.same_revisions() && change.key.rival.empty()) {
        unraised[change.key.algorithm] = change.new_revision;
      }
    }
    report.findings.push_back(std::move(finding));
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

}  // namespace

CheckedGrid checked_grid(const fs::path& baselines, const engine::ReferenceGrid& grid) {
  const fs::path folder = folder_of(grid.name, baselines);
  CheckedGrid checked{.grid = grid,
                      .experiment = engine::Catalogue::instance().experiments_named(grid.experiment).front(),
                      .numbers = folder / (grid.name + numbers_ending),
                      .verdicts = folder / (grid.name + verdicts_ending)};
  read_accepted(checked);
  return checked;
}

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
  const std::optional<results::StudyNumbers>& accepted = checked.accepted.numbers;
  if (!accepted && !update)
    throw InputError(fmt::format("there is no {} with accepted numbers; `apportion check {} --update` makes it",
                                 checked.numbers.string(), quoted_for_a_shell(word)));
  if (samples == 0 && accepted) checked.grid.samples = samples_in(accepted->series);
  if (checked.grid.samples == 0) checked.grid.samples = std::min(checked.experiment.samples, usual_samples);
  return checked;
}

void add_findings(const CheckedGrid& checked, engine::ReferenceResult now, double tolerance, ChangeReport& report) {
  report.subjects.push_back(fmt::format("{} ({})", checked.grid.name, checked.grid.experiment));
  const auto add = [&report](const std::string& word, std::string text) {
    report.findings.push_back(
        {.word = word, .subject = report.subjects.back(), .text = std::move(text), .is_worse = true});
  };
  if (!now.failures.empty())
    add("failed",
        now.failures.front() + (now.failures.size() == 1 ? "" : fmt::format("; and {} more", now.failures.size() - 1)));
  results::StudyNumbers older = checked.accepted.numbers.value_or(results::StudyNumbers{});
  std::vector<results::Verdict> old_verdicts = checked.accepted.verdicts.value_or(std::vector<results::Verdict>{});
  if (!checked.grid.file.empty() && checked.accepted.numbers) {
    if (const std::string remark = other_study(older, now.numbers); !remark.empty()) {
      add("changed", remark + ": nothing is compared");
      return;
    }
    const std::int64_t before = samples_in(older.series);
    const std::int64_t after = samples_in(now.numbers.series);
    if (before != after && std::min(before, after) > 0) {
      keep_first(older.series, std::min(before, after));
      keep_first(now.numbers.series, std::min(before, after));
      add("changed", fmt::format("the baseline has {} per point and this check {}: the first {} are compared",
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
    add("changed", fmt::format("the study was '{}' and is '{}', so its numbers cannot be compared", older.definition,
                               now.numbers.definition));
    return;
  }
  results::Changes changes(tolerance);
  changes.add(older.series, now.numbers.series);
  add_numbers(checked, changes.worst_first(), report);
}

void accept(const CheckedGrid& checked, const engine::ReferenceResult& now) {
  const auto& [numbers, verdicts] = checked.accepted;
  const std::string new_numbers = results::to_text(now.numbers);
  if (checked.grid.keeps_numbers && (!numbers || results::to_text(*numbers) != new_numbers))
    write_file(checked.numbers, new_numbers);
  const std::string new_verdicts = results::to_text(now.verdicts);
  if (!checked.grid.verdicts.empty() && (!verdicts || results::to_text(*verdicts) != new_verdicts))
    write_file(checked.verdicts, new_verdicts);
}

std::vector<fs::path> stray_baselines(const fs::path& folder) {
  std::set<fs::path> known;
  for (const engine::ReferenceGrid& grid : engine::Catalogue::instance().references()) {
    if (grid.keeps_numbers) known.insert(folder / (grid.name + numbers_ending));
    if (!grid.verdicts.empty()) known.insert(folder / (grid.name + verdicts_ending));
  }
  std::vector<fs::path> strays;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const fs::path& file = entry.path();
    if (!known.contains(file) && file.extension() == ".csv" && read_input(file.string()).starts_with("# Accepted "))
      strays.push_back(file);
  }
  std::ranges::sort(strays);
  return strays;
}

}  // namespace apportion::cli
