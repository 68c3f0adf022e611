// The family of nodes: its problems, whose arrays and networks are as in rectangles, sets of nodes by the simulated
// time of the array's division among them, and how sure their order is.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/engine/messages.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/common/json.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/networks/network.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "extensions/nodes/algorithms/node_selection.hpp"
#include "sim/varied_speeds.hpp"

namespace apportion::problems {
namespace {

// --- Problems

struct NodeQuestion {
  RectangleQuestion division;                          // of the array among all nodes, on their network
  std::optional<GivenCluster> cluster = std::nullopt;  // where a file has it
  std::vector<double> speeds = {};                     // one per node
  NodeSet kept = {};                                   // nodes that must be used
  std::optional<SpeedVariation> variation = std::nullopt;
};

// The names of all nodes: their numbers if no file names them.
std::vector<std::string> names_of(const NodeQuestion& question) {
  if (!question.division.names.empty()) return question.division.names;
  std::vector<std::string> numbers;
  for (std::size_t node = 0; node < question.speeds.size(); ++node) numbers.push_back(fmt::format("{}", node));
  return numbers;
}

constexpr std::int64_t usual_draws = 200;

std::vector<Field> fields_of_nodes() {
  std::vector<Field> all;
  for (const char* name : {"rows", "columns", "weights", "cluster", "bytes-per-cell", "processors", "algorithm"})
    all.push_back(field_named(rectangle_fields(), name));
  all.back() = all.back().by_default("").called("A").noting("without it the fastest of several methods divides");
  all.back().takes_several = false;
  all = joined(all, network_fields());
  all.push_back(field_named(rectangle_fields(), "latency"));
  all.push_back(
      field_of(FieldKind::text, "keep", "NAMES", "nodes that must be among those used, by name, or number from 0 on"));
  all = joined(all, variation_fields());
  for (Field& field : all) {
    if (field.name == "network" || field.name == "element-seconds")
      field = field.by_default("").noting("").must_be_given();
    if (field.name == "weights") field.what = "relative speeds: 3,1,2, or 4*(2,1)";
    if (field.name == "perturb")
      field = field.noting("200 with --spread, or where all nodes of the cluster file were measured again");
    if (field.name == "spread") field = field.needing("");
  }
  all.push_back(seed_field());
  return all;
}

const std::vector<Field>& node_fields() {
  static const std::vector<Field> all = fields_of_nodes();
  return all;
}

NodeSet kept_nodes(const FieldValues& given, const NodeQuestion& question) {
  std::set<std::size_t> kept;
  if (!given.has("keep")) return {};
  const std::vector<std::string> names = names_of(question);
  for (const std::string& word : split(given.text("keep"), ',')) {
    const auto found = std::ranges::find(names, trimmed(word));
    if (found == names.end()) throw unknown_name("node", trimmed(word), names);
    kept.insert(static_cast<std::size_t>(found - names.begin()));
  }
  return {kept.begin(), kept.end()};
}

// How speeds vary is a question about nodes, and not about each of the divisions.
const std::vector<Field>& fields_of_divisions() {
  static const std::vector<Field> all = without(rectangle_fields(), collected(ranked_variation_fields(), &Field::name));
  return all;
}

// The question that these values describe. InputError where they do not describe one.
NodeQuestion node_question(const FieldValues& given) {
  NodeQuestion question{.division = rectangle_question(given.as(fields_of_divisions())), .cluster = cluster_in(given)};
  const Cluster& nodes = question.division.problem.cluster;
  if (question.cluster)
    question.speeds = read_from(given.text("cluster"), [&] { return constant_speeds(*question.cluster); });
  else if (nodes.is_flat())
    question.speeds = nodes.speeds;
  else
    throw InputError(given.spelled("weights") + " has machines; nodes are a list of numbers");
  if (question.division.network->seconds_per_element == 0)
    throw InputError(given.spelled("element-seconds") + " is 0; while computing takes no time one node is fastest");
  question.variation = variation_in(given, question.speeds.size(), given.has("spread") ? usual_draws : 0);
  const auto is_measured_again = [](const Spread& spread) { return spread.repeats > 0; };
  if (!question.variation && question.cluster && std::ranges::all_of(question.cluster->spreads, is_measured_again))
    question.variation = measured_variation(*question.cluster, usual_draws, question.division.seed);
  question.kept = kept_nodes(given, question);
  return question;
}

// --- Answers

// The fastest set of so many nodes.
struct FoundNodes {
  TimedNodes timed;
  std::string algorithm;                             // that divides the array
  std::optional<VariedTimes> varied = std::nullopt;  // where speeds vary
  double fastest = 0;                                // the share of draws in which no other one found is faster
};

struct NodeAnswer {
  std::vector<FoundNodes> found;  // the fastest set of each number of nodes, the fastest first
  bool is_complete = true;        // whether the search ended by itself, see NodeSelection
};

template <class Value>
std::vector<Value> picked(const std::vector<Value>& values, const NodeSet& nodes) {
  std::vector<Value> some;
  if (!values.empty())
    for (const std::size_t node : nodes) some.push_back(values[node]);
  return some;
}

// The nodes of a cluster, with what determines their shares.
GivenCluster picked(const GivenCluster& cluster, const NodeSet& nodes) {
  GivenCluster some = cluster;
  some.names = picked(cluster.names, nodes);
  some.speeds = picked(cluster.speeds, nodes);
  some.memory = picked(cluster.memory, nodes);
  return some;
}

// The question for these nodes alone; each keeps its place in the network.
RectangleQuestion division_among(const NodeQuestion& question, const NodeSet& nodes) {
  RectangleQuestion asked = question.division;
  const double area = asked.problem.extent.area();
  if (question.cluster) {
    ClusterShares shares = picked(*question.cluster, nodes).shares_of(area, area);
    asked.problem.cluster = std::move(shares.cluster);
    asked.memory = std::move(shares.memory);
  } else {
    asked.problem.cluster = {picked(question.speeds, nodes), {}};
  }
  asked.names = picked(asked.names, nodes);
  asked.by_xy2 = RivalTime{};  // nothing is compared with it
  const ExchangeTime& all = *asked.network;
  Network network = among(*all.network, nodes);
  const double of_all = all.network->startup.seconds;
  if (of_all > 0) asked.problem.latency = all.latency * network.startup.seconds / of_all;
  asked.network = exchange_time_on(all.name, std::move(network), asked.problem.latency, all.seconds_per_element);
  return asked;
}

// Infinity for a set whose messages lack a route, whose memory is too small, or which no method divides among.
double seconds_of(const NodeQuestion& question, const NodeSet& nodes) {
  try {
    return solve(division_among(question, nodes)).network->costs.simulated;
  } catch (const InputError&) {
    return std::numeric_limits<double>::infinity();
  }
}

std::string timing_text(std::int64_t sets, const TimedNodes& fastest) {
  std::string timed = fmt::format("nodes: {} timed", counted(sets, "set"));
  if (fastest.nodes.empty()) return timed;
  const TimeUnit unit = readable_unit(fastest.seconds);
  return fmt::format("{}, the fastest of {} takes {:.6g} {}", timed, counted(fastest.nodes.size(), "node"),
                     unit.of(fastest.seconds), unit.name);
}

void add_variation(const std::vector<std::vector<double>>& times, std::vector<FoundNodes>& found) {
  const std::size_t draws = times.front().size();
  for (std::size_t draw = 0; draw < draws; ++draw) {
    double least = times.front()[draw];
    for (const std::vector<double>& each : times) least = std::min(least, each[draw]);
    for (std::size_t i = 0; i < found.size(); ++i)
      if (times[i][draw] == least) found[i].fastest += 1;
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    found[i].fastest /= static_cast<double>(draws);
    found[i].varied = summary_of(times[i]);
  }
}

// InputError where no set can be used.
NodeAnswer solve(const NodeQuestion& question) {
  const double work = question.division.problem.extent.area() * question.division.network->seconds_per_element;
  engine::LiveLine line(std::chrono::seconds{10});
  std::int64_t sets = 0;
  TimedNodes fastest{{}, std::numeric_limits<double>::infinity()};
  const auto time_of = [&](const NodeSet& nodes) {
    const double seconds = seconds_of(question, nodes);
    ++sets;
    if (seconds < fastest.seconds) fastest = {nodes, seconds};
    if (line.is_due()) line.print(timing_text(sets, fastest));  // with hundreds of nodes there may be millions of sets
    return seconds;
  };
  const NodeSelection selection =
      fastest_nodes({.speeds = question.speeds, .time_of = time_of, .work = work, .kept = question.kept});
  line.end(timing_text(sets, fastest));
  if (selection.fastest.empty()) {
    const NodeSet all = nodes_beside({}, question.speeds.size());
    static_cast<void>(solve(division_among(question, all)));  // throws, with the reason
  }
  std::vector<FoundNodes> found;
  std::vector<std::vector<double>> times;
  for (const TimedNodes& timed : selection.fastest) {
    const RectangleQuestion asked = division_among(question, timed.nodes);
    const RectangleAnswer answer = solve(asked);
    found.push_back({timed, answer.algorithm});
    if (!question.variation) continue;
    // Each draw is one of all nodes' speeds, so that all sets get the same.
    const auto seconds = [&, stencil = stencil_of(answer.decomposition)](const std::vector<double>& drawn) {
      return asked.network->seconds(picked(drawn, timed.nodes), stencil);
    };
    times.push_back(times_by_draws(*question.variation, question.speeds, seconds));
  }
  if (question.variation) add_variation(times, found);
  return {std::move(found), selection.is_complete};
}

// "a, b", "all", or "all but c", whichever is shorter.
std::string words_for(const NodeQuestion& question, const NodeSet& nodes) {
  const NodeSet others = nodes_beside(nodes, question.speeds.size());
  if (others.empty()) return "all";
  const bool is_most = others.size() < nodes.size();
  return fmt::format("{}{}", is_most ? "all but " : "",
                     fmt::join(picked(names_of(question), is_most ? others : nodes), ", "));
}

std::string json_line(const NodeQuestion& question, const FoundNodes& found, std::size_t rank) {
  std::string line =
      fmt::format(R"({{"schema":1,"rank":{},"algorithm":{},"nodes":[{}],"left_out":[{}],"seconds":{})", rank,
                  json_string(found.algorithm), fmt::join(found.timed.nodes, ","),
                  fmt::join(nodes_beside(found.timed.nodes, question.speeds.size()), ","), found.timed.seconds);
  if (found.varied) line += fmt::format(R"(,"varied":{},"fastest":{})", varied_json(*found.varied), found.fastest);
  if (!question.division.names.empty()) line += fmt::format(R"(,"names":{})", names_json(question.division.names));
  return line + "}";
}

std::string heading(const NodeQuestion& question, bool is_complete) {
  const RectangleProblem& problem = question.division.problem;
  const std::size_t nodes = question.speeds.size();
  std::string text = fmt::format("{} x {} among {} on {}", problem.extent.rows, problem.extent.columns,
                                 counted(static_cast<std::int64_t>(nodes), "node"), question.division.network->name);
  text += fmt::format("\nfor each number of nodes the fastest set of {}",
                      nodes - question.kept.size() <= most_nodes_for_all_sets
                          ? "all"
                          : "those tried: first nodes by speed, then exchanges from the fastest of these");
  if (!is_complete) text += fmt::format("; ended after sets of {} nodes in all", NodeJob{}.most_work);
  if (question.variation) text += fmt::format("; {} draws of speeds", question.variation->draws);
  return text;
}

std::vector<RankedValue> row_of(const NodeQuestion& question, const FoundNodes& found, const FoundNodes& first) {
  const TimeUnit unit = readable_unit(first.timed.seconds);
  std::vector<RankedValue> row = {
      {"nodes", static_cast<std::int64_t>(found.timed.nodes.size())},
      {"algorithm", found.algorithm},
      {fmt::format("iteration, {}", unit.name), with_digits(unit.of(found.timed.seconds), 6)},
      {"over first, %", with_decimals(100 * (found.timed.seconds / first.timed.seconds - 1), 2)}};
  std::ranges::move(varied_values(found.varied, unit), std::back_inserter(row));
  row.push_back({"fastest in, %", given_if(found.varied.has_value(), with_decimals(100 * found.fastest, 1))});
  row.push_back({"which", words_for(question, found.timed.nodes)});
  return row;
}

// A table of them, and a JSON line each.
Comparison rank_nodes(const FieldValues& given) {
  const NodeQuestion question = node_question(given);
  const auto [found, is_complete] = solve(question);
  Comparison comparison;
  comparison.title = heading(question, is_complete);
  comparison.columns = {"rank"};
  for (std::size_t i = 0; i < found.size(); ++i) {
    comparison.lines.push_back(json_line(question, found[i], i + 1));
    comparison.rows.push_back({static_cast<std::int64_t>(i + 1)});
    for (RankedValue& value : row_of(question, found[i], found.front())) {
      if (!value.value) continue;
      if (i == 0) comparison.columns.push_back(std::move(value.column));
      comparison.rows.back().push_back(std::move(*value.value));
    }
  }
  return comparison;
}

std::string fastest_nodes_line(const FieldValues& given) {
  const NodeQuestion question = node_question(given);
  return json_line(question, solve(question).found.front(), 1);
}

const FamilyRegistration node_family{{.name = "nodes",
                                      .summary = "which nodes of a cluster to use for an array; not for sweeps",
                                      .fields = node_fields,
                                      .solve = fastest_nodes_line,
                                      .rank = rank_nodes}};

}  // namespace
}  // namespace apportion::problems
