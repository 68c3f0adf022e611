// A database as an earlier program, which stored no hashes, left it; such a one may be changed by SQL.
#pragma once

#include <fmt/format.h>

#include <string>

namespace apportion::testing_support {

/// SQL that takes the hashes and sums of a results database away.
inline std::string without_hashes() {
  std::string sql;
  for (const char* table : {"added_axis", "algorithm", "experiment", "metric", "own_algorithm", "point", "published",
                            "run", "summary", "sweep_text", "timing", "working_time"})
    for (const char* ending : {"_added", "_removed", "_changed"})
      sql += fmt::format("DROP TRIGGER IF EXISTS {}{};\n", table, ending);
  return sql +
         "DROP TABLE IF EXISTS unit_hash;\nDROP TABLE IF EXISTS table_sum;\nDROP TABLE IF EXISTS working_time;\nPRAGMA "
         "user_version = 1;\n";
}

}  // namespace apportion::testing_support
