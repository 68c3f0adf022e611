// The paper's example programs, in the format of docs/program-format.md, and the studies of them: candidate
// distributions (Figure 3), block sizes, the SUM example, the node costs of ADI.
#include "experiments/chatterjee/example_programs.hpp"

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
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

// --- Figure 3: feature sizes, block sizes, and the candidate distributions of two arrays of different size

/// One of the two arrays under one distribution on 2 x 2 processors.
struct BlockedArray {
  std::size_t node = 0;
  TemplateDistribution distribution;
};

struct BlockedLoad {
  double load = 0;
  bool is_candidate = false;  ///< whether the distribution is generated
  std::size_t candidates = 0;
};

struct Measures {
  double load = 0;
  double generated = 0;  ///< 1 for a candidate
  double candidates = 0;
};

BlockedLoad load_from_program(const BlockedArray& array) {
  const Program program = example_program("figure3");
  const std::vector<TemplateDistribution> candidates = candidate_distributions(program);
  return {computation_cost(program, program.nodes[array.node], array.distribution),
          contains(candidates, array.distribution), candidates.size()};
}

engine::Experiment figure3_experiment() {
  engine::Experiment study = sweeps::described({.name = "chatterjee/figure3"});
  engine::set_functions<BlockedArray, BlockedLoad>(study, {{"from-program", load_from_program}});
  study.measured = engine::measured<BlockedArray, BlockedLoad, Measures>(
      [](const BlockedArray& /*array*/, const BlockedLoad& found) {
        return Measures{found.load, found.is_candidate ? 1.0 : 0.0, static_cast<double>(found.candidates)};
      },
      {{"load", "largest load", "elements", "", 0, &Measures::load},
       {"generated", "is a generated candidate", "", "", 0, &Measures::generated},
       {"candidates", "generated candidates", "", "", 0, &Measures::candidates}});
  study.sample = engine::sampler([](const engine::Point& point, RandomStream& /*stream*/) {
    const auto block = [&point](const char* axis) { return static_cast<std::int64_t>(point.count(axis)); };
    return BlockedArray{point.count("extent") == 1000 ? std::size_t{0} : std::size_t{1},
                        {{{2, block("block1")}, {2, block("block2")}}}};
  });
  return engine::completed(std::move(study));
}

const engine::Registration figure3_registration{figure3_experiment};

// --- The number of candidate distributions that Section 5.2 generates for example programs

struct Counts {
  double candidates = 0;
  double clusters = 0;       ///< clusters of extents
  double allocations = 0;    ///< allocations of processors to dimensions
  double feature_sizes = 0;  ///< the most of any dimension
};

double most_feature_sizes(const std::vector<TemplateVector>& representatives, const std::vector<ObjectExtent>& extents,
                          std::size_t rank) {
  std::size_t most = 0;
  for (std::size_t i = 0; i < rank; ++i) {
    std::set<std::int64_t> sizes;
    for (const TemplateVector& extent : representatives) sizes.insert(extent[i]);
    if (std::ranges::any_of(extents, [i](const ObjectExtent& extent) { return extent.varies[i]; })) sizes.insert(1);
    most = std::max(most, sizes.size());
  }
  return static_cast<double>(most);
}

Counts generated(const Program& program) {
  const std::vector<ObjectExtent> extents = object_extents(program);
  std::vector<TemplateVector> swept;
  for (const ObjectExtent& extent : extents) swept.push_back(extent.swept);
  const std::vector<TemplateVector> representatives = representative_extents(swept);
  return {.candidates = static_cast<double>(candidate_distributions(program).size()),
          .clusters = static_cast<double>(representatives.size()),
          .allocations = static_cast<double>(allocations(program.processors, representatives, extents).size()),
          .feature_sizes = most_feature_sizes(representatives, extents, program.rank)};
}

Program program_of(const engine::Point& point, RandomStream& /*stream*/) {
  Program program = example_program(point.text("program"));
  program.processors = static_cast<std::int64_t>(point.count("processors"));
  return program;
}

engine::Experiment candidates_experiment() {
  engine::Experiment study = sweeps::described({.name = "chatterjee/candidates"});
  engine::set_functions<Program, Counts>(study, {{"generated", generated}});
  study.measured = engine::measured_members<Counts>(
      {{"candidates", "candidate distributions", "", "less", 0, &Counts::candidates},
       {"clusters", "clusters of extents", "", "", 0, &Counts::clusters},
       {"allocations", "allocations of processors", "", "", 0, &Counts::allocations},
       {"feature_sizes", "feature sizes in the dimension that has most", "", "", 0, &Counts::feature_sizes}});
  study.sample = engine::sampler(program_of);
  return engine::completed(std::move(study));
}

const engine::Registration candidates_registration{candidates_experiment};

// --- The effect of block sizes on an elimination and a stencil (Sections 5.2 and 5.3)

/// Blocks of one size in both dimensions.
struct Blocks {
  std::int64_t size = 1;
  std::int64_t grid = 1;  ///< processors in either dimension
};

TemplateDistribution square_grid(const Blocks& blocks) {
  return {{{blocks.grid, blocks.size}, {blocks.grid, blocks.size}}};
}

