// The points of the studies in C++ that several files need, and the paper's words as numbers.
#pragma once

#include <string>
#include <vector>

namespace apportion::chatterjee {

/// Figure 4: around the threshold of 500 and over the logarithmic axis.
[[nodiscard]] inline std::vector<double> two_zone_rhos() {
  return {1, 2, 5, 10, 20, 50, 100, 200, 300, 400, 450, 499, 500, 501, 550, 600, 800, 1000, 2000, 5000};
}

/// Figure 5: every integer of the range that Section 6 names.
[[nodiscard]] inline std::vector<double> adi_rhos() {
  std::vector<double> values;
  for (int rho = 10; rho <= 70; ++rho) values.push_back(rho);
  return values;
}

/// The examples at values of rho on the dynamic side of their thresholds; on the other the test ends Algorithm 1 at
/// once. `random:1` is not from the paper.
[[nodiscard]] inline std::vector<std::string> reliability_settings() {
  return {"ladder", "two-zone:1", "two-zone:100", "two-zone:499", "adi:10", "adi:25", "adi:39", "random:1"};
}

/// Where w, Delta and mincut of the examples are computed.
[[nodiscard]] inline std::vector<double> quantity_rhos() { return {1, 10, 39, 40, 100, 499, 500}; }

/// Redistribution of arrays.
[[nodiscard]] inline std::vector<double> moved_rows() { return {64, 1000}; }
[[nodiscard]] inline std::vector<double> moved_columns() { return {64, 1000, 1500}; }
[[nodiscard]] inline std::vector<double> moving_processors() { return {4, 16, 32, 64}; }

/// Figure 2: sides of the square array on 4 x 8 processors; its axis is not printed.
[[nodiscard]] inline std::vector<double> permuted_sides() { return {64, 128, 256, 512, 1024, 2048}; }

/// Candidate distributions of example programs.
[[nodiscard]] inline std::vector<std::string> counted_programs() {
  return {"sum", "figure3", "two-zone", "adi", "lu", "stencil"};
}
[[nodiscard]] inline std::vector<double> counting_processors() { return {4, 16, 64, 256, 1024}; }

/// Block sizes in both dimensions of a 64 x 64 array, and the processors in either.
[[nodiscard]] inline std::vector<double> block_sizes() { return {1, 2, 4, 8, 16}; }
[[nodiscard]] inline std::vector<double> blocked_grids() { return {2, 4}; }

/// What words of the paper are taken to mean in checks and claims; the other words stand in paper.ini.
constexpr double about_whole = 0.9;     ///< about the whole array: at least this share of 1 - 1/P of it
constexpr double far_from_right = 0.5;  ///< far from orthogonal: the cosine of the angle is at least

}  // namespace apportion::chatterjee
