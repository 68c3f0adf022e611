// Tables over aspect ratios, which hold for a set of items the coefficients of its best slicing tree at each of some
// ratios; and the trees that follow from such tables alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/rectangles/slicing_tree.hpp"
#include "sim/random_stream.hpp"

namespace apportion {

/// Since a subtree costs p w + q h + k in a box of w x h, the best tree of a set at one aspect ratio w/h is found from
/// the coefficients of its two halves at theirs: those of the box, scaled by the halves' shares. The ratios are spaced
/// evenly in logarithm, 48 of them from 1/20 to 20 and more above if the array is longer, so that the entry of a half
/// is that of the whole, shifted by a whole number that depends only on its share; ratios beyond the ends count as the
/// ends. Coefficients are those of real trees, so that rounding only affects the choice among them.
class AspectTables {
 public:
  /// Tables for an array that is `aspect` >= 1 times as wide as high.
  explicit AspectTables(double aspect);

  /// Forgets all sets.
  void clear();
  /// Forgets all sets except the pieces, which must have been added before all others.
  void keep_pieces();

  /// Adds a set that is not divided further, with these coefficients in any box. grow() refers to it by `name`. Returns
  /// the number of the set; sets are numbered from 0.
  std::int32_t add_piece(std::int32_t name, double area, const CostCoefficients& cost);

  /// Adds a set; offer() its halves next, at least once, then call finish().
  std::int32_t add_set(double area);
  /// Considers both cuts, across x and across y, of the set added last into the sets a and b.
  void offer(std::int32_t a, std::int32_t b);
  void finish();
  [[nodiscard]] double area(std::int32_t set) const { return areas_[static_cast<std::size_t>(set)]; }

  /// Adds the union of these sets, at most 16, with all ways to divide it; returns its number. Takes 3^sets steps.
  std::int32_t add_subsets(const std::vector<std::int32_t>& sets);

  /// The best tree of `set`, which contains all of the frame's items; pieces must be named by items.
  [[nodiscard]] SlicingTree tree(std::int32_t set, const Frame& frame) const;

  /// Visits the best tree of `set` in a box of this aspect ratio, children before their parents: make_leaf(name) and
  /// make_cut(kind, first, second) each return what they made. Every node chooses among the neighbouring entries by the
  /// exact aspect ratio, so that the tree is not worse than the table says.
  template <class MakeLeaf, class MakeCut>
  std::int32_t grow(std::int32_t set, double aspect, const MakeLeaf& make_leaf, const MakeCut& make_cut) const {
    const Choice choice = choose(set, aspect);
    if (choice.kind == NodeKind::leaf) return make_leaf(names_[static_cast<std::size_t>(set)]);
    const std::int32_t first = grow(choice.first, choice.first_aspect, make_leaf, make_cut);
    const std::int32_t second = grow(choice.second, choice.second_aspect, make_leaf, make_cut);
    return make_cut(choice.kind, first, second);
  }

 private:
  // A half of a set: its share of the set's area, and by how many entries its aspect ratio differs.
  struct Half {
    std::int32_t set = 0;
    std::int32_t shift = 0;
    float share = 0;
  };
  struct Halves {
    Half a;
    Half b;
  };

  struct Choice {
    NodeKind kind = NodeKind::leaf;
    std::int32_t first = 0;
    std::int32_t second = 0;
    double first_aspect = 1;
    double second_aspect = 1;
  };

  std::int32_t add(double share);
  [[nodiscard]] Choice choose(std::int32_t set, double aspect) const;
  [[nodiscard]] Half half(std::int32_t set) const;
  [[nodiscard]] std::ptrdiff_t nearest(double aspect) const;
  // Entry 0 of a set's row; the `entries_` before it repeat it, and the `entries_` after the last one repeat that.
  [[nodiscard]] std::size_t row(std::int32_t set) const {
    return (3 * static_cast<std::size_t>(set) + 1) * static_cast<std::size_t>(entries_);
  }
  void repeat_ends(std::int32_t set);

  std::ptrdiff_t entries_ = 0;
  std::size_t pieces_ = 0;
  std::vector<float> width_;   // of a box of area 1, by entry
  std::vector<float> height_;  // the same
  std::vector<double> areas_;
  std::vector<double> places_;  // logarithms of the areas, in steps of the table
  std::vector<std::int32_t> names_;
  std::vector<float> p_;
  std::vector<float> q_;
  std::vector<float> least_;           // of the set added last: the cost of its best cut, by entry
  std::vector<std::int32_t> choices_;  // by set and entry: twice the number of the halves, plus one if across y
  std::vector<Halves> halves_;
};

/// The largest p that subset_tree() takes: half a second.
inline constexpr std::size_t largest_p_of_subset = 13;

/// By aspect tables over all subsets, O(3^p). p from 1 to largest_p_of_subset.
[[nodiscard]] SlicingTree subset_tree(const Frame& frame);

/// The largest p that range_tree() takes: half a second and 100 MB.
inline constexpr std::size_t largest_p_of_range = 250;

/// By aspect tables over all ranges, O(p^3). p from 1 to largest_p_of_range.
[[nodiscard]] SlicingTree range_tree(const Frame& frame);

/// The largest p that cluster_trees() takes, and the most clusters.
inline constexpr std::size_t largest_p_of_cluster = 20'000;
inline constexpr std::size_t most_clusters = 12;

/// The best of `runs` trees: Huffman merging of the areas until `size` clusters are left, then all slicing trees over
/// these, the cuts inside them the best of their merging tree; by aspect tables. In all runs but the first, the areas
/// that the merging uses are multiplied by random factors. Each run takes O(p log p + 3^size) steps. size from 1 to
/// most_clusters, runs at least 1.
[[nodiscard]] BestTree cluster_trees(const Frame& frame, std::size_t size, std::size_t runs, RandomStream& stream);

}  // namespace apportion
