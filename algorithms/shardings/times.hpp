// Memory over time: labels that do not fit, and times that cannot bind.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/shardings/core.hpp"

namespace apportion::shardings {

/// Tidies all groups, and deletes labels that pass the limit beside everybody's least usage. Returns the groups that
/// have lost labels or all of their pieces.
[[nodiscard]] std::vector<std::uint32_t> drop_overfull(Core& core);

/// Forbids pairs of labels of two groups that pass the limit beside everybody else's least usage. Groups are tidy and
/// gathered. Returns the groups that have lost pairs.
[[nodiscard]] std::vector<std::uint32_t> exclude_overfull_pairs(Core& core);

/// Deletes rows at which the limit cannot be passed, or only if it is at another row as well. Groups are tidy. Returns
/// the groups whose pieces have become fewer.
[[nodiscard]] std::vector<std::uint32_t> drop_slack_rows(Core& core);

}  // namespace apportion::shardings
