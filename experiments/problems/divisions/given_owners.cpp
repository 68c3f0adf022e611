// Arrays of numbers in files (PGM and PBM, NumPy, grids of ESRI and CSV), owners of cells in them or in rows of
// numbers, their checks, and the division that they define.
#include "experiments/problems/divisions/given_owners.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <map>
#include <utility>

#include "base/csv.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "sim/cells/owners.hpp"

namespace apportion::problems {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Goes through a text from its beginning. A blank that is # begins a comment.
class Scanner {
 public:
  /// Words end before a blank or a stop.
  Scanner(std::string_view text, std::string_view blanks, std::string_view stops)
      : text_(text), blanks_(blanks), ends_(std::string(blanks).append(stops)) {}

  void skip(std::size_t characters) { place_ += characters; }
  [[nodiscard]] std::string_view rest() const { return text_.substr(std::min(place_, text_.size())); }

  void skip_blanks() {
    while (place_ < text_.size() && blanks_.find(text_[place_]) != std::string_view::npos)
      place_ = text_[place_] == '#' ? std::min(text_.find('\n', place_), text_.size()) : place_ + 1;
  }

  /// "" at the end, and before a stop.
  [[nodiscard]] std::string_view word() {
    skip_blanks();
    const std::size_t begin = std::exchange(place_, std::min(text_.find_first_of(ends_, place_), text_.size()));
    return text_.substr(begin, place_ - begin);
  }

  /// The next character that is neither a blank nor in a comment; 0 at the end.
  [[nodiscard]] char character() {
    skip_blanks();
    return place_ < text_.size() ? text_[place_++] : '\0';
  }

  [[nodiscard]] bool takes(char wanted) {
    skip_blanks();
    const bool found = rest().starts_with(wanted);
    if (found) ++place_;
    return found;
  }

  /// The text between two quotes of one kind, without escapes.
  [[nodiscard]] std::optional<std::string_view> quoted() {
    skip_blanks();
    if (!rest().starts_with('\'') && !rest().starts_with('"')) return std::nullopt;
    const std::size_t end = text_.find(text_[place_], place_ + 1);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view inside = text_.substr(place_ + 1, end - place_ - 1);
    if (inside.find_first_of("\\\r\n") != std::string_view::npos) return std::nullopt;
    place_ = end + 1;
    return inside;
  }

  /// The line of the character that was read last, from 1 on.
  [[nodiscard]] std::int64_t line() const {
    return 1 + std::ranges::count(text_.substr(0, place_ == 0 ? 0 : place_ - 1), '\n');
  }

 private:
  std::string_view text_;
  std::string_view blanks_;
  std::string ends_;
  std::size_t place_ = 0;
};

std::string sides_of(const CellTable& table) { return sides_text(table.layers, table.rows, table.columns); }

InputError too_many(const std::string& sides) {
  return InputError("{} cells are too many; at most {} are read", sides, most_single_cells);
}

/// The place of a value in the array, for messages.
std::string place_of(const CellTable& table, std::size_t cell) {
  const auto columns = static_cast<std::size_t>(table.columns);
  return fmt::format("row {}, column {}", cell / columns + 1, cell % columns + 1);
}

InputError ends_early(const CellTable& table, std::size_t cell) {
  return InputError("is too short: it ends before {} of {} cells", place_of(table, cell), sides_of(table));
}

std::size_t cells_of(const CellTable& table) { return static_cast<std::size_t>(table.rows * table.columns); }

unsigned byte_at(std::string_view text, std::size_t place) { return static_cast<unsigned char>(text[place]); }

std::uint64_t unsigned_at(std::string_view text, std::size_t place, std::size_t bytes, bool big_endian) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i) value = value << 8U | byte_at(text, place + (big_endian ? i : bytes - 1 - i));
  return value;
}

// Netpbm's formats, read strictly. https://netpbm.sourceforge.net/doc/pgm.html and pbm.html

constexpr std::string_view netpbm_blanks = "# \t\n\v\f\r";

