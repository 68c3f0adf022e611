// A search over the trees of those blocks whose crossings are not certain.
#include "algorithms/rectangles/optimal_crossings.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "sim/rectangles/costs.hpp"

namespace apportion {
namespace {

double total_of(const Frame& frame, const std::vector<Box>& boxes) {
  double half_perimeters = -(frame.m + frame.n);
  for (const Box& box : boxes) half_perimeters += box.width + box.height;
  if (frame.latency == 0) return half_perimeters;
  return half_perimeters + frame.latency * static_cast<double>(internal_edges(to_decomposition(frame, boxes)));
}

class Completion {
 public:
  Completion(SlicingTables& tables, Incumbent& incumbent) : tables_(tables), incumbent_(incumbent) {}

  // `bound` is the base and the costs of all blocks.
  void search(const std::vector<SetBlock>& blocks, double bound) {
    if (!incumbent_.may_be_beaten_by(bound)) return;
    const std::optional<std::size_t> open = largest_open(blocks);
    if (!open) {
      offer(blocks);
      return;
    }
    std::vector<Choice> choices = choices_for(blocks[*open], bound - tables_.cost(blocks[*open]));
    std::ranges::sort(choices, {}, &Choice::bound);
    std::vector<SetBlock> next = blocks;
    next.emplace_back();
    for (const Choice& choice : choices) {
      next[*open] = choice.halves.first;
      next.back() = choice.halves.second;
      search(next, choice.bound);
    }
  }

 private:
  struct Choice {
    Halves halves;
    double bound = 0;
  };

  std::optional<std::size_t> largest_open(const std::vector<SetBlock>& blocks) {
    std::optional<std::size_t> open;
    for (std::size_t i = 0; i < blocks.size(); ++i)
      if (!tables_.is_exact(blocks[i]) && (!open || size_of(blocks[i].set) > size_of(blocks[*open].set))) open = i;
    return open;
  }

  std::vector<Choice> choices_for(const SetBlock& block, double rest) {
    std::vector<Choice> choices;
    for (ProcessorSet first = (block.set - 1) & block.set; first > 0; first = (first - 1) & block.set) {
      if (!tables_.sets().is_leading(first, block.set)) continue;
      for (const Cut cut : {Cut::vertical, Cut::horizontal}) {
        if (block.barred == cut) continue;
        tables_.budget().spend();
        Choice choice{tables_.divide(block, first, cut)};
        // Of several parallel cuts the one at the left or at the bottom is made first.
        choice.halves.first.barred = cut;
        choice.bound =
            rest + tables_.cost(choice.halves.first) + tables_.cost(choice.halves.second) - choice.halves.saving;
        if (incumbent_.may_be_beaten_by(choice.bound)) choices.push_back(choice);
      }
    }
    return choices;
  }

  void offer(const std::vector<SetBlock>& blocks) {
    std::vector<Box> boxes(tables_.sets().processors());
    for (const SetBlock& block : blocks) tables_.place(block, boxes);
    incumbent_.offer(boxes);
  }

  SlicingTables& tables_;
  Incumbent& incumbent_;
};

}  // namespace

Incumbent::Incumbent(const Frame& frame)
    : frame_(frame), margin_(0.1 * frame.tolerance()), total_(std::numeric_limits<double>::infinity()) {}

void Incumbent::offer(const std::vector<Box>& boxes) {
  const double total = total_of(frame_, boxes);
  if (!boxes_.empty() && !may_be_beaten_by(total)) return;
  total_ = total;
  boxes_ = boxes;
}

void complete_blocks(SlicingTables& tables, const std::vector<SetBlock>& blocks, double base, Incumbent& incumbent) {
  double bound = base;
  for (const SetBlock& block : blocks) bound += tables.cost(block);
  Completion(tables, incumbent).search(blocks, bound);
}

double base_cost(const Frame& frame) {
  return 3 * frame.latency * (static_cast<double>(frame.size()) - 1) - (frame.m + frame.n);
}

}  // namespace apportion
