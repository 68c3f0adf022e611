// Standard Young tableaux by backtracking, and the losses of their blocks.
#include "algorithms/grids/sorted_arrangements.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>

namespace apportion {
namespace {

// Processes are placed from the fastest on; each goes behind those of its row.
class Tableau {
 public:
  Tableau(std::size_t rows, std::size_t columns)
      : columns_(columns), filled_(rows), ranks_(rows * columns), row_of_(rows * columns) {}

  // Puts the next process into the first row from `first` on that takes it; false if there is none.
  bool place(std::size_t first) {
    for (std::size_t row = first; row < filled_.size(); ++row) {
      if (filled_[row] == columns_ || (row > 0 && filled_[row - 1] == filled_[row])) continue;
      ranks_[row * columns_ + filled_[row]++] = static_cast<std::uint32_t>(placed_);
      row_of_[placed_++] = row;
      return true;
    }
    return false;
  }

  // Takes the last process out again; the row it was in.
  std::size_t take() {
    const std::size_t row = row_of_[--placed_];
    --filled_[row];
    return row;
  }

  [[nodiscard]] std::size_t placed() const { return placed_; }
  [[nodiscard]] std::size_t last_row() const { return row_of_[placed_ - 1]; }
  [[nodiscard]] const Arrangement& ranks() const { return ranks_; }

 private:
  std::size_t columns_;
  std::vector<std::size_t> filled_;
  Arrangement ranks_;
  std::vector<std::size_t> row_of_;
  std::size_t placed_ = 0;
};

struct Block {
  std::array<std::size_t, 4> cells = {};
  double loss = 0;
};

// Of a block whose first cell is its fastest and whose last one its slowest: one diagonal has these two.
double block_loss(double fastest, double one, double other, double slowest) {
  const double outer = fastest * slowest;
  const double inner = one * other;
  return outer >= inner ? (outer - inner) / fastest : (inner - outer) / std::max(one, other);
}

std::vector<Block> blocks_of(std::span<const double> descending, const Arrangement& ranks, std::size_t columns) {
  std::vector<Block> blocks;
  const auto add = [&](std::size_t one, std::size_t other, std::size_t width) {
    const std::array<std::size_t, 4> cells = {one, one + width, other, other + width};
    const auto at = [&](std::size_t k) { return descending[ranks[cells[k]]]; };
    blocks.push_back({cells, block_loss(at(0), at(1), at(2), at(3))});
  };
  for (std::size_t low = columns; low < ranks.size(); low += columns)
    for (std::size_t high = 0; high < low; high += columns)
      for (std::size_t width = 1; width < columns; ++width)
        for (std::size_t left = 0; left + width < columns; ++left) add(high + left, low + left, width);
  return blocks;
}

// Of the blocks from the one that loses most on, each that has no cell in common with those before.
double disjoint_loss(std::vector<Block> blocks, std::size_t cells) {
  std::ranges::stable_sort(blocks, std::ranges::greater{}, &Block::loss);
  std::vector<bool> is_taken(cells);
  double loss = 0;
  for (const Block& block : blocks) {
    if (std::ranges::any_of(block.cells, [&](std::size_t cell) { return is_taken[cell]; })) continue;
    for (const std::size_t cell : block.cells) is_taken[cell] = true;
    loss += block.loss;
  }
  return loss;
}

}  // namespace

std::vector<Arrangement> sorted_arrangements(std::span<const double> descending, std::size_t columns) {
  std::vector<Arrangement> all;
  Tableau tableau(descending.size() / columns, columns);
  std::size_t first = 0;
  for (;;) {
    if (tableau.place(first)) {
      const std::size_t next = tableau.placed();
      if (next < descending.size()) {
        first = descending[next] == descending[next - 1] ? tableau.last_row() : 0;
        continue;
      }
      all.push_back(tableau.ranks());
    }
    if (tableau.placed() == 0) return all;
    first = tableau.take() + 1;
  }
}

double least_loss(std::span<const double> descending, const Arrangement& ranks, std::size_t columns) {
  const std::size_t rows = ranks.size() / columns;
  if (rows == 1 || columns == 1) return 0;
  const std::vector<Block> blocks = blocks_of(descending, ranks, columns);
  double sum = 0;
  for (const Block& block : blocks) sum += block.loss;
  return std::max(sum / static_cast<double>((rows - 1) * (columns - 1)), disjoint_loss(blocks, ranks.size()));
}

}  // namespace apportion
