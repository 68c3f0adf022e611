// Tables of the collection as CSV files that people edit: every error names file, line and column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace apportion::instances {

/// A row and where it stands.
class TableRow {
 public:
  TableRow(const std::string& file, std::size_t line, const std::vector<std::string>& columns,
           std::vector<std::string> fields)
      : file_(&file), line_(line), columns_(&columns), fields_(std::move(fields)) {}

  [[nodiscard]] const std::vector<std::string>& fields() const { return fields_; }
  [[nodiscard]] const std::string& text(const std::string& column) const;

  // InputError unless the column is of that kind; an optional one may be empty.
  [[nodiscard]] double real(const std::string& column) const;
  [[nodiscard]] std::optional<double> optional_real(const std::string& column) const;
  [[nodiscard]] std::int64_t whole(const std::string& column, std::int64_t least) const;
  /// "FILE, line 3, column ratio: 'x' is wrong; it must be WANTED".
  [[nodiscard]] InputError wrong(const std::string& column, const std::string& wanted) const;

 private:
  const std::string* file_;
  std::size_t line_;
  const std::vector<std::string>* columns_;
  std::vector<std::string> fields_;
};

/// A table whose first line has its columns.
struct Table {
  std::string file;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;

  /// InputError where the file cannot be read, where its columns are others than `columns`, and for a row that has more
  /// or fewer.
  [[nodiscard]] static Table read(const std::filesystem::path& file, const std::vector<std::string>& columns);

  /// The table must outlive the row.
  [[nodiscard]] TableRow row(std::size_t number) const { return {file, number + 2, columns, rows[number]}; }
};

}  // namespace apportion::instances
