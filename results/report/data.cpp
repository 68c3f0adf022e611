// The links under a table: to its query, and to its rows as a file.
#include <fmt/format.h>

#include "base/text.hpp"
#include "results/report/parts.hpp"
#include "results/tables/formats.hpp"

namespace apportion::results {
namespace {

// What RFC 3986 lets stand in a data URI; all else as %XX.
std::string percent_encoded(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                       std::string_view("-._~,/:()").find(c) != std::string_view::npos;
    if (plain)
      result += c;
    else
      result += fmt::format("%{:02X}", byte);
  }
  return result;
}

std::string csv_link(const std::string& id, const Rows& rows) {
  return fmt::format(R"(<a download="{}.csv" href="data:text/csv;charset=utf-8,{}">CSV, {}</a>)", id,
                     percent_encoded(render_csv(rows)), counted(static_cast<std::int64_t>(rows.rows.size()), "row"));
}

}  // namespace

std::string query_and_data(const std::string& id, const std::string& name, const QueriedRows& result) {
  return fmt::format(
      "<p><a href=\"#{0}-sql\">SQL</a> · {1}</p>\n<details id=\"{0}-sql\">\n<summary>The query of {2}</summary>\n"
      "<pre><code>{3}</code></pre>\n</details>\n",
      id, csv_link(id, result.rows), xml_escaped(name), xml_escaped(result.sql));
}

std::string data_alone(const std::string& id, const std::string& origin, const Rows& rows) {
  return fmt::format("<p>{} · {}</p>\n", csv_link(id, rows), xml_escaped(origin));
}

}  // namespace apportion::results
