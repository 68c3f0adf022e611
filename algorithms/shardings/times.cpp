// Memory over time: labels that do not fit, and times that cannot bind.
#include "algorithms/shardings/times.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <span>

namespace apportion::shardings {
namespace {

// Deletes labels; the same place may be listed more than once.
void drop_dead(Core& core, std::uint32_t group, const std::vector<DeadLabel>& dead) {
  std::vector<bool> is_dead(core.groups[group].size(), false);
  for (const DeadLabel& each : dead) {
    if (is_dead[each.place]) continue;
    is_dead[each.place] = true;
    core.log(
        {OverfullLabel{core.groups[group].node, core.groups[group].labels[each.place], core.first_time[each.row]}});
  }
  std::vector<std::uint32_t> kept;
  for (std::uint32_t a = 0; a < is_dead.size(); ++a)
    if (!is_dead[a]) kept.push_back(a);
  core.keep(group, kept);
}

// The least capacity over stretches of rows, by a sparse table.
class LeastCapacity {
 public:
  explicit LeastCapacity(const std::vector<std::int64_t>& capacity) : levels_{capacity} {
    for (std::size_t width = 1; 2 * width <= capacity.size(); width *= 2) {
      const std::vector<std::int64_t>& below = levels_.back();
      std::vector<std::int64_t> level(capacity.size() - 2 * width + 1);
      for (std::size_t t = 0; t < level.size(); ++t) level[t] = std::min(below[t], below[t + width]);
      levels_.push_back(std::move(level));
    }
  }

  [[nodiscard]] std::int64_t within(std::uint32_t from, std::uint32_t to) const {
    const auto level = static_cast<std::size_t>(std::bit_width(to - from) - 1);
    return std::min(levels_[level][from], levels_[level][to - (1U << level)]);
  }

 private:
  std::vector<std::vector<std::int64_t>> levels_;
};

// What the labels of a group take at a row, all the same for no piece.
const Piece* piece_at(const Group& group, std::uint32_t row) {
  const auto after = std::ranges::upper_bound(group.pieces, row, {}, &Piece::from);
  if (after == group.pieces.begin() || (after - 1)->to <= row) return nullptr;
  return &*(after - 1);
}

// The groups whose usage changes between two rows that follow each other; one may be listed twice.
class Changes {
 public:
  explicit Changes(const Core& core) : first_(core.capacity.size() + 2, 0) {
    const auto visit = [&core](const auto& see) {
      for (std::uint32_t v = 0; v < core.groups.size(); ++v)
        for (const Piece& piece : core.groups[v].pieces)
          for (const std::uint32_t row : {piece.from, piece.to}) see(row, v);
    };
    visit([this](std::uint32_t row, std::uint32_t) { ++first_[row + 1]; });
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    groups_.resize(first_.back());
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    visit([&](std::uint32_t row, std::uint32_t v) { groups_[next[row]++] = v; });
  }

  /// From the row before to this one.
  [[nodiscard]] std::span<const std::uint32_t> at(std::uint32_t row) const {
    return {groups_.data() + first_[row], first_[row + 1] - first_[row]};
  }

