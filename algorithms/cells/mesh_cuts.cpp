// Parts of a mesh divided anew: all of it by sweeps, groups of neighbouring parts, and the boundary between two.
#include "algorithms/cells/mesh_cuts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <limits>
#include <numeric>
#include <set>
#include <span>
#include <utility>

#include "algorithms/cells/mesh_refinement.hpp"
#include "algorithms/graphs/flow.hpp"
#include "algorithms/rectangles/random_draws.hpp"
#include "base/stopping.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

// Within a group parts have the numbers 0, 1, and so on.
struct PartGroup {
  std::vector<std::int32_t> parts = {};  // their numbers in the whole
  LoadWindows windows = {};
  Mesh mesh = {};
  PlaceOwners owners = {};                // as they are in the whole
  std::vector<std::size_t> places = {};   // of the group, in this mesh
  std::vector<std::size_t> origins = {};  // the same places in the mesh of the whole
};

// The places of each part, while groups of parts are divided anew.
class PartGroups {
 public:
  // A stencil of 5 or 9: by elements sent, on a mesh of cells; 0: by the cut.
  PartGroups(MeshDivision& division, const LoadWindows& windows, int stencil);

  [[nodiscard]] std::size_t parts() const { return places_.size(); }
  // The owners of places beside those of a part, once for each common side.
  [[nodiscard]] std::vector<std::int32_t> beside(std::int32_t part) const;
  [[nodiscard]] PartGroup cut_out(const std::vector<std::int32_t>& parts);
  // Puts a group back as `next` divides it, unless that is worse: more excess over the windows, then more pieces, then
  // a longer cut, or more elements. Whether it was better.
  bool offer(const PartGroup& group, const MeshDivision& next);

 private:
  [[nodiscard]] const std::vector<std::size_t>& places_of(std::int32_t part) const {
    return places_[static_cast<std::size_t>(part)];
  }
  [[nodiscard]] std::int64_t sent_around(const PartGroup& group);
  void put_back(const PartGroup& group, const PlaceOwners& owners);

  MeshDivision& division_;
  const LoadWindows& windows_;
  int stencil_;
  std::vector<std::vector<std::size_t>> places_;
  std::vector<std::int32_t> number_;    // of each part within the group that is cut out
  std::vector<std::uint32_t> counted_;  // when each place was last
  std::uint32_t counts_ = 0;
};

// --- Bisection of places by sweeps

constexpr std::array<SweepDirection, 8> directions = {
    {{1, 0}, {0, 1}, {1, 1}, {1, -1}, {2, 1}, {1, 2}, {2, -1}, {1, -2}}};

// A stencil of five points has diamonds for its cheapest shapes.
std::size_t directions_for(CutPrice price) { return price == CutPrice::elements ? 4 : directions.size(); }

struct Group {
  std::size_t first_place = 0;
  std::size_t last_place = 0;
  std::size_t first = 0;  // processors of the order
  std::size_t last = 0;
};

struct Position {
  std::int32_t row = 0;
  std::int32_t column = 0;
};

class Sweeper {
 public:
  Sweeper(const Mesh& mesh, const std::vector<double>& shares, PlaceOwners& owners)
      : mesh_(mesh), shares_(shares), owners_(owners), side_(mesh.size(), 0), position_(mesh.size()) {
    owners_.assign(mesh.size(), no_owner);
    for (std::int64_t row = 0; row < mesh.rows; ++row)
      for (std::int64_t column = 0; column < mesh.columns; ++column) {
        const std::size_t place = mesh.at(row, column);
        position_[place] = {static_cast<std::int32_t>(row), static_cast<std::int32_t>(column)};
        if (mesh.is_active(place)) places_.push_back(place);
      }
  }

  // choose(group, middle) sorts the places of the group, and says in which direction.
  template <class Choose>
  void run(const std::vector<std::size_t>& order, Choose choose) {
    order_ = order;
    std::vector<Group> open = {{0, places_.size(), 0, order.size()}};
    while (!open.empty()) {
      const Group group = open.back();
      open.pop_back();
      if (group.last - group.first == 1) {
        for (std::size_t i = group.first_place; i < group.last_place; ++i)
          owners_[places_[i]] = static_cast<std::int32_t>(order[group.first]);
        continue;
      }
      const std::size_t middle = choose(group);
      const std::size_t place = end_of_first(group, middle, places_of(group));
      open.push_back({place, group.last_place, middle, group.last});
      open.push_back({group.first_place, place, group.first, middle});
    }
  }

