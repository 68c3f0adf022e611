// The common frame of families: it solves a question, also in a given time, judges given answers, ranks and draws the
// answers of several algorithms, divides cells for files, and makes studies.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithms/own_algorithm.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/side_by_side.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/engine/timing.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/json.hpp"
#include "experiments/problems/common/quantities.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/common/sweep_study.hpp"
#include "experiments/problems/common/watched_search.hpp"
#include "experiments/problems/drawing/decompositions.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/problem_family.hpp"

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
  /// Further algorithms that are tried without `seconds`; the answer is the first of all in the ranking.
  std::vector<std::string> rivals = {};
  bool ranks_draws = false;     ///< whether answers are ranked by draws of speeds, which takes several of them
  std::string given_name = {};  ///< of the answer that `evaluate` judges; "" if there is none
  /// The least widths of parts: layers, rows, columns; 0: unrestricted, so that rounded parts may be empty.
  std::array<std::int64_t, 3> least_width = {};

  [[nodiscard]] bool has_widths() const { return std::ranges::max(least_width) > 0; }
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
  if (given.has("min-width")) asked.least_width = least_widths(given, axes);
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

// --- Families

/// What a family has of its own: its functions. The frame does the rest. A frame lives as long as the program, and
/// making it looks nothing up.
template <class QuestionType, class AnswerType>
struct Family {
  using Question = QuestionType;
  using Answer = AnswerType;
  using Algorithm = typename Question::Algorithm;
  using Problem = typename Algorithm::Instance;
  using Solution = typename Algorithm::Solution;
  using Starts = std::vector<std::pair<std::string, Problem>>;
  using Drawn = std::vector<LabelledDecomposition>;

  /// Solving in a given time.
  struct InTime {
    /// Fast algorithms, and the problem in the form passed to them. The search waits for the first one.
    Starts (*starts)(const Question& question) = nullptr;
    std::string (*said)(const Answer& answer) = nullptr;  ///< the answer in a few words, for progress
    RankingKey (*key)(const Question& question, const Answer& answer) = nullptr;  ///< if it is not that of rankings
  };
  /// Least widths of parts: whether an answer keeps them, and the algorithms to try besides a portfolio if it does not.
  struct Widths {
    bool (*are_kept)(const Question& question, const Answer& answer) = nullptr;
    std::vector<std::string> others = {};
  };
  struct Ranking {
    RankingKey (*key)(const Answer& answer) = nullptr;
    std::string (*title)(const Question& question) = nullptr;  ///< nullptr: the command line ranks no answers
    void (*complete)(const Question& question, Answer& answer) = nullptr;  ///< adds what only rankings show
    Problem (*timed)(const Question& question) = nullptr;  ///< the problem whose solving is timed, if it is another one
    /// Columns before those of the quantities.
    std::vector<RankedValue> (*columns)(const Answer& answer, const Answer& best) = nullptr;
    /// Keeps the algorithms among which the answer is the first.
    void (*note_rivals)(Answer& answer, std::vector<std::string> algorithms) = nullptr;
  };
  /// Drawings of an answer below titles for an answer alone, and for one among several.
  struct Drawing {
    Drawn (*alone)(const Question& question, const Answer& answer) = nullptr;
    Drawn (*beside)(const Question& question, const Answer& answer) = nullptr;
    std::string (*text)(const Answer& answer) = nullptr;  ///< the answer as text, if not its drawings
    std::size_t (*across)(const Question& question, std::size_t of_each) = nullptr;  ///< side by side; 0: as fit
  };
  /// Divisions of cells for files.
  struct Dividing {
    /// Prepares a question of which only the division is needed; `chooses`: of the first in a ranking.
    void (*prepare)(Question& question, bool chooses) = nullptr;
    WholeDivision (*division)(const Question& question, Answer answer) = nullptr;
  };
  /// The answers of studies of the family; see FamilyStudy.
  struct Studied {
    /// The answer of a study's algorithm, which is called without the checks of solve().
    Answer (*answer)(const Problem& problem, const Solution& solution) = nullptr;
    void (*require)(const Problem& problem,
                    const Solution& solution) = nullptr;        ///< InputError for an invalid solution
    std::string (*instance)(const Problem& problem) = nullptr;  ///< the problem for readers, if not as for programs
    std::string (*text)(const Problem& problem, const Solution& solution,
                        const std::vector<std::string>& names) = nullptr;
    bool (*is_shown)(const Problem& problem) = nullptr;  ///< whether a page draws its solutions; nullptr: all
  };