/// A file of Netpbm while it is read.
class Netpbm {
 public:
  explicit Netpbm(std::string_view text) : scanner_(text, netpbm_blanks, "") {
    constexpr std::int64_t most_grey = 65535;
    const std::string_view magic = scanner_.word();
    if (magic != "P1" && magic != "P2" && magic != "P4" && magic != "P5")
      throw InputError("is neither {}", table_formats);
    is_plain_ = magic == "P1" || magic == "P2";
    is_bitmap_ = magic == "P1" || magic == "P4";
    table_.columns = header_number("width", most_single_cells);
    table_.rows = header_number("height", most_single_cells);
    if (table_.rows > most_single_cells / table_.columns)
      throw too_many(fmt::format("line {}: {}", scanner_.line(), sides_of(table_)));
    if (!is_bitmap_) greatest_ = header_number("greatest grey value", most_grey);
  }

  [[nodiscard]] CellTable table() && {
    if (is_plain_)
      read_plain();
    else
      read_binary();
    return std::move(table_);
  }

 private:
  std::int64_t header_number(const char* name, std::int64_t most) {
    const std::string_view word = scanner_.word();
    if (word.empty()) throw InputError("the header ends before the {}", name);
    const std::optional<std::int64_t> number = parse_whole(word);
    if (!number || *number < 1 || *number > most)
      throw InputError("line {}: the {} must be a whole number from 1 to {}", scanner_.line(), name, most);
    return *number;
  }

  // Checks the length of the loads, and then takes memory for them.
  void make_room(std::int64_t least, bool exactly) {
    const auto length = static_cast<std::int64_t>(scanner_.rest().size());
    if (length < least || (exactly && length > least))
      throw InputError("is too {}: {} cells take {}{} after the header, and there are {}",
                       length < least ? "short" : "long", sides_of(table_), exactly ? "" : "at least ",
                       counted(least, "byte"), length);
    table_.values.resize(cells_of(table_));
  }

  [[nodiscard]] double grey(std::size_t cell, std::int64_t value) const {
    if (value > greatest_)
      throw InputError("{}: {} is more than {}, the greatest value that the header declares", place_of(table_, cell),
                       value, greatest_);
    return static_cast<double>(value);
  }

  [[nodiscard]] double plain_grey(std::size_t cell) {
    const std::string_view word = scanner_.word();
    if (word.empty()) throw ends_early(table_, cell);
    const std::optional<std::int64_t> value = parse_whole(word);
    if (!std::ranges::all_of(word, is_digit) || !value)
      throw InputError("line {}: {} must be a whole number from 0 to {}", scanner_.line(), place_of(table_, cell),
                       greatest_);
    return grey(cell, *value);
  }

  // Bits of plain PBM need no white space between them.
  [[nodiscard]] double plain_bit(std::size_t cell) {
    const char bit = scanner_.character();
    if (bit == '\0') throw ends_early(table_, cell);
    if (bit != '0' && bit != '1')
      throw InputError("line {}: {} must be 0 or 1", scanner_.line(), place_of(table_, cell));
    return bit == '0' ? 1 : 0;
  }

  void read_plain() {
    make_room(table_.rows * table_.columns * (is_bitmap_ ? 1 : 2), false);
    for (std::size_t cell = 0; cell < table_.values.size(); ++cell)
      table_.values[cell] = is_bitmap_ ? plain_bit(cell) : plain_grey(cell);
    scanner_.skip_blanks();
    if (!scanner_.word().empty())
      throw InputError("line {}: there is more than {} cells", scanner_.line(), sides_of(table_));
  }

