// The core of a sharding graph: what remains after reductions, the matrices of its edges, and the way back to the
// graph.
#pragma once

#include <algorithm>
#include <boost/functional/hash.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "extensions/shardings/algorithms/certificate.hpp"
#include "extensions/shardings/sim/sharding.hpp"

namespace apportion::shardings {

/// A cost. Allowed costs are below `forbidden`, and the sum of two fits.
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
  std::vector<std::uint32_t> dead_rows = {};  ///< rows that allow no column
  std::vector<std::uint32_t> dead_columns = {};

  [[nodiscard]] Whole at(std::size_t row, std::size_t column) const { return costs[row * columns + column]; }
};

using MatrixPointer = std::shared_ptr<const Matrix>;

/// Stores matrices, equal ones once, and the results of operations on them until forget().
class MatrixPool {
 public:
  /// `costs`: rows x columns.
  [[nodiscard]] MatrixPointer store(std::uint32_t rows, std::uint32_t columns, std::vector<Whole> costs);

  /// The matrix of the listed rows, in that order; rows may be repeated.
  [[nodiscard]] MatrixPointer rows_of(const MatrixPointer& matrix, const std::vector<std::uint32_t>& rows);
  [[nodiscard]] MatrixPointer columns_of(const MatrixPointer& matrix, const std::vector<std::uint32_t>& columns);

  [[nodiscard]] MatrixPointer added(const MatrixPointer& a, const MatrixPointer& b);
  [[nodiscard]] MatrixPointer transposed(const MatrixPointer& matrix);

  /// Drops the results that are kept only for speed, and matrices that nothing else refers to.
  void forget();

 private:
  // The operation, its matrices and its list.
  using Key = std::tuple<int, MatrixPointer, MatrixPointer, std::vector<std::uint32_t>>;

  struct ByContent {
    std::size_t operator()(const MatrixPointer& matrix) const { return boost::hash_value(matrix->costs); }
    bool operator()(const MatrixPointer& a, const MatrixPointer& b) const {
      return a->rows == b->rows && a->columns == b->columns && a->costs == b->costs;
    }
  };

  template <class Cost>
  MatrixPointer remembered(const Key& key, std::size_t rows, std::size_t columns, const Cost& cost);

  std::unordered_set<MatrixPointer, ByContent, ByContent> stored_;
  std::unordered_map<Key, MatrixPointer, boost::hash<Key>> results_;
};

/// The memory that the labels of a group use in a range of rows (times). The least is 0, since what all labels use is
/// subtracted from the capacity.
struct Piece {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::vector<std::int64_t> usage = {};  ///< [place of the label]

  bool operator==(const Piece&) const = default;
};

/// The place of a label in an ascending list.
[[nodiscard]] inline std::size_t place_in(const std::vector<std::uint32_t>& labels, std::uint32_t label) {
  return static_cast<std::size_t>(std::ranges::lower_bound(labels, label) - labels.begin());
}

/// Nodes of the graph that are decided together, named by the number of one of them.
struct Group {
  std::uint32_t node = 0;                  ///< its number in the graph
  std::vector<std::uint32_t> labels = {};  ///< strategies of the node that names the group, ascending
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
  std::uint32_t name = 0;     ///< its first number, which never changes

  [[nodiscard]] std::uint32_t other(std::uint32_t end) const { return end == u ? v : u; }
};

/// An edge from the view of one end.
struct Side {
  const Whole* costs = nullptr;
  std::size_t own = 0;    ///< stride of the end's labels
  std::size_t there = 0;  ///< stride of the other end's
  std::uint32_t count_there = 0;

  [[nodiscard]] Whole at(std::size_t label, std::size_t other) const { return costs[label * own + other * there]; }
};

/// A label that is impossible at this row.
struct DeadLabel {
  std::uint32_t place = 0;
  std::uint32_t row = 0;
};

/// How the label of a removed node follows from those of one or two other nodes.
struct Departure {
  std::uint32_t gone = 0;
  std::uint32_t by = 0;
  std::vector<std::uint32_t> labels_by = {};    ///< empty: the label is labels_gone[0] in any case
  std::vector<std::uint32_t> labels_gone = {};  ///< [place in labels_by], or row by row with one for each label beside
  std::uint32_t beside = 0;
  std::vector<std::uint32_t> labels_beside = {};  ///< empty: `by` alone decides
};

/// The replacements of nodes, edges and times that were removed since track_changes().
struct CoreChanges {
  std::unordered_map<std::uint32_t, Departure> merged = {};        ///< [node]
  std::unordered_map<std::uint32_t, std::uint32_t> absorbed = {};  ///< [name] the edge that absorbed it
  std::unordered_map<std::int64_t, std::int64_t> covered = {};     ///< [time] the time that covers it
};

