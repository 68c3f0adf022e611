// One step of Beaumont et al.'s heuristic for several networks at once: shares from the leading singular vectors of the
// matrices of performances. Always inlined, so that each caller compiles it for its own instruction set.
#pragma once

#include <cstddef>
#include <vector>

#include "algorithms/grids/beaumont.hpp"
#include "algorithms/grids/lanes.hpp"

namespace apportion {

/// Several arrangements on one grid, and buffers.
template <std::size_t width>
struct LaneArrangements {
  explicit LaneArrangements(const ProcessGrid& grid)
      : performances(grid.cells()),
        products(grid.cells()),
        rows(grid.edge(1)),
        columns(grid.edge(0)),
        next(grid.edge(1)) {}

  std::vector<Lanes<width>> performances;  ///< cell by cell; the input
  std::vector<Lanes<width>> products;      ///< r_i c_j cell by cell; output, as are the shares
  std::vector<Lanes<width>> rows;
  std::vector<Lanes<width>> columns;
  std::vector<Lanes<width>> next;
};

/// One step of the power iteration on P P^T, the greatest component made 1. Lanes that are not `active` stay as they
/// are; those that have converged become inactive.
template <std::size_t width, class Mask>
[[gnu::always_inline]] inline void lane_power_step(LaneArrangements<width>& a, Mask& active) {
  using Vector = typename Lanes<width>::Vector;
  const std::size_t edge = a.columns.size();
  for (std::size_t j = 0; j < edge; ++j) {
    Vector sum = {};
    for (std::size_t i = 0; i < a.rows.size(); ++i) sum += a.rows[i].v * a.performances[i * edge + j].v;
    a.columns[j].v = sum;
  }
  Vector greatest = {};
  for (std::size_t i = 0; i < a.rows.size(); ++i) {
    Vector sum = {};
    for (std::size_t j = 0; j < edge; ++j) sum += a.performances[i * edge + j].v * a.columns[j].v;
    greatest = greatest > sum ? greatest : sum;
    a.next[i].v = sum;
  }
  Vector change = {};
  for (std::size_t i = 0; i < a.rows.size(); ++i) {
    const Vector value = a.next[i].v / greatest;
    const Vector difference = value - a.rows[i].v;
    const Vector distance = difference < 0.0 ? -difference : difference;
    change = change > distance ? change : distance;
    a.rows[i].v = active ? value : a.rows[i].v;
  }
  active = active & (change > singular_tolerance);
}

/// First the columns, then the rows are made as long as the constraints allow; the order matters. The columns' own
/// singular vector and the singular value drop out.
template <std::size_t width>
[[gnu::always_inline]] inline void tighten_lanes(LaneArrangements<width>& a) {
  using Vector = typename Lanes<width>::Vector;
  const std::size_t edge = a.columns.size();
  for (std::size_t j = 0; j < edge; ++j) {
    Vector greatest = {};
    for (std::size_t i = 0; i < a.rows.size(); ++i) {
      const Vector value = a.rows[i].v / a.performances[i * edge + j].v;
      greatest = greatest > value ? greatest : value;
    }
    a.columns[j].v = 1.0 / greatest;
  }
  for (std::size_t i = 0; i < a.rows.size(); ++i) {
    Vector greatest = {};
    for (std::size_t j = 0; j < edge; ++j) {
      const Vector value = a.columns[j].v / a.performances[i * edge + j].v;
      greatest = greatest > value ? greatest : value;
    }
    a.rows[i].v = 1.0 / greatest;
  }
}

/// From the performances to the shares and their products.
template <std::size_t width>
[[gnu::always_inline]] inline void share_lanes(LaneArrangements<width>& a) {
  using Vector = typename Lanes<width>::Vector;
  for (Lanes<width>& row : a.rows) row.v = Vector{} + 1.0;
  auto active = a.rows[0].v == a.rows[0].v;
  for (int step = 0; step < most_power_steps; ++step) {
    lane_power_step(a, active);
    if (!any_lane<width>(active)) break;
  }
  tighten_lanes(a);
  for (std::size_t i = 0; i < a.rows.size(); ++i)
    for (std::size_t j = 0; j < a.columns.size(); ++j)
      a.products[i * a.columns.size() + j].v = a.rows[i].v * a.columns[j].v;
}

}  // namespace apportion
