// Axes common to all families.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/engine/axis.hpp"

namespace apportion::problems {

/// Sets the values of one axis; std::logic_error if there is no such axis.
void set_axis(std::vector<engine::Axis>& axes, std::string_view name, std::vector<engine::AxisValue> values);
/// The same for several axes of numbers.
void set_axes(std::vector<engine::Axis>& axes, const std::map<std::string, std::vector<double>>& values);

/// The axes `ratio`, `processors` and `aspect`: ratio of speeds, number of processors, and shape of an array.
[[nodiscard]] engine::Axis ratio_axis();
[[nodiscard]] engine::Axis processors_axis(double most, const std::vector<double>& values = {10});
[[nodiscard]] engine::Axis aspect_axis();
/// The columns of a point's array: on their axis, or by the aspect.
[[nodiscard]] double columns_at(const engine::Point& point);

/// The axis `sampling`: the sampling models, with this default.
[[nodiscard]] engine::Axis sampling_axis(std::string_view model);

}  // namespace apportion::problems
