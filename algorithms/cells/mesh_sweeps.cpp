// Bisection of places by sweeps.
#include "algorithms/cells/mesh_sweeps.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include "algorithms/rectangles/random_draws.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

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

}  // namespace apportion
