// The common part of METIS, Scotch and Zoltan: the graph of the cells, and one call at a time.
#include "extensions/cells/algorithms/library_graphs.hpp"

#include <fmt/format.h>
#include <sys/types.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <utility>

#include "base/error.hpp"
#include "base/stopping.hpp"
#include "extensions/cells/algorithms/mesh.hpp"

namespace apportion {
namespace {

// --- The graph

// Unequal loads as whole numbers; scaled ones leave room for rounding of each and for those that are raised to 1.
std::vector<std::int32_t> whole_loads(const std::vector<double>& loads) {
  std::vector<std::int32_t> wholes;
  if (std::ranges::all_of(loads, [&loads](double load) { return load == loads.front(); })) return wholes;
  const double total = std::accumulate(loads.begin(), loads.end(), 0.0);
  const bool whole = std::ranges::all_of(loads, [](double load) { return load == std::floor(load); });
  const double factor =
      whole && total <= most_whole_load ? 1 : (most_whole_load - 2.0 * static_cast<double>(loads.size())) / total;
  wholes.reserve(loads.size());
  for (const double load : loads) wholes.push_back(static_cast<std::int32_t>(std::max(1.0, std::round(load * factor))));
  return wholes;
}

// The loads of several maps as whole numbers in proportion; each map has a load above 0.
std::vector<std::int32_t> loads_of_maps(const CellProblem& problem, const PieceGraph& cells) {
  std::vector<std::int32_t> loads;
  loads.reserve(cells.size() * problem.maps.size());
  for (const auto& [layer, row, column] : cells.positions)
    for (const auto& map : problem.maps) {
      const double load = map->at(layer * problem.layer_rows() + row, column) / map->total() *
                          (most_whole_load - static_cast<double>(cells.size()));
      loads.push_back(static_cast<std::int32_t>(load > 0 ? std::max(1.0, std::round(load)) : 0.0));
    }
  return loads;
}

template <class Mesh>
std::vector<std::int32_t> loads_of(const CellProblem& problem, const Mesh& mesh, const PieceGraph& pieces) {
  if (!problem.maps.empty()) return loads_of_maps(problem, pieces);
  std::vector<double> cells;
  std::ranges::copy_if(mesh.load, std::back_inserter(cells), [](double load) { return load > 0; });
  std::vector<std::int32_t> loads = whole_loads(cells);
  if (!problem.together) return loads;
  std::vector<std::int32_t> sums(pieces.size(), 0);
  std::size_t cell = 0;
  for (const std::uint32_t piece : pieces.whole)
    if (piece != PieceGraph::no_piece) sums[piece] += loads.empty() ? 1 : loads[cell++];
  return sums;
}

template <class Mesh>
CellGraph graph_on(const CellProblem& problem, const Mesh& mesh) {
  CellGraph graph{.pieces = problem.together ? graph_of(mesh, on_places(mesh, *problem.together)) : graph_of(mesh),
                  .maps = static_cast<std::int32_t>(std::max<std::size_t>(problem.maps.size(), 1)),
                  .connected = seas_of(mesh).count() == 1};
  const PieceGraph& pieces = graph.pieces;
  graph.starts.assign(pieces.starts.begin(), pieces.starts.end());
  std::vector<std::pair<std::uint32_t, std::int32_t>> beside;  // the neighbours of a vertex, and the sides
  for (std::size_t v = 0; v < pieces.size(); ++v) {
    beside.clear();
    for (std::size_t k = 0; k < pieces.around(v).size(); ++k)
      beside.emplace_back(pieces.around(v)[k], pieces.sides(v)[k]);
    std::ranges::sort(beside);
    for (const auto& [other, sides] : beside) {
      graph.ends.push_back(static_cast<std::int32_t>(other));
      if (problem.together) graph.sides.push_back(sides);
    }
  }
  graph.loads = loads_of(problem, mesh, pieces);
  return graph;
}

// --- One call at a time

std::mutex& one_at_a_time() {
  static std::mutex mutex;
  return mutex;
}

// A stream in front of a standard one that drops the output of the thread inside a library.
class Filter {
 public:
  // The stream is never closed: another thread may still have the stream from the variable `stdout`.
  Filter() : stream_(::fopencookie(this, "w", {nullptr, write, nullptr, nullptr})) {
    if (stream_ != nullptr) std::setvbuf(stream_, nullptr, _IONBF, 0);
  }

