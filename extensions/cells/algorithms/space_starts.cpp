// Starts in space: trees of cuts across the axes, replayed on the cells.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "extensions/boxes/algorithms/box_algorithm.hpp"
#include "extensions/cells/algorithms/load_cuts.hpp"
#include "extensions/cells/algorithms/mesh_cuts.hpp"
#include "extensions/cells/algorithms/multilevel.hpp"

namespace apportion {
namespace {

struct NumberedBox {
  std::size_t processor = 0;
  Cuboid box = {};
};

// A plane that no box crosses: the one with most nearly half of the boxes before it.
struct Gap {
  std::size_t axis = 0;
  std::size_t before = 0;
};

std::optional<Gap> middle_gap(std::vector<NumberedBox>& boxes, double tolerance) {
  std::optional<Gap> best;
  const auto off_middle = [&](std::size_t before) { return std::max(before, boxes.size() - before); };
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::ranges::stable_sort(boxes, {}, [axis](const NumberedBox& each) { return each.box.at[axis]; });
    double end = 0;
    for (std::size_t i = 0; i + 1 < boxes.size(); ++i) {
      end = std::max(end, boxes[i].box.end(axis));
      if (end > boxes[i + 1].box.at[axis] + tolerance) continue;
      if (!best || off_middle(i + 1) < off_middle(best->before)) best = Gap{axis, i + 1};
    }
  }
  if (best) std::ranges::stable_sort(boxes, {}, [&](const NumberedBox& each) { return each.box.at[best->axis]; });
  return best;
}

// Adds the cuts of a tree that makes these boxes. Returns false if there is none.
bool add_cuts(std::vector<NumberedBox> boxes, double tolerance, SweepTree<3>& tree) {
  if (boxes.size() == 1) {
    tree.order.push_back(boxes.front().processor);
    return true;
  }
  const std::optional<Gap> gap = middle_gap(boxes, tolerance);
  if (!gap) return false;
  tree.cuts.push_back({tree.order.size() + gap->before, sweep_directions<3>()[gap->axis]});
  const auto middle = boxes.begin() + static_cast<std::ptrdiff_t>(gap->before);
  return add_cuts({boxes.begin(), middle}, tolerance, tree) && add_cuts({middle, boxes.end()}, tolerance, tree);
}

std::optional<SweepTree<3>> tree_of_boxes(const CellProblem& problem, RandomStream& stream) {
  constexpr std::size_t most_searched = 256;  // annealing trees of more boxes takes long
  const BoxProblem boxes{.extent = {static_cast<double>(problem.layers), static_cast<double>(problem.layer_rows()),
                                    static_cast<double>(problem.columns)},
                         .cluster = problem.cluster,
                         .latency = problem.latency};
  try {
    const char* name = problem.cluster.size() <= most_searched ? "BEST" : "HUFFMAN";
    const BoxDivision division = solve_boxes(BoxRegistry::instance().choose(name), boxes, stream);
    std::vector<NumberedBox> all;
    for (std::size_t i = 0; i < division.parts.size(); ++i) all.push_back({i, division.parts[i]});
    SweepTree<3> tree;
    if (add_cuts(std::move(all), coincidence_tolerance(boxes.extent), tree)) return tree;
  } catch (const InputError&) {  // a part is too narrow for boxes
  }
  return std::nullopt;
}

// Random trees on a coarse mesh, those with the shortest cuts first.
std::vector<SweepTree<3>> drawn_trees(const MeshLevels<GridMesh<3>>& levels, RandomStream& stream) {
  constexpr int draws = 16;
  constexpr std::size_t kept = 2;
  constexpr std::int64_t least_places = 200;  // for each processor
  const auto parts = static_cast<std::int64_t>(levels.problem().cluster.size());
  std::size_t level = levels.count() - 1;
  while (level > 0 && levels.places(level) < least_places * parts) --level;
  const std::vector<double> ideal = shares(levels.problem());
  std::vector<std::pair<std::int64_t, SweepTree<3>>> drawn;
  levels.visit(level, [&](const auto& mesh) {
    for (int i = 0; i < draws; ++i) {
      PlaceOwners owners;
      SweepTree<3> tree = sweep(mesh, ideal, {.straight = true}, stream, owners);
      drawn.emplace_back(MeshDivision(mesh, ideal.size(), std::move(owners)).cut(), std::move(tree));
    }
  });
  std::ranges::stable_sort(drawn, {}, [](const auto& each) { return each.first; });
  std::vector<SweepTree<3>> trees;
  for (std::size_t i = 0; i < kept; ++i) trees.push_back(std::move(drawn[i].second));
  return trees;
}

}  // namespace

std::vector<PlaceOwners> box_starts(const MeshLevels<GridMesh<3>>& levels, const MeshAnswer& found,
                                    RandomStream& stream) {
  constexpr double far = 1.4;  // no other start is that much shorter
  const CellProblem& problem = levels.problem();
  const GridMesh<3>& mesh = levels.finest();
  const std::vector<double> ideal = shares(problem);
  std::vector<std::size_t> by_number(ideal.size());
  std::iota(by_number.begin(), by_number.end(), std::size_t{0});
  std::vector<PlaceOwners> starts;
  std::int64_t shortest = std::numeric_limits<std::int64_t>::max();
  const auto replay = [&](const SweepTree<3>& tree) {
    starts.push_back(replayed(mesh, ideal, tree));
    shortest = std::min(shortest, MeshDivision(mesh, ideal.size(), starts.back()).cut());
  };
  replay(bisected(mesh, ideal, fastest_first(problem), Halves::by_speed));
  replay(bisected(mesh, ideal, by_number, Halves::by_count));
  if (static_cast<double>(shortest) > far * static_cast<double>(found.cut)) return starts;
  replay(bisected(mesh, ideal, by_number, Halves::by_count, true));
  if (problem.loads == nullptr) {
    if (const std::optional<SweepTree<3>> tree = tree_of_boxes(problem, stream)) replay(*tree);
  } else {
    for (const SweepTree<3>& tree : drawn_trees(levels, stream)) replay(tree);
  }
  return starts;
}

}  // namespace apportion
