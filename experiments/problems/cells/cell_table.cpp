// Arrays of numbers in files: PGM and PBM, NumPy, grids of ESRI and CSV, and the choice of the format.
#include "experiments/problems/cells/cell_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "sim/cells/cell_loads.hpp"

namespace apportion::problems {

// --- Netpbm's formats, read strictly. https://netpbm.sourceforge.net/doc/pgm.html and pbm.html

namespace {

constexpr std::string_view white_space = " \t\n\v\f\r";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_white(char c) { return white_space.find(c) != std::string_view::npos; }

/// The header of a file.
struct Header {
  char magic = '0';
  std::int64_t columns = 0;
  std::int64_t rows = 0;
  std::int64_t greatest = 1;

  [[nodiscard]] bool is_plain() const { return magic == '1' || magic == '2'; }
  [[nodiscard]] bool is_bitmap() const { return magic == '1' || magic == '4'; }
  [[nodiscard]] std::int64_t cells() const { return rows * columns; }
};

/// Reads a text from its beginning.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  void skip(std::size_t characters) { place_ += characters; }
  [[nodiscard]] std::string_view rest() const { return text_.substr(std::min(place_, text_.size())); }

  void skip_white_space_and_comments() {
    while (place_ < text_.size() && (is_white(text_[place_]) || text_[place_] == '#'))
      place_ = text_[place_] == '#' ? std::min(text_.find('\n', place_), text_.size()) : place_ + 1;
  }

  /// The next run of characters that are neither white space nor a comment; "" at the end.
  std::string_view word() {
    skip_white_space_and_comments();
    const std::size_t begin = place_;
    while (place_ < text_.size() && !is_white(text_[place_]) && text_[place_] != '#') ++place_;
    return text_.substr(begin, place_ - begin);
  }

  /// The next character that is neither white space nor in a comment; 0 at the end.
  char character() {
    skip_white_space_and_comments();
    return place_ < text_.size() ? text_[place_++] : '\0';
  }

  /// The line of the character that was read last, counted from 1.
  [[nodiscard]] std::int64_t line() const {
    return 1 + std::ranges::count(text_.substr(0, place_ == 0 ? 0 : place_ - 1), '\n');
  }

