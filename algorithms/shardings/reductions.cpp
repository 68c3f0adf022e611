// The reductions in turn, each on the groups that may have changed since.
#include "algorithms/shardings/reductions.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/shardings/dominance.hpp"
#include "algorithms/shardings/times.hpp"

namespace apportion::shardings {
namespace {

constexpr std::size_t most_growth = 2;  // of a matrix that stands for two

class Reducer {
 public:
  Reducer(Core& core, const ReductionLimits& limits)
      : core_(core), limits_(limits), queued_(core.groups.size(), false), open_(core.groups.size(), true) {}

  void run() {
    for (std::uint32_t v = 0; v < core_.groups.size(); ++v) enqueue(v);
    settle();
    while (is_open()) {
      for (const std::uint32_t v : drop_slack_rows(core_)) enqueue(v);
      const bool fewer_labels = drop_dominated_labels();
      if (!fewer_labels && queue_.empty())
        for (const std::uint32_t v : exclude_overfull_pairs(core_)) enqueue(v);
      if (!fewer_labels && queue_.empty()) break;
      settle();
      core_.pool->forget();
    }
  }

 private:
  [[nodiscard]] bool is_open() const { return !core_.infeasible && !(limits_.stop && limits_.stop()); }

  void enqueue(std::uint32_t v) {
    open_[v] = true;
    if (core_.groups[v].gone || queued_[v]) return;
    queued_[v] = true;
    queue_.push_back(v);
  }

  void enqueue_around(std::uint32_t v) {
    enqueue(v);
    for (const std::uint32_t e : core_.groups[v].edges)
      if (core_.edges[e].matrix) enqueue(core_.edges[e].other(v));
  }

  // What needs no comparison of labels. Leaves groups tidy.
  void settle() {
    while (!core_.infeasible) {
      settle_structure();
      if (core_.infeasible) return;
      for (const std::uint32_t v : drop_overfull(core_)) enqueue_around(v);
      if (queue_.empty()) return;
    }
  }

  void settle_structure() {
    for (std::size_t next = 0; next < queue_.size() && !core_.infeasible; ++next) {
      const std::uint32_t v = queue_[next];
      queued_[v] = false;
      if (!core_.groups[v].gone) simplify(v);
    }
    for (const std::uint32_t v : queue_) queued_[v] = false;
    queue_.clear();
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
      } else if (is_decided(e)) {
        merge_ends(e);
        return;
      }
    }
    if (!group.pieces.empty()) return;
    std::erase_if(core_.groups[v].edges, [&](std::uint32_t e) { return !core_.edges[e].matrix; });
    if (group.edges.empty()) return core_.settle(v);
    if (group.edges.size() > 2) return;
    const std::uint32_t other = core_.edges[group.edges[0]].other(v);
    if (group.edges.size() == 1)
      core_.fold(v, group.edges[0]);
    else if (may_bypass(group, other, core_.edges[group.edges[1]].other(v)))
      core_.bypass(v, group.edges[0], group.edges[1]);
    else
      return;
    enqueue_around(other);
  }

  // Whether the matrix that comes is hardly larger than those that go.
  [[nodiscard]] bool may_bypass(const Group& group, std::uint32_t u, std::uint32_t v) const {
    const std::size_t rows = core_.groups[u].size();
    const std::size_t columns = core_.groups[v].size();
    return rows * columns <= most_growth * group.size() * (rows + columns);
  }

  // Labels that cost too much, or that an edge allows nothing beside.
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
    std::vector<std::uint32_t> kept;
    for (std::uint32_t a = 0; a < group.size(); ++a)
      if (!dead[a]) kept.push_back(a);
    if (kept.size() == group.size()) return false;
    core_.keep(v, kept);
    return true;
  }

  // Whether each label of one end leaves the other one choice.
  [[nodiscard]] bool is_decided(std::uint32_t e) const {
    const Matrix& matrix = *core_.edges[e].matrix;
    return matrix.one_per_row || matrix.one_per_column;
  }

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
  std::vector<std::uint32_t> queue_;
  std::vector<bool> queued_;
  std::vector<bool> open_;  // [group] may have labels that are dominated
};

}  // namespace

void reduce(Core& core, const ReductionLimits& limits) {
  Reducer(core, limits).run();
  core.compress();
}

}  // namespace apportion::shardings