/// A problem with the same best answers as its graph, or without answers if the graph is infeasible. Labels of a group
/// keep their names from the graph, so that every change can be logged and replayed.
class Core {
 public:
  using Log = std::function<void(const CertificateRecord&)>;

  /// The costs as the proof starts.
  Core(const ShardingGraph& graph, const ProofStart& scaling, Log log);

  [[nodiscard]] Side side(const CoreEdge& edge, std::uint32_t end) const;

  /// Keeps only the labels at these places, ascending, also in all edges.
  void keep(std::uint32_t group, const std::vector<std::uint32_t>& places);

  /// Deletes the labels at these places. Returns whether there are any.
  bool drop(std::uint32_t group, const std::vector<bool>& dropped);

  /// Merges `gone` into `into`: `gone` has the label at choice[a] wherever `into` has the one at a, which their edges
  /// allow.
  void merge(std::uint32_t gone, std::uint32_t into, const std::vector<std::uint32_t>& choice, std::uint32_t edge);

  /// Removes a group that has no memory and at most two edges: its best label is paid for by each label of the other
  /// end of one edge, by each pair of labels of the other ends of two, and by all without an edge.
  void eliminate(std::uint32_t gone);

  /// Sums edges between the same groups, adds loops to their group, and drops removed edges from the list.
  void gather(std::uint32_t group);

  /// Moves the costs of a separable edge to its ends.
  void separate(std::uint32_t index);

  /// Adds a matrix of costs, rows for the labels of u, to the edge between two groups, or to one of several, or to a
  /// new one. Returns its name.
  std::uint32_t add_costs(std::uint32_t u, std::uint32_t v, const MatrixPointer& matrix);

  /// Sums overlapping pieces, and sets the least usage aside for take_least(). Returns the labels that alone exceed the
  /// limit.
  [[nodiscard]] std::vector<DeadLabel> tidy(std::uint32_t group);

  /// Subtracts what tidy() has set aside from the capacity.
  void take_least();

  /// Deletes rows.
  void drop_rows(const std::vector<bool>& dropped);

  /// Records why a row will be dropped: another one covers it, or, if both are the same, it cannot bind.
  void cover(std::size_t row, std::size_t by);

  /// Drops removed groups and edges, and renumbers the others.
  void compress();

  /// Shares what was removed so far with all copies made from now on, which are cheap then.
  void share_history();

  /// Stops logging.
  void mute() { log_ = {}; }

  /// Begins to track changes, or begins again.
  void track_changes();
  [[nodiscard]] const CoreChanges& changes() const { return changes_; }

  /// After reduce(): an answer for the graph, from the places of the groups' labels.
  [[nodiscard]] Sharding expanded(const std::vector<std::uint32_t>& places) const;

  /// After reduce(): places that correspond to an answer for the graph; dominating labels may replace its own at no
  /// higher cost. std::nullopt if one of its labels was deleted for another reason.
  [[nodiscard]] std::optional<std::vector<std::uint32_t>> places_of(Sharding labels) const;

  /// Records that a label may replace another one wherever that occurs.
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
  std::shared_ptr<MatrixPool> pool = std::make_shared<MatrixPool>();

 private:
  // The removals before a branch, shared by all its descendants.
  struct History {
    std::shared_ptr<const History> before = {};
    std::vector<Departure> departures = {};
    std::vector<DominatedLabel> replaced = {};
  };

  void choose(CoreEdge& edge, std::uint32_t end, const std::vector<std::uint32_t>& places);
  void add_piece(Piece piece, const std::vector<WideWhole>& usage, std::vector<Piece>& pieces,
                 std::vector<DeadLabel>& dead);

  Log log_;
  std::int64_t limit_ = 0;
  std::uint32_t edges_named_ = 0;
  std::vector<WideWhole> taken_;  // [row] least usages not yet subtracted from the capacity, as differences
  std::size_t nodes_ = 0;         // the number of nodes of the graph
  History history_;
  bool tracked_ = false;
  CoreChanges changes_;
};

/// The limits of reductions: what can be decided about a core before any search.
struct ReductionLimits {
  std::int64_t dominance = 0;       ///< how many differences of costs may be examined
  std::function<bool()> stop = {};  ///< may be empty
};

/// Repeats until nothing changes: deletes labels that are forbidden, that another label of the group beats for any
/// labels of its neighbours, or that break the memory limit; merges groups of which one determines the other; folds
/// groups without memory that have a single neighbour; deletes times that cannot bind. Afterwards groups are tidy and
/// their edges gathered, groups with a single label are removed, and the core is compressed.
void reduce(Core& core, const ReductionLimits& limits);

}  // namespace apportion::shardings
