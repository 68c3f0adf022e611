// apportion run: experiments into the database.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <limits>
#include <memory>
#include <set>
#include <system_error>

#include "algorithms/options.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/database.hpp"
#include "experiments/cli/interruption.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/cli/provenance.hpp"
#include "experiments/cli/shell.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/preview.hpp"
#include "experiments/engine/runner.hpp"
#include "experiments/engine/timing.hpp"
#include "results/error.hpp"
#include "sim/error.hpp"

namespace apportion::cli {
namespace {

bool is_setting(const std::string& word) { return word.find('=') != std::string::npos; }

// --set takes one value; those that follow it are words with an '='.
std::vector<std::string> settings_of(const Arguments& arguments) {
  std::vector<std::string> settings = arguments.texts("set");
  std::copy_if(arguments.words().begin(), arguments.words().end(), std::back_inserter(settings), is_setting);
  return settings;
}

engine::RunRequest request_of(const Arguments& arguments) {
  constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();
  engine::RunRequest request;
  request.seed = static_cast<std::uint64_t>(arguments.whole("seed", 1, 0, unlimited));
  request.samples = arguments.whole("samples", 0, 1, unlimited);
  request.algorithms = split_names(arguments.text("algorithms"));
  for (const std::string& setting : settings_of(arguments))
    if (const auto [axis, values] = split_setting(setting); !request.axes.emplace(axis, values).second)
      throw InputError(fmt::format("axis {} is set twice", axis));
  request.keep_samples = arguments.has("keep-samples");
  request.fresh = arguments.has("fresh");
  request.retry_failed = arguments.has("retry-failed");
  return request;
}

bool has_axis(const engine::Experiment& experiment, const std::string& name) {
  return std::any_of(experiment.axes.begin(), experiment.axes.end(),
                     [&name](const engine::Axis& axis) { return axis.name == name; });
}

// What a request for all of a paper asks of one of its experiments.
engine::RunRequest share_of(const engine::RunRequest& request, const engine::Experiment& experiment,
                            const std::vector<engine::Experiment>& paper) {
  engine::RunRequest share = request;
  // More samples make an interval narrower, but a time no better; by its own name it gets what is asked.
  if (experiment.timed) share.samples = 0;
  // An axis that others of the paper have is meant for them.
  std::erase_if(share.axes, [&](const auto& setting) {
    return !has_axis(experiment, setting.first) &&
           std::any_of(paper.begin(), paper.end(),
                       [&](const engine::Experiment& other) { return has_axis(other, setting.first); });
  });
  return share;
}

// The named experiments as the request narrows them: the sweeps by name, then those that measure times, which need the
// machine for themselves. A request that does not fit one of them is refused before any is run.
std::vector<engine::Experiment> chosen_experiments(const Arguments& arguments, const engine::RunRequest& request) {
  std::vector<engine::Experiment> chosen;
  std::set<std::string> seen;
  for (const std::string& word : arguments.words()) {
    if (is_setting(word)) continue;
    const std::vector<engine::Experiment> named = engine::Catalogue::instance().experiments_named(word);
    for (const engine::Experiment& experiment : named) {
      if (!seen.insert(experiment.name).second) continue;
      const bool by_its_name = word == experiment.name;
      chosen.push_back(engine::narrowed(experiment, by_its_name ? request : share_of(request, experiment, named)));
      static_cast<void>(chosen.back().columns(chosen.back().algorithms));
    }
  }
  if (chosen.empty()) throw InputError("run what? `apportion list experiments` prints the names");
  std::sort(chosen.begin(), chosen.end(), [](const engine::Experiment& a, const engine::Experiment& b) {
    return std::pair(a.timed, a.name) < std::pair(b.timed, b.name);
  });
  return chosen;
}

std::string counted(std::int64_t count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

int dry_run(const std::vector<engine::Experiment>& experiments, const engine::RunRequest& request,
            const std::filesystem::path& file) {
  std::unique_ptr<results::Reader> reader;
  std::error_code absent;
  if (std::filesystem::file_size(file, absent) > 0 && !absent) reader = std::make_unique<results::Reader>(file);
  for (const engine::Experiment& experiment : experiments) {
    const engine::Columns columns = experiment.columns(experiment.algorithms);
    if (experiment.timed) {
      const auto times = static_cast<std::int64_t>(engine::grid(experiment.axes).size() * columns.all.size());
      print(fmt::format("{}: {} to measure\n", experiment.name, counted(times, "time")));
      continue;
    }
    const engine::Preview preview = engine::preview(experiment, columns, request, reader.get());
    print(fmt::format("{}: {} to do, {} present", experiment.name, counted(preview.units, "unit"),
                      preview.units_present));
    if (preview.units_failed > 0) print(fmt::format(", {} of them failed", preview.units_failed));
    print("\n");
  }
  return ok;
}

// The call as it could be typed again.
std::string command_text(const Arguments& arguments) {
  std::string text = "apportion run";
  for (const std::string& token : arguments.tokens()) text += " " + quoted_for_a_shell(token);
  return text;
}

engine::RunReport run_all(const std::vector<engine::Experiment>& experiments, const engine::RunRequest& request,
                          const engine::RunSettings& settings, results::Store& store) {
  engine::RunReport all;
  for (const engine::Experiment& experiment : experiments) {
    const engine::RunReport report = experiment.timed ? engine::time_experiment(experiment, request, settings, store)
                                                      : engine::run(experiment, request, settings, store);
    all.written += report.written;
    all.present += report.present;
    all.failed += report.failed;
    all.interrupted = report.interrupted || settings.stop->load();
    if (all.interrupted) break;
  }
  return all;
}

// The run's record says how it ended, also where the reason to end was that nothing can be written.
engine::RunReport recorded_run(const std::vector<engine::Experiment>& experiments, const engine::RunRequest& request,
                               const engine::RunSettings& settings, results::Store& store) {
  try {
    const engine::RunReport report = run_all(experiments, request, settings, store);
    store.finish_run(report.interrupted ? "interrupted" : "finished");
    return report;
  } catch (...) {
    try {
      store.finish_run("failed");
    } catch (const results::StoreError&) {
      // The first error is the one to report.
    }
    throw;
  }
}

int run(const Arguments& arguments) {
  const engine::RunRequest request = request_of(arguments);
  const std::vector<engine::Experiment> experiments = chosen_experiments(arguments, request);
  const std::filesystem::path file = database_file(arguments);
  if (arguments.has("dry-run")) return dry_run(experiments, request, file);

  const bool quiet = arguments.has("quiet");
  engine::RunSettings settings;
  settings.threads = static_cast<int>(arguments.whole("jobs", 0, 1, 1024));
  settings.progress = quiet ? engine::ProgressStyle::silent : engine::ProgressStyle::automatic;
  settings.stop = &watch_for_interruption();

  results::Store store(file);
  static_cast<void>(store.begin_run(run_record(command_text(arguments), settings.threads)));
  const engine::RunReport report = recorded_run(experiments, request, settings, store);
  if (report.failed > 0)
    fmt::print(stderr, "apportion: {} failed; `apportion status {}` lists them, --retry-failed tries them again\n",
               counted(report.failed, "unit"), quoted_for_a_shell(file.string()));
  if (report.interrupted) {
    fmt::print(stderr, "apportion: interrupted; what was finished is kept, and the same command{} goes on from there\n",
               request.fresh ? " without --fresh" : "");
    return interrupted;
  }
  if (!quiet && report.failed == 0)
    fmt::print(stderr, "{} written, {} present before\n", counted(report.written, "result"), report.present);
  return report.failed > 0 ? failed : ok;
}

}  // namespace

Command run_command() {
  return {.name = "run",
          .summary = "run experiments into the database; what it already has is not solved again",
          .usage = {"EXPERIMENT... [--set AXIS=VALUE,... ...] [options]"},
          .options = {{.name = "set",
                       .value = "AXIS=VALUES",
                       .summary = "values of an axis, as in --set processors=4,5 columns=1000,3000",
                       .repeatable = true},
                      {.name = "samples", .value = "N", .summary = "samples a point (default: the experiment's)"},
                      {.name = "algorithms", .value = "A,B", .summary = "algorithms (default: the experiment's)"},
                      {.name = "seed", .value = "N", .summary = "seed of all randomness (default: 1)"},
                      {.name = "jobs,j",
                       .value = "N",
                       .summary = "threads (default: all cores); numbers do not depend on it"},
                      database_option(),
                      {.name = "fresh", .summary = "forget what the database has of these experiments"},
                      {.name = "keep-samples", .summary = "store every sample's values, not only moments"},
                      {.name = "retry-failed", .summary = "try again what failed before"},
                      {.name = "dry-run", .summary = "print how much there is to do, and do nothing"},
                      {.name = "quiet", .summary = "no progress"}},
          .run = run};
}

}  // namespace apportion::cli
