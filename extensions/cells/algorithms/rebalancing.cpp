// Divisions near a previous one: its places refined with a price for moved cells, or a new one with its parts renamed;
// and POLISHED, another method's answer or the previous division, improved on the mesh of its cells.
#include "extensions/cells/algorithms/rebalancing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <limits>
#include <map>
#include <queue>
#include <tuple>
#include <utility>

#include "algorithms/rectangles/random_draws.hpp"
#include "base/error.hpp"
#include "extensions/cells/algorithms/enumeration.hpp"
#include "extensions/cells/algorithms/mesh_cuts.hpp"
#include "extensions/cells/algorithms/mesh_refinement.hpp"
#include "extensions/cells/algorithms/multilevel.hpp"
#include "extensions/cells/sim/cell_costs.hpp"

namespace apportion {
namespace {

// Load that moves from a part to one beside it.
struct PartFlow {
  std::int32_t from = 0;
  std::int32_t to = 0;
  double load = 0;
};

// --- Least flows of load between parts

// A flow network; arcs are stored in pairs, each next to its reverse.
class FlowNetwork {
 public:
  explicit FlowNetwork(std::size_t nodes) : of_node_(nodes) {}

  void connect(std::size_t from, std::size_t to, double capacity, double cost) {
    if (!(capacity > 0)) return;
    of_node_[from].push_back(arcs_.size());
    arcs_.push_back({to, capacity, cost});
    of_node_[to].push_back(arcs_.size());
    arcs_.push_back({from, 0, -cost});
  }

  // Sends flow along shortest paths while these have negative costs.
  void send(std::size_t source, std::size_t sink) {
    while (find_path(source, sink)) {
      double amount = std::numeric_limits<double>::infinity();
      for (std::size_t node = sink; node != source; node = arcs_[by_[node] ^ 1U].to)
        amount = std::min(amount, arcs_[by_[node]].capacity);
      for (std::size_t node = sink; node != source; node = arcs_[by_[node] ^ 1U].to) {
        arcs_[by_[node]].capacity -= amount;
        arcs_[by_[node] ^ 1U].capacity += amount;
      }
    }
  }

  // The flows between nodes below `end`.
  [[nodiscard]] std::vector<PartFlow> flows(std::size_t end) const {
    std::vector<PartFlow> flows;
    for (std::size_t arc = 0; arc < arcs_.size(); arc += 2)
      if (const auto [from, load, cost] = arcs_[arc + 1]; load > 0 && from < end && arcs_[arc].to < end)
        flows.push_back({static_cast<std::int32_t>(from), static_cast<std::int32_t>(arcs_[arc].to), load});
    return flows;
  }

 private:
  struct Arc {
    std::size_t to;
    double capacity;
    double cost;
  };

  bool find_path(std::size_t source, std::size_t sink) {
    std::vector<double> distance(of_node_.size(), std::numeric_limits<double>::infinity());
    std::vector<bool> waits(of_node_.size(), false);
    by_.assign(of_node_.size(), 0);
    std::deque<std::size_t> open = {source};
    distance[source] = 0;
    while (!open.empty()) {
      const std::size_t node = open.front();
      open.pop_front();
      waits[node] = false;
      for (const std::size_t number : of_node_[node]) {
        const Arc& arc = arcs_[number];
        if (!(arc.capacity > 1e-9) || distance[node] + arc.cost >= distance[arc.to] - 1e-6) continue;
        distance[arc.to] = distance[node] + arc.cost;
        by_[arc.to] = number;
        if (!waits[arc.to]) open.push_back(arc.to);
        waits[arc.to] = true;
      }
    }
    return distance[sink] < -0.5;
  }

