// The common part of METIS, Scotch and Zoltan: the graph of the cells, and one call at a time.
#include "extensions/cells/algorithms/library_graphs.hpp"

#include <fmt/format.h>
#include <sys/types.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <utility>

#include "base/disjoint_sets.hpp"
#include "base/error.hpp"
#include "base/stopping.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

// --- The graph

bool is_active(const CellProblem& problem, std::int64_t row, std::int64_t column) {
  return !problem.loads || problem.loads->is_active(row, column);
}

// Adds the vertices. Returns the vertex of each cell of the array, -1 for cells that are left out.
std::vector<std::int32_t> put_vertices(const CellProblem& problem, CellGraph& graph) {
  std::vector<std::int32_t> vertex_of(static_cast<std::size_t>(problem.rows * problem.columns), -1);
  std::size_t cell = 0;
  for (std::int64_t row = 0; row < problem.rows; ++row)
    for (std::int64_t column = 0; column < problem.columns; ++column, ++cell) {
      if (!is_active(problem, row, column)) continue;
      vertex_of[cell] = graph.size();
      graph.rows.push_back(static_cast<std::int32_t>(row));
      graph.columns.push_back(static_cast<std::int32_t>(column));
    }
  return vertex_of;
}

void put_edges(const CellProblem& problem, const std::vector<std::int32_t>& vertex_of, CellGraph& graph) {
  const std::int64_t layer_rows = problem.layer_rows();
  const auto put = [&](std::int64_t row, std::int64_t column) {
    if (row < 0 || column < 0 || row >= problem.rows || column >= problem.columns) return;
    const std::int32_t vertex = vertex_of[static_cast<std::size_t>(row * problem.columns + column)];
    if (vertex >= 0) graph.ends.push_back(vertex);
  };
  graph.starts.reserve(graph.rows.size() + 1);
  graph.ends.reserve((problem.in_space() ? 6 : 4) * graph.rows.size());
  graph.starts.push_back(0);
  for (std::size_t v = 0; v < graph.rows.size(); ++v) {
    const std::int64_t row = graph.rows[v];
    const std::int64_t column = graph.columns[v];
    if (problem.in_space()) put(row - layer_rows, column);
    if (row % layer_rows > 0) put(row - 1, column);
    put(row, column - 1);
    put(row, column + 1);
    if (row % layer_rows + 1 < layer_rows) put(row + 1, column);
    if (problem.in_space()) put(row + layer_rows, column);
    graph.starts.push_back(static_cast<std::int32_t>(graph.ends.size()));
  }
}

// Sets unequal loads as whole numbers. Scaled ones leave room for rounding of each and for those that are raised to 1.
void put_loads(const CellProblem& problem, CellGraph& graph) {
  if (!problem.loads) return;
  std::vector<double> loads;
  loads.reserve(graph.rows.size());
  for (std::size_t v = 0; v < graph.rows.size(); ++v)
    loads.push_back(problem.loads->at(graph.rows[v], graph.columns[v]));
  if (std::ranges::all_of(loads, [&loads](double load) { return load == loads.front(); })) return;
  const double total = std::accumulate(loads.begin(), loads.end(), 0.0);
  const bool whole = std::ranges::all_of(loads, [](double load) { return load == std::floor(load); });
  const double factor = whole && total <= most_whole_load ? 1 : (most_whole_load - 2.0 * graph.size()) / total;
  graph.loads.reserve(loads.size());
  for (const double load : loads)
    graph.loads.push_back(static_cast<std::int32_t>(std::max(1.0, std::round(load * factor))));
}

// Sets the loads of several maps as whole numbers in proportion; each map has a load above 0.
void put_maps(const CellProblem& problem, CellGraph& graph) {
  graph.maps = static_cast<std::int32_t>(problem.maps.size());
  graph.loads.reserve(graph.rows.size() * problem.maps.size());
  for (std::size_t v = 0; v < graph.rows.size(); ++v)
    for (const auto& map : problem.maps) {
      const double load = map->at(graph.rows[v], graph.columns[v]) / map->total() * (most_whole_load - graph.size());
      graph.loads.push_back(static_cast<std::int32_t>(load > 0 ? std::max(1.0, std::round(load)) : 0.0));
    }
}

bool is_connected(const CellGraph& graph) {
  DisjointSets pieces(static_cast<std::size_t>(graph.size()));
  for (std::size_t v = 0; v + 1 < graph.starts.size(); ++v)
    for (std::int32_t k = graph.starts[v]; k < graph.starts[v + 1]; ++k)
      pieces.unite(v, static_cast<std::size_t>(graph.ends[static_cast<std::size_t>(k)]));
  return pieces.count() == 1;
}

