// The long rows of a query, arranged as the pages of a paper's table.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "results/tables/formats.hpp"

namespace apportion::results {
namespace {

std::vector<ValueColumn> chosen_values(const Exhibit& exhibit, const std::string& values) {
  const std::vector<ValueColumn>& all = exhibit.layout.values;
  if (values == "all") return all;
  if (values.empty()) {
    const std::size_t shown = std::min(all.size(), exhibit.layout.shown_values);
    return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(shown)};
  }
  std::vector<ValueColumn> chosen;
  for (const std::string& name : split(values, ',')) {
    const auto found = std::ranges::find(all, name, &ValueColumn::column);
    if (found == all.end())
      throw InputError("{} has no values '{}'; it has {}", exhibit.name.empty() ? "the query" : exhibit.name, name,
                       all.empty() ? "one arrangement only"
                                   : fmt::format("{} and all", fmt::join(collected(all, &ValueColumn::column), ", ")));
    chosen.push_back(*found);
  }
  return chosen;
}

// "12.34 ± 0.05": the error has one digit, or two if the first is a 1.
std::string cell_with_error(const Value& value, const Value& error, int digits) {
  constexpr double rounding = 1e-9;  // the spread of sums that differ in their last bits only
  const double* const mean = std::get_if<double>(&value);
  const double* const half = std::get_if<double>(&error);
  const bool both = mean != nullptr && half != nullptr && std::isfinite(*mean) && std::isfinite(*half) &&
                    *half > rounding * std::abs(*mean);
  if (!both) return cell_text(value, digits);
  const double power = std::floor(std::log10(*half));
  const bool two = *half < 1.95 * std::pow(10, power);
  const int decimals = std::max(0, static_cast<int>(-power) + (two ? 1 : 0));
  return fmt::format("{:.{}f} ± {:.{}f}", *mean, decimals, *half, decimals);
}

// Whether it is a text that is neither empty nor a number in digits.
bool is_words(const Value& value) {
  const auto* const text = std::get_if<std::string>(&value);
  return text != nullptr && !text->empty() && !number_in(value);
}

Align align_of(const Rows& rows, std::size_t column) {
  const bool text =
      std::ranges::any_of(rows.rows, [&](const std::vector<Value>& row) { return is_words(row[column]); });
  return text ? Align::left : Align::right;
}

using Place = std::optional<std::size_t>;  // of a column of the query

// The text of a value, with its error and, in brackets, its mark.
std::string text_of(const std::vector<Value>& row, std::size_t value, Place error, Place mark, int digits) {
  const std::string text = error ? cell_with_error(row[value], row[*error], digits) : cell_text(row[value], digits);
  const std::string marked = mark ? cell_text(row[*mark]) : "";
  return marked.empty() ? text : is_null(row[value]) ? marked : fmt::format("{} ({})", text, marked);
}

// An empty column of a page.
PageColumn blank_column(const std::string& heading, std::size_t rows, std::size_t no_source) {
  return {heading, Align::right, std::vector<std::string>(rows), std::vector<std::size_t>(rows, no_source)};
}

// The sheet of a layout, without rows and pages.
Sheet sheet_of(const Layout& layout, Align row_align) {
  Sheet sheet;
  sheet.row_title = layout.row_title.value_or(layout.row);
  sheet.column_title = layout.column_title.value_or(layout.column);
  sheet.row_align = row_align;
  sheet.has_row_titles = true;
  sheet.even_columns = !layout.column.empty();
  return sheet;
}

Sheet pivoted(const Exhibit& exhibit, const Rows& rows, const std::vector<ValueColumn>& values, bool errors) {
  constexpr std::size_t most_cells = 10'000'000;  // all pages have all rows: a few values could make very many cells
  const Layout& layout = exhibit.layout;
  if (values.empty()) throw InputError("{} has rows but no values", exhibit.name);
  const auto index = [&](const std::string& column) { return column_index(rows, column, exhibit.name); };
  const auto place = [&](const std::string& column) { return column.empty() ? Place() : Place(index(column)); };
  const std::size_t titles = index(layout.row);
  const Place headings = place(layout.column);
  const Place captions = place(layout.page);
  std::vector<std::pair<std::size_t, Place>> places;  // of each value and its error
  for (const ValueColumn& each : values) places.emplace_back(index(each.column), place(errors ? each.error : ""));
  const Place mark = place(layout.mark);
  Sheet sheet = sheet_of(layout, align_of(rows, titles));
  std::vector<std::size_t> lines;  // [row of the query] its row of the sheet
  for (const std::vector<Value>& row : rows.rows)
    lines.push_back(index_in_order_of_appearance(sheet.rows, cell_text(row[titles])));
  std::vector<std::string> pages;
  std::size_t columns = 0;  // of all pages
  for (std::size_t source = 0; source < rows.rows.size(); ++source) {
    const std::vector<Value>& row = rows.rows[source];
    const std::size_t line = lines[source];
    const std::size_t number = index_in_order_of_appearance(pages, captions ? cell_text(row[*captions]) : "");
    if (number == sheet.pages.size()) {
      sheet.pages.push_back({pages[number], {}, std::vector<bool>(sheet.rows.size())});
      // Without a column to pivot on, the title of a value is already the heading.
      for (const ValueColumn& each : values)
        sheet.pages.back().blocks.push_back({values.size() > 1 && headings ? each.title : "", {}});
    }
    sheet.pages[number].rows_with_cells[line] = true;
    for (std::size_t i = 0; i < values.size(); ++i) {
      std::vector<PageColumn>& filled = sheet.pages[number].blocks[i].columns;
      const std::string heading = headings ? cell_text(row[*headings]) : values[i].title;
      auto column = std::ranges::find(filled, heading, &PageColumn::heading);
      if (column == filled.end()) {
        if (++columns * sheet.rows.size() > most_cells)
          throw InputError("{} would have more than {} cells", exhibit.name, most_cells);
        column = filled.insert(column, blank_column(heading, sheet.rows.size(), rows.rows.size()));
      }
      column->sources[line] = source;
      std::string text = text_of(row, places[i].first, places[i].second, i == 0 ? mark : Place(), values[i].digits);
      if (text.empty()) continue;
      if (!column->cells[line].empty())
        throw InputError("{} has two values for row '{}', column '{}'", exhibit.name, sheet.rows[line], heading);
      column->cells[line] = std::move(text);
      if (is_words(row[places[i].first])) column->align = Align::left;
    }
  }
  return sheet;
}

// The columns of the query; if one value is requested, those of the other values are left out.
Sheet unpivoted(const Exhibit& exhibit, const Rows& rows, const std::vector<ValueColumn>& shown) {
  Block block;
  for (std::size_t i = 0; i < rows.columns.size(); ++i) {
    const std::string& name = rows.columns[i];
    const bool is_value = contains(exhibit.layout.values, name, &ValueColumn::column);
    if (is_value && !contains(shown, name, &ValueColumn::column)) continue;
    if (contains(exhibit.layout.hidden, name)) continue;
    PageColumn column{name, align_of(rows, i)};
    int digits = -1;
    for (const ValueColumn& value : exhibit.layout.values) {
      if (value.column != name) continue;
      digits = value.digits;
      if (!value.title.empty()) column.heading = value.title;
    }
    for (const std::vector<Value>& row : rows.rows) {
      column.sources.push_back(column.cells.size());
      column.cells.push_back(cell_text(row[i], digits));
    }
    block.columns.push_back(std::move(column));
  }
  Sheet sheet;
  sheet.rows.resize(rows.rows.size());
  sheet.pages.push_back({"", {std::move(block)}, std::vector<bool>(rows.rows.size(), true)});
  return sheet;
}

}  // namespace

Sheet arranged(const Exhibit& exhibit, const Rows& rows, const std::string& values, bool errors) {
  if (exhibit.layout.row.empty()) {
    const std::vector<ValueColumn> chosen = chosen_values(exhibit, values);
    return unpivoted(exhibit, rows, values.empty() ? exhibit.layout.values : chosen);
  }
  std::vector<ValueColumn> chosen = chosen_values(exhibit, values);
  const auto is_error = [chosen](const ValueColumn& value) {
    return contains(chosen, value.column, &ValueColumn::error);
  };
  if (errors) std::erase_if(chosen, is_error);
  return pivoted(exhibit, rows, chosen, errors);
}

}  // namespace apportion::results