  std::string word;  ///< prefix of its streams, which never changes
  SolveChecked<Algorithm> solve = solve_valid<Algorithm>;
  Exchange<Algorithm> exchange;
  const std::vector<Quantity<Algorithm, Answer>>& (*quantities)();
  Question (*read)(const FieldValues& given);
  /// Adds to the question what all answers to it share, unless it is there already.
  void (*prepare)(Question& question) = nullptr;
  /// The problem in the form passed to the question's algorithm, if that differs from the question's.
  Problem (*asked)(const Question& question) = nullptr;
  Answer (*answer)(const Question& question, const std::string& algorithm, Solution solution);
  /// The answer that the question gives, for `evaluate`; nullptr if an answer is given as JSON.
  Answer (*judged)(const Question& question) = nullptr;
  /// Adds how the answer varies with the speeds, if the question asks for it.
  void (*vary)(const Question& question, Answer& answer) = nullptr;
  /// How a question is answered if that takes more than one call of found().
  Answer (*search)(const Question& question) = nullptr;
  InTime in_time = {};
  Widths widths = {};
  Ranking ranking = {};
  Drawing drawing = {};
  Dividing dividing = {};
  Studied studied = {};

  /// The answer to the question. InputError for an unknown algorithm, and a problem that is out of range or that the
  /// algorithm refuses.
  [[nodiscard]] Answer solved(Question question) const {
    if (prepare != nullptr) prepare(question);
    if (!question.rivals.empty() && !question.seconds) return first_of_rivals(question);
    return varied(question, search != nullptr ? search(question) : found(question));
  }

  /// The same of a prepared question, without variation and by its algorithm alone.
  [[nodiscard]] Answer found(const Question& question) const {
    if (question.has_widths() && widths.are_kept != nullptr) return first_wide(question);
    const ChosenAlgorithm<Algorithm> chosen = choose_algorithm(question.own, question.algorithm);
    if (question.seconds) return found_in_time(question, chosen);
    const WorkThreads threads(question.threads);
    const std::string name = chosen.canonical_name();
    RandomStream stream = solving_stream(word, name, question.seed);
    return answer(question, name, solution_by(chosen, problem_of(question), solve, stream));
  }

  /// solved() for a question that is answered once, and so by one algorithm unless it has rivals.
  [[nodiscard]] Answer answered(const Question& question) const {
    if (question.ranks_draws && (question.rivals.empty() || question.seconds))
      throw InputError("--rank-by chooses among the answers of several algorithms; give --algorithm A,B or all");
    return solved(question);
  }

  /// The given answer in the form of solved(): that of the question, or JSON, or a file of it, in the field `answer`.
  /// InputError if it is not an answer.
  [[nodiscard]] Answer evaluated(Question question) const {
    if (prepare != nullptr) prepare(question);
    return varied(question, judged(question));
  }
  [[nodiscard]] Answer evaluated(Question question, const JsonReader& given) const {
    if (prepare != nullptr) prepare(question);
    validate(question.problem);
    const auto in_file = [&](const std::string& text) {
      const Json json = parse_json(text);
      return exchange.answer(question.problem, JsonReader(json));
    };
    const bool is_file = given.json().is_string();
    return varied(question,
                  answer(question, "given",
                         is_file ? parsed_input(given.text(), in_file) : exchange.answer(question.problem, given)));
  }

