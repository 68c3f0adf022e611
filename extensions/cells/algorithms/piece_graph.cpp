// Graphs of connected pieces, made from finer meshes, and subgraphs of them.
#include "extensions/cells/algorithms/piece_graph.hpp"

#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <utility>

#include "algorithms/rectangles/random_draws.hpp"
#include "base/disjoint_sets.hpp"
#include "extensions/cells/algorithms/mesh.hpp"

namespace apportion {
namespace {

using Numbers = std::vector<std::uint32_t>;
constexpr std::uint32_t no_piece = PieceGraph::no_piece;

// Items sorted by keys below `count`; those without a key are left out.
struct Sorted {
  Numbers items;
  Numbers ends;  // [key] the end of its items

  [[nodiscard]] std::span<const std::uint32_t> of(std::size_t key) const {
    const std::uint32_t begin = key == 0 ? 0 : ends[key - 1];
    return {items.data() + begin, ends[key] - begin};
  }
};

Sorted sorted_by(const Numbers& keys, std::size_t count) {
  Numbers begins(count + 1, 0);
  for (const std::uint32_t key : keys)
    if (key != no_piece) ++begins[key + 1];
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  Sorted sorted{Numbers(begins.back()), {}};
  for (std::uint32_t i = 0; i < keys.size(); ++i)
    if (keys[i] != no_piece) sorted.items[begins[keys[i]]++] = i;
  begins.pop_back();
  sorted.ends = std::move(begins);
  return sorted;
}

// Pieces, and the piece of each place.
struct PlacedPieces {
  Numbers of_place;
  std::vector<PieceGraph::Position> blocks;
  std::vector<double> loads;
};

template <class Mesh>
PlacedPieces pieces_of_blocks(const Mesh& mesh, const PieceGraph::Position& extent) {
  PlacedPieces pieces{Numbers(mesh.size(), no_piece), {}, {}};
  Numbers block(mesh.size(), no_piece);
  mesh.for_each_place([&](std::size_t place, const PieceGraph::Position& at) {
    if (mesh.is_active(place))
      block[place] = static_cast<std::uint32_t>((at[0] / 2 * extent[1] + at[1] / 2) * extent[2] + at[2] / 2);
  });
  const Sorted places = sorted_by(block, static_cast<std::size_t>(extent[0] * extent[1] * extent[2]));
  Numbers open;
  for (const std::uint32_t first : places.items) {
    if (pieces.of_place[first] != no_piece) continue;
    const auto number = static_cast<std::uint32_t>(pieces.loads.size());
    const std::int64_t at = block[first];
    pieces.blocks.push_back({at / extent[2] / extent[1], at / extent[2] % extent[1], at % extent[2]});
    pieces.loads.push_back(0);
    open.assign(1, first);
    pieces.of_place[first] = number;
    while (!open.empty()) {
      const std::uint32_t place = open.back();
      open.pop_back();
      pieces.loads.back() += mesh.load[place];
      const auto around = mesh.around(place);
      const auto sides = mesh.sides(place);
      for (std::size_t k = 0; k < around.size(); ++k) {
        if (sides[k] == 0 || block[around[k]] != block[first] || pieces.of_place[around[k]] != no_piece) continue;
        pieces.of_place[around[k]] = number;
        open.push_back(static_cast<std::uint32_t>(around[k]));
      }
    }
  }
  return pieces;
}

// The sides between a piece and the others that it touches, in the order in which these are found.
template <class Mesh>
class Contacts {
 public:
  explicit Contacts(const Mesh& mesh, const Numbers& of_place, std::size_t pieces)
      : mesh_(mesh), of_place_(of_place), place_(pieces, no_piece) {}

  const std::vector<std::pair<std::uint32_t, std::int32_t>>& of(std::span<const std::uint32_t> places) {
    for (const auto& [other, sides] : found_) place_[other] = no_piece;
    found_.clear();
    for (const std::uint32_t place : places) {
      const auto around = mesh_.around(place);
      const auto sides = mesh_.sides(place);
      for (std::size_t k = 0; k < around.size(); ++k) {
        if (sides[k] == 0 || of_place_[around[k]] == of_place_[place]) continue;
        std::uint32_t& number = place_[of_place_[around[k]]];
        if (number == no_piece) {
          number = static_cast<std::uint32_t>(found_.size());
          found_.emplace_back(of_place_[around[k]], 0);
        }
        found_[number].second += sides[k];
      }
    }
    return found_;
  }

