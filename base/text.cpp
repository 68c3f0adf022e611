// Small work on texts, mostly by Boost.StringAlgo.
#include "base/text.hpp"

#include <fmt/format.h>

#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/split.hpp>
#include <boost/algorithm/string/trim.hpp>
#include <boost/range/iterator_range.hpp>

#include "base/printable.hpp"

namespace apportion {

std::string_view trimmed(std::string_view text) {
  return boost::algorithm::trim_copy_if(text, boost::algorithm::is_any_of(" \t"));
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> pieces;
  boost::algorithm::split(pieces, text, [separator](char c) { return c == separator; });
  return pieces;
}

std::string counted(std::int64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string doubly_quoted(std::string_view text, char quote) {
  std::string result(1, quote);
  for (const char c : text) result += c == quote ? std::string(2, c) : std::string(1, c);
  return result + quote;
}

std::string xml_escaped(std::string_view text) {
  std::string result;
  for (const char c : without_controls(text)) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else if (c == '\'')
      result += "&#39;";
    else
      result += c;
  }
  return result;
}

}  // namespace apportion
