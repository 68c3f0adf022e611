// New divisions of a mesh by sweeps, and of groups of neighbouring parts.
#include "extensions/cells/algorithms/mesh_cuts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "algorithms/rectangles/random_draws.hpp"
#include "base/stopping.hpp"
#include "extensions/cells/algorithms/load_cuts.hpp"
#include "extensions/cells/algorithms/mesh_refinement.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

// --- Bisection of places by sweeps

// The number of directions: for elements in the plane also diagonals, since diamonds are the cheapest shapes.
template <std::size_t Axes>
constexpr std::size_t directions_for(CutPrice price) {
  return Axes == 2 && price == CutPrice::elements ? 4 : sweep_directions<Axes>().size();
}

struct Group {
  std::size_t first_place = 0;
  std::size_t last_place = 0;
  std::size_t first = 0;  // the first processor in the order
  std::size_t last = 0;
};

// The processors in random order, in half of the draws weighted by speed.
std::vector<std::size_t> drawn_order(const std::vector<double>& shares, RandomStream& stream) {
  const double weight = draw_unit(stream) < 0.5 ? 0 : 2 * draw_unit(stream);
  std::vector<double> keys;
  for (const double share : shares) keys.push_back(weight * std::log(share) + draw_unit(stream));
  return descending_order(keys);
}

// The part of the speed on the first side: a half, or between 0.2 and 0.8.
double drawn_fraction(RandomStream& stream) { return draw_unit(stream) < 0.5 ? 0.5 : 0.2 + 0.6 * draw_unit(stream); }

template <class Mesh>
class Sweeper {
 public:
  Sweeper(const Mesh& mesh, const std::vector<double>& shares, PlaceOwners& owners)
      : mesh_(mesh), shares_(shares), owners_(owners), side_(mesh.size(), 0), position_(mesh.size()) {
    owners_.assign(mesh.size(), no_owner);
    mesh.for_each_place([&](std::size_t place, const auto& position) {
      for (std::size_t axis = 0; axis < Mesh::axes; ++axis)
        position_[place][axis] = static_cast<std::int32_t>(position[axis]);
      if (mesh.is_active(place)) places_.push_back(place);
    });
  }

  SweepTree<Mesh::axes> draw(const SweepSettings& settings, RandomStream& stream) {
    constexpr auto directions = sweep_directions<Mesh::axes>();
    SweepTree<Mesh::axes> tree{.order = drawn_order(shares_, stream)};
    std::vector<std::size_t> sorted;
    std::vector<std::size_t> best;
    run(tree.order, [&](const Group& group) {
      const std::size_t middle = nearest_part(group, drawn_fraction(stream));
      SweepCut<Mesh::axes> cut{middle, {}};
      double least = std::numeric_limits<double>::infinity();
      const std::size_t count = settings.straight ? Mesh::axes : directions_for<Mesh::axes>(settings.price);
      const auto look = [&](const SweepDirection<Mesh::axes>& direction, std::size_t turn = 0) {
        sort_places(group, direction, sorted);
        std::rotate(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(turn), sorted.end());
        const std::size_t first = end_of_first(group, middle, sorted) - group.first_place;
        const double price = price_of(settings.price, sorted, first) * (1 + settings.noise * draw_unit(stream)) *
                             (1 + price_of_misfit * misfit_of_maps(group, middle, sorted, first));
        if (price >= least) return;
        least = price;
        cut.direction = direction;
        std::swap(best, sorted);
      };
      for (std::size_t k = 0; k < count; ++k) look(directions[k]);
      if (mesh_.maps.count > 0)
        for (int k = 0; k < directions_for_maps; ++k) look(drawn_direction(stream));
      for (std::size_t k = 0; k < count && settings.arcs; ++k) {
        sort_places(group, directions[k], sorted);
        for (const std::size_t turn : even_turns(group, middle, sorted)) look(directions[k], turn);
      }
      std::ranges::copy(best, places_of(group).begin());
      tree.cuts.push_back(cut);
      return middle;
    });
    return tree;
  }

  SweepTree<Mesh::axes> bisect(const std::vector<std::size_t>& order, Halves halves, bool last_of_equal) {
    between_ = CutBetween::lines;
    SweepTree<Mesh::axes> tree{.order = order};
    std::vector<std::size_t> sorted;
    run(tree.order, [&](const Group& group) {
      const std::size_t middle = halves == Halves::by_count ? (group.first + group.last + 1) / 2 : nearest_half(group);
      const SweepDirection<Mesh::axes> direction = sweep_directions<Mesh::axes>()[longest_axis(group, last_of_equal)];
      sort_places(group, direction, sorted);
      std::ranges::copy(sorted, places_of(group).begin());
      tree.cuts.push_back({middle, direction});
      return middle;
    });
    return tree;
  }

