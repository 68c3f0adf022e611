// The paper's example programs, in the format of docs/program-format.md, and the studies of them: candidate
// distributions (Figure 3), block sizes, the SUM example, the node costs of ADI.
#include "experiments/chatterjee/example_programs.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "base/error.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/programs/solve.hpp"
#include "experiments/sweeps/code_studies.hpp"
#include "experiments/sweeps/paper_sources.hpp"
#include "sim/programs/program_graph.hpp"

namespace apportion::chatterjee {

Program example_program(const std::string& name) {
  return problems::parse_program_question(
             sweeps::FolderTexts::built_in("chatterjee").text("programs/" + name + ".json"))
      .program;
}

namespace {

using engine::Numbers;
using engine::Point;

std::int64_t whole_at(const Point& point, const char* axis) { return static_cast<std::int64_t>(point.count(axis)); }

// --- Figure 3: feature sizes, block sizes, and the candidate distributions of two arrays of different size

// One of the two arrays under one distribution on 2 x 2 processors.
Numbers blocked_array(const Point& point) {
  const Program program = example_program("figure3");
  const ProgramNode& node = program.nodes[point.count("extent") == 1000 ? 0 : 1];
  const TemplateDistribution distribution{{{2, whole_at(point, "block1")}, {2, whole_at(point, "block2")}}};
  const std::vector<TemplateDistribution> candidates = candidate_distributions(program);
  return {{"load", computation_cost(program, node, distribution)},
          {"generated", contains(candidates, distribution)},
          {"candidates", candidates.size()}};
}

const engine::Registration figure3_registration{[] {
  return sweeps::experiment_of_functions({.name = "chatterjee/figure3"}, {{"from-program", blocked_array}});
}};

// --- The number of candidate distributions that Section 5.2 generates for example programs

// The most of any dimension.
std::size_t most_feature_sizes(const std::vector<TemplateVector>& representatives,
                               const std::vector<ObjectExtent>& extents, std::size_t rank) {
  std::size_t most = 0;
  for (std::size_t i = 0; i < rank; ++i) {
    std::set<std::int64_t> sizes;
    for (const TemplateVector& extent : representatives) sizes.insert(extent[i]);
    if (std::ranges::any_of(extents, [i](const ObjectExtent& extent) { return extent.varies[i]; })) sizes.insert(1);
    most = std::max(most, sizes.size());
  }
  return most;
}

Numbers generated(const Point& point) {
  Program program = example_program(point.text("program"));
  program.processors = whole_at(point, "processors");
  const std::vector<ObjectExtent> extents = object_extents(program);
  std::vector<TemplateVector> swept;
  for (const ObjectExtent& extent : extents) swept.push_back(extent.swept);
  const std::vector<TemplateVector> representatives = representative_extents(swept);
  return {{"candidates", candidate_distributions(program).size()},
          {"clusters", representatives.size()},
          {"allocations", allocations(program.processors, representatives, extents).size()},
          {"feature_sizes", most_feature_sizes(representatives, extents, program.rank)}};
}

const engine::Registration candidates_registration{[] {
  return sweeps::experiment_of_functions({.name = "chatterjee/candidates"}, {{"generated", generated}});
}};

// --- The effect of block sizes on an elimination and a stencil (Sections 5.2 and 5.3)

// Blocks of one size in both dimensions.
TemplateDistribution square_grid(const Point& point) {
  const std::int64_t grid = whole_at(point, "grid");
  const std::int64_t block = whole_at(point, "block");
  return {{{grid, block}, {grid, block}}};
}

// The load of the active part of a matrix, summed over the steps of its elimination.
Numbers elimination(const Point& point) {
  const Program program = example_program("lu");
  return {{"cost", computation_cost(program, program.nodes.front(), square_grid(point))}};
}

// The cost of the first `edges` edges of the stencil.
double shifts(std::size_t edges, std::int64_t processors, const TemplateDistribution& distribution) {
  Program program = example_program("stencil");
  program.processors = processors;
  double cost = 0;
  for (std::size_t i = 0; i < std::min(edges, program.edges.size()); ++i)
    cost += realignment_cost(program, program.edges[i], distribution);
  return cost;
}

Numbers stencil(const Point& point) {
  constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
  const std::int64_t grid = whole_at(point, "grid");
  return {{"cost", shifts(all, grid * grid, square_grid(point))}};
}

// The first two edges shift along the first dimension.
Numbers shift_in_memory(const Point& point) {
  const std::int64_t grid = whole_at(point, "grid");
  return {{"cost", shifts(2, grid * grid, {{{1, 1}, {grid * grid, whole_at(point, "block")}}})}};
}

const engine::Registration blocks_registration{[] {
  return sweeps::experiment_of_functions(
      {.name = "chatterjee/blocks"},
      {{"elimination", elimination}, {"stencil", stencil}, {"shift-in-memory", shift_in_memory}});
}};

// --- The SUM example: the greatest load of a reduction over sparser and sparser sections of an array

// REAL A(4,8) is distributed in blocks on 2 x 4 processors.
Numbers load(const Point& point, const CostModel& model) {
  const Program program = example_program("sum");
  ProgramNode node = program.nodes.front();
  node.loops.front().from = node.loops.front().to = std::int64_t{1} << (point.count("iteration") - 1);
  return {{"load", computation_cost(program, node, {{{2, 2}, {4, 2}}}, model)}};
}

Numbers counted(const Point& point) { return load(point, {}); }

Numbers by_shortcut(const Point& point) { return load(point, {.shortcut_load = true}); }

const engine::Registration sum_registration{[] {
  return sweeps::experiment_of_functions({.name = "chatterjee/sum"}, {{"counted", counted}, {"shortcut", by_shortcut}});
}};

// --- The node-cost matrix of the ADI example, computed from a program instead of copied

// An entry of the matrix: the cost of a node under the candidate with a grid of processors.
Numbers matrix_entry(const Point& point) {
  const std::string& orientation = point.text("orientation");
  const std::int64_t rows = orientation == "row" ? 4 : orientation == "block" ? 2 : 1;
  const ProgramGraph built = build_graph(example_program("adi"));
  const auto found = std::ranges::find_if(built.candidates, [rows](const TemplateDistribution& candidate) {
    return candidate.dimensions[0].processors == rows && candidate.dimensions[1].processors == 4 / rows;
  });
  if (found == built.candidates.end()) throw InputError("no candidate of that orientation is generated");
  const AlignmentNode& node = built.graph.nodes.at(point.count("node") - 1);
  return {{"cost", node.costs[static_cast<std::size_t>(found - built.candidates.begin())]},
          {"candidates", built.candidates.size()}};
}

const engine::Registration adi_matrix_registration{[] {
  return sweeps::experiment_of_functions({.name = "chatterjee/adi-matrix"}, {{"from-program", matrix_entry}});
}};

}  // namespace
}  // namespace apportion::chatterjee
