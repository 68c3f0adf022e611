// The grids and levels of Kalinov & Klimov's simulations (Section 4), and the paper's words as numbers.
#pragma once

#include <string>
#include <vector>

namespace apportion::kalinov {

/// The side of the block that is divided; the paper prints it for Figures 3 and 4 only.
constexpr int block_side = 1000;

/// Heterogeneity levels, the X axis of Figures 3 and 5.
[[nodiscard]] inline std::vector<double> levels() { return {2, 4, 6, 8, 10, 12, 14, 16}; }
/// Figure 3 (a).
[[nodiscard]] inline std::vector<std::string> square_grids() {
  return {"2x2", "3x3", "4x4", "5x5", "6x6", "7x7", "8x8"};
}
/// Grids of 36 processes, the square one last. Figure 3 (b).
[[nodiscard]] inline std::vector<std::string> grids_of_36() { return {"1x36", "2x18", "3x12", "4x9", "6x6"}; }
/// Figure 5.
[[nodiscard]] inline std::vector<std::string> cubes() { return {"2x2x2", "3x3x3", "4x4x4", "5x5x5", "6x6x6"}; }
/// Level 16 and what may lie beyond the axis of Figure 3 (a).
[[nodiscard]] inline std::vector<double> levels_beyond() { return {16, 18, 20, 24}; }
/// Where the mappings are compared one by one, and where the heterogeneity of their networks lies.
[[nodiscard]] inline std::vector<std::string> mapped_grids() { return {"3x3", "4x9", "6x6", "3x3x3"}; }
[[nodiscard]] inline std::vector<double> mapped_levels() { return {2, 8, 16}; }
[[nodiscard]] inline std::vector<std::string> shifts() { return {"weak", "none", "powerful"}; }
/// Of grids_of_36() those that are not square.
[[nodiscard]] inline std::vector<std::string> oblong_grids() {
  std::vector<std::string> grids = grids_of_36();
  grids.pop_back();
  return grids;
}
/// Times are measured at one level, on all two-dimensional grids.
constexpr int timed_level = 8;
[[nodiscard]] inline std::vector<std::string> timed_grids() {
  std::vector<std::string> grids = square_grids();
  for (std::string& grid : oblong_grids()) grids.push_back(std::move(grid));
  return grids;
}
/// How far the statements are checked.
constexpr int checked_edge = 4;
constexpr int checked_performance = 8;
/// Figure 4.
constexpr const char* scatter_grid = "6x6";
constexpr int scatter_level = 2;

}  // namespace apportion::kalinov
