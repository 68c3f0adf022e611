// Checks of problems and divisions of whole cells, and their loads.
#include "extensions/cells/sim/cell_problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>

#include "base/error.hpp"
#include "sim/cells/owners.hpp"
#include "sim/rectangles/decomposition.hpp"

namespace apportion {
namespace {

void require_side(const char* name, std::int64_t side) {
  if (side < 1 || side > most_cell_lines)
    throw InputError("{} is {}; it must be a whole number from 1 to {}", name, side, most_cell_lines);
}

std::string described(const Rect& rect) {
  return fmt::format("{} x {} at row {}, column {}", rect.rows, rect.columns, rect.row, rect.column);
}

bool is_whole(double value) { return value == std::floor(value); }

void require_inside(const CellProblem& problem, const Rect& rect) {
  const bool whole = is_whole(rect.row) && is_whole(rect.column) && is_whole(rect.rows) && is_whole(rect.columns);
  const bool inside = rect.row >= 0 && rect.column >= 0 && rect.rows >= 0 && rect.columns >= 0 &&
                      rect.row_end() <= problem.extent().rows && rect.column_end() <= problem.extent().columns;
  if (!whole || !inside)
    throw std::logic_error("a rectangle of a division is not whole or not inside the array: " + described(rect));
}

std::vector<Rect> nonempty_rectangles(const CellProblem& problem, const Decomposition& division) {
  std::vector<Rect> rectangles = division.parts;
  for (const FurtherRect& further : division.further) {
    if (further.processor >= division.parts.size())
      throw std::logic_error(fmt::format("a rectangle of a division has processor {}", further.processor));
    rectangles.push_back(further.rect);
  }
  for (const Rect& rect : rectangles) require_inside(problem, rect);
  std::erase_if(rectangles, [](const Rect& rect) { return rect.area() == 0; });
  return rectangles;
}

void require_disjoint(const std::vector<Rect>& rectangles) {
  if (const std::optional<Rect> rect = overlapping_rectangle(rectangles))
    throw std::logic_error("rectangles of a division overlap: " + described(*rect));
}

void require_question(const CellProblem& problem) {
  const auto [sides, all] = problem.in_space() ? std::pair(7, 27) : std::pair(5, 9);
  if (problem.stencil != sides && problem.stencil != all)
    throw InputError("stencil is {}; it must be {} or {}{}", problem.stencil, sides, all,
                     problem.in_space() ? " in an array with layers" : "");
  if (!(problem.imbalance >= 0 && problem.imbalance <= 1))
    throw InputError("imbalance is {}; it must be from 0 to 1", problem.imbalance);
  if (problem.underload && !(*problem.underload >= 0 && *problem.underload <= 1))
    throw InputError("underload is {}; it must be from 0 to 1", *problem.underload);
  const auto require_chain = [&](bool given, const char* what) {
    if (given && !problem.is_chain())
      throw InputError("{} is for arrays of one row or column; this one has {} cells", what, sides_text(problem));
  };
  require_chain(problem.keep_order, "a given order of the parts");
  require_chain(problem.cell_memory != nullptr, "memory of each cell");
  if (problem.cell_memory &&
      (problem.cell_memory->rows() != problem.rows || problem.cell_memory->columns() != problem.columns))
    throw InputError("there is memory of {} x {} cells; the array has {}", problem.cell_memory->rows(),
                     problem.cell_memory->columns(), sides_text(problem));
  if (!problem.memory.empty() && problem.memory.size() != problem.cluster.size())
    throw InputError("there is memory of {} processors; the cluster has {}", problem.memory.size(),
                     problem.cluster.size());
  if (problem.objective != Objective::load)
    require_objective("a division of cells", cell_problem_objectives(), problem.objective);
}

void require_previous(const CellProblem& problem) {
  const PreviousDivision& previous = *problem.previous;
  if (!(previous.price >= 0 && previous.price <= most_migration_price))
    throw InputError("the price of a moved cell is {}; it must be from 0 to {}", previous.price, most_migration_price);
  const auto cells = static_cast<std::int64_t>(previous.owners.size());
  if (problem.rows > most_single_cells / problem.columns || cells != problem.rows * problem.columns)
    throw InputError("the previous division has {} cells; the array has {}", cells, sides_text(problem));
  if (!std::ranges::all_of(previous.owners, [](std::int32_t owner) { return owner >= no_owner; }))
    throw InputError("the previous division has an owner below -1");
}

void require_maps(const CellProblem& problem) {
  if (problem.maps.size() < 2 || problem.loads == nullptr)
    throw std::logic_error("several maps of loads are at least two, with their mean");
  const auto exclude = [](bool given, const char* what) {
    if (given) throw InputError("several maps of loads and {} exclude each other", what);
  };
  exclude(problem.previous != nullptr, "a previous division");
  exclude(!problem.memory.empty(), "limits of memory");
  exclude(problem.platform != nullptr, "a network");
}

// Calls visit(cell) for each active cell with a number above 0.
template <class Visit>
void for_each_numbered(const CellProblem& problem, Visit visit) {
  for (std::size_t cell = 0; cell < problem.together->size(); ++cell)
    if ((*problem.together)[cell] > 0 && problem.load(cell) > 0) visit(cell);
}

std::string place_text(const CellProblem& problem, std::size_t cell) {
  return cell_text(cell, problem.layers, problem.rows, problem.columns);
}

void require_one_sea_each(const CellProblem& problem) {
  std::vector<std::int32_t> seas(problem.together->size());
  for_each_cell_of_seas(problem, [&](std::size_t cell, std::int32_t sea) { seas[cell] = sea; });
  std::map<std::int32_t, std::size_t> first;  // the first cell of each number
  for_each_numbered(problem, [&](std::size_t cell) {
    const auto [found, is_new] = first.emplace((*problem.together)[cell], cell);
    if (is_new || seas[found->second] == seas[cell]) return;
    throw InputError(
        "together has {} in two seas, at {} and at {}, which no active cells connect; only cells of one "
        "sea can stay together",
        found->first, place_text(problem, found->second), place_text(problem, cell));
  });
}

void require_together(const CellProblem& problem) {
  const auto cells = static_cast<std::int64_t>(problem.together->size());
  if (problem.rows > most_single_cells / problem.columns || cells != problem.rows * problem.columns)
    throw InputError("together has {} cells; the array has {}", cells, sides_text(problem));
  const auto negative = std::ranges::find_if(*problem.together, [](std::int32_t number) { return number < 0; });
  if (negative != problem.together->end())
    throw InputError("together has {} at {}; numbers are from 0 on", *negative,
                     place_text(problem, static_cast<std::size_t>(negative - problem.together->begin())));
  if (problem.loads) require_one_sea_each(problem);
}

double cells_in(const CellProblem& problem, const Rect& rect) {
  return problem.loads ? static_cast<double>(problem.loads->active_in(rect)) : rect.area();
}

std::string layers_text(const CellLoads& loads) {
  return loads.layers() > 1 ? fmt::format(" in {} layers", loads.layers()) : "";
}

// Sums `measure` over the rectangles of each part.
template <class Measure>
std::vector<double> summed(const Decomposition& division, const Measure& measure) {
  std::vector<double> sums;
  sums.reserve(division.parts.size());
  for (const Rect& part : division.parts) sums.push_back(measure(part));
  for (const FurtherRect& further : division.further) sums[further.processor] += measure(further.rect);
  return sums;
}

double load_per_speed(const CellProblem& problem) {
  const std::vector<double>& speeds = problem.cluster.speeds;
  return total_load(problem) / std::accumulate(speeds.begin(), speeds.end(), 0.0);
}

// By what part of the greatest share the heaviest cell exceeds it.
double forced_by(double heaviest, const std::vector<double>& ideal) {
  return std::max(heaviest / *std::ranges::max_element(ideal) - 1, 0.0);
}

// The limits for loads that are multiplied by `scale`; nullptr: each cell has load 1.
LoadLimits limits_of(const CellProblem& problem, const CellLoads* loads, double scale, double imbalance) {
  constexpr double rounding = 1e-9;
  constexpr double rounding_of_doubles = 0x1p-50;
  const bool is_whole = loads == nullptr || (loads->is_whole() && scale == 1);
  const double cell = loads == nullptr ? 1 : scale * loads->median();
  const std::vector<double> ideal = shares(problem);
  if (problem.objective == Objective::load || problem.most_over_share > 0) {
    const double times =
        (problem.objective == Objective::load ? std::numeric_limits<double>::infinity() : problem.most_over_share) *
        (1 + (is_whole ? 4 * rounding_of_doubles : rounding));
    LoadLimits limits{std::vector<double>(ideal.size(), 0), ideal};
    for (double& most : limits.most) most = most * times + problem.further;
    return limits;
  }
  const double forced = loads == nullptr ? 0 : forced_by(scale * loads->greatest(), ideal);
  LoadLimits limits;
  for (const double share : ideal) {
    const auto width = [&](double part) {
      const double exact = std::max(cell, share * std::max(part, forced));
      return exact * (is_whole ? 1 : 1 + rounding) + (share + exact) * rounding_of_doubles + problem.further;
    };
    limits.least.push_back(share - width(problem.underload.value_or(imbalance)));
    limits.most.push_back(share + width(imbalance));
  }
  return limits;
}

}  // namespace

std::string sides_text(const CellProblem& problem) { return sides_text(problem.layers, problem.rows, problem.columns); }

void require_one_size(const std::vector<std::shared_ptr<const CellLoads>>& maps) {
  const CellLoads& first = *maps.front();
  for (std::size_t i = 1; i < maps.size(); ++i)
    if (maps[i]->layers() != first.layers() || maps[i]->rows() != first.rows() || maps[i]->columns() != first.columns())
      throw InputError("map {} of the loads has {} x {} cells{}, and map 1 has {} x {}{}; all maps must be as large",
                       i + 1, maps[i]->rows(), maps[i]->columns(), layers_text(*maps[i]), first.rows(), first.columns(),
                       layers_text(first));
}

std::shared_ptr<const CellLoads> combined_loads(const std::vector<std::shared_ptr<const CellLoads>>& maps) {
  require_one_size(maps);
  constexpr double least_total = 1e-280;  // so that the loads of 10^8 cells can be divided by it
  for (std::size_t map = 0; map < maps.size(); ++map)
    if (maps[map]->total() < least_total)
      throw InputError("map {} of the loads comes to {} in all; with several maps it must be at least {}", map + 1,
                       maps[map]->total(), least_total);
  const CellLoads& first = *maps.front();
  std::vector<double> loads(static_cast<std::size_t>(first.rows() * first.columns()), 0);
  double active = 0;
  for (std::size_t cell = 0; cell < loads.size(); ++cell) {
    bool is_active = false;
    for (const auto& map : maps) {
      loads[cell] += map->at(cell) / map->total();
      is_active |= map->at(cell) > 0;
    }
    // A load above 0 must not underflow to 0: its cell would be left out.
    if (is_active) loads[cell] = std::max(loads[cell], std::numeric_limits<double>::min());
    active += is_active ? 1 : 0;
  }
  for (double& load : loads) load *= active / static_cast<double>(maps.size());
  return std::make_shared<const CellLoads>(first.rows(), first.columns(), std::move(loads), first.layers());
}

void validate(const CellProblem& problem) {
  if (problem.in_space()) {
    if (problem.rows % problem.layers != 0)
      throw std::logic_error(fmt::format("{} rows of {} layers", problem.rows, problem.layers));
    require_side("columns", problem.columns);
    require_side("rows", problem.layer_rows());
    require_space(problem.layers, problem.layer_rows(), problem.columns);
  }
  require_side("layers", problem.layers);
  require_side("rows", problem.rows);
  require_side("columns", problem.columns);
  if (problem.rows > most_cells / problem.columns)
    throw InputError("{} x {} cells are too many; the limit is {}", problem.rows, problem.columns, most_cells);
  validate(problem.cluster);
  require_total(problem.extent().half_perimeter(), problem.cluster.size(), problem.latency);
  if (problem.latency > 0 && problem.latency < least_latency)
    throw InputError("latency is {}; it must be 0 or at least {}", problem.latency, least_latency);
  if (problem.loads && (problem.loads->rows() != problem.rows || problem.loads->columns() != problem.columns))
    throw InputError("the loads are those of {} x {} cells; the array has {}", problem.loads->rows(),
                     problem.loads->columns(), sides_text(problem));
  require_question(problem);
  if (problem.previous) require_previous(problem);
  if (!problem.maps.empty()) require_maps(problem);
  if (problem.together) require_together(problem);
  if (problem.together && (problem.previous || !problem.maps.empty()))
    throw InputError("{} and cells that stay together exclude each other",
                     problem.previous ? "a previous division" : "several maps of loads");
  if (problem.has_widths() && (problem.previous || problem.together))
    throw InputError("{} and a least width exclude each other",
                     problem.previous ? "a previous division" : "cells that stay together");
  if (!std::isfinite(load_per_speed(problem)))
    throw InputError("the load divided by the sum of the weights overflows; give greater weights");
}

void require_room_together(const CellProblem& problem) {
  std::map<std::int32_t, double> loads;
  for_each_numbered(problem, [&](std::size_t cell) { loads[(*problem.together)[cell]] += problem.load(cell); });
  if (loads.empty()) return;
  const double most = std::ranges::max(load_limits(problem).most);
  const auto heaviest = std::ranges::max_element(loads, {}, [](const auto& each) { return each.second; });
  if (heaviest->second > most)
    throw InputError(
        "the cells of number {} in together have load {:.10g}, and no processor may have more than "
        "{:.10g}, the greatest share with its tolerance; give numbers to fewer cells, or a greater "
        "imbalance",
        heaviest->first, heaviest->second, most);
}

double total_load(const CellProblem& problem) {
  return problem.loads ? problem.loads->total() : problem.extent().area();
}

std::int64_t active_cells(const CellProblem& problem) {
  return problem.loads ? problem.loads->active_cells() : problem.rows * problem.columns;
}

double load_of(const CellProblem& problem, const Rect& rect) {
  return problem.loads ? problem.loads->load_of(rect) : rect.area();
}

std::vector<double> part_loads(const CellProblem& problem, const Decomposition& division) {
  return summed(division, [&](const Rect& rect) { return load_of(problem, rect); });
}

std::vector<double> part_loads(const CellLoads& loads, const Decomposition& division) {
  return summed(division, [&](const Rect& rect) { return loads.load_of(rect); });
}

std::vector<double> part_cells(const CellProblem& problem, const Decomposition& division) {
  if (!problem.cell_memory) return summed(division, [&](const Rect& rect) { return cells_in(problem, rect); });
  return summed(division, [&](const Rect& rect) {
    double memory = 0;
    for (auto row = static_cast<std::int64_t>(rect.row); row < static_cast<std::int64_t>(rect.row_end()); ++row)
      for (auto column = static_cast<std::int64_t>(rect.column); column < static_cast<std::int64_t>(rect.column_end());
           ++column)
        if (!problem.loads || problem.loads->is_active(row, column)) memory += problem.cell_memory->at(row, column);
    return memory;
  });
}

std::vector<double> shares(const CellProblem& problem) {
  const std::vector<double>& speeds = problem.cluster.speeds;
  const double factor = load_per_speed(problem);
  std::vector<double> shares;
  shares.reserve(speeds.size());
  for (const double speed : speeds) shares.push_back(speed * factor);
  return shares;
}

double forced_imbalance(const CellProblem& problem) {
  if (problem.loads == nullptr) return 0;
  const std::vector<double> ideal = shares(problem);
  if (problem.maps.empty()) return forced_by(problem.loads->greatest(), ideal);
  double most = 0;
  for (std::size_t map = 0; map < problem.maps.size(); ++map)
    most = std::max(most, forced_by(map_scale(problem, map) * problem.maps[map]->greatest(), ideal));
  return most;
}

LoadLimits load_limits(const CellProblem& problem) { return load_limits(problem, problem.imbalance); }

LoadLimits load_limits(const CellProblem& problem, double imbalance) {
  if (problem.maps.empty()) return limits_of(problem, problem.loads.get(), 1, imbalance);
  const std::vector<LoadLimits> all = map_limits(problem, imbalance);
  const auto count = static_cast<double>(all.size());
  const std::size_t parts = problem.cluster.size();
  LoadLimits means{std::vector<double>(parts, 0), std::vector<double>(parts, 0)};
  for (const LoadLimits& map : all)
    for (std::size_t i = 0; i < parts; ++i) {
      means.least[i] += map.least[i] / count;
      means.most[i] += map.most[i] / count;
    }
  return means;
}

double map_scale(const CellProblem& problem, std::size_t map) {
  return total_load(problem) / problem.maps[map]->total();
}

std::vector<LoadLimits> map_limits(const CellProblem& problem, double imbalance) {
  std::vector<LoadLimits> all;
  for (std::size_t map = 0; map < problem.maps.size(); ++map)
    all.push_back(limits_of(problem, problem.maps[map].get(), map_scale(problem, map), imbalance));
  return all;
}

void require_division(const CellProblem& problem, const Decomposition& division) {
  if (division.parts.size() != problem.cluster.size())
    throw std::logic_error(
        fmt::format("a division has {} parts for {} processors", division.parts.size(), problem.cluster.size()));
  const std::vector<Rect> rectangles = nonempty_rectangles(problem, division);
  require_disjoint(rectangles);
  double covered = 0;
  for (const Rect& rect : rectangles) covered += cells_in(problem, rect);
  const auto cells = static_cast<double>(active_cells(problem));
  if (covered != cells)
    throw std::logic_error(fmt::format("the parts of a division have {} cells of {}", covered, cells));
}

}  // namespace apportion
