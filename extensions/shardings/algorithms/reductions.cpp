// The reductions, which are repeated on the groups that may have changed: dominance, memory over time, and structure.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include "base/work_queue.hpp"
#include "extensions/shardings/algorithms/core.hpp"

namespace apportion::shardings {
namespace {

// --- Dominance as in dead-end elimination (Goldstein, Efficient rotamer elimination, 1994), with memory over time

class DominanceTest {
 public:
  DominanceTest(const Core& core, std::uint32_t group) : group_(core.groups[group]) {
    for (const std::uint32_t e : group_.edges) sides_.push_back(core.side(core.edges[e], group));
    for (const Side& side : sides_)
      for (std::uint32_t a = 0; a < group_.size(); ++a) {
        std::uint32_t least = 0;
        for (std::uint32_t t = 1; t < side.count_there; ++t)
          if (side.at(a, t) < side.at(a, least)) least = t;
        cheapest_.push_back(least);
      }
  }

  // Whether `by` costs no more than `label` for any labels of the neighbours, and never takes more memory.
  [[nodiscard]] bool dominates(std::uint32_t by, std::uint32_t label, std::int64_t& budget) const {
    if (group_.costs[by] > group_.costs[label] && sides_.empty()) return false;
    for (const Piece& piece : group_.pieces)
      if (piece.usage[by] > piece.usage[label]) return false;
    return costs_less(by, label, budget);
  }

 private:
  [[nodiscard]] bool costs_less(std::uint32_t by, std::uint32_t label, std::int64_t& budget) const {
    Whole difference = group_.costs[by] - group_.costs[label];
    // The cheapest label beside `label` is the likeliest counterexample: try it first.
    for (std::size_t k = 0; k < sides_.size(); ++k) {
      const std::uint32_t there = cheapest_[k * group_.size() + label];
      const Whole cost = sides_[k].at(by, there);
      if (cost >= forbidden) return false;
      difference += cost - sides_[k].at(label, there);
    }
    budget -= static_cast<std::int64_t>(sides_.size());
    if (difference > 0) return false;
    for (std::size_t k = 0; k < sides_.size(); ++k) {
      const std::uint32_t there = cheapest_[k * group_.size() + label];
      const Whole counted = sides_[k].at(by, there) - sides_[k].at(label, there);
      difference += greatest(sides_[k], by, label) - counted;
      budget -= sides_[k].count_there;
      if (difference > 0) return false;
    }
    return true;
  }

  // The most that `by` can cost above `label` on this edge, over the labels there that `label` allows.
  [[nodiscard]] static Whole greatest(const Side& side, std::uint32_t by, std::uint32_t label) {
    Whole most = -forbidden;
    for (std::size_t t = 0; t < side.count_there; ++t) {
      const Whole beaten = side.at(label, t);
      if (beaten < forbidden) most = std::max(most, side.at(by, t) - beaten);
    }
    return most;
  }

