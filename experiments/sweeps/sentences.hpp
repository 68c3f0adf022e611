// The list of a paper's sentences, sentences.csv: the sentences with the claims that judge them, the text of each
// claim, and for statements that the program checks case by case the checked cases.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "experiments/engine/claims.hpp"

namespace apportion::sweeps {

/// A line of the list: a sentence, a claim, or a sentence with the claim that judges it.
struct ListedSentence {
  std::string words = {};                   ///< a few words of the sentence; "": the paper has no such sentence
  std::vector<std::string> claims = {};     ///< the claims that judge it: its own, then those that it names
  std::vector<std::string> about = {};      ///< the settings that it concerns; empty: all
  engine::CheckedStatement statement = {};  ///< of the claim; `place` and `position`, the line, are also the sentence's
};

/// Reads a list. Its first line has place,words,claims and any of about, name, text, and the members of
/// engine::CheckedStatement from said to unjudged; several claims or settings are separated by blanks. A line with
/// `checked` has a statement that the program checks, another line with a name has a claim of claims.ini. InputError,
/// with file and line, for other columns or words, and for a repeated name.
[[nodiscard]] std::vector<ListedSentence> parse_sentences(const std::string& file, const std::string& text);

/// The statements of a list that the program checks, in its order.
[[nodiscard]] std::vector<engine::CheckedStatement> checked_in(const std::vector<ListedSentence>& list);

/// The checked statements of a built-in paper.
[[nodiscard]] std::vector<engine::CheckedStatement> statements_said(const std::string& paper);

/// The checks in the order of the paper's list. Throws std::logic_error for a statement without a check, and for a
/// check without a statement.
template <class Subject>
[[nodiscard]] std::vector<engine::Check<Subject>> checks_said(
    const std::string& paper, const std::vector<std::vector<engine::Check<Subject>>>& tables) {
  std::vector<engine::Check<Subject>> named;
  for (const auto& table : tables) named.insert(named.end(), table.begin(), table.end());
  std::vector<engine::Check<Subject>> checks;
  for (const engine::CheckedStatement& statement : statements_said(paper)) {
    const auto found = std::ranges::find(named, statement.name, &engine::Check<Subject>::name);
    if (found == named.end()) throw std::logic_error("nothing checks the statement " + statement.name);
    checks.push_back(*found);
  }
  if (checks.size() != named.size()) throw std::logic_error(paper + " has a check that sentences.csv does not name");
  return checks;
}

}  // namespace apportion::sweeps