  [[nodiscard]] std::span<std::size_t> places_of(const Group& group) {
    return {places_.begin() + static_cast<std::ptrdiff_t>(group.first_place), group.last_place - group.first_place};
  }

  // Counting sort, which keeps the order of places of one key.
  void sort_places(const Group& group, SweepDirection direction, std::vector<std::size_t>& sorted) {
    const std::span<std::size_t> places = places_of(group);
    sorted.resize(places.size());
    if (places.empty()) return;
    keys_.resize(places.size());
    std::int32_t low = std::numeric_limits<std::int32_t>::max();
    std::int32_t high = std::numeric_limits<std::int32_t>::min();
    for (std::size_t i = 0; i < places.size(); ++i) {
      keys_[i] = direction.down * position_[places[i]].row + direction.right * position_[places[i]].column;
      low = std::min(low, keys_[i]);
      high = std::max(high, keys_[i]);
    }
    counts_.assign(static_cast<std::size_t>(high - low) + 2, 0);
    for (const std::int32_t key : keys_) ++counts_[static_cast<std::size_t>(key - low) + 1];
    std::partial_sum(counts_.begin(), counts_.end(), counts_.begin());
    for (std::size_t i = 0; i < places.size(); ++i)
      sorted[counts_[static_cast<std::size_t>(keys_[i] - low)]++] = places[i];
  }

  void take_order(const Group& group, const std::vector<std::size_t>& sorted) {
    std::ranges::copy(sorted, places_of(group).begin());
  }

  // Where the load of the first processors ends; each side gets at least a place for each of its processors, if there
  // are enough.
  [[nodiscard]] std::size_t end_of_first(const Group& group, std::size_t middle,
                                         std::span<const std::size_t> sorted) const {
    double all = 0;
    for (const std::size_t place : sorted) all += mesh_.load[place];
    const double wanted = all * share_of(group.first, middle) / share_of(group.first, group.last);
    const std::size_t least = std::min(middle - group.first, sorted.size());
    const std::size_t most = std::max(least, sorted.size() - std::min(group.last - middle, sorted.size()));
    double load = 0;
    std::size_t end = 0;
    while (end < most && (end < least || load + mesh_.load[sorted[end]] / 2 <= wanted))
      load += mesh_.load[sorted[end++]];
    return group.first_place + end;
  }

  [[nodiscard]] double price_of(CutPrice price, std::span<const std::size_t> sorted, std::size_t first) {
    ++mark_;
    for (std::size_t i = 0; i < sorted.size(); ++i) side_[sorted[i]] = 2 * mark_ + (i < first ? 0U : 1U);
    std::int64_t sum = 0;
    for (const std::size_t place : sorted) {
      const std::array<std::size_t, 4> around = mesh_.around(place);
      const std::array<std::int32_t, 4> sides = mesh_.sides(place);
      std::int64_t cut = 0;
      for (std::size_t k = 0; k < 4; ++k)
        if (side_[around[k]] == (side_[place] ^ 1U)) cut += sides[k];
      sum += price == CutPrice::sides ? cut : static_cast<std::int64_t>(cut > 0);
    }
    return static_cast<double>(sum);
  }

  [[nodiscard]] double share_of(std::size_t first, std::size_t last) const {
    double sum = 0;
    for (std::size_t i = first; i < last; ++i) sum += shares_[order_[i]];
    return sum;
  }

  [[nodiscard]] std::size_t nearest_part(const Group& group, double fraction) const {
    const double half = share_of(group.first, group.last) * fraction;
    std::size_t middle = group.first + 1;
    double sum = shares_[order_[group.first]];
    while (middle + 1 < group.last && sum + shares_[order_[middle]] / 2 <= half) sum += shares_[order_[middle++]];
    return middle;
  }

 private:
  const Mesh& mesh_;
  const std::vector<double>& shares_;
  PlaceOwners& owners_;
  std::vector<std::size_t> order_;
  std::vector<std::size_t> places_;
  std::vector<std::uint32_t> side_;
  std::uint32_t mark_ = 0;
  std::vector<std::int32_t> keys_;
  std::vector<Position> position_;  // of each place
  std::vector<std::size_t> counts_;
};