  const Group& group_;
  std::vector<Side> sides_;
  std::vector<std::uint32_t> cheapest_;  // [side][label] the cheapest label there
};

// Deletes dominated labels of a tidy and gathered group. Returns whether there were any. `budget` decreases by the
// number of differences of costs that are computed; nothing is done once it is below 0.
bool drop_dominated(Core& core, std::uint32_t group, std::int64_t& budget) {
  if (budget < 0) return false;
  const Group& at = core.groups[group];
  if (at.gone || at.size() == 1) return false;
  const DominanceTest test(core, group);
  std::vector<std::uint32_t> order(at.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t a) { return at.costs[a]; });
  std::vector<bool> dropped(at.size(), false);
  for (const std::uint32_t label : order) {
    for (const std::uint32_t by : order) {
      if (by == label || dropped[by] || budget < 0 || !test.dominates(by, label, budget)) continue;
      dropped[label] = true;
      core.replace(group, label, by);
      break;
    }
  }
  return core.drop(group, dropped);
}

// --- Memory over time: labels that do not fit, and times that cannot bind

// Deletes labels; the same place may be listed more than once.
void drop_dead(Core& core, std::uint32_t group, const std::vector<DeadLabel>& dead) {
  std::vector<bool> is_dead(core.groups[group].size(), false);
  for (const DeadLabel& each : dead) {
    if (is_dead[each.place]) continue;
    is_dead[each.place] = true;
    core.log(
        {OverfullLabel{core.groups[group].node, core.groups[group].labels[each.place], core.first_time[each.row]}});
  }
  core.drop(group, is_dead);
}

// The first row of the least capacity in [from, to).
std::uint32_t tightest_row(const Core& core, std::uint32_t from, std::uint32_t to) {
  const std::int64_t* capacity = core.capacity.data();
  return static_cast<std::uint32_t>(std::min_element(capacity + from, capacity + to) - capacity);
}

// For each row the groups whose usage changes from the row before; one may be listed twice.
std::vector<std::vector<std::uint32_t>> changing_groups(const Core& core) {
  std::vector<std::vector<std::uint32_t>> groups(core.capacity.size() + 1);
  for (std::uint32_t v = 0; v < core.groups.size(); ++v)
    for (const Piece& piece : core.groups[v].pieces)
      for (const std::uint32_t row : {piece.from, piece.to}) groups[row].push_back(v);
  return groups;
}

bool never_more(const Piece* a, const Piece* b) {
  if (a == nullptr) return true;
  if (b == nullptr) return false;
  return std::ranges::equal(a->usage, b->usage, std::less_equal{});
}

// Whether every group takes at least as much at row `b` as at row `a`.
bool is_covered(const Core& core, const std::vector<std::uint32_t>& groups, std::uint32_t a, std::uint32_t b) {
  return core.capacity[b] <= core.capacity[a] && std::ranges::all_of(groups, [&](std::uint32_t v) {
           return never_more(piece_at(core.groups[v].pieces, a), piece_at(core.groups[v].pieces, b));
         });
}

std::vector<bool> slack_rows(Core& core) {
  std::vector<WideWhole> most(core.capacity.size() + 1, 0);
  for (const Group& group : core.groups)
    for (const Piece& piece : group.pieces) {
      most[piece.from] += std::ranges::max(piece.usage);
      most[piece.to] -= std::ranges::max(piece.usage);
    }
  std::vector<bool> slack(core.capacity.size());
  WideWhole sum = 0;
  for (std::size_t t = 0; t < slack.size(); ++t) {
    sum += most[t];
    slack[t] = sum <= core.capacity[t];
    if (slack[t]) core.cover(t, t);
  }
  return slack;
}

std::vector<bool> covered_rows(Core& core) {
  const std::vector<std::vector<std::uint32_t>> changing = changing_groups(core);
  std::vector<bool> covered(core.capacity.size(), false);
  const auto cover = [&](std::uint32_t row, std::uint32_t by) {
    covered[row] = true;
    core.cover(row, by);
  };
  for (std::uint32_t t = 0; t + 1 < core.capacity.size(); ++t) {
    if (covered[t]) continue;
    if (is_covered(core, changing[t + 1], t, t + 1))
      cover(t, t + 1);
    else if (is_covered(core, changing[t + 1], t + 1, t))
      cover(t + 1, t);
  }
  return covered;
}

// Forbids pairs of labels that together exceed the memory limit, for groups with an edge only: further edges would make
// neighbourhoods hard. Edges have been gathered, so one that has a matrix is the only one between its ends, and both
// are left.
class PairExclusion {
 public:
  explicit PairExclusion(Core& core) : core_(core), most_(core.groups.size(), 0) {
    for (std::size_t v = 0; v < most_.size(); ++v)
      for (const Piece& piece : core.groups[v].pieces) most_[v] = std::max(most_[v], std::ranges::max(piece.usage));
    room_ = core.capacity.empty() ? 0 : std::ranges::min(core.capacity);
  }

  // Returns the groups that have lost pairs.
  std::vector<std::uint32_t> run() {
    for (const CoreEdge& edge : core_.edges)
      if (edge.matrix) exclude(edge);
    return changed_;
  }

 private:
  void exclude(const CoreEdge& edge) {
    const auto [u, v] = std::pair(edge.u, edge.v);
    if (most_[u] <= room_ - most_[v]) return;
    std::vector<Whole> costs(edge.matrix->costs.size(), 0);
    std::vector<std::uint32_t> rows;
    const std::vector<Piece>& of_v = core_.groups[v].pieces;
    std::size_t next = 0;
    for (const Piece& piece : core_.groups[u].pieces) {
      while (next < of_v.size() && of_v[next].to <= piece.from) ++next;
      for (std::size_t k = next; k < of_v.size() && of_v[k].from < piece.to; ++k) {
        const std::uint32_t row =
            tightest_row(core_, std::max(piece.from, of_v[k].from), std::min(piece.to, of_v[k].to));
        if (forbid(*edge.matrix, piece, of_v[k], core_.capacity[row], costs)) rows.push_back(row);
      }
    }
    if (rows.empty()) return;
    for (const std::uint32_t row : rows)
      core_.log({OverfullPairs{core_.groups[u].node, core_.groups[v].node, core_.first_time[row]}});
    core_.add_costs(u, v, core_.pool->store(edge.matrix->rows, edge.matrix->columns, std::move(costs)));
    changed_.insert(changed_.end(), {u, v});
  }

