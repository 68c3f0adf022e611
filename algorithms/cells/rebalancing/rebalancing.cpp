// Starts from the previous division and from a new one, refined at falling and rising prices of what moves.
#include "algorithms/cells/rebalancing/rebalancing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>
#include <utility>

#include "algorithms/cells/mesh_refinement.hpp"
#include "algorithms/cells/multilevel.hpp"
#include "algorithms/cells/rebalancing/least_flow.hpp"
#include "algorithms/cells/rebalancing/moved_cuts.hpp"
#include "algorithms/cells/rebalancing/previous_mesh.hpp"
#include "algorithms/cells/rebalancing/renaming.hpp"
#include "sim/cells/migration.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

// At the first nothing leaves home for a shorter boundary; at the last everything may.
constexpr std::array ladder = {8.0, 3.0, 1.5, 0.7, 0.35, 0.15, 0.05, 0.0};

struct Found {
  MeshAnswer answer;
  std::int64_t moved = 0;
};

// With another cost: what moves as well, or none where shortcomings alone decide.
CellRank rank_at(const Found& found, double cost) {
  CellRank rank = found.answer.rank;
  rank.cost = cost;
  return rank;
}

class NearSearch {
 public:
  NearSearch(const CellProblem& problem, const char* algorithm, RandomStream& stream)
      : problem_(problem),
        levels_(problem, algorithm),
        imbalance_(problem.imbalance * (1 - 1e-9)),
        windows_(load_windows(problem, imbalance_)),
        home_(previous_home(problem, levels_.finest())),
        stream_(stream) {}

  void look(RebalancingMethod method, const Decomposition& fresh) {
    const bool all = method == RebalancingMethod::all;
    if (method == RebalancingMethod::cuts) offer(balanced(with_moved_cuts()));
    if (all || method == RebalancingMethod::refined) refine_previous();
    if (all) {
      refine_from(with_moved_cuts(), false, "cuts");
      refine_from(renamed(fresh, false), true, "fresh");
      refine_from(renamed(fresh, true), true, "fresh, loosely");
    }
    if (all || method == RebalancingMethod::refined) refine_best();
    // As it is; what stands in found_ before names the streams of all that is refined.
    if (all || method == RebalancingMethod::renamed) offer(renamed(fresh, false));
  }

  [[nodiscard]] CellSolution solution() const {
    CellSolution solution{division(best())};
    for (const Found* each : front()) solution.curve.push_back(division(*each));
    return solution;
  }

 private:
  [[nodiscard]] const Found& best() const {
    return *std::ranges::min_element(found_, {}, [&](const Found& found) {
      const double cost = cost_with_migration(problem_, found.answer.rank.cost, found.moved);
      return std::tuple(rank_at(found, cost), found.answer.cut);
    });
  }

  [[nodiscard]] const Mesh& mesh() const { return levels_.finest(); }
  [[nodiscard]] MeshDivision on_mesh(PlaceOwners owners) const {
    return {mesh(), problem_.cluster.size(), std::move(owners)};
  }
  [[nodiscard]] Decomposition division(const Found& found) const {
    return division_of(problem_, mesh(), found.answer.owners);
  }

  // Without those that another one beats, fewest moved first.
  [[nodiscard]] std::vector<const Found*> front() const {
    const CellRank least = rank_at(best(), 0);
    std::vector<const Found*> sorted;
    for (const Found& each : found_)
      if (rank_at(each, 0) <= least) sorted.push_back(&each);
    std::ranges::sort(sorted, {}, [](const Found* each) { return std::tuple(each->moved, each->answer.rank.cost); });
    std::vector<const Found*> kept;
    for (const Found* each : sorted)
      if (kept.empty() || each->answer.rank.cost < kept.back()->answer.rank.cost) kept.push_back(each);
    return kept;
  }

  void offer(PlaceOwners owners) {
    const std::int64_t moved = moved_places(problem_, mesh(), owners);
    found_.push_back({answer_of(levels_, imbalance_, std::move(owners)), moved});
  }

  [[nodiscard]] PlaceOwners balanced(PlaceOwners owners) const {
    MeshDivision division = on_mesh(std::move(owners));
    join_pieces(division);
    rebalance(division, windows_);
    return division.owners();
  }

  // Arrays whose cells are all alike look the same in a mirror.
  [[nodiscard]] PlaceOwners renamed(const Decomposition& fresh, bool loosely) const {
    PlaceOwners best;
    std::int64_t most = -1;
    for (const bool down : {false, true})
      for (const bool right : {false, true}) {
        if ((down || right) && problem_.loads) continue;
        const MeshDivision division = on_mesh(mirrored(place_owners(problem_, mesh(), fresh), down, right));
        PlaceOwners owners = renamed_parts(division, windows_, home_, loosely);
        const std::int64_t kept = places_at_home(owners, home_);
        if (kept <= most) continue;
        most = kept;
        best = std::move(owners);
      }
    return best;
  }

