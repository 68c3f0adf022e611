// Networks through the lanes of the heuristic.
#include "algorithms/grids/beaumont_batch.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include "algorithms/grids/beaumont_lanes.hpp"
#include "algorithms/grids/beaumont_two_by_two.hpp"

namespace apportion {
namespace {

#if defined(__x86_64__)
[[gnu::target("avx2")]]
#endif
void share(LaneArrangements<4>& arrangements) {
  share_lanes(arrangements);
}

void share(LaneArrangements<2>& arrangements) { share_lanes(arrangements); }

// What goes on in one lane: a network and the arrangements that it went through.
class Network {
 public:
  explicit Network(const ProcessGrid& grid) : ranks_(grid.cells()), order_(grid.cells()) {}

  [[nodiscard]] bool busy() const { return problem_ != nullptr; }
  [[nodiscard]] std::size_t index() const { return index_; }
  [[nodiscard]] double performance(std::size_t cell) const { return problem_->performances[fastest_[ranks_[cell]]]; }

  void begin(const GridProblem& problem, std::size_t index) {
    problem_ = &problem;
    index_ = index;
    fastest_ = descending_order(problem.performances);
    std::iota(ranks_.begin(), ranks_.end(), 0U);
    std::iota(order_.begin(), order_.end(), 0U);
    history_.clear();
  }

  /// Takes the shares of the current arrangement; the solution if the iteration ends here. `cells` are r_i c_j.
  std::optional<GridSolution> step(const GridShares& shares, std::span<const double> cells, Rounding rounding) {
    history_.add(ranks_, shares.objective());
    rank_cells(cells, order_, ranks_);
    const std::ptrdiff_t answer = history_.answer(ranks_);
    if (answer < 0) return std::nullopt;
    const Arrangement& chosen = history_.arrangement(answer);
    const GridProblem& problem = *problem_;
    problem_ = nullptr;
    if (history_.is_last(answer)) return shares_solution(problem, fastest_, chosen, shares, rounding);
    return shares_solution(problem, fastest_, chosen,
                           singular_shares(problem.grid, arranged_performances(problem, fastest_, chosen)), rounding);
  }

 private:
  const GridProblem* problem_ = nullptr;
  std::size_t index_ = 0;
  std::vector<std::size_t> fastest_;
  Arrangement ranks_;
  std::vector<std::uint32_t> order_;
  ArrangementHistory history_;
};

// All problems have one grid.
template <std::size_t width>
class Stream {
 public:
  Stream(std::span<const GridProblem> problems, Rounding rounding, GridSolution* solutions)
      : problems_(problems),
        rounding_(rounding),
        solutions_(solutions),
        lanes_(problems[0].grid),
        networks_(width, Network(problems[0].grid)),
        shares_{std::vector<double>(lanes_.rows.size()), std::vector<double>(lanes_.columns.size())},
        products_(lanes_.products.size()) {}

  void run() {
    for (std::size_t lane = 0; lane < width; ++lane) {
      // An idle lane reckons with whatever is there; ones do no harm.
      for (Lanes<width>& performance : lanes_.performances) performance.v[lane] = 1;
      begin_next(lane);
    }
    while (std::any_of(networks_.begin(), networks_.end(), [](const Network& network) { return network.busy(); })) {
      share(lanes_);
      for (std::size_t lane = 0; lane < width; ++lane)
        if (networks_[lane].busy()) step(lane);
    }
  }

 private:
  void begin_next(std::size_t lane) {
    if (next_ == problems_.size()) return;
    networks_[lane].begin(problems_[next_], next_);
    ++next_;
    arrange(lane);
  }

  void arrange(std::size_t lane) {
    for (std::size_t cell = 0; cell < products_.size(); ++cell)
      lanes_.performances[cell].v[lane] = networks_[lane].performance(cell);
  }

  void step(std::size_t lane) {
    for (std::size_t i = 0; i < shares_.rows.size(); ++i) shares_.rows[i] = lanes_.rows[i].v[lane];
    for (std::size_t j = 0; j < shares_.columns.size(); ++j) shares_.columns[j] = lanes_.columns[j].v[lane];
    for (std::size_t cell = 0; cell < products_.size(); ++cell) products_[cell] = lanes_.products[cell].v[lane];
    if (std::optional<GridSolution> solution = networks_[lane].step(shares_, products_, rounding_)) {
      solutions_[networks_[lane].index()] = std::move(*solution);
      begin_next(lane);
    } else {
      arrange(lane);
    }
  }

  std::span<const GridProblem> problems_;
  Rounding rounding_;
  GridSolution* solutions_;
  std::size_t next_ = 0;
  LaneArrangements<width> lanes_;
  std::vector<Network> networks_;
  GridShares shares_;
  std::vector<double> products_;
};

std::size_t same_grid(std::span<const GridProblem> problems) {
  std::size_t count = 1;
  while (count < problems.size() && problems[count].grid == problems[0].grid) ++count;
  return count;
}

template <std::size_t width>
std::vector<GridSolution> solve_all(std::span<const GridProblem> problems, Rounding rounding) {
  std::vector<GridSolution> solutions(problems.size());
  for (std::size_t first = 0; first < problems.size();) {
    const std::size_t count = same_grid(problems.subspan(first));
    if (problems[first].grid.edges == std::vector<std::size_t>{2, 2}) {
      for (std::size_t k = first; k < first + count; ++k) solutions[k] = exact_two_by_two(problems[k], rounding);
    } else {
      Stream<width>(problems.subspan(first, count), rounding, &solutions[first]).run();
    }
    first += count;
  }
  return solutions;
}

}  // namespace

std::vector<GridSolution> beaumont_solutions(std::span<const GridProblem> problems, Rounding rounding,
                                             LaneWidth width) {
  for (const GridProblem& problem : problems) {
    validate(problem);
    require_two_dimensions(problem);
  }
  return with_lanes(width, [&](auto lanes) { return solve_all<lanes()>(problems, rounding); });
}

}  // namespace apportion
