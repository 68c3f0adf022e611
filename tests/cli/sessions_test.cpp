// Sessions of the program as files tell them (tests/cli/sessions/*.txt, and those in tests/sessions/ of extensions):
// calls, and what each of them answers.
//   == Name       a session with a temporary folder of its own
//   file NAME     writes a file, in a folder or not, of the lines that follow, each behind "| "
//   more NAME     writes it again, with the lines that follow behind those of `file`
//   needs NAME    the rest is left out where an algorithm of a library is not built in
//   $ WORDS       calls the program; 'quotes' as a shell has them; < TEXT is a line of its standard input
//   sh LINE       a line of a shell, in which `apportion` is the program and $source the folder of the sources
//   > TEXT        its output contains this; ! TEXT does not; ^ TEXT begins with it; = TEXT is the next line of all of
//   it;
//                 ~ TEXT is a regular expression that something in it matches
//   json /P VALUE the first line of its output is JSON with this value at the pointer /P; N/P: the Nth line
//   same          its output is that of the call before; as N: of the Nth; nothing: it has none
//   err TEXT      its messages contain this; without such a line, or `messages`, there are none
//   status N      how it ends, where that is not 0
//   N: TEXT       it is refused: status N, no output, and one line of message, which contains this
//   present NAME  a file or folder is there then; absent NAME is not
//   cat NAME      what > ! ^ = say is of a file from here on
// In a TEXT, \n is a newline, \t a tab, \s a space (where one would be at an end), and \\ a backslash.
#include <fstream>
#include <map>
#include <ostream>

#include "tests/cli/program.hpp"
#include "tests/support/extensions.hpp"

namespace apportion::testing_support {
namespace {

struct Line {
  std::string mark;
  std::string text;
  std::size_t number = 0;
};

// A call, or a file to write or read, with its lines.
struct Step {
  Line first;
  std::vector<Line> more;
};

struct Session {
  std::string name;
  std::string file;
  std::vector<Step> steps;
};

void PrintTo(const Session& session, std::ostream* stream) {  // NOLINT(readability-identifier-naming): of GoogleTest
  *stream << session.file;
}

// The character for an escape.
char escaped(char c) { return c == 'n' ? '\n' : c == 't' ? '\t' : c == 's' ? ' ' : c; }

std::string plain(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i)
    result += text[i] == '\\' && i + 1 < text.size() ? escaped(text[++i]) : text[i];
  return result;
}

Words words_in(std::string_view text) {
  Words words;
  bool within = false;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool separates = text[i] == ' ' && !quoted;
    if (!separates && !within) words.emplace_back();
    within = !separates;
    if (text[i] == '\'')
      quoted = !quoted;
    else if (within)
      words.back() += text[i] == '\\' && i + 1 < text.size() ? escaped(text[++i]) : text[i];
  }
  return words;
}

std::vector<std::filesystem::path> session_files() {
  std::vector<std::filesystem::path> files;
  std::vector<std::filesystem::path> folders{APPORTION_SOURCE_DIR "/tests/cli/sessions"};
  for (const auto& extension : extension_folders()) folders.push_back(extension / "tests/sessions");
  for (const auto& folder : folders)
    for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  return files;
}

std::vector<Session> sessions() {
  std::vector<Session> found;
  for (const std::filesystem::path& file : session_files()) {
    std::ifstream stream(file);
    std::size_t number = 0;
    for (std::string line; std::getline(stream, line);) {
      ++number;
      if (line.empty() || line.front() == '#') continue;
      const std::size_t end = std::min(line.find(' '), line.size());
      Line next{line.substr(0, end), line.substr(std::min(end + 1, line.size())), number};
      if (next.mark == "==")
        found.push_back({next.text, file.filename().string(), {}});
      else if (next.mark == "$" || next.mark == "sh" || next.mark == "file" || next.mark == "more" ||
               next.mark == "cat" || next.mark == "needs")
        found.back().steps.push_back({std::move(next), {}});
      else
        found.back().steps.back().more.push_back(std::move(next));
    }
  }
  return found;
}

// The lines with one mark, each with its end.
std::string lines_of(const Step& step, const std::string& mark) {
  std::string text;
  for (const Line& line : step.more)
    if (line.mark == mark) text += (mark == "|" ? line.text : plain(line.text)) + "\n";
  return text;
}

