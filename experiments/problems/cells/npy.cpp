// Arrays of NumPy, read strictly. https://numpy.org/neps/nep-0001-npy-format.html
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string>

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

// The text of a value in the header, which is a dictionary of Python: {'descr': '<f8', 'fortran_order': False, ...}.
std::string_view header_value(std::string_view header, std::string_view key) {
  const std::size_t place = header.find(fmt::format("'{}':", key));
  if (place == std::string_view::npos) throw InputError(fmt::format("the header has no '{}'", key));
  const std::string_view rest = trimmed(header.substr(place + key.size() + 3));
  const std::size_t end = rest.starts_with('(') ? rest.find(')') + 1 : rest.find_first_of(",}");
  return rest.substr(0, end);
}

// As a message may have it: a file may say anything.
std::string shown(std::string_view value) {
  const auto is_plain = [](char c) { return c >= ' ' && c <= '~'; };
  return value.size() <= 40 && std::ranges::all_of(value, is_plain) ? std::string(value) : "something else";
}

void set_type(std::string_view type, NpyHeader& header) {
  const bool is_quoted = type.size() == 5 && type.front() == '\'' && type.back() == '\'';
  const std::string_view name = is_quoted ? type.substr(1, 3) : "";
  constexpr std::string_view known[] = {"b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8"};
  bool found = false;
  for (const std::string_view each : known) found = found || (is_quoted && name.substr(1) == each);
  if (!found || std::string_view("<>|=").find(name[0]) == std::string_view::npos)
    throw InputError(fmt::format(
        "its numbers are {}; they must be bool, whole numbers of 1, 2, 4 or 8 bytes or reals of 4 or 8", shown(type)));
  header.kind = name[1];
  header.bytes = static_cast<std::size_t>(name[2] - '0');
  header.big_endian = name[0] == '>';
}

void set_shape(std::string_view shape, NpyHeader& header) {
  const bool is_tuple = shape.starts_with('(') && shape.ends_with(')');
  std::vector<std::string> sides =
      is_tuple ? split(shape.substr(1, shape.size() - 2), ',') : std::vector<std::string>{};
  if (!sides.empty() && is_blank(sides.back())) sides.pop_back();
  if (sides.size() == 1) sides.emplace_back("1");  // a list of owners, one a cell
  const auto side = [&](std::size_t i) { return parse_whole(trimmed(sides[i])); };
  if (sides.size() != 2 || !side(0) || !side(1))
    throw InputError(fmt::format("its shape is {}; an array of cells has rows and columns", shown(shape)));
  header.rows = *side(0);
  header.columns = *side(1);
  if (header.rows < 1 || header.columns < 1)
    throw InputError(fmt::format("its shape is {}; there is no cell", shown(shape)));
  if (header.rows > most_single_cells / header.columns)
    throw InputError(
        fmt::format("{} x {} cells are too many; at most {} are read", header.rows, header.columns, most_single_cells));
}

NpyHeader read_npy_header(std::string_view text) {
  constexpr std::size_t version_place = 6;
  const bool has_version = text.size() > version_place + 6;
  const int version = has_version ? text[version_place] : 0;
  if (version < 1 || version > 3) throw InputError("is an array of NumPy without a version from 1 to 3");
  const std::size_t length_bytes = version == 1 ? 2 : 4;
  const std::size_t length = unsigned_at(text, version_place + 2, length_bytes, false);
  NpyHeader header;
  header.begin = version_place + 2 + length_bytes + length;
  if (header.begin > text.size()) throw InputError("is too short: it ends within the header");
  const std::string_view dictionary = text.substr(header.begin - length, length);
  set_type(header_value(dictionary, "descr"), header);
  const std::string_view order = header_value(dictionary, "fortran_order");
  if (order != "True" && order != "False") throw InputError("the header's 'fortran_order' must be True or False");
  header.columns_first = order == "True";
  set_shape(header_value(dictionary, "shape"), header);
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
  for (std::size_t i = 0; i < table.values.size(); ++i) {
    const std::size_t cell = header.columns_first ? i % rows * columns + i / rows : i;
    const std::size_t place = header.begin + i * header.bytes;
    table.values[cell] = npy_number(header, unsigned_at(text, place, header.bytes, header.big_endian));
  }
  return table;
}

}  // namespace apportion::problems
