// The list of a paper's sentences, sentences.csv: the sentences with the claims that judge them, the text of each
// claim, and for statements that the program checks case by case how far they are checked.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <vector>

#include "experiments/engine/checks.hpp"

namespace apportion::sweeps {

/// A line of the list: a sentence, a claim, or a sentence with the claim that judges it.
struct ListedSentence {
  std::int64_t line = 0;
  std::string words = {};                   ///< a few of the sentence; "": the paper has no such sentence
  std::vector<std::string> claims = {};     ///< by which it is judged: its own, then those that it names
  std::vector<std::string> about = {};      ///< the settings that it is about; empty: all
  engine::CheckedStatement statement = {};  ///< of the claim; `place` is also the sentence's
};

/// The first line is place,words,claims and any others of about, name, text, and the members of
/// engine::CheckedStatement from said to unjudged; of claims and settings several have blanks between them. A line with
/// `checked` is about a statement that the program checks, another one with a name about a claim of claims.ini.
/// InputError, with file and line, for another column or word, and for a second line of a name.
[[nodiscard]] std::vector<ListedSentence> parse_sentences(const std::string& file, const std::string& text);

/// The statements of a list that the program checks, in its order.
[[nodiscard]] std::vector<engine::CheckedStatement> checked_in(const std::vector<ListedSentence>& list);

/// Those of a paper that is built in.
[[nodiscard]] std::vector<engine::CheckedStatement> statements_said(const std::string& paper);

/// The checks of several themes in the order of the paper's list. Throws std::logic_error for a statement without a
/// check, and for a check without a statement.
template <class Subject>
[[nodiscard]] std::vector<engine::Check<Subject>> checks_said(
    const std::string& paper, std::initializer_list<std::vector<engine::Check<Subject>>> themes) {
  std::vector<engine::Check<Subject>> named;
  for (const std::vector<engine::Check<Subject>>& theme : themes) named.insert(named.end(), theme.begin(), theme.end());
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
