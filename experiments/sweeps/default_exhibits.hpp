// What is shown of a sweep without any section: its means by its axes, as a table and as charts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/engine/experiment.hpp"
#include "experiments/sweeps/means.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "results/database/reader.hpp"
#include "results/exhibit.hpp"

namespace apportion::sweeps {

/// The name of the default exhibit.
inline constexpr const char* default_exhibit_name = "means";

/// The default table and the default charts as one exhibit, `means`: x (and the rows) is the axis of numbers with most
/// values, series (and the columns) are the algorithms, panels (and the pages) all other axes with several values; axes
/// with one value are parameters of the query. The table shows every metric of a sweep that names its metrics, and the
/// cost that the family compares of one that names none; a chart for each metric, that cost's first, has 95 % intervals
/// of the means. Which axes have several values is what the experiment's axes say, see with_stored_values().
[[nodiscard]] std::vector<SweepExhibit> default_exhibits(const engine::Experiment& experiment);

/// The times of solves in the same arrangement, as the exhibit `seconds`, for a sweep that names this among its
/// metrics.
[[nodiscard]] SweepExhibit seconds_exhibit(const engine::Experiment& experiment);

/// The experiment with those values on its axes that the database shows of it under that seed, if it has any.
[[nodiscard]] engine::Experiment with_stored_values(engine::Experiment experiment, std::int64_t seed,
                                                    const results::Reader& reader);

/// x, series and panels as default_exhibits() chooses them, without those that are `taken` or fixed.
struct DefaultDimensions {
  std::string x;
  std::vector<std::string> series;
  std::vector<std::string> panels;
};
[[nodiscard]] DefaultDimensions default_dimensions(const engine::Experiment& experiment,
                                                   const std::vector<std::string>& taken);

/// Whether the values are numbers above zero whose steps differ fourfold or more, so that a linear axis would crowd
/// them.
[[nodiscard]] bool asks_for_logarithms(const engine::Axis& axis);
[[nodiscard]] bool asks_for_logarithms(std::vector<double> numbers);

/// The axis of a chart for a dimension. Texts and algorithms are categories.
[[nodiscard]] bool is_numeric(const engine::Experiment& experiment, const std::string& dimension);
[[nodiscard]] std::string dimension_title(const engine::Experiment& experiment, const std::string& dimension);

}  // namespace apportion::sweeps
