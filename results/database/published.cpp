// The numbers that the papers print, parsed from texts that are built into the program.
#include "results/database/published.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "base/csv.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "results/error.hpp"
#include "results/judge.hpp"
#include "results/records.hpp"

namespace apportion::results {
namespace {

constexpr std::string_view head_line = "exhibit,algorithm,quantity,coordinates,printed,rule";
constexpr std::size_t least_fields = 6;  // `unit` and `of` may follow, in any order

// The fields of a line; commas within brackets, as in HYBRID[levels=2,last=XY2], do not separate fields.
std::vector<std::string> fields_of(std::string_view line) {
  const std::vector<std::string_view> fields = split_outside_brackets(line);
  return {fields.begin(), fields.end()};
}

// --- Parts of a line; their errors do not name it
double number_in(const std::string& text) {
  const std::optional<double> number = coordinate("", text).number;
  if (!number) throw InputError("'{}' is not a number", text);
  return *number;
}

std::vector<Coordinate> coordinates_of(const std::string& text) {
  std::vector<Coordinate> result;
  if (text.empty()) return result;
  for (const std::string& pair : split(text, ' ')) {
    const std::size_t equals = pair.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == pair.size())
      throw InputError("'{}' is not a coordinate such as rows=1000", pair);
    result.push_back(coordinate(pair.substr(0, equals), pair.substr(equals + 1)));
  }
  return result;
}

std::vector<std::string> columns_in(std::string_view head) {
  std::vector<std::string> columns = fields_of(head);
  bool known = columns.size() >= least_fields && head.starts_with(head_line);
  for (std::size_t i = least_fields; known && i < columns.size(); ++i)
    known = (columns[i] == "unit" || columns[i] == "of") && std::ranges::count(columns, columns[i]) == 1;
  if (!known) throw InputError("the first line must be {}, and may go on with ,unit and ,of", head_line);
  return columns;
}

PublishedNumber number_of(const std::vector<std::string>& columns, const std::vector<std::string>& fields) {
  if (fields.size() != columns.size()) throw InputError("expected {} fields, found {}", columns.size(), fields.size());
  if (fields[0].empty() || fields[2].empty()) throw InputError("exhibit and quantity must not be empty");
  if (!contains(rule_names(), fields[5]))
    throw InputError("the rule is '{}'; rules are {}", fields[5], fmt::join(rule_names(), ", "));
  PublishedNumber number{.exhibit = fields[0],
                         .algorithm = fields[1],
                         .quantity = fields[2],
                         .coordinates = coordinates_of(fields[3]),
                         .printed = fields[4],
                         .value = number_in(fields[4]),
                         .rule = fields[5],
                         .unit = unit_of(fields[4])};
  for (std::size_t i = least_fields; i < fields.size(); ++i) {
    if (fields[i].empty()) continue;
    (columns[i] == "unit" ? number.unit : number.of.emplace()) = number_in(fields[i]);
    if (!(number.unit > 0)) throw InputError("the unit {} is not above 0", fields[i]);
    if (number.of && !(*number.of >= 1)) throw InputError("of is {}; a mean rests on at least one sample", fields[i]);
  }
  return number;
}

// The key of a number, the same for any order of coordinates and any spelling of numbers.
std::array<std::string, 4> place_of(const PublishedNumber& number) {
  std::vector<std::string> places;
  for (const Coordinate& each : number.coordinates)
    places.push_back(each.axis + "=" + (each.number ? fmt::format("{}", *each.number) : each.text));
  std::ranges::sort(places);
  return {number.exhibit, number.algorithm, number.quantity, fmt::format("{}", fmt::join(places, " "))};
}

std::vector<PublishedNumber> all_numbers() {
  std::vector<PublishedNumber> result;
  for (const EmbeddedFile& file : published_files())
    for (PublishedNumber& number : parse_published(file.name, file.text)) {
      number.exhibit.insert(0, file.name.substr(0, file.name.find('/') + 1));
      result.push_back(std::move(number));
    }
  return result;
}

}  // namespace

std::vector<PublishedNumber> parse_published(std::string_view file, std::string_view text) {
  std::vector<PublishedNumber> numbers;
  std::map<std::array<std::string, 4>, std::int64_t> seen;  // [place] its line
  TextLines lines(text.empty() ? "\n" : text);              // an empty file lacks its first line
  try {
    const std::vector<std::string> columns = columns_in(lines.next() ? lines.line() : "");
    while (lines.next()) {
      PublishedNumber number = number_of(columns, fields_of(lines.line()));
      number.line = lines.number();
      const auto [before, is_new] = seen.emplace(place_of(number), number.line);
      if (!is_new) throw InputError("line {} has a number of this place already", before->second);
      numbers.push_back(std::move(number));
    }
  } catch (const InputError& error) {
    throw StoreError(fmt::format("{}:{}: {}", file, lines.number(), error.what()));
  }
  return numbers;
}

const std::vector<PublishedNumber>& published_numbers() {
  static const std::vector<PublishedNumber> numbers = all_numbers();
  return numbers;
}

}  // namespace apportion::results