  std::vector<Arc> arcs_;
  std::vector<std::vector<std::size_t>> of_node_;
  std::vector<std::size_t> by_;  // [node] the arc that leads to it
};

// The flows between neighbours (listed for both parts) of least sum that bring all loads into their windows, as far as
// possible: a minimum-cost flow by shortest augmenting paths.
std::vector<PartFlow> least_flows(const std::vector<double>& loads, const LoadWindows& windows,
                                  const std::vector<std::vector<std::int32_t>>& neighbours) {
  const std::size_t source = loads.size();
  const std::size_t sink = source + 1;
  // The reward for necessary flow is greater than the cost of any path.
  const auto urgent = static_cast<double>(4 * loads.size());
  FlowNetwork network(sink + 1);
  for (std::size_t i = 0; i < loads.size(); ++i) {
    network.connect(source, i, loads[i] - windows.most[i], -urgent);
    network.connect(source, i, std::min(loads[i], windows.most[i]) - windows.least[i], 0);
    network.connect(i, sink, windows.least[i] - loads[i], -urgent);
    network.connect(i, sink, windows.most[i] - std::max(loads[i], windows.least[i]), 0);
    for (const std::int32_t other : neighbours[i])
      network.connect(i, static_cast<std::size_t>(other), std::numeric_limits<double>::max(), 1);
  }
  network.send(source, sink);
  return network.flows(source);
}

// Moves places by these flows, then rebalances, since flows are not whole numbers of places.
template <class Mesh>
void balance_by_least_flow(MeshDivision<Mesh>& division, const LoadWindows& windows) {
  std::vector<double> loads;
  for (std::size_t i = 0; i < division.parts(); ++i) loads.push_back(division.load(static_cast<std::int32_t>(i)));
  const PartNeighbourhood near = division.neighbourhood_of(division.boundary_places());
  for (const PartFlow& flow : least_flows(loads, windows, near.parts))
    division.move_between(near, {flow.from, flow.to}, flow.load);
  division.rebalance(windows);
}

// --- The previous division on the mesh

// The previous owners of active places, also those that have been removed.
template <class Mesh>
PlaceOwners previous_owners(const CellProblem& problem, const Mesh& mesh) {
  PlaceOwners owners = on_places(mesh, problem.previous->owners);
  for (std::size_t place = 0; place < owners.size(); ++place)
    if (!mesh.is_active(place)) owners[place] = no_owner;
  return owners;
}

bool has_left(const CellProblem& problem, std::int32_t owner) {
  return owner != no_owner && static_cast<std::size_t>(owner) >= problem.cluster.size();
}

// Gives processors without a place the parts of removed ones, the greatest first.
template <class Mesh>
void take_over(const CellProblem& problem, const Mesh& mesh, PlaceOwners& owners) {
  std::map<std::int32_t, double> left;
  std::vector<double> loads(problem.cluster.size(), 0);
  const PlaceOwners previous = previous_owners(problem, mesh);
  for (std::size_t place = 0; place < previous.size(); ++place)
    if (const std::int32_t owner = previous[place]; has_left(problem, owner))
      left[owner] += mesh.load[place];
    else if (owner != no_owner)
      loads[static_cast<std::size_t>(owner)] += mesh.load[place];
  std::vector<std::int32_t> newcomers;
  for (std::size_t i = 0; i < loads.size(); ++i)
    if (!(loads[i] > 0)) newcomers.push_back(static_cast<std::int32_t>(i));
  std::vector<std::pair<std::int32_t, double>> parts(left.begin(), left.end());
  std::ranges::stable_sort(parts, std::greater<>(), [](const auto& part) { return part.second; });
  std::ranges::stable_sort(newcomers, std::greater<>(), [&](std::int32_t newcomer) {
    return problem.cluster.speeds[static_cast<std::size_t>(newcomer)];
  });
  std::map<std::int32_t, std::int32_t> heirs;
  for (std::size_t i = 0; i < std::min(parts.size(), newcomers.size()); ++i) heirs[parts[i].first] = newcomers[i];
  for (std::size_t place = 0; place < previous.size(); ++place)
    if (const auto heir = heirs.find(previous[place]); heir != heirs.end()) owners[place] = heir->second;
}

// Gives free places one by one to the part beside them that lacks most.
template <class Mesh>
class Filling {
 public:
  Filling(const Mesh& mesh, const std::vector<double>& shares, PlaceOwners& owners)
      : mesh_(mesh), owners_(owners), lacks_(shares), beside_(shares.size()) {
    for (std::size_t place = 0; place < owners.size(); ++place)
      if (owners[place] != no_owner) lacks_[static_cast<std::size_t>(owners[place])] -= mesh.load[place];
    for (std::size_t place = 0; place < owners.size(); ++place) offer(place);
  }

  void run() {
    while (fill_one()) {
    }
    // Seas without a previous owner are left.
    for (std::size_t place = 0; place < owners_.size(); ++place)
      if (is_free(place)) {
        give(place, static_cast<std::size_t>(std::ranges::max_element(lacks_) - lacks_.begin()));
        while (fill_one()) {
        }
      }
  }

 private:
  struct Offered {
    std::int32_t sides;
    std::size_t place;
    bool operator<(const Offered& other) const {
      return sides != other.sides ? sides < other.sides : place > other.place;
    }
  };

