// Exhibits in every format, compared exactly (rendered.txt), and tables limited to the width of a terminal.

#include <algorithm>
#include <sstream>

#include "base/error.hpp"
#include "results/tables/formats.hpp"
#include "tests/results/sample_store.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::results {
namespace {
using ::testing::EndsWith;

// Three arrays by two ratios by two numbers of processors, as in a paper's table; one row is missing.
Exhibit paper_table() {
  return {.name = "toy/table_2",
          .title = "Improvement of A & B (in %)",
          .layout = {"array",
                     "ratio",
                     "processors",
                     "Max/Min",
                     "Processors",
                     2,
                     {{"ours", "ours", 0}, {"printed", "printed"}, {"gap", "difference", 1}}},
          .note = "A note."};
}

Rows paper_rows() {
  Rows rows{{"array", "ratio", "processors", "ours", "printed", "gap"}, {}};
  const auto add = [&](const char* array, int ratio, int processors, double ours, const char* printed,
                       const Value& gap) {
    rows.rows.push_back({array, integer(ratio), integer(processors), ours, printed, gap});
  };
  add("1 × 1", 1, 4, -0.2, "0", -0.04);
  add("1 × 1", 1, 15, 9.75, "10", std::monostate());
  add("1 × 1", 2, 4, 3.2, "-3", 6.25);
  add("1 × 1", 2, 15, 4, "4", 0.0);
  add("1 × 2", 1, 4, 1, "1", 0.0);
  add("1 × 2", 1, 15, 2, "2", 0.0);
  add("1 × 2", 2, 4, 3, "3", 0.0);
  add("1 × 2", 2, 15, 4, "4", 0.0);
  add("1 × 3", 2, 4, 5, "5", 0.0);
  add("1 × 3", 2, 15, 6, "6", 0.0);
  return rows;
}

Exhibit plain_table() {
  return {.name = "toy/list",
          .title = "Costs",
          .layout = {"", "", "", "", "", 1, {{"cost", "Acost", 2}, {"printed", "printed"}}}};
}

Rows plain_rows() {
  return {{"name", "cost", "n", "printed"},
          {{"one|two, \"three\"", 1.5, integer(7), "1.857945e+09"},
           {"tilde~", std::monostate(), integer(-12), std::monostate()}}};
}

// A text of rendered.txt, up to the next heading.
std::string rendered(const std::string& name) {
  static const std::string all = bytes_of(APPORTION_SOURCE_DIR "/tests/results/rendered.txt");
  const std::string heading = "== " + name + "\n";
  const std::size_t begin = all.find(heading) + heading.size();
  EXPECT_GE(begin, heading.size()) << name;
  return all.substr(begin, all.find("== ", begin) - begin);
}

std::string shown(const Exhibit& exhibit, const Rows& rows, Format format, const std::string& values = "") {
  return render(exhibit, rows, {format, values});
}

TEST(Render, TextPutsPagesSideBySide) {
  EXPECT_EQ(shown(paper_table(), paper_rows(), Format::text), rendered("text puts pages side by side"));
}

TEST(Render, TextShowsOneValueThatIsNamed) {
  EXPECT_THAT(shown(paper_table(), paper_rows(), Format::text, "printed"),
              HasSubstr(rendered("text shows one value that is named")));
}

TEST(Render, TextPutsAllValuesSideBySide) {
  EXPECT_THAT(shown(paper_table(), paper_rows(), Format::text, "all"),
              HasSubstr(rendered("text puts all values side by side")));
}

TEST(Render, TextLeavesCaptionsOutThatThereAreNot) {
  Exhibit exhibit = paper_table();
  exhibit.layout.page = "";
  exhibit.layout.column_title = "";
  exhibit.note = "";
  Rows rows = paper_rows();
  rows.rows.resize(4);
  EXPECT_EQ(shown(exhibit, rows, Format::text), rendered("text leaves captions out that there are not"));
}

TEST(Render, TextPivotsOnRowsAlone) {
  const Exhibit exhibit{
      .name = "toy/costs",
      .title = "Costs",
      .layout = {"", "algorithm", "", "Algorithm", "", 1, {{"cost", "Acost", 1}, {"printed", "printed"}}}};
  const Rows rows{{"algorithm", "cost", "printed"}, {{"XY2", 4500.0, "4500"}, {"TILE", 4666.67, "4666"}}};
  EXPECT_EQ(shown(exhibit, rows, Format::text, "all"), rendered("text pivots on rows alone"));
}

TEST(Render, TextPrintsOtherRowsAsTheyCome) {
  EXPECT_EQ(shown(plain_table(), plain_rows(), Format::text), rendered("text prints other rows as they come"));
  EXPECT_THAT(shown(plain_table(), plain_rows(), Format::text, "cost"), HasSubstr("Acost    n\n"));
}

TEST(Render, MarkdownHasATableForEachPage) {
  EXPECT_EQ(shown(paper_table(), paper_rows(), Format::markdown), rendered("markdown has a table for each page"));
  EXPECT_THAT(shown(paper_table(), paper_rows(), Format::markdown, "all"),
              HasSubstr(rendered("markdown has a table for each page 2")));
  EXPECT_THAT(shown(plain_table(), plain_rows(), Format::markdown),
              HasSubstr(rendered("markdown has a table for each page 3")));
}

TEST(Render, LatexHasATabularForEachBand) {
  EXPECT_EQ(shown(paper_table(), paper_rows(), Format::latex), rendered("latex has a tabular for each band"));
  EXPECT_EQ(shown(plain_table(), plain_rows(), Format::latex), rendered("latex has a tabular for each band 2"));
}

TEST(Render, LatexEscapesEverySpecialCharacter) {
  Exhibit exhibit = plain_table();
  exhibit.title = R"(\ ~ ^ & % $ # _ { } < > | ∘)";
  EXPECT_THAT(shown(exhibit, plain_rows(), Format::latex),
              HasSubstr(R"(\caption{\textbackslash{} \textasciitilde{} \textasciicircum{} \& \% \$ \# \_ \{ \} )"
                        R"(\textless{} \textgreater{} \textbar{} $\circ$})"));
  exhibit.title = "--samples --- a-b ''x'' ,,";
  EXPECT_THAT(shown(exhibit, plain_rows(), Format::latex),
              HasSubstr(R"(\caption{-{}-samples -{}-{}- a-b '{}'x'{}' ,\allowbreak{},})"));
}

TEST(Render, LatexOfAQueryHasNeitherCaptionNorLabel) {
  EXPECT_EQ(shown({}, {{"a"}, {{integer(1)}}}, Format::latex),
            rendered("latex of a query has neither caption nor label"));
}

TEST(Render, LatexHasTheEnvironmentThatIsAskedFor) {
  const auto latex = [](LatexTable kind) {
    return render(paper_table(), paper_rows(), {.format = Format::latex, .values = "all", .latex = kind});
  };
  EXPECT_THAT(latex(LatexTable::column), AllOf(StartsWith("\\begin{table}\n"), EndsWith("\\end{table}\n")));
  EXPECT_THAT(latex(LatexTable::page), AllOf(StartsWith("\\begin{table*}\n"), EndsWith("\\end{table*}\n")));
  EXPECT_THAT(latex(LatexTable::several_pages),
              AllOf(StartsWith("\\begin{longtable}{rrrrrrr}\n  \\caption{Improvement"), Not(HasSubstr("{table}\n")),
                    HasSubstr("\\endhead"), HasSubstr("\\addtocounter{table}{-1}")));
}

TEST(Render, LatexBreaksLongTexts) {
  const std::string words = "word word word word word word word word word word,word word word word word word";
  const std::string latex = shown({}, {{"n", "text"}, {{integer(1), words}}}, Format::latex);
  EXPECT_THAT(latex, AllOf(HasSubstr(R"(\begin{tabular}{r>{\raggedright\arraybackslash}p{20em}})"),
                           HasSubstr(R"(word,\allowbreak{}word)")));
}

// Nine columns are readable in one column of the page.
TEST(Render, LatexPutsPagesBelowEachOtherInAColumn) {
  const std::string latex = render(paper_table(), paper_rows(), {.format = Format::latex, .latex = LatexTable::column});
  EXPECT_THAT(latex, HasSubstr("{rrrrr}"));
  Rows wide{{"array", "ratio", "processors", "ours"}, {}};
  for (const char* array : {"1", "2"})
    for (int i = 0; i < 6; ++i) wide.rows.push_back({array, integer(array[0] - '0'), integer(i), integer(i)});
  Exhibit exhibit = paper_table();
  exhibit.layout.values.resize(1);
  const auto tables = [&](LatexTable kind) {
    const std::string text = render(exhibit, wide, {.format = Format::latex, .latex = kind});
    std::size_t count = 0;
    for (std::size_t at = text.find("\\toprule"); at != std::string::npos; at = text.find("\\toprule", at + 1)) ++count;
    return count;
  };
  EXPECT_EQ(tables(LatexTable::page), 1U);
  EXPECT_EQ(tables(LatexTable::column), 2U);
}

TEST(Render, LatexHasErrorsBesideTheirMeans) {
  Exhibit exhibit{.name = "toy/means", .title = "Means", .note = "Of samples."};
  exhibit.layout.row = "p";
  exhibit.layout.values = {{"mean", "mean", 2, "half"}, {"half", "+-", 3}};
  exhibit.layout.shown_values = 1;
  const Rows rows{{"p", "mean", "half"},
                  {{integer(1), 3.14159, 0.0236},
                   {integer(2), 3.14159, 0.0136},
                   {integer(3), 12345.6, 234.0},
                   {integer(4), -3.14159, std::monostate()},
                   {integer(5), 3.14159, 0.0}}};
  const std::string latex = shown(exhibit, rows, Format::latex, "all");
  for (const char* cell : {"1 & 3.14 $\\pm$ 0.02 ", "2 & 3.142 $\\pm$ 0.014 ", "3 & 12346 $\\pm$ 234 ", "4 & $-$3.14 ",
                           "5 & 3.14 ", "Of samples. $\\pm$ is half of a 95 \\% interval."})
    EXPECT_THAT(latex, HasSubstr(cell));
  EXPECT_THAT(latex, Not(HasSubstr("+-")));
  EXPECT_THAT(shown(exhibit, rows, Format::text, "all"), HasSubstr("+-"));
}

TEST(Render, CsvAndJsonGiveTheLongRows) {
  EXPECT_EQ(shown(plain_table(), plain_rows(), Format::csv),
            "name,cost,n,printed\n\"one|two, \"\"three\"\"\",1.5,7,1.857945e+09\ntilde~,,-12,\n");
  EXPECT_EQ(shown(plain_table(), plain_rows(), Format::json),
            R"({"schema":1,"exhibit":"toy/list","title":"Costs","columns":["name","cost","n","printed"],"rows":)"
            R"([["one|two, \"three\"",1.5,7,"1.857945e+09"],["tilde~",null,-12,null]]})"
            "\n");
  EXPECT_THAT(shown(paper_table(), paper_rows(), Format::csv),
              HasSubstr("array,ratio,processors,ours,printed,gap\n1 × 1,1,4,-0.2,0,-0.04\n1 × 1,1,15,9.75,10,\n"));
}

