// The question and the answer of `apportion solve distributions`.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "experiments/problems/common/fields.hpp"
#include "sim/distributions/cartesian.hpp"

namespace apportion::problems {

/// c = a b on M x N x Q processes. Omitted sizes follow from the others.
struct DistributionQuestion {
  /// The given ones of m, o, n, M, N, Q (by default 1), and p, all processes, which are M N Q: all from 1 to 2^40.
  /// Without M and N: fewest idle processes, then least N_com.
  std::map<std::string, Index> sizes = {};
  /// The given ones of row-kind, column-kind and inner-kind, by default ceil-block; and distribution: rows and columns
  /// of c and, after ·, the layers Q, in place of m, n, M, N, Q and the kinds of rows and columns.
  std::map<std::string, std::string> texts = {};
  bool leaves_idle = false;  ///< some of the p processes may be idle if the others then send less

  [[nodiscard]] bool has(const std::string& name) const { return sizes.contains(name) || texts.contains(name); }
};

/// The question of a line of JSON. InputError if it is incomplete or contradictory.
[[nodiscard]] DistributionQuestion parse_distribution_question(std::string_view json);

struct DistributionAnswer {
  MatrixProduct product;
  Communications counted;  ///< by-loads
  Communications formula;  ///< by-formula
  Index idle = 0;          ///< processes without work
};

/// Throws InputError if sizes are missing or contradictory.
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

}  // namespace apportion::problems
