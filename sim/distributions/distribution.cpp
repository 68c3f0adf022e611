// Strided runs, queries to distributions, and computations under a distribution.
#include "sim/distributions/distribution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "base/error.hpp"

namespace apportion {
namespace {

// --- Strided runs, and what a block-cyclic map takes into them

// Adds the part of the runs below `end`; adjacent runs are joined.
void add_clipped(IndexSet& set, StridedRuns runs, Index end) {
  if (runs.first >= end) return;
  if (runs.stride == runs.length) runs = {runs.first, capped_product(runs.length, runs.count), 0, 1};
  runs.count = runs.count == 1 ? 1 : std::min(runs.count, (end - 1 - runs.first) / runs.stride + 1);
  const Index last = runs.first + (runs.count == 1 ? 0 : (runs.count - 1) * runs.stride);
  const Index last_length = std::min(runs.length, end - last);
  const Index whole = last_length == runs.length ? runs.count : runs.count - 1;
  if (whole == 1) runs.stride = runs.length;
  if (whole > 0) set.push_back({runs.first, runs.length, runs.stride, whole});
  if (whole < runs.count) set.push_back({last, last_length, last_length, 1});
}

// --- Queries to distributions, rule by rule

void require(bool inside, std::string_view what, Index value, Index end) {
  if (!inside) throw std::out_of_range(fmt::format("{} {} is not from 0 to {}", what, value, end));
}

void require_length(std::string_view what, const CyclicRule& rule, Index value) {
  if (value < 1 || value > largest_length)
    throw InputError("{}: {} is {}; it must be from 1 to 2^40", rule.kind, what, value);
}

// The indices i < n with (i div block) mod p in `set`, which is a set of numbers < p; n, p <= largest_length. Makes at
// most min(runs, cycles) <= sqrt(n) entries for each entry of `set`, and only one if its runs have a constant stride
// around p.
IndexSet cyclic_preimage(const IndexSet& set, Index n, Index p, Index block) {
  IndexSet found;
  const Index cycle = capped_product(block, p);
  const Index cycles = (n - 1) / cycle + 1;
  for (const StridedRuns& runs : set) {
    const Index first = capped_product(runs.first, block);
    const Index length = capped_product(runs.length, block);
    const Index stride = capped_product(runs.stride, block);
    if (runs.count == 1)
      add_clipped(found, {first, length, cycle, cycles}, n);
    else if (cycles == 1 || capped_product(runs.stride, runs.count) == p)
      add_clipped(found, {first, length, stride, capped_product(runs.count, cycles)}, n);
    else if (cycles <= runs.count)
      for (Index k = 0; k < cycles; ++k) add_clipped(found, {k * cycle + first, length, stride, runs.count}, n);
    else
      for (Index k = 0; k < runs.count; ++k) add_clipped(found, {first + k * stride, length, cycle, cycles}, n);
  }
  std::ranges::sort(found, [](const StridedRuns& a, const StridedRuns& b) { return a.first < b.first; });
  return found;
}

}  // namespace

Index capped_product(Index a, Index b) {
  constexpr Index most = std::numeric_limits<Index>::max() / 4;
  Index product = 0;
  return __builtin_mul_overflow(a, b, &product) ? most : std::min(product, most);
}

bool StridedRuns::contains(Index index) const {
  if (index < first) return false;
  const Index run = (index - first) / stride;
  return run < count && (index - first) % stride < length;
}

Index size(const IndexSet& set) {
  return std::accumulate(set.begin(), set.end(), Index{0},
                         [](Index sum, const StridedRuns& runs) { return sum + runs.size(); });
}

bool contains(const IndexSet& set, Index index) {
  return std::ranges::any_of(set, [index](const StridedRuns& runs) { return runs.contains(index); });
}

std::vector<Index> enumerate(const IndexSet& set) {
  std::vector<Index> all;
  for (const StridedRuns& runs : set)
    for (Index run = 0; run < runs.count; ++run)
      for (Index offset = 0; offset < runs.length; ++offset) all.push_back(runs.first + run * runs.stride + offset);
  std::ranges::sort(all);
  return all;
}

Index CyclicRule::owned_below(Index process, Index end) const {
  // A cycle longer than the array may have any such length without changing the result; this one cannot overflow.
  if (block > end / processes) return std::clamp<Index>(process > end / block ? 0 : end - process * block, 0, block);
  const Index cycle = block * processes;
  return end / cycle * block + std::clamp<Index>(end % cycle - process * block, 0, block);
}

Distribution::Distribution(CyclicRule rule) : rules_{std::move(rule)} {
  CyclicRule& only = rules_.front();
  require_length("the length n", only, only.length);
  require_length("the number of processes p", only, only.processes);
  require_length("the block", only, only.block);
}

Index Distribution::owner(Index index) const {
  require(index >= 0 && index < length(), "index", index, length() - 1);
  for (const CyclicRule& rule : rules_) index = rule.owner(index);
  return index;
}

IndexSet Distribution::owned(Index process) const {
  require(process >= 0 && process < processes(), "process", process, processes() - 1);
  IndexSet set = {{process, 1, 1, 1}};
  for (auto rule = rules_.rbegin(); rule != rules_.rend(); ++rule)
    set = cyclic_preimage(set, rule->length, rule->processes, rule->block);
  return set;
}

Index Distribution::owned_below(Index process, Index end) const {
  require(process >= 0 && process < processes(), "process", process, processes() - 1);
  require(end >= 0 && end <= length(), "the end", end, length());
  return rules_.size() == 1 ? rules_.front().owned_below(process, end)
                            : composed_below(process, end, 0, loads_of_levels(process));
}

// For each rule but the first, the number of its `length` indices that end up at `process`.
std::vector<Index> Distribution::loads_of_levels(Index process) const {
  std::vector<Index> loads(rules_.size());
  for (std::size_t level = rules_.size() - 1; level > 0; --level)
    loads[level] = composed_below(process, rules_[level].length, level, loads);
  return loads;
}

// owned_below() for the rules from `level` on. The indices below `end` are whole cycles, which give each index of the
// next level a block; part of a cycle, which gives one to the indices below some s; and part of the block of s.
Index Distribution::composed_below(Index process, Index end, std::size_t level, const std::vector<Index>& loads) const {
  Index found = 0;
  Index weight = 1;   // first-level indices per index of this level
  Index partial = 0;  // first-level indices of index `end` of this level
  for (; level + 1 < rules_.size(); ++level) {
    const CyclicRule& rule = rules_[level];
    const Index cycles = rule.block > end / rule.processes ? 0 : end / (rule.block * rule.processes);
    found += cycles == 0 ? 0 : weight * cycles * rule.block * loads[level + 1];
    partial += end % rule.block == 0 ? 0 : weight * (end % rule.block);
    weight = capped_product(weight, rule.block);
    end = rule.owner(end);
  }
  const CyclicRule& last = rules_.back();
  const Index owned = last.owned_below(process, end);
  if (owned > 0) found += weight * owned;
  return partial > 0 && last.owner(end) == process ? found + partial : found;
}

// As q grows, |O.q| changes only where `end`, or the length of an intermediate level, cuts a cycle: at the process to
// which that index would go, and after it.
std::vector<LoadRun> Distribution::loads_below(Index end) const {
  require(end >= 0 && end <= length(), "the end", end, length());
  std::vector<Index> cuts = {end};
  for (const CyclicRule& rule : rules_) {
    for (Index& cut : cuts) cut = rule.owner(cut);
    if (&rule != &rules_.back()) cuts.push_back(rule.processes);
  }
  std::vector<Index> firsts = {0};
  for (const Index cut : cuts)
    for (const Index first : {cut, cut + 1})
      if (first < processes()) firsts.push_back(first);
  std::ranges::sort(firsts);
  firsts.erase(std::unique(firsts.begin(), firsts.end()), firsts.end());
  std::vector<LoadRun> runs;
  for (std::size_t k = 0; k < firsts.size(); ++k) {
    const Index next = k + 1 < firsts.size() ? firsts[k + 1] : processes();
    const Index load = owned_below(firsts[k], end);
    if (!runs.empty() && runs.back().load == load)
      runs.back().processes += next - firsts[k];
    else
      runs.push_back({firsts[k], next - firsts[k], load});
  }
  return runs;
}

Index Distribution::most_below(Index end) const { return std::ranges::max(loads_below(end), {}, &LoadRun::load).load; }

Index Distribution::least() const { return std::ranges::min(loads(), {}, &LoadRun::load).load; }

Index Distribution::image_size() const {
  Index processes_used = 0;
  for (const LoadRun& run : loads())
    if (run.load > 0) processes_used += run.processes;
  return processes_used;
}

Distribution compose(const Distribution& outer, const Distribution& inner) {
  if (inner.processes() != outer.length())
    throw InputError("a composition applies a distribution of {} indices to {} processes; the numbers must be equal",
                     outer.length(), inner.processes());
  Distribution composed = inner;
  composed.rules_.insert(composed.rules_.end(), outer.rules_.begin(), outer.rules_.end());
  return composed;
}

bool same_map(const Distribution& a, const Distribution& b) {
  return std::equal(a.rules().begin(), a.rules().end(), b.rules().begin(), b.rules().end(),
                    [](const CyclicRule& x, const CyclicRule& y) {
                      return x.length == y.length && x.processes == y.processes && x.block == y.block;
                    });
}

// --- Computations under a distribution

double triangular_time(const Distribution& distribution) {
  double time = 0;
  for (Index k = 0; k < distribution.length(); ++k) time += static_cast<double>(distribution.most_below(k));
  return time;
}

double triangular_bound(Index n, Index p) {
  double time = 0;
  for (Index k = 0; k < n; ++k) {
    const Index busiest = (k + p - 1) / p;
    time += static_cast<double>(busiest);
  }
  return time;
}

double cut_neighbours(const Distribution& distribution) {
  Index cut = 0;
  for (Index i = 0; i + 1 < distribution.length(); ++i)
    cut += distribution.owner(i) != distribution.owner(i + 1) ? 1 : 0;
  return static_cast<double>(cut);
}

}  // namespace apportion
