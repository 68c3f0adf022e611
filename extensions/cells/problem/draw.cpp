// Divisions into whole cells for readers: drawings, titles, texts and rankings.

#include "extensions/cells/problem/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/problems/common/json.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "extensions/cells/sim/cell_bounds.hpp"
#include "sim/cells/halo_plan.hpp"

namespace apportion::problems {
namespace {

std::vector<double> shares_drawn(const CellProblem& problem, const Decomposition& division) {
  std::vector<double> shares = part_loads(problem, division);
  for (double& share : shares) share *= 100 / total_load(problem);
  return shares;
}

bool has_left_out(const CellProblem& problem) {
  return problem.loads != nullptr && problem.loads->active_cells() < problem.rows * problem.columns;
}

// The axes that run down and across in a drawing of the slice.
std::pair<std::size_t, std::size_t> axes_of(const Slice& slice) {
  return {slice.axis == 0 ? 1 : 0, slice.axis == 2 ? 1 : 2};
}

// The parts' rectangles in the slice.
Decomposition slice_of(const CellProblem& problem, const Decomposition& division, const Slice& slice) {
  const auto [down, across] = axes_of(slice);
  const CellAxes axes(problem);
  Decomposition drawn{{static_cast<double>(axes.sides[down]), static_cast<double>(axes.sides[across])},
                      std::vector<Rect>(division.parts.size())};
  for (std::size_t i = 0; i < division.parts.size(); ++i)
    for (const auto& [layer_begin, layer_end, box] : boxes_in_space(problem.layers, division, i)) {
      const std::array<std::int64_t, 3> begin = {layer_begin, box.row_begin, box.column_begin};
      const std::array<std::int64_t, 3> end = {layer_end, box.row_end, box.column_end};
      if (slice.at < begin[slice.axis] || slice.at >= end[slice.axis]) continue;
      const Rect rect{static_cast<double>(begin[down]), static_cast<double>(begin[across]),
                      static_cast<double>(end[down] - begin[down]), static_cast<double>(end[across] - begin[across])};
      if (drawn.parts[i].area() > 0)
        drawn.further.push_back({i, rect});
      else
        drawn.parts[i] = rect;
    }
  return drawn;
}

std::vector<Rect> left_out_of(const CellProblem& problem, const Slice& slice) {
  const auto [down, across] = axes_of(slice);
  const CellAxes axes(problem);
  std::vector<double> loads;
  for (std::int64_t i = 0; i < axes.sides[down]; ++i)
    for (std::int64_t j = 0; j < axes.sides[across]; ++j)
      loads.push_back(problem.load(static_cast<std::size_t>(slice.at * axes.strides[slice.axis] +
                                                            i * axes.strides[down] + j * axes.strides[across])));
  if (std::ranges::all_of(loads, [](double load) { return load == 0; }))
    return {{0, 0, static_cast<double>(axes.sides[down]), static_cast<double>(axes.sides[across])}};
  return left_out_squares(CellLoads(axes.sides[down], axes.sides[across], std::move(loads)));
}

// The drawing of a division with the parts' shares of the load and the cells that are left out; the first slice has the
// title.
std::vector<LabelledDecomposition> drawn_division(const CellProblem& problem, const std::string& title,
                                                  const Decomposition& division, const std::vector<std::string>& names,
                                                  const std::string& slices = {},
                                                  const std::vector<std::string>& groups = {}) {
  if (!problem.in_space()) {
    LabelledDecomposition drawn{.title = title, .decomposition = division, .names = names, .groups = groups};
    if (problem.loads != nullptr) drawn.shares = shares_drawn(problem, division);
    if (has_left_out(problem)) drawn.left_out = left_out_squares(*problem.loads);
    return {std::move(drawn)};
  }
  std::vector<LabelledDecomposition> all;
  const std::vector<double> shares = shares_drawn(problem, division);
  for (const Slice& slice : parse_slices(slices, problem)) {
    // "y = 40: layers down, columns across"
    all.push_back({.title = fmt::format("{} = {}: {} down, {} across", "zyx"[slice.axis], slice.at,
                                        slice.axis == 0 ? "rows" : "layers", slice.axis == 2 ? "rows" : "columns"),
                   .decomposition = slice_of(problem, division, slice),
                   .shares = shares,
                   .names = names,
                   .groups = groups});
    if (all.size() == 1 && !title.empty())
      all.front().title = fmt::format("{}; {} = {}", title, "zyx"[slice.axis], slice.at);
    if (has_left_out(problem)) all.back().left_out = left_out_of(problem, slice);
  }
  return all;
}

// "210 edges", in space "faces", or the elements that are minimised.
std::string edges_or_elements(const CellProblem& problem, const CellBoundary& boundary) {
  if (problem.objective == Objective::volume) return fmt::format("{} elements sent", boundary.volume);
  if (problem.objective == Objective::busiest) return fmt::format("{} elements to the busiest", boundary.busiest);
  return fmt::format("{} {}", boundary.edges, problem.in_space() ? "faces" : "edges");
}

std::string title_of(const CellProblem& problem, const CellAnswer& answer) {
  const CellCosts& costs = answer.costs;
  std::string title =
      fmt::format("{} on {} cells: boundary {}, {}, imbalance {:.3g} %", answer.algorithm, sides_text(problem),
                  counted(costs.boundary.edges, "cell edge"),
                  counted(costs.boundary.neighbours, "pair") + " of neighbours", 100 * costs.balance.imbalance);
  if (problem.latency > 0) title += fmt::format(", total {:.10g} at latency {:.10g}", costs.total, problem.latency);
  if (is_by_elements(problem.objective)) title += ", " + edges_or_elements(problem, costs.boundary);
  if (costs.boundary.fragments > 0) title += ", " + counted(costs.boundary.fragments, "fragment");
  if (costs.boundary.empty > 0) title += fmt::format(", {} without a cell", costs.boundary.empty);
  return title;
}

// "BEST: 210 edges, imbalance 0.15 %": the title of one of several drawings side by side.
std::string title_beside_others(const std::string& name, const CellProblem& problem, const CellCosts& costs) {
  std::string title = fmt::format("{}: {}, imbalance {:.2f} %", name, edges_or_elements(problem, costs.boundary),
                                  100 * costs.balance.imbalance);
  if (costs.boundary.fragments > 0) title += fmt::format(", {}", counted(costs.boundary.fragments, "fragment"));
  if (costs.boundary.torn > 0 && costs.boundary.torn < costs.boundary.fragments)
    title += fmt::format(", {} of them torn", costs.boundary.torn);
  if (costs.boundary.empty > 0) title += fmt::format(", {} empty", costs.boundary.empty);
  return title;
}

// A line with the criteria of the ranking.
std::string rule_of(const CellQuestion& question) {
  const CellProblem& problem = question.problem;
  std::string least = problem.latency > 0 ? "boundary + latency x neighbours" : "boundary in cell edges";
  if (problem.objective == Objective::volume)
    least = fmt::format("elements sent by all, stencil of {}", problem.stencil);
  if (problem.objective == Objective::busiest)
    least = fmt::format("elements that one part receives, stencil of {}", problem.stencil);
  if (problem.objective == Objective::load) least = "greatest load over the speed";
  if (problem.previous) least += fmt::format(" + {:.10g} x cells moved", problem.previous->price);
  if (question.network) least = "simulated time";
  if (question.ranks_draws) least = ranked_value_words(*question.variation, question.network != nullptr);
  return fmt::format("\nranked: {}{}{}fewest empty parts{}, then least {}",
                     fmt::format("{}{}", problem.together ? "fewest pieces cut, then " : "",
                                 problem.has_widths() ? "fewest narrow runs, then " : ""),
                     problem.memory.empty() ? "" : "fewest cells beyond the memory, then ",
                     problem.objective == Objective::load
                         ? ""
                         : fmt::format("least load further than {} from the shares, then ", tolerance_words(problem)),
                     problem.connected ? ", then fewest torn pieces" : "", least);
}

// "a load of 600", or "loads of 600 and 90".
std::string loads_text(const CellProblem& problem) {
  if (problem.maps.empty()) return fmt::format("a load of {:.10g}", problem.loads->total());
  std::string text = "loads of ";
  for (std::size_t map = 0; map < problem.maps.size(); ++map)
    text += fmt::format("{}{:.10g}",
                        map == 0                         ? ""
                        : map + 1 == problem.maps.size() ? " and "
                                                         : ", ",
                        problem.maps[map]->total());
  return text;
}

// "3 x 4 at (0, 0)" for the first rectangles of a part.
std::string places_of(const std::vector<Rect>& rectangles) {
  constexpr std::size_t most_listed = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(rectangles.size(), most_listed); ++i)
    text += fmt::format("{}{} x {} at ({}, {})", i == 0 ? "" : " and ", rectangles[i].rows, rectangles[i].columns,
                        rectangles[i].row, rectangles[i].column);
  if (rectangles.size() > most_listed) text += fmt::format(" and {} more", rectangles.size() - most_listed);
  return text;
}

}  // namespace

