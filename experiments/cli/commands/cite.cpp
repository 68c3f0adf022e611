// apportion cite: BibTeX of the papers, and of the program.
#include <fmt/format.h>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/engine/build_info.hpp"
#include "experiments/sweeps/paper_sources.hpp"

namespace apportion::cli {
namespace {

constexpr const char* program_word = "apportion";

// The papers have a file cite.bib in their folders; CITATION.cff has these entries as well.
const std::vector<std::string> cited = {"kaddoura", "kalinov", "chatterjee", "niculescu", program_word};

std::string entry_of(const std::string& word) {
  if (!contains(cited, word)) throw unknown_name("paper", word, cited);
  if (word != program_word) return sweeps::FolderTexts::built_in(word).text("cite.bib");
  return fmt::format(
      "@software{{apportion,\n  author  = {{{{The Apportion maintainers}}}},\n  title   = {{Apportion}},\n  version = "
      "{{{}}},\n  note    = {{Commit {}}}\n}}\n",
      version(), git_revision());
}

int run_cite(const Arguments& arguments) {
  std::string text;
  for (const std::string& word : arguments.words().empty() ? cited : arguments.words())
    text += (text.empty() ? "" : "\n") + entry_of(word);
  print(text);
  return ok;
}

}  // namespace

Command cite_command() {
  return {.name = "cite",
          .summary = "print BibTeX of the papers and of the program",
          .usage = {"[kaddoura|kalinov|chatterjee|niculescu|apportion ...]"},
          .complete = cited,
          .run = run_cite};
}

}  // namespace apportion::cli