  [[nodiscard]] bool is_free(std::size_t place) const { return mesh_.is_active(place) && owners_[place] == no_owner; }

  // Offers a free place to the parts beside it.
  void offer(std::size_t place) {
    if (!is_free(place)) return;
    for (const std::size_t other : mesh_.around(place)) {
      if (owners_[other] == no_owner) continue;
      std::int32_t sides = 0;
      for (const std::size_t each : mesh_.around(place)) sides += owners_[each] == owners_[other] ? 1 : 0;
      beside_[static_cast<std::size_t>(owners_[other])].push({sides, place});
    }
  }

  void give(std::size_t place, std::size_t part) {
    owners_[place] = static_cast<std::int32_t>(part);
    lacks_[part] -= mesh_.load[place];
    for (const std::size_t other : mesh_.around(place)) offer(other);
  }

  bool fill_one() {
    std::size_t best = beside_.size();
    for (std::size_t part = 0; part < beside_.size(); ++part) {
      while (!beside_[part].empty() && !is_free(beside_[part].top().place)) beside_[part].pop();
      if (!beside_[part].empty() && (best == beside_.size() || lacks_[part] > lacks_[best])) best = part;
    }
    if (best == beside_.size()) return false;
    const std::size_t place = beside_[best].top().place;
    beside_[best].pop();
    give(place, best);
    return true;
  }

  const Mesh& mesh_;
  PlaceOwners& owners_;
  std::vector<double> lacks_;
  std::vector<std::priority_queue<Offered>> beside_;
};

// Gives a new processor the places nearest to one, up to its share.
template <class Mesh>
void grow(std::int32_t newcomer, double share, std::size_t seed, MeshDivision<Mesh>& division) {
  const Mesh& mesh = division.mesh();
  const typename Mesh::Position start = mesh.position_of(seed);
  const auto distance = [&](std::size_t place) {
    const typename Mesh::Position position = mesh.position_of(place);
    std::int64_t sum = 0;
    for (std::size_t axis = 0; axis < Mesh::axes; ++axis)
      sum += (position[axis] - start[axis]) * (position[axis] - start[axis]);
    return sum;
  };
  using Near = std::pair<std::int64_t, std::size_t>;
  std::priority_queue<Near, std::vector<Near>, std::greater<>> near;
  std::vector<bool> seen(mesh.size(), false);
  const auto see = [&](std::size_t place) {
    if (!mesh.is_active(place) || seen[place]) return;
    seen[place] = true;
    near.emplace(distance(place), place);
  };
  see(seed);
  while (!near.empty() && division.load(newcomer) + mesh.load[near.top().second] / 2 <= share) {
    const std::size_t place = near.top().second;
    near.pop();
    if (division.places(division.owner(place)) > 1) division.move(place, newcomer);
    for (const std::size_t other : mesh.around(place)) see(other);
  }
}

// --- The cuts of the previous division

using Parts = std::vector<std::size_t>;
using Places = std::vector<std::size_t>;

template <std::size_t Axes>
struct FoundCut {
  SweepDirection<Axes> direction = {};
  Parts order = {};       // the parts in the order of the sweep
  std::size_t first = 0;  // the number of parts on the first side
  double misplaced = std::numeric_limits<double>::infinity();
};

template <class Mesh>
class CutReader {
 public:
  using Direction = SweepDirection<Mesh::axes>;

  CutReader(const Mesh& mesh, const std::vector<double>& shares, const PlaceOwners& owners)
      : mesh_(mesh), owners_(owners), loads_(shares.size(), 0), newcomers_(shares.size()) {
    Parts present;
    Places places;
    for (std::size_t place = 0; place < owners.size(); ++place)
      if (owners[place] != no_owner) {
        loads_[owner(place)] += mesh.load[place];
        places.push_back(place);
      }
    for (std::size_t part = 0; part < shares.size(); ++part)
      if (loads_[part] > 0) present.push_back(part);
    settle_newcomers(shares, present);
    if (!present.empty()) read(present, places);
  }

  [[nodiscard]] SweepTree<Mesh::axes> tree() { return std::move(tree_); }

 private:
  [[nodiscard]] std::size_t owner(std::size_t place) const { return static_cast<std::size_t>(owners_[place]); }
  [[nodiscard]] std::int64_t key(const Direction& direction, std::size_t place) const {
    const typename Mesh::Position position = mesh_.position_of(place);
    std::int64_t sum = 0;
    for (std::size_t axis = 0; axis < Mesh::axes; ++axis) sum += direction[axis] * (position[axis] + 1);
    return sum;
  }

