// Axes, sampler and metrics of the sharding family.
#include "extensions/shardings/problem/study.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "experiments/engine/erasure.hpp"
#include "experiments/problems/common/sweep_study.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "extensions/shardings/problem/sharding_file.hpp"
#include "extensions/shardings/problem/solve.hpp"
#include "extensions/shardings/sim/sharding_graphs.hpp"

namespace apportion::problems {
namespace {

// The measures of an answer and of the algorithm's work.
struct ShardingMeasures {
  double cost = 0;
  double gap = 0;   // percent above the algorithm's own bound
  double peak = 0;  // in percent of the limit
  double lower_bound = 0;
  double proven = 0;    // 1 if the algorithm proved the answer optimal
  double answered = 0;  // 1 if it found an allowed sharding
  double nodes = 0;     // this and the next three are ShardingSizes
  double labels = 0;
  double edges = 0;
  double times = 0;
  double sweeps = 0;  // this and the rest are counters of ShardingSolution
  double moves = 0;
  double search_nodes = 0;
};

ShardingMeasures measure_shardings(const ShardingProblem& /*problem*/, const ShardingSolution& solution) {
  ShardingMeasures measures;
  measures.lower_bound = static_cast<double>(solution.lower_bound);
  measures.proven = solution.proven_optimal || solution.proven_infeasible ? 1 : 0;
  measures.answered = solution.labels ? 1 : 0;
  measures.nodes = static_cast<double>(solution.sizes.nodes);
  measures.labels = static_cast<double>(solution.sizes.labels);
  measures.edges = static_cast<double>(solution.sizes.edges);
  measures.times = static_cast<double>(solution.sizes.times);
  measures.sweeps = static_cast<double>(solution.sweeps);
  measures.moves = static_cast<double>(solution.moves);
  measures.search_nodes = static_cast<double>(solution.nodes);
  return measures;
}

void measure_answer(const ShardingProblem& problem, const ShardingSolution& solution, ShardingMeasures& measures) {
  if (!solution.labels) throw std::runtime_error("no sharding that is allowed was found");
  const ShardingTotals sum = totals(*problem.graph, *solution.labels);
  measures.cost = static_cast<double>(sum.cost);
  // Moments must be finite, so a bound of 0 counts as 1.
  measures.gap = gap_percent(sum.cost, std::max<WideWhole>(solution.lower_bound, 1));
  const double limit = static_cast<double>(problem.graph->usage_limit.value_or(0));
  measures.peak = limit > 0 ? 100 * static_cast<double>(sum.peak) / limit : 0;
}

engine::Axis whole_axis(const std::string& name, const std::string& title, double least, double most, double value) {
  return {.name = name,
          .title = title,
          .kind = engine::AxisKind::whole,
          .least = least,
          .most = most,
          .values = engine::axis_values({value})};
}

ShardingProblem problem_of(ShardingGraph graph) { return {std::make_shared<const ShardingGraph>(std::move(graph))}; }

ShardingProblem problem_in_line(const std::string& line) {
  const FieldValues given(sharding_fields(), parse_json(line));
  given.require_no_files();
  return problem_of(sharding_graph(given["problem"]));
}

ShardingProblem problem_in_file(const std::string& file) { return problem_of(read_sharding_file(file)); }

// Draws a graph of sharding_graphs.hpp. The search ends only by the algorithm's own limits.
ShardingProblem sample_sharding(const engine::Point& point, RandomStream& stream) {
  return problem_of(draw_sharding_graph({.kind = sharding_kind(point.text("kind")),
                                         .nodes = point.count("nodes"),
                                         .strategies = static_cast<std::uint32_t>(point.count("strategies")),
                                         .slack_percent = static_cast<std::int64_t>(point.count("slack"))},
                                        stream));
}

// A study of the family's algorithms with samples of sample_sharding() and all measures. If an algorithm finds no
// sharding, the sample fails if cost, gap or peak is stored.
engine::Study study_of_shardings() {
  using Measures = ShardingMeasures;
  engine::Study study;
  study.title = "Sharding graphs like those of compilers";
  study.source = "Moffitt & Fegade, ASPLOS 2025 / EuroSys 2025 contest, doi 10.1145/3676642.3736399";
  study.axes = sharding_axes();
  study.samples = 5;
  study.chunk_size = 1;
  study.solvers = engine::solvers_of<ShardingAlgorithm>();
  study.algorithms = {"greedy", "best"};
  study.measured = engine::measured<ShardingProblem, ShardingSolution, Measures>(
      measure_shardings,
      {{"cost", "sum of the costs of nodes and edges", "", "less", 0, &Measures::cost},
       {"gap", "cost above the lower bound, percent of the bound", "%", "less", 4, &Measures::gap},
       {"peak", "most memory at any time, percent of the limit", "%", "", 2, &Measures::peak},
       {"lower_bound", "lower bound on the cost that the algorithm itself proves", "", "more", 0,
        &Measures::lower_bound},
       {"proven", "share of samples proved optimal or infeasible by the algorithm itself", "", "more", 4,
        &Measures::proven},
       {"answered", "share of samples with a sharding that is allowed", "", "more", 4, &Measures::answered},
       {"nodes_left", "nodes after reductions", "", "less", 0, &Measures::nodes},
       {"labels_left", "strategies after reductions", "", "less", 0, &Measures::labels},
       {"edges_left", "edges after reductions", "", "less", 0, &Measures::edges},
       {"times_left", "times after reductions at which memory can bind", "", "less", 0, &Measures::times},
       {"sweeps", "sweeps of message passing", "", "less", 0, &Measures::sweeps},
       {"moves", "neighbourhoods that were searched", "", "less", 0, &Measures::moves},
       {"search_nodes", "nodes of the search tree", "", "less", 0, &Measures::search_nodes}},
      {{{&Measures::cost, &Measures::gap, &Measures::peak}, measure_answer}});
  study.paired_metrics = {
      engine::relative_metric("relative_cost", "cost over the rival's on the same graph", 4, "cost")};
  study.sample = engine::sampler(sample_sharding);
  study.forms = engine::shown(show_shardings());
  return study;
}

}  // namespace

std::vector<engine::Axis> sharding_axes() {
  engine::Axis kind = engine::name_axis("kind", "layers; tied: few decisions and many times; clusters: soft clusters",
                                        engine::AxisRole::sampled, sharding_kinds());
  kind.values = engine::name_values({sharding_kinds().front()});
  kind.omitted_at = kind.values.front();
  return {whole_axis("nodes", "nodes of the graph", 1, 1e6, 500),
          whole_axis("strategies", "most strategies of a node", 2, 1000, 12),
          whole_axis("slack", "limit above the peak of least usages, percent", 0, 1e6, 10), std::move(kind)};
}

engine::Experiment sharding_sweep(const engine::SweepDefinition& definition) {
  GivenInstances instances = given_instances<ShardingProblem>(problem_in_line);
  take_instance_files<ShardingProblem>(problem_in_file, instances);
  return sweep_study(study_of_shardings(), definition, {.instances = instances}, own_solvers(sharding_exchange()));
}

}  // namespace apportion::problems
