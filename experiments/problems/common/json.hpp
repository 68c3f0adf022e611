// Strict reading of users' JSON, and writing of the common pieces of all answers.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"
#include "sim/cluster.hpp"

namespace apportion::problems {

using Json = nlohmann::json;

/// The numbers of things by their names.
using Numbering = std::map<std::string, std::size_t, std::less<>>;

/// Throws InputError for malformed JSON or UTF-8, repeated keys, and nesting deeper than 100 levels.
[[nodiscard]] Json parse_json(std::string_view text);

/// A JSON value and its place, such as "nodes[2].loops[0].from", which every error names. The place of the whole
/// problem is "", or a name that begins all places. The value must outlive the reader.
class JsonReader {
 public:
  explicit JsonReader(const Json& value, std::string place = {}) : value_(&value), place_(std::move(place)) {}

  [[nodiscard]] const std::string& place() const { return place_; }
  [[nodiscard]] const Json& json() const { return *value_; }

  /// InputError unless it is an object with all of `required`, and no keys besides these and `optional`.
  void require_keys(const std::vector<std::string>& required, const std::vector<std::string>& optional) const;
  [[nodiscard]] bool has(const std::string& key) const { return value_->contains(key); }
  [[nodiscard]] JsonReader operator[](const std::string& key) const;
  /// The members of an object, sorted by name. InputError for other values.
  [[nodiscard]] std::vector<std::pair<std::string, JsonReader>> members() const;
  /// The items of a list, with the places "PLACE[0]", or "ENTRY 0" if they have a name. InputError for other values.
  [[nodiscard]] std::vector<JsonReader> items(std::string_view entry = {}, std::string_view wanted = "a list") const;

  // InputError for a value of another kind.
  [[nodiscard]] double number() const;
  [[nodiscard]] std::int64_t whole() const;  ///< a number without a fraction, at most 10^15
  [[nodiscard]] std::string text() const;
  [[nodiscard]] bool flag() const;
  /// An index below `count`; otherwise the error "PLACE is 7; there are processors 0 to 5".
  [[nodiscard]] std::size_t one_of(std::size_t count, std::string_view kind) const;
  /// The number of a name; otherwise an error with the nearest names.
  [[nodiscard]] std::size_t one_of(const Numbering& names, std::string_view kind) const;

  /// Throws "PLACE is a JSON KIND; it must be WANTED".
  [[noreturn]] void refuse(std::string_view wanted) const;

 private:
  const Json* value_;
  std::string place_;
};

/// A JSON string; invalid UTF-8 is replaced.
[[nodiscard]] std::string json_string(std::string_view text);

/// The value, with 0 instead of -0.
[[nodiscard]] inline double plain(double value) { return value == 0 ? 0 : value; }

/// A cluster from numbers, and nested lists for machines: [3,[1,2]]. InputError for anything else.
[[nodiscard]] Cluster cluster_of(const JsonReader& weights);
/// The inverse of cluster_of(): "[3,[1,2]]".
[[nodiscard]] std::string weights_json(const Cluster& cluster);

/// A list, each item as `of` writes it.
template <class Items, class Of>
[[nodiscard]] std::string json_list(const Items& items, const Of& of) {
  return fmt::format("[{}]", fmt::join(collected(items, of), ","));
}

/// A list of texts: ["a","b"].
[[nodiscard]] std::string names_json(const std::vector<std::string>& names);

/// {"schema":1,"error":…,"line":…}; invalid UTF-8 is replaced.
[[nodiscard]] std::string error_json(std::string_view message, std::int64_t line);

}  // namespace apportion::problems
