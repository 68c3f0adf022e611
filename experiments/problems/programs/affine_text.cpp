// A parser of affine expressions.
#include "experiments/problems/programs/affine_text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <string>

#include "base/error.hpp"

namespace apportion::problems {
namespace {

constexpr std::int64_t largest_number = 1'000'000'000'000'000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Affine expression() {
    Affine sum;
    bool first = true;
    do {
      add_term(sum, sign(first));
      first = false;
    } while (!at_end());
    return sum;
  }

 private:
  void skip_blanks() {
    while (place_ < text_.size() && text_[place_] == ' ') ++place_;
  }

  bool at_end() {
    skip_blanks();
    return place_ == text_.size();
  }

  bool take(char c) {
    if (at_end() || text_[place_] != c) return false;
    ++place_;
    return true;
  }

  [[noreturn]] void refuse() const {
    throw InputError(
        fmt::format("'{}' is not an affine expression at column {}; write it as 2*I - J + 3", text_, place_ + 1));
  }

  std::int64_t sign(bool optional) {
    if (take('-')) return -1;
    if (!take('+') && !optional) refuse();
    return 1;
  }

  std::int64_t number() {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text_.data() + place_, text_.data() + text_.size(), value);
    if (error != std::errc{} || value > largest_number) refuse();
    place_ = static_cast<std::size_t>(end - text_.data());
    return value;
  }

  std::string index() {
    if (at_end() || !is_letter(text_[place_])) refuse();
    const std::size_t start = place_;
    while (place_ < text_.size() && (is_letter(text_[place_]) || is_digit(text_[place_]) || text_[place_] == '_'))
      ++place_;
    return std::string(text_.substr(start, place_ - start));
  }

  void add_term(Affine& sum, std::int64_t sign) {
    if (at_end()) refuse();
    if (!is_digit(text_[place_])) {
      add(sum.coefficients[index()], sign);
      return;
    }
    const std::int64_t value = sign * number();
    if (take('*'))
      add(sum.coefficients[index()], value);
    else
      add(sum.constant, value);
  }

  void add(std::int64_t& sum, std::int64_t value) const {
    sum += value;
    if (std::abs(sum) > largest_number) refuse();
  }

  std::string_view text_;
  std::size_t place_ = 0;
};

}  // namespace

Affine parse_affine(std::string_view text) { return Parser(text).expression(); }

}  // namespace apportion::problems