  /// The answers of several algorithms, with the times of finding them if answers have a member for it, and the given
  /// one.
  [[nodiscard]] Comparison compared(const FieldValues& given, const std::vector<std::string>& algorithms) const {
    Question all = read(given);
    validate(all.problem);
    if (prepare != nullptr) prepare(all);
    all.rivals.clear();
    const auto by = [&](const std::string& algorithm) {
      Question one = all;
      one.algorithm = algorithm;
      const bool is_given = !all.given_name.empty() && algorithm == all.given_name;
      Answer each = is_given ? evaluated(one) : solved(one);
      if (ranking.complete != nullptr) ranking.complete(one, each);
      if constexpr (requires { each.seconds; })
        if (!is_given) each.seconds = seconds_to_solve(one, each.algorithm);
      return each;
    };
    const auto row = [&](const Answer& each, const Answer& best) {
      std::vector<RankedValue> values;
      if (ranking.columns != nullptr) values = ranking.columns(each, best);
      for (RankedValue& value : quantity_values(quantities(), all.problem, each)) values.push_back(std::move(value));
      return values;
    };
    std::vector<std::string> names = canonical_names(algorithms, all.own);
    if (!all.given_name.empty()) names.push_back(all.given_name);
    return ranked<Answer>(ranking.title(all), names,
                          {.solve = by,
                           .key = ranking.key,
                           .row = row,
                           .json_line =
                               [this](const Answer& each, std::int64_t rank) {
                                 fmt::memory_buffer members;
                                 fmt::format_to(std::back_inserter(members), R"("rank":{})", rank);
                                 add_members(quantities(), MemberOf::ranking, each, members);
                                 return to_json(each, fmt::to_string(members));
                               },
                           .draw = [this, all](const std::vector<Answer>& answers,
                                               const std::string& format) { return drawn(all, answers, format); }});
  }

  /// The answer drawn as "svg" or "text".
  [[nodiscard]] std::string drawn(const FieldValues& given, const std::string& format) const {
    Question one = read(given);
    if (prepare != nullptr) prepare(one);
    return drawn(one, {answered(one)}, format, true);
  }
  [[nodiscard]] std::string drawn(const Question& question, const std::vector<Answer>& answers,
                                  const std::string& format, bool is_alone = false) const {
    std::string words;
    if (drawing.text != nullptr && format == "text") {
      for (const Answer& each : answers) words += (words.empty() ? "" : "\n") + drawing.text(each);
      return words;
    }
    const auto [all, across] = drawings(question, answers, is_alone);
    return format == "svg" && across > 0 ? svg_drawing(all, across) : drawing_of(all, format);
  }
  /// The drawings of answers, and how many of them are side by side; 0: as many as fit.
  [[nodiscard]] std::pair<Drawn, std::size_t> drawings(const Question& question, const std::vector<Answer>& answers,
                                                       bool is_alone = false) const {
    Drawn all;
    const auto draw = is_alone && drawing.alone != nullptr ? drawing.alone : drawing.beside;
    for (const Answer& each : answers)
      for (LabelledDecomposition& one : draw(question, each)) all.push_back(std::move(one));
    const std::size_t across = drawing.across != nullptr ? drawing.across(question, all.size() / answers.size()) : 0;
    return {std::move(all), across};
  }

  /// The division that answers the problem, or the given one; that of the first in a ranking of the algorithms.
  [[nodiscard]] WholeDivision divided(const FieldValues& given) const {
    Question one = read(given);
    if (dividing.prepare != nullptr) dividing.prepare(one, false);
    return dividing.division(one, one.given_name.empty() ? answered(one) : evaluated(one));
  }
  [[nodiscard]] WholeDivision divided_best(const FieldValues& given, const std::vector<std::string>& algorithms) const {
    Question one = read(given);
    if (dividing.prepare != nullptr) dividing.prepare(one, true);
    validate(one.problem);
    one.rivals.clear();
    std::vector<Answer> answers =
        by_each(one, canonical_names(algorithms, one.own), [this](const Question& each) { return solved(each); });
    return dividing.division(one, first_of(std::move(answers), ranking.key));
  }

