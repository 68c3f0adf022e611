// Solutions of whole cells by registered algorithms, and the best division of a small array by enumeration.
#include "extensions/cells/tests/cell_solutions.hpp"

#include <string>
#include <utility>
#include <vector>

#include "sim/cells/owners.hpp"

namespace apportion::testing_support {
namespace {

// Branch and bound over the owners of the cells, row by row.
class AllDivisions {
 public:
  AllDivisions(const CellProblem& problem, std::int64_t limit)
      : problem_(problem),
        shares_(shares(problem)),
        sizes_(shares_.size(), 0),
        owners_(static_cast<std::size_t>(problem.rows * problem.columns), no_owner),
        best_(limit) {}

  std::int64_t least() {
    visit(0, 0);
    return best_;
  }

 private:
  void visit(std::size_t cell, std::int64_t edges) {
    if (edges >= best_) return;
    if (cell == owners_.size()) {
      if (is_sound()) best_ = edges;
      return;
    }
    for (std::size_t owner = 0; owner < sizes_.size(); ++owner) {
      if (static_cast<double>(sizes_[owner] + 1) > shares_[owner] + 1.02) continue;
      owners_[cell] = static_cast<std::int32_t>(owner);
      ++sizes_[owner];
      visit(cell + 1, edges + new_edges(cell));
      --sizes_[owner];
    }
    owners_[cell] = no_owner;
  }

  [[nodiscard]] std::int64_t new_edges(std::size_t cell) const {
    const auto columns = static_cast<std::size_t>(problem_.columns);
    const bool beside = cell % columns != 0 && owners_[cell] != owners_[cell - 1];
    const bool above = cell >= columns && owners_[cell] != owners_[cell - columns];
    return (beside ? 1 : 0) + (above ? 1 : 0);
  }

  [[nodiscard]] bool is_sound() const {
    const Decomposition division = division_of(problem_.rows, problem_.columns, sizes_.size(), owners_);
    const CellBoundary boundary = cell_boundary(problem_, division);
    return boundary.empty + boundary.fragments == 0 && cell_balance(problem_, division).beyond_one_cell.empty();
  }

  const CellProblem& problem_;
  std::vector<double> shares_;
  std::vector<std::int64_t> sizes_;
  std::vector<std::int32_t> owners_;
  std::int64_t best_;
};

}  // namespace

CellSolution solve(std::string_view name, const CellProblem& problem) {
  RandomStream stream(1, "test|" + std::string(name));
  return solve_cells(CellRegistry::instance().choose(name), problem, stream);
}

std::int64_t least_boundary_below(std::int64_t limit, const CellProblem& problem) {
  return AllDivisions(problem, limit).least();
}

}  // namespace apportion::testing_support
