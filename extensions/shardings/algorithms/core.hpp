// The core of a sharding graph: what remains after reductions, the matrices of its edges (equal ones stored once,
// results of operations cached), the removal of labels and nodes, and the way back to the graph.
#pragma once

#include <algorithm>
#include <boost/functional/hash.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
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
  [[nodiscard]] MatrixPointer store(std::uint32_t rows, std::uint32_t columns, std::vector<Whole> costs) {
    const auto matrix = std::make_shared<Matrix>(Matrix{.rows = rows, .columns = columns, .costs = std::move(costs)});
    const auto [place, is_new] = stored_.insert(matrix);
    if (is_new) describe(*matrix);
    return *place;
  }

  /// The matrix of the listed rows, in that order; rows may be repeated.
  [[nodiscard]] MatrixPointer rows_of(const MatrixPointer& matrix, const std::vector<std::uint32_t>& rows) {
    return remembered({take_rows, matrix, nullptr, rows}, rows.size(), matrix->columns,
                      [&](std::size_t a, std::size_t b) { return matrix->at(rows[a], b); });
  }

  [[nodiscard]] MatrixPointer columns_of(const MatrixPointer& matrix, const std::vector<std::uint32_t>& columns) {
    return remembered({take_columns, matrix, nullptr, columns}, matrix->rows, columns.size(),
                      [&](std::size_t a, std::size_t b) { return matrix->at(a, columns[b]); });
  }

  [[nodiscard]] MatrixPointer added(const MatrixPointer& a, const MatrixPointer& b) {
    return remembered({add_up, a, b, {}}, a->rows, a->columns,
                      [&](std::size_t row, std::size_t column) { return sum(a->at(row, column), b->at(row, column)); });
  }

  [[nodiscard]] MatrixPointer transposed(const MatrixPointer& matrix) {
    return remembered({transpose, matrix, nullptr, {}}, matrix->columns, matrix->rows,
                      [&](std::size_t a, std::size_t b) { return matrix->at(b, a); });
  }

  /// Drops the results that are kept only for speed, and matrices that nothing else refers to.
  void forget() {
    results_.clear();
    std::erase_if(stored_, [](const MatrixPointer& matrix) { return matrix.use_count() == 1; });
  }

 private:
  enum Operation { take_rows, take_columns, add_up, transpose };

  // The operation, its matrices and its list.
  using Key = std::tuple<int, MatrixPointer, MatrixPointer, std::vector<std::uint32_t>>;

  struct ByContent {
    std::size_t operator()(const MatrixPointer& matrix) const { return boost::hash_value(matrix->costs); }
    bool operator()(const MatrixPointer& a, const MatrixPointer& b) const {
      return a->rows == b->rows && a->columns == b->columns && a->costs == b->costs;
    }
  };

  [[nodiscard]] static bool is_separable(const Matrix& matrix) {
    for (std::size_t a = 0; a < matrix.rows; ++a) {
      const Whole shift = matrix.at(a, 0) - matrix.at(0, 0);
      for (std::size_t b = 0; b < matrix.columns; ++b)
        if (matrix.at(a, b) >= forbidden || matrix.at(a, b) != matrix.at(0, b) + shift) return false;
    }
    return true;
  }

  static void describe(Matrix& matrix) {
    std::vector<std::uint32_t> in_row(matrix.rows, 0);
    std::vector<std::uint32_t> in_column(matrix.columns, 0);
    for (std::size_t a = 0; a < matrix.rows; ++a)
      for (std::size_t b = 0; b < matrix.columns; ++b) {
        if (matrix.at(a, b) >= forbidden) continue;
        ++in_row[a];
        ++in_column[b];
      }
    const auto one = [](std::uint32_t count) { return count == 1; };
    matrix.one_per_row = std::ranges::all_of(in_row, one);
    matrix.one_per_column = std::ranges::all_of(in_column, one);
    for (std::uint32_t a = 0; a < matrix.rows; ++a)
      if (in_row[a] == 0) matrix.dead_rows.push_back(a);
    for (std::uint32_t b = 0; b < matrix.columns; ++b)
      if (in_column[b] == 0) matrix.dead_columns.push_back(b);
    matrix.separable = is_separable(matrix);
  }

  template <class Cost>
  MatrixPointer remembered(const Key& key, std::size_t rows, std::size_t columns, const Cost& cost) {
    MatrixPointer& result = results_[key];
    if (result) return result;
    std::vector<Whole> costs;
    costs.reserve(rows * columns);
    for (std::size_t a = 0; a < rows; ++a)
      for (std::size_t b = 0; b < columns; ++b) costs.push_back(cost(a, b));
    result = store(static_cast<std::uint32_t>(rows), static_cast<std::uint32_t>(columns), std::move(costs));
    return result;
  }

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

