// Branch and bound over the owners of cells.
#include "extensions/cells/algorithms/enumeration.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

namespace apportion {
namespace {

template <std::size_t Axes>
class Enumeration {
 public:
  Enumeration(const CellProblem& problem, const GridMesh<Axes>& mesh, const CellRank& incumbent, std::int64_t steps)
      : problem_(problem),
        mesh_(mesh),
        near_(mesh, problem.stencil),
        windows_(exact_windows(problem, problem.imbalance)),
        least_(incumbent),
        owners_(mesh.size(), no_owner),
        previous_(mesh.size(), no_owner),
        beside_(mesh.size(), none),
        loads_(problem.cluster.size(), 0),
        received_(problem.cluster.size(), 0),
        pairs_(problem.cluster.size() * problem.cluster.size(), 0),
        // For rounding errors of sums of loads.
        slack_(1e-9 * std::max(1.0, mesh.total)),
        steps_(steps) {
    std::size_t cell = 0;
    std::map<std::int32_t, std::size_t> first;  // the first place of each number
    mesh.for_each_place([&](std::size_t place, const auto& /*position*/) {
      if (mesh.is_active(place)) {
        places_.push_back(place);
        if (problem.previous) previous_[place] = problem.previous->owners[cell];
        if (problem.together && (*problem.together)[cell] > 0)
          if (const auto [found, is_new] = first.emplace((*problem.together)[cell], place); !is_new)
            beside_[place] = found->second;
      }
      ++cell;
    });
    lacking_ = std::accumulate(windows_.least.begin(), windows_.least.end(), 0.0);
    left_ = mesh.total;
  }

  std::optional<PlaceOwners> best() {
    descend(0);
    return std::move(best_);
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  [[nodiscard]] double price() const { return problem_.previous ? problem_.previous->price : 0; }

  // A lower bound on the cost, from the cells that have an owner.
  [[nodiscard]] double bound() const {
    double cost = static_cast<double>(edges_) + problem_.latency * static_cast<double>(neighbours_);
    if (problem_.objective == Objective::volume) cost = static_cast<double>(volume_);
    if (problem_.objective == Objective::busiest) cost = static_cast<double>(*std::ranges::max_element(received_));
    return cost + price() * static_cast<double>(moved_);
  }

  void descend(std::size_t depth) {
    if (steps_ == 0) return;
    --steps_;
    if (lacking_ > left_ + slack_) return;
    // At equal cost fewer pieces are better.
    const double slack = least_.pieces > 0 ? 1e-9 : -1e-9;
    if (!least_.has_shortcomings() && bound() >= least_.cost * (1 + slack)) return;
    if (depth == places_.size()) return judge();
    const std::size_t place = places_[depth];
    if (beside_[place] != none) return try_owner(depth, owners_[beside_[place]]);
    const auto parts = static_cast<std::int32_t>(loads_.size());
    const std::int32_t home = previous_[place];
    if (home >= 0 && home < parts) try_owner(depth, home);
    for (std::int32_t part = 0; part < parts; ++part)
      if (part != home) try_owner(depth, part);
  }

  void try_owner(std::size_t depth, std::int32_t part) {
    const std::size_t place = places_[depth];
    const double load = mesh_.load[place];
    const auto i = static_cast<std::size_t>(part);
    if (loads_[i] + load > windows_.most[i] + slack_) return;
    const double lacked = std::max(0.0, windows_.least[i] - loads_[i]);
    change(place, part, 1);
    loads_[i] += load;
    left_ -= load;
    lacking_ += std::max(0.0, windows_.least[i] - loads_[i]) - lacked;
    descend(depth + 1);
    lacking_ -= std::max(0.0, windows_.least[i] - loads_[i]) - lacked;
    left_ += load;
    loads_[i] -= load;
    change(place, part, -1);
  }

  // Gives the place to the part (sign 1), or takes it away (sign -1).
  void change(std::size_t place, std::int32_t part, std::int32_t sign) {
    if (sign < 0) owners_[place] = no_owner;
    const auto around = mesh_.around(place);
    for (const std::size_t other : around)
      if (owners_[other] != no_owner && owners_[other] != part) {
        edges_ += sign;
        count_pair(part, owners_[other], sign);
      }
    for (std::size_t k = 0; k < near_.count(); ++k) {
      const std::size_t other = near_.at(place, k);
      const std::int32_t owner = owners_[other];
      if (owner == no_owner || owner == part) continue;
      if (is_first(place, k, owner)) send(owner, sign);
      if (!reads(other, part)) send(part, sign);
    }
    if (previous_[place] != no_owner && previous_[place] != part) moved_ += sign;
    if (sign > 0) owners_[place] = part;
  }

  void send(std::int32_t to, std::int32_t sign) {
    volume_ += sign;
    received_[static_cast<std::size_t>(to)] += sign;
  }

  void count_pair(std::int32_t one, std::int32_t other, std::int32_t sign) {
    const auto [first, second] = std::minmax(one, other);
    std::int64_t& count = pairs_[static_cast<std::size_t>(first) * loads_.size() + static_cast<std::size_t>(second)];
    if (count == (sign > 0 ? 0 : 1)) neighbours_ += sign;
    count += sign;
  }

  // Whether place k around this one is the first with this owner.
  [[nodiscard]] bool is_first(std::size_t place, std::size_t k, std::int32_t owner) const {
    for (std::size_t j = 0; j < k; ++j)
      if (owners_[near_.at(place, j)] == owner) return false;
    return true;
  }

  [[nodiscard]] bool reads(std::size_t place, std::int32_t part) const {
    for (std::size_t k = 0; k < near_.count(); ++k)
      if (owners_[near_.at(place, k)] == part) return true;
    return false;
  }

  void judge() {
    CellRank rank = cell_rank(problem_, division_of(problem_, mesh_, owners_));
    rank.cost = cost_with_migration(problem_, rank.cost, moved_);
    if (rank >= least_) return;
    least_ = rank;
    best_ = owners_;
  }

  const CellProblem& problem_;
  const GridMesh<Axes>& mesh_;
  MeshStencil<Axes> near_;
  LoadWindows windows_;
  CellRank least_;
  PlaceOwners owners_;
  PlaceOwners previous_;
  std::vector<std::size_t> beside_;  // the first place that each must stay together with, or none
  std::vector<double> loads_;
  std::vector<std::int64_t> received_;
  std::vector<std::int64_t> pairs_;  // the number of sides between two parts
  double slack_;
  std::int64_t steps_;  // the remaining steps
  std::vector<std::size_t> places_;
  double lacking_ = 0;  // the sum by which loads are below their windows
  double left_ = 0;     // the load without an owner
  std::int64_t edges_ = 0;
  std::int64_t neighbours_ = 0;
  std::int64_t volume_ = 0;
  std::int64_t moved_ = 0;
  std::optional<PlaceOwners> best_;
};

}  // namespace

template <std::size_t Axes>
std::optional<PlaceOwners> better_by_enumeration(const CellProblem& problem, const GridMesh<Axes>& mesh,
                                                 const CellRank& incumbent, std::int64_t steps) {
  if (mesh.active > most_enumerated_cells || problem.cluster.size() > most_enumerated_parts) return std::nullopt;
  return Enumeration<Axes>(problem, mesh, incumbent, steps).best();
}

template std::optional<PlaceOwners> better_by_enumeration(const CellProblem&, const GridMesh<2>&, const CellRank&,
                                                          std::int64_t);
template std::optional<PlaceOwners> better_by_enumeration(const CellProblem&, const GridMesh<3>&, const CellRank&,
                                                          std::int64_t);

}  // namespace apportion
