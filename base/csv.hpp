// Lines of comma-separated values: writing them, and reading them strictly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.hpp"
#include "base/text.hpp"

namespace apportion {

/// The fields joined by commas, without a line end. RFC 4180, section 2: fields with commas, quotes or line breaks are
/// quoted, and quotes in them are doubled.
[[nodiscard]] std::string csv_line(const std::vector<std::string>& fields);

/// What csv_fields() accepts beyond the form of csv_line().
enum class CsvForm : std::uint8_t {
  exact,  ///< nothing
  typed   ///< blanks around fields, and quotes within a field that does not begin with one
};

/// The fields of one line, which contains no line breaks: at most `most` + 1 of them; the rest is not parsed.
/// InputError, which does not name the place, for unbalanced quotes.
[[nodiscard]] std::vector<std::string> csv_fields(std::string_view line, CsvForm form = CsvForm::exact,
                                                  std::size_t most = std::numeric_limits<std::size_t>::max() - 1);

/// Reads the lines of a text one by one, without their ends, which may be CRLF, and without a byte order mark. An empty
/// text has no lines, and a final line break begins no further one. The text must outlive the object.
class TextLines {
 public:
  explicit TextLines(std::string_view text);

  /// False after the last line.
  bool next();
  [[nodiscard]] std::string_view line() const { return line_; }
  [[nodiscard]] std::int64_t number() const { return number_; }  ///< of the current line, from 1 on

 private:
  std::string_view rest_;
  std::string_view line_;
  std::int64_t number_ = 0;
};

/// Calls use(fields, number) with the fields, at most `most` + 1, of each line that is not blank. An InputError gets
/// the line: "line 7: ...".
template <class Use>
void for_each_csv_line(std::string_view text, std::size_t most, const Use& use) {
  for (TextLines lines(text); lines.next();)
    if (!is_blank(lines.line()))
      read_from("line " + std::to_string(lines.number()),
                [&] { use(csv_fields(lines.line(), CsvForm::typed, most), lines.number()); });
}

}  // namespace apportion
