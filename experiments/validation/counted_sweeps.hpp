// Jacobi sweeps whose messages were counted by real processes: the divisions that tests/mpi runs, and their costs by
// the model.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "sim/rectangles/decomposition.hpp"

namespace apportion::validation {

constexpr std::size_t counted_iterations = 5;
constexpr std::array<const char*, 4> counted_algorithms = {"XY2", "RecursiveBisection2", "TILE", "COLUMNS"};

/// A problem, given by the number of its processors and a number of its own.
struct CountedProblem {
  std::size_t processors = 0;
  std::int64_t problem = 0;
};

/// The messages of counted_iterations iterations.
struct MessageCounts {
  double messages = 0;
  double bytes = 0;
  double edges = 0;  ///< internal edges: pairs of neighbours
  double acost = 0;
};

/// The algorithm's division of an array of 96, 112 or 128 x 160 elements, in whole rows and columns.
[[nodiscard]] Decomposition counted_division(const std::string& algorithm, const CountedProblem& counted);

/// Messages and bytes of the job that is simulated for such a division (sim/network/jacobi.hpp), and its costs.
[[nodiscard]] MessageCounts modelled_counts(const Decomposition& decomposition);

}  // namespace apportion::validation
