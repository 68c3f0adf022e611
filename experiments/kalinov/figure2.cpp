// Figure 2: the order in which NAT1 fills a three-dimensional grid, and the steps that its cells belong to.
#include <fmt/format.h>

#include <array>
#include <iterator>
#include <numeric>

#include "algorithms/grids/mappings.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/kalinov/picture.hpp"

namespace apportion::kalinov {
namespace {

constexpr std::size_t grid_edge = 3;
constexpr std::array<const char*, 4> step_names = {"I", "II", "III", "IV"};

const ProcessGrid& cube() {
  static const ProcessGrid grid{{grid_edge, grid_edge, grid_edge}};
  return grid;
}

/// A cell's place in the order, from 1 on.
struct Place {
  double place = 0;
};

std::vector<double> places() {
  std::vector<double> ascending(cube().cells());
  std::iota(ascending.begin(), ascending.end(), 1.0);
  const Mapping mapping = nat1(cube(), ascending);
  std::vector<double> at(mapping.size());
  for (std::size_t cell = 0; cell < mapping.size(); ++cell) at[cell] = ascending[mapping[cell]];
  return at;
}

Place place_of(const std::size_t& cell) { return {places()[cell]}; }

// The figure's I to IV: the planes rho_2 = 0, rho_1 = 0 and rho_0 = 0, each without those before it, and the rest.
std::size_t step_of(std::size_t cell) {
  for (std::size_t step = 0; step < 3; ++step)
    if (cube().coordinate(cell, 2 - step) == 0) return step;
  return 3;
}

engine::Experiment figure2_experiment() {
  engine::Study study{.name = "kalinov/figure2"};
  study.title = "The order in which NAT1 fills a grid of 3 x 3 x 3 cells";
  study.claim = "NAT1 fills a plane, what is left of the second, what is left of the third, and then the rest";
  study.source = "Kalinov & Klimov 2004, Section 3.1, Figure 2";
  for (const char* name : {"rho0", "rho1", "rho2"})
    study.axes.push_back(engine::whole_axis(name, fmt::format("coordinate {} of the cell", name + 3),
                                            engine::AxisRole::applied, 0, grid_edge - 1, {0, 1, 2}));
  study.deterministic = true;
  engine::set_functions<std::size_t, Place>(study, {{"NAT1", place_of}});
  study.measured = engine::measured_members<Place>(
      {{"place", "place of the cell's process in ascending order", "", "", 0, &Place::place}});
  study.sample = engine::sampler([](const engine::Point& point, RandomStream& /*stream*/) {
    return point.count("rho0") + grid_edge * (point.count("rho1") + grid_edge * point.count("rho2"));
  });
  return engine::erase(std::move(study));
}

// A layer for each rho_2, rho_0 upwards and rho_1 to the right as in Table 1.
constexpr double cell_side = 48;
constexpr double margin = 16;
constexpr double layer_width = grid_edge * cell_side + 2 * margin;

std::string svg_figure2() {
  const std::vector<double> order = places();
  std::vector<PictureBox> boxes;
  std::vector<PictureText> texts;
  for (std::size_t cell = 0; cell < order.size(); ++cell) {
    const auto rho = [cell](std::size_t k) { return static_cast<double>(cube().coordinate(cell, k)); };
    const std::string name = fmt::format("{}: {}", step_names.at(step_of(cell)), order[cell]);
    boxes.push_back({.x = margin + rho(2) * layer_width + rho(1) * cell_side,
                     .y = 2.5 * margin + (grid_edge - 1 - rho(0)) * cell_side,
                     .width = cell_side,
                     .height = cell_side,
                     .colour = step_of(cell),
                     .label = name,
                     .tooltip = fmt::format("cell ({}, {}, {}), step {}", rho(0), rho(1), rho(2), name)});
  }
  for (std::size_t layer = 0; layer < grid_edge; ++layer)
    texts.push_back(
        {margin + static_cast<double>(layer) * layer_width, 1.75 * margin, fmt::format("rho2 = {}", layer)});
  return svg_picture(grid_edge * layer_width, 3.5 * margin + grid_edge * cell_side, boxes, texts);
}

std::string text_figure2() {
  const std::vector<double> order = places();
  std::string text;
  for (std::size_t layer = 0; layer < grid_edge; ++layer)
    fmt::format_to(std::back_inserter(text), "   {:<26}", fmt::format("rho2 = {}", layer));
  for (std::size_t row = grid_edge; row-- > 0;) {
    text += "\n";
    for (std::size_t layer = 0; layer < grid_edge; ++layer) {
      text += "   ";
      for (std::size_t column = 0; column < grid_edge; ++column) {
        const std::size_t cell = row + grid_edge * (column + grid_edge * layer);
        fmt::format_to(std::back_inserter(text), "{:>3}: {:<3}", step_names.at(step_of(cell)), order[cell]);
      }
      text += "  ";
    }
  }
  return "\n" + text + "\n";
}

std::vector<engine::DrawnPart> listed_figure2() {
  const std::vector<double> order = places();
  std::vector<engine::DrawnPart> parts;
  for (std::size_t cell = 0; cell < order.size(); ++cell)
    parts.push_back({fmt::format("rho2 = {}", cube().coordinate(cell, 2)),
                     "cell",
                     cell,
                     {{"step", static_cast<double>(step_of(cell) + 1)}, {"place", order[cell]}}});
  return parts;
}

// The order by the paper's words, from the coordinates alone.
engine::CatalogueExhibit figure2() {
  results::Exhibit exhibit{.name = "kalinov/figure2"};
  exhibit.title = "Steps and order of NAT1 on 3 x 3 x 3 cells (Kalinov & Klimov, Figure 2)";
  exhibit.sql = fmt::format(R"sql(WITH cells AS (
  SELECT *, CASE 0 WHEN rho2 THEN 'I' WHEN rho1 THEN 'II' WHEN rho0 THEN 'III' ELSE 'IV' END AS step
  FROM kalinov_figure2 WHERE seed = :seed AND algorithm = 'NAT1')
SELECT 'rho2 = ' || rho2 AS layer, rho0, rho1, step, CAST(place AS INTEGER) AS ours, described,
       {} AS verdict
FROM (SELECT *, row_number() OVER (ORDER BY instr('I   II  III IV  ', step || ' '), rho2, rho1, rho0) AS described
      FROM cells)
ORDER BY rho2, rho0 DESC, rho1)sql",
                            results::verdict_of_number_sql("place", "described"));
  exhibit.layout = {.page = "layer",
                    .row = "rho0",
                    .column = "rho1",
                    .pages_across = 3,
                    .values = {{"ours", "place in the order"},
                               {"step", "step"},
                               {"described", "place by the description"},
                               {"verdict", "verdict"}}};
  exhibit.note =
      "The figure names the steps I to IV; the order within a step is the natural one. "
      "By the description: sorted by step, rho2, rho1, rho0.";
  exhibit.judgements = {{.what = "cells of Figure 2"}};
  return {"kalinov/figure2", exhibit, {}, engine::Drawing{svg_figure2, text_figure2, listed_figure2}};
}

const engine::Registration figure2_registration{figure2_experiment, figure2};

}  // namespace
}  // namespace apportion::kalinov
