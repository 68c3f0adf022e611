// Refinement of divisions of meshes by single places: passes of moves, and simulated annealing.
#include "algorithms/cells/mesh_refinement.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithms/cells/annealed_boundary.hpp"
#include "algorithms/rectangles/random_draws.hpp"
#include "base/stopping.hpp"
#include "sim/cells/owners.hpp"
#include "sim/network/network.hpp"

namespace apportion {
namespace {

// --- Passes of moves with exact gains in buckets

struct Candidate {
  std::size_t place = 0;
  std::int32_t to = no_owner;
  std::uint32_t version = 0;
};

// Candidates by their gains; the last one of a gain comes first.
class Buckets {
 public:
  explicit Buckets(std::int32_t greatest) : greatest_(greatest), lists_(2 * static_cast<std::size_t>(greatest) + 1) {}

  void push(std::int32_t gain, const Candidate& candidate) {
    const std::int32_t place = gain + greatest_;
    const auto list = static_cast<std::size_t>(place);
    lists_[list].push_back(candidate);
    top_ = std::max(top_, list);
  }
  bool pop(std::int32_t& gain, Candidate& candidate) {
    while (top_ > 0 && lists_[top_].empty()) --top_;
    if (lists_[top_].empty()) return false;
    candidate = lists_[top_].back();
    lists_[top_].pop_back();
    gain = static_cast<std::int32_t>(top_) - greatest_;
    return true;
  }
  void clear() {
    for (auto& list : lists_) list.clear();
    top_ = 0;
  }

 private:
  std::int32_t greatest_;
  std::vector<std::vector<Candidate>> lists_;
  std::size_t top_ = 0;
};

constexpr double most_price = 16;

template <class Mesh>
class Passes {
 public:
  Passes(MeshDivision<Mesh>& division, const LoadWindows& windows, const RefinementSettings& settings,
         RandomStream& stream)
      : division_(division),
        windows_(windows),
        settings_(settings),
        stream_(stream),
        steps_(settings.attachment.home == nullptr ? 1 : 16),
        slack_(settings.slack < 0 ? slack_for(division) : settings.slack),
        buckets_(steps_ * greatest_gain(division.mesh()) + in_steps(most_price)),
        version_(division.mesh().size(), 0),
        locked_(division.mesh().size(), 0) {}

  void run() {
    std::vector<std::size_t> boundary = boundary_places(division_);
    for (int pass = 0; pass < settings_.passes && improve(boundary); ++pass) {
    }
  }

 private:
  // A tenth of the load of a line of places through a part, in space of a layer.
  static double slack_for(const MeshDivision<Mesh>& division) {
    const auto active = static_cast<double>(std::max<std::int64_t>(division.mesh().active, 1));
    const auto parts = static_cast<double>(division.parts());
    return 0.1 * division.mesh().total / side_of<Mesh::axes>(active * (Mesh::axes == 2 ? parts : parts * parts));
  }

  static std::int32_t greatest_gain(const Mesh& mesh) {
    std::int32_t most = 1;
    if constexpr (!is_grid<Mesh>) {
      for (std::size_t place = 0; place < mesh.size(); ++place) {
        const auto sides = mesh.sides(place);
        most = std::max(most, std::accumulate(sides.begin(), sides.end(), 0));
      }
      return most;
    } else {
      for (const std::vector<std::int32_t>& sides : mesh.next)
        for (const std::int32_t side : sides) most = std::max(most, side);
      return static_cast<std::int32_t>(2 * Mesh::axes) * most;
    }
  }

  [[nodiscard]] std::int32_t in_steps(double sides) const {
    return static_cast<std::int32_t>(std::lround(steps_ * sides));
  }
  // What a place saves that goes to the part, beside the cut.
  [[nodiscard]] std::int32_t saved(std::size_t place, std::int32_t part) const {
    return in_steps(std::min(settings_.attachment.saved(place, part), most_price));
  }

  struct Move {
    std::size_t place;
    std::int32_t from;
  };

