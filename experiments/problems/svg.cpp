// Colours, texts and lengths of SVG drawings.
#include "experiments/problems/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace apportion::problems {

namespace {

// A pale hue: from 0 to 1 around the circle of red, green and blue.
std::string pale_hue(double hue) {
  const auto part = [hue](double centre) {
    const double distance = std::abs(hue - centre);
    const double share = std::clamp(2 - 6 * std::min(distance, 1 - distance), 0.0, 1.0);
    return static_cast<int>(120 + 120 * share);
  };
  return fmt::format("#{:02x}{:02x}{:02x}", part(0), part(1.0 / 3), part(2.0 / 3));
}

}  // namespace

std::string svg_colour(std::size_t number) {
  // Paul Tol's "light" scheme: told apart by colour-blind readers, and pale enough for dark text on paper.
  constexpr std::array<std::string_view, svg_palette_size> palette = {
      "#77aadd", "#ee8866", "#eedd88", "#ffaabb", "#99ddff", "#44bb99", "#bbcc33", "#aaaa00", "#dddddd"};
  if (number < palette.size()) return std::string(palette.at(number));
  // Steps of the golden section come near no earlier hue for long.
  constexpr double golden = 0.6180339887498949;
  const double turns = golden * static_cast<double>(number);
  return pale_hue(turns - std::floor(turns));
}

std::string svg_length(double value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string svg_document(double width, double height, std::string_view body) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n"
      "<g font-family=\"Helvetica, Arial, sans-serif\" fill=\"#111111\">\n{2}</g>\n</svg>\n",
      svg_length(width), svg_length(height), body);
}

}  // namespace apportion::problems
