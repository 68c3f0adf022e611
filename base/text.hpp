// Small work on texts that every layer needs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace apportion {

/// Without the blanks and tabs at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// Nothing but white space.
[[nodiscard]] bool is_blank(std::string_view text);

/// The pieces between separators: one more than there are separators, so that "" has one empty piece.
[[nodiscard]] std::vector<std::string> split(std::string_view text, char separator);

/// "1 unit", "2 units": the count and the noun, in the plural where it belongs.
[[nodiscard]] std::string counted(std::int64_t count, std::string_view noun);

/// `quote`, the text with every `quote` in it doubled, `quote`.
[[nodiscard]] std::string doubly_quoted(std::string_view text, char quote);

/// A name or a text within SQL, whatever it contains.
[[nodiscard]] inline std::string sql_identifier(std::string_view name) { return doubly_quoted(name, '"'); }
[[nodiscard]] inline std::string sql_literal(std::string_view text) { return doubly_quoted(text, '\''); }

/// A text within HTML, SVG or XML, in an element or an attribute.
[[nodiscard]] std::string xml_escaped(std::string_view text);

}  // namespace apportion