class SessionTest : public ProgramTest, public ::testing::WithParamInterface<Session> {
 protected:
  void take(const Step& step) {
    const std::string& name = step.first.text;
    if (step.first.mark == "more") return write(name, files_.at(name) + lines_of(step, "|"));
    if (step.first.mark == "file") {
      std::filesystem::create_directories(path(name).parent_path());
      return write(name, files_[name] = lines_of(step, "|"));
    }
    Outcome outcome;
    if (step.first.mark == "needs") {
      if (call({"describe", name}).out.find("is not built in") != std::string::npos) GTEST_SKIP() << name;
      return;
    }
    if (step.first.mark == "cat") {
      outcome.out = read(name);
    } else {
      const std::string shell =
          "source=" APPORTION_SOURCE_DIR "; apportion() { " APPORTION_PROGRAM " \"$@\"; }; " + name;
      const std::string input = lines_of(step, "<");
      outcome = step.first.mark == "$" ? call(words_in(name), {.input = input})
                                       : call({"-c", shell}, {.input = input, .program = "bash"});
      expect_ending(step, outcome);
    }
    for (const Line& line : step.more) {
      SCOPED_TRACE(GetParam().file + ":" + std::to_string(line.number));
      EXPECT_THAT(outcome.out, asked_by(line));
      if (line.mark == "json") expect_json(outcome.out, line.text);
      if (line.mark == "present" || line.mark == "absent") {
        EXPECT_EQ(std::filesystem::exists(path(line.text)), line.mark == "present");
      }
    }
    const std::string whole = lines_of(step, "=");
    EXPECT_EQ(outcome.out, whole.empty() ? outcome.out : whole);
    if (step.first.mark == "$" || step.first.mark == "sh") outputs_.push_back(outcome.out);
  }

 private:
  static void expect_json(const std::string& out, const std::string& asked) {
    const std::size_t path = asked.find('/');
    const std::size_t value = asked.find(' ');
    const std::vector<Json> lines = json_lines(out);
    const std::size_t number = path == 0 ? 1 : std::stoul(asked);
    ASSERT_LE(number, lines.size());
    EXPECT_EQ(lines[number - 1].at(Json::json_pointer(asked.substr(path, value - path))),
              Json::parse(asked.substr(value + 1)));
  }

  static void expect_ending(const Step& step, const Outcome& outcome) {
    int status = 0;
    bool speaks = false;
    for (const Line& line : step.more) {
      const bool refused = line.mark.size() == 2 && line.mark.back() == ':';
      if (refused) {
        EXPECT_EQ(outcome.out, "");
        EXPECT_THAT(outcome.err, MatchesRegex("apportion: [^\n]*\n"));
      }
      if (refused || line.mark == "err") {
        EXPECT_THAT(outcome.err, HasSubstr(plain(line.text)));
      }
      if (refused || line.mark == "status") status = std::stoi(refused ? line.mark : line.text);
      speaks = speaks || refused || line.mark == "err" || line.mark == "messages";
    }
    EXPECT_EQ(outcome.status, status) << outcome.err;
    EXPECT_TRUE(speaks || outcome.err.empty()) << outcome.err;
  }

  // The expectation of a line about the output; nothing if it is about something else.
  [[nodiscard]] ::testing::Matcher<std::string> asked_by(const Line& line) const {
    if (line.mark == ">") return HasSubstr(plain(line.text));
    if (line.mark == "!") return Not(HasSubstr(plain(line.text)));
    if (line.mark == "^") return StartsWith(plain(line.text));
    if (line.mark == "~") return ::testing::ContainsRegex(plain(line.text));
    if (line.mark == "same") return outputs_.back();
    if (line.mark == "as") return outputs_.at(std::stoul(line.text) - 1);
    if (line.mark == "nothing") return IsEmpty();
    return ::testing::A<std::string>();
  }

  std::vector<std::string> outputs_;
  std::map<std::string, std::string> files_;
};

TEST_P(SessionTest, Answers) {
  for (const Step& step : GetParam().steps) {
    SCOPED_TRACE(GetParam().file + ":" + std::to_string(step.first.number) + ": " + step.first.text);
    take(step);
    if (IsSkipped()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Of, SessionTest, ::testing::ValuesIn(sessions()),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace apportion::testing_support
