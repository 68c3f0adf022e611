// Strict JSON, with positions in error messages.
#include "experiments/problems/common/json.hpp"

#include <algorithm>
#include <cmath>

#include "base/stopping.hpp"

namespace apportion::problems {
namespace {

// Limits recursion over nested machines.
constexpr std::size_t deepest_nesting = 100;
constexpr double largest_whole = 1e15;

// Builds the value and refuses what the library would accept: repeated keys, of which it keeps the last, and any
// depth. It tracks its own position: with the library's callbacks the end of each object costs a pass over its
// enclosing list.
class StrictParsing : public nlohmann::json_sax<Json> {
 public:
  [[nodiscard]] Json result() { return std::move(result_); }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t& /*text*/) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t& /*value*/) override { return false; }  // does not occur in JSON text

  bool start_object(std::size_t /*elements*/) override { return open(Json::object()); }
  bool start_array(std::size_t /*elements*/) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& value) override {
    require_depth();
    Level& level = levels_.back();
    level.key = value;
    if (!level.value->emplace(value, nullptr).second)
      throw InputError("key '{}' is given twice{}", level.key, place(levels_.size() - 1));
    return true;
  }

  bool parse_error(std::size_t /*position*/, const std::string& /*token*/, const Json::exception& error) override {
    // Without the prefix of "[json.exception.parse_error.101] parse error at line 1, column 9: ..."; texts have one
    // line, so that the column is enough.
    std::string text = error.what();
    text.erase(0, text.find("] ") == std::string::npos ? 0 : text.find("] ") + 2);
    const std::string line = " at line 1, column ";
    if (const std::size_t at = text.find(line); at != std::string::npos) text.replace(at, line.size(), " at column ");
    throw InputError("malformed JSON: " + text + place(levels_.size()));
  }

 private:
  struct Level {
    Json* value = nullptr;  // an unfinished list or object
    std::string key;        // in an object: the key of the current value
  };

  // " in edges[3].data": the current position, down to `depth` levels; "" if nothing is open.
  [[nodiscard]] std::string place(std::size_t depth) const {
    std::string path;
    for (std::size_t k = 0; k < std::min(depth, levels_.size()); ++k)
      path += levels_[k].value->is_array() ? fmt::format("[{}]", index_at(k))
                                           : fmt::format("{}{}", path.empty() ? "" : ".", levels_[k].key);
    return path.empty() ? "" : " in " + path;
  }

  // In a list: the index of the current value, which is in the list already if it is unfinished.
  [[nodiscard]] std::size_t index_at(std::size_t level) const {
    return levels_[level].value->size() - (level + 1 < levels_.size() ? 1 : 0);
  }

  void require_depth() const {
    if (levels_.size() > deepest_nesting) throw InputError("nested deeper than {} levels{}", deepest_nesting, place(1));
  }

  bool add(Json value) {
    stop_if_asked();
    require_depth();
    static_cast<void>(placed(std::move(value)));
    return true;
  }

  bool open(Json value) {
    require_depth();
    levels_.push_back({placed(std::move(value)), {}});
    return true;
  }

  bool close() {
    levels_.pop_back();
    return true;
  }

  Json* placed(Json value) {
    Json* place = &result_;
    if (!levels_.empty()) {
      Json& around = *levels_.back().value;
      if (around.is_array()) around.push_back(nullptr);
      place = around.is_array() ? &around.back() : &around[levels_.back().key];
    }
    *place = std::move(value);
    return place;
  }

  Json result_;
  std::vector<Level> levels_;
};

std::string member_place(const std::string& place, const std::string& key) {
  return place.empty() ? key : place + "." + key;
}

Machine machine_of(const Json& value, std::vector<double>& speeds) {
  if (!value.is_array()) {
    speeds.push_back(JsonReader(value, fmt::format("weight {}", speeds.size())).number());
    return {};
  }
  if (value.empty()) throw InputError("weights have an empty list in them; a machine needs at least one processor");
  Machine machine;
  machine.parts.reserve(value.size());
  for (const Json& part : value) machine.parts.push_back(machine_of(part, speeds));
  return machine;
}

// The weights of a machine's processors, from number `next` on: 0.5, or [0.25,[0.1,0.1]] for nested machines.
std::string nested_weights(const Machine& machine, const Cluster& cluster, std::size_t& next) {
  if (machine.is_processor()) return fmt::format("{}", cluster.speeds.at(next++));
  return json_list(machine.parts, [&](const Machine& part) { return nested_weights(part, cluster, next); });
}

}  // namespace

