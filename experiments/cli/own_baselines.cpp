// Sweep files as reference grids, and the baselines beside them.
#include "experiments/cli/own_baselines.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/cli/shell.hpp"
#include "experiments/sweeps/named_experiment.hpp"

namespace apportion::cli {
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
void require_feasible(const OwnGrid& own) {
  auto numbers = static_cast<double>(own.grid.samples);
  for (const engine::Axis& axis : own.experiment.axes) numbers *= static_cast<double>(axis.values.size());
  double metrics = 0;
  for (const engine::Column& column : own.experiment.columns(own.experiment.algorithms).all)
    metrics += static_cast<double>(column.metrics);
  if (numbers * metrics > most_numbers)
    throw InputError(fmt::format(
        "{} has {:.0f} numbers with {} per point, and a baseline at most {:.0f}: give --samples N, or fewer points",
        own.grid.file, numbers * metrics, counted(own.grid.samples, "sample"), most_numbers));
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

}  // namespace

OwnGrid own_grid(const std::string& file, std::int64_t samples, bool update) {
  sweeps::NamedExperiment named = sweeps::experiment_named(file);
  OwnGrid own;
  own.experiment = std::move(named.experiment);
  own.baseline = fs::path(file).replace_extension(".baseline.csv");
  if (fs::exists(own.baseline))
    own.accepted = results::parse_baseline(own.baseline.string(), read_input(own.baseline.string()));
  else if (!update)
    throw InputError(fmt::format("there is no {} with accepted numbers; `apportion check {} --update` makes it",
                                 own.baseline.string(), quoted_for_a_shell(file)));
  own.grid.name = file;
  own.grid.experiment = own.experiment.name;
  own.grid.seed = named.seed();
  own.grid.file = file;
  own.grid.samples = samples;
  if (samples == 0 && own.accepted) own.grid.samples = samples_in(own.accepted->series);
  if (own.grid.samples == 0) own.grid.samples = std::min(own.experiment.samples, usual_samples);
  require_feasible(own);
  return own;
}

GridReport own_report(const OwnGrid& own, const engine::ReferenceResult& now) {
  if (!own.accepted) return grid_report(own.grid, {}, now);
  if (const std::string remark = other_study(*own.accepted, now.numbers); !remark.empty()) {
    GridReport report = grid_report(own.grid, {now.numbers, now.verdicts}, now);
    report.remarks.push_back(remark + ": nothing is compared");
    return report;
  }
  results::Baseline older = *own.accepted;
  engine::ReferenceResult newer = now;
  const std::int64_t before = samples_in(older.series);
  const std::int64_t after = samples_in(newer.numbers.series);
  const std::int64_t both = std::min(before, after);
  if (before > 0 && after > 0) {
    keep_first(older.series, both);
    keep_first(newer.numbers.series, both);
  }
  GridReport report = grid_report(own.grid, {older, {}}, newer);
  if (before != after && both > 0)
    report.remarks.push_back(fmt::format("the baseline has {} per point and this check {}: the first {} are compared",
                                         counted(before, "sample"), after, both));
  return report;
}

void accept(const OwnGrid& own, const engine::ReferenceResult& now) {
  const std::string numbers = results::to_text(now.numbers);
  if (!own.accepted || results::to_text(*own.accepted) != numbers) write_file(own.baseline, numbers);
}

}  // namespace apportion::cli
