// Areas and canonical forms of sets.
#include "algorithms/rectangles/optimal_sets.hpp"

#include <algorithm>

namespace apportion {
namespace {

// Far below what is accurate enough to be given (require_accurate()), and enough to divide by.
constexpr double least_share = 1e-30;

// The k lowest bits of a set.
ProcessorSet lowest_bits(ProcessorSet set, int k) {
  ProcessorSet lowest = 0;
  for (; k > 0; --k) {
    lowest |= lowest_of(set);
    set &= set - 1;
  }
  return lowest;
}

}  // namespace

ProcessorSets::ProcessorSets(const Frame& frame)
    : processors_(frame.size()), areas_(std::size_t{1} << frame.size()), canonical_(areas_.size()) {
  for (std::size_t k = 0; k < processors_; ++k) {
    repeats_.push_back(k > 0 && frame.weights[k] == frame.weights[k - 1]);
    if (!repeats_[k]) classes_.push_back(0);
    classes_.back() |= ProcessorSet{1} << k;
  }
  std::erase_if(classes_, [](ProcessorSet equals) { return size_of(equals) == 1; });
  for (ProcessorSet set = 1; set < areas_.size(); ++set) {
    const auto heaviest = static_cast<std::size_t>(std::countr_zero(set));
    const double share = std::max(frame.weights[heaviest], least_share);
    areas_[set] = areas_[set & (set - 1)] + share * (frame.m * frame.n);
    canonical_[set] = set;
    for (const ProcessorSet equals : classes_)
      canonical_[set] = (canonical_[set] & ~equals) | lowest_bits(equals, size_of(set & equals));
  }
}

bool ProcessorSets::is_leading(ProcessorSet part, ProcessorSet whole) const {
  return std::ranges::all_of(classes_, [part, whole](ProcessorSet equals) {
    const ProcessorSet taken = part & equals;
    const ProcessorSet left = whole & equals & ~part;
    return taken == 0 || left == 0 || std::countl_zero(taken) + std::countr_zero(left) >= 32;
  });
}

}  // namespace apportion
