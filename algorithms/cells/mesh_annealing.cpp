// Annealing with prices that follow from a few places around the one that moves.
#include "algorithms/cells/mesh_annealing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "algorithms/rectangles/random_draws.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

constexpr std::uint32_t nowhere = static_cast<std::uint32_t>(-1);

// The places at boundaries, in any order.
class BoundaryPlaces {
 public:
  explicit BoundaryPlaces(const MeshDivision& division)
      : division_(division), index_(division.mesh().size(), nowhere), places_(boundary_places(division)) {
    for (std::size_t i = 0; i < places_.size(); ++i) index_[places_[i]] = static_cast<std::uint32_t>(i);
  }
  [[nodiscard]] std::size_t size() const { return places_.size(); }
  [[nodiscard]] std::size_t operator[](std::size_t i) const { return places_[i]; }

  void update_around(std::size_t place) {
    update(place);
    for (const std::size_t other : division_.mesh().around(place)) update(other);
  }

 private:
  void update(std::size_t place) {
    const bool is_in = index_[place] != nowhere;
    if (division_.is_at_boundary(place) == is_in) return;
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

  const MeshDivision& division_;
  std::vector<std::uint32_t> index_;
  std::vector<std::size_t> places_;
};

// What the loads cost.
class BalancePrice {
 public:
  BalancePrice(const MeshDivision& division, const LoadWindows& windows, double price)
      : division_(division), windows_(windows) {
    for (std::size_t i = 0; i < windows.share.size(); ++i) {
      const double width = windows.most[i] - windows.share[i];
      factors_.push_back(price / (width * width));
    }
  }

  // By how much the price of (distance from the share / width of the window)^2 of both parts grows.
  [[nodiscard]] double change(std::size_t place, std::int32_t to) const {
    const double load = division_.mesh().load[place];
    return load * (of(to, 1, load) + of(division_.owner(place), -1, load));
  }

  // Whether a load would be further outside of its window.
  [[nodiscard]] bool leaves(std::size_t place, std::int32_t to) const {
    const double load = division_.mesh().load[place];
    const std::int32_t own = division_.owner(place);
    const auto goes_out = [&](std::int32_t part, double more) {
      const double after = MeshDivision::excess_of(division_.load(part) + more, windows_, part);
      return after > 0 && after > MeshDivision::excess_of(division_.load(part), windows_, part);
    };
    return goes_out(own, -load) || goes_out(to, load);
  }

 private:
  [[nodiscard]] double of(std::int32_t part, double sign, double load) const {
    const auto i = static_cast<std::size_t>(part);
    return factors_[i] * (load + 2 * sign * (division_.load(part) - windows_.share[i]));
  }

  const MeshDivision& division_;
  const LoadWindows& windows_;
  std::vector<double> factors_;
};

double mean_side(const Mesh& mesh) {
  double sum = 0;
  double count = 0;
  for (const std::int32_t side : mesh.right) {
    sum += side;
    count += side > 0 ? 1 : 0;
  }
  return count > 0 ? sum / count : 1;
}

// Whether the draw is below exp(-x). That is below 1 / (1 + x + x^2/2 + x^3/6), which decides most draws faster.
bool accepts(double x, double drawn) { return drawn * (1 + x * (1 + x / 2 * (1 + x / 3))) < 1 && drawn < std::exp(-x); }

// Price: change(place, to) of a move, moving(place, to) before it is made, cool(progress) at each stage.
template <class Price>
void anneal(MeshDivision& division, const LoadWindows& windows, const AnnealingSettings& settings, double unit,
            Price& price, RandomStream& stream) {
  BoundaryPlaces boundary(division);
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
      const std::int32_t own = division.owner(place);
      const std::array<std::size_t, 4> around = division.mesh().around(place);
      // The digits behind the number choose the side.
      auto k = static_cast<std::size_t>((drawn - static_cast<double>(number)) * 4);
      while (division.owner(around[k]) == own || division.owner(around[k]) == no_owner) k = (k + 1) % 4;
      const std::int32_t to = division.owner(around[k]);
      if (!division.may_leave(place)) continue;
      if (settings.stays_inside && balance.leaves(place, to)) continue;
      const double change = price.change(place, to) + balance.change(place, to) +
                            settings.attachment.saved(place, own) - settings.attachment.saved(place, to);
      if (change > 0 && !accepts(change / heat, draw_unit(stream))) continue;
      price.moving(place, to);
      division.move(place, to);
      boundary.update_around(place);
    }
  }
}

class CutPriceOf {
 public:
  explicit CutPriceOf(const MeshDivision& division) : division_(division) {}
  [[nodiscard]] double change(std::size_t place, std::int32_t to) const { return -division_.gain(place, to); }
  void moving(std::size_t /*place*/, std::int32_t /*to*/) {}
  void cool(double /*progress*/) {}

 private:
  const MeshDivision& division_;
};

// What parts receive from a place and those around it, and how that changes.
class Messages {
 public:
  Messages(const MeshDivision& division, int stencil) : division_(division), near_(division.mesh(), stencil) {}

  struct Change {
    std::int32_t part;
    std::int32_t elements;
  };

  // The parts that receive more or less if the place moves.
  const std::vector<Change>& changes(std::size_t place, std::int32_t to) {
    changes_.clear();
    add(place, place, to);
    for (std::size_t k = 0; k < near_.count(); ++k) add(near_.at(place, k), place, to);
    return changes_;
  }

 private:
  void note(std::int32_t part, std::int32_t elements) {
    for (Change& change : changes_)
      if (change.part == part) {
        change.elements += elements;
        return;
      }
    changes_.push_back({part, elements});
  }

