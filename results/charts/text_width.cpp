// Widths of letters by classes.
#include "results/charts/text_width.hpp"

#include <sstream>

namespace apportion::results {
namespace {

constexpr std::string_view ellipsis = "…";

// In shares of the font's size.
double character_width(char c) {
  constexpr std::string_view narrow = "ijlI.,:;'|!";
  constexpr std::string_view slim = "frt()[]-/ \"";
  constexpr std::string_view wide = "mMwW%@";
  const auto code = static_cast<unsigned char>(c);
  if ((code & 0xc0U) == 0x80U) return 0;  // goes on with the character before
  if (code >= 0xe0U) return 1;            // may be as wide as high
  if (narrow.find(c) != std::string_view::npos) return 0.34;
  if (slim.find(c) != std::string_view::npos) return 0.46;
  if (wide.find(c) != std::string_view::npos) return 0.99;
  if (c >= 'A' && c <= 'Z') return 0.74;
  return 0.64;
}

// Without its last character.
void drop_last(std::string& text) {
  while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xc0U) == 0x80U) text.pop_back();
  if (!text.empty()) text.pop_back();
}

}  // namespace

double text_width(std::string_view text, double font) {
  double width = 0;
  for (const char c : text) width += character_width(c);
  return width * font;
}

std::string shortened(const std::string& text, double width, double font) {
  if (text_width(text, font) <= width) return text;
  // Names that begin alike often end differently.
  std::string start = text;
  std::string end;
  const double room = width - text_width(ellipsis, font);
  while (!start.empty() && text_width(start, font) > 0.6 * room) drop_last(start);
  for (std::size_t at = text.size(); at > start.size(); --at) {
    if ((static_cast<unsigned char>(text[at - 1]) & 0xc0U) == 0x80U) continue;
    if (text_width(start, font) + text_width(std::string_view(text).substr(at - 1), font) > room) break;
    end = text.substr(at - 1);
  }
  return start + std::string(ellipsis) + end;
}

std::vector<std::string> wrapped(const std::string& text, double width, double font, std::size_t lines) {
  std::vector<std::string> result;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const bool fits = !result.empty() && text_width(result.back() + " " + word, font) <= width;
    if (result.empty() || (!fits && result.size() < lines))
      result.push_back(word);
    else
      result.back() += " " + word;
  }
  for (std::string& line : result) line = shortened(line, width, font);
  return result;
}

}  // namespace apportion::results
