// Texts with special meanings for a terminal, a browser, gnuplot, LaTeX or a spreadsheet, in every output.
#include <nlohmann/json.hpp>

#include "base/csv.hpp"
#include "base/text.hpp"
#include "results/charts/chart.hpp"
#include "results/report/report.hpp"
#include "results/tables/formats.hpp"
#include "tests/results/sample_store.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::results {
namespace {

using ::testing::EndsWith;

const std::vector<std::string> hostile_texts = {"'quoted",
                                                "''",
                                                "\"",
                                                "\\",
                                                "\\input{/etc/passwd}",
                                                "`touch here`",
                                                "@macro",
                                                "<script>alert(1)</script>",
                                                "</title><b>&amp;",
                                                "]]>",
                                                "=cmd|' /C calc'!A0",
                                                "[x](javascript:1)",
                                                "*[4pt]",
                                                "$x$ 100 %d #",
                                                "END_OF_DATA",
                                                "\x1b[31mred",
                                                "\xe2\x80\xaereversed",
                                                "\xe2\x81\xa7isolated",
                                                "two\nlines\n\n",
                                                "\xff\xed\xa0\x80"};

// An exhibit with the text wherever a user's text may occur.
Exhibit hostile_exhibit(const std::string& text) {
  Exhibit exhibit{.name = "sweeps/own/" + text,
                  .title = text,
                  .sql = text,
                  .layout = {.page = "page",
                             .row = "row",
                             .column = "column",
                             .row_title = text,
                             .column_title = text,
                             .values = {{"value", text}, {"word", text}}},
                  .note = text};
  exhibit.charts = {{.name = text,
                     .x = {"row", text},
                     .y = {.title = text},
                     .values = {{"value", text}},
                     .error = "value",
                     .error_title = text,
                     .series = "column",
                     .panel = "page",
                     .label = "word",
                     .mark = {"value", text},
                     .lines = {{1, text}}}};
  return exhibit;
}

Rows hostile_rows(const std::string& text) {
  return {{"page", "row", "column", "value", "word"},
          {{text, text, text, 1.5, text}, {text, text, "other", 2.0, text}, {text, "last", text, 3.0, "word"}}};
}

std::string hostile_table(const std::string& text, Format format) {
  return render(hostile_exhibit(text), hostile_rows(text), {.format = format, .values = "all"});
}

bool has_any_control(const std::string& text) { return without_controls(text) != text; }

TEST(HostileTexts, MoveNoTerminalAndTurnNoText) {
  for (const std::string& text : hostile_texts)
    for (const Format format : {Format::text, Format::markdown, Format::latex, Format::html})
      EXPECT_FALSE(has_any_control(hostile_table(text, format))) << text;
  EXPECT_EQ(without_controls("a\xe2\x80\xae"), "a\\xe2\\x80\\xae");
  EXPECT_EQ(without_controls("\xd8\x9c\xe2\x80\xa8"), "\\xd8\\x9c\\xe2\\x80\\xa8");
  EXPECT_EQ(without_controls("\xc3\xa4 \xe2\x80\xa6 \xf0\x9f\x98\x80"), "\xc3\xa4 \xe2\x80\xa6 \xf0\x9f\x98\x80");
}

// Line feeds in a text would give a table other rows.
TEST(HostileTexts, StayInTheirCells) {
  for (const Format format : {Format::text, Format::markdown}) {
    const auto lines = [format](const std::string& text) {
      return std::ranges::count(hostile_table(text, format), '\n');
    };
    for (const std::string& text : hostile_texts) EXPECT_EQ(lines(text), lines("plain")) << text;
  }
}

TEST(HostileTexts, AreNoMarkdown) {
  for (const std::string& text : hostile_texts) {
    const std::string markdown = hostile_table(text, Format::markdown);
    for (std::size_t i = 1; i < markdown.size(); ++i) {
      const bool special = std::string_view("<>`[]*$").find(markdown[i]) != std::string_view::npos;
      EXPECT_TRUE(!special || markdown[i - 1] == '\\') << markdown;
    }
  }
  EXPECT_THAT(hostile_table("=cmd|x", Format::markdown),
              AllOf(HasSubstr("### =cmd\\|x\n"), EndsWith("\n\\=cmd\\|x\n")));
  EXPECT_THAT(hostile_table("a_b & _c_ &lt; C & D", Format::markdown), HasSubstr("### a_b & \\_c\\_ \\&lt; C & D\n"));
}

TEST(HostileTexts, AreNoLatex) {
  for (const std::string& text : hostile_texts) {
    const std::string latex = hostile_table(text, Format::latex);
    EXPECT_THAT(latex, AllOf(Not(HasSubstr("\\input")), Not(HasSubstr("\\x")), Not(HasSubstr("\n\n")))) << text;
    // LaTeX would read it as the distance to the next line.
    EXPECT_THAT(latex, AllOf(Not(HasSubstr("\n    [")), Not(HasSubstr("\n    *")))) << text;
  }
  EXPECT_THAT(hostile_table("\x1b", Format::latex), HasSubstr("\\caption{\\textbackslash{}x1b}"));
  EXPECT_THAT(hostile_table("a}\\b", Format::latex), HasSubstr("\\label{tab:sweeps-own-a-7d-5cb}"));
}

TEST(HostileTexts, AreNoHtml) {
  for (const std::string& text : hostile_texts)
    EXPECT_THAT(hostile_table(text, Format::html), AllOf(Not(HasSubstr("<script")), Not(HasSubstr("<b>")))) << text;
}

// Programs read these formats, which contain the stored text exactly.
TEST(HostileTexts, AreExactInCsvAndJson) {
  for (const std::string& text : hostile_texts) {
    SCOPED_TRACE(text);
    EXPECT_THAT(hostile_table(text, Format::csv), HasSubstr(csv_line({text, text, "other"})));
    const bool is_utf8 = text.find('\xff') == std::string::npos;
    if (!is_utf8) continue;
    const nlohmann::json json = nlohmann::json::parse(hostile_table(text, Format::json));
    EXPECT_EQ(json["title"], text);
    EXPECT_EQ(json["rows"][0][4], text);
  }
}

// gnuplot draws the texts literally, and its output is XML.
TEST(HostileTexts, AreDrawn) {
  for (const std::string& text : hostile_texts) {
    const Exhibit exhibit = hostile_exhibit(text);
    std::string svg;
    EXPECT_NO_THROW(svg = draw_chart(exhibit, exhibit.charts.front(), hostile_rows(text), Picture::svg)) << text;
    EXPECT_THAT(svg, AllOf(Not(HasSubstr("<script")), Not(HasSubstr("<b>")))) << text;
    EXPECT_FALSE(has_any_control(svg)) << text;
    EXPECT_NO_THROW(static_cast<void>(converted_svg(svg, Picture::png))) << text;
  }
  const Exhibit exhibit = hostile_exhibit("'a\\n`b`");
  EXPECT_THAT(draw_chart(exhibit, exhibit.charts.front(), hostile_rows("'a\\n`b`"), Picture::svg),
              HasSubstr(">'a\\n`b`<"));
}

Report hostile_report(const std::string& text) {
  Report report{.database = text, .program = text, .seed = "1"};
  ReportPaper sweep{
      .name = "sweeps/own", .title = text, .question = text, .origin = text, .text = text, .problems = {text}};
  sweep.exhibits = {{hostile_exhibit(text), hostile_rows(text)}};
  sweep.missing = {{text, text}};
  report.sweeps = {sweep, sweep};
  report.runs = {{{"command"}, {{text}}}, text};
  report.experiments = {{{"experiment"}, {{text}}}, text};
  report.failures = {{{"message"}, {{text}}}, text};
  return report;
}

TEST(HostileTexts, AreNoPartOfAReportsPage) {
  for (const std::string& text : hostile_texts) {
    const std::string page = report_page(hostile_report(text));
    EXPECT_THAT(page, AllOf(Not(HasSubstr("<script>alert")), Not(HasSubstr("<b>")))) << text;
    EXPECT_FALSE(has_any_control(page)) << text;
    EXPECT_THAT(page, Not(HasSubstr("No chart "))) << text;
  }
  const std::string page = report_page(hostile_report("\"><i>"));
  EXPECT_THAT(page, AllOf(Not(HasSubstr("<i>")), HasSubstr("<article id=\"sweeps-own--22-3e-3ci-3e\"")));
}

// The tables of its exhibit, and all others, are there.
TEST(HostileTexts, AChartThatFailsIsALineInItsSection) {
  Report report = hostile_report("fine");
  report.sweeps.front().exhibits.front().exhibit.charts.front().values = {{"word", "word"}};
  const std::string page = report_page(report);
  EXPECT_THAT(page,
              HasSubstr("<p class=\"problem\">No chart fine: sweeps/own/fine cannot draw &#39;fine&#39; in column "
                        "&#39;word&#39;: it is no number</p>"));
  EXPECT_THAT(page.substr(page.find("No chart fine")), AllOf(HasSubstr("<table>"), HasSubstr("<figure>")));
}

}  // namespace
}  // namespace apportion::results
