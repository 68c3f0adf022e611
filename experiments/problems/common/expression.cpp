// Reads formulas by descent into sums, products and operands, each of which becomes a function of the values.
#include "experiments/problems/common/expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <utility>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"

namespace apportion::problems {
namespace {

using Formula = std::function<double(std::span<const double> values)>;
using Operation = double (*)(double first, double second);

class ExpressionParser {
 public:
  ExpressionParser(std::string_view text, const std::vector<std::string>& names, std::vector<std::size_t>& used)
      : text_(text), rest_(text), names_(names), used_(used) {}

  Formula formula() {
    Formula read = sum();
    if (!rest_.empty()) refuse("an operator");
    return read;
  }

 private:
  static constexpr int deepest = 100;

  [[noreturn]] void refuse(std::string_view wanted) const {
    throw InputError(rest_.empty() ? fmt::format("'{}' ends where {} is expected", text_, wanted)
                                   : fmt::format("'{}': expected {} at '{}'", text_, wanted, rest_));
  }

  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\n"), rest_.size())); }

  bool take(char symbol) {
    skip_blanks();
    if (!rest_.starts_with(symbol)) return false;
    rest_.remove_prefix(1);
    skip_blanks();
    return true;
  }

  void require(char symbol) {
    if (!take(symbol)) refuse(fmt::format("'{}'", symbol));
  }

  // Operands with either operator between them, from left to right.
  Formula chain(Formula (ExpressionParser::*part)(), const std::pair<char, Operation>& one,
                const std::pair<char, Operation>& other) {
    Formula first = (this->*part)();
    std::vector<std::pair<Operation, Formula>> rest;
    while (true) {
      const bool is_one = take(one.first);
      if (!is_one && !take(other.first)) break;
      rest.emplace_back((is_one ? one : other).second, (this->*part)());
    }
    if (rest.empty()) return first;
    return [first = std::move(first), rest = std::move(rest)](std::span<const double> values) {
      double value = first(values);
      for (const auto& [operation, next] : rest) value = operation(value, next(values));
      return value;
    };
  }

  Formula sum() {
    if (++depth_ > deepest) throw InputError(fmt::format("brackets are nested deeper than {}", deepest));
    Formula read = chain(&ExpressionParser::product, {'+', [](double a, double b) { return a + b; }},
                         {'-', [](double a, double b) { return a - b; }});
    --depth_;
    return read;
  }

  Formula product() {
    return chain(&ExpressionParser::operand, {'*', [](double a, double b) { return a * b; }},
                 {'/', [](double a, double b) { return a / b; }});
  }

  Formula operand() {
    bool is_negative = false;
    while (take('-')) is_negative = !is_negative;
    skip_blanks();
    Formula read;
    if (take('(')) {
      read = sum();
      require(')');
    } else if (!rest_.empty() &&
               (std::isdigit(static_cast<unsigned char>(rest_.front())) != 0 || rest_.front() == '.')) {
      read = number();
    } else {
      read = name();
    }
    if (!is_negative) return read;
    return [read = std::move(read)](std::span<const double> values) { return -read(values); };
  }

  // Skips digits, a point and an exponent.
  Formula number() {
    std::size_t length = rest_.find_first_not_of("0123456789.");
    if (length < rest_.size() && (rest_[length] == 'e' || rest_[length] == 'E')) {
      const std::size_t sign =
          length + 1 < rest_.size() && (rest_[length + 1] == '+' || rest_[length + 1] == '-') ? 1 : 0;
      length = rest_.find_first_not_of("0123456789", length + 1 + sign);
    }
    const std::string_view digits = rest_.substr(0, length);
    const std::optional<double> value = parse_real(digits);
    if (!value) refuse("a number");
    rest_.remove_prefix(digits.size());
    return [value = *value](std::span<const double> /*values*/) { return value; };
  }

  Formula name() {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    const std::string word(rest_.substr(0, rest_.find_first_not_of(letters)));
    if (word.empty()) refuse("a number, a metric or '('");
    rest_.remove_prefix(word.size());
    if (take('(')) return function(word);
    const auto found = std::ranges::find(names_, word);
    if (found == names_.end()) throw unknown_name("metric", word, names_);
    const auto place = static_cast<std::size_t>(found - names_.begin());
    if (!contains(used_, place)) used_.push_back(place);
    return [place](std::span<const double> values) { return values[place]; };
  }

  Formula function(const std::string& word) {
    static const std::map<std::string, Operation> of_two = {{"min", [](double a, double b) { return std::min(a, b); }},
                                                            {"max", [](double a, double b) { return std::max(a, b); }}};
    static const std::map<std::string, double (*)(double)> of_one = {{"sqrt", [](double a) { return std::sqrt(a); }},
                                                                     {"abs", [](double a) { return std::abs(a); }}};
    const auto one = of_one.find(word);
    const auto two = of_two.find(word);
    if (one == of_one.end() && two == of_two.end()) throw unknown_name("function", word, {"min", "max", "sqrt", "abs"});
    Formula first = sum();
    Formula made;
    if (one != of_one.end()) {
      made = [first = std::move(first), of = one->second](std::span<const double> values) { return of(first(values)); };
    } else {
      require(',');
      made = [first = std::move(first), second = sum(), of = two->second](std::span<const double> values) {
        return of(first(values), second(values));
      };
    }
    require(')');
    return made;
  }

  std::string_view text_;
  std::string_view rest_;
  const std::vector<std::string>& names_;
  std::vector<std::size_t>& used_;
  int depth_ = 0;
};

}  // namespace

Expression::Expression(std::string_view text, const std::vector<std::string>& names)
    : formula_(ExpressionParser(text, names, used_).formula()) {}

}  // namespace apportion::problems
