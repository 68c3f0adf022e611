// Drawings of the memory that shardings take, and rankings of several algorithms.
#pragma once

#include <string>
#include <vector>

#include "algorithms/shardings/sharding_algorithm.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/ranking.hpp"

namespace apportion::problems {

/// The memory of the cheapest strategies and of the answer. NoSolution where there is none.
[[nodiscard]] std::string draw_shardings(const FieldValues& given, const std::string& format);

/// What several algorithms make of the problem.
[[nodiscard]] Comparison compare_shardings(const FieldValues& given, const std::vector<std::string>& algorithms);

/// Graphs as `apportion solve shardings --batch` takes them; labels as text, and the memory that they take as drawings.
[[nodiscard]] engine::Presentation<ShardingAlgorithm> show_shardings();

}  // namespace apportion::problems