  [[nodiscard]] PlaceOwners mirrored(const PlaceOwners& owners, bool down, bool right) const {
    PlaceOwners result = owners;
    for (std::int64_t row = 0; row < mesh().rows; ++row)
      for (std::int64_t column = 0; column < mesh().columns; ++column)
        result[mesh().at(row, column)] =
            owners[mesh().at(down ? mesh().rows - 1 - row : row, right ? mesh().columns - 1 - column : column)];
    return result;
  }

  // Where all who had a place have left, the cuts are those between the parts of their heirs.
  [[nodiscard]] PlaceOwners with_moved_cuts() const {
    const bool is_owned = std::ranges::any_of(home_, [](std::int32_t owner) { return owner != no_owner; });
    const SweepTree tree = cuts_of(mesh(), windows_.share, is_owned ? home_ : filled(problem_, mesh()));
    return replayed(mesh(), windows_.share, tree);
  }

  void refine_previous() {
    for (int start = 0; start < starts(); ++start) {
      RandomStream own = stream_.renamed(fmt::format("settled {}", start));
      const PlaceOwners owners = settled(problem_, mesh(), own);
      refine_from(owners, false, fmt::format("previous {}", start));
      MeshDivision division = on_mesh(owners);
      join_pieces(division);
      balance_by_least_flow(division, windows_);
      refine_from(division.owners(), false, fmt::format("previous {} by least flow", start));
    }
  }
  // Newcomers may grow anywhere.
  [[nodiscard]] int starts() const {
    std::vector<bool> is_present(problem_.cluster.size(), false);
    for (const std::int32_t owner : home_)
      if (owner != no_owner) is_present[static_cast<std::size_t>(owner)] = true;
    return std::ranges::find(is_present, false) == is_present.end() ? 2 : 6;
  }

  // From one price to the next and back, each answer being the next one's start.
  void refine_from(PlaceOwners owners, bool rising, const std::string& name) {
    owners = balanced(std::move(owners));
    offer(owners);
    std::vector<double> prices(ladder.begin(), ladder.end());
    if (rising) std::ranges::reverse(prices);
    const std::vector<double> back(std::next(prices.rbegin()), prices.rend());
    prices.insert(prices.end(), back.begin(), back.end());
    for (const double price : prices) {
      RandomStream own = stream_.renamed(fmt::format("{} at {}, {}", name, price, found_.size()));
      owners = refined_at(price, std::move(owners), own);
      offer(owners);
    }
  }

  // At the price of the problem. All else is the same at every price, so that answers at one are found at others.
  void refine_best() {
    constexpr int tries = 12;
    for (int i = 0; i < tries; ++i) {
      RandomStream own = stream_.renamed(fmt::format("best {}", i));
      offer(refined_at(problem_.previous->price, best().answer.owners, own));
    }
  }

  [[nodiscard]] PlaceOwners refined_at(double price, PlaceOwners owners, RandomStream& stream) const {
    MeshDivision division = on_mesh(std::move(owners));
    const Attachment attachment{.home = &home_, .price = price};
    if (problem_.objective == Objective::total) {
      anneal_cut(division, windows_, {.heat = 0.5, .moves_per_place = 60, .attachment = attachment}, stream);
      join_pieces(division);
      rebalance(division, windows_);
      refine(division, windows_, {.attachment = attachment}, stream);
    } else {
      anneal_volume(division, windows_, problem_.stencil,
                    {.heat = 0.3, .moves_per_place = 60, .attachment = attachment}, stream);
      join_pieces(division);
      rebalance(division, windows_);
      anneal_volume(
          division, windows_, problem_.stencil,
          {.heat = 0.2, .last_heat = 0.1, .moves_per_place = 20, .stays_inside = true, .attachment = attachment},
          stream);
    }
    return division.owners();
  }

  const CellProblem& problem_;
  MeshLevels levels_;
  double imbalance_;  // what least moves is at the very end of its window, where shares are rounded
  LoadWindows windows_;
  PlaceOwners home_;
  RandomStream& stream_;
  std::vector<Found> found_;
};

}  // namespace

CellSolution rebalanced(const CellProblem& problem, const Decomposition& fresh, RebalancingMethod method,
                        const char* algorithm, RandomStream& stream) {
  RandomStream own = stream.renamed("BEST");
  NearSearch search(problem, algorithm, own);
  search.look(method, fresh);
  return search.solution();
}

}  // namespace apportion