 private:
  std::string_view text_;
  std::size_t place_ = 0;
};

std::int64_t header_number(Scanner& scanner, const char* name, std::int64_t most) {
  const std::string_view word = scanner.word();
  if (word.empty()) throw InputError(fmt::format("the header ends before the {}", name));
  const std::optional<std::int64_t> number = parse_whole(word);
  if (!number || *number < 1 || *number > most)
    throw InputError(fmt::format("line {}: the {} must be a whole number from 1 to {}", scanner.line(), name, most));
  return *number;
}

Header read_header(Scanner& scanner) {
  constexpr std::int64_t most_grey = 65535;
  Header header;
  const std::string_view magic = scanner.word();
  if (magic != "P1" && magic != "P2" && magic != "P4" && magic != "P5")
    throw InputError(fmt::format("is neither {}", table_formats));
  header.magic = magic[1];
  header.columns = header_number(scanner, "width", most_single_cells);
  header.rows = header_number(scanner, "height", most_single_cells);
  if (header.rows > most_single_cells / header.columns)
    throw InputError(fmt::format("line {}: {} x {} cells are too many; at most {} are read", scanner.line(),
                                 header.rows, header.columns, most_single_cells));
  if (!header.is_bitmap()) header.greatest = header_number(scanner, "greatest grey value", most_grey);
  return header;
}

/// Checks the length of the loads before memory is allocated for them.
void require_length(const Header& header, std::size_t bytes, std::int64_t least, bool exactly) {
  const auto length = static_cast<std::int64_t>(bytes);
  if (length < least)
    throw InputError(fmt::format("is too short: {} x {} cells take {}{} after the header, and there are {}",
                                 header.rows, header.columns, exactly ? "" : "at least ", counted(least, "byte"),
                                 length));
  if (exactly && length > least)
    throw InputError(fmt::format("is too long: {} x {} cells take {} after the header, and there are {}", header.rows,
                                 header.columns, counted(least, "byte"), length));
}

/// The place of a value in the array, for messages.
std::string place_of(const Header& header, std::size_t cell) {
  const auto columns = static_cast<std::size_t>(header.columns);
  return fmt::format("row {}, column {}", cell / columns + 1, cell % columns + 1);
}

InputError ends_early(const Header& header, std::size_t cell) {
  return InputError(fmt::format("is too short: it ends before {} of {} x {} cells", place_of(header, cell), header.rows,
                                header.columns));
}

double require_grey(const Header& header, std::size_t cell, std::int64_t value) {
  if (value > header.greatest)
    throw InputError(fmt::format("{}: {} is more than {}, the greatest value that the header declares",
                                 place_of(header, cell), value, header.greatest));
  return static_cast<double>(value);
}

double plain_grey(const Header& header, Scanner& scanner, std::size_t cell) {
  const std::string_view word = scanner.word();
  if (word.empty()) throw ends_early(header, cell);
  std::int64_t value = 0;
  if (!std::ranges::all_of(word, is_digit) || read_number(word, value) != NumberReading::number)
    throw InputError(fmt::format("line {}: {} must be a whole number from 0 to {}", scanner.line(),
                                 place_of(header, cell), header.greatest));
  return require_grey(header, cell, value);
}

/// Reads a bit of plain PBM, which need not be separated by white space.
double plain_bit(const Header& header, Scanner& scanner, std::size_t cell) {
  const char bit = scanner.character();
  if (bit == '\0') throw ends_early(header, cell);
  if (bit != '0' && bit != '1')
    throw InputError(fmt::format("line {}: {} must be 0 or 1", scanner.line(), place_of(header, cell)));
  return bit == '0' ? 1 : 0;
}

std::vector<double> plain_loads(const Header& header, Scanner& scanner) {
  const std::int64_t least = header.is_bitmap() ? header.cells() : 2 * header.cells();
  require_length(header, scanner.rest().size(), least, false);
  std::vector<double> loads(static_cast<std::size_t>(header.cells()));
  for (std::size_t cell = 0; cell < loads.size(); ++cell)
    loads[cell] = header.is_bitmap() ? plain_bit(header, scanner, cell) : plain_grey(header, scanner, cell);
  scanner.skip_white_space_and_comments();
  if (!scanner.word().empty())
    throw InputError(
        fmt::format("line {}: there is more than {} x {} cells", scanner.line(), header.rows, header.columns));
  return loads;
}

unsigned byte_at(std::string_view text, std::size_t place) { return static_cast<unsigned char>(text[place]); }

std::vector<double> binary_greys(const Header& header, std::string_view pixels) {
  const std::size_t bytes = header.greatest > 255 ? 2 : 1;
  require_length(header, pixels.size(), header.cells() * static_cast<std::int64_t>(bytes), true);
  std::vector<double> loads(static_cast<std::size_t>(header.cells()));
  for (std::size_t cell = 0; cell < loads.size(); ++cell) {
    const unsigned value =
        bytes == 1 ? byte_at(pixels, cell) : 256 * byte_at(pixels, 2 * cell) + byte_at(pixels, 2 * cell + 1);
    loads[cell] = require_grey(header, cell, value);
  }
  return loads;
}

// Reads bits: each row begins with a new byte, with the first cell in its highest bit.
std::vector<double> binary_bits(const Header& header, std::string_view pixels) {
  const std::int64_t row_bytes = (header.columns + 7) / 8;
  require_length(header, pixels.size(), header.rows * row_bytes, true);
  const auto columns = static_cast<std::size_t>(header.columns);
  std::vector<double> loads(static_cast<std::size_t>(header.cells()));
  for (std::size_t cell = 0; cell < loads.size(); ++cell) {
    const std::size_t column = cell % columns;
    const std::size_t place = cell / columns * static_cast<std::size_t>(row_bytes) + column / 8;
    loads[cell] = (byte_at(pixels, place) >> (7 - column % 8) & 1U) == 0 ? 1 : 0;
  }
  return loads;
}

std::vector<double> binary_loads(const Header& header, Scanner& scanner) {
  if (scanner.rest().empty() || !is_white(scanner.rest().front()))
    throw InputError("the header must end with one white space before the binary pixels");
  scanner.skip(1);
  return header.is_bitmap() ? binary_bits(header, scanner.rest()) : binary_greys(header, scanner.rest());
}

}  // namespace

bool is_netpbm(std::string_view text) { return text.size() >= 2 && text[0] == 'P' && is_digit(text[1]); }

bool is_bitmap(std::string_view text) { return text.starts_with("P1") || text.starts_with("P4"); }

CellTable parse_netpbm(std::string_view text) {
  Scanner scanner(text);
  const Header header = read_header(scanner);
  std::vector<double> loads = header.is_plain() ? plain_loads(header, scanner) : binary_loads(header, scanner);
  return {header.rows, header.columns, std::move(loads)};
}

// --- Arrays of NumPy, read strictly. https://numpy.org/neps/nep-0001-npy-format.html

