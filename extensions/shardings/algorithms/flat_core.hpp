// A core in the form that searches and message passing use: flat arrays in floating point, which prove nothing; and a
// labelling that a search changes, with its memory at each row in a segment tree.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
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
  explicit FlatCore(const Core& core) : capacity(core.capacity), base(static_cast<double>(core.base)) {
    for (const Group& group : core.groups) {
      first.push_back(static_cast<std::uint32_t>(costs.size()));
      for (const Whole cost : group.costs) costs.push_back(floating(cost));
      most_labels = std::max(most_labels, group.size());
      first_piece.push_back(pieces.size());
      for (const Piece& piece : group.pieces) {
        pieces.push_back({piece.from, piece.to, usages.size()});
        usages.insert(usages.end(), piece.usage.begin(), piece.usage.end());
      }
    }
    first.push_back(static_cast<std::uint32_t>(costs.size()));
    first_piece.push_back(pieces.size());
    add_links(core);
  }

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(first.size() - 1); }
  [[nodiscard]] std::uint32_t labels(std::uint32_t node) const { return first[node + 1] - first[node]; }
  [[nodiscard]] std::span<const FlatLink> links_of(std::uint32_t node) const {
    return {links.data() + first_link[node], first_link[node + 1] - first_link[node]};
  }
  [[nodiscard]] std::span<const FlatPiece> pieces_of(std::uint32_t node) const {
    return {pieces.data() + first_piece[node], first_piece[node + 1] - first_piece[node]};
  }
  /// In how many parts a node divides its cost above the least among its links: the more of those to nodes before and
  /// of those to nodes after, at least 1.
  [[nodiscard]] std::size_t shares(std::uint32_t node) const {
    const std::span<const FlatLink> all = links_of(node);
    const auto before =
        static_cast<std::size_t>(std::ranges::count_if(all, [node](const FlatLink& link) { return link.to < node; }));
    return std::max({before, all.size() - before, std::size_t{1}});
  }
  /// For one label of this end: the costs with each label of the other end.
  [[nodiscard]] const double* row(const FlatLink& link, std::uint32_t label) const {
    return &matrices[link.matrix].costs[std::size_t{label} * matrices[link.matrix].columns];
  }

  /// The number of entries that a sweep of messages reads: costs of labels, and those of edges from both ends.
  [[nodiscard]] double entries() const {
    auto entries = static_cast<double>(costs.size());
    for (const FlatLink& link : links) entries += static_cast<double>(matrices[link.matrix].costs.size());
    return entries;
  }

  std::vector<std::uint32_t> first;     ///< [node] place of its first label
  std::vector<double> costs;            ///< [place of label]
  std::vector<std::size_t> first_link;  ///< [node]
  std::vector<FlatLink> links;
  std::vector<FlatMatrix> matrices;      ///< each followed by the transposed one
  std::vector<std::size_t> first_piece;  ///< [node]
  std::vector<FlatPiece> pieces;
  std::vector<std::int64_t> usages;
  std::vector<std::int64_t> capacity;  ///< [row]
  std::size_t messages = 0;            ///< entries of messages
  std::uint32_t most_labels = 0;
  double base = 0;

 private:
  static double floating(Whole cost) { return cost >= forbidden ? infinite : static_cast<double>(cost); }

  // Adds the matrix, and the transposed one.
  void add_matrix(const Matrix& matrix) {
    FlatMatrix straight{.columns = matrix.columns};
    FlatMatrix turned{.columns = matrix.rows};
    for (const Whole cost : matrix.costs) straight.costs.push_back(floating(cost));
    for (std::size_t b = 0; b < matrix.columns; ++b)
      for (std::size_t a = 0; a < matrix.rows; ++a) turned.costs.push_back(floating(matrix.at(a, b)));
    matrices.push_back(std::move(straight));
    matrices.push_back(std::move(turned));
  }

  void add_links(const Core& core) {
    std::unordered_map<const Matrix*, std::uint32_t> known;
    std::unordered_map<std::uint32_t, std::size_t> met;  // edges of which one end has its link
    for (std::uint32_t node = 0; node < size(); ++node) {
      first_link.push_back(links.size());
      for (const std::uint32_t e : core.groups[node].edges) {
        const CoreEdge& edge = core.edges[e];
        const auto [matrix, is_new] = known.try_emplace(edge.matrix.get(), static_cast<std::uint32_t>(matrices.size()));
        if (is_new) add_matrix(*edge.matrix);
        const std::uint32_t turned = edge.v == node ? 1 : 0;
        FlatLink link{.to = edge.other(node), .edge = e, .matrix = matrix->second + turned, .message = messages};
        messages += labels(node);
        const auto [other, is_first] = met.try_emplace(e, links.size());
        if (!is_first) {
          link.back = other->second;
          links[link.back].back = links.size();
        }
        links.push_back(link);
      }
    }
    first_link.push_back(links.size());
  }
};

