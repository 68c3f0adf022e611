// Reads formulas by descent into terms, factors and operands, and computes them on a stack.
#include "experiments/problems/common/expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"

namespace apportion::problems {

/// Parses a text by recursive descent.
class ExpressionParser {
 public:
  using Operation = Expression::Operation;

  ExpressionParser(std::string_view text, const std::vector<std::string>& names, Expression& expression)
      : text_(text), rest_(text), names_(names), expression_(expression) {}

  void read() {
    sum();
    if (!rest_.empty()) refuse("an operator");
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

  void add(Operation operation) { expression_.steps_.push_back({operation}); }

  void sum() {
    if (++depth_ > deepest) throw InputError(fmt::format("brackets are nested deeper than {}", deepest));
    product();
    while (true) {
      const bool is_plus = take('+');
      if (!is_plus && !take('-')) break;
      product();
      add(is_plus ? Operation::add : Operation::subtract);
    }
    --depth_;
  }

  void product() {
    operand();
    while (true) {
      const bool is_times = take('*');
      if (!is_times && !take('/')) break;
      operand();
      add(is_times ? Operation::multiply : Operation::divide);
    }
  }

  void operand() {
    bool is_negative = false;
    while (take('-')) is_negative = !is_negative;
    skip_blanks();
    if (take('(')) {
      sum();
      require(')');
    } else if (!rest_.empty() &&
               (std::isdigit(static_cast<unsigned char>(rest_.front())) != 0 || rest_.front() == '.')) {
      number();
    } else {
      name();
    }
    if (is_negative) add(Operation::negate);
  }

  // Skips digits, a point and an exponent.
  void number() {
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
    expression_.steps_.push_back({Operation::number, *value});
  }

  void name() {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    const std::string word(rest_.substr(0, rest_.find_first_not_of(letters)));
    if (word.empty()) refuse("a number, a metric or '('");
    rest_.remove_prefix(word.size());
    if (take('(')) return function(word);
    const auto found = std::ranges::find(names_, word);
    if (found == names_.end()) throw unknown_name("metric", word, names_);
    const auto place = static_cast<std::size_t>(found - names_.begin());
    expression_.steps_.push_back({Operation::name, 0, place});
    if (!contains(expression_.used_, place)) expression_.used_.push_back(place);
  }

  void function(const std::string& word) {
    static const std::map<std::string, std::pair<Operation, int>> functions = {{"min", {Operation::least, 2}},
                                                                               {"max", {Operation::most, 2}},
                                                                               {"sqrt", {Operation::root, 1}},
                                                                               {"abs", {Operation::size, 1}}};
    const auto found = functions.find(word);
    if (found == functions.end()) throw unknown_name("function", word, {"min", "max", "sqrt", "abs"});
    const auto& [operation, operands] = found->second;
    sum();
    for (int i = 1; i < operands; ++i) {
      require(',');
      sum();
    }
    require(')');
    add(operation);
  }

  std::string_view text_;
  std::string_view rest_;
  const std::vector<std::string>& names_;
  Expression& expression_;
  int depth_ = 0;
};

Expression::Expression(std::string_view text, const std::vector<std::string>& names) {
  ExpressionParser(text, names, *this).read();
}

double Expression::at(std::span<const double> values) const {
  std::vector<double> stack;
  const auto pop = [&stack] {
    const double last = stack.back();
    stack.pop_back();
    return last;
  };
  for (const Step& step : steps_) {
    if (step.operation == Operation::number || step.operation == Operation::name) {
      stack.push_back(step.operation == Operation::number ? step.number : values[step.place]);
      continue;
    }
    const bool is_of_one =
        step.operation == Operation::negate || step.operation == Operation::root || step.operation == Operation::size;
    const double second = is_of_one ? 0 : pop();
    double& first = stack.back();
    switch (step.operation) {
      case Operation::negate:
        first = -first;
        break;
      case Operation::root:
        first = std::sqrt(first);
        break;
      case Operation::size:
        first = std::abs(first);
        break;
      case Operation::add:
        first += second;
        break;
      case Operation::subtract:
        first -= second;
        break;
      case Operation::multiply:
        first *= second;
        break;
      case Operation::divide:
        first /= second;
        break;
      case Operation::least:
        first = std::min(first, second);
        break;
      default:
        first = std::max(first, second);
        break;
    }
  }
  return stack.back();
}

}  // namespace apportion::problems
