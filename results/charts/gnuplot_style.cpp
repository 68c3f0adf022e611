// Colours, shapes, dashes, texts and terminals in gnuplot's language.
#include "results/charts/gnuplot_style.hpp"

#include <fmt/format.h>

#include <array>

#include "base/text.hpp"

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

}  // namespace

std::string gnuplot_text(std::string_view text) {
  std::string result = "\"";
  for (const char c : in_one_line(text)) {
    const bool special = std::string_view("\"\\`@").find(c) != std::string_view::npos;
    result += special ? fmt::format("\\{:03o}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return result + '"';
}

ChartSize size_of(ChartWidth width) {
  constexpr double pixels_per_mm = 96 / 25.4;
  constexpr double print_font = 8 * 96.0 / 72;
  constexpr double print_scale = 300.0 / 96;
  if (width == ChartWidth::column) return {84 * pixels_per_mm, print_font, print_scale};
  if (width == ChartWidth::page) return {174 * pixels_per_mm, print_font, print_scale};
  return {};
}

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

CurveStyle style_of(const Chart& chart, const Curve& curve) {
  if (chart.series.empty()) return {curve.value, curve.value, curve.value};
  return {curve.series, curve.series, chart.values.size() > 1 ? curve.value : curve.series};
}

std::string cloud_look(const CurveStyle& style, std::size_t points) {
  constexpr std::size_t few = 100;
  return fmt::format("lc rgb '{}' pt {} ps {} lw {}", colours.at(style.colour % colours.size()),
                     open_shapes.at(style.shape % open_shapes.size()), points > few ? 0.5 : 1,
                     points > few ? 0.8 : 1.2);
}

std::string bar_look(const CurveStyle& style) {
  return fmt::format("lc rgb '{}' dt 1 lw 0.9", colours.at(style.colour % colours.size()));
}

std::string line_look(const CurveStyle& style) {
  return fmt::format("lc rgb '{}' dt {} pt {} ps 0.9 lw 1.6", colours.at(style.colour % colours.size()),
                     dashes.at(style.dash % dashes.size()), shapes.at(style.shape % shapes.size()));
}

}  // namespace apportion::results
