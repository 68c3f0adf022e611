// The family of whole cells: arrays whose cells are divided among processors, each cell as a whole.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/problems/cells/compare.hpp"
#include "experiments/problems/cells/drawing.hpp"
#include "experiments/problems/cells/given_cells.hpp"
#include "experiments/problems/cells/inputs.hpp"
#include "experiments/problems/cells/json.hpp"
#include "experiments/problems/cells/study.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/problems/rectangles/json.hpp"
#include "experiments/problems/sweep_study.hpp"

namespace apportion::problems {
namespace {

std::optional<std::int64_t> side_in(const OptionValues& options, const std::string& name) {
  if (!options.has(name)) return std::nullopt;
  return options.whole(name, 0, 1, most_cell_lines);
}

CellQuestion question_of(const OptionValues& options) {
  std::optional<GivenCluster> cluster = cluster_in(options, "weights");
  if (!cluster) options.require({"weights"});
  CellQuestion question;
  question.algorithm = options.text("algorithm", question.algorithm);
  if (!cluster) question.problem.cluster = parse_weights(options.text("weights"));
  question.problem.latency = options.number("latency").value_or(0);
  GivenCells given{.rows = side_in(options, "rows"), .columns = side_in(options, "columns")};
  if (options.has("loads")) given.loads = loads_in(options.text("loads"));
  if (options.has("mask")) set_mask(options.text("mask"), given);
  set_cells(given, question.problem);
  if (cluster) {
    question.problem.cluster = cluster->cluster_for(total_load(question.problem));
    question.names = std::move(cluster->names);
  }
  question.network = network_of(options, question.problem.cluster.size());
  if (question.network) question.problem.latency = question.network->latency;
  question.own = own_algorithms(options.own(), cell_exchange());
  return question;
}

std::string solve_options(const OptionValues& options) { return to_json(solve(question_of(options))); }

std::string solve_line(const std::string& line) { return to_json(solve(parse_cell_question(line))); }

std::string draw(const OptionValues& options, const std::string& format) {
  const CellQuestion question = question_of(options);
  const CellAnswer answer = solve(question);
  const std::string title = title_of(question.problem, answer);
  return drawing_of({drawn_division(question.problem, title, answer.decomposition, answer.names)}, format);
}

Comparison compare(const OptionValues& options, const std::vector<std::string>& algorithms) {
  return compare_cells(question_of(options), algorithms);
}

std::vector<AlgorithmInfo> algorithms() { return registered_algorithms<CellAlgorithm>("cells"); }

std::vector<OptionalAlgorithm> missing() { return CellRegistry::instance().missing(); }

engine::Experiment sweep(const engine::SweepDefinition& definition) {
  return sweep_study(cell_study(), definition, cell_inputs(), own_solvers(cell_exchange()));
}

std::vector<OptionDeclaration> options() {
  std::vector<OptionDeclaration> all = {
      {.name = "algorithm",
       .value = "NAME",
       .summary = "such as BEST, the default, or ROUNDED[of=XY2]; A,B or all: a ranking"},
      external_option(),
      {.name = "rows", .value = "M", .summary = "rows of the array; loads and masks say them as well"},
      {.name = "columns", .value = "N", .summary = "columns of the array, likewise"},
      {.name = "weights", .value = "LIST", .summary = "relative speeds: 3,1,2; or [[3,1],2], lists being machines"},
      cluster_option(),
      {.name = "latency", .value = "L", .summary = "start-up cost per pair of neighbours (default: 0)"},
      {.name = "loads", .value = "FILE", .summary = "a load for each cell, 0 being left out: PGM, PBM or CSV"},
      {.name = "mask",
       .value = "FILE|LIST",
       .summary = "what is left out: a PBM file, or rectangles [[row,column,rows,columns],...]"}};
  const std::vector<OptionDeclaration> network = network_options();
  all.insert(all.end(), network.begin(), network.end());
  return all;
}

const FamilyRegistration registration{
    {.name = "cells",
     .summary = "arrays of whole cells, of equal or different loads, divided among unequal processors",
     .compared_metric = "total",
     .algorithms = algorithms,
     .missing = missing,
     .sweep = sweep,
     .usage =
         "[--algorithm A|A,B|all] [--external FILE.ini] --rows M --columns N {--weights LIST | --cluster FILE} "
         "[--latency L] [--loads FILE] [--mask FILE|LIST] [--network NAME|FILE [--startup PLACE] [--element-seconds "
         "S]]",
     .options = options(),
     .solve = solve_options,
     .solve_line = solve_line,
     .draw = draw,
     .compare = compare}};

}  // namespace
}  // namespace apportion::problems
