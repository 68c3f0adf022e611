// apportion show: exhibits and queries.
#include <map>

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class ShowTest : public ProgramTest {
 protected:
  void SetUp() override {
    succeed({"run", "kaddoura/grid", "processors=4,5", "columns=1000", "--quiet", "--db", "a.sqlite"});
  }

  [[nodiscard]] Outcome show(const std::vector<std::string>& more) const {
    return call(joined({"show", "--db", "a.sqlite"}, more));
  }
};

TEST_F(ShowTest, EveryFormat) {
  for (const std::string format : {"text", "markdown", "latex", "csv", "json", "html"}) {
    SCOPED_TRACE(format);
    const Outcome outcome = show({"kaddoura/table7", "--format", format});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("1000"));
    EXPECT_EQ(outcome.out.back(), '\n');
  }
  const auto json = nlohmann::json::parse(show({"kaddoura/table7", "--format", "json"}).out);
  EXPECT_EQ(json["exhibit"], "kaddoura/table7");
  EXPECT_EQ(json["rows"].size(), 10U);
}

TEST_F(ShowTest, AFigureIsDrawnAsTextAndSvg) {
  succeed({"run", "kaddoura/figure16", "--quiet", "--db", "a.sqlite"});
  const std::string text = show({"kaddoura/figure16"}).out;
  EXPECT_THAT(text, HasSubstr("(a) RecursiveBisection: 5750"));
  EXPECT_THAT(text, HasSubstr("(d) RecursiveBisection2: 4666.67"));
  EXPECT_THAT(text, HasSubstr("truncated"));
  EXPECT_EQ(show({"kaddoura/figure16", "-o", "f.svg"}).status, 0);
  EXPECT_THAT(read("f.svg"), AllOf(StartsWith("<svg"), HasSubstr("(e) RecursiveBisection3: 4700")));
  for (const char* picture : {"f.png", "f.pdf"})
    EXPECT_EQ(show({"kaddoura/figure16", "-o", picture}).err, "") << picture;
  EXPECT_THAT(read("f.png"), StartsWith("\x89PNG"));
  EXPECT_THAT(read("f.pdf"), StartsWith("%PDF"));
}

TEST_F(ShowTest, AChartIsDrawnFromTheRows) {
  for (const char* file : {"a.svg", "a.png", "a.pdf"}) EXPECT_EQ(show({"kaddoura/table7", "-o", file}).err, "") << file;
  EXPECT_THAT(read("a.svg"), AllOf(HasSubstr("<svg"), HasSubstr("max/min speed"), HasSubstr("1000 x 1000")));
  EXPECT_THAT(read("a.png"), StartsWith("\x89PNG"));
  EXPECT_THAT(read("a.pdf"), StartsWith("%PDF"));
  // The same command gives the same bytes; a PDF holds the time.
  for (const std::string file : {"a.svg", "a.png"}) {
    const std::string before = read(file);
    EXPECT_EQ(show({"kaddoura/table7", "-o", file}).status, 0) << file;
    EXPECT_EQ(read(file), before);
  }
  EXPECT_EQ(show({"kaddoura/table7", "--chart", "heat-map", "-o", "b.svg"}).status, 0);
  const auto drawn = [](const std::string& svg) { return svg.substr(svg.find("<svg")); };  // below its origin
  EXPECT_EQ(drawn(read("b.svg")), drawn(read("a.svg")));
}

TEST_F(ShowTest, ChartsThatCannotBeDrawn) {
  expect_error({"show", "kaddoura/table8", "--db", "a.sqlite", "-o", "a.svg"}, 1,
               {"kaddoura/table8 needs results of kaddoura/table8"});
  expect_error({"PATH=/nowhere", APPORTION_PROGRAM, "show", "kaddoura/table7", "--db", "a.sqlite", "-o", "a.svg"}, 1,
               {"gnuplot is not installed; Debian's package is gnuplot-nox"}, {.program = "/usr/bin/env"});
  expect_error({"PATH=/nowhere", APPORTION_PROGRAM, "show", "kaddoura/figure16", "-o", "a.png"}, 1,
               {"rsvg-convert is not installed; Debian's package is librsvg2-bin"}, {.program = "/usr/bin/env"});
}