TEST(Render, HtmlHasATableForEachPage) {
  const std::string html = shown(paper_table(), paper_rows(), Format::html);
  EXPECT_THAT(html, HasSubstr(rendered("html has a table for each page")));
  EXPECT_THAT(html, HasSubstr("<p>A note.</p>\n"));
  EXPECT_THAT(shown(paper_table(), paper_rows(), Format::html, "all"),
              HasSubstr(R"(<tr><td></td><th scope="colgroup" colspan="2">ours</th>)"));
  EXPECT_THAT(shown(plain_table(), plain_rows(), Format::html),
              HasSubstr(R"(<tr><td>one|two, &quot;three&quot;</td><td class="number">1.50</td>)"));
}

TEST(Render, NeverPrintsANegativeZero) {
  const Rows rows{{"cost", "n"}, {{-0.001, -0.0}}};
  EXPECT_EQ(shown(plain_table(), rows, Format::csv), "cost,n\n-0.001,0\n");
  EXPECT_THAT(shown(plain_table(), rows, Format::json), HasSubstr("[[-0.001,0.0]]"));
  EXPECT_THAT(shown(plain_table(), rows, Format::text), HasSubstr("\n 0.00  0\n"));
}

TEST(Render, SaysThatThereIsNothing) {
  EXPECT_EQ(shown(paper_table(), {paper_rows().columns, {}}, Format::text),
            "Improvement of A & B (in %)\n\nNo results.\n\nA note.\n");
}

