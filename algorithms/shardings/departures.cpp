// How labels and nodes leave a core, and the way back to an answer for the graph.
#include <algorithm>
#include <utility>

#include "algorithms/shardings/core.hpp"

namespace apportion::shardings {
namespace {

template <class Value>
std::vector<Value> chosen(const std::vector<Value>& values, const std::vector<std::uint32_t>& places) {
  std::vector<Value> result;
  result.reserve(places.size());
  for (const std::uint32_t place : places) result.push_back(values[place]);
  return result;
}

// 0 in no list.
std::size_t place_in(const std::vector<std::uint32_t>& labels, std::uint32_t label) {
  return static_cast<std::size_t>(std::ranges::lower_bound(labels, label) - labels.begin());
}

}  // namespace

void Core::keep(std::uint32_t group, const std::vector<std::uint32_t>& places) {
  Group& kept = groups[group];
  if (places.empty()) {
    infeasible = true;
    return;
  }
  kept.labels = chosen(kept.labels, places);
  kept.costs = chosen(kept.costs, places);
  for (Piece& piece : kept.pieces) piece.usage = chosen(piece.usage, places);
  if (!kept.pieces.empty()) kept.tidy = false;
  for (const std::uint32_t index : kept.edges) {
    CoreEdge& edge = edges[index];
    if (edge.matrix && edge.u == group) edge.matrix = pool->rows_of(edge.matrix, places);
    if (edge.matrix && edge.v == group) edge.matrix = pool->columns_of(edge.matrix, places);
  }
}

void Core::relink(std::uint32_t index, std::uint32_t from, std::uint32_t to, const std::vector<std::uint32_t>& choice) {
  CoreEdge& edge = edges[index];
  if (edge.u == from) {
    edge.matrix = pool->rows_of(edge.matrix, choice);
    edge.u = to;
  }
  if (edge.v == from) {
    edge.matrix = pool->columns_of(edge.matrix, choice);
    edge.v = to;
  }
}

void Core::merge(std::uint32_t gone, std::uint32_t into, const std::vector<std::uint32_t>& choice, std::uint32_t edge) {
  Group& left = groups[gone];
  Group& stays = groups[into];
  const Side costs = side(edges[edge], into);
  for (std::size_t a = 0; a < choice.size(); ++a)
    stays.costs[a] = sum(stays.costs[a], sum(left.costs[choice[a]], costs.at(a, choice[a])));
  edges[edge].matrix = nullptr;
  for (const std::uint32_t index : left.edges) {
    if (!edges[index].matrix) continue;
    relink(index, gone, into, choice);
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

void Core::fold(std::uint32_t gone, std::uint32_t index) {
  const std::uint32_t into = edges[index].other(gone);
  Group& left = groups[gone];
  Group& stays = groups[into];
  const Side costs = side(edges[index], into);
  Departure departure{left.node, stays.node, stays.labels, {}};
  for (std::size_t a = 0; a < stays.size(); ++a) {
    std::uint32_t best = 0;
    for (std::uint32_t b = 1; b < left.size(); ++b)
      if (sum(left.costs[b], costs.at(a, b)) < sum(left.costs[best], costs.at(a, best))) best = b;
    stays.costs[a] = sum(stays.costs[a], sum(left.costs[best], costs.at(a, best)));
    departure.labels_gone.push_back(left.labels[best]);
  }
  edges[index].matrix = nullptr;
  history_.departures.push_back(std::move(departure));
  if (log_) log({FoldedNode{left.node, stays.node}});
  left = Group{.gone = true};
}

void Core::bypass(std::uint32_t gone, std::uint32_t first, std::uint32_t second) {
  Group& left = groups[gone];
  const std::uint32_t u = edges[first].other(gone);
  const std::uint32_t v = edges[second].other(gone);
  const Side to_u = side(edges[first], gone);
  const Side to_v = side(edges[second], gone);
  Departure departure{left.node, groups[u].node, groups[u].labels, {}, groups[v].node, groups[v].labels};
  std::vector<Whole> costs;
  costs.reserve(std::size_t{groups[u].size()} * groups[v].size());
  for (std::size_t a = 0; a < groups[u].size(); ++a)
    for (std::size_t b = 0; b < groups[v].size(); ++b) {
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
  edges[first].matrix = nullptr;
  edges[second].matrix = nullptr;
  const std::uint32_t name = add_costs(u, v, pool->store(groups[u].size(), groups[v].size(), std::move(costs)));
  if (tracked_)
    for (const std::uint32_t index : {first, second}) changes_.absorbed[edges[index].name] = name;
  history_.departures.push_back(std::move(departure));
  if (log_) log({BypassedNode{left.node, groups[u].node, groups[v].node}});
  left = Group{.gone = true};
}

void Core::settle(std::uint32_t group) {
  Group& left = groups[group];
  const auto best = std::ranges::min_element(left.costs);
  if (*best >= forbidden) infeasible = true;
  base += *best;
  history_.departures.push_back(
      {left.node, left.node, {}, {left.labels[static_cast<std::size_t>(best - left.costs.begin())]}});
  left = Group{.gone = true};
}

Sharding Core::expanded(const std::vector<std::uint32_t>& places) const {
  Sharding labels(nodes_, 0);
  for (std::size_t v = 0; v < groups.size(); ++v)
    if (!groups[v].gone) labels[groups[v].node] = groups[v].labels[places[v]];
  for (const History* history = &history_; history != nullptr; history = history->before.get())
    for (std::size_t k = history->departures.size(); k-- > 0;) {
      const Departure& step = history->departures[k];
      const std::size_t row = place_in(step.labels_by, labels[step.by]);
      const std::size_t place = step.labels_beside.empty() ? row
                                                           : row * step.labels_beside.size() +
                                                                 place_in(step.labels_beside, labels[step.beside]);
      labels[step.gone] = step.labels_gone[place];
    }
  return labels;
}

void Core::replace(std::uint32_t group, std::uint32_t place, std::uint32_t by) {
  const Group& at = groups[group];
  history_.replaced.push_back({at.node, at.labels[place], at.labels[by]});
  log({history_.replaced.back()});
}

std::optional<std::vector<std::uint32_t>> Core::places_of(Sharding labels) const {
  std::vector<const History*> histories;
  for (const History* history = &history_; history != nullptr; history = history->before.get())
    histories.push_back(history);
  for (std::size_t k = histories.size(); k-- > 0;)
    for (const DominatedLabel& each : histories[k]->replaced)
      if (labels[each.node] == each.label) labels[each.node] = each.by;
  std::vector<std::uint32_t> places(groups.size(), 0);
  for (std::size_t v = 0; v < groups.size(); ++v) {
    if (groups[v].gone) continue;
    const std::uint32_t label = labels[groups[v].node];
    const auto at = std::ranges::lower_bound(groups[v].labels, label);
    if (at == groups[v].labels.end() || *at != label) return std::nullopt;
    places[v] = static_cast<std::uint32_t>(at - groups[v].labels.begin());
  }
  return places;
}

}  // namespace apportion::shardings
