// What the studies of cells with loads have in common: methods, points, and whose answers are whose.
#pragma once

#include <string>
#include <vector>

#include "experiments/frontier/cells/grid.hpp"

namespace apportion::frontier {

/// The methods that take loads: straight cuts through boxes, with a jog each where it says so.
[[nodiscard]] std::vector<std::string> rectangle_load_methods();

/// A study of these and of all libraries that are built in, on 1000 x 1000 cells with the loads of every model, for 64
/// processors whose speeds differ 8 times; its samples are kept.
[[nodiscard]] engine::Study load_study(const std::string& name);

/// The names of rectangle_load_methods() as a list in SQL.
[[nodiscard]] std::string rectangle_load_methods_sql();

}  // namespace apportion::frontier
