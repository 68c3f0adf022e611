// Distribution problems and their answers as JSON: the contract of `apportion solve distribution`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sim/distributions/communications.hpp"

namespace apportion::problems {

/// c = a b on M x N x Q processes, as it is asked: what is left out follows from the rest.
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
  std::optional<std::string> row_kind = std::nullopt;  ///< a registered kind; default: ceil-block, as below
  std::optional<std::string> column_kind = std::nullopt;
  std::optional<std::string> inner_kind = std::nullopt;
};

struct DistributionAnswer {
  MatrixProduct product;
  Communications counted;  ///< by-loads
  Communications formula;  ///< by-formula
};

/// A JSON object with the fields of DistributionQuestion as keys. Throws InputError for malformed JSON, unknown or
/// repeated keys, and values of the wrong kind or out of range.
[[nodiscard]] DistributionQuestion parse_distribution_question(std::string_view json);

/// Throws InputError where sizes are missing, contradict each other, or are out of range.
[[nodiscard]] DistributionAnswer solve(const DistributionQuestion& question);

/// One line without its end: see docs/results-format.md. The owned indices of a dimension are left out where it has
/// more than 4096 processes, or where they need more than 2^16 entries.
[[nodiscard]] std::string to_json(const DistributionAnswer& answer);

/// "linear(100,4)×wrap(200,8)", with "·Q" behind it where Q > 1.
[[nodiscard]] std::string name_of(const DistributionAnswer& answer);

}  // namespace apportion::problems
