// Standard Young tableaux by backtracking, and the losses of their blocks.
#include "algorithms/grids/sorted_arrangements.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <stdexcept>

#include "sim/grids/time_bound.hpp"

namespace apportion {
namespace {

// Processes are placed from the fastest on; each goes after those of its row.
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

ArrangementLosses::ArrangementLosses(std::size_t rows, std::size_t columns)
    : blocks_of_a_cell_(static_cast<double>((rows - 1) * (columns - 1))) {
  if (rows * columns > 32) throw std::logic_error("too many cells for the losses of arrangements");
  for (std::size_t low = 1; low < rows; ++low)
    for (std::size_t high = 0; high < low; ++high)
      for (std::size_t right = 1; right < columns; ++right)
        for (std::size_t left = 0; left < right; ++left) {
          Block block{
              {high * columns + left, high * columns + right, low * columns + left, low * columns + right}, 0, 0};
          for (const std::size_t cell : block.cells) block.mask |= std::uint32_t{1} << cell;
          blocks_.push_back(block);
        }
}

double ArrangementLosses::least_loss(std::span<const double> descending, const Arrangement& ranks) {
  if (blocks_.empty()) return 0;
  double sum = 0;
  for (Block& block : blocks_) {
    const auto at = [&](std::size_t k) { return descending[ranks[block.cells[k]]]; };
    block.loss = block_loss(at(0), at(1), at(2), at(3));
    sum += block.loss;
  }
  return std::max(sum / blocks_of_a_cell_, disjoint_loss());
}

// Of the blocks from the one that loses most on, each that has no cell in common with those before.
double ArrangementLosses::disjoint_loss() const {
  std::uint32_t taken = 0;
  double sum = 0;
  for (;;) {
    const Block* next = nullptr;
    for (const Block& block : blocks_)
      if ((taken & block.mask) == 0 && (next == nullptr || block.loss > next->loss)) next = &block;
    if (next == nullptr) return sum;
    taken |= next->mask;
    sum += next->loss;
  }
}

double arranged_lower_bound(const GridProblem& problem) {
  const double bound = time_lower_bound(problem);
  if (problem.grid.dimensions() != 2 || problem.grid.cells() > most_arranged_processes) return bound;
  std::vector<double> descending = problem.performances;
  std::ranges::sort(descending, std::ranges::greater{});
  const std::size_t columns = problem.grid.edge(0);
  ArrangementLosses losses(problem.grid.edge(1), columns);
  const double sum = std::accumulate(descending.begin(), descending.end(), 0.0);
  double loss = sum;
  for (const Arrangement& ranks : sorted_arrangements(descending, columns))
    loss = std::min(loss, losses.least_loss(descending, ranks));
  return std::max(bound, ideal_time(problem) * (sum / (sum - loss)));
}

}  // namespace apportion
