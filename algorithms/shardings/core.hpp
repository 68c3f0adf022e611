// The core of a sharding graph: what reductions have left of it, the matrices of its edges, and the way back.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "algorithms/shardings/certificate.hpp"
#include "sim/graphs/sharding.hpp"

namespace apportion::shardings {

/// A cost. What is not forbidden stays below `forbidden`; sums of two fit.
using Whole = std::int64_t;

/// Internally forbidden. The costs of a core that are below it sum to less than it.
inline constexpr Whole forbidden = Whole{1} << 60;

[[nodiscard]] inline Whole sum(Whole a, Whole b) { return a >= forbidden || b >= forbidden ? forbidden : a + b; }

struct Matrix {
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
  std::vector<Whole> costs = {};  ///< row by row
  bool one_per_row = false;       ///< each row allows exactly one column
  bool one_per_column = false;
  bool separable = false;  ///< costs(a, b) = costs(a, 0) + costs(0, b) - costs(0, 0), nothing forbidden
  std::vector<std::uint32_t> dead_rows = {};  ///< that allow nothing
  std::vector<std::uint32_t> dead_columns = {};

  [[nodiscard]] Whole at(std::size_t row, std::size_t column) const { return costs[row * columns + column]; }
};

using MatrixPointer = std::shared_ptr<const Matrix>;

/// Stores matrices, and what has been computed of them, until forget().
class MatrixPool {
 public:
  /// `costs`: rows x columns.
  [[nodiscard]] MatrixPointer store(std::uint32_t rows, std::uint32_t columns, std::vector<Whole> costs);

  /// The rows listed, in that order; they may repeat.
  [[nodiscard]] MatrixPointer rows_of(const MatrixPointer& matrix, std::span<const std::uint32_t> rows);
  [[nodiscard]] MatrixPointer columns_of(const MatrixPointer& matrix, std::span<const std::uint32_t> columns);

  [[nodiscard]] MatrixPointer added(const MatrixPointer& a, const MatrixPointer& b);
  [[nodiscard]] MatrixPointer transposed(const MatrixPointer& matrix);

  /// Drops what is kept for speed alone.
  void forget();

 private:
  struct Result {
    MatrixPointer first;
    MatrixPointer second;
    int operation = 0;
    std::vector<std::uint32_t> list;
    MatrixPointer result;
  };

  template <class Compute>
  MatrixPointer remembered(int operation, const MatrixPointer& first, const MatrixPointer& second,
                           std::span<const std::uint32_t> list, Compute compute);

  std::unordered_multimap<std::uint64_t, std::weak_ptr<const Matrix>> stored_;
  std::unordered_multimap<std::uint64_t, Result> results_;
};

/// What the labels of a group take in a stretch of rows (times). The least is 0: what all labels take is taken off the
/// capacity.
struct Piece {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::vector<std::int64_t> usage = {};  ///< [place of the label]

  bool operator==(const Piece&) const = default;
};

/// Nodes of the graph that are decided together, named by the number of one of them.
struct Group {
  std::uint32_t node = 0;                  ///< its number in the graph
  std::vector<std::uint32_t> labels = {};  ///< strategies of the node that it is named for, ascending
  std::vector<Whole> costs = {};           ///< [place in labels]
  std::vector<Piece> pieces = {};          ///< ascending and apart if `tidy`
  std::vector<std::uint32_t> edges = {};   ///< some may be gone
  bool tidy = true;
  bool gone = false;

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(labels.size()); }
};

struct CoreEdge {
  std::uint32_t u = 0;
  std::uint32_t v = 0;
  MatrixPointer matrix = {};  ///< rows for the labels of u; null: gone
  std::uint32_t name = 0;     ///< its first number, which stays

  [[nodiscard]] std::uint32_t other(std::uint32_t end) const { return end == u ? v : u; }
};

/// One end's view of an edge.
struct Side {
  const Whole* costs = nullptr;
  std::size_t own = 0;    ///< stride of the end's labels
  std::size_t there = 0;  ///< stride of the other end's
  std::uint32_t count_there = 0;

  [[nodiscard]] Whole at(std::size_t label, std::size_t other) const { return costs[label * own + other * there]; }
};

/// A label that cannot be had at this row.
struct DeadLabel {
  std::uint32_t place = 0;
  std::uint32_t row = 0;
};

/// How the label of a node that has left follows from those of one or two other nodes.
struct Departure {
  std::uint32_t gone = 0;
  std::uint32_t by = 0;
  std::vector<std::uint32_t> labels_by = {};    ///< empty: the label is labels_gone[0] in any case
  std::vector<std::uint32_t> labels_gone = {};  ///< [place in labels_by], or row by row with one for each label beside
  std::uint32_t beside = 0;
  std::vector<std::uint32_t> labels_beside = {};  ///< empty: `by` alone decides
};

/// What nodes, edges and times that have left since track_changes() were replaced by.
struct CoreChanges {
  std::unordered_map<std::uint32_t, Departure> merged = {};        ///< by node
  std::unordered_map<std::uint32_t, std::uint32_t> absorbed = {};  ///< edge by edge, by name
  std::unordered_map<std::int64_t, std::int64_t> covered = {};     ///< time by time
};

