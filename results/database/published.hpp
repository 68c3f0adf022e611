// The numbers that the papers print, built into the program from experiments/*/printed.csv.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/records.hpp"

namespace apportion::results {

/// One printed number. `rule` says what "reproduced" means for it: see docs/add-a-paper.md.
struct PublishedNumber {
  std::string exhibit;    ///< such as kaddoura/table7
  std::string algorithm;  ///< canonical name, or "" where none applies
  std::string quantity;   ///< such as improvement_percent
  std::vector<Coordinate> coordinates;
  std::string printed;  ///< as printed
  double value = 0;
  std::string rule;                         ///< a word of results/judge.hpp
  double unit = 1;                          ///< that it is rounded to
  std::optional<double> of = std::nullopt;  ///< samples that a printed mean rests on
  std::int64_t line = 0;                    ///< of its file
};

/// All of them, in the order of the files (sorted by name) and of their lines.
[[nodiscard]] const std::vector<PublishedNumber>& published_numbers();

/// Parses one file's text; throws StoreError naming `file` and line where it is malformed.
[[nodiscard]] std::vector<PublishedNumber> parse_published(std::string_view file, std::string_view text);

/// A file of printed numbers as it is built into the program.
struct PublishedFile {
  std::string_view name;  ///< "kaddoura/printed.csv"; its exhibits are named without the paper's name
  std::string_view text;
};

/// Sorted by name.
[[nodiscard]] const std::vector<PublishedFile>& published_files();

}  // namespace apportion::results
