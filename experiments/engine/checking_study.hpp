// Studies of checked statements: each statement is an algorithm that checks itself, on the cases up to given bounds.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/registry.hpp"
#include "experiments/engine/checked_statement.hpp"

namespace apportion::engine {

/// A statement that checks itself. `Bounds` says how far the checks of a paper go.
template <class Bounds>
struct StatementCheck : Algorithm<Bounds, CheckedCases> {
  CheckedStatement statement = {};
};

template <class Bounds>
using CheckFunction = CheckedCases (*)(const Bounds&, const Options&, RandomStream&);

/// `paper` stands before the statement's place in the source: "Kalinov & Klimov 2004". The revision is that of the
/// check's answers.
template <class Bounds>
[[nodiscard]] StatementCheck<Bounds> statement_check(std::string_view paper, const CheckedStatement& statement,
                                                     CheckFunction<Bounds> check, int revision = 1) {
  StatementCheck<Bounds> made;
  made.name = statement.name;
  made.source = std::string(paper) + ", " + statement.place;
  made.summary = statement.text;
  made.revision = revision;
  made.solve = check;
  made.statement = statement;
  return made;
}

/// All that are registered, in order of position.
template <class Bounds>
[[nodiscard]] std::vector<CheckedStatement> registered_statements() {
  std::vector<CheckedStatement> statements;
  for (const StatementCheck<Bounds>& entry : Registry<StatementCheck<Bounds>>::instance().algorithms())
    statements.push_back(entry.statement);
  std::ranges::sort(statements, {}, &CheckedStatement::position);
  return statements;
}

/// The study of all that are registered, with as many sizes of a counterexample as metrics. Title, claim, source, axes
/// and sample(), which gives the bounds of a point, are the caller's. It is deterministic: the bounds are the same in
/// every sample.
template <class Bounds>
[[nodiscard]] Study checking_study(const std::string& name, std::size_t sizes = most_case_sizes) {
  Study study{.name = name};
  study.solvers = solvers_of<StatementCheck<Bounds>>();
  study.deterministic = true;
  study.samples = 1;
  study.chunk_size = 1;
  for (const CheckedStatement& statement : registered_statements<Bounds>()) study.algorithms.push_back(statement.name);
  study.measured = measured<Bounds, CheckedCases, CaseMeasures>(
      [](const Bounds& /*bounds*/, const CheckedCases& cases) { return case_measures(cases); }, case_metrics(sizes));
  return study;
}

}  // namespace apportion::engine
