// The family `timeline`: the fields of a simulated run, its question, its division and job, the run, rankings of
// several, and the registration.
#include "experiments/problems/networks/solve.hpp"

#include <fmt/format.h>

#include <iterator>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "sim/network/matrix_jobs.hpp"

namespace apportion::problems {
namespace {

// --- Fields and question

using Names = std::vector<std::string_view>;

// Adds fields of the division as options of the run.
void add_division(const std::vector<Field>& of, const Names& names, const std::string& branch,
                  std::vector<Field>& all) {
  for (const std::string_view name : names) {
    const Field& field = field_named(of, name);
    all.push_back(
        field.within(field.branch.empty() ? branch : branch + "/" + field.branch).only_as(FieldPlace::option));
  }
}

std::vector<Field> fields_of_runs() {
  Field algorithm = field_named(rectangle_fields(), "algorithm").by_default("").only_as(FieldPlace::option);
  algorithm.what = "name of an algorithm of rectangles, or of grids for product and lu";
  algorithm.words = [] {
    std::vector<std::string> names = field_named(rectangle_fields(), "algorithm").words();
    for (const std::string& name : field_named(grid_fields(), "algorithm").words()) names.push_back(name);
    return names;
  };
  std::vector<Field> all = {word_field(
                                "workload", [] { return words_in(workload_words); }, "what runs")
                                .by_default("jacobi"),
                            algorithm, external_field()};
  add_division(rectangle_fields(), {"rows", "columns", "weights", "cluster", "bytes-per-cell", "processors", "whole"},
               "array", all);
  all.push_back(whole_field("iterations", "K", 1, 1000, "Jacobi sweeps")
                    .by_default(std::to_string(RunQuestion{}.iterations))
                    .within("array"));
  all.push_back(word_field(
                    "progress", [] { return words_in(progress_words); },
                    "when a processor goes on: when its neighbours' messages are there, when all are, or before")
                    .by_default("free")
                    .within("array"));
  add_division(rectangle_fields(), {"objective"}, "array", all);
  add_division(grid_fields(), {"edges", "performances", "block"}, "grid", all);
  all.push_back(whole_field("size", "N", 1, static_cast<double>(most_matrix_size), "rows and columns of the matrices")
                    .must_be_given("grid"));
  all.push_back(field_of(FieldKind::json, "problem", {}, "what is divided").must_be_given().only_as(FieldPlace::key));
  const std::vector<Field> network = network_fields();
  Field latency = field_named(rectangle_fields(), "latency");
  latency.what = "start-up of a message on a named network";
  return joined(all, {field_named(network, "network").must_be_given(), field_named(network, "bandwidth"),
                      field_named(network, "startup"), field_named(network, "latency-time"),
                      field_named(network, "element-seconds")
                          .by_default("")
                          .noting("without it computing takes as long as the messages alone"),
                      latency, seed_field().only_as(FieldPlace::option)});
}

void refuse(const FieldValues& given, const Names& names) {
  for (const std::string_view name : names)
    if (given.has(name))
      throw InputError("{} does not go with the workload {}", given.spelled(name), given.text("workload"));
}

// The values of the division: among those of the run, or as a separate problem.
FieldValues division_of(const FieldValues& given, const std::vector<Field>& fields) {
  if (!given.has("problem")) return given.as(fields);
  FieldValues problem(fields, given["problem"].json(), "problem");
  for (const std::string_view name : {"network", "latency"})
    if (problem.has(name)) throw InputError("problem has a {}; the run has its own", name);
  return problem;
}

// --- Runs

constexpr std::size_t most_messages = 200'000;  // the most that are simulated for a picture
constexpr std::int64_t most_owned_lines = 2'000'000;

// The beginning of a run: its algorithm, the job with a second per element, empty parts and the job's processors by
// their names and speeds.
struct DividedJob {
  SimulatedRun run;
  std::string division;  // in words
  std::vector<double> speeds;
  std::vector<std::size_t> processors = {};  // of the network, by processor of the job; empty if they are the same
};

DividedJob divided(const RunQuestion& question, const RectangleQuestion& rectangles) {
  const RectangleAnswer answer = solve(rectangles);
  const Stencil stencil = stencil_of(answer.decomposition);
  if (2 * stencil.halos.size() * question.iterations > most_messages)
    throw InputError("{} iterations have {} messages; the limit is {}", question.iterations,
                     2 * stencil.halos.size() * question.iterations, most_messages);
  const std::vector<double>& speeds = speeds_of(rectangles.memory, rectangles.problem.cluster.speeds);
  const JacobiSettings settings{question.iterations, 1, question.progress};
  const Extent& extent = rectangles.problem.extent;
  return {{.job = jacobi(stencil, speeds, settings),
           .names = answer.names,
           .algorithm = answer.algorithm,
           .empty = answer.whole ? static_cast<std::int64_t>(answer.whole->empty) : 0},
          fmt::format("{} of {} x {}", counted(question.iterations, "Jacobi sweep"), extent.rows, extent.columns),
          speeds};
}

DividedJob divided(const RunQuestion& question, const GridQuestion& grids) {
  if (question.size * static_cast<std::int64_t>(grids.problem.performances.size()) > most_owned_lines)
    throw InputError(
        "matrices of size {} on {} processes are too much for a timeline; the product of the "
        "two may be {}",
        question.size, grids.problem.performances.size(), most_owned_lines);
  const GridAnswer answer = solve(grids);
  MatrixLayout layout{grids.problem.grid, answer.solution.rounded, question.size, {}};
  std::vector<std::string> names;
  for (const std::size_t process : answer.solution.mapping) {
    layout.speeds.push_back(speeds_of(grids.memory, grids.problem.performances)[process]);
    if (!answer.names.empty()) names.push_back(answer.names[process]);
  }
  const bool is_lu = question.workload == Workload::lu;
  Job job = matrix_job(layout, is_lu ? MatrixWork::lu : MatrixWork::product);
  if (job.messages.size() > most_messages)
    throw InputError("the job has {} messages; the limit is {}: take smaller matrices or longer slices",
                     job.messages.size(), most_messages);
  return {{.job = std::move(job), .names = std::move(names), .algorithm = answer.algorithm},
          fmt::format("{} of size {} over {}", is_lu ? "LU decomposition" : "matrix product", question.size,
                      spelled(grids.problem.grid)),
          layout.speeds,
          answer.solution.mapping};
}

std::string processors_json(const SimulatedRun& run) {
  std::size_t processor = 0;
  return json_list(run.seconds_by_doing(), [&](const std::array<double, 3>& seconds) {
    const std::size_t i = processor++;
    return fmt::format(R"({{"processor":{},"computing":{},"starting_up":{},"waiting":{},"finish":{}}})", i, seconds[0],
                       seconds[1], seconds[2], run.timeline.finish[i]);
  });
}

std::string links_json(const SimulatedRun& run) {
  std::size_t link = 0;
  return json_list(run.links, [&](const auto& of) {
    const double bytes = run.timeline.link_bytes[link++];
    return fmt::format(R"({{"name":{},"bytes":{},"busy":{}}})", json_string(of.name), plain(bytes),
                       plain(bytes / of.bandwidth / run.timeline.makespan()));
  });
}

std::string drawn_runs(const std::vector<SimulatedRun>& runs, const std::string& format) {
  return format == "svg" ? svg_timeline(runs) : text_timeline(runs);
}

std::vector<RankedValue> row_of_run(const SimulatedRun& run, const SimulatedRun& best) {
  const double seconds = run.timeline.makespan();
  const TimeUnit unit = readable_unit(best.timeline.makespan());
  return {{fmt::format("time, {}", unit.name), with_digits(unit.of(seconds), 6)},
          {"over first, %", with_decimals(100 * (seconds / best.timeline.makespan() - 1), 2)},
          {"computing, %", with_decimals(run.percent_computing(), 1)},
          {fmt::format("longest wait, {}", unit.name), with_digits(unit.of(run.seconds_of_longest_wait()), 4)},
          {"messages", static_cast<std::int64_t>(run.job.messages.size())},
          {"without an element", given_if(run.empty > 0, run.empty), std::int64_t{0}}};
}

RankingKey key_of_run(const SimulatedRun& run) {
  return {.algorithm = run.algorithm,
          .shortcomings = {static_cast<double>(run.empty)},
          .cost = run.timeline.makespan(),
          .secondary = static_cast<std::int64_t>(run.job.messages.size())};
}

// Without a given time of an element, all use that of the first algorithm's run, so that all compute equally long.
Comparison compare_runs(const FieldValues& given, const std::vector<std::string>& algorithms) {
  RunQuestion question = run_question(given);
  std::string title = fmt::format("on {}", question.network->name);
  const auto run_by = [&](const std::string& algorithm) {
    std::visit([&](auto& division) { division.algorithm = algorithm; }, question.division);
    SimulatedRun run = simulated_run(question);
    question.seconds_per_element = run.seconds_per_element;
    title = run.what;
    return run;
  };
  const std::vector<std::string> names =
      std::visit([&](const auto& division) { return canonical_names(algorithms, division.own); }, question.division);
  Comparison comparison = ranked<SimulatedRun>(
      {}, names,
      {.solve = run_by,
       .key = key_of_run,
       .row = row_of_run,
       .json_line = [](const SimulatedRun& run,
                       std::int64_t rank) { return to_json(run, fmt::format(R"("rank":{})", rank)); },
       .draw = drawn_runs});
  comparison.title = title;
  return comparison;
}

const FamilyRegistration timeline_family{
    {.name = "timeline",
     .summary = "runs on simulated networks: when each processor computes, sends and waits; not for sweeps",
     .fields = run_fields,
     .solve = [](const FieldValues& given) { return to_json(simulated_run(run_question(given))); },
     .draw = [](const FieldValues& given,
                const std::string& format) { return drawn_runs({simulated_run(run_question(given))}, format); },
     .compare = compare_runs}};

}  // namespace

const std::vector<Field>& run_fields() {
  static const std::vector<Field> all = fields_of_runs();
  return all;
}

RunQuestion run_question(const FieldValues& given) {
  RunQuestion question;
  question.workload = known_value(workload_words, given.text("workload"), "workload");
  if (question.workload == Workload::jacobi) {
    refuse(given, {"edges", "performances", "block", "size"});
    RectangleQuestion rectangles = rectangle_question(division_of(given, rectangle_fields()));
    if (!rectangles.network)
      rectangles.network = network_of(given, rectangles.problem.cluster.size(), rectangles.links);
    rectangles.problem.latency = rectangles.network->latency;
    question.network = rectangles.network;
    question.division = std::move(rectangles);
    question.iterations = static_cast<std::size_t>(given.whole("iterations"));
    question.progress = known_value(progress_words, given.text("progress"), "progress");
  } else {
    refuse(given, {"rows", "columns", "weights", "whole", "objective", "iterations", "progress"});
    if (!given.has("size")) throw InputError("{} is missing: rows and columns of the matrices", given.spelled("size"));
    GridQuestion grids = grid_question(division_of(given, grid_fields()));
    question.network = network_of(given, grids.problem.performances.size(), grids.links);
    question.division = std::move(grids);
    question.size = given.whole("size");
  }
  if (given.has("element-seconds")) question.seconds_per_element = question.network->seconds_per_element;
  return question;
}

SimulatedRun simulated_run(const RunQuestion& question) {
  DividedJob divided_job =
      std::visit([&](const auto& division) { return divided(question, division); }, question.division);
  auto& [run, division, speeds, processors] = divided_job;
  const Network& all = *question.network->network;
  const Network network = processors.empty() ? all : among(all, processors);
  run.workload = word_of(workload_words, question.workload);
  run.network = question.network->name;
  run.links = network.links;
  run.seconds_per_element =
      question.seconds_per_element ? *question.seconds_per_element : balanced_seconds(network, run.job, speeds);
  run.job = with_element_seconds(std::move(run.job), run.seconds_per_element);
  run.timeline = simulate(network, run.job, Record::activities);
  if (run.timeline.activities.empty()) throw InputError("nothing takes time in this run");
  run.what = fmt::format("{} on {}", division, run.network);
  run.title = fmt::format("{}: {}, {}", run.algorithm, run.what, readable_time(run.timeline.makespan()));
  return std::move(run);
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
  return text + fmt::format(R"(,"processors":{},"links":{}}})", processors_json(run), links_json(run));
}

}  // namespace apportion::problems
