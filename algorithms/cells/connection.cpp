// Joining the pieces of parts by other ends of partial lines.
#include "algorithms/cells/connection.hpp"

#include <algorithm>
#include <vector>

namespace apportion {
namespace {

constexpr int most_cuts_above = 8;
constexpr std::size_t most_steps_per_node = 20;  // cuts that are looked at, all together

class Connection {
 public:
  Connection(const CellProblem& problem, CellTree& tree) : problem_(problem), tree_(tree) {}

  void join() {
    // Joining one part can divide another, though into fewer pieces.
    constexpr int most_rounds = 3;
    for (int round = 0; round < most_rounds && join_each(parts_in_pieces()); ++round) {
    }
  }

 private:
  // Whether anything was changed.
  bool join_each(const std::vector<std::int32_t>& parts) {
    bool changed = false;
    for (const std::int32_t part : parts) {
      if (steps_ > most_steps_per_node * tree_.nodes.size()) return false;
      std::int32_t cut = tree_.at(part).parent;
      for (int i = 0; i < most_cuts_above && cut != CellNode::none; ++i) {
        if (change(cut)) {
          changed = true;
          break;
        }
        cut = tree_.at(cut).parent;
      }
    }
    return changed;
  }

  [[nodiscard]] std::vector<std::int32_t> parts_in_pieces() {
    std::vector<std::int32_t> parts;
    walk_.run(tree_, tree_.root, problem_.rows * problem_.columns, whole_region(problem_.rows, problem_.columns),
              [&](const CellPlace& place) {
                if (tree_.is_leaf(place.node) && outline_of(place.region).pieces > 1) parts.push_back(place.node);
                return true;
              });
    return parts;
  }

  // Whether some other position of this cut leaves fewer pieces; it is then there.
  bool change(std::int32_t cut) {
    const CellPlace place = place_of(cut);
    const std::int64_t pieces = pieces_below(place);
    CellNode& node = tree_.at(cut);
    const CellNode before = node;
    for (const bool snaps : {false, true})
      for (const PartialLine partial : {other(before.partial), before.partial}) {
        node.snaps = snaps;
        node.partial = partial;
        if (pieces_below(place) < pieces) return true;
      }
    node = before;
    return false;
  }

  [[nodiscard]] CellPlace place_of(std::int32_t node) {
    std::vector<std::int32_t> path;
    for (std::int32_t each = node; each != tree_.root; each = tree_.at(each).parent) path.push_back(each);
    CellPlace place{tree_.root, problem_.rows * problem_.columns, whole_region(problem_.rows, problem_.columns)};
    steps_ += path.size();
    for (auto next = path.rbegin(); next != path.rend(); ++next) {
      CellPlace first;
      CellPlace second;
      divide_place(tree_, place, first, second);
      place = first.node == *next ? first : second;
    }
    return place;
  }

  // Pieces of all parts there, beyond one for each.
  [[nodiscard]] std::int64_t pieces_below(const CellPlace& top) {
    std::int64_t pieces = 0;
    walk_.run(tree_, top.node, top.cells, top.region, [&](const CellPlace& place) {
      ++steps_;
      if (tree_.is_leaf(place.node)) pieces += std::max<std::int64_t>(outline_of(place.region).pieces - 1, 0);
      return true;
    });
    return pieces;
  }

  const CellProblem& problem_;
  CellTree& tree_;
  TreeWalk walk_;
  std::size_t steps_ = 0;
};

}  // namespace

void join_pieces(const CellProblem& problem, CellTree& tree) { Connection(problem, tree).join(); }

}  // namespace apportion
