// ilp: the labelling as a 0-1 programme, solved by CBC; the one place of CBC.
#include <coin/Cbc_C_Interface.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <mutex>
#include <string>

#include "algorithms/graphs/exact.hpp"
#include "algorithms/graphs/graph_algorithm.hpp"

namespace apportion {
namespace {

// One column after the other, as CBC takes them.
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

// x[v][c] = 1: node v has candidate c. y[e][c] >= x[u][c] - x[v][c]: since both ends have one candidate, the sum of
// y[e] is 1 where they differ. Rows: one candidate a node, then the y of each edge.
class Programme {
 public:
  explicit Programme(const AlignmentGraph& graph) : graph_(graph), candidates_(graph.candidates.size()) {
    // Least costs are paid anyway. What is left is scaled so that CBC's absolute tolerances (1e-7 and less) mean 1e-11
    // of it.
    const double range = best_static(graph).cost - local_minima(graph);
    scale_ = range > 0 ? 1e4 / range : 1;
    for (std::size_t node = 0; node < graph.size(); ++node) add_node(node);
    for (std::size_t e = 0; e < graph.edges.size(); ++e) add_edge(e);
  }

  IntegerOptimum solve(const Labelling& known, std::size_t most_nodes) const {
    const std::unique_ptr<Cbc_Model, void (*)(Cbc_Model*)> model(Cbc_newModel(), Cbc_deleteModel);
    load(model.get());
    for (const auto& [name, value] : parameters(most_nodes)) Cbc_setParameter(model.get(), name.c_str(), value.c_str());
    Cbc_solve(model.get());
    IntegerOptimum optimum{known, Cbc_isProvenOptimal(model.get()) != 0};
    if (const double* values = Cbc_bestSolution(model.get())) take_better(values, optimum.labels);
    return optimum;
  }

 private:
  [[nodiscard]] std::size_t edge_row(std::size_t edge, std::size_t candidate) const {
    return graph_.size() + edge * candidates_ + candidate;
  }

  void add_node(std::size_t node) {
    const std::vector<double>& costs = graph_.nodes[node].costs;
    const double least = *std::min_element(costs.begin(), costs.end());
    for (std::size_t c = 0; c < candidates_; ++c) {
      columns_.put(node, 1);
      for (std::size_t e = 0; e < graph_.edges.size(); ++e) {
        if (graph_.edges[e].u == node) columns_.put(edge_row(e, c), -1);
        if (graph_.edges[e].v == node) columns_.put(edge_row(e, c), 1);
      }
      columns_.close(scale_ * (costs[c] - least));
    }
  }

  void add_edge(std::size_t edge) {
    for (std::size_t c = 0; c < candidates_; ++c) {
      columns_.put(edge_row(edge, c), 1);
      columns_.close(scale_ * graph_.rho * graph_.edges[edge].weight);
    }
  }

  void load(Cbc_Model* model) const {
    const std::size_t labels = graph_.size() * candidates_;
    const std::size_t rows = edge_row(graph_.edges.size(), 0);
    const std::vector<double> low(columns_.costs.size(), 0);
    const std::vector<double> high(columns_.costs.size(), 1);
    std::vector<double> row_low(rows, 0);
    std::vector<double> row_high(rows, std::numeric_limits<double>::max());
    std::fill_n(row_low.begin(), graph_.size(), 1.0);
    std::fill_n(row_high.begin(), graph_.size(), 1.0);
    Cbc_loadProblem(model, static_cast<int>(columns_.costs.size()), static_cast<int>(rows), columns_.starts.data(),
                    columns_.rows.data(), columns_.values.data(), low.data(), high.data(), columns_.costs.data(),
                    row_low.data(), row_high.data());
    for (std::size_t column = 0; column < labels; ++column) Cbc_setInteger(model, static_cast<int>(column));
  }

  // Nodes and not seconds, or answers would depend on the machine's load.
  static std::vector<std::pair<std::string, std::string>> parameters(std::size_t most_nodes) {
    return {{"logLevel", "0"}, {"slogLevel", "0"},    {"maxNodes", std::to_string(most_nodes)},
            {"ratioGap", "0"}, {"allowableGap", "0"}, {"increment", "1e-9"},
            {"threads", "0"}};
  }

  void take_better(const double* values, Labelling& labels) const {
    Labelling found;
    for (std::size_t node = 0; node < graph_.size(); ++node) {
      const double* first = values + node * candidates_;
      found.push_back(static_cast<std::size_t>(std::max_element(first, first + candidates_) - first));
    }
    if (completion_time(graph_, found) < completion_time(graph_, labels)) labels = std::move(found);
  }

  const AlignmentGraph& graph_;
  std::size_t candidates_;
  double scale_ = 1;
  Columns columns_;
};

constexpr std::size_t default_nodes = 10'000;

GraphSolution solve(const AlignmentGraph& graph, const Options& options, RandomStream& /*stream*/) {
  const Labelling known(graph.size(), best_static(graph).candidate);
  const IntegerOptimum optimum = integer_optimum(graph, known, static_cast<std::size_t>(options.count("nodes")));
  return labelled(graph, optimum.labels, optimum.proven);
}

const Registration<GraphAlgorithm> registration{
    {.name = "ilp",
     .source = "0-1 programme with the linearised edges of Chekuri, Khanna, Naor & Zosin 2001, by CBC",
     .summary = "integer programming: the optimum, or the best labelling found within a limit of search nodes",
     .exact_everywhere = false,
     .options = {{.name = "nodes",
                  .kind = OptionKind::count,
                  .default_value = std::to_string(default_nodes),
                  .summary = "nodes of the search tree at most"}},
     .solve = solve}};

}  // namespace

IntegerOptimum integer_optimum(const AlignmentGraph& graph, const Labelling& known, std::size_t most_nodes) {
  const Programme programme(graph);
  // The C interface hands its model to CbcMain1, which keeps the model under way and its signal handler in variables of
  // the library, so that two searches at once would share them.
  static std::mutex turn;
  const std::lock_guard lock(turn);
  return programme.solve(known, most_nodes);
}

}  // namespace apportion
