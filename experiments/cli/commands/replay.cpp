// apportion replay: solves and draws one sample of an experiment again, by every algorithm.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "algorithms/options.hpp"
#include "base/error.hpp"
#include "base/numbers.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/engine/axis.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "results/charts/chart.hpp"
#include "results/tables/formats.hpp"

namespace apportion::cli {
namespace {

std::int64_t sample_asked(const Arguments& arguments, const std::vector<std::string>& words) {
  const bool is_option = arguments.has("sample");
  const std::size_t most = is_option ? 1 : 2;
  if (words.size() > most) throw InputError("'{}' is a second sample; one is replayed at a time", words[most]);
  if (is_option) return arguments.whole("sample", 0, 0, std::numeric_limits<std::int64_t>::max());
  if (words.size() < most) throw InputError("the sample is missing; give its number, counted from 0");
  const std::optional<std::int64_t> sample = parse_whole(words.back());
  if (!sample || *sample < 0) throw InputError("'{}' is not a sample; samples are counted from 0", words.back());
  return *sample;
}

std::string metrics_table(const engine::Replay& replay, bool pairs) {
  results::Rows rows;
  for (const engine::ReplayedColumn& column : replay.columns) {
    if (column.column.rival.empty() == pairs || column.failure) continue;
    if (rows.columns.empty()) {
      rows.columns = {"algorithm"};
      for (const results::MetricRecord& metric : column.metrics) rows.columns.push_back(metric.name);
    }
    std::string name = column.column.name;
    if (pairs) name += " : " + column.column.rival;
    rows.rows.emplace_back(1, std::move(name));
    for (const double value : column.values) rows.rows.back().emplace_back(value);
  }
  return rows.rows.empty() ? "" : results::render({}, rows, {.width = terminal_width()}) + "\n";
}

std::string replay_text(const engine::Replay& replay) {
  std::string text = heading_of(replay) + "\n\n";
  if (!replay.instance.empty()) text += replay.instance + "\n\n";
  text += metrics_table(replay, false) + metrics_table(replay, true);
  for (const engine::ReplayedColumn& column : replay.columns) {
    if (column.failure && column.column.rival.empty())
      text += fmt::format("{} failed: {}\n\n", column.column.name, *column.failure);
    if (!column.text.empty()) text += column.column.name + "\n" + column.text + "\n";
  }
  text.pop_back();
  return text;
}

// Requires the points of a file's study, which only that file lists.
void require_points(const engine::Experiment& experiment, const results::Settings& settings) {
  for (const engine::Axis& axis : experiment.axes) {
    const auto setting = settings.find(axis.name);
    if (setting == settings.end() || axis.is_bound) continue;
    const engine::AxisValue wanted = engine::AxisValue::parse(setting->second);
    if (std::ranges::none_of(axis.values, [&wanted](const engine::AxisValue& value) {
          return value == wanted || (value.number && value.number == wanted.number);
        }))
      throw InputError("{} has no point with {}={}; it has {}", experiment.name, axis.name, setting->second,
                       fmt::join(collected(axis.values, &engine::AxisValue::text), ", "));
  }
}

int run_replay(const Arguments& arguments) {
  require_ending(arguments.text("output"), {".svg", ".pdf", ".png"});
  const engine::Replay replay = replayed(arguments);
  if (const std::string file = arguments.text("output"); !file.empty()) {
    if (replay.drawing.svg.empty())
      throw InputError("{} has nothing to draw at {}; without -o the solutions are printed", replay.experiment,
                       replay.point);
    write_file(file,
               results::converted_svg(replay.drawing.svg, results::picture_of(file).value_or(results::Picture::svg)));
  }
  print(replay_text(replay));
  const bool all_solved = std::ranges::none_of(
      replay.columns, [](const engine::ReplayedColumn& column) { return column.failure.has_value(); });
  return all_solved ? ok : failed;
}

}  // namespace

engine::Replay replayed(const Arguments& arguments, std::optional<std::uint64_t> seed) {
  const std::vector<std::string> words = names_given(arguments);
  if (words.empty())
    throw InputError(
        "replay: name an experiment, a point and a sample, "
        "as in `apportion replay EXPERIMENT \"AXIS=VALUE ...\" SAMPLE`");
  const std::map<std::string, std::string> settings = settings_given(arguments, "axis ");
  const std::int64_t sample = sample_asked(arguments, words);
  const engine::Experiment experiment = sweeps::experiment_named(words.front());
  if (sweeps::is_of_file(experiment)) require_points(experiment, settings);
  return engine::replay(experiment, split_names(arguments.text("algorithms")),
                        seed ? *seed : arguments.seed(sweeps::seed_of(experiment)),
                        engine::point_at(experiment, settings), sample);
}

std::string heading_of(const engine::Replay& replay) {
  return fmt::format("{}, seed {}, sample {} at {}", replay.experiment, replay.seed, replay.sample, replay.point);
}

Command replay_command() {
  return {.name = "replay",
          .summary = "solve one sample of an experiment again by every algorithm, and draw the solutions",
          .usage = {"EXPERIMENT \"AXIS=VALUE ...\" SAMPLE [options]",
                    "EXPERIMENT|FILE.ini --set AXIS=VALUE ... --sample SAMPLE [options]"},
          .options = {settings_option("AXIS=VALUE",
                                      "an axis of the point; left out, the only value that the experiment has"),
                      {"sample", "K", "which sample, counted from 0"},
                      algorithms_option(),
                      seed_option("the run"),
                      {"output,o", "FILE", "also draw all solutions into this file: FILE.svg, .png or .pdf"}},
          .complete = {"@experiments", "@settings", "%ini"},
          .run = run_replay};
}

}  // namespace apportion::cli