/// The piece at a row of ascending ones that are apart; nullptr if there all labels take the same.
[[nodiscard]] const auto* piece_at(const auto& pieces, std::uint32_t row) {
  const auto after = std::ranges::upper_bound(pieces, row, {}, [](const auto& piece) { return piece.from; });
  return after == pieces.begin() || (after - 1)->to <= row ? nullptr : &*(after - 1);
}

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
  Core(const ShardingGraph& graph, const ProofStart& scaling, Log log)
      : groups(graph.size()), log_(std::move(log)), nodes_(graph.size()) {
    if (graph.usage_limit) first_time = event_times(graph);
    const std::vector<std::int64_t> times = first_time;
    if (!first_time.empty()) first_time.pop_back();
    capacity.assign(first_time.size(), graph.usage_limit.value_or(0));
    limit_ = graph.usage_limit.value_or(0);
    taken_.assign(first_time.size() + 1, 0);
    const auto scaled = [&](std::int64_t cost) {
      return cost >= forbidden_cost || cost > scaling.most ? forbidden : cost >> scaling.shift;
    };
    for (std::uint32_t v = 0; v < graph.size(); ++v) {
      const ShardingNode& node = graph.nodes[v];
      Group& group = groups[v];
      group.node = v;
      group.labels.resize(node.strategies);
      std::iota(group.labels.begin(), group.labels.end(), 0);
      for (std::size_t s = 0; s < node.strategies; ++s) group.costs.push_back(scaled(graph.costs[node.first + s]));
      const auto* usages = &graph.usages[node.first];
      if (!graph.usage_limit || node.from >= node.to ||
          std::all_of(usages, usages + node.strategies, std::logical_not{}))
        continue;
      group.pieces.push_back({row_of(times, node.from), row_of(times, node.to), {usages, usages + node.strategies}});
      group.tidy = false;
    }
    std::vector<MatrixPointer> matrices;
    for (const ShardingMatrix& matrix : graph.matrices) {
      std::vector<Whole> costs(matrix.costs.size());
      std::ranges::transform(matrix.costs, costs.begin(), scaled);
      matrices.push_back(pool->store(matrix.rows, matrix.columns, std::move(costs)));
    }
    for (const ShardingEdge& edge : graph.edges) {
      const auto index = static_cast<std::uint32_t>(edges.size());
      edges.push_back({edge.u, edge.v, matrices[edge.matrix], index});
      groups[edge.u].edges.push_back(index);
      if (edge.u != edge.v) groups[edge.v].edges.push_back(index);
    }
    edges_named_ = static_cast<std::uint32_t>(edges.size());
  }

  [[nodiscard]] Side side(const CoreEdge& edge, std::uint32_t end) const {
    const Matrix& matrix = *edge.matrix;
    if (end == edge.u) return {matrix.costs.data(), matrix.columns, 1, matrix.columns};
    return {matrix.costs.data(), 1, matrix.columns, matrix.rows};
  }

  /// Keeps only the labels at these places, ascending, also in all edges.
  void keep(std::uint32_t group, const std::vector<std::uint32_t>& places) {
    Group& kept = groups[group];
    if (places.empty()) {
      infeasible = true;
      return;
    }
    kept.labels = chosen(kept.labels, places);
    kept.costs = chosen(kept.costs, places);
    for (Piece& piece : kept.pieces) piece.usage = chosen(piece.usage, places);
    if (!kept.pieces.empty()) kept.tidy = false;
    for (const std::uint32_t index : kept.edges)
      if (edges[index].matrix) choose(edges[index], group, places);
  }

  /// Deletes the labels at these places. Returns whether there are any.
  bool drop(std::uint32_t group, const std::vector<bool>& dropped) {
    std::vector<std::uint32_t> kept;
    for (std::uint32_t a = 0; a < dropped.size(); ++a)
      if (!dropped[a]) kept.push_back(a);
    if (kept.size() == dropped.size()) return false;
    keep(group, kept);
    return true;
  }

  /// Merges `gone` into `into`: `gone` has the label at choice[a] wherever `into` has the one at a, which their edges
  /// allow.
  void merge(std::uint32_t gone, std::uint32_t into, const std::vector<std::uint32_t>& choice, std::uint32_t edge) {
    Group& left = groups[gone];
    Group& stays = groups[into];
    const Side costs = side(edges[edge], into);
    for (std::size_t a = 0; a < choice.size(); ++a)
      stays.costs[a] = sum(stays.costs[a], sum(left.costs[choice[a]], costs.at(a, choice[a])));
    edges[edge].matrix = nullptr;
    for (const std::uint32_t index : left.edges) {
      if (!edges[index].matrix) continue;
      choose(edges[index], gone, choice);
      for (std::uint32_t CoreEdge::*end : {&CoreEdge::u, &CoreEdge::v})
        if (edges[index].*end == gone) edges[index].*end = into;
      stays.edges.push_back(index);
    }
    for (const Piece& piece : left.pieces) stays.pieces.push_back({piece.from, piece.to, chosen(piece.usage, choice)});
    if (!left.pieces.empty()) stays.tidy = false;
    Departure departure{left.node, stays.node, stays.labels, chosen(left.labels, choice)};
    if (log_) log({MergedNode{left.node, stays.node, stays.labels, departure.labels_gone}});
    if (tracked_) changes_.merged[left.node] = departure;
    history_.departures.push_back(std::move(departure));
    left = Group{.gone = true};
  }

  /// Removes a group that has no memory and at most two edges: its best label is paid for by each label of the other
  /// end of one edge, by each pair of labels of the other ends of two, and by all without an edge.
  void eliminate(std::uint32_t gone) {
    static constexpr Whole nothing = 0;
    Group& left = groups[gone];
    const std::size_t ends = left.edges.size();
    const auto end = [&](std::size_t k) { return ends > k ? edges[left.edges[k]].other(gone) : gone; };
    const auto costs_to = [&](std::size_t k) {
      return ends > k ? side(edges[left.edges[k]], gone) : Side{&nothing, 0, 0, 1};
    };
    const std::uint32_t u = end(0);
    const std::uint32_t v = end(1);
    const Side to_u = costs_to(0);
    const Side to_v = costs_to(1);
    Departure departure{.gone = left.node, .by = groups[u].node, .beside = groups[v].node};
    if (ends > 0) departure.labels_by = groups[u].labels;
    if (ends > 1) departure.labels_beside = groups[v].labels;
    std::vector<Whole> costs;
    costs.reserve(std::size_t{to_u.count_there} * to_v.count_there);
    for (std::size_t a = 0; a < to_u.count_there; ++a)
      for (std::size_t b = 0; b < to_v.count_there; ++b) {
        Whole least = forbidden;
        std::uint32_t best = 0;
        for (std::uint32_t c = 0; c < left.size(); ++c) {
          const Whole cost = sum(left.costs[c], sum(to_u.at(c, a), to_v.at(c, b)));
          if (cost >= least) continue;
          least = cost;
          best = c;
        }
        costs.push_back(least);
        departure.labels_gone.push_back(left.labels[best]);
      }
    history_.departures.push_back(std::move(departure));
    const std::vector<std::uint32_t> indices = std::exchange(left.edges, {});
    for (const std::uint32_t index : indices) edges[index].matrix = nullptr;
    if (ends == 0) {
      infeasible = infeasible || costs.front() >= forbidden;
      base += costs.front();
    } else if (ends == 1) {
      std::ranges::transform(groups[u].costs, costs, groups[u].costs.begin(), sum);
      log({FoldedNode{left.node, groups[u].node}});
    } else {
      const std::uint32_t name = add_costs(u, v, pool->store(groups[u].size(), groups[v].size(), std::move(costs)));
      if (tracked_)
        for (const std::uint32_t index : indices) changes_.absorbed[edges[index].name] = name;
      log({BypassedNode{left.node, groups[u].node, groups[v].node}});
    }
    left = Group{.gone = true};
  }

  /// Sums edges between the same groups, adds loops to their group, and drops removed edges from the list.
  void gather(std::uint32_t group) {
    Group& at = groups[group];
    std::erase_if(at.edges, [&](std::uint32_t e) {
      CoreEdge& edge = edges[e];
      if (!edge.matrix) return true;
      if (edge.u != edge.v && (edge.u == group || edge.v == group)) return false;
      if (edge.u == group)
        for (std::size_t a = 0; a < at.size(); ++a) at.costs[a] = sum(at.costs[a], edge.matrix->at(a, a));
      edge.matrix = nullptr;
      return true;
    });
    const auto key = [&](std::uint32_t e) { return std::pair(edges[e].other(group), e); };
    std::ranges::sort(at.edges, {}, key);
    at.edges.erase(std::unique(at.edges.begin(), at.edges.end()), at.edges.end());
    std::size_t kept = 0;
    for (const std::uint32_t e : at.edges) {
      if (kept > 0 && edges[at.edges[kept - 1]].other(group) == edges[e].other(group)) {
        CoreEdge& first = edges[at.edges[kept - 1]];
        const CoreEdge& second = edges[e];
        first.matrix = pool->added(first.matrix, first.u == second.u ? second.matrix : pool->transposed(second.matrix));
        if (tracked_) changes_.absorbed[second.name] = first.name;
        edges[e].matrix = nullptr;
      } else {
        at.edges[kept++] = e;
      }
    }
    at.edges.resize(kept);
  }

  /// Moves the costs of a separable edge to its ends.
  void separate(std::uint32_t index) {
    CoreEdge& edge = edges[index];
    const Matrix& matrix = *edge.matrix;
    Group& u = groups[edge.u];
    Group& v = groups[edge.v];
    // The part of u is its excess over the row that is cheapest, so that no cost gets negative.
    std::size_t least = 0;
    for (std::size_t a = 1; a < matrix.rows; ++a)
      if (matrix.at(a, 0) < matrix.at(least, 0)) least = a;
    for (std::size_t a = 0; a < matrix.rows; ++a) u.costs[a] = sum(u.costs[a], matrix.at(a, 0) - matrix.at(least, 0));
    for (std::size_t b = 0; b < matrix.columns; ++b) v.costs[b] = sum(v.costs[b], matrix.at(least, b));
    log({SeparatedEdge{u.node, v.node}});
    edge.matrix = nullptr;
  }

  /// Adds a matrix of costs, rows for the labels of u, to the edge between two groups, or to one of several, or to a
  /// new one. Returns its name.
  std::uint32_t add_costs(std::uint32_t u, std::uint32_t v, const MatrixPointer& matrix) {
    for (const std::uint32_t e : groups[u].edges) {
      CoreEdge& edge = edges[e];
      if (!edge.matrix || edge.other(u) != v) continue;
      edge.matrix = pool->added(edge.matrix, edge.u == u ? matrix : pool->transposed(matrix));
      return edge.name;
    }
    for (const std::uint32_t end : {u, v}) groups[end].edges.push_back(static_cast<std::uint32_t>(edges.size()));
    edges.push_back({u, v, matrix, edges_named_});
    return edges_named_++;
  }

  /// Sums overlapping pieces, and sets the least usage aside for take_least(). Returns the labels that alone exceed the
  /// limit.
  [[nodiscard]] std::vector<DeadLabel> tidy(std::uint32_t group) {
    Group& at = groups[group];
    if (at.tidy) return {};
    at.tidy = true;
    struct Event {
      std::uint32_t row;
      std::uint32_t piece;
      bool ends;
    };
    std::vector<Event> events;
    for (std::uint32_t p = 0; p < at.pieces.size(); ++p) {
      events.push_back({at.pieces[p].from, p, false});
      events.push_back({at.pieces[p].to, p, true});
    }
    std::ranges::sort(events, {}, &Event::row);
    std::vector<WideWhole> usage(at.size(), 0);
    std::vector<Piece> pieces;
    std::vector<DeadLabel> dead;
    for (std::size_t k = 0; k < events.size(); ++k) {
      const std::vector<std::int64_t>& added = at.pieces[events[k].piece].usage;
      for (std::size_t a = 0; a < usage.size(); ++a) usage[a] += events[k].ends ? -WideWhole{added[a]} : added[a];
      if (k + 1 == events.size() || events[k + 1].row == events[k].row) continue;
      add_piece({events[k].row, events[k + 1].row, {}}, usage, pieces, dead);
    }
    at.pieces = std::move(pieces);
    return dead;
  }

  /// Subtracts what tidy() has set aside from the capacity.
  void take_least() {
    WideWhole taken = 0;
    for (std::size_t t = 0; t < capacity.size(); ++t) {
      taken += taken_[t];
      taken_[t] = 0;
      infeasible = taken > capacity[t];
      if (infeasible) return;
      capacity[t] -= static_cast<std::int64_t>(taken);
    }
    taken_[capacity.size()] = 0;
  }

  /// Deletes rows.
  void drop_rows(const std::vector<bool>& dropped) {
    if (std::ranges::find(dropped, true) == dropped.end()) return;
    std::vector<std::uint32_t> place(dropped.size() + 1, 0);
    std::uint32_t kept = 0;
    for (std::size_t t = 0; t < dropped.size(); ++t) {
      place[t] = kept;
      if (dropped[t]) continue;
      capacity[kept] = capacity[t];
      first_time[kept++] = first_time[t];
    }
    place[dropped.size()] = kept;
    capacity.resize(kept);
    first_time.resize(kept);
    taken_.assign(kept + 1, 0);
    for (Group& group : groups) {
      for (Piece& piece : std::exchange(group.pieces, {})) {
        piece.from = place[piece.from];
        piece.to = place[piece.to];
        if (piece.from < piece.to) append(std::move(piece), group.pieces);
      }
    }
  }

  /// Records why a row will be dropped: another one covers it, or, if both are the same, it cannot bind.
  void cover(std::size_t row, std::size_t by) {
    log({DroppedTime{first_time[row], first_time[by]}});
    if (tracked_ && row != by) changes_.covered[first_time[row]] = first_time[by];
  }

  /// Drops removed groups and edges, and renumbers the others.
  void compress() {
    std::vector<std::uint32_t> group_at(groups.size(), 0);
    std::vector<std::uint32_t> edge_at(edges.size(), 0);
    std::uint32_t kept = 0;
    for (std::uint32_t v = 0; v < groups.size(); ++v) {
      group_at[v] = kept;
      if (groups[v].gone) continue;
      std::erase_if(groups[v].edges, [&](std::uint32_t e) { return !edges[e].matrix; });
      if (kept != v) groups[kept] = std::move(groups[v]);
      ++kept;
    }
    groups.resize(kept);
    kept = 0;
    for (std::uint32_t e = 0; e < edges.size(); ++e) {
      edge_at[e] = kept;
      if (!edges[e].matrix) continue;
      if (kept != e) edges[kept] = std::move(edges[e]);
      edges[kept].u = group_at[edges[kept].u];
      edges[kept].v = group_at[edges[kept].v];
      ++kept;
    }
    edges.resize(kept);
    for (Group& group : groups)
      for (std::uint32_t& e : group.edges) e = edge_at[e];
  }

  /// Shares what was removed so far with all copies made from now on, which are cheap then.
  void share_history() {
    if (history_.departures.empty() && history_.replaced.empty()) return;
    auto shared = std::make_shared<const History>(std::move(history_));
    history_ = History{.before = std::move(shared)};
  }

  /// Stops logging.
  void mute() { log_ = {}; }

  /// Begins to track changes, or begins again.
  void track_changes() {
    tracked_ = true;
    changes_ = {};
  }

  [[nodiscard]] const CoreChanges& changes() const { return changes_; }

  /// After reduce(): an answer for the graph, from the places of the groups' labels.
  [[nodiscard]] Sharding expanded(const std::vector<std::uint32_t>& places) const {
    Sharding labels(nodes_, 0);
    for (std::size_t v = 0; v < groups.size(); ++v) labels[groups[v].node] = groups[v].labels[places[v]];
    for (const History* history = &history_; history != nullptr; history = history->before.get())
      for (std::size_t k = history->departures.size(); k-- > 0;) {
        const Departure& step = history->departures[k];
        const std::size_t row = place_in(step.labels_by, labels[step.by]);
        const std::size_t columns = std::max(step.labels_beside.size(), std::size_t{1});
        labels[step.gone] = step.labels_gone[row * columns + place_in(step.labels_beside, labels[step.beside])];
      }
    return labels;
  }

  /// After reduce(): places that correspond to an answer for the graph; dominating labels may replace its own at no
  /// higher cost. std::nullopt if one of its labels was deleted for another reason.
  [[nodiscard]] std::optional<std::vector<std::uint32_t>> places_of(Sharding labels) const {
    std::vector<const History*> histories;
    for (const History* history = &history_; history != nullptr; history = history->before.get())
      histories.push_back(history);
    for (std::size_t k = histories.size(); k-- > 0;)
      for (const DominatedLabel& each : histories[k]->replaced)
        if (labels[each.node] == each.label) labels[each.node] = each.by;
    std::vector<std::uint32_t> places;
    for (const Group& group : groups) {
      const std::size_t place = place_in(group.labels, labels[group.node]);
      if (place == group.labels.size() || group.labels[place] != labels[group.node]) return std::nullopt;
      places.push_back(static_cast<std::uint32_t>(place));
    }
    return places;
  }

  /// Records that a label may replace another one wherever that occurs.
  void replace(std::uint32_t group, std::uint32_t place, std::uint32_t by) {
    const Group& at = groups[group];
    history_.replaced.push_back({at.node, at.labels[place], at.labels[by]});
    log({history_.replaced.back()});
  }

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

  [[nodiscard]] static std::vector<std::int64_t> event_times(const ShardingGraph& graph) {
    std::vector<std::int64_t> times;
    for (const ShardingNode& node : graph.nodes)
      if (node.from < node.to) times.insert(times.end(), {node.from, node.to});
    std::ranges::sort(times);
    times.erase(std::unique(times.begin(), times.end()), times.end());
    return times;
  }

  [[nodiscard]] static std::uint32_t row_of(const std::vector<std::int64_t>& times, std::int64_t time) {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(times, time) - times.begin());
  }

  template <class Value>
  [[nodiscard]] static std::vector<Value> chosen(const std::vector<Value>& values,
                                                 const std::vector<std::uint32_t>& places) {
    std::vector<Value> result;
    result.reserve(places.size());
    for (const std::uint32_t place : places) result.push_back(values[place]);
    return result;
  }

  // Adds a piece behind the others, joined to the last one if that is adjacent and has the same usage.
  static void append(Piece piece, std::vector<Piece>& pieces) {
    if (!pieces.empty() && pieces.back().to == piece.from && pieces.back().usage == piece.usage)
      pieces.back().to = piece.to;
    else
      pieces.push_back(std::move(piece));
  }

  // Takes the rows or columns of an edge's matrix for these places of the end's labels.
  void choose(CoreEdge& edge, std::uint32_t end, const std::vector<std::uint32_t>& places) {
    if (edge.u == end) edge.matrix = pool->rows_of(edge.matrix, places);
    if (edge.v == end) edge.matrix = pool->columns_of(edge.matrix, places);
  }

  // Labels that exceed the limit alone are reported, and their usage is cut to fit into its type.
  void add_piece(Piece piece, const std::vector<WideWhole>& usage, std::vector<Piece>& pieces,
                 std::vector<DeadLabel>& dead) {
    const WideWhole least = std::ranges::min(usage);
    taken_[piece.from] += least;
    taken_[piece.to] -= least;
    for (std::uint32_t a = 0; a < usage.size(); ++a) {
      if (usage[a] > limit_) dead.push_back({a, piece.from});
      piece.usage.push_back(static_cast<std::int64_t>(std::min(usage[a] - least, WideWhole{limit_})));
    }
    if (!std::ranges::all_of(piece.usage, std::logical_not{})) append(std::move(piece), pieces);
  }

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
