// Refinement of divisions of meshes by single places: passes of moves.
#include "extensions/cells/algorithms/mesh_refinement.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithms/rectangles/random_draws.hpp"
#include "base/stopping.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

struct Candidate {
  std::size_t place = 0;
  std::int32_t to = no_owner;
  std::uint32_t version = 0;
};

// Candidates by their gains, last in first out for each gain.
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
    std::vector<std::size_t> boundary = division_.boundary_places();
    for (int pass = 0; pass < settings_.passes && improve(boundary); ++pass) {
    }
  }

 private:
  // A tenth of the load of a line of places through a part, or of a layer in space.
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
  // The cost besides the cut that is saved if a place goes to the part.
  [[nodiscard]] std::int32_t saved(std::size_t place, std::int32_t part) const {
    return in_steps(std::min(settings_.attachment.saved(place, part), most_price));
  }

  struct Move {
    std::size_t place;
    std::int32_t from;
  };

  // Enters the move of a place with the greatest gain that loads allow.
  void offer(std::size_t place) {
    ++version_[place];
    const std::int32_t own = division_.owner(place);
    if (own == no_owner || locked_[place] == pass_) return;
    const Mesh& mesh = division_.mesh();
    const auto around = mesh.around(place);
    const auto sides = mesh.sides(place);
    std::int32_t best = no_owner;
    std::int32_t most = 0;
    for (std::size_t k = 0; k < around.size(); ++k) {
      const std::int32_t other = division_.owner(around[k]);
      if (other == own || other == no_owner || sides[k] == 0 || !is_allowed(place, other)) continue;
      const std::int32_t gain = steps_ * division_.gain(place, other) + saved(place, other) - saved(place, own);
      const bool is_better =
          best == no_owner || gain > most ||
          (gain == most && division_.load(other) * windows_.share[static_cast<std::size_t>(best)] <
                               division_.load(best) * windows_.share[static_cast<std::size_t>(other)]);
      if (is_better) std::tie(best, most) = std::pair(other, gain);
    }
    if (best != no_owner) buckets_.push(most, {place, best, version_[place]});
  }

  // Loads may exceed the windows slightly within a pass, or if the move reduces the excess; with several maps the sum
  // of excesses.
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

  // Makes a pass. Returns whether it found a better state.
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
    division_.update_boundary(moved, boundary);
    return best > 0;
  }

  MeshDivision<Mesh>& division_;
  const LoadWindows& windows_;
  const RefinementSettings& settings_;
  RandomStream& stream_;
  std::int32_t steps_;  // steps of gains per side
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

template void refine(MeshDivision<GridMesh<2>>&, const LoadWindows&, const RefinementSettings&, RandomStream&);
template void refine(MeshDivision<PieceGraph>&, const LoadWindows&, const RefinementSettings&, RandomStream&);
template void refine(MeshDivision<GridMesh<3>>&, const LoadWindows&, const RefinementSettings&, RandomStream&);

}  // namespace apportion
