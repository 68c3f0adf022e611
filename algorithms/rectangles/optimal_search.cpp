// Cuts that split off slicing trees, then simple layouts with slicing trees in their rooms.
#include "algorithms/rectangles/optimal_search.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "algorithms/rectangles/optimal_rooms.hpp"

namespace apportion {
namespace {

constexpr int fewest_in_simple = 5;

// On which sides of a box a slicing tree may still be split off.
struct OpenSides {
  bool left = true;
  bool right = true;
  bool bottom = true;
  bool top = true;
};

class LayoutSearch {
 public:
  LayoutSearch(SlicingTables& tables, Incumbent& incumbent) : tables_(tables), incumbent_(incumbent) {}

  bool run() {
    divide(tables_.whole(), {true, ordered(), true, ordered()}, base_cost(tables_.frame()));
    return all_solved_;
  }

 private:
  // `bound` is that of everything outside the block, whose own layout is not slicing.
  void divide(const SetBlock& block, const OpenSides& open, double bound) {
    if (size_of(block.set) < fewest_in_simple) return;
    if (!incumbent_.may_be_beaten_by(bound + least_cost(block))) return;
    all_solved_ = fill_simple_layouts(tables_, block, split_off_, bound, incumbent_) && all_solved_;
    for (ProcessorSet piece = (block.set - 1) & block.set; piece > 0; piece = (piece - 1) & block.set) {
      if (size_of(block.set ^ piece) < fewest_in_simple || !tables_.sets().is_leading(piece, block.set)) continue;
      if (open.left) split_off(block, piece, Cut::vertical, true, {false, open.right, true, ordered()}, bound);
      if (open.right) split_off(block, piece, Cut::vertical, false, {false, false, true, ordered()}, bound);
      if (open.bottom) split_off(block, piece, Cut::horizontal, true, {true, ordered(), false, open.top}, bound);
      if (open.top) split_off(block, piece, Cut::horizontal, false, {true, ordered(), false, false}, bound);
    }
  }

  // Without latency the order of parallel pieces makes no difference.
  [[nodiscard]] bool ordered() const { return tables_.frame().latency > 0; }

  // The piece becomes a slicing tree before the rest (at the left or at the bottom), or behind it.
  void split_off(const SetBlock& block, ProcessorSet piece, Cut cut, bool before, const OpenSides& open, double bound) {
    tables_.budget().spend();
    Halves halves = tables_.divide(block, before ? piece : block.set ^ piece, cut);
    SetBlock& tree = before ? halves.first : halves.second;
    SetBlock& rest = before ? halves.second : halves.first;
    if (ordered()) suppose_crossings(cut, halves, piece);
    split_off_.push_back(tree);
    divide(rest, open, bound + tables_.cost(tree) - halves.saving);
    split_off_.pop_back();
  }

  // The tables know where lines of slicing trees end, not those of the rest.
  static void suppose_crossings(Cut cut, Halves& halves, ProcessorSet piece) {
    const std::uint8_t inner = size_of(piece) > 1 ? 1 : 0;
    if (cut == Cut::vertical) halves.first.sides.right = halves.second.sides.left = inner;
    if (cut == Cut::horizontal) halves.first.sides.top = halves.second.sides.bottom = inner;
  }

  // Every part at least as long as a square, or as a strip where a square does not fit; every line's ends save all
  // that sides can save.
  [[nodiscard]] double least_cost(const SetBlock& block) const {
    const double shorter = std::min(block.box.width, block.box.height);
    double least = 0;
    for (ProcessorSet left = block.set; left > 0; left &= left - 1) {
      const double area = tables_.sets().area(lowest_of(left));
      least += area <= shorter * shorter ? 2 * std::sqrt(area) : shorter + area / shorter;
    }
    return least - 2 * tables_.frame().latency * (size_of(block.set) - 1);
  }

  SlicingTables& tables_;
  Incumbent& incumbent_;
  std::vector<SetBlock> split_off_;
  bool all_solved_ = true;
};

}  // namespace

bool search_layouts(SlicingTables& tables, Incumbent& incumbent) { return LayoutSearch(tables, incumbent).run(); }

}  // namespace apportion
