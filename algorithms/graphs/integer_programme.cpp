// ilp: the labelling as a 0-1 programme, solved by CBC; the one place of CBC.

#include <algorithm>
#include <coin/CbcModel.hpp>
#include <coin/OsiClpSolverInterface.hpp>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>

#include "algorithms/count_option.hpp"
#include "algorithms/graphs/graph_algorithm.hpp"
#include "algorithms/graphs/heuristics.hpp"
#include "algorithms/graphs/optimal.hpp"
#include "algorithms/graphs/reductions.hpp"
#include "algorithms/graphs/whole_graph.hpp"

namespace apportion {
namespace {

// One column after the other, as CLP takes them.
struct Columns {
  std::vector<CoinBigIndex> starts{0};
  std::vector<int> rows;
  std::vector<double> values;
  std::vector<double> costs;

  void put(std::size_t row, double value) {
    rows.push_back(static_cast<int>(row));
    values.push_back(value);
  }
  void close(double cost) {
    starts.push_back(static_cast<CoinBigIndex>(rows.size()));
    costs.push_back(cost);
  }
};

struct ProgrammeLimits {
  int nodes = 0;
  int pivots = 0;
};

// An edge of the programme, and its part in the rows of one of its ends.
struct ProgrammeEdge {
  std::uint32_t u = 0;
  std::uint32_t v = 0;
  std::size_t first_row = 0;  // one for each label of u
};

// x[v][i] = 1: node v has label i. y[e][i] >= x[u][i] - x[v][i]: since both ends have one label, the sum of y[e] is 1
// where they differ. Rows: one label per node, then one for each y. Columns: the x of each node, then the y.
class Programme {
 public:
  // No useful entry costs more than `most`. CLP sees costs from 0 to 1e4, far from those that it asserts not to meet,
  // and its absolute tolerances of 1e-7 mean 1e-11 of the greatest.
  Programme(const WholeGraph& graph, Whole most)
      : graph_(graph), scale_(1e4 / static_cast<double>(std::max<Whole>(most, 1))), rows_(graph.size()) {
    std::vector<std::vector<std::size_t>> incident(graph.size());
    for (std::uint32_t u = 0; u < graph.size(); ++u)
      for (const WholeLink& link : graph.nodes[u].links) {
        if (link.to < u) continue;
        incident[u].push_back(edges_.size());
        incident[link.to].push_back(edges_.size());
        edges_.push_back({u, link.to, rows_});
        rows_ += graph.nodes[u].labels.size();
      }
    for (std::uint32_t v = 0; v < graph.size(); ++v) add_node(v, incident[v]);
    labels_ = columns_.costs.size();
    for (std::uint32_t u = 0; u < graph.size(); ++u)
      for (const WholeLink& link : graph.nodes[u].links)
        if (link.to > u) add_edge(u, link.weight);
  }

  [[nodiscard]] std::size_t rows() const { return rows_; }

  // What CBC ends with, if it finds a solution within its limits. Nothing that it claims of it is believed. CbcModel
  // itself, other than the C interface and CbcMain, leaves signal handlers alone.
  [[nodiscard]] std::optional<WholeLabels> solved(const ProgrammeLimits& limits) const {
    OsiClpSolverInterface solver;
    solver.messageHandler()->setLogLevel(0);
    solver.getModelPtr()->setLogLevel(0);
    load(solver);
    solver.setIntParam(OsiMaxNumIteration, limits.pivots);
    solver.initialSolve();
    if (!solver.isProvenOptimal()) return std::nullopt;
    CbcModel model(solver);
    model.setLogLevel(0);
    model.setMaximumNodes(limits.nodes);
    model.setMaximumNumberIterations(limits.pivots);
    model.setAllowableGap(0);
    // Its pivots would not be counted.
    model.setNumberStrong(0);
    model.setNumberBeforeTrust(0);
    model.branchAndBound();
    const double* values = model.bestSolution();
    if (values == nullptr) return std::nullopt;
    WholeLabels labels;
    for (const WholeNode& node : graph_.nodes) {
      const double* end = values + node.labels.size();
      labels.push_back(node.labels[static_cast<std::size_t>(std::max_element(values, end) - values)]);
      values = end;
    }
    return labels;
  }

