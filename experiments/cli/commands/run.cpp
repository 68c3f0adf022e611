// apportion run: runs experiments into the database.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/ending.hpp"
#include "base/text.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/database.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/cli/run_plan.hpp"
#include "experiments/engine/messages.hpp"
#include "experiments/engine/timing.hpp"
#include "results/database/store.hpp"
#include "results/error.hpp"

namespace apportion::cli {
namespace {

// Reporting.

void add(engine::RunReport& all, const engine::RunReport& report) {
  all.written += report.written;
  all.present += report.present;
  all.failed += report.failed;
  if (!all.failure) all.failure = report.failure;
  all.units_unanswered += report.units_unanswered;
  std::ranges::copy(report.unanswered, std::back_inserter(all.unanswered));
}

std::string unit_text(const engine::FailedUnit& unit, const std::string& message) {
  return fmt::format("{} of {} at {}, sample {}: {}", unit.column, unit.experiment, unit.point, unit.sample, message);
}

// Lists units without a result, which are not in the database.
void list_unanswered(const engine::RunReport& report) {
  if (report.units_unanswered == 0) return;
  constexpr std::size_t most_listed = 10;
  std::string text =
      fmt::format("apportion: {} no answer and no result; the same command tries again\n",
                  report.units_unanswered == 1 ? "1 unit has" : fmt::format("{} units have", report.units_unanswered));
  const std::size_t listed = std::min(report.unanswered.size(), most_listed);
  for (std::size_t i = 0; i < listed; ++i)
    text += fmt::format("  {}\n", unit_text(report.unanswered[i], report.unanswered[i].message));
  const auto rest = report.units_unanswered - static_cast<std::int64_t>(listed);
  if (rest > 0) text += fmt::format("  and {} more\n", rest);
  engine::print_error(text);
}

// Prints the last line of a run with failures, which names the first thing to look at.
void print_failures(const engine::RunReport& report, const std::filesystem::path& file) {
  if (report.failed == 0) return;
  std::string first;
  if (report.failure)
    first = fmt::format("{}{}; ", report.failed == 1 ? "" : "the first is ",
                        unit_text(*report.failure, in_one_line(report.failure->message)));
  engine::print_error(fmt::format(
      "apportion: {} failed; {}`apportion status {}` lists {}, --retry-failed tries again\n",
      counted(report.failed, "unit"), first, quoted_for_a_shell(file.string()), report.failed == 1 ? "it" : "them"));
}

void print_interruption(const engine::RunRequest& request) {
  engine::print_error(
      fmt::format("apportion: interrupted; what was finished is kept, and the same command{} continues from there\n",
                  request.fresh ? " without --fresh" : ""));
}

int reported(const engine::RunReport& report, const std::filesystem::path& file, bool quiet) {
  list_unanswered(report);
  print_failures(report, file);
  if (report.failed > 0 || report.units_unanswered > 0) return failed;
  if (!quiet)
    engine::print_error(
        fmt::format("{} written, {} present before\n", counted(report.written, "result"), report.present));
  return ok;
}

// Running.

engine::RunReport run_all(const std::vector<Job>& jobs, const engine::RunSettings& settings, results::Store& store) {
  const bool quiet = settings.progress == engine::ProgressStyle::silent;
  engine::RunReport all;
  for (const Job& job : jobs) {
    const auto& [experiment, request] = job;
    if (!quiet && !experiment.notice.empty())
      engine::print_error(fmt::format("{}: {}\n", experiment.name, experiment.notice));
    if (job.is_of_another_shard()) {
      if (!quiet) engine::print_error(job_of_another_shard(job));
      continue;
    }
    add(all, experiment.timed ? engine::time_experiment(experiment, request, settings, store)
                              : engine::run(experiment, request, settings, store));
  }
  return all;
}

// The command line in a form that can be typed again.
std::string command_text(const Arguments& arguments) {
  std::string text = "apportion run";
  for (const std::string& token : arguments.tokens()) text += " " + quoted_for_a_shell(token);
  return text;
}

// Records how the run ended, even if it ended because nothing could be written.
engine::RunReport recorded_run(const RunPlan& plan, const engine::RunSettings& settings, const std::string& command,
                               results::Store& store) {
  const LastAct record([&] {
    if (settings.progress != engine::ProgressStyle::silent) engine::end_live_line();
    print_interruption(plan.request);
    store.finish_run("interrupted");
    store.checkpoint();
  });
  static_cast<void>(store.begin_run(run_record(command, settings.threads)));
  try {
    engine::RunReport report = run_all(plan.jobs, settings, store);
    store.finish_run("finished");
    return report;
  } catch (...) {
    try {
      store.finish_run("failed");
    } catch (const results::StoreError&) {
      // The first error is reported.
    }
    throw;
  }
}

int run_experiments(const Arguments& arguments) {
  const RunPlan plan = run_plan(arguments);
  const std::filesystem::path file = database_file(arguments);
  const bool quiet = arguments.has("quiet");
  engine::RunSettings settings;
  settings.threads = static_cast<int>(arguments.whole("jobs", 0, 1, 1024));
  settings.progress = quiet ? engine::ProgressStyle::silent : engine::ProgressStyle::automatic;
  if (arguments.has("dry-run")) {
    preview(plan, file, quiet ? 0 : engine::thread_count(settings));
    return ok;
  }
  if (made_default_folder(arguments) && !quiet)
    engine::print_error(fmt::format("results go into {}\n", std::filesystem::absolute(file).string()));
  results::Store store(file);
  return reported(recorded_run(plan, settings, command_text(arguments), store), file, quiet);
}

}  // namespace

Command run_command() {
  return {.name = "run",
          .summary = "run experiments into the database; what it already has is not solved again",
          .usage = {"EXPERIMENT|FILE.ini|FOLDER... [--set AXIS=VALUE,... ...] [options]"},
          .options =
              {{.name = "set",
                .value = "AXIS=VALUES",
                .summary = "values of an axis, as in --set processors=4..64:4 columns=1000,3000",
                .repeatable = true,
                .complete = {"@settings"}},
               {.name = "samples", .value = "N", .summary = "samples per point (default: the experiment's)"},
               {.name = "algorithms",
                .value = "A,B",
                .summary = "algorithms (default: the experiment's)",
                .complete = {"@algorithms"}},
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
                .summary = "print how much there is to do, why, and, without --quiet, about how long it takes"},
               {.name = "note", .value = "TEXT", .summary = "a remark, which status and report show with the command"},
               {.name = "quiet", .summary = "no progress"}},
          .complete = {"@experiments", "@settings", "%ini"},
          .run = run_experiments};
}

}  // namespace apportion::cli
