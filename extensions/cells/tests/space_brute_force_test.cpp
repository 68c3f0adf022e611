// Methods on small arrays in space compared with all divisions, whose costs are recounted here.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <compare>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "extensions/cells/algorithms/cell_algorithm.hpp"
#include "extensions/cells/sim/cell_costs.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

using SpaceCell = std::array<std::int64_t, 3>;

// Computes ranks by definition, cell by cell.
class Judge {
 public:
  explicit Judge(const CellProblem& problem)
      : problem_(problem), sides_{problem.layers, problem.layer_rows(), problem.columns} {
    for (std::int64_t z = 0; z < sides_[0]; ++z)
      for (std::int64_t y = 0; y < sides_[1]; ++y)
        for (std::int64_t x = 0; x < sides_[2]; ++x)
          if (load_at({z, y, x}) > 0) cells_.push_back({z, y, x});
    seas_ = pieces(std::vector<std::int32_t>(cells_.size(), 0));
    double total = 0;
    double speeds = 0;
    for (const SpaceCell& cell : cells_) total += load_at(cell);
    for (const SpaceCell& cell : cells_) loads_.push_back(load_at(cell));
    std::ranges::sort(loads_);
    for (const double speed : problem.cluster.speeds) speeds += speed;
    for (const double speed : problem.cluster.speeds) shares_.push_back(speed / speeds * total);
  }

  [[nodiscard]] const std::vector<SpaceCell>& cells() const { return cells_; }

  // owners[i] is the owner of cells()[i].
  [[nodiscard]] CellRank rank(const std::vector<std::int32_t>& owners) const {
    CellRank rank;
    for (std::size_t part = 0; part < shares_.size(); ++part) {
      double load = 0;
      double count = 0;
      for (std::size_t i = 0; i < cells_.size(); ++i) {
        load += owners[i] == static_cast<std::int32_t>(part) ? load_at(cells_[i]) : 0;
        count += owners[i] == static_cast<std::int32_t>(part) ? 1 : 0;
      }
      const double median = (loads_[(loads_.size() - 1) / 2] + loads_[loads_.size() / 2]) / 2;
      const double forced = loads_.back() / std::ranges::max(shares_) - 1;
      const double allowed = std::max(median, std::max(problem_.imbalance, forced) * shares_[part]);
      const double excess = std::abs(load - shares_[part]) - allowed;
      rank.load_beyond += excess > 1e-12 ? excess : 0;  // loads are whole, so that nothing else is smaller
      rank.empty += count == 0 ? 1 : 0;
      if (!problem_.memory.empty()) rank.cells_beyond += std::max(count - problem_.memory[part], 0.0);
    }
    if (problem_.connected) {
      std::set<std::pair<std::int32_t, std::size_t>> parts_in_seas;
      for (std::size_t i = 0; i < cells_.size(); ++i) parts_in_seas.emplace(owners[i], seas_[i]);
      const std::int64_t count = count_of(pieces(owners));
      rank.torn = count - static_cast<std::int64_t>(parts_in_seas.size());
      rank.pieces = count - (static_cast<std::int64_t>(shares_.size()) - rank.empty);
    }
    rank.cost = cost(owners);
    return rank;
  }

 private:
  [[nodiscard]] double load_at(const SpaceCell& cell) const {
    return problem_.loads ? problem_.loads->at(cell[0] * sides_[1] + cell[1], cell[2]) : 1;
  }
  static std::int64_t steps_between(const SpaceCell& one, const SpaceCell& other) {
    std::int64_t sum = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) sum += std::abs(one[axis] - other[axis]);
    return sum;
  }
  [[nodiscard]] bool reads(const SpaceCell& one, const SpaceCell& other) const {
    if (problem_.stencil == 7) return steps_between(one, other) == 1;
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (std::abs(one[axis] - other[axis]) > 1) return false;
    return true;
  }
  static std::int64_t count_of(const std::vector<std::size_t>& pieces) {
    return std::ranges::count_if(pieces, [&, i = std::size_t{0}](std::size_t first) mutable { return first == i++; });
  }
  // The first cell of each one's connected piece.
  [[nodiscard]] std::vector<std::size_t> pieces(const std::vector<std::int32_t>& owners) const {
    const std::size_t none = cells_.size();
    std::vector<std::size_t> piece(cells_.size(), none);
    for (std::size_t first = 0; first < cells_.size(); ++first) {
      if (piece[first] != none) continue;
      std::vector<std::size_t> open = {first};
      piece[first] = first;
      while (!open.empty()) {
        const std::size_t i = open.back();
        open.pop_back();
        for (std::size_t j = 0; j < cells_.size(); ++j)
          if (piece[j] == none && owners[j] == owners[i] && steps_between(cells_[i], cells_[j]) == 1) {
            piece[j] = first;
            open.push_back(j);
          }
      }
    }
    return piece;
  }
  [[nodiscard]] double cost(const std::vector<std::int32_t>& owners) const {
    std::int64_t faces = 0;
    std::set<std::pair<std::int32_t, std::int32_t>> pairs;
    std::vector<std::int64_t> received(shares_.size(), 0);
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      std::set<std::int32_t> readers;
      for (std::size_t j = 0; j < cells_.size(); ++j) {
        if (owners[i] == owners[j]) continue;
        if (i < j && steps_between(cells_[i], cells_[j]) == 1) {
          ++faces;
          pairs.insert(std::minmax(owners[i], owners[j]));
        }
        if (reads(cells_[i], cells_[j])) readers.insert(owners[j]);
      }
      for (const std::int32_t reader : readers) ++received[static_cast<std::size_t>(reader)];
    }
    if (problem_.objective == Objective::total)
      return static_cast<double>(faces) + problem_.latency * static_cast<double>(pairs.size());
    if (problem_.objective == Objective::busiest) return static_cast<double>(*std::ranges::max_element(received));
    std::int64_t sum = 0;
    for (const std::int64_t each : received) sum += each;
    return static_cast<double>(sum);
  }

  const CellProblem& problem_;
  std::array<std::int64_t, 3> sides_;
  std::vector<SpaceCell> cells_;
  std::vector<std::size_t> seas_;
  std::vector<double> shares_;
  std::vector<double> loads_;  // ascending
};