 private:
  std::vector<std::size_t> first_;  // [row]
  std::vector<std::uint32_t> groups_;
};

bool never_more(const Piece* a, const Piece* b) {
  if (a == nullptr) return true;
  if (b == nullptr) return false;
  return std::ranges::equal(a->usage, b->usage, std::less_equal{});
}

// Whether every group takes at least as much at row `b` as at row `a`.
bool is_covered(const Core& core, std::span<const std::uint32_t> groups, std::uint32_t a, std::uint32_t b) {
  return core.capacity[b] <= core.capacity[a] && std::ranges::all_of(groups, [&](std::uint32_t v) {
           return never_more(piece_at(core.groups[v], a), piece_at(core.groups[v], b));
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
  const Changes changes(core);
  std::vector<bool> covered(core.capacity.size(), false);
  const auto cover = [&](std::uint32_t row, std::uint32_t by) {
    covered[row] = true;
    core.cover(row, by);
  };
  for (std::uint32_t t = 0; t + 1 < core.capacity.size(); ++t) {
    if (covered[t]) continue;
    if (is_covered(core, changes.at(t + 1), t, t + 1))
      cover(t, t + 1);
    else if (is_covered(core, changes.at(t + 1), t + 1, t))
      cover(t + 1, t);
  }
  return covered;
}

// Forbids pairs of labels of two groups with an edge that together do not fit. More edges would make neighbourhoods
// hard. Edges have been gathered: one that has a matrix is the only one between its ends, and neither of them is gone.
class PairExclusion {
 public:
  explicit PairExclusion(Core& core) : core_(core), least_(core.capacity), most_(core.groups.size(), 0) {
    for (std::size_t v = 0; v < most_.size(); ++v)
      for (const Piece& piece : core.groups[v].pieces) most_[v] = std::max(most_[v], std::ranges::max(piece.usage));
    room_ = core.capacity.empty() ? 0 : std::ranges::min(core.capacity);
  }

  // The groups that lost pairs.
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
        const std::uint32_t from = std::max(piece.from, of_v[k].from);
        const std::int64_t room = least_.within(from, std::min(piece.to, of_v[k].to));
        if (!forbid(*edge.matrix, piece, of_v[k], room, costs)) continue;
        std::uint32_t row = from;
        while (core_.capacity[row] > room) ++row;
        rows.push_back(row);
      }
    }
    if (rows.empty()) return;
    for (const std::uint32_t row : rows)
      core_.log({OverfullPairs{core_.groups[u].node, core_.groups[v].node, core_.first_time[row]}});
    core_.add_costs(u, v, core_.pool->store(edge.matrix->rows, edge.matrix->columns, std::move(costs)));
    changed_.insert(changed_.end(), {u, v});
  }

  // Whether a pair is forbidden that was not.
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
  LeastCapacity least_;
  std::vector<std::int64_t> most_;  // [group] that a label takes
  std::int64_t room_ = 0;           // the least
  std::vector<std::uint32_t> changed_;
};

std::size_t pieces_of(const Core& core, std::uint32_t v) { return core.groups[v].pieces.size(); }

}  // namespace

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
  if (core.infeasible) return changed;
  const LeastCapacity least(core.capacity);
  for (std::uint32_t v = 0; v < core.groups.size() && !core.infeasible; ++v) {
    std::vector<DeadLabel> dead;
    for (const Piece& piece : core.groups[v].pieces) {
      const std::int64_t room = least.within(piece.from, piece.to);
      if (std::ranges::max(piece.usage) <= room) continue;
      std::uint32_t row = piece.from;
      while (core.capacity[row] > room) ++row;
      for (std::uint32_t a = 0; a < piece.usage.size(); ++a)
        if (piece.usage[a] > room) dead.push_back({a, row});
    }
    if (dead.empty()) continue;
    drop_dead(core, v, dead);
    changed.push_back(v);
  }
  return changed;
}

std::vector<std::uint32_t> exclude_overfull_pairs(Core& core) { return PairExclusion(core).run(); }

std::vector<std::uint32_t> drop_slack_rows(Core& core) {
  std::vector<std::size_t> before;
  for (std::uint32_t v = 0; v < core.groups.size(); ++v) before.push_back(pieces_of(core, v));
  core.drop_rows(slack_rows(core));
  for (std::size_t rows = core.capacity.size() + 1; core.capacity.size() < rows;) {
    rows = core.capacity.size();
    core.drop_rows(covered_rows(core));
  }
  std::vector<std::uint32_t> changed;
  for (std::uint32_t v = 0; v < core.groups.size(); ++v)
    if (pieces_of(core, v) < before[v]) changed.push_back(v);
  return changed;
}

}  // namespace apportion::shardings
