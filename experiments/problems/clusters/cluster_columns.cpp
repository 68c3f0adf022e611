// Columns by their names and units, and the fields of lines.
#include "experiments/problems/clusters/cluster_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "base/numbers.hpp"
#include "base/text.hpp"

namespace apportion::problems {
namespace {

struct Unit {
  std::string_view name;
  double factor;
};

constexpr std::string_view cells_unit = "cells";
constexpr std::array memory_units = {
    Unit{cells_unit, 1}, Unit{"bytes", 1},  Unit{"kB", 1e3},      Unit{"MB", 1e6},         Unit{"GB", 1e9},
    Unit{"TB", 1e12},    Unit{"KiB", 1024}, Unit{"MiB", 1048576}, Unit{"GiB", 1073741824}, Unit{"TiB", 1099511627776}};
constexpr std::array bandwidth_units = {Unit{"bytes/s", 1}, Unit{"kB/s", 1e3},      Unit{"MB/s", 1e6},
                                        Unit{"GB/s", 1e9},  Unit{"Mbit/s", 1.25e5}, Unit{"Gbit/s", 1.25e8}};
constexpr Unit time_unit(std::string_view name) {
  return {name, std::ranges::find(time_units, name, &TimeUnit::name)->seconds};
}
// In the order in which errors list them.
constexpr std::array latency_units = {time_unit("us"), time_unit("s"), time_unit("ms"), time_unit("ns"),
                                      time_unit("\xC2\xB5s")};

struct KnownColumn {
  ClusterColumn column;
  std::string_view name;
  std::span<const Unit> units = {};
};

constexpr std::array known_columns = {KnownColumn{ClusterColumn::name, "name"},
                                      KnownColumn{ClusterColumn::speed, "speed"},
                                      KnownColumn{ClusterColumn::size, "size"},
                                      KnownColumn{ClusterColumn::seconds, "seconds"},
                                      KnownColumn{ClusterColumn::rate, "rate"},
                                      KnownColumn{ClusterColumn::memory, "memory", memory_units},
                                      KnownColumn{ClusterColumn::bandwidth, "bandwidth", bandwidth_units},
                                      KnownColumn{ClusterColumn::latency, "latency", latency_units},
                                      KnownColumn{ClusterColumn::group, "group"},
                                      KnownColumn{ClusterColumn::group_bandwidth, "group_bandwidth", bandwidth_units},
                                      KnownColumn{ClusterColumn::group_latency, "group_latency", latency_units}};

// "memory[cells], bandwidth[bytes/s], latency[us], group, ...": what may stand beside a header's first columns.
std::string further_columns() {
  std::string text;
  for (const KnownColumn& known : known_columns)
    if (known.column >= ClusterColumn::memory)
      text += fmt::format("{}{}{}", text.empty() ? "" : ", ", known.name,
                          known.units.empty() ? "" : fmt::format("[{}]", known.units.front().name));
  return text;
}

std::string listed(std::span<const Unit> units) {
  std::string text;
  for (std::size_t i = 0; i < units.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : i + 1 == units.size() ? " or " : ", ", units[i].name);
  return text;
}

// A field of the header, and where it stands.
struct HeaderField {
  std::string_view text;
  std::size_t number;
  std::int64_t line;
};

InputError column_error(const HeaderField& field, const std::string& problem) {
  return line_error(field.line, fmt::format("column {} is '{}'; {}", field.number, shown_text(field.text), problem));
}

// What stands in the brackets behind a column's name.
ColumnInUnit in_unit(const KnownColumn& known, std::string_view unit, const HeaderField& field) {
  const bool has_brackets = unit.starts_with('[') && unit.ends_with(']');
  if (known.units.empty() && unit.empty()) return {known.column};
  if (known.units.empty()) throw column_error(field, fmt::format("{} has no unit", known.name));
  const std::string wanted =
      fmt::format("it must say its unit, {}, as in {}[{}]", listed(known.units), known.name, known.units.front().name);
  if (!has_brackets) throw column_error(field, wanted);
  const std::string_view name = trimmed(unit.substr(1, unit.size() - 2));
  const auto found = std::ranges::find(known.units, name, &Unit::name);
  if (found == known.units.end()) throw column_error(field, wanted);
  return {known.column, found->factor, found->name == cells_unit};
}

InputError header_error(const std::vector<std::string>& header, std::int64_t line, const std::string& more) {
  return line_error(line, fmt::format("the header is '{}'; it must be {}{}; beside these there may be {}",
                                      shown_text(fmt::format("{}", fmt::join(header, ","))), cluster_headers, more,
                                      further_columns()));
}

bool has(const std::vector<ColumnInUnit>& columns, ClusterColumn column) {
  return std::ranges::find(columns, column, &ColumnInUnit::column) != columns.end();
}

// name,speed or name,size,seconds or name,size,rate, in any order.
bool says_speeds(const std::vector<ColumnInUnit>& columns) {
  const bool has_size = has(columns, ClusterColumn::size);
  const int measures = static_cast<int>(has(columns, ClusterColumn::speed)) +
                       static_cast<int>(has(columns, ClusterColumn::seconds)) +
                       static_cast<int>(has(columns, ClusterColumn::rate));
  return has(columns, ClusterColumn::name) && measures == 1 && has_size != has(columns, ClusterColumn::speed);
}

}  // namespace

std::vector<ColumnInUnit> cluster_columns(const std::vector<std::string>& header, std::int64_t line) {
  std::vector<ColumnInUnit> columns;
  for (const std::string& text : header) {
    const HeaderField field{text, columns.size() + 1, line};
    const std::string_view name = trimmed(field.text.substr(0, std::min(text.find('['), text.size())));
    const auto known = std::ranges::find(known_columns, name, &KnownColumn::name);
    if (known == known_columns.end())
      throw header_error(header, line, fmt::format(" (column {} is unknown)", field.number));
    if (has(columns, known->column)) throw column_error(field, "another column is the same");
    columns.push_back(in_unit(*known, field.text.substr(std::min(text.find('['), text.size())), field));
  }
  if (!says_speeds(columns)) throw header_error(header, line, "");
  const bool says_groups = has(columns, ClusterColumn::group_bandwidth) || has(columns, ClusterColumn::group_latency);
  if (says_groups && !has(columns, ClusterColumn::group))
    throw line_error(line, "the header has numbers of groups, but no column group");
  return columns;
}

std::string in_words(ClusterColumn column) {
  std::string words(std::ranges::find(known_columns, column, &KnownColumn::column)->name);
  std::ranges::replace(words, '_', ' ');
  return words;
}

std::string shown_text(std::string_view text) {
  constexpr std::size_t most = 40;
  return std::string(text.substr(0, most)) + (text.size() > most ? "..." : "");
}

InputError line_error(std::int64_t line, const std::string& problem) {
  return InputError(fmt::format("line {}: {}", line, problem));
}

}  // namespace apportion::problems
