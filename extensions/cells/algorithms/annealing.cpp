// Simulated annealing of divisions of meshes at the boundaries of their parts, and balance of several maps of loads.
#include "extensions/cells/algorithms/annealing.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <tuple>
#include <utility>

#include "algorithms/rectangles/random_draws.hpp"
#include "base/stopping.hpp"
#include "extensions/cells/algorithms/piece_graph.hpp"
#include "sim/cells/owners.hpp"
#include "sim/network/network.hpp"

namespace apportion {
namespace {

// The price of the parts' loads, summed over the maps.
template <class Mesh>
class BalancePrice {
 public:
  BalancePrice(const MeshDivision<Mesh>& division, const LoadWindows& windows, double price)
      : division_(division), windows_(windows) {
    if (windows.maps.empty()) add_factors(windows, price);
    for (const LoadWindows& map : windows.maps) add_factors(map, price);
  }

  // The same price for the same part of each share; that of a mean place's load for an average share.
  static BalancePrice of_imbalance(const MeshDivision<Mesh>& division, const LoadWindows& windows, double price) {
    BalancePrice balance(division, windows, 0);
    const double width = static_cast<double>(division.parts()) / static_cast<double>(division.mesh().active);
    for (std::size_t i = 0; i < windows.share.size(); ++i)
      balance.factors_[i] = price / std::max(std::pow(width * windows.share[i], 2), 1e-200);
    return balance;
  }

  // The change of the price, which is the sum of (distance from the share / width of the window)^2 over parts.
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

  // Whether a load would move further out of its window.
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
      : division_(division), windows_(windows), balance_(division, windows, 1), boundary_(division.boundary_places()) {}