  void replay(const SweepTree<Mesh::axes>& tree, CutBetween between) {
    between_ = between;
    keeps_even_ = Mesh::axes == 3;
    std::vector<std::size_t> sorted;
    std::size_t next = 0;
    run(tree.order, [&](const Group& group) {
      const SweepCut<Mesh::axes>& cut = tree.cuts[next++];
      sort_places(group, cut.direction, sorted);
      std::ranges::copy(sorted, places_of(group).begin());
      return cut.middle;
    });
  }

 private:
  // choose(group, middle) sorts the places of the group, and returns the direction.
  template <class Choose>
  void run(const std::vector<std::size_t>& order, Choose choose) {
    order_ = order;
    std::vector<Group> open = {{0, places_.size(), 0, order.size()}};
    while (!open.empty()) {
      stop_if_asked();
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
    return std::span(places_).subspan(group.first_place, group.last_place - group.first_place);
  }

  // The axis along which the active places of the group extend furthest.
  [[nodiscard]] std::size_t longest_axis(const Group& group, bool last_of_equal) {
    std::array<std::int32_t, Mesh::axes> low{};
    std::array<std::int32_t, Mesh::axes> high{};
    low.fill(std::numeric_limits<std::int32_t>::max());
    for (const std::size_t place : places_of(group))
      for (std::size_t axis = 0; axis < Mesh::axes; ++axis) {
        low[axis] = std::min(low[axis], position_[place][axis]);
        high[axis] = std::max(high[axis], position_[place][axis]);
      }
    std::size_t longest = 0;
    for (std::size_t axis = 1; axis < Mesh::axes; ++axis)
      if (high[axis] - low[axis] + (last_of_equal ? 1 : 0) > high[longest] - low[longest]) longest = axis;
    return longest;
  }

  // Counting sort, which keeps the order of places with equal keys.
  void sort_places(const Group& group, const SweepDirection<Mesh::axes>& direction, std::vector<std::size_t>& sorted) {
    const std::span<std::size_t> places = places_of(group);
    sorted.resize(places.size());
    if (places.empty()) return;
    keys_.resize(places.size());
    std::int32_t low = std::numeric_limits<std::int32_t>::max();
    std::int32_t high = std::numeric_limits<std::int32_t>::min();
    for (std::size_t i = 0; i < places.size(); ++i) {
      std::int32_t key = 0;
      for (std::size_t axis = 0; axis < Mesh::axes; ++axis) key += direction[axis] * position_[places[i]][axis];
      keys_[i] = key;
      low = std::min(low, keys_[i]);
      high = std::max(high, keys_[i]);
    }
    counts_.assign(static_cast<std::size_t>(high - low) + 2, 0);
    for (const std::int32_t key : keys_) ++counts_[static_cast<std::size_t>(key - low) + 1];
    std::partial_sum(counts_.begin(), counts_.end(), counts_.begin());
    for (std::size_t i = 0; i < places.size(); ++i)
      sorted[counts_[static_cast<std::size_t>(keys_[i] - low)]++] = places[i];
  }

  // The end of the first processors' places; each side gets at least one place for each of its processors, if there are
  // enough.
  [[nodiscard]] std::size_t end_of_first(const Group& group, std::size_t middle,
                                         std::span<const std::size_t> sorted) const {
    double all = 0;
    for (const std::size_t place : sorted) all += mesh_.load[place];
    const double first_share = share_of(group.first, middle);
    const double share = share_of(group.first, group.last);
    // If each half gets half of the excess, no part is further from its share than a cell in the end.
    const double wanted = keeps_even_ ? first_share + (all - share) / 2 : all * first_share / share;
    if (between_ == CutBetween::lines) return group.first_place + nearest_line(sorted, wanted);
    const std::size_t least = std::min(middle - group.first, sorted.size());
    const std::size_t most = std::max(least, sorted.size() - std::min(group.last - middle, sorted.size()));
    double load = 0;
    std::size_t end = 0;
    while (end < most && (end < least || load + mesh_.load[sorted[end]] / 2 <= wanted))
      load += mesh_.load[sorted[end++]];
    return group.first_place + end;
  }

  // The number of places before the line at which their load is nearest to this one; `counts_` has the ends of lines.
  [[nodiscard]] std::size_t nearest_line(std::span<const std::size_t> sorted, double wanted) const {
    double load = 0;
    double nearest = std::abs(wanted);
    std::size_t best = 0;
    std::size_t next = 0;
    for (const std::size_t end : counts_) {
      while (next < std::min(end, sorted.size())) load += mesh_.load[sorted[next++]];
      if (std::abs(load - wanted) >= nearest) continue;
      nearest = std::abs(load - wanted);
      best = next;
    }
    return best;
  }

  [[nodiscard]] double price_of(CutPrice price, std::span<const std::size_t> sorted, std::size_t first) {
    ++mark_;
    for (std::size_t i = 0; i < sorted.size(); ++i) side_[sorted[i]] = 2 * mark_ + (i < first ? 0U : 1U);
    std::int64_t sum = 0;
    for (const std::size_t place : sorted) {
      const auto around = mesh_.around(place);
      const auto sides = mesh_.sides(place);
      std::int64_t cut = 0;
      for (std::size_t k = 0; k < around.size(); ++k)
        if (side_[around[k]] == (side_[place] ^ 1U)) cut += sides[k];
      sum += price == CutPrice::sides ? cut : static_cast<std::int64_t>(cut > 0);
    }
    return static_cast<double>(sum);
  }

  static constexpr double price_of_misfit = 20;
  static constexpr int directions_for_maps = 24;

  // A random direction; the two sides may be exchanged.
  static SweepDirection<Mesh::axes> drawn_direction(RandomStream& stream) {
    constexpr std::size_t most = 7;
    SweepDirection<Mesh::axes> direction{};
    while (std::ranges::all_of(direction, [](int each) { return each == 0; }))
      for (std::int8_t& each : direction)
        each = static_cast<std::int8_t>(static_cast<int>(draw_below(2 * most + 1, stream)) - static_cast<int>(most));
    return direction;
  }

  // The beginnings of arcs with the first side's load that divide the maps most evenly, one in each section of the
  // order.
  [[nodiscard]] std::vector<std::size_t> even_turns(const Group& group, std::size_t middle,
                                                    std::span<const std::size_t> sorted) const {
    constexpr std::size_t stretches = 8;
    const double wanted = share_of(group.first, middle) / share_of(group.first, group.last);
    MapLoads sums(mesh_.maps.count, 2);  // sums over all places, and over the arc
    double all = 0;
    for (const std::size_t place : sorted) {
      all += mesh_.load[place];
      sums.add(0, mesh_.maps, place);
    }
    std::vector<std::size_t> turns;
    std::vector<double> least;
    double load = 0;
    for (std::size_t begin = 0, end = 0; begin < sorted.size(); ++begin) {
      for (; end < begin + sorted.size(); ++end) {
        const std::size_t place = sorted[end % sorted.size()];
        if (load + mesh_.load[place] / 2 > wanted * all) break;
        load += mesh_.load[place];
        sums.add(1, mesh_.maps, place);
      }
      double misfit = 0;
      for (std::size_t map = 0; map < mesh_.maps.count; ++map)
        misfit += std::abs(sums.at(1)[map] - wanted * sums.at(0)[map]);
      const std::size_t stretch = begin * stretches / sorted.size();
      if (stretch == turns.size()) {
        turns.push_back(begin);
        least.push_back(misfit);
      } else if (stretch + 1 == turns.size() && misfit < least[stretch]) {
        turns[stretch] = begin;
        least[stretch] = misfit;
      }
      if (end == begin) {
        ++end;  // a single place is heavier than the side's load
        continue;
      }
      load -= mesh_.load[sorted[begin]];
      for (std::size_t map = 0; map < mesh_.maps.count; ++map) sums.at(1)[map] -= mesh_.maps.at(sorted[begin])[map];
    }
    return turns;
  }

  // The sum over maps of how far the first side's load is from its share, as a part of the smaller side's load.
  [[nodiscard]] double misfit_of_maps(const Group& group, std::size_t middle, std::span<const std::size_t> sorted,
                                      std::size_t first) const {
    if (mesh_.maps.count == 0) return 0;
    const double wanted = share_of(group.first, middle) / share_of(group.first, group.last);
    double misfit = 0;
    for (std::size_t map = 0; map < mesh_.maps.count; ++map) {
      double all = 0;
      double before = 0;
      for (std::size_t i = 0; i < sorted.size(); ++i) {
        all += mesh_.maps.at(sorted[i])[map];
        if (i < first) before = all;
      }
      if (all > 0) misfit += std::abs(before / all - wanted) / std::min(wanted, 1 - wanted);
    }
    return misfit;
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

  [[nodiscard]] std::size_t nearest_half(const Group& group) const {
    const double all = share_of(group.first, group.last);
    std::size_t middle = group.first + 1;
    while (middle + 1 < group.last &&
           std::abs(2 * share_of(group.first, middle + 1) - all) < std::abs(2 * share_of(group.first, middle) - all))
      ++middle;
    return middle;
  }

  const Mesh& mesh_;
  const std::vector<double>& shares_;
  PlaceOwners& owners_;
  CutBetween between_ = CutBetween::places;
  bool keeps_even_ = false;
  std::vector<std::size_t> order_;
  std::vector<std::size_t> places_;
  std::vector<std::uint32_t> side_;
  std::uint32_t mark_ = 0;
  std::vector<std::int32_t> keys_;
  std::vector<std::array<std::int32_t, Mesh::axes>> position_;  // [place]
  std::vector<std::size_t> counts_;
};

}  // namespace

template <class Mesh>
SweepTree<Mesh::axes> sweep(const Mesh& mesh, const std::vector<double>& shares, const SweepSettings& settings,
                            RandomStream& stream, PlaceOwners& owners) {
  return Sweeper(mesh, shares, owners).draw(settings, stream);
}

template <class Mesh>
SweepTree<Mesh::axes> bisected(const Mesh& mesh, const std::vector<double>& shares,
                               const std::vector<std::size_t>& order, Halves halves, bool last_of_equal) {
  PlaceOwners owners;
  return Sweeper(mesh, shares, owners).bisect(order, halves, last_of_equal);
}

template <class Mesh>
PlaceOwners replayed(const Mesh& mesh, const std::vector<double>& shares, const SweepTree<Mesh::axes>& tree,
                     CutBetween between) {
  PlaceOwners owners;
  Sweeper(mesh, shares, owners).replay(tree, between);
  return owners;
}

namespace {

// --- Groups of parts, cut out of a mesh and put back

// The box around places: its first position, and its lengths.
template <class Mesh>
std::pair<typename Mesh::Position, typename Mesh::Position> box_of(const Mesh& mesh,
                                                                   const std::vector<std::size_t>& places) {
  typename Mesh::Position first = mesh.extent;
  typename Mesh::Position extent{};
  for (const std::size_t place : places) {
    const typename Mesh::Position position = mesh.position_of(place);
    for (std::size_t axis = 0; axis < Mesh::axes; ++axis) {
      first[axis] = std::min(first[axis], position[axis]);
      extent[axis] = std::max(extent[axis], position[axis] + 1);
    }
  }
  for (std::size_t axis = 0; axis < Mesh::axes; ++axis)
    extent[axis] = std::max<std::int64_t>(extent[axis] - first[axis], 0);
  return {first, extent};
}

// A group of parts, cut out as a mesh of its own, in which parts have the numbers 0, 1, and so on.
template <class Mesh>
struct PartGroup {
  std::vector<std::int32_t> parts = {};  // their numbers in the whole division
  LoadWindows windows = {};
  Mesh mesh = {};
  PlaceOwners owners = {};                // the owners in the whole division
  std::vector<std::size_t> places = {};   // the places of the group in this mesh
  std::vector<std::size_t> origins = {};  // the same places in the mesh of the whole
  std::vector<std::int32_t> seas = {};    // seas of the whole mesh, by places of this one; empty if there is one
};

struct Worth {
  double excess = 0;
  std::int64_t torn = 0;  // pieces, if there is one sea
  std::int64_t cost = 0;
  auto operator<=>(const Worth&) const = default;
};

template <class Mesh>
Worth worth(const PartGroup<Mesh>& group, const MeshDivision<Mesh>& division) {
  const double excess = division.excess(group.windows);
  const double counted = excess > 1e-9 * group.mesh.total ? excess : 0.0;
  if (group.windows.tears) return {counted, 0, division.cut()};
  const PieceCount count = division.count_pieces(group.seas);
  return {counted, group.seas.empty() ? count.pieces : count.torn, division.cut()};
}

// The places of each part, while groups of parts are divided anew.
template <class Mesh>
class PartGroups {
 public:
  // `stencil`: judge by elements sent, on a mesh of cells; 0: by the cut.
  PartGroups(MeshDivision<Mesh>& division, const LoadWindows& windows, int stencil)
      : division_(division),
        windows_(windows),
        stencil_(stencil),
        places_(division.parts()),
        seas_(seas_of(division.mesh()).of_place),
        number_(division.parts(), no_owner),
        counted_(stencil == 0 ? 0 : division.mesh().size(), 0) {
    for (std::size_t place = 0; place < division.mesh().size(); ++place)
      if (division.owner(place) != no_owner) places_[static_cast<std::size_t>(division.owner(place))].push_back(place);
  }