// By speed, more or less, or at random.
std::vector<std::size_t> drawn_order(const std::vector<double>& shares, RandomStream& stream) {
  const double weight = draw_unit(stream) < 0.5 ? 0 : 2 * draw_unit(stream);
  std::vector<double> keys;
  for (const double share : shares) keys.push_back(weight * std::log(share) + draw_unit(stream));
  std::vector<std::size_t> order(shares.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t i) { return keys[i]; });
  return order;
}

// A half, or between a fifth and four fifths.
double drawn_fraction(RandomStream& stream) { return draw_unit(stream) < 0.5 ? 0.5 : 0.2 + 0.6 * draw_unit(stream); }

}  // namespace

SweepTree sweep(const Mesh& mesh, const std::vector<double>& shares, const SweepSettings& settings,
                RandomStream& stream, PlaceOwners& owners) {
  SweepTree tree{.order = drawn_order(shares, stream)};
  Sweeper sweeper(mesh, shares, owners);
  std::vector<std::size_t> sorted;
  std::vector<std::size_t> best;
  sweeper.run(tree.order, [&](const Group& group) {
    const std::size_t middle = sweeper.nearest_part(group, drawn_fraction(stream));
    SweepCut cut{middle, {}};
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < directions_for(settings.price); ++k) {
      sweeper.sort_places(group, directions[k], sorted);
      const std::size_t first = sweeper.end_of_first(group, middle, sorted) - group.first_place;
      const double price = sweeper.price_of(settings.price, sorted, first) * (1 + settings.noise * draw_unit(stream));
      if (price >= least) continue;
      least = price;
      cut.direction = directions[k];
      std::swap(best, sorted);
    }
    sweeper.take_order(group, best);
    tree.cuts.push_back(cut);
    return middle;
  });
  return tree;
}

PlaceOwners replayed(const Mesh& mesh, const std::vector<double>& shares, const SweepTree& tree) {
  PlaceOwners owners;
  Sweeper sweeper(mesh, shares, owners);
  std::vector<std::size_t> sorted;
  std::size_t next = 0;
  sweeper.run(tree.order, [&](const Group& group) {
    const SweepCut& cut = tree.cuts[next++];
    sweeper.sort_places(group, cut.direction, sorted);
    sweeper.take_order(group, sorted);
    return cut.middle;
  });
  return owners;
}

