// The numbers that the papers print, built into the program from experiments/*/printed.csv.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.hpp"
#include "results/records.hpp"

namespace apportion::results {

/// One printed number. `rule` determines what "reproduced" means for it: see docs/add-a-paper.md.
struct PublishedNumber {
  std::string exhibit;    ///< such as kaddoura/table7
  std::string algorithm;  ///< canonical name, or "" if none applies
  std::string quantity;   ///< such as improvement_percent
  std::vector<Coordinate> coordinates;
  std::string printed;  ///< as printed
  double value = 0;
  std::string rule;                         ///< a word of results/judge.hpp
  double unit = 1;                          ///< the unit of rounding
  std::optional<double> of = std::nullopt;  ///< the number of samples of a printed mean
  std::int64_t line = 0;                    ///< its line in the file
};

/// All printed numbers, in the order of files (sorted by name) and lines.
[[nodiscard]] const std::vector<PublishedNumber>& published_numbers();

/// Parses one file's text; throws StoreError, with `file` and line, if it is malformed.
[[nodiscard]] std::vector<PublishedNumber> parse_published(std::string_view file, std::string_view text);

/// The files of printed numbers within experiments/, sorted by name: "kaddoura/printed.csv". Their exhibits are named
/// without the paper's name.
[[nodiscard]] const std::vector<EmbeddedFile>& published_files();

}  // namespace apportion::results
