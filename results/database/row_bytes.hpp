// Values of SQLite as bytes: what digests and checksums are computed from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "results/database/sqlite.hpp"

namespace apportion::results {

/// Appends a value, with its type and, for a text, its length: two different sequences of values never give the same
/// bytes. Reals go in by their bits.
void append_null(std::string& bytes);
void append_integer(std::string& bytes, std::int64_t value);
void append_real(std::string& bytes, double value);
void append_text(std::string& bytes, std::string_view value);

/// Appends all columns of the statement's current row.
void append_row(std::string& bytes, const SQLite::Statement& row);

}  // namespace apportion::results
