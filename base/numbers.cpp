// Strict reading of numbers by std::from_chars.
#include "base/numbers.hpp"

#include <fmt/format.h>

#include <charconv>
#include <system_error>

#include "base/error.hpp"

namespace apportion {
namespace {

template <class Number>
NumberReading read_all(std::string_view text, Number& value) {
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (error == std::errc::result_out_of_range && end == last) return NumberReading::out_of_range;
  return error == std::errc{} && end == last ? NumberReading::number : NumberReading::malformed;
}

template <class Number>
std::optional<Number> parsed(std::string_view text) {
  Number value{};
  if (read_all(text, value) != NumberReading::number) return std::nullopt;
  return value;
}

}  // namespace

NumberReading read_number(std::string_view text, double& value) { return read_all(text, value); }
NumberReading read_number(std::string_view text, int& value) { return read_all(text, value); }
NumberReading read_number(std::string_view text, std::int64_t& value) { return read_all(text, value); }

std::optional<double> parse_real(std::string_view text) { return parsed<double>(text); }
std::optional<std::int64_t> parse_whole(std::string_view text) { return parsed<std::int64_t>(text); }

std::int64_t whole_number(const std::string& label, const std::string& text, std::int64_t least, std::int64_t most) {
  const std::optional<std::int64_t> number = parse_whole(text);
  if (!number || *number < least || *number > most)
    throw InputError(fmt::format("{} is '{}'; it must be a whole number from {} to {}", label, text, least, most));
  return *number;
}

}  // namespace apportion
