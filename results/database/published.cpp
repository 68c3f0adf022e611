// The numbers that the papers print, parsed from texts that are built into the program.
#include "results/database/published.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "base/text.hpp"
#include "results/error.hpp"
#include "results/judge.hpp"
#include "results/records.hpp"

namespace apportion::results {
namespace {

constexpr std::string_view head_line = "exhibit,algorithm,quantity,coordinates,printed,rule";
constexpr std::size_t least_fields = 6;  // further columns may follow, in any order
constexpr std::string_view unit_column = "unit";
constexpr std::string_view of_column = "of";

// The fields of a line; commas within brackets, as in HYBRID[levels=2,last=XY2], do not separate fields.
std::vector<std::string> fields_of(std::string_view line) {
  const std::vector<std::string_view> fields = split_outside_brackets(line);
  return {fields.begin(), fields.end()};
}

/// Reads one file, and names the line in errors.
class Parser {
 public:
  Parser(std::string_view file, std::string_view text) : file_(file), lines_(split(text, '\n')) {
    if (lines_.back().empty()) lines_.pop_back();
  }

  std::vector<PublishedNumber> numbers() {
    read_head();
    std::vector<PublishedNumber> result;
    for (line_ = 2; line_ <= lines_.size(); ++line_) result.push_back(number(lines_[line_ - 1]));
    return result;
  }

 private:
  void read_head() {
    const std::string head = lines_.empty() ? "" : lines_.front();
    columns_ = fields_of(head);
    bool known = columns_.size() >= least_fields && head.starts_with(head_line);
    for (std::size_t i = least_fields; known && i < columns_.size(); ++i)
      known =
          (columns_[i] == unit_column || columns_[i] == of_column) && std::ranges::count(columns_, columns_[i]) == 1;
    if (!known)
      throw malformed(
          fmt::format("the first line must be {}, and may go on with ,{} and ,{}", head_line, unit_column, of_column));
  }

  PublishedNumber number(const std::string& line) {
    const std::vector<std::string> fields = fields_of(line);
    if (fields.size() != columns_.size())
      throw malformed(fmt::format("expected {} fields, found {}", columns_.size(), fields.size()));
    if (fields[0].empty() || fields[2].empty()) throw malformed("exhibit and quantity must not be empty");
    const std::vector<std::string> names = rule_names();
    if (std::ranges::find(names, fields[5]) == names.end())
      throw malformed(fmt::format("the rule is '{}'; rules are {}", fields[5], fmt::join(names, ", ")));
    PublishedNumber number{.exhibit = fields[0],
                           .algorithm = fields[1],
                           .quantity = fields[2],
                           .coordinates = coordinates(fields[3]),
                           .printed = fields[4],
                           .value = value("printed", fields[4]),
                           .rule = fields[5],
                           .unit = unit_of(fields[4]),
                           .line = static_cast<std::int64_t>(line_)};
    for (std::size_t i = least_fields; i < fields.size(); ++i)
      if (!fields[i].empty()) read_further(columns_[i], fields[i], number);
    require_new(number);
    return number;
  }

  void read_further(const std::string& column, const std::string& text, PublishedNumber& number) const {
    const double read = value(column, text);
    if (column == unit_column) {
      if (!(read > 0)) throw malformed(fmt::format("the unit {} is not above 0", text));
      number.unit = read;
    } else {
      if (!(read >= 1)) throw malformed(fmt::format("of is {}; a mean rests on at least one sample", text));
      number.of = read;
    }
  }

  // Refuses a second number for one place, in any order of coordinates and any spelling of numbers.
  void require_new(const PublishedNumber& number) {
    std::vector<std::string> places;
    for (const Coordinate& each : number.coordinates)
      places.push_back(each.axis + "=" + (each.number ? fmt::format("{}", *each.number) : each.text));
    std::ranges::sort(places);
    const auto [before, is_new] = seen_.try_emplace(
        {number.exhibit, number.algorithm, number.quantity, fmt::format("{}", fmt::join(places, " "))}, line_);
    if (!is_new) throw malformed(fmt::format("line {} has a number of this place already", before->second));
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

  double value(const std::string& column, const std::string& text) const {
    const std::optional<double> number = coordinate(column, text).number;
    if (!number) throw malformed(fmt::format("'{}' is not a number", text));
    return *number;
  }

  StoreError malformed(const std::string& what) const {
    return StoreError(fmt::format("{}:{}: {}", file_, line_, what));
  }

  std::string file_;
  std::vector<std::string> lines_;
  std::size_t line_ = 1;
  std::vector<std::string> columns_;
  std::map<std::array<std::string, 4>, std::size_t> seen_;  // [place] its line
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
