// Strict JSON with places in its errors.
#include "experiments/problems/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace apportion::problems {
namespace {

// Machines within machines are followed by recursion.
constexpr std::size_t deepest_nesting = 100;
constexpr double largest_whole = 1e15;

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
// is. A pass of its own over the text: the library's parser that calls back looks through a whole list behind each of
// its objects. It answers to the library's names (nlohmann::json_sax).
class StrictReading {
 public:
  bool null() { return value(); }
  bool boolean(bool /*value*/) { return value(); }
  bool number_integer(std::int64_t /*value*/) { return value(); }
  bool number_unsigned(std::uint64_t /*value*/) { return value(); }
  bool number_float(double /*value*/, const std::string& /*text*/) { return value(); }
  bool string(const std::string& /*value*/) { return value(); }
  bool binary(const Json::binary_t& /*value*/) { return value(); }
  bool start_object(std::size_t /*size*/) { return start(false); }
  bool start_array(std::size_t /*size*/) { return start(true); }
  bool end_object() { return end(); }
  bool end_array() { return end(); }
  bool key(const std::string& key) {
    check_depth();
    levels_.back().key = key;
    if (!levels_.back().keys.insert(key).second)
      throw InputError(fmt::format("key '{}' is given twice{}", key, place(levels_.size() - 1)));
    return true;
  }
  [[noreturn]] bool parse_error(std::size_t /*position*/, const std::string& /*token*/, const Json::exception& error) {
    throw InputError("malformed JSON: " + plain_message(error) + place(levels_.size()));
  }

 private:
  struct Level {
    bool is_array = false;
    std::size_t index = 0;  // in an array: of the value that is being read
    std::string key;        // in an object: the same
    std::set<std::string> keys;
  };

  void check_depth() const {
    if (levels_.size() > deepest_nesting)
      throw InputError(fmt::format("nested deeper than {} levels{}", deepest_nesting, place(1)));
  }

  bool start(bool is_array) {
    check_depth();
    levels_.push_back({.is_array = is_array, .key = {}, .keys = {}});
    return true;
  }

  bool end() {
    levels_.pop_back();
    ended_value();
    return true;
  }

  bool value() {
    check_depth();
    ended_value();
    return true;
  }

  void ended_value() {
    if (!levels_.empty() && levels_.back().is_array) ++levels_.back().index;
  }

  // " in edges[3].data": what is being read, down to `depth` levels; nothing for none.
  [[nodiscard]] std::string place(std::size_t depth) const {
    std::string path;
    for (std::size_t k = 0; k < std::min(depth, levels_.size()); ++k)
      path += levels_[k].is_array ? fmt::format("[{}]", levels_[k].index)
                                  : fmt::format("{}{}", path.empty() ? "" : ".", levels_[k].key);
    return path.empty() ? "" : " in " + path;
  }

  std::vector<Level> levels_;
};

std::string member_place(const std::string& place, const std::string& key) {
  return place.empty() ? key : place + "." + key;
}

}  // namespace

Json parse_json(std::string_view text) {
  StrictReading strict;
  Json::sax_parse(text, &strict);
  return Json::parse(text);
}

void JsonReader::refuse(std::string_view wanted) const {
  throw InputError(fmt::format("{} is a JSON {}; it must be {}", place_.empty() ? "the problem" : place_,
                               value_->type_name(), wanted));
}

void JsonReader::require_keys(const std::vector<std::string>& required,
                              const std::vector<std::string>& optional) const {
  std::vector<std::string> keys = required;
  keys.insert(keys.end(), optional.begin(), optional.end());
  if (!value_->is_object())
    refuse(fmt::format("an object with {}", fmt::join(place_.empty() && !required.empty() ? required : keys, ", ")));
  for (const auto& [key, ignored] : value_->items())
    if (std::ranges::find(keys, key) == keys.end())
      throw InputError((place_.empty() ? "" : place_ + ": ") + unknown_name("key", key, keys).what());
  for (const std::string& key : required) {
    if (has(key)) continue;
    if (place_.empty())
      throw InputError(fmt::format("{} is missing; a problem needs {}", key, fmt::join(required, ", ")));
    throw InputError(fmt::format("{} has no '{}'; it needs {}", place_, key, fmt::join(required, ", ")));
  }
}

JsonReader JsonReader::operator[](const std::string& key) const {
  return JsonReader(value_->at(key), member_place(place_, key));
}

std::vector<std::pair<std::string, JsonReader>> JsonReader::members() const {
  if (!value_->is_object()) refuse("an object");
  std::vector<std::pair<std::string, JsonReader>> all;
  for (const auto& [key, value] : value_->items()) all.emplace_back(key, JsonReader(value, member_place(place_, key)));
  return all;
}

std::vector<JsonReader> JsonReader::items() const {
  if (!value_->is_array()) refuse("a list");
  std::vector<JsonReader> all;
  for (std::size_t i = 0; i < value_->size(); ++i) all.emplace_back((*value_)[i], fmt::format("{}[{}]", place_, i));
  return all;
}

std::vector<JsonReader> JsonReader::items(std::string_view entry, std::string_view wanted) const {
  if (!value_->is_array()) refuse(wanted);
  std::vector<JsonReader> all;
  for (std::size_t i = 0; i < value_->size(); ++i) all.emplace_back((*value_)[i], fmt::format("{} {}", entry, i));
  return all;
}

double JsonReader::number() const {
  if (!value_->is_number()) refuse("a number");
  return value_->get<double>();
}

std::int64_t JsonReader::whole() const {
  const double value = number();
  if (std::trunc(value) != value || std::abs(value) > largest_whole)
    throw InputError(fmt::format("{} is {}; it must be a whole number, at most {}", place_, value, largest_whole));
  return static_cast<std::int64_t>(value);
}

std::string JsonReader::text() const {
  if (!value_->is_string()) refuse("a text");
  return value_->get<std::string>();
}

std::string JsonReader::name() const {
  if (!value_->is_string()) refuse("a name");
  return value_->get<std::string>();
}

bool JsonReader::flag() const {
  if (!value_->is_boolean()) refuse("true or false");
  return value_->get<bool>();
}

std::string json_string(std::string_view text) {
  return Json(std::string(text)).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string error_json(std::string_view message, std::int64_t line) {
  return fmt::format(R"({{"schema":1,"error":{},"line":{}}})", json_string(message), line);
}

}  // namespace apportion::problems
