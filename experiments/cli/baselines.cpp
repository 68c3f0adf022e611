// Baselines: read, compared with what a grid gives now, told of, and written.
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
#include "experiments/engine/catalogue.hpp"
#include "experiments/sweeps/paper_sources.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "sim/random_stream.hpp"

namespace apportion::cli {
namespace {

using results::Change;
using results::Difference;

constexpr std::size_t most_points = 3;     // of a group
constexpr std::size_t most_verdicts = 10;  // of a grid and a kind of change
constexpr std::size_t most_failures = 3;

std::string column_name(const results::SeriesKey& key) {
  return key.rival.empty() ? key.algorithm : key.algorithm + " : " + key.rival;
}

// " (+1.2 %)"; "" from 0.
std::string percent(double older, double newer) {
  return older == 0 ? "" : fmt::format(" ({:+.3g} %)", 100 * (newer - older) / std::abs(older));
}

// "3", or "3 -> 4" where it was raised; of a pair both.
std::string revisions(const Difference& difference) {
  if (difference.key.rival.empty()) return "revision " + difference.revisions();
  return fmt::format("revisions {} : {}", difference.revisions(), difference.rival_revisions());
}

std::string replay_command(const engine::ReferenceGrid& grid, const Difference& difference) {
  std::string command = fmt::format("apportion replay {} {} {} --seed {}",
                                    grid.file.empty() ? grid.experiment : quoted_for_a_shell(grid.file),
                                    quoted_for_a_shell(difference.key.point), difference.first->index, grid.seed);
  if (!grid.algorithms.empty())
    command += " --algorithms " + quoted_for_a_shell(fmt::format("{}", fmt::join(grid.algorithms, ",")));
  return command;
}

// Differences of one kind, column and metric. Numbers that only one side has are counted for all metrics together.
struct GroupKey {
  Change change = Change::changed;
  std::string column;
  std::string metric;
  auto operator<=>(const GroupKey&) const = default;
};
using Groups = std::map<GroupKey, std::vector<const Difference*>>;

Groups grouped(const std::vector<Difference>& differences) {
  Groups groups;
  for (const Difference& difference : differences) {
    const bool one_sided = difference.change == Change::lost || difference.change == Change::added;
    groups[{difference.change, column_name(difference.key), one_sided ? "" : difference.key.metric}].push_back(
        &difference);
  }
  return groups;
}

void append_one_sided(const GroupKey& key, const std::vector<const Difference*>& group, fmt::memory_buffer& text) {
  std::int64_t numbers = 0;
  for (const Difference* difference : group) numbers += difference->only_old + difference->only_new;
  fmt::format_to(std::back_inserter(text), "  {}: {}, {}, first at {}\n", name_of(key.change), key.column,
                 counted(numbers, "number"), group.front()->key.point);
}

void append_point(const engine::ReferenceGrid& grid, const Difference& difference, fmt::memory_buffer& text) {
  const auto out = std::back_inserter(text);
  if (!difference.first) {
    fmt::format_to(out, "    {}: the same numbers\n", difference.key.point);
    return;
  }
  fmt::format_to(out, "    {}: {} of {}, mean {} -> {}{}; first sample {}: {} -> {}{}\n      {}\n",
                 difference.key.point, difference.differing, counted(difference.pairs, "sample"), difference.old_mean,
                 difference.new_mean, percent(difference.old_mean, difference.new_mean), difference.first->index,
                 difference.first->older, difference.first->newer,
                 percent(difference.first->older, difference.first->newer), replay_command(grid, difference));
}

void append_group(const engine::ReferenceGrid& grid, const GroupKey& key, const std::vector<const Difference*>& group,
                  fmt::memory_buffer& text) {
  const auto out = std::back_inserter(text);
  std::int64_t numbers = 0;
  for (const Difference* difference : group) numbers += difference->differing;
  fmt::format_to(out, "  {}: {}, {}, {} at {}, {}\n", name_of(key.change), key.column, key.metric,
                 counted(numbers, "number"), counted(static_cast<std::int64_t>(group.size()), "point"),
                 revisions(*group.front()));
  for (std::size_t i = 0; i < std::min(group.size(), most_points); ++i) append_point(grid, *group[i], text);
  if (group.size() > most_points)
    fmt::format_to(out, "    and {}\n", counted(static_cast<std::int64_t>(group.size() - most_points), "more point"));
}

// Algorithms that give other numbers and say that they are what they were.
std::map<std::string, int> unraised_revisions(const std::vector<Difference>& differences) {
  std::map<std::string, int> algorithms;
  for (const Difference& difference : differences)
    if (difference.differing > 0 && difference.same_revisions() && difference.key.rival.empty())
      algorithms.emplace(difference.key.algorithm, difference.new_revision);
  return algorithms;
}

void append_unraised(const std::vector<Difference>& differences, fmt::memory_buffer& text) {
  const std::map<std::string, int> algorithms = unraised_revisions(differences);
  for (const auto& [algorithm, revision] : algorithms)
    fmt::format_to(std::back_inserter(text), "  {} gives other numbers at the same revision {}: raise its revision\n",
                   algorithm, revision);
  if (algorithms.size() > 1)
    fmt::format_to(std::back_inserter(text),
                   "  (if the sampler or a metric is what changed, raise the study's revision instead)\n");
}

void append_verdicts(const std::vector<results::VerdictChange>& changes, fmt::memory_buffer& text) {
  const auto out = std::back_inserter(text);
  std::map<Change, std::size_t> reported;
  for (const results::VerdictChange& change : changes)
    if (++reported[change.change] <= most_verdicts)
      fmt::format_to(out, "  {}: verdict of {} at {}: {} -> {}\n", name_of(change.change), change.exhibit, change.row,
                     change.older.empty() ? "none" : change.older, change.newer.empty() ? "none" : change.newer);
  for (const auto& [change, count] : reported)
    if (count > most_verdicts)
      fmt::format_to(out, "  {}: {}\n", name_of(change),
                     counted(static_cast<std::int64_t>(count - most_verdicts), "more verdict"));
}

void append_failures(const std::vector<std::string>& failures, fmt::memory_buffer& text) {
  const auto out = std::back_inserter(text);
  for (std::size_t i = 0; i < std::min(failures.size(), most_failures); ++i)
    fmt::format_to(out, "  failed: {}\n", failures[i]);
  if (failures.size() > most_failures) fmt::format_to(out, "  failed: {} more\n", failures.size() - most_failures);
}

void append(const GridReport& report, fmt::memory_buffer& text) {
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "{} ({})\n", report.grid.name, report.grid.experiment);
  append_failures(report.failures, text);
  for (const std::string& remark : report.remarks) fmt::format_to(out, "  changed: {}\n", remark);
  if (report.redefined())
    fmt::format_to(out, "  changed: the study was '{}' and is '{}', so its numbers cannot be compared\n",
                   report.old_definition, report.new_definition);
  append_verdicts(report.verdict_changes, text);
  for (const auto& [key, group] : grouped(report.differences)) {
    if (key.metric.empty())
      append_one_sided(key, group, text);
    else
      append_group(report.grid, key, group, text);
  }
  append_unraised(report.differences, text);
}

// "12 worse, 3 better"; "" where nothing differs.
std::string totals(const std::vector<GridReport>& reports) {
  std::map<Change, std::int64_t> counts;
  std::int64_t failures = 0;
  for (const GridReport& report : reports) {
    for (const Difference& difference : report.differences)
      counts[difference.change] +=
          std::max<std::int64_t>({difference.differing, difference.only_old, difference.only_new, 1});
    for (const results::VerdictChange& change : report.verdict_changes) ++counts[change.change];
    if (report.redefined()) ++counts[Change::changed];
    if (!report.remarks.empty()) counts[Change::changed] += static_cast<std::int64_t>(report.remarks.size());
    failures += static_cast<std::int64_t>(report.failures.size());
  }
  std::string text;
  for (const auto& [change, count] : counts)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name_of(change));
  if (failures > 0) text += fmt::format("{}{} failed", text.empty() ? "" : ", ", failures);
  return text;
}

}  // namespace