 private:
  void add_node(std::uint32_t v, const std::vector<std::size_t>& incident) {
    const WholeNode& node = graph_.nodes[v];
    for (std::size_t place = 0; place < node.labels.size(); ++place) {
      columns_.put(v, 1);
      for (const std::size_t e : incident) {
        const ProgrammeEdge& edge = edges_[e];
        const WholeNode& rows_of = graph_.nodes[edge.u];
        const std::size_t row = place_of(rows_of, node.labels[place]);
        if (row < rows_of.labels.size()) columns_.put(edge.first_row + row, edge.u == v ? -1 : 1);
      }
      columns_.close(scale_ * static_cast<double>(node.costs[place]));
    }
  }

  void add_edge(std::uint32_t u, Whole weight) {
    for (std::size_t place = 0; place < graph_.nodes[u].labels.size(); ++place) {
      columns_.put(graph_.size() + (columns_.costs.size() - labels_), 1);
      columns_.close(scale_ * static_cast<double>(weight));
    }
  }

  void load(OsiClpSolverInterface& solver) const {
    const auto columns = static_cast<int>(columns_.costs.size());
    const std::vector<double> low(columns_.costs.size(), 0);
    const std::vector<double> high(columns_.costs.size(), 1);
    std::vector<double> row_low(rows_, 0);
    std::vector<double> row_high(rows_, solver.getInfinity());
    std::fill_n(row_low.begin(), graph_.size(), 1.0);
    std::fill_n(row_high.begin(), graph_.size(), 1.0);
    solver.loadProblem(columns, static_cast<int>(rows_), columns_.starts.data(), columns_.rows.data(),
                       columns_.values.data(), low.data(), high.data(), columns_.costs.data(), row_low.data(),
                       row_high.data());
    for (std::size_t column = 0; column < labels_; ++column) solver.setInteger(static_cast<int>(column));
  }

  const WholeGraph& graph_;
  double scale_ = 1;
  std::size_t rows_ = 0;
  std::size_t labels_ = 0;  // columns
  std::vector<ProgrammeEdge> edges_;
  Columns columns_;
};

// A pivot takes time in proportion to the rows.
constexpr std::size_t most_rows = 20'000;

WholeLabels found_by_programme(const KnownCosts& costs, const ProgrammeLimits& limits) {
  // Nodes whose least cost is 0 and weights below the labelling that is known: nothing in it is greater than that.
  Reduction reduction(costs.whole.graph, true);
  const WholeGraph& reduced = reduction.graph();
  WholeLabels best = reduction.expanded(expanded_labels(reduced, cheapest_labels(reduced)));
  if (cost_of(costs.whole.graph, costs.known) < cost_of(costs.whole.graph, best)) best = costs.known;
  if (reduced.nodes.empty()) return best;
  const Programme programme(reduced, cost_of(costs.whole.graph, best) - reduced.base);
  if (programme.rows() > most_rows) return best;
  // CBC does not promise that two searches at once share nothing.
  static std::mutex turn;
  const std::lock_guard lock(turn);
  if (const std::optional<WholeLabels> labels = programme.solved(limits)) {
    WholeLabels expanded = reduction.expanded(*labels);
    if (cost_of(costs.whole.graph, expanded) < cost_of(costs.whole.graph, best)) best = std::move(expanded);
  }
  return best;
}

GraphSolution solve_integer_programme(const AlignmentGraph& graph, const Options& options, RandomStream& /*stream*/) {
  const auto limited = [&options](const char* name) {
    return static_cast<int>(std::min<std::int64_t>(options.count(name), std::numeric_limits<int>::max()));
  };
  const KnownCosts costs = whole_costs(graph);
  const WholeLabels labels = found_by_programme(costs, {limited("nodes"), limited("pivots")});
  const SearchLimits limits{.nodes = options.count("nodes"), .messages = 100'000'000};
  const Whole bound = searched(costs.whole, labels, limits).answer.bound;
  return solution_of(graph, costs.whole, {labels, bound});
}

const Registration<GraphAlgorithm> integer_programme_registration{
    {.name = "ilp",
     .source = "0-1 programme with the linearised edges of Chekuri, Khanna, Naor & Zosin 2001, by CBC",
     .summary = "integer programming after reductions; "
                "what it finds counts as proven where a bound in whole numbers proves it",
     .revision = 4,
     .exact_everywhere = false,
     .options = {count_option("nodes", "10000", "nodes of the search tree at most"),
                 count_option(
                     "pivots", "10000",
                     "pivots of the simplex method at most; programmes of more than 20000 rows are not tried")},
     .solve = solve_integer_programme}};

}  // namespace
}  // namespace apportion
