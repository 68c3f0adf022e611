// What the program's own papers state and the program checks: the texts of statements.csv, joined to the functions that
// check them.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <vector>

#include "experiments/engine/checks.hpp"

namespace apportion::sweeps {

/// Statements in the order of their lines: name,place,text,said,reach,checked,sizes,standing,amends,unjudged, as the
/// members of engine::CheckedStatement; `said` is empty for what the paper states, `reach` for what holds always.
/// InputError, with file and line, for another word and for a second statement of a name.
[[nodiscard]] std::vector<engine::CheckedStatement> parse_statements(const std::string& file, const std::string& text);

/// Those of the paper's statements.csv, which is built in.
[[nodiscard]] std::vector<engine::CheckedStatement> statements_said(const std::string& paper);

/// The checks of several themes, each of which has a name and a function, with what the paper's statements.csv says of
/// them, in its order. Throws std::logic_error for a statement without a check, and for a check without a statement.
template <class Subject>
[[nodiscard]] std::vector<engine::Check<Subject>> checks_said(
    const std::string& paper, std::initializer_list<std::vector<engine::Check<Subject>>> themes) {
  std::vector<engine::Check<Subject>> named;
  for (const std::vector<engine::Check<Subject>>& theme : themes) named.insert(named.end(), theme.begin(), theme.end());
  std::vector<engine::Check<Subject>> checks;
  for (const engine::CheckedStatement& statement : statements_said(paper)) {
    const auto found = std::ranges::find(named, statement.name, &engine::CheckedStatement::name);
    if (found == named.end()) throw std::logic_error("nothing checks the statement " + statement.name);
    checks.push_back(*found);
    static_cast<engine::CheckedStatement&>(checks.back()) = statement;
  }
  if (checks.size() != named.size()) throw std::logic_error(paper + " has a check that statements.csv does not name");
  return checks;
}

}  // namespace apportion::sweeps
