// The family of grids: blocks divided over process grids.
#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/grids/drawing.hpp"
#include "experiments/problems/grids/inputs.hpp"
#include "experiments/problems/grids/json.hpp"
#include "experiments/problems/grids/study.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/problems/rectangles/drawing.hpp"
#include "experiments/problems/sweep_study.hpp"

namespace apportion::problems {
namespace {

GridQuestion question_of(const OptionValues& options) {
  std::optional<GivenCluster> given = cluster_in(options, "performances");
  options.require(given ? std::vector<std::string>{"edges", "block"}
                        : std::vector<std::string>{"edges", "performances", "block"});
  GridQuestion question;
  question.algorithm = options.text("algorithm", question.algorithm);
  question.problem.grid = parse_grid(options.text("edges"));
  question.problem.performances = given ? constant_speeds(*given) : parse_performances(options.text("performances"));
  if (given) question.names = std::move(given->names);
  question.problem.block = parse_sides(options.text("block"));
  question.own = own_algorithms(options.own(), grid_exchange());
  return question;
}

std::string solve_options(const OptionValues& options) { return to_json(solve(question_of(options))); }

std::string solve_line(const std::string& line) { return to_json(solve(parse_grid_question(line))); }

std::string draw(const OptionValues& options, const std::string& format) {
  const GridQuestion question = question_of(options);
  const GridAnswer answer = solve(question);
  const Decomposition blocks = as_rectangles(question.problem, answer.solution);
  const std::string title =
      fmt::format("{} on {} over {}: {}", answer.algorithm, fmt::join(question.problem.block, " x "),
                  spelled(question.problem.grid), time_words(answer.solution.rounded_time, answer.ideal_time));
  return drawing_of({{title, blocks, {}, {}, answer.names}}, format);
}

std::vector<AlgorithmInfo> algorithms() { return registered_algorithms<GridAlgorithm>("grids"); }

engine::Experiment sweep(const engine::SweepDefinition& definition) {
  return sweep_study(grid_study(), definition, grid_inputs(), own_solvers(grid_exchange()));
}

const FamilyRegistration registration{
    {.name = "grids",
     .synonyms = {"grid"},
     .summary = "blocks divided over grids of unequal processes",
     .compared_metric = "rounded_time",
     .algorithms = algorithms,
     .sweep = sweep,
     .usage = "[--algorithm A] [--external FILE.ini] --edges 2x3 {--performances LIST | --cluster FILE} --block S0,S1",
     .options = {{.name = "algorithm",
                  .value = "NAME",
                  .summary = "such as proposed or beaumont; the default is best, the portfolio"},
                 external_option(),
                 {.name = "edges", .value = "E0xE1", .summary = "edges of the process grid, nondecreasing: 2x3"},
                 {.name = "performances", .value = "LIST", .summary = "one per process: 3,1,2,5,1,4"},
                 cluster_option(),
                 {.name = "block",
                  .value = "S0,S1",
                  .summary = "sides of the generalised block, in elements; those beyond the grid's are not divided"}},
     .solve = solve_options,
     .solve_line = solve_line,
     .draw = draw}};

}  // namespace

GridQuestion grid_question(const OptionValues& options) { return question_of(options); }

}  // namespace apportion::problems
