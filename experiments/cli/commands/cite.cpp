// apportion cite: BibTeX of the papers, and of the program.
#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/error.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/engine/build_info.hpp"

namespace apportion::cli {
namespace {

// These entries are also in CITATION.cff.
constexpr std::array<std::pair<const char*, const char*>, 4> cited{{
    {"kaddoura", R"bib(@article{kaddoura1996,
  author  = {Kaddoura, Maher and Ranka, Sanjay and Wang, Albert},
  title   = {Array Decompositions for Nonuniform Computational Environments},
  journal = {Journal of Parallel and Distributed Computing},
  year    = {1996},
  note    = {Also Technical Report SCCS-724, Northeast Parallel Architectures Center, Syracuse University, 1993}
}
)bib"},
    {"kalinov", R"bib(@misc{kalinov2004,
  author = {Kalinov, Alexey and Klimov, Sergey},
  title  = {Multidimensional Static Block Data Decomposition for Heterogeneous Clusters},
  year   = {2004}
}
)bib"},
    {"chatterjee", R"bib(@techreport{chatterjee1994,
  author      = {Chatterjee, Siddhartha and Gilbert, John R. and Schreiber, Robert and Sheffler, Thomas J.},
  title       = {Array Distribution in Data-Parallel Programs},
  institution = {Research Institute for Advanced Computer Science, NASA Ames Research Center},
  year        = {1994}
}
)bib"},
    {"niculescu", R"bib(@misc{niculescu,
  author = {Niculescu, Virginia},
  title  = {Data Distributions for Parallel Programs}
}
)bib"},
}};

constexpr const char* program_word = "apportion";

std::vector<std::string> known_words() {
  std::vector<std::string> names;
  for (const auto& [name, entry] : cited) names.emplace_back(name);
  names.emplace_back(program_word);
  return names;
}

std::string entry_of(const std::string& word) {
  for (const auto& [name, entry] : cited)
    if (name == word) return entry;
  if (word != program_word) throw unknown_name("paper", word, known_words());
  return fmt::format(
      "@software{{apportion,\n  author  = {{{{The Apportion maintainers}}}},\n  title   = {{Apportion}},\n  version = "
      "{{{}}},\n  note    = {{Commit {}}}\n}}\n",
      version(), git_revision());
}

int run_cite(const Arguments& arguments) {
  std::string text;
  for (const std::string& word : arguments.words().empty() ? known_words() : arguments.words())
    text += (text.empty() ? "" : "\n") + entry_of(word);
  print(text);
  return ok;
}

}  // namespace

Command cite_command() {
  return {.name = "cite",
          .summary = "print BibTeX of the papers and of the program",
          .usage = {"[kaddoura|kalinov|chatterjee|niculescu|apportion ...]"},
          .complete = known_words(),
          .run = run_cite};
}

}  // namespace apportion::cli