/// Usage less capacity at each row: adds to ranges of rows, and finds the worst row.
class MemoryTree {
 public:
  explicit MemoryTree(const std::vector<std::int64_t>& capacity)
      : rows_(capacity.size()),
        leaves_(std::bit_ceil(std::max(capacity.size(), std::size_t{1}))),
        most_(2 * leaves_, no_row),
        added_(leaves_, 0) {
    for (std::size_t t = 0; t < rows_; ++t) most_[leaves_ + t] = -capacity[t];
    for (std::size_t k = leaves_; k-- > 1;) most_[k] = std::max(most_[2 * k], most_[2 * k + 1]);
  }

  void add(std::uint32_t from, std::uint32_t to, std::int64_t amount) {
    std::size_t low = from + leaves_;
    std::size_t high = to + leaves_;
    const auto add_at = [&](std::size_t place) {
      most_[place] += amount;
      if (place < leaves_) added_[place] += amount;
    };
    for (; low < high; low /= 2, high /= 2) {
      if (low % 2 == 1) add_at(low++);
      if (high % 2 == 1) add_at(--high);
    }
    rise(from + leaves_);
    rise(to - 1 + leaves_);
  }

  /// The greatest excess over the capacity; everything fits if it is not positive.
  [[nodiscard]] std::int64_t worst() const { return rows_ == 0 ? 0 : most_[1]; }
  [[nodiscard]] std::uint32_t worst_row() const {
    std::size_t place = 1;
    while (place < leaves_) place = most_[2 * place] >= most_[2 * place + 1] ? 2 * place : 2 * place + 1;
    return static_cast<std::uint32_t>(place - leaves_);
  }

  /// [row] The excess over the capacity; negative: room.
  [[nodiscard]] std::vector<std::int64_t> excess() const {
    std::vector<std::int64_t> excess;
    for (std::size_t leaf = leaves_; leaf < leaves_ + rows_; ++leaf) {
      excess.push_back(most_[leaf]);
      for (std::size_t place = leaf / 2; place > 0; place /= 2) excess.back() += added_[place];
    }
    return excess;
  }

 private:
  static constexpr std::int64_t no_row = -(std::int64_t{1} << 61);

  void rise(std::size_t place) {
    for (place /= 2; place > 0; place /= 2)
      most_[place] = std::max(most_[2 * place], most_[2 * place + 1]) + added_[place];
  }

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
  FilledLabels(const FlatCore& flat, Places labels) : flat_(&flat), labels_(std::move(labels)), memory_(flat.capacity) {
    for (std::uint32_t v = 0; v < flat.size(); ++v)
      for (const FlatPiece& piece : flat.pieces_of(v)) {
        const std::int64_t usage = flat.usages[piece.usage + labels_[v]];
        if (usage != 0) memory_.add(piece.from, piece.to, usage);
      }
  }

  [[nodiscard]] const Places& labels() const { return labels_; }
  [[nodiscard]] bool fits() const { return memory_.worst() <= 0; }
  [[nodiscard]] const MemoryTree& memory() const { return memory_; }

  void set(std::uint32_t node, std::uint32_t label) {
    if (labels_[node] == label) return;
    for (const FlatPiece& piece : flat_->pieces_of(node)) {
      const std::int64_t more = flat_->usages[piece.usage + label] - flat_->usages[piece.usage + labels_[node]];
      if (more != 0) memory_.add(piece.from, piece.to, more);
    }
    labels_[node] = label;
  }

  /// The memory that one label of a node uses at a row above the node's least.
  [[nodiscard]] static std::int64_t usage(const FlatCore& flat, std::uint32_t node, std::uint32_t label,
                                          std::uint32_t row) {
    const FlatPiece* piece = piece_at(flat.pieces_of(node), row);
    return piece == nullptr ? 0 : flat.usages[piece->usage + label];
  }

 private:
  const FlatCore* flat_;
  Places labels_;
  MemoryTree memory_;
};

/// The cost of all nodes and edges, the flat core's base included; infinite or more if a pair is forbidden.
[[nodiscard]] inline double cost_of(const FlatCore& flat, const Places& labels) {
  double cost = flat.base;
  for (std::uint32_t v = 0; v < flat.size(); ++v) {
    cost += flat.costs[flat.first[v] + labels[v]];
    for (const FlatLink& link : flat.links_of(v))
      if (link.to > v) cost += flat.row(link, labels[v])[labels[link.to]];
  }
  return cost;
}

/// [FlatCore::first + label] costs with memory at these prices.
[[nodiscard]] inline std::vector<double> priced_costs(const FlatCore& flat, const std::vector<double>& prices) {
  std::vector<double> costs = flat.costs;
  std::vector<double> before(prices.size() + 1, 0);
  for (std::size_t t = 0; t < prices.size(); ++t) before[t + 1] = before[t] + prices[t];
  for (std::uint32_t v = 0; v < flat.size(); ++v)
    for (const FlatPiece& piece : flat.pieces_of(v)) {
      const double price = before[piece.to] - before[piece.from];
      for (std::uint32_t a = 0; a < flat.labels(v); ++a)
        costs[flat.first[v] + a] += price * static_cast<double>(flat.usages[piece.usage + a]);
    }
  return costs;
}

}  // namespace apportion::shardings