 private:
  [[nodiscard]] Problem problem_of(const Question& question) const {
    return asked != nullptr ? asked(question) : question.problem;
  }
  [[nodiscard]] Answer varied(const Question& question, Answer found) const {
    if (vary != nullptr) vary(question, found);
    return found;
  }

  /// The time to solve a question that was solved before; every call draws from a copy of the stream.
  [[nodiscard]] double seconds_to_solve(const Question& question, const std::string& name) const {
    const ChosenAlgorithm<Algorithm> chosen = choose_algorithm(question.own, question.algorithm);
    const Problem problem = ranking.timed != nullptr ? ranking.timed(question) : problem_of(question);
    const RandomStream stream = solving_stream(word, name, question.seed);
    return engine::seconds_per_call([&] {
      RandomStream same = stream;
      static_cast<void>(chosen.solve(problem, same));
    });
  }

  /// The answers by those algorithms that do not refuse; throws the first refusal if all refuse.
  template <class Find>
  [[nodiscard]] std::vector<Answer> by_each(Question question, const std::vector<std::string>& algorithms,
                                            const Find& find) const {
    auto [answers, refusals] = answered_by<Answer>(algorithms, [&](const std::string& algorithm) {
      question.algorithm = algorithm;
      return find(question);
    });
    if (answers.empty()) throw InputError(refusals.front().reason);
    return std::move(answers);
  }

  /// The best answer by the time: of the starts, of the algorithm, and of a search from the best of them. InputError
  /// for an algorithm that cannot be continued; if all starts refuse, the last one's refusal.
  [[nodiscard]] Answer found_in_time(const Question& question, const ChosenAlgorithm<Algorithm>& chosen) const {
    require_search_on(chosen);
    const std::string name = chosen.canonical_name();
    const auto nothing = [] { return std::string(R"({"error":"ended before there was an answer"})"); };
    WatchedSearch watched(nothing);
    watched.begin(*question.seconds, nothing);
    const auto rank = [&](const Answer& each) {
      const RankingKey key = in_time.key != nullptr ? in_time.key(question, each) : ranking.key(each);
      return std::pair(key.shortcomings, key.cost);
    };
    std::optional<Answer> best;
    Solution start;
    const auto offer = [&](const Solution& solution) {
      Answer each = answer(question, name, solution);
      if (best && rank(each) >= rank(*best)) return;
      start = solution;
      best = std::move(each);
      watched.note(in_time.said(*best), [noted = *best] { return to_json(noted); });
    };
    Starts all = in_time.starts(question);
    const Problem problem = problem_of(question);
    for (const std::string& rival : question.rivals) all.emplace_back(rival, all.front().second);
    all.emplace_back(question.algorithm, problem);
    std::exception_ptr refusal;
    for (std::size_t i = 0; i < all.size(); ++i)
      watched.run(i > 0, [&] {
        const WorkThreads threads(question.threads);
        const auto& [of_start, easier] = all[i];
        try {
          const ChosenAlgorithm<Algorithm> each = choose_algorithm(question.own, of_start);
          RandomStream stream = solving_stream(word, each.canonical_name(), question.seed);
          offer(solution_by(each, easier, solve, stream));
        } catch (const InputError&) {
          refusal = std::current_exception();
        }
      });
    if (!best && refusal) std::rethrow_exception(refusal);
    if (!best) throw InputError("the time is over before there is an answer; give more --seconds");
    watched.run(true, [&] {
      const WorkThreads threads(question.threads);
      RandomStream stream = solving_stream(word, name, question.seed);
      chosen.registered()->algorithm->search_on(problem, chosen.registered()->options, Solution(start), offer, stream);
    });
    watched.finish(to_json(*best));
    return *std::move(best);
  }

