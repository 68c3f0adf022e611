// What stands below an exhibit.
#include "results/exhibit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "results/rows.hpp"

namespace apportion::results {
namespace {

// "" where every row that could be judged is.
std::string unjudged(const Requirement& requirement, const Rows& rows, const std::string& exhibit) {
  const std::size_t verdict = column_index(rows, requirement.verdict, exhibit);
  const auto could_be = [&](const std::vector<Value>& row) {
    return requirement.subject.empty() || !is_null(row[column_index(rows, requirement.subject, exhibit)]);
  };
  const auto subjects = std::ranges::count_if(rows.rows, could_be);
  const auto without =
      std::ranges::count_if(rows.rows, [&](const auto& row) { return could_be(row) && is_null(row[verdict]); });
  if (without == 0) return "";
  return fmt::format("Not judged, for too few samples: {} of {} {}.{}{}", without, subjects, requirement.what,
                     requirement.needs.empty() ? "" : " ", requirement.needs);
}

}  // namespace

std::string short_name(const Exhibit& exhibit) { return exhibit.name.substr(exhibit.name.rfind('/') + 1); }

std::string note_below(const Exhibit& exhibit, const Rows& rows) {
  std::string text;
  for (const Requirement& requirement : exhibit.requirements)
    if (const std::string sentence = unjudged(requirement, rows, exhibit.name); !sentence.empty())
      text += (text.empty() ? "" : " ") + sentence;
  if (text.empty() || exhibit.note.empty()) return text + exhibit.note;
  return text + " " + exhibit.note;
}

}  // namespace apportion::results