  // Each row of bits begins with a new byte, the first cell in its highest bit.
  void read_binary() {
    if (scanner_.rest().find_first_of(netpbm_blanks.substr(1)) != 0)
      throw InputError("the header must end with one white space before the binary pixels");
    scanner_.skip(1);
    const std::size_t bytes = greatest_ > 255 ? 2 : 1;
    const std::int64_t row_bytes =
        is_bitmap_ ? (table_.columns + 7) / 8 : table_.columns * static_cast<std::int64_t>(bytes);
    make_room(table_.rows * row_bytes, true);
    const std::string_view pixels = scanner_.rest();
    const auto columns = static_cast<std::size_t>(table_.columns);
    for (std::size_t cell = 0; cell < table_.values.size(); ++cell) {
      const std::size_t column = cell % columns;
      if (is_bitmap_) {
        const std::size_t place = cell / columns * static_cast<std::size_t>(row_bytes) + column / 8;
        table_.values[cell] = (byte_at(pixels, place) >> (7 - column % 8) & 1U) == 0 ? 1 : 0;
      } else {
        table_.values[cell] = grey(cell, static_cast<std::int64_t>(unsigned_at(pixels, cell * bytes, bytes, true)));
      }
    }
  }

  Scanner scanner_;
  CellTable table_;
  bool is_plain_ = false;
  bool is_bitmap_ = false;
  std::int64_t greatest_ = 1;
};

// --- Arrays of NumPy, read strictly. https://numpy.org/neps/nep-0001-npy-format.html

struct NpyHeader {
  CellTable table = {};  // without its values
  char kind = '?';       // b, i, u or f
  std::size_t bytes = 0;
  bool big_endian = false;
  bool columns_first = false;
  std::size_t begin = 0;  // of the numbers
};

// Shortened for a message: a file may contain anything.
std::string shown(std::string_view value) {
  const auto is_plain = [](char c) { return c >= ' ' && c <= '~'; };
  return value.size() <= 40 && std::ranges::all_of(value, is_plain) ? std::string(value) : "something else";
}

void read_type(Scanner& scanner, NpyHeader& header) {
  const std::string_view name = scanner.quoted().value_or("");
  constexpr std::string_view known[] = {"b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8"};
  if (name.size() != 3 || !contains(known, name.substr(1)) ||
      std::string_view("<>|=").find(name[0]) == std::string_view::npos)
    throw InputError("its numbers are {}; they must be bool, whole numbers of 1, 2, 4 or 8 bytes or reals of 4 or 8",
                     name.empty() ? "no simple type" : fmt::format("'{}'", shown(name)));
  header.kind = name[1];
  header.bytes = static_cast<std::size_t>(name[2] - '0');
  header.big_endian = name[0] == '>' || (name[0] == '=' && std::endian::native == std::endian::big);
}

void read_order(Scanner& scanner, NpyHeader& header) {
  const std::string_view order = scanner.word();
  if (order != "True" && order != "False") throw InputError("the header's 'fortran_order' must be True or False");
  header.columns_first = order == "True";
}

/// The numbers of a tuple; one alone is followed by a comma. Nothing where it is not a tuple.
std::optional<std::vector<std::int64_t>> sides_in(Scanner& scanner) {
  if (!scanner.takes('(')) return std::nullopt;
  std::vector<std::int64_t> sides;
  bool has_comma = true;
  while (!scanner.takes(')')) {
    const std::string_view word = has_comma ? scanner.word() : "";
    // Python refuses zeros before other digits.
    const bool is_whole = std::ranges::all_of(word, is_digit) && (word.size() == 1 || !word.starts_with('0'));
    const std::optional<std::int64_t> side = is_whole ? parse_whole(word) : std::nullopt;
    if (!side) return std::nullopt;
    sides.push_back(*side);
    has_comma = scanner.takes(',');
  }
  if (sides.size() == 1 && !has_comma) return std::nullopt;
  return sides;
}

