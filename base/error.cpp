// Nearest names by edit distance, for errors that help.
#include "base/error.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>

namespace apportion {
namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// Levenshtein distance, ignoring case.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitute = diagonal + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitute});
    }
  }
  return row.back();
}

std::string joined(const std::vector<std::string>& names, std::string_view last_separator) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? last_separator : std::string_view{", "};
    text += names[i];
  }
  return text;
}

}  // namespace

std::vector<std::string> nearest_names(std::string_view wanted, const std::vector<std::string>& names,
                                       std::size_t most) {
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const std::string& name : names) {
    const std::size_t distance = edit_distance(wanted, name);
    if (2 * distance <= std::max(wanted.size(), name.size())) near.emplace_back(distance, name);
  }
  std::ranges::sort(near);
  near.erase(std::unique(near.begin(), near.end()), near.end());
  if (near.size() > most) near.resize(most);
  std::vector<std::string> best;
  for (auto& [distance, name] : near) best.push_back(std::move(name));
  return best;
}

InputError unknown_name(std::string_view kind, std::string_view wanted, const std::vector<std::string>& names) {
  std::string text = "unknown " + std::string(kind) + " '" + std::string(wanted) + "'";
  const std::vector<std::string> near = nearest_names(wanted, names);
  if (names.empty()) return InputError(text + "; there is none");
  text += near.empty() ? "; there are " + joined(names, " and ") : "; did you mean " + joined(near, " or ") + "?";
  return InputError(text);
}

}  // namespace apportion
