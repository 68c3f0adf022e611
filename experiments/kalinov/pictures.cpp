// Figures 1 and 2, drawn: three-dimensional data over a two-dimensional grid, and the order in which NAT1 fills a grid.
#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

#include "algorithms/grids/mappings.hpp"
#include "base/text.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/kalinov/statements.hpp"
#include "experiments/problems/drawing/svg.hpp"
#include "sim/grids/block_cyclic.hpp"

namespace apportion::kalinov {
namespace {

// A box in pixels, its front face at (x, y) from the top left. With a depth it is drawn from the front, a little from
// above and from the right. `colour` is that of problems::svg_colour().
struct PictureBox {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
  double depth = 0;
  std::size_t colour = 0;
  std::string label = {};
  std::string tooltip = {};
};

// A line of text that begins at (x, y), its baseline.
struct PictureText {
  double x = 0;
  double y = 0;
  std::string text = {};
};

using problems::svg_length;

// How far a depth of 1 goes to the right and up.
constexpr double slant = 0.5;

std::string corner(double x, double y) { return svg_length(x) + "," + svg_length(y); }

// Paler than the front; on paper of their own, so that what is behind does not shine through.
std::string face(const std::string& corners, std::string_view colour, double opacity) {
  return fmt::format(
      "<polygon points=\"{0}\" fill=\"#ffffff\"/>\n<polygon points=\"{0}\" fill=\"{1}\" fill-opacity=\"{2}\"/>\n",
      corners, colour, svg_length(opacity));
}

// The faces on top and on the right, behind the front.
std::string side_faces(const PictureBox& box, std::string_view colour) {
  const double shift = slant * box.depth;
  const double right = box.x + box.width;
  const double bottom = box.y + box.height;
  const std::string back = corner(right + shift, box.y - shift);
  const std::string top = fmt::format("{} {} {} {}", corner(box.x, box.y), corner(box.x + shift, box.y - shift), back,
                                      corner(right, box.y));
  const std::string side = fmt::format("{} {} {} {}", corner(right, box.y), back, corner(right + shift, bottom - shift),
                                       corner(right, bottom));
  return face(top, colour, 0.6) + face(side, colour, 0.35);
}

std::string box_svg(const PictureBox& box) {
  constexpr double font = 13;
  const std::string colour = problems::svg_colour(box.colour);
  return fmt::format(
      "{}<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"><title>{}</title></rect>\n"
      "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"middle\" stroke=\"none\">{}</text>\n",
      box.depth > 0 ? side_faces(box, colour) : "", svg_length(box.x), svg_length(box.y), svg_length(box.width),
      svg_length(box.height), colour, xml_escaped(box.tooltip), svg_length(box.x + box.width / 2),
      svg_length(box.y + box.height / 2 + 0.35 * font), svg_length(font), xml_escaped(box.label));
}

// One SVG document. Boxes are drawn in their order, later ones in front of earlier ones.
std::string svg_picture(double width, double height, const std::vector<PictureBox>& boxes,
                        const std::vector<PictureText>& texts) {
  std::string body;
  for (const PictureBox& box : boxes) body += box_svg(box);
  for (const PictureText& text : texts)
    fmt::format_to(std::back_inserter(body), "<text x=\"{}\" y=\"{}\" font-size=\"14\" stroke=\"none\">{}</text>\n",
                   svg_length(text.x), svg_length(text.y), xml_escaped(text.text));
  return problems::svg_document(width, height, "<g stroke=\"#222222\">\n" + body + "</g>\n");
}

// Figure 1: three-dimensional data over a two-dimensional grid, and what each process gets of it.

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

const engine::Registration figure1_registration{figure1_experiment, engine::NamedDrawing{"kalinov/figure1", {svg_figure1, text_figure1, listed_figure1}}, engine::NamedDrawing{"kalinov/figure2", {svg_figure2, text_figure2, listed_figure2}}};

// Figure 2: the order in which NAT1 fills a three-dimensional grid, and the steps that its cells belong to.

constexpr std::size_t mapped_edge = 3;
constexpr std::array<const char*, 4> step_names = {"I", "II", "III", "IV"};

const ProcessGrid& cube() {
  static const ProcessGrid grid{{mapped_edge, mapped_edge, mapped_edge}};
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
                                            engine::AxisRole::applied, 0, mapped_edge - 1, {0, 1, 2}));
  study.deterministic = true;
  engine::set_functions<std::size_t, Place>(study, {{"NAT1", place_of}});
  study.measured = engine::measured_members<Place>(
      {{"place", "place of the cell's process in ascending order", "", "", 0, &Place::place}});
  study.sample = engine::sampler([](const engine::Point& point, RandomStream& /*stream*/) {
    return point.count("rho0") + mapped_edge * (point.count("rho1") + mapped_edge * point.count("rho2"));
  });
  return engine::erase(std::move(study));
}

// A layer for each rho_2, rho_0 upwards and rho_1 to the right as in Table 1.
constexpr double cell_side = 48;
constexpr double margin = 16;
constexpr double layer_width = mapped_edge * cell_side + 2 * margin;

std::string svg_figure2() {
  const std::vector<double> order = places();
  std::vector<PictureBox> boxes;
  std::vector<PictureText> texts;
  for (std::size_t cell = 0; cell < order.size(); ++cell) {
    const auto rho = [cell](std::size_t k) { return static_cast<double>(cube().coordinate(cell, k)); };
    const std::string name = fmt::format("{}: {}", step_names.at(step_of(cell)), order[cell]);
    boxes.push_back({.x = margin + rho(2) * layer_width + rho(1) * cell_side,
                     .y = 2.5 * margin + (mapped_edge - 1 - rho(0)) * cell_side,
                     .width = cell_side,
                     .height = cell_side,
                     .colour = step_of(cell),
                     .label = name,
                     .tooltip = fmt::format("cell ({}, {}, {}), step {}", rho(0), rho(1), rho(2), name)});
  }
  for (std::size_t layer = 0; layer < mapped_edge; ++layer)
    texts.push_back(
        {margin + static_cast<double>(layer) * layer_width, 1.75 * margin, fmt::format("rho2 = {}", layer)});
  return svg_picture(mapped_edge * layer_width, 3.5 * margin + mapped_edge * cell_side, boxes, texts);
}

std::string text_figure2() {
  const std::vector<double> order = places();
  std::string text;
  for (std::size_t layer = 0; layer < mapped_edge; ++layer)
    fmt::format_to(std::back_inserter(text), "   {:<26}", fmt::format("rho2 = {}", layer));
  for (std::size_t row = mapped_edge; row-- > 0;) {
    text += "\n";
    for (std::size_t layer = 0; layer < mapped_edge; ++layer) {
      text += "   ";
      for (std::size_t column = 0; column < mapped_edge; ++column) {
        const std::size_t cell = row + mapped_edge * (column + mapped_edge * layer);
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

const engine::Registration figure2_registration{figure2_experiment};

}  // namespace
}  // namespace apportion::kalinov