  [[nodiscard]] std::size_t parts() const { return places_.size(); }

  // The owners of places beside those of a part, once for each common side.
  [[nodiscard]] std::vector<std::int32_t> beside(std::int32_t part) const {
    std::vector<std::int32_t> owners;
    for (const std::size_t place : places_of(part)) {
      const auto around = division_.mesh().around(place);
      const auto sides = division_.mesh().sides(place);
      for (std::size_t k = 0; k < around.size(); ++k)
        if (sides[k] > 0 && division_.owner(around[k]) != part) owners.push_back(division_.owner(around[k]));
    }
    return owners;
  }

  [[nodiscard]] PartGroup<Mesh> cut_out(const std::vector<std::int32_t>& parts) {
    PartGroup<Mesh> group{.parts = parts, .windows = windows_of(windows_, parts)};
    std::int32_t number = 0;
    for (const std::int32_t part : parts) {
      const auto i = static_cast<std::size_t>(part);
      number_[i] = number++;
      group.origins.insert(group.origins.end(), places_[i].begin(), places_[i].end());
    }
    const Mesh& whole = division_.mesh();
    if constexpr (!is_grid<Mesh>) {
      group.mesh = part_of(whole, group.origins);
      for (const std::size_t origin : group.origins) {
        group.places.push_back(group.owners.size());
        group.owners.push_back(number_[static_cast<std::size_t>(division_.owner(origin))]);
        if (!seas_.empty()) group.seas.push_back(seas_[origin]);
      }
    } else {
      const auto strides = whole.strides();
      const auto [first, extent] = box_of(whole, group.origins);
      Mesh& mesh = group.mesh;
      mesh = Mesh(extent);
      mesh.maps = MapLoads(whole.maps.count, mesh.size());
      group.owners.assign(mesh.size(), no_owner);
      if (!seas_.empty()) group.seas.assign(mesh.size(), no_owner);
      const auto number_at = [&](std::size_t origin) {
        const std::int32_t owner = division_.owner(origin);
        return owner == no_owner ? no_owner : number_[static_cast<std::size_t>(owner)];
      };
      for (const std::size_t origin : group.origins) {
        typename Mesh::Position position = whole.position_of(origin);
        for (std::size_t axis = 0; axis < Mesh::axes; ++axis) position[axis] -= first[axis];
        const std::size_t here = mesh.at(position);
        mesh.load[here] = whole.load[origin];
        mesh.maps.add(here, whole.maps, origin);
        for (std::size_t axis = 0; axis < Mesh::axes; ++axis)
          if (number_at(origin + strides[axis]) != no_owner) mesh.next[axis][here] = whole.next[axis][origin];
        group.owners[here] = number_at(origin);
        if (!seas_.empty()) group.seas[here] = seas_[origin];
        group.places.push_back(here);
      }
      sum_up(mesh);
    }
    for (const std::int32_t part : parts) number_[static_cast<std::size_t>(part)] = no_owner;
    return group;
  }