void read_shape(Scanner& scanner, NpyHeader& header) {
  scanner.skip_blanks();
  const std::string_view all = scanner.rest();
  std::optional<std::vector<std::int64_t>> sides = sides_in(scanner);
  const std::string text = shown(all.substr(0, all.size() - scanner.rest().size()));
  if (!sides || sides->empty() || sides->size() > 3)
    throw InputError("its shape is {}; an array of cells has rows and columns, and perhaps layers",
                     sides ? text : "no tuple of whole numbers");
  CellTable& table = header.table;
  table.is_list = sides->size() == 1;
  if (table.is_list) sides->push_back(1);
  if (sides->size() == 2) sides->insert(sides->begin(), 1);
  const std::int64_t rows = (*sides)[1];
  table.layers = (*sides)[0];
  table.columns = (*sides)[2];
  if (std::ranges::min(*sides) < 1) throw InputError("its shape is {}; there is no cell", text);
  if (rows > most_single_cells / table.columns || table.layers > most_single_cells / (rows * table.columns))
    throw too_many(table.layers > 1 ? fmt::format("{} x {} x {}", table.layers, rows, table.columns)
                                    : fmt::format("{} x {}", rows, table.columns));
  table.rows = table.layers * rows;
}

/// The header is a dictionary of Python: {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }. Each of the three
/// keys once, in any order, and no other one.
void read_dictionary(std::string_view dictionary, NpyHeader& header) {
  struct Entry {
    std::string_view key;
    void (*read)(Scanner& scanner, NpyHeader& header);
    bool found = false;
  };
  Entry entries[] = {{"descr", read_type}, {"fortran_order", read_order}, {"shape", read_shape}};
  const auto not_a_dictionary = [] {
    return InputError("the header must be a dictionary of Python with 'descr', 'fortran_order' and 'shape'");
  };
  Scanner scanner(dictionary, " \t\r\n", ",:(){}[]'\"");
  if (!scanner.takes('{')) throw not_a_dictionary();
  bool has_comma = true;
  while (!scanner.takes('}')) {
    const std::optional<std::string_view> key = has_comma ? scanner.quoted() : std::nullopt;
    if (!key || !scanner.takes(':')) throw not_a_dictionary();
    Entry* const entry = std::ranges::find(entries, *key, &Entry::key);
    if (entry == std::end(entries))
      throw InputError("the header has a key besides 'descr', 'fortran_order' and 'shape'");
    if (std::exchange(entry->found, true)) throw InputError("the header has '{}' twice", entry->key);
    entry->read(scanner, header);
    has_comma = scanner.takes(',');
  }
  if (scanner.character() != '\0') throw InputError("the header goes on behind its dictionary");
  for (const Entry& entry : entries)
    if (!entry.found) throw InputError("the header has no '{}'", entry.key);
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

double npy_number(const NpyHeader& header, std::uint64_t bits) {
  if (header.kind == 'f')
    return header.bytes == 8 ? std::bit_cast<double>(bits)
                             : static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  if (header.kind != 'i') return static_cast<double>(bits);
  const unsigned unused = 64 - 8 * static_cast<unsigned>(header.bytes);
  return static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused);
}

CellTable parse_npy(std::string_view text) {
  const NpyHeader header = read_npy_header(text);
  CellTable table = header.table;
  const std::size_t least = cells_of(table) * header.bytes;
  if (const std::size_t bytes = text.size() - header.begin; bytes != least)
    throw InputError("is too {}: {} numbers take {} after the header, and there are {}",
                     bytes < least ? "short" : "long", sides_of(table), counted(least, "byte"), bytes);
  table.values.resize(cells_of(table));
  const auto layers = static_cast<std::size_t>(table.layers);
  const auto rows = static_cast<std::size_t>(table.rows) / layers;
  const auto columns = static_cast<std::size_t>(table.columns);
  for (std::size_t i = 0; i < table.values.size(); ++i) {
    const std::size_t row = i / layers % rows;
    const std::size_t cell = header.columns_first ? (i % layers * rows + row) * columns + i / layers / rows : i;
    const std::size_t place = header.begin + i * header.bytes;
    table.values[cell] = npy_number(header, unsigned_at(text, place, header.bytes, header.big_endian));
  }
  return table;
}

// Grids of ESRI, the ASCII rasters of geographic information systems, read strictly.

constexpr std::string_view grid_blanks = " \t\r\n";

