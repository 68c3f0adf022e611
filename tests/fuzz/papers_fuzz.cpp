// Fuzz target: folders of users' papers, as a run stores their files.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/sweeps/folder_texts.hpp"
#include "experiments/sweeps/paper_folder.hpp"
#include "tests/fuzz/fuzz_targets.hpp"

namespace apportion::fuzz {
namespace {

constexpr std::string_view file_mark = "=== ";

// The files of an input, each below a line "=== NAME"; what is packed already stays so.
std::string packed(std::string_view input) {
  if (sweeps::FolderTexts::is_packed(std::string(input))) return std::string(input);
  sweeps::FolderTexts texts("fuzzed");
  std::string name;
  std::string text;
  for (const std::string& line : split(input, '\n')) {
    if (!line.starts_with(file_mark)) {
      text += line + "\n";
      continue;
    }
    if (!name.empty()) texts.add(name, text);
    name = line.substr(file_mark.size());
    text.clear();
  }
  if (!name.empty()) texts.add(name, text);
  return texts.packed();
}

// "FILE:LINE" of every byte, in a line that there can be.
void expect_places(const sweeps::OwnStatement& statement, std::size_t lines) {
  for (const std::size_t byte : {std::size_t{0}, statement.sql.size() / 2, statement.sql.size()}) {
    const std::string place = statement.place(byte);
    const std::size_t colon = place.rfind(':');
    expect(colon != std::string::npos, "a place without a line: " + place);
    const std::optional<std::int64_t> line = parse_whole(place.substr(colon + 1));
    expect(line && *line >= 1 && static_cast<std::size_t>(*line) <= lines, "a line that there is not: " + place);
  }
}

void fuzz_papers(std::string_view input) {
  const std::string text = packed(input);
  const sweeps::Paper paper = sweeps::read_stored_paper("fuzzed", {"fuzzed", text});
  expect(!paper.studies.empty(), "a paper without studies");
  const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n')) + 2;
  for (const engine::Experiment& study : paper.studies) {
    expect(study.name.starts_with("fuzzed/") || paper.name != "fuzzed", "a study of another paper");
    expect(study.sweep.has_value(), "the text of a study is not stored");
  }
  for (const sweeps::OwnStatement& statement : paper.statements) expect_places(statement, lines);
  // What was stored is read as the same.
  const sweeps::Paper again = sweeps::read_stored_paper(paper.name, *paper.studies.front().sweep);
  expect(again.exhibits.size() == paper.exhibits.size() && again.text == paper.text, "it is stored as another paper");
}

const TargetRegistration papers_registration{{"papers", fuzz_papers}};

}  // namespace
}  // namespace apportion::fuzz
