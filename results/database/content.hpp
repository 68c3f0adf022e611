// The content of a database as one sequence of bytes, for its digest.
#pragma once

#include <string>

#include "results/database/sqlite.hpp"

namespace apportion::results {

/// SHA-256 of the rows of experiment, algorithm, unit, moment, summary, sample, failure, published and, where there are
/// any, own_algorithm, each by its natural key and in the order of those. Reads within one transaction.
///
/// A value is a letter (N, I, R, T for NULL, integer, real, text), then for integers and reals their 8 bytes, least
/// significant first, for texts the length as 8 such bytes and the text; a query's rows are preceded by its table's
/// name as a text.
[[nodiscard]] std::string content_digest(SQLite::Database& database);

}  // namespace apportion::results
