// What a problem of whole cells is given by.
#pragma once

#include <string_view>
#include <vector>

#include "experiments/problems/common/fields.hpp"

namespace apportion::problems {

/// `rows`, `columns` and `latency` are axes as well.
[[nodiscard]] const std::vector<Field>& cell_fields();

/// The axis of a field, with these values or its own.
[[nodiscard]] engine::Axis cell_axis(std::string_view field, const std::vector<double>& values = {});

}  // namespace apportion::problems
