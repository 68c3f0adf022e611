// Annealing by the objective itself, whose best state stays.
#include "algorithms/cells/objective_annealing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "algorithms/cells/annealed_boundary.hpp"
#include "algorithms/rectangles/random_draws.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

// Edges and latency x pairs of neighbours; above so many parts pairs do not count.
template <class Mesh>
class TotalPrice {
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
  void best_found() {}
  // Beyond that of the beginning.
  [[nodiscard]] double cost() const { return cost_; }

 private:
  // The pair of parts, whatever their order; each side counts in both directions.
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
  std::size_t parts_ = 0;            // 0: pairs do not count
  std::vector<std::int32_t> sides_;  // between two parts, twice
  int new_pairs_ = 0;
  double change_ = 0;
  double cost_ = 0;
};

// Elements that all send, and a price of sides that does not count as cost.
template <class Mesh>
class SentPrice {
 public:
  SentPrice(const MeshDivision<Mesh>& division, int stencil, double sides)
      : elements_(division, stencil), division_(division), sides_(sides) {}

  [[nodiscard]] double change(std::size_t place, std::int32_t to) {
    change_ = elements_.elements(place, to);
    return change_ - (sides_ > 0 ? sides_ * division_.gain(place, to) : 0);
  }
  void moving(std::size_t /*place*/, std::int32_t /*to*/) { cost_ += change_; }
  void best_found() {}
  [[nodiscard]] double cost() const { return cost_; }

 private:
  VolumePrice<Mesh> elements_;
  const MeshDivision<Mesh>& division_;
  double sides_;
  double change_ = 0;
  double cost_ = 0;
};

// The most that a part receives; what leads there are prices of what parts receive beyond a goal, which is one element
// below the best so far.
template <class Mesh>
class ReceivedPrice {
 public:
  ReceivedPrice(const MeshDivision<Mesh>& division, int stencil, double sides)
      : division_(division),
        messages_(division, stencil),
        received_(received_by_parts(division, stencil)),
        sides_(sides) {
    for (const std::int64_t each : received_) add(each, 1);
    while (most_ > 0 && parts_with_[most_] == 0) --most_;
    goal_ = static_cast<std::int64_t>(most_) - 1;
  }

  [[nodiscard]] double change(std::size_t place, std::int32_t to) {
    double sum = -sides_ * division_.gain(place, to);
    for (const auto& change : messages_.changes(place, to)) {
      const std::int64_t now = received_[static_cast<std::size_t>(change.part)];
      sum += price_of_elements * change.elements + beyond(now + change.elements) - beyond(now);
    }
    return sum;
  }
  void moving(std::size_t place, std::int32_t to) {
    for (const auto& change : messages_.changes(place, to)) {
      std::int64_t& now = received_[static_cast<std::size_t>(change.part)];
      add(now, -1);
      now += change.elements;
      add(now, 1);
    }
    while (most_ > 0 && parts_with_[most_] == 0) --most_;
  }
  void best_found() { goal_ = std::min(goal_, static_cast<std::int64_t>(most_) - 1); }
  [[nodiscard]] double cost() const { return static_cast<double>(most_); }

 private:
  static constexpr double price_of_elements = 0.3;

  void add(std::int64_t elements, std::int32_t parts) {
    const auto i = static_cast<std::size_t>(elements);
    if (i >= parts_with_.size()) parts_with_.resize(2 * i + 1, 0);
    parts_with_[i] += parts;
    if (parts > 0) most_ = std::max(most_, i);
  }
  [[nodiscard]] double beyond(std::int64_t received) const {
    const auto more = static_cast<double>(std::max<std::int64_t>(received - goal_, 0));
    return more * (1 + 0.3 * more);
  }

  const MeshDivision<Mesh>& division_;
  Messages<Mesh> messages_;
  std::vector<std::int64_t> received_;
  std::vector<std::int32_t> parts_with_;  // how many parts receive so much
  std::size_t most_ = 0;
  std::int64_t goal_ = 0;
  double sides_;
};

// Goes back to the best state on the way.
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
  std::vector<std::pair<std::size_t, std::int32_t>> moves_;  // places and their owners before, since the best state
  PlaceOwners copy_;                                         // its owners, where these were many
};

// Whether the parts hang together without a place though not around it, as a ring does: looks at so many places.
template <class Mesh>
class Detours {
 public:
  explicit Detours(const MeshDivision<Mesh>& division) : division_(division), seen_(division.mesh().size(), 0) {}

