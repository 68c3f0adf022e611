// Writing and reading of lines of comma-separated values.
#include "base/csv.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"

namespace apportion {
namespace {

// Reads a quoted field up to and including its closing quote.
std::string take_quoted(std::string_view& line) {
  std::string field;
  for (line.remove_prefix(1); !line.empty(); line.remove_prefix(1)) {
    if (line.front() == '"') {
      line.remove_prefix(1);
      if (!line.starts_with('"')) return field;
    }
    field += line.front();
  }
  throw InputError("a quote is not closed");
}

std::string take_field(std::string_view& line, CsvForm form) {
  if (line.starts_with('"')) {
    std::string field = take_quoted(line);
    if (form == CsvForm::typed) line = trimmed(line);
    if (!line.empty() && line.front() != ',') throw InputError("text follows a closing quote");
    return field;
  }
  const std::string_view field = line.substr(0, line.find(','));
  line.remove_prefix(field.size());
  if (form == CsvForm::typed) return std::string(trimmed(field));
  if (field.find('"') != std::string_view::npos) throw InputError("there is a quote in an unquoted field");
  return std::string(field);
}

}  // namespace

std::string csv_line(const std::vector<std::string>& fields) {
  std::string text;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const bool is_plain = fields[i].find_first_of(",\"\r\n") == std::string::npos;
    text += (i == 0 ? "" : ",") + (is_plain ? fields[i] : doubly_quoted(fields[i], '"'));
  }
  return text;
}

std::vector<std::string> csv_fields(std::string_view line, CsvForm form, std::size_t most) {
  std::vector<std::string> fields;
  while (fields.size() <= most) {
    if (form == CsvForm::typed) line = trimmed(line);
    fields.push_back(take_field(line, form));
    if (line.empty()) break;
    line.remove_prefix(1);
  }
  return fields;
}

TextLines::TextLines(std::string_view text) : rest_(without_byte_order_mark(text)) {}

bool TextLines::next() {
  if (rest_.empty()) return false;
  const std::size_t end = std::min(rest_.find('\n'), rest_.size());
  line_ = rest_.substr(0, end);
  if (line_.ends_with('\r')) line_.remove_suffix(1);
  rest_.remove_prefix(std::min(end + 1, rest_.size()));
  ++number_;
  return true;
}

}  // namespace apportion
