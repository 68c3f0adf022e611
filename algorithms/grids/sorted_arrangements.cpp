// Standard Young tableaux by backtracking, and the losses of their blocks.
#include "algorithms/grids/sorted_arrangements.hpp"

#include <algorithm>
#include <cstdint>

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

// Of a block whose first cell is its fastest and whose last one its slowest: one diagonal has these two.
double block_loss(double fastest, double one, double other, double slowest) {
  const double outer = fastest * slowest;
  const double inner = one * other;
  return outer >= inner ? (outer - inner) / fastest : (inner - outer) / std::max(one, other);
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
  const std::size_t cells = ranks.size();
  const std::size_t rows = cells / columns;
  if (rows == 1 || columns == 1) return 0;
  const auto at = [&](std::size_t row, std::size_t column) { return descending[ranks[row * columns + column]]; };
  double loss = 0;
  for (std::size_t low = 1; low < rows; ++low)
    for (std::size_t high = 0; high < low; ++high)
      for (std::size_t right = 1; right < columns; ++right)
        for (std::size_t left = 0; left < right; ++left)
          loss += block_loss(at(high, left), at(high, right), at(low, left), at(low, right));
  return loss / static_cast<double>((rows - 1) * (columns - 1));
}

}  // namespace apportion