// Joins cells that stay together to one vertex; before, each cell has its own load.
void join_together(const CellProblem& problem, CellGraph& graph) {
  std::map<std::int32_t, std::int32_t> of_number;
  std::vector<std::vector<std::size_t>> cells;  // [vertex]
  for (std::size_t v = 0; v < graph.rows.size(); ++v) {
    const std::int32_t number =
        (*problem.together)[static_cast<std::size_t>(graph.rows[v] * problem.columns + graph.columns[v])];
    auto vertex = static_cast<std::int32_t>(cells.size());
    if (number > 0) vertex = of_number.emplace(number, vertex).first->second;
    if (static_cast<std::size_t>(vertex) == cells.size()) cells.emplace_back();
    cells[static_cast<std::size_t>(vertex)].push_back(v);
    graph.vertices.push_back(vertex);
  }
  std::vector<std::int32_t> starts{0};
  std::vector<std::int32_t> ends;
  std::vector<std::int32_t> loads;
  for (const std::vector<std::size_t>& own : cells) {
    std::map<std::int32_t, std::int32_t> sides;  // the number of sides to each neighbouring vertex
    loads.push_back(0);
    for (const std::size_t v : own) {
      loads.back() += graph.loads.empty() ? 1 : graph.loads[v];
      for (std::int32_t k = graph.starts[v]; k < graph.starts[v + 1]; ++k)
        ++sides[graph.vertices[static_cast<std::size_t>(graph.ends[static_cast<std::size_t>(k)])]];
    }
    sides.erase(graph.vertices[own.front()]);
    for (const auto& [other, count] : sides) {
      ends.push_back(other);
      graph.sides.push_back(count);
    }
    starts.push_back(static_cast<std::int32_t>(ends.size()));
  }
  graph.starts = std::move(starts);
  graph.ends = std::move(ends);
  graph.loads = std::move(loads);
}

}  // namespace

CellGraph cell_graph(const CellProblem& problem, std::string_view algorithm) {
  if (active_cells(problem) > most_graph_cells)
    throw InputError(fmt::format("{} takes at most {} cells with a load, and there are {}; BEST takes more", algorithm,
                                 most_graph_cells, active_cells(problem)));
  CellGraph graph{.layer_rows = static_cast<std::int32_t>(problem.in_space() ? problem.layer_rows() : 0)};
  const std::vector<std::int32_t> vertex_of = put_vertices(problem, graph);
  put_edges(problem, vertex_of, graph);
  if (problem.maps.empty())
    put_loads(problem, graph);
  else
    put_maps(problem, graph);
  if (problem.together) join_together(problem, graph);
  graph.connected = is_connected(graph);
  return graph;
}

namespace {

// The division whose vertices have these processors.
CellSolution with_owners(const CellProblem& problem, const CellGraph& graph,
                         const std::vector<std::int32_t>& processors) {
  if (processors.size() != static_cast<std::size_t>(graph.size()))
    throw std::logic_error(
        fmt::format("a library gave {} vertices of {} to processors", processors.size(), graph.size()));
  std::vector<std::int32_t> owners(static_cast<std::size_t>(problem.rows * problem.columns), no_owner);
  for (const std::int32_t processor : processors)
    if (processor < 0 || static_cast<std::size_t>(processor) >= problem.cluster.size())
      throw std::logic_error(fmt::format("a library gave a cell to processor {}", processor));
  for (std::size_t cell = 0; cell < graph.rows.size(); ++cell) {
    const std::size_t v = graph.vertices.empty() ? cell : static_cast<std::size_t>(graph.vertices[cell]);
    owners[static_cast<std::size_t>(graph.rows[cell] * problem.columns + graph.columns[cell])] = processors[v];
  }
  return {division_of(problem.rows, problem.columns, problem.cluster.size(), owners)};
}

}  // namespace

CellSolution divided_by(const CellProblem& problem, std::string_view algorithm, const Partition& partition) {
  const Extent extent = problem.extent();
  if (problem.cluster.size() == 1) return {{extent, {{0, 0, extent.rows, extent.columns}}}};
  CellGraph graph = cell_graph(problem, algorithm);
  std::vector<double> fractions = problem.cluster.speeds;
  const double sum = std::accumulate(fractions.begin(), fractions.end(), 0.0);
  for (double& fraction : fractions) fraction /= sum;
  return with_owners(problem, graph, partition(graph, fractions));
}

namespace {

// --- One call at a time

std::mutex& one_at_a_time() {
  static std::mutex mutex;
  return mutex;
}

// A stream in front of a standard one that drops the output of the thread inside a library.
class Filter {
 public:
  // It is never closed: another thread may still have the stream from the variable `stdout`.
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

struct Filters {
  Filter output;
  Filter error;
};

Filters& filters() {
  static Filters both;
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

LibraryTurn::LibraryTurn() : lock_(one_at_a_time()), output_(stdout), error_(stderr) {
  stop_if_asked();  // calls within a library cannot be stopped
  for (std::size_t signal = 1; signal < signals; ++signal)
    sigaction(static_cast<int>(signal), nullptr, &actions_.at(signal));
  stdout = filters().output.before(output_);
  stderr = filters().error.before(error_);
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