std::int64_t drawn(std::int64_t least, std::int64_t most, RandomStream& stream) {
  return boost::random::uniform_int_distribution<std::int64_t>(least, most)(stream);
}

// Up to 12 active cells, some of them separate, or touching only at an edge.
CellProblem drawn_problem(RandomStream& stream) {
  const std::int64_t layers = drawn(2, 3, stream);
  const std::int64_t rows = drawn(1, 3, stream);
  const std::int64_t columns = drawn(2, 3, stream);
  CellProblem problem{.rows = layers * rows, .columns = columns, .cluster = {}, .layers = layers};
  const std::int64_t parts = drawn(2, 3, stream);
  for (std::int64_t part = 0; part < parts; ++part)
    problem.cluster.speeds.push_back(static_cast<double>(drawn(1, 4, stream)));
  const std::int64_t most_active = parts == 2 ? 12 : 8;
  std::vector<double> loads;
  std::int64_t active = 0;
  const std::int64_t greatest = drawn(1, 2, stream);
  for (std::int64_t i = 0; i < problem.rows * columns; ++i) {
    const bool is_in = drawn(0, 4, stream) > 0 && active < most_active;
    loads.push_back(is_in ? static_cast<double>(drawn(1, greatest, stream)) : 0);
    active += is_in ? 1 : 0;
  }
  if (active < parts) loads.assign(loads.size(), 1);
  problem.loads = std::make_shared<const CellLoads>(problem.rows, columns, std::move(loads), layers);
  problem.stencil = drawn(0, 1, stream) == 0 ? 7 : 27;
  problem.objective = cell_problem_objectives()[static_cast<std::size_t>(drawn(0, 2, stream))];
  problem.imbalance = 0.1 * static_cast<double>(drawn(0, 3, stream));
  problem.connected = drawn(0, 3, stream) > 0;
  if (problem.objective == Objective::total && drawn(0, 2, stream) == 0) problem.latency = 2;
  if (drawn(0, 3, stream) == 0) {
    // No share may exceed its memory if all cells have the average load.
    const std::vector<double> ideal = shares(problem);
    for (const double share : ideal)
      problem.memory.push_back(std::ceil(share / total_load(problem) * static_cast<double>(active_cells(problem))) +
                               static_cast<double>(drawn(0, 3, stream)));
  }
  return problem;
}

CellRank least_rank(const Judge& judge, std::size_t parts) {
  std::vector<std::int32_t> owners(judge.cells().size(), 0);
  CellRank least = judge.rank(owners);
  for (;;) {
    std::size_t i = 0;
    while (i < owners.size() && ++owners[i] == static_cast<std::int32_t>(parts)) owners[i++] = 0;
    if (i == owners.size()) return least;
    least = std::min(least, judge.rank(owners), [](const auto& one, const auto& other) { return one < other; });
  }
}

std::vector<std::int32_t> owners_of_active(const Judge& judge, const CellProblem& problem,
                                           const Decomposition& division) {
  const std::vector<std::int32_t> all = owners_of(division);
  std::vector<std::int32_t> owners;
  for (const SpaceCell& cell : judge.cells())
    owners.push_back(
        all[static_cast<std::size_t>((cell[0] * problem.layer_rows() + cell[1]) * problem.columns + cell[2])]);
  return owners;
}

std::string text_of(const CellRank& rank) {
  return fmt::format("memory {} load {} empty {} torn {} cost {} pieces {}", rank.cells_beyond, rank.load_beyond,
                     rank.empty, rank.torn, rank.cost, rank.pieces);
}

TEST(SmallSpaces, RanksAreThoseOfTheDefinitionAndBestIsLeast) {
  constexpr int problems = 30;
  for (int i = 0; i < problems; ++i) {
    RandomStream stream(1, fmt::format("small space {}", i));
    const CellProblem problem = drawn_problem(stream);
    ASSERT_NO_THROW(validate(problem));
    const Judge judge(problem);
    const CellRank optimum = least_rank(judge, problem.cluster.size());
    for (const char* name : {"RCB", "RCB[jogs]", "MULTILEVEL[effort=quick]", "POLISHED", "BEST"}) {
      CellProblem asked = problem;
      const Configured<CellAlgorithm> chosen = CellRegistry::instance().choose(name);
      if (std::ranges::find(chosen.algorithm->objectives, problem.objective) == chosen.algorithm->objectives.end())
        asked.objective = Objective::total;
      const Decomposition division = solve_cells(chosen, asked, stream).decomposition;
      ASSERT_NO_THROW(require_division(problem, division));
      CellRank rank = cell_rank(problem, division);
      rank.imbalance = 0;  // breaks ties last, and the judge does not compute it
      const CellRank counted = judge.rank(owners_of_active(judge, problem, division));
      ASSERT_TRUE((rank <=> counted) == 0)
          << name << " of problem " << i << ": " << text_of(rank) << ", not " << text_of(counted);
      ASSERT_FALSE(counted < optimum) << name << " of problem " << i << ": " << text_of(counted) << " below "
                                      << text_of(optimum);
      if (std::string(name) != "BEST") continue;
      EXPECT_TRUE((counted <=> optimum) == 0)
          << "problem " << i << ": " << text_of(counted) << ", not " << text_of(optimum);
    }
  }
}

}  // namespace
}  // namespace apportion
