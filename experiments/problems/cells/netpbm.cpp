// Netpbm's formats, read strictly. https://netpbm.sourceforge.net/doc/pgm.html and pbm.html
#include "experiments/problems/cells/netpbm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "sim/cells/cell_loads.hpp"

namespace apportion::problems {
namespace {

constexpr std::string_view white_space = " \t\n\v\f\r";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_white(char c) { return white_space.find(c) != std::string_view::npos; }

/// What a file declares about itself.
struct Header {
  char magic = '0';
  std::int64_t columns = 0;
  std::int64_t rows = 0;
  std::int64_t greatest = 1;

  [[nodiscard]] bool is_plain() const { return magic == '1' || magic == '2'; }
  [[nodiscard]] bool is_bitmap() const { return magic == '1' || magic == '4'; }
  [[nodiscard]] std::int64_t cells() const { return rows * columns; }
};

/// Goes through a text from its beginning.
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

  /// The line of the character that was read last, from 1 on.
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

/// The loads must be so long, before memory is taken for them.
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

/// Where a value stands in the array, as people count.
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

/// Bits of plain PBM need no white space between them.
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

// Each row begins with a new byte, the first cell in its highest bit.
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

}  // namespace apportion::problems
