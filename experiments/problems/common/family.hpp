// The common frame of families: solves a question, also in a given time, judges given answers, and ranks the answers of
// several algorithms.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithms/own_algorithm.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/side_by_side.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/json.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/common/watched_search.hpp"
#include "experiments/problems/external/own_algorithms.hpp"

namespace apportion::problems {

// --- Questions

/// The algorithm and settings to solve a question with: the base of the questions of all families.
template <class AlgorithmType>
struct Asked {
  using Algorithm = AlgorithmType;

  std::string algorithm = {};                    ///< with options, as in HYBRID[levels=2]
  OwnAlgorithms<AlgorithmType> own = {};         ///< further names for `algorithm`
  std::uint64_t seed = default_seed;             ///< for randomised algorithms
  unsigned threads = 1;                          ///< the answer does not depend on it
  std::optional<double> seconds = std::nullopt;  ///< time to search further after the algorithm has ended
  /// The least widths of parts: layers, rows, columns; 1: unrestricted.
  std::array<std::int64_t, 3> least_width = {1, 1, 1};

  [[nodiscard]] bool has_widths() const { return std::ranges::max(least_width) > 1; }
};

/// Sets these members. With a given division or answer there is no algorithm.
template <class AlgorithmType>
void set_asked(const FieldValues& given, const Exchange<AlgorithmType>& exchange, Asked<AlgorithmType>& asked) {
  if (given.has_value("algorithm")) asked.algorithm = given.text("algorithm");
  asked.own = own_algorithms(given.own(), exchange);
  asked.seed = seed_in(given);
  if (given.has_value("jobs")) asked.threads = static_cast<unsigned>(given.whole("jobs"));
  asked.seconds = seconds_in(given);
}

/// Sets the least widths. InputError together with a time, since timed searches ignore widths.
template <class AlgorithmType>
void set_widths(const FieldValues& given, std::size_t axes, Asked<AlgorithmType>& asked) {
  asked.least_width = least_widths(given, axes);
  if (asked.has_widths() && asked.seconds)
    throw InputError("a search by the clock does not keep widths; leave --seconds or --min-width out");
}

// --- Solutions

/// A registry's contract: checks the problem, solves it, and checks the solution.
template <class AlgorithmType>
using SolveChecked = typename AlgorithmType::Solution (*)(const Configured<AlgorithmType>& chosen,
                                                          const typename AlgorithmType::Instance& problem,
                                                          RandomStream& stream);

/// The contract of a family whose solutions need no check.
template <class AlgorithmType>
[[nodiscard]] typename AlgorithmType::Solution solve_valid(const Configured<AlgorithmType>& chosen,
                                                           const typename AlgorithmType::Instance& problem,
                                                           RandomStream& stream) {
  validate(problem);
  return chosen.solve(problem, stream);
}

/// Users' own algorithms satisfy the contract, too: their answers were checked when they were read.
template <class AlgorithmType>
[[nodiscard]] typename AlgorithmType::Solution solution_by(const ChosenAlgorithm<AlgorithmType>& chosen,
                                                           const typename AlgorithmType::Instance& problem,
                                                           SolveChecked<AlgorithmType> solve, RandomStream& stream) {
  if (chosen.registered() != nullptr) return solve(*chosen.registered(), problem, stream);
  validate(problem);
  return chosen.solve(problem, stream);
}

/// The solution in a given `answer`: JSON, or the name of a file.
template <class AlgorithmType>
[[nodiscard]] typename AlgorithmType::Solution given_solution(const typename AlgorithmType::Instance& problem,
                                                              const JsonReader& answer,
                                                              const Exchange<AlgorithmType>& exchange) {
  if (!answer.json().is_string()) return exchange.answer(problem, answer);
  return parsed_input(answer.text(), [&](const std::string& text) {
    const Json json = parse_json(text);
    return exchange.answer(problem, JsonReader(json));
  });
}

// --- In a given time

/// How a family searches for an answer in a given time.
template <class AlgorithmType, class Answer>
struct SearchInTime {
  using Problem = typename AlgorithmType::Instance;
  using Solution = typename AlgorithmType::Solution;