TEST(Render, RefusesWhatTheLayoutDoesNotHave) {
  const auto complaint = [](const Exhibit& exhibit, const Rows& rows, Format format, const std::string& values) {
    return message_of<InputError>([&] { static_cast<void>(shown(exhibit, rows, format, values)); });
  };
  for (const Format format : {Format::text, Format::csv}) {
    SCOPED_TRACE(static_cast<int>(format));
    EXPECT_EQ(complaint(paper_table(), paper_rows(), format, "profit"),
              "toy/table_2 has no values 'profit'; it has ours, printed, gap and all");
  }
  Exhibit other = paper_table();
  other.layout.row = "speed";
  EXPECT_EQ(complaint(other, paper_rows(), Format::text, ""), "the query of toy/table_2 has no column 'speed'");
  Rows twice = paper_rows();
  twice.rows.push_back(twice.rows.front());
  EXPECT_EQ(complaint(paper_table(), twice, Format::text, ""), "toy/table_2 has two values for row '1', column '4'");
}

TEST(Render, TitlesThatAreLeftOutAreTheNamesOfTheColumns) {
  Exhibit exhibit = paper_table();
  exhibit.layout.row_title = exhibit.layout.column_title = std::nullopt;
  EXPECT_THAT(shown(exhibit, paper_rows(), Format::markdown), HasSubstr("| ratio, processors |"));
  exhibit.layout.column_title = "";
  EXPECT_THAT(shown(exhibit, paper_rows(), Format::markdown), HasSubstr("| ratio |"));
}

