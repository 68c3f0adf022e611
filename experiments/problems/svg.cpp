// Colours, texts and lengths of SVG drawings.
#include "experiments/problems/svg.hpp"

#include <fmt/format.h>

#include <array>

namespace apportion::problems {

std::string_view svg_colour(std::size_t number) {
  // Paul Tol's "light" scheme: told apart by colour-blind readers, and pale enough for dark text on paper.
  constexpr std::array<std::string_view, 9> palette = {"#77aadd", "#ee8866", "#eedd88", "#ffaabb", "#99ddff",
                                                       "#44bb99", "#bbcc33", "#aaaa00", "#dddddd"};
  return palette.at(number % palette.size());
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
