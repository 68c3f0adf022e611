// Fuzz target: sweep files, with their sections [algorithm], [chart], [claim], [comparison], [exhibit] and
// [improvement]; and the folders of papers, as a database keeps them.
#include <fmt/format.h>

#include <string>

#include "experiments/problems/problem_family.hpp"
#include "experiments/sweeps/folder_texts.hpp"
#include "experiments/sweeps/ini.hpp"
#include "experiments/sweeps/means.hpp"
#include "experiments/sweeps/paper_folder.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "tests/fuzz/fuzz_targets.hpp"

namespace apportion::fuzz {
namespace {

// That each entry stands at the place that is reported for it. Keys and names of sections may go on in the next line.
void expect_entries(const sweeps::IniFile& ini) {
  for (const sweeps::IniEntry& entry : ini.entries) {
    expect(entry.line >= 1 && !entry.key.empty() && !entry.value.empty(), "an entry without a key or a value");
    const std::string section = entry.section.substr(0, entry.section.find(' '));
    expect(section.empty() || ini.text.find("[" + section) != std::string::npos,
           fmt::format("there is no section [{}]", entry.section));
    const std::string first_word = entry.key.substr(0, entry.key.find(' '));
    std::size_t begin = 0;
    for (int line = 1; line < entry.line; ++line) begin = ini.text.find('\n', begin) + 1;
    const std::string text = ini.text.substr(begin, ini.text.find('\n', begin) - begin);
    expect(text.find(first_word) != std::string::npos, fmt::format("line {} has no key '{}'", entry.line, entry.key));
  }
}

void fuzz_paper(const std::string& text) {
  const sweeps::Paper paper = sweeps::read_stored_paper("fuzzed", {"folder", text});
  expect(!paper.studies.empty(), "a paper without studies");
  for (const results::Exhibit& entry : paper.exhibits)
    expect(entry.study.starts_with(paper.name + "/"), "an exhibit of another paper's study");
  expect(sweeps::readable_texts(text).size() < 2 * text.size() + 100, "the files for readers are longer than they are");
}

void fuzz_sweeps(std::string_view input) {
  const std::string text(input);
  if (sweeps::FolderTexts::is_packed(text)) return fuzz_paper(text);
  expect_entries(sweeps::ini_of("fuzzed.ini", text));
  const sweeps::Paper sweep = sweeps::read_stored_sweep({"fuzzed.ini", text});
  const engine::Experiment& experiment = sweep.studies.front();
  expect(experiment.name == sweep.name, "the study has another name than the file");
  expect(!experiment.columns(experiment.algorithms).all.empty(), "a study without columns");
  for (const engine::Axis& axis : experiment.axes)
    for (const engine::AxisValue& value : axis.values) axis.check(value);
  // A sweep of instances has no axis of them before its file is opened.
  if (experiment.declared->instances.empty())
    expect(!sweeps::default_exhibits(experiment).empty(), "a study without a default exhibit");
}

const TargetRegistration sweeps_registration{{"sweeps", fuzz_sweeps}};

}  // namespace
}  // namespace apportion::fuzz
