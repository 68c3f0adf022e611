// Nearest names by edit distance, for errors that help.
#include "base/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

#include "base/text.hpp"

namespace apportion {
namespace {

// Constructed on first use: constants of other files add names before main().
std::vector<FormerName>& former_names() {
  static std::vector<FormerName> names;
  return names;
}

// Names longer than this are not compared: users do not type them, a name in a damaged file may be the whole file, and
// comparing takes time in proportion to the product of both lengths.
constexpr std::size_t longest_name = 100;

std::string shown(std::string_view name) {
  return name.size() <= longest_name ? std::string(name) : std::string(name.substr(0, longest_name)) + "...";
}

// Levenshtein distance, ignoring case.
std::size_t edit_distance(std::string_view one, std::string_view other) {
  const std::string a = in_lower_case(one);
  const std::string b = in_lower_case(other);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitute = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitute});
    }
  }
  return row.back();
}

std::string joined(const std::vector<std::string>& names, std::string_view last_separator) {
  if (names.size() < 2) return fmt::format("{}", fmt::join(names, ""));
  return fmt::format("{}{}{}", fmt::join(names.begin(), names.end() - 1, ", "), last_separator, names.back());
}

// The part after the last '/': "table2" of "kaddoura/table2". Without a '/', npos + 1 is 0.
std::string_view last_part(std::string_view name) { return name.substr(name.rfind('/') + 1); }

constexpr std::size_t far = std::numeric_limits<std::size_t>::max();

// Names with their distances, the nearest first.
using Ranked = std::set<std::pair<std::size_t, std::string>>;

std::vector<std::string> first_names(const Ranked& ranked, std::size_t most) {
  std::vector<std::string> names;
  for (const auto& [distance, name] : ranked)
    if (names.size() < most) names.push_back(name);
  return names;
}

// Guesses when no name is near: names that contain `wanted`, then those whose last part is nearest.
std::vector<std::string> best_guesses(std::string_view wanted, const std::vector<std::string>& names,
                                      std::size_t most) {
  Ranked guesses;
  for (const std::string& name : names) {
    const bool apart = wanted.empty() || name.find(wanted) == std::string::npos;
    guesses.emplace(edit_distance(wanted, last_part(name)) + (apart ? far / 2 : 0), name);
  }
  return first_names(guesses, most);
}

}  // namespace

std::vector<std::string> nearest_names(std::string_view wanted, const std::vector<std::string>& names,
                                       std::size_t most) {
  if (wanted.size() > longest_name) return {};
  Ranked near;
  for (const std::string& name : names) {
    if (name.size() > longest_name) continue;
    std::size_t distance = edit_distance(wanted, name);
    if (2 * distance > std::max(wanted.size(), name.size())) distance = far;
    // By their last parts, "table2" is closer to "kaddoura/table2" than to "TILE".
    const std::string_view last = last_part(name);
    if (last.size() < name.size() && wanted.find('/') == std::string_view::npos)
      if (const std::size_t rest = edit_distance(wanted, last); 2 * rest <= std::max(wanted.size(), last.size()))
        distance = std::min(distance, rest + 1);
    if (distance != far) near.emplace(distance, name);
  }
  return first_names(near, most);
}

FormerNames::FormerNames(const std::vector<FormerName>& names) {
  former_names().insert(former_names().end(), names.begin(), names.end());
}

InputError unknown_name(std::string_view kind, std::string_view wanted, const std::vector<std::string>& names) {
  // A "name", as of `describe`, is of any kind; it may be that of an algorithm.
  const std::string_view of = kind == "name" ? "algorithm" : kind;
  for (const FormerName& former : former_names())
    if (former.kind == of && former.name == wanted)
      return InputError(former.name + " is no longer an " + former.kind + "; use " + former.instead);
  std::string text = "unknown " + std::string(kind) + " '" + shown(wanted) + "'";
  const std::vector<std::string> near = nearest_names(wanted, names);
  if (names.empty()) return InputError(text + "; there is none");
  constexpr std::size_t most_listed = 16;
  if (!near.empty()) return InputError(text + "; did you mean " + joined(near, " or ") + "?");
  if (names.size() == 1) return InputError(text + "; there is " + shown(names.front()));
  if (names.size() <= most_listed) return InputError(text + "; there are " + joined(collected(names, shown), " and "));
  const std::vector<std::string> guesses = best_guesses(shown(wanted), collected(names, shown), 3);
  const bool is_near = guesses.front().find(shown(wanted)) != std::string::npos;
  return InputError(text + (is_near ? "; the nearest of " : "; three of the ") + std::to_string(names.size()) +
                    " are " + joined(guesses, " and "));
}

}  // namespace apportion