namespace {

constexpr std::string_view npy_magic = "\x93NUMPY";

struct NpyHeader {
  char kind = '?';  ///< b, i, u or f
  std::size_t bytes = 0;
  bool big_endian = false;
  bool columns_first = false;
  bool is_list = false;  ///< has one dimension
  std::int64_t layers = 1;
  std::int64_t rows = 0;  ///< the rows of a layer
  std::int64_t columns = 0;
  std::size_t begin = 0;  ///< where the numbers begin

  [[nodiscard]] std::string sides() const {
    return layers > 1 ? fmt::format("{} x {} x {}", layers, rows, columns) : fmt::format("{} x {}", rows, columns);
  }
};

std::uint64_t unsigned_at(std::string_view text, std::size_t place, std::size_t bytes, bool big_endian) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i) {
    const std::size_t byte = place + (big_endian ? i : bytes - 1 - i);
    value = value << 8U | static_cast<unsigned char>(text[byte]);
  }
  return value;
}

// Reads the header, a dictionary of Python: {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }.
class LiteralScanner {
 public:
  explicit LiteralScanner(std::string_view text) : text_(text) {}

  [[nodiscard]] bool takes(char wanted) {
    skip_blanks();
    const bool found = place_ < text_.size() && text_[place_] == wanted;
    if (found) ++place_;
    return found;
  }

  /// The text between two equal quotes, without escapes.
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

  /// A run of letters and digits: a number, True, False; "" for other characters.
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

// A value for a message; a file may contain anything.
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

// A whole number; leading zeros are refused, as in Python.
std::optional<std::int64_t> side_in(std::string_view word) {
  const bool is_whole = !word.empty() && std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
  if (!is_whole || (word.size() > 1 && word.front() == '0')) return std::nullopt;
  return parse_whole(word);
}

/// The numbers of a tuple; a single one is followed by a comma. Nothing for anything else.
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
  if (!sides || sides->empty() || sides->size() > 3)
    throw InputError(fmt::format("its shape is {}; an array of cells has rows and columns, and perhaps layers",
                                 sides ? shown(trimmed(text)) : "no tuple of whole numbers"));
  header.is_list = sides->size() == 1;
  if (header.is_list) sides->push_back(1);
  if (sides->size() == 2) sides->insert(sides->begin(), 1);
  header.layers = (*sides)[0];
  header.rows = (*sides)[1];
  header.columns = (*sides)[2];
  if (std::ranges::min(*sides) < 1)
    throw InputError(fmt::format("its shape is {}; there is no cell", shown(trimmed(text))));
  if (header.rows > most_single_cells / header.columns ||
      header.layers > most_single_cells / (header.rows * header.columns))
    throw InputError(fmt::format("{} cells are too many; at most {} are read", header.sides(), most_single_cells));
}

/// Reads the three keys, each once, in any order, and no others.
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
  const std::size_t least = static_cast<std::size_t>(header.layers * header.rows * header.columns) * header.bytes;
  if (bytes != least)
    throw InputError(fmt::format("is too {}: {} numbers take {} after the header, and there are {}",
                                 bytes < least ? "short" : "long", header.sides(),
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

std::optional<std::array<std::int64_t, 3>> npy_sides_in_space(std::string_view text) {
  if (!is_npy(text)) return std::nullopt;
  const NpyHeader header = read_npy_header(text);
  if (header.layers == 1) return std::nullopt;
  return std::array{header.layers, header.rows, header.columns};
}

CellTable parse_npy(std::string_view text) {
  const NpyHeader header = read_npy_header(text);
  require_npy_length(header, text.size() - header.begin);
  const auto layers = static_cast<std::size_t>(header.layers);
  const auto rows = static_cast<std::size_t>(header.rows);
  const auto columns = static_cast<std::size_t>(header.columns);
  CellTable table{header.layers * header.rows, header.columns, std::vector<double>(layers * rows * columns)};
  table.is_list = header.is_list;
  table.layers = header.layers;
  for (std::size_t i = 0; i < table.values.size(); ++i) {
    const std::size_t row = i / layers % rows;
    const std::size_t cell = header.columns_first ? (i % layers * rows + row) * columns + i / layers / rows : i;
    const std::size_t place = header.begin + i * header.bytes;
    table.values[cell] = npy_number(header, unsigned_at(text, place, header.bytes, header.big_endian));
  }
  return table;
}

// --- Grids of ESRI, the ASCII rasters of geographic information systems, read strictly

namespace {

constexpr std::string_view grid_blanks = " \t\r\n";

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return lower;
}

/// Removes the first word from the text, and returns it.
std::string_view next_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(grid_blanks), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(grid_blanks));
  text.remove_prefix(word.size());
  return word;
}

