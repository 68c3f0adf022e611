// Damaged and manipulated files, links made by others, and control characters.
#include <algorithm>

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

namespace fs = std::filesystem;

constexpr const char* hostile_title = "Red \x1b[31m and \xc2\x9b and \x7f";

class TrustTest : public ProgramTest {
 protected:
  void SetUp() override {
    write("mine.ini", std::string("family = rectangles\ntitle = ") + hostile_title +
                          "\nalgorithms = RecursiveBisection2, XY2\nprocessors = 4, 5\nsamples = 5\n"
                          "[exhibit.costs]\ntitle = " +
                          hostile_title +
                          "\nsql = SELECT processors, algorithm, total FROM sweeps_mine WHERE seed = :seed\n"
                          "row = processors\ncolumn = algorithm\nvalues = total:1\n");
    succeed({"run", "mine.ini", "--quiet", "--db", "a.sqlite"});
  }

  void sql(const std::string& statement) const { succeed({"a.sqlite", statement}, {.program = "sqlite3"}); }

  // All commands that open the database.
  [[nodiscard]] static std::vector<Words> commands_on_it() {
    std::vector<Words> all{{"merge", "b.sqlite", "a.sqlite"}, {"compare", "a.sqlite", "a.sqlite"}};
    for (const Words& words : {Words{"verify"},
                               {"run", "mine.ini", "--quiet"},
                               {"run", "mine.ini", "--dry-run"},
                               {"report", "-o", "r.html"},
                               {"digest"},
                               {"export", "-o", "out"},
                               {"status"},
                               {"show", "mine.ini"},
                               {"show", "sweeps/mine"},
                               {"show", "--sql", "SELECT * FROM sweeps_mine"},
                               {"forget", "sweeps/mine"}})
      all.push_back(joined(words, {"--db", "a.sqlite"}));
    return all;
  }

  // Changes a byte of the text.
  void damage(const std::string& what) const {
    std::string bytes = read("a.sqlite");
    const std::size_t at = bytes.find(what);
    ASSERT_NE(at, std::string::npos);
    bytes[at] = '#';
    write("a.sqlite", bytes);
  }
};

TEST_F(TrustTest, ASoundDatabaseIsSound) {
  const std::string text = output({"verify", "a.sqlite"});
  EXPECT_THAT(text, StartsWith("a.sqlite: sound\n4 units, "));
  EXPECT_THAT(text, HasSubstr(" summaries, each the sum of its units\n"));
  succeed({"run", "mine.ini", "--quiet", "--keep-samples", "--db", "a.sqlite"});
  EXPECT_THAT(output({"verify", "a.sqlite"}), HasSubstr(" kept values, each unit's moments those of its samples\n"));
}

// Commands that read, write, or only look.
TEST_F(TrustTest, EveryCommandRefusesAnotherSchemaAndLeavesIt) {
  for (const auto& [schema, advice] : {std::pair{"2", "run the experiments again, into another database"},
                                       {"5", "use a newer version of it"},
                                       {"3", "`scripts/convert-database a.sqlite NEW` makes"}}) {
    sql(std::string("PRAGMA user_version = ") + schema);
    const std::string before = read("a.sqlite");
    for (const std::vector<std::string>& words : commands_on_it())
      expect_error(words, 2,
                   {std::string("a.sqlite has schema ") + schema + ", this program reads schema 4; " + advice});
    EXPECT_EQ(read("a.sqlite"), before) << "schema " << schema;
  }
}

// All but the first page of tables is lost, so that SQLite notices.
TEST_F(TrustTest, EveryCommandRefusesADatabaseThatIsCutOff) {
  const std::string before = read("a.sqlite").substr(0, 4096);
  for (const std::vector<std::string>& words : commands_on_it()) {
    write("a.sqlite", before);
    expect_error(words, 1, {"a.sqlite is damaged (", "); move it away, or put a copy in its place"});
  }
}

// The byte is part of a point's coordinates: SQLite detects it only by the index.
TEST_F(TrustTest, WhatIsTakenOverIsVerified) {
  damage(R"("processors":4)");
  for (const Words& words : {Words{"verify", "a.sqlite"}, {"merge", "b.sqlite", "a.sqlite"}})
    expect_error(words, 1, {"a.sqlite is damaged ("});
}

// Only SQL, not damage, makes such a change: every page is well formed.
TEST_F(TrustTest, ADoctoredNumberIsFoundByVerify) {
  sql("UPDATE moment SET mean = mean + 1 WHERE unit_id = 2");
  expect_error({"verify", "a.sqlite"}, 1,
               {"a.sqlite is damaged (a summary of ", "in sweeps/mine is not what its units"});
  succeed({"show", "mine.ini", "--db", "a.sqlite"});
}

TEST_F(TrustTest, AnotherTextUnderAnOwnNameIsRefusedByEveryCommand) {
  sql("DROP VIEW sweeps_mine; CREATE VIEW sweeps_mine AS SELECT 1 AS seed, 4 AS processors, 'XY2' AS algorithm, 1 AS "
      "total");
  for (const std::vector<std::string>& words : commands_on_it())
    expect_error(words, 2, {"a.sqlite: the view sweeps_mine is not the one that this program makes"});
}

