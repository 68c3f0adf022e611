// apportion new: writes the files of a new algorithm into a source tree, made from its examples, or the folder of a new
// paper.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/file_replacement.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/sweeps/sweep_file.hpp"

namespace apportion::cli {
namespace {

namespace fs = std::filesystem;

// A file of the source tree in this folder, and its new content.
struct NewFile {
  fs::path file;
  std::string text;
  bool exists = false;  // is extended
};

// A compiled example: where an algorithm made from it and its test go, and how they call it.
struct Example {
  std::string family;
  std::string file;
  std::string algorithms;  // the folder
  std::string test;
  std::string tests;
  std::string name;
  std::string references;  // the file with the reference grids of the experiment's paper
  std::string experiment;
  std::string grid;  // small enough for every check, and large enough to reveal a changed answer
};

// The examples of the families that are built in.
std::vector<Example> examples() {
  std::vector<Example> all = {
      {"rectangles", "tests/examples/strips.cpp", "algorithms/rectangles", "tests/examples/new/rectangles_test.cpp",
       "tests/algorithms/rectangles", "STRIPS", "experiments/kaddoura/references.ini", "kaddoura/grid",
       "set = columns=1000,5000 ratio=1,4 processors=4,10 latency=0,100\nsamples = 3\n"},
      {"cells", "extensions/cells/tests/examples/bands.cpp", "extensions/cells/algorithms",
       "extensions/cells/tests/examples/bands_test.cpp", "extensions/cells/tests", "BANDS",
       "extensions/cells/frontier/references.ini", "frontier/cells",
       "set = columns=200,600 ratio=1,4 processors=5\nsamples = 1\n"},
      {"grids", "tests/examples/new/grids.cpp", "algorithms/grids", "tests/examples/new/grids_test.cpp",
       "tests/algorithms/grids", "EVEN", "experiments/frontier/references.ini", "frontier/grid-mappings",
       "set = grid=2x2,3x4 level=2,16\nsamples = 5\n"},
      {"graphs", "tests/examples/new/graphs.cpp", "algorithms/graphs", "tests/examples/new/graphs_test.cpp",
       "tests/algorithms/graphs", "CHEAPEST", "experiments/frontier/references.ini", "frontier/graphs",
       "set = nodes=10 candidates=2,12 strength=0.3,1\nsamples = 1\n"}};
  std::erase_if(all, [](const Example& example) { return problems::find_family(example.family) == nullptr; });
  return all;
}

std::vector<std::string> families_of_new_algorithms() { return collected(examples(), &Example::family); }

Example example_of(const std::string& family) {
  for (Example& example : examples())
    if (example.family == family) return std::move(example);
  throw unknown_name("family", family, families_of_new_algorithms());
}

bool is_letter_or_digit(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

void require_name(const std::string& name) {
  const auto is_allowed = [](char c) { return is_letter_or_digit(c) || c == '-' || c == '_'; };
  if (name.empty() || std::isalpha(static_cast<unsigned char>(name.front())) == 0 ||
      !std::ranges::all_of(name, is_allowed))
    throw InputError("'{}' cannot be the name of an algorithm; it must be a letter, then letters, digits, - and _",
                     name);
}

std::string text_in(const std::string& file) {
  if (!fs::is_regular_file(file))
    throw InputError("this is not a source tree of Apportion: there is no {}; run this in the project's folder", file);
  return read_input(file);
}

// "my_best" for "My-Best".
std::string stem_of(const std::string& name) {
  std::string stem = in_lower_case(name);
  std::ranges::replace(stem, '-', '_');
  return stem;
}

// "MyBest" for "my-best".
std::string suite_of(const std::string& name) {
  std::string suite;
  bool begins = true;
  for (const char c : stem_of(name)) {
    if (is_letter_or_digit(c)) suite += begins ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    begins = !is_letter_or_digit(c);
  }
  return suite;
}

std::string text_of(const std::string& file, const Example& example, const std::string& name) {
  std::string text = text_in(file);
  replace_all(text, example.name, name);
  replace_all(text, suite_of(example.name), suite_of(name));
  return text;
}

std::string with_reference(const std::string& references, const Example& example, const std::string& name) {
  const std::string section = fmt::format("[added-{}]\n", name);
  if (references.find(section) != std::string::npos)
    throw InputError("{} already has a grid of {}", example.references, name);
  return fmt::format("{}\n{}study = {}\n{}algorithms = {}\n", references, section,
                     example.experiment.substr(example.experiment.find('/') + 1), example.grid, name);
}

std::vector<NewFile> files_of_new_algorithm(const std::string& family, const std::string& name) {
  const Example example = example_of(family);
  require_name(name);
  if (contains(problems::find_family(family)->algorithms(), name, &problems::AlgorithmInfo::name))
    throw InputError("{} is already an algorithm for {}; choose another name", name, family);
  const std::string stem = stem_of(name);
  std::vector<NewFile> files = {
      {fmt::format("{}/{}.cpp", example.algorithms, stem), text_of(example.file, example, name)},
      {fmt::format("{}/{}_test.cpp", example.tests, stem), text_of(example.test, example, name)},
      {example.references, with_reference(text_in(example.references), example, name), true}};
  for (const NewFile& file : files)
    if (!file.exists && fs::exists(file.file))
      throw InputError("{} already exists; choose another name", file.file.string());
  return files;
}

const std::vector<std::string> kinds{"algorithm", "paper"};

int write_paper(const std::string& name) {
  const fs::path folder = name;
  sweeps::require_paper_name(folder.filename().string());
  if (fs::exists(folder)) throw InputError("{} already exists; choose another name", name);
  std::error_code problem;
  fs::create_directories(folder / "studies", problem);
  if (problem) throw output_error(name, problem.value());
  for (const EmbeddedFile& file : example_paper()) {
    write_file(folder / file.name, std::string(file.text));
    print(fmt::format("{}\n", (folder / file.name).string()));
  }
  const std::string word = folder.has_parent_path() ? name : "./" + name;
  print(
      fmt::format("\nIt runs as it is. Write your paper's numbers and sentences into it, then\n  ./apportion run {0}\n"
                  "  ./apportion show {0}\n  ./apportion report {0}\ndocs/add-a-paper.md describes the files.\n",
                  word));
  return ok;
}

int run_new(const Arguments& arguments) {
  const std::vector<std::string>& words = arguments.words();
  if (words.empty())
    throw InputError("new: say what to make, as in `apportion new algorithm NAME` or `apportion new paper NAME`");
  const std::string kind = sweeps::one_of("kind of thing", words.front(), kinds);
  if (words.size() == 1) throw InputError("the {0} has no name: `apportion new {0} NAME`", kind);
  arguments.require_words_at_most(2);
  const std::string& name = words[1];
  if (kind == "paper") {
    if (arguments.has("family")) throw InputError("--family belongs to `apportion new algorithm`");
    return write_paper(name);
  }
  const std::string family = arguments.text("family", "rectangles");
  for (const NewFile& file : files_of_new_algorithm(family, name)) {
    write_file(file.file, file.text);
    print(fmt::format("{}{}\n", file.file.string(), file.exists ? ": its reference grid" : ""));
  }
  print(
      fmt::format("\nIt works as it is. Turn it into {0}, then\n  make\n  ./apportion describe {0}\n"
                  "  ./apportion check {1} --update    # accept the numbers of its reference grid\n  make test\n",
                  name, example_of(family).experiment));
  return ok;
}

}  // namespace

Command new_command() {
  return {
      .name = "new",
      .summary = "write the files of a new algorithm into the source tree in this folder, or the folder of a new paper",
      .usage = {"algorithm NAME [--family FAMILY]", "paper NAME"},
      .options = {{"family", "FAMILY",
                   fmt::format("of the algorithm: {} (default: rectangles)",
                               fmt::join(families_of_new_algorithms(), ", ")),
                   families_of_new_algorithms()}},
      .complete = kinds,
      .run = run_new};
}

}  // namespace apportion::cli
