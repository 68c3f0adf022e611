// Exhibits in every format, to the letter.

#include "results/tables/render.hpp"
#include <fmt/format.h>

#include "base/error.hpp"
#include "tests/results/sample_store.hpp"
#include "tests/results/sample_values.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::results {
namespace {

using ::testing::EndsWith;

// Three arrays by two ratios by two numbers of processors, as a paper's table has them; one row is missing.
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

std::string shown(const Exhibit& exhibit, const Rows& rows, Format format, const std::string& values = "") {
  return render(exhibit, rows, {format, values});
}

TEST(Render, TextPutsPagesSideBySide) {
  EXPECT_EQ(shown(paper_table(), paper_rows(), Format::text), R"(Improvement of A & B (in %)

           1 × 1         1 × 2
         Processors    Processors
Max/Min   4  15         4  15
-------  ----------    ----------
      1   0  10         1   2
      2   3   4         3   4

           1 × 3
         Processors
Max/Min   4  15
-------  ----------
      2   5   6

A note.
)");
}

TEST(Render, TextShowsOneValueThatIsNamed) {
  EXPECT_THAT(shown(paper_table(), paper_rows(), Format::text, "printed"), HasSubstr(R"(
Max/Min   4  15         4  15
-------  ----------    ----------
      1   0  10         1   2
      2  -3   4         3   4
)"));
}

TEST(Render, TextPutsAllValuesSideBySide) {
  EXPECT_THAT(shown(paper_table(), paper_rows(), Format::text, "all"), HasSubstr(R"(Improvement of A & B (in %)

         1 × 1: ours    1 × 1: printed    1 × 1: difference
         Processors       Processors         Processors
Max/Min    4   15         4   15            4   15
-------  -----------    --------------    -----------------
      1    0   10         0   10          0.0    -
      2    3    4        -3    4          6.2  0.0

         1 × 2: ours)"));
}

TEST(Render, TextLeavesCaptionsOutThatThereAreNot) {
  Exhibit exhibit = paper_table();
  exhibit.layout.page = "";
  exhibit.layout.column_title = "";
  exhibit.note = "";
  Rows rows = paper_rows();
  rows.rows.resize(4);
  EXPECT_EQ(shown(exhibit, rows, Format::text), R"(Improvement of A & B (in %)

Max/Min   4  15
-------  ------
      1   0  10
      2   3   4
)");
}

TEST(Render, TextPivotsOnRowsAlone) {
  const Exhibit exhibit{
      .name = "toy/costs",
      .title = "Costs",
      .layout = {"", "algorithm", "", "Algorithm", "", 1, {{"cost", "Acost", 1}, {"printed", "printed"}}}};
  const Rows rows{{"algorithm", "cost", "printed"}, {{"XY2", 4500.0, "4500"}, {"TILE", 4666.67, "4666"}}};
  EXPECT_EQ(shown(exhibit, rows, Format::text, "all"), R"(Costs

Algorithm   Acost    printed
---------  ------    -------
XY2        4500.0       4500
TILE       4666.7       4666
)");
}

TEST(Render, TextPrintsOtherRowsAsTheyCome) {
  EXPECT_EQ(shown(plain_table(), plain_rows(), Format::text), R"(Costs

name              Acost    n       printed
----------------  -----  ---  ------------
one|two, "three"   1.50    7  1.857945e+09
tilde~                -  -12             -
)");
  EXPECT_THAT(shown(plain_table(), plain_rows(), Format::text, "cost"), HasSubstr("Acost    n\n"));
}

TEST(Render, MarkdownHasATableForEachPage) {
  EXPECT_EQ(shown(paper_table(), paper_rows(), Format::markdown), R"(### Improvement of A & B (in %)

#### 1 × 1

| Max/Min, Processors | 4 | 15 |
| ---: | ---: | ---: |
| 1 | 0 | 10 |
| 2 | 3 | 4 |

#### 1 × 2

| Max/Min, Processors | 4 | 15 |
| ---: | ---: | ---: |
| 1 | 1 | 2 |
| 2 | 3 | 4 |

#### 1 × 3

| Max/Min, Processors | 4 | 15 |
| ---: | ---: | ---: |
| 2 | 5 | 6 |

A note.
)");
  EXPECT_THAT(shown(paper_table(), paper_rows(), Format::markdown, "all"), HasSubstr(R"(
| Max/Min, Processors | ours 4 | ours 15 | printed 4 | printed 15 | difference 4 | difference 15 |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| 1 | 0 | 10 | 0 | 10 | 0.0 | - |
)"));
  EXPECT_THAT(shown(plain_table(), plain_rows(), Format::markdown), HasSubstr(R"(
| name | Acost | n | printed |
| :--- | ---: | ---: | ---: |
| one\|two, "three" | 1.50 | 7 | 1.857945e+09 |
| tilde\~ | - | -12 | - |
)"));
}

TEST(Render, LatexHasATabularForEachBand) {
  EXPECT_EQ(shown(paper_table(), paper_rows(), Format::latex), R"(\begin{table}
  \centering
  \caption{Improvement of A \& B (in \%)}
  \label{tab:toy-table_2}
  \begin{adjustbox}{max width=\linewidth, max totalheight=0.7\textheight}
  \begin{tabular}{@{}c@{}}
  \begin{tabular}{rrrrr}
    \toprule
     & \multicolumn{2}{c}{1 $\times$ 1} & \multicolumn{2}{c}{1 $\times$ 2} \\
    \cmidrule(lr){2-3}\cmidrule(lr){4-5}
     & \multicolumn{2}{c}{Processors} & \multicolumn{2}{c}{Processors} \\
    \cmidrule(lr){2-3}\cmidrule(lr){4-5}
    Max/Min & 4 & 15 & 4 & 15 \\
    \midrule
    1 & 0 & 10 & 1 & 2 \\
    2 & 3 & 4 & 3 & 4 \\
    \bottomrule
  \end{tabular}
  \\[\bigskipamount]
  \begin{tabular}{rrr}
    \toprule
     & \multicolumn{2}{c}{1 $\times$ 3} \\
    \cmidrule(lr){2-3}
     & \multicolumn{2}{c}{Processors} \\
    \cmidrule(lr){2-3}
    Max/Min & 4 & 15 \\
    \midrule
    2 & 5 & 6 \\
    \bottomrule
  \end{tabular}
  \end{tabular}
  \end{adjustbox}
  \par\medskip
  {\footnotesize\raggedright A note.\par}
\end{table}
)");
  EXPECT_EQ(shown(plain_table(), plain_rows(), Format::latex), R"(\begin{table}
  \centering
  \caption{Costs}
  \label{tab:toy-list}
  \begin{adjustbox}{max width=\linewidth, max totalheight=0.7\textheight}
  \begin{tabular}{@{}c@{}}
  \begin{tabular}{lrrr}
    \toprule
    name & Acost & n & printed \\
    \midrule
    one\textbar{}two, "three" & 1.50 & 7 & 1.857945e+09 \\
    tilde\textasciitilde{} & - & $-$12 & - \\
    \bottomrule
  \end{tabular}
  \end{tabular}
  \end{adjustbox}
\end{table}
)");
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
  EXPECT_EQ(shown({}, {{"a"}, {{integer(1)}}}, Format::latex), R"(\begin{table}
  \centering
  \begin{adjustbox}{max width=\linewidth, max totalheight=0.7\textheight}
  \begin{tabular}{@{}c@{}}
  \begin{tabular}{r}
    \toprule
    a \\
    \midrule
    1 \\
    \bottomrule
  \end{tabular}
  \end{tabular}
  \end{adjustbox}
\end{table}
)");
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

// Nine columns are readable in a column of text.
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
  EXPECT_THAT(html, HasSubstr(R"(<table>
<caption>Improvement of A &amp; B (in %): 1 × 1</caption>
<thead>
<tr><th scope="col">Max/Min \ Processors</th><th scope="col" class="number">4</th><th scope="col" class="number">15</th></tr>
</thead>
<tbody>
<tr><th scope="row" class="number">1</th><td class="number">0</td><td class="number">10</td></tr>
<tr><th scope="row" class="number">2</th><td class="number">3</td><td class="number">4</td></tr>
</tbody>
</table>
<table>
<caption>Improvement of A &amp; B (in %): 1 × 2</caption>
)"));
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

}  // namespace
}  // namespace apportion::results
