// The grid of Kaddoura, Ranka & Wang's simulation (Section 6.4), and the paper's words as numbers.
#pragma once

#include <vector>

namespace apportion::kaddoura {

constexpr int array_rows = 1000;
/// A cell of a table is the mean of this many random samples.
constexpr int samples_per_cell = 20;

/// Arrays have 1000 rows and this many columns.
[[nodiscard]] inline std::vector<double> array_columns() { return {1000, 2000, 3000, 5000, 10000, 20000}; }
/// Speed of the fastest processor over that of the slowest.
[[nodiscard]] inline std::vector<double> speed_ratios() { return {1, 2, 3, 4, 8}; }
[[nodiscard]] inline std::vector<double> processor_counts() { return {4, 5, 7, 10, 15, 20}; }
/// Start-up cost of a pair of neighbours; Tables 2 to 4 are of TILE at these, Tables 5 to 7 of XY2.
[[nodiscard]] inline std::vector<double> latencies() { return {0, 100, 1000}; }
/// Table 8 says only zero or not.
[[nodiscard]] inline std::vector<double> timed_latencies() { return {0, 100}; }

/// What words of the paper are taken to mean in checks and claims; the other words stand in paper.ini.
constexpr double much_faster = 0.8;  ///< considerably faster: at most this share of the time
constexpr double sure = 0.95;  ///< grows: this is how often chance alone gives a lesser mean slope, by Student's t

}  // namespace apportion::kaddoura
