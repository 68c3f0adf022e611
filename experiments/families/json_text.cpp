// Strict JSON and lists of numbers.
#include "experiments/families/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <system_error>

namespace apportion::families {
namespace {

// Machines within machines are followed by recursion.
constexpr int deepest_nesting = 100;

// The library's "[json.exception.parse_error.101] parse error at line 1, column 9: ..." without its own name; each
// text is one line, so that the column says enough.
std::string plain_message(const Json::exception& error) {
  std::string text = error.what();
  text.erase(0, text.find("] ") == std::string::npos ? 0 : text.find("] ") + 2);
  const std::string place = " at line 1, column ";
  if (const std::size_t at = text.find(place); at != std::string::npos) text.replace(at, place.size(), " at column ");
  return text;
}

// Refuses what the library would let pass: keys given twice, of which it keeps the last, and any depth.
class StrictParsing {
 public:
  bool operator()(int depth, Json::parse_event_t event, const Json& parsed) {
    if (depth > deepest_nesting) throw InputError(fmt::format("nested deeper than {} levels", deepest_nesting));
    if (event == Json::parse_event_t::object_start) keys_.emplace_back();
    if (event == Json::parse_event_t::object_end) keys_.pop_back();
    if (event == Json::parse_event_t::key && !keys_.back().insert(parsed.get<std::string>()).second)
      throw InputError(fmt::format("key '{}' is given twice", parsed.get<std::string>()));
    return true;
  }

 private:
  std::vector<std::set<std::string>> keys_;
};

double listed_number(std::string_view kind, std::string_view text, std::size_t index) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range)
    throw InputError(fmt::format("{} {} is {}; that is out of range", kind, index, text));
  if (error != std::errc{} || end != text.data() + text.size())
    throw InputError(fmt::format("{0} {1} is '{2}'; {0}s must be positive numbers", kind, index, text));
  return value;
}

}  // namespace

Json parse_json(std::string_view text) {
  try {
    return Json::parse(text,
                       [strict = StrictParsing()](int depth, Json::parse_event_t event, const Json& parsed) mutable {
                         return strict(depth, event, parsed);
                       });
  } catch (const Json::exception& error) {
    throw InputError("malformed JSON: " + plain_message(error));
  }
}

InputError wrong_kind(std::string_view key, const Json& value, std::string_view wanted) {
  return InputError(fmt::format("{} is a JSON {}; it must be {}", key, value.type_name(), wanted));
}

double number(std::string_view key, const Json& value) {
  if (!value.is_number()) throw wrong_kind(key, value, "a number");
  return value.get<double>();
}

void require_keys(const Json& value, const std::vector<std::string>& required,
                  const std::vector<std::string>& optional) {
  std::string needs;
  for (const std::string& key : required) needs += (needs.empty() ? "" : ", ") + key;
  if (!value.is_object()) throw wrong_kind("the problem", value, "an object with " + needs);
  std::vector<std::string> keys = required;
  keys.insert(keys.end(), optional.begin(), optional.end());
  std::sort(keys.begin(), keys.end());
  for (const auto& [key, ignored] : value.items())
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) throw unknown_name("key", key, keys);
  for (const std::string& key : required)
    if (!value.contains(key)) throw InputError(fmt::format("{} is missing; a problem needs {}", key, needs));
}

std::string text_of(std::string_view key, const Json& value) {
  if (!value.is_string()) throw wrong_kind(key, value, "a name");
  return value.get<std::string>();
}

std::vector<double> listed_numbers(std::string_view kind, std::string_view text) {
  std::vector<double> numbers;
  if (text.empty()) return numbers;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    numbers.push_back(listed_number(kind, without_blanks(text.substr(start, end - start)), numbers.size()));
    start = end + 1;
  }
  return numbers;
}

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string json_string(std::string_view text) {
  return Json(std::string(text)).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string error_json(std::string_view message, std::int64_t line) {
  return fmt::format(R"({{"schema":1,"error":{},"line":{}}})", json_string(message), line);
}

}  // namespace apportion::families
