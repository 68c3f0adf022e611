// Percentages by which algorithms improve on RecursiveBisection2, as SQL.
#pragma once

#include <string>

namespace apportion::kaddoura {

/// Of the costs that meet an SQL condition on the study's axes, a WITH list that ends in cells(table_number, "columns",
/// ratio, processors, latency, printed, ours, legacy, legacy_one_decimal, expected, deviation, chunks): for each
/// printed percentage what the algorithms give on the first chunk, what the reading with legacy arithmetic gives on it
/// (rounded once; to one decimal first), and mean and standard deviation of the percentage over all chunks by that
/// reading (exact arithmetic for Tables 2 and 5 to 7, TILE[legacy] for Tables 3 and 4).
[[nodiscard]] std::string cells_sql(const std::string& condition = "1");

/// What a verdict on a percentage of random speeds takes: a sentence.
[[nodiscard]] std::string interval_needs();

}  // namespace apportion::kaddoura