  /// The first in the ranking of the answers with parts as wide as the question asks: of its own algorithm and, if that
  /// is a portfolio, of the others. InputError if no answer is wide enough, and the first refusal if all refuse.
  [[nodiscard]] Answer first_wide(const Question& question) const {
    std::vector<std::string> algorithms = {question.algorithm};
    if (question.algorithm.starts_with("BEST"))
      algorithms.insert(algorithms.end(), widths.others.begin(), widths.others.end());
    Question any_width = question;
    any_width.least_width = {};
    std::vector<Answer> answers =
        by_each(std::move(any_width), algorithms, [this](const Question& one) { return found(one); });
    std::erase_if(answers, [&](const Answer& each) { return !widths.are_kept(question, each); });
    if (answers.empty())
      throw InputError(
          "no division was found whose parts are as wide as asked; take a lesser width, or fewer processors");
    return first_of(std::move(answers), ranking.key);
  }

  /// The first in the ranking of the answers by the question's algorithm and its rivals; of equal ones the first that
  /// was named, whatever their secondary numbers.
  [[nodiscard]] Answer first_of_rivals(const Question& question) const {
    std::vector<std::string> algorithms = {question.algorithm};
    algorithms.insert(algorithms.end(), question.rivals.begin(), question.rivals.end());
    // Draws take time: if they do not affect the choice, only the answer gets them.
    std::vector<Answer> answers = by_each(question, algorithms, [&](const Question& one) {
      return question.ranks_draws ? varied(one, found(one)) : found(one);
    });
    std::vector<std::string> names;
    std::vector<RankingKey> keys;
    for (const Answer& each : answers) {
      keys.push_back(ranking.key(each));
      keys.back().secondary = static_cast<std::int64_t>(names.size());
      names.push_back(keys.back().algorithm);
    }
    Answer first = std::move(answers[places_of(keys).front().answer]);
    if (ranking.note_rivals != nullptr) ranking.note_rivals(first, std::move(names));
    return question.ranks_draws ? std::move(first) : varied(question, std::move(first));
  }
};

/// The declaration of a family with this frame: adds the algorithms of its registry, what solves, judges, draws, ranks
/// and divides, as far as the frame can.
template <class Question, class Answer>
[[nodiscard]] ProblemFamily declared(const Family<Question, Answer>& (*frame)(), ProblemFamily family) {
  using Algorithm = typename Question::Algorithm;
  const Family<Question, Answer>& own = frame();
  family.algorithms = [name = family.name] { return registered_algorithms<Algorithm>(name); };
  family.missing = [] { return Registry<Algorithm>::instance().missing(); };
  if (!family.solve) family.solve = [&own](const FieldValues& given) { return to_json(own.answered(own.read(given))); };
  const auto compare = [&own](const FieldValues& given, const std::vector<std::string>& algorithms) {
    return own.compared(given, algorithms);
  };
  if (own.ranking.title != nullptr) family.compare = compare;
  if (family.evaluation && own.judged != nullptr) family.evaluation->beside = compare;
  if (family.evaluation && own.judged == nullptr)
    family.evaluation->alone = [&own](const FieldValues& given) -> Evaluation {
      return {to_json(own.evaluated(own.read(given), given["answer"]))};
    };
  if (own.drawing.beside != nullptr)
    family.draw = [&own](const FieldValues& given, const std::string& format) { return own.drawn(given, format); };
  if (own.dividing.division != nullptr) {
    family.divide = [&own](const FieldValues& given) { return own.divided(given); };
    family.divide_best = [&own](const FieldValues& given, const std::vector<std::string>& algorithms) {
      return own.divided_best(given, algorithms);
    };
  }
  return family;
}

// --- Studies: pages and replays of solutions, and sweeps with clusters and instances from files