  // The move of a place that gains most, of those that its loads allow.
  void offer(std::size_t place) {
    ++version_[place];
    const std::int32_t own = division_.owner(place);
    if (own == no_owner || locked_[place] == pass_) return;
    const Mesh& mesh = division_.mesh();
    const auto around = mesh.around(place);
    const auto sides = mesh.sides(place);
    std::int32_t kept = saved(place, own);
    std::int32_t best = no_owner;
    std::int32_t most = 0;
    for (std::size_t k = 0; k < around.size(); ++k) {
      const std::int32_t other = division_.owner(around[k]);
      if (other == own) kept += steps_ * sides[k];
      if (other == own || other == no_owner || sides[k] == 0 || !is_allowed(place, other)) continue;
      std::int32_t sum = sides[k];
      for (std::size_t j = k + 1; j < around.size(); ++j)
        if (division_.owner(around[j]) == other) sum += sides[j];
      sum = steps_ * sum + saved(place, other);
      if (sum > most || (sum == most && division_.load(other) * windows_.share[static_cast<std::size_t>(best)] <
                                            division_.load(best) * windows_.share[static_cast<std::size_t>(other)])) {
        most = sum;
        best = other;
      }
    }
    if (best != no_owner) buckets_.push(most - kept, {place, best, version_[place]});
  }

  // Loads may go a little beyond the windows within a pass, or where that leads back; of several maps where it leads
  // back in sum.
  [[nodiscard]] bool is_allowed(std::size_t place, std::int32_t to) const {
    const std::int32_t own = division_.owner(place);
    const double gives = division_.excess_with(windows_, own, place, -1);
    const double takes = division_.excess_with(windows_, to, place, 1);
    if ((gives <= slack_ || gives < division_.excess_of(windows_, own)) &&
        (takes <= slack_ || takes < division_.excess_of(windows_, to)))
      return true;
    return division_.mesh().maps.count > 0 && gives + takes < excess_with(own, to);
  }

  [[nodiscard]] bool may_leave(std::size_t place) const {
    return division_.may_leave(place, settings_.tears || windows_.tears);
  }

  double excess_with(std::int32_t one, std::int32_t other) const {
    return division_.excess_of(windows_, one) + division_.excess_of(windows_, other);
  }

  void begin(const std::vector<std::size_t>& boundary) {
    ++pass_;
    buckets_.clear();
    moves_.clear();
    order_ = boundary;
    for (std::size_t i = order_.size(); i > 1; --i) std::swap(order_[i - 1], order_[draw_below(i, stream_)]);
    for (const std::size_t place : order_) offer(place);
  }

  // Whether the pass found something better.
  bool improve(std::vector<std::size_t>& boundary) {
    begin(boundary);
    const auto patience = std::max(static_cast<std::size_t>(settings_.least_patience),
                                   static_cast<std::size_t>(settings_.patience * static_cast<double>(boundary.size())));
    const double rounding = 1e-9 * division_.mesh().total;
    double excess = division_.excess(windows_);
    double least_excess = excess;
    std::int64_t gained = 0;
    std::int64_t most_gained = 0;
    std::size_t best = 0;
    std::int32_t gain = 0;
    Candidate next;
    while (moves_.size() - best < patience && buckets_.pop(gain, next)) {
      if (next.version != version_[next.place] || locked_[next.place] == pass_) continue;
      if (!is_allowed(next.place, next.to) || !may_leave(next.place)) continue;
      const std::int32_t from = division_.owner(next.place);
      excess -= excess_with(from, next.to);
      division_.move(next.place, next.to);
      excess += excess_with(from, next.to);
      gained += gain;
      locked_[next.place] = pass_;
      moves_.push_back({next.place, from});
      for (const std::size_t other : division_.mesh().around(next.place)) offer(other);
      const bool is_better =
          excess < least_excess - rounding || (excess <= least_excess + rounding && gained > most_gained);
      if (!is_better) continue;
      least_excess = std::min(excess, least_excess);
      most_gained = gained;
      best = moves_.size();
    }
    for (std::size_t i = moves_.size(); i > best; --i) division_.move(moves_[i - 1].place, moves_[i - 1].from);
    std::vector<std::size_t> moved;
    for (std::size_t i = 0; i < best; ++i) moved.push_back(moves_[i].place);
    update_boundary(division_, moved, boundary);
    return best > 0;
  }

