// Strict JSON with places in its errors.
#include "experiments/problems/json_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.hpp"

namespace apportion::problems {
namespace {

constexpr double largest_whole = 1e15;

}  // namespace

void JsonReader::refuse(std::string_view wanted) const {
  throw InputError(fmt::format("{} is a JSON {}; it must be {}", place_, value_->type_name(), wanted));
}

void JsonReader::require_keys(const std::vector<std::string>& required,
                              const std::vector<std::string>& optional) const {
  std::vector<std::string> keys = required;
  keys.insert(keys.end(), optional.begin(), optional.end());
  if (!value_->is_object()) refuse(fmt::format("an object with {}", fmt::join(keys, ", ")));
  for (const auto& [key, ignored] : value_->items())
    if (std::ranges::find(keys, key) == keys.end())
      throw InputError(fmt::format("{}: {}", place_, unknown_name("key", key, keys).what()));
  for (const std::string& key : required)
    if (!has(key)) throw InputError(fmt::format("{} has no '{}'; it needs {}", place_, key, fmt::join(required, ", ")));
}

JsonReader JsonReader::operator[](const std::string& key) const { return {value_->at(key), place_ + "." + key}; }

std::vector<std::pair<std::string, JsonReader>> JsonReader::members() const {
  if (!value_->is_object()) refuse("an object");
  std::vector<std::pair<std::string, JsonReader>> all;
  for (const auto& [key, value] : value_->items()) all.emplace_back(key, JsonReader(value, place_ + "." + key));
  return all;
}

std::vector<JsonReader> JsonReader::items() const {
  if (!value_->is_array()) refuse("a list");
  std::vector<JsonReader> all;
  for (std::size_t i = 0; i < value_->size(); ++i) all.emplace_back((*value_)[i], fmt::format("{}[{}]", place_, i));
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

bool JsonReader::flag() const {
  if (!value_->is_boolean()) refuse("true or false");
  return value_->get<bool>();
}

}  // namespace apportion::problems