TEST_F(ShowTest, TheFilesEndingSaysTheFormat) {
  for (const auto& [ending, format] : std::map<std::string, std::string>{
           {"tex", "latex"}, {"md", "markdown"}, {"csv", "csv"}, {"json", "json"}, {"html", "html"}, {"txt", "text"}}) {
    SCOPED_TRACE(::testing::PrintToString(ending));
    EXPECT_EQ(show({"kaddoura/table7", "-o", "t." + ending}).err, "");
    const std::string file = read("t." + ending);
    if (ending == "csv" || ending == "txt") {
      EXPECT_EQ(file, show({"kaddoura/table7", "--format", format}).out);
    } else {
      EXPECT_THAT(file,
                  AllOf(HasSubstr("kaddoura/table7 -o t." + ending), HasSubstr("; seed 1; "), HasSubstr("; run ")))
          << "where it comes from";
    }
  }
  // Without an ending it is text.
  EXPECT_EQ(show({"kaddoura/table7", "-o", "table"}).status, 0);
  EXPECT_EQ(read("table"), show({"kaddoura/table7"}).out);
  EXPECT_EQ(show({"kaddoura/table7", "--format", "csv", "-o", "t.svg"}).status, 0);
  EXPECT_EQ(read("t.svg"), show({"kaddoura/table7", "--format", "csv"}).out);
}

TEST_F(ShowTest, SeveralExhibitsAndAFile) {
  const std::string both = show({"kaddoura/table5", "kaddoura/table7"}).out;
  EXPECT_THAT(both, HasSubstr("Table 5"));
  EXPECT_THAT(both, HasSubstr("\n\nImprovement of XY2 over RecursiveBisection2 in percent, latency 1000"));
  const Outcome outcome = show({"kaddoura/table7", "-o", "t.txt"});
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(read("t.txt"), show({"kaddoura/table7"}).out);
  expect_error({"show", "kaddoura/table7", "--db", "a.sqlite", "-o", "/dev/full"}, 1, {"/dev/full cannot be written"});
}

TEST_F(ShowTest, WhatIsMissingIsSaidWithTheCommandThatMakesIt) {
  expect_error(
      {"show", "kaddoura/table1", "--db", "a.sqlite"}, 1,
      {"kaddoura/table1 needs results of kaddoura/table1; `apportion run kaddoura/table1 --db a.sqlite` makes"});
  expect_error({"show", "kaddoura/table7", "--db", "a.sqlite", "--seed", "3"}, 1,
               {"needs results of kaddoura/grid with seed 3; `apportion run kaddoura/grid --seed 3 --db a.sqlite`"});
  expect_error({"show", "kaddoura/table7", "--db", "a.sqlite", "--set", "sampling=uniform"}, 1,
               {"with sampling uniform; `apportion run kaddoura/grid --set sampling=uniform --db a.sqlite`"});
  // The others are shown all the same.
  const Outcome paper = show({"kaddoura"});
  EXPECT_EQ(paper.status, 1);
  EXPECT_THAT(paper.out, HasSubstr("Table 7"));
  EXPECT_THAT(paper.err, HasSubstr("kaddoura/table8 needs results of kaddoura/table8"));
  EXPECT_THAT(paper.err, Not(HasSubstr("kaddoura/table7")));
}

TEST_F(ShowTest, ParametersChooseAmongResults) {
  succeed({"run", "kaddoura/grid", "processors=4,5", "columns=1000", "sampling=uniform", "--seed", "2", "--quiet",
           "--db", "a.sqlite"});
  const std::vector<std::string> other{"kaddoura/table7", "--seed", "2", "--set", "sampling=uniform"};
  EXPECT_EQ(show(other).status, 0);
  EXPECT_NE(show(other).out, show({"kaddoura/table7"}).out);
}

TEST_F(ShowTest, AQueryIsATableAndHasNoPicture) {
  const std::vector<std::string> query{"show", "--db", "a.sqlite", "--sql", "SELECT 1 AS a"};
  const auto with = [&query](const std::vector<std::string>& more) { return joined(query, more); };
  for (const char* file : {"q.svg", "q.png", "q.pdf"}) {
    SCOPED_TRACE(file);
    expect_error(with({"-o", file}), 2, {std::string(file) + " takes a picture", "--sql gives a table"});
    EXPECT_FALSE(std::filesystem::exists(path(file)));
  }
  succeed(with({"-o", "q.csv"}));
  EXPECT_EQ(read("q.csv"), "a\n1\n");
}

TEST_F(ShowTest, TheDatabaseIsNotOverwritten) {
  const std::string before = read("a.sqlite");
  for (const std::vector<std::string>& shown :
       std::vector<std::vector<std::string>>{{"kaddoura/table7"}, {"--sql", "SELECT 1 AS a"}}) {
    std::vector<std::string> words{"show", "--db", "a.sqlite", "-o", "a.sqlite"};
    words.insert(words.end(), shown.begin(), shown.end());
    expect_error(words, 2, {"a.sqlite belongs to the database a.sqlite", "name another by -o"});
  }
  EXPECT_EQ(read("a.sqlite"), before);
}

}  // namespace
}  // namespace apportion::testing_support
