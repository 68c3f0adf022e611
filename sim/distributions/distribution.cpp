// Queries to distributions, rule by rule.
#include "sim/distributions/distribution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "base/error.hpp"

namespace apportion {
namespace {

void require(bool inside, std::string_view what, Index value, Index end) {
  if (!inside) throw std::out_of_range(fmt::format("{} {} is not from 0 to {}", what, value, end));
}

void require_length(std::string_view what, const CyclicRule& rule, Index value) {
  if (value < 1 || value > largest_length)
    throw InputError(fmt::format("{}: {} is {}; it must be from 1 to 2^40", rule.kind, what, value));
}

}  // namespace

Index CyclicRule::owned_below(Index process, Index end) const {
  // A cycle longer than the array is as good as one of any such length, and cannot overflow.
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

// For each rule but the first how many of its `length` indices end up with `process`.
std::vector<Index> Distribution::loads_of_levels(Index process) const {
  std::vector<Index> loads(rules_.size());
  for (std::size_t level = rules_.size() - 1; level > 0; --level)
    loads[level] = composed_below(process, rules_[level].length, level, loads);
  return loads;
}

// Like owned_below() for the rules from `level` on. The indices below `end` are whole cycles, which give every index of
// the next level a block, a part of a cycle, which gives one to the indices below some s, and a part of the block of s.
Index Distribution::composed_below(Index process, Index end, std::size_t level, const std::vector<Index>& loads) const {
  Index found = 0;
  Index weight = 1;   // indices at the first level to one of this level
  Index partial = 0;  // those that belong to the index `end` of this level
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

// As q grows, |O.q| changes only where `end`, or the length of an intermediate level, is cut: at the process to which
// that index would go, and after it.
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

Index Distribution::most_below(Index end) const {
  Index most = 0;
  for (const LoadRun& run : loads_below(end)) most = std::max(most, run.load);
  return most;
}

Index Distribution::least() const {
  Index least = length();
  for (const LoadRun& run : loads()) least = std::min(least, run.load);
  return least;
}

Index Distribution::image_size() const {
  Index processes_used = 0;
  for (const LoadRun& run : loads())
    if (run.load > 0) processes_used += run.processes;
  return processes_used;
}

Distribution compose(const Distribution& outer, const Distribution& inner) {
  if (inner.processes() != outer.length())
    throw InputError(
        fmt::format("a composition applies a distribution of {} indices to {} processes; the numbers must be equal",
                    outer.length(), inner.processes()));
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

}  // namespace apportion
