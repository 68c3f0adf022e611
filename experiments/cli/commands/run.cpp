// apportion run: experiments into the database.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <memory>
#include <set>
#include <system_error>

#include "algorithms/options.hpp"
#include "base/ending.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/completion.hpp"
#include "experiments/cli/database.hpp"
#include "experiments/cli/interruption.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/engine/axis.hpp"
#include "experiments/engine/file_digests.hpp"
#include "experiments/engine/forecast.hpp"
#include "experiments/engine/messages.hpp"
#include "experiments/engine/plan.hpp"
#include "experiments/engine/runner.hpp"
#include "experiments/engine/timing.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "results/database/store.hpp"
#include "results/error.hpp"
#include "sim/random_stream.hpp"

namespace apportion::cli {
namespace {

engine::RunRequest request_of(const Arguments& arguments) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  engine::RunRequest request;
  request.seed = static_cast<std::uint64_t>(arguments.whole("seed", static_cast<std::int64_t>(request.seed), 0, most));
  request.samples = arguments.whole("samples", 0, 1, most);
  request.algorithms = split_names(arguments.text("algorithms"));
  request.axes = settings_given(arguments, "axis ");
  request.keep_samples = arguments.has("keep-samples");
  request.fresh = arguments.has("fresh");
  request.retry_failed = arguments.has("retry-failed");
  if (arguments.has("shard")) request.shard = parse_shard(arguments.text("shard"));
  return request;
}

// An experiment, narrowed, and what is asked of it.
struct Job {
  engine::Experiment experiment;
  engine::RunRequest request;
};

bool has_axis(const engine::Experiment& experiment, const std::string& name) {
  return std::ranges::any_of(experiment.axes, [&name](const engine::Axis& axis) { return axis.name == name; });
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
           std::ranges::any_of(paper, [&](const engine::Experiment& other) { return has_axis(other, setting.first); });
  });
  return share;
}

// The sweep of a file, and the times of its solves if it asks for them. The command line takes precedence over the
// file.
std::vector<Job> sweep_jobs(const sweeps::NamedExperiment& named, const Arguments& arguments,
                            engine::RunRequest request) {
  engine::SweepDefinition definition = named.sweep->definition;
  if (!request.algorithms.empty()) definition.algorithms = request.algorithms;
  if (!arguments.has("seed")) request.seed = named.seed();
  std::vector<Job> jobs{{engine::narrowed(problems::sweep_experiment(definition), request), request}};
  if (std::ranges::find(definition.metrics, engine::seconds_metric) == definition.metrics.end()) return jobs;
  jobs.push_back(jobs.front());
  engine::Experiment& timing = jobs.back().experiment;
  timing.timed = true;
  timing.samples = std::min(timing.samples, engine::most_timed_samples);
  return jobs;
}

std::vector<Job> jobs_named(const std::string& word, const Arguments& arguments, const engine::RunRequest& request) {
  std::vector<engine::Experiment> experiments;
  for (sweeps::NamedExperiment& named : sweeps::experiments_named(word)) {
    if (named.sweep) return sweep_jobs(named, arguments, request);
    experiments.push_back(std::move(named.experiment));
  }
  std::vector<Job> jobs;
  for (const engine::Experiment& experiment : experiments) {
    const bool by_its_name = word == experiment.name;
    const engine::RunRequest share = by_its_name ? request : share_of(request, experiment, experiments);
    jobs.push_back({engine::narrowed(experiment, share), request});
  }
  return jobs;
}

// The named experiments as the request narrows them: the sweeps by name, then those that measure times, which need the
// machine for themselves. A request that does not fit one of them is refused before any is run.
std::vector<Job> chosen_jobs(const Arguments& arguments, const engine::RunRequest& request) {
  std::vector<Job> chosen;
  std::set<std::pair<std::string, bool>> seen;
  for (const std::string& word : arguments.words()) {
    if (engine::is_setting(word)) continue;
    for (Job& job : jobs_named(word, arguments, request)) {
      if (!seen.emplace(job.experiment.name, job.experiment.timed).second) {
        if (!sweeps::is_sweep_file(word)) continue;
        throw InputError(fmt::format("{} is a second file that defines {}", word, job.experiment.name));
      }
      for (const OwnProgram& program : job.experiment.columns(job.experiment.algorithms).own)
        static_cast<void>(engine::own_record(program));
      chosen.push_back(std::move(job));
    }
  }
  if (chosen.empty())
    throw InputError("run: name an experiment or a FILE.ini; `apportion list experiments` prints the names");
  std::ranges::sort(chosen, [](const Job& a, const Job& b) {
    return std::pair(a.experiment.timed, a.experiment.name) < std::pair(b.experiment.timed, b.experiment.name);
  });
  return chosen;
}