  MeshDivision<Mesh>& division_;
  const LoadWindows& windows_;
  const RefinementSettings& settings_;
  RandomStream& stream_;
  std::int32_t steps_;  // of gains, to a side
  double slack_;
  Buckets buckets_;
  std::vector<std::uint32_t> version_;
  std::vector<std::uint32_t> locked_;
  std::uint32_t pass_ = 0;
  std::vector<Move> moves_;
  std::vector<std::size_t> order_;
};

}  // namespace

template <class Mesh>
void refine(MeshDivision<Mesh>& division, const LoadWindows& windows, const RefinementSettings& settings,
            RandomStream& stream) {
  Passes(division, windows, settings, stream).run();
}

namespace {

// What the loads cost, of several maps those of each.
template <class Mesh>
class BalancePrice {
 public:
  BalancePrice(const MeshDivision<Mesh>& division, const LoadWindows& windows, double price)
      : division_(division), windows_(windows) {
    if (windows.maps.empty()) add_factors(windows, price);
    for (const LoadWindows& map : windows.maps) add_factors(map, price);
  }

  // By how much the price of (distance from the share / width of the window)^2 of both parts grows.
  [[nodiscard]] double change(std::size_t place, std::int32_t to) const {
    const std::int32_t own = division_.owner(place);
    const MapLoads& maps = division_.mesh().maps;
    if (maps.count == 0) {
      const double load = division_.mesh().load[place];
      return load * (of(to, division_.load(to), 0, 1, load) + of(own, division_.load(own), 0, -1, load));
    }
    double sum = 0;
    for (std::size_t map = 0; map < maps.count; ++map) {
      const double load = maps.at(place)[map];
      sum += load * (of(to, division_.map_loads(to)[map], map, 1, load) +
                     of(own, division_.map_loads(own)[map], map, -1, load));
    }
    return sum;
  }

  // Whether a load would be further outside of its window.
  [[nodiscard]] bool leaves(std::size_t place, std::int32_t to) const {
    const auto goes_out = [&](std::int32_t part, double times) {
      const double after = division_.excess_with(windows_, part, place, times);
      return after > 0 && after > division_.excess_of(windows_, part);
    };
    return goes_out(division_.owner(place), -1) || goes_out(to, 1);
  }

 private:
  void add_factors(const LoadWindows& windows, double price) {
    for (std::size_t i = 0; i < windows.share.size(); ++i) {
      const double width = windows.most[i] - windows.share[i];
      factors_.push_back(price / (width * width));
    }
  }

  [[nodiscard]] double of(std::int32_t part, double has, std::size_t map, double sign, double load) const {
    const auto i = static_cast<std::size_t>(part);
    return factors_[map * windows_.share.size() + i] * (load + 2 * sign * (has - windows_.share[i]));
  }

  const MeshDivision<Mesh>& division_;
  const LoadWindows& windows_;
  std::vector<double> factors_;
};

// --- Balance of several maps of loads

template <class Mesh>
class MapBalance {
 public:
  MapBalance(MeshDivision<Mesh>& division, const LoadWindows& windows)
      : division_(division), windows_(windows), balance_(division, windows, 1), boundary_(boundary_places(division)) {}

  bool run() {
    constexpr double first_price = 2;  // of a load at the end of its window, in sides of cells
    constexpr double growth = 1.5;
    constexpr int rounds = 40;
    constexpr int rounds_beside = 20;  // before places go to parts that are not beside them
    price_ = first_price;
    for (int round = 0; round < rounds; ++round) {
      stop_if_asked();
      if (windows_.tears && round >= rounds_beside) find_poorest();
      if (move_all()) return true;
      price_ *= growth;
    }
    return false;
  }

 private:
  // Something saved, by a move.
  using Offer = std::tuple<double, std::size_t, std::int32_t>;

  // The parts that lack most of each map.
  void find_poorest() {
    poorest_.assign(windows_.maps.size(), 0);
    for (std::size_t map = 0; map < poorest_.size(); ++map)
      for (std::size_t i = 1; i < division_.parts(); ++i) {
        const auto part = static_cast<std::int32_t>(i);
        if (off(map, part) < off(map, poorest_[map])) poorest_[map] = part;
      }
  }

  // How far a load is above its share, in widths of its window.
  [[nodiscard]] double off(std::size_t map, std::int32_t part) const {
    const double share = windows_.share[static_cast<std::size_t>(part)];
    return (division_.map_loads(part)[map] - share) / (windows_.maps[map].most[static_cast<std::size_t>(part)] - share);
  }

