// Statements about distributions that the program checks itself, on all sizes up to a bound.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "algorithms/distributions/distribution_kind.hpp"
#include "experiments/engine/checked_cases.hpp"

namespace apportion::niculescu {

/// How far the checks go.
struct Bounds {
  Index length = 1;   ///< indices and processes of one dimension
  Index side = 1;     ///< the same for products, which have up to six sizes
  Index mapping = 1;  ///< the same where every map there is is looked at
};

/// The most sizes that a case has.
constexpr std::size_t most_sizes = 6;

/// What a check found; its bound is the one of Bounds that was used.
using Verdict = engine::CheckedCases;

/// Who says so.
enum class Claim {
  paper,      ///< the paper, as it stands
  denied,     ///< the paper says that it does not always hold
  condition,  ///< the paper's statement, amended by us: with a condition that it needs and does not state
  beyond      ///< nobody: what follows from the paper, or would follow if one of its conditions were dropped
};

/// A statement is an algorithm that checks itself: `summary` is the statement, `source` its place in the paper.
struct Statement : Algorithm<Bounds, Verdict> {
  Claim claim = Claim::paper;
  std::string amends = {};          ///< of a condition: the name of the paper's statement that it amends; "": none
  std::string checked = {};         ///< the range, with %d for the bound: "n, p <= %d"
  std::string counterexample = {};  ///< with %d for each of the sizes: "n=%d p=%d"
  Index position = 0;               ///< in the exhibit: the order of the paper
};

[[nodiscard]] Statement statement(Index position, std::string name, const std::string& place, Claim claim,
                                  std::string text, std::string checked, std::string counterexample,
                                  Verdict (*check)(const Bounds&, const Options&, RandomStream&));

/// The same statement at another revision, after a change of its answers.
[[nodiscard]] Statement revised(int revision, Statement made);

/// The same statement as an amendment of the paper's statement of that name.
[[nodiscard]] Statement amending(std::string amended, Statement made);

/// Where it stands in the paper: "Section 2.1".
[[nodiscard]] std::string place_of(const Statement& statement);

/// All statements by position.
[[nodiscard]] std::vector<Statement> statements_in_order();

/// Visits the distribution of every registered kind that is defined for n and p.
void for_each_kind(Index n, Index p, const std::function<void(const Distribution&)>& visit);

/// Visits every map from {0..n-1} to {0..p-1}, as the list of its values.
void for_each_mapping(Index n, Index p, const std::function<void(const std::vector<Index>&)>& visit);

/// How often each of 0..p-1 is among the owners: |O.q| by counting.
[[nodiscard]] std::vector<Index> counted_loads(const std::vector<Index>& owners, Index p);

/// Mi and Ma of these loads, of which there must be one.
struct Extremes {
  Index least = 0;
  Index most = 0;
};
[[nodiscard]] Extremes extremes(const std::vector<Index>& loads);

[[nodiscard]] std::vector<Index> owners_of(const Distribution& distribution);

}  // namespace apportion::niculescu
