// Moments of a sample, updated and merged.
#include "results/moments.hpp"

#include <algorithm>

namespace apportion::results {

void Moments::add(double x) {
  min = count == 0 ? x : std::min(min, x);
  max = count == 0 ? x : std::max(max, x);
  ++count;
  const double before = x - mean;
  mean += before / static_cast<double>(count);
  m2 += before * (x - mean);
}

void Moments::merge(const Moments& later) {
  if (later.count == 0) return;
  if (count == 0) {
    *this = later;
    return;
  }
  const auto ours = static_cast<double>(count);
  const auto theirs = static_cast<double>(later.count);
  const double all = ours + theirs;
  const double apart = later.mean - mean;
  mean += apart * (theirs / all);
  m2 += later.m2 + apart * apart * (ours * theirs / all);
  min = std::min(min, later.min);
  max = std::max(max, later.max);
  count += later.count;
}

}  // namespace apportion::results