TEST(Render, KnowsItsFormatsByName) {
  EXPECT_EQ(format_named("latex"), Format::latex);
  EXPECT_EQ(format_named("json"), Format::json);
  EXPECT_EQ(format_named("html"), Format::html);
  EXPECT_THAT(message_of([] { static_cast<void>(format_named("pdf")); }), HasSubstr("unknown format 'pdf'"));
}

// Three pages of two columns each.
Exhibit pages() {
  Exhibit exhibit;
  exhibit.title = "Costs of three arrays";
  exhibit.layout = {"array", "ratio", "processors", "max/min", "processors", 3, {{"cost", "cost"}}};
  return exhibit;
}

Rows page_rows(int columns) {
  Rows rows{{"array", "ratio", "processors", "cost"}, {}};
  for (const char* array : {"1 x 1", "1 x 2", "1 x 3"})
    for (int ratio = 1; ratio <= 2; ++ratio)
      for (int processors = 1; processors <= columns; ++processors)
        rows.rows.push_back({array, integer(ratio), integer(processors), integer(100 * ratio + processors)});
  return rows;
}

std::size_t widest(const std::string& text) {
  std::istringstream stream(text);
  std::size_t most = 0;
  for (std::string line; std::getline(stream, line);) most = std::max(most, line.size());
  return most;
}