/// The lines at the beginning whose first word is a name; takes them off.
std::map<std::string, double> grid_header(Scanner& scanner) {
  constexpr std::string_view names[] = {"ncols",     "nrows",    "xllcorner", "yllcorner", "xllcenter",
                                        "yllcenter", "cellsize", "dx",        "dy",        "nodata_value"};
  std::map<std::string, double> header;
  while (true) {
    Scanner ahead = scanner;
    const std::string name = in_lower_case(ahead.word());
    if (!contains(names, name)) return header;
    const std::optional<double> value = parse_real(ahead.word());
    if (!value) throw InputError("the header's {} must be a number", name);
    if (!header.emplace(name, *value).second) throw InputError("the header has {} twice", name);
    scanner = ahead;
  }
}

std::int64_t grid_side(const std::map<std::string, double>& header, const std::string& name) {
  const auto side = header.find(name);
  if (side == header.end()) throw InputError("the header has no {}", name);
  if (side->second < 1 || side->second > static_cast<double>(most_single_cells) ||
      side->second != std::floor(side->second))
    throw InputError("the header's {} must be a whole number from 1 to {}", name, most_single_cells);
  return static_cast<std::int64_t>(side->second);
}

bool is_npy(std::string_view text) { return text.starts_with("\x93NUMPY"); }

bool is_netpbm(std::string_view text) { return text.size() >= 2 && text[0] == 'P' && is_digit(text[1]); }

bool is_esri_grid(std::string_view text) {
  const std::string word = in_lower_case(Scanner(text.substr(0, 64), grid_blanks, "").word());
  return word == "ncols" || word == "nrows";
}

CellTable parse_esri_grid(std::string_view text) {
  Scanner scanner(text, grid_blanks, "");
  const std::map<std::string, double> header = grid_header(scanner);
  CellTable table{grid_side(header, "nrows"), grid_side(header, "ncols")};
  if (table.rows > most_single_cells / table.columns) throw too_many(sides_of(table));
  if (scanner.rest().size() < 2 * cells_of(table))  // a digit and what is before it
    throw InputError("is too short for {} cells", sides_of(table));
  constexpr double usual_nodata = -9999;  // where the header lacks it
  const auto nodata = header.find("nodata_value");
  table.nodata = nodata != header.end() ? nodata->second : usual_nodata;
  table.values.resize(cells_of(table));
  for (std::size_t cell = 0; cell < table.values.size(); ++cell) {
    const std::string_view word = scanner.word();
    if (word.empty()) throw ends_early(table, cell);
    if (read_number(word, table.values[cell]) != NumberReading::number)
      throw InputError("{} is not a number", place_of(table, cell));
  }
  if (!scanner.word().empty()) throw InputError("there is more than {} cells", sides_of(table));
  return table;
}

// Numbers separated by commas or by blanks.

// Text that is no load is not shown: a line of a batch may name any file.
InputError bad_load(const std::string& place, NumberReading reading, double load) {
  if (reading == NumberReading::malformed)
    return InputError(place + " is not a number; a load must be a number from 0 on");
  if (std::isnan(load)) return InputError(place + " is nan; --missing nan leaves such cells out");
  if (reading == NumberReading::out_of_range || std::isinf(load))
    return InputError(place + " is out of range; a load must be finite");
  return InputError(place + " is negative; a load must be 0 or more (--missing VALUE leaves such cells out)");
}

double csv_number(std::string_view field, std::int64_t line, std::int64_t number, TableOf what) {
  double value = 0;
  const NumberReading reading = read_number(field, value);
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
    throw InputError("line {}: more than {} cells", line, most_single_cells);
}

/// Appends the numbers of one line to `values` and returns how many it has. Several blanks in a row are one separator;
/// with commas, each field must have a number.
std::int64_t read_row(std::string_view text, std::int64_t line, bool has_commas, TableOf what,
                      std::vector<double>& values) {
  if (has_commas) require_few_numbers(std::ranges::count(text, ',') + 1, line, values);
  std::int64_t count = 0;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find_first_of(has_commas ? "," : " \t", begin), text.size());
    const std::string_view field = trimmed(text.substr(begin, end - begin));
    begin = end + 1;
    if (field.empty() && !has_commas) continue;
    require_few_numbers(1, line, values);
    values.push_back(csv_number(field, line, ++count, what));
  }
  return count;
}

