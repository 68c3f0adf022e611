// Charts in gnuplot's language: colours, shapes, dashes, and a layout in which nothing overlaps.
#include "results/charts/chart_script.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"

namespace apportion::results {
namespace {

constexpr std::size_t most_round = 10;
constexpr std::size_t most_wanted = 16;

// The text of a tic, on an axis whose greatest value is `greatest` and whose tics are `step` apart.
std::string number_text(double value, double step, double greatest) {
  const auto digits_down_to = [](double least) { return static_cast<int>(std::ceil(-std::log10(least) - 1e-9)); };
  if (std::abs(value) < step / 2) return "0";
  if (greatest < 1e7 && step > 9.9e-6) return fmt::format("{:.{}f}", value, std::clamp(digits_down_to(step), 0, 6));
  const int exponent = static_cast<int>(std::floor(std::log10(greatest) + 1e-12));
  const double unit = std::pow(10, exponent);
  return fmt::format("{:.{}f}e{}", value / unit, std::clamp(digits_down_to(step / unit), 0, 15), exponent);
}

// The least number of the form 1, 2 or 5 times a power of ten that is at least `step`.
double round_step(double step) {
  const double power = std::pow(10, std::floor(std::log10(step)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (step <= factor * power * (1 + 1e-9)) return factor * power;
  return 10 * power;
}

std::vector<Tic> multiples_of(double step, const AxisRoom& room) {
  const double greatest = std::max(std::abs(room.low), std::abs(room.high));
  std::vector<Tic> tics;
  for (double k = std::ceil(room.low / step - 1e-9); k * step <= room.high + 1e-9 * step; ++k) {
    if (tics.size() > most_round) break;
    tics.push_back({k * step, number_text(k * step, step, greatest)});
  }
  return tics;
}

// Tics at these factors times every `stride`-th power of ten.
std::vector<Tic> powers(const std::vector<int>& factors, int stride, const AxisRoom& room) {
  std::vector<Tic> tics;
  const int last = static_cast<int>(std::ceil(std::log10(room.high)));
  for (int exponent = static_cast<int>(std::floor(std::log10(room.low))); exponent <= last; ++exponent) {
    if (exponent % stride != 0) continue;
    for (const int factor : factors) {
      const double place = factor * std::pow(10, exponent);
      if (place < room.low || place > room.high) continue;
      tics.push_back({place, exponent >= -4 && exponent < 7 ? fmt::format("{:.{}f}", place, std::max(-exponent, 0))
                                                            : fmt::format("{}e{}", factor, exponent)});
    }
  }
  return tics;
}

std::vector<Tic> every(std::size_t stride, const std::vector<Tic>& tics) {
  std::vector<Tic> some;
  for (std::size_t i = 0; i < tics.size(); i += stride) some.push_back(tics[i]);
  return some;
}

// Every k-th of these tics, with the least k for which they fit.
std::vector<Tic> thinned(const std::vector<Tic>& tics, const AxisRoom& room) {
  std::size_t stride = 1;
  while (stride < tics.size() && !fit(every(stride, tics), room)) ++stride;
  return every(stride, tics);
}

// Whether steps look even to a reader.
bool has_even_steps(const std::vector<Tic>& tics, const AxisRoom& room) {
  double least = room.length;
  double most = 0;
  for (std::size_t i = 1; i < tics.size(); ++i) {
    const double step = room.at(tics[i].place) - room.at(tics[i - 1].place);
    least = std::min(least, step);
    most = std::max(most, step);
  }
  return most <= 1.2 * least;
}

// Okabe & Ito's colours, which colour-blind readers can distinguish, without their yellow, which is hard to see on
// paper. Shapes and dashes repeat the distinction. "black" is the page's text colour.
constexpr std::array<std::string_view, 7> colours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                     "#e69f00", "#56b4e9", "black"};
constexpr std::array<int, 8> shapes = {7, 5, 9, 13, 6, 4, 8, 12};
// Hollow shapes for clouds, so that no point hides others.
constexpr std::array<int, 4> open_shapes = {6, 2, 8, 1};
constexpr std::array<std::string_view, 5> dashes = {"1", "(8,4)", "(2,4)", "(12,4,2,4)", "(5,5)"};
constexpr std::string_view grid_look = "lc rgb '#999999' lw 0.5 dt (2,4)";
constexpr std::string_view reference_look = "lc rgb 'black' lw 0.9 dt (6,3)";

constexpr double line_height = 1.35;  // of a text; all lengths are in units of the letters' size
constexpr double key_line = 1.6;
constexpr double sample_width = 2.6;  // of a line in the key
constexpr double slope = 0.643;       // sine of the 40 degrees of slanted texts
constexpr double run = 0.766;         // their cosine
constexpr double most_title_lines = 4;

// The text in double quotes and one line, with special characters as octal codes: gnuplot misreads a doubled quote at
// the start of a text in single quotes.
std::string string_literal(std::string_view text) {
  std::string result = "\"";
  for (const char c : in_one_line(text)) {
    const bool special = std::string_view("\"\\`@").find(c) != std::string_view::npos;
    result += special ? fmt::format("\\{:03o}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return result + '"';
}

/// Pixels of 1/96 inch.
struct Paper {
  double width = 760;
  double font = 13;
  double png_scale = 2;  ///< 300 dots per inch for print
};

Paper paper_of(ChartWidth width) {
  constexpr double pixels_per_mm = 96 / 25.4;
  constexpr double print_font = 8 * 96.0 / 72;
  constexpr double print_scale = 300.0 / 96;
  if (width == ChartWidth::column) return {84 * pixels_per_mm, print_font, print_scale};
  if (width == ChartWidth::page) return {174 * pixels_per_mm, print_font, print_scale};
  return width == ChartWidth::slide ? Paper{1280, 26, 1.5} : Paper{};
}

// Sets the terminal, with lines and points in proportion to the letters.
std::string terminal(Picture picture, const std::string& id, const Paper& paper, double height) {
  const double points = 0.75 * paper.font;
  const double weight = paper.font / Paper().font;
  const double scale = paper.png_scale;
  if (picture == Picture::png)
    return fmt::format("pngcairo size {:.0f},{:.0f} noenhanced font 'Sans,{:.2f}' linewidth {:.2f} pointscale {:.2f}",
                       scale * paper.width, scale * height, scale * points, scale * weight, scale * weight);
  if (picture == Picture::pdf)  // its scale of letters is 0.5; 0.75 gives points of 1/72 inch
    return fmt::format(
        "pdfcairo size {:.4f},{:.4f} noenhanced font 'Sans,{:.2f}' fontscale 0.75 linewidth {:.2f} pointscale {:.2f}",
        paper.width / 96, height / 96, points, 1.3 * weight, 0.75 * weight);
  return fmt::format(
      "svg size {:.0f},{:.0f} fixed noenhanced font 'Helvetica,Arial,sans-serif,{:.2f}' linewidth {:.2f} name {}",
      paper.width, height, paper.font, 1.3 * weight, string_literal(id));
}

// The axis of these numbers with a margin at both ends; those that have no place on it do not count.
AxisRoom room_for(std::vector<double> numbers, bool logarithmic, double length, bool across) {
  constexpr double margin = 0.05;
  AxisRoom axis{logarithmic ? 0.1 : 0, 1, logarithmic, length, across};
  std::erase_if(numbers, [&](double number) { return !std::isfinite(number) || (logarithmic && number <= 0); });
  if (numbers.empty()) return axis;
  const auto [least, most] = std::ranges::minmax(numbers);
  if (logarithmic) {
    const double factor = std::pow(most / least, margin) * 1.05;
    axis.low = std::max(least / factor, std::numeric_limits<double>::min());
    axis.high = std::min(most * factor, std::numeric_limits<double>::max());
    return axis;
  }
  const double greatest = std::max(std::abs(least), std::abs(most));
  double room = margin * (most - least);
  // A range that is too short for floating-point numbers counts as a single value.
  if (most - least <= 1e-12 * greatest) room = greatest > 0 ? margin * greatest : 1;
  axis.low = least - room;
  axis.high = most + room;
  return axis;
}

struct Scale {
  AxisRoom axis;
  std::vector<Tic> tics;
};

/// An entry of the key: a curve, or a reference line where there is none.
struct KeyEntry {
  std::string title;
  const Curve* curve = nullptr;
  double left = 0;
  std::size_t line = 0;
};

double widest(const std::vector<Tic>& tics) {
  double width = 0;
  for (const Tic& tic : tics) width = std::max(width, text_width(tic.text));
  return width;
}

double height_of(const std::vector<std::string>& lines) { return line_height * static_cast<double>(lines.size()); }

std::vector<std::string> lines_of(const std::string& text, double width) {
  std::vector<std::string> lines = wrapped(shortened(text, most_title_lines * width), width);
  for (std::string& line : lines) line = shortened(line, width);
  return lines;
}

/// Writes a script. Lengths are in units of the letters' size, and places are counted from the upper left corner.
class Script {
 public:
  Script(const Chart& chart, const ChartData& data, const Framing& framing)
      : chart_(chart), data_(data), framing_(framing), paper_(paper_of(chart.width)) {
    constexpr double pixels_per_point = 96.0 / 72;
    if (framing.font > 0) paper_.font = framing.font * pixels_per_point;
    width_ = paper_.width / paper_.font;
    arrange_panels();
    arrange(default_frame_height());
    double wanted = framing.height / paper_.font;
    if (wanted == 0 && chart.width == ChartWidth::slide) wanted = width_ * 9 / 16;
    if (wanted == 0) return;
    const double frame = frame_height_ + (wanted - height_) / static_cast<double>(rows_);
    constexpr double least_frame = 4;
    if (frame < least_frame)
      throw InputError("a height of {:.0f} is too low for the content of the picture; at least {:.0f}",
                       wanted * paper_.font,
                       std::ceil((wanted + static_cast<double>(rows_) * (least_frame - frame)) * paper_.font));
    arrange(frame);
    // The key and texts may have changed their sizes.
    frame_height_ += (wanted - height_) / static_cast<double>(rows_);
    height_ = wanted;
  }

  std::string text(Picture picture, const std::string& id) {
    line("reset\nset encoding utf8\nset terminal {}", terminal(picture, id, paper_, height_ * paper_.font));
    for (std::size_t p = 0; p < data_.panels.size(); ++p)
      for (std::size_t c = 0; c < data_.panels[p].curves.size(); ++c) write_data(p, c);
    line("set multiplot\nset border 3 lw 0.7\nset tics nomirror out scale 0.6\nset xtics offset 0,0.3\nunset key");
    line("unset colorbox");
    if (slanted_) line("set xtics rotate by 40 right offset 0,0");
    if (is_heat_map())
      write_colours();
    else
      line("set grid ytics {}", grid_look);
    for (std::size_t p = 0; p < data_.panels.size(); ++p) write_panel(p);
    write_surroundings();
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
  [[nodiscard]] bool is_narrow() const { return width_ < 36; }
  [[nodiscard]] const Scale& y_of(std::size_t panel) const { return y_[chart_.free_scales ? panel : 0]; }

  void arrange_panels() {
    const std::size_t panels = data_.panels.size();
    auto wanted = static_cast<std::size_t>(std::max(chart_.panels_across, 1));
    if (is_narrow())
      wanted = panels > 3 && !is_heat_map() ? 2 : 1;
    else if (panels > 6 || (panels == 3 && !is_heat_map()))
      wanted = std::max<std::size_t>(wanted, 3);
    columns_ = data_.across > 0 ? data_.across : std::min(panels, wanted);
    rows_ = data_.panels.back().place / columns_ + 1;
  }

  [[nodiscard]] double default_frame_height() const {
    const double width = (width_ - 6) / static_cast<double>(columns_) - 2;
    if (is_heat_map()) return std::clamp(2 * static_cast<double>(data_.y.texts.size()), 2.0, 45.0);
    if (columns_ > 1) return std::clamp(0.7 * width, 8.0, 22.0);
    return std::clamp((is_narrow() ? 0.62 : 0.47) * width, 8.0, 26.0);
  }

  void arrange(double frame_height) {
    frame_height_ = frame_height;
    set_y_scales();
    y_title_ = lines_of(chart_.y.title, static_cast<double>(rows_) * frame_height_);
    double tics = 0;
    for (const Scale& scale : y_) tics = std::max(tics, widest(scale.tics));
    left_ = (y_title_.empty() ? 0.3 : height_of(y_title_) + 0.5) + tics + 0.9;
    // The longer one of the texts at the ends of an axis of numbers.
    const std::string first = shortened(data_.x.texts.front(), 6);
    const std::string last = shortened(data_.x.texts.back(), 6);
    const double overhang = data_.x.categories ? 0 : text_width(first.size() > last.size() ? first : last) / 2;
    const double gap = chart_.free_scales ? tics + 2 : std::max(1.2, 1.6 * overhang);
    const double right = std::clamp(overhang, 0.8, 3.0);
    const auto columns = static_cast<double>(columns_);
    frame_width_ = (width_ - left_ - right - (columns - 1) * gap) / columns;
    step_right_ = frame_width_ + gap;
    set_x_scale();
    panel_titles_.clear();
    double panel_title = 0;
    for (const Panel& panel : data_.panels) {
      panel_titles_.push_back(lines_of(panel.title, frame_width_ + 1));
      panel_title = std::max(panel_title, height_of(panel_titles_.back()));
    }
    title_ = lines_of(framing_.title, width_ - 2);
    top_ = panel_title + (title_.empty() ? 0 : height_of(title_) + 0.5) + 0.7;
    step_down_ = frame_height_ + panel_title + 1.2 + (chart_.free_scales ? 0.3 : 0);
    arrange_below();
  }

  void set_y_scales() {
    y_.clear();
    if (is_heat_map()) {
      const auto rows = static_cast<double>(data_.y.texts.size());
      Scale scale{{rows + 0.5, 0.5, false, frame_height_, false}, {}};
      for (std::size_t i = 0; i < data_.y.texts.size(); ++i)
        scale.tics.push_back({data_.y.places[i], shortened(data_.y.texts[i], 0.3 * width_)});
      scale.tics = thinned(scale.tics, scale.axis);
      y_.push_back(std::move(scale));
      return;
    }
    std::vector<std::vector<double>> numbers(chart_.free_scales ? data_.panels.size() : 1);  // of each axis
    for (std::size_t i = 0; i < data_.panels.size(); ++i)
      for (const Curve& curve : data_.panels[i].curves)
        for (const ChartPoint& point : curve.points)
          for (const double y : {point.y, point.low, point.high}) numbers[i % numbers.size()].push_back(y);
    for (std::vector<double>& each : numbers) {
      for (const ReferenceLine& reference : chart_.lines)
        if (reference.y) each.push_back(*reference.y);
      const AxisRoom axis = room_for(std::move(each), chart_.y.logarithmic, frame_height_, false);
      y_.push_back({axis, round_tics(axis)});
    }
  }

  void set_x_scale() {
    std::vector<Tic> wanted;
    for (std::size_t i = 0; i < data_.x.texts.size(); ++i)
      wanted.push_back({data_.x.places[i], shortened(data_.x.texts[i], std::min(22.0, 0.4 * width_))});
    slanted_ = false;
    if (!data_.x.categories) return set_number_tics(std::move(wanted));
    const auto count = static_cast<double>(wanted.size());
    x_.axis = {0.5, count + 0.5, false, frame_width_, true};
    const bool words = std::ranges::any_of(data_.x.texts, [](const std::string& text) { return !parse_real(text); });
    slanted_ = words && !fit(wanted, x_.axis);
    if (!slanted_) {
      x_.tics = thinned(wanted, x_.axis);
      return;
    }
    // Slanted texts need the distance of a line.
    const double step = frame_width_ / count;
    const auto stride = static_cast<std::size_t>(std::max(std::ceil(1.8 / step), 1.0));
    x_.tics = every(stride, wanted);
    // The first slanted text begins to the left of its tic and must stay on the paper.
    const double beyond = run * text_width(x_.tics.front().text) + 1 - left_ - step / 2;
    if (beyond <= 0) return;
    const double shift = std::min(beyond, 0.3 * width_) / static_cast<double>(columns_);
    left_ += shift * static_cast<double>(columns_);
    frame_width_ -= shift;
    step_right_ -= shift;
  }

  // If 0 has a place of its own, round numbers are chosen for the part beyond the gap.
  void set_number_tics(std::vector<Tic> wanted) {
    x_.axis = room_for(data_.x.places, chart_.x.logarithmic, frame_width_, true);
    if (!data_.zero) {
      x_.tics = tics_at(std::move(wanted), x_.axis);
      return;
    }
    gap_ = std::sqrt(*data_.zero * *(std::ranges::find(data_.x.places, *data_.zero) + 1));
    std::erase_if(wanted, [this](const Tic& tic) { return tic.place <= *data_.zero; });
    AxisRoom beyond = x_.axis;
    beyond.low = *gap_;
    beyond.length -= x_.axis.at(*gap_);
    x_.tics = tics_at(std::move(wanted), beyond);
    x_.tics.insert(x_.tics.begin(), {*data_.zero, "0"});
    while (x_.tics.size() > 2 && !fit(x_.tics, x_.axis)) x_.tics.erase(x_.tics.begin() + 1);
  }

  [[nodiscard]] double frames_width() const { return static_cast<double>(columns_ - 1) * step_right_ + frame_width_; }
  [[nodiscard]] double frames_height() const { return static_cast<double>(rows_ - 1) * step_down_ + frame_height_; }

  // Arranges what is below the frames: tics, title of the axis, key, note.
  void arrange_below() {
    x_title_ = lines_of(chart_.x.title, frames_width());
    x_title_top_ = top_ + frames_height() + (slanted_ ? slope * widest(x_.tics) + 1.8 : 2.1);
    height_ = x_title_top_ + height_of(x_title_) + 0.4;
    key_top_ = height_ + 0.3;
    if (is_heat_map() ? !labels_fit() : set_key())
      height_ = key_top_ + (is_heat_map() ? 4.8 : key_line * static_cast<double>(key_.back().line + 1) + 0.3);
    std::vector<std::string> sentences = coinciding();
    if (data_.has_errors) sentences.insert(sentences.begin(), "Bars: " + chart_.error_title);
    if (!data_.absent.empty()) sentences.push_back(fmt::format("Not drawn: {}", fmt::join(data_.absent, ", ")));
    note_.clear();
    for (const std::string& sentence : sentences)
      std::ranges::move(lines_of(sentence, width_ - 2), std::back_inserter(note_));
    note_top_ = height_;
    if (!note_.empty()) height_ += height_of(note_) + 0.4;
  }

  // A sentence for each set of curves that are equal everywhere.
  [[nodiscard]] std::vector<std::string> coinciding() const {
    std::vector<std::string> titles;
    std::vector<std::string> points;
    for (std::size_t p = 0; p < data_.panels.size() && has_lines(); ++p)
      for (const Curve& curve : data_.panels[p].curves) {
        const std::size_t index = index_in_order_of_appearance(titles, curve.title);
        points.resize(titles.size());
        for (const ChartPoint& point : curve.points) points[index] += fmt::format("{} {} {},", p, point.x, point.y);
      }
    std::vector<std::string> sentences;
    for (std::size_t i = 0; i < titles.size(); ++i) {
      std::vector<std::string> equal;
      for (std::size_t j = 0; j < titles.size(); ++j)
        if (points[j] == points[i]) equal.push_back(titles[j]);
      if (equal.size() > 1 && equal.front() == titles[i])
        sentences.push_back(fmt::format("{} coincide", fmt::join(equal, " and ")));
    }
    return sentences;
  }

  // Fills the key. Returns whether there is one; a single curve needs none.
  bool set_key() {
    key_.clear();
    key_heading_.clear();
    for (const Panel& panel : data_.panels)
      for (const Curve& curve : panel.curves)
        if (!contains(key_, curve.title, &KeyEntry::title)) key_.push_back({curve.title, &curve});
    std::ranges::stable_sort(key_, {},
                             [](const KeyEntry& entry) { return std::pair(entry.curve->series, entry.curve->value); });
    const bool several = key_.size() > 1;
    if (!several) key_.clear();
    for (const ReferenceLine& each : chart_.lines)
      if (!each.title.empty()) key_.push_back({each.title});
    for (KeyEntry& entry : key_) entry.title = shortened(entry.title, width_ - 6);
    // Texts in columns of these names need no heading.
    if (several && !chart_.series.empty() && chart_.series != "series" && chart_.series != "what")
      key_heading_ = shortened(chart_.series, width_ - 3) + ":";
    if (!key_.empty()) place_key();
    return !key_.empty();
  }

  // Places entries in columns, or one after the other if that needs fewer lines.
  void place_key() {
    const auto width = [](const KeyEntry& entry) { return text_width(entry.title) + sample_width + 2; };
    const double most = width(std::ranges::max(key_, {}, width));
    const double heading = key_heading_.empty() ? 1 : text_width(key_heading_) + 2;
    // A heading that leaves too little room gets its own line.
    const bool alone = heading + most > width_;
    const auto placed = [&](double least) {
      double x = alone ? 1 : heading;
      std::size_t line = alone ? 1 : 0;
      for (KeyEntry& entry : key_) {
        const double taken = std::max(least, width(entry));
        if (x > (alone ? 1 : heading) && x + taken > width_) {
          x = alone ? 1 : heading;
          ++line;
        }
        entry.left = std::exchange(x, x + taken);
        entry.line = line;
      }
      return line;
    };
    const std::size_t fewest = placed(0);
    if (placed(most) > fewest) placed(0);
  }

  // Whether numbers fit into the cells of a heat map; otherwise it needs a scale of colours.
  [[nodiscard]] bool labels_fit() const {
    double longest = 0;
    for (const Panel& panel : data_.panels)
      for (const Curve& curve : panel.curves)
        for (const ChartPoint& point : curve.points) longest = std::max(longest, text_width(point.label));
    return longest + 0.3 <= frame_width_ / static_cast<double>(data_.x.texts.size()) &&
           1.2 <= frame_height_ / static_cast<double>(data_.y.texts.size());
  }

  [[nodiscard]] std::string colour_of(const Curve& curve) const {
    const std::size_t number = chart_.series.empty() ? curve.value : curve.series;
    return fmt::format("lc rgb '{}'", colours.at(number % colours.size()));
  }
  [[nodiscard]] bool has_lines() const { return chart_.kind == ChartKind::curves && chart_.joined; }
  // Several values of one series have the same colour and shape, but different dashes.
  [[nodiscard]] std::string line_of(const Curve& curve) const {
    const std::size_t number = chart_.series.empty() || chart_.values.size() > 1 ? curve.value : curve.series;
    return fmt::format("{} lw 1.6 dt {}", colour_of(curve), dashes.at(number % dashes.size()));
  }
  [[nodiscard]] std::string point_of(const Curve& curve) const {
    const std::size_t number = chart_.series.empty() ? curve.value : curve.series;
    if (chart_.kind != ChartKind::scatter) return fmt::format("pt {} ps 0.9", shapes.at(number % shapes.size()));
    constexpr std::size_t few = 100;
    const bool many = curve.points.size() > few;
    return fmt::format("pt {} ps {} lw {}", open_shapes.at(number % open_shapes.size()), many ? 0.5 : 1,
                       many ? 0.8 : 1.2);
  }

  // Moves points of several series at one category beside each other.
  [[nodiscard]] double shift_of(const Curve& curve) const {
    const bool beside = chart_.kind == ChartKind::box_plots || (chart_.kind == ChartKind::curves && !chart_.joined);
    if (!beside || !data_.x.categories || data_.series < 2) return 0;
    return 0.6 * (static_cast<double>(curve.series) / static_cast<double>(data_.series - 1) - 0.5);
  }

  static std::string block(std::size_t panel, std::size_t curve) { return fmt::format("$p{}c{}", panel, curve); }

  // Writes x, y, the ends of the error bar, the label, and the value for heat maps. The lower end is kept on the axis.
  // Each box of a box plot is a separate block of data.
  void write_data(std::size_t panel, std::size_t curve) {
    const Curve& drawn = data_.panels[panel].curves[curve];
    std::vector<ChartPoint> points = drawn.points;
    const bool boxes = chart_.kind == ChartKind::box_plots;
    if (boxes) std::ranges::stable_sort(points, {}, &ChartPoint::x);
    const AxisRoom& y = y_of(panel).axis;
    line("{} << END_OF_DATA", block(panel, curve));
    for (std::size_t i = 0; i < points.size(); ++i) {
      const ChartPoint& point = points[i];
      if (boxes && i > 0 && points[i - 1].x < point.x) line("\n");
      // An empty line interrupts the curve at the gap.
      const std::string_view apart = gap_ && point.x < *gap_ ? "\n" : "";
      line("{0}{1} {2} {3} {4} {5} {6}{0}", apart, point.x + shift_of(drawn), point.y,
           y.logarithmic ? std::max(point.low, y.low) : point.low, point.high, string_literal(point.label),
           point.value);
    }
    line("END_OF_DATA");
  }

  // Writes tics, with % doubled, since gnuplot reads their texts as formats.
  void write_tics(std::string_view axis, const std::vector<Tic>& tics, bool texts) {
    std::vector<std::string> list;
    for (const Tic& tic : tics)
      list.push_back(
          fmt::format("{} {}", texts ? string_literal(respelled(tic.text, {{'%', "%%"}})) : "''", tic.place));
    line("set {}tics ({})", axis, fmt::join(list, ", "));
  }

  // Pale colours, on which dark text is legible: blue below and orange above the neutral value, or shades of blue.
  void write_colours() {
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    for (const Panel& panel : data_.panels)
      for (const Curve& curve : panel.curves)
        for (const ChartPoint& point : curve.points) {
          least = std::min(least, point.value);
          most = std::max(most, point.value);
        }
    if (chart_.neutral) {
      const double reach = std::max({most - *chart_.neutral, *chart_.neutral - least, 1e-12});
      line("set palette defined (-1 '#6aaed6', 0 '#f7f7f7', 1 '#f5a35c')");
      colours_ = {*chart_.neutral - reach, *chart_.neutral + reach};
    } else {
      line("set palette defined (0 '#f3f8fc', 1 '#6aaed6')");
      colours_ = {least, most > least ? most : least + std::max(1.0, std::abs(least))};
    }
    line("set cbrange [{}:{}]\nset style fill solid 1 noborder", colours_.low, colours_.high);
  }

  // Sets the margins to the whole paper or to one frame.
  void write_frame(double left, double top, double width, double height) {
    line("set lmargin at screen {:.6f}\nset rmargin at screen {:.6f}", left / width_, (left + width) / width_);
    line("set tmargin at screen {:.6f}\nset bmargin at screen {:.6f}", 1 - top / height_, 1 - (top + height) / height_);
    line("unset arrow\nunset label");
  }

  void write_axis(char name, const Scale& scale, bool texts) {
    if (scale.axis.logarithmic) line("set logscale {}", name);
    line("set {}range [{}:{}]", name, scale.axis.low, scale.axis.high);
    write_tics(std::string(1, name), scale.tics, texts);
  }

  void write_panel(std::size_t index) {
    const Panel& panel = data_.panels[index];
    const std::size_t column = panel.place % columns_;
    const std::size_t row = panel.place / columns_;
    const double left = left_ + static_cast<double>(column) * step_right_;
    const double top = top_ + static_cast<double>(row) * step_down_;
    write_frame(left, top, frame_width_, frame_height_);
    const auto stands_at = [this](std::size_t place) { return contains(data_.panels, place, &Panel::place); };
    write_axis('x', x_, !stands_at(panel.place + columns_));
    write_axis('y', y_of(index), chart_.free_scales || column == 0 || !stands_at(panel.place - 1));
    if (is_heat_map() && !labels_fit() && index + 1 == data_.panels.size()) write_scale();
    std::vector<std::string> plots;
    if (gap_) line("set arrow from first {0}, graph 0 to first {0}, graph 1 nohead {1}", *gap_, grid_look);
    for (const double mark : panel.marks) {
      line("set arrow from first {0}, graph 0 to first {0}, graph 1 nohead dt (4,4) lw 0.8 lc rgb 'black'", mark);
      line("set label {} at first {}, graph 0.04 offset character 0.8,0",
           string_literal(fmt::format("{} {:.6g}", chart_.mark.title, mark)), mark);
    }
    for (const ReferenceLine& each : chart_.lines)
      plots.push_back(
          fmt::format("{} with lines {} notitle", each.y ? fmt::format("{}", *each.y) : "x", reference_look));
    for (std::size_t c = 0; c < panel.curves.size(); ++c) add_plots(block(index, c), panel.curves[c], plots);
    if (plots.empty()) plots.emplace_back("NaN notitle");
    line("plot {}", fmt::join(plots, ", \\\n     "));
  }

  void add_plots(const std::string& block, const Curve& curve, std::vector<std::string>& plots) const {
    const auto add = [&plots, &block](const std::string& rest) { plots.push_back(block + " using " + rest); };
    if (is_heat_map()) {
      add("1:2:(0.5):(0.5):6 with boxxyerror fillcolor palette notitle");
      if (labels_fit()) add("1:2:5 with labels textcolor rgb '#111111' notitle");
      return;
    }
    if (chart_.kind == ChartKind::box_plots) return add_boxes(block, curve, plots);
    // Error bars are drawn as arrows, since gnuplot's own clear a circle around their points.
    if (data_.has_errors && curve.value == 0 && chart_.kind == ChartKind::curves)
      add(fmt::format("1:3:(0):($4-$3) with vectors heads size screen {:.6f},90 {} dt 1 lw 0.9 notitle", 0.4 / width_,
                      colour_of(curve)));
    constexpr std::size_t most_marked = 40;
    if (has_lines()) add(fmt::format("1:2 with lines {} notitle", line_of(curve)));
    const bool all = !has_lines() || curve.points.size() <= most_marked;
    plots.push_back(fmt::format("{}{} using 1:2 with points {} {} notitle", block,
                                all ? "" : fmt::format(" every {}", curve.points.size() / (most_marked / 2)),
                                colour_of(curve), point_of(curve)));
    if (!chart_.label.empty()) add("1:2:5 with labels offset character 0,0.8 notitle");
  }

  void add_boxes(const std::string& block, const Curve& curve, std::vector<std::string>& plots) const {
    std::map<double, std::size_t> places;
    for (const ChartPoint& point : curve.points) places.emplace(point.x, 0);
    const double width = data_.series < 2 ? 0.4 : 0.45 / static_cast<double>(data_.series - 1);
    std::size_t part = 0;
    for (const auto& each : places)
      plots.push_back(fmt::format("{} index {} using ({}):2:({}) with boxplot {} lw 1.2 pt 6 ps 0.4 notitle", block,
                                  part++, each.first + shift_of(curve), std::min(width, 0.4), colour_of(curve)));
  }

  void write_texts(const std::vector<std::string>& lines, double x, double y, std::string_view how) {
    const bool upright = how.find("rotate") != std::string_view::npos;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const double step = line_height * static_cast<double>(i);
      line("set label {} at {:.4f}, {:.4f} {}", string_literal(lines[i]), upright ? x + step : x,
           upright ? y : y + step, how);
    }
  }

  // Writes titles, key and note, in a frame of the whole paper whose axes are lengths.
  void write_surroundings() {
    write_frame(0, 0, width_, height_);
    line("unset border\nunset tics\nunset grid\nunset colorbox\nunset logscale\nset xrange [0:{}]\nset yrange [{}:0]",
         width_, height_);
    write_texts(title_, 1, 0.9, "left");
    for (std::size_t i = 0; i < data_.panels.size(); ++i) {
      const std::size_t place = data_.panels[i].place;
      const std::size_t row = place / columns_;
      write_texts(panel_titles_[i], left_ + static_cast<double>(place % columns_) * step_right_ + frame_width_ / 2,
                  top_ + static_cast<double>(row) * step_down_ - height_of(panel_titles_[i]) + 0.55, "center");
    }
    write_texts(x_title_, left_ + frames_width() / 2, x_title_top_ + 0.6, "center");
    write_texts(y_title_, 0.8, top_ + frames_height() / 2, "center rotate by 90");
    write_texts(note_, 1, note_top_ + 0.6, "left");
    if (is_heat_map() && !labels_fit())
      write_texts({shortened(chart_.values.front().title, width_ - 2)}, width_ / 2, key_top_ + 4.1, "center");
    std::vector<std::string> plots{"NaN notitle"};
    if (!key_heading_.empty()) write_texts({key_heading_}, 1, key_top_ + 0.8, "left");
    for (const KeyEntry& entry : key_) write_key_entry(entry, plots);
    line("plot {}", fmt::join(plots, ", \\\n     "));
  }

  void write_key_entry(const KeyEntry& entry, std::vector<std::string>& plots) {
    const double y = key_top_ + key_line * static_cast<double>(entry.line) + 0.8;
    const std::string block = fmt::format("$key{}", plots.size());
    line("{0} << END_OF_DATA\n{1:.4f} {3:.4f}\n{2:.4f} {3:.4f}\nEND_OF_DATA", block, entry.left,
         entry.left + sample_width, y);
    if (entry.curve == nullptr || has_lines())
      plots.push_back(fmt::format("{} using 1:2 with lines {} notitle", block,
                                  entry.curve == nullptr ? std::string(reference_look) : line_of(*entry.curve)));
    if (entry.curve != nullptr)
      plots.push_back(fmt::format("{} every ::0::0 using ($1+{}):2 with points {} {} notitle", block, sample_width / 2,
                                  colour_of(*entry.curve),
                                  chart_.kind == ChartKind::box_plots ? "pt 4 ps 1 lw 1.2" : point_of(*entry.curve)));
    write_texts({entry.title}, entry.left + sample_width + 0.4, y, "left");
  }

  // Places the scale of colours below the panels.
  void write_scale() {
    const double width = std::min(0.6 * width_, frame_width_);
    line("set colorbox user horizontal origin screen {:.6f}, screen {:.6f} size screen {:.6f}, screen {:.6f} noborder",
         (width_ - width) / 2 / width_, 1 - (key_top_ + 1.2) / height_, width / width_, 1 / height_);
    write_tics("cb", round_tics({colours_.low, colours_.high, false, width, true}), true);
  }

  const Chart& chart_;
  const ChartData& data_;
  const Framing& framing_;
  Paper paper_;
  double width_ = 0;
  double height_ = 0;
  std::size_t columns_ = 1;  // columns of panels
  std::size_t rows_ = 1;
  double left_ = 0;  // the frame of the first panel
  double top_ = 0;
  double frame_width_ = 0;
  double frame_height_ = 0;
  double step_right_ = 0;  // distance from frame to frame
  double step_down_ = 0;
  Scale x_;
  std::vector<Scale> y_;       // one for all panels, or one for each
  std::optional<double> gap_;  // an x between 0 and all others, if 0 has its own place
  bool slanted_ = false;       // whether the texts at the x axis are slanted
  std::vector<std::string> title_;
  std::vector<std::vector<std::string>> panel_titles_;
  std::vector<std::string> x_title_;
  std::vector<std::string> y_title_;
  double x_title_top_ = 0;
  std::string key_heading_;
  std::vector<KeyEntry> key_;
  double key_top_ = 0;
  std::vector<std::string> note_;
  double note_top_ = 0;
  AxisRoom colours_;
  std::string text_;
};

}  // namespace

double AxisRoom::at(double value) const {
  return length * (logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low));
}

bool fit(const std::vector<Tic>& tics, const AxisRoom& room) {
  for (std::size_t i = 1; i < tics.size(); ++i) {
    const double distance = std::abs(room.at(tics[i].place) - room.at(tics[i - 1].place));
    const double widths = text_width(tics[i].text) + text_width(tics[i - 1].text);
    if (distance < (room.across ? widths / 2 + 0.7 : 1.4)) return false;
  }
  return true;
}

std::vector<Tic> round_tics(const AxisRoom& room) {
  const auto fits = [&room](const std::vector<Tic>& tics) { return tics.size() <= most_round && fit(tics, room); };
  std::vector<Tic> tics;
  if (room.logarithmic) {
    const std::vector<int> all{1, 2, 3, 4, 5, 6, 7, 8, 9};
    for (const std::vector<int>& factors : {all, {1, 2, 5}, {1, 3}})
      if (tics = powers(factors, 1, room); tics.size() > 1 && fits(tics)) return tics;
    for (const int stride : {1, 2, 3, 5, 10, 20, 50, 100})
      if (tics = powers({1}, stride, room); tics.size() > 1 && fits(tics)) return tics;
  }
  for (std::size_t count = most_round; count > 0; --count)
    if (tics = multiples_of(round_step((room.high - room.low) / static_cast<double>(count)), room); fits(tics))
      return tics;
  tics.resize(std::min<std::size_t>(tics.size(), 1));
  return tics;
}

std::vector<Tic> tics_at(std::vector<Tic> wanted, const AxisRoom& room) {
  std::ranges::sort(wanted, {}, &Tic::place);
  if (wanted.size() <= most_wanted && fit(wanted, room)) return wanted;
  if (room.logarithmic && wanted.size() <= 2 * most_wanted && has_even_steps(wanted, room))
    if (std::vector<Tic> some = thinned(wanted, room); some.size() > 2) return some;
  return round_tics(room);
}

std::string chart_script(const Chart& chart, const ChartData& data, Picture picture, const std::string& id,
                         const Framing& framing) {
  return Script(chart, data, framing).text(picture, id);
}

}  // namespace apportion::results