/// The solutions as answers below these titles.
template <class Question, class Answer>
[[nodiscard]] std::vector<Answer> measured_answers(const Family<Question, Answer>& family,
                                                   const typename Question::Algorithm::Instance& problem,
                                                   const std::vector<std::string>& titles,
                                                   const std::vector<typename Question::Algorithm::Solution>& solutions,
                                                   const std::vector<std::string>& names) {
  std::vector<Answer> answers;
  for (std::size_t i = 0; i < solutions.size(); ++i) {
    answers.push_back(family.studied.answer(problem, solutions[i]));
    answers.back().algorithm = titles[i];
    if constexpr (requires { answers.back().names; }) answers.back().names = names;
  }
  return answers;
}

/// How a family's problems and solutions are shown; processors may have names. "XY2, rank 2 of 6: 4500, gap 1.55 %" is
/// a title of one of several drawings.
template <class Question, class Answer>
[[nodiscard]] engine::Presentation<typename Question::Algorithm> presentation_of(
    const Family<Question, Answer>& family, const std::vector<std::string>& names = {}) {
  using Problem = typename Question::Algorithm::Instance;
  using Solution = typename Question::Algorithm::Solution;
  using Titles = std::vector<std::string>;
  using Solutions = std::vector<Solution>;
  engine::Presentation<typename Question::Algorithm> shown{
      .instance = family.studied.instance != nullptr ? family.studied.instance : family.exchange.problem};
  if (family.studied.text != nullptr)
    shown.text = [&family, names](const Problem& problem, const Solution& solution) {
      return family.studied.text(problem, solution, names);
    };
  if (family.drawing.beside == nullptr) return shown;
  shown.drawing = [=, &family](const Problem& problem, const Titles& titles, const Solutions& solutions) {
    engine::SampleDrawing drawn;
    if (family.studied.is_shown != nullptr && !family.studied.is_shown(problem)) return drawn;
    std::vector<Answer> answers = measured_answers(family, problem, titles, solutions, names);
    std::vector<RankingKey> keys;
    for (const Answer& answer : answers) keys.push_back(family.ranking.key(answer));
    const Titles ranks = ranked_names(keys);
    for (std::size_t i = 0; i < answers.size(); ++i) answers[i].algorithm = ranks[i];
    Question question;
    question.problem = problem;
    auto [all, across] = family.drawings(question, answers);
    drawn.svg = svg_drawing(all, std::max<std::size_t>(across, 1));
    if (across > 0) return drawn;  // of sections
    for (std::size_t i = 0; i < all.size(); ++i) all[i].title = titles[i];
    drawn.parts = drawn_parts(all);
    return drawn;
  };
  return shown;
}

/// The study of a family: what is its own. The frame makes sweeps of it.
template <class QuestionType, class AnswerType>
struct FamilyStudy {
  using Question = QuestionType;
  using Answer = AnswerType;
  using Problem = typename Question::Algorithm::Instance;

  const Family<Question, Answer>& (*frame)();
  std::string title = {};
  std::string source = {};
  std::int64_t samples = 20;
  std::int64_t chunk_size = 20;
  std::vector<std::string> algorithms = {};  ///< without others in a sweep file
  std::vector<engine::PairedMetric> paired_metrics = {};
  std::vector<engine::Axis> (*axes)() = nullptr;
  /// Whether sweeps have `aspect`, columns over rows, in place of the axis `columns` unless they name that.
  bool by_aspect = false;
  /// The problem of a point. With files, a source of clusters that is not empty.
  Problem (*sample)(const ClusterSource& source, const engine::Point& point, RandomStream& stream) = nullptr;
  /// Throws if these metrics cannot be measured at all values of the axes, and sets what a given cluster changes.
  void (*require)(const std::vector<engine::Axis>& axes, const std::vector<std::string>& metrics) = nullptr;
  void (*take_cluster)(const GivenCluster& cluster, engine::Experiment& study) = nullptr;
  bool (*is_random)(const engine::Experiment& study) =
      nullptr;                                 ///< whether samples differ although the cluster is given
  std::vector<std::string> cluster_axes = {};  ///< see SweepInputs
  /// Problems in files: their fields, those of `solve` alone, and the axes that change them.
  const std::vector<Field>& (*fields)() = nullptr;
  std::string place = {};                                               ///< of a problem in errors, if it has one
  std::vector<std::pair<std::string, std::string>> only_in_solve = {};  ///< and what sweeps do instead, in words
  std::map<std::string, void (*)(double value, Problem& problem)> applied = {};
  bool are_named = false;                                  ///< see GivenInstances
  void (*require_line)(const Problem& problem) = nullptr;  ///< InputError for what sweeps do not take

