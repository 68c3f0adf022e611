// Arrays of NumPy, read strictly. https://numpy.org/neps/nep-0001-npy-format.html
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/problems/cells/cell_table.hpp"
#include "sim/cells/cell_loads.hpp"

namespace apportion::problems {
namespace {

constexpr std::string_view npy_magic = "\x93NUMPY";

struct NpyHeader {
  char kind = '?';  ///< b, i, u or f
  std::size_t bytes = 0;
  bool big_endian = false;
  bool columns_first = false;
  bool is_list = false;  ///< of one dimension
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::size_t begin = 0;  ///< of the numbers
};

std::uint64_t unsigned_at(std::string_view text, std::size_t place, std::size_t bytes, bool big_endian) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i) {
    const std::size_t byte = place + (big_endian ? i : bytes - 1 - i);
    value = value << 8U | static_cast<unsigned char>(text[byte]);
  }
  return value;
}

// Goes through the header, a dictionary of Python: {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }.
class LiteralScanner {
 public:
  explicit LiteralScanner(std::string_view text) : text_(text) {}

  [[nodiscard]] bool takes(char wanted) {
    skip_blanks();
    const bool found = place_ < text_.size() && text_[place_] == wanted;
    if (found) ++place_;
    return found;
  }

  /// What stands between two quotes of one kind, without escapes.
  [[nodiscard]] std::optional<std::string_view> quoted() {
    skip_blanks();
    const char quote = place_ < text_.size() ? text_[place_] : '\0';
    if (quote != '\'' && quote != '"') return std::nullopt;
    const std::size_t end = text_.find(quote, place_ + 1);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view inside = text_.substr(place_ + 1, end - place_ - 1);
    if (inside.find_first_of("\\\r\n") != std::string_view::npos) return std::nullopt;
    place_ = end + 1;
    return inside;
  }

  /// A run of letters and digits: a number, True, False; "" where there is none.
  [[nodiscard]] std::string_view word() {
    skip_blanks();
    const std::size_t begin = place_;
    while (place_ < text_.size() && is_word(text_[place_])) ++place_;
    return text_.substr(begin, place_ - begin);
  }

  [[nodiscard]] bool is_at_end() {
    skip_blanks();
    return place_ == text_.size();
  }

  /// The text from here on.
  [[nodiscard]] std::string_view rest() {
    skip_blanks();
    return text_.substr(place_);
  }

