// Small work on texts that every layer needs; and texts of others, made harmless for a terminal, for XML and as
// identifiers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace apportion {

/// Without the blanks and tabs at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// Without the byte order mark of UTF-8 that some editors and spreadsheets begin a text with.
[[nodiscard]] std::string_view without_byte_order_mark(std::string_view text);

/// Nothing but white space.
[[nodiscard]] bool is_blank(std::string_view text);

/// The pieces between separators: one more than there are separators, so that "" has one empty piece.
[[nodiscard]] std::vector<std::string> split(std::string_view text, char separator);

/// What the projection, a member or a function, gives for each of the items, such as their names.
template <class Items, class Projection>
[[nodiscard]] std::vector<std::string> collected(const Items& items, const Projection& projection) {
  std::vector<std::string> texts;
  for (const auto& item : items) texts.emplace_back(std::invoke(projection, item));
  return texts;
}

/// The pieces between commas that stand outside round and square brackets; at least one.
[[nodiscard]] std::vector<std::string_view> split_outside_brackets(std::string_view text);

/// With the letters A to Z in lower case, as SQLite compares names.
[[nodiscard]] std::string in_lower_case(std::string_view text);

/// "1 unit", "2 units": the count and the noun, in the plural where it belongs.
[[nodiscard]] std::string counted(std::int64_t count, std::string_view noun);

/// `quote`, the text with every `quote` in it doubled, `quote`.
[[nodiscard]] std::string doubly_quoted(std::string_view text, char quote);

/// A name or a text within SQL, with any content.
[[nodiscard]] inline std::string sql_identifier(std::string_view name) { return doubly_quoted(name, '"'); }
[[nodiscard]] inline std::string sql_literal(std::string_view text) { return doubly_quoted(text, '\''); }

/// The text with each of these characters spelled by the text beside it.
[[nodiscard]] std::string respelled(std::string_view text, const std::map<char, std::string_view>& spellings);

/// A text within HTML, SVG or XML, in an element or an attribute.
[[nodiscard]] std::string xml_escaped(std::string_view text);

/// The bytes of the text's first character, 1 to 4; 0 where it begins with a control character, one that turns the
/// direction of a text or breaks its line included, or with what is not UTF-8. The text is not empty.
[[nodiscard]] std::size_t printable_bytes(std::string_view text);

/// The text with every control character but line feeds and tabs, and every byte that is not UTF-8, spelled as \xNN: it
/// moves no cursor, changes no terminal and may stand in XML, once that is escaped. Other texts stay as they are.
[[nodiscard]] std::string without_controls(std::string_view text);

/// The same with a blank for every line feed and tab.
[[nodiscard]] std::string in_one_line(std::string_view text);

/// The message with at most 200 characters of any word and of any text within '...', and at most 2000 in all: a
/// message need not repeat all that was given.
[[nodiscard]] std::string brief_message(std::string_view message);

/// The text as an identifier: letters, digits and underscores as they are, `joint` for slashes, hyphens and blanks, and
/// `joint` and its number for any other byte.
[[nodiscard]] std::string identifier(std::string_view text, char joint);

}  // namespace apportion