  // The receivers of a cell before the move, and after it.
  void add(std::size_t cell, std::size_t place, std::int32_t to) {
    if (division_.owner(cell) == no_owner) return;
    std::array<std::int32_t, 8> before{};
    std::array<std::int32_t, 8> after{};
    auto* before_end = before.begin();
    auto* after_end = after.begin();
    const std::int32_t own = division_.owner(cell);
    const std::int32_t next = cell == place ? to : own;
    for (std::size_t k = 0; k < near_.count(); ++k) {
      const std::size_t beside = near_.at(cell, k);
      const std::int32_t other = division_.owner(beside);
      if (other == no_owner) continue;
      const std::int32_t other_next = beside == place ? to : other;
      if (other != own && std::find(before.begin(), before_end, other) == before_end) {
        *before_end++ = other;
        note(other, -1);
      }
      if (other_next != next && std::find(after.begin(), after_end, other_next) == after_end) {
        *after_end++ = other_next;
        note(other_next, 1);
      }
    }
  }

  const MeshDivision& division_;
  MeshStencil near_;
  std::vector<Change> changes_;
};

constexpr double price_of_sides = 0.1;  // beside elements: smooth boundaries cost nothing more

class VolumePrice {
 public:
  VolumePrice(const MeshDivision& division, int stencil) : division_(division), near_(division.mesh(), stencil) {}

  // A cell around the place is sent once less if the place was the only one of its part beside it, and once more if it
  // becomes the only one of the other part. The place itself need not be sent to the other part any more, but to its
  // own, if that has another place beside it.
  [[nodiscard]] double change(std::size_t place, std::int32_t to) const {
    const std::int32_t own = division_.owner(place);
    std::int32_t elements = has_beside(place, own) ? 0 : -1;
    for (std::size_t k = 0; k < near_.count(); ++k) {
      const std::size_t cell = near_.at(place, k);
      const std::int32_t owner = division_.owner(cell);
      if (owner == no_owner) continue;
      const auto [one_of_own, one_of_other] = others_beside(cell, place, own, to);
      if (owner != own && !one_of_own) --elements;
      if (owner != to && !one_of_other) ++elements;
    }
    return elements - price_of_sides * division_.gain(place, to);
  }
  void moving(std::size_t /*place*/, std::int32_t /*to*/) {}
  void cool(double /*progress*/) {}

 private:
  [[nodiscard]] bool has_beside(std::size_t place, std::int32_t part) const {
    bool found = false;
    for (std::size_t k = 0; k < near_.count(); ++k) found |= division_.owner(near_.at(place, k)) == part;
    return found;
  }
  // Whether other places than `left_out` beside a cell are of one part, and of another one.
  [[nodiscard]] std::pair<bool, bool> others_beside(std::size_t cell, std::size_t left_out, std::int32_t one,
                                                    std::int32_t other) const {
    bool of_one = false;
    bool of_other = false;
    for (std::size_t k = 0; k < near_.count(); ++k) {
      const std::size_t beside = near_.at(cell, k);
      of_one |= division_.owner(beside) == one && beside != left_out;
      of_other |= division_.owner(beside) == other && beside != left_out;
    }
    return {of_one, of_other};
  }

  const MeshDivision& division_;
  MeshStencil near_;
};

class BusiestPrice {
 public:
  BusiestPrice(const MeshDivision& division, int stencil, double goal)
      : division_(division),
        messages_(division, stencil),
        received_(received_by_parts(division, stencil)),
        first_(static_cast<double>(*std::ranges::max_element(received_))),
        last_(goal * first_),
        limit_(first_) {}

  [[nodiscard]] double change(std::size_t place, std::int32_t to) {
    double sum = -price_of_sides * division_.gain(place, to);
    for (const Messages::Change& change : messages_.changes(place, to)) {
      const auto now = static_cast<double>(received_[static_cast<std::size_t>(change.part)]);
      sum += change.elements + beyond(now + change.elements) - beyond(now);
    }
    return sum;
  }
  void moving(std::size_t place, std::int32_t to) {
    for (const Messages::Change& change : messages_.changes(place, to))
      received_[static_cast<std::size_t>(change.part)] += change.elements;
  }
  void cool(double progress) { limit_ = first_ + (last_ - first_) * std::min(1.0, 1.5 * progress); }

 private:
  [[nodiscard]] double beyond(double received) const {
    constexpr double price = 0.3;
    return received > limit_ ? price * (received - limit_) * (received - limit_) : 0;
  }

  const MeshDivision& division_;
  Messages messages_;
  std::vector<std::int64_t> received_;
  double first_;
  double last_;
  double limit_;
};

}  // namespace

void anneal_cut(MeshDivision& division, const LoadWindows& windows, const AnnealingSettings& settings,
                RandomStream& stream) {
  CutPriceOf price(division);
  anneal(division, windows, settings, mean_side(division.mesh()), price, stream);
}

void anneal_volume(MeshDivision& division, const LoadWindows& windows, int stencil, const AnnealingSettings& settings,
                   RandomStream& stream) {
  VolumePrice price(division, stencil);
  anneal(division, windows, settings, 1, price, stream);
}

void anneal_busiest(MeshDivision& division, const LoadWindows& windows, int stencil, double goal,
                    const AnnealingSettings& settings, RandomStream& stream) {
  BusiestPrice price(division, stencil, goal);
  anneal(division, windows, settings, 1, price, stream);
}

}  // namespace apportion
