// The statistics of results/statistics as functions of SQLite; each is an entry of a table.
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "results/database/prepared.hpp"
#include "results/judge.hpp"
#include "results/statistics.hpp"

namespace apportion::results {
namespace {

using Answer = std::optional<double>;

constexpr std::size_t most_numbers = 5;  // the most numbers that a function takes
using Numbers = std::array<double, most_numbers>;

// The arguments of a function: columns of all rows, and further arguments of the last row.
struct Arguments {
  std::vector<double> x = {};
  std::vector<double> y = {};
  Numbers of_row = {};
  const char* rule = nullptr;  // the word that names it
};

struct Function {
  const char* name;
  const char* call;     // its call as documented
  std::size_t columns;  // the number of leading arguments that are columns; 0: a function of one row
  std::size_t least;    // the least number of numbers
  std::size_t most;     // including optional ones
  double rest;          // the value of optional ones by default
  Answer (*value)(const Arguments& arguments);
  bool whole = false;   // whether the result is an integer
  bool judges = false;  // whether the word of a rule comes first, and NULL is NaN
  std::optional<std::string_view> (*word)(const Arguments& arguments) = nullptr;  // in place of `value`
};

constexpr double usual_share = 1e-9;  // greater than rounding errors

std::int64_t whole(double number) {
  constexpr double most = 1e15;
  return static_cast<std::int64_t>(std::clamp(number, -most, most));
}

// --- Members of Interval and Prediction as functions
template <double Interval::*end>
Answer wilson(const Arguments& a) {
  return wilson_interval(a.of_row[0], a.of_row[1], a.of_row[2]).*end;
}

template <double Interval::*end>
Answer of_mean(const Arguments& a) {
  const std::optional<Interval> interval = mean_interval(a.x, a.of_row[0]);
  return interval ? Answer((*interval).*end) : std::nullopt;
}

template <double Prediction::*number>
Answer count_of(const Arguments& a) {
  return expected_count(a.x).*number;
}

// --- Functions of the judge: NULL if a number that the rule needs is NULL
bool has_interval(Rule rule) { return rule == Rule::interval || rule == Rule::standard_errors; }

double unless_null(double number, double otherwise) { return std::isnan(number) ? otherwise : number; }

// Whether one of the numbers that a rule needs, always or for its interval, is NULL.
bool lacks(Rule rule, std::initializer_list<double> always, std::initializer_list<double> for_interval) {
  const auto is_nan = [](double number) { return std::isnan(number); };
  return std::ranges::any_of(always, is_nan) || (has_interval(rule) && std::ranges::any_of(for_interval, is_nan));
}

Answer chance_of(const Arguments& a) {
  const auto& [unit, ours, of, deviation, samples] = a.of_row;
  const Rule rule = rule_named(a.rule);
  if (lacks(rule, {unit, ours}, {deviation, samples})) return std::nullopt;
  return chance(rule, unit, ours, unless_null(of, 0), unless_null(deviation, 0), unless_null(samples, 1));
}

Answer margin_of(const Arguments& a) {
  const Rule rule = rule_named(a.rule);
  if (lacks(rule, {}, {a.of_row[1], a.of_row[2]})) return std::nullopt;
  return margin(rule, unless_null(a.of_row[0], 0), unless_null(a.of_row[1], 0), unless_null(a.of_row[2], 0));
}

std::optional<std::string_view> verdict_of(const Arguments& a) {
  const auto& [printed, unit, ours, least, greatest] = a.of_row;
  const Rule rule = rule_named(a.rule);
  if (lacks(rule, {printed, unit, ours}, {least, greatest})) return std::nullopt;
  return verdict({rule, printed, unit, ours, unless_null(least, ours), unless_null(greatest, ours)});
}

constexpr std::array<Function, 22> functions{{
    {"normal", "normal(x)", 0, 1, 1, 0, [](const Arguments& a) -> Answer { return normal_probability(a.of_row[0]); }},
    {"normal_quantile", "normal_quantile(p)", 0, 1, 1, 0,
     [](const Arguments& a) -> Answer { return normal_quantile(a.of_row[0]); }},
    {"student", "student(t, n)", 0, 2, 2, 0,
     [](const Arguments& a) -> Answer { return student_probability(a.of_row[0], a.of_row[1]); }},
    {"student_quantile", "student_quantile(p, n)", 0, 2, 2, 0,
     [](const Arguments& a) -> Answer { return student_quantile(a.of_row[0], a.of_row[1]); }},
    {"wilson_low", "wilson_low(hits, cases, level)", 0, 2, 3, interval_level, wilson<&Interval::low>},
    {"wilson_high", "wilson_high(hits, cases, level)", 0, 2, 3, interval_level, wilson<&Interval::high>},
    {"mean_low", "mean_low(x, level)", 1, 1, 2, interval_level, of_mean<&Interval::low>},
    {"mean_high", "mean_high(x, level)", 1, 1, 2, interval_level, of_mean<&Interval::high>},
    {"standard_deviation", "standard_deviation(x)", 1, 1, 1, 0,
     [](const Arguments& a) { return standard_deviation(a.x); }},
    {"standard_error", "standard_error(x)", 1, 1, 1, 0, [](const Arguments& a) { return standard_error(a.x); }},
    {"slope", "slope(x, y)", 2, 2, 2, 0, [](const Arguments& a) { return least_squares_slope(a.x, a.y); }},
    {"expanded_level", "expanded_level(level, samples, n)", 0, 3, 3, 0,
     [](const Arguments& a) -> Answer { return expanded_level(a.of_row[0], whole(a.of_row[1]), whole(a.of_row[2])); }},
    {"half_up", "half_up(x, unit)", 0, 1, 2, 1,
     [](const Arguments& a) -> Answer { return rounded_half_up(a.of_row[0], a.of_row[1]); }},
    {"compare", "compare(a, b, share)", 0, 2, 3, usual_share,
     [](const Arguments& a) -> Answer { return compared(a.of_row[0], a.of_row[1], a.of_row[2]); }, true},
    {"kendall", "kendall(x, y, share)", 2, 2, 3, usual_share,
     [](const Arguments& a) { return kendall_tau(a.x, a.y, a.of_row[0]); }},
    {"agrees", "agrees(printed, unit, expected, deviation, level)", 0, 4, 5, interval_level,
     [](const Arguments& a) -> Answer {
       return agrees(a.of_row[0], a.of_row[1], {a.of_row[2], a.of_row[3]}, a.of_row[4]) ? 1 : 0;
     },
     true},
    {"agreement_chance", "agreement_chance(unit, expected, deviation, level)", 0, 3, 4, interval_level,
     [](const Arguments& a) -> Answer {
       return agreement_chance(a.of_row[0], {a.of_row[1], a.of_row[2]}, a.of_row[3]);
     }},
    {"expected_count", "expected_count(chance)", 1, 1, 1, 0, count_of<&Prediction::expected>},
    {"expected_count_deviation", "expected_count_deviation(chance)", 1, 1, 1, 0, count_of<&Prediction::deviation>},
    {"verdict", "verdict(rule, printed, unit, ours, least, greatest)", 0, 5, 5, 0, nullptr, false, true, verdict_of},
    {"chance", "chance(rule, unit, ours, of, deviation, samples)", 0, 5, 5, 0, chance_of, false, true},
    {"margin", "margin(rule, of, deviation, samples)", 0, 3, 3, 0, margin_of, false, true},
}};

void fail(sqlite3_context* context, const Function& function, const std::string& what) {
  sqlite3_result_error(context, fmt::format("{}: {}", function.call, what).c_str(), -1);
}

const Function& called(sqlite3_context* context) { return *static_cast<const Function*>(sqlite3_user_data(context)); }

// The numbers of one call; nothing if one is NULL, and after an error.
std::optional<Numbers> numbers_of(sqlite3_context* context, int count, sqlite3_value** values) {
  const Function& function = called(context);
  Numbers numbers{};
  numbers.fill(function.rest);
  for (int i = 0; i < count; ++i) {
    const int type = sqlite3_value_type(values[i]);
    if (type == SQLITE_NULL && !function.judges) return std::nullopt;
    if (type != SQLITE_INTEGER && type != SQLITE_FLOAT && type != SQLITE_NULL) {
      fail(context, function,
           fmt::format("the arguments {}must be numbers, and one is a text", function.judges ? "after the rule " : ""));
      return std::nullopt;
    }
    numbers[static_cast<std::size_t>(i)] = type == SQLITE_NULL ? std::nan("") : sqlite3_value_double(values[i]);
  }
  return numbers;
}

// Sets the result, which is NULL otherwise; NaN, as from infinite numbers, becomes NULL.
void answer(sqlite3_context* context, const Arguments& arguments) {
  const Function& function = called(context);
  try {
    if (function.word != nullptr) {
      if (const std::optional<std::string_view> word = function.word(arguments))
        sqlite3_result_text(context, word->data(), static_cast<int>(word->size()), SQLITE_STATIC);
      return;
    }
    const Answer number = function.value(arguments);
    if (number && function.whole)
      sqlite3_result_int64(context, static_cast<sqlite3_int64>(*number));
    else if (number)
      sqlite3_result_double(context, *number);
  } catch (const InputError& error) {
    fail(context, function, error.what());
  } catch (const std::exception&) {
    fail(context, function, "cannot be computed of these numbers");
  }
}

void call_on_row(sqlite3_context* context, int count, sqlite3_value** values) {
  const int words = called(context).judges ? 1 : 0;
  const auto* word = words == 0 ? nullptr : reinterpret_cast<const char*>(sqlite3_value_text(values[0]));
  if (words == 1 && word == nullptr) return;
  if (const std::optional<Numbers> numbers = numbers_of(context, count - words, values + words))
    answer(context, {.of_row = *numbers, .rule = word});
}

// The pointer that SQLite keeps for each group of rows, at first null; finish() frees its object.
Arguments** kept(sqlite3_context* context, bool make) {
  return static_cast<Arguments**>(sqlite3_aggregate_context(context, make ? static_cast<int>(sizeof(void*)) : 0));
}

void add_row(sqlite3_context* context, int count, sqlite3_value** values) {
  const std::optional<Numbers> numbers = numbers_of(context, count, values);
  if (!numbers) return;
  Arguments** all = kept(context, true);
  if (all == nullptr) return sqlite3_result_error_nomem(context);
  if (*all == nullptr) *all = std::make_unique<Arguments>().release();
  const std::size_t columns = called(context).columns;
  (*all)->x.push_back((*numbers)[0]);
  if (columns > 1) (*all)->y.push_back((*numbers)[1]);
  std::copy(numbers->begin() + static_cast<std::ptrdiff_t>(columns), numbers->end(), (*all)->of_row.begin());
}

void finish(sqlite3_context* context) {
  Arguments** all = kept(context, false);
  const std::unique_ptr<Arguments> owner(all == nullptr ? nullptr : *all);
  if (owner) answer(context, *owner);
}

}  // namespace

void provide_statistics(SQLite::Database& database) {
  using Call = void (*)(sqlite3_context*, int, sqlite3_value**);
  // SQLite takes the tables' entries as void*, but does not write to them.
  const auto provide = [&database](const Function& entry, std::size_t count, Call call, Call step = nullptr) {
    constexpr int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
    void* data = const_cast<void*>(static_cast<const void*>(&entry));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
    const int result = sqlite3_create_function_v2(database.getHandle(), entry.name, static_cast<int>(count), flags,
                                                  data, call, step, step == nullptr ? nullptr : &finish, nullptr);
    if (result != SQLITE_OK) throw SQLite::Exception(database.getHandle(), result);
  };
  for (const Function& function : functions)
    for (std::size_t count = function.least; count <= function.most; ++count)
      function.columns == 0 ? provide(function, count + (function.judges ? 1 : 0), &call_on_row)
                            : provide(function, count, nullptr, &add_row);
}

}  // namespace apportion::results
