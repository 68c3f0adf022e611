// Character widths and line breaking.
#include "base/text_layout.hpp"

#include <algorithm>
#include <cstddef>

namespace apportion {
namespace {

constexpr std::string_view ellipsis = "…";

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; }

double character_width(char c) {
  if (continues_character(c)) return 0;
  if (static_cast<unsigned char>(c) >= 0xe0U) return 1;  // may be as wide as high
  if (std::string_view("ijlI.,:;'|!").find(c) != std::string_view::npos) return 0.34;
  if (std::string_view("frt()[]-/ \"").find(c) != std::string_view::npos) return 0.46;
  if (std::string_view("mMwW%@").find(c) != std::string_view::npos) return 0.99;
  return c >= 'A' && c <= 'Z' ? 0.74 : 0.64;
}

}  // namespace

double text_width(std::string_view text) {
  double width = 0;
  for (const char c : text) width += character_width(c);
  return width;
}

double character_count(std::string_view text) {
  double count = 0;
  for (const char c : text) count += continues_character(c) ? 0 : 1;
  return count;
}

std::string shortened(const std::string& text, double width) {
  if (text_width(text) <= width) return text;
  const double room = width - text_width(ellipsis);
  double taken = 0;
  std::size_t start = 0;
  while (start < text.size() && taken + character_width(text[start]) <= 0.6 * room)
    taken += character_width(text[start++]);
  while (start > 0 && continues_character(text[start])) --start;
  std::size_t end = text.size();
  while (end > start && taken + character_width(text[end - 1]) <= room) taken += character_width(text[--end]);
  while (end < text.size() && continues_character(text[end])) ++end;
  return text.substr(0, start).append(ellipsis) + text.substr(end);
}

std::vector<std::string> wrapped(std::string_view text, double width, double (*measure)(std::string_view)) {
  constexpr std::string_view blanks = " \n\t";
  std::vector<std::string> lines;
  for (std::size_t at = text.find_first_not_of(blanks); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
    const std::string word(text.substr(at, end - at));
    if (lines.empty() || measure(lines.back() + " " + word) > width)
      lines.push_back(word);
    else
      lines.back() += " " + word;
    at = text.find_first_not_of(blanks, end);
  }
  return lines;
}

}  // namespace apportion
