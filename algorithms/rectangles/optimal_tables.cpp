// The recursion over subsets, and the trees behind its costs.
#include "algorithms/rectangles/optimal_tables.hpp"

#include <algorithm>
#include <limits>

namespace apportion {
namespace {

constexpr std::size_t kinds_of_sides = 36;

// A box may be mirrored: six unordered pairs of savings either way.
std::size_t kind(const SideSavings& sides) {
  const auto pair = [](std::size_t a, std::size_t b) {
    const std::size_t high = std::max(a, b);
    return high * (high + 1) / 2 + std::min(a, b);
  };
  return 6 * pair(sides.left, sides.right) + pair(sides.bottom, sides.top);
}

bool is_symmetric(const SideSavings& sides, Cut cut) {
  return cut == Cut::vertical ? sides.left == sides.right : sides.bottom == sides.top;
}

// What is saved on the sides of both parts of a vertical cut whose own sides save `inner`.
std::pair<SideSavings, SideSavings> cut_vertically(const SideSavings& sides, std::uint8_t inner) {
  SideSavings first = sides;
  SideSavings second = sides;
  first.right = inner;
  second.left = inner;
  return {first, second};
}

std::pair<SideSavings, SideSavings> cut_sides(const SideSavings& sides, Cut cut, std::uint8_t inner) {
  if (cut == Cut::vertical) return cut_vertically(sides, inner);
  const auto [first, second] = cut_vertically(sides.turned(), inner);
  return {first.turned(), second.turned()};
}

int halves_saved(const SideSavings& sides, Cut cut) {
  return cut == Cut::vertical ? sides.bottom + sides.top : sides.left + sides.right;
}

std::pair<Box, Box> cut_box(const Box& box, Cut cut, double share) {
  Box first = box;
  Box second = box;
  if (cut == Cut::vertical) {
    first.width = box.width * share;
    second.x = box.x + first.width;
    second.width = box.width - first.width;
  } else {
    first.height = box.height * share;
    second.y = box.y + first.height;
    second.height = box.height - first.height;
  }
  return {first, second};
}

}  // namespace

SlicingTables::SlicingTables(const Frame& frame, NodeBudget& budget)
    : frame_(frame),
      budget_(budget),
      sets_(frame),
      junctions_(frame_, sets_, budget_),
      envelopes_((frame.latency > 0 ? kinds_of_sides : 1) << frame.size()) {}

SetBlock SlicingTables::whole() const {
  SetBlock block{sets_.all(), {0, 0, frame_.n, frame_.m}, {}};
  if (frame_.latency > 0) block.sides = {2, 2, 2, 2};
  return block;
}

bool SlicingTables::may_cross(ProcessorSet first, ProcessorSet second) {
  return frame_.latency > 0 && junctions_.may_meet(first, second);
}

const Envelope& SlicingTables::envelope(ProcessorSet set, const SideSavings& sides) {
  set = sets_.canonical(set);
  Envelope& known = envelopes_[(kind(sides) << sets_.processors()) + set];
  if (known.pieces.empty()) known = build(set, sides);
  return known;
}

Envelope SlicingTables::build(ProcessorSet set, const SideSavings& sides) {
  const double area = sets_.area(set);
  const double from = area / frame_.m;
  const double to = std::max(frame_.n, from);
  if (size_of(set) == 1) return leaf_envelope(area, from, to);
  EnvelopeBuilder builder(area, from, to);
  for (ProcessorSet first = (set - 1) & set; first > 0; first = (first - 1) & set) {
    if (!sets_.is_leading(first, set)) continue;
    const ProcessorSet second = set ^ first;
    const bool leads = (first & lowest_of(set)) != 0;
    const std::uint8_t inner = may_cross(first, second) ? 1 : 0;
    for (const Cut cut : {Cut::vertical, Cut::horizontal}) {
      if (!leads && is_symmetric(sides, cut)) continue;
      budget_.spend();
      const auto [first_sides, second_sides] = cut_sides(sides, cut, inner);
      builder.add_cut(envelope(first, first_sides), envelope(second, second_sides), cut,
                      -frame_.latency / 2 * halves_saved(sides, cut));
    }
  }
  return builder.finish();
}

bool SlicingTables::is_exact(const SetBlock& block) {
  if (frame_.latency == 0 || size_of(block.set) == 1) return true;
  const SideSavings& sides = block.sides;
  const bool sides_cross = sides.left == 1 || sides.right == 1 || sides.bottom == 1 || sides.top == 1;
  return !sides_cross && !junctions_.may_meet_within(block.set);
}

Halves SlicingTables::divide(const SetBlock& block, ProcessorSet first, Cut cut) {
  const ProcessorSet second = block.set ^ first;
  const auto [first_box, second_box] = cut_box(block.box, cut, sets_.area(first) / sets_.area(block.set));
  const auto [first_sides, second_sides] = cut_sides(block.sides, cut, may_cross(first, second) ? 1 : 0);
  return {{first, first_box, first_sides},
          {second, second_box, second_sides},
          frame_.latency / 2 * halves_saved(block.sides, cut)};
}

void SlicingTables::place(const SetBlock& block, std::vector<Box>& boxes) {
  if (size_of(block.set) == 1) {
    boxes[static_cast<std::size_t>(std::countr_zero(block.set))] = block.box;
    return;
  }
  double least = std::numeric_limits<double>::infinity();
  Halves best;
  for (ProcessorSet first = (block.set - 1) & block.set; first > 0; first = (first - 1) & block.set) {
    if (!sets_.is_leading(first, block.set)) continue;
    for (const Cut cut : {Cut::vertical, Cut::horizontal}) {
      const Halves halves = divide(block, first, cut);
      const double found = cost(halves.first) + cost(halves.second) - halves.saving;
      if (found >= least) continue;
      least = found;
      best = halves;
    }
  }
  place(best.first, boxes);
  place(best.second, boxes);
}

}  // namespace apportion
