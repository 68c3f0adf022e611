// Arrays of whole cells: their limits, and divisions as an owner for each cell, and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/rectangles/decomposition.hpp"

namespace apportion {

constexpr std::int64_t most_cell_lines = 1'000'000'000;  ///< rows, and columns
constexpr std::int64_t most_single_cells = 100'000'000;  ///< of an array whose cells are visited one by one

/// "20 x 30", in space "10 x 20 x 30": layers, rows of each, columns; `rows` are those of all layers.
[[nodiscard]] std::string sides_text(std::int64_t layers, std::int64_t rows, std::int64_t columns);
/// The place of a cell in the order of owners, as "row 3, column 4", in space with the layer before it. `rows` are
/// those of all layers.
[[nodiscard]] std::string cell_text(std::size_t cell, std::int64_t layers, std::int64_t rows, std::int64_t columns);
/// InputError where an array has more cells than one in space may: most_single_cells.
void require_space(std::int64_t layers, std::int64_t rows, std::int64_t columns);

constexpr std::int32_t no_owner = -1;

/// The processor of each cell, row by row; no_owner outside of all rectangles. InputError above most_single_cells.
[[nodiscard]] std::vector<std::int32_t> owners_of(const Decomposition& division);

/// The division with these owners: runs of equal owners in a row, joined with those below them that have the same ends.
/// The first rectangle of a part is its greatest; processors without a cell have one rectangle without area.
[[nodiscard]] Decomposition division_of(std::int64_t rows, std::int64_t columns, std::size_t processors,
                                        const std::vector<std::int32_t>& owners);

/// A key, such as a run of cells, that consecutive lines have from line `begin` on.
template <class Key>
struct Lasting {
  Key key;
  std::int64_t begin = 0;
};

/// Goes on to the next line, with these ascending keys. `open` has those of the line before; `ended` gets those of them
/// that the line lacks.
template <class Key, class Ended>
void go_on(std::vector<Lasting<Key>>& open, const std::vector<Key>& keys, std::int64_t line, Ended ended) {
  std::vector<Lasting<Key>> next;
  auto old = open.begin();
  for (const Key& key : keys) {
    for (; old != open.end() && old->key < key; ++old) ended(*old);
    const bool goes_on = old != open.end() && old->key == key;
    next.push_back({key, goes_on ? old->begin : line});
    if (goes_on) ++old;
  }
  for (; old != open.end(); ++old) ended(*old);
  open = std::move(next);
}

}  // namespace apportion
