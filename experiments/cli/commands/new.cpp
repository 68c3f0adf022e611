// apportion new: the files of a new algorithm, written into a source tree.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/completion.hpp"
#include "experiments/cli/new_algorithm.hpp"
#include "experiments/cli/output.hpp"

namespace apportion::cli {
namespace {

int run_new(const Arguments& arguments) {
  const std::vector<std::string>& words = arguments.words();
  if (words.empty()) throw InputError("new: say what to make, as in `apportion new algorithm NAME`");
  if (words.front() != "algorithm") throw unknown_name("kind of thing", words.front(), {"algorithm"});
  if (words.size() == 1) throw InputError("the algorithm has no name: `apportion new algorithm NAME`");
  arguments.require_words_at_most(2);
  const std::string& name = words[1];
  const std::string family = arguments.text("family", "rectangles");
  for (const NewFile& file : files_of_new_algorithm(".", family, name)) {
    write_file(file.file, file.text);
    print(fmt::format("{}{}\n", file.file.string(), file.exists ? ": a line for its reference grid" : ""));
  }
  print(
      fmt::format("\nIt works as it is. Turn it into {0}, then\n  make\n  ./apportion describe {0}\n"
                  "  ./apportion check {1} --update    # accept the numbers of its reference grid\n  make test\n",
                  name, experiment_of_new_algorithm(family)));
  return ok;
}

}  // namespace

Command new_command() {
  return {.name = "new",
          .summary = "write the files of a new algorithm into the source tree in this folder",
          .usage = {"algorithm NAME [--family FAMILY]"},
          .options = {{.name = "family",
                       .value = "FAMILY",
                       .summary = fmt::format("of the algorithm: {} (default: rectangles)",
                                              fmt::join(families_of_new_algorithms(), ", ")),
                       .complete = words(families_of_new_algorithms())}},
          .complete = first_word({"algorithm"}),
          .run = run_new};
}

}  // namespace apportion::cli
