// Groups of cells that must have one owner: whether that is possible, and whether a division keeps them together.
#include "extensions/cells/sim/together.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "extensions/cells/sim/kept_cells.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

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
  const std::vector<std::int32_t> seas = sea_of_each_cell(problem);
  std::map<std::int32_t, std::size_t> first;  // the first cell of each number
  for_each_numbered(problem, [&](std::size_t cell) {
    const auto [found, is_new] = first.emplace((*problem.together)[cell], cell);
    if (is_new || seas[found->second] == seas[cell]) return;
    throw InputError(
        fmt::format("together has {} in two seas, at {} and at {}, which no active cells connect; only cells of one "
                    "sea can stay together",
                    found->first, place_text(problem, found->second), place_text(problem, cell)));
  });
}

}  // namespace

void require_together(const CellProblem& problem) {
  const auto cells = static_cast<std::int64_t>(problem.together->size());
  if (problem.rows > most_single_cells / problem.columns || cells != problem.rows * problem.columns)
    throw InputError(fmt::format("together has {} cells; the array has {}", cells, sides_text(problem)));
  const auto negative = std::ranges::find_if(*problem.together, [](std::int32_t number) { return number < 0; });
  if (negative != problem.together->end())
    throw InputError(fmt::format("together has {} at {}; numbers are from 0 on", *negative,
                                 place_text(problem, static_cast<std::size_t>(negative - problem.together->begin()))));
  if (problem.loads) require_one_sea_each(problem);
}

void require_room_together(const CellProblem& problem) {
  std::map<std::int32_t, double> loads;
  for_each_numbered(problem, [&](std::size_t cell) { loads[(*problem.together)[cell]] += problem.load(cell); });
  if (loads.empty()) return;
  const double most = std::ranges::max(load_limits(problem).most);
  const auto heaviest = std::ranges::max_element(loads, {}, [](const auto& each) { return each.second; });
  if (heaviest->second > most)
    throw InputError(
        fmt::format("the cells of number {} in together have load {:.10g}, and no processor may have more than "
                    "{:.10g}, the greatest share with its tolerance; give numbers to fewer cells, or a greater "
                    "imbalance",
                    heaviest->first, heaviest->second, most));
}

TogetherCount count_together(const CellProblem& problem, const Decomposition& division) {
  const std::vector<std::int32_t> owners = owners_of(division);
  struct Piece {
    std::int32_t owner = no_owner;
    bool is_cut = false;
  };
  std::map<std::int32_t, Piece> pieces;
  for_each_numbered(problem, [&](std::size_t cell) {
    const auto [found, is_new] = pieces.try_emplace((*problem.together)[cell], Piece{owners[cell]});
    found->second.is_cut |= found->second.owner != owners[cell];
  });
  TogetherCount count{.pieces = static_cast<std::int64_t>(pieces.size())};
  for (const auto& [number, piece] : pieces) count.cut += piece.is_cut ? 1 : 0;
  return count;
}

}  // namespace apportion
