// Colours, texts and lengths of SVG drawings.
#include "experiments/problems/drawing/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace apportion::problems {

namespace {

struct Colour {
  int red = 0;
  int green = 0;
  int blue = 0;
};

// Paul Tol's "light" scheme: told apart by colour-blind readers, and pale enough for dark text on paper.
constexpr std::array<Colour, svg_palette_size> palette = {{{0x77, 0xaa, 0xdd},
                                                           {0xee, 0x88, 0x66},
                                                           {0xee, 0xdd, 0x88},
                                                           {0xff, 0xaa, 0xbb},
                                                           {0x99, 0xdd, 0xff},
                                                           {0x44, 0xbb, 0x99},
                                                           {0xbb, 0xcc, 0x33},
                                                           {0xaa, 0xaa, 0x00},
                                                           {0xdd, 0xdd, 0xdd}}};

// A pale hue: from 0 to 1 around the circle of red, green and blue.
Colour pale_hue(double hue) {
  const auto part = [hue](double centre) {
    const double distance = std::abs(hue - centre);
    const double share = std::clamp(2 - 6 * std::min(distance, 1 - distance), 0.0, 1.0);
    return static_cast<int>(120 + 120 * share);
  };
  return {part(0), part(1.0 / 3), part(2.0 / 3)};
}

Colour colour_of(std::size_t number) {
  if (number < palette.size() * svg_shades) {
    const Colour& colour = palette.at(number % palette.size());
    const auto shaded = [shade = number / palette.size()](int part) {
      return shade == 0 ? part : shade == 1 ? part * 3 / 4 : (part + 0xff) / 2;
    };
    return {shaded(colour.red), shaded(colour.green), shaded(colour.blue)};
  }
  // Steps of the golden section come near no earlier hue for long.
  constexpr double golden = 0.6180339887498949;
  const double turns = golden * static_cast<double>(number);
  return pale_hue(turns - std::floor(turns));
}

}  // namespace

std::string svg_colour(std::size_t number) {
  const Colour colour = colour_of(number);
  return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue);
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