  std::string word;  ///< prefix of the family's streams
  Problem problem;
  /// Fast algorithms, and the problem in the form passed to them. The search waits for the first one; the question's
  /// own algorithm comes last.
  std::vector<std::pair<std::string, Problem>> starts;
  SolveChecked<AlgorithmType> solve;
  std::function<Answer(const Solution& solution)> answer;
  std::function<RankingKey(const Answer& answer)> key;
  std::function<std::string(const Answer& answer)> said;  ///< the answer in a few words
};

/// The best answer by the time: of the starts and of a search from the best of them. InputError for an algorithm that
/// cannot be continued; if all starts refuse, the last one's refusal.
template <class AlgorithmType, class Answer>
[[nodiscard]] Answer solved_in_time(const Asked<AlgorithmType>& asked,
                                    const SearchInTime<AlgorithmType, Answer>& family) {
  using Solution = typename AlgorithmType::Solution;
  const ChosenAlgorithm<AlgorithmType> chosen = choose_algorithm(asked.own, asked.algorithm);
  require_search_on(chosen);
  const auto nothing = [] { return std::string(R"({"error":"ended before there was an answer"})"); };
  WatchedSearch search(nothing);
  search.begin(*asked.seconds, nothing);
  std::optional<Answer> best;
  Solution start;
  const auto offer = [&](const Solution& solution) {
    Answer answer = family.answer(solution);
    if (best) {
      const RankingKey known = family.key(*best);
      const RankingKey found = family.key(answer);
      if (std::tie(found.shortcomings, found.cost) >= std::tie(known.shortcomings, known.cost)) return;
    }
    start = solution;
    best = std::move(answer);
    search.note(family.said(*best), [answer = *best] { return to_json(answer); });
  };
  auto starts = family.starts;
  starts.emplace_back(asked.algorithm, family.problem);
  std::exception_ptr refusal;
  for (std::size_t i = 0; i < starts.size(); ++i)
    search.run(i > 0, [&] {
      const WorkThreads all(asked.threads);
      const auto& [name, problem] = starts[i];
      try {
        const ChosenAlgorithm<AlgorithmType> each = choose_algorithm(asked.own, name);
        RandomStream stream = solving_stream(family.word, each.canonical_name(), asked.seed);
        offer(solution_by(each, problem, family.solve, stream));
      } catch (const InputError&) {
        refusal = std::current_exception();
      }
    });
  if (!best && refusal) std::rethrow_exception(refusal);
  if (!best) throw InputError("the time is over before there is an answer; give more --seconds");
  search.run(true, [&] {
    const WorkThreads all(asked.threads);
    RandomStream stream = solving_stream(family.word, chosen.canonical_name(), asked.seed);
    chosen.registered()->algorithm->search_on(family.problem, chosen.registered()->options, Solution(start), offer,
                                              stream);
  });
  search.finish(to_json(*best));
  return *std::move(best);
}

// --- Least widths

/// The first in the ranking of the answers with parts as wide as the question asks: of its own algorithm and, if
/// that is a portfolio, of the others. InputError if no answer is wide enough, and the first refusal if all
/// refuse.
template <class Question, class Answer>
[[nodiscard]] Answer wide_answer(const Question& asked, const std::vector<std::string>& others,
                                 const std::function<Answer(const Question& question)>& solve,
                                 bool (*is_wide)(const Question& question, const Answer& answer),
                                 RankingKey (*key)(const Answer& answer)) {
  std::vector<std::string> algorithms = {asked.algorithm};
  if (asked.algorithm.starts_with("BEST")) algorithms.insert(algorithms.end(), others.begin(), others.end());
  auto [answers, refusals] = answered_by<Answer>(algorithms, [&](const std::string& name) {
    Question one = asked;
    one.algorithm = name;
    one.least_width = {1, 1, 1};
    return solve(one);
  });
  if (answers.empty()) throw InputError(refusals.front().reason);
  std::erase_if(answers, [&](const Answer& answer) { return !is_wide(asked, answer); });
  if (answers.empty())
    throw InputError(
        "no division was found whose parts are as wide as asked; take a lesser width, or fewer processors");
  return first_of(std::move(answers), key);
}

// --- Families

/// A family whose answers follow from a problem and a solution alone: its own functions. The frame does the rest.
template <class QuestionType, class AnswerType>
struct Family {
  using Question = QuestionType;
  using Answer = AnswerType;
  using Algorithm = typename Question::Algorithm;
  using Problem = typename Algorithm::Instance;
  using Solution = typename Algorithm::Solution;

