// Exhibits as comma-separated values.
#include "results/cells.hpp"
#include "results/render.hpp"

namespace apportion::results {
namespace {

// RFC 4180, section 2: fields with commas, quotes or line breaks stand in quotes, and quotes in them are doubled.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string(2, c) : std::string(1, c);
  return quoted + '"';
}

std::string line(const std::vector<std::string>& fields) {
  std::string text;
  for (std::size_t i = 0; i < fields.size(); ++i) text += (i == 0 ? "" : ",") + field(fields[i]);
  return text + '\n';
}

}  // namespace

std::string render_csv(const Rows& rows) {
  std::string text = line(rows.columns);
  for (const std::vector<Value>& row : rows.rows) {
    std::vector<std::string> fields;
    for (const Value& value : row) fields.push_back(cell_text(value));
    text += line(fields);
  }
  return text;
}

}  // namespace apportion::results
