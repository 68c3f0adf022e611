// Grids of processes, read off rectangles.
#include "experiments/problems/divisions/straight_cuts.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "base/error.hpp"

namespace apportion::problems {

StraightCuts straight_cuts(const WholeDivision& division, std::string_view library) {
  std::map<std::int64_t, std::int64_t> rows;  // of the first row of a row of processes: how many it has
  std::map<std::int64_t, std::int64_t> columns;
  std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> places;
  bool is_grid = division.rectangles.further.empty();
  for (std::size_t i = 0; i < division.rectangles.parts.size(); ++i)
    for (const CellBox& box : boxes_of(division.rectangles, i)) {
      is_grid = rows.emplace(box.row_begin, box.rows()).first->second == box.rows() && is_grid;
      is_grid = columns.emplace(box.column_begin, box.columns()).first->second == box.columns() && is_grid;
      places[{box.row_begin, box.column_begin}] = i;
    }
  const std::size_t parts = division.rectangles.parts.size();
  if (!is_grid || places.size() != parts || rows.size() * columns.size() != parts)
    throw InputError(
        fmt::format("{} wants straight cuts through the whole array, a part for each place: solve cells --algorithm "
                    "RECTILINEAR, for a number of processors that fills P x Q places",
                    library));
  StraightCuts cuts;
  for (const auto& [begin, height] : rows) cuts.heights.push_back(height);
  for (const auto& [begin, width] : columns) cuts.widths.push_back(width);
  for (const auto& [place, processor] : places) cuts.processors.push_back(processor);
  return cuts;
}

}  // namespace apportion::problems
