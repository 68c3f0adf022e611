// Statements of Kaddoura, Ranka & Wang that the program checks itself, and the cases that the checks share.
#pragma once

#include <functional>
#include <vector>

#include "experiments/engine/checks.hpp"
#include "sim/rectangles/decomposition.hpp"

namespace apportion::kaddoura {

using engine::CheckedCases;
using engine::Reach;
using engine::Said;

/// How far the checks go.
struct LemmaBounds {
  std::int64_t parts = 2;   ///< where all arrangements of parts are looked at
  std::int64_t weight = 1;  ///< the greatest whole weight
  std::int64_t side = 1;    ///< the longer side of arrays in which all weights are looked at
  std::int64_t cells = 1;   ///< the sides of arrays of which all divisions into rectangles of cells are looked at
  std::int64_t draws = 1;   ///< random cases
};

using Lemma = engine::Check<LemmaBounds>;

[[nodiscard]] std::vector<Lemma> checks_of_costs();
[[nodiscard]] std::vector<Lemma> checks_of_edges();
[[nodiscard]] std::vector<Lemma> checks_of_number();
[[nodiscard]] std::vector<Lemma> checks_of_search();
[[nodiscard]] std::vector<Lemma> checks_of_small();
[[nodiscard]] std::vector<Lemma> checks_of_xy();

/// All of them, in the order of the paper.
[[nodiscard]] std::vector<Lemma> lemmas();

/// An array and whole weights a1 >= a2 >= ..., m <= n.
struct WholeCase {
  Extent extent;
  std::vector<double> weights = {};
  std::vector<std::int64_t> sizes = {};  ///< m, n and the weights
};

/// Visits all arrays up to `side` x `side`, m <= n, with all nonincreasing lists of p weights from 1 to `weight`.
void for_each_case(const LemmaBounds& bounds, std::size_t p, const std::function<void(const WholeCase&)>& visit);

/// One of the paper's arrays, of a speed ratio of its grid (max-set), with weights in nonincreasing order.
[[nodiscard]] WholeCase drawn_case(std::size_t p, RandomStream& stream);

/// check() of every division of every array of up to cells x cells.
[[nodiscard]] engine::CasesUpTo<LemmaBounds> for_all_tilings(bool (*check)(const Decomposition& each));
inline constexpr const char* tilings = "all divisions of arrays of up to %d cells a side";

/// check() of random cases of `least` to `most` parts.
[[nodiscard]] CheckedCases for_drawn_cases(const LemmaBounds& bounds, std::size_t least, std::size_t most,
                                           RandomStream& stream, const std::function<bool(const WholeCase&)>& check);

/// The sizes of both: the sides and the number of parts.
inline constexpr const char* sides = "m n p";

/// Good, close, small: at most this many times the least.
inline constexpr double within = 1.05;

/// Whether a is at most b, up to rounding.
[[nodiscard]] bool at_most(double a, double b);
[[nodiscard]] bool equal(double a, double b);

}  // namespace apportion::kaddoura
