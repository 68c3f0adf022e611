// Statements of the paper that need no drawn figure: the program checks each of them on many small cases.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "algorithms/grids/grid_algorithm.hpp"
#include "experiments/engine/checked_cases.hpp"

namespace apportion::kalinov {

/// How far the checks go: the greatest edge of a grid, or the greatest performance of a network.
struct Bounds {
  std::int64_t edge = 1;
  std::int64_t performance = 1;
};

/// What a check found; its bound is the one of Bounds that was used. The sizes of a counterexample are the edges of a
/// grid or the performances of a network.
using Checked = engine::CheckedCases;

/// A statement is an algorithm that checks itself: `summary` is the statement, `source` its place in the paper.
struct Statement : Algorithm<Bounds, Checked> {
  std::int64_t position = 0;  ///< in the exhibits
  std::string checked = {};   ///< the range, with %d for the bound: "edges <= %d"
  bool is_corrected = false;  ///< amended by us, since what is printed fails
  bool is_tendency = false;   ///< says what usually happens, so that single failures do not refute it
  std::string standing = {};  ///< see results::Judgement
};

/// What is said, and how it is checked.
struct StatementText {
  std::int64_t position = 0;
  std::string name;
  std::string place;  ///< "Section 3.1"
  std::string text;
  std::string checked;
  bool is_corrected = false;
  bool is_tendency = false;
  std::string standing = {};
};

[[nodiscard]] Statement statement(StatementText text, Checked (*check)(const Bounds&, const Options&, RandomStream&));

/// All statements by position.
[[nodiscard]] std::vector<Statement> statements_in_order();

/// Visits all grids of 1 to `dimensions` dimensions with nondecreasing edges up to `edge`.
void for_each_grid(std::size_t dimensions, std::int64_t edge, const std::function<void(const ProcessGrid&)>& visit);

/// Visits all nondecreasing whole performances a <= b <= c <= d up to `most`: the networks of 2 x 2 processes.
void for_each_network_of_four(std::int64_t most, const std::function<void(const std::vector<std::int64_t>&)>& visit);

/// A grid's edges as a case's sizes, and whole performances as real ones.
[[nodiscard]] std::vector<std::int64_t> sizes_of(const ProcessGrid& grid);
[[nodiscard]] std::vector<double> as_performances(const std::vector<std::int64_t>& whole);

/// The answer of a registered grid algorithm, such as "proposed[mapping=NAT]", that draws nothing.
[[nodiscard]] GridSolution solved(std::string_view algorithm, const GridProblem& problem);

}  // namespace apportion::kalinov
