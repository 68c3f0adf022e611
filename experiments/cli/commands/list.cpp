// apportion list: lists algorithms, experiments, exhibits and more.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/text_layout.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/sweeps/paper_folder.hpp"

namespace apportion::cli {
namespace {

struct Line {
  std::string name;
  std::string summary;
  std::string paper = {};  // a column, in sections that have it
};
using Lines = std::vector<Line>;

using Family = problems::ProblemFamily;

// The paper whose first author begins the source; "-" for a method from none of the papers.
std::string paper_of(const problems::AlgorithmInfo& algorithm) {
  for (const engine::Paper& paper : engine::Catalogue::instance().papers()) {
    const auto same = [](char a, char b) { return a == b || a == b - 'a' + 'A'; };
    const std::string author = algorithm.source.substr(0, paper.name.size());
    if (std::ranges::equal(author, paper.name, same)) return paper.name;
  }
  return "-";
}

// The algorithms of one family, or of all.
Lines algorithm_lines(const Family* of) {
  Lines lines;
  if (of != nullptr && of->algorithms == nullptr)
    throw InputError(fmt::format("{} has no algorithms of its own; see `apportion help solve {}`", of->name, of->name));
  for (const problems::AlgorithmInfo& algorithm : of == nullptr ? problems::all_algorithms() : of->algorithms()) {
    const std::string paper = paper_of(algorithm);
    lines.push_back({algorithm.name, algorithm.summary, paper});
    for (const std::string& variant : algorithm.variants)
      lines.push_back(
          {algorithm.name + "[" + variant + "]", "a variant; see `apportion describe " + algorithm.name + "`", paper});
  }
  return lines;
}

// Lines for experiments or exhibits.
template <class Items>
Lines titles_of(const Items& items) {
  Lines lines;
  for (const auto& item : items) lines.push_back({item.name, item.title});
  return lines;
}

Lines experiment_lines(const Family* /*of*/) { return titles_of(engine::Catalogue::instance().experiments()); }

Lines exhibit_lines(const Family* /*of*/) { return titles_of(engine::Catalogue::instance().exhibits()); }

Lines family_lines(const Family* /*of*/) {
  Lines lines;
  for (const problems::ProblemFamily& family : problems::families()) lines.push_back({family.name, family.summary});
  return lines;
}

Lines metric_lines(const Family* of) {
  if (of != nullptr && of->sweep == nullptr) throw InputError(of->name + " has no metrics: there are no sweeps of it");
  std::vector<engine::Experiment> experiments;
  if (of == nullptr) experiments = engine::Catalogue::instance().experiments();
  for (const Family& family : problems::families())
    if (family.sweep != nullptr && (of == nullptr || of == &family))
      experiments.push_back(problems::default_sweep(family));
  // Several families may have metrics with one name.
  std::set<std::pair<std::string, std::string>> titles;
  for (const engine::Experiment& experiment : experiments)
    for (const auto* metrics : {&experiment.metrics, &experiment.offered_metrics})
      for (const results::MetricRecord& metric : *metrics)
        titles.emplace(metric.name, metric.unit.empty() ? metric.title : metric.title + ", in " + metric.unit);
  Lines lines;
  for (const auto& [name, title] : titles) lines.push_back({name, title});
  return lines;
}

// The algorithms missing in this build, and how to get them; "" if none are missing.
std::string missing_note(const Family* of, const std::string& indent) {
  std::vector<OptionalAlgorithm> missing;
  if (of == nullptr) missing = problems::missing_algorithms();
  if (of != nullptr && of->missing != nullptr) missing = of->missing();
  if (missing.empty()) return "";
  std::vector<std::string> names = collected(missing, &OptionalAlgorithm::name);
  return fmt::format("{}not built in: {} (`scripts/setup rivals` installs what they need; then build again)\n", indent,
                     fmt::join(names, ", "));
}

struct Section {
  std::string name;
  Lines (*lines)(const Family* of) = nullptr;
  bool has_families = false;                                                   // can be listed for one family
  std::string (*note)(const Family* of, const std::string& indent) = nullptr;  // a line below them
};

const std::vector<Section>& sections() {
  static const std::vector<Section> all = {{"algorithms", algorithm_lines, true, missing_note},
                                           {"experiments", experiment_lines},
                                           {"exhibits", exhibit_lines},
                                           {"families", family_lines},
                                           {"metrics", metric_lines, true}};
  return all;
}

// Aligns columns within the width of a terminal, unless that leaves too little for the second one.
std::string aligned(const Lines& lines, const std::string& indent) {
  constexpr std::size_t least_width = 20;
  std::size_t width = 0;
  std::size_t paper_width = 0;
  for (const Line& line : lines) {
    width = std::max(width, line.name.size());
    paper_width = std::max(paper_width, line.paper.size() + (line.paper.empty() ? 0 : 2));
  }
  const std::size_t before = indent.size() + width + 2 + paper_width;
  const std::size_t terminal = terminal_width();
  const double rest = terminal < before + least_width ? std::numeric_limits<double>::infinity()
                                                      : static_cast<double>(terminal - before);
  const std::string next_line = "\n" + std::string(before, ' ');
  std::string text;
  for (const Line& line : lines)
    text += fmt::format("{}{:{}}  {:{}}{}\n", indent, line.name, width, line.paper, paper_width,
                        fmt::join(wrapped(line.summary, rest, character_count), next_line));
  return text;
}

std::string section_text(const Section& section, const Family* of, const std::string& indent) {
  return aligned(section.lines(of), indent) + (section.note == nullptr ? "" : section.note(of, indent));
}

std::vector<std::string> section_names() { return collected(sections(), &Section::name); }

void print_everything() {
  for (const Section& section : sections())
    print(fmt::format("{}{}:\n{}", &section == &sections().front() ? "" : "\n", section.name,
                      section_text(section, nullptr, "  ")));
}

int run_list(const Arguments& arguments) {
  const std::vector<std::string>& words = arguments.words();
  if (words.empty()) {
    print_everything();
    return ok;
  }
  const auto section = std::ranges::find(sections(), words.front(), &Section::name);
  if (section == sections().end()) throw unknown_name("list", words.front(), section_names());
  const bool has_papers = section->name == "experiments" || section->name == "exhibits";
  if (words.size() == 2 && has_papers)
    if (const std::optional<sweeps::PaperWord> folder = sweeps::paper_word(words[1])) {
      const sweeps::Paper paper = sweeps::read_paper(folder->folder);
      print(aligned(section->name == "experiments" ? titles_of(paper.studies) : titles_of(paper.exhibits), ""));
      return ok;
    }
  arguments.require_words_at_most(section->has_families ? 2 : 1);
  const Family* of = words.size() > 1 ? problems::find_family(words[1]) : nullptr;
  if (words.size() > 1 && of == nullptr) throw unknown_name("family", words[1], problems::family_names());
  print(section_text(*section, of, ""));
  return ok;
}

}  // namespace

Command list_command() {
  Candidates completed = section_names();
  completed.emplace_back("@families");
  return {.name = "list",
          .summary = "list algorithms, experiments, exhibits, families of problems, and metrics",
          .usage = {"[algorithms|experiments|exhibits|families|metrics]", "algorithms|metrics FAMILY",
                    "experiments|exhibits FOLDER"},
          .options = {},
          .complete = completed,
          .run = run_list};
}

}  // namespace apportion::cli