 private:
  const Mesh& mesh_;
  const Numbers& of_place_;
  Numbers place_;  // [piece] its place among those found
  std::vector<std::pair<std::uint32_t, std::int32_t>> found_;
};

// Joins each light piece to the one with which it has most sides in common.
template <class Mesh>
void join_light_ones(const Mesh& mesh, PlacedPieces& pieces) {
  constexpr double light = 0.3;  // as a part of the mean load
  const double limit = light * mesh.total / static_cast<double>(pieces.loads.size());
  if (std::ranges::none_of(pieces.loads, [limit](double load) { return load < limit; })) return;
  const Sorted places = sorted_by(pieces.of_place, pieces.loads.size());
  Contacts contacts(mesh, pieces.of_place, pieces.loads.size());
  DisjointSets joined(pieces.loads.size());
  for (std::size_t i = 0; i < pieces.loads.size(); ++i) {
    if (pieces.loads[i] >= limit) continue;
    const auto& found = contacts.of(places.of(i));
    const auto most = std::ranges::max_element(found, {}, [](const auto& contact) { return contact.second; });
    if (most != found.end()) joined.unite(i, most->first);
  }
  const std::vector<std::size_t> number = joined.numbers();
  PlacedPieces all{std::move(pieces.of_place), std::vector<PieceGraph::Position>(joined.count()),
                   std::vector<double>(joined.count(), 0)};
  std::vector<double> heaviest(joined.count(), 0);
  for (std::size_t i = 0; i < number.size(); ++i) {
    all.loads[number[i]] += pieces.loads[i];
    if (pieces.loads[i] <= heaviest[number[i]]) continue;
    heaviest[number[i]] = pieces.loads[i];
    all.blocks[number[i]] = pieces.blocks[i];
  }
  for (std::uint32_t& piece : all.of_place)
    if (piece != no_piece) piece = static_cast<std::uint32_t>(number[piece]);
  pieces = std::move(all);
}

template <class Mesh>
PieceGraph graph_of_pieces(const Mesh& mesh, const PieceGraph::Position& extent, PlacedPieces pieces) {
  PieceGraph graph;
  graph.extent = extent;
  graph.in_plane = is_in_plane(mesh);
  const Sorted places = sorted_by(pieces.of_place, pieces.loads.size());
  Contacts contacts(mesh, pieces.of_place, pieces.loads.size());
  for (std::size_t i = 0; i < pieces.loads.size(); ++i) {
    for (const auto& [other, sides] : contacts.of(places.of(i))) {
      graph.ends.push_back(other);
      graph.lengths.push_back(sides);
    }
    graph.starts.push_back(static_cast<std::uint32_t>(graph.ends.size()));
  }
  graph.load = std::move(pieces.loads);
  graph.positions = std::move(pieces.blocks);
  graph.whole = std::move(pieces.of_place);
  sum_up(graph);
  return graph;
}

// The active places; those with the same number above 0 are one piece. Without numbers each is its own.
template <class Mesh>
PlacedPieces numbered_places(const Mesh& mesh, const std::vector<std::int32_t>& numbers) {
  PlacedPieces pieces{Numbers(mesh.size(), no_piece), {}, {}};
  std::map<std::int32_t, std::uint32_t> piece_of;
  std::vector<std::int64_t> places;  // places of each piece
  mesh.for_each_place([&](std::size_t place, const auto& position) {
    if (!mesh.is_active(place)) return;
    auto piece = static_cast<std::uint32_t>(places.size());
    if (!numbers.empty() && numbers[place] > 0) piece = piece_of.emplace(numbers[place], piece).first->second;
    if (piece == places.size()) {
      pieces.blocks.push_back({});
      pieces.loads.push_back(0);
      places.push_back(0);
    }
    pieces.of_place[place] = piece;
    pieces.loads[piece] += mesh.load[place];
    ++places[piece];
    PieceGraph::Position& sum = pieces.blocks[piece];
    std::transform(position.rbegin(), position.rend(), sum.rbegin(), sum.rbegin(), std::plus<>());
  });
  for (std::size_t piece = 0; piece < places.size(); ++piece)
    for (std::int64_t& each : pieces.blocks[piece]) each /= places[piece];
  return pieces;
}

}  // namespace

template <class Mesh>
PieceGraph joined_blocks(const Mesh& mesh) {
  PieceGraph::Position extent{};
  for (std::size_t axis = 0; axis < 3; ++axis) extent[axis] = (mesh.extent[axis] + 1) / 2;
  PlacedPieces pieces = pieces_of_blocks(mesh, extent);
  join_light_ones(mesh, pieces);
  PieceGraph graph = graph_of_pieces(mesh, extent, std::move(pieces));
  graph.maps = MapLoads(mesh.maps.count, graph.size());
  for (std::size_t place = 0; place < mesh.size(); ++place)
    if (graph.whole[place] != no_piece) graph.maps.add(graph.whole[place], mesh.maps, place);
  return graph;
}

template <class Mesh>
PieceGraph graph_of(const Mesh& mesh, const std::vector<std::int32_t>& numbers) {
  PieceGraph::Position extent{1, 1, 1};
  std::ranges::copy_backward(mesh.extent, extent.end());
  return graph_of_pieces(mesh, extent, numbered_places(mesh, numbers));
}

PieceGraph joined_pairs(const PieceGraph& graph, double most_load, RandomStream& stream) {
  Numbers order(graph.size());
  std::iota(order.begin(), order.end(), std::uint32_t{0});
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[draw_below(i, stream)]);
  Numbers partner(graph.size(), no_piece);
  for (const std::uint32_t place : order) {
    if (partner[place] != no_piece) continue;
    partner[place] = place;
    const auto around = graph.around(place);
    const auto sides = graph.sides(place);
    double most = 0;
    for (std::size_t k = 0; k < around.size(); ++k) {
      const std::uint32_t other = around[k];
      if (partner[other] != no_piece || graph.load[place] + graph.load[other] > most_load) continue;
      const double wish = sides[k] / std::sqrt(graph.load[other]);
      if (wish <= most) continue;
      most = wish;
      partner[place] = other;
    }
    partner[partner[place]] = place;
  }
  PlacedPieces pieces{Numbers(graph.size(), no_piece), {}, {}};
  for (std::uint32_t place = 0; place < graph.size(); ++place) {
    const bool is_first = partner[place] >= place;
    const std::uint32_t number =
        is_first ? static_cast<std::uint32_t>(pieces.loads.size()) : pieces.of_place[partner[place]];
    pieces.of_place[place] = number;
    if (is_first) {
      pieces.loads.push_back(0);
      pieces.blocks.push_back(graph.positions[place]);
    }
    pieces.loads[number] += graph.load[place];
  }
  return graph_of_pieces(graph, graph.extent, std::move(pieces));
}

