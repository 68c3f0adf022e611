// Text helpers, mostly by Boost.StringAlgo, sanitizing of foreign texts, and widths of texts.
#include "base/text.hpp"

#include <fmt/format.h>

#include <array>
#include <boost/algorithm/string/replace.hpp>
#include <boost/algorithm/string/split.hpp>
#include <boost/locale/utf.hpp>
#include <boost/range/iterator_range.hpp>
#include <cctype>
#include <iterator>
#include <sstream>

namespace apportion {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  const std::size_t first = text.find_first_not_of(blanks);
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> pieces;
  boost::algorithm::split(pieces, text, [separator](char c) { return c == separator; });
  return pieces;
}

std::vector<std::string> spaced_words(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

std::vector<std::string_view> split_outside_brackets(std::string_view text) {
  std::vector<std::string_view> pieces;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '[') ++depth;
    if (text[i] == ')' || text[i] == ']') --depth;
    if (text[i] != ',' || depth != 0) continue;
    pieces.push_back(text.substr(begin, i - begin));
    begin = i + 1;
  }
  pieces.push_back(text.substr(begin));
  return pieces;
}

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

std::string counted_whole(std::int64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string doubly_quoted(std::string_view text, char quote) {
  std::string result(1, quote);
  for (const char c : text) result += c == quote ? std::string(2, c) : std::string(1, c);
  return result + quote;
}

std::string respelled(std::string_view text, const std::map<char, std::string_view>& spellings) {
  std::string result;
  for (const char c : text) {
    const auto found = spellings.find(c);
    result += found == spellings.end() ? std::string_view(&c, 1) : found->second;
  }
  return result;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  boost::algorithm::replace_all(text, from, to);
}

std::string percent_encoded(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = std::isalnum(byte) != 0 || std::string_view("-._~,/:()").find(c) != std::string_view::npos;
    result += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return result;
}

std::string xml_escaped(std::string_view text) {
  static const std::map<char, std::string_view> entities = {
      {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
  return respelled(without_controls(text), entities);
}

namespace {

// The length in bytes of the text's first character; 0 if it is a control character, turns the direction of a text,
// breaks its line, or is invalid in UTF-8 or XML. The text is not empty.
std::size_t printable_bytes(std::string_view text) {
  using boost::locale::utf::code_point;
  constexpr std::array<std::pair<code_point, code_point>, 8> hidden{
      {{0, 0x1f},
       {0x7f, 0x9f},
       {0x61c, 0x61c},
       {0x200e, 0x200f},
       {0x2028, 0x202e},
       {0x2066, 0x2069},
       {0xfffe, 0xffff},
       {boost::locale::utf::incomplete, boost::locale::utf::illegal}}};
  const char* end = text.data();
  const code_point code = boost::locale::utf::utf_traits<char>::decode(end, text.data() + text.size());
  const auto holds = [code](const auto& range) { return range.first <= code && code <= range.second; };
  return std::ranges::any_of(hidden, holds) ? 0 : static_cast<std::size_t>(end - text.data());
}

// The text with what is not printable as \xNN, but for the characters in `kept`.
std::string spelled(std::string_view text, std::string_view kept, std::size_t most) {
  // Nearly all texts consist of such characters only.
  const auto is_plain = [kept](char c) { return (c >= 0x20 && c < 0x7f) || kept.find(c) != std::string_view::npos; };
  std::string shown;
  while (!text.empty()) {
    if (shown.size() >= most) return shown + "...";
    const auto plain = static_cast<std::size_t>(std::ranges::find_if_not(text, is_plain) - text.begin());
    const std::size_t length = plain > 0 ? std::min(plain, most - shown.size()) : printable_bytes(text);
    shown += length == 0 ? fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()))
                         : std::string(text.substr(0, length));
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return shown;
}

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

std::string without_controls(std::string_view text) { return spelled(text, "\n\t", std::string::npos); }

std::string printable(std::string_view text, std::size_t most) { return spelled(text, "", most); }

std::string in_one_line(std::string_view text) {
  std::string line = without_controls(text);
  std::ranges::replace_if(
      line, [](char c) { return c == '\n' || c == '\t'; }, ' ');
  return line;
}

std::string brief_message(std::string_view message) {
  constexpr std::size_t longest_piece = 200;
  constexpr std::size_t longest_message = 2000;
  std::string brief;
  while (!message.empty() && brief.size() < longest_message) {
    std::size_t end = std::min(message.find(' ', 1), message.size());
    const bool is_quotation = message.starts_with(" '") || message.starts_with("'");
    if (const std::size_t close = message.find('\'', 2); is_quotation && close != std::string_view::npos)
      end = close + 1;
    std::string_view piece = message.substr(0, end);
    message.remove_prefix(end);
    if (piece.size() <= longest_piece + 10) {
      brief += piece;
      continue;
    }
    piece = piece.substr(0, longest_piece);
    while (!piece.empty() && (static_cast<unsigned char>(piece.back()) & 0x80U) != 0) piece.remove_suffix(1);
    brief += std::string(piece) + (is_quotation ? "...'" : "...");
  }
  return brief + (message.empty() ? "" : "...");
}

std::string identifier(std::string_view text, char joint) {
  std::string result;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_')
      result += c;
    else if (c == '/' || c == '-' || c == ' ')
      result += joint;
    else
      result += fmt::format("{}{:02x}", joint, static_cast<unsigned char>(c));
  }
  return result;
}

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
