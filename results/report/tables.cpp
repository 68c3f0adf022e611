// The tables of an exhibit within a report.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "base/text.hpp"
#include "results/cells.hpp"
#include "results/coordinates.hpp"
#include "results/report/parts.hpp"
#include "results/report/verdicts.hpp"
#include "results/tables/formats.hpp"

namespace apportion::results {
namespace {

constexpr std::size_t most_open_rows = 60;

// Titles of page, row and column.
using CellPlace = std::array<std::string, 3>;

/// The colour of each cell, and the text that hovering over it shows: the other values of its row.
class Marks {
 public:
  Marks(const Exhibit& exhibit, const Rows& rows) : exhibit_(exhibit) {
    if (!exhibit.heat) return;
    const Layout& layout = exhibit.layout;
    for (const std::vector<Value>& row : rows.rows) {
      CellPlace place;
      std::string text;
      for (std::size_t i = 0; i < row.size(); ++i) {
        const std::string& name = rows.columns[i];
        const std::string value = cell_text(row[i]);
        if (name == layout.page)
          place[0] = value;
        else if (name == layout.row)
          place[1] = value;
        else if (name == layout.column)
          place[2] = value;
        else if (!value.empty())
          text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, value);
      }
      titles_[place] = text;
    }
  }

  /// The greatest distance from the neutral value on any page: all pages share their colours.
  [[nodiscard]] double reach(const Sheet& sheet) const {
    double greatest = 0;
    for (const Page& page : sheet.pages)
      for (const Block& block : page.blocks)
        for (const PageColumn& column : block.columns)
          for (const std::string& cell : column.cells) greatest = std::max(greatest, std::abs(distance(cell)));
    return greatest;
  }

  [[nodiscard]] CellMarker of_page(const Page& page, const ValueColumn& value, double reach) const {
    return [this, reach, &value, caption = page.caption](const std::string& row, const std::string& column,
                                                         const std::string& text) {
      CellMark mark;
      if (const auto found = titles_.find({caption, row, column}); found != titles_.end()) mark.title = found->second;
      if (const Judgement* judgement = judgement_on(value.column); judgement != nullptr && !text.empty())
        mark.classes = class_of(*judgement, text);
      else if (exhibit_.heat)
        mark.classes = heat_class(distance(text), reach);
      return mark;
    };
  }

  /// Of rows as they come: verdicts that mean the same in every row.
  [[nodiscard]] CellMarker of_rows() const {
    return [this](const std::string& /*row*/, const std::string& column, const std::string& text) {
      const Judgement* judgement = exhibit_.judgements.size() == 1 ? judgement_on(column) : nullptr;
      if (judgement == nullptr || text.empty()) return CellMark{};
      return CellMark{class_of(*judgement, text)};
    };
  }

 private:
  [[nodiscard]] static std::string class_of(const Judgement& judgement, const std::string& verdict) {
    if (!is_judged(verdict)) return "";
    return std::string(outcome_class(outcome_of(verdict, judgement.stance).value_or(Outcome::not_reproduced)));
  }

  [[nodiscard]] const Judgement* judgement_on(const std::string& column) const {
    for (const Judgement& judgement : exhibit_.judgements)
      if (judgement.verdict == column) return &judgement;
    return nullptr;
  }

  // From the neutral value; 0 for what is not a number.
  [[nodiscard]] double distance(const std::string& text) const {
    if (!exhibit_.heat) return 0;
    return coordinate("", text).number.value_or(*exhibit_.heat) - *exhibit_.heat;
  }

  static std::string heat_class(double distance, double reach) {
    if (distance == 0) return {};
    const int level = std::clamp(static_cast<int>(std::ceil(4 * std::abs(distance) / reach)), 1, 4);
    return fmt::format("{}{}", distance > 0 ? 'c' : 'd', level);
  }

