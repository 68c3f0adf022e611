// The family `timeline`: the fields of a simulated run, its question, and its registration.
#include <fmt/format.h>

#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/words.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/grids/solve.hpp"
#include "experiments/problems/networks/solve.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/problems/rectangles/study.hpp"
#include "sim/network/jacobi.hpp"
#include "sim/network/matrix_jobs.hpp"

namespace apportion::problems {
namespace {

using Names = std::vector<std::string_view>;

const FamilyRegistration timeline_family{
    {.name = "timeline",
     .summary = "runs on simulated networks: when each processor computes, sends and waits; not for sweeps",
     .fields = run_fields,
     .solve = [](const FieldValues& given) { return to_json(simulated_run(run_question(given))); },
     .draw = draw_run,
     .compare = compare_runs}};

std::vector<std::string> workloads() { return words_in(workload_words); }

std::vector<std::string> progresses() { return words_in(progress_words); }

std::vector<std::string> algorithms_of_divisions() {
  std::vector<std::string> names = field_named(rectangle_fields(), "algorithm").words();
  for (const std::string& name : field_named(grid_fields(), "algorithm").words()) names.push_back(name);
  return names;
}

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
  algorithm.words = algorithms_of_divisions;
  std::vector<Field> all = {word_field("workload", workloads, "what runs").by_default("jacobi"), algorithm,
                            external_field()};
  add_division(rectangle_fields(), {"rows", "columns", "weights", "cluster", "bytes-per-cell", "processors", "whole"},
               "array", all);
  all.push_back(whole_field("iterations", "K", 1, 1000, "Jacobi sweeps")
                    .by_default(std::to_string(RunQuestion{}.iterations))
                    .within("array"));
  all.push_back(word_field("progress", progresses,
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
      throw InputError(fmt::format("{} does not go with the workload {}", given.spelled(name), given.text("workload")));
}

// The values of the division: among those of the run, or as a separate problem.
FieldValues division_of(const FieldValues& given, const std::vector<Field>& fields) {
  if (!given.has("problem")) return given.as(fields);
  FieldValues problem(fields, given["problem"].json(), "problem");
  for (const std::string_view name : {"network", "latency"})
    if (problem.has(name)) throw InputError(fmt::format("problem has a {}; the run has its own", name));
  return problem;
}

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
    question.progress = parse_progress(given.text("progress"));
  } else {
    refuse(given, {"rows", "columns", "weights", "whole", "objective", "iterations", "progress"});
    if (!given.has("size"))
      throw InputError(fmt::format("{} is missing: rows and columns of the matrices", given.spelled("size")));
    GridQuestion grids = grid_question(division_of(given, grid_fields()));
    question.network = network_of(given, grids.problem.performances.size(), grids.links);
    question.division = std::move(grids);
    question.size = given.whole("size");
  }
  if (given.has("element-seconds")) question.seconds_per_element = question.network->seconds_per_element;
  return question;
}

}  // namespace apportion::problems