GridReport grid_report(const engine::ReferenceGrid& grid, const AcceptedGrid& accepted,
                       const engine::ReferenceResult& now) {
  GridReport report{.grid = grid, .new_definition = now.numbers.definition, .failures = now.failures};
  const results::Baseline older = accepted.numbers.value_or(results::Baseline{});
  report.old_definition = older.definition;
  report.verdicts = now.verdicts.size();
  for (const auto& [key, series] : now.numbers.series) report.numbers += series.samples.size();
  if (!report.redefined()) report.differences = results::compare(older.series, now.numbers.series);
  report.verdict_changes = results::compare(accepted.verdicts.value_or(std::vector<results::Verdict>{}), now.verdicts);
  return report;
}

std::string check_text(const std::vector<GridReport>& reports) {
  fmt::memory_buffer text;
  std::size_t numbers = 0;
  std::size_t verdicts = 0;
  for (const GridReport& report : reports) {
    numbers += report.numbers;
    verdicts += report.verdicts;
    if (!report.is_as_accepted()) append(report, text);
  }
  const std::string differences = totals(reports);
  const auto is_own = [](const GridReport& report) { return !report.grid.file.empty(); };
  const bool own = std::ranges::all_of(reports, is_own) && !reports.empty();
  fmt::format_to(std::back_inserter(text), "{}, {}{}: {}\n",
                 counted(static_cast<std::int64_t>(reports.size()), own ? "sweep" : "reference grid"),
                 counted(static_cast<std::int64_t>(numbers), "number"),
                 own && verdicts == 0 ? "" : ", " + counted(static_cast<std::int64_t>(verdicts), "verdict"),
                 differences.empty() ? "all as accepted" : differences);
  return fmt::to_string(text);
}

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t usual_samples = 20;
constexpr double most_numbers = 5e5;

