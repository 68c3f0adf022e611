// Random sharding graphs: networks of layers made from one template, and soft clusters.
#include "extensions/shardings/sim/sharding_graphs.hpp"

#include <algorithm>
#include <array>
#include <boost/random/uniform_int_distribution.hpp>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

namespace apportion {
namespace {

std::int64_t whole_from(std::int64_t least, std::int64_t most, RandomStream& stream) {
  return boost::random::uniform_int_distribution<std::int64_t>(least, most)(stream);
}

bool by_chance(std::int64_t percent, RandomStream& stream) { return whole_from(1, 100, stream) <= percent; }

void set_limit(ShardingGraph& graph, std::int64_t slack_percent) {
  const auto peak = static_cast<std::int64_t>(totals(graph, least_strategies(graph, graph.usages)).peak);
  graph.usage_limit = peak + peak / 100 * slack_percent;
}

// How a strategy divides an operation. 0: not at all; else 1 + 3 x dimension + (0, 1, 2 for 2, 4, 8 parts).
using Layout = std::size_t;
constexpr Layout layouts = 13;

std::int64_t parts_of(Layout layout) { return layout == 0 ? 1 : std::int64_t{2} << ((layout - 1) % 3); }

// The cost of turning one layout into another, in eighths of the data.
using Resharding = std::array<std::array<std::int64_t, layouts>, layouts>;

struct Operation {
  std::vector<Layout> layouts = {};
  std::vector<std::int64_t> costs = {};
  std::vector<std::int64_t> usages = {};
  std::int64_t volume = 0;
  bool is_alias = false;  // whether it is an alias of the operation before
  bool is_kept = false;   // whether its result is kept until the backward pass has used it
  bool has_parameter = false;
  bool binds_backward = false;         // the backward operation has the same strategy
  bool binds_parameter = false;        // the parameter has the same strategy
  std::size_t skips_to = 0;            // an earlier operation that it also reads; its own number: none
  std::uint32_t alias = 0;             // number of the matrix of the edge to the operation before
  std::uint32_t skip = 0;              // of the edge to skips_to
  std::uint32_t parameter = 0;         // of the edge to the parameter
  std::uint32_t backward = 0;          // of edges between backward operations
  std::uint32_t forward_backward = 0;  // of the edge to its backward operation
  std::uint32_t tie = 0;               // of the edge to the layer before, if layers are tied
};

constexpr std::size_t tied_operations = 200;
constexpr std::size_t nodes_of_an_operation = 3;  // the most nodes of an operation

// The role of a node in its operation.
enum Role : std::uint8_t { forward, parameter, backward, roles };

// Draws what all layers have in common, then adds layer after layer.
class NetworkDrawing {
 public:
  NetworkDrawing(const ShardingShape& shape, RandomStream& stream) : shape_(shape), stream_(stream) {
    for (auto& row : resharding_)
      for (std::int64_t& cost : row) cost = whole_from(1, 16, stream_);
    for (Layout layout = 0; layout < layouts; ++layout) resharding_[layout][layout] = 0;
    const std::int64_t count = drawn_count();
    for (std::int64_t k = 0; k < count; ++k) operations_.push_back(drawn_operation());
    for (std::size_t k = 0; k < operations_.size(); ++k) join(k);
  }

  ShardingGraph graph() {
    graph_.name = word_of(sharding_kind_words, shape_.kind);
    before_.assign(roles * operations_.size(), no_node);
    const auto parameters = static_cast<std::size_t>(std::ranges::count(operations_, true, &Operation::has_parameter));
    const std::size_t layers = shape_.nodes / (2 * operations_.size() + parameters);
    const std::size_t tail = shape_.nodes - layers * (2 * operations_.size() + parameters);
    steps_ = layers * operations_.size() + tail;
    for (std::size_t step = 0; step < steps_; ++step) add_forward(step, step < layers * operations_.size());
    for (std::size_t step = layers * operations_.size(); step-- > 0;) add_backward(step);
    set_limit(graph_, shape_.slack_percent);
    return std::move(graph_);
  }

 private:
  [[nodiscard]] bool is_tied() const { return shape_.kind == ShardingKind::tied; }

