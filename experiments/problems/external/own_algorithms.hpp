// Users' programs as algorithms of a family.
#pragma once

#include <fmt/format.h>

#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/own_algorithm.hpp"
#include "base/error.hpp"
#include "base/stopping.hpp"
#include "base/text.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/external/program_pool.hpp"

namespace apportion::problems {

/// Formats of a family's problems and answers for programs. An answer has the members that `apportion solve` prints for
/// a solution; costs among them are ignored and recomputed.
template <class AlgorithmType>
struct Exchange {
  using Instance = typename AlgorithmType::Instance;
  using Solution = typename AlgorithmType::Solution;

  /// The problem as one line of JSON, as `apportion solve --batch` takes it; nullptr if the family has no exchange.
  std::string (*problem)(const Instance& instance) = nullptr;
  /// The solution in an answer. InputError, or std::logic_error of a check, if it is invalid.
  Solution (*answer)(const Instance& instance, const JsonReader& answer) = nullptr;
};

/// The refusal of programs by a family without an exchange.
inline constexpr const char* no_own_algorithms = "this family takes no algorithms of your own";

/// The field `external` of families whose problems programs can solve. The file is read with the options.
[[nodiscard]] inline Field external_field() {
  return field_of(FieldKind::file, "external", "FILE.ini",
                  "the file whose sections [algorithm.NAME] declare programs as algorithms of your own")
      .only_as(FieldPlace::option);
}

/// InputError unless a program may have this name: letters, digits, - and _, and not a registered name.
inline void require_own_name(const std::string& name, const std::vector<std::string>& registered) {
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  if (name.empty() || name.find_first_not_of(allowed) != std::string::npos || name == "all")
    throw InputError("an algorithm of your own cannot be called '{}'; use letters, digits, - and _, and not 'all'",
                     name);
  if (contains(registered, name)) throw InputError("{} is already the name of an algorithm; choose another one", name);
}

/// InputError unless the answer has all of `required`, and no other keys than those that `apportion solve` prints,
/// which are ignored: an answer may be a copy of its output.
inline void require_answer_keys(const JsonReader& answer, const std::vector<std::string>& required,
                                std::vector<std::string> printed) {
  printed.insert(printed.end(), {"schema", "algorithm"});
  answer.require_keys(required, printed);
}

/// The programs as algorithms of the family. Processes start only when a problem is given to them. If programs may not
/// run, such as those of a file of which only the text is in a database, solving is a std::logic_error. InputError for
/// an invalid or repeated name, and if the family has no exchange.
template <class AlgorithmType>
[[nodiscard]] OwnAlgorithms<AlgorithmType> own_algorithms(const std::vector<OwnProgram>& programs,
                                                          const Exchange<AlgorithmType>& exchange,
                                                          bool may_run = true) {
  using Instance = typename AlgorithmType::Instance;
  if (!programs.empty() && exchange.answer == nullptr) throw InputError(no_own_algorithms);
  std::vector<std::string> taken;
  for (const AlgorithmType& algorithm : Registry<AlgorithmType>::instance().algorithms())
    taken.push_back(algorithm.name);
  OwnAlgorithms<AlgorithmType> own;
  for (const OwnProgram& program : programs) {
    require_own_name(program.name, taken);
    taken.push_back(program.name);
    const auto pool = may_run ? std::make_shared<ProgramPool>(program) : nullptr;
    own.push_back({program, [pool, exchange, program](const Instance& instance, RandomStream& stream) {
                     if (pool == nullptr) throw std::logic_error("a program that may not run is asked");
                     const auto deadline = deadline_of(program);
                     const bool is_known = !program.answer.empty();
                     const Json answer =
                         is_known ? parse_json(program.answer) : pool->answer(exchange.problem(instance), stream());
                     // Checking a long answer counts for its time.
                     std::optional<TimedWork> checking;
                     if (!is_known) checking.emplace(deadline);
                     try {
                       return exchange.answer(instance, JsonReader(answer, "answer"));
                     } catch (const TimeIsUp&) {
                       throw NoAnswer(fmt::format(
                           "no answer: it took longer than its limit of {} s, with the check of what it answered",
                           program.limit));
                     } catch (const std::exception& refusal) {
                       constexpr std::size_t longest_message = 500;
                       throw WrongAnswer("wrong answer: " + printable(refusal.what(), longest_message));
                     }
                   }});
  }
  return own;
}

/// The registered algorithms of a family and these programs, which may run or not, see own_algorithms().
using OwnSolvers = std::function<engine::Solvers(const std::vector<OwnProgram>& programs, bool may_run)>;

template <class AlgorithmType>
[[nodiscard]] OwnSolvers own_solvers(const Exchange<AlgorithmType>& exchange) {
  return [exchange](const std::vector<OwnProgram>& programs, bool may_run) {
    return engine::solvers_of<AlgorithmType>(own_algorithms(programs, exchange, may_run));
  };
}

}  // namespace apportion::problems
