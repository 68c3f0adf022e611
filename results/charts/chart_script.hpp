// Charts in gnuplot's language.
#pragma once

#include <string>

#include "results/charts/chart.hpp"
#include "results/charts/chart_data.hpp"

namespace apportion::results {

/// A script with its data that writes the picture to standard output. The ids of an SVG document begin with `id`.
/// Throws InputError if the requested height is too small.
[[nodiscard]] std::string chart_script(const Chart& chart, const ChartData& data, Picture picture,
                                       const std::string& id, const Framing& framing = {});

}  // namespace apportion::results
