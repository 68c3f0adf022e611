// The tables as LaTeX, compiled by LaTeX if it is installed.
#include <algorithm>
#include <regex>

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class LatexTest : public ProgramTest {
 protected:
  [[nodiscard]] bool has_latex() const { return call({"-c", "command -v pdflatex"}, {.program = "sh"}).status == 0; }

  // LaTeX's log for a document of this class with these tables.
  [[nodiscard]] std::string log_of(const std::string& document_class, const std::string& tables) const {
    const bool is_acm = document_class.ends_with("{acmart}");
    const std::string place = is_acm ? R"(\affiliation{\institution{I}\country{C}})" : "";
    write("all.tex", R"(\documentclass)" + document_class + R"(
\usepackage[T1]{fontenc}
\usepackage{array,booktabs,adjustbox,longtable}
\extrafloats{200}
\begin{document}
\title{Tables}\author{A})" +
                         place + R"(\maketitle
Text.
)" + tables + R"(\end{document}
)");
    succeed({"-interaction=nonstopmode", "-halt-on-error", "all.tex"}, {.program = "pdflatex"});
    return read("all.log");
  }
};

// The greatest excess of a line's width or a page's height, in points.
double greatest_overfull(const std::string& log) {
  const std::regex overfull(R"(Overfull \\[hv]box \((\d+\.?\d*)pt too)");
  double greatest = 0;
  for (auto found = std::sregex_iterator(log.begin(), log.end(), overfull); found != std::sregex_iterator(); ++found)
    greatest = std::max(greatest, std::stod((*found)[1]));
  return greatest;
}

TEST_F(LatexTest, TablesFitTheClassesOfJournals) {
  if (!has_latex()) GTEST_SKIP() << "pdflatex is not installed: the tables are not compiled";
  for (const char* experiment : {"kaddoura/table1", "niculescu", "kalinov/figure1", "kalinov/figure2", "chatterjee/adi",
                                 "chatterjee/ladder", "chatterjee/sum"})
    succeed({"run", experiment, "--quiet", "--db", "a.sqlite"});
  write("mine.ini", "family = rectangles\nprocessors = 4, 8, 12\nratio = 2, 4\nalgorithms = XY2, TILE, BEST\n");
  succeed({"run", "mine.ini", "--samples", "5", "--quiet", "--db", "a.sqlite"});
  const std::string query =
      "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40) SELECT i, -i * 1e9 AS \"a long name\", 'a "
      "text that goes on -- and on, so that no line of a page is wide enough for all of it: ' || i AS words, "
      "'first,second,third,fourth,fifth,sixth,seventh,eighth,ninth,tenth' AS list FROM n";
  const auto tables = [&](const std::vector<std::string>& width) {
    std::string all;
    const auto add = [&](std::vector<std::string> words) {
      words.insert(words.end(), {"--db", "a.sqlite", "-o", "tables.tex"});
      words.insert(words.end(), width.begin(), width.end());
      // Papers that were not run completely give status 1 and their other results.
      static_cast<void>(call(words));
      all += read("tables.tex");
    };
    for (const char* paper : {"kaddoura", "kalinov", "chatterjee", "niculescu"})
      add({"show", paper, "--values", "all"});
    add({"show", "mine.ini"});
    add({"show", "--sql", query});
    return all;
  };
  const std::string line = tables({});
  EXPECT_THAT(line, AllOf(HasSubstr("\\toprule"), HasSubstr("$\\pm$"), HasSubstr("goes on -{}- and on")));
  const std::string column = tables({"--width", "column"});
  const std::string page = tables({"--width", "page"});
  for (const auto& [document_class, text] :
       {std::pair("{article}", line),
        {"[twocolumn]{article}", column + page},
        {"[onecolumn]{IEEEtran}", line},
        {"[journal]{IEEEtran}", column + page},
        {"[acmsmall,nonacm]{acmart}", line},
        // Without equal heights of the columns on the last page, which has only tables.
        {"[sigconf,nonacm,balance=false]{acmart}", column + page}}) {
    SCOPED_TRACE(document_class);
    const std::string log = log_of(document_class, text);
    EXPECT_THAT(log, Not(HasSubstr("Float too large")));
    EXPECT_LT(greatest_overfull(log), 1) << log;
  }
  static_cast<void>(log_of("{article}", tables({"--longtable"})));
}

}  // namespace
}  // namespace apportion::testing_support