// How many samples of a point the baseline has.
std::int64_t samples_in(const results::SeriesSet& series) {
  std::int64_t samples = 0;
  for (const auto& [key, each] : series)
    if (!each.samples.empty()) samples = std::max(samples, each.samples.back().sample + 1);
  return samples;
}

void keep_first(results::SeriesSet& series, std::int64_t samples) {
  for (auto& [key, each] : series)
    std::erase_if(each.samples, [samples](const results::SampleNumber& number) { return number.sample >= samples; });
  std::erase_if(series, [](const auto& entry) { return entry.second.samples.empty(); });
}

// All numbers are in memory, and in one file.
void require_feasible(const CheckedGrid& checked) {
  const engine::ReferenceGrid& grid = checked.grid;
  const engine::Experiment& experiment = checked.experiment;
  auto numbers = static_cast<double>(grid.samples);
  for (const engine::Axis& axis : experiment.axes) numbers *= static_cast<double>(axis.values.size());
  double metrics = 0;
  for (const engine::Column& column : experiment.columns(experiment.algorithms).all)
    metrics += static_cast<double>(column.metrics);
  if (numbers * metrics > most_numbers)
    throw InputError(fmt::format(
        "{} has {:.0f} numbers with {} per point, and a baseline at most {:.0f}: give --samples N, or fewer points",
        grid.file, numbers * metrics, counted(grid.samples, "sample"), most_numbers));
}

// Why no number of the baseline says anything about the sweep as it is; "" where they can be compared.
std::string other_study(const results::Baseline& older, const results::Baseline& newer) {
  if (older.experiment != newer.experiment)
    return fmt::format("the baseline is of {} and the file defines {}; their samples differ", older.experiment,
                       newer.experiment);
  if (older.seed != newer.seed)
    return fmt::format("the baseline has seed {} and the file has seed {}; their samples differ", older.seed,
                       newer.seed);
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

}  // namespace

CheckedGrid checked_grid(const fs::path& folder, const engine::ReferenceGrid& grid) {
  CheckedGrid checked{.grid = grid,
                      .experiment = engine::Catalogue::instance().experiments_named(grid.experiment).front(),
                      .numbers = folder / (grid.name + numbers_ending),
                      .verdicts = folder / (grid.name + verdicts_ending)};
  read_accepted(checked);
  return checked;
}

namespace {

// Those that judge this study alone, and claims as far as they are about it.
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

}  // namespace

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
  const std::optional<results::Baseline>& accepted = checked.accepted.numbers;
  if (!accepted && !update)
    throw InputError(fmt::format("there is no {} with accepted numbers; `apportion check {} --update` makes it",
                                 checked.numbers.string(), quoted_for_a_shell(word)));
  if (samples == 0 && accepted) checked.grid.samples = samples_in(accepted->series);
  if (checked.grid.samples == 0) checked.grid.samples = std::min(checked.experiment.samples, usual_samples);
  require_feasible(checked);
  return checked;
}

GridReport report_of(const CheckedGrid& checked, const engine::ReferenceResult& now) {
  if (checked.grid.file.empty() || !checked.accepted.numbers) return grid_report(checked.grid, checked.accepted, now);
  results::Baseline older = *checked.accepted.numbers;
  if (const std::string remark = other_study(older, now.numbers); !remark.empty()) {
    GridReport report = grid_report(checked.grid, {now.numbers, now.verdicts}, now);
    report.remarks.push_back(remark + ": nothing is compared");
    return report;
  }
  engine::ReferenceResult newer = now;
  const std::int64_t before = samples_in(older.series);
  const std::int64_t after = samples_in(newer.numbers.series);
  const std::int64_t both = std::min(before, after);
  if (both > 0) {
    keep_first(older.series, both);
    keep_first(newer.numbers.series, both);
  }
  // With other samples a verdict may well be another one.
  if (before != after || checked.grid.verdicts.empty()) newer.verdicts.clear();
  const bool has_verdicts = before == after && !checked.grid.verdicts.empty();
  GridReport report = grid_report(
      checked.grid, {older, has_verdicts ? checked.accepted.verdicts : std::optional<std::vector<results::Verdict>>()},
      newer);
  if (before != after && both > 0)
    report.remarks.push_back(fmt::format("the baseline has {} per point and this check {}: the first {} are compared",
                                         counted(before, "sample"), after, both));
  return report;
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
