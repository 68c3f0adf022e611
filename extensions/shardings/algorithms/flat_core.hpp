// A core in the form that searches and message passing use: flat arrays in floating point, which prove nothing; and a
// labelling that a search changes, with its memory at each row.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "extensions/shardings/algorithms/core.hpp"

namespace apportion::shardings {

/// Greater than any allowed cost. Sums of it are far from overflow, and absorb any allowed cost.
inline constexpr double infinite = 1e30;

/// The costs of an edge from the view of one of its ends, whose labels are the rows.
struct FlatMatrix {
  std::uint32_t columns = 0;
  std::vector<double> costs = {};  ///< row by row
};

/// An edge from the view of one of its ends.
struct FlatLink {
  std::uint32_t to = 0;
  std::uint32_t edge = 0;
  std::uint32_t matrix = 0;
  std::size_t message = 0;  ///< place of this end's message
  std::size_t back = 0;     ///< place of the same edge among the links of the other end
};

struct FlatPiece {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::size_t usage = 0;  ///< place of the first label's usage
};

/// Nodes are the groups of a core after reduce(), edges its edges; links are ascending by the other end.
class FlatCore {
 public:
  explicit FlatCore(const Core& core);

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(first.size() - 1); }
  [[nodiscard]] std::uint32_t labels(std::uint32_t node) const { return first[node + 1] - first[node]; }
  [[nodiscard]] std::span<const FlatLink> links_of(std::uint32_t node) const {
    return {links.data() + first_link[node], first_link[node + 1] - first_link[node]};
  }
  [[nodiscard]] std::span<const FlatPiece> pieces_of(std::uint32_t node) const {
    return {pieces.data() + first_piece[node], first_piece[node + 1] - first_piece[node]};
  }
  /// For one label of this end: the costs with each label of the other end.
  [[nodiscard]] const double* row(const FlatLink& link, std::uint32_t label) const {
    return &matrices[link.matrix].costs[std::size_t{label} * matrices[link.matrix].columns];
  }

  /// The number of entries that a sweep of messages reads: costs of labels, and those of edges from both ends.
  [[nodiscard]] double entries() const;

  std::vector<std::uint32_t> first;     ///< [node] place of its first label
  std::vector<double> costs;            ///< [place of label]
  std::vector<std::size_t> first_link;  ///< [node]
  std::vector<FlatLink> links;
  std::vector<FlatMatrix> matrices;      ///< [2 x original] the original, then the transposed one
  std::vector<MatrixPointer> originals;  ///< in whole numbers
  std::vector<std::size_t> first_piece;  ///< [node]
  std::vector<FlatPiece> pieces;
  std::vector<std::int64_t> usages;
  std::vector<std::int64_t> capacity;  ///< [row]
  std::size_t messages = 0;            ///< entries of messages
  std::uint32_t most_labels = 0;
  double base = 0;

 private:
  void add_links(const Core& core);
};

/// Usage less capacity at each row: adds to ranges of rows, and finds the worst row.
class MemoryTree {
 public:
  explicit MemoryTree(const std::vector<std::int64_t>& capacity);

  void add(std::uint32_t from, std::uint32_t to, std::int64_t amount);

  /// The greatest excess over the capacity; everything fits if it is not positive.
  [[nodiscard]] std::int64_t worst() const { return rows_ == 0 ? 0 : most_[1]; }
  [[nodiscard]] std::uint32_t worst_row() const;

  /// [row] The excess over the capacity; negative: room.
  [[nodiscard]] std::vector<std::int64_t> excess() const;

 private:
  void rise(std::size_t place);

  std::size_t rows_;
  std::size_t leaves_;
  std::vector<std::int64_t> most_;   // [place in the tree] the greatest of the subtree, without additions above it
  std::vector<std::int64_t> added_;  // [inner place] added to all rows of the subtree
};

/// Labels are places in the lists of the core's groups.
using Places = std::vector<std::uint32_t>;

/// A label for each group, and the memory that they fill.
class FilledLabels {
 public:
  FilledLabels(const FlatCore& flat, Places labels);

  [[nodiscard]] const Places& labels() const { return labels_; }
  [[nodiscard]] bool fits() const { return memory_.worst() <= 0; }
  [[nodiscard]] const MemoryTree& memory() const { return memory_; }

  void set(std::uint32_t node, std::uint32_t label);

  /// The memory that one label of a node uses at a row above the node's least.
  [[nodiscard]] static std::int64_t usage(const FlatCore& flat, std::uint32_t node, std::uint32_t label,
                                          std::uint32_t row);

 private:
  const FlatCore* flat_;
  Places labels_;
  MemoryTree memory_;
};

/// The cost of all nodes and edges, the flat core's base included; infinite or more if a pair is forbidden.
[[nodiscard]] double cost_of(const FlatCore& flat, const Places& labels);

/// [FlatCore::first + label] costs with memory at these prices.
[[nodiscard]] std::vector<double> priced_costs(const FlatCore& flat, const std::vector<double>& prices);

}  // namespace apportion::shardings
