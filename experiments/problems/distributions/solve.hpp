// The question and the answer of `apportion solve distributions`.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "experiments/problems/common/fields.hpp"
#include "sim/distributions/cartesian.hpp"

namespace apportion::problems {

/// c = a b on M x N x Q processes. Omitted sizes follow from the others.
struct DistributionQuestion {
  /// Rows and columns of c and, after ·, the layers Q; replaces m, n, M, N, Q and the kinds of rows and columns.
  std::optional<std::string> distribution = std::nullopt;
  std::optional<Index> m = std::nullopt;
  std::optional<Index> o = std::nullopt;  ///< required
  std::optional<Index> n = std::nullopt;
  std::optional<Index> p = std::nullopt;  ///< all processes; equal to M N Q if these are given
  std::optional<Index> M = std::nullopt;  ///< without M and N: fewest idle processes, then least N_com
  std::optional<Index> N = std::nullopt;
  std::optional<Index> Q = std::nullopt;               ///< default: 1
  std::optional<std::string> row_kind = std::nullopt;  ///< a registered kind; by default ceil-block, also below
  std::optional<std::string> column_kind = std::nullopt;
  std::optional<std::string> inner_kind = std::nullopt;
  bool leave_idle = false;  ///< some of the p processes may be idle if the others then send less
};

/// The question of a line of JSON. InputError if it is incomplete or contradictory.
[[nodiscard]] DistributionQuestion parse_distribution_question(std::string_view json);

struct DistributionAnswer {
  MatrixProduct product;
  Communications counted;  ///< by-loads
  Communications formula;  ///< by-formula
  Index idle = 0;          ///< processes without work
};

/// Throws InputError if sizes are missing, contradictory, or out of range.
[[nodiscard]] DistributionAnswer solve(const DistributionQuestion& question);

/// "linear(100,4)×wrap(200,8)", followed by "·Q" if Q > 1.
[[nodiscard]] std::string name_of(const DistributionAnswer& answer);

/// One line without its end: see docs/answers.md. The owned indices of a dimension are omitted if it has more than 4096
/// processes, or if they need more than 2^16 entries.
[[nodiscard]] std::string to_json(const DistributionAnswer& answer);

/// One SVG document with the matrix, row 0 on top. Adjacent elements of one process in a block form one
/// rectangle in the colour of the process, with its coordinates if they fit, and in a tooltip. Up to nine
/// processes have a colour each; otherwise processes with adjacent elements have different colours. The same
/// input gives the same bytes on every machine. InputError unless the distribution has two dimensions of 512
/// indices at most.
[[nodiscard]] std::string svg_drawing(std::string_view title, const CartesianDistribution& distribution);

/// One line per row with the process number (s N + t) of each element. InputError as for svg_drawing().
[[nodiscard]] std::string text_drawing(const CartesianDistribution& distribution);

}  // namespace apportion::problems
