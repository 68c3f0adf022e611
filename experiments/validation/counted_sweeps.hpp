// Jacobi sweeps whose messages were counted by real processes: the divisions that tests/mpi runs, and their costs by
// the model.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "experiments/engine/experiment.hpp"
#include "sim/rectangles/decomposition.hpp"

namespace apportion::validation {

constexpr std::size_t counted_iterations = 5;
constexpr std::array<const char*, 4> counted_algorithms = {"XY2", "RecursiveBisection2", "TILE", "COLUMNS"};

/// A problem, given by the number of its processors and a number of its own.
struct CountedProblem {
  std::size_t processors = 0;
  std::int64_t problem = 0;
};

/// The algorithm's division of an array of 96, 112 or 128 x 160 elements, in whole rows and columns.
[[nodiscard]] Decomposition counted_division(const std::string& algorithm, const CountedProblem& counted);

/// `messages` and `bytes` of the job of counted_iterations iterations that is simulated for such a division
/// (sim/network/jacobi.hpp), its internal `edges` and its `acost`.
[[nodiscard]] engine::Numbers modelled_counts(const Decomposition& decomposition);

}  // namespace apportion::validation