// The load of the active part of a matrix, summed over the steps of its elimination.
double elimination(const Blocks& blocks) {
  const Program program = example_program("lu");
  return computation_cost(program, program.nodes.front(), square_grid(blocks));
}

double shifts(const Blocks& blocks, const TemplateDistribution& distribution) {
  Program program = example_program("stencil");
  program.processors = blocks.grid * blocks.grid;
  double cost = 0;
  for (const ProgramEdge& edge : program.edges) cost += realignment_cost(program, edge, distribution);
  return cost;
}

double stencil(const Blocks& blocks) { return shifts(blocks, square_grid(blocks)); }

// The first two edges shift along the first dimension.
double shift_in_memory(const Blocks& blocks) {
  Program program = example_program("stencil");
  program.processors = blocks.grid * blocks.grid;
  const TemplateDistribution columns{{{1, 1}, {program.processors, blocks.size}}};
  return realignment_cost(program, program.edges[0], columns) + realignment_cost(program, program.edges[1], columns);
}

engine::Experiment blocks_experiment() {
  engine::Experiment study = sweeps::described({.name = "chatterjee/blocks"});
  engine::set_functions<Blocks, double>(
      study, {{"elimination", elimination}, {"stencil", stencil}, {"shift-in-memory", shift_in_memory}});
  study.measured = engine::measured_number({"cost", "cost", "elements", "less", 0});
  study.sample = engine::sampler([](const engine::Point& point, RandomStream& /*stream*/) {
    return Blocks{static_cast<std::int64_t>(point.count("block")), static_cast<std::int64_t>(point.count("grid"))};
  });
  return engine::completed(std::move(study));
}

const engine::Registration blocks_registration{blocks_experiment};

// --- The SUM example: the greatest load of a reduction over sparser and sparser sections of an array

/// One iteration of the example.
struct SumIteration {
  std::size_t number = 1;
};

// The distribution of REAL A(4,8) in blocks on 2 x 4 processors.
const TemplateDistribution printed_distribution{{{2, 2}, {4, 2}}};

double load(const SumIteration& iteration, const CostModel& model) {
  const Program program = example_program("sum");
  ProgramNode node = program.nodes.front();
  node.loops.front().from = node.loops.front().to = std::int64_t{1} << (iteration.number - 1);
  return computation_cost(program, node, printed_distribution, model);
}

double counted(const SumIteration& iteration) { return load(iteration, {}); }

double by_shortcut(const SumIteration& iteration) { return load(iteration, {.shortcut_load = true}); }

engine::Experiment sum_experiment() {
  engine::Experiment study = sweeps::described({.name = "chatterjee/sum"});
  engine::set_functions<SumIteration, double>(study, {{"counted", counted}, {"shortcut", by_shortcut}});
  study.measured = engine::measured_number({"load", "largest load", "elements", "", 0});
  study.sample = engine::sampler(
      [](const engine::Point& point, RandomStream& /*stream*/) { return SumIteration{point.count("iteration")}; });
  return engine::completed(std::move(study));
}

const engine::Registration sum_registration{sum_experiment};

// --- The node-cost matrix of the ADI example, computed from a program instead of copied

/// An entry of the matrix: the cost of a node under the candidate with this grid of processors.
struct MatrixEntry {
  std::size_t node = 0;
  std::vector<std::int64_t> grid;
};

struct MatrixCost {
  double cost = 0;
  double candidates = 0;
};

bool has_grid(const TemplateDistribution& distribution, const std::vector<std::int64_t>& grid) {
  for (std::size_t i = 0; i < grid.size(); ++i)
    if (distribution.dimensions[i].processors != grid[i]) return false;
  return true;
}

MatrixCost matrix_from_program(const MatrixEntry& entry) {
  const ProgramGraph built = build_graph(example_program("adi"));
  for (std::size_t c = 0; c < built.candidates.size(); ++c)
    if (has_grid(built.candidates[c], entry.grid))
      return {built.graph.nodes.at(entry.node).costs[c], static_cast<double>(built.candidates.size())};
  throw InputError("no candidate of that orientation is generated");
}

std::vector<std::int64_t> grid_of(const std::string& orientation) {
  if (orientation == "row") return {4, 1};
  return orientation == "block" ? std::vector<std::int64_t>{2, 2} : std::vector<std::int64_t>{1, 4};
}

engine::Experiment matrix_experiment() {
  engine::Experiment study = sweeps::described({.name = "chatterjee/adi-matrix"});
  engine::set_functions<MatrixEntry, MatrixCost>(study, {{"from-program", matrix_from_program}});
  study.measured = engine::measured_members<MatrixCost>(
      {{"cost", "node cost", "", "", 0, &MatrixCost::cost},
       {"candidates", "generated candidates", "", "", 0, &MatrixCost::candidates}});
  study.sample = engine::sampler([](const engine::Point& point, RandomStream& /*stream*/) {
    return MatrixEntry{point.count("node") - 1, grid_of(point.text("orientation"))};
  });
  return engine::completed(std::move(study));
}

const engine::Registration adi_matrix_registration{matrix_experiment};

}  // namespace
}  // namespace apportion::chatterjee
