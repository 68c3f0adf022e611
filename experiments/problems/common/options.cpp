// Reading of option values.
#include "experiments/problems/common/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"

namespace apportion::problems {
namespace {

double listed_number(std::string_view kind, std::string_view text, std::size_t index) {
  double value = 0;
  const NumberReading reading = read_number(text, value);
  if (reading == NumberReading::out_of_range)
    throw InputError(fmt::format("{} {} is {}; that is out of range", kind, index, text));
  if (reading == NumberReading::malformed)
    throw InputError(fmt::format("{0} {1} is '{2}'; {0}s must be positive numbers", kind, index, text));
  return value;
}

void append_list(std::string_view kind, std::string_view text, std::vector<double>& numbers);

// Appends the numbers of "3", "48*1" or "2*(3,1)".
void append_entry(std::string_view kind, std::string_view entry, std::vector<double>& numbers) {
  const std::size_t star = std::min(entry.find('*'), entry.find('('));
  const bool is_repeated = star != std::string_view::npos && entry[star] == '*';
  const std::optional<std::int64_t> count =
      is_repeated ? parse_whole(trimmed(entry.substr(0, star))) : std::optional<std::int64_t>(1);
  if (!count || *count < 1)
    throw InputError(fmt::format("{} {} is '{}'; before * there must be a whole number from 1 on, as in 48*1", kind,
                                 numbers.size(), entry));
  const std::string_view repeated = is_repeated ? trimmed(entry.substr(star + 1)) : entry;
  const std::size_t before = numbers.size();
  if (repeated.starts_with('(') && repeated.ends_with(')'))
    append_list(kind, repeated.substr(1, repeated.size() - 2), numbers);
  else
    numbers.push_back(listed_number(kind, repeated, before));
  const std::size_t added = numbers.size() - before;
  if (static_cast<std::uint64_t>(*count) > (most_repeated_numbers - std::min(before, most_repeated_numbers)) / added)
    throw InputError(
        fmt::format("'{}' makes more than {} {}s, the most that are read", entry, most_repeated_numbers, kind));
  numbers.reserve(before + added * static_cast<std::size_t>(*count));
  for (std::int64_t i = 1; i < *count; ++i)
    for (std::size_t k = 0; k < added; ++k) numbers.push_back(numbers[before + k]);
}

void append_list(std::string_view kind, std::string_view text, std::vector<double>& numbers) {
  for (const std::string_view entry : split_outside_brackets(text)) append_entry(kind, trimmed(entry), numbers);
}

}  // namespace

void OptionValues::add(const std::string& option, const std::vector<std::string>& values) {
  std::vector<std::string>& given = values_[option];
  given.insert(given.end(), values.begin(), values.end());
}

std::string OptionValues::text(const std::string& option, const std::string& fallback) const {
  const auto found = values_.find(option);
  return found == values_.end() || found->second.empty() ? fallback : found->second.front();
}

std::vector<std::string> OptionValues::texts(const std::string& option) const {
  const auto found = values_.find(option);
  return found == values_.end() ? std::vector<std::string>{} : found->second;
}

std::int64_t OptionValues::whole(const std::string& option, std::int64_t fallback, std::int64_t least,
                                 std::int64_t most) const {
  return has(option) ? whole_number("--" + option, text(option), least, most) : fallback;
}

std::vector<double> listed_numbers(std::string_view kind, std::string_view text) {
  std::vector<double> numbers;
  if (text.empty()) return numbers;
  constexpr std::ptrdiff_t deepest = 100;
  if (std::ranges::count(text, '(') > deepest)
    throw InputError(fmt::format("a list of {}s has more than {} parentheses", kind, deepest));
  append_list(kind, text, numbers);
  return numbers;
}

}  // namespace apportion::problems
