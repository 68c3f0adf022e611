// What METIS, Scotch and Zoltan share: the graph of the cells, and one call at a time.
#pragma once

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string_view>
#include <vector>

#include "algorithms/cells/cell_algorithm.hpp"

namespace apportion {

/// The libraries number cells in 32 bits, and need 100 to 150 bytes and some microseconds for each, METIS[quality] some
/// ten times as long.
constexpr std::int64_t most_graph_cells = 4'000'000;

/// What whole loads sum to at most: the libraries add them in 32 bits.
constexpr std::int32_t most_whole_load = 1'000'000'000;

/// Vertex v is the v-th active cell, row by row; active cells with a common side are neighbours. Cells that stay
/// together are one vertex.
struct CellGraph {
  std::vector<std::int32_t> rows = {};     ///< of each active cell, of all layers
  std::vector<std::int32_t> columns = {};  ///< of each active cell
  std::vector<std::int32_t> starts = {};  ///< v has the neighbours ends[starts[v]] up to ends[starts[v + 1]], ascending
  std::vector<std::int32_t> ends = {};
  /// Empty where all are equal. Otherwise from 1, with a sum of at most most_whole_load: the loads themselves where
  /// they are whole and sum to no more, else in proportion to them, rounded.
  /// With several maps one of each for each vertex, all of them in proportion, and 0 where a map has nothing.
  std::vector<std::int32_t> loads = {};
  std::int32_t maps = 1;
  std::vector<std::int32_t> vertices = {};  ///< of each active cell, where cells stay together; empty: each its own
  std::vector<std::int32_t> sides = {};     ///< of each of `ends`, of cells, where cells stay together; empty: 1
  bool connected = true;
  std::int32_t layer_rows = 0;  ///< rows of a layer; 0 in the plane

  [[nodiscard]] std::int32_t size() const {
    return vertices.empty() ? static_cast<std::int32_t>(rows.size()) : static_cast<std::int32_t>(starts.size()) - 1;
  }
};

/// InputError, which names the algorithm, above most_graph_cells active cells.
[[nodiscard]] CellGraph cell_graph(const CellProblem& problem, std::string_view algorithm);

/// The speeds over their sum.
[[nodiscard]] std::vector<double> target_fractions(const CellProblem& problem);

/// The division whose vertices belong to these processors. std::logic_error unless there is an existing one for each.
[[nodiscard]] CellSolution with_owners(const CellProblem& problem, const CellGraph& graph,
                                       const std::vector<std::int32_t>& processors);

/// Nothing is asked of a library where there is one processor: the division that gives it every cell.
[[nodiscard]] CellSolution all_to_one(const CellProblem& problem);

/// While it lives no other thread has one: METIS draws by rand(), Zoltan from a generator of the process. What this
/// thread prints by C's standard streams in the meantime is dropped, and what others print is not. At its end every
/// signal has the handler that it had at its beginning, unless that was used up by then (SA_RESETHAND).
class LibraryTurn {
 public:
  LibraryTurn();
  ~LibraryTurn();
  LibraryTurn(const LibraryTurn&) = delete;
  LibraryTurn& operator=(const LibraryTurn&) = delete;
  LibraryTurn(LibraryTurn&&) = delete;
  LibraryTurn& operator=(LibraryTurn&&) = delete;

 private:
  static constexpr std::size_t signals = 32;  // the standard ones are below

  std::unique_lock<std::mutex> lock_;
  std::array<struct sigaction, signals> actions_{};
  std::FILE* output_;
  std::FILE* error_;
};

}  // namespace apportion
