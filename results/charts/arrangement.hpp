// Where everything of a chart stands, found before anything is drawn, so that nothing covers anything else: how much
// room texts take, the tics of axes, and the arrangement of panels, titles and keys.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/charts/chart.hpp"
#include "results/charts/chart_data.hpp"
#include "results/exhibit.hpp"

namespace apportion::results {

/// In the unit of `font`, the size of the letters. The widths are DejaVu Sans', rounded up: no common sans serif is
/// wider.
[[nodiscard]] double text_width(std::string_view text, double font);

/// The text, or as much of its beginning and end as fits into `width` with an ellipsis between them.
[[nodiscard]] std::string shortened(const std::string& text, double width, double font);

/// The text broken between words into at most `lines` lines of that width; what is too long is shortened. No line for
/// an empty text.
[[nodiscard]] std::vector<std::string> wrapped(const std::string& text, double width, double font, std::size_t lines);

struct Tic {
  double place = 0;
  std::string text;
};

/// An axis on the paper.
struct AxisRoom {
  double low = 0;  ///< the values at its ends; positive where it is logarithmic
  double high = 1;
  bool logarithmic = false;
  double length = 0;  ///< in the unit of `font`, the size of the letters
  double font = 0;
  bool across = true;  ///< texts stand side by side; otherwise one above the other

  /// How far from the low end a value stands.
  [[nodiscard]] double at(double value) const;
};

/// Whether no text touches the next. The tics are in the order of their places.
[[nodiscard]] bool fit(const std::vector<Tic>& tics, const AxisRoom& room);

/// At round numbers: as many as fit, at most ten.
[[nodiscard]] std::vector<Tic> round_tics(const AxisRoom& room);

/// At these, where they are few and fit; at every second, third, ... of them where they are in even steps on a
/// logarithmic axis; otherwise at round numbers.
[[nodiscard]] std::vector<Tic> tics_at(std::vector<Tic> wanted, const AxisRoom& room);

/// Every k-th of these, with the least k for which they fit.
[[nodiscard]] std::vector<Tic> thinned(const std::vector<Tic>& tics, const AxisRoom& room);

/// A picture's width and the size of its letters, in pixels of 1/96 inch. Columns and pages of print are 84 and 174 mm
/// wide, which those of ACM, Elsevier, IEEE and Springer hold, and have letters of 8 points. A phone of 390 pixels has
/// a margin of 16 to either side, see phone_size.
struct ChartSize {
  double width = 760;
  double font = 13;
  double png_scale = 2;  ///< print has 300 dots to the inch
};
inline constexpr ChartSize phone_size{358, 12, 2};
[[nodiscard]] ChartSize size_of(ChartWidth width);

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