  void settle_newcomers(const std::vector<double>& shares, const Parts& present) {
    if (present.empty()) return;
    std::vector<double> wanted = shares;
    for (std::size_t part = 0; part < shares.size(); ++part) {
      if (loads_[part] > 0) continue;
      const std::size_t host =
          *std::ranges::max_element(present, {}, [&](std::size_t other) { return loads_[other] - wanted[other]; });
      newcomers_[host].push_back(part);
      wanted[host] += shares[part];
    }
  }

  void read(const Parts& parts, const Places& places) {
    if (parts.size() == 1) {
      read_part(parts.front(), places);
      return;
    }
    FoundCut<Mesh::axes> best;
    for (const Direction& direction : sweep_directions<Mesh::axes>()) {
      FoundCut<Mesh::axes> cut = cut_along(direction, parts, places);
      if (cut.misplaced < best.misplaced) best = std::move(cut);
    }
    const Parts first(best.order.begin(), best.order.begin() + static_cast<std::ptrdiff_t>(best.first));
    const Parts second(best.order.begin() + static_cast<std::ptrdiff_t>(best.first), best.order.end());
    std::vector<bool> is_first(loads_.size(), false);
    std::size_t processors = 0;
    for (const std::size_t part : first) {
      is_first[part] = true;
      processors += 1 + newcomers_[part].size();
    }
    tree_.cuts.push_back({tree_.order.size() + processors, best.direction});
    Places of_first;
    Places of_second;
    for (const std::size_t place : places) (is_first[owner(place)] ? of_first : of_second).push_back(place);
    read(first, of_first);
    read(second, of_second);
  }

  // Cuts a part among its processor and those that join it, in strips.
  void read_part(std::size_t part, const Places& places) {
    const auto extent_along = [&](const Direction& direction) {
      const auto [least, most] =
          std::ranges::minmax(places, {}, [&](std::size_t place) { return key(direction, place); });
      return key(direction, most) - key(direction, least);
    };
    Direction longest{};
    longest.back() = 1;
    for (std::size_t axis = Mesh::axes - 1; axis-- > 0;) {
      Direction direction{};
      direction[axis] = 1;
      if (extent_along(direction) > extent_along(longest)) longest = direction;
    }
    for (std::size_t k = 0; k < newcomers_[part].size(); ++k)
      tree_.cuts.push_back({tree_.order.size() + k + 1, longest});
    tree_.order.push_back(part);
    tree_.order.insert(tree_.order.end(), newcomers_[part].begin(), newcomers_[part].end());
  }

  // The best cut in this direction: parts are in the order of their centres, and each cut has the loads of those before
  // it on its first side.
  [[nodiscard]] FoundCut<Mesh::axes> cut_along(const Direction& direction, const Parts& parts,
                                               const Places& places) const {
    std::vector<double> centre(loads_.size(), 0);
    for (const std::size_t place : places)
      centre[owner(place)] += mesh_.load[place] * static_cast<double>(key(direction, place)) / loads_[owner(place)];
    FoundCut<Mesh::axes> found{.direction = direction, .order = parts};
    std::ranges::stable_sort(found.order, {}, [&](std::size_t part) { return centre[part]; });
    Places sorted = places;
    std::ranges::stable_sort(sorted, {}, [&](std::size_t place) { return key(direction, place); });
    std::vector<double> swept(loads_.size(), 0);
    std::vector<bool> is_first(loads_.size(), false);
    double before = 0;   // the load on the first side
    double at_home = 0;  // the load there of parts that belong there
    double wanted = 0;
    std::size_t next = 0;
    for (std::size_t count = 1; count < parts.size(); ++count) {
      const std::size_t part = found.order[count - 1];
      is_first[part] = true;
      at_home += swept[part];
      wanted += loads_[part];
      for (; next < sorted.size() && before + mesh_.load[sorted[next]] / 2 <= wanted; ++next) {
        const double load = mesh_.load[sorted[next]];
        before += load;
        swept[owner(sorted[next])] += load;
        if (is_first[owner(sorted[next])]) at_home += load;
      }
      if (before - at_home >= found.misplaced) continue;
      found.misplaced = before - at_home;
      found.first = count;
    }
    return found;
  }

