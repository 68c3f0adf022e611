// The grid of Kaddoura, Ranka & Wang's simulation (Section 6.4), as the checks of statements draw from it.
#pragma once

#include <vector>

namespace apportion::kaddoura {

constexpr int array_rows = 1000;

/// Arrays have 1000 rows and this many columns.
[[nodiscard]] inline std::vector<double> array_columns() { return {1000, 2000, 3000, 5000, 10000, 20000}; }
/// Speed of the fastest processor over that of the slowest.
[[nodiscard]] inline std::vector<double> speed_ratios() { return {1, 2, 3, 4, 8}; }
/// Start-up cost of a pair of neighbours. Tables 2 to 4 have these for TILE, Tables 5 to 7 for XY2.
[[nodiscard]] inline std::vector<double> latencies() { return {0, 100, 1000}; }

}  // namespace apportion::kaddoura
