// What completion offers: everything that is registered, everywhere where it may stand, and nothing of a user's own.
#include "experiments/cli/completion.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/problem_family.hpp"
#include "tests/support/matchers.hpp"

namespace apportion::testing_support {
namespace {

using ::testing::Contains;
using Words = std::vector<std::string>;

// The words of a place in the script's tables.
Words words_of(const std::string& place) {
  const std::string script = cli::completion_script();
  const std::string start = fmt::format("\n  [{}]='", place);
  const std::size_t begin = script.find(start) + start.size();
  return split(std::string_view(script).substr(begin, script.find('\'', begin) - begin), ' ');
}

TEST(CompletionTest, AllThatIsRegistered) {
  const Words algorithms = words_of("@algorithms");
  for (const problems::AlgorithmInfo& algorithm : problems::all_algorithms())
    EXPECT_THAT(algorithms, Contains(algorithm.name));
  const Words experiments = words_of("@experiments");
  for (const engine::Experiment& experiment : engine::Catalogue::instance().experiments()) {
    EXPECT_THAT(experiments, Contains(experiment.name));
    const Words axes = words_of("@axes:" + experiment.name);
    for (const engine::Axis& axis : experiment.axes) EXPECT_THAT(axes, Contains(axis.name)) << experiment.name;
  }
  EXPECT_THAT(experiments, Contains("kaddoura"));
  const Words exhibits = words_of("@exhibits");
  for (const results::Exhibit& exhibit : engine::Catalogue::instance().exhibits())
    EXPECT_THAT(exhibits, Contains(exhibit.name));
  const Words solved = words_of("solve");
  for (const problems::ProblemFamily& family : problems::families()) EXPECT_THAT(solved, Contains(family.name));
  const Words everything = words_of("commands");
  for (const cli::Command& command : cli::commands()) {
    EXPECT_THAT(everything, Contains(command.name));
    const Words options = words_of(command.name + ":--");
    for (const cli::OptionDeclaration& option : cli::all_options(command))
      EXPECT_THAT(options, Contains("--" + cli::long_option_name(option))) << command.name;
  }
}

// The script is the same for everybody: no name of a file is in it, and a name can run nothing.
TEST(CompletionTest, NothingButWordsIsOffered) {
  const std::string script = cli::completion_script();
  const std::string tables = script.substr(0, script.find("_apportion_words()"));
  for (const char* character : {"$", "`", ";", "&", "|", "<", "\"", "\\"})
    EXPECT_EQ(tables.find(character, tables.find('\n', tables.find('\n') + 1)), std::string::npos) << character;
}

}  // namespace
}  // namespace apportion::testing_support
