// What a simulated run is given by, and the question that it makes.
#include <fmt/format.h>

#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/grids/fields.hpp"
#include "experiments/problems/networks/simulated_run.hpp"
#include "experiments/problems/rectangles/fields.hpp"
#include "sim/network/matrix_jobs.hpp"

namespace apportion::problems {
namespace {

using Names = std::vector<std::string_view>;

std::vector<std::string> workloads() { return {"jacobi", "product", "lu"}; }

Workload parse_workload(const std::string& word) {
  if (word == "jacobi") return Workload::jacobi;
  if (word == "product") return Workload::product;
  if (word == "lu") return Workload::lu;
  throw unknown_name("workload", word, workloads());
}

std::vector<std::string> algorithms() {
  std::vector<std::string> names = field_named(rectangle_fields(), "algorithm").words();
  for (const std::string& name : field_named(grid_fields(), "algorithm").words()) names.push_back(name);
  return names;
}

// Fields of the division, as options of the run.
void add_division(const std::vector<Field>& of, const Names& names, const std::string& branch,
                  std::vector<Field>& all) {
  for (const std::string_view name : names) {
    Field field = field_named(of, name);
    field.branch = field.branch.empty() ? branch : branch + "/" + field.branch;
    field.place = FieldPlace::option;
    all.push_back(std::move(field));
  }
}

std::vector<Field> fields() {
  const auto option = [](Field field) {
    field.place = FieldPlace::option;
    return field;
  };
  Field algorithm = option(field_named(rectangle_fields(), "algorithm"));
  algorithm.what = "name of an algorithm of rectangles, or of grids for product and lu";
  algorithm.fallback = "";
  algorithm.words = algorithms;
  std::vector<Field> all = {
      {.name = "workload", .what = "what runs", .fallback = "jacobi", .words = workloads}, algorithm, external_field()};
  add_division(rectangle_fields(), {"rows", "columns", "weights", "cluster", "whole"}, "array", all);
  all.push_back({.name = "iterations",
                 .kind = FieldKind::whole,
                 .value = "K",
                 .what = "Jacobi sweeps",
                 .least = 1,
                 .most = 1000,
                 .fallback = std::to_string(RunQuestion{}.iterations),
                 .branch = "array"});
  all.push_back({.name = "progress",
                 .what = "when a processor continues: when its neighbours' messages are there, when all are, "
                         "or before",
                 .fallback = "free",
                 .branch = "array",
                 .words = [] {
                   return std::vector<std::string>{"free", "barrier", "overlap"};
                 }});
  add_division(rectangle_fields(), {"objective"}, "array", all);
  add_division(grid_fields(), {"edges", "performances", "block"}, "grid", all);
  all.push_back({.name = "size",
                 .kind = FieldKind::whole,
                 .value = "N",
                 .what = "rows and columns of the matrices",
                 .least = 1,
                 .most = static_cast<double>(most_matrix_size),
                 .required = true,
                 .branch = "grid"});
  all.push_back({.name = "problem",
                 .kind = FieldKind::json,
                 .what = "what is divided",
                 .required = true,
                 .place = FieldPlace::key});
  for (Field field : network_fields()) {
    field.required = field.name == "network";
    if (field.name == "element-seconds") {
      field.fallback = "";
      field.note = "without it computing takes as long as the messages alone";
    }
    all.push_back(std::move(field));
  }
  Field latency = field_named(rectangle_fields(), "latency");
  latency.what = "start-up of a message on a named network";
  all.push_back(std::move(latency));
  all.push_back(option(field_named(rectangle_fields(), "seed")));
  return all;
}

void refuse(const FieldValues& given, const Names& names) {
  for (const std::string_view name : names)
    if (given.has(name))
      throw InputError(fmt::format("{} does not go with the workload {}", given.spelled(name), given.text("workload")));
}

// The values of the division: given beside those of the run, or as a problem of their own.
FieldValues division_of(const FieldValues& given, const std::vector<Field>& fields) {
  if (!given.has("problem")) return given.as(fields);
  FieldValues problem(fields, given["problem"].json(), "problem");
  for (const std::string_view name : {"network", "latency"})
    if (problem.has(name)) throw InputError(fmt::format("problem has a {}; the run has its own", name));
  return problem;
}

}  // namespace

const std::vector<Field>& run_fields() {
  static const std::vector<Field> all = fields();
  return all;
}

RunQuestion run_question(const FieldValues& given) {
  RunQuestion question;
  question.workload = parse_workload(given.text("workload"));
  if (question.workload == Workload::jacobi) {
    refuse(given, {"edges", "performances", "block", "size"});
    RectangleQuestion rectangles = rectangle_question(division_of(given, rectangle_fields()));
    if (!rectangles.network) rectangles.network = network_of(given, rectangles.problem.cluster.size());
    rectangles.problem.latency = rectangles.network->latency;
    question.network = rectangles.network;
    question.division = std::move(rectangles);
    question.iterations = static_cast<std::size_t>(given.whole("iterations"));
    question.progress = parse_progress(given.text("progress"));
  } else {
    refuse(given, {"rows", "columns", "weights", "whole", "objective", "iterations", "progress"});
    if (!given.has("size")) throw InputError(fmt::format("{0} is missing; a problem needs {0}", given.spelled("size")));
    GridQuestion grids = grid_question(division_of(given, grid_fields()));
    question.network = network_of(given, grids.problem.performances.size());
    question.division = std::move(grids);
    question.size = given.whole("size");
  }
  if (given.has("element-seconds")) question.seconds_per_element = question.network->seconds_per_element;
  return question;
}

RunQuestion parse_run_question(std::string_view json) { return run_question({run_fields(), parse_json(json)}); }

}  // namespace apportion::problems