/// A problem with the same best answers as the graph that it was made of, or without answers where it is infeasible.
/// Labels of a group are named by what they were in the graph, so that every change can be told and replayed.
class Core {
 public:
  using Log = std::function<void(const CertificateRecord&)>;

  /// Costs are divided by 2^shift and rounded down; what costs more than `most` is forbidden.
  Core(const ShardingGraph& graph, int shift, WideWhole most, Log log);

  [[nodiscard]] Side side(const CoreEdge& edge, std::uint32_t end) const;

  /// Keeps the labels at these places, ascending, and takes the rest off all edges.
  void keep(std::uint32_t group, const std::vector<std::uint32_t>& places);

  /// `gone` has the label at choice[a] wherever `into` has the one at a, which their edges allow.
  void merge(std::uint32_t gone, std::uint32_t into, const std::vector<std::uint32_t>& choice, std::uint32_t edge);

  /// A group without memory and with this one edge leaves; the other end pays for its best label.
  void fold(std::uint32_t gone, std::uint32_t index);

  /// A group without memory and with these two edges leaves; each pair of labels of the other ends pays for its best
  /// label.
  void bypass(std::uint32_t gone, std::uint32_t first, std::uint32_t second);

  /// A group with neither edges nor memory leaves with its cheapest label.
  void settle(std::uint32_t group);

  /// Adds edges between the same groups up, and loops to their group. Drops what is gone from the list of edges.
  void gather(std::uint32_t group);

  /// Moves a separable edge's costs to its ends.
  void separate(std::uint32_t index);

  /// Adds a matrix of costs, rows for the labels of u, to the edge between two groups, or to one of several, or to a
  /// new one. Returns its name.
  std::uint32_t add_costs(std::uint32_t u, std::uint32_t v, const MatrixPointer& matrix);

  /// An edge between two groups; null without one.
  [[nodiscard]] const CoreEdge* between(std::uint32_t u, std::uint32_t v) const;

  /// Sums overlapping pieces, and takes out the least usage for take_least(). Returns labels that alone pass the limit.
  [[nodiscard]] std::vector<DeadLabel> tidy(std::uint32_t group);

  /// Takes what tidy() has taken out off the capacity.
  void take_least();

  /// Deletes rows.
  void drop_rows(const std::vector<bool>& dropped);

  /// Notes why a row will be dropped: another one covers it, or (the same) it cannot bind.
  void cover(std::size_t row, std::size_t by);

  /// Drops groups and edges that are gone, and renumbers the others.
  void compress();

  /// A copy to which further changes are made, while this core stays as it is.
  [[nodiscard]] Core branch();

  /// Stops logging.
  void mute() { log_ = {}; }

  /// Begins to keep track of changes, or does so anew.
  void track_changes();
  [[nodiscard]] const CoreChanges& changes() const { return changes_; }

  /// An answer for the graph, from the places of the groups' labels.
  [[nodiscard]] Sharding expanded(const std::vector<std::uint32_t>& places) const;

  /// Places for an answer for the graph, which labels that dominate its own make no dearer; std::nullopt where one of
  /// its labels was deleted for another reason.
  [[nodiscard]] std::optional<std::vector<std::uint32_t>> places_of(Sharding labels) const;

  /// Notes that a label may stand for another one wherever that occurs.
  void replace(std::uint32_t group, std::uint32_t place, std::uint32_t by);

  void log(const CertificateRecord& record) const {
    if (log_) log_(record);
  }
  [[nodiscard]] bool is_logged() const { return static_cast<bool>(log_); }

  std::vector<Group> groups;
  std::vector<CoreEdge> edges;
  WideWhole base = 0;
  std::vector<std::int64_t> capacity;    ///< [row] above the least usages of all groups
  std::vector<std::int64_t> first_time;  ///< [row] of the graph
  bool infeasible = false;
  std::size_t overfull = 0;  ///< a row whose least usages pass the limit, if that is why
  std::shared_ptr<MatrixPool> pool = std::make_shared<MatrixPool>();

 private:
  // What has left before a branch, shared by all that come from it.
  struct History {
    std::shared_ptr<const History> before = {};
    std::vector<Departure> departures = {};
    std::vector<DominatedLabel> replaced = {};
  };

  void relink(std::uint32_t index, std::uint32_t from, std::uint32_t to, const std::vector<std::uint32_t>& choice);
  void add_loop(std::uint32_t group, const CoreEdge& edge);
  void add_piece(Piece piece, const std::vector<WideWhole>& usage, std::vector<Piece>& pieces,
                 std::vector<DeadLabel>& dead);

  Log log_;
  std::int64_t limit_ = 0;
  std::uint32_t edges_named_ = 0;
  std::vector<WideWhole> taken_;  // [row] least usages not yet taken off the capacity, as differences
  std::size_t nodes_ = 0;         // of the graph
  History history_;
  bool tracked_ = false;
  CoreChanges changes_;
};

}  // namespace apportion::shardings