  std::int64_t drawn_count() {
    if (!is_tied()) return whole_from(8, 14, stream_);
    return static_cast<std::int64_t>(std::clamp<std::size_t>(shape_.nodes / nodes_of_an_operation, 1, tied_operations));
  }

  Operation drawn_operation() {
    const std::size_t number = operations_.size();
    Operation operation;
    operation.is_alias = number > 0 && by_chance(40, stream_);
    operation.volume = whole_from(1, 15, stream_) << whole_from(8, is_tied() ? 14 : 20, stream_);
    operation.is_kept = !operation.is_alias && by_chance(60, stream_);
    operation.has_parameter = !operation.is_alias && by_chance(35, stream_);
    operation.binds_backward = by_chance(70, stream_);
    operation.binds_parameter = by_chance(70, stream_);
    if (number > 2 && !operation.is_alias && by_chance(30, stream_))
      operation.skips_to = static_cast<std::size_t>(whole_from(0, static_cast<std::int64_t>(number) - 2, stream_));
    else
      operation.skips_to = number;
    if (operation.is_alias)
      set_alias(operations_.back(), operation);
    else
      set_strategies(operation);
    return operation;
  }

  void set_strategies(Operation& operation) {
    const std::int64_t work = is_tied() ? whole_from(1, 4, stream_) : whole_from(1, 9, stream_) * operation.volume;
    const std::int64_t count = whole_from(2, shape_.strategies, stream_);
    for (std::int64_t s = 0; s < count; ++s) {
      const auto layout = static_cast<Layout>(s == 0 ? 0 : whole_from(1, layouts - 1, stream_));
      operation.layouts.push_back(layout);
      operation.usages.push_back(operation.volume / parts_of(layout));
      operation.costs.push_back(is_tied() ? communicating_cost(operation.volume, work, layout)
                                          : computing_cost(operation.volume, work, layout));
    }
  }

  // Some strategies have to sum the results of their parts.
  std::int64_t computing_cost(std::int64_t volume, std::int64_t work, Layout layout) {
    const std::int64_t collective = layout != 0 && by_chance(40, stream_) ? volume / 2 : 0;
    return work / parts_of(layout) / 4 + collective;
  }

  // More parts take less memory and more communication.
  std::int64_t communicating_cost(std::int64_t volume, std::int64_t work, Layout layout) {
    const auto halvings = static_cast<std::int64_t>(layout == 0 ? 0 : 1 + (layout - 1) % 3);
    return volume / 4 * (work * halvings + whole_from(0, 3, stream_));
  }

  // Gives an alias the strategies of its operation in another order.
  void set_alias(const Operation& before, Operation& alias) {
    const std::size_t count = before.layouts.size();
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), 0U);
    for (std::size_t s = count; s > 1; --s)
      std::swap(order[s - 1],
                order[static_cast<std::size_t>(whole_from(0, static_cast<std::int64_t>(s) - 1, stream_))]);
    for (const std::size_t each : order) alias.layouts.push_back(before.layouts[each]);
    alias.costs.assign(count, 0);
    alias.usages.assign(count, 0);
    alias.volume = before.volume;
    alias.alias = matching_matrix(order);
  }

  void join(std::size_t number) {
    Operation& operation = operations_[number];
    const Operation& before = operations_[number == 0 ? operations_.size() - 1 : number - 1];
    if (!operation.is_alias) operation.alias = resharding_matrix(before, operation);
    operation.backward = resharding_matrix(operation, before);
    operation.forward_backward =
        operation.binds_backward ? same_matrix(operation) : resharding_matrix(operation, operation);
    if (is_tied()) operation.tie = same_matrix(operation);
    if (operation.skips_to != number) operation.skip = resharding_matrix(operations_[operation.skips_to], operation);
    if (operation.has_parameter)
      operation.parameter =
          operation.binds_parameter ? same_matrix(operation) : resharding_matrix(operation, operation);
  }

  // A matrix that allows only equal strategies.
  std::uint32_t same_matrix(const Operation& operation) {
    std::vector<std::size_t> order(operation.layouts.size());
    std::iota(order.begin(), order.end(), 0U);
    return matching_matrix(order);
  }

