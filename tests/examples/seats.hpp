// Seats for votes: the problems, solutions and algorithms of a family. The example of docs/add-a-family.md.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "algorithms/registry.hpp"

namespace apportion {

constexpr std::int64_t most_seats = 10'000;

/// Votes of parties, and seats to be divided among them.
struct SeatProblem {
  std::vector<double> votes;  ///< one number per party, none negative, with a positive sum
  std::int64_t seats = 0;     ///< from 1 to most_seats
};

using Seats = std::vector<std::int64_t>;  ///< one number per party
using SeatAlgorithm = Algorithm<SeatProblem, Seats>;

/// InputError if the problem is out of range.
inline void validate(const SeatProblem& problem) {
  const double sum = std::accumulate(problem.votes.begin(), problem.votes.end(), 0.0);
  if (std::ranges::any_of(problem.votes, [](double votes) { return !(votes >= 0); }) || !(sum > 0) || std::isinf(sum))
    throw InputError("votes must not be negative, and their sum must be positive and finite");
  if (problem.seats < 1 || problem.seats > most_seats)
    throw InputError("seats is {}; it must be from 1 to {}", problem.seats, most_seats);
}

}  // namespace apportion