  const Mesh& mesh_;
  const PlaceOwners& owners_;
  std::vector<double> loads_;
  std::vector<Parts> newcomers_;  // [part] processors that join it
  SweepTree<Mesh::axes> tree_;
};

// --- Renaming of parts

// The costs of giving a part to a processor: places that it did not have before, or a prohibitive cost.
template <class Mesh>
std::vector<std::vector<double>> prices_of_names(const MeshDivision<Mesh>& division, const LoadWindows& windows,
                                                 const PlaceOwners& home, bool loosely) {
  const std::size_t parts = division.parts();
  const auto places = static_cast<double>(division.mesh().active);
  const double load_of_place = division.mesh().total / places;
  std::vector<std::vector<double>> costs(parts, std::vector<double>(parts, 0));
  for (std::size_t part = 0; part < parts; ++part)
    for (std::size_t processor = 0; processor < parts; ++processor) {
      const double excess =
          windows.excess_of(division.load(static_cast<std::int32_t>(part)), static_cast<std::int32_t>(processor));
      if (loosely)
        costs[part][processor] = excess / load_of_place;
      else if (excess > 0 && part != processor)
        costs[part][processor] = 2 * places + 1;
    }
  for (std::size_t place = 0; place < home.size(); ++place)
    if (division.owner(place) != no_owner && home[place] != no_owner)
      costs[static_cast<std::size_t>(division.owner(place))][static_cast<std::size_t>(home[place])] -= 1;
  return costs;
}

// --- The methods

// Prices of moves, which fall or rise and go back: at the greatest nothing moves for a shorter boundary; at 0
// everything may.
using Prices = std::array<double, 15>;
constexpr Prices falling_prices = {8.0, 3.0, 1.5, 0.7, 0.35, 0.15, 0.05, 0.0, 0.05, 0.15, 0.35, 0.7, 1.5, 3.0, 8.0};
constexpr Prices rising_prices = {0.0, 0.05, 0.15, 0.35, 0.7, 1.5, 3.0, 8.0, 3.0, 1.5, 0.7, 0.35, 0.15, 0.05, 0.0};

struct Found {
  MeshAnswer answer;
  std::int64_t moved = 0;
};

// The rank without the imbalance, and with another cost: with the price of moves, or 0 if only shortcomings count.
CellRank rank_at(const Found& found, double cost) {
  CellRank rank = found.answer.rank;
  rank.cost = cost;
  rank.imbalance = 0;
  return rank;
}

template <std::size_t Axes>
class NearSearch {
 public:
  NearSearch(const CellProblem& problem, GridMesh<Axes> mesh, RandomStream& stream)
      : problem_(problem),
        levels_(problem, std::move(mesh)),
        windows_(load_windows(problem, problem.imbalance)),
        home_(previous_home(problem, levels_.finest())),
        stream_(stream) {}

  // The new division is refined at rising prices, which bring places back to their owners.
  void refine_all(const Decomposition& fresh) {
    refine_previous();
    refine_from(with_moved_cuts(), "cuts", falling_prices);
    refine_from(renamed(fresh, true), "fresh", rising_prices);
    refine_best();
    rename(fresh);
    enumerate();
  }

  void rename(const Decomposition& fresh) { offer(renamed(fresh, false)); }

  [[nodiscard]] CellSolution solution() const {
    CellSolution solution{division(best())};
    for (const Found* each : front()) solution.curve.push_back(division(*each));
    return solution;
  }

 private:
  [[nodiscard]] const Found& best() const {
    return *std::ranges::min_element(found_, {}, [&](const Found& found) {
      const double cost = cost_with_migration(problem_, found.answer.rank.cost, found.moved);
      return std::tuple(rank_at(found, cost), found.answer.cut, found.answer.rank.imbalance);
    });
  }

  [[nodiscard]] const GridMesh<Axes>& mesh() const { return levels_.finest(); }
  [[nodiscard]] MeshDivision<GridMesh<Axes>> on_mesh(PlaceOwners owners) const {
    return {mesh(), problem_.cluster.size(), std::move(owners)};
  }
  [[nodiscard]] Decomposition division(const Found& found) const {
    return division_of(problem_, mesh(), found.answer.owners);
  }

  // The Pareto front of moved cells and objective, fewest moved first.
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
    found_.push_back({levels_.answer_of(problem_.imbalance, std::move(owners)), moved});
  }