constexpr const char* no_metis_graph =
    "a graph of METIS has no rows and columns: give the loads of its vertices as an array, or --rows and --columns "
    "alone";

// What rows of unequal lengths may be instead, with the way there; "" where nothing is known.
std::string other_table(const std::vector<double>& first_line, const std::vector<double>& values, std::int64_t lines) {
  if (first_line.size() == 1 && values.size() == 3)
    return "; a mask table of FMS is read by `evaluate layouts --mask-table`";
  if (first_line.size() >= 2 && first_line.size() <= 4 && first_line[0] + 1 == static_cast<double>(lines))
    return std::string("; ") + no_metis_graph;
  return "";
}

// Whether rows of equal lengths are a graph of METIS: its vertices and edges, then the neighbours of each vertex.
bool is_metis_graph(const CellTable& table) {
  const std::vector<double>& values = table.values;
  const auto columns = static_cast<std::size_t>(table.columns);
  const auto vertices = static_cast<double>(table.rows - 1);
  if (columns < 2 || vertices < 1 || values[0] != vertices || 2 * values[1] != vertices * static_cast<double>(columns))
    return false;
  for (std::size_t k = columns; k < values.size(); ++k) {
    const std::size_t vertex = k / columns;
    if (values[k] < 1 || values[k] > vertices || values[k] != std::floor(values[k]) ||
        values[k] == static_cast<double>(vertex))
      return false;
  }
  return true;
}

CellTable parse_csv(std::string_view text, TableOf what) {
  // Empty lines may end the file, and no other line may be empty.
  text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
  if (text.empty())
    throw InputError("the file is empty; it must be PGM (P2, P5), PBM (P1, P4), NumPy, an ESRI grid or CSV of numbers");
  const bool has_commas = text.find(',') != std::string_view::npos;
  std::vector<double> values;
  std::int64_t columns = 0;
  TextLines lines(text);
  while (lines.next()) {
    const std::int64_t line = lines.number();
    if (is_blank(lines.line())) throw InputError("line {} is empty; each line must be a row of numbers", line);
    const std::int64_t count = read_row(lines.line(), line, has_commas, what, values);
    if (line == 1) columns = count;
    if (count != columns)
      throw InputError(
          "line {} has {}, and the lines above it {}{}", line, counted(count, "number"), columns,
          other_table({values.begin(), values.begin() + columns}, values, std::ranges::count(text, '\n') + 1));
  }
  CellTable table{lines.number(), columns, std::move(values)};
  if (!has_commas && is_metis_graph(table)) throw InputError(no_metis_graph);
  return table;
}

/// Control characters are in no text.
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

// --- Owners

constexpr double most_owners = 1e6;  // the most processors

InputError wrong_owner(const GivenOwners& given, const OwnedArray& array, std::size_t processors, std::size_t cell,
                       std::int32_t owner) {
  const std::string place = fmt::format("{}: {}", given.file, cell_text(cell, array.layers, array.rows, array.columns));
  if (owner == no_owner)
    return InputError(place + " has no owner; only a cell that a mask or loads leave out may have none");
  const bool may_be_from_1 = !given.is_numbered && owner == static_cast<std::int32_t>(processors);
  return InputError("{} belongs to processor {}; there are processors 0 to {}{}", place, owner, processors - 1,
                    may_be_from_1 ? "; if 0 is no processor in the file, give --first-owner 1" : "");
}

/// The owners of active cells, spread over the whole array.
std::vector<std::int32_t> spread_over(const OwnedArray& array, const std::vector<std::int32_t>& owners) {
  std::vector<std::int32_t> all(static_cast<std::size_t>(array.rows * array.columns), no_owner);
  auto next = owners.begin();
  for (std::size_t cell = 0; cell < all.size(); ++cell) {
    const auto place = static_cast<std::int64_t>(cell);
    if (array.is_active(place / array.columns, place % array.columns)) all[cell] = *next++;
  }
  return all;
}

}  // namespace

