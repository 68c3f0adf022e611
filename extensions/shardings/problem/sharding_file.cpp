// Reading of sharding graphs in one pass over the text: the contest's files have edges before nodes, and nearly all of
// their bytes are matrices, of which most are equal to others.
#include "extensions/shardings/problem/sharding_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "experiments/problems/common/json.hpp"
#include "experiments/problems/common/unpacked_input.hpp"
#include "extensions/shardings/problem/json_scanner.hpp"

namespace apportion::problems {
namespace {

// Lists of numbers in one array.
struct WholeLists {
  std::vector<std::int64_t> values = {};
  std::vector<std::size_t> ends = {};

  [[nodiscard]] std::size_t size() const { return ends.size(); }
  [[nodiscard]] std::size_t begin(std::size_t list) const { return list == 0 ? 0 : ends[list - 1]; }
  [[nodiscard]] std::size_t count(std::size_t list) const { return ends[list] - begin(list); }
};

// Lists of numbers; equal lists are stored once.
class SharedLists {
 public:
  // The number of the list.
  std::uint32_t add(const std::vector<std::int64_t>& values) {
    std::uint64_t hash = values.size();
    for (const std::int64_t value : values)
      hash = (hash ^ static_cast<std::uint64_t>(value)) * 0x9E3779B97F4A7C15U + (hash >> 32U);
    const auto [first, last] = numbers_.equal_range(hash);
    for (auto place = first; place != last; ++place)
      if (lists_[place->second] == values) return place->second;
    const auto number = static_cast<std::uint32_t>(lists_.size());
    numbers_.emplace(hash, number);
    lists_.push_back(values);
    return number;
  }

  [[nodiscard]] std::vector<std::int64_t>& operator[](std::uint32_t number) { return lists_[number]; }

 private:
  std::vector<std::vector<std::int64_t>> lists_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> numbers_;
};

// The content of the text, before it is checked.
struct GivenGraph {
  std::string name = {};
  WholeLists intervals = {};
  WholeLists costs = {};
  WholeLists usages = {};
  WholeLists ends = {};  // the nodes of edges
  std::vector<std::uint32_t> edge_costs = {};
  SharedLists lists = {};
  std::optional<std::int64_t> usage_limit = std::nullopt;
};

WholeLists lists_in(JsonScanner& scanner) {
  WholeLists lists;
  for (scanner.begin_list(); scanner.next_item();) {
    for (scanner.begin_list(); scanner.next_item();) lists.values.push_back(scanner.whole());
    lists.ends.push_back(lists.values.size());
  }
  return lists;
}

void read_edge_costs(JsonScanner& scanner, GivenGraph& given) {
  std::vector<std::int64_t> costs;
  for (scanner.begin_list(); scanner.next_item();) {
    costs.clear();
    for (scanner.begin_list(); scanner.next_item();) costs.push_back(scanner.whole());
    given.edge_costs.push_back(given.lists.add(costs));
  }
}

void read_nodes(JsonScanner& scanner, GivenGraph& given) {
  std::string key;
  for (scanner.begin_object({"intervals", "costs", "usages"}); scanner.next_key(key);)
    (key == "costs" ? given.costs : key == "usages" ? given.usages : given.intervals) = lists_in(scanner);
}

void read_edges(JsonScanner& scanner, GivenGraph& given) {
  std::string key;
  for (scanner.begin_object({"nodes", "costs"}); scanner.next_key(key);) {
    if (key == "nodes")
      given.ends = lists_in(scanner);
    else
      read_edge_costs(scanner, given);
  }
}

GivenGraph given_in(JsonScanner& scanner) {
  GivenGraph given;
  std::string key;
  for (scanner.begin_object({"nodes", "edges"}, {"name", "usage_limit"}); scanner.next_key(key);) {
    if (key == "name")
      given.name = scanner.text();
    else if (key == "usage_limit")
      given.usage_limit = scanner.whole();
    else if (key == "nodes")
      read_nodes(scanner, given);
    else
      read_edges(scanner, given);
  }
  return given;
}

// Builds the graph; errors name places as the scanner does.
class GraphBuilder {
 public:
  GraphBuilder(GivenGraph given, std::string place) : given_(std::move(given)), place_(std::move(place)) {}

