// Places without an owner, and processors without a place.
#include "algorithms/cells/rebalancing/previous_mesh.hpp"

#include <algorithm>
#include <map>
#include <queue>
#include <utility>
#include <vector>

#include "algorithms/rectangles/random_draws.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

// visit(place, who had it)
template <class Visit>
void for_each_active(const CellProblem& problem, const Mesh& mesh, Visit visit) {
  std::size_t cell = 0;
  for (std::int64_t row = 0; row < mesh.rows; ++row)
    for (std::int64_t column = 0; column < mesh.columns; ++column, ++cell)
      if (const std::size_t place = mesh.at(row, column); mesh.is_active(place))
        visit(place, problem.previous->owners[cell]);
}

bool has_left(const CellProblem& problem, std::int32_t owner) {
  return owner != no_owner && static_cast<std::size_t>(owner) >= problem.cluster.size();
}

// Processors without a place take the parts of those that have left, the greatest first.
void take_over(const CellProblem& problem, const Mesh& mesh, PlaceOwners& owners) {
  std::map<std::int32_t, double> left;
  std::vector<double> loads(problem.cluster.size(), 0);
  for_each_active(problem, mesh, [&](std::size_t place, std::int32_t owner) {
    if (has_left(problem, owner))
      left[owner] += mesh.load[place];
    else if (owner != no_owner)
      loads[static_cast<std::size_t>(owner)] += mesh.load[place];
  });
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
  for_each_active(problem, mesh, [&](std::size_t place, std::int32_t owner) {
    if (const auto heir = heirs.find(owner); heir != heirs.end()) owners[place] = heir->second;
  });
}

// Gives one place after the other to the part that lacks most and has one of them beside it.
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
    // Seas that nobody has had.
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

  // A free place to the parts beside it.
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

// The places nearest to one, up to the share of a processor, become its own.
void grow(std::int32_t newcomer, double share, std::size_t seed, MeshDivision& division) {
  const Mesh& mesh = division.mesh();
  const auto stride = mesh.stride();
  const auto distance = [&](std::size_t place) {
    const auto number = static_cast<std::int64_t>(place);
    const auto start = static_cast<std::int64_t>(seed);
    const std::int64_t down = number / stride - start / stride;
    const std::int64_t right = number % stride - start % stride;
    return down * down + right * right;
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

}  // namespace

PlaceOwners previous_home(const CellProblem& problem, const Mesh& mesh) {
  PlaceOwners home(mesh.size(), no_owner);
  for_each_active(problem, mesh, [&](std::size_t place, std::int32_t owner) {
    if (!has_left(problem, owner)) home[place] = owner;
  });
  return home;
}

std::int64_t moved_places(const CellProblem& problem, const Mesh& mesh, const PlaceOwners& owners) {
  std::int64_t moved = 0;
  for_each_active(problem, mesh, [&](std::size_t place, std::int32_t owner) {
    if (owner != no_owner && owner != owners[place]) ++moved;
  });
  return moved;
}

PlaceOwners filled(const CellProblem& problem, const Mesh& mesh) {
  PlaceOwners owners = previous_home(problem, mesh);
  take_over(problem, mesh, owners);
  Filling(mesh, shares(problem), owners).run();
  return owners;
}

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

}  // namespace apportion
