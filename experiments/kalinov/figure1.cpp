// Figure 1: three-dimensional data over a two-dimensional grid, and what each process gets of it.
#include <fmt/format.h>

#include <array>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/kalinov/picture.hpp"
#include "experiments/kalinov/statement.hpp"
#include "sim/grids/block_cyclic.hpp"

namespace apportion::kalinov {
namespace {

// The figure's eta: dimension 0 of the grid divides dimension 1 of the data, and 1 divides 0; dimension 2 of the data
// is not divided. The paper prints no sizes; these are ours.
const std::array<std::size_t, 3> figure_eta = {1, 0, 2};
const std::array<std::int64_t, 3> block_sides = {60, 40, 8};    // of the data, dimension by dimension
const std::array<std::int64_t, 3> array_sides = {150, 100, 8};  // two and a half blocks in either direction

GridProblem example() {
  return {{{2, 3}},
          {3, 1, 2, 5, 1, 4},
          {block_sides[figure_eta[0]], block_sides[figure_eta[1]], block_sides[figure_eta[2]]}};
}

BlockCyclic data_of(const GridSolution& solution, const std::array<std::int64_t, 3>& sides) {
  return {example().grid, solution.rounded, {figure_eta.begin(), figure_eta.end()}, {sides.begin(), sides.end()}};
}

/// What one process gets.
struct Part {
  double process = 0;
  double first0 = 0;  // of its elements of the block, along dimensions 0 and 1 of the data
  double count0 = 0;
  double first1 = 0;
  double count1 = 0;
  double counted = 0;  // elements of the block, one by one
  double volume = 0;   // the same by the formula
  double array = 0;    // elements of the array, one by one
  double load = 0;     // the same in closed form
  double time = 0;     // of the block
};

double counted_elements(const BlockCyclic& data, std::size_t cell) {
  double count = 0;
  std::array<std::int64_t, 3> element{};
  for (element[0] = 0; element[0] < data.extent[0]; ++element[0])
    for (element[1] = 0; element[1] < data.extent[1]; ++element[1])
      for (element[2] = 0; element[2] < data.extent[2]; ++element[2])
        if (cell_of(data, element) == cell) ++count;
  return count;
}

Part part_of(const char* algorithm, std::size_t cell) {
  const GridProblem problem = example();
  const GridSolution solution = solved(algorithm, problem);
  const BlockCyclic block = data_of(solution, block_sides);
  const BlockCyclic array = data_of(solution, array_sides);
  const std::vector<std::vector<IndexRange>> ranges = elements_of(block, cell);
  return {.process = static_cast<double>(solution.mapping[cell]),
          .first0 = static_cast<double>(ranges[0].front().first),
          .count0 = static_cast<double>(ranges[0].front().count),
          .first1 = static_cast<double>(ranges[1].front().first),
          .count1 = static_cast<double>(ranges[1].front().count),
          .counted = counted_elements(block, cell),
          .volume = block_volumes(problem.grid, as_real(solution.rounded))[cell] * undivided_volume(problem),
          .array = counted_elements(array, cell),
          .load = load(array, cell),
          .time = block_times(problem, solution.mapping, as_real(solution.rounded))[cell]};
}

constexpr const char* proposed_name = "proposed";

engine::Experiment figure1_experiment() {
  engine::Study study{.name = "kalinov/figure1"};
  study.title = "Blocks of 60 x 40 x 8 elements over a grid of 2 x 3 processes, eta = (1, 0, 2)";
  study.claim = "a process gets V elements: the product of its lengths and of the side that is not distributed";
  study.source = "Kalinov & Klimov 2004, Section 2, Figure 1";
  study.axes = {engine::whole_axis("rho0", "coordinate of the process", engine::AxisRole::applied, 0, 1, {0, 1}),
                engine::whole_axis("rho1", "coordinate of the process", engine::AxisRole::applied, 0, 2, {0, 1, 2})};
  study.deterministic = true;
  engine::set_functions<std::size_t, Part>(
      study, {{proposed_name, [](const std::size_t& cell) { return part_of(proposed_name, cell); }},
              {"natural", [](const std::size_t& cell) { return part_of("natural", cell); }}});
  study.measured = engine::measured_members<Part>(
      {{"process", "process, in the order given", "", "", 0, &Part::process},
       {"first0", "first element along dimension 0 of the data", "", "", 0, &Part::first0},
       {"count0", "elements along dimension 0 of the data", "", "", 0, &Part::count0},
       {"first1", "first element along dimension 1 of the data", "", "", 0, &Part::first1},
       {"count1", "elements along dimension 1 of the data", "", "", 0, &Part::count1},
       {"counted", "elements of a generalised block, counted", "", "", 0, &Part::counted},
       {"volume", "elements of a generalised block by the formula", "", "", 0, &Part::volume},
       {"array", "elements of an array of 150 x 100 x 8, counted", "", "", 0, &Part::array},
       {"load", "elements of an array of 150 x 100 x 8 in closed form", "", "", 0, &Part::load},
       {"time", "time of a generalised block", "", "less", 1, &Part::time}});
  study.sample = engine::sampler([](const engine::Point& point, RandomStream& /*stream*/) {
    return point.count("rho0") + 2 * point.count("rho1");
  });
  return engine::erase(std::move(study));
}

// Dimension 0 of the data runs down, 1 to the right, 2 into the depth. From the bottom up and from the left to the
// right, since later boxes hide the sides of earlier ones.
std::vector<PictureBox> boxes() {
  constexpr double scale = 8;
  constexpr double margin = 60;
  const GridProblem problem = example();
  const GridSolution solution = solved(proposed_name, problem);
  const BlockCyclic block = data_of(solution, block_sides);
  std::vector<PictureBox> boxes;
  for (std::size_t down = problem.grid.edge(1); down-- > 0;)
    for (std::size_t right = 0; right < problem.grid.edge(0); ++right) {
      const std::size_t cell = right + problem.grid.edge(0) * down;
      const auto ranges = elements_of(block, cell);
      const auto number = [&ranges](std::size_t k) { return ranges[k].front(); };
      boxes.push_back({.x = margin + scale * static_cast<double>(number(1).first),
                       .y = margin + scale * static_cast<double>(number(0).first),
                       .width = scale * static_cast<double>(number(1).count),
                       .height = scale * static_cast<double>(number(0).count),
                       .depth = scale * static_cast<double>(number(2).count),
                       .colour = cell,
                       .label = fmt::format("({}, {})", right, down),
                       .tooltip = fmt::format("process {} at ({}, {}): {} x {} x {} elements", solution.mapping[cell],
                                              right, down, number(0).count, number(1).count, number(2).count)});
    }
  return boxes;
}

std::string svg_figure1() {
  return svg_picture(480, 630, boxes(),
                     {{60, 570, "(rho0, rho1); of the data dimension 0 runs down,"},
                      {60, 590, "1 to the right and 2 into the depth; rho0 divides"},
                      {60, 610, "dimension 1, rho1 dimension 0"}});
}

std::string text_figure1() {
  std::string text = "\n";
  for (const PictureBox& box : boxes()) text += box.label + " " + box.tooltip + "\n";
  return text;
}

std::vector<engine::DrawnPart> listed_figure1() {
  std::vector<engine::DrawnPart> parts;
  for (std::size_t cell = 0; cell < example().grid.cells(); ++cell) {
    const Part part = part_of(proposed_name, cell);
    parts.push_back({"proposed",
                     "process",
                     static_cast<std::size_t>(part.process),
                     {{"rows", part.count0}, {"columns", part.count1}, {"elements", part.counted}}});
  }
  return parts;
}

engine::CatalogueExhibit figure1() {
  results::Exhibit exhibit{.name = "kalinov/figure1"};
  exhibit.title =
      "Parts of a generalised block of 60 x 40 x 8 elements over a grid of 2 x 3 processes, eta = (1, 0, "
      "2) (Kalinov & Klimov, Figure 1)";
  exhibit.sql = fmt::format(R"sql(SELECT algorithm, '(' || rho0 || ', ' || rho1 || ')' AS cell,
       CAST(process AS INTEGER) AS process,
       printf('%d to %d', first0, first0 + count0 - 1) AS "dimension 0",
       printf('%d to %d', first1, first1 + count1 - 1) AS "dimension 1",
       CAST(counted AS INTEGER) AS elements, CAST(volume AS INTEGER) AS "by the formula", round(time, 1) AS time,
       CAST("array" AS INTEGER) AS "of the array",
       CASE WHEN "array" = load THEN {} ELSE 'differs' END AS verdict
FROM kalinov_figure1 WHERE seed = :seed
ORDER BY algorithm = 'natural', rho1, rho0)sql",
                            results::verdict_of_number_sql("counted", "volume"));
  exhibit.note =
      "The grid's dimension 0 divides dimension 1 of the data, its dimension 1 dimension 0; "
      "dimension 2 is not divided and a constant factor. Elements are counted one by one, "
      "also in an array of 150 x 100 x 8 that ends within its blocks, and held against the formulas. "
      "Performances 3, 1, 2, 5, 1, 4 and all sizes are ours: the paper prints none. "
      "The caption gives eta_0 = 1 to the grid's dimension 1 and eta_1 = 0 to its dimension 0, "
      "the other way round than the text; eta being its own inverse, both mean the same distribution.";
  exhibit.judgements = {{.what = "parts of Figure 1"}};
  return {"kalinov/figure1", exhibit, {}, engine::Drawing{svg_figure1, text_figure1, listed_figure1}};
}

const engine::Registration figure1_registration{figure1_experiment, figure1};

}  // namespace
}  // namespace apportion::kalinov
