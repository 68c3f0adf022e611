// Cells for parts that have none.
#include "algorithms/cells/empty_parts.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <queue>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithms/cells/mesh.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

// Greatest shares first.
std::vector<std::int32_t> empty_parts(const MeshDivision& division, const LoadWindows& windows) {
  std::vector<std::int32_t> parts(division.parts());
  std::iota(parts.begin(), parts.end(), 0);
  std::erase_if(parts, [&](std::int32_t part) { return division.places(part) > 0; });
  std::ranges::stable_sort(parts, std::greater<>(),
                           [&](std::int32_t part) { return windows.share[static_cast<std::size_t>(part)]; });
  return parts;
}

class SpareCells {
 public:
  SpareCells(MeshDivision& division, const LoadWindows& windows) : division_(division), windows_(windows) {
    for (std::size_t place = 0; place < division.mesh().size(); ++place)
      if (division.owner(place) != no_owner) offers_.push(offer_of(place));
  }

  // To one part after the other.
  bool give(const std::vector<std::int32_t>& parts) {
    std::size_t given = 0;
    while (given < parts.size() && !offers_.empty()) {
      const Offer best = offers_.top();
      offers_.pop();
      const std::size_t place = std::get<2>(best);
      const auto to = static_cast<std::size_t>(parts[given]);
      if (!is_spare(place) || division_.mesh().load[place] > windows_.most[to]) continue;
      // What was given before may have changed what is around the place.
      if (const Offer now = offer_of(place); now != best)
        offers_.push(now);
      else
        division_.move(place, parts[given++]);
    }
    return given > 0;
  }

 private:
  using Offer = std::tuple<bool, std::int32_t, std::size_t>;  // breaks its part, sides to it, the place

  [[nodiscard]] Offer offer_of(std::size_t place) const {
    return {!division_.may_leave(place), division_.sides_to(place, division_.owner(place)), place};
  }

  [[nodiscard]] bool is_spare(std::size_t place) const {
    const std::int32_t from = division_.owner(place);
    return division_.places(from) > 1 &&
           division_.load(from) - division_.mesh().load[place] >= windows_.least[static_cast<std::size_t>(from)];
  }

  MeshDivision& division_;
  const LoadWindows& windows_;
  std::priority_queue<Offer, std::vector<Offer>, std::greater<>> offers_;
};

}  // namespace

bool give_cells_to_empty_parts(const CellProblem& problem, const char* algorithm, Decomposition& division) {
  const Mesh mesh = mesh_of(problem, algorithm);
  MeshDivision on_mesh(mesh, problem.cluster.size(), place_owners(problem, mesh, division));
  const LoadWindows windows = load_windows(problem, problem.imbalance);
  if (!SpareCells(on_mesh, windows).give(empty_parts(on_mesh, windows))) return false;
  division = division_of(problem, mesh, on_mesh.owners());
  return true;
}

}  // namespace apportion