TEST_F(TrustTest, TwoSweepsWithOneViewAreRefused) {
  const std::string before = call({"show", "mine.ini", "--db", "a.sqlite"}).out;
  const std::string digest = call({"digest", "a.sqlite"}).out;
  for (const char* name : {"Mine.ini", "mine_chunks.ini", "MINE_Samples.ini"}) {
    write(name, "family = rectangles\nalgorithms = XY2, TILE\nprocessors = 7\nsamples = 2\n");
    expect_error({"run", name, "--quiet", "--db", "a.sqlite"}, 1, {"sweeps/mine and sweeps/", "cannot be in one"});
  }
  succeed({"run", "Mine.ini", "--quiet", "--db", "b.sqlite"});
  expect_error({"merge", "a.sqlite", "b.sqlite", "--mixed"}, 1, {"sweeps/mine and sweeps/Mine"});
  EXPECT_EQ(call({"show", "mine.ini", "--db", "a.sqlite"}).out, before);
  EXPECT_EQ(call({"digest", "a.sqlite"}).out, digest);
  succeed({"verify", "a.sqlite"});
}

TEST_F(TrustTest, ExportsItsOwnViewsOnly) {
  sql(R"(CREATE VIEW "../outside" AS SELECT 1 AS a; CREATE VIEW mine AS SELECT 1 AS a; CREATE VIEW ")" +
      path("absolute").string() + R"(" AS SELECT 1 AS a)");
  EXPECT_THAT(output({"verify", "a.sqlite"}),
              HasSubstr("the view mine is of another program, and nothing here uses it\n"));
  succeed({"export", "--db", "a.sqlite", "-o", "out"});
  for (const char* name : {"outside.csv", "absolute.csv", "out/mine.csv"}) EXPECT_FALSE(fs::exists(path(name))) << name;
  EXPECT_TRUE(fs::exists(path("out/sweeps_mine.csv")));
}

TEST_F(TrustTest, NoLinkOfOthersIsFollowed) {
  write("secret", "mine\n");
  fs::create_symlink(path("secret"), path("r.html.partial"));
  succeed({"report", "--db", "a.sqlite", "-o", "r.html"});
  fs::create_directory(path("out"));
  fs::create_symlink(path("secret"), path("out/tidy.csv"));
  expect_error({"export", "--db", "a.sqlite", "-o", "out"}, 2, {"out/tidy.csv was not written by an earlier export"});
  fs::remove(path("out/tidy.csv"));
  fs::create_symlink(path("secret"), path("out/apportion-export.txt.partial"));
  succeed({"export", "--db", "a.sqlite", "-o", "out"});
  EXPECT_EQ(read("secret"), "mine\n");
  for (const char* folder : {".", "out"})
    for (const auto& entry : fs::directory_iterator(path(folder)))
      EXPECT_TRUE(entry.is_symlink() || !entry.path().string().ends_with(".partial")) << entry.path();
}

// The user named the link.
TEST_F(TrustTest, TheUsersOwnLinkIsFollowed) {
  write("real.html", "");
  fs::create_symlink(path("real.html"), path("link.html"));
  succeed({"report", "--db", "a.sqlite", "-o", "link.html"});
  EXPECT_TRUE(fs::is_symlink(path("link.html")));
  EXPECT_THAT(read("real.html"), StartsWith("<!"));
}

TEST_F(TrustTest, ControlCharactersAreSpelledOut) {
  const auto has_controls = [](const std::string& text) {
    return std::ranges::any_of(
               text,
               [](char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') || c == 0x7f; }) ||
           text.find("\xc2\x9b") != std::string::npos;
  };
  std::vector<std::string> texts{call({"report", "--db", "a.sqlite"}).err, read("report.html")};
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"show", "mine.ini", "--db", "a.sqlite"},
        {"show", "mine.ini", "--format", "markdown", "--db", "a.sqlite"},
        {"show", "mine.ini", "--format", "latex", "--db", "a.sqlite"},
        {"show", "mine.ini", "--format", "html", "--db", "a.sqlite"},
        {"describe", "mine.ini"},
        {"status", "a.sqlite"},
        {"show", hostile_title},
        {"run", hostile_title},
        {"list", hostile_title},
        {"show", "--db", "a.sqlite", "--sql", std::string("SELECT 1 AS a FROM ") + hostile_title},
        {"show", "--db", "a.sqlite", "--sql", "SELECT char(27) || '[31m' || char(155) AS a"},
        {"draw", "rectangles", "--rows", "10", "--columns", "10", "--weights", hostile_title},
        {"digest", hostile_title}}) {
    const Outcome outcome = call(words);
    texts.push_back(outcome.out + outcome.err);
    EXPECT_FALSE(texts.back().empty()) << words.front();
  }
  for (const std::string& text : texts) EXPECT_FALSE(has_controls(text)) << text.substr(0, 2000);
  EXPECT_THAT(texts[1], HasSubstr("Red \\x1b[31m and \\xc2\\x9b and \\x7f"));
}

TEST_F(TrustTest, AWrongQueryIsTheUsers) {
  for (const char* query : {"selec", "SELECT\nnonsense", "SELECT json_extract('x', '$')", "SELECT zeroblob(2000000000)",
                            "SELECT load_extension('x')", "SELECT abs(-9223372036854775808)", "SELECT 1; SELECT 2"})
    expect_error({"show", "--sql", query, "--db", "a.sqlite"}, 2, {"query"});
}

}  // namespace
}  // namespace apportion::testing_support
