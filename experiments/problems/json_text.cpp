// Strict JSON and lists of numbers.
#include "experiments/problems/json_text.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <system_error>

namespace apportion::problems {
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

// Refuses what the library would let pass: keys given twice, of which it keeps the last, and any depth. Knows where it
// is.
class StrictParsing {
 public:
  bool operator()(int depth, Json::parse_event_t event, const Json& parsed) {
    if (depth > deepest_nesting)
      throw InputError(fmt::format("nested deeper than {} levels{}", deepest_nesting, place(1)));
    using Event = Json::parse_event_t;
    if (event == Event::object_start || event == Event::array_start) {
      levels_.push_back({.is_array = event == Event::array_start, .key = {}, .keys = {}});
    } else if (event == Event::object_end || event == Event::array_end) {
      levels_.pop_back();
      ended_value();
    } else if (event == Event::value) {
      ended_value();
    } else {
      levels_.back().key = parsed.get<std::string>();
      if (!levels_.back().keys.insert(levels_.back().key).second)
        throw InputError(fmt::format("key '{}' is given twice{}", levels_.back().key, place(levels_.size() - 1)));
    }
    return true;
  }

  // " in edges[3].data": what is being read, down to `depth` levels; nothing for none.
  [[nodiscard]] std::string place(std::size_t depth) const {
    std::string path;
    for (std::size_t k = 0; k < std::min(depth, levels_.size()); ++k)
      path += levels_[k].is_array ? fmt::format("[{}]", levels_[k].index)
                                  : fmt::format("{}{}", path.empty() ? "" : ".", levels_[k].key);
    return path.empty() ? "" : " in " + path;
  }
  [[nodiscard]] std::string place() const { return place(levels_.size()); }

 private:
  struct Level {
    bool is_array = false;
    std::size_t index = 0;  // in an array: of the value that is being read
    std::string key;        // in an object: the same
    std::set<std::string> keys;
  };

  void ended_value() {
    if (!levels_.empty() && levels_.back().is_array) ++levels_.back().index;
  }

  std::vector<Level> levels_;
};

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

Json parse_json(std::string_view text) {
  StrictParsing strict;
  try {
    return Json::parse(text, std::ref(strict));
  } catch (const Json::exception& error) {
    throw InputError("malformed JSON: " + plain_message(error) + strict.place());
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
  std::ranges::sort(keys);
  for (const auto& [key, ignored] : value.items())
    if (std::ranges::find(keys, key) == keys.end()) throw unknown_name("key", key, keys);
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
  for (const std::string& entry : split(text, ','))
    numbers.push_back(listed_number(kind, trimmed(entry), numbers.size()));
  return numbers;
}

std::string json_string(std::string_view text) {
  return Json(std::string(text)).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string error_json(std::string_view message, std::int64_t line) {
  return fmt::format(R"({{"schema":1,"error":{},"line":{}}})", json_string(message), line);
}

}  // namespace apportion::problems