  // The stream to use in place of `behind` until this thread calls it again.
  std::FILE* before(std::FILE* behind) {
    behind_ = behind;
    silent_ = std::this_thread::get_id();
    return stream_ != nullptr ? stream_ : behind;
  }

 private:
  static ssize_t write(void* filter, const char* text, size_t size) {
    const auto* self = static_cast<const Filter*>(filter);
    if (std::this_thread::get_id() == self->silent_.load()) return static_cast<ssize_t>(size);
    std::FILE* const behind = self->behind_;
    const size_t written = std::fwrite(text, 1, size, behind);
    std::fflush(behind);
    return static_cast<ssize_t>(written);
  }

  // Atomic, since threads may still use the stream when the next turn begins.
  std::atomic<std::thread::id> silent_;
  std::atomic<std::FILE*> behind_ = nullptr;
  std::FILE* stream_;
};

// The filters of standard output and of standard error.
std::array<Filter, 2>& filters() {
  static std::array<Filter, 2> both;
  return both;
}

bool same(const struct sigaction& one, const struct sigaction& other) {
  return one.sa_handler == other.sa_handler && one.sa_flags == other.sa_flags;
}

bool is_used_up(const struct sigaction& before, const struct sigaction& now) {
  return (static_cast<unsigned>(before.sa_flags) & static_cast<unsigned>(SA_RESETHAND)) != 0 &&
         now.sa_handler == SIG_DFL;
}

}  // namespace

CellGraph cell_graph(const CellProblem& problem, const char* algorithm) {
  if (active_cells(problem) > most_graph_cells)
    throw InputError("{} takes at most {} cells with a load, and there are {}; BEST takes more", algorithm,
                     most_graph_cells, active_cells(problem));
  return with_mesh(problem, algorithm, [&](const auto& mesh) { return graph_on(problem, mesh); });
}

CellSolution divided_by(const CellProblem& problem, const char* algorithm, const Partition& partition) {
  const Extent extent = problem.extent();
  if (problem.cluster.size() == 1) return {{extent, {{0, 0, extent.rows, extent.columns}}}};
  CellGraph graph = cell_graph(problem, algorithm);
  std::vector<double> fractions = problem.cluster.speeds;
  const double sum = std::accumulate(fractions.begin(), fractions.end(), 0.0);
  for (double& fraction : fractions) fraction /= sum;
  const std::vector<std::int32_t> processors = partition(graph, fractions);
  if (processors.size() != static_cast<std::size_t>(graph.size()))
    throw std::logic_error(
        fmt::format("a library gave {} vertices of {} to processors", processors.size(), graph.size()));
  for (const std::int32_t processor : processors)
    if (processor < 0 || static_cast<std::size_t>(processor) >= problem.cluster.size())
      throw std::logic_error(fmt::format("a library gave a cell to processor {}", processor));
  return {with_mesh(problem, algorithm, [&](const auto& mesh) {
    return division_of(problem, mesh, refined(mesh, graph.pieces, processors));
  })};
}

LibraryTurn::LibraryTurn() : lock_(one_at_a_time()), output_(stdout), error_(stderr) {
  stop_if_asked();  // calls within a library cannot be stopped
  for (std::size_t signal = 1; signal < signals; ++signal)
    sigaction(static_cast<int>(signal), nullptr, &actions_.at(signal));
  stdout = filters()[0].before(output_);
  stderr = filters()[1].before(error_);
}

LibraryTurn::~LibraryTurn() {
  stdout = output_;
  stderr = error_;
  for (std::size_t signal = 1; signal < signals; ++signal) {
    struct sigaction now {};
    sigaction(static_cast<int>(signal), nullptr, &now);
    if (!same(actions_[signal], now) && !is_used_up(actions_[signal], now))
      sigaction(static_cast<int>(signal), &actions_[signal], nullptr);
  }
}

}  // namespace apportion