  void enumerate() {
    const Found& found = best();
    const double cost = cost_with_migration(problem_, found.answer.rank.cost, found.moved);
    if (std::optional<PlaceOwners> better =
            better_by_enumeration(problem_, mesh(), rank_at(found, cost), steps_in_a_second))
      offer(*std::move(better));
  }

  [[nodiscard]] PlaceOwners balanced(PlaceOwners owners) const {
    MeshDivision<GridMesh<Axes>> division = on_mesh(std::move(owners));
    division.join_pieces();
    division.rebalance(windows_);
    return division.owners();
  }

  // The fresh division renamed, also mirrored if all cells are equal: mirror images have the same cost.
  [[nodiscard]] PlaceOwners renamed(const Decomposition& fresh, bool loosely) const {
    PlaceOwners best;
    std::int64_t most = -1;
    for (std::size_t mirror = 0; mirror < std::size_t{1} << Axes; ++mirror) {
      if (mirror > 0 && problem_.loads) continue;
      const MeshDivision<GridMesh<Axes>> division = on_mesh(mirrored(place_owners(problem_, mesh(), fresh), mirror));
      PlaceOwners owners = renamed_parts(division, windows_, home_, loosely);
      const std::int64_t kept = places_at_home(owners, home_);
      if (kept <= most) continue;
      most = kept;
      best = std::move(owners);
    }
    return best;
  }

  // The owners mirrored along the axes whose bits are set in `flipped`; the last axis has the lowest bit.
  [[nodiscard]] PlaceOwners mirrored(const PlaceOwners& owners, std::size_t flipped) const {
    PlaceOwners result = owners;
    mesh().for_each_place([&](std::size_t place, auto at) {
      for (std::size_t axis = 0; axis < Axes; ++axis)
        if (flipped >> (Axes - 1 - axis) & 1U) at[axis] = mesh().extent[axis] - 1 - at[axis];
      result[place] = owners[mesh().at(at)];
    });
    return result;
  }

  // The previous division with its cuts moved; if all previous owners were removed, the cuts are those of filled().
  [[nodiscard]] PlaceOwners with_moved_cuts() const {
    const bool is_owned = std::ranges::any_of(home_, [](std::int32_t owner) { return owner != no_owner; });
    const SweepTree<Axes> tree = cuts_of(mesh(), windows_.share, is_owned ? home_ : filled(problem_, mesh()));
    return replayed(mesh(), windows_.share, tree);
  }

  void refine_previous() {
    for (int start = 0; start < starts(); ++start) {
      RandomStream own = stream_.renamed(fmt::format("settled {}", start));
      const PlaceOwners owners = settled(problem_, mesh(), own);
      refine_from(owners, fmt::format("previous {}", start), falling_prices);
      MeshDivision<GridMesh<Axes>> division = on_mesh(owners);
      division.join_pieces();
      balance_by_least_flow(division, windows_);
      refine_from(division.owners(), fmt::format("previous {} by least flow", start), falling_prices);
    }
  }
  // The number of starts: more with new processors, whose parts may be anywhere.
  [[nodiscard]] int starts() const {
    std::vector<bool> is_present(problem_.cluster.size(), false);
    for (const std::int32_t owner : home_)
      if (owner != no_owner) is_present[static_cast<std::size_t>(owner)] = true;
    return std::ranges::find(is_present, false) == is_present.end() ? 2 : 6;
  }

  // Refines at one price after the other; each answer is the next one's start.
  void refine_from(PlaceOwners owners, const std::string& name, const Prices& prices) {
    owners = balanced(std::move(owners));
    offer(owners);
    for (const double price : prices) {
      RandomStream own = stream_.renamed(fmt::format("{} at {}, {}", name, price, found_.size()));
      owners = refined_at(price, std::move(owners), own);
      offer(owners);
    }
  }

  // Refines the best answer at the problem's price; every second try first at a lower or a higher one. All other steps
  // are the same at every price, so that answers at one are also found at others.
  void refine_best() {
    constexpr int tries = 40;
    const double price = problem_.previous->price;
    for (int i = 0; i < tries; ++i) {
      RandomStream own = stream_.renamed(fmt::format("best {}", i));
      PlaceOwners owners = best().answer.owners;
      if (i % 2 == 1) owners = refined_at(i % 4 == 1 ? 0.3 * price : 3 * price, std::move(owners), own);
      offer(refined_at(price, std::move(owners), own));
    }
  }

