// The tables as LaTeX, compiled by LaTeX where it is installed.
#include <gmock/gmock.h>

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

using ::testing::HasSubstr;
using LatexTest = ProgramTest;

TEST_F(LatexTest, ADocumentOfAllTablesCompiles) {
  if (call({"-c", "command -v pdflatex"}, {.program = "sh"}).status != 0)
    GTEST_SKIP() << "pdflatex is not installed: the tables are not compiled";
  for (const char* experiment : {"kaddoura/grid", "kaddoura/figure16", "kaddoura/table1", "niculescu", "kalinov/table1",
                                 "chatterjee/adi", "chatterjee/ladder", "chatterjee/sum"})
    ASSERT_EQ(call({"run", experiment, "--quiet", "--db", "a.sqlite"}).status, 0);
  // Papers of which not everything was run end with status 1 and give the rest.
  std::string tables;
  for (const char* paper : {"kaddoura", "kalinov", "chatterjee", "niculescu"}) {
    static_cast<void>(call({"show", paper, "--values", "all", "--db", "a.sqlite", "-o", "tables.tex"}));
    tables += read("tables.tex");
  }
  ASSERT_THAT(tables, HasSubstr("\\toprule"));
  write("all.tex",
        "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage[utf8]{inputenc}\n\\usepackage{booktabs}\n"
        "\\extrafloats{100}\n\\begin{document}\n" +
            tables + "\\end{document}\n");
  const Outcome outcome = call({"-interaction=nonstopmode", "-halt-on-error", "all.tex"}, {.program = "pdflatex"});
  EXPECT_EQ(outcome.status, 0) << outcome.out;
}

}  // namespace
}  // namespace apportion::testing_support