/// Removes the header lines, which begin with names, and returns their values.
std::map<std::string, double> grid_header(std::string_view& text) {
  constexpr std::string_view names[] = {"ncols",     "nrows",    "xllcorner", "yllcorner", "xllcenter",
                                        "yllcenter", "cellsize", "dx",        "dy",        "nodata_value"};
  std::map<std::string, double> header;
  while (true) {
    std::string_view rest = text;
    const std::string name = in_lower_case(next_word(rest));
    if (std::ranges::find(names, name) == std::end(names)) return header;
    const std::string_view word = next_word(rest);
    double value = 0;
    if (read_number(word, value) != NumberReading::number)
      throw InputError(fmt::format("the header's {} must be a number", name));
    if (!header.emplace(name, value).second) throw InputError(fmt::format("the header has {} twice", name));
    text = rest;
  }
}

std::int64_t grid_side(const std::map<std::string, double>& header, const std::string& name) {
  const auto side = header.find(name);
  if (side == header.end()) throw InputError(fmt::format("the header has no {}", name));
  if (side->second < 1 || side->second > static_cast<double>(most_single_cells) ||
      side->second != std::floor(side->second))
    throw InputError(fmt::format("the header's {} must be a whole number from 1 to {}", name, most_single_cells));
  return static_cast<std::int64_t>(side->second);
}

}  // namespace

bool is_esri_grid(std::string_view text) {
  std::string_view rest = text.substr(0, 64);
  const std::string word = in_lower_case(next_word(rest));
  return word == "ncols" || word == "nrows";
}

CellTable parse_esri_grid(std::string_view text) {
  const std::map<std::string, double> header = grid_header(text);
  CellTable table{grid_side(header, "nrows"), grid_side(header, "ncols")};
  if (table.rows > most_single_cells / table.columns)
    throw InputError(
        fmt::format("{} x {} cells are too many; at most {} are read", table.rows, table.columns, most_single_cells));
  const auto cells = static_cast<std::size_t>(table.rows * table.columns);
  if (text.size() < 2 * cells)  // a digit and a blank for each cell
    throw InputError(fmt::format("is too short for {} x {} cells", table.rows, table.columns));
  constexpr double usual_nodata = -9999;  // the default if the header has none
  const auto nodata = header.find("nodata_value");
  table.nodata = nodata != header.end() ? nodata->second : usual_nodata;
  table.values.resize(cells);
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const std::string_view word = next_word(text);
    if (read_number(word, table.values[cell]) == NumberReading::number) continue;
    const auto columns = static_cast<std::size_t>(table.columns);
    const std::string place = fmt::format("row {}, column {}", cell / columns + 1, cell % columns + 1);
    throw InputError(
        word.empty() ? fmt::format("is too short: it ends before {} of {} x {} cells", place, table.rows, table.columns)
                     : fmt::format("{} is not a number", place));
  }
  if (!next_word(text).empty())
    throw InputError(fmt::format("there is more than {} x {} cells", table.rows, table.columns));
  return table;
}

// --- Numbers separated by commas or by blanks

namespace {

constexpr std::string_view csv_blanks = " \t";

// The error for a bad load. It does not quote the text, since a line of a batch may name any file.
InputError bad_load(const std::string& place, NumberReading reading, double load) {
  if (reading == NumberReading::malformed || std::isnan(load))
    return InputError(place + " is not a number; a load must be a number from 0 on");
  if (reading == NumberReading::out_of_range || std::isinf(load))
    return InputError(place + " is out of range; a load must be finite");
  return InputError(place + " is negative; a load must be 0 or more (--missing VALUE leaves such cells out)");
}

double csv_number(std::string_view field, std::int64_t line, std::int64_t number, TableOf what) {
  double value = 0;
  const NumberReading reading = read_number(trimmed(field), value);
  if (what == TableOf::values && reading == NumberReading::number) return value;
  const bool is_finite = reading == NumberReading::number && std::isfinite(value);
  if (is_finite && (value >= 0 || what != TableOf::loads)) return value;
  const std::string place = fmt::format("line {}, number {}", line, number);
  if (what == TableOf::values) throw InputError(place + " is not a number");
  if (what == TableOf::owners)
    throw InputError(place + " is not a whole number; an owner is the number of a processor, or -1");
  if (what == TableOf::numbers) throw InputError(place + " is not a whole number");
  throw bad_load(place, reading, value);
}

// Checked before numbers are read, since a line may have billions of them.
void require_few_numbers(std::int64_t numbers, std::int64_t line, const std::vector<double>& values) {
  if (numbers > most_single_cells - static_cast<std::int64_t>(values.size()))
    throw InputError(fmt::format("line {}: more than {} cells", line, most_single_cells));
}

/// Appends the numbers of one line, separated by commas, and returns their count.
std::int64_t read_csv_line(std::string_view text, std::int64_t line, TableOf what, std::vector<double>& values) {
  require_few_numbers(std::ranges::count(text, ',') + 1, line, values);
  std::int64_t count = 0;
  for (std::size_t begin = 0; begin <= text.size(); ++count) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    values.push_back(csv_number(text.substr(begin, end - begin), line, count + 1, what));
    begin = end + 1;
  }
  return count;
}