  [[nodiscard]] PlaceOwners refined_at(double price, PlaceOwners owners, RandomStream& stream) const {
    MeshDivision<GridMesh<Axes>> division = on_mesh(std::move(owners));
    const Attachment attachment{.home = &home_, .price = price};
    const bool by_cut = problem_.objective == Objective::total;
    AnnealingSettings settings{.stencil = by_cut ? 0 : problem_.stencil,
                               .heat = by_cut ? 0.5 : 0.3,
                               .moves_per_place = 60,
                               .attachment = attachment};
    anneal(division, windows_, settings, stream);
    division.join_pieces();
    division.rebalance(windows_);
    if (by_cut) {
      refine(division, windows_, {.attachment = attachment}, stream);
    } else {
      settings.heat = 0.2;
      settings.last_heat = 0.1;
      settings.moves_per_place = 20;
      settings.stays_inside = true;
      anneal(division, windows_, settings, stream);
    }
    return division.owners();
  }

  const CellProblem& problem_;
  MeshLevels<GridMesh<Axes>> levels_;
  LoadWindows windows_;
  PlaceOwners home_;
  RandomStream& stream_;
  std::vector<Found> found_;
};

// --- POLISHED

Decomposition previous_division(const CellProblem& problem) {
  if (!problem.previous) throw InputError("POLISHED[of=previous] polishes a previous division; give one by --previous");
  return with_mesh(problem, "POLISHED",
                   [&](const auto& mesh) { return division_of(problem, mesh, filled(problem, mesh)); });
}

CellSolution solve_polished(const CellProblem& problem, const Options& options, RandomStream& stream) {
  if (options.text("of") == "previous") return {polished_by_steps(problem, previous_division(problem), stream)};
  const Configured<CellAlgorithm> first = CellRegistry::instance().choose(options.text("of"));
  if (first.algorithm->name == "POLISHED") throw InputError("POLISHED polishes another method's answer, not its own");
  CellProblem by_first = problem;
  if (std::ranges::find(first.algorithm->objectives, problem.objective) == first.algorithm->objectives.end())
    by_first.objective = Objective::total;
  if (!first.algorithm->several_maps) by_first.maps.clear();
  CellSolution solution = solve_cells(first, by_first, stream);
  if (problem.cluster.size() == 1) return solution;
  return {polished_by_steps(problem, solution.decomposition, stream)};
}

const Registration<CellAlgorithm> polished_registration{
    {.name = "POLISHED",
     .source = "this project",
     .summary = "another method's answer, or the previous division, annealed at the boundaries of its parts and "
                "refined; never worse",
     .revision = 7,
     .exact_everywhere = false,
     .in_space = true,
     .several_maps = true,
     .objectives = cell_problem_objectives(),
     .options = {{.name = "of",
                  .kind = OptionKind::text,
                  .default_value = "RCB[jogs]",
                  .summary = "the other method, or previous: the division of --previous, whatever moves"}},
     .solve = solve_polished}};

}  // namespace

template <class Mesh>
PlaceOwners previous_home(const CellProblem& problem, const Mesh& mesh) {
  PlaceOwners home = previous_owners(problem, mesh);
  std::ranges::replace_if(
      home, [&](std::int32_t owner) { return has_left(problem, owner); }, no_owner);
  return home;
}

template <class Mesh>
std::int64_t moved_places(const CellProblem& problem, const Mesh& mesh, const PlaceOwners& owners) {
  std::int64_t moved = 0;
  const PlaceOwners previous = previous_owners(problem, mesh);
  for (std::size_t place = 0; place < previous.size(); ++place)
    if (previous[place] != no_owner && previous[place] != owners[place]) ++moved;
  return moved;
}

template <class Mesh>
PlaceOwners filled(const CellProblem& problem, const Mesh& mesh) {
  PlaceOwners owners = previous_home(problem, mesh);
  take_over(problem, mesh, owners);
  Filling(mesh, shares(problem), owners).run();
  return owners;
}

template <class Mesh>
PlaceOwners settled(const CellProblem& problem, const Mesh& mesh, RandomStream& stream) {
  const std::vector<double> ideal = shares(problem);
  MeshDivision division(mesh, ideal.size(), filled(problem, mesh));
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < mesh.size(); ++place)
    if (mesh.is_active(place)) places.push_back(place);
  for (std::size_t i = 0; i < ideal.size(); ++i)
    if (const auto part = static_cast<std::int32_t>(i); division.places(part) == 0)
      grow(part, ideal[i], places[draw_below(places.size(), stream)], division);
  return division.owners();
}

