// The tables as LaTeX, compiled by LaTeX where it is installed.
#include <algorithm>
#include <regex>

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class LatexTest : public ProgramTest {
 protected:
  [[nodiscard]] bool has_latex() const { return call({"-c", "command -v pdflatex"}, {.program = "sh"}).status == 0; }

  // What LaTeX said of a document with these tables.
  [[nodiscard]] std::string log_of(const std::string& tables) const {
    write("all.tex",
          "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage[utf8]{inputenc}\n"
          "\\usepackage{array,booktabs,longtable}\n\\extrafloats{100}\n\\begin{document}\n" +
              tables + "\\end{document}\n");
    succeed({"-interaction=nonstopmode", "-halt-on-error", "all.tex"}, {.program = "pdflatex"});
    return read("all.log");
  }
};

// By how much the widest line sticks out, in points.
double widest_overfull(const std::string& log) {
  const std::regex overfull(R"(Overfull \\hbox \((\d+\.?\d*)pt too wide\))");
  double widest = 0;
  for (auto found = std::sregex_iterator(log.begin(), log.end(), overfull); found != std::sregex_iterator(); ++found)
    widest = std::max(widest, std::stod((*found)[1]));
  return widest;
}

TEST_F(LatexTest, ADocumentOfAllTablesFitsItsPages) {
  if (!has_latex()) GTEST_SKIP() << "pdflatex is not installed: the tables are not compiled";
  for (const char* experiment : {"kaddoura/grid", "kaddoura/figure16", "kaddoura/table1", "niculescu", "kalinov/table1",
                                 "kalinov/statements", "kalinov/continuum", "kalinov/figure1", "kalinov/figure2",
                                 "chatterjee/adi", "chatterjee/ladder", "chatterjee/sum", "chatterjee/redistribution"})
    succeed({"run", experiment, "--quiet", "--db", "a.sqlite"});
  for (const char* experiment :
       {"kalinov/figure3a", "kalinov/figure3b", "kalinov/figure4", "kalinov/figure5", "kalinov/rounding",
        "kalinov/mappings", "kalinov/levels", "chatterjee/reliability", "chatterjee/lemmas"})
    succeed({"run", experiment, "--samples", "20", "--quiet", "--db", "a.sqlite"});
  // Papers of which not everything was run end with status 1 and give the rest.
  std::string tables;
  for (const char* paper : {"kaddoura", "kalinov", "chatterjee", "niculescu"}) {
    static_cast<void>(call({"show", paper, "--values", "all", "--db", "a.sqlite", "-o", "tables.tex"}));
    tables += read("tables.tex");
  }
  ASSERT_THAT(tables, HasSubstr("\\toprule"));
  const std::string log = log_of(tables);
  EXPECT_THAT(log, Not(HasSubstr("Float too large")));
  EXPECT_LT(widest_overfull(log), 10) << log;
}

TEST_F(LatexTest, ManyRowsAndLongTextsStayOnTheirPages) {
  if (!has_latex()) GTEST_SKIP() << "pdflatex is not installed: the tables are not compiled";
  succeed({"run", "kaddoura/table1", "--quiet", "--db", "a.sqlite"});
  const std::string query =
      "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300) SELECT i, -i * 1e9 AS \"a long name\", 'a "
      "text "
      "that goes on -- and on, so that no line of a page is wide enough for all of it: ' || i AS words, "
      "'first,second,third,fourth,fifth,sixth,seventh,eighth,ninth,tenth' AS list FROM n";
  const std::string table = output({"show", "--db", "a.sqlite", "--format", "latex", "--sql", query});
  EXPECT_THAT(table,
              AllOf(HasSubstr("\\begin{longtable}"), HasSubstr("goes on -{}- and on"), Not(HasSubstr("\\caption"))));
  const std::string log = log_of(table);
  EXPECT_THAT(log, Not(HasSubstr("Float too large")));
  EXPECT_LT(widest_overfull(log), 1) << log;
}

}  // namespace
}  // namespace apportion::testing_support
