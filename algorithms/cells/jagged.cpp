// Stripes and their processors, each the best for the other.
#include "algorithms/cells/jagged.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace apportion {
namespace {

double speed_at(const LoadTree& order, std::size_t place) { return order.speed(place, place + 1); }

/// How far the processors from `first` to `last` come in a stripe, and who is the next one.
struct Filled {
  bool whole = false;
  std::size_t next = 0;
};

Filled filled(const CellProblem& problem, const LoadTree& order, const LineBox& stripe, std::size_t first,
              std::size_t last, double bottleneck) {
  const LineBox inner = turned(stripe);
  std::int64_t x = inner.band.x;
  std::size_t place = first;
  while (place < last && (x < inner.band.x_end || place == first))
    x = last_within(problem, inner, x, bottleneck * speed_at(order, place++));
  return {x == inner.band.x_end, place};
}

std::size_t first_of(const std::vector<std::size_t>& group_ends, std::size_t stripe) {
  return stripe == 0 ? 0 : group_ends[stripe - 1];
}

LineBox stripe_of(const JaggedDivision& division, std::size_t stripe) {
  const std::int64_t from = stripe == 0 ? division.box.band.x : division.ends[stripe - 1];
  return lines_of(division.box, from, division.ends[stripe]);
}

/// The groups that these stripes need at a bottleneck; nothing if there are too few processors.
std::vector<std::size_t> groups_at(const CellProblem& problem, const LoadTree& order, const JaggedDivision& stripes,
                                   double bottleneck) {
  std::vector<std::size_t> group_ends;
  std::size_t place = 0;
  for (std::size_t stripe = 0; stripe < stripes.ends.size(); ++stripe) {
    // Those after it need a processor each.
    const std::size_t last = order.order.size() - (stripes.ends.size() - stripe - 1);
    const Filled done = filled(problem, order, stripe_of(stripes, stripe), place, last, bottleneck);
    if (!done.whole) return {};
    place = done.next;
    group_ends.push_back(place);
  }
  group_ends.back() = order.order.size();
  return group_ends;
}

/// A subtree over the places or groups [first, last), halved again and again; `leaf(node, i)` fills in what one is.
template <class Leaf>
void halve(LoadTree& tree, std::size_t root, bool turned, std::size_t first, std::size_t last, Leaf leaf) {
  struct Open {
    std::size_t node = 0;
    std::size_t first = 0;
    std::size_t last = 0;
  };
  std::vector<Open> open = {{root, first, last}};
  while (!open.empty()) {
    const Open now = open.back();
    open.pop_back();
    if (now.last - now.first == 1) {
      leaf(now.node, now.first);
      continue;
    }
    const std::size_t child = tree.nodes.size();
    const std::size_t middle = now.first + (now.last - now.first) / 2;
    tree.nodes[now.node].turned = turned;
    tree.nodes[now.node].child = {child, child + 1};
    tree.nodes.resize(child + 2);
    open.push_back({child, now.first, middle});
    open.push_back({child + 1, middle, now.last});
  }
}

}  // namespace

JaggedDivision best_stripes(const CellProblem& problem, const LineBox& box, const LoadTree& order,
                            const std::vector<std::size_t>& group_ends) {
  PiecesInOrder pieces;
  for (std::size_t stripe = 0; stripe < group_ends.size(); ++stripe)
    pieces.speeds.push_back(order.speed(first_of(group_ends, stripe), group_ends[stripe]));
  pieces.fits = [&](std::size_t stripe, std::int64_t from, std::int64_t to, double bottleneck) {
    const LineBox lines = lines_of(box, from, to);
    return load_of(problem, lines) <= bottleneck * pieces.speeds[stripe] * (1 + 1e-12) &&
           filled(problem, order, lines, first_of(group_ends, stripe), group_ends[stripe], bottleneck).whole;
  };
  OrderedCuts cuts = best_cuts(problem, box, pieces);
  return {box, group_ends, std::move(cuts.ends), cuts.bottleneck};
}

JaggedDivision best_groups(const CellProblem& problem, const LoadTree& order, JaggedDivision stripes) {
  const double ideal = load_of(problem, stripes.box) / order.speed_behind.front();
  stripes.bottleneck = least_bottleneck(
      ideal, [&](double bottleneck) { return !groups_at(problem, order, stripes, bottleneck).empty(); });
  stripes.group_ends = groups_at(problem, order, stripes, stripes.bottleneck);
  return stripes;
}

std::vector<Rect> jagged_rects(const CellProblem& problem, const LoadTree& order, const JaggedDivision& division) {
  std::vector<Rect> rects;
  for (std::size_t stripe = 0; stripe < division.ends.size(); ++stripe) {
    const LineBox inner = turned(stripe_of(division, stripe));
    std::vector<double> speeds;
    for (std::size_t place = first_of(division.group_ends, stripe); place < division.group_ends[stripe]; ++place)
      speeds.push_back(speed_at(order, place));
    std::int64_t from = inner.band.x;
    for (const std::int64_t end : best_cuts(problem, inner, single_processors(problem, inner, speeds)).ends) {
      rects.push_back(rect_of(lines_of(inner, from, end)));
      from = end;
    }
  }
  return rects;
}

LoadTree jagged_tree(const LoadTree& order, const JaggedDivision& division) {
  LoadTree tree{order.order, order.speed_behind, {LoadTreeNode{}}};
  halve(tree, 0, division.box.turned, 0, division.ends.size(), [&](std::size_t top, std::size_t stripe) {
    halve(tree, top, !division.box.turned, first_of(division.group_ends, stripe), division.group_ends[stripe],
          [&](std::size_t node, std::size_t place) {
            tree.nodes[node].place = place;
            tree.nodes[node].speed = speed_at(order, place);
          });
  });
  for (std::size_t node = tree.nodes.size(); node-- > 0;)
    for (const std::size_t child : tree.nodes[node].child)
      if (child != LoadTreeNode::none) tree.nodes[node].speed += tree.nodes[child].speed;
  return tree;
}

std::size_t square_stripes(const LineBox& box, std::size_t processors) {
  const auto all = static_cast<double>(processors);
  const double stripes =
      std::sqrt(all * static_cast<double>(box.band.width()) / static_cast<double>(box.band.height()));
  return static_cast<std::size_t>(std::clamp(std::round(stripes), 1.0, all));
}

}  // namespace apportion
