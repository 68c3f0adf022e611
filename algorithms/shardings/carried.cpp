// Potentials carried over to a core that has become smaller.
#include "algorithms/shardings/carried.hpp"

#include <algorithm>

namespace apportion::shardings {
namespace {

// Follows what has been replaced by what.
template <class Map>
auto last_of(const Map& map, typename Map::key_type key) {
  for (auto next = map.find(key); next != map.end(); next = map.find(key)) key = next->second;
  return key;
}

// The groups that a node has joined, one after the other, the last one first.
std::vector<const Departure*> mergers(const CoreChanges& changes, std::uint32_t node) {
  std::vector<const Departure*> mergers;
  for (auto next = changes.merged.find(node); next != changes.merged.end(); next = changes.merged.find(next->second.by))
    mergers.insert(mergers.begin(), &next->second);
  return mergers;
}

}  // namespace

Carried::Carried(Core& core, const Flat& flat, const Potentials& potentials) : messages_(potentials.messages) {
  core.track_changes();
  for (std::uint32_t v = 0; v < flat.size(); ++v) {
    const Group& group = core.groups[flat.group[v]];
    labels_[group.node] = group.labels;
    for (const FlatLink& link : flat.links_of(v))
      ends_.push_back({core.edges[flat.core_edges[link.edge]].name, group.node, link.message});
  }
  for (std::size_t t = 0; t < flat.capacity.size(); ++t) prices_.emplace_back(core.first_time[t], potentials.prices[t]);
}

Potentials Carried::onto(const Core& core, const Flat& flat) const {
  Potentials potentials{std::vector<double>(flat.messages, 0), std::vector<double>(flat.capacity.size(), 0)};
  std::unordered_map<std::uint64_t, std::pair<std::uint32_t, std::size_t>> places;  // by edge and node
  const auto key = [](std::uint32_t edge, std::uint32_t node) { return (std::uint64_t{edge} << 32U) + node; };
  for (std::uint32_t v = 0; v < flat.size(); ++v)
    for (const FlatLink& link : flat.links_of(v))
      places[key(core.edges[flat.core_edges[link.edge]].name, core.groups[flat.group[v]].node)] = {v, link.message};
  for (const End& end : ends_) {
    const std::vector<const Departure*> joined = mergers(core.changes(), end.node);
    const std::uint32_t node = joined.empty() ? end.node : joined.front()->by;
    const auto place = places.find(key(last_of(core.changes().absorbed, end.edge), node));
    if (place == places.end()) continue;
    const std::vector<std::uint32_t>& labels = core.groups[flat.group[place->second.first]].labels;
    const std::vector<std::uint32_t>& old = labels_.at(end.node);
    for (std::size_t a = 0; a < labels.size(); ++a) {
      std::uint32_t label = labels[a];
      for (const Departure* step : joined)
        label = step->labels_gone[static_cast<std::size_t>(std::ranges::lower_bound(step->labels_by, label) -
                                                           step->labels_by.begin())];
      const auto was = static_cast<std::size_t>(std::ranges::lower_bound(old, label) - old.begin());
      potentials.messages[place->second.second + a] += messages_[end.message + was];
    }
  }
  std::unordered_map<std::int64_t, std::size_t> rows;
  for (std::size_t t = 0; t < flat.capacity.size(); ++t) rows[core.first_time[t]] = t;
  for (const auto& [time, price] : prices_) {
    const auto row = rows.find(last_of(core.changes().covered, time));
    if (row != rows.end()) potentials.prices[row->second] += price;
  }
  return potentials;
}

}  // namespace apportion::shardings
