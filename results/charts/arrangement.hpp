// Where everything of a chart stands, found before anything is drawn, so that nothing covers anything else.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "results/charts/chart.hpp"
#include "results/charts/chart_data.hpp"
#include "results/charts/gnuplot_style.hpp"
#include "results/charts/tics.hpp"
#include "results/exhibit.hpp"

namespace apportion::results {

/// The values at the ends of an axis.
struct Span {
  double low = 0;
  double high = 1;
  bool logarithmic = false;
};

/// An entry of the key: a curve, or a reference line where there is none.
struct KeyEntry {
  std::string title;
  const Curve* curve = nullptr;
  double left = 0;
  std::size_t line = 0;  ///< of the key
};

/// Lengths are pixels, 96 to the inch; places are counted from the upper left corner. Panels stand in rows of `across`
/// and have one scale. Only those without one to their left have texts at their y axis, and only those without one
/// below at their x axis.
struct Arrangement {
  ChartSize size;
  double height = 0;
  std::vector<std::string> title;  ///< of the whole, above all, in lines
  std::size_t across = 1;
  std::size_t down = 1;
  double left = 0;  ///< of the first panel's frame
  double top = 0;
  double frame_width = 0;
  double frame_height = 0;
  double step_right = 0;  ///< from frame to frame
  double step_down = 0;
  std::vector<std::vector<std::string>> panel_titles;  ///< in lines
  std::size_t panel_title_lines = 0;                   ///< of the longest
  Span x;
  Span y;
  std::vector<Tic> x_tics;
  std::vector<Tic> y_tics;
  bool slanted = false;                      ///< the texts at the x axis
  std::optional<double> gap = std::nullopt;  ///< an x between 0 and all others, where 0 stands apart
  std::vector<std::string> x_title;
  std::vector<std::string> y_title;
  double x_title_top = 0;
  bool cell_labels = true;  ///< of a heat map; otherwise a scale of its colours stands in place of the key
  std::string key_heading;  ///< stands before the first entry
  std::vector<KeyEntry> key;
  std::size_t key_lines = 0;
  double key_top = 0;
  std::vector<std::string> note;
  double note_top = 0;

  [[nodiscard]] bool has_below(std::size_t panel, std::size_t panels) const { return panel + across < panels; }
};

/// The height of a line of text, and of one of the key, in shares of the font.
inline constexpr double text_line = 1.35;
inline constexpr double key_line = 1.6;

/// The curves of the data must outlive the arrangement.
[[nodiscard]] Arrangement arranged(const Chart& chart, const ChartData& data, const Framing& framing = {});

}  // namespace apportion::results