  const Exhibit& exhibit_;
  std::map<CellPlace, std::string> titles_;
};

std::string pages(const ReportExhibit& entry, const ValueColumn& value, const Marks& marks) {
  const Exhibit& exhibit = entry.exhibit;
  const Sheet sheet = arranged(exhibit, entry.rows, value.column);
  const double reach = marks.reach(sheet);
  std::string text;
  for (const Page& page : sheet.pages) {
    const bool several = exhibit.layout.values.size() > 1;
    const std::string caption = joined_caption(page.caption, several ? value.title : "");
    const std::string& named = caption.empty() ? exhibit.title : caption;
    const std::string table = scrolling(named, html_table(sheet, page, named, marks.of_page(page, value, reach)));
    text += caption.empty() ? titled_above(table) : table;
  }
  return "<div class=\"tables\">\n" + text + "</div>\n";
}

// Radio buttons and the style's :checked: they need no script, and show the first value where the style is missing.
std::string switched(const ReportExhibit& entry, const Marks& marks) {
  const std::string id = name_in_page(entry.exhibit.name);
  std::string buttons;
  std::string views;
  const std::vector<ValueColumn>& values = entry.exhibit.layout.values;
  for (std::size_t i = 0; i < values.size(); ++i) {
    buttons +=
        fmt::format(R"(<input type="radio" name="{0}-view" id="{0}-view{1}"{2}><label for="{0}-view{1}">{3}</label>)"
                    "\n",
                    id, i, i == 0 ? " checked" : "", xml_escaped(values[i].title));
    views += fmt::format("<div class=\"view\" data-value=\"{}\">\n{}</div>\n", xml_escaped(values[i].column),
                         pages(entry, values[i], marks));
  }
  return fmt::format("<fieldset class=\"views\">\n<legend>Shown:</legend>\n{}{}</fieldset>\n", buttons, views);
}

// The texts that hovering shows, as a table.
std::string all_rows(const ReportExhibit& entry) {
  return fmt::format("<details>\n<summary>All {} rows, with exact values</summary>\n{}</details>\n",
                     entry.rows.rows.size(), titled_above(plain_table(entry.exhibit.title + ": all rows", entry.rows)));
}

std::string as_they_come(const ReportExhibit& entry, const Marks& marks) {
  const Sheet sheet = arranged(entry.exhibit, entry.rows, "");
  const std::string& title = entry.exhibit.title;
  std::string table = titled_above(scrolling(title, html_table(sheet, sheet.pages.front(), title, marks.of_rows())));
  if (sheet.rows.size() <= most_open_rows) return table;
  return fmt::format("<details>\n<summary>Table of {} rows</summary>\n{}</details>\n", sheet.rows.size(), table);
}

}  // namespace

std::string titled_above(std::string table) {
  constexpr std::string_view start = "<caption";
  return table.insert(table.find(start) + start.size(), " class=\"unseen\"");
}

std::string scrolling(const std::string& label, const std::string& content) {
  return fmt::format("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">\n{}</div>\n",
                     xml_escaped(label), content);
}

std::string plain_table(const std::string& caption, const Rows& rows) {
  const Exhibit exhibit{.name = caption, .title = caption, .sql = ""};
  const Sheet sheet = arranged(exhibit, rows, "");
  return scrolling(caption, html_table(sheet, sheet.pages.front(), caption));
}

std::string exhibit_tables(const ReportExhibit& entry) {
  // Verdicts are shown even where the text on a terminal leaves them out.
  ReportExhibit shown = entry;
  std::vector<ValueColumn>& values = shown.exhibit.layout.values;
  for (const Judgement& judgement : entry.exhibit.judgements)
    if (entry.exhibit.heat && std::ranges::find(values, judgement.verdict, &ValueColumn::column) == values.end())
      values.push_back({judgement.verdict, "reproduced?"});
  const Marks marks(shown.exhibit, shown.rows);
  if (shown.exhibit.layout.row.empty()) return as_they_come(shown, marks);
  const std::string tables = values.size() > 1 ? switched(shown, marks) : pages(shown, values.front(), marks);
  return shown.exhibit.heat ? tables + all_rows(shown) : tables;
}

}  // namespace apportion::results
