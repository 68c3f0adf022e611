// Lines of comma-separated values: writing them, and reading them strictly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace apportion {

/// The fields joined by commas, without the line's end. RFC 4180, section 2: fields with commas, quotes or line breaks
/// stand in quotes, and quotes in them are doubled.
[[nodiscard]] std::string csv_line(const std::vector<std::string>& fields);

/// What files may have beyond what csv_line() writes.
enum class CsvForm : std::uint8_t {
  exact,  ///< nothing
  typed   ///< blanks around fields, and quotes within a field that does not begin with one
};

/// The fields of one line, without line breaks in them, at most `most` and one: those beyond are not looked at.
/// InputError, without the place, for quotes that do not match.
[[nodiscard]] std::vector<std::string> csv_fields(std::string_view line, CsvForm form = CsvForm::exact,
                                                  std::size_t most = std::numeric_limits<std::size_t>::max() - 1);

/// The lines of a text one after the other, without their ends, which may be CRLF, and without a byte order mark. An
/// empty text has no line, and a line break at the end begins no further line. The text must outlive the object.
class TextLines {
 public:
  explicit TextLines(std::string_view text);

  /// False after the last line.
  bool next();
  [[nodiscard]] std::string_view line() const { return line_; }
  [[nodiscard]] std::int64_t number() const { return number_; }  ///< from 1 on

 private:
  std::string_view rest_;
  std::string_view line_;
  std::int64_t number_ = 0;
};

}  // namespace apportion
