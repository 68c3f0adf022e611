// One sharding problem as it is asked, and its answer: the contract of `apportion solve shardings`.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/own_algorithm.hpp"
#include "algorithms/shardings/sharding_algorithm.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/external/exchange.hpp"
#include "experiments/problems/shardings/search.hpp"

namespace apportion::problems {

/// One graph and how it is to be sharded.
struct ShardingQuestion {
  std::string algorithm = "best";  ///< with options
  std::shared_ptr<const ShardingGraph> graph;
  std::optional<double> seconds = std::nullopt;  ///< after which a search ends with the best answer so far
  unsigned threads = 1;
  std::string certificate = {};               ///< the file that the log of the proof is written to; "": none
  OwnAlgorithms<ShardingAlgorithm> own = {};  ///< that `algorithm` may name as well
  std::uint64_t seed = default_seed;          ///< of randomised algorithms
};

/// What a problem is given by.
[[nodiscard]] const std::vector<Field>& sharding_fields();

/// The graph of a field `problem`: the name of a file, or the problem itself.
[[nodiscard]] ShardingGraph sharding_graph(const JsonReader& problem);

/// The question that its values ask. InputError for what is none.
[[nodiscard]] ShardingQuestion sharding_question(const FieldValues& given);

struct ShardingAnswer {
  std::string algorithm;  ///< canonical name
  ShardingSolution solution;
  ShardingTotals totals = {};  ///< of the labels, if there are any
  std::optional<std::int64_t> limit = std::nullopt;
  double seconds = 0;  ///< that found_answer() took, and what it knew meanwhile
  std::vector<SearchStep> steps = {};
};

/// InputError for an unknown algorithm and a graph that it refuses; std::logic_error for labels that are not allowed or
/// cost something else than the algorithm says.
[[nodiscard]] ShardingAnswer solve(const ShardingQuestion& question, const ShardingWatch& watch);

/// The same with progress on standard error, its JSON printed where a signal ends the program. NoSolution that says why
/// there is none.
[[nodiscard]] ShardingAnswer found_answer(const ShardingQuestion& question);

/// {"schema":1,"algorithm":…,"cost":…,"lower_bound":…,"proven_optimal":…,"peak":…,"limit":…,"sizes":{…},"labels":[…]}
/// in one line without its end. `more` are members that stand behind the algorithm.
[[nodiscard]] std::string to_json(const ShardingAnswer& answer, const std::string& more = {});

/// "[0,0,2,1,0]", "[]" for none.
[[nodiscard]] std::string labels_json(const std::optional<Sharding>& labels);

/// The labels of a list, one for each node of the graph. InputError for others.
[[nodiscard]] Sharding sharding_in(const ShardingGraph& graph, const JsonReader& labels);

/// The answer as JSON, or its labels alone, with progress on standard error. Once a signal ends the program the best
/// answer so far is printed. NoSolution where there is none.
[[nodiscard]] std::string solve_shardings(const FieldValues& given);
[[nodiscard]] std::string solve_labels(const FieldValues& given);

/// What was known of cost and bound at which second, as CSV without the end of its last line.
[[nodiscard]] std::string solve_progress(const FieldValues& given);

/// Graphs as the key `problem`; answers with "labels".
[[nodiscard]] Exchange<ShardingAlgorithm> sharding_exchange();

}  // namespace apportion::problems
