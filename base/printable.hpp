// Texts of others, made harmless for a terminal, for XML and as identifiers.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace apportion {

/// The bytes of the text's first character, 1 to 4; 0 where it begins with a control character, one that turns the
/// direction of a text or breaks its line included, or with what is not UTF-8. The text is not empty.
[[nodiscard]] std::size_t printable_bytes(std::string_view text);

/// The text with every control character but line feeds and tabs, and every byte that is not UTF-8, spelled as \xNN: it
/// moves no cursor, changes no terminal and may stand in XML, once that is escaped. Other texts stay as they are.
[[nodiscard]] std::string without_controls(std::string_view text);

/// The same with a blank for every line feed and tab.
[[nodiscard]] std::string in_one_line(std::string_view text);

/// The message with at most 200 characters of any word and of any text within '...', and at most 2000 in all: who asks
/// is not told back all that was given.
[[nodiscard]] std::string brief_message(std::string_view message);

/// The text as an identifier: letters, digits and underscores as they are, `joint` for slashes, hyphens and blanks, and
/// `joint` and its number for any other byte.
[[nodiscard]] std::string identifier(std::string_view text, char joint);

}  // namespace apportion
