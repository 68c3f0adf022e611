// The exchange of problems and answers of a family with users' programs.
#pragma once

#include <string>

namespace apportion::problems {

class JsonReader;

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

}  // namespace apportion::problems
