// Distributions of an array's indices among processes, and their composition; the indices of a process as strided runs,
// without listing every index; and costs of computations under a distribution.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace apportion {

/// An index of an array, a process number, or a count of either.
using Index = std::int64_t;

/// A count that may be a product of several lengths.
__extension__ typedef __int128 WideCount;  // NOLINT(modernize-use-using): no alias takes __extension__

/// The largest length of an array, and the largest number of processes: the product of three of them fits a WideCount.
constexpr Index largest_length = Index{1} << 40;

/// a b for a, b >= 0, or, if that is too large, a number far beyond the length of any array.
[[nodiscard]] Index capped_product(Index a, Index b);

/// `count` runs of `length` consecutive indices that begin at first, first + stride, ...
struct StridedRuns {
  Index first = 0;
  Index length = 1;
  Index stride = 1;  ///< = length if there is one run; > length otherwise
  Index count = 1;

  [[nodiscard]] Index size() const { return length * count; }
  [[nodiscard]] bool contains(Index index) const;
  bool operator==(const StridedRuns&) const = default;
};

/// Disjoint runs by increasing `first`; runs of different entries may alternate.
using IndexSet = std::vector<StridedRuns>;

[[nodiscard]] Index size(const IndexSet& set);
[[nodiscard]] bool contains(const IndexSet& set, Index index);

/// All indices, increasing. For small sets.
[[nodiscard]] std::vector<Index> enumerate(const IndexSet& set);

/// The map i -> (i div block) mod processes on the indices i < length. Identity, linear, ceil-block, wrap and
/// block-cyclic are all of this form (Niculescu, Section 2.1); they differ in how the block is chosen.
struct CyclicRule {
  std::string kind;          ///< the name under which algorithms/distributions/ makes it
  Index length = 1;          ///< n
  Index processes = 1;       ///< p
  Index block = 1;           ///< consecutive indices that stay together
  bool block_named = false;  ///< whether the name gives the block after n and p

  /// Accepts index = length, too: the process at which the loads change.
  [[nodiscard]] Index owner(Index index) const { return index / block % processes; }
  /// |{i < end : owner(i) = process}|, end <= length.
  [[nodiscard]] Index owned_below(Index process, Index end) const;
  bool operator==(const CyclicRule&) const = default;
};

/// Consecutive processes that own equally many indices.
struct LoadRun {
  Index first = 0;
  Index processes = 0;
  Index load = 0;
  bool operator==(const LoadRun&) const = default;
};

/// D = (delta, n, p): a rule or a composition of rules, as a value. The time and memory of a query depend only on the
/// number of rules, not on n or p; those of owned() also on its answer. Distributions are equal if they are spelled the
/// same; same_map() tests whether they have the same rules.
class Distribution {
 public:
  /// InputError unless length and processes are from 1 to largest_length and the block is positive.
  explicit Distribution(CyclicRule rule);

  [[nodiscard]] Index length() const { return rules_.front().length; }
  [[nodiscard]] Index processes() const { return rules_.back().processes; }
  /// The rules in the order in which they are applied; at least one.
  [[nodiscard]] const std::vector<CyclicRule>& rules() const { return rules_; }

  /// delta.index. std::out_of_range unless 0 <= index < length(); processes below are checked likewise.
  [[nodiscard]] Index owner(Index index) const;
  /// O.process (Definition 2).
  [[nodiscard]] IndexSet owned(Index process) const;
  /// |O.process ∩ {0 .. end-1}|, 0 <= end <= length().
  [[nodiscard]] Index owned_below(Index process, Index end) const;

  /// |O.q| for all q as runs of equal ones, by increasing q: at most 2 rules() + 1 runs.
  [[nodiscard]] std::vector<LoadRun> loads() const { return loads_below(length()); }
  /// The same for |O.q ∩ {0 .. end-1}|.
  [[nodiscard]] std::vector<LoadRun> loads_below(Index end) const;
  /// max_q |O.q ∩ {0 .. end-1}|.
  [[nodiscard]] Index most_below(Index end) const;

  /// Ma and Mi (Definition 3).
  [[nodiscard]] Index most() const { return most_below(length()); }
  [[nodiscard]] Index least() const;
  /// Ma - Mi <= 1 (Definition 4).
  [[nodiscard]] bool is_homogeneous() const { return most() - least() <= 1; }
  /// The number of processes that own an index.
  [[nodiscard]] Index image_size() const;
  [[nodiscard]] bool is_surjective() const { return image_size() == processes(); }

  /// outer ∘ inner (Definition 5): the inner one is applied first. InputError unless inner.processes() =
  /// outer.length().
  friend Distribution compose(const Distribution& outer, const Distribution& inner);

  bool operator==(const Distribution&) const = default;

 private:
  [[nodiscard]] std::vector<Index> loads_of_levels(Index process) const;
  [[nodiscard]] Index composed_below(Index process, Index end, std::size_t level,
                                     const std::vector<Index>& loads) const;

  std::vector<CyclicRule> rules_;
};

[[nodiscard]] Distribution compose(const Distribution& outer, const Distribution& inner);

/// Whether both have the same rules, regardless of the names of their kinds.
[[nodiscard]] bool same_map(const Distribution& a, const Distribution& b);

/// sum over k < n of max_q |O.q ∩ {0 .. k-1}|: the time of successive steps, each as long as its busiest process takes.
[[nodiscard]] double triangular_time(const Distribution& distribution);

/// sum over k < n of ceil(k/p): a bound that no distribution can beat (example 1).
[[nodiscard]] double triangular_bound(Index n, Index p);

/// The number of neighbours i, i + 1 on different processes: the data sent each way if neighbours exchange. O(n).
[[nodiscard]] double cut_neighbours(const Distribution& distribution);

}  // namespace apportion
