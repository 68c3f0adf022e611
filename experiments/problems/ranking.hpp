// What comparisons of several algorithms on one problem share, whatever the family.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/own_algorithm.hpp"
#include "experiments/engine/timing.hpp"
#include "experiments/problems/comparison.hpp"

namespace apportion::problems {

/// The canonical names, each once. InputError for an unknown algorithm or option.
template <class AlgorithmType>
[[nodiscard]] std::vector<std::string> canonical_names(const std::vector<std::string>& algorithms,
                                                       const OwnAlgorithms<AlgorithmType>& own) {
  std::vector<std::string> names;
  for (const std::string& algorithm : algorithms) {
    std::string name = canonical_name(own, algorithm);
    if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  }
  return names;
}

/// How long the algorithm takes for a problem that it has solved before; every call draws from a copy of the stream.
template <class AlgorithmType>
[[nodiscard]] double seconds_to_solve(const ChosenAlgorithm<AlgorithmType>& chosen,
                                      const typename AlgorithmType::Instance& problem, const RandomStream& stream) {
  return engine::seconds_per_call([&] {
    RandomStream same = stream;
    static_cast<void>(chosen.solve(problem, same));
  });
}

/// As many digits, or decimals, as a reader wants to see.
[[nodiscard]] double with_digits(double value, int digits);
[[nodiscard]] double with_decimals(double value, int decimals);

/// {"schema":1,"algorithm":…,"error":…}
[[nodiscard]] std::string to_json(const Refusal& refusal);

}  // namespace apportion::problems