/// As read_csv_line(), for numbers separated by blanks, as numpy.savetxt writes them.
std::int64_t read_blank_line(std::string_view text, std::int64_t line, TableOf what, std::vector<double>& values) {
  std::int64_t count = 0;
  for (std::size_t begin = text.find_first_not_of(csv_blanks); begin < text.size(); ++count) {
    require_few_numbers(1, line, values);
    const std::size_t end = std::min(text.find_first_of(csv_blanks, begin), text.size());
    values.push_back(csv_number(text.substr(begin, end - begin), line, count + 1, what));
    begin = text.find_first_not_of(csv_blanks, end);
  }
  return count;
}

}  // namespace

namespace {

// A hint on other formats with rows of unequal lengths; "" if none is recognised.
std::string other_table(const std::vector<double>& first_line, const std::vector<double>& values, std::int64_t lines) {
  if (first_line.size() == 1 && values.size() == 3)
    return "; a mask table of FMS is read by `evaluate layouts --mask-table`";
  if (first_line.size() >= 2 && first_line.size() <= 4 && first_line[0] + 1 == static_cast<double>(lines))
    return "; a graph of METIS has no rows and columns: give the loads of its vertices as an array, or --rows and "
           "--columns alone";
  return "";
}

}  // namespace

CellTable parse_csv(std::string_view text, TableOf what) {
  // Empty lines may end the file, and no other line may be empty.
  text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
  if (text.empty())
    throw InputError("the file is empty; it must be PGM (P2, P5), PBM (P1, P4), NumPy, an ESRI grid or CSV of numbers");
  const auto read_line = text.find(',') == std::string_view::npos ? read_blank_line : read_csv_line;
  std::vector<double> values;
  std::int64_t columns = 0;
  std::int64_t line = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view row = text.substr(begin, end - begin);
    if (row.ends_with('\r')) row.remove_suffix(1);
    ++line;
    if (is_blank(row)) throw InputError(fmt::format("line {} is empty; each line must be a row of numbers", line));
    const std::int64_t count = read_line(row, line, what, values);
    if (line == 1) columns = count;
    if (count != columns)
      throw InputError(fmt::format(
          "line {} has {}, and the lines above it {}{}", line, counted(count, "number"), columns,
          other_table({values.begin(), values.begin() + columns}, values, std::ranges::count(text, '\n') + 1)));
    begin = end + 1;
  }
  return {line, columns, std::move(values)};
}

// --- The choice of the format

namespace {

/// Text has no control characters.
bool is_binary(std::string_view text) {
  return std::ranges::any_of(text.substr(0, 512), [](char c) {
    return (c >= 0 && c < ' ' && c != '\n' && c != '\r' && c != '\t') || c == '\x7f';
  });
}

// Recognises NetCDF's classic format, in three versions, and HDF5, which NetCDF-4 uses.
bool is_netcdf(std::string_view text) {
  const bool is_classic = text.starts_with("CDF") && text.size() > 3 && (text[3] == 1 || text[3] == 2 || text[3] == 5);
  return is_classic || text.starts_with("\x89HDF\r\n\x1A\n");
}

}  // namespace

CellTable parse_cell_table(std::string_view text, TableOf what) {
  if (is_npy(text)) return parse_npy(text);
  if (is_netcdf(text))
    throw InputError(
        fmt::format("is NetCDF, which Python turns into an array: import numpy, xarray; field = "
                    "xarray.open_dataset('FILE.nc')['VARIABLE']; numpy.save('FILE.npy', field.fillna({}).values)",
                    what == TableOf::owners ? -1 : 0));
  text = without_byte_order_mark(text);
  if (is_netpbm(text)) return parse_netpbm(text);
  if (is_binary(text)) throw InputError(fmt::format("is neither {}", table_formats));
  return is_esri_grid(text) ? parse_esri_grid(text) : parse_csv(text, what);
}

}  // namespace apportion::problems