namespace {

// --- Groups of parts, cut out of a mesh and put back

struct Place {
  std::int64_t row = 0;
  std::int64_t column = 0;
};

Place place_in(const Mesh& mesh, std::size_t index) {
  const auto number = static_cast<std::int64_t>(index);
  return {number / mesh.stride() - 1, number % mesh.stride() - 1};
}

// The box around places: its first one, and the one behind its last.
std::pair<Place, Place> box_of(const Mesh& mesh, const std::vector<std::size_t>& places) {
  Place first{mesh.rows, mesh.columns};
  Place last{};
  for (const std::size_t index : places) {
    const Place place = place_in(mesh, index);
    first = {std::min(first.row, place.row), std::min(first.column, place.column)};
    last = {std::max(last.row, place.row + 1), std::max(last.column, place.column + 1)};
  }
  return {first, last};
}

struct Worth {
  double excess = 0;
  std::int64_t pieces = 0;
  std::int64_t cost = 0;
  auto operator<=>(const Worth&) const = default;
};

Worth worth(const PartGroup& group, const MeshDivision& division) {
  const double excess = division.excess(group.windows);
  return {excess > 1e-9 * group.mesh.total ? excess : 0.0, pieces(division), division.cut()};
}

PartGroups::PartGroups(MeshDivision& division, const LoadWindows& windows, int stencil)
    : division_(division),
      windows_(windows),
      stencil_(stencil),
      places_(division.parts()),
      number_(division.parts(), no_owner),
      counted_(stencil == 0 ? 0 : division.mesh().size(), 0) {
  for (std::size_t place = 0; place < division.mesh().size(); ++place)
    if (division.owner(place) != no_owner) places_[static_cast<std::size_t>(division.owner(place))].push_back(place);
}

std::vector<std::int32_t> PartGroups::beside(std::int32_t part) const {
  std::vector<std::int32_t> owners;
  for (const std::size_t place : places_of(part)) {
    const std::array<std::size_t, 4> around = division_.mesh().around(place);
    const std::array<std::int32_t, 4> sides = division_.mesh().sides(place);
    for (std::size_t k = 0; k < around.size(); ++k)
      if (sides[k] > 0 && division_.owner(around[k]) != part) owners.push_back(division_.owner(around[k]));
  }
  return owners;
}

PartGroup PartGroups::cut_out(const std::vector<std::int32_t>& parts) {
  PartGroup group{.parts = parts};
  for (const std::int32_t part : parts) {
    const auto i = static_cast<std::size_t>(part);
    number_[i] = static_cast<std::int32_t>(group.windows.share.size());
    group.windows.share.push_back(windows_.share[i]);
    group.windows.least.push_back(windows_.least[i]);
    group.windows.most.push_back(windows_.most[i]);
    group.origins.insert(group.origins.end(), places_[i].begin(), places_[i].end());
  }
  const Mesh& whole = division_.mesh();
  const auto [first, last] = box_of(whole, group.origins);
  Mesh& mesh = group.mesh;
  mesh = empty_mesh(std::max<std::int64_t>(last.row - first.row, 0),
                    std::max<std::int64_t>(last.column - first.column, 0));
  group.owners.assign(mesh.size(), no_owner);
  const auto number_at = [&](std::size_t origin) {
    const std::int32_t owner = division_.owner(origin);
    return owner == no_owner ? no_owner : number_[static_cast<std::size_t>(owner)];
  };
  for (const std::size_t origin : group.origins) {
    const Place place = place_in(whole, origin);
    const std::size_t here = mesh.at(place.row - first.row, place.column - first.column);
    const std::size_t under = origin + static_cast<std::size_t>(whole.stride());
    mesh.load[here] = whole.load[origin];
    if (number_at(origin + 1) != no_owner) mesh.right[here] = whole.right[origin];
    if (number_at(under) != no_owner) mesh.below[here] = whole.below[origin];
    group.owners[here] = number_at(origin);
    group.places.push_back(here);
  }
  sum_up(mesh);
  for (const std::int32_t part : parts) number_[static_cast<std::size_t>(part)] = no_owner;
  return group;
}

// By the places of the group, and by those around it.
std::int64_t PartGroups::sent_around(const PartGroup& group) {
  ++counts_;
  std::int64_t sent = 0;
  const auto count = [&](std::size_t place) {
    if (std::exchange(counted_[place], counts_) == counts_) return;
    sent += static_cast<std::int64_t>(receivers_of(division_, place, stencil_).count);
  };
  const auto line = static_cast<std::size_t>(division_.mesh().stride());
  for (const std::size_t origin : group.origins)
    for (const std::size_t middle : {origin - line, origin, origin + line})
      for (const std::size_t place : {middle - 1, middle, middle + 1}) count(place);
  return sent;
}

void PartGroups::put_back(const PartGroup& group, const PlaceOwners& owners) {
  for (const std::int32_t part : group.parts) places_[static_cast<std::size_t>(part)].clear();
  for (std::size_t i = 0; i < group.places.size(); ++i) {
    const std::int32_t part = group.parts[static_cast<std::size_t>(owners[group.places[i]])];
    if (part != division_.owner(group.origins[i])) division_.move(group.origins[i], part);
    places_[static_cast<std::size_t>(part)].push_back(group.origins[i]);
  }
}

bool PartGroups::offer(const PartGroup& group, const MeshDivision& next) {
  Worth before = worth(group, MeshDivision(group.mesh, group.parts.size(), group.owners));
  Worth after = worth(group, next);
  if (stencil_ == 0) {
    if (after <= before) put_back(group, next.owners());
    return after < before;
  }
  before.cost = sent_around(group);
  put_back(group, next.owners());
  after.cost = sent_around(group);
  if (after > before) put_back(group, group.owners);
  return after < before;
}

// --- Large neighbourhoods: a few parts as a mesh of their own

// A part at random, and others one by one, each beside one of the group.
std::vector<std::int32_t> drawn_group(const PartGroups& groups, std::size_t most, RandomStream& stream) {
  std::vector<std::int32_t> group = {static_cast<std::int32_t>(draw_below(groups.parts(), stream))};
  const std::size_t size = 2 + draw_below(most - 1, stream);
  std::vector<std::int32_t> beside;
  for (std::size_t next = 0; next < group.size() && group.size() < size; ++next) {
    const std::vector<std::int32_t> more = groups.beside(group[next]);
    beside.insert(beside.end(), more.begin(), more.end());
    std::erase_if(beside, [&](std::int32_t part) { return std::ranges::find(group, part) != group.end(); });
    if (!beside.empty()) group.push_back(beside[draw_below(beside.size(), stream)]);
  }
  return group;
}

MeshDivision swept(const PartGroup& group, CutPrice price, RandomStream& stream) {
  PlaceOwners owners;
  (void)sweep(group.mesh, group.windows.share, {.price = price}, stream, owners);
  MeshDivision division(group.mesh, group.parts.size(), std::move(owners));
  join_pieces(division);
  rebalance(division, group.windows);
  return division;
}

MeshDivision divided_by_cut(const PartGroup& group, const RegroupingSettings& settings, RandomStream& stream) {
  MeshDivision division = swept(group, CutPrice::sides, stream);
  anneal_cut(division, group.windows, {.heat = 0.6, .moves_per_place = settings.moves_per_place}, stream);
  rebalance(division, group.windows);
  refine(division, group.windows, {}, stream);
  return division;
}

MeshDivision divided_by_elements(const PartGroup& group, const RegroupingSettings& settings, RandomStream& stream) {
  MeshDivision division = swept(group, CutPrice::elements, stream);
  const AnnealingSettings annealing{.heat = 0.3, .moves_per_place = settings.moves_per_place};
  anneal_volume(division, group.windows, settings.stencil, annealing, stream);
  rebalance(division, group.windows);
  return division;
}

}  // namespace

