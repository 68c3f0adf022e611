// Texts of others, made harmless for a terminal and for XML.
#include "base/printable.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace apportion {
namespace {

// Texts without anything else are nearly all there are.
bool is_plain(char c) { return (c >= 0x20 && c < 0x7f) || c == '\n' || c == '\t'; }

}  // namespace

std::size_t printable_bytes(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return byte(0) < 0x20 || byte(0) == 0x7f ? 0 : 1;
  const std::size_t length = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : byte(0) >= 0xc2 ? 2 : 0;
  if (length == 0 || byte(0) > 0xf4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0U) != 0x80U) return 0;
  const bool is_second_control_set = byte(0) == 0xc2 && byte(1) < 0xa0;
  return is_second_control_set ? 0 : length;
}

std::string without_controls(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const auto plain = static_cast<std::size_t>(std::ranges::find_if_not(text, is_plain) - text.begin());
    shown += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const std::size_t length = printable_bytes(text);
    if (length == 0)
      shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
    else
      shown += text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return shown;
}

}  // namespace apportion