 private:
  static bool is_word(char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

  void skip_blanks() {
    while (place_ < text_.size() && std::string_view(" \t\r\n").find(text_[place_]) != std::string_view::npos) ++place_;
  }

  std::string_view text_;
  std::size_t place_ = 0;
};

// As a message may have it: a file may say anything.
std::string shown(std::string_view value) {
  const auto is_plain = [](char c) { return c >= ' ' && c <= '~'; };
  return value.size() <= 40 && std::ranges::all_of(value, is_plain) ? std::string(value) : "something else";
}

void read_type(LiteralScanner& scanner, NpyHeader& header) {
  const std::string_view all = scanner.rest();
  const std::string_view name = scanner.quoted().value_or("");
  constexpr std::string_view known[] = {"b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8"};
  if (name.size() != 3 || std::ranges::find(known, name.substr(1)) == std::end(known) ||
      std::string_view("<>|=").find(name[0]) == std::string_view::npos)
    throw InputError(
        fmt::format("its numbers are {}; they must be bool, whole numbers of 1, 2, 4 or 8 bytes or reals of 4 or 8",
                    name.empty() ? "no simple type" : fmt::format("'{}'", shown(all.substr(1, name.size())))));
  header.kind = name[1];
  header.bytes = static_cast<std::size_t>(name[2] - '0');
  header.big_endian = name[0] == '>' || (name[0] == '=' && std::endian::native == std::endian::big);
}

void read_order(LiteralScanner& scanner, NpyHeader& header) {
  const std::string_view order = scanner.word();
  if (order != "True" && order != "False") throw InputError("the header's 'fortran_order' must be True or False");
  header.columns_first = order == "True";
}

// Digits, without the zeros before them that Python refuses.
std::optional<std::int64_t> side_in(std::string_view word) {
  const bool is_whole = !word.empty() && std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
  if (!is_whole || (word.size() > 1 && word.front() == '0')) return std::nullopt;
  return parse_whole(word);
}

/// The numbers of a tuple; one alone is followed by a comma. Nothing where it is none.
std::optional<std::vector<std::int64_t>> sides_in(LiteralScanner& scanner) {
  if (!scanner.takes('(')) return std::nullopt;
  std::vector<std::int64_t> sides;
  bool has_comma = true;
  while (!scanner.takes(')')) {
    const std::optional<std::int64_t> side = has_comma ? side_in(scanner.word()) : std::nullopt;
    if (!side) return std::nullopt;
    sides.push_back(*side);
    has_comma = scanner.takes(',');
  }
  if (sides.size() == 1 && !has_comma) return std::nullopt;
  return sides;
}

void read_shape(LiteralScanner& scanner, NpyHeader& header) {
  const std::string_view all = scanner.rest();
  std::optional<std::vector<std::int64_t>> sides = sides_in(scanner);
  const std::string text = shown(all.substr(0, all.size() - scanner.rest().size()));
  if (!sides || sides->empty() || sides->size() > 2)
    throw InputError(fmt::format("its shape is {}; an array of cells has rows and columns",
                                 sides ? shown(trimmed(text)) : "no tuple of whole numbers"));
  header.is_list = sides->size() == 1;
  header.rows = sides->front();
  header.columns = header.is_list ? 1 : sides->back();
  if (header.rows < 1 || header.columns < 1)
    throw InputError(fmt::format("its shape is {}; there is no cell", shown(trimmed(text))));
  if (header.rows > most_single_cells / header.columns)
    throw InputError(
        fmt::format("{} x {} cells are too many; at most {} are read", header.rows, header.columns, most_single_cells));
}

/// Each of the three keys once, in any order, and no other one.
void read_dictionary(std::string_view dictionary, NpyHeader& header) {
  struct Entry {
    std::string_view key;
    void (*read)(LiteralScanner& scanner, NpyHeader& header);
    bool found = false;
  };
  Entry entries[] = {{"descr", read_type}, {"fortran_order", read_order}, {"shape", read_shape}};
  const auto not_a_dictionary = [] {
    return InputError("the header must be a dictionary of Python with 'descr', 'fortran_order' and 'shape'");
  };
  LiteralScanner scanner(dictionary);
  if (!scanner.takes('{')) throw not_a_dictionary();
  bool has_comma = true;
  while (!scanner.takes('}')) {
    const std::optional<std::string_view> key = has_comma ? scanner.quoted() : std::nullopt;
    if (!key || !scanner.takes(':')) throw not_a_dictionary();
    Entry* const entry = std::ranges::find(entries, *key, &Entry::key);
    if (entry == std::end(entries))
      throw InputError("the header has a key besides 'descr', 'fortran_order' and 'shape'");
    if (std::exchange(entry->found, true)) throw InputError(fmt::format("the header has '{}' twice", entry->key));
    entry->read(scanner, header);
    has_comma = scanner.takes(',');
  }
  if (!scanner.is_at_end()) throw InputError("the header goes on behind its dictionary");
  for (const Entry& entry : entries)
    if (!entry.found) throw InputError(fmt::format("the header has no '{}'", entry.key));
}

NpyHeader read_npy_header(std::string_view text) {
  constexpr std::size_t version_place = 6;
  const bool has_version = text.size() >= version_place + 6;
  const int version = has_version ? text[version_place] : 0;
  if (version < 1 || version > 3 || text[version_place + 1] != 0)
    throw InputError("is an array of NumPy without a version from 1 to 3");
  const std::size_t length_bytes = version == 1 ? 2 : 4;
  const std::size_t length = unsigned_at(text, version_place + 2, length_bytes, false);
  NpyHeader header;
  header.begin = version_place + 2 + length_bytes + length;
  if (header.begin > text.size()) throw InputError("is too short: it ends within the header");
  read_dictionary(text.substr(header.begin - length, length), header);
  return header;
}

void require_npy_length(const NpyHeader& header, std::size_t bytes) {
  const std::size_t least = static_cast<std::size_t>(header.rows * header.columns) * header.bytes;
  if (bytes != least)
    throw InputError(fmt::format("is too {}: {} x {} numbers take {} after the header, and there are {}",
                                 bytes < least ? "short" : "long", header.rows, header.columns,
                                 counted(static_cast<std::int64_t>(least), "byte"), bytes));
}

double npy_number(const NpyHeader& header, std::uint64_t bits) {
  if (header.kind == 'f')
    return header.bytes == 8 ? std::bit_cast<double>(bits)
                             : static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  if (header.kind != 'i') return static_cast<double>(bits);
  const unsigned unused = 64 - 8 * static_cast<unsigned>(header.bytes);
  return static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused);
}

}  // namespace

bool is_npy(std::string_view text) { return text.starts_with(npy_magic); }

CellTable parse_npy(std::string_view text) {
  const NpyHeader header = read_npy_header(text);
  require_npy_length(header, text.size() - header.begin);
  const auto rows = static_cast<std::size_t>(header.rows);
  const auto columns = static_cast<std::size_t>(header.columns);
  CellTable table{header.rows, header.columns, std::vector<double>(rows * columns)};
  table.is_list = header.is_list;
  for (std::size_t i = 0; i < table.values.size(); ++i) {
    const std::size_t cell = header.columns_first ? i % rows * columns + i / rows : i;
    const std::size_t place = header.begin + i * header.bytes;
    table.values[cell] = npy_number(header, unsigned_at(text, place, header.bytes, header.big_endian));
  }
  return table;
}

}  // namespace apportion::problems
