// Values of SQLite as bytes: what digests and checksums are computed from.
#include "results/database/row_bytes.hpp"

#include <array>
#include <bit>

namespace apportion::results {
namespace {

void append_bits(std::string& bytes, std::uint64_t value) {
  std::array<char, 8> little_endian{};
  for (char& byte : little_endian) {
    byte = static_cast<char>(value & 0xffU);
    value >>= 8U;
  }
  bytes.append(little_endian.data(), little_endian.size());
}

void append_value(std::string& bytes, const SQLite::Column& column) {
  if (column.isNull())
    append_null(bytes);
  else if (column.isInteger())
    append_integer(bytes, column.getInt64());
  else if (column.isFloat())
    append_real(bytes, column.getDouble());
  else
    append_text(bytes, column.getString());
}

}  // namespace

void append_null(std::string& bytes) { bytes += 'N'; }

void append_integer(std::string& bytes, std::int64_t value) {
  bytes += 'I';
  append_bits(bytes, static_cast<std::uint64_t>(value));
}

// SQLite stores -0 as 0: what is about to be stored must give the bytes of what will be read.
void append_real(std::string& bytes, double value) {
  bytes += 'R';
  append_bits(bytes, std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value));
}

void append_text(std::string& bytes, std::string_view value) {
  bytes += 'T';
  append_bits(bytes, value.size());
  bytes += value;
}

void append_row(std::string& bytes, const SQLite::Statement& row) {
  for (int i = 0; i < row.getColumnCount(); ++i) append_value(bytes, row.getColumn(i));
}

}  // namespace apportion::results
