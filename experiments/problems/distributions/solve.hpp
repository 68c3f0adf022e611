// The question and the answer of `apportion solve distributions`.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "experiments/problems/common/fields.hpp"
#include "sim/distributions/cartesian.hpp"

namespace apportion::problems {

/// Of rows, columns and the inner dimension.
inline constexpr const char* default_kind = "ceil-block";

/// c = a b on M x N x Q processes. Sizes that are left out follow from the rest.
struct DistributionQuestion {
  /// Rows and columns of c and, behind ·, the layers Q; instead of m, n, M, N, Q and the kinds of rows and columns.
  std::optional<std::string> distribution = std::nullopt;
  std::optional<Index> m = std::nullopt;
  std::optional<Index> o = std::nullopt;  ///< required
  std::optional<Index> n = std::nullopt;
  std::optional<Index> p = std::nullopt;  ///< all processes; must be M N Q where these are given
  std::optional<Index> M = std::nullopt;  ///< without M and N: the fewest idle processes, then the least N_com
  std::optional<Index> N = std::nullopt;
  std::optional<Index> Q = std::nullopt;               ///< default: 1
  std::optional<std::string> row_kind = std::nullopt;  ///< a registered kind; default: default_kind, as below
  std::optional<std::string> column_kind = std::nullopt;
  std::optional<std::string> inner_kind = std::nullopt;
  bool leave_idle = false;  ///< of p processes some may do nothing, where the others then send less
};

/// The fields of a problem.
[[nodiscard]] const std::vector<Field>& distribution_fields();

/// The question that these values describe. InputError where they do not describe one.
[[nodiscard]] DistributionQuestion distribution_question(const FieldValues& given);
/// The same from one line of JSON, with the same errors.
[[nodiscard]] DistributionQuestion parse_distribution_question(std::string_view json);

struct DistributionAnswer {
  MatrixProduct product;
  Communications counted;  ///< by-loads
  Communications formula;  ///< by-formula
  Index idle = 0;          ///< processes that do nothing
};

/// The sizes by name: m, o, n, p, M, N, Q.
[[nodiscard]] std::map<std::string, std::optional<Index> DistributionQuestion::*> size_fields();

/// Throws InputError where sizes are missing, contradict each other, or are out of range.
[[nodiscard]] DistributionAnswer solve(const DistributionQuestion& question);

/// "linear(100,4)×wrap(200,8)", followed by "·Q" where Q > 1.
[[nodiscard]] std::string name_of(const DistributionAnswer& answer);

/// One line without its end: see docs/answers.md. The owned indices of a dimension are left out where it has
/// more than 4096 processes, or where they need more than 2^16 entries.
[[nodiscard]] std::string to_json(const DistributionAnswer& answer);

/// One SVG document with the matrix, row 0 on top. Elements of one process that touch in a block are one rectangle in
/// the colour of the process, with its coordinates where there is room, and in a tooltip. Up to nine processes
/// have a colour each; otherwise those whose elements lie beside or above each other have different ones. The same
/// input gives the same bytes on every machine. InputError unless the distribution has two dimensions of 512 indices at
/// most.
[[nodiscard]] std::string svg_drawing(std::string_view title, const CartesianDistribution& distribution);

/// One line per row with the process number (s N + t) of each element. InputError as above.
[[nodiscard]] std::string text_drawing(const CartesianDistribution& distribution);

/// The grid of processes of a problem as "svg" or "text".
[[nodiscard]] std::string draw_distribution(const FieldValues& given, const std::string& format);

}  // namespace apportion::problems
