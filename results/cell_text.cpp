// The values of an SQL result as texts.
#include "results/cell_text.hpp"

#include <fmt/format.h>

#include "results/coordinates.hpp"

namespace apportion::results {
namespace {

std::string without_negative_zero(const std::string& text) {
  const bool zero = text.find_first_not_of("-0.") == std::string::npos;
  return zero && text.starts_with('-') ? text.substr(1) : text;
}

struct Speller {
  int digits;

  std::string operator()(std::monostate /*unused*/) const { return {}; }
  std::string operator()(const std::string& text) const { return text; }
  std::string operator()(std::int64_t integer) const {
    return digits < 0 ? fmt::format("{}", integer) : (*this)(static_cast<double>(integer));
  }
  std::string operator()(double real) const {
    return without_negative_zero(digits < 0 ? fmt::format("{}", real) : fmt::format("{:.{}f}", real, digits));
  }
};

}  // namespace

std::string cell_text(const Value& value, int digits) { return std::visit(Speller{digits}, value); }

bool is_null(const Value& value) { return std::holds_alternative<std::monostate>(value); }

bool is_words(const Value& value) {
  const auto* const text = std::get_if<std::string>(&value);
  return text != nullptr && !text->empty() && !coordinate("", *text).number;
}

}  // namespace apportion::results
