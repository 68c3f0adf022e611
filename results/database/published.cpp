// The numbers that the papers print, parsed from the texts that are built into the program.
#include "results/database/published.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "results/error.hpp"
#include "results/records.hpp"

namespace apportion::results {
namespace {

constexpr std::string_view head_line = "exhibit,algorithm,quantity,coordinates,printed,rule";
constexpr std::array<std::string_view, 5> rules{"exact", "interval", "digits", "ratio", "standard_errors"};

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

// Algorithms' names may hold commas between their options, HYBRID[levels=2,last=XY2]: those separate no fields.
std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields(1);
  int open = 0;
  for (const char c : line) {
    open += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (c == ',' && open == 0) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

/// One file while it is read; knows where it is, for the errors.
class Parser {
 public:
  Parser(std::string_view file, std::string_view text) : file_(file), lines_(split(text, '\n')) {
    if (lines_.back().empty()) lines_.pop_back();
  }

  std::vector<PublishedNumber> numbers() {
    if (lines_.empty() || lines_.front() != head_line)
      throw malformed(fmt::format("the first line must be {}", head_line));
    std::vector<PublishedNumber> result;
    for (line_ = 2; line_ <= lines_.size(); ++line_) result.push_back(number(lines_[line_ - 1]));
    return result;
  }

 private:
  PublishedNumber number(const std::string& line) {
    const std::vector<std::string> fields = fields_of(line);
    if (fields.size() != 6) throw malformed(fmt::format("expected 6 fields, found {}", fields.size()));
    if (fields[0].empty() || fields[2].empty()) throw malformed("exhibit and quantity must not be empty");
    if (std::ranges::find(rules, fields[5]) == rules.end()) {
      throw malformed(fmt::format("the rule is '{}'; rules are {}", fields[5], fmt::join(rules, ", ")));
    }
    if (!seen_.insert({fields[0], fields[1], fields[2], fields[3]}).second) throw malformed("this number is repeated");
    return {fields[0], fields[1],        fields[2], coordinates(fields[3]),
            fields[4], value(fields[4]), fields[5], static_cast<std::int64_t>(line_)};
  }

  std::vector<Coordinate> coordinates(const std::string& text) const {
    std::vector<Coordinate> result;
    if (text.empty()) return result;
    for (const std::string& pair : split(text, ' ')) {
      const std::size_t equals = pair.find('=');
      if (equals == std::string::npos || equals == 0 || equals + 1 == pair.size()) {
        throw malformed(fmt::format("'{}' is not a coordinate such as rows=1000", pair));
      }
      result.push_back(coordinate(pair.substr(0, equals), pair.substr(equals + 1)));
    }
    return result;
  }

  double value(const std::string& printed) const {
    const std::optional<double> number = coordinate("printed", printed).number;
    if (!number) throw malformed(fmt::format("'{}' is not a number", printed));
    return *number;
  }

  StoreError malformed(const std::string& what) const {
    return StoreError(fmt::format("{}, line {}: {}", file_, line_, what));
  }

  std::string file_;
  std::vector<std::string> lines_;
  std::size_t line_ = 1;
  std::set<std::array<std::string, 4>> seen_;
};

std::vector<PublishedNumber> all_numbers() {
  std::vector<PublishedNumber> result;
  for (const PublishedFile& file : published_files())
    for (PublishedNumber& number : parse_published(file.name, file.text)) {
      number.exhibit.insert(0, file.name.substr(0, file.name.find('/') + 1));
      result.push_back(std::move(number));
    }
  return result;
}

}  // namespace

std::vector<PublishedNumber> parse_published(std::string_view file, std::string_view text) {
  return Parser(file, text).numbers();
}

const std::vector<PublishedNumber>& published_numbers() {
  static const std::vector<PublishedNumber> numbers = all_numbers();
  return numbers;
}

}  // namespace apportion::results
