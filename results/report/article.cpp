// An exhibit within a report: charts and drawings, tables, note, query and data.
#include <fmt/format.h>

#include "base/error.hpp"
#include "base/text.hpp"
#include "results/charts/chart.hpp"
#include "results/report/parts.hpp"
#include "results/tables/formats.hpp"

namespace apportion::results {
namespace {

std::string chart_caption(const Chart& chart) {
  std::string text = chart.kind == ChartKind::heat_map  ? "Heat map of "
                     : chart.kind == ChartKind::scatter ? "Each point: "
                                                        : "";
  if (chart.kind == ChartKind::heat_map)
    text += fmt::format("{} by {} and {}", chart.values.front().title, chart.x.title, chart.y.title);
  else
    text += fmt::format("{} against {}", chart.y.title, chart.x.title);
  if (!chart.error.empty() || !chart.error_low.empty()) text += "; bars: " + chart.error_title;
  return text + ". The numbers are in the table.";
}

// More of them than fit a screen are unfolded by who wants to see them.
std::string drawings_of(const ReportExhibit& entry) {
  constexpr std::size_t most_open = 2;
  std::string text;
  for (const ReportDrawing& drawing : entry.drawings)
    text += drawing_figure(drawing, entry.exhibit.title, name_in_page(entry.exhibit.name));
  if (entry.drawings.size() <= most_open) return text;
  return fmt::format("<details>\n<summary>{} drawings</summary>\n{}</details>\n", entry.drawings.size(), text);
}

std::string pictures(const ReportExhibit& entry) {
  std::string text = drawings_of(entry);
  for (const Chart& chart : entry.exhibit.charts)
    // The tables of an exhibit with heat are its heat map.
    if (!entry.exhibit.heat || chart.kind != ChartKind::heat_map)
      text += chart_figure(entry, chart, entry.exhibit.name + "-" + chart.name, entry.exhibit.title + ", " + chart.name,
                           xml_escaped(chart_caption(chart)));
  return text.empty() ? text : "<div class=\"pictures\">\n" + text + "</div>\n";
}

// As a picture to those who do not see it; the numbers themselves stand in the tables.
std::string as_image(std::string svg, const std::string& label) {
  svg.erase(0, svg.find("<svg"));
  svg.insert(4, fmt::format(R"( role="img" aria-label="{}")", xml_escaped(label)));
  return svg;
}

}  // namespace

std::string name_in_page(const std::string& name) { return identifier(name, '-'); }

std::string link_to(const std::string& exhibit) {
  return fmt::format("<a href=\"#{}\">{}</a>", name_in_page(exhibit), xml_escaped(exhibit));
}

std::string figure(const std::string& pictures, const std::string& label, const std::string& caption) {
  return fmt::format("<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n", scrolling(label, pictures), caption);
}

std::string chart_figure(const ReportExhibit& entry, const Chart& chart, const std::string& id,
                         const std::string& label, const std::string& caption) {
  try {
    // A picture of 760 pixels cannot be read at half its size: a phone shows one of its own.
    return figure(
        "<div class=\"on-screen\">\n" + as_image(inline_chart(entry.exhibit, chart, entry.rows, id), label) +
            "</div>\n<div class=\"on-phone\">\n" +
            as_image(inline_chart(entry.exhibit, chart, entry.rows, id + "-phone", {.for_phone = true}), label) +
            "</div>\n",
        label, caption);
  } catch (const UserError& error) {
    return fmt::format("<p class=\"problem\">No chart {}: {}</p>\n", xml_escaped(chart.name),
                       xml_escaped(error.what()));
  }
}

std::string drawing_figure(const ReportDrawing& drawing, const std::string& label, const std::string& id) {
  if (drawing.svg.empty()) return {};
  if (drawing.parts.rows.empty())
    return figure(as_image(drawing.svg, label), label, "Hovering over a part shows more about it.");
  return figure(as_image(drawing.svg, label), label, "Hovering over a part shows its line of the list.") +
         fmt::format("<details>\n<summary>List of the {} parts</summary>\n{}{}</details>\n", drawing.parts.rows.size(),
                     titled_above(plain_table(label + ": parts", drawing.parts)),
                     data_alone(id + "-parts", "computed for this page, not by a query", drawing.parts));
}

std::string exhibit_article(const ReportExhibit& entry, const std::string& section) {
  const std::string id = name_in_page(entry.exhibit.name);
  std::string title = entry.exhibit.title;
  if (title.starts_with(section + ": ")) title.erase(0, section.size() + 2);
  std::string text = fmt::format("<article id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h3 id=\"{0}-title\">{1}</h3>\n",
                                 id, xml_escaped(title));
  if (!entry.claim.empty())
    text += fmt::format("<p class=\"faint\">Claim: {}. <cite>{}</cite></p>\n", xml_escaped(entry.claim),
                        xml_escaped(entry.source));
  text += "<div class=\"body\">\n" + pictures(entry) + "<div>\n" + exhibit_tables(entry) + "</div>\n</div>\n";
  if (const std::string note = note_below(entry.exhibit, entry.rows); !note.empty())
    text += fmt::format("<p class=\"note\">{}</p>\n", xml_escaped(note));
  const std::string data = entry.exhibit.sql.empty()
                               ? data_alone(id, entry.origin, entry.rows)
                               : query_and_data(id, entry.exhibit.name, {entry.rows, entry.exhibit.sql});
  return text + data + "</article>\n";
}

}  // namespace apportion::results