// Threads that still solve would meet a program that is being taken down.
void print_last(const std::string& text) {
  print(text);
  try {
    flush_output();
  } catch (const UserError& error) {
    end_program_at_once(error.exit_status());
  }
  end_program_at_once(ok);
}

void print_estimate(const std::vector<std::shared_ptr<const engine::PlannedRun>>& runs, int threads) {
  constexpr double measured_seconds = 1.4;
  if (runs.empty()) return;
  const engine::Estimate estimate = engine::estimated_time(runs, threads, measured_seconds);
  const std::string on = counted(threads, "thread");
  if (estimate.unfinished.empty())
    return print(fmt::format("in all {} on {} (an estimate)\n",
                             engine::spelled_range(estimate.low, estimate.seconds, estimate.high), on));
  const std::set<std::string> names(estimate.unfinished.begin(), estimate.unfinished.end());
  print_last(fmt::format("in all at least {} on {} (samples of {} take longer than was measured)\n",
                         engine::spelled_duration(estimate.low), on, fmt::join(names, ", ")));
}

int dry_run(const std::vector<Job>& jobs, const engine::RunSettings& settings, const std::filesystem::path& file) {
  std::unique_ptr<results::Reader> reader;
  std::error_code absent;
  if (std::filesystem::file_size(file, absent) > 0 && !absent) reader = std::make_unique<results::Reader>(file);
  std::vector<std::shared_ptr<const engine::PlannedRun>> runs;
  for (const auto& [experiment, request] : jobs) {
    const engine::StudyColumns study_columns = experiment.columns(experiment.algorithms);
    if (experiment.timed && request.shard.index != 1) {
      print(fmt::format("{}: no times to measure; shard 1 measures them\n", experiment.name));
      continue;
    }
    if (experiment.timed) {
      engine::Work times = engine::times_to_measure(experiment, study_columns);
      const auto algorithms = std::ranges::count_if(
          study_columns.all, [](const engine::Column& column) { return column.record.rival.empty(); });
      print(fmt::format("{}: {} to measure\n", experiment.name,
                        counted(static_cast<std::int64_t>(times.tasks.size()) * algorithms, "time")));
      runs.push_back(
          std::make_shared<const engine::PlannedRun>(engine::PlannedRun{experiment, request, std::move(times)}));
      continue;
    }
    engine::Work missing = engine::preview(experiment, study_columns, request, reader.get());
    print(fmt::format("{}: {} to do, {} present", experiment.name, counted(missing.units, "unit"),
                      missing.units_present));
    if (missing.units_failed > 0) print(fmt::format(", {} of them failed", missing.units_failed));
    print("\n");
    if (!missing.tasks.empty())
      runs.push_back(
          std::make_shared<const engine::PlannedRun>(engine::PlannedRun{experiment, request, std::move(missing)}));
  }
  // What is known so far does not wait for the rest.
  flush_output();
  if (settings.progress != engine::ProgressStyle::silent) print_estimate(runs, engine::thread_count(settings));
  return ok;
}

// The call as it could be typed again.
std::string command_text(const Arguments& arguments) {
  std::string text = "apportion run";
  for (const std::string& token : arguments.tokens()) text += " " + quoted_for_a_shell(token);
  return text;
}

engine::RunReport run_all(const std::vector<Job>& jobs, const engine::RunSettings& settings, results::Store& store) {
  engine::RunReport all;
  for (const auto& [experiment, request] : jobs) {
    if (settings.progress != engine::ProgressStyle::silent && !experiment.notice.empty())
      engine::print_error(fmt::format("{}: {}\n", experiment.name, experiment.notice));
    // Measured times cannot be divided into shares.
    if (experiment.timed && request.shard.index != 1) {
      if (settings.progress != engine::ProgressStyle::silent)
        engine::print_error(fmt::format("{}: no times to measure; shard 1 measures them\n", experiment.name));
      continue;
    }
    const engine::RunReport report = experiment.timed ? engine::time_experiment(experiment, request, settings, store)
                                                      : engine::run(experiment, request, settings, store);
    all.written += report.written;
    all.present += report.present;
    all.failed += report.failed;
    if (!all.failure) all.failure = report.failure;
    all.units_unanswered += report.units_unanswered;
    std::ranges::copy(report.unanswered, std::back_inserter(all.unanswered));
    all.interrupted = report.interrupted || settings.stop->load();
    if (all.interrupted) break;
  }
  return all;
}

// Units without a result, which no database knows of.
void list_unanswered(const engine::RunReport& report) {
  if (report.units_unanswered == 0) return;
  constexpr std::size_t most_listed = 10;
  std::string text =
      fmt::format("apportion: {} no answer and no result; the same command tries again\n",
                  report.units_unanswered == 1 ? "1 unit has" : fmt::format("{} units have", report.units_unanswered));
  const std::size_t listed = std::min(report.unanswered.size(), most_listed);
  for (std::size_t i = 0; i < listed; ++i) {
    const engine::FailedUnit& each = report.unanswered[i];
    text += fmt::format("  {} of {} at {}, sample {}: {}\n", each.column, each.experiment, each.point, each.sample,
                        each.message);
  }
  const auto rest = report.units_unanswered - static_cast<std::int64_t>(listed);
  if (rest > 0) text += fmt::format("  and {} more\n", rest);
  engine::print_error(text);
}

