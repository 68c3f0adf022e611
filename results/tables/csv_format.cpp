// Exhibits as comma-separated values.
#include "results/cells.hpp"
#include "base/csv.hpp"
#include "results/tables/formats.hpp"

namespace apportion::results {

std::string render_csv(const Rows& rows) {
  std::string text = csv_line(rows.columns) + '\n';
  for (const std::vector<Value>& row : rows.rows) {
    std::vector<std::string> fields;
    for (const Value& value : row) fields.push_back(cell_text(value));
    text += csv_line(fields) + '\n';
  }
  return text;
}

}  // namespace apportion::results
