// Reading of JSON that users write: strict, and every error names the place.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace apportion::problems {

/// A JSON value and where it stands, such as "nodes[2].loops[0].from".
class JsonReader {
 public:
  JsonReader(const nlohmann::json& value, std::string place) : value_(&value), place_(std::move(place)) {}

  [[nodiscard]] const std::string& place() const { return place_; }
  [[nodiscard]] const nlohmann::json& json() const { return *value_; }

  /// InputError unless it is an object that has all of `required` and nothing but these and `optional`.
  void require_keys(const std::vector<std::string>& required, const std::vector<std::string>& optional) const;
  [[nodiscard]] bool has(const std::string& key) const { return value_->contains(key); }
  [[nodiscard]] JsonReader operator[](const std::string& key) const;
  /// The members of an object in the order of their names. InputError unless it is one.
  [[nodiscard]] std::vector<std::pair<std::string, JsonReader>> members() const;
  /// The items of a list. InputError unless it is one.
  [[nodiscard]] std::vector<JsonReader> items() const;

  // InputError unless it is of that kind.
  [[nodiscard]] double number() const;
  [[nodiscard]] std::int64_t whole() const;  ///< a number without a fraction, at most 10^15
  [[nodiscard]] std::string text() const;
  [[nodiscard]] bool flag() const;

  /// "PLACE is a JSON KIND; it must be WANTED".
  [[noreturn]] void refuse(std::string_view wanted) const;

 private:
  const nlohmann::json* value_;
  std::string place_;
};

}  // namespace apportion::problems
