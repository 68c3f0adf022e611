// What the exhibits of Kalinov & Klimov's figures have in common.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/engine/catalogue.hpp"
#include "experiments/kalinov/grid.hpp"
#include "experiments/problems/grids/study.hpp"

namespace apportion::kalinov {

/// A study over grids and levels(): rivals[0] and rivals[1] solve the same networks and are compared. Title, claim,
/// source and sample count are the caller's.
[[nodiscard]] engine::Study grid_study(const std::string& name, const std::vector<std::string>& grids,
                                       const std::vector<std::string>& rivals);

/// How a figure becomes a table: levels down, grids across.
struct FigureTable {
  std::string name;        ///< such as kalinov/figure3a
  std::string experiment;  ///< such as kalinov/figure3a
  std::string title;
  std::string metric;     ///< whose mean, standard error and deviation are shown
  std::string algorithm;  ///< whose
  std::string rival;      ///< "" for a metric of the algorithm alone
  std::string note;
  std::string axis_title = "time over the rival's";  ///< of the metric, in the charts
};

[[nodiscard]] engine::CatalogueExhibit figure_table(const FigureTable& figure);

/// Curves with standard errors, and a heat map of level by grid.
[[nodiscard]] std::vector<results::Chart> figure_charts(const std::string& axis_title, std::optional<double> neutral);

/// What every note on the networks has to say: how they were drawn is reconstructed.
inline constexpr const char* sampling_note =
    "The paper does not say how networks are drawn (reconstructed: uniform on [1, level], "
    "then one process set to 1 and one to the level; others by --set sampling=...); "
    "the step rule of the gas pressure is reconstructed, its two constants are calibrated on the one printed number.";

}  // namespace apportion::kalinov
