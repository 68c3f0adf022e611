// The long rows of a query, arranged as the pages of a paper's table.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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
std::string with_error(double value, double error) {
  const double power = std::floor(std::log10(error));
  const bool two = error < 1.95 * std::pow(10, power);
  const int digits = std::max(0, static_cast<int>(-power) + (two ? 1 : 0));
  return fmt::format("{:.{}f} ± {:.{}f}", value, digits, error, digits);
}

std::string cell_with_error(const Value& value, const Value& error, int digits) {
  constexpr double rounding = 1e-9;  // the spread of sums that differ in their last bits only
  const double* const mean = std::get_if<double>(&value);
  const double* const half = std::get_if<double>(&error);
  const bool both = mean != nullptr && half != nullptr && std::isfinite(*mean) && std::isfinite(*half) &&
                    *half > rounding * std::abs(*mean);
  return both && *half > 0 ? with_error(*mean, *half) : cell_text(value, digits);
}

Align align_of(const Rows& rows, std::size_t column) {
  const bool text =
      std::ranges::any_of(rows.rows, [&](const std::vector<Value>& row) { return is_words(row[column]); });
  return text ? Align::left : Align::right;
}

/// Fills the sheet row by row.
class Pivot {
 public:
  Pivot(const Exhibit& exhibit, const Rows& rows, std::vector<ValueColumn> values, bool errors)
      : exhibit_(exhibit), rows_(rows), values_(std::move(values)) {
    const Layout& layout = exhibit.layout;
    if (values_.empty()) throw InputError("{} has rows but no values", exhibit.name);
    const auto place = [&](const std::string& column) {
      return column.empty() ? std::nullopt : std::optional(column_index(rows, column, exhibit.name));
    };
    row_ = column_index(rows, layout.row, exhibit.name);
    column_ = place(layout.column);
    page_ = place(layout.page);
    for (const ValueColumn& each : values_) {
      value_.push_back(column_index(rows, each.column, exhibit.name));
      error_.push_back(place(errors ? each.error : ""));
    }
    mark_ = place(layout.mark);
    sheet_.row_title = layout.row_title.value_or(layout.row);
    sheet_.column_title = layout.column_title.value_or(layout.column);
    sheet_.row_align = align_of(rows, row_);
    sheet_.has_row_titles = true;
    sheet_.even_columns = column_.has_value();
  }

  Sheet sheet() {
    for (std::size_t row = 0; row < rows_.rows.size(); ++row) add(row);
    for (Page& page : sheet_.pages) {
      page.rows_with_cells.resize(sheet_.rows.size(), false);
      for (Block& block : page.blocks)
        for (PageColumn& column : block.columns) resize(column, sheet_.rows.size());
    }
    return std::move(sheet_);
  }

 private:
  void add(std::size_t source) {
    const std::vector<Value>& row = rows_.rows[source];
    const std::size_t line = index_in_order_of_appearance(sheet_.rows, cell_text(row[row_]));
    Page& page = page_of(row);
    if (page.rows_with_cells.size() <= line) page.rows_with_cells.resize(line + 1, false);
    page.rows_with_cells[line] = true;
    const std::string heading = column_ ? cell_text(row[*column_]) : "";
    for (std::size_t i = 0; i < values_.size(); ++i) {
      PageColumn& column = column_of(page.blocks[i], column_ ? heading : values_[i].title);
      const Value& value = row[value_[i]];
      std::string text =
          error_[i] ? cell_with_error(value, row[*error_[i]], values_[i].digits) : cell_text(value, values_[i].digits);
      if (const std::string mark = mark_ && i == 0 ? cell_text(row[*mark_]) : ""; !mark.empty())
        text = is_null(value) ? mark : fmt::format("{} ({})", text, mark);
      resize(column, std::max(column.cells.size(), line + 1));
      column.sources[line] = source;
      put(column, line, value, std::move(text));
    }
  }

  Page& page_of(const std::vector<Value>& row) {
    const std::size_t index = index_in_order_of_appearance(captions_, page_ ? cell_text(row[*page_]) : "");
    if (index == sheet_.pages.size()) {
      Page& page = sheet_.pages.emplace_back();
      page.caption = captions_[index];
      for (const ValueColumn& each : values_) page.blocks.push_back({title_of(each), {}});
    }
    return sheet_.pages[index];
  }

  // The title of a value's block; without a column to pivot on, it is already the heading.
  std::string title_of(const ValueColumn& value) const { return values_.size() > 1 && column_ ? value.title : ""; }

  // The number of cells is limited: all pages have all rows, so that a few values in many rows, columns and pages could
  // make very many.
  PageColumn& column_of(Block& block, const std::string& heading) {
    constexpr std::size_t most_cells = 10'000'000;
    const auto found = std::ranges::find(block.columns, heading, &PageColumn::heading);
    if (found != block.columns.end()) return *found;
    if (++columns_ * sheet_.rows.size() > most_cells)
      throw InputError("{} would have more than {} cells", exhibit_.name, most_cells);
    return block.columns.emplace_back(PageColumn{heading});
  }

  void resize(PageColumn& column, std::size_t size) const {
    column.cells.resize(size);
    column.sources.resize(size, rows_.rows.size());
  }

  void put(PageColumn& column, std::size_t line, const Value& value, std::string text) const {
    if (text.empty()) return;
    if (!column.cells[line].empty()) {
      throw InputError("{} has two values for row '{}', column '{}'", exhibit_.name, sheet_.rows[line], column.heading);
    }
    column.cells[line] = std::move(text);
    if (is_words(value)) column.align = Align::left;
  }

  const Exhibit& exhibit_;
  const Rows& rows_;
  std::vector<ValueColumn> values_;
  std::size_t row_ = 0;
  std::optional<std::size_t> column_;
  std::optional<std::size_t> page_;
  std::optional<std::size_t> mark_;
  std::vector<std::size_t> value_;
  std::vector<std::optional<std::size_t>> error_;
  std::vector<std::string> captions_;
  std::size_t columns_ = 0;  // columns of all pages
  Sheet sheet_;
};

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
  return Pivot(exhibit, rows, std::move(chosen), errors).sheet();
}

}  // namespace apportion::results
