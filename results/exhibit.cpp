// The note below an exhibit.
#include "results/exhibit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace apportion::results {
namespace {

// A sentence on rows without a verdict; "" if every row that can be judged has one.
std::string unjudged(const Requirement& requirement, const Rows& rows, const std::string& exhibit) {
  const std::size_t verdict = column_index(rows, requirement.verdict, exhibit);
  const auto could_be = [&](const std::vector<Value>& row) {
    return requirement.subject.empty() || !is_null(row[column_index(rows, requirement.subject, exhibit)]);
  };
  const auto subjects = std::ranges::count_if(rows.rows, could_be);
  const auto without =
      std::ranges::count_if(rows.rows, [&](const auto& row) { return could_be(row) && is_null(row[verdict]); });
  if (without == 0) return "";
  return joined(fmt::format("Not judged, for too few samples: {} of {} {}.", without, subjects, requirement.what), " ",
                requirement.needs);
}

}  // namespace

std::string short_name(const Exhibit& exhibit) { return exhibit.name.substr(exhibit.name.rfind('/') + 1); }

std::vector<std::string> naming_columns(const Exhibit& exhibit, const Rows& rows) {
  static const std::set<std::string> judged = {
      "ours",     "printed", "source",    "rule",           "unit",         "of",       "expected",   "least",
      "greatest", "exact",   "verdict",   "chance",         "cell",         "standing", "difference", "sets",
      "hits",     "samples", "deviation", "standard_error", "judged_anyway"};
  const auto is_of_hypothesis = [&](const std::string& column) {
    return std::ranges::any_of(exhibit.judgements, [&](const Judgement& judgement) {
      const std::string& with = judgement.hypothesis.column;
      return !with.empty() && column.starts_with(with) && (column.size() == with.size() || column[with.size()] == '_');
    });
  };
  std::vector<std::string> names;
  const std::vector<ValueColumn>& values = exhibit.layout.values;
  for (const std::string& column : rows.columns) {
    const bool is_value = contains(values, column, &ValueColumn::column);
    if (!is_value && !judged.contains(column) && !is_of_hypothesis(column)) names.push_back(column);
  }
  return names;
}

std::string note_below(const Exhibit& exhibit, const Rows& rows) {
  std::string text;
  for (const Requirement& requirement : exhibit.requirements)
    text = joined(text, " ", unjudged(requirement, rows, exhibit.name));
  return joined(text, " ", exhibit.note);
}

}  // namespace apportion::results
