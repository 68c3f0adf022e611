// The plan of a run from the command line, and its remaining work.
#include "experiments/cli/run_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <system_error>
#include <tuple>

#include "algorithms/options.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/cli/database.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/engine/axis.hpp"
#include "experiments/engine/file_digests.hpp"
#include "experiments/engine/messages.hpp"
#include "experiments/engine/timing.hpp"
#include "experiments/problems/problem_family.hpp"
#include "results/database/stored_studies.hpp"

namespace apportion::cli {
namespace {

using engine::Experiment;
using engine::RunRequest;

RunRequest request_of(const Arguments& arguments) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  RunRequest request;
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
std::vector<Job> sweep_jobs(const Experiment& experiment, std::optional<std::uint64_t> seed, const Arguments& arguments,
                            RunRequest request) {
  engine::SweepDefinition definition = *experiment.declared;
  if (!request.algorithms.empty()) definition.algorithms = request.algorithms;
  if (!arguments.has("seed")) request.seed = seed.value_or(sweeps::seed_of(experiment));
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
    std::vector<std::optional<std::uint64_t>> seeds{std::nullopt};
    if (experiment.declared && experiment.declared->seeds.size() > 1 && !arguments.has("seed"))
      seeds.assign(experiment.declared->seeds.begin(), experiment.declared->seeds.end());
    if (experiment.declared)
      for (const std::optional<std::uint64_t>& seed : seeds)
        std::ranges::move(sweep_jobs(experiment, seed, arguments, share), std::back_inserter(jobs));
    else
      jobs.push_back({engine::narrowed(experiment, share), request});
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

// An estimate from earlier runs of the study; "" without such runs.
std::string time_text(const Job& job, const engine::Work& work, const results::Reader& reader, int threads) {
  const std::optional<double> seconds = results::seconds_per_unit(reader, job.experiment.name);
  if (!seconds || work.units == 0) return {};
  return fmt::format("; about {} on {}, as earlier runs of it took",
                     engine::spelled_duration(*seconds * static_cast<double>(work.units) / threads),
                     counted(threads, "thread"));
}

// One line on the remaining work of a job; without an estimate of time if `threads` is 0.
std::string work_text(const Job& job, const results::Reader* reader, int threads) {
  const engine::StudyColumns columns = job.experiment.columns(job.experiment.algorithms);
  const engine::Work work = engine::preview(job.experiment, columns, job.request, reader);
  if (job.experiment.timed) {
    const auto algorithms =
        std::ranges::count_if(columns.all, [](const engine::Column& column) { return column.record.rival.empty(); });
    return fmt::format("{}: {} to measure\n", job.experiment.name, counted(work.points.size() * algorithms, "time"));
  }
  return fmt::format(
      "{}: {} to do, {} present{}{}{}\n", job.experiment.name, counted(work.units, "unit"), work.units_present,
      work.units_failed > 0 ? fmt::format(", {} of them failed", work.units_failed) : "", reasons_text(columns, work),
      reader != nullptr && threads > 0 ? time_text(job, work, *reader, threads) : "");
}

}  // namespace

std::string job_of_another_shard(const Job& job) {
  return fmt::format("{}: no times to measure; shard 1 measures them\n", job.experiment.name);
}

RunPlan run_plan(const Arguments& arguments) {
  RunPlan plan{request_of(arguments), {}};
  std::set<std::tuple<std::string, bool, std::uint64_t>> seen;
  for (const std::string& word : arguments.words()) {
    if (engine::is_setting(word)) continue;
    for (Job& job : jobs_named(word, arguments, plan.request)) {
      if (!seen.emplace(job.experiment.name, job.experiment.timed, job.request.seed).second) {
        if (!sweeps::is_sweep_file(word)) continue;
        throw InputError(fmt::format("{} is a second file that defines {}", word, job.experiment.name));
      }
      for (const OwnProgram& program : job.experiment.columns(job.experiment.algorithms).own)
        static_cast<void>(engine::own_record(program));
      plan.jobs.push_back(std::move(job));
    }
  }
  if (plan.jobs.empty())
    throw InputError("run: name an experiment or a FILE.ini; `apportion list experiments` prints the names");
  std::ranges::sort(plan.jobs, {}, [](const Job& job) { return std::pair(job.experiment.timed, job.experiment.name); });
  return plan;
}

void preview(const RunPlan& plan, const std::filesystem::path& database, int threads) {
  std::unique_ptr<results::Reader> reader;
  std::error_code absent;
  if (std::filesystem::file_size(database, absent) > 0 && !absent) reader = std::make_unique<results::Reader>(database);
  for (const Job& job : plan.jobs)
    print(job.is_of_another_shard() ? job_of_another_shard(job) : work_text(job, reader.get(), threads));
}

}  // namespace apportion::cli