void regroup(MeshDivision& division, const LoadWindows& windows, const RegroupingSettings& settings,
             RandomStream& stream) {
  const auto trials = static_cast<int>(std::ceil(settings.trials_per_part * static_cast<double>(division.parts())));
  if (division.parts() < 2 || trials == 0) return;
  PartGroups groups(division, windows, settings.stencil);
  for (int i = 0; i < trials; ++i) {
    const std::vector<std::int32_t> parts = drawn_group(groups, settings.largest_group, stream);
    if (parts.size() < 2) continue;
    const PartGroup group = groups.cut_out(parts);
    groups.offer(group, settings.stencil == 0 ? divided_by_cut(group, settings, stream)
                                              : divided_by_elements(group, settings, stream));
  }
}

namespace {

// --- Minimum cuts between two neighbouring parts

constexpr std::size_t outside_of_network = static_cast<std::size_t>(-1);

// The places of a pair near its boundary, as a network whose terminals are the places beyond.
class BoundaryNetwork {
 public:
  // Places up to `width` - 1 steps from the boundary.
  BoundaryNetwork(const PartGroup& group, const MeshDivision& pair, std::int64_t width)
      : group_(group), vertex_(group.mesh.size(), outside_of_network) {
    for (const std::size_t place : group.places)
      if (pair.is_at_boundary(place)) add(place);
    std::size_t first = 0;
    for (std::int64_t step = 1; step < width; ++step) {
      const std::size_t last = places_.size();
      for (; first < last; ++first) {
        const std::array<std::size_t, 4> around = group.mesh.around(places_[first]);
        const std::array<std::int32_t, 4> sides = group.mesh.sides(places_[first]);
        for (std::size_t k = 0; k < around.size(); ++k)
          if (sides[k] > 0 && vertex_[around[k]] == outside_of_network) add(around[k]);
      }
    }
    connect();
  }

  // The owners by a least cut, where a unit of load of the first part costs so much more than one of the second.
  [[nodiscard]] PlaceOwners cut(double price) const {
    std::vector<SidePrices> prices = prices_;
    for (std::size_t i = 0; i < places_.size(); ++i)
      (price > 0 ? prices[i].source : prices[i].sink) += std::abs(price) * group_.mesh.load[places_[i]];
    const TerminalCut least = min_terminal_cut(prices, edges_);
    PlaceOwners owners = group_.owners;
    for (std::size_t i = 0; i < places_.size(); ++i) owners[places_[i]] = least.sink_side[i] ? 1 : 0;
    return owners;
  }

