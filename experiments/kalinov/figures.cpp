// Figures 1 and 2, drawn: three-dimensional data over a two-dimensional grid, and the order in which NAT1 fills a grid;
// Table 1, and networks whose heterogeneity is shifted to either side, on which the three mappings are compared.
#include <fmt/format.h>

#include <array>
#include <boost/random/uniform_real_distribution.hpp>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

#include "algorithms/grids/mappings.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/kalinov/statements.hpp"
#include "experiments/problems/drawing/decompositions.hpp"
#include "experiments/problems/grids/solve.hpp"
#include "experiments/sweeps/code_studies.hpp"

namespace apportion::kalinov {
namespace {

using engine::Numbers;
using engine::Point;

// --- Figure 1: three-dimensional data over a two-dimensional grid, and the part of each process

// The figure's eta: dimension 0 of the grid divides dimension 1 of the data, and 1 divides 0; dimension 2 of the data
// is not divided. The paper prints no sizes; these are ours.
const std::array<std::size_t, 3> figure_eta = {1, 0, 2};
const std::array<std::int64_t, 3> block_sides = {60, 40, 8};    // of the data, by dimensions
const std::array<std::int64_t, 3> array_sides = {150, 100, 8};  // 2.5 blocks in either direction

GridProblem example() {
  return {{{2, 3}},
          {3, 1, 2, 5, 1, 4},
          {block_sides[figure_eta[0]], block_sides[figure_eta[1]], block_sides[figure_eta[2]]}};
}

BlockCyclic data_of(const GridSolution& solution, const std::array<std::int64_t, 3>& sides) {
  return {example().grid, solution.rounded, {figure_eta.begin(), figure_eta.end()}, {sides.begin(), sides.end()}};
}

// The part of one process: in the block, its first element and its number of elements along dimensions 0 and 1 of the
// data; the elements of the block, counted and by the formula, and of the array, counted and in closed form; and the
// time of the block.
Numbers part_of(const char* algorithm, const Point& point) {
  const std::size_t cell = point.count("rho0") + 2 * point.count("rho1");
  const GridProblem problem = example();
  const GridSolution solution = solved(algorithm, problem);
  const BlockCyclic block = data_of(solution, block_sides);
  const BlockCyclic array = data_of(solution, array_sides);
  const std::vector<std::vector<IndexRange>> ranges = elements_of(block, cell);
  return {{"process", solution.mapping[cell]},
          {"first0", ranges[0].front().first},
          {"count0", ranges[0].front().count},
          {"first1", ranges[1].front().first},
          {"count1", ranges[1].front().count},
          {"counted", elements_by_cell(block)[cell]},
          {"volume", block_volumes(problem.grid, as_real(solution.rounded))[cell] * undivided_volume(problem)},
          {"array", elements_by_cell(array)[cell]},
          {"load", load(array, cell)},
          {"time", block_times(problem, solution.mapping, as_real(solution.rounded))[cell]}};
}

constexpr const char* proposed_name = "proposed";

// The drawing, as by `apportion draw grids`: the grid's dimension 0 points downwards, and each part has the whole
// depth.
problems::LabelledDecomposition drawn_figure1() {
  const GridProblem problem = example();
  problems::LabelledDecomposition drawn{
      .title = "a block of 60 x 40 x 8 over 2 x 3 processes, dimension 1 of the data downwards",
      .decomposition = problems::as_rectangles(problem, solved(proposed_name, problem))};
  return drawn;
}

const engine::Registration figure1_registration{
    [] {
      return sweeps::experiment_of_functions(
          {.name = "kalinov/figure1"},
          {{proposed_name, [](const Point& point) { return part_of(proposed_name, point); }},
           {"natural", [](const Point& point) { return part_of("natural", point); }}});
    },
    engine::NamedDrawing{"kalinov/figure1",
                         {[] { return problems::svg_drawing({drawn_figure1()}); },
                          [] { return problems::text_drawing(drawn_figure1()); },
                          [] { return problems::drawn_parts({drawn_figure1()}); }}}};

// --- Figure 2: the order in which NAT1 fills a three-dimensional grid, and the step of each cell

constexpr std::size_t mapped_edge = 3;
constexpr std::array<const char*, 4> step_names = {"I", "II", "III", "IV"};

const ProcessGrid cube{{mapped_edge, mapped_edge, mapped_edge}};

// The places of the cells in the order, counted from 1.
std::vector<double> places() {
  std::vector<double> ascending(cube.cells());
  std::iota(ascending.begin(), ascending.end(), 1.0);
  const Mapping mapping = nat1(cube, ascending);
  std::vector<double> at(mapping.size());
  for (std::size_t cell = 0; cell < mapping.size(); ++cell) at[cell] = ascending[mapping[cell]];
  return at;
}

Numbers place_of(const Point& point) {
  return {{"place",
           places()[point.count("rho0") + mapped_edge * (point.count("rho1") + mapped_edge * point.count("rho2"))]}};
}

// The figure's I to IV: the planes rho_2 = 0, rho_1 = 0 and rho_0 = 0, each without those before it, and the rest.
std::size_t step_of(std::size_t cell) {
  for (std::size_t step = 0; step < 3; ++step)
    if (cube.coordinate(cell, 2 - step) == 0) return step;
  return 3;
}

// A layer for each rho_2, with rho_0 upwards and rho_1 to the right as in Table 1; each cell shows its step and its
// place.
std::vector<problems::LabelledDecomposition> layers() {
  constexpr double side = mapped_edge;
  const std::vector<double> order = places();
  std::vector<problems::LabelledDecomposition> layers;
  for (std::size_t layer = 0; layer < mapped_edge; ++layer) {
    problems::LabelledDecomposition& drawn = layers.emplace_back(
        problems::LabelledDecomposition{.title = fmt::format("rho2 = {}", layer), .decomposition = {{side, side}, {}}});
    for (std::size_t in_layer = 0; in_layer < mapped_edge * mapped_edge; ++in_layer) {
      const std::size_t cell = layer * mapped_edge * mapped_edge + in_layer;
      const auto rho = [cell](std::size_t k) { return static_cast<double>(cube.coordinate(cell, k)); };
      drawn.decomposition.parts.emplace_back(Rect{side - 1 - rho(0), rho(1), 1, 1});
      drawn.names.push_back(fmt::format("{}: {}", step_names.at(step_of(cell)), order[cell]));
      drawn.groups.emplace_back(step_names.at(step_of(cell)));
    }
  }
  return layers;
}

std::string text_of_layers() {
  std::string text;
  for (const problems::LabelledDecomposition& layer : layers()) text += layer.title + problems::text_drawing(layer);
  return text;
}

const engine::Registration figure2_registration{
    [] {
      return sweeps::experiment_of_functions({.name = "kalinov/figure2"}, {{"NAT1", place_of}});
    },
    engine::NamedDrawing{"kalinov/figure2",
                         {[] { return problems::svg_drawing(layers(), mapped_edge); }, text_of_layers,
                          [] { return problems::drawn_parts(layers()); }}}};

// --- Table 1: nine processes of performances 1 to 9 on a 3 x 3 grid

// The performance that a mapping puts onto a cell.
template <Mapping (*map)(const ProcessGrid&, std::span<const double>)>
engine::Numbers performance_at(const engine::Point& point) {
  const std::vector<double> performances = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  const std::size_t cell = point.count("rho0") + 3 * point.count("rho1");
  return {{"performance", performances[map({{3, 3}}, performances)[cell]]}};
}

const engine::Registration table1_registration{[] {
  return sweeps::experiment_of_functions(
      {.name = "kalinov/table1"},
      {{"NAT", performance_at<nat>}, {"NAT1", performance_at<nat1>}, {"NAT2", performance_at<nat2>}});
}};

// --- Networks whose heterogeneity is shifted

// *Reconstructed*, with u uniform in [0,1). Shifted to the weak: a few processes are weak and most are powerful, as in
// the paper's example 1, 10, 11, 12, 13, ... Shifted to the powerful: the reciprocals of these, times the level, which
// exchanges Fhet_min and Fhet_max.
double shifted(const std::string& shift, double level, double u) {
  if (shift == "none") return 1 + (level - 1) * u;
  const double mostly_powerful = 1 + (level - 1) * std::sqrt(std::sqrt(u));
  return shift == "weak" ? mostly_powerful : level / mostly_powerful;
}

GridProblem shifted_network(const engine::Point& point, RandomStream& stream) {
  GridProblem problem{parse_grid(point.text("grid")), {}, {}};
  problem.block.assign(problem.grid.dimensions(), static_cast<std::int64_t>(point.number("block")));
  boost::random::uniform_real_distribution<double> uniform(0, 1);
  const double level = point.number("level");
  for (std::size_t j = 0; j < problem.grid.cells(); ++j)
    problem.performances.push_back(shifted(point.text("shift"), level, uniform(stream)));
  problem.performances.front() = 1;
  if (problem.performances.size() > 1) problem.performances[1] = level;
  return problem;
}

engine::Experiment mappings_experiment() {
  engine::Experiment study = problems::grid_study().study("kalinov/mappings");
  study.axes = problems::grid_axes();
  std::erase_if(study.axes, [](const engine::Axis& axis) { return axis.name == "sampling"; });
  study.axes.insert(
      study.axes.begin() + 2,
      engine::name_axis("shift", "where the heterogeneity lies: few processes are weak, or few are powerful",
                        engine::AxisRole::sampled, {"weak", "none", "powerful"}));
  study.paired_metrics = problems::grid_study().paired_metrics;
  study.pairs = {{"proposed[mapping=NAT]", "proposed"},
                 {"proposed[mapping=NAT1]", "proposed"},
                 {"proposed[mapping=NAT2]", "proposed"},
                 {"proposed[mapping=NAT1]", "proposed[mapping=NAT]"},
                 {"proposed[mapping=NAT2]", "proposed[mapping=NAT]"}};
  study.sample = engine::sampler(shifted_network);
  return engine::completed(sweeps::described(std::move(study)));
}

const engine::Registration mappings_registration{mappings_experiment};

}  // namespace
}  // namespace apportion::kalinov