  // Every move that saves something, the best first. Whether all loads are in their windows.
  bool move_all() {
    std::vector<Offer> offers;
    for (const std::size_t place : boundary_)
      if (const Offer offer = best_of(place); std::get<0>(offer) > 0) offers.push_back(offer);
    std::ranges::sort(offers, std::greater<>());
    std::vector<std::size_t> moved;
    for (const auto& [before, place, to] : offers) {
      if (!(saved(place, to) > 0) || !division_.may_leave(place, windows_.tears)) continue;
      division_.move(place, to);
      moved.push_back(place);
    }
    update_boundary(division_, moved, boundary_);
    return division_.excess(windows_) <= 0;
  }

  [[nodiscard]] Offer best_of(std::size_t place) const {
    Offer best{0, place, no_owner};
    const std::int32_t own = division_.owner(place);
    for (const std::size_t other : division_.mesh().around(place)) {
      const std::int32_t to = division_.owner(other);
      if (to == own || to == no_owner || to == std::get<2>(best)) continue;
      best = std::max(best, Offer{saved(place, to), place, to});
    }
    for (const std::int32_t to : poorest_) best = std::max(best, Offer{saved(place, to), place, to});
    return best;
  }

  // Of the cut, and of the price of the loads.
  [[nodiscard]] double saved(std::size_t place, std::int32_t to) const {
    if (division_.owner(place) == to) return 0;
    return division_.gain(place, to) - price_ * balance_.change(place, to);
  }

  MeshDivision<Mesh>& division_;
  const LoadWindows& windows_;
  BalancePrice<Mesh> balance_;
  std::vector<std::size_t> boundary_;
  std::vector<std::int32_t> poorest_;
  double price_ = 0;
};

}  // namespace

template <class Mesh>
bool balance_maps(MeshDivision<Mesh>& division, const LoadWindows& windows) {
  return MapBalance(division, windows).run();
}

namespace {

// --- Annealing with prices that follow from a few places around the one that moves

template <class Mesh>
double mean_side(const Mesh& mesh) {
  double sum = 0;
  double count = 0;
  const std::vector<std::int32_t>* all = nullptr;
  if constexpr (is_grid<Mesh>)
    all = &mesh.next.back();
  else
    all = &mesh.lengths;
  for (const std::int32_t side : *all) {
    sum += side;
    count += side > 0 ? 1 : 0;
  }
  return count > 0 ? sum / count : 1;
}

// Price: change(place, to) of a move, moving(place, to) before it is made, cool(progress) at each stage.
template <class Mesh, class Price>
void anneal(MeshDivision<Mesh>& division, const LoadWindows& windows, const AnnealingSettings& settings, double unit,
            Price& price, RandomStream& stream) {
  BoundaryPlaces boundary(division, unit);
  const BalancePrice balance(division, windows, settings.balance * unit);
  constexpr int stages = 60;
  for (int stage = 0; stage < stages; ++stage) {
    const double progress = static_cast<double>(stage) / (stages - 1);
    const double heat = unit * settings.heat * std::pow(settings.last_heat / settings.heat, progress);
    price.cool(progress);
    const auto tries =
        static_cast<std::int64_t>(settings.moves_per_place * static_cast<double>(boundary.size()) / stages) + 1;
    for (std::int64_t i = 0; i < tries && boundary.size() > 0; ++i) {
      const double drawn = draw_unit(stream) * static_cast<double>(boundary.size());
      const auto number = static_cast<std::size_t>(drawn);
      const std::size_t place = boundary[number];
      if (settings.fixed != nullptr && (*settings.fixed)[place]) continue;
      const std::int32_t own = division.owner(place);
      const auto around = division.mesh().around(place);
      // The digits behind the number choose the side.
      auto k = static_cast<std::size_t>((drawn - static_cast<double>(number)) * static_cast<double>(around.size()));
      while (division.owner(around[k]) == own || division.owner(around[k]) == no_owner) k = (k + 1) % around.size();
      const std::int32_t to = division.owner(around[k]);
      // In space, where most moves are refused and this takes longest, it comes last.
      if (Mesh::axes == 2 && !division.may_leave(place, windows.tears)) continue;
      if (settings.stays_inside && balance.leaves(place, to)) continue;
      const double change = price.change(place, to) + balance.change(place, to) +
                            settings.attachment.saved(place, own) - settings.attachment.saved(place, to);
      if (change > 0 && !accepts(change / heat, draw_unit(stream))) continue;
      if (Mesh::axes == 3 && !division.may_leave(place, windows.tears)) continue;
      price.moving(place, to);
      division.move(place, to);
      boundary.update_around(place);
    }
  }
}

template <class Mesh>
class CutPriceOf {
 public:
  explicit CutPriceOf(const MeshDivision<Mesh>& division) : division_(division) {}
  [[nodiscard]] double change(std::size_t place, std::int32_t to) const { return -division_.gain(place, to); }
  void moving(std::size_t /*place*/, std::int32_t /*to*/) {}
  void cool(double /*progress*/) {}

