// Writing and reading of lines of comma-separated values.
#include "results/csv.hpp"

#include "base/text.hpp"

namespace apportion::results {
namespace {

std::string quoted_where_needed(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  return doubly_quoted(text, '"');
}

// Reads a quoted field up to and including its closing quote; false if that is missing.
bool take_quoted(std::string_view& line, std::string& field) {
  for (line.remove_prefix(1); !line.empty(); line.remove_prefix(1)) {
    if (line.front() == '"') {
      line.remove_prefix(1);
      if (!line.starts_with('"')) return true;
    }
    field += line.front();
  }
  return false;
}

}  // namespace

std::string csv_line(const std::vector<std::string>& fields) {
  std::string text;
  for (std::size_t i = 0; i < fields.size(); ++i) text += (i == 0 ? "" : ",") + quoted_where_needed(fields[i]);
  return text;
}

std::optional<std::vector<std::string>> csv_fields(std::string_view line) {
  std::vector<std::string> fields;
  while (true) {
    std::string& field = fields.emplace_back();
    if (line.starts_with('"')) {
      if (!take_quoted(line, field)) return std::nullopt;
    } else {
      field = line.substr(0, line.find(','));
      if (field.find('"') != std::string::npos) return std::nullopt;
      line.remove_prefix(field.size());
    }
    if (line.empty()) return fields;
    if (line.front() != ',') return std::nullopt;
    line.remove_prefix(1);
  }
}

}  // namespace apportion::results
