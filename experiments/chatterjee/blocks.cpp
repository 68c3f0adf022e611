// What block sizes do to an elimination and to a stencil (Sections 5.2 and 5.3).
#include "experiments/chatterjee/example_programs.hpp"
#include "experiments/chatterjee/grid.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "sim/programs/program_graph.hpp"

namespace apportion::chatterjee {
namespace {

/// Blocks of one size in both dimensions.
struct Blocks {
  std::int64_t size = 1;
  std::int64_t grid = 1;  ///< processors in either dimension
};

TemplateDistribution square_grid(const Blocks& blocks) {
  return {{{blocks.grid, blocks.size}, {blocks.grid, blocks.size}}};
}

// Loads of the active part of a matrix, summed over the steps of its elimination.
double elimination(const Blocks& blocks) {
  const Program program = lu_program();
  return computation_cost(program, program.nodes.front(), square_grid(blocks));
}

double shifts(const Blocks& blocks, const TemplateDistribution& distribution) {
  Program program = stencil_program();
  program.processors = blocks.grid * blocks.grid;
  double cost = 0;
  for (const ProgramEdge& edge : program.edges) cost += realignment_cost(program, edge, distribution);
  return cost;
}

double stencil(const Blocks& blocks) { return shifts(blocks, square_grid(blocks)); }

// The first two edges shift along the first dimension.
double shift_in_memory(const Blocks& blocks) {
  Program program = stencil_program();
  program.processors = blocks.grid * blocks.grid;
  const TemplateDistribution columns{{{1, 1}, {program.processors, blocks.size}}};
  return realignment_cost(program, program.edges[0], columns) + realignment_cost(program, program.edges[1], columns);
}

engine::Experiment blocks_experiment() {
  engine::Study study{.name = "chatterjee/blocks"};
  study.title = "Costs of an elimination and of a stencil on 64 x 64 elements by the block size";
  study.claim =
      "blocks of 1 balance an object whose size varies, large blocks save shift communication, "
      "and a shift along a dimension in memory costs nothing";
  study.source = "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Sections 5.2 and 5.3";
  study.axes = {
      engine::whole_axis("block", "block size in both dimensions", engine::AxisRole::applied, 1, 1024, block_sizes()),
      engine::whole_axis("grid", "processors in either dimension", engine::AxisRole::applied, 1, 1024,
                         blocked_grids())};
  study.deterministic = true;
  engine::set_functions<Blocks, double>(
      study, {{"elimination", elimination}, {"stencil", stencil}, {"shift-in-memory", shift_in_memory}});
  study.measured = engine::measured_number({"cost", "cost", "elements", "less", 0});
  study.sample = engine::sampler([](const engine::Point& point, RandomStream& /*stream*/) {
    return Blocks{static_cast<std::int64_t>(point.count("block")), static_cast<std::int64_t>(point.count("grid"))};
  });
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit blocks() {
  results::Exhibit exhibit{.name = "chatterjee/blocks"};
  exhibit.title = "What block sizes cost an elimination and a stencil (Chatterjee et al., Section 5.2)";
  exhibit.sql = R"sql(SELECT algorithm AS program, block, grid || ' x ' || grid AS processors, cost
FROM chatterjee_blocks WHERE seed = :seed AND rival = '' ORDER BY grid, algorithm, block)sql";
  exhibit.layout = {.page = "processors",
                    .row = "program",
                    .column = "block",
                    .column_title = "block size",
                    .values = {{"cost", "cost", 0}}};
  exhibit.note =
      "64 x 64 elements. elimination: the largest load of the active part, summed over all steps; "
      "stencil: elements that the busiest processor sends in a shift by one, over four directions; "
      "shift-in-memory: shifts along a dimension that one processor holds.";
  return {"chatterjee/blocks", exhibit};
}

const engine::Registration blocks_registration{blocks_experiment, blocks};

}  // namespace
}  // namespace apportion::chatterjee