 private:
  const MeshDivision<Mesh>& division_;
};

template <class Mesh>
class BusiestPrice {
 public:
  BusiestPrice(const MeshDivision<Mesh>& division, int stencil, double goal)
      : division_(division),
        messages_(division, stencil),
        received_(received_by_parts(division, stencil)),
        first_(static_cast<double>(*std::ranges::max_element(received_))),
        last_(goal * first_),
        limit_(first_) {}

  [[nodiscard]] double change(std::size_t place, std::int32_t to) {
    double sum = -price_of_sides * division_.gain(place, to);
    for (const auto& change : messages_.changes(place, to)) {
      const auto now = static_cast<double>(received_[static_cast<std::size_t>(change.part)]);
      sum += change.elements + beyond(now + change.elements) - beyond(now);
    }
    return sum;
  }
  void moving(std::size_t place, std::int32_t to) {
    for (const auto& change : messages_.changes(place, to))
      received_[static_cast<std::size_t>(change.part)] += change.elements;
  }
  void cool(double progress) { limit_ = first_ + (last_ - first_) * std::min(1.0, 1.5 * progress); }

 private:
  [[nodiscard]] double beyond(double received) const {
    constexpr double price = 0.3;
    return received > limit_ ? price * (received - limit_) * (received - limit_) : 0;
  }

  const MeshDivision<Mesh>& division_;
  Messages<Mesh> messages_;
  std::vector<std::int64_t> received_;
  double first_;
  double last_;
  double limit_;
};

// How long links are busy.
class NetworkPrice {
 public:
  NetworkPrice(const MeshDivision<GridMesh<2>>& division, int stencil, const Network& network)
      : division_(division), near_(division.mesh(), stencil), network_(network), seconds_(network.links.size(), 0) {
    for (std::size_t place = 0; place < division.mesh().size(); ++place) {
      changes_.clear();
      note(place, place, division.owner(place), 1);
      for (const Change& change : changes_) seconds_[change.link] += change.seconds;
    }
    const auto busiest = static_cast<std::size_t>(std::ranges::max_element(seconds_) - seconds_.begin());
    if (!(seconds_[busiest] > 0)) return;
    unit_ = seconds_[busiest];
    scale_ = unit_ / exponent * network.links[busiest].bandwidth;
  }

  [[nodiscard]] double change(std::size_t place, std::int32_t to) {
    look(place, to);
    double sum = price_of_elements * (elements_ - price_of_sides * division_.gain(place, to));
    for (const Change& change : changes_)
      sum += scale_ * (power(seconds_[change.link] + change.seconds) - power(seconds_[change.link]));
    return sum;
  }
  void moving(std::size_t place, std::int32_t to) {
    look(place, to);
    for (const Change& change : changes_) seconds_[change.link] += change.seconds;
  }
  void cool(double /*progress*/) {}

 private:
  static constexpr double exponent = 8;
  static constexpr double price_of_elements = 0.3;

  struct Change {
    std::uint32_t link = 0;
    double seconds = 0;
  };

  [[nodiscard]] double power(double seconds) const {
    const double square = seconds / unit_ * (seconds / unit_);
    return square * square * (square * square);
  }

  // What the links carry more or less if the place moves.
  void look(std::size_t place, std::int32_t to) {
    changes_.clear();
    elements_ = 0;
    note_all(place, division_.owner(place), -1);
    note_all(place, to, 1);
  }

  void note_all(std::size_t place, std::int32_t owner, double sign) {
    note(place, place, owner, sign);
    for (std::size_t k = 0; k < near_.count(); ++k) note(near_.at(place, k), place, owner, sign);
  }

