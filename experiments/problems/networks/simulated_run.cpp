// Divisions and the jobs that they make.
#include "experiments/problems/networks/simulated_run.hpp"
#include "experiments/problems/common/weights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"
#include "sim/network/matrix_jobs.hpp"

namespace apportion::problems {
namespace {

constexpr std::size_t most_messages = 200'000;  // that are simulated for a picture
constexpr std::int64_t most_owned_lines = 2'000'000;

std::string_view workload_name(Workload workload) {
  return workload == Workload::jacobi ? "jacobi" : workload == Workload::product ? "product" : "lu";
}

// The division, its job with a second per element, and the speeds of the job's processors.
struct DividedJob {
  std::string algorithm;
  std::string division;  // in words
  Job job;
  std::vector<double> speeds;
  std::int64_t empty = 0;
  std::vector<std::string> names = {};  // of the job's processors
};

DividedJob divided(const RunQuestion& question, const RectangleQuestion& rectangles) {
  const RectangleAnswer answer = solve(rectangles);
  const Stencil stencil = stencil_of(answer.decomposition);
  if (2 * stencil.boundaries.size() * question.iterations > most_messages)
    throw InputError(fmt::format("{} iterations have {} messages; the limit is {}", question.iterations,
                                 2 * stencil.boundaries.size() * question.iterations, most_messages));
  const std::vector<double>& speeds = rectangles.problem.cluster.speeds;
  const JacobiSettings settings{question.iterations, 1, question.progress};
  const Extent& extent = rectangles.problem.extent;
  return {answer.algorithm,
          fmt::format("{} of {} x {}", counted(static_cast<std::int64_t>(question.iterations), "Jacobi sweep"),
                      extent.rows, extent.columns),
          jacobi(stencil, speeds, settings),
          speeds,
          answer.whole ? static_cast<std::int64_t>(answer.whole->empty) : 0,
          answer.names};
}

DividedJob divided(const RunQuestion& question, const GridQuestion& grids) {
  if (question.size * static_cast<std::int64_t>(grids.problem.performances.size()) > most_owned_lines)
    throw InputError(
        fmt::format("matrices of size {} on {} processes are too much for a timeline; the product of the "
                    "two may be {}",
                    question.size, grids.problem.performances.size(), most_owned_lines));
  const GridAnswer answer = solve(grids);
  MatrixLayout layout{grids.problem.grid, answer.solution.rounded, question.size, {}};
  for (const std::size_t process : answer.solution.mapping)
    layout.speeds.push_back(grids.problem.performances[process]);
  std::vector<std::string> names;
  if (!answer.names.empty())
    for (const std::size_t process : answer.solution.mapping) names.push_back(answer.names[process]);
  const bool is_lu = question.workload == Workload::lu;
  DividedJob divided{answer.algorithm,
                     fmt::format("{} of size {} over {}", is_lu ? "LU decomposition" : "matrix product", question.size,
                                 spelled(grids.problem.grid)),
                     is_lu ? lu_decomposition(layout) : matrix_product(layout),
                     layout.speeds,
                     0,
                     names};
  if (divided.job.messages.size() > most_messages)
    throw InputError(fmt::format("the job has {} messages; the limit is {}: take smaller matrices or longer slices",
                                 divided.job.messages.size(), most_messages));
  return divided;
}

Job scaled(Job job, double seconds_per_element) {
  for (ProcessorProgram& program : job.programs)
    for (Step& step : program) step.seconds *= seconds_per_element;
  return job;
}

// All computing, divided in proportion to the speeds, at a second per element.
double even_share(const DividedJob& divided) {
  double elements = 0;
  double speeds = 0;
  for (std::size_t i = 0; i < divided.speeds.size(); ++i) {
    speeds += divided.speeds[i];
    for (const Step& step : divided.job.programs[i]) elements += step.seconds * divided.speeds[i];
  }
  return elements / speeds;
}

// So that computing and messages, one after the other, would take equally long.
double balanced_seconds(const Network& network, const DividedJob& divided) {
  constexpr double without_messages = 1e-9;
  const double messages = simulate(network, scaled(divided.job, 0)).makespan();
  const double computing = even_share(divided);
  return messages > 0 && computing > 0 ? messages / computing : without_messages;
}

std::string add_processors(const SimulatedRun& run) {
  std::vector<std::vector<double>> seconds(run.timeline.finish.size(), std::vector<double>(3, 0));
  for (const Activity& activity : run.timeline.activities)
    seconds[activity.processor][static_cast<std::size_t>(activity.doing)] += activity.end - activity.begin;
  std::string text;
  for (std::size_t i = 0; i < seconds.size(); ++i)
    fmt::format_to(std::back_inserter(text),
                   R"({}{{"processor":{},"computing":{},"starting_up":{},"waiting":{},"finish":{}}})",
                   i == 0 ? "" : ",", i, seconds[i][0], seconds[i][1], seconds[i][2], run.timeline.finish[i]);
  return text;
}

std::string add_links(const SimulatedRun& run) {
  std::string text;
  for (std::size_t i = 0; i < run.links.size(); ++i)
    fmt::format_to(std::back_inserter(text), R"({}{{"name":{},"bytes":{},"busy":{}}})", i == 0 ? "" : ",",
                   json_string(run.links[i].name), plain(run.timeline.link_bytes[i]),
                   plain(run.timeline.link_bytes[i] / run.links[i].bandwidth / run.timeline.makespan()));
  return text;
}

}  // namespace

SimulatedRun simulated_run(const RunQuestion& question) {
  DividedJob job = std::visit([&](const auto& division) { return divided(question, division); }, question.division);
  const Network& network = question.network->network;
  SimulatedRun run{.title = {},
                   .what = {},
                   .workload = std::string(workload_name(question.workload)),
                   .algorithm = job.algorithm,
                   .network = question.network->name,
                   .seconds_per_element = 0,
                   .job = {},
                   .timeline = {},
                   .links = network.links,
                   .empty = job.empty,
                   .names = std::move(job.names)};
  run.seconds_per_element = question.seconds_per_element.value_or(balanced_seconds(network, job));
  run.job = scaled(std::move(job.job), run.seconds_per_element);
  run.timeline = simulate(network, run.job, Record::activities);
  if (run.timeline.activities.empty()) throw InputError("nothing takes time in this run");
  run.what = fmt::format("{} on {}", job.division, run.network);
  run.title = fmt::format("{}: {}, {:.4g} s", run.algorithm, run.what, run.timeline.makespan());
  return run;
}

std::string to_json(const SimulatedRun& run, const std::string& more) {
  double bytes = 0;
  for (const Message& message : run.job.messages) bytes += message.bytes;
  std::string text =
      fmt::format(R"({{"schema":1,"workload":"{}","algorithm":{},"network":{},"element_seconds":{},"seconds":{},)"
                  R"("messages":{},"bytes":{})",
                  run.workload, json_string(run.algorithm), json_string(run.network), run.seconds_per_element,
                  run.timeline.makespan(), run.job.messages.size(), plain(bytes));
  if (const std::optional<Activity> longest = longest_wait(run.timeline))
    text += fmt::format(R"(,"longest_wait":{{"processor":{},"begin":{},"end":{}}})", longest->processor, longest->begin,
                        longest->end);
  if (!more.empty()) text += "," + more;
  if (!run.names.empty()) text += fmt::format(R"(,"names":{})", names_json(run.names));
  return text + fmt::format(R"(,"processors":[{}],"links":[{}]}})", add_processors(run), add_links(run));
}

}  // namespace apportion::problems