std::size_t count(const std::string& text, const std::string& piece) {
  std::size_t found = 0;
  for (std::size_t at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1)) ++found;
  return found;
}

TEST(TextWidth, WhatFitsStaysAsItIs) {
  const std::string natural = render(pages(), page_rows(2), {});
  EXPECT_EQ(render(pages(), page_rows(2), {.width = widest(natural)}), natural);
  EXPECT_NE(render(pages(), page_rows(2), {.width = widest(natural) - 1}), natural);
}

TEST(TextWidth, PagesGoBelowEachOther) {
  const std::string text = render(pages(), page_rows(2), {.width = 40});
  EXPECT_EQ(text,
            "Costs of three arrays\n\n"
            "           1 x 1         1 x 2\n"
            "         processors    processors\n"
            "max/min    1    2        1    2\n"
            "-------  ----------    ----------\n"
            "      1  101  102      101  102\n"
            "      2  201  202      201  202\n"
            "\n"
            "           1 x 3\n"
            "         processors\n"
            "max/min    1    2\n"
            "-------  ----------\n"
            "      1  101  102\n"
            "      2  201  202\n");
}

// All cells are shown, for any width.
TEST(TextWidth, ColumnsGoIntoSeveralTables) {
  for (const std::size_t width : {25U, 30U, 47U, 60U, 100U}) {
    SCOPED_TRACE(width);
    const std::string text = render(pages(), page_rows(12), {.width = width});
    EXPECT_LE(widest(text), width);
    for (const char* cell : {"101", "112", "207", "212"}) EXPECT_EQ(count(text, cell), 3U) << width << "\n" << text;
  }
}

TEST(TextWidth, ListsRepeatTheirFirstColumn) {
  Rows rows{{"name", "first", "second", "third"}, {{"one", "aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc"}}};
  const std::string text = render({}, rows, {.width = 30});
  EXPECT_LE(widest(text), 30U);
  EXPECT_EQ(count(text, "name"), 2U) << text;
  EXPECT_EQ(count(text, "one"), 2U) << text;
}

TEST(TextWidth, LongTextsTakeSeveralLines) {
  const std::string claim = "the cost of the better one is less than that of the other wherever anybody has looked";
  Exhibit exhibit;
  exhibit.note = "A note that is longer than the terminal is wide, and so is broken between its words.";
  exhibit.layout = {.row = "claim", .column = "where", .column_title = "", .values = {{"verdict", "verdict"}}};
  const Rows rows{{"claim", "where", "verdict"}, {{claim, "here", "holds"}, {claim + "!", "here", "fails"}}};
  const std::string text = render(exhibit, rows, {.width = 50});
  EXPECT_LE(widest(text), 50U) << text;
  EXPECT_THAT(text, HasSubstr("holds"));
  EXPECT_THAT(text, HasSubstr("fails"));
  EXPECT_THAT(text, HasSubstr("looked!"));
  EXPECT_THAT(render(exhibit, rows, {}), HasSubstr(claim + "   holds"));
  EXPECT_THAT(text, Not(HasSubstr(claim)));
}

// A word longer than the terminal's width is not lost.
TEST(TextWidth, AWordMayBeLongerThanALine) {
  const std::string word(60, 'x');
  const Rows rows{{"name", "n"}, {{word, integer(7)}}};
  const std::string text = render({}, rows, {.width = 20});
  EXPECT_THAT(text, HasSubstr(word));
  EXPECT_THAT(text, HasSubstr("7"));
}

// Other formats are for programs.
TEST(TextWidth, IsForTextAlone) {
  for (const Format format : {Format::markdown, Format::latex, Format::csv, Format::json, Format::html})
    EXPECT_EQ(render(pages(), page_rows(12), {.format = format, .width = 30}),
              render(pages(), page_rows(12), {.format = format}))
        << static_cast<int>(format);
}

}  // namespace
}  // namespace apportion::results
