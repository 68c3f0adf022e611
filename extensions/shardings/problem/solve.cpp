// Searches that end by a clock or a signal, the question and the answer of one sharding problem, and checks of answers.
#include "extensions/shardings/problem/solve.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "experiments/engine/messages.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/json.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/problem_family.hpp"
#include "extensions/shardings/problem/proof_file.hpp"
#include "extensions/shardings/problem/proof_replay.hpp"
#include "extensions/shardings/problem/sharding_file.hpp"

namespace apportion::problems {
double gap_percent(WideWhole cost, WideWhole bound) {
  if (cost <= bound) return 0;
  if (bound <= 0) return std::numeric_limits<double>::infinity();
  return 100 * static_cast<double>(cost - bound) / static_cast<double>(bound);
}

std::string cost_text(const std::optional<WideWhole>& cost, WideWhole bound) {
  if (!cost) return fmt::format("no answer yet, bound {}", bound);
  if (bound == 0 && *cost > 0) return fmt::format("cost {}, no bound yet", *cost);
  return fmt::format("cost {}, bound {}, gap {:.3f} %", *cost, bound, gap_percent(*cost, bound));
}

ShardingSearch::ShardingSearch(const Unfinished& unread) : search_([unread] { return unread({}); }) {}

ShardingWatch ShardingSearch::begin(std::optional<double> seconds, unsigned threads, Unfinished unfinished) {
  unfinished_ = std::move(unfinished);
  search_.begin(seconds, [unfinished = unfinished_] { return unfinished({}); });
  search_.note(cost_text(std::nullopt, 0), [unfinished = unfinished_] { return unfinished({}); });
  return {.stop = [this] { return search_.is_over(); },
          .progress = [this](const ShardingSolution& so_far) { note(so_far); },
          .is_timed = seconds.has_value(),
          .threads = threads};
}

std::vector<SearchStep> ShardingSearch::steps() const {
  const std::scoped_lock lock(mutex_);
  return steps_;
}

void ShardingSearch::note(const ShardingSolution& so_far) {
  const SearchStep step{seconds(), so_far.labels ? std::optional(so_far.cost) : std::nullopt, so_far.lower_bound};
  {
    const std::scoped_lock lock(mutex_);
    steps_.push_back(step);
  }
  search_.note(cost_text(step.cost, step.bound), [unfinished = unfinished_, so_far] { return unfinished(so_far); });
}

namespace {

// --- Problems and answers

constexpr const char* none_allowed = "no sharding is allowed";
constexpr const char* none_found = "no sharding that is allowed was found";

// The solution of a user's own algorithm, whose labels were checked when they were read.
ShardingSolution solution_of(const ShardingGraph& graph, Sharding labels) {
  const ShardingTotals sum = totals(graph, labels);
  if (!sum.allowed) throw InputError(fmt::format("the labels are not allowed: cost {}, peak {}", sum.cost, sum.peak));
  ShardingSolution solution;
  solution.labels = std::move(labels);
  solution.cost = sum.cost;
  return solution;
}

std::string whole_or_null(const std::optional<std::int64_t>& value) { return value ? std::to_string(*value) : "null"; }

std::string sizes_json(const ShardingSizes& sizes) {
  return fmt::format(R"({{"nodes":{},"labels":{},"edges":{},"times":{}}})", sizes.nodes, sizes.labels, sizes.edges,
                     sizes.times);
}

// Names a node without an allowed strategy, the most likely reason for a problem without answers.
void explain_missing(const ShardingGraph& graph, const ShardingSolution& solution) {
  if (!solution.proven_infeasible) return;
  for (std::size_t v = 0; v < graph.size(); ++v) {
    const ShardingNode& node = graph.nodes[v];
    const bool is_alive = node.from < node.to && graph.usage_limit.has_value();
    bool is_possible = false;
    for (std::size_t place = node.first; place < node.first + node.strategies; ++place)
      is_possible |= graph.costs[place] < forbidden_cost && !(is_alive && graph.usages[place] > *graph.usage_limit);
    if (is_possible) continue;
    engine::print_error(fmt::format(
        "apportion: node {} has no allowed strategy: each costs 10^18 or more, or takes more than the limit alone\n",
        v));
    return;
  }
}

ShardingAnswer solve_with_certificate(const ShardingQuestion& question, ShardingWatch watch) {
  if (question.certificate.empty()) return solve(question, watch);
  ProofWriter writer(question.certificate);
  watch.certificate = [&writer](const CertificateRecord& record) { writer.write(record); };
  ShardingAnswer answer = solve(question, watch);
  writer.finish();
  return answer;
}

ShardingAnswer answer_of(const ShardingGraph& graph, const std::string& algorithm, ShardingSolution solution) {
  ShardingAnswer answer{.algorithm = algorithm, .solution = std::move(solution), .limit = graph.usage_limit};
  if (answer.solution.labels) answer.totals = totals(graph, *answer.solution.labels);
  return answer;
}

using Printed = std::string (*)(const ShardingAnswer& answer);

std::string json_of(const ShardingAnswer& answer) { return to_json(answer); }

// What to print if a signal comes while the graph is read.
ShardingSearch::Unfinished unread(const std::string& algorithm, Printed printed) {
  return [=](const ShardingSolution& nothing) { return printed({.algorithm = algorithm, .solution = nothing}); };
}

// Runs the search; the answer may have no labels. `printed` is used if a signal ends the program.
ShardingAnswer watched_answer(ShardingSearch& search, const ShardingQuestion& question, Printed printed) {
  const auto with_course = [&search](ShardingAnswer answer) {
    answer.seconds = search.seconds();
    answer.steps = search.steps();
    return answer;
  };
  const auto unfinished = [=, graph = question.graph,
                           algorithm = canonical_name(question.own, question.algorithm)](const ShardingSolution& best) {
    return printed(with_course(answer_of(*graph, algorithm, best)));
  };
  ShardingAnswer answer =
      with_course(solve_with_certificate(question, search.begin(question.seconds, question.threads, unfinished)));
  search.finish(printed(answer));
  return answer;
}

std::string answered(const FieldValues& given, Printed printed) {
  const OwnAlgorithms<ShardingAlgorithm> own = own_algorithms(given.own(), sharding_exchange());
  ShardingSearch search(unread(canonical_name(own, given.text("algorithm")), printed));
  const ShardingQuestion question = sharding_question(given);
  const ShardingAnswer answer = watched_answer(search, question, printed);
  std::string line = printed(answer);
  if (answer.solution.labels) return line;
  explain_missing(*question.graph, answer.solution);
  throw NoSolution(line);
}

// --- Checks of given answers and proofs

void add(std::int64_t value, RecomputedSums& sums) {
  sums.cost += value;
  if (value >= forbidden_cost) ++sums.forbidden;
}

// How the memory in use changes at each time.
std::map<std::int64_t, WideWhole> changes_of_memory(const ShardingGraph& graph, const Sharding& sharding) {
  std::map<std::int64_t, WideWhole> changes;
  for (std::size_t v = 0; v < graph.size(); ++v) {
    const ShardingNode& node = graph.nodes[v];
    if (node.from == node.to) continue;
    const WideWhole usage = graph.usages[node.first + sharding[v]];
    changes[node.from] += usage;
    changes[node.to] -= usage;
  }
  return changes;
}

// The labels of a list. InputError unless there is a valid one for each node of the graph.
Sharding sharding_in(const ShardingGraph& graph, const JsonReader& labels) {
  const std::vector<JsonReader> entries = labels.items();
  if (entries.size() != graph.size())
    throw InputError(fmt::format("{} has {} for {} nodes", labels.place().empty() ? "the list" : labels.place(),
                                 counted(static_cast<std::int64_t>(entries.size()), "label"), graph.size()));
  Sharding sharding;
  for (const JsonReader& entry : entries) {
    const std::int64_t label = entry.whole();
    const std::uint32_t strategies = graph.nodes[sharding.size()].strategies;
    if (label < 0 || label >= static_cast<std::int64_t>(strategies))
      throw InputError(fmt::format("{} is {}; node {} has strategies 0 to {}", entry.place(), label, sharding.size(),
                                   strategies - 1));
    sharding.push_back(static_cast<std::uint32_t>(label));
  }
  return sharding;
}

// The labels of a list, or of an answer that contains one.
Sharding labels_in(const ShardingGraph& graph, const Json& value, const std::string& place) {
  if (!value.is_object()) return sharding_in(graph, JsonReader(value, place));
  if (!value.contains("labels") || value["labels"].is_null()) throw InputError("the answer has no labels");
  return sharding_in(graph, JsonReader(value["labels"], "labels"));
}

Sharding given_labels(const ShardingGraph& graph, const JsonReader& labels) {
  if (!labels.json().is_string()) return labels_in(graph, labels.json(), labels.place());
  return parsed_input(labels.text(),
                      [&graph](std::string_view text) { return labels_in(graph, parse_json(text), "labels"); });
}

// Replays a proof; one that does not hold gives exit status 1, since the problem is valid.
Evaluation evaluate_certificate(const ShardingGraph& graph, const std::string& file) {
  ProofReader reader(file);
  ProofReplay replay(graph);
  CertificateRecord record;
  ProvenFacts facts;
  std::int64_t records = 1;
  try {
    for (; reader.next(record); ++records) replay.take(record);
    facts = replay.facts();
  } catch (const InputError& error) {
    return {error_json(error.what(), records), false};
  }
  --records;
  const bool is_infeasible = facts.is_complete && !facts.cost;
  return {
      fmt::format(
          R"({{"schema":1,"cost":{},"lower_bound":{},"proven_optimal":{},"proven_infeasible":{},"records":{}}})",
          facts.cost ? fmt::format("{}", *facts.cost) : "null",
          is_infeasible ? "null" : fmt::format("{}", facts.lower_bound), facts.is_optimal(), is_infeasible, records),
      true};
}

}  // namespace

ShardingGraph sharding_graph(const JsonReader& problem) {
  return problem.json().is_string() ? read_sharding_file(problem.text()) : parse_sharding_graph(problem.json().dump());
}

ShardingQuestion sharding_question(const FieldValues& given) {
  ShardingQuestion question;
  set_asked(given, sharding_exchange(), question);
  question.graph = std::make_shared<const ShardingGraph>(sharding_graph(given["problem"]));
  // With a clock the answer depends on the machine in any case, so all its cores are used.
  if (question.seconds && !given.has("jobs")) question.threads = std::max(std::thread::hardware_concurrency(), 1U);
  if (given.has("certificate")) question.certificate = given.text("certificate");
  return question;
}

ShardingAnswer solve(const ShardingQuestion& question, const ShardingWatch& watch) {
  const ChosenAlgorithm<ShardingAlgorithm> chosen = choose_algorithm(question.own, question.algorithm);
  RandomStream stream = solving_stream("shardings", chosen.canonical_name(), question.seed);
  ShardingAnswer answer =
      answer_of(*question.graph, chosen.canonical_name(), chosen.solve({question.graph, watch}, stream));
  if (answer.solution.labels && (!answer.totals.allowed || answer.totals.cost != answer.solution.cost))
    throw std::logic_error(fmt::format("{} returned the cost {}; its answer costs {} and is {}", answer.algorithm,
                                       answer.solution.cost, answer.totals.cost,
                                       answer.totals.allowed ? "allowed" : "not allowed"));
  return answer;
}

ShardingAnswer found_answer(const ShardingQuestion& question) {
  ShardingSearch search(unread(question.algorithm, json_of));
  ShardingAnswer answer = watched_answer(search, question, json_of);
  const ShardingSolution& solution = answer.solution;
  if (!solution.labels) throw NoSolution(solution.proven_infeasible ? none_allowed : none_found);
  return answer;
}

std::string labels_json(const std::optional<Sharding>& labels) {
  return labels ? fmt::format("[{}]", fmt::join(*labels, ",")) : "[]";
}

std::string to_json(const ShardingAnswer& answer, const std::string& more) {
  const ShardingSolution& solution = answer.solution;
  const std::string start =
      fmt::format(R"({{"schema":1,"algorithm":{}{}{})", json_string(answer.algorithm), more.empty() ? "" : ",", more);
  const std::string rest =
      fmt::format(R"("limit":{},"sizes":{})", whole_or_null(answer.limit), sizes_json(solution.sizes));
  if (solution.labels)
    return fmt::format(R"({},"cost":{},"lower_bound":{},"proven_optimal":{},"peak":{},{},"labels":{}}})", start,
                       solution.cost, solution.lower_bound, solution.proven_optimal, answer.totals.peak, rest,
                       labels_json(solution.labels));
  return fmt::format(
      R"({},"cost":null,"lower_bound":{},"proven_optimal":false,"peak":null,{},"infeasible":"{}","labels":null}})",
      start, solution.proven_infeasible ? "null" : fmt::format("{}", solution.lower_bound), rest,
      solution.proven_infeasible ? "proven" : "none found");
}

std::string solve_shardings(const FieldValues& given) { return answered(given, json_of); }

std::string solve_labels(const FieldValues& given) {
  return answered(given, [](const ShardingAnswer& answer) { return labels_json(answer.solution.labels); });
}

std::string solve_progress(const FieldValues& given) {
  return answered(given, [](const ShardingAnswer& answer) {
    std::string text = "seconds,cost,lower_bound";
    const auto add = [&text](double seconds, const std::optional<WideWhole>& cost, WideWhole bound) {
      text += fmt::format("\n{:.3f},{},{}", seconds, cost ? fmt::format("{}", *cost) : "", bound);
    };
    for (const SearchStep& step : answer.steps) add(step.seconds, step.cost, step.bound);
    const ShardingSolution& end = answer.solution;
    add(answer.seconds, end.labels ? std::optional(end.cost) : std::nullopt, end.lower_bound);
    return text;
  });
}

Exchange<ShardingAlgorithm> sharding_exchange() {
  return {[](const ShardingProblem& problem) { return fmt::format(R"({{"problem":{}}})", to_json(*problem.graph)); },
          [](const ShardingProblem& problem, const JsonReader& answer) {
            require_answer_keys(answer, {"labels"},
                                {"cost", "lower_bound", "proven_optimal", "peak", "limit", "sizes", "infeasible"});
            return solution_of(*problem.graph, sharding_in(*problem.graph, answer["labels"]));
          }};
}

RecomputedSums recomputed_sums(const ShardingGraph& graph, const Sharding& sharding) {
  RecomputedSums sums;
  for (std::size_t v = 0; v < graph.size(); ++v) add(graph.costs[graph.nodes[v].first + sharding[v]], sums);
  for (const ShardingEdge& edge : graph.edges) {
    const ShardingMatrix& matrix = graph.matrices[edge.matrix];
    add(matrix.costs[std::size_t{sharding[edge.u]} * matrix.columns + sharding[edge.v]], sums);
  }
  WideWhole memory = 0;
  for (const auto& [time, change] : changes_of_memory(graph, sharding)) {
    memory += change;
    sums.peak = std::max(sums.peak, memory);
  }
  return sums;
}

const std::vector<Field>& evaluated_sharding_fields() {
  static const std::vector<Field> all = {
      field_named(sharding_fields(), "problem"),
      field_of(FieldKind::json, "labels", "FILE|LIST", "a strategy for each node: [0,0,2,1,0], or what solve printed")
          .must_be_given("labels"),
      field_of(FieldKind::file, "certificate", "FILE", "a proof that solve wrote, which is replayed")
          .must_be_given("certificate")};
  return all;
}

Evaluation evaluate_shardings(const FieldValues& given) {
  const ShardingGraph graph = sharding_graph(given["problem"]);
  if (given.has("certificate")) return evaluate_certificate(graph, given.text("certificate"));
  const RecomputedSums sums = recomputed_sums(graph, given_labels(graph, given["labels"]));
  const std::string limit = graph.usage_limit ? fmt::to_string(*graph.usage_limit) : "null";
  return {fmt::format(R"({{"schema":1,"cost":{},"peak":{},"limit":{},"forbidden":{},"allowed":{}}})", sums.cost,
                      sums.peak, limit, sums.forbidden, sums.is_allowed(graph)),
          sums.is_allowed(graph)};
}

}  // namespace apportion::problems
