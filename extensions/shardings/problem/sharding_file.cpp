// Reading of sharding graphs in one pass over the text: the contest's files have edges before nodes, and nearly all of
// their bytes are matrices, of which most are equal to others.
#include "extensions/shardings/problem/sharding_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <boost/functional/hash.hpp>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "experiments/problems/common/json.hpp"
#include "experiments/problems/common/unpacked_input.hpp"

namespace apportion::problems {
namespace {

// --- The text

// The bytes of the text.
class Bytes {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;

  Bytes() = default;
  explicit Bytes(const TextPieces& source) : source_(&source) { refill(); }

  char operator*() const { return *at_; }
  Bytes& operator++() {
    if (++at_ == end_) refill();
    return *this;
  }
  bool operator==(const Bytes& other) const { return at_ == other.at_; }

 private:
  void refill() {
    const std::string_view piece = (*source_)();
    // The library takes a NUL for the end.
    if (piece.find('\0') != std::string_view::npos) throw InputError("malformed JSON: it has a NUL");
    at_ = piece.empty() ? nullptr : piece.data();
    end_ = at_ + piece.size();
  }

  const TextPieces* source_ = nullptr;
  const char* at_ = nullptr;  // nullptr: the end
  const char* end_ = nullptr;
};

using WholeList = std::vector<std::int64_t>;

// Lists of numbers in one array.
struct WholeLists {
  WholeList values = {};
  std::vector<std::size_t> ends = {};

  void add(const WholeList& list) {
    values.insert(values.end(), list.begin(), list.end());
    ends.push_back(values.size());
  }
  [[nodiscard]] std::size_t size() const { return ends.size(); }
  [[nodiscard]] std::size_t begin(std::size_t list) const { return list == 0 ? 0 : ends[list - 1]; }
  [[nodiscard]] std::size_t count(std::size_t list) const { return ends[list] - begin(list); }
};

constexpr const char* problem_key = "problem";

// The content of the text, before it is checked.
struct GivenGraph {
  std::string name = {};
  std::optional<std::int64_t> usage_limit = std::nullopt;
  std::map<std::string, WholeLists> lists = {};                      // ["problem.nodes.costs"]
  std::unordered_set<WholeList, boost::hash<WholeList>> costs = {};  // of matrices, without repetitions
  std::vector<const WholeList*> matrices = {};                       // [edge] its costs
};

// Takes the content in the parser's order. InputError, which names the place, for what is no graph.
class GraphText : public nlohmann::json_sax<Json> {
 public:
  // `path` is the place of the text in a problem.
  GraphText(std::string path, GivenGraph& given) : path_(std::move(path)), given_(given) {}

  bool null() override { return begin("null", "no null"); }
  bool boolean(bool /*value*/) override { return begin("boolean", "no boolean"); }
  bool number_integer(number_integer_t value) override { return whole(value, value >= 0); }
  bool number_unsigned(number_unsigned_t value) override {
    return whole(value, value <= static_cast<number_unsigned_t>(std::numeric_limits<std::int64_t>::max()));
  }
  bool number_float(number_float_t /*value*/, const string_t& text) override { return whole(shortened(text), false); }
  bool binary(binary_t& /*value*/) override { return false; }  // does not occur in JSON text

  bool string(string_t& value) override {
    begin("string", "a text");
    given_.name = std::move(value);
    return end();
  }

  bool start_object(std::size_t /*elements*/) override { return begin("object", "an object"); }

  bool key(string_t& value) override {
    const std::vector<std::string>& known = keys().at(path_);
    if (!contains(known, value))
      throw InputError((path_.empty() ? "" : path_ + ": ") + unknown_name("key", value, known).what());
    std::string path = member(value);
    if (!met_.insert(path).second)
      throw InputError("key '{}' is given twice{}", value, path_.empty() ? "" : " in " + path_);
    path_ = std::move(path);
    return true;
  }

  bool end_object() override {
    for (const std::string& key : keys().at(path_))
      if (key != "name" && key != "usage_limit" && !met_.contains(member(key)))
        throw InputError("{} has no '{}'", path_.empty() ? "the file" : path_, key);
    return end();
  }

  bool start_array(std::size_t /*elements*/) override {
    begin("array", "a list");
    indices_.push_back(-1);
    return true;
  }

  bool end_array() override {
    indices_.pop_back();
    if (indices_.empty()) {
      static_cast<void>(given_.lists[path_]);
      return end();
    }
    if (path_.ends_with("edges.costs"))
      given_.matrices.push_back(&*given_.costs.insert(list_).first);
    else
      given_.lists[path_].add(list_);
    list_.clear();
    return true;
  }

  bool parse_error(std::size_t position, const std::string& token, const Json::exception& error) override {
    constexpr int number_overflow = 406;
    if (error.id == number_overflow) return whole(shortened(token), false);
    if (!indices_.empty()) ++indices_.back();  // the next item is wrong
    const std::string where = !is_begun_ || place().empty() ? "" : " in " + place();
    const std::string words = std::string(error.what()).substr(std::string(error.what()).find(" - ") + 3);
    if (words.starts_with("unexpected end of input")) throw InputError("malformed JSON: it ends" + where);
    throw InputError("malformed JSON{}, byte {}: {}", where, position, words);
  }

