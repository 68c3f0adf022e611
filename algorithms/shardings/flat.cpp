// A core in flat arrays.
#include "algorithms/shardings/flat.hpp"

#include <algorithm>
#include <unordered_map>

namespace apportion::shardings {
namespace {

double floating(Whole cost) { return cost >= forbidden ? infinite : static_cast<double>(cost); }

FlatMatrix flat_matrix(const Matrix& matrix) {
  FlatMatrix flat{.rows = matrix.rows, .columns = matrix.columns};
  flat.costs.resize(matrix.costs.size());
  flat.transposed.resize(matrix.costs.size());
  for (std::size_t a = 0; a < matrix.rows; ++a)
    for (std::size_t b = 0; b < matrix.columns; ++b) {
      flat.costs[a * matrix.columns + b] = floating(matrix.at(a, b));
      flat.transposed[b * matrix.rows + a] = floating(matrix.at(a, b));
    }
  return flat;
}

}  // namespace

Flat::Flat(const Core& core) : capacity(core.capacity), base(static_cast<double>(core.base)) {
  std::vector<std::uint32_t> node_of(core.groups.size(), 0);
  for (std::uint32_t v = 0; v < core.groups.size(); ++v) {
    const Group& at = core.groups[v];
    if (at.gone) continue;
    node_of[v] = size();
    group.push_back(v);
    first.push_back(static_cast<std::uint32_t>(costs.size()));
    for (const Whole cost : at.costs) costs.push_back(floating(cost));
    most_labels = std::max(most_labels, at.size());
    first_piece.push_back(pieces.size());
    for (const Piece& piece : at.pieces) {
      pieces.push_back({piece.from, piece.to, usages.size()});
      usages.insert(usages.end(), piece.usage.begin(), piece.usage.end());
    }
  }
  first.push_back(static_cast<std::uint32_t>(costs.size()));
  first_piece.push_back(pieces.size());
  add_edges(core, node_of);
}

void Flat::add_edges(const Core& core, const std::vector<std::uint32_t>& node_of) {
  std::unordered_map<const Matrix*, std::uint32_t> known;
  std::unordered_map<std::uint32_t, std::size_t> met;  // edges of which one end has its link
  for (std::uint32_t node = 0; node < size(); ++node) {
    first_link.push_back(links.size());
    const Group& at = core.groups[group[node]];
    for (const std::uint32_t e : at.edges) {
      const CoreEdge& edge = core.edges[e];
      if (!edge.matrix) continue;
      const auto [matrix, is_new] = known.try_emplace(edge.matrix.get(), static_cast<std::uint32_t>(matrices.size()));
      if (is_new) {
        matrices.push_back(flat_matrix(*edge.matrix));
        originals.push_back(edge.matrix);
      }
      FlatLink link{.to = node_of[edge.other(group[node])],
                    .matrix = matrix->second,
                    .transposed = edge.v == group[node],
                    .message = messages};
      messages += labels(node);
      const auto [other, is_first] = met.try_emplace(e, links.size());
      if (is_first) {
        link.edge = static_cast<std::uint32_t>(core_edges.size());
        core_edges.push_back(e);
      } else {
        FlatLink& back = links[other->second];
        link.edge = back.edge;
        link.reverse = back.message;
        link.back = other->second;
        back.reverse = link.message;
        back.back = links.size();
      }
      links.push_back(link);
    }
  }
  first_link.push_back(links.size());
}

double Flat::entries() const {
  auto entries = static_cast<double>(costs.size());
  for (const FlatLink& link : links) entries += static_cast<double>(matrices[link.matrix].costs.size());
  return entries;
}

}  // namespace apportion::shardings
