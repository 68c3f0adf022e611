// Junctions by recursion over subsets.
#include "algorithms/rectangles/optimal_junctions.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace apportion {

// The side shows the lines of one part of a cut along it, or those of both parts of a cut across it and the cut's own.
std::vector<double> Junctions::list(ProcessorSet set) {
  std::vector<double> found;
  for (ProcessorSet part = (set - 1) & set; part > 0; part = (part - 1) & set) {
    const double share = sets_.area(part) / sets_.area(set);
    found.push_back(share);
    for (const double inner : shares(part)) found.insert(found.end(), {inner, share * inner, 1 - share * inner});
  }
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

const std::vector<double>& Junctions::shares(ProcessorSet set) {
  set = sets_.canonical(set);
  const auto known = shares_.find(set);
  if (known != shares_.end()) return known->second;
  std::vector<double> found = list(set);
  return shares_.emplace(set, std::move(found)).first->second;
}

bool Junctions::contains(ProcessorSet set, double share, double tolerance) {
  if (size_of(set) < 2 || share < -tolerance || share > 1 + tolerance) return false;
  if (size_of(set) <= most_listed_) {
    const std::vector<double>& all = shares(set);
    const auto next = std::ranges::lower_bound(all, share - tolerance);
    return next != all.end() && *next <= share + tolerance;
  }
  for (ProcessorSet part = (set - 1) & set; part > 0; part = (part - 1) & set) {
    budget_.spend();
    const double of_part = sets_.area(part) / sets_.area(set);
    if (std::abs(share - of_part) <= tolerance || contains(part, share, tolerance) ||
        contains(part, share / of_part, tolerance / of_part) ||
        contains(part, (1 - share) / of_part, tolerance / of_part))
      return true;
  }
  return false;
}

bool Junctions::meet(ProcessorSet fewer, ProcessorSet more) {
  // No side of their common box is shorter than its area over the array's longer side.
  const double shortest = sets_.area(fewer | more) / frame_.n;
  const double tolerance = 2 * frame_.tolerance() / shortest;
  return std::ranges::any_of(shares(fewer), [&](double share) { return contains(more, share, tolerance); });
}

bool Junctions::may_meet(ProcessorSet first, ProcessorSet second) {
  if (size_of(first) > size_of(second)) std::swap(first, second);
  if (size_of(first) < 2) return false;
  if (size_of(first) > most_listed_) return true;
  const std::uint64_t key = (std::uint64_t{sets_.canonical(first)} << 32U) | sets_.canonical(second);
  const auto known = meet_.find(key);
  if (known != meet_.end()) return known->second;
  return meet_[key] = meet(first, second);
}

bool Junctions::may_meet_within(ProcessorSet set) {
  set = sets_.canonical(set);
  const auto known = within_.find(set);
  if (known != within_.end()) return known->second;
  bool found = false;
  for (ProcessorSet part = (set - 1) & set; part > 0 && !found; part = (part - 1) & set)
    if (sets_.is_leading(part, set))
      found = may_meet_within(part) || ((part & lowest_of(set)) != 0 && may_meet(part, set ^ part));
  return within_[set] = found;
}

}  // namespace apportion