 private:
  // The keys of each object.
  static const std::map<std::string, std::vector<std::string>>& keys() {
    static const std::map<std::string, std::vector<std::string>> all = {
        {"", {problem_key}},
        {"problem", {"nodes", "edges", "name", "usage_limit"}},
        {"problem.nodes", {"intervals", "costs", "usages"}},
        {"problem.edges", {"nodes", "costs"}}};
    return all;
  }

  static std::string shortened(const std::string& number) {
    constexpr std::size_t longest = 40;
    return number.size() > longest ? number.substr(0, longest) + "..." : number;
  }

  [[nodiscard]] std::string member(const std::string& key) const { return path_.empty() ? key : path_ + "." + key; }

  // "problem.nodes.costs[3][1]"
  [[nodiscard]] std::string place() const {
    std::string text = path_;
    for (const std::int64_t index : indices_)
      if (index >= 0) text += fmt::format("[{}]", index);
    return text;
  }

  [[nodiscard]] std::string wanted() const {
    if (keys().contains(path_)) return "an object";
    if (path_ == "problem.name") return "a text";
    return path_ == "problem.usage_limit" || indices_.size() == 2 ? "a whole number" : "a list";
  }

  // Begins a value, which is to be of that kind.
  bool begin(std::string_view kind, std::string_view is) {
    is_begun_ = true;
    if (!indices_.empty()) ++indices_.back();
    std::string words = wanted();
    if (words == is) return true;
    if (keys().contains(path_)) words += fmt::format(" with {}", fmt::join(keys().at(path_), ", "));
    throw InputError("{} is a JSON {}; it must be {}", path_.empty() ? "the file" : place(), kind, words);
  }

  // Ends a value that is no item of a list.
  bool end() {
    path_.erase(path_.find('.') == std::string::npos ? 0 : path_.rfind('.'));
    return true;
  }

  template <class Number>
  bool whole(const Number& value, bool is_in_range) {
    if (indices_.size() == 2)
      ++indices_.back();
    else
      begin("number", "a whole number");
    if (!is_in_range)
      throw InputError("{} is {}; it must be a whole number from 0 to {}", place(), value,
                       std::numeric_limits<std::int64_t>::max());
    if constexpr (std::is_integral_v<Number>) {
      if (indices_.size() == 2) {
        list_.push_back(static_cast<std::int64_t>(value));
        return true;
      }
      given_.usage_limit = static_cast<std::int64_t>(value);
    }
    return end();
  }

  std::string path_;  // the keys of the current value
  bool is_begun_ = false;
  GivenGraph& given_;
  std::vector<std::int64_t> indices_;  // within lists
  std::set<std::string> met_;          // paths
  WholeList list_;                     // the innermost list
};

// --- The graph

// Builds the graph; errors name places as above.
class GraphBuilder {
 public:
  explicit GraphBuilder(GivenGraph given)
      : given_(std::move(given)),
        intervals_(given_.lists["problem.nodes.intervals"]),
        costs_(given_.lists["problem.nodes.costs"]),
        usages_(given_.lists["problem.nodes.usages"]),
        ends_(given_.lists["problem.edges.nodes"]) {}

  ShardingGraph graph() {
    graph_.name = std::move(given_.name);
    graph_.usage_limit = given_.usage_limit;
    add_nodes();
    graph_.costs = std::move(costs_.values);
    graph_.usages = std::move(usages_.values);
    add_edges();
    return std::move(graph_);
  }

 private:
  static void require_as_many(std::string_view part, std::size_t found, std::string_view other, std::size_t wanted) {
    if (found != wanted)
      throw InputError("problem.{} has {}, and problem.{} has {}; both must have as many", part, counted(found, "item"),
                       other, wanted);
  }

  static void require_pair(std::string_view part, const WholeLists& lists, std::size_t index, std::string_view wanted) {
    if (lists.count(index) != 2)
      throw InputError("problem.{}[{}] has {}; it must be {}", part, index, counted(lists.count(index), "number"),
                       wanted);
  }

  void add_nodes() {
    const std::size_t nodes = costs_.size();
    require_as_many("nodes.intervals", intervals_.size(), "nodes.costs", nodes);
    require_as_many("nodes.usages", usages_.size(), "nodes.costs", nodes);
    if (nodes == 0) throw InputError("problem.nodes.costs is empty; a graph needs at least one node");
    graph_.nodes.reserve(nodes);
    for (std::size_t node = 0; node < nodes; ++node) {
      require_pair("nodes.intervals", intervals_, node, "[from, to]");
      graph_.nodes.push_back(node_at(node));
    }
  }

