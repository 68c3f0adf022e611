// The core: how it is made of a graph, its edges and its rows.
#include "algorithms/shardings/core.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace apportion::shardings {
namespace {

std::vector<std::int64_t> event_times(const ShardingGraph& graph) {
  std::vector<std::int64_t> times;
  for (const ShardingNode& node : graph.nodes)
    if (node.from < node.to) times.insert(times.end(), {node.from, node.to});
  std::ranges::sort(times);
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

std::uint32_t row_of(const std::vector<std::int64_t>& times, std::int64_t time) {
  return static_cast<std::uint32_t>(std::ranges::lower_bound(times, time) - times.begin());
}

}  // namespace

Core::Core(const ShardingGraph& graph, int shift, WideWhole most, Log log)
    : groups(graph.size()), log_(std::move(log)), nodes_(graph.size()) {
  if (graph.usage_limit) first_time = event_times(graph);
  const std::vector<std::int64_t> times = first_time;
  if (!first_time.empty()) first_time.pop_back();
  capacity.assign(first_time.size(), graph.usage_limit.value_or(0));
  limit_ = graph.usage_limit.value_or(0);
  taken_.assign(first_time.size() + 1, 0);
  const auto scaled = [&](std::int64_t cost) {
    return cost >= forbidden_cost || cost > most ? forbidden : cost >> shift;
  };
  for (std::uint32_t v = 0; v < graph.size(); ++v) {
    const ShardingNode& node = graph.nodes[v];
    Group& group = groups[v];
    group.node = v;
    group.labels.resize(node.strategies);
    std::iota(group.labels.begin(), group.labels.end(), 0);
    for (std::size_t s = 0; s < node.strategies; ++s) group.costs.push_back(scaled(graph.costs[node.first + s]));
    const auto* usages = &graph.usages[node.first];
    if (!graph.usage_limit || node.from >= node.to || std::all_of(usages, usages + node.strategies, std::logical_not{}))
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

Side Core::side(const CoreEdge& edge, std::uint32_t end) const {
  const Matrix& matrix = *edge.matrix;
  if (end == edge.u) return {matrix.costs.data(), matrix.columns, 1, matrix.columns};
  return {matrix.costs.data(), 1, matrix.columns, matrix.rows};
}

void Core::add_loop(std::uint32_t group, const CoreEdge& edge) {
  Group& at = groups[group];
  for (std::size_t a = 0; a < at.size(); ++a) at.costs[a] = sum(at.costs[a], edge.matrix->at(a, a));
}

void Core::gather(std::uint32_t group) {
  Group& at = groups[group];
  std::erase_if(at.edges, [&](std::uint32_t e) {
    CoreEdge& edge = edges[e];
    if (!edge.matrix) return true;
    if (edge.u != edge.v && (edge.u == group || edge.v == group)) return false;
    if (edge.u == group) add_loop(group, edge);
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

void Core::separate(std::uint32_t index) {
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
  if (log_) log({SeparatedEdge{u.node, v.node}});
  edge.matrix = nullptr;
}

const CoreEdge* Core::between(std::uint32_t u, std::uint32_t v) const {
  for (const std::uint32_t e : groups[u].edges)
    if (edges[e].matrix && edges[e].other(u) == v) return &edges[e];
  return nullptr;
}

std::uint32_t Core::add_costs(std::uint32_t u, std::uint32_t v, const MatrixPointer& matrix) {
  if (const CoreEdge* known = between(u, v)) {
    CoreEdge& edge = edges[static_cast<std::size_t>(known - edges.data())];
    edge.matrix = pool->added(edge.matrix, edge.u == u ? matrix : pool->transposed(matrix));
    return edge.name;
  }
  for (const std::uint32_t end : {u, v}) groups[end].edges.push_back(static_cast<std::uint32_t>(edges.size()));
  edges.push_back({u, v, matrix, edges_named_});
  return edges_named_++;
}

std::vector<DeadLabel> Core::tidy(std::uint32_t group) {
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

// What stands above the limit alone is reported, and cut to fit into its type.
void Core::add_piece(Piece piece, const std::vector<WideWhole>& usage, std::vector<Piece>& pieces,
                     std::vector<DeadLabel>& dead) {
  const WideWhole least = std::ranges::min(usage);
  taken_[piece.from] += least;
  taken_[piece.to] -= least;
  for (std::uint32_t a = 0; a < usage.size(); ++a) {
    if (usage[a] > limit_) dead.push_back({a, piece.from});
    piece.usage.push_back(static_cast<std::int64_t>(std::min(usage[a] - least, WideWhole{limit_})));
  }
  if (std::ranges::all_of(piece.usage, [](std::int64_t each) { return each == 0; })) return;
  if (!pieces.empty() && pieces.back().to == piece.from && pieces.back().usage == piece.usage)
    pieces.back().to = piece.to;
  else
    pieces.push_back(std::move(piece));
}

void Core::take_least() {
  WideWhole taken = 0;
  for (std::size_t t = 0; t < capacity.size(); ++t) {
    taken += taken_[t];
    taken_[t] = 0;
    if (taken > capacity[t]) {
      infeasible = true;
      overfull = t;
      return;
    }
    capacity[t] -= static_cast<std::int64_t>(taken);
  }
  taken_[capacity.size()] = 0;
}

void Core::drop_rows(const std::vector<bool>& dropped) {
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
    std::size_t pieces = 0;
    for (Piece& piece : group.pieces) {
      piece.from = place[piece.from];
      piece.to = place[piece.to];
      if (piece.from == piece.to) continue;
      if (pieces > 0 && group.pieces[pieces - 1].to == piece.from && group.pieces[pieces - 1].usage == piece.usage)
        group.pieces[pieces - 1].to = piece.to;
      else
        std::swap(group.pieces[pieces++], piece);
    }
    group.pieces.resize(pieces);
  }
}

void Core::cover(std::size_t row, std::size_t by) {
  log({DroppedTime{first_time[row], first_time[by]}});
  if (tracked_ && row != by) changes_.covered[first_time[row]] = first_time[by];
}

void Core::compress() {
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

Core Core::branch() {
  auto shared = std::make_shared<const History>(std::move(history_));
  history_ = History{.before = std::move(shared)};
  return *this;
}

void Core::track_changes() {
  tracked_ = true;
  changes_ = {};
}

}  // namespace apportion::shardings