std::optional<std::array<std::int64_t, 3>> npy_sides_in_space(std::string_view text) {
  if (!is_npy(text)) return std::nullopt;
  const CellTable table = read_npy_header(text).table;
  if (table.layers == 1) return std::nullopt;
  return std::array{table.layers, table.rows / table.layers, table.columns};
}

CellTable parse_cell_table(std::string_view text, TableOf what) {
  if (is_npy(text)) return parse_npy(text);
  if (is_netcdf(text))
    throw InputError(
        "is NetCDF, which Python turns into an array: import numpy, xarray; field = "
        "xarray.open_dataset('FILE.nc')['VARIABLE']; numpy.save('FILE.npy', field.fillna({}).values)",
        what == TableOf::owners ? -1 : 0);
  text = without_byte_order_mark(text);
  if (is_netpbm(text)) return Netpbm(text).table();
  if (is_binary(text)) throw InputError("is neither {}", table_formats);
  return is_esri_grid(text) ? parse_esri_grid(text) : parse_csv(text, what);
}

CellTable table_of_rows(const JsonReader& rows, const char* thing) {
  CellTable table;
  const std::vector<JsonReader> lines = rows.items();
  const bool has_layers =
      !lines.empty() && !lines.front().items().empty() && lines.front().items().front().json().is_array();
  if (has_layers) {
    for (const JsonReader& layer : lines) {
      const CellTable next = table_of_rows(layer, thing);
      if (table.rows == 0) table = {.rows = 0, .columns = next.columns, .layers = next.rows};
      if (next.layers != 1 || next.rows != table.layers || next.columns != table.columns)
        throw InputError("{} has {} x {} cells; every layer must have as many rows and columns as the first",
                         layer.place(), next.rows, next.columns);
      table.rows += next.rows;
      table.values.insert(table.values.end(), next.values.begin(), next.values.end());
    }
    table.layers = table.rows / table.layers;
    return table;
  }
  for (const JsonReader& line : lines) {
    const std::vector<JsonReader> cells = line.items();
    const auto columns = static_cast<std::int64_t>(cells.size());
    if (table.rows++ == 0) table.columns = columns;
    if (columns != table.columns || columns == 0)
      throw InputError("{} has {}; every row must have as many as the first, and at least one", line.place(),
                       counted(columns, thing));
    for (const JsonReader& cell : cells) table.values.push_back(cell.number());
  }
  return table;
}

void read_table(const std::string& file, TableOf what,
                const std::function<void(const CellTable& table, bool is_grey_map)>& use) {
  require_regular_file(file, most_table_bytes);
  parsed_input(file, [&](std::string_view text) {
    text = without_byte_order_mark(text);
    if (text.starts_with("P1") || text.starts_with("P4"))
      throw InputError("is a bitmap, which has no {}; give NumPy, an ESRI grid, PGM or CSV",
                       what == TableOf::owners ? "owners" : "numbers");
    use(parse_cell_table(text, what), is_netpbm(text));
  });
}

GivenOwners owners_in(const CellTable& table, std::optional<double> first) {
  GivenOwners given{.file = {},
                    .rows = table.rows,
                    .columns = table.columns,
                    .owners = std::vector<std::int32_t>(table.values.size(), no_owner),
                    .is_list = table.is_list,
                    .layers = table.layers,
                    .is_numbered = first.has_value()};
  for (std::size_t cell = 0; cell < given.owners.size(); ++cell) {
    const double value = table.values[cell];
    if (table.nodata && value == *table.nodata) continue;
    const double owner = value == no_owner ? value : value - first.value_or(0);
    if (!(owner >= no_owner) || owner >= most_owners || owner != std::floor(owner))
      throw InputError("{} has the owner {}; owners are whole numbers from 0 to {}, or -1",
                       cell_text(cell, table.layers, table.rows, table.columns), value, most_owners - 1);
    given.owners[cell] = static_cast<std::int32_t>(owner);
  }
  return given;
}

