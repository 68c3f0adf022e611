// Text helpers that every layer needs, foreign texts made safe for a terminal, for XML and as identifiers, and the
// widths of texts, by which they are shortened and broken into lines.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace apportion {

/// The text without blanks and tabs at its ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// The text without UTF-8's byte order mark, which some editors and spreadsheets put first.
[[nodiscard]] std::string_view without_byte_order_mark(std::string_view text);

/// Whether the text has only white space.
[[nodiscard]] bool is_blank(std::string_view text);

/// The pieces between separators: one more than separators, so that "" has one empty piece.
[[nodiscard]] std::vector<std::string> split(std::string_view text, char separator);

/// The words between blanks, tabs and line breaks.
[[nodiscard]] std::vector<std::string> spaced_words(const std::string& text);

/// The projection, a member or a function, of each item, such as their names.
template <class Items, class Projection>
[[nodiscard]] std::vector<std::string> collected(const Items& items, const Projection& projection) {
  std::vector<std::string> texts;
  for (const auto& item : items) texts.emplace_back(std::invoke(projection, item));
  return texts;
}

/// Whether one of the items, or of their projections, is this one.
template <class Items, class Item, class Projection = std::identity>
[[nodiscard]] bool contains(const Items& items, const Item& item, Projection projection = {}) {
  return std::ranges::find(items, item, std::move(projection)) != std::ranges::end(items);
}

/// The pieces between commas outside round and square brackets; at least one.
[[nodiscard]] std::vector<std::string_view> split_outside_brackets(std::string_view text);

/// The text with A to Z in lower case, as SQLite compares names.
[[nodiscard]] std::string in_lower_case(std::string_view text);

/// "1 unit", "2 units": the count and the noun, with a plural s unless the count is 1.
[[nodiscard]] std::string counted_whole(std::int64_t count, std::string_view noun);
[[nodiscard]] std::string counted(std::integral auto count, std::string_view noun) {
  return counted_whole(static_cast<std::int64_t>(count), noun);
}

/// The text in quotes of this kind, with every `quote` in it doubled.
[[nodiscard]] std::string doubly_quoted(std::string_view text, char quote);

/// Any name or text, quoted for SQL.
[[nodiscard]] inline std::string sql_identifier(std::string_view name) { return doubly_quoted(name, '"'); }
[[nodiscard]] inline std::string sql_literal(std::string_view text) { return doubly_quoted(text, '\''); }

/// The text with each of these characters replaced by its spelling.
[[nodiscard]] std::string respelled(std::string_view text, const std::map<char, std::string_view>& spellings);

/// Replaces every occurrence in the text.
void replace_all(std::string& text, std::string_view from, std::string_view to);

/// The text for a path or the data of a URI (RFC 3986): all but letters, digits and -._~,/:() as %XX.
[[nodiscard]] std::string percent_encoded(std::string_view text);

/// A text escaped for HTML, SVG or XML, in an element or an attribute.
[[nodiscard]] std::string xml_escaped(std::string_view text);

/// The text with every control character except line feeds and tabs, and every byte of invalid UTF-8, spelled as \xNN:
/// it then moves no cursor, changes no terminal and is allowed in XML, once escaped. Other texts are unchanged.
[[nodiscard]] std::string without_controls(std::string_view text);

/// Another program's output, for a message: one line, with line feeds and tabs spelled as well, of at most `most`
/// bytes, then "..." if there is more.
[[nodiscard]] std::string printable(std::string_view text, std::size_t most = 200);

/// without_controls() with a blank for each line feed and tab.
[[nodiscard]] std::string in_one_line(std::string_view text);

/// The message with at most 200 characters of each word and of each text within '...', and at most 2000 in all: a
/// message need not repeat long input.
[[nodiscard]] std::string brief_message(std::string_view message);

/// The text as an identifier: letters, digits and underscores are kept, slashes, hyphens and blanks become `joint`, and
/// any other byte becomes `joint` and its number.
[[nodiscard]] std::string identifier(std::string_view text, char joint);

/// The width in multiples of the font size. Widths are DejaVu Sans', rounded up: no common sans serif is wider.
[[nodiscard]] double text_width(std::string_view text);

/// The number of characters of a UTF-8 text.
[[nodiscard]] double character_count(std::string_view text);

/// The text, or as much of its beginning and end as fits into `width` (see text_width()), with an ellipsis between:
/// names that begin alike often end differently.
[[nodiscard]] std::string shortened(const std::string& text, double width);

/// The words in lines of at most this width; a longer word gets its own line. A text without words has no lines.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, double width,
                                               double (*measure)(std::string_view) = text_width);

}  // namespace apportion
