// apportion run: runs experiments into the database.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <thread>
#include <tuple>
#include <vector>

#include "algorithms/options.hpp"
#include "base/ending.hpp"
#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/engine/axis.hpp"
#include "experiments/engine/build_info.hpp"
#include "experiments/engine/file_digests.hpp"
#include "experiments/engine/messages.hpp"
#include "experiments/engine/plan.hpp"
#include "experiments/engine/timing.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "results/database/stored_studies.hpp"
#include "results/error.hpp"

namespace apportion::cli {
namespace {

using engine::Experiment;
using engine::RunRequest;

struct Job {
  Experiment experiment;
  RunRequest request;

  // Whether another shard runs it: measured times cannot be divided into shares.
  [[nodiscard]] bool is_of_another_shard() const { return experiment.timed && request.shard.index != 1; }
};

engine::Shard parse_shard(const std::string& text) {
  const std::size_t slash = text.find('/');
  const std::string_view view = text;
  const auto index = parse_whole(view.substr(0, slash));
  const auto count = slash == std::string::npos ? std::nullopt : parse_whole(view.substr(slash + 1));
  if (!index || !count || *index < 1 || *index > *count)
    throw InputError("--shard is '{}'; it must be I/N, such as 2/8, with whole numbers I from 1 to N", text);
  return {*index, *count};
}

RunRequest request_of(const Arguments& arguments) {
  RunRequest request;
  request.seed = arguments.seed(request.seed);
  request.samples = arguments.whole("samples", 0, 1, std::numeric_limits<std::int64_t>::max());
  request.algorithms = split_names(arguments.text("algorithms"));
  request.axes = settings_given(arguments, "axis ");
  request.keep_samples = arguments.has("keep-samples");
  request.fresh = arguments.has("fresh");
  request.retry_failed = arguments.has("retry-failed");
  if (arguments.has("shard")) request.shard = parse_shard(arguments.text("shard"));
  return request;
}

bool has_axis(const Experiment& experiment, const std::string& name) {
  return contains(experiment.axes, name, &engine::Axis::name);
}

// The part of a request for a whole paper that concerns one of its experiments.
RunRequest share_of(const RunRequest& request, const Experiment& experiment, const std::vector<Experiment>& paper) {
  RunRequest share = request;
  // More samples make an interval narrower, but times no better; an experiment requested by its own name gets them.
  if (experiment.timed) share.samples = 0;
  // Ignores axes that only other experiments of the paper have.
  std::erase_if(share.axes, [&](const auto& setting) {
    return !has_axis(experiment, setting.first) &&
           std::ranges::any_of(paper, [&](const Experiment& other) { return has_axis(other, setting.first); });
  });
  return share;
}

// The sweep of a file, and the times of its solves if it requests them. The command line takes precedence over the
// file.
std::vector<Job> sweep_jobs(const Experiment& experiment, std::uint64_t seed, RunRequest request) {
  engine::SweepDefinition definition = *experiment.declared;
  if (!request.algorithms.empty()) definition.algorithms = request.algorithms;
  request.seed = seed;
  std::vector<Job> jobs{{engine::narrowed(problems::sweep_experiment(definition), request), request}};
  if (!contains(definition.metrics, engine::seconds_metric)) return jobs;
  jobs.push_back(jobs.front());
  Experiment& timing = jobs.back().experiment;
  timing.timed = true;
  timing.samples = std::min(timing.samples, engine::most_timed_samples);
  return jobs;
}

std::vector<Job> jobs_named(const std::string& word, const Arguments& arguments, const RunRequest& request) {
  const std::vector<Experiment> all = sweeps::experiments_named(word);
  std::vector<Job> jobs;
  for (const Experiment& experiment : all) {
    const bool by_its_name = word == experiment.name || all.size() == 1;
    const RunRequest share = by_its_name ? request : share_of(request, experiment, all);
    if (!experiment.declared) {
      jobs.push_back({engine::narrowed(experiment, share), request});
      continue;
    }
    std::vector<std::uint64_t> seeds = experiment.declared->seeds;
    if (seeds.empty() || arguments.has("seed")) seeds = {share.seed};
    for (const std::uint64_t seed : seeds)
      std::ranges::move(sweep_jobs(experiment, seed, share), std::back_inserter(jobs));
  }
  return jobs;
}

// The reasons for new units: "; 100 are new, 12 by a new revision of XY2".
std::string reasons_text(const engine::StudyColumns& columns, const engine::Work& work) {
  using engine::Missing;
  static const std::map<Missing, const char*> words = {{Missing::is_new, "are new"},
                                                       {Missing::of_older_revision, "by a new revision of "},
                                                       {Missing::has_fewer_samples, "have fewer samples"},
                                                       {Missing::lacks_metrics, "lack metrics that were added"},
                                                       {Missing::lacks_values, "have no samples kept"},
                                                       {Missing::failed, "failed before"}};
  std::set<std::string> revised;
  for (const std::size_t column : work.revised) revised.insert(columns.all[column].record.name);
  std::string text;
  for (const auto& [reason, units] : work.missing) {
    text += fmt::format("{}{} {}", text.empty() ? "; " : ", ", units, words.at(reason));
    if (reason == Missing::of_older_revision) text += fmt::format("{}", fmt::join(revised, ", "));
  }
  return text;
}

// One line on the remaining work of a job; without an estimate of time if `threads` is 0, or without earlier runs.
std::string work_text(const Job& job, const std::optional<results::Reader>& reader, int threads) {
  const engine::StudyColumns columns = job.experiment.columns(job.experiment.algorithms);
  const engine::Work work = engine::preview(job.experiment, columns, job.request, reader ? &*reader : nullptr);
  std::string name = job.experiment.name;
  if (job.experiment.declared && job.experiment.declared->seeds.size() > 1)
    name += fmt::format(", seed {}", job.request.seed);
  if (job.experiment.timed) {
    const auto algorithms =
        std::ranges::count_if(columns.all, [](const engine::Column& column) { return column.record.rival.empty(); });
    return fmt::format("{}: {} to measure\n", name, counted(work.points.size() * algorithms, "time"));
  }
  std::string time;
  if (reader && threads > 0 && work.units > 0)
    if (const std::optional<double> seconds = results::seconds_per_unit(*reader, job.experiment.name))
      time = fmt::format("; about {} on {}, as earlier runs of it took",
                         engine::spelled_duration(*seconds * static_cast<double>(work.units) / threads),
                         counted(threads, "thread"));
  return fmt::format("{}: {} to do, {} present{}{}{}\n", name, counted(work.units, "unit"), work.units_present,
                     work.units_failed > 0 ? fmt::format(", {} of them failed", work.units_failed) : "",
                     reasons_text(columns, work), time);
}

std::string job_of_another_shard(const Job& job) {
  return fmt::format("{}: no times to measure; shard 1 measures them\n", job.experiment.name);
}

// The jobs by name, those that measure times last, since they need the machine for themselves. InputError, before any
// run, for a request that does not fit one of the experiments.
std::vector<Job> jobs_asked(const Arguments& arguments) {
  const RunRequest request = request_of(arguments);
  std::vector<Job> jobs;
  std::set<std::tuple<std::string, bool, std::uint64_t>> seen;
  for (const std::string& word : names_given(arguments))
    for (Job& job : jobs_named(word, arguments, request)) {
      if (!seen.emplace(job.experiment.name, job.experiment.timed, job.request.seed).second) {
        if (!sweeps::is_sweep_file(word)) continue;
        throw InputError("{} is a second file that defines {}", word, job.experiment.name);
      }
      for (const OwnProgram& program : job.experiment.columns(job.experiment.algorithms).own)
        static_cast<void>(engine::own_record(program));
      jobs.push_back(std::move(job));
    }
  if (jobs.empty())
    throw InputError("run: name an experiment or a FILE.ini; `apportion list experiments` prints the names");
  std::ranges::sort(jobs, {}, [](const Job& job) { return std::pair(job.experiment.timed, job.experiment.name); });
  return jobs;
}

void preview(const std::vector<Job>& jobs, const std::filesystem::path& database, int threads) {
  std::optional<results::Reader> reader;
  std::error_code absent;
  if (std::filesystem::file_size(database, absent) > 0 && !absent) reader.emplace(database);
  for (const Job& job : jobs)
    print(job.is_of_another_shard() ? job_of_another_shard(job) : work_text(job, reader, threads));
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

int reported(const engine::RunReport& report, const std::filesystem::path& file, bool quiet) {
  list_unanswered(report);
  print_failures(report, file);
  if (report.failed > 0 || report.units_unanswered > 0) return failed;
  if (!quiet)
    engine::print_error(
        fmt::format("{} written, {} present before\n", counted(report.written, "result"), report.present));
  return ok;
}

engine::RunReport run_all(const std::vector<Job>& jobs, const engine::RunSettings& settings, results::Store& store) {
  engine::RunReport all;
  for (const Job& job : jobs) {
    const auto& [experiment, request] = job;
    if (!settings.quiet && !experiment.notice.empty())
      engine::print_error(fmt::format("{}: {}\n", experiment.name, experiment.notice));
    if (job.is_of_another_shard()) {
      if (!settings.quiet) engine::print_error(job_of_another_shard(job));
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
  }
  return all;
}

// "unknown" on systems without /proc, and for processors without a name there.
std::string cpu_model() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name") && line.find(": ") != std::string::npos) return line.substr(line.find(": ") + 2);
  return "unknown";
}

// `threads` 0 means all cores.
results::RunRecord run_record(const std::string& command, int threads) {
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  const auto spelled = [](const LibraryVersion& library) {
    return fmt::format("{} {}", library.name, library.version);
  };
  return {.command = command,
          .revision = std::string(git_revision()),
          .compiler = std::string(compiler()),
          .flags = std::string(compile_flags()),
          .libraries = fmt::format("{}", fmt::join(collected(library_versions(), spelled), ", ")),
          .cpu = cpu_model(),
          .cores = cores,
          .threads = threads > 0 ? threads : cores};
}

// Records how the run ended, even if it ended because nothing could be written.
engine::RunReport recorded_run(const std::vector<Job>& jobs, const engine::RunSettings& settings,
                               const std::string& command, results::Store& store) {
  const LastAct record([&] {
    if (!settings.quiet) engine::end_live_line();
    engine::print_error(
        fmt::format("apportion: interrupted; what was finished is kept, and the same command{} continues from there\n",
                    jobs.front().request.fresh ? " without --fresh" : ""));
    store.finish_run("interrupted");
    store.checkpoint();
  });
  static_cast<void>(store.begin_run(run_record(command, settings.threads)));
  try {
    engine::RunReport report = run_all(jobs, settings, store);
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
  const std::vector<Job> jobs = jobs_asked(arguments);
  const std::filesystem::path file = database_file(arguments);
  const engine::RunSettings settings{.threads = static_cast<int>(arguments.whole("jobs", 0, 1, 1024)),
                                     .quiet = arguments.has("quiet")};
  if (arguments.has("dry-run")) {
    preview(jobs, file, settings.quiet ? 0 : engine::thread_count(settings));
    return ok;
  }
  // The folders of the default database are made; the folder of a named one must exist.
  std::error_code problem;  // writing reports it
  if (!arguments.has("db") && std::filesystem::create_directories(file.parent_path(), problem) && !settings.quiet)
    engine::print_error(fmt::format("results go into {}\n", std::filesystem::absolute(file).string()));
  results::Store store(file);
  return reported(recorded_run(jobs, settings, command_line("run", arguments), store), file, settings.quiet);
}

}  // namespace

Command run_command() {
  return {
      .name = "run",
      .summary = "run experiments into the database; what it already has is not solved again",
      .usage = {"EXPERIMENT|FILE.ini|FOLDER... [--set AXIS=VALUE,... ...] [options]"},
      .options = {settings_option("AXIS=VALUES", "values of an axis, as in --set processors=4..64:4 columns=1000,3000"),
                  {"samples", "N", "samples per point (default: the experiment's)"},
                  algorithms_option(),
                  seed_option("all randomness"),
                  {"jobs,j", "N", "threads (default: all cores); numbers do not depend on it"},
                  database_option(),
                  {"shard", "I/N",
                   "only the I-th of N shares of the work, for `apportion merge`; shard 1 measures the times"},
                  {"fresh", "", "first remove what the database has of these experiments"},
                  {"keep-samples", "", "store every sample's values, not only moments"},
                  {"retry-failed", "", "retry what failed before"},
                  {"dry-run", "", "print how much there is to do, why, and, without --quiet, about how long it takes"},
                  {"note", "TEXT", "a remark, which status and report show with the command"},
                  {"quiet", "", "no progress"}},
      .complete = {"@experiments", "@settings", "%ini"},
      .run = run_experiments};
}

}  // namespace apportion::cli