// The last line of a run with failures, so that the first thing to look at is in sight.
void print_failures(const engine::RunReport& report, const std::filesystem::path& file) {
  if (report.failed == 0) return;
  std::string first;
  if (report.failure)
    first = fmt::format("{}{} of {} at {}, sample {}: {}; ", report.failed == 1 ? "" : "the first is ",
                        report.failure->column, report.failure->experiment, report.failure->point,
                        report.failure->sample, in_one_line(report.failure->message));
  engine::print_error(fmt::format(
      "apportion: {} failed; {}`apportion status {}` lists {}, --retry-failed tries again\n",
      counted(report.failed, "unit"), first, quoted_for_a_shell(file.string()), report.failed == 1 ? "it" : "them"));
}

void print_interruption(const engine::RunRequest& request) {
  engine::print_error(
      fmt::format("apportion: interrupted; what was finished is kept, and the same command{} continues from there\n",
                  request.fresh ? " without --fresh" : ""));
}

// The run's record says how it ended, also where the reason to end was that nothing can be written.
engine::RunReport recorded_run(const std::vector<Job>& jobs, const engine::RunSettings& settings,
                               const engine::RunRequest& request, results::Store& store) {
  const LastAct record([&] {
    store.finish_run("interrupted");
    store.put_log_away();
    if (settings.progress != engine::ProgressStyle::silent) engine::end_live_line();
    print_interruption(request);
  });
  try {
    engine::RunReport report = run_all(jobs, settings, store);
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

int run_experiments(const Arguments& arguments) {
  const engine::RunRequest request = request_of(arguments);
  const std::vector<Job> jobs = chosen_jobs(arguments, request);
  const std::filesystem::path file = database_file(arguments);

  const bool quiet = arguments.has("quiet");
  engine::RunSettings settings;
  settings.threads = static_cast<int>(arguments.whole("jobs", 0, 1, 1024));
  settings.progress = quiet ? engine::ProgressStyle::silent : engine::ProgressStyle::automatic;
  if (arguments.has("dry-run")) return dry_run(jobs, settings, file);
  settings.stop = &watch_for_interruption();

  if (made_default_folder(arguments) && !quiet)
    engine::print_error(fmt::format("results go into {}\n", std::filesystem::absolute(file).string()));
  results::Store store(file);
  static_cast<void>(store.begin_run(run_record(command_text(arguments), settings.threads)));
  const engine::RunReport report = recorded_run(jobs, settings, request, store);
  list_unanswered(report);
  print_failures(report, file);
  if (report.interrupted) {
    print_interruption(request);
    return interrupted;
  }
  const bool complete = report.failed == 0 && report.units_unanswered == 0;
  if (!quiet && complete)
    engine::print_error(
        fmt::format("{} written, {} present before\n", counted(report.written, "result"), report.present));
  return complete ? ok : failed;
}

}  // namespace

Command run_command() {
  return {.name = "run",
          .summary = "run experiments into the database; what it already has is not solved again",
          .usage = {"EXPERIMENT|FILE.ini... [--set AXIS=VALUE,... ...] [options]"},
          .options =
              {{.name = "set",
                .value = "AXIS=VALUES",
                .summary = "values of an axis, as in --set processors=4..64:4 columns=1000,3000",
                .repeatable = true,
                .complete = axis_settings},
               {.name = "samples", .value = "N", .summary = "samples per point (default: the experiment's)"},
               {.name = "algorithms",
                .value = "A,B",
                .summary = "algorithms (default: the experiment's)",
                .complete = listed_algorithm_names},
               {.name = "seed",
                .value = "N",
                .summary = fmt::format("seed of all randomness (default: that of FILE.ini, else {})", default_seed)},
               {.name = "jobs,j", .value = "N", .summary = "threads (default: all cores); numbers do not depend on it"},
               database_option(),
               {.name = "shard",
                .value = "I/N",
                .summary = "only the I-th of N shares of the work, for `apportion merge`; "
                           "shard 1 measures the times"},
               {.name = "fresh", .summary = "first remove what the database has of these experiments"},
               {.name = "keep-samples", .summary = "store every sample's values, not only moments"},
               {.name = "retry-failed", .summary = "retry what failed before"},
               {.name = "dry-run",
                .summary = "print how much there is to do and, without --quiet, about how long it takes"},
               {.name = "quiet", .summary = "no progress"}},
          .complete = experiments_and_settings,
          .run = run_experiments};
}

}  // namespace apportion::cli