  [[nodiscard]] ShardingNode node_at(std::size_t node) const {
    const std::size_t strategies = costs_.count(node);
    if (strategies == 0) throw InputError("problem.nodes.costs[{}] is empty; a node needs at least one strategy", node);
    if (usages_.count(node) != strategies)
      throw InputError(
          "problem.nodes.usages[{}] has {}, and problem.nodes.costs[{}] has {}; both must have one for each strategy",
          node, counted(usages_.count(node), "number"), node, strategies);
    const std::int64_t from = intervals_.values[2 * node];
    const std::int64_t to = intervals_.values[2 * node + 1];
    if (to < from)
      throw InputError("problem.nodes.intervals[{}] is [{}, {}]; an interval must not end before it starts", node, from,
                       to);
    return {costs_.begin(node), static_cast<std::uint32_t>(strategies), from, to};
  }

  [[nodiscard]] std::uint32_t end_at(std::size_t edge, std::size_t side) const {
    const std::int64_t node = ends_.values[2 * edge + side];
    if (static_cast<std::uint64_t>(node) >= graph_.size())
      throw InputError("problem.edges.nodes[{}][{}] is {}; there are nodes 0 to {}", edge, side, node,
                       graph_.size() - 1);
    return static_cast<std::uint32_t>(node);
  }

  void add_edges() {
    require_as_many("edges.costs", given_.matrices.size(), "edges.nodes", ends_.size());
    graph_.edges.reserve(ends_.size());
    for (std::size_t edge = 0; edge < ends_.size(); ++edge) {
      require_pair("edges.nodes", ends_, edge, "[node, node]");
      const std::uint32_t u = end_at(edge, 0);
      const std::uint32_t v = end_at(edge, 1);
      graph_.edges.push_back({u, v, matrix_at(edge, graph_.nodes[u].strategies, graph_.nodes[v].strategies)});
    }
  }

  // The same list of costs may be the matrix of edges with different shapes, such as 2 x 3 and 3 x 2.
  [[nodiscard]] std::uint32_t matrix_at(std::size_t edge, std::uint32_t rows, std::uint32_t columns) {
    const WholeList& costs = *given_.matrices[edge];
    if (costs.size() != std::size_t{rows} * columns)
      throw InputError(
          "problem.edges.costs[{}] has {}; it must have {} x {} = {}, one for each pair of strategies of its nodes",
          edge, counted(costs.size(), "number"), rows, columns, std::uint64_t{rows} * columns);
    const auto [known, is_new] =
        numbers_.try_emplace({&costs, rows}, static_cast<std::uint32_t>(graph_.matrices.size()));
    if (is_new) graph_.matrices.push_back({rows, columns, costs});
    return known->second;
  }

  GivenGraph given_;
  const WholeLists& intervals_;
  WholeLists& costs_;
  WholeLists& usages_;
  const WholeLists& ends_;
  std::map<std::pair<const WholeList*, std::uint32_t>, std::uint32_t> numbers_;  // [costs, rows] of the matrices
  ShardingGraph graph_;
};

ShardingGraph read_graph(const TextPieces& source, std::string path) {
  GivenGraph given;
  GraphText text(std::move(path), given);
  static_cast<void>(Json::sax_parse(Bytes(source), Bytes(), &text));
  return GraphBuilder(std::move(given)).graph();
}

}  // namespace

ShardingGraph read_sharding_file(const std::string& file) {
  const TextPieces next = unpacked_input(file);
  return read_from(file, [&next] { return read_graph(next, ""); });
}

ShardingGraph parse_sharding_graph(std::string_view json) {
  return read_graph([rest = json]() mutable { return std::exchange(rest, {}); }, problem_key);
}

std::string to_json(const ShardingGraph& graph) {
  const auto of_strategies = [&graph](const std::vector<std::int64_t>& values) {
    return json_list(graph.nodes, [&values](const ShardingNode& node) {
      const auto first = values.begin() + static_cast<std::ptrdiff_t>(node.first);
      return fmt::format("[{}]", fmt::join(first, first + node.strategies, ","));
    });
  };
  const auto interval = [](const ShardingNode& node) { return fmt::format("[{},{}]", node.from, node.to); };
  const auto ends = [](const ShardingEdge& edge) { return fmt::format("[{},{}]", edge.u, edge.v); };
  const auto costs = [&graph](const ShardingEdge& edge) {
    return fmt::format("[{}]", fmt::join(graph.matrices[edge.matrix].costs, ","));
  };
  return fmt::format(
      R"({{"name":{},"nodes":{{"intervals":{},"costs":{},"usages":{}}},"edges":{{"nodes":{},"costs":{}}}{}}})",
      json_string(graph.name), json_list(graph.nodes, interval), of_strategies(graph.costs),
      of_strategies(graph.usages), json_list(graph.edges, ends), json_list(graph.edges, costs),
      graph.usage_limit ? fmt::format(R"(,"usage_limit":{})", *graph.usage_limit) : "");
}

}  // namespace apportion::problems
