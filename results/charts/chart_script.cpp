// Charts in gnuplot's language.
#include "results/charts/chart_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "results/charts/gnuplot_style.hpp"

namespace apportion::results {
namespace {

constexpr double key_line = 22;
constexpr double character = 7.5;  // mean width, at 13 pixels
constexpr std::size_t most_tics = 12;

/// Where the panels and the key stand, in pixels.
struct Arrangement {
  std::size_t across = 1;
  std::size_t down = 1;
  double panel_height = 380;
  double key_height = 0;

  [[nodiscard]] double height() const { return static_cast<double>(down) * panel_height + key_height; }
};

/// Writes the script of one chart.
class Writer {
 public:
  Writer(const Chart& chart, const ChartData& data) : chart_(chart), data_(data) {
    for (const Panel& panel : data.panels)
      for (const Curve& curve : panel.curves)
        if (std::ranges::none_of(key_, [&](const Curve* each) { return each->title == curve.title; }))
          key_.push_back(&curve);
    arrange();
  }

  std::string script(Picture picture, const std::string& id) {
    line("set encoding utf8");
    line("set terminal {}", gnuplot_terminal(picture, id, arrangement_.height()));
    write_data();
    line("set multiplot");
    write_axes();
    for (std::size_t i = 0; i < data_.panels.size(); ++i) write_panel(i);
    if (has_key()) write_key();
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
  [[nodiscard]] bool has_key() const { return !is_heat_map() && key_.size() > 1; }

  void arrange() {
    const std::size_t panels = std::max<std::size_t>(data_.panels.size(), 1);
    arrangement_.across = std::min(panels, static_cast<std::size_t>(std::max(chart_.panels_across, 1)));
    arrangement_.down = (panels + arrangement_.across - 1) / arrangement_.across;
    if (is_heat_map())
      arrangement_.panel_height = 90 + 26 * static_cast<double>(data_.y.texts.size());
    else if (panels > 1)
      arrangement_.panel_height = arrangement_.across > 2 ? 240 : 300;
    if (has_key()) arrangement_.key_height = key_line * (1 + key_lines());
  }

  [[nodiscard]] double key_lines() const {
    std::size_t longest = 0;
    for (const Curve* curve : key_) longest = std::max(longest, curve->title.size());
    const double columns = std::floor(chart_width / (character * static_cast<double>(longest) + 60));
    return std::ceil(static_cast<double>(key_.size()) / std::max(columns, 1.0));
  }

  [[nodiscard]] std::string spelled(const Curve& curve) const {
    return chart_.kind == ChartKind::scatter ? cloud_look(style_of(chart_, curve)) : line_look(style_of(chart_, curve));
  }

  static std::string block_name(std::size_t panel, std::size_t curve) { return fmt::format("$p{}c{}", panel, curve); }

  void write_data() {
    for (std::size_t p = 0; p < data_.panels.size(); ++p)
      for (std::size_t c = 0; c < data_.panels[p].curves.size(); ++c) {
        line("{} << END_OF_DATA", block_name(p, c));
        for (const ChartPoint& point : data_.panels[p].curves[c].points)
          line("{} {} {} {} {} {}", point.x, point.y, point.value ? *point.value : point.error.value_or(0),
               gnuplot_data(point.label), point.low.value_or(point.y), point.high.value_or(point.y));
        line("END_OF_DATA");
      }
  }

  // gnuplot reads the text at a mark of an axis as a format.
  static std::string tic_text(const std::string& text) {
    std::string format;
    for (const char c : text) format.append(c == '%' ? 2 : 1, c);
    return gnuplot_text(format);
  }

  void write_tics(char axis, const AxisValues& values) {
    if (!values.categories && values.texts.size() > most_tics) return;
    std::string tics;
    for (std::size_t i = 0; i < values.texts.size(); ++i)
      tics += fmt::format("{}{} {}", i == 0 ? "" : ", ", tic_text(values.texts[i]), values.places[i]);
    line("set {}tics ({})", axis, tics);
    if (axis == 'x' && crowded(values)) line("set xtics rotate by 40 right");
  }

  [[nodiscard]] bool crowded(const AxisValues& values) const {
    std::size_t characters = 0;
    for (const std::string& text : values.texts) characters += text.size() + 1;
    return character * static_cast<double>(characters) > chart_width / static_cast<double>(arrangement_.across) - 60;
  }

  void write_axes() {
    line("set border 3 lw 0.7");
    line("set tics nomirror");
    line("unset key");
    line("unset colorbox");
    line("set xlabel {}", gnuplot_text(chart_.x.title));
    line("set ylabel {}", gnuplot_text(chart_.y.title));
    if (chart_.x.logarithmic) line("set logscale x");
    if (chart_.y.logarithmic) line("set logscale y");
    write_tics('x', data_.x);
    if (is_heat_map()) {
      write_tics('y', data_.y);
      write_colours();
    } else {
      write_range('x', chart_.x.logarithmic, range_of('x'));
      write_range('y', chart_.y.logarithmic, range_of('y'));
      line("set grid ytics lc rgb '#999999' lw 0.5 dt (2,4)");
    }
    if (!data_.x.categories) return;
    line("set xrange [0.5:{}.5]", data_.x.texts.size());
  }

  /// All panels have one range, so that they can be compared.
  struct Range {
    double least = std::numeric_limits<double>::infinity();
    double most = -std::numeric_limits<double>::infinity();
    double least_positive = std::numeric_limits<double>::infinity();
  };

  // Of the x, or of the y with their error bars.
  [[nodiscard]] Range range_of(char axis) const {
    Range range;
    for (const Panel& panel : data_.panels)
      for (const Curve& curve : panel.curves)
        for (const ChartPoint& point : curve.points) {
          const double centre = axis == 'x' ? point.x : point.y;
          const double error = axis == 'x' ? 0 : point.error.value_or(0);
          const double low = axis == 'x' ? centre : point.low.value_or(centre - error);
          const double high = axis == 'x' ? centre : point.high.value_or(centre + error);
          range.least = std::min(range.least, low);
          range.most = std::max(range.most, high);
          for (const double end : {low, centre})
            if (end > 0) range.least_positive = std::min(range.least_positive, end);
        }
    return range;
  }

  void write_range(char axis, bool logarithmic, const Range& range) {
    if (axis == 'x' && data_.x.categories) return;
    if (logarithmic && range.least_positive <= range.most) {
      const double margin = std::pow(range.most / range.least_positive, 0.05) * 1.05;
      line("set {}range [{}:{}]", axis, range.least_positive / margin, range.most * margin);
    } else if (!logarithmic && range.least <= range.most) {
      const double margin = range.most > range.least ? 0.05 * (range.most - range.least) : 0.5;
      line("set {}range [{}:{}]", axis, range.least - margin, range.most + margin);
      if (axis == 'x' && data_.x.texts.size() > most_tics)
        line("set xtics {}", round_step((range.most - range.least) / (arrangement_.across > 1 ? 4 : 8)));
    }
  }

  // The least of 1, 2 and 5 times a power of ten that is not below `step`.
  static double round_step(double step) {
    const double power = std::pow(10, std::floor(std::log10(step)));
    for (const double factor : {1.0, 2.0, 5.0})
      if (step <= factor * power * (1 + 1e-9)) return factor * power;
    return 10 * power;
  }

  // Pale colours, on which dark figures can be read: blue below and orange above the neutral value, or ever more blue.
  void write_colours() {
    double least = 0;
    double most = 0;
    bool first = true;
    for (const Panel& panel : data_.panels)
      for (const Curve& curve : panel.curves)
        for (const ChartPoint& point : curve.points) {
          least = first ? *point.value : std::min(least, *point.value);
          most = first ? *point.value : std::max(most, *point.value);
          first = false;
        }
    if (chart_.neutral) {
      const double reach = std::max({most - *chart_.neutral, *chart_.neutral - least, 1e-12});
      line("set palette defined (-1 '#6aaed6', 0 '#f7f7f7', 1 '#f5a35c')");
      line("set cbrange [{}:{}]", *chart_.neutral - reach, *chart_.neutral + reach);
    } else {
      line("set palette defined (0 '#f3f8fc', 1 '#6aaed6')");
      line("set cbrange [{}:{}]", least, most > least ? most : least + 1);
    }
    line("set yrange [{}.5:0.5]", data_.y.texts.size());
    line("set style fill solid 1 noborder");
  }

  void write_panel(std::size_t index) {
    const auto across = static_cast<double>(arrangement_.across);
    const double height = arrangement_.height();
    const std::size_t down = index / arrangement_.across;
    const auto row = static_cast<double>(down);
    line("set size {},{}", 1 / across, arrangement_.panel_height / height);
    line("set origin {},{}", static_cast<double>(index % arrangement_.across) / across,
         1 - (row + 1) * arrangement_.panel_height / height);
    const Panel& panel = data_.panels[index];
    line("set title {}", gnuplot_text(panel.title));
    write_marks(panel);
    std::string plots;
    for (std::size_t c = 0; c < panel.curves.size(); ++c)
      plots += (c == 0 ? "" : ", \\\n     ") + plot(block_name(index, c), panel.curves[c]);
    if (!plots.empty()) line("plot {}", plots);
  }

  void write_marks(const Panel& panel) {
    line("unset arrow\nunset label");
    for (const double mark : panel.marks) {
      line("set arrow from first {0}, graph 0 to first {0}, graph 1 nohead dt (4,4) lw 0.8 lc rgb 'black'", mark);
      line("set label {} at first {}, graph 0.04 offset character 0.8,0",
           gnuplot_text(fmt::format("{} {:.6g}", chart_.mark.title, mark)), mark);
    }
  }

  [[nodiscard]] std::string plot(const std::string& block, const Curve& curve) const {
    if (is_heat_map())
      return fmt::format(
          "{0} using 1:2:(0.5):(0.5):3 with boxxyerror fillcolor palette notitle, "
          "{0} using 1:2:4 with labels textcolor rgb '#111111' notitle",
          block);
    const std::string style = spelled(curve);
    if (chart_.kind == ChartKind::scatter)
      return fmt::format("{} using 1:2 with points {} title {}", block, style, gnuplot_text(curve.title));
    const std::string errors = curve.value != 0            ? ""
                               : !chart_.error_low.empty() ? ":5:6"
                               : chart_.error.empty()      ? ""
                                                           : ":3";
    std::string text = fmt::format("{} using 1:2{} with {} {} title {}", block, errors,
                                   errors.empty() ? "linespoints" : "yerrorlines", style, gnuplot_text(curve.title));
    if (!chart_.label.empty())
      text += fmt::format(", {} using 1:2:4 with labels offset character 0,0.8 notitle", block);
    return text;
  }

  // A panel without axes and data below the others, so that all of them keep one size.
  void write_key() {
    line("set size 1,{}", arrangement_.key_height / arrangement_.height());
    line("set origin 0,0");
    line("set margins 0,0,0,0\nunset border\nunset tics\nunset title\nunset xlabel\nunset ylabel\nunset grid");
    line("unset arrow\nunset label\nunset logscale");
    line("set xrange [0:1]\nset yrange [0:1]");
    line("set key center center horizontal Left reverse samplen 3");
    std::string plots;
    for (const Curve* curve : key_)
      plots += fmt::format("{}NaN with {} {} title {}", plots.empty() ? "" : ", \\\n     ",
                           chart_.kind == ChartKind::scatter ? "points" : "linespoints", spelled(*curve),
                           gnuplot_text(curve->title));
    line("plot {}", plots);
  }

  const Chart& chart_;
  const ChartData& data_;
  std::vector<const Curve*> key_;
  Arrangement arrangement_;
  std::string text_;
};

}  // namespace

std::string chart_script(const Chart& chart, const ChartData& data, Picture picture, const std::string& id) {
  return Writer(chart, data).script(picture, id);
}

}  // namespace apportion::results