  // At a greater price, or about that, all of the network goes to one part.
  [[nodiscard]] double greatest_price() const {
    double sides = 0;
    for (const CutEdge& edge : edges_) sides += edge.capacity;
    const double mean = edges_.empty() ? 1 : sides / static_cast<double>(edges_.size());
    return 0.5 * mean * static_cast<double>(group_.mesh.active) / group_.mesh.total;
  }

 private:
  void add(std::size_t place) {
    vertex_[place] = places_.size();
    places_.push_back(place);
  }

  void connect() {
    prices_.resize(places_.size());
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const std::array<std::size_t, 4> around = group_.mesh.around(places_[i]);
      const std::array<std::int32_t, 4> sides = group_.mesh.sides(places_[i]);
      for (std::size_t k = 0; k < around.size(); ++k) {
        if (sides[k] == 0) continue;
        const auto capacity = static_cast<double>(sides[k]);
        if (vertex_[around[k]] == outside_of_network)
          (group_.owners[around[k]] == 0 ? prices_[i].sink : prices_[i].source) += capacity;
        else if (vertex_[around[k]] > i)
          edges_.push_back({i, vertex_[around[k]], capacity});
      }
    }
  }

  const PartGroup& group_;
  std::vector<std::size_t> vertex_;
  std::vector<std::size_t> places_;
  std::vector<SidePrices> prices_;
  std::vector<CutEdge> edges_;
};

// 1 if the first part has too much load, or the second one too little, -1 if the other way round; 0 if neither, or
// both.
int overweight(const PartGroup& group, const MeshDivision& pair) {
  const LoadWindows& windows = group.windows;
  const bool first = pair.load(0) > windows.most[0] || pair.load(1) < windows.least[1];
  const bool second = pair.load(1) > windows.most[1] || pair.load(0) < windows.least[0];
  return static_cast<int>(first) - static_cast<int>(second);
}

// Halves the prices of load between which a least cut keeps the windows. Whether the pair is divided better.
bool cut_pair(PartGroups& groups, const PartGroup& group, std::int64_t width, RandomStream& stream) {
  constexpr int most_steps = 6;
  stop_if_asked();
  const MeshDivision before(group.mesh, 2, group.owners);
  const BoundaryNetwork network(group, before, width);
  double most = network.greatest_price();
  double least = -most;
  for (int step = 0; step < most_steps; ++step) {
    const double price = (least + most) / 2;
    MeshDivision next(group.mesh, 2, network.cut(price));
    int heavy = overweight(group, next);
    if (next.cut() < before.cut()) {
      join_pieces(next);
      rebalance(next, group.windows);
      refine(next, group.windows, {}, stream);
      if (groups.offer(group, next)) return true;
    } else if (step == 0 || heavy != 0) {
      return false;
    } else {
      heavy = price > 0 ? -1 : 1;
    }
    if (heavy == 0) return false;
    (heavy > 0 ? least : most) = price;
  }
  return false;
}

}  // namespace

void cut_pairs(MeshDivision& division, const LoadWindows& windows, RandomStream& stream) {
  constexpr std::int64_t greatest_width = 12;
  constexpr std::size_t most_looks = 6;  // at each pair, on average
  PartGroups groups(division, windows, 0);
  std::set<std::pair<std::int32_t, std::int32_t>> open;
  const auto open_pairs_of = [&](std::int32_t part) {
    for (const std::int32_t other : groups.beside(part)) open.emplace(std::min(part, other), std::max(part, other));
  };
  for (std::size_t part = 0; part < groups.parts(); ++part) open_pairs_of(static_cast<std::int32_t>(part));
  for (std::size_t left = most_looks * open.size(); left > 0 && !open.empty(); --left) {
    const auto [one, other] = *open.begin();
    open.erase(open.begin());
    const PartGroup group = groups.cut_out({one, other});
    const auto side = static_cast<std::int64_t>(std::sqrt(static_cast<double>(group.mesh.active)));
    const std::int64_t width = std::clamp<std::int64_t>(side / 6, 2, greatest_width);
    if (!cut_pair(groups, group, width, stream) && !cut_pair(groups, group, width / 2, stream)) continue;
    open_pairs_of(one);
    open_pairs_of(other);
  }
}

}  // namespace apportion
