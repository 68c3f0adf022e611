// Divisions and the jobs that they make.
#include "experiments/problems/networks/simulated_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/problems/grids/json.hpp"
#include "experiments/problems/rectangles/json.hpp"
#include "sim/network/matrix_jobs.hpp"

namespace apportion::problems {
namespace {

constexpr std::int64_t most_iterations = 1000;
constexpr std::size_t most_messages = 200'000;  // that are simulated for a picture
constexpr std::int64_t most_owned_lines = 2'000'000;

Workload parse_workload(const std::string& word) {
  if (word == "jacobi") return Workload::jacobi;
  if (word == "product") return Workload::product;
  if (word == "lu") return Workload::lu;
  throw unknown_name("workload", word, {"jacobi", "product", "lu"});
}

std::string_view workload_name(Workload workload) {
  return workload == Workload::jacobi ? "jacobi" : workload == Workload::product ? "product" : "lu";
}

void refuse(const std::string& workload, const std::string& option, bool is_given) {
  if (is_given) throw InputError(fmt::format("{} does not go with the workload {}", option, workload));
}

std::size_t processors_of(const RunQuestion& question) {
  if (const auto* rectangles = std::get_if<RectangleQuestion>(&question.division))
    return rectangles->problem.cluster.size();
  return std::get<GridQuestion>(question.division).problem.performances.size();
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
    throw InputError(fmt::format("{} iterations have {} messages; there may be {}", question.iterations,
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
    throw InputError(fmt::format("the job has {} messages; there may be {}: take smaller matrices or longer slices",
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

std::size_t iterations_in(const JsonReader& value) {
  const std::int64_t iterations = value.whole();
  if (iterations < 1 || iterations > most_iterations)
    throw InputError(fmt::format("iterations is {}; it must be from 1 to {}", iterations, most_iterations));
  return static_cast<std::size_t>(iterations);
}

}  // namespace

RunQuestion run_question(const OptionValues& options) {
  options.require({"network"});
  RunQuestion question;
  const std::string word = options.text("workload", "jacobi");
  question.workload = parse_workload(word);
  if (question.workload == Workload::jacobi) {
    for (const char* option : {"edges", "performances", "block", "size"})
      refuse(word, fmt::format("--{}", option), options.has(option));
    RectangleQuestion rectangles = rectangle_question(options);
    question.network = rectangles.network;
    question.division = std::move(rectangles);
    question.iterations = static_cast<std::size_t>(options.whole("iterations", 3, 1, most_iterations));
    question.progress = parse_progress(options.text("progress", "free"));
  } else {
    for (const char* option : {"rows", "columns", "weights", "whole", "objective", "iterations", "progress"})
      refuse(word, fmt::format("--{}", option), options.has(option));
    options.require({"size"});
    question.division = grid_question(options);
    question.network = network_of(options, processors_of(question));
    question.size = options.whole("size", 0, 1, most_matrix_size);
  }
  if (options.has("element-seconds")) question.seconds_per_element = question.network->seconds_per_element;
  return question;
}

RunQuestion parse_run_question(std::string_view json) {
  const Json value = parse_json(json);
  const JsonReader run(value);
  run.require_keys({"problem", "network"},
                   {"workload", "startup", "latency", "element_seconds", "iterations", "progress", "size"});
  RunQuestion question;
  const std::string word = run.has("workload") ? run["workload"].text() : "jacobi";
  question.workload = parse_workload(word);
  const std::string problem = run["problem"].json().dump();
  if (question.workload == Workload::jacobi) {
    refuse(word, "size", run.has("size"));
    RectangleQuestion rectangles = parse_rectangle_question(problem);
    if (rectangles.network) throw InputError("problem has a network; the run has its own");
    if (run["problem"].has("latency")) throw InputError("problem has a latency; the run has its own");
    rectangles.network = network_of(run, rectangles.problem.cluster.size());
    rectangles.problem.latency = rectangles.network->latency;
    question.network = rectangles.network;
    question.division = std::move(rectangles);
    if (run.has("iterations")) question.iterations = iterations_in(run["iterations"]);
    if (run.has("progress")) question.progress = parse_progress(run["progress"].text());
  } else {
    for (const char* key : {"iterations", "progress"}) refuse(word, key, run.has(key));
    run.require_keys({"problem", "network", "size"}, {"workload", "startup", "latency", "element_seconds"});
    question.division = parse_grid_question(problem);
    question.network = network_of(run, processors_of(question));
    question.size = run["size"].whole();
  }
  if (run.has("element_seconds")) question.seconds_per_element = question.network->seconds_per_element;
  return question;
}

SimulatedRun simulated_run(const RunQuestion& question) {
  if (question.iterations < 1 || question.iterations > static_cast<std::size_t>(most_iterations))
    throw InputError(fmt::format("iterations is {}; it must be from 1 to {}", question.iterations, most_iterations));
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