  std::string word;  ///< prefix of its streams, which never changes
  std::string soon;  ///< the algorithm with which a timed search begins
  SolveChecked<Algorithm> solve = solve_valid<Algorithm>;
  Exchange<Algorithm> exchange;
  Question (*question)(const FieldValues& given);
  Answer (*answer)(const Question& question, const std::string& algorithm, Solution solution);
  std::string (*said)(const Answer& answer);  ///< the answer in a few words, for progress
  RankingKey (*key)(const Answer& answer);
  /// Whether parts are as wide as asked, and the algorithms to try besides the portfolio if they are not.
  bool (*is_wide)(const Question& question, const Answer& answer) = nullptr;
  std::vector<std::string> others = {};
  /// The key of a timed search, if it differs.
  RankingKey (*key_in_time)(const Question& question, const Answer& answer) = nullptr;
  // For rankings.
  std::string (*title)(const Question& question);
  std::vector<RankedValue> (*row)(const Question& question, const Answer& answer, const Answer& best);
  std::string (*json_line)(const Answer& answer, std::int64_t rank);
  std::string (*draw)(const Question& question, const std::vector<Answer>& answers, const std::string& format);

  /// The answer drawn as "svg" or "text".
  [[nodiscard]] std::string drawn(const FieldValues& given, const std::string& format) const {
    const Question asked = question(given);
    return draw(asked, {solved(asked)}, format);
  }

  /// InputError for an unknown algorithm, and a problem that is out of range or that the algorithm refuses.
  [[nodiscard]] Answer solved(const Question& asked) const {
    if (asked.has_widths() && is_wide != nullptr)
      return wide_answer<Question, Answer>(
          asked, others, [this](const Question& one) { return solved(one); }, is_wide, key);
    const ChosenAlgorithm<Algorithm> chosen = choose_algorithm(asked.own, asked.algorithm);
    const std::string name = chosen.canonical_name();
    if (asked.seconds)
      return solved_in_time<Algorithm, Answer>(
          asked,
          {.word = word,
           .problem = asked.problem,
           .starts = {{soon, asked.problem}},
           .solve = solve,
           .answer = [&](const Solution& solution) { return answer(asked, name, solution); },
           .key = [&](const Answer& found) { return key_in_time != nullptr ? key_in_time(asked, found) : key(found); },
           .said = said});
    const WorkThreads threads(asked.threads);
    RandomStream stream = solving_stream(word, name, asked.seed);
    return answer(asked, name, solution_by(chosen, asked.problem, solve, stream));
  }

  /// The given answer in the form of solved(). InputError if it is not an answer.
  [[nodiscard]] Answer given_answer(const Question& asked, const FieldValues& given) const {
    validate(asked.problem);
    return answer(asked, "given", given_solution(asked.problem, given["answer"], exchange));
  }

  /// The answers of several algorithms, with the times of finding them if answers have a member for it.
  [[nodiscard]] Comparison compared(const FieldValues& given, const std::vector<std::string>& algorithms) const {
    const Question asked = question(given);
    validate(asked.problem);
    const auto by = [&](const std::string& algorithm) {
      Question one = asked;
      one.algorithm = algorithm;
      Answer found = solved(one);
      if constexpr (requires { found.seconds; })
        found.seconds = seconds_to_solve(choose_algorithm(one.own, algorithm), one.problem,
                                         solving_stream(word, found.algorithm, one.seed));
      return found;
    };
    return ranked<Answer>(
        title(asked), canonical_names(algorithms, asked.own),
        {.solve = by,
         .key = key,
         .row = [&](const Answer& each, const Answer& best) { return row(asked, each, best); },
         .json_line = json_line,
         .draw = [asked, draw_all = draw](const std::vector<Answer>& all,
                                          const std::string& format) { return draw_all(asked, all, format); }});
  }
};

}  // namespace apportion::problems