GivenOwners read_owners(const std::string& file, std::optional<double> first) {
  GivenOwners given;
  read_table(file, TableOf::owners, [&](const CellTable& table, bool is_grey_map) {
    given = owners_in(table, is_grey_map ? std::optional<double>(1) : first);
  });
  given.file = std::filesystem::path(file).filename().string();
  return given;
}

std::optional<double> first_owner(const FieldValues& given) {
  if (!given.has("first-owner")) return std::nullopt;
  return static_cast<double>(given.whole("first-owner"));
}

GivenOwners owners_in(const JsonReader& owners, std::optional<double> first) {
  if (!owners.json().is_array()) return read_owners(owners.text(), first);
  const CellTable table = table_of_rows(owners, "owner");
  GivenOwners given = read_from(owners.place(), [&] { return owners_in(table, first); });
  given.file = owners.place();
  return given;
}

std::vector<Field> evaluation_fields_of(std::vector<Field> fields) {
  for (Field& field : fields) {
    if (field.name == "algorithm") field = field.by_default("").noting("several, or all: ranked beside the division");
    if (field.required) field.note += field.note.empty() ? "the owners give it as well" : ", or the owners";
    field.required = false;
  }
  fields.insert(fields.begin(),
                field_of(FieldKind::file, "owners", "FILE",
                         "the division: the processor of each cell from 0 on, -1 where it is left out, as .npy, .asc "
                         "or CSV, or one a line, of all cells or the active ones; or PGM, where it is 1 more")
                    .must_be_given());
  return fields;
}

void require_from_0(const GivenOwners& given, const std::vector<std::int32_t>& owners, std::size_t processors) {
  if (given.is_numbered || contains(owners, 0) || std::ranges::max(owners) != static_cast<std::int32_t>(processors))
    return;
  throw InputError(
      "{}: cells belong to processors 1 to {}, and none to processor 0; if the file counts them "
      "from 1, give --first-owner 1, else --first-owner 0 (first_owner in JSON and Python)",
      given.file, processors);
}

Cluster cluster_of_owners(const GivenOwners& given) {
  const std::int32_t greatest = std::max(*std::ranges::max_element(given.owners), 0);
  if (greatest > 0) require_from_0(given, given.owners, static_cast<std::size_t>(greatest));
  return {std::vector<double>(static_cast<std::size_t>(greatest) + 1, 1.0), {}};
}

std::vector<std::int32_t> owners_of_all_cells(const GivenOwners& given, const OwnedArray& array) {
  const bool has_layers = given.layers == array.layers;
  if (!given.is_list && has_layers && given.rows == array.rows && given.columns == array.columns) return given.owners;
  const bool is_list = given.columns == 1;
  const std::int64_t cells = array.rows * array.columns;
  if (is_list && given.rows == cells) return given.owners;
  if (is_list && given.rows == array.active_cells) return spread_over(array, given.owners);
  const std::string has =
      is_list ? counted(given.rows, "owner")
              : fmt::format("the owners of {} cells", sides_text(given.layers, given.rows, given.columns));
  throw InputError("{} has {}; the array has {}{}", given.file, has,
                   sides_text(array.layers, array.rows, array.columns),
                   array.active_cells != cells ? fmt::format(", of which {} are active", array.active_cells) : "");
}

Decomposition division_by_owners(const GivenOwners& given, const OwnedArray& array, std::size_t processors) {
  const std::vector<std::int32_t> owners = owners_of_all_cells(given, array);
  require_from_0(given, owners, processors);
  for (std::size_t cell = 0; cell < owners.size(); ++cell) {
    const auto row = static_cast<std::int64_t>(cell) / array.columns;
    const auto column = static_cast<std::int64_t>(cell) % array.columns;
    const bool is_active = !array.is_active || array.is_active(row, column);
    if (owners[cell] >= static_cast<std::int32_t>(processors) || (is_active && owners[cell] == no_owner))
      throw wrong_owner(given, array, processors, cell, owners[cell]);
  }
  return division_of(array.rows, array.columns, processors, owners);
}

}  // namespace apportion::problems
