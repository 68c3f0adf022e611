// Charts of exhibits: the choice of a chart, and gnuplot's output adapted to pages.
#include "results/charts/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "results/charts/chart_script.hpp"
#include "results/charts/drawing_programs.hpp"

namespace apportion::results {
namespace {

constexpr std::array width_words = {Word{ChartWidth::screen, "screen"}, Word{ChartWidth::column, "column"},
                                    Word{ChartWidth::page, "page"}, Word{ChartWidth::slide, "slide"}};

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// Replaces gnuplot's black by the page's current colour.
void follow_the_page(std::string& svg) {
  replace_all(svg, "stroke='black'", "stroke='currentColor'");
  replace_all(svg, "stroke=\"black\"", "stroke=\"currentColor\"");
  replace_all(svg, "fill=\"black\"", "fill=\"currentColor\"");
  replace_all(svg, "rgb(  0,   0,   0)", "currentColor");
  replace_all(svg, "color='black'", "");
  replace_all(svg, " color=\"black\"", "");
}

// Keeps outlines visible: gnuplot's shrink with the points of a cloud. Only the definitions of points have their width
// in single quotes.
void keep_outlines(std::string& svg) {
  constexpr std::string_view start = "stroke-width='";
  constexpr std::string_view one_pixel = "vector-effect='non-scaling-stroke' stroke-width='1'";
  for (std::size_t at = svg.find(start); at != std::string::npos; at = svg.find(start, at + one_pixel.size())) {
    const std::size_t end = svg.find('\'', at + start.size());
    svg.replace(at, end + 1 - at, one_pixel);
  }
}

// Removes empty groups, which gnuplot opens at every change of colour.
void drop_empty_groups(std::string& svg) {
  constexpr std::string_view end = "\">\n</g>\n";
  for (std::size_t at = svg.find(end); at != std::string::npos; at = svg.find(end, at)) {
    const std::size_t start = svg.rfind('<', at);
    svg.erase(start, at + end.size() - start);
    at = start;
  }
}

// gnuplot's document as an element of a page.
std::string adapted(std::string svg, const Exhibit& exhibit, const Chart& chart, const std::string& id) {
  svg.erase(0, svg.find("<svg"));
  // All documents of gnuplot have the same identifiers, which must not occur twice on a page.
  for (const std::string_view name : {"gpDot", "gpPt", "gnuplot_canvas", "textbox", "greybox"})
    for (const std::string_view before : {"'#", "id='", "id=\""})
      replace_all(svg, fmt::format("{}{}", before, name), fmt::format("{}{}-{}", before, id, name));
  follow_the_page(svg);
  if (chart.kind == ChartKind::scatter) keep_outlines(svg);
  drop_empty_groups(svg);
  // gnuplot escapes only characters that open a tag. XML forbids "]]>" outside of CDATA sections.
  replace_all(svg, "]]>", "]]&gt;");
  const std::size_t start = svg.find("<title>");
  svg.replace(start, svg.find("</title>", start) - start, "<title>" + xml_escaped(exhibit.title));
  return svg;
}

// The documents in gnuplot's output.
std::vector<std::string> documents_in(std::string_view output) {
  constexpr std::string_view start = "<?xml";
  std::vector<std::string> documents;
  while (!output.empty()) {
    const std::size_t end = std::min(output.find(start, 1), output.size());
    documents.emplace_back(output.substr(0, end));
    output.remove_prefix(end);
  }
  return documents;
}

constexpr std::string_view page_style =
    "<style>svg { color: #111111 } .paper { fill: #ffffff }\n"
    "@media (prefers-color-scheme: dark) { svg { color: #eeeeee } .paper { fill: #1c1c1c } }</style>\n";

}  // namespace

std::optional<Picture> picture_of(std::string_view file) {
  if (file.ends_with(".svg")) return Picture::svg;
  if (file.ends_with(".png")) return Picture::png;
  if (file.ends_with(".pdf")) return Picture::pdf;
  return std::nullopt;
}

std::vector<std::string> chart_widths() { return words_in(width_words); }

ChartWidth chart_width(const std::string& word) { return known_value(width_words, word, "width"); }

const Chart& chosen_chart(const Exhibit& exhibit, const std::string& name) {
  if (exhibit.charts.empty()) throw InputError(fmt::format("{} has no chart", exhibit.name));
  if (name.empty()) return exhibit.charts.front();
  if (const auto found = std::ranges::find(exhibit.charts, name, &Chart::name); found != exhibit.charts.end())
    return *found;
  throw InputError(fmt::format("{} has no chart '{}'; it has {}", exhibit.name, name,
                               fmt::join(collected(exhibit.charts, &Chart::name), ", ")));
}

std::string draw_chart(const Exhibit& exhibit, const Chart& chart, const Rows& rows, Picture picture,
                       const Framing& framing) {
  const std::string id = identifier(exhibit.name, '_');
  std::string svg = run_gnuplot(chart_script(chart, chart_data(exhibit, chart, rows), picture, id, framing));
  if (picture != Picture::svg) return svg;
  svg = adapted(std::move(svg), exhibit, chart, id);
  // The first rectangle is the paper.
  const std::size_t paper = svg.find(R"(<rect x="0" y="0")");
  const std::size_t fill = svg.find("fill=\"none\"", paper);
  svg.replace(fill, std::string_view("fill=\"none\"").size(), "class=\"paper\"");
  svg.insert(paper, page_style);
  return "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n" + svg;
}

std::vector<std::string> chart_notices(const Exhibit& exhibit, const Chart& chart, const Rows& rows) {
  return chart_data(exhibit, chart, rows).notices;
}

std::vector<InlineChart> inline_charts(const std::vector<PageChart>& charts) {
  std::vector<InlineChart> drawn(charts.size());
  std::string scripts;
  std::vector<std::size_t> asked;
  for (std::size_t i = 0; i < charts.size(); ++i) {
    try {
      const auto& [exhibit, chart, rows, id] = charts[i];
      scripts += chart_script(chart, chart_data(exhibit, chart, rows), Picture::svg, identifier(id, '_'));
      asked.push_back(i);
    } catch (const UserError& error) {
      drawn[i].problem = error.what();
    }
  }
  std::vector<std::string> documents;
  try {
    documents = documents_in(run_gnuplot(scripts));
  } catch (const ProgramError& error) {
    if (charts.size() == 1) drawn.front().problem = error.what();
  }
  // gnuplot stops at the first failure: then each chart is drawn separately, so that the failing one gets the message.
  if (documents.size() == asked.size()) {
    for (std::size_t i = 0; i < asked.size(); ++i)
      drawn[asked[i]].svg = adapted(std::move(documents[i]), charts[asked[i]].exhibit, charts[asked[i]].chart,
                                    identifier(charts[asked[i]].id, '_'));
  } else if (charts.size() > 1) {
    for (const std::size_t i : asked) drawn[i] = inline_charts({charts[i]}).front();
  }
  return drawn;
}

}  // namespace apportion::results