  // A matrix that allows only strategy order[s] beside strategy s.
  std::uint32_t matching_matrix(const std::vector<std::size_t>& order) {
    const std::size_t count = order.size();
    ShardingMatrix matrix{static_cast<std::uint32_t>(count), static_cast<std::uint32_t>(count),
                          std::vector<std::int64_t>(count * count, forbidden_cost)};
    for (std::size_t s = 0; s < count; ++s) matrix.costs[order[s] * count + s] = 0;
    return add(std::move(matrix));
  }

  std::uint32_t resharding_matrix(const Operation& from, const Operation& to) {
    ShardingMatrix matrix{static_cast<std::uint32_t>(from.layouts.size()),
                          static_cast<std::uint32_t>(to.layouts.size())};
    for (const Layout layout : from.layouts)
      for (const Layout wanted : to.layouts) matrix.costs.push_back(from.volume / 8 * resharding_[layout][wanted]);
    return add(std::move(matrix));
  }

  std::uint32_t add(ShardingMatrix matrix) {
    const auto place = std::ranges::find_if(graph_.matrices, [&matrix](const ShardingMatrix& other) {
      return other.rows == matrix.rows && other.columns == matrix.columns && other.costs == matrix.costs;
    });
    const auto number = static_cast<std::uint32_t>(place - graph_.matrices.begin());
    if (place == graph_.matrices.end()) graph_.matrices.push_back(std::move(matrix));
    return number;
  }

  // Adds a node with `times` the costs of the operation.
  std::uint32_t add_node(const Operation& operation, std::int64_t times, std::size_t from, std::size_t to) {
    graph_.nodes.push_back({graph_.costs.size(), static_cast<std::uint32_t>(operation.layouts.size()),
                            static_cast<std::int64_t>(from), static_cast<std::int64_t>(to)});
    for (const std::int64_t cost : operation.costs) graph_.costs.push_back(times * cost);
    graph_.usages.insert(graph_.usages.end(), operation.usages.begin(), operation.usages.end());
    return static_cast<std::uint32_t>(graph_.size() - 1);
  }

  // Ties the node to the same one of the layer before.
  std::uint32_t tied(Role role, std::size_t number, std::uint32_t node) {
    std::uint32_t& before = before_[roles * number + role];
    if (is_tied() && before != no_node) graph_.edges.push_back({before, node, operations_[number].tie});
    before = node;
    return node;
  }

  [[nodiscard]] std::size_t end_of_time() const { return 2 * steps_; }

  void add_forward(std::size_t step, bool has_backward) {
    const std::size_t number = step % operations_.size();
    const Operation& operation = operations_[number];
    const std::size_t until = operation.is_kept && has_backward ? end_of_time() - step : step + 2;
    const std::uint32_t node = tied(forward, number, add_node(operation, 1, step, until));
    forward_.push_back(node);
    if (step > 0) {
      graph_.edges.push_back({forward_[step - 1], node, operation.alias});
      // Some edges are doubled, since real graphs have parallel edges.
      if (!operation.is_alias && by_chance(3, stream_)) graph_.edges.push_back(graph_.edges.back());
    }
    if (operation.skips_to != number)
      graph_.edges.push_back({forward_[step - number + operation.skips_to], node, operation.skip});
    if (operation.has_parameter && has_backward)
      graph_.edges.push_back(
          {tied(parameter, number, add_node(operation, 0, 0, end_of_time())), node, operation.parameter});
  }

  void add_backward(std::size_t step) {
    const std::size_t number = step % operations_.size();
    const Operation& operation = operations_[number];
    const std::size_t time = end_of_time() - 1 - step;
    const std::uint32_t node = tied(backward, number, add_node(operation, 2, time, time + 2));
    if (backward_ != no_node)
      graph_.edges.push_back({backward_, node, operations_[(step + 1) % operations_.size()].backward});
    graph_.edges.push_back({forward_[step], node, operation.forward_backward});
    backward_ = node;
  }

  static constexpr std::uint32_t no_node = ~std::uint32_t{0};

