// Sets of indices as strided runs: what a process owns, without listing every index.
#pragma once

#include <cstdint>
#include <vector>

namespace apportion {

/// An index of an array, a process number, or a number of them.
using Index = std::int64_t;

/// A count that may be a product of several lengths.
__extension__ typedef __int128 WideCount;  // NOLINT(modernize-use-using): no alias takes __extension__

/// The largest length of an array and number of processes: the product of two of them fits a WideCount, and of three.
constexpr Index largest_length = Index{1} << 40;

/// a b for a, b >= 0, or a number far beyond every array where that is greater.
[[nodiscard]] Index capped_product(Index a, Index b);

/// `count` runs of `length` consecutive indices, whose first ones are first, first + stride, ...
struct StridedRuns {
  Index first = 0;
  Index length = 1;
  Index stride = 1;  ///< = length where there is one run; > length otherwise
  Index count = 1;

  [[nodiscard]] Index size() const { return length * count; }
  [[nodiscard]] bool contains(Index index) const;
  bool operator==(const StridedRuns&) const = default;
};

/// Disjoint runs by increasing `first`; runs of different entries may alternate.
using IndexSet = std::vector<StridedRuns>;

[[nodiscard]] Index size(const IndexSet& set);
[[nodiscard]] bool contains(const IndexSet& set, Index index);
/// All indices, increasing. For sets that are small.
[[nodiscard]] std::vector<Index> enumerate(const IndexSet& set);

/// The indices i < n with (i div block) mod p in `set`, which is a set of numbers < p; n, p <= largest_length. Makes at
/// most min(runs, cycles) <= sqrt(n) entries for each one of `set`, and one where its runs have one stride around p.
[[nodiscard]] IndexSet cyclic_preimage(const IndexSet& set, Index n, Index p, Index block);

}  // namespace apportion
