// The question and the answer of one sharding problem (the contract of `apportion solve shardings`), the search, and
// the costs of given answers.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/problems/common/family.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/common/watched_search.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/problem_family.hpp"
#include "extensions/shardings/algorithms/sharding_algorithm.hpp"
#include "extensions/shardings/sim/sharding.hpp"

namespace apportion::problems {

/// The best cost and bound from a moment on.
struct SearchStep {
  double seconds = 0;  ///< since the search began
  std::optional<WideWhole> cost = std::nullopt;
  WideWhole bound = 0;
};

/// A search for a sharding, with a record of its progress.
class ShardingSearch {
 public:
  /// The text to print for the best answer so far if a signal ends the program before finish().
  using Unfinished = std::function<std::string(const ShardingSolution& best)>;

  /// `unread` is for the time before begin().
  explicit ShardingSearch(const Unfinished& unread);

  /// Starts the clock. Returns the watch for the algorithm, which must not outlive the search.
  [[nodiscard]] ShardingWatch begin(std::optional<double> seconds, unsigned threads, Unfinished unfinished);

  [[nodiscard]] double seconds() const { return search_.seconds(); }

  /// One step for each improvement of the cost or the bound.
  [[nodiscard]] std::vector<SearchStep> steps() const;

  /// See WatchedSearch.
  void finish(std::string printed) { search_.finish(std::move(printed)); }

 private:
  void note(const ShardingSolution& so_far);

  WatchedSearch search_;
  Unfinished unfinished_;
  mutable std::mutex mutex_;  // guards the members below
  std::vector<SearchStep> steps_ = {SearchStep{}};
};

/// "cost 198479600174, bound 193830164921, gap 2.40 %"
[[nodiscard]] std::string cost_text(const std::optional<WideWhole>& cost, WideWhole bound);

/// By how much the cost is above the bound, in percent of the bound.
[[nodiscard]] double gap_percent(WideWhole cost, WideWhole bound);

// --- Problems and answers

/// One graph, the algorithm, and where the proof goes.
struct ShardingQuestion : Asked<ShardingAlgorithm> {
  std::shared_ptr<const ShardingGraph> graph;
  std::string certificate = {};  ///< the file for the log of the proof; "": no file
};

/// The fields of a problem.
[[nodiscard]] const std::vector<Field>& sharding_fields();

/// The graph of a field `problem`: the name of a file, or the problem itself.
[[nodiscard]] ShardingGraph sharding_graph(const JsonReader& problem);

/// The question of these values. InputError for invalid ones.
[[nodiscard]] ShardingQuestion sharding_question(const FieldValues& given);

struct ShardingAnswer {
  std::string algorithm;  ///< canonical name
  ShardingSolution solution;
  ShardingTotals totals = {};  ///< the totals of the labels, if there are any
  std::optional<std::int64_t> limit = std::nullopt;
  double seconds = 0;  ///< the time of found_answer()
  std::vector<SearchStep> steps = {};
};

/// InputError for an unknown algorithm and a graph that it refuses; std::logic_error for labels that are not allowed,
/// or whose cost is not the one that the algorithm returned.
[[nodiscard]] ShardingAnswer solve(const ShardingQuestion& question, const ShardingWatch& watch);

/// solve() with progress on standard error; if a signal ends the program, the JSON of the best answer is printed.
/// NoSolution, with the reason, if there is no answer.
[[nodiscard]] ShardingAnswer found_answer(const ShardingQuestion& question);

/// {"schema":1,"algorithm":…,"cost":…,"lower_bound":…,"proven_optimal":…,"peak":…,"limit":…,"sizes":{…},"labels":[…]}
/// in one line without its end. `more` are further members, placed behind the algorithm.
[[nodiscard]] std::string to_json(const ShardingAnswer& answer, const std::string& more = {});

/// "[0,0,2,1,0]", "[]" for no labels.
[[nodiscard]] std::string labels_json(const std::optional<Sharding>& labels);

/// The answer as JSON, or its labels alone, with progress on standard error. If a signal ends the program, the best
/// answer so far is printed. NoSolution if there is none.
[[nodiscard]] std::string solve_shardings(const FieldValues& given);
[[nodiscard]] std::string solve_labels(const FieldValues& given);

/// The cost and the bound over time, as CSV without the end of its last line.
[[nodiscard]] std::string solve_progress(const FieldValues& given);

/// Graphs as the key `problem`; answers with "labels".
[[nodiscard]] Exchange<ShardingAlgorithm> sharding_exchange();

// --- Checks of given answers and proofs

/// The cost and the memory of labels, added up by code that no algorithm uses.
struct RecomputedSums {
  WideWhole cost = 0;
  std::int64_t forbidden = 0;  ///< forbidden strategies and pairs
  WideWhole peak = 0;

  [[nodiscard]] bool is_allowed(const ShardingGraph& graph) const {
    return forbidden == 0 && (!graph.usage_limit || peak <= *graph.usage_limit);
  }
};

[[nodiscard]] RecomputedSums recomputed_sums(const ShardingGraph& graph, const Sharding& sharding);

/// The fields of `evaluate`: a problem, and labels or the log of a proof.
[[nodiscard]] const std::vector<Field>& evaluated_sharding_fields();

/// {"schema":1,"cost":…,"peak":…,"limit":…,"forbidden":…,"allowed":…} of labels; of a certificate, which is replayed,
/// {"schema":1,"cost":…,"lower_bound":…,"proven_optimal":…,"proven_infeasible":…,"records":…}.
[[nodiscard]] Evaluation evaluate_shardings(const FieldValues& given);

/// The memory of the cheapest strategies and of the answer. NoSolution if there is no answer.
[[nodiscard]] std::string draw_shardings(const FieldValues& given, const std::string& format);

/// The answers of several algorithms.
[[nodiscard]] Comparison compare_shardings(const FieldValues& given, const std::vector<std::string>& algorithms);

}  // namespace apportion::problems
