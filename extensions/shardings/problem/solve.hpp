// The question and the answer of one sharding problem: the contract of `apportion solve shardings`.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/problems/common/family.hpp"
#include "extensions/shardings/algorithms/sharding_algorithm.hpp"

namespace apportion::problems {

/// One graph, the algorithm, and where the proof goes.
struct ShardingQuestion : Asked<ShardingAlgorithm> {
  std::shared_ptr<const ShardingGraph> graph;
  std::string certificate = {};  ///< the file for the log of the proof; "": no file
};

/// The best cost and bound from a moment on.
struct SearchStep {
  double seconds = 0;  ///< since the search began
  std::optional<WideWhole> cost = std::nullopt;
  WideWhole bound = 0;
};

struct ShardingAnswer {
  std::string algorithm;  ///< canonical name
  ShardingSolution solution;
  ShardingTotals totals = {};  ///< the totals of the labels, if there are any
  std::optional<std::int64_t> limit = std::nullopt;
  double seconds = 0;                  ///< the time of the search
  std::vector<SearchStep> steps = {};  ///< one for each improvement of the cost or the bound
};

/// InputError for an unknown algorithm and a graph that it refuses; std::logic_error for labels that are not allowed,
/// or whose cost is not the one that the algorithm returned.
[[nodiscard]] ShardingAnswer solve(const ShardingQuestion& question, const ShardingWatch& watch);

/// {"schema":1,"algorithm":…,"cost":…,"lower_bound":…,"proven_optimal":…,"peak":…,"limit":…,"sizes":{…},"labels":[…]}
/// in one line without its end. `more` are further members, placed behind the algorithm.
[[nodiscard]] std::string to_json(const ShardingAnswer& answer, const std::string& more = {});

}  // namespace apportion::problems
