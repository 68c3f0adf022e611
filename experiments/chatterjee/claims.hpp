// The points at which the paper's claims are judged, as SQL.
#pragma once

#include <string>

namespace apportion::chatterjee {

/// The slope of the least-squares line through the points (x, y) of a group, as an SQL expression; NULL where all x are
/// the same.
[[nodiscard]] std::string slope_sql();

}  // namespace apportion::chatterjee
