// The documentation agrees with the program: interfaces with their examples, queries, sweep files.
#include "tests/support/documentation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

#include "tests/cli/program.hpp"
#include "tests/support/extensions.hpp"

namespace apportion::testing_support {
namespace {

constexpr const char* database_page = "docs/results-format.md";

std::vector<CodeBlock> blocks_in(const std::string& page, const std::string& language) {
  std::vector<CodeBlock> all = code_blocks(page);
  std::erase_if(all, [&language](const CodeBlock& block) { return block.language != language; });
  return all;
}

// The page's answers are shortened and rounded: lists may be cut off, numbers have one decimal.
void expect_shows(const Json& page, const Json& answer, const std::string& where) {
  ASSERT_EQ(page.is_number(), answer.is_number()) << where;
  if (page.is_number()) {
    const bool whole = page.is_number_integer() && answer.is_number_integer();
    EXPECT_LE(std::abs(page.get<double>() - answer.get<double>()), whole ? 0 : 0.05 + 1e-9)
        << where << ": the page has " << page << ", the program answers " << answer;
  } else if (page.is_array()) {
    ASSERT_LE(page.size(), answer.size()) << where;
    for (std::size_t i = 0; i < page.size(); ++i) expect_shows(page[i], answer[i], fmt::format("{}[{}]", where, i));
  } else if (page.is_object()) {
    for (const auto& [key, value] : page.items()) {
      ASSERT_TRUE(answer.contains(key)) << where << "." << key;
      expect_shows(value, answer[key], fmt::format("{}.{}", where, key));
    }
  } else {
    EXPECT_EQ(page, answer) << where;
  }
}

class DocumentationTest : public ProgramTest {};

std::vector<std::string> pages() {
  const std::filesystem::path root = APPORTION_SOURCE_DIR;
  std::vector<std::string> names{"README.md"};
  std::vector<std::filesystem::path> folders = extension_folders();
  for (const char* folder : {"docs", "experiments"}) folders.push_back(root / folder);
  for (const auto& folder : folders)
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
      if (entry.path().extension() == ".md") names.push_back(std::filesystem::relative(entry.path(), root).string());
  return names;
}

// The way in which all pages call the program.
const std::string program_call = "./apportion ";

// The pages whose commands need files or code that they contain; other tests run them.
bool brings_files(const std::string& page) { return page.starts_with("docs/add-") || page == "README.md"; }

// The lines of the other pages' blocks that call the program's `command`, without trailing comments.
std::vector<std::string> lines_that_call(const std::string& command) {
  std::vector<std::string> lines;
  for (const std::string& page : pages()) {
    if (brings_files(page)) continue;
    for (const CodeBlock& block : code_blocks(page)) {
      std::istringstream text(block.text);
      for (std::string line; std::getline(text, line);)
        if (line.starts_with(program_call + command + " ") && !line.ends_with('\\'))
          lines.push_back(line.substr(0, line.find(" #")));
    }
  }
  return lines;
}

// Runs are only planned.
TEST_F(DocumentationTest, EveryRunReplayAndSolveWorks) {
  for (const char* folder : {"experiments", "extensions"})
    std::filesystem::create_directory_symlink(std::filesystem::path(APPORTION_SOURCE_DIR) / folder, path(folder));
  const auto works = [this](const std::string& command, const std::string& more) {
    const std::vector<std::string> lines = lines_that_call(command);
    EXPECT_GE(lines.size(), 2U) << command;
    for (const std::string& line : lines) {
      if (needs_more_extensions(line)) continue;
      std::string words = " " + line.substr(program_call.size());
      if (words.find("--dry-run") == std::string::npos) words += " " + more;
      const Outcome outcome = call({"-c", "exec " APPORTION_PROGRAM + words}, {.program = "bash"});
      EXPECT_EQ(outcome.status, 0) << line << outcome.err;
    }
  };
  works("run", "--dry-run --quiet");  // without an estimate, which would take seconds for each
  works("replay", "");
  works("solve", "");
  works("evaluate", "");  // of the answers that solve has written
}

// The page's first code in each language is that of the programs that the tests run. tests/python runs the rest.
TEST_F(DocumentationTest, ThePageOnProgramsShowsWhatRuns) {
  const std::string page = "docs/use-in-a-program.md";
  for (const auto& [language, file] :
       {std::pair{"cpp", "jacobi_by_plan.cpp"}, std::pair{"python", "jacobi_by_plan.py"}}) {
    SCOPED_TRACE(::testing::PrintToString(language));
    std::ifstream program(std::filesystem::path(APPORTION_SOURCE_DIR) / "tests/mpi" / file);
    const std::string text(std::istreambuf_iterator<char>(program), {});
    ASSERT_FALSE(blocks_in(page, language).empty());
    std::istringstream lines(blocks_in(page, language).front().text);
    for (std::string line; std::getline(lines, line);) EXPECT_THAT(text, HasSubstr(line + "\n")) << file;
  }
}

// A command pasted from a page works in a clone after scripts/build, without further knowledge. Output of the program
// calls it by its name, and is indented. One page is about the installed program.
TEST_F(DocumentationTest, EveryPageCallsTheProgramTheSameWay) {
  const std::regex other(R"((^|\$ |; |\| |build/release/)apportion (list|describe|run|show|report|export|status|)"
                         R"(digest|verify|merge|check|compare|replay|solve|evaluate|draw|forget|help|new|complete)\b)");
  std::size_t blocks = 0;
  for (const std::string& page : pages()) {
    if (page == "docs/install.md") continue;
    for (const CodeBlock& block : code_blocks(page)) {
      ++blocks;
      std::istringstream text(block.text);
      for (std::string line; std::getline(text, line);)
        EXPECT_FALSE(std::regex_search(line, other)) << page << ": " << line;
    }
  }
  EXPECT_GT(blocks, 30U);
}

// Runs its commands one after the other in an empty folder. scripts/pages checks their output.
TEST_F(DocumentationTest, TheReadmeWorks) {
  std::filesystem::create_symlink(APPORTION_PROGRAM, path("apportion"));
  std::size_t blocks = 0;
  for (const CodeBlock& block : code_blocks("README.md")) {
    if (block.text.starts_with("scripts/build ") || block.text.starts_with("$ ") || block.language == "text") continue;
    ++blocks;
    if (needs_more_extensions(block.text)) continue;
    const Outcome outcome = call({"-ec", block.text}, {.program = "bash"});
    EXPECT_EQ(outcome.status, 0) << block.text << outcome.err;
    EXPECT_EQ(outcome.err.find("apportion: "), std::string::npos) << outcome.err;
  }
  EXPECT_GE(blocks, 8U);
  EXPECT_NE(read("neighbours.svg").find("<svg"), std::string::npos);
  EXPECT_EQ(call({"status"}).out.find("sweeps/neighbours "), std::string::npos) << "the page removes it in the end";
}

// tests/install builds the projects of the page, and tests/python runs its Python.
TEST_F(DocumentationTest, TheInstallationPageQuotesTheConsumer) {
  std::ifstream stream(std::filesystem::path(APPORTION_SOURCE_DIR) / "tests/install/consumer/consumer.cpp");
  const std::string consumer{std::istreambuf_iterator<char>(stream), {}};
  const std::vector<CodeBlock> excerpts = blocks_in("docs/install.md", "cpp");
  ASSERT_EQ(excerpts.size(), 1U);
  std::istringstream text(excerpts.front().text);
  for (std::string line; std::getline(text, line);) EXPECT_THAT(consumer, HasSubstr("\n  " + line + "\n"));
}

TEST_F(DocumentationTest, TheCitationNamesThePapersAndThisVersion) {
  std::ifstream stream(std::filesystem::path(APPORTION_SOURCE_DIR) / "CITATION.cff");
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  for (const char* author : {"Kaddoura", "Kalinov", "Chatterjee", "Niculescu"})
    EXPECT_THAT(text, HasSubstr(std::string("family-names: ") + author));
  const std::string version = call({"--version"}).out;
  EXPECT_THAT(version, ::testing::StartsWith("apportion "));
  const std::size_t number = std::string("apportion ").size();
  EXPECT_THAT(text, HasSubstr("\nversion: " + version.substr(number, version.find(' ', number) - number) + "\n"));
}

TEST_F(DocumentationTest, EveryContractAnswersAsItsExampleSays) {
  std::vector<CodeBlock> examples;
  for (const std::string& page : pages())
    if (page.starts_with("docs/answers/") || page.ends_with("/docs/answers.md"))
      std::ranges::copy(blocks_in(page, "json"), std::back_inserter(examples));
  ASSERT_EQ(examples.size(), 10U + 2 * extension_folders().size());
  for (std::size_t i = 0; i < examples.size(); i += 2) {
    SCOPED_TRACE(i);
    const CodeBlock& question = examples[i];
    ASSERT_EQ(question.heading, examples[i + 1].heading);
    // "`apportion solve KIND`", and perhaps more
    const std::string opening = "`apportion solve ";
    ASSERT_THAT(question.heading, ::testing::StartsWith(opening));
    const std::string kind =
        question.heading.substr(opening.size(), question.heading.find('`', opening.size()) - opening.size());
    const Outcome outcome = call({"solve", kind, "--batch", "-"}, {.input = Json::parse(question.text).dump() + "\n"});
    ASSERT_EQ(outcome.status, 0) << kind << outcome.out;
    const Json page = Json::parse(examples[i + 1].text);
    const Json answer = Json::parse(outcome.out);
    expect_shows(page, answer, kind);
    for (const auto& [key, value] : answer.items()) EXPECT_TRUE(page.contains(key)) << kind << " also has " << key;
  }
}

TEST_F(DocumentationTest, EveryQueryAnswers) {
  // TILE fails with 200 processors, which gives a failure to show.
  ASSERT_EQ(call({"run", "kaddoura/grid", "processors=4,200", "columns=1000,3000", "ratio=2", "latency=0,1000",
                  "--samples", "3", "--keep-samples", "--quiet", "--db", "a.sqlite"})
                .status,
            1);
  const std::vector<CodeBlock> queries = blocks_in(database_page, "sql");
  EXPECT_GE(queries.size(), 9U);
  for (const CodeBlock& query : queries) {
    const Outcome by_sqlite = call({"-readonly", "-csv", "a.sqlite", query.text}, {.program = "sqlite3"});
    EXPECT_EQ(by_sqlite.status, 0) << query.text << by_sqlite.err;
    EXPECT_NE(by_sqlite.out, "") << query.text;
    const Outcome by_ours = call({"show", "--db", "a.sqlite", "--sql", query.text});
    EXPECT_EQ(by_ours.status, 0) << query.text << by_ours.err;
  }
}

// Neither pandas nor R is needed here; only the SQL in their lines is run.
TEST_F(DocumentationTest, PandasAndRAskWhatTheViewsAnswer) {
  succeed({"run", "kaddoura/grid", "processors=4", "columns=1000", "ratio=2", "latency=0", "--samples", "2", "--quiet",
           "--db", "a.sqlite"});
  for (const std::string language : {"python", "r"}) {
    SCOPED_TRACE(language);
    const std::vector<CodeBlock> blocks = blocks_in(database_page, language);
    ASSERT_EQ(blocks.size(), 1U);
    const std::size_t start = blocks.front().text.find("SELECT");
    const std::string sql = blocks.front().text.substr(start, blocks.front().text.find('"', start) - start);
    const std::string outcome = output({"-readonly", "-header", "-csv", "a.sqlite", sql}, {.program = "sqlite3"});
    EXPECT_THAT(outcome, HasSubstr("seed,rows,columns,ratio,processors,sampling,latency,algorithm,rival,samples,"));
    EXPECT_THAT(outcome, HasSubstr("1,1000,1000,2,4,max-set,0,XY2,"));
  }
}

// scripts/pages runs the commands that pages name, and finds tables of numbers without a command.
const std::string check_pages = "APPORTION_PROGRAM=" APPORTION_PROGRAM " exec " APPORTION_SOURCE_DIR "/scripts/pages ";

TEST_F(DocumentationTest, NumbersAreWhatTheirCommandsPrint) {
  if (problems::find_family("cells") == nullptr)
    GTEST_SKIP() << "pages of the core show the algorithms of extensions, too";
  const Outcome outcome = call({"-c", check_pages}, {.program = "bash"});
  EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
}

TEST_F(DocumentationTest, TablesForPagesAreOfFamilies) {
  expect_error({"help", "--markdown", "keys", "nothing"}, 2, {"help --markdown takes keys FAMILY or methods FAMILY"});
  expect_error({"help", "--markdown", "methods", "timeline"}, 2, {"timeline has no algorithms of its own"});
}

TEST_F(DocumentationTest, ANumberThatItsCommandDoesNotPrintIsFound) {
  const std::string counted = "<!-- holds: grep -c . instances/index.csv -->\n\n";
  const std::string enclosed = "<!-- prints: ./apportion --version -->\nold\n<!-- end -->\n";
  const std::string table = "| step | a | b |\n|---|---|---|\n| one | 1.5 | +2 % |\n| two | .3 | 4 ms |\n";
  // Each page with what is found in it; the last one is right.
  const std::pair<std::string, std::string> written[] = {
      {counted + "There are some.\n", ":1: the paragraph lacks"},
      {enclosed, ":1: differs"},
      {"<!-- holds: false -->\n", ":1: exit status 1"},
      {"[there](0.md#nowhere)\n", ":1: the link leads nowhere"},
      {"```\n$ ./apportion --version\napportion 99\n```\n", ":1: the command does not"},
      {"# Steps\n\n" + table, ":3: a table of numbers"},
      {table + "\nMeasured: `x`, commit 0123abcd.\n", ""}};
  std::string names;
  for (std::size_t i = 0; i < std::size(written); ++i) {
    const std::string name = fmt::format("{}.md", i);
    write(name, written[i].first);
    names += path(name).string() + " ";
  }
  const std::string found = call({"-c", check_pages + names}, {.program = "bash"}).out;
  for (std::size_t i = 0; i + 1 < std::size(written); ++i)
    EXPECT_THAT(found, HasSubstr(fmt::format("/{}.md{}", i, written[i].second)));
  EXPECT_THAT(found, ::testing::Not(HasSubstr("/6.md:")));
  write("page.md", enclosed);
  EXPECT_EQ(call({"-c", check_pages + "--write " + path("page.md").string()}, {.program = "bash"}).status, 0);
  EXPECT_THAT(read("page.md"), HasSubstr("apportion 0"));
}

TEST_F(DocumentationTest, TheSweepThatThePageShowsIsAnExample) {
  const std::vector<CodeBlock> files = blocks_in("docs/sweeps.md", "ini");
  ASSERT_EQ(files.size(), 1U);
  std::ifstream stream(std::filesystem::path(APPORTION_SOURCE_DIR) / "experiments/examples/hybrid_levels.ini");
  EXPECT_EQ(files.front().text, std::string(std::istreambuf_iterator<char>(stream), {}));
}

}  // namespace
}  // namespace apportion::testing_support
