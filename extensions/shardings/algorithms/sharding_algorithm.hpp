// The family of sharding algorithms: a ShardingProblem in, a ShardingSolution out.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "algorithms/registry.hpp"
#include "extensions/shardings/sim/sharding.hpp"

namespace apportion {

struct CertificateRecord;  // certificate.hpp
struct ShardingSolution;

/// How a search that may take minutes is observed and stopped from outside, since algorithms read no clock. All
/// functions may be empty. They are called one at a time, from any thread. A watch that never stops a search does not
/// change its answer.
struct ShardingWatch {
  std::function<bool()> stop = {};  ///< called every few milliseconds; if true, solve() returns its best answer soon
  /// Called when the best answer or the bound improves, with what is known by then.
  std::function<void(const ShardingSolution& so_far)> progress = {};
  bool is_timed = false;  ///< a clock will stop the search: limits in its place may be ignored
  unsigned threads = 1;   ///< at least one; the answer does not depend on it
  std::function<void(const CertificateRecord& record)> certificate = {};  ///< takes the log of the proof, in order

  [[nodiscard]] bool stopped() const { return stop && stop(); }
};

struct ShardingProblem {
  std::shared_ptr<const ShardingGraph> graph;
  ShardingWatch watch = {};
};

/// Sizes after reductions; those of the graph itself if an algorithm does not reduce.
struct ShardingSizes {
  std::size_t nodes = 0;
  std::size_t labels = 0;  ///< of all nodes together
  std::size_t edges = 0;
  std::size_t times = 0;  ///< at which memory can still bind
};

struct ShardingSolution {
  std::optional<Sharding> labels = std::nullopt;  ///< always allowed; empty if no answer was found
  WideWhole cost = 0;                             ///< of the labels
  WideWhole lower_bound = 0;                      ///< no allowed sharding costs less
  bool proven_optimal = false;                    ///< lower_bound == cost
  bool proven_infeasible = false;                 ///< no sharding is allowed
  ShardingSizes sizes = {};
  std::int64_t sweeps = 0;  ///< of message passing
  std::int64_t moves = 0;   ///< neighbourhoods that were searched
  std::int64_t nodes = 0;   ///< of the search tree
};

/// solve() may assume a validated graph.
using ShardingAlgorithm = Algorithm<ShardingProblem, ShardingSolution>;
using ShardingRegistry = Registry<ShardingAlgorithm>;

}  // namespace apportion
