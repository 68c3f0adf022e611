// Charts in gnuplot's language: colours, shapes, dashes, texts, terminals, and the script with its data.
#include "results/charts/chart_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "results/charts/arrangement.hpp"
#include "results/charts/chart.hpp"
#include "results/charts/chart_data.hpp"

namespace apportion::results {
namespace {

// Okabe & Ito's colours, which colour-blind readers can distinguish, without their yellow, which is invisible on paper.
// Shapes and dashes repeat the distinction. "black" is the page's text colour.
constexpr std::array<std::string_view, 7> colours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                     "#e69f00", "#56b4e9", "black"};
constexpr std::array<int, 8> shapes = {7, 5, 9, 13, 6, 4, 8, 12};
// For clouds, hollow: what is drawn last must not hide the others.
constexpr std::array<int, 4> open_shapes = {6, 2, 8, 1};
constexpr std::array<std::string_view, 5> dashes = {"1", "(8,4)", "(2,4)", "(12,4,2,4)", "(5,5)"};

// A text in a command or a data block, in double quotes and one line. What gnuplot would read otherwise is spelled by
// its number: it misreads a quote that is doubled at the start of a text in single quotes.
std::string gnuplot_text(std::string_view text) {
  std::string result = "\"";
  for (const char c : in_one_line(text)) {
    const bool special = std::string_view("\"\\`@").find(c) != std::string_view::npos;
    result += special ? fmt::format("\\{:03o}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return result + '"';
}

}  // namespace

std::string gnuplot_terminal(Picture picture, const std::string& id, const ChartSize& size, double height) {
  const double points = 0.75 * size.font;
  // Lines and points are as heavy as the letters.
  const double weight = size.font / ChartSize().font;
  switch (picture) {
    case Picture::png:
      return fmt::format("pngcairo size {:.0f},{:.0f} noenhanced font 'Sans,{:.2f}' linewidth {:.2f} pointscale {:.2f}",
                         size.png_scale * size.width, size.png_scale * height, size.png_scale * points,
                         size.png_scale * weight, size.png_scale * weight);
    case Picture::pdf:  // its own scale of letters is 0.5, where 0.75 makes points of 1/72 inch
      return fmt::format(
          "pdfcairo size {:.4f},{:.4f} noenhanced font 'Sans,{:.2f}' fontscale 0.75 linewidth {:.2f} pointscale {:.2f}",
          size.width / 96, height / 96, points, 1.3 * weight, 0.75 * weight);
    case Picture::svg:
      break;
  }
  return fmt::format(
      "svg size {:.0f},{:.0f} fixed noenhanced font 'Helvetica,Arial,sans-serif,{:.2f}' linewidth {:.2f} name {}",
      size.width, height, size.font, 1.3 * weight, gnuplot_text(id));
}

namespace {}  // namespace

CurveStyle style_of(const Chart& chart, const Curve& curve) {
  if (chart.series.empty()) return {curve.value, curve.value, curve.value};
  return {curve.series, curve.series, chart.values.size() > 1 ? curve.value : curve.series};
}

namespace {

// The look of a cloud of that many points, of error bars, and of points joined by lines.
std::string cloud_look(const CurveStyle& style, std::size_t points) {
  constexpr std::size_t few = 100;
  return fmt::format("lc rgb '{}' pt {} ps {} lw {}", colours.at(style.colour % colours.size()),
                     open_shapes.at(style.shape % open_shapes.size()), points > few ? 0.5 : 1,
                     points > few ? 0.8 : 1.2);
}

std::string bar_look(const CurveStyle& style) {
  return fmt::format("lc rgb '{}' dt 1 lw 0.9", colours.at(style.colour % colours.size()));
}

}  // namespace

std::string line_look(const CurveStyle& style) {
  return fmt::format("lc rgb '{}' dt {} pt {} ps 0.9 lw 1.6", colours.at(style.colour % colours.size()),
                     dashes.at(style.dash % dashes.size()), shapes.at(style.shape % shapes.size()));
}

namespace {

constexpr std::size_t most_marked_points = 40;  // of one curve

/// Writes the script of one chart.
class Writer {
 public:
  Writer(const Chart& chart, const ChartData& data, const Framing& framing)
      : chart_(chart), data_(data), place_(arranged(chart, data, framing)), em_(place_.size.font) {}

  std::string script(Picture picture, const std::string& id) {
    line("set encoding utf8");
    line("set terminal {}", gnuplot_terminal(picture, id, place_.size, place_.height));
    write_data();
    line("set multiplot");
    write_axes();
    for (std::size_t i = 0; i < data_.panels.size(); ++i) write_panel(i);
    line("unset multiplot");
    return std::move(text_);
  }

 private:
  template <class... Values>
  void line(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
    text_ += '\n';
  }

  [[nodiscard]] bool is_heat_map() const { return chart_.kind == ChartKind::heat_map; }

  [[nodiscard]] std::string spelled(const Curve& curve) const {
    const CurveStyle style = style_of(chart_, curve);
    return chart_.kind == ChartKind::scatter ? cloud_look(style, curve.points.size()) : line_look(style);
  }

  // Pixels from the upper left corner as gnuplot's coordinates of the whole picture.
  [[nodiscard]] std::string at(double x, double y) const {
    return fmt::format("screen {:.6f}, screen {:.6f}", x / place_.size.width, 1 - y / place_.height);
  }

  static std::string block_name(std::size_t panel, std::size_t curve) { return fmt::format("$p{}c{}", panel, curve); }

  // x, y or the colour's value, the ends of the error bar, the label. The lower end stays where the axis has a place.
  void write_data() {
    for (std::size_t p = 0; p < data_.panels.size(); ++p)
      for (std::size_t c = 0; c < data_.panels[p].curves.size(); ++c) {
        const Curve& curve = data_.panels[p].curves[c];
        line("{} << END_OF_DATA", block_name(p, c));
        for (const ChartPoint& point : curve.points) {
          double low = low_of(point);
          if (place_.y.logarithmic) low = std::max(low, place_.y.low);
          // No line leads over the gap.
          const std::string_view apart = place_.gap && point.x < *place_.gap ? "\n" : "";
          line("{0}{1} {2} {3} {4} {5}{0}", apart, point.x + shift_of(curve), point.y, point.value ? *point.value : low,
               high_of(point), gnuplot_text(point.label));
        }
        line("END_OF_DATA");
      }
  }

  // Points of several series at one category stand beside each other.
  [[nodiscard]] double shift_of(const Curve& curve) const {
    if (chart_.joined || !data_.x.categories || chart_.kind != ChartKind::curves || data_.series < 2) return 0;
    const auto last = static_cast<double>(data_.series - 1);
    return 0.6 * (static_cast<double>(curve.series) / last - 0.5);
  }

  // gnuplot reads the text at a mark of an axis as a format.
  static std::string tic_text(const std::string& text) {
    std::string format;
    for (const char c : text) format.append(c == '%' ? 2 : 1, c);
    return gnuplot_text(format);
  }

  void write_tics(char axis, const std::vector<Tic>& tics, bool texts) {
    std::string list;
    for (const Tic& tic : tics)
      list += fmt::format("{}{} {}", list.empty() ? "" : ", ", texts ? tic_text(tic.text) : "''", tic.place);
    line("set {}tics ({})", axis, list);
  }

  void write_axes() {
    line("set border 3 lw 0.7");
    line("set tics nomirror out scale 0.6");
    line("set xtics offset 0,0.3");
    line("unset key");
    line("unset colorbox");
    if (place_.slanted) line("set xtics rotate by 40 right offset 0,0");
    if (place_.x.logarithmic) line("set logscale x");
    if (place_.y.logarithmic) line("set logscale y");
    line("set xrange [{}:{}]", place_.x.low, place_.x.high);
    line("set yrange [{}:{}]", place_.y.low, place_.y.high);
    if (is_heat_map())
      write_colours();
    else
      line("set grid ytics {}", grid_look);
  }

  // Pale colours, on which dark figures can be read: blue below and orange above the neutral value, or ever more blue.
  void write_colours() {
    double least = data_.panels.front().curves.front().points.front().value.value_or(0);
    double most = least;
    for (const Panel& panel : data_.panels)
      for (const Curve& curve : panel.curves)
        for (const ChartPoint& point : curve.points) {
          least = std::min(least, point.value.value_or(least));
          most = std::max(most, point.value.value_or(most));
        }
    if (chart_.neutral) {
      const double reach = std::max({most - *chart_.neutral, *chart_.neutral - least, 1e-12});
      line("set palette defined (-1 '#6aaed6', 0 '#f7f7f7', 1 '#f5a35c')");
      colours_ = {*chart_.neutral - reach, *chart_.neutral + reach};
    } else {
      line("set palette defined (0 '#f3f8fc', 1 '#6aaed6')");
      colours_ = {least, most > least ? most : least + std::max(1.0, std::abs(least))};
    }
    line("set cbrange [{}:{}]", colours_.low, colours_.high);
    line("set style fill solid 1 noborder");
  }

  void write_panel(std::size_t index) {
    const double left = place_.left + static_cast<double>(index % place_.across) * place_.step_right;
    const std::size_t row = index / place_.across;
    const double top = place_.top + static_cast<double>(row) * place_.step_down;
    line("set lmargin at screen {:.6f}", left / place_.size.width);
    line("set rmargin at screen {:.6f}", (left + place_.frame_width) / place_.size.width);
    line("set tmargin at screen {:.6f}", 1 - top / place_.height);
    line("set bmargin at screen {:.6f}", 1 - (top + place_.frame_height) / place_.height);
    write_tics('x', place_.x_tics, !place_.has_below(index, data_.panels.size()));
    write_tics('y', place_.y_tics, index % place_.across == 0);
    line("unset arrow\nunset label");
    const Panel& panel = data_.panels[index];
    write_title(place_.panel_titles[index], left + place_.frame_width / 2, top);
    if (place_.gap) line("set arrow from first {0}, graph 0 to first {0}, graph 1 nohead {1}", *place_.gap, grid_look);
    write_marks(panel);
    write_reference_lines();
    if (index + 1 == data_.panels.size()) write_surroundings();
    std::string plots;
    for (std::size_t c = 0; c < panel.curves.size(); ++c)
      plots += (c == 0 ? "" : ", \\\n     ") + plot(block_name(index, c), panel.curves[c]);
    line("plot {}", plots.empty() ? "NaN notitle" : plots);
  }

  void write_title(const std::vector<std::string>& lines, double centre, double top) {
    double y = top - (text_line * static_cast<double>(lines.size()) - 0.55) * em_;
    for (const std::string& text : lines) {
      text_at(centre, y, text, "center");
      y += text_line * em_;
    }
  }

  void text_at(double x, double y, const std::string& text, std::string_view how) {
    line("set label {} at {} {}", gnuplot_text(text), at(x, y), how);
  }

  void write_marks(const Panel& panel) {
    for (const double mark : panel.marks) {
      line("set arrow from first {0}, graph 0 to first {0}, graph 1 nohead dt (4,4) lw 0.8 lc rgb 'black'", mark);
      line("set label {} at first {}, graph 0.04 offset character 0.8,0",
           gnuplot_text(fmt::format("{} {:.6g}", chart_.mark.title, mark)), mark);
    }
  }

  static constexpr std::string_view grid_look = "lc rgb '#999999' lw 0.5 dt (2,4)";
  static constexpr std::string_view reference_look = "nohead dt (6,3) lw 0.9 lc rgb 'black'";

  void write_reference_lines() {
    for (const ReferenceLine& each : chart_.lines) {
      if (each.y && (!place_.y.logarithmic || *each.y > 0))
        line("set arrow from graph 0, first {0} to graph 1, first {0} {1}", *each.y, reference_look);
      const double low = std::max(place_.x.low, place_.y.low);
      const double high = std::min(place_.x.high, place_.y.high);
      if (!each.y && low < high)
        line("set arrow from first {0}, first {0} to first {1}, first {1} {2}", low, high, reference_look);
    }
  }

  // Titles of the whole and of the axes, key and note; they are drawn with the last panel.
  void write_surroundings() {
    double title_top = 0.9 * em_;
    for (const std::string& text : place_.title) {
      text_at(em_, title_top, text, "left");
      title_top += text_line * em_;
    }
    const double width = static_cast<double>(place_.across - 1) * place_.step_right + place_.frame_width;
    double y = place_.x_title_top + 0.6 * em_;
    for (const std::string& text : place_.x_title) {
      text_at(place_.left + width / 2, y, text, "center");
      y += text_line * em_;
    }
    const double height = static_cast<double>(place_.down - 1) * place_.step_down + place_.frame_height;
    double x = 0.8 * em_;
    for (const std::string& text : place_.y_title) {
      text_at(x, place_.top + height / 2, text, "center rotate by 90");
      x += text_line * em_;
    }
    write_key();
    if (is_heat_map() && !place_.cell_labels) write_scale();
    y = place_.note_top + 0.6 * em_;
    for (const std::string& text : place_.note) {
      text_at(em_, y, text, "left");
      y += text_line * em_;
    }
  }

  void write_key() {
    if (!place_.key_heading.empty()) text_at(em_, place_.key_top + 0.8 * em_, place_.key_heading + ":", "left");
    for (const KeyEntry& entry : place_.key) {
      const double x = entry.left;
      const double y = place_.key_top + (key_line * static_cast<double>(entry.line) + 0.8) * em_;
      const bool has_line = entry.curve == nullptr || (chart_.joined && chart_.kind != ChartKind::scatter);
      if (has_line)
        line("set arrow from {} to {} {}", at(x, y), at(x + 2.6 * em_, y),
             entry.curve == nullptr ? std::string(reference_look) : "nohead " + sample_of(entry));
      if (entry.curve != nullptr)
        line("set label '' at {} point {}", at(x + 1.3 * em_, y), point_of(spelled(*entry.curve)));
      text_at(x + 3 * em_, y, entry.title, "left");
    }
  }

  // "lc rgb '#0072b2' dt 1 pt 7 ps 1.00 lw 2.00" without what only points, or only lines, have.
  static std::string without(std::string look, std::string_view property) {
    const std::string word = fmt::format(" {} ", property);
    const std::size_t start = look.find(word);
    if (start == std::string::npos) return look;
    const std::size_t end = look.find(' ', start + word.size());
    look.erase(start, end == std::string::npos ? end : end - start);
    return look;
  }
  static std::string line_of(const std::string& look) { return without(without(look, "pt"), "ps"); }
  static std::string point_of(const std::string& look) { return without(without(look, "dt"), "lw"); }
  // gnuplot joins neighbouring arrows of one colour and weight to one path, which has the dashes of the first.
  [[nodiscard]] std::string sample_of(const KeyEntry& entry) const {
    const auto place = static_cast<double>(&entry - place_.key.data());
    return fmt::format("{} lw {:.3f}", without(line_of(spelled(*entry.curve)), "lw"), 1.6 + 0.001 * place);
  }

  void write_scale() {
    const double width = std::min(0.6 * place_.size.width, place_.frame_width);
    const double left = (place_.size.width - width) / 2;
    line("set colorbox user horizontal origin {} size screen {:.6f}, screen {:.6f} noborder",
         at(left, place_.key_top + em_), width / place_.size.width, em_ / place_.height);
    std::string list;
    for (const Tic& tic : round_tics({colours_.low, colours_.high, false, width, em_, true}))
      list += fmt::format("{}{} {}", list.empty() ? "" : ", ", tic_text(tic.text), tic.place);
    line("set cbtics ({})", list);
    text_at(place_.size.width / 2, place_.key_top + 3.9 * em_,
            shortened(chart_.values.front().title, place_.size.width - 2 * em_, em_), "center");
  }

  [[nodiscard]] std::string plot(const std::string& block, const Curve& curve) const {
    if (is_heat_map()) {
      std::string cells = fmt::format("{} using 1:2:(0.5):(0.5):3 with boxxyerror fillcolor palette notitle", block);
      if (!place_.cell_labels) return cells;
      return fmt::format("{}, {} using 1:2:5 with labels textcolor rgb '#111111' notitle", cells, block);
    }
    const std::string style = spelled(curve);
    if (chart_.kind == ChartKind::scatter) return fmt::format("{} using 1:2 with points {} notitle", block, style);
    std::string text;
    // Error bars of gnuplot's own rub out a circle around their points; those of arrows do not.
    if (data_.has_errors && curve.value == 0)
      text = fmt::format("{} using 1:3:(0):($4-$3) with vectors heads size screen {:.6f},90 {} notitle, ", block,
                         0.4 * em_ / place_.size.width, bar_look(style_of(chart_, curve)));
    text += fmt::format("{} using 1:2 with {} {}", block, chart_.joined ? "linespoints" : "points",
                        chart_.joined ? style : point_of(style));
    if (chart_.joined && curve.points.size() > most_marked_points)
      text += fmt::format(" pointinterval {}", curve.points.size() / (most_marked_points / 2));
    text += " notitle";
    if (!chart_.label.empty())
      text += fmt::format(", {} using 1:2:5 with labels offset character 0,0.8 notitle", block);
    return text;
  }

  const Chart& chart_;
  const ChartData& data_;
  Arrangement place_;
  double em_;
  Span colours_;
  std::string text_;
};

}  // namespace

std::string chart_script(const Chart& chart, const ChartData& data, Picture picture, const std::string& id,
                         const Framing& framing) {
  return Writer(chart, data, framing).script(picture, id);
}

}  // namespace apportion::results