PieceGraph part_of(const PieceGraph& graph, const std::vector<std::size_t>& places) {
  Numbers numbers(graph.size(), no_piece);
  for (std::size_t i = 0; i < places.size(); ++i) numbers[places[i]] = static_cast<std::uint32_t>(i);
  PieceGraph part;
  part.extent = graph.extent;
  part.maps = MapLoads(graph.maps.count, places.size());
  part.in_plane = graph.in_plane;
  for (const std::size_t place : places) {
    part.maps.add(part.load.size(), graph.maps, place);
    part.load.push_back(graph.load[place]);
    part.positions.push_back(graph.positions[place]);
    const auto around = graph.around(place);
    for (std::size_t k = 0; k < around.size(); ++k) {
      if (numbers[around[k]] == no_piece) continue;
      part.ends.push_back(numbers[around[k]]);
      part.lengths.push_back(graph.sides(place)[k]);
    }
    part.starts.push_back(static_cast<std::uint32_t>(part.ends.size()));
  }
  sum_up(part);
  return part;
}

template PieceGraph joined_blocks(const GridMesh<3>&);
template PieceGraph joined_blocks(const PieceGraph&);
template PieceGraph graph_of(const GridMesh<2>&, const std::vector<std::int32_t>&);
template PieceGraph graph_of(const GridMesh<3>&, const std::vector<std::int32_t>&);

}  // namespace apportion