std::vector<Slice> parse_slices(const std::string& text, const CellProblem& problem) {
  const std::array<std::int64_t, 3> sides = CellAxes(problem).sides;
  if (text.empty()) return {{0, sides[0] / 2}, {1, sides[1] / 2}, {2, sides[2] / 2}};
  std::vector<Slice> slices;
  for (const std::string& entry : split(text, ',')) {
    constexpr std::string_view letters = "zyx";
    const std::size_t equals = entry.find('=');
    const std::optional<std::int64_t> at = parse_whole(entry.substr(equals == std::string::npos ? 0 : equals + 1));
    const std::size_t axis = equals == 1 ? letters.find(entry[0]) : std::string_view::npos;
    if (!at || axis == std::string_view::npos)
      throw InputError("slice '{}' is no plane; give x=COLUMN, y=ROW or z=LAYER, such as z={}", entry, sides[0] / 2);
    if (*at < 0 || *at >= sides[axis])
      throw InputError("slice {} is outside the array, whose {} go from 0 to {}", entry,
                       std::array{"layers", "rows", "columns"}[axis], sides[axis] - 1);
    slices.push_back({axis, *at});
  }
  return slices;
}

std::vector<Rect> left_out_squares(const CellLoads& loads) {
  constexpr std::int64_t most_squares = 250;  // along a side
  const std::int64_t side = (std::max(loads.rows(), loads.columns()) + most_squares - 1) / most_squares;
  std::vector<Rect> runs;
  for (std::int64_t row = 0; row < loads.rows(); row += side) {
    const auto rows = static_cast<double>(std::min(side, loads.rows() - row));
    bool begun = false;
    for (std::int64_t column = 0; column < loads.columns(); column += side) {
      const Rect square{static_cast<double>(row), static_cast<double>(column), rows,
                        static_cast<double>(std::min(side, loads.columns() - column))};
      const bool is_left_out = 2 * loads.active_in(square) < static_cast<std::int64_t>(square.area());
      if (is_left_out && begun)
        runs.back().columns += square.columns;
      else if (is_left_out)
        runs.push_back(square);
      begun = is_left_out;
    }
  }
  return runs;
}