Json parse_json(std::string_view text) {
  // The library takes a NUL for the end.
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos)
    throw InputError("malformed JSON: a NUL at column {}", nul + 1);
  StrictParsing parsing;
  static_cast<void>(Json::sax_parse(text, &parsing));
  return parsing.result();
}

void JsonReader::refuse(std::string_view wanted) const {
  throw InputError("{} is a JSON {}; it must be {}", place_.empty() ? "the problem" : place_, value_->type_name(),
                   wanted);
}

void JsonReader::require_keys(const std::vector<std::string>& required,
                              const std::vector<std::string>& optional) const {
  std::vector<std::string> keys = required;
  keys.insert(keys.end(), optional.begin(), optional.end());
  if (!value_->is_object())
    refuse(fmt::format("an object with {}", fmt::join(place_.empty() && !required.empty() ? required : keys, ", ")));
  for (const auto& [key, ignored] : value_->items())
    if (!contains(keys, key))
      throw InputError((place_.empty() ? "" : place_ + ": ") + unknown_name("key", key, keys).what());
  for (const std::string& key : required) {
    if (has(key)) continue;
    if (required.size() == 1)
      throw InputError(place_.empty() ? key + " is missing" : fmt::format("{} has no '{}'", place_, key));
    if (place_.empty()) throw InputError("{} is missing; a problem needs {}", key, fmt::join(required, ", "));
    throw InputError("{} has no '{}'; it needs {}", place_, key, fmt::join(required, ", "));
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

std::vector<JsonReader> JsonReader::items(std::string_view entry, std::string_view wanted) const {
  if (!value_->is_array()) refuse(wanted);
  std::vector<JsonReader> all;
  for (std::size_t i = 0; i < value_->size(); ++i)
    all.emplace_back((*value_)[i], entry.empty() ? fmt::format("{}[{}]", place_, i) : fmt::format("{} {}", entry, i));
  return all;
}

double JsonReader::number() const {
  if (!value_->is_number()) refuse("a number");
  return value_->get<double>();
}

std::int64_t JsonReader::whole() const {
  const double value = number();
  if (std::trunc(value) != value || std::abs(value) > largest_whole)
    throw InputError("{} is {}; it must be a whole number, at most {}", place_, value, largest_whole);
  return static_cast<std::int64_t>(value);
}

std::string JsonReader::text() const {
  if (!value_->is_string()) refuse("a text");
  return value_->get<std::string>();
}

std::size_t JsonReader::one_of(std::size_t count, std::string_view kind) const {
  const std::int64_t number = whole();
  if (number < 0 || static_cast<std::size_t>(number) >= count)
    throw InputError("{} is {}; there are {} 0 to {}", place_, number, kind, static_cast<std::int64_t>(count) - 1);
  return static_cast<std::size_t>(number);
}

std::size_t JsonReader::one_of(const Numbering& names, std::string_view kind) const {
  const std::string name = text();
  if (const auto found = names.find(name); found != names.end()) return found->second;
  const std::vector<std::string> known = collected(names, &Numbering::value_type::first);
  throw InputError("{}: {}", place_, unknown_name(kind, name, known).what());
}

bool JsonReader::flag() const {
  if (!value_->is_boolean()) refuse("true or false");
  return value_->get<bool>();
}

std::string json_string(std::string_view text) {
  return Json(std::string(text)).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string error_json(std::string_view message, std::int64_t line) {
  return fmt::format(R"({{"schema":1,"error":{},"line":{}}})", json_string(brief_message(message)), line);
}

Cluster cluster_of(const JsonReader& weights) {
  if (!weights.json().is_array()) weights.refuse("a list of numbers, or of such lists");
  Cluster cluster;
  if (weights.json().empty()) return cluster;
  cluster.machine = machine_of(weights.json(), cluster.speeds);
  const std::vector<Machine>& parts = cluster.machine.parts;
  if (std::ranges::all_of(parts, [](const Machine& part) { return part.is_processor(); })) cluster.machine = {};
  return cluster;
}

std::string weights_json(const Cluster& cluster) {
  std::size_t next = 0;
  return cluster.is_flat() ? fmt::format("[{}]", fmt::join(cluster.speeds, ","))
                           : nested_weights(cluster.machine, cluster, next);
}

std::string names_json(const std::vector<std::string>& names) { return json_list(names, json_string); }

}  // namespace apportion::problems