  // Puts a group back with the division `next`, unless that is worse: more excess over the windows, then more pieces
  // within seas, then a longer cut, or more elements. Returns whether it was better.
  bool offer(const PartGroup<Mesh>& group, const MeshDivision<Mesh>& next) {
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

  void put_back(const PartGroup<Mesh>& group, const PlaceOwners& owners) {
    for (const std::int32_t part : group.parts) places_[static_cast<std::size_t>(part)].clear();
    for (std::size_t i = 0; i < group.places.size(); ++i) {
      const std::int32_t part = group.parts[static_cast<std::size_t>(owners[group.places[i]])];
      if (part != division_.owner(group.origins[i])) division_.move(group.origins[i], part);
      places_[static_cast<std::size_t>(part)].push_back(group.origins[i]);
    }
  }

 private:
  [[nodiscard]] const std::vector<std::size_t>& places_of(std::int32_t part) const {
    return places_[static_cast<std::size_t>(part)];
  }

  // The elements sent by places of the group, and by those around it.
  [[nodiscard]] std::int64_t sent_around(const PartGroup<Mesh>& group) {
    if constexpr (!is_grid<Mesh>)
      return 0;  // elements are defined for cells only
    else {
      const MeshStencil stencil(division_.mesh(), stencil_);
      ++counts_;
      std::int64_t sent = 0;
      const auto count = [&](std::size_t place) {
        if (std::exchange(counted_[place], counts_) == counts_) return;
        sent += static_cast<std::int64_t>(receivers_of(division_, stencil, place, place, division_.owner(place)).count);
      };
      const MeshStencil near(division_.mesh(), 0);
      for (const std::size_t origin : group.origins) {
        count(origin);
        for (std::size_t k = 0; k < near.count(); ++k) count(near.at(origin, k));
      }
      return sent;
    }
  }

  MeshDivision<Mesh>& division_;
  const LoadWindows& windows_;
  int stencil_;
  std::vector<std::vector<std::size_t>> places_;
  std::vector<std::int32_t> seas_;      // [place]; empty if there is one
  std::vector<std::int32_t> number_;    // [part] its number within the group that is cut out
  std::vector<std::uint32_t> counted_;  // [place] the count at which it was last visited
  std::uint32_t counts_ = 0;
};

// --- Large neighbourhoods: a few parts as a separate mesh

// A random part, and others one by one, each beside one of the group.
template <class Mesh>
std::vector<std::int32_t> drawn_group(const PartGroups<Mesh>& groups, std::size_t most, RandomStream& stream) {
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

template <class Mesh>
MeshDivision<Mesh> divided(const PartGroup<Mesh>& group, const RegroupingSettings& settings, RandomStream& stream) {
  const bool by_cut = settings.stencil == 0;
  PlaceOwners owners;
  (void)sweep(group.mesh, group.windows.share,
              {.price = by_cut ? CutPrice::sides : CutPrice::elements, .arcs = group.windows.tears}, stream, owners);
  MeshDivision division(group.mesh, group.parts.size(), std::move(owners));
  if (!group.windows.tears) division.join_pieces();
  division.rebalance(group.windows);
  refine(division, group.windows, {}, stream);
  anneal(division, group.windows,
         {.stencil = settings.stencil, .heat = by_cut ? 0.6 : 0.3, .moves_per_place = settings.moves_per_place},
         stream);
  division.rebalance(group.windows);
  return division;
}

}  // namespace

template <class Mesh>
void regroup(MeshDivision<Mesh>& division, const LoadWindows& windows, const RegroupingSettings& settings,
             RandomStream& stream) {
  const auto trials = static_cast<int>(std::ceil(settings.trials_per_part * static_cast<double>(division.parts())));
  if (division.parts() < 2 || trials == 0) return;
  PartGroups groups(division, windows, settings.stencil);
  for (int i = 0; i < trials; ++i) {
    const std::vector<std::int32_t> parts = drawn_group(groups, settings.largest_group, stream);
    if (parts.size() < 2) continue;
    const PartGroup<Mesh> group = groups.cut_out(parts);
    const MeshDivision<Mesh> next = divided(group, settings, stream);
    if (settings.even_if_worse)
      groups.put_back(group, next.owners());
    else
      groups.offer(group, next);
  }
}

template SweepTree<2> sweep(const GridMesh<2>&, const std::vector<double>&, const SweepSettings&, RandomStream&,
                            PlaceOwners&);
template PlaceOwners replayed(const GridMesh<2>&, const std::vector<double>&, const SweepTree<2>&, CutBetween);
template void regroup(MeshDivision<GridMesh<2>>&, const LoadWindows&, const RegroupingSettings&, RandomStream&);

template SweepTree<3> sweep(const PieceGraph&, const std::vector<double>&, const SweepSettings&, RandomStream&,
                            PlaceOwners&);
template void regroup(MeshDivision<PieceGraph>&, const LoadWindows&, const RegroupingSettings&, RandomStream&);

template SweepTree<3> sweep(const GridMesh<3>&, const std::vector<double>&, const SweepSettings&, RandomStream&,
                            PlaceOwners&);
template PlaceOwners replayed(const GridMesh<3>&, const std::vector<double>&, const SweepTree<3>&, CutBetween);
template SweepTree<3> bisected(const GridMesh<3>&, const std::vector<double>&, const std::vector<std::size_t>&, Halves,
                               bool);
template void regroup(MeshDivision<GridMesh<3>>&, const LoadWindows&, const RegroupingSettings&, RandomStream&);

}  // namespace apportion