  [[nodiscard]] bool has_one(std::size_t place) {
    constexpr std::size_t most_places = 400;
    const std::int32_t own = division_.owner(place);
    const auto around = division_.mesh().around(place);
    reached_.clear();
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

template <class Mesh, class Price>
class ObjectiveAnnealing {
 public:
  ObjectiveAnnealing(MeshDivision<Mesh>& division, const CellProblem& problem,
                     const ObjectiveAnnealingSettings& settings, Price& price, RandomStream& stream)
      : division_(division),
        problem_(problem),
        settings_(settings),
        price_(price),
        stream_(stream),
        boundary_(division, std::numeric_limits<double>::infinity()),
        best_(division),
        detours_(division),
        windows_(exact_windows(problem, problem.imbalance)),
        mean_load_(division.mesh().total / static_cast<double>(division.mesh().active)) {
    excess_ = least_excess_ = division.excess(windows_);
    least_cost_ = cost();
  }

  void run() {
    constexpr std::int64_t moves_per_stage = 2000;
    const std::int64_t stages = std::max<std::int64_t>(settings_.moves / moves_per_stage, 1);
    for (std::int64_t stage = 0; stage < stages && boundary_.size() > 0; ++stage) {
      const double progress = static_cast<double>(stage) / static_cast<double>(std::max<std::int64_t>(stages - 1, 1));
      heat_ = settings_.heat * std::pow(settings_.last_heat / settings_.heat, progress);
      for (std::int64_t i = 0; i < moves_per_stage && boundary_.size() > 0; ++i) try_move(i % 8 == 0);
    }
    best_.go_back();
  }

 private:
  [[nodiscard]] double cost() const { return price_.cost() + at_home_; }

  void try_move(bool looks_for_detours) {
    const double drawn = draw_unit(stream_) * static_cast<double>(boundary_.size());
    const auto number = static_cast<std::size_t>(drawn);
    const std::size_t place = boundary_[number];
    const std::int32_t own = division_.owner(place);
    const auto around = division_.mesh().around(place);
    auto k = static_cast<std::size_t>((drawn - static_cast<double>(number)) * static_cast<double>(around.size()));
    while (division_.owner(around[k]) == own || division_.owner(around[k]) == no_owner) k = (k + 1) % around.size();
    const std::int32_t to = division_.owner(around[k]);
    if (division_.places(own) < 2 || !fits_memory(to)) return;
    if (Mesh::axes == 2 && !keeps_pieces(place, looks_for_detours)) return;
    const double excess = excess_change(place, own, to);
    const double home = settings_.attachment.saved(place, own) - settings_.attachment.saved(place, to);
    const double change = price_.change(place, to) + home + settings_.excess * excess / mean_load_;
    if (change > 0 && !accepts(change / heat_, draw_unit(stream_))) return;
    if (Mesh::axes == 3 && !keeps_pieces(place, looks_for_detours)) return;
    best_.moving(place);
    price_.moving(place, to);
    division_.move(place, to);
    boundary_.update_around(place);
    at_home_ += home;
    excess_ += excess;
    remember();
  }

  void remember() {
    const double rounding = 1e-9 * division_.mesh().total;
    if (excess_ > least_excess_ + rounding) return;
    const double now = cost();
    if (excess_ >= least_excess_ - rounding && now >= least_cost_ - 1e-9 * std::max(1.0, std::abs(least_cost_))) return;
    excess_ = division_.excess(windows_);  // without what rounding has added
    if (excess_ > least_excess_ + rounding) return;
    least_excess_ = excess_;
    least_cost_ = now;
    best_.mark();
    price_.best_found();
  }

  [[nodiscard]] bool fits_memory(std::int32_t part) const {
    return problem_.memory.empty() ||
           static_cast<double>(division_.places(part) + 1) <= problem_.memory[static_cast<std::size_t>(part)];
  }

  [[nodiscard]] bool keeps_pieces(std::size_t place, bool looks_for_detours) {
    return !problem_.connected || division_.may_leave(place) || (looks_for_detours && detours_.has_one(place));
  }

  [[nodiscard]] double excess_change(std::size_t place, std::int32_t own, std::int32_t to) const {
    return division_.excess_with(windows_, own, place, -1) - division_.excess_of(windows_, own) +
           division_.excess_with(windows_, to, place, 1) - division_.excess_of(windows_, to);
  }

  MeshDivision<Mesh>& division_;
  const CellProblem& problem_;
  const ObjectiveAnnealingSettings& settings_;
  Price& price_;
  RandomStream& stream_;
  BoundaryPlaces<Mesh> boundary_;
  BestOnTheWay<Mesh> best_;
  Detours<Mesh> detours_;
  LoadWindows windows_;
  double mean_load_;
  double heat_ = 0;
  double excess_ = 0;
  double at_home_ = 0;  // what the attachments cost, beyond the beginning
  double least_excess_ = 0;
  double least_cost_ = 0;
};

}  // namespace

template <class Mesh>
void anneal_objective(MeshDivision<Mesh>& division, const CellProblem& problem,
                      const ObjectiveAnnealingSettings& settings, RandomStream& stream) {
  const auto run = [&](auto price) { ObjectiveAnnealing(division, problem, settings, price, stream).run(); };
  if (problem.objective == Objective::total)
    run(TotalPrice(division, problem.latency));
  else if (problem.objective == Objective::volume)
    run(SentPrice(division, problem.stencil, settings.sides));
  else
    run(ReceivedPrice(division, problem.stencil, settings.sides));
}

template void anneal_objective(MeshDivision<GridMesh<2>>&, const CellProblem&, const ObjectiveAnnealingSettings&,
                               RandomStream&);
template void anneal_objective(MeshDivision<GridMesh<3>>&, const CellProblem&, const ObjectiveAnnealingSettings&,
                               RandomStream&);

}  // namespace apportion