  // Returns whether a further pair was forbidden.
  static bool forbid(const Matrix& known, const Piece& of_u, const Piece& of_v, std::int64_t room,
                     std::vector<Whole>& costs) {
    bool any = false;
    for (std::size_t a = 0; a < of_u.usage.size(); ++a)
      for (std::size_t b = 0; b < known.columns; ++b) {
        Whole& cost = costs[a * known.columns + b];
        if (of_u.usage[a] <= room - of_v.usage[b] || cost == forbidden || known.at(a, b) >= forbidden) continue;
        cost = forbidden;
        any = true;
      }
    return any;
  }

  Core& core_;
  std::vector<std::int64_t> most_;  // [group] the most that a label takes
  std::int64_t room_ = 0;           // the least room of all rows
  std::vector<std::uint32_t> changed_;
};

// Tidies all groups, and deletes labels that exceed the limit with the least usages of all other groups. Returns the
// groups that have lost labels or all of their pieces.
std::vector<std::uint32_t> drop_overfull(Core& core) {
  std::vector<std::uint32_t> changed;
  for (std::uint32_t v = 0; v < core.groups.size() && !core.infeasible; ++v) {
    const bool had_pieces = !core.groups[v].pieces.empty();
    bool lost = false;
    for (std::vector<DeadLabel> dead = core.tidy(v); !dead.empty() && !core.infeasible; dead = core.tidy(v)) {
      drop_dead(core, v, dead);
      lost = true;
    }
    if (lost || (had_pieces && core.groups[v].pieces.empty())) changed.push_back(v);
  }
  if (!core.infeasible) core.take_least();
  for (std::uint32_t v = 0; v < core.groups.size() && !core.infeasible; ++v) {
    std::vector<DeadLabel> dead;
    for (const Piece& piece : core.groups[v].pieces) {
      const std::uint32_t row = tightest_row(core, piece.from, piece.to);
      for (std::uint32_t a = 0; a < piece.usage.size(); ++a)
        if (piece.usage[a] > core.capacity[row]) dead.push_back({a, row});
    }
    if (dead.empty()) continue;
    drop_dead(core, v, dead);
    changed.push_back(v);
  }
  return changed;
}

// Deletes rows at which the limit cannot be exceeded, or only together with another row's. Groups are tidy. Returns the
// groups that have fewer pieces than before.
std::vector<std::uint32_t> drop_slack_rows(Core& core) {
  std::vector<std::size_t> before;
  for (const auto& group : core.groups) before.push_back(group.pieces.size());
  core.drop_rows(slack_rows(core));
  for (std::size_t rows = core.capacity.size() + 1; core.capacity.size() < rows;) {
    rows = core.capacity.size();
    core.drop_rows(covered_rows(core));
  }
  std::vector<std::uint32_t> changed;
  for (std::uint32_t v = 0; v < core.groups.size(); ++v)
    if (core.groups[v].pieces.size() < before[v]) changed.push_back(v);
  return changed;
}

constexpr std::size_t most_growth = 2;  // of a matrix that replaces two

class Reducer {
 public:
  Reducer(Core& core, const ReductionLimits& limits)
      : core_(core), limits_(limits), queue_(core.groups.size()), open_(core.groups.size(), true) {}

  void run() {
    for (std::uint32_t v = 0; v < core_.groups.size(); ++v) enqueue(v);
    settle();
    while (is_open()) {
      for (const std::uint32_t v : drop_slack_rows(core_)) enqueue(v);
      const bool fewer_labels = drop_dominated_labels();
      if (!fewer_labels && queue_.empty())
        for (const std::uint32_t v : PairExclusion(core_).run()) enqueue(v);
      if (!fewer_labels && queue_.empty()) break;
      settle();
      core_.pool->forget();
    }
  }

 private:
  [[nodiscard]] bool is_open() const { return !core_.infeasible && !(limits_.stop && limits_.stop()); }

  void enqueue(std::uint32_t v) {
    open_[v] = true;
    if (!core_.groups[v].gone) queue_.add(v);
  }

  void enqueue_around(std::uint32_t v) {
    enqueue(v);
    for (const std::uint32_t e : core_.groups[v].edges)
      if (core_.edges[e].matrix) enqueue(core_.edges[e].other(v));
  }