std::vector<LabelledDecomposition> labelled(const CellQuestion& question, const CellAnswer& answer) {
  // In space drawings are side by side, at a distance that the longest title determines.
  if (question.problem.in_space()) return labelled_beside(question, answer);
  return drawn_division(question.problem, title_of(question.problem, answer), answer.decomposition, answer.names, {},
                        answer.groups);
}

std::vector<LabelledDecomposition> labelled_beside(const CellQuestion& question, const CellAnswer& answer) {
  return drawn_division(question.problem, title_beside_others(answer.algorithm, question.problem, answer.costs),
                        answer.decomposition, answer.names, question.slices, answer.groups);
}

std::string cell_title(const CellQuestion& question) {
  const CellProblem& problem = question.problem;
  const std::string rule = rule_of(question) + note_on_xy2(question);
  std::string title = sides_text(problem) + " cells";
  if (problem.loads != nullptr)
    title += fmt::format(", {} of them active, with {},", problem.loads->active_cells(), loads_text(problem));
  title += " for " + counted(problem.cluster.size(), "processor");
  if (problem.latency > 0) title += fmt::format(", latency {:.10g}", problem.latency);
  if (question.network) title += fmt::format(", on {}", question.network->name);
  if (problem.previous) title += fmt::format("; at least {} must move", counted(least_moved_cells(problem), "cell"));
  if (problem.objective == Objective::load)
    return title + fmt::format("; some load over its speed is at least {:.10g}", cell_lower_bound(problem)) + rule;
  const bool by_elements = is_by_elements(problem.objective);
  const bool is_for_connected = by_elements && problem.connected && problem.loads == nullptr;
  title +=
      fmt::format("; no {}parts within {} of their shares {} less than {:.10g}", is_for_connected ? "connected " : "",
                  tolerance_words(problem), by_elements ? "send" : "cost", cell_lower_bound(problem));
  return title + rule;
}

std::string instance_line(const CellProblem& problem) {
  constexpr std::int64_t most_listed_loads = 100'000;
  return problem.loads != nullptr && problem.rows * problem.columns > most_listed_loads ? "" : to_json(problem);
}

std::string cell_solution_text(const CellProblem& problem, const CellSolution& solution,
                               const std::vector<std::string>& names) {
  const Decomposition& division = solution.decomposition;
  // With more parts a drawing of characters is illegible.
  constexpr std::size_t most_drawn = 200;
  std::string text;
  for (const LabelledDecomposition& each : drawn_division(problem, "", division, names)) {
    const Decomposition& drawn = each.decomposition;
    if (drawn.parts.size() + drawn.further.size() > most_drawn) continue;
    text += (each.title.empty() ? "" : each.title + "\n") + text_drawing(each);
  }
  const std::vector<double> loads = part_loads(problem, division);
  const std::vector<double> ideal = shares(problem);
  for (std::size_t i = 0; i < division.parts.size(); ++i)
    fmt::format_to(std::back_inserter(text), "{:>4}{}: {}, load {:.10g} for a share of {:.10g}\n", i,
                   i < names.size() ? " " + names[i] : "", places_of(rectangles_of(division, i)), loads[i], ideal[i]);
  return text;
}

}  // namespace apportion::problems