  ShardingGraph graph() {
    graph_.name = std::move(given_.name);
    graph_.usage_limit = given_.usage_limit;
    add_nodes();
    graph_.costs = std::move(given_.costs.values);
    graph_.usages = std::move(given_.usages.values);
    add_edges();
    return std::move(graph_);
  }

 private:
  [[nodiscard]] std::string at(std::string_view part) const {
    return fmt::format("{}{}{}", place_, place_.empty() ? "" : ".", part);
  }

  [[nodiscard]] std::string at(std::string_view part, std::size_t index) const {
    return fmt::format("{}[{}]", at(part), index);
  }

  void require_lists(std::string_view part, std::size_t found, std::string_view other, std::size_t wanted) const {
    if (found != wanted)
      throw InputError(fmt::format("{} has {}, and {} has {}; both must have as many", at(part),
                                   counted(static_cast<std::int64_t>(found), "item"), at(other), wanted));
  }

  void require_pair(std::string_view part, const WholeLists& lists, std::size_t index, std::string_view wanted) const {
    if (lists.count(index) != 2)
      throw InputError(fmt::format("{} has {}; it must be {}", at(part, index),
                                   counted(static_cast<std::int64_t>(lists.count(index)), "number"), wanted));
  }

  void add_nodes() {
    const std::size_t nodes = given_.costs.size();
    require_lists("nodes.intervals", given_.intervals.size(), "nodes.costs", nodes);
    require_lists("nodes.usages", given_.usages.size(), "nodes.costs", nodes);
    if (nodes == 0) throw InputError(at("nodes.costs") + " is empty; a graph needs at least one node");
    graph_.nodes.reserve(nodes);
    for (std::size_t node = 0; node < nodes; ++node) {
      require_pair("nodes.intervals", given_.intervals, node, "[from, to]");
      graph_.nodes.push_back(node_at(node));
    }
  }

  [[nodiscard]] ShardingNode node_at(std::size_t node) const {
    const std::size_t strategies = given_.costs.count(node);
    if (strategies == 0) throw InputError(at("nodes.costs", node) + " is empty; a node needs at least one strategy");
    if (given_.usages.count(node) != strategies)
      throw InputError(fmt::format("{} has {}, and {} has {}; both must have one for each strategy",
                                   at("nodes.usages", node),
                                   counted(static_cast<std::int64_t>(given_.usages.count(node)), "number"),
                                   at("nodes.costs", node), strategies));
    const std::int64_t from = given_.intervals.values[2 * node];
    const std::int64_t to = given_.intervals.values[2 * node + 1];
    if (to < from)
      throw InputError(fmt::format("{} is [{}, {}]; an interval must not end before it starts",
                                   at("nodes.intervals", node), from, to));
    return {given_.costs.begin(node), static_cast<std::uint32_t>(strategies), from, to};
  }

  [[nodiscard]] std::uint32_t end_at(std::size_t edge, std::size_t side) const {
    const std::int64_t node = given_.ends.values[2 * edge + side];
    if (static_cast<std::uint64_t>(node) >= graph_.size())
      throw InputError(
          fmt::format("{}[{}] is {}; there are nodes 0 to {}", at("edges.nodes", edge), side, node, graph_.size() - 1));
    return static_cast<std::uint32_t>(node);
  }

  void add_edges() {
    const std::size_t edges = given_.ends.size();
    require_lists("edges.costs", given_.edge_costs.size(), "edges.nodes", edges);
    graph_.edges.reserve(edges);
    for (std::size_t edge = 0; edge < edges; ++edge) {
      require_pair("edges.nodes", given_.ends, edge, "[node, node]");
      const std::uint32_t u = end_at(edge, 0);
      const std::uint32_t v = end_at(edge, 1);
      graph_.edges.push_back({u, v, matrix_at(edge, graph_.nodes[u].strategies, graph_.nodes[v].strategies)});
    }
  }