  // The reductions that compare no labels. Leaves groups tidy.
  void settle() {
    while (!core_.infeasible) {
      queue_.drain([this](std::uint32_t v) {
        if (!core_.infeasible && !core_.groups[v].gone) simplify(v);
      });
      if (core_.infeasible) return;
      for (const std::uint32_t v : drop_overfull(core_)) enqueue_around(v);
      if (queue_.empty()) return;
    }
  }

  void simplify(std::uint32_t v) {
    core_.gather(v);
    if (drop_forbidden(v)) {
      enqueue_around(v);
      return;
    }
    const Group& group = core_.groups[v];
    for (const std::uint32_t e : std::vector<std::uint32_t>(group.edges)) {
      const CoreEdge& edge = core_.edges[e];
      const std::uint32_t other = edge.other(v);
      if (edge.matrix->separable) {
        core_.separate(e);
        enqueue(v);
        enqueue(other);
      } else if (edge.matrix->one_per_row || edge.matrix->one_per_column) {
        merge_ends(e);
        return;
      }
    }
    if (!group.pieces.empty()) return;
    std::erase_if(core_.groups[v].edges, [&](std::uint32_t e) { return !core_.edges[e].matrix; });
    if (group.edges.size() > 2 || (group.edges.size() == 2 && !may_be_bypassed(v))) return;
    const std::uint32_t other = group.edges.empty() ? v : core_.edges[group.edges[0]].other(v);
    core_.eliminate(v);
    if (other != v) enqueue_around(other);
  }

  // Whether the matrix between the two neighbours would not be much larger than those that it replaces.
  [[nodiscard]] bool may_be_bypassed(std::uint32_t v) const {
    const Group& group = core_.groups[v];
    const std::size_t rows = core_.groups[core_.edges[group.edges[0]].other(v)].size();
    const std::size_t columns = core_.groups[core_.edges[group.edges[1]].other(v)].size();
    return rows * columns <= most_growth * group.size() * (rows + columns);
  }

  // Deletes labels that cost too much, or for which an edge allows no label of its other end.
  bool drop_forbidden(std::uint32_t v) {
    const Group& group = core_.groups[v];
    std::vector<bool> dead(group.size(), false);
    const auto drop = [&](std::uint32_t place, std::uint32_t other) {
      if (!dead[place]) core_.log({ForbiddenLabel{group.node, group.labels[place], core_.groups[other].node}});
      dead[place] = true;
    };
    for (std::uint32_t a = 0; a < group.size(); ++a)
      if (group.costs[a] >= forbidden) drop(a, v);
    for (const std::uint32_t e : group.edges) {
      const CoreEdge& edge = core_.edges[e];
      for (const std::uint32_t a : edge.u == v ? edge.matrix->dead_rows : edge.matrix->dead_columns)
        drop(a, edge.other(v));
    }
    return core_.drop(v, dead);
  }

  // Each label of one end leaves the other one choice.
  void merge_ends(std::uint32_t e) {
    const CoreEdge& edge = core_.edges[e];
    std::uint32_t into = edge.matrix->one_per_row ? edge.u : edge.v;
    const auto weight = [&](std::uint32_t v) { return core_.groups[v].pieces.size() + core_.groups[v].edges.size(); };
    if (edge.matrix->one_per_row && edge.matrix->one_per_column && weight(edge.u) < weight(edge.v)) into = edge.v;
    const std::uint32_t gone = edge.other(into);
    const Side side = core_.side(edge, into);
    std::vector<std::uint32_t> choice;
    for (std::uint32_t a = 0; a < core_.groups[into].size(); ++a)
      for (std::uint32_t b = 0; b < side.count_there; ++b)
        if (side.at(a, b) < forbidden) choice.push_back(b);
    core_.merge(gone, into, choice, e);
    enqueue_around(into);
  }

  bool drop_dominated_labels() {
    bool any = false;
    std::int64_t budget = limits_.dominance;
    for (std::uint32_t v = 0; v < core_.groups.size() && is_open(); ++v) {
      if (core_.groups[v].gone || !open_[v]) continue;
      open_[v] = false;
      core_.gather(v);
      if (!drop_dominated(core_, v, budget)) continue;
      any = true;
      enqueue_around(v);
    }
    return any;
  }

  Core& core_;
  const ReductionLimits& limits_;
  WorkQueue queue_;
  std::vector<bool> open_;  // [group] whether it may have dominated labels
};

}  // namespace

void reduce(Core& core, const ReductionLimits& limits) {
  Reducer(core, limits).run();
  core.compress();
}

}  // namespace apportion::shardings
