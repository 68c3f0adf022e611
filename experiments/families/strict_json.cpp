// Strict JSON.
#include "experiments/families/strict_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace apportion::families {
namespace {

using Json = nlohmann::json;

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
    if (depth > deepest_nesting)
      throw InputError(fmt::format("nested deeper than {} levels of machines", deepest_nesting));
    if (event == Json::parse_event_t::object_start) keys_.emplace_back();
    if (event == Json::parse_event_t::object_end) keys_.pop_back();
    if (event == Json::parse_event_t::key && !keys_.back().insert(parsed.get<std::string>()).second)
      throw InputError(fmt::format("key '{}' is given twice", parsed.get<std::string>()));
    return true;
  }

 private:
  std::vector<std::set<std::string>> keys_;
};

}  // namespace

nlohmann::json parse_strict_json(std::string_view text) {
  try {
    return Json::parse(text,
                       [strict = StrictParsing()](int depth, Json::parse_event_t event, const Json& parsed) mutable {
                         return strict(depth, event, parsed);
                       });
  } catch (const Json::exception& error) {
    throw InputError("malformed JSON: " + plain_message(error));
  }
}

InputError wrong_kind(std::string_view key, const nlohmann::json& value, std::string_view wanted) {
  return InputError(fmt::format("{} is a JSON {}; it must be {}", key, value.type_name(), wanted));
}

void require_known_keys(const nlohmann::json& object, const std::vector<std::string>& keys) {
  for (const auto& [key, ignored] : object.items())
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) throw unknown_name("key", key, keys);
}

std::string json_string(std::string_view text) {
  return Json(std::string(text)).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace apportion::families