  // What a cell is sent over, where `place` has this owner.
  void note(std::size_t cell, std::size_t place, std::int32_t owner, double sign) {
    const auto owner_of = [&](std::size_t each) { return each == place ? owner : division_.owner(each); };
    const std::int32_t own = owner_of(cell);
    if (own == no_owner) return;
    std::array<std::int32_t, GridMesh<2>::most_around> receivers{};
    std::size_t count = 0;
    for (std::size_t k = 0; k < near_.count(); ++k) {
      const std::int32_t other = owner_of(near_.at(cell, k));
      if (other == no_owner || other == own) continue;
      const auto end = receivers.begin() + static_cast<std::ptrdiff_t>(count);
      if (std::find(receivers.begin(), end, other) != end) continue;
      receivers.at(count++) = other;
      elements_ += sign;
      for (const std::uint32_t link : network_.route(static_cast<std::size_t>(own), static_cast<std::size_t>(other)))
        add(link, sign / network_.links[link].bandwidth);
    }
  }

  void add(std::uint32_t link, double seconds) {
    for (Change& change : changes_)
      if (change.link == link) {
        change.seconds += seconds;
        return;
      }
    changes_.push_back({link, seconds});
  }

  const MeshDivision<GridMesh<2>>& division_;
  MeshStencil<2> near_;
  const Network& network_;
  std::vector<double> seconds_;  // of each link, as if an element had a byte
  double unit_ = 1;
  double scale_ = 0;
  std::vector<Change> changes_;
  double elements_ = 0;
};

}  // namespace

template <class Mesh>
void anneal_cut(MeshDivision<Mesh>& division, const LoadWindows& windows, const AnnealingSettings& settings,
                RandomStream& stream) {
  CutPriceOf price(division);
  anneal(division, windows, settings, mean_side(division.mesh()), price, stream);
}

template <class Mesh>
void anneal_volume(MeshDivision<Mesh>& division, const LoadWindows& windows, int stencil,
                   const AnnealingSettings& settings, RandomStream& stream) {
  VolumePrice price(division, stencil);
  anneal(division, windows, settings, 1, price, stream);
}

template <class Mesh>
void anneal_busiest(MeshDivision<Mesh>& division, const LoadWindows& windows, int stencil, double goal,
                    const AnnealingSettings& settings, RandomStream& stream) {
  BusiestPrice price(division, stencil, goal);
  anneal(division, windows, settings, 1, price, stream);
}

void anneal_on_network(MeshDivision<GridMesh<2>>& division, const LoadWindows& windows, int stencil,
                       const Network& network, const AnnealingSettings& settings, RandomStream& stream) {
  NetworkPrice price(division, stencil, network);
  anneal(division, windows, settings, 1, price, stream);
}

template bool balance_maps(MeshDivision<GridMesh<2>>&, const LoadWindows&);
template bool balance_maps(MeshDivision<GridMesh<3>>&, const LoadWindows&);
template bool balance_maps(MeshDivision<PieceGraph>&, const LoadWindows&);

template void refine(MeshDivision<GridMesh<2>>&, const LoadWindows&, const RefinementSettings&, RandomStream&);
template void anneal_cut(MeshDivision<GridMesh<2>>&, const LoadWindows&, const AnnealingSettings&, RandomStream&);
template void anneal_volume(MeshDivision<GridMesh<2>>&, const LoadWindows&, int, const AnnealingSettings&,
                            RandomStream&);
template void anneal_busiest(MeshDivision<GridMesh<2>>&, const LoadWindows&, int, double, const AnnealingSettings&,
                             RandomStream&);

template void refine(MeshDivision<PieceGraph>&, const LoadWindows&, const RefinementSettings&, RandomStream&);
template void anneal_cut(MeshDivision<PieceGraph>&, const LoadWindows&, const AnnealingSettings&, RandomStream&);

template void refine(MeshDivision<GridMesh<3>>&, const LoadWindows&, const RefinementSettings&, RandomStream&);
template void anneal_cut(MeshDivision<GridMesh<3>>&, const LoadWindows&, const AnnealingSettings&, RandomStream&);
template void anneal_volume(MeshDivision<GridMesh<3>>&, const LoadWindows&, int, const AnnealingSettings&,
                            RandomStream&);
template void anneal_busiest(MeshDivision<GridMesh<3>>&, const LoadWindows&, int, double, const AnnealingSettings&,
                             RandomStream&);

}  // namespace apportion
