// Reading of option values.
#include "experiments/problems/common/options.hpp"

#include <fmt/format.h>

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
  for (const std::string& entry : split(text, ','))
    numbers.push_back(listed_number(kind, trimmed(entry), numbers.size()));
  return numbers;
}

}  // namespace apportion::problems