  bool run() {
    constexpr double first_price = 2;  // the price of a load at the end of its window, in sides of cells
    constexpr double growth = 1.5;
    constexpr int rounds = 40;
    constexpr int rounds_beside = 20;  // rounds before places may go to parts that are not beside them
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
  // The gain of a move, the place and its new part.
  using Offer = std::tuple<double, std::size_t, std::int32_t>;

  // Finds the part that lacks most of each map.
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

  // Makes all moves with a gain, the best first. Returns whether all loads are in their windows.
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
    division_.update_boundary(moved, boundary_);
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

  // The gain of a move in the cut and in the price of the loads.
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

// --- Places at boundaries, and the elements that parts receive

// The places at boundaries of parts, in any order.
template <class Mesh>
class BoundaryPlaces {
 public:
  // In space without places whose moves would cost too much to be accepted, such as most of a flat face.
  BoundaryPlaces(const MeshDivision<Mesh>& division, double unit)
      : division_(division),
        least_gain_(-2 * unit),
        index_(division.mesh().size(), nowhere),
        places_(division.boundary_places()),
        all_(places_.size()) {
    if constexpr (Mesh::axes == 3) std::erase_if(places_, [&](std::size_t place) { return !is_loose(place); });
    for (std::size_t i = 0; i < places_.size(); ++i) index_[places_[i]] = static_cast<std::uint32_t>(i);
  }
  [[nodiscard]] std::size_t size() const { return places_.size(); }
  [[nodiscard]] std::size_t operator[](std::size_t i) const { return places_[i]; }
  // The places divided by those at boundaries in the beginning, 1 if nothing has changed or been left out.
  [[nodiscard]] double part_of_all() const {
    return places_.size() == all_ ? 1 : static_cast<double>(places_.size()) / static_cast<double>(all_);
  }

  void update_around(std::size_t place) {
    update(place);
    for (const std::size_t other : division_.mesh().around(place)) update(other);
  }

 private:
  static constexpr std::uint32_t nowhere = static_cast<std::uint32_t>(-1);

  void update(std::size_t place) {
    const bool is_in = index_[place] != nowhere;
    bool is_wanted = division_.is_at_boundary(place);
    if constexpr (Mesh::axes == 3) is_wanted = is_wanted && is_loose(place);
    if (is_wanted == is_in) return;
    if (is_in) {
      const std::size_t last = places_.back();
      places_[index_[place]] = last;
      index_[last] = index_[place];
      index_[place] = nowhere;
      places_.pop_back();
    } else {
      index_[place] = static_cast<std::uint32_t>(places_.size());
      places_.push_back(place);
    }
  }

  [[nodiscard]] bool is_loose(std::size_t place) const {
    const std::int32_t own = division_.owner(place);
    return std::ranges::any_of(division_.mesh().around(place), [&](std::size_t each) {
      const std::int32_t other = division_.owner(each);
      return other != own && other != no_owner && division_.gain(place, other) >= least_gain_;
    });
  }

  const MeshDivision<Mesh>& division_;
  double least_gain_;
  std::vector<std::uint32_t> index_;
  std::vector<std::size_t> places_;
  std::size_t all_;
};

// Whether the draw is below exp(-x). This is below 1 / (1 + x + x^2/2 + x^3/6), which decides most draws faster.
bool accepts(double x, double drawn) { return drawn * (1 + x * (1 + x / 2 * (1 + x / 3))) < 1 && drawn < std::exp(-x); }

// The elements sent between parts that a move of a place changes.
template <class Mesh>
class Messages {
 public:
  Messages(const MeshDivision<Mesh>& division, int stencil) : division_(division), near_(division.mesh(), stencil) {}

  // Calls visit(from, to, elements) for each part to which a place is sent.
  template <class Visit>
  void of(std::size_t place, const Visit& visit) const {
    note(place, place, division_.owner(place), 1, visit);
  }

  // Calls visit(from, to, elements) for what a place and those around it send, -1 before the move and 1 after it.
  template <class Visit>
  void changes(std::size_t place, std::int32_t to, const Visit& visit) const {
    for (const auto& [owner, elements] : {std::pair(division_.owner(place), -1.0), std::pair(to, 1.0)}) {
      note(place, place, owner, elements, visit);
      for (std::size_t k = 0; k < near_.count(); ++k) note(near_.at(place, k), place, owner, elements, visit);
    }
  }

 private:
  // Visits the receivers of a cell if `place` has this owner.
  template <class Visit>
  void note(std::size_t cell, std::size_t place, std::int32_t owner, double elements, const Visit& visit) const {
    const auto from = static_cast<std::size_t>(cell == place ? owner : division_.owner(cell));
    const Receivers<Mesh> receivers = receivers_of(division_, near_, cell, place, owner);
    for (std::size_t i = 0; i < receivers.count; ++i)
      visit(from, static_cast<std::size_t>(receivers.parts[i]), elements);
  }

  const MeshDivision<Mesh>& division_;
  MeshStencil<Mesh::axes> near_;
};

// The change of a part's or a link's amount by a move.
struct Change {
  std::size_t to = 0;
  double amount = 0;
};

void add_change(std::vector<Change>& changes, const Change& change) {
  const auto found = std::ranges::find(changes, change.to, &Change::to);
  if (found == changes.end())
    changes.push_back(change);
  else
    found->amount += change.amount;
}

// --- Prices of moves: change(place, to) is the price, moving(place, to) is called before a move, cool(progress) at
// each stage

constexpr double price_of_sides = 0.1;  // added to elements, so that boundaries become smooth

class PriceOfMoves {
 public:
  void moving(std::size_t /*place*/, std::int32_t /*to*/) {}
  void cool(double /*progress*/) {}
  void best_found() {}
  [[nodiscard]] double cost() const { return 0; }
};

// Edges and latency x pairs of neighbours; pairs are not counted with too many parts.
template <class Mesh>
class TotalPrice : public PriceOfMoves {
 public:
  TotalPrice(const MeshDivision<Mesh>& division, double latency) : division_(division), latency_(latency) {
    constexpr std::size_t most_parts = 2000;
    if (!(latency > 0) || division.parts() > most_parts) return;
    parts_ = division.parts();
    sides_.assign(parts_ * parts_, 0);
    for (std::size_t place = 0; place < division.mesh().size(); ++place) {
      const std::int32_t own = division.owner(place);
      if (own == no_owner) continue;
      for (const std::size_t other : division.mesh().around(place))
        if (division.owner(other) != no_owner && division.owner(other) != own)
          ++sides_[pair(own, division.owner(other))];
    }
  }

  [[nodiscard]] double change(std::size_t place, std::int32_t to) {
    change_ = -division_.gain(place, to);
    if (parts_ == 0) return change_;
    shift_sides(place, to, 1);
    change_ += latency_ * static_cast<double>(new_pairs_);
    shift_sides(place, to, -1);
    return change_;
  }
  void moving(std::size_t place, std::int32_t to) {
    cost_ += change_;
    if (parts_ > 0) shift_sides(place, to, 1);
  }
  // The cost minus that of the beginning.
  [[nodiscard]] double cost() const { return cost_; }

 private:
  // The number of an unordered pair of parts; each side is counted in both directions.
  [[nodiscard]] std::size_t pair(std::int32_t one, std::int32_t other) const {
    const auto [least, most] = std::minmax(one, other);
    return static_cast<std::size_t>(least) * parts_ + static_cast<std::size_t>(most);
  }

  void add_sides(std::int32_t one, std::int32_t other, std::int32_t count) {
    if (one == other || other == no_owner) return;
    std::int32_t& sides = sides_[pair(one, other)];
    const bool before = sides > 0;
    sides += count;
    new_pairs_ += static_cast<int>(sides > 0) - static_cast<int>(before);
  }

  void shift_sides(std::size_t place, std::int32_t to, std::int32_t sign) {
    const std::int32_t own = division_.owner(place);
    new_pairs_ = 0;
    for (const std::size_t other : division_.mesh().around(place)) {
      add_sides(own, division_.owner(other), -2 * sign);
      add_sides(to, division_.owner(other), 2 * sign);
    }
  }

  const MeshDivision<Mesh>& division_;
  double latency_;
  std::size_t parts_ = 0;            // 0: pairs are not counted
  std::vector<std::int32_t> sides_;  // the sides between two parts, counted twice
  int new_pairs_ = 0;
  double change_ = 0;
  double cost_ = 0;
};

// The elements sent by all parts, and a price of sides that is not part of the cost.
template <class Mesh>
class SentPrice : public PriceOfMoves {
 public:
  SentPrice(const MeshDivision<Mesh>& division, int stencil, double sides)
      : division_(division), near_(division.mesh(), stencil), sides_(sides) {}

  [[nodiscard]] double change(std::size_t place, std::int32_t to) {
    change_ =
        near_.count() == 2 * Mesh::axes ? elements<2 * Mesh::axes>(place, to) : elements<Mesh::most_around>(place, to);
    return change_ - (sides_ > 0 ? sides_ * division_.gain(place, to) : 0);
  }
  void moving(std::size_t /*place*/, std::int32_t /*to*/) { cost_ += change_; }
  [[nodiscard]] double cost() const { return cost_; }

 private:
  // A cell around the place is sent once less if the place was the only one of its part beside the cell, and once more
  // if it becomes the only one of the other part. The place itself is no longer sent to the other part, but to its
  // former one if that has another place beside it. `Near`: the places of the stencil, which unrolls the loops.
  template <std::size_t Near>
  [[nodiscard]] std::int32_t elements(std::size_t place, std::int32_t to) const {
    const std::int32_t own = division_.owner(place);
    std::int32_t elements = has_beside<Near>(place, own) ? 0 : -1;
    for (std::size_t k = 0; k < Near; ++k) {
      const std::size_t cell = near_.at(place, k);
      const std::int32_t owner = division_.owner(cell);
      if (owner == no_owner) continue;
      const auto [one_of_own, one_of_other] = others_beside<Near>(cell, place, own, to);
      if (owner != own && !one_of_own) --elements;
      if (owner != to && !one_of_other) ++elements;
    }
    return elements;
  }
  template <std::size_t Near>
  [[nodiscard]] bool has_beside(std::size_t place, std::int32_t part) const {
    bool found = false;
    for (std::size_t k = 0; k < Near; ++k) found |= division_.owner(near_.at(place, k)) == part;
    return found;
  }
  // Whether places beside a cell, other than `left_out`, belong to one part, and to another one.
  template <std::size_t Near>
  [[nodiscard]] std::pair<bool, bool> others_beside(std::size_t cell, std::size_t left_out, std::int32_t one,
                                                    std::int32_t other) const {
    bool of_one = false;
    bool of_other = false;
    for (std::size_t k = 0; k < Near; ++k) {
      const std::size_t beside = near_.at(cell, k);
      of_one |= division_.owner(beside) == one && beside != left_out;
      of_other |= division_.owner(beside) == other && beside != left_out;
    }
    return {of_one, of_other};
  }

  const MeshDivision<Mesh>& division_;
  MeshStencil<Mesh::axes> near_;
  double sides_;
  double change_ = 0;
  double cost_ = 0;
};

// Prices that lower the greatest number of elements received: of each element, and of those beyond a limit.
struct PricesOfReceived {
  double elements = 1;
  double beyond = 0;  // besides 0.3 x the square
  double sides = price_of_sides;
};

// The price of elements received by the busiest part. The limit falls to `goal` times what it receives at first;
// without a goal it is one element below the best.
template <class Mesh>
class ReceivedPrice : public PriceOfMoves {
 public:
  ReceivedPrice(const MeshDivision<Mesh>& division, int stencil, const PricesOfReceived& prices, double goal = 0)
      : division_(division),
        messages_(division, stencil),
        received_(received_by_parts(division, stencil)),
        prices_(prices),
        goal_(goal) {
    for (const std::int64_t each : received_) add(each, 1);
    sink_to_most();
    first_ = static_cast<double>(most_);
    limit_ = goal_ > 0 ? first_ : first_ - 1;
  }

  [[nodiscard]] double change(std::size_t place, std::int32_t to) {
    look(place, to);
    double sum = -prices_.sides * division_.gain(place, to);
    for (const Change& change : changes_) {
      const auto now = static_cast<double>(received_[change.to]);
      sum += prices_.elements * change.amount + beyond(now + change.amount) - beyond(now);
    }
    return sum;
  }
  void moving(std::size_t place, std::int32_t to) {
    look(place, to);
    for (const Change& change : changes_) {
      std::int64_t& now = received_[change.to];
      add(now, -1);
      now += static_cast<std::int64_t>(change.amount);
      add(now, 1);
    }
    sink_to_most();
  }
  void cool(double progress) {
    if (goal_ > 0) limit_ = first_ + (goal_ * first_ - first_) * std::min(1.0, 1.5 * progress);
  }
  void best_found() {
    if (goal_ == 0) limit_ = std::min(limit_, static_cast<double>(most_) - 1);
  }
  [[nodiscard]] double cost() const { return static_cast<double>(most_); }

 private:
  void look(std::size_t place, std::int32_t to) {
    changes_.clear();
    messages_.changes(place, to, [this](std::size_t /*from*/, std::size_t part, double elements) {
      add_change(changes_, {part, elements});
    });
  }
  void add(std::int64_t elements, std::int32_t parts) {
    const auto i = static_cast<std::size_t>(elements);
    if (i >= parts_with_.size()) parts_with_.resize(2 * i + 1, 0);
    parts_with_[i] += parts;
    if (parts > 0) most_ = std::max(most_, i);
  }
  void sink_to_most() {
    while (most_ > 0 && parts_with_[most_] == 0) --most_;
  }
  [[nodiscard]] double beyond(double received) const {
    const double more = std::max(received - limit_, 0.0);
    return more * (prices_.beyond + 0.3 * more);
  }

  const MeshDivision<Mesh>& division_;
  Messages<Mesh> messages_;
  std::vector<Change> changes_;
  std::vector<std::int64_t> received_;
  PricesOfReceived prices_;
  double goal_;
  std::vector<std::int32_t> parts_with_;  // [elements] how many parts receive this number
  std::size_t most_ = 0;
  double first_ = 0;
  double limit_ = 0;
};

// The price of the time for which links are busy.
class NetworkPrice : public PriceOfMoves {
 public:
  NetworkPrice(const MeshDivision<GridMesh<2>>& division, int stencil, const Network& network)
      : division_(division), messages_(division, stencil), network_(network), seconds_(network.links.size(), 0) {
    for (std::size_t place = 0; place < division.mesh().size(); ++place)
      messages_.of(place, [this](std::size_t from, std::size_t to, double elements) {
        for (const std::uint32_t link : network_.route(from, to))
          seconds_[link] += elements / network_.links[link].bandwidth;
      });
    const auto busiest = static_cast<std::size_t>(std::ranges::max_element(seconds_) - seconds_.begin());
    if (!(seconds_[busiest] > 0)) return;
    unit_ = seconds_[busiest];
    scale_ = unit_ / exponent * network.links[busiest].bandwidth;
  }

  [[nodiscard]] double change(std::size_t place, std::int32_t to) {
    look(place, to);
    double sum = price_of_elements * (elements_ - price_of_sides * division_.gain(place, to));
    for (const Change& change : changes_)
      sum += scale_ * (power(seconds_[change.to] + change.amount) - power(seconds_[change.to]));
    return sum;
  }
  void moving(std::size_t place, std::int32_t to) {
    look(place, to);
    for (const Change& change : changes_) seconds_[change.to] += change.amount;
  }

 private:
  static constexpr double exponent = 8;
  static constexpr double price_of_elements = 0.3;

  [[nodiscard]] double power(double seconds) const {
    const double square = seconds / unit_ * (seconds / unit_);
    return square * square * (square * square);
  }

  // Computes the changes of the links' loads if the place moves.
  void look(std::size_t place, std::int32_t to) {
    changes_.clear();
    elements_ = 0;
    messages_.changes(place, to, [this](std::size_t from, std::size_t part, double elements) {
      elements_ += elements;
      for (const std::uint32_t link : network_.route(from, part))
        add_change(changes_, {link, elements / network_.links[link].bandwidth});
    });
  }

  const MeshDivision<GridMesh<2>>& division_;
  Messages<GridMesh<2>> messages_;
  const Network& network_;
  std::vector<double> seconds_;  // of each link, for elements of one byte
  double unit_ = 1;
  double scale_ = 0;
  std::vector<Change> changes_;
  double elements_ = 0;
};

// --- The annealing

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

// Returns a division to its best state.
template <class Mesh>
class BestOnTheWay {
 public:
  explicit BestOnTheWay(MeshDivision<Mesh>& division) : division_(division) {}

  void mark() {
    moves_.clear();
    copy_.clear();
  }
  void moving(std::size_t place) {
    if (!copy_.empty()) return;
    moves_.emplace_back(place, division_.owner(place));
    if (moves_.size() < division_.mesh().size()) return;
    copy_ = division_.owners();
    for (std::size_t i = moves_.size(); i > 0; --i) copy_[moves_[i - 1].first] = moves_[i - 1].second;
    moves_.clear();
  }
  void go_back() {
    for (std::size_t i = moves_.size(); i > 0; --i) division_.move(moves_[i - 1].first, moves_[i - 1].second);
    for (std::size_t place = 0; place < copy_.size(); ++place)
      if (copy_[place] != division_.owner(place)) division_.move(place, copy_[place]);
    mark();
  }

 private:
  MeshDivision<Mesh>& division_;
  std::vector<std::pair<std::size_t, std::int32_t>> moves_;  // moves since the best state, with former owners
  PlaceOwners copy_;                                         // its owners, if there were too many moves
};

// Finds out whether a part is connected without a place although not around it, as in a ring; visits a limited number
// of places.
template <class Mesh>
class Detours {
 public:
  explicit Detours(const MeshDivision<Mesh>& division) : division_(division) {}

  [[nodiscard]] bool has_one(std::size_t place) {
    constexpr std::size_t most_places = 400;
    const std::int32_t own = division_.owner(place);
    const auto around = division_.mesh().around(place);
    reached_.clear();
    seen_.resize(division_.mesh().size(), 0);
    ++mark_;
    seen_[place] = mark_;
    std::size_t wanted = 0;
    for (const std::size_t other : around) {
      if (division_.owner(other) != own) continue;
      if (wanted++ == 0) reach(other);
    }
    std::size_t found = 0;
    for (std::size_t i = 0; i < reached_.size() && reached_.size() < most_places; ++i) {
      if (std::ranges::find(around, reached_[i]) != around.end() && ++found == wanted) return true;
      for (const std::size_t other : division_.mesh().around(reached_[i]))
        if (seen_[other] != mark_ && division_.owner(other) == own) reach(other);
    }
    return false;
  }

 private:
  void reach(std::size_t place) {
    seen_[place] = mark_;
    reached_.push_back(place);
  }

  const MeshDivision<Mesh>& division_;
  std::vector<std::uint32_t> seen_;
  std::uint32_t mark_ = 0;
  std::vector<std::size_t> reached_;
};

// The annealing. Without a problem its result is the last state, and loads have a price by the squares of their
// distances from the shares; with a problem it is the best state, and loads have a price outside of their windows only.
template <class Mesh, class Price>
class Annealing {
 public:
  Annealing(MeshDivision<Mesh>& division, const LoadWindows& windows, const AnnealingSettings& settings, double unit,
            Price price, RandomStream& stream, const CellProblem* problem = nullptr)
      : division_(division),
        windows_(windows),
        settings_(settings),
        unit_(unit),
        price_(std::move(price)),
        stream_(stream),
        problem_(problem),
        boundary_(division, is_outside(problem, division, windows) ? std::numeric_limits<double>::infinity() : unit),
        balance_(settings.evenness > 0 ? BalancePrice<Mesh>::of_imbalance(division, windows, settings.evenness)
                                       : BalancePrice<Mesh>(division, windows, settings.balance * unit)),
        best_(division),
        detours_(division),
        mean_load_(division.mesh().total / static_cast<double>(division.mesh().active)) {
    excess_ = least_excess_ = problem == nullptr ? 0 : division.excess(windows_);
    least_cost_ = cost();
    least_imbalance_ = imbalance();
  }

  void run() {
    constexpr std::int64_t moves_per_stage = 2000;
    // In space as many fewer tries as places are left out.
    const double moves = static_cast<double>(settings_.moves) * boundary_.part_of_all();
    const std::int64_t stages =
        problem_ == nullptr ? 60 : std::max<std::int64_t>(static_cast<std::int64_t>(moves) / moves_per_stage, 1);
    for (std::int64_t stage = 0; stage < stages; ++stage) {
      const double progress = static_cast<double>(stage) / static_cast<double>(std::max<std::int64_t>(stages - 1, 1));
      heat_ = unit_ * settings_.heat * std::pow(settings_.last_heat / settings_.heat, progress);
      price_.cool(progress);
      const double places = settings_.moves_per_place * static_cast<double>(boundary_.size());
      const std::int64_t tries =
          problem_ == nullptr ? static_cast<std::int64_t>(places / static_cast<double>(stages)) + 1 : moves_per_stage;
      for (std::int64_t i = 0; i < tries && boundary_.size() > 0; ++i) try_move(i % 8 == 0);
    }
    if (problem_ != nullptr) best_.go_back();
  }

 private:
  // Whether loads have to return to their windows, so that places are not left out.
  static bool is_outside(const CellProblem* problem, const MeshDivision<Mesh>& division, const LoadWindows& windows) {
    return problem != nullptr && division.excess(windows) > 0;
  }

  [[nodiscard]] double cost() const { return price_.cost() + at_home_; }

  void try_move(bool looks_for_detours) {
    const double drawn = draw_unit(stream_) * static_cast<double>(boundary_.size());
    const auto number = static_cast<std::size_t>(drawn);
    const std::size_t place = boundary_[number];
    if (settings_.fixed != nullptr && (*settings_.fixed)[place]) return;
    const std::int32_t own = division_.owner(place);
    const auto around = division_.mesh().around(place);
    // The fraction of the draw chooses the side.
    auto k = static_cast<std::size_t>((drawn - static_cast<double>(number)) * static_cast<double>(around.size()));
    while (division_.owner(around[k]) == own || division_.owner(around[k]) == no_owner) k = (k + 1) % around.size();
    const std::int32_t to = division_.owner(around[k]);
    if (problem_ != nullptr && (division_.places(own) < 2 || !fits_memory(to))) return;
    // In space this check comes last: it takes longest, and most moves are refused before.
    if (Mesh::axes == 2 && !keeps_pieces(place, looks_for_detours)) return;
    if (settings_.stays_inside && balance_.leaves(place, to)) return;
    const double excess = problem_ == nullptr ? 0 : excess_change(place, own, to);
    double loads = problem_ == nullptr ? 0 : settings_.excess * excess / mean_load_;
    if (problem_ == nullptr || settings_.evenness > 0) loads += balance_.change(place, to);
    const double home = settings_.attachment.saved(place, own) - settings_.attachment.saved(place, to);
    const double change = price_.change(place, to) + loads + home;
    if (change > 0 && !accepts(change / heat_, draw_unit(stream_))) return;
    if (Mesh::axes == 3 && !keeps_pieces(place, looks_for_detours)) return;
    if (problem_ != nullptr) best_.moving(place);
    price_.moving(place, to);
    division_.move(place, to);
    boundary_.update_around(place);
    if (problem_ == nullptr) return;
    at_home_ += home;
    excess_ += excess;
    remember();
  }

  void remember() {
    const double rounding = 1e-9 * division_.mesh().total;
    if (excess_ > least_excess_ + rounding) return;
    const double now = cost();
    const double same_cost = 1e-9 * std::max(1.0, std::abs(least_cost_));
    const bool is_as_near = excess_ >= least_excess_ - rounding;
    if (is_as_near && now > least_cost_ + same_cost) return;
    const double imbalance = this->imbalance();
    if (is_as_near && now >= least_cost_ - same_cost && imbalance >= least_imbalance_ - 1e-9) return;
    excess_ = division_.excess(windows_);  // recomputed without accumulated rounding errors
    if (excess_ > least_excess_ + rounding) return;
    least_excess_ = excess_;
    least_cost_ = now;
    least_imbalance_ = imbalance;
    best_.mark();
    price_.best_found();
  }

  // 0 unless it decides.
  [[nodiscard]] double imbalance() const {
    double greatest = 0;
    if (settings_.evenness > 0)
      for (std::size_t i = 0; i < windows_.share.size(); ++i)
        greatest = std::max(greatest, division_.load(static_cast<std::int32_t>(i)) / windows_.share[i] - 1);
    return greatest;
  }

  [[nodiscard]] bool fits_memory(std::int32_t part) const {
    return problem_->memory.empty() ||
           static_cast<double>(division_.places(part) + 1) <= problem_->memory[static_cast<std::size_t>(part)];
  }

  [[nodiscard]] bool keeps_pieces(std::size_t place, bool looks_for_detours) {
    if (problem_ == nullptr) return division_.may_leave(place, windows_.tears);
    return !problem_->connected || division_.may_leave(place) || (looks_for_detours && detours_.has_one(place));
  }

  [[nodiscard]] double excess_change(std::size_t place, std::int32_t own, std::int32_t to) const {
    return division_.excess_with(windows_, own, place, -1) - division_.excess_of(windows_, own) +
           division_.excess_with(windows_, to, place, 1) - division_.excess_of(windows_, to);
  }

  MeshDivision<Mesh>& division_;
  const LoadWindows& windows_;
  const AnnealingSettings& settings_;
  double unit_;
  Price price_;
  RandomStream& stream_;
  const CellProblem* problem_;
  BoundaryPlaces<Mesh> boundary_;
  BalancePrice<Mesh> balance_;
  BestOnTheWay<Mesh> best_;
  Detours<Mesh> detours_;
  double mean_load_;
  double heat_ = 0;
  double excess_ = 0;
  double at_home_ = 0;  // the price of attachments minus that of the beginning
  double least_excess_ = 0;
  double least_cost_ = 0;
  double least_imbalance_ = 0;
};

}  // namespace

template <class Mesh>
void anneal(MeshDivision<Mesh>& division, const LoadWindows& windows, const AnnealingSettings& settings,
            RandomStream& stream) {
  if constexpr (is_grid<Mesh>) {
    if (settings.goal > 0)
      return Annealing(division, windows, settings, 1, ReceivedPrice(division, settings.stencil, {}, settings.goal),
                       stream)
          .run();
    if (settings.stencil > 0)
      return Annealing(division, windows, settings, 1, SentPrice(division, settings.stencil, price_of_sides), stream)
          .run();
  }
  Annealing(division, windows, settings, mean_side(division.mesh()), TotalPrice(division, 0), stream).run();
}

void anneal_on_network(MeshDivision<GridMesh<2>>& division, const LoadWindows& windows, const Network& network,
                       const AnnealingSettings& settings, RandomStream& stream) {
  Annealing(division, windows, settings, 1, NetworkPrice(division, settings.stencil, network), stream).run();
}

template <class Mesh>
void anneal_objective(MeshDivision<Mesh>& division, const CellProblem& problem, const AnnealingSettings& settings,
                      RandomStream& stream) {
  const LoadWindows windows = exact_windows(problem, problem.imbalance);
  const auto run = [&](auto price) {
    Annealing(division, windows, settings, 1, std::move(price), stream, &problem).run();
  };
  if (problem.objective == Objective::total)
    run(TotalPrice(division, problem.latency));
  else if (problem.objective == Objective::volume)
    run(SentPrice(division, problem.stencil, settings.sides));
  else
    run(ReceivedPrice(division, problem.stencil, {.elements = 0.3, .beyond = 1, .sides = settings.sides}));
}

template bool balance_maps(MeshDivision<GridMesh<2>>&, const LoadWindows&);
template bool balance_maps(MeshDivision<GridMesh<3>>&, const LoadWindows&);
template bool balance_maps(MeshDivision<PieceGraph>&, const LoadWindows&);

template void anneal(MeshDivision<GridMesh<2>>&, const LoadWindows&, const AnnealingSettings&, RandomStream&);
template void anneal(MeshDivision<GridMesh<3>>&, const LoadWindows&, const AnnealingSettings&, RandomStream&);
template void anneal(MeshDivision<PieceGraph>&, const LoadWindows&, const AnnealingSettings&, RandomStream&);
template void anneal_objective(MeshDivision<GridMesh<2>>&, const CellProblem&, const AnnealingSettings&, RandomStream&);
template void anneal_objective(MeshDivision<GridMesh<3>>&, const CellProblem&, const AnnealingSettings&, RandomStream&);

}  // namespace apportion