  // The same list of costs may be the matrix of edges with different shapes, such as 2 x 3 and 3 x 2.
  [[nodiscard]] std::uint32_t matrix_at(std::size_t edge, std::uint32_t rows, std::uint32_t columns) {
    const std::uint32_t list = given_.edge_costs[edge];
    std::vector<std::uint32_t>& shapes = matrices_of_[list];
    for (const std::uint32_t matrix : shapes)
      if (graph_.matrices[matrix].rows == rows && graph_.matrices[matrix].columns == columns) return matrix;
    // The list was moved into its first matrix.
    std::vector<std::int64_t>& costs = shapes.empty() ? given_.lists[list] : graph_.matrices[shapes.front()].costs;
    if (costs.size() != std::size_t{rows} * columns)
      throw InputError(fmt::format("{} has {}; it must have {} x {} = {}, one for each pair of strategies of its nodes",
                                   at("edges.costs", edge), counted(static_cast<std::int64_t>(costs.size()), "number"),
                                   rows, columns, std::uint64_t{rows} * columns));
    ShardingMatrix matrix{rows, columns};
    if (shapes.empty())
      matrix.costs = std::move(costs);
    else
      matrix.costs = costs;
    graph_.matrices.push_back(std::move(matrix));
    shapes.push_back(static_cast<std::uint32_t>(graph_.matrices.size() - 1));
    return shapes.back();
  }

  GivenGraph given_;
  std::string place_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> matrices_of_;  // [list]
  ShardingGraph graph_;
};

constexpr const char* problem_key = "problem";

void append_lists(const std::vector<std::int64_t>& values, const ShardingGraph& graph, fmt::memory_buffer& text) {
  for (std::size_t v = 0; v < graph.size(); ++v) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(graph.nodes[v].first);
    fmt::format_to(std::back_inserter(text), "{}[{}]", v == 0 ? "" : ",",
                   fmt::join(first, first + graph.nodes[v].strategies, ","));
  }
}

}  // namespace

ShardingGraph read_sharding_file(const std::string& file) {
  UnpackedInput input(file);
  return read_from(file, [&input] {
    JsonScanner scanner([&input] { return input.next(); });
    std::string key;
    GivenGraph given;
    for (scanner.begin_object({problem_key}); scanner.next_key(key);) given = given_in(scanner);
    scanner.end();
    return GraphBuilder(std::move(given), problem_key).graph();
  });
}

ShardingGraph parse_sharding_graph(std::string_view json) {
  JsonScanner scanner([rest = json]() mutable { return std::exchange(rest, {}); }, problem_key);
  GivenGraph given = given_in(scanner);
  scanner.end();
  return GraphBuilder(std::move(given), problem_key).graph();
}

std::string to_json(const ShardingGraph& graph) {
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, R"({{"name":{},"nodes":{{"intervals":[)", json_string(graph.name));
  for (std::size_t v = 0; v < graph.size(); ++v)
    fmt::format_to(out, "{}[{},{}]", v == 0 ? "" : ",", graph.nodes[v].from, graph.nodes[v].to);
  fmt::format_to(out, R"(],"costs":[)");
  append_lists(graph.costs, graph, text);
  fmt::format_to(out, R"(],"usages":[)");
  append_lists(graph.usages, graph, text);
  fmt::format_to(out, R"(]}},"edges":{{"nodes":[)");
  for (std::size_t e = 0; e < graph.edges.size(); ++e)
    fmt::format_to(out, "{}[{},{}]", e == 0 ? "" : ",", graph.edges[e].u, graph.edges[e].v);
  fmt::format_to(out, R"(],"costs":[)");
  for (std::size_t e = 0; e < graph.edges.size(); ++e)
    fmt::format_to(out, "{}[{}]", e == 0 ? "" : ",", fmt::join(graph.matrices[graph.edges[e].matrix].costs, ","));
  fmt::format_to(out, "]}}");
  if (graph.usage_limit) fmt::format_to(out, R"(,"usage_limit":{})", *graph.usage_limit);
  fmt::format_to(out, "}}");
  return fmt::to_string(text);
}

}  // namespace apportion::problems
