// Splitting, transposing and measuring convex sets of cells, band by band.
#include "extensions/cells/algorithms/region.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace apportion {
namespace {

// Appends a band; bands of equal rows that touch are joined.
void push(std::vector<Band>& bands, const Band& band) {
  if (band.width() <= 0 || band.height() <= 0) return;
  if (!bands.empty() && bands.back().x_end == band.x && bands.back().y == band.y && bands.back().y_end == band.y_end)
    bands.back().x_end = band.x_end;
  else
    bands.push_back(band);
}

void clear(CellRegion& region, bool turned) {
  region.turned = turned;
  region.bands.clear();
}

// The region as bands of equal rows. Every row is one run, bounded by the first and the last band that it crosses.
std::vector<Band> transposed(const std::vector<Band>& bands) {
  std::vector<std::int64_t> lines;
  lines.reserve(2 * bands.size());
  for (const Band& band : bands) lines.insert(lines.end(), {band.y, band.y_end});
  std::ranges::sort(lines);
  std::vector<Band> result;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto meets = [&](const Band& band) { return band.y <= lines[i - 1] && lines[i] <= band.y_end; };
    if (lines[i] == lines[i - 1]) continue;
    const auto first = std::ranges::find_if(bands, meets);
    if (first == bands.end()) continue;
    auto last = first;
    while (last + 1 != bands.end() && meets(*(last + 1))) ++last;
    push(result, {lines[i - 1], lines[i], first->x, last->x_end});
  }
  return result;
}

// Splits a band: its first `cells` cells go left, whole columns and then a part of one.
void split_band(const Band& band, std::int64_t cells, PartialLine partial, CellRegion& left, CellRegion& right) {
  const std::int64_t x = band.x + cells / band.height();
  const std::int64_t rest = cells % band.height();
  push(left.bands, {band.x, x, band.y, band.y_end});
  if (rest == 0) {
    push(right.bands, {x, band.x_end, band.y, band.y_end});
    return;
  }
  const bool low = partial == PartialLine::low_rows_left;
  const std::int64_t y = low ? band.y + rest : band.y_end - rest;
  const Band below{x, x + 1, band.y, y};
  const Band above{x, x + 1, y, band.y_end};
  push(left.bands, low ? below : above);
  push(right.bands, low ? above : below);
  push(right.bands, {x + 1, band.x_end, band.y, band.y_end});
}

}  // namespace

std::int64_t CellRegion::cells() const {
  return std::accumulate(bands.begin(), bands.end(), std::int64_t{0},
                         [](std::int64_t sum, const Band& band) { return sum + band.cells(); });
}

CellRegion whole_region(std::int64_t rows, std::int64_t columns) { return {false, {{0, columns, 0, rows}}}; }

Outline outline_of(const CellRegion& region) {
  Outline outline;
  std::int64_t end = 0;
  for (std::size_t i = 0; i < region.bands.size(); ++i) {
    const Band& band = region.bands[i];
    outline.perimeter += 2 * band.width() + 2 * band.height();
    const Band before = i > 0 && end == band.x ? region.bands[i - 1] : Band{};
    const std::int64_t common = std::min(before.y_end, band.y_end) - std::max(before.y, band.y);
    end = band.x_end;
    if (before.width() > 0 && common > 0)
      outline.perimeter -= 2 * common;
    else
      ++outline.pieces;
  }
  return outline;
}

void turn(CellRegion& region, bool turned) {
  if (region.turned == turned) return;
  region.turned = turned;
  if (region.bands.size() == 1) {
    Band& band = region.bands.front();
    std::swap(band.x, band.y);
    std::swap(band.x_end, band.y_end);
    return;
  }
  region.bands = transposed(region.bands);
}

void split(const CellRegion& region, std::int64_t cells, PartialLine partial, CellRegion& left, CellRegion& right) {
  clear(left, region.turned);
  clear(right, region.turned);
  for (const Band& band : region.bands) {
    const std::int64_t of_band = std::clamp<std::int64_t>(cells, 0, band.cells());
    split_band(band, of_band, partial, left, right);
    cells -= of_band;
  }
}

void split_at(const CellRegion& region, std::int64_t x, CellRegion& left, CellRegion& right) {
  clear(left, region.turned);
  clear(right, region.turned);
  for (const Band& band : region.bands) {
    const std::int64_t middle = std::clamp(x, band.x, band.x_end);
    push(left.bands, {band.x, middle, band.y, band.y_end});
    push(right.bands, {middle, band.x_end, band.y, band.y_end});
  }
}

WholeColumns whole_columns_around(const CellRegion& region, std::int64_t cells) {
  std::int64_t before = 0;
  for (const Band& band : region.bands) {
    if (cells - before <= band.cells()) {
      const std::int64_t rest = (cells - before) % band.height();
      return {cells - rest, rest == 0 ? cells : cells - rest + band.height()};
    }
    before += band.cells();
  }
  return {before, before};
}

void append(CellRegion& left, const CellRegion& right) {
  for (const Band& band : right.bands) push(left.bands, band);
}

Rect rect_of(const Band& band, bool turned) {
  const Rect rect{static_cast<double>(band.y), static_cast<double>(band.x), static_cast<double>(band.height()),
                  static_cast<double>(band.width())};
  return turned ? rect.transposed() : rect;
}

void add_part(Decomposition& division, std::size_t processor, const std::vector<Rect>& rects) {
  if (!rects.empty()) division.parts[processor] = rects.front();
  for (std::size_t i = 1; i < rects.size(); ++i) division.further.push_back({processor, rects[i]});
}

std::vector<Rect> rectangles_of(const CellRegion& region) {
  CellRegion other = region;
  turn(other, !region.turned);
  const CellRegion& fewer = other.bands.size() < region.bands.size() ? other : region;
  std::vector<Rect> rects;
  for (const Band& band : fewer.bands) rects.push_back(rect_of(band, fewer.turned));
  std::ranges::stable_sort(rects, std::ranges::greater{}, &Rect::area);
  return rects;
}

}  // namespace apportion