  ShardingShape shape_;
  RandomStream& stream_;
  Resharding resharding_{};
  std::vector<Operation> operations_;
  std::size_t steps_ = 0;  // steps of the forward pass
  std::vector<std::uint32_t> forward_;
  std::uint32_t backward_ = no_node;   // the backward node before
  std::vector<std::uint32_t> before_;  // [roles x operation + role] the node of the layer before
  ShardingGraph graph_;
};

constexpr std::size_t cluster_size = 12;

// Draws clusters one after the other; all operations have the same layouts.
class ClusterDrawing {
 public:
  ClusterDrawing(const ShardingShape& shape, RandomStream& stream)
      : shape_(shape),
        stream_(stream),
        halvings_(shape.strategies, 0),
        apart_(std::size_t{shape.strategies} * shape.strategies, 0) {
    for (std::size_t s = 1; s < halvings_.size(); ++s) halvings_[s] = whole_from(1, 4, stream_);
    for (std::size_t k = 0; k < apart_.size(); ++k)
      if (k % (halvings_.size() + 1) != 0) apart_[k] = whole_from(2, 10, stream_);
  }

  ShardingGraph graph() {
    graph_.name = word_of(sharding_kind_words, shape_.kind);
    while (graph_.size() < shape_.nodes) add_cluster(std::min(cluster_size, shape_.nodes - graph_.size()));
    set_limit(graph_, shape_.slack_percent);
    return std::move(graph_);
  }

 private:
  void add_cluster(std::size_t size) {
    const std::size_t first = graph_.size();
    const std::int64_t volume = 64 * whole_from(8, 15, stream_);
    const std::int64_t work = whole_from(0, 2, stream_);
    const std::uint32_t within = matrix_of(volume);
    const std::uint32_t across = matrix_of(volume / 8);
    for (std::size_t k = 0; k < size; ++k) {
      const std::size_t here = graph_.size();
      add_node(volume, work);
      const auto join = [&](std::int64_t back, std::uint32_t matrix) {
        graph_.edges.push_back({static_cast<std::uint32_t>(here - static_cast<std::size_t>(back)),
                                static_cast<std::uint32_t>(here), matrix});
      };
      if (here > 0) join(1, k > 0 ? within : across);
      if (k > 1) join(whole_from(2, static_cast<std::int64_t>(k), stream_), within);
      if (first > 0 && by_chance(15, stream_))
        join(whole_from(static_cast<std::int64_t>(k) + 1, static_cast<std::int64_t>(k + cluster_size), stream_),
             across);
    }
  }

  std::uint32_t matrix_of(std::int64_t volume) {
    const auto [place, is_new] = matrices_.try_emplace(volume, static_cast<std::uint32_t>(graph_.matrices.size()));
    if (!is_new) return place->second;
    ShardingMatrix matrix{shape_.strategies, shape_.strategies};
    for (const std::int64_t apart : apart_) matrix.costs.push_back(volume * apart / 8);
    graph_.matrices.push_back(std::move(matrix));
    return place->second;
  }

  void add_node(std::int64_t volume, std::int64_t work) {
    const auto here = static_cast<std::int64_t>(graph_.size());
    const std::int64_t until = by_chance(33, stream_) ? 2 * static_cast<std::int64_t>(shape_.nodes) - here : here + 2;
    graph_.nodes.push_back({graph_.costs.size(), shape_.strategies, here, until});
    for (const std::int64_t halvings : halvings_) {
      const std::int64_t own = whole_from(0, 16, stream_);
      graph_.costs.push_back(volume * (work * halvings + own) / 16);
      graph_.usages.push_back(volume >> halvings);
    }
  }

  ShardingShape shape_;
  RandomStream& stream_;
  std::vector<std::int64_t> halvings_;              // [layout]
  std::vector<std::int64_t> apart_;                 // [layouts] the cost of turning one into the other
  std::map<std::int64_t, std::uint32_t> matrices_;  // [volume]
  ShardingGraph graph_;
};

}  // namespace

ShardingGraph draw_sharding_graph(const ShardingShape& shape, RandomStream& stream) {
  if (shape.kind == ShardingKind::clusters) return ClusterDrawing(shape, stream).graph();
  return NetworkDrawing(shape, stream).graph();
}

}  // namespace apportion