  /// A study of the family's algorithms, problems and metrics, without axes.
  [[nodiscard]] engine::Experiment study(const std::string& name = {}) const {
    const Family<Question, Answer>& family = frame();
    engine::Experiment of_family{.name = name};
    of_family.solvers = engine::solvers_of<typename Question::Algorithm>();
    of_family.measured = measured_by(family.quantities(), family.studied.answer, family.studied.require);
    if (require != nullptr) of_family.require = require;
    of_family.sample = sampler({});
    of_family.forms = engine::shown(presentation_of(family));
    return of_family;
  }

  /// The same with all that a sweep takes from its family.
  [[nodiscard]] engine::Experiment sweep_study_of(bool by_columns) const {
    engine::Experiment swept = study();
    swept.axes = axes();
    swept.title = title;
    swept.source = source;
    swept.samples = samples;
    swept.chunk_size = chunk_size;
    swept.algorithms = algorithms;
    swept.paired_metrics = paired_metrics;
    if (by_aspect && !by_columns) *std::ranges::find(swept.axes, "columns", &engine::Axis::name) = aspect_axis();
    return swept;
  }

  /// The family's study with the changes of a sweep file. A cluster replaces cluster_axes. The lines of instances are
  /// those of `solve`, whose "algorithm" is ignored.
  [[nodiscard]] engine::Experiment sweep(const engine::SweepDefinition& definition) const {
    const Family<Question, Answer>& family = frame();
    SweepInputs inputs;
    if (fields != nullptr)
      inputs.instances =
          given_instances<Problem>([this](const std::string& line) { return problem_in(line); }, applied, are_named);
    if (!cluster_axes.empty()) {
      inputs.cluster_axes = cluster_axes;
      inputs.set_clusters = [this](const ClusterSource& clusters, engine::Experiment& swept) { set(clusters, swept); };
    }
    const bool by_columns = by_aspect && definition.axes.contains("columns");
    engine::Experiment made = sweep_study(sweep_study_of(by_columns), definition, inputs, own_solvers(family.exchange));
    if (by_columns && !definition.is_built_in) made.definition.insert(0, "by columns, ");
    return made;
  }

 private:
  /// The valid problem of a line as `solve --batch` takes it.
  [[nodiscard]] Problem problem_in(const std::string& line) const {
    const FieldValues given(fields(), parse_json(line), place);
    for (const auto& [name, advice] : only_in_solve)
      if (given.has(name))
        throw InputError("{} works in solve only{}{}", name, advice.empty() ? "" : "; in a sweep ", advice);
    given.require_no_files();
    Problem problem = frame().read(given).problem;
    validate(problem);
    if (require_line != nullptr) require_line(problem);
    return problem;
  }

  [[nodiscard]] engine::Sampler sampler(const ClusterSource& clusters) const {
    return engine::sampler([draw = sample, clusters](const engine::Point& point, RandomStream& stream) {
      return draw(clusters, point, stream);
    });
  }

  void set(const ClusterSource& clusters, engine::Experiment& swept) const {
    swept.sample = sampler(clusters);
    if (clusters.given == nullptr) return;
    if (take_cluster != nullptr) take_cluster(*clusters.given, swept);
    swept.forms = engine::shown(presentation_of(frame(), clusters.given->names));
    if (is_random != nullptr && is_random(swept)) return;
    swept.deterministic = true;
    swept.samples = 1;
  }
};

}  // namespace apportion::problems
