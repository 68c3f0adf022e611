// The common part of METIS, Scotch and Zoltan: the graph of the cells, and one call at a time.
#pragma once

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <mutex>
#include <vector>

#include "extensions/cells/algorithms/cell_algorithm.hpp"
#include "extensions/cells/algorithms/piece_graph.hpp"

namespace apportion {

/// The most vertices. The libraries number cells in 32 bits, and need 100 to 150 bytes and some microseconds for each,
/// METIS[quality] about ten times as long.
constexpr std::int64_t most_graph_cells = 4'000'000;

/// The greatest sum of whole loads: the libraries add them in 32 bits.
constexpr std::int32_t most_whole_load = 1'000'000'000;

/// The active cells in the order of rows; those with a common side are neighbours. Cells that stay together are one
/// vertex.
struct CellGraph {
  PieceGraph pieces = {};                 ///< the same graph with the vertices' positions, and the vertex of each place
  std::vector<std::int32_t> starts = {};  ///< v has the neighbours ends[starts[v]] up to ends[starts[v + 1]], ascending
  std::vector<std::int32_t> ends = {};
  std::vector<std::int32_t> sides = {};  ///< [edge] common sides, if cells stay together; empty: 1
  /// Empty if all are equal. Otherwise at least 1, with a sum of at most most_whole_load: the loads themselves if they
  /// are whole and sum to no more, else in proportion to them, rounded. With several maps one load of each map for each
  /// vertex, all in proportion, and 0 if the map has no load there.
  std::vector<std::int32_t> loads = {};
  std::int32_t maps = 1;
  bool connected = true;

  [[nodiscard]] std::int32_t size() const { return static_cast<std::int32_t>(starts.size()) - 1; }
};

/// InputError, which names the algorithm, above most_graph_cells active cells, and as of mesh_of().
[[nodiscard]] CellGraph cell_graph(const CellProblem& problem, const char* algorithm);

/// The processor of each vertex; `fractions` are the speeds over their sum.
using Partition = std::function<std::vector<std::int32_t>(CellGraph& graph, const std::vector<double>& fractions)>;

/// The division by a library; for a single processor none is called. InputError as of cell_graph(), std::logic_error
/// unless each vertex has a valid processor.
[[nodiscard]] CellSolution divided_by(const CellProblem& problem, const char* algorithm, const Partition& partition);

/// A turn at the libraries; only one thread at a time has one, since METIS uses rand() and Zoltan a generator of the
/// process. During the turn this thread's output to C's standard streams is dropped; that of others is not. At the end
/// every signal has the handler that it had at the beginning, unless that was used up (SA_RESETHAND).
class LibraryTurn {
 public:
  LibraryTurn();
  ~LibraryTurn();
  LibraryTurn(const LibraryTurn&) = delete;
  LibraryTurn& operator=(const LibraryTurn&) = delete;

 private:
  static constexpr std::size_t signals = 32;  // standard signals are below

  std::unique_lock<std::mutex> lock_;
  std::array<struct sigaction, signals> actions_{};
  std::FILE* output_;
  std::FILE* error_;
};

}  // namespace apportion