template <class Mesh>
SweepTree<Mesh::axes> cuts_of(const Mesh& mesh, const std::vector<double>& shares, const PlaceOwners& owners) {
  return CutReader(mesh, shares, owners).tree();
}

// Assigns rows one by one. Columns have a row, a price, and the column before them on the shortest path; the column
// behind the last one represents the row that has no column yet.
std::vector<std::size_t> least_assignment(const std::vector<std::vector<double>>& costs) {
  constexpr auto none = static_cast<std::size_t>(-1);
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const std::size_t start = costs.size();
  std::vector<std::size_t> row_of(start + 1, none);
  std::vector<double> row_price(start, 0);
  std::vector<double> price(start + 1, 0);
  for (std::size_t row = 0; row < start; ++row) {
    std::vector<double> distance(start, infinite);
    std::vector<std::size_t> before(start, start);
    std::vector<bool> done(start + 1, false);
    row_of[start] = row;
    std::size_t column = start;
    while (row_of[column] != none) {
      done[column] = true;
      const std::size_t current = row_of[column];
      std::size_t nearest = start;
      double least = infinite;
      for (std::size_t j = 0; j < start; ++j) {
        if (done[j]) continue;
        const double through = costs[current][j] - row_price[current] - price[j];
        if (through < distance[j]) std::tie(distance[j], before[j]) = std::pair(through, column);
        if (distance[j] < least) std::tie(least, nearest) = std::pair(distance[j], j);
      }
      for (std::size_t j = 0; j <= start; ++j) {
        if (done[j]) {
          row_price[row_of[j]] += least;
          price[j] -= least;
        } else if (j < start) {
          distance[j] -= least;
        }
      }
      column = nearest;
    }
    for (; column != start; column = before[column]) row_of[column] = row_of[before[column]];
  }
  std::vector<std::size_t> columns(start);
  for (std::size_t column = 0; column < start; ++column) columns[row_of[column]] = column;
  return columns;
}

template <class Mesh>
PlaceOwners renamed_parts(const MeshDivision<Mesh>& division, const LoadWindows& windows, const PlaceOwners& home,
                          bool loosely) {
  PlaceOwners owners = division.owners();
  if (division.parts() > most_renamed_parts) return owners;
  const std::vector<std::size_t> names = least_assignment(prices_of_names(division, windows, home, loosely));
  for (std::int32_t& owner : owners)
    if (owner != no_owner) owner = static_cast<std::int32_t>(names[static_cast<std::size_t>(owner)]);
  return owners;
}

std::int64_t places_at_home(const PlaceOwners& owners, const PlaceOwners& home) {
  std::int64_t count = 0;
  for (std::size_t place = 0; place < owners.size(); ++place)
    if (owners[place] != no_owner && owners[place] == home[place]) ++count;
  return count;
}

CellSolution rebalanced(const CellProblem& problem, const Decomposition& fresh, bool refine, RandomStream& stream) {
  RandomStream own = stream.renamed("BEST");
  return with_mesh(problem, "BEST", [&](auto mesh) {
    NearSearch search(problem, std::move(mesh), own);
    if (refine)
      search.refine_all(fresh);
    else
      search.rename(fresh);
    return search.solution();
  });
}

template PlaceOwners previous_home(const CellProblem&, const GridMesh<2>&);
template std::int64_t moved_places(const CellProblem&, const GridMesh<2>&, const PlaceOwners&);
template PlaceOwners filled(const CellProblem&, const GridMesh<2>&);
template PlaceOwners settled(const CellProblem&, const GridMesh<2>&, RandomStream&);
template SweepTree<2> cuts_of(const GridMesh<2>&, const std::vector<double>&, const PlaceOwners&);
template PlaceOwners renamed_parts(const MeshDivision<GridMesh<2>>&, const LoadWindows&, const PlaceOwners&, bool);

template PlaceOwners previous_home(const CellProblem&, const GridMesh<3>&);
template std::int64_t moved_places(const CellProblem&, const GridMesh<3>&, const PlaceOwners&);
template PlaceOwners filled(const CellProblem&, const GridMesh<3>&);
template PlaceOwners settled(const CellProblem&, const GridMesh<3>&, RandomStream&);
template SweepTree<3> cuts_of(const GridMesh<3>&, const std::vector<double>&, const PlaceOwners&);
template PlaceOwners renamed_parts(const MeshDivision<GridMesh<3>>&, const LoadWindows&, const PlaceOwners&, bool);

}  // namespace apportion
