// Fuzz targets: problems of `solve`, solved where they are small: distributions, graphs, programs and timelines;
// those of rectangles and grids are in other files.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "algorithms/distributions/communication_count.hpp"
#include "algorithms/distributions/distribution_kind.hpp"
#include "base/error.hpp"
#include "experiments/problems/common/json.hpp"
#include "experiments/problems/distributions/solve.hpp"
#include "experiments/problems/graphs/solve.hpp"
#include "experiments/problems/networks/solve.hpp"
#include "experiments/problems/programs/solve.hpp"
#include "tests/fuzz/checks.hpp"
#include "tests/fuzz/fuzz_targets.hpp"
#include "tests/support/questions.hpp"

namespace apportion::fuzz {
namespace {

void expect_same_counts(const MatrixProduct& product, const Communications& counted) {
  constexpr Index most_side = 6;
  const Index longest = std::max({product.rows.length(), product.columns.length(), product.inner.length()});
  if (longest > most_side || product.processes() > 2 * most_side) return;
  const Communications plain = count_communications("by-definition", product);
  expect(plain == counted, "by-loads counts otherwise than by-definition");
}

void fuzz_distributions(std::string_view input) {
  const problems::FieldValues question = problems::distribution_question(input);
  // A grid of p processes is chosen by trial division.
  const bool is_chosen = !question.has("distribution") && !(question.has("M") && question.has("N"));
  if (is_chosen && question.has("p") && question.whole("p") > 1'000'000) return;
  const problems::DistributionAnswer answer = solve(question);
  for (const Distribution& each : {answer.product.rows, answer.product.columns, answer.product.inner})
    expect_consistent(each);
  expect_same_counts(answer.product, answer.counted);
  expect_json(to_json(answer));
  const std::string name = name_of(answer);
  const std::string again = to_text(read_again(name, parse_replicated));
  expect(again == name || again == name + "·1", "the name is not what it is read as: " + name);
}

const TargetRegistration distributions_registration{{"distributions", fuzz_distributions}};

using problems::GraphAnswer;
using problems::GraphQuestion;

constexpr std::array exact_methods = {"exhaustive", "elimination", "optimal", "max-flow"};
constexpr std::array heuristics = {"icm",           "alpha-expansion", "best-static",         "bottom-up-clustering",
                                   "algorithm1-cc", "algorithm1-flow", "algorithm1-cc[paper]"};

// The least cost over all labellings, enumerated like the digits of a number.
double least_cost(const AlignmentGraph& graph) {
  Labelling labels(graph.size(), 0);
  double least = completion_time(graph, labels);
  for (std::size_t node = 0; node < labels.size();) {
    if (++labels[node] < graph.candidates.size()) {
      least = std::min(least, completion_time(graph, labels));
      node = 0;
    } else {
      labels[node++] = 0;
    }
  }
  return least;
}

void expect_right(const AlignmentGraph& graph, const GraphAnswer& answer, double least) {
  const GraphSolution& solution = answer.solution;
  const std::string& name = answer.algorithm;
  expect(solution.labels.size() == graph.size(), name + ": not one label for each node");
  for (const std::size_t label : solution.labels) expect(label < graph.candidates.size(), name + ": no such candidate");
  const double cost = completion_time(graph, solution.labels);
  expect_at_most(cost, solution.cost, 0, name + ": the cost is not that of the labels");
  expect_at_most(solution.cost, cost, 0, name + ": the cost is not that of the labels");
  expect_at_most(solution.lower_bound, least, 0, name + ": the bound is above the least cost");
  expect_at_most(least, solution.cost, 0, name + ": cheaper than the least cost");
  expect_at_most(solution.cost, solution.static_cost, 0, name + ": costs more than one distribution for all");
  if (solution.proven_optimal) expect_at_most(solution.cost, least, 0, name + ": proven, and not the least");
  expect_json(to_json(answer));
}

// Whether it was solved and proven.
bool label_by(const std::string& algorithm, GraphQuestion question, double least) {
  question.algorithm = algorithm;
  try {
    const GraphAnswer answer = solve(question);
    expect_right(question.problem, answer, least);
    return answer.solution.proven_optimal;
  } catch (const InputError&) {
    return false;
  }
}

void expect_same_graph(const AlignmentGraph& graph) {
  const std::string text = problems::to_json(graph);
  expect_json(text);
  expect(problems::to_json(read_again(text, problems::parse_graph_question).problem) == text,
         "a graph does not come back from JSON");
}

void fuzz_graphs(std::string_view input) {
  constexpr std::size_t most_nodes = 5;
  constexpr std::size_t most_candidates = 3;
  const GraphQuestion question = problems::parse_graph_question(input);
  const AlignmentGraph& graph = question.problem;
  expect_same_graph(graph);
  if (graph.size() > most_nodes || graph.candidates.size() > most_candidates) return;
  const double least = least_cost(graph);
  for (const char* name : exact_methods) {
    const bool is_proven = label_by(name, question, least);
    const bool may_refuse = std::string_view(name) == "max-flow" && graph.candidates.size() > 2;
    expect(is_proven || may_refuse, fmt::format("{} does not prove a graph of {} nodes", name, graph.size()));
  }
  for (const char* name : heuristics) static_cast<void>(label_by(name, question, least));
}

const TargetRegistration graphs_registration{{"graphs", fuzz_graphs}};

// A bound on the absolute value of an expression with indices up to `reach`.
double farthest(const Affine& expression, double reach) {
  double sum = std::abs(static_cast<double>(expression.constant));
  for (const auto& [index, coefficient] : expression.coefficients)
    sum += std::abs(static_cast<double>(coefficient)) * reach;
  return sum;
}

// An upper bound on the iterations of the loops.
double most_trips(const std::vector<Loop>& loops) {
  double nest = 1;
  double reach = 0;
  for (const Loop& loop : loops) {
    const double from = farthest(loop.from, reach);
    const double to = farthest(loop.to, reach);
    constexpr double most_doublings = 64;
    nest *= loop.factor ? most_doublings : 1 + (from + to) / std::abs(static_cast<double>(loop.step));
    reach = std::max({reach, from, to});
  }
  return nest;
}

// Long loops are no more interesting than short ones.
bool is_small(const Program& program) {
  constexpr double most_iterations = 1000;
  double iterations = 0;
  for (const ProgramNode& node : program.nodes) iterations += most_trips(node.loops);
  return iterations <= most_iterations && program.processors <= 64 && program.rank <= 3 && program.nodes.size() <= 6 &&
         program.objects.size() <= 6 && program.edges.size() <= 10;
}

void expect_costs(const AlignmentGraph& graph) {
  for (const AlignmentNode& node : graph.nodes)
    for (const double cost : node.costs) expect(cost >= 0 && std::isfinite(cost), "an invalid cost");
  for (const AlignmentEdge& edge : graph.edges)
    expect(edge.weight >= 0 && std::isfinite(edge.weight), "an invalid weight");
}

void fuzz_programs(std::string_view input) {
  problems::ProgramQuestion question = problems::parse_program_question(input);
  if (!is_small(question.program)) return;
  question.algorithm = "icm";
  const problems::ProgramAnswer answer = solve(question);
  expect_costs(answer.built.graph);
  expect_json(to_json(answer));
  expect_at_most(answer.lower_bound, answer.cost, 0, "cheaper than the bound");
  expect_at_most(answer.cost, answer.static_cost, 0, "costs more than one distribution for all");
  // solve graphs accepts the output of --print-graph, with the same answer.
  const std::string printed = problems::to_json(answer.built.graph);
  problems::GraphQuestion graph = read_again(printed, problems::parse_graph_question);
  expect(problems::to_json(graph.problem) == printed, "a graph does not come back from JSON");
  graph.algorithm = question.algorithm;
  const auto solved = [&graph](const std::string&) { return solve(graph).solution.labels; };
  expect(read_again(printed, solved) == answer.labels, "the graph alone has another answer");
}

void fuzz_affine(std::string_view input) { static_cast<void>(problems::parse_affine(input)); }

const TargetRegistration programs_registration{{"programs", fuzz_programs}};
const TargetRegistration affine_registration{{"affine", fuzz_affine}};

// Activities of one processor follow each other; nothing ends after the whole.
void expect_in_order(const Timeline& timeline, std::size_t processors) {
  const double end = timeline.makespan();
  expect(std::isfinite(end) && end >= 0, "a run that does not end");
  expect(timeline.finish.size() == processors, "not one finish for each processor");
  std::vector<double> last(processors, 0);
  for (const Activity& activity : timeline.activities) {
    expect(activity.processor < processors && activity.end >= activity.begin, "an invalid activity");
    expect_at_most(last[activity.processor], activity.begin, end, "a processor does two things at once");
    last[activity.processor] = activity.end;
    expect_at_most(activity.end, timeline.finish[activity.processor], end, "a processor works after its finish");
  }
  for (const Transfer& transfer : timeline.transfers)
    expect(transfer.end >= transfer.begin && transfer.end <= end * (1 + 1e-9), "a message arrives after the end");
}

// No link exceeds its capacity, and all messages arrive.
void expect_capacities(const problems::SimulatedRun& run) {
  const double end = run.timeline.makespan();
  for (std::size_t i = 0; i < run.links.size(); ++i)
    expect_at_most(run.timeline.link_bytes[i], run.links[i].bandwidth * end, 0, "a link carries more than it can");
}

bool is_small(const problems::RunQuestion& question) {
  constexpr std::size_t most_processors = 6;
  constexpr std::int64_t most_size = 200;
  if (question.iterations > 5 || question.size > most_size) return false;
  if (const auto* rectangles = std::get_if<problems::RectangleQuestion>(&question.division))
    return rectangles->problem.cluster.size() <= most_processors && !is_search(rectangles->algorithm);
  const auto& grid = std::get<problems::GridQuestion>(question.division);
  return grid.problem.performances.size() <= most_processors &&
         std::ranges::all_of(grid.problem.block, [](std::int64_t block_side) { return block_side >= 3; });
}

// Chooses other algorithms than the defaults, which are searches.
void choose_quick(problems::RunQuestion& question) {
  if (auto* rectangles = std::get_if<problems::RectangleQuestion>(&question.division)) {
    if (is_search(rectangles->algorithm)) rectangles->algorithm = "XY2";
    return;
  }
  auto& grid = std::get<problems::GridQuestion>(question.division);
  if (grid.algorithm.find("natural") == std::string::npos) grid.algorithm = "equal-pressure";
}

void fuzz_timeline(std::string_view input) {
  problems::RunQuestion question = problems::parse_run_question(input);
  choose_quick(question);
  if (!is_small(question)) return;
  const problems::SimulatedRun run = simulated_run(question);
  expect_in_order(run.timeline, run.job.programs.size());
  expect_capacities(run);
  expect_json(to_json(run));
}

const TargetRegistration timeline_registration{{"timeline", fuzz_timeline}};

}  // namespace
}  // namespace apportion::fuzz
