// What a problem family says to programs of users, and what it makes of their answers.
#pragma once

#include <string>

namespace apportion::problems {

class JsonReader;

/// How problems of a family go to programs, and answers come back. An answer has the members that `apportion solve`
/// prints of a solution; costs among them are not looked at, but computed.
template <class AlgorithmType>
struct Exchange {
  using Instance = typename AlgorithmType::Instance;
  using Solution = typename AlgorithmType::Solution;

  /// The problem as one line of JSON, as `apportion solve --batch` takes it; nullptr where programs cannot be asked.
  std::string (*problem)(const Instance& instance) = nullptr;
  /// The solution that an answer is. InputError, or std::logic_error of a check, for what is no solution.
  Solution (*answer)(const Instance& instance, const JsonReader& answer) = nullptr;
};

}  // namespace apportion::problems
