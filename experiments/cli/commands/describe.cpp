// apportion describe: details of one algorithm, experiment or exhibit; apportion list: the names of all; apportion
// cite: BibTeX of the papers, and of the program.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <optional>
#include <set>

#include "algorithms/options.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/engine/build_info.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/sweeps/means.hpp"
#include "experiments/sweeps/paper_sources.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "sim/graphs/sample_graphs.hpp"
#include "sim/samplers.hpp"

namespace apportion::cli {
namespace {

std::string_view reproducibility(bool exact_everywhere) {
  return exact_everywhere ? "identical bytes on every machine" : "identical bytes on one machine, 1e-9 across machines";
}

std::string described(const problems::AlgorithmInfo& algorithm) {
  std::string text = fmt::format("{} (algorithm for {})\n{}\n\nsource:      {}\nrevision:    {}\nresults:     {}\n",
                                 algorithm.name, algorithm.purpose, algorithm.summary, algorithm.source,
                                 algorithm.revision, reproducibility(algorithm.exact_everywhere));
  if (!algorithm.library.empty())
    text += fmt::format("library:     {}, whose version may change the results\n", algorithm.library);
  if (algorithm.options.empty()) return text + "options:     none\n";
  text += "options:\n";
  for (const OptionSpec& option : algorithm.options) {
    const std::string name = option.kind == OptionKind::flag ? option.name : option.name + "=" + option.default_value;
    text += fmt::format("  {}[{}]  {}\n", algorithm.name, name, option.summary);
  }
  return text;
}

std::string joined(const std::vector<std::string>& names) { return fmt::format("{}", fmt::join(names, ", ")); }

std::string range_of(const engine::Axis& axis) {
  if (axis.kind == engine::AxisKind::name) return joined(axis.names);
  if (axis.kind == engine::AxisKind::text) return axis.text_kind;
  return fmt::format("{} from {} to {}", axis.kind == engine::AxisKind::whole ? "whole numbers" : "numbers",
                     engine::AxisValue::of(axis.least).text, engine::AxisValue::of(axis.most).text);
}

// The meanings of the names on an axis of sampling models.
std::string samplers_of(const engine::Axis& axis) {
  std::string text;
  for (const ClusterSampler& sampler : cluster_samplers())
    if (contains(axis.names, sampler.spelled()))
      text += fmt::format("      {}{}: {}; {}\n", sampler.spelled(),
                          sampler.parameter ? fmt::format(", such as {}", sampler.example()) : "", sampler.summary,
                          reproducibility(sampler.exact_everywhere));
  for (const problems::OwnModel& model : problems::own_models())
    if (contains(axis.names, model.spelled()))
      text += fmt::format("      {}, such as {}({}): {}; {}\n", model.spelled(), model.word, model.example,
                          model.summary, reproducibility(model.exact_everywhere));
  for (const GraphModel& model : graph_models())
    if (contains(axis.names, model.name))
      text += fmt::format("      {}: {}; {}\n", model.name, model.summary, reproducibility(true));
  return text;
}

std::string described(const engine::Axis& axis) {
  // The most values listed: an axis of instances may have thousands.
  constexpr std::size_t most_listed = 20;
  std::vector<std::string> values = collected(axis.values, &engine::AxisValue::text);
  if (values.size() > most_listed) {
    values[most_listed - 1] = fmt::format("..., {}: {} values", values.back(), values.size());
    values.resize(most_listed);
  }
  return fmt::format(
      "  {}={}\n    {}; {}; {}\n{}", axis.name, fmt::join(values, ","), axis.title,
      axis.role == engine::AxisRole::sampled ? "shapes the samples" : "all its values share the same samples",
      range_of(axis), samplers_of(axis));
}

std::string described(const results::MetricRecord& metric) {
  return fmt::format("  {}: {}{}{}\n", metric.name, metric.title, metric.unit.empty() ? "" : ", in " + metric.unit,
                     metric.better.empty() ? "" : "; " + metric.better + " is better");
}

std::string samples_of(const engine::Experiment& experiment) {
  if (experiment.deterministic) return fmt::format("{} per point (all samples are the same)", experiment.samples);
  return fmt::format("{} per point, in chunks of {}", experiment.samples, experiment.chunk_size);
}

std::string axes_and_metrics(const engine::Experiment& experiment) {
  std::string text = "axes (default values):\n";
  if (experiment.axes.empty()) text = "axes:        instance, the line of a file that a sweep names\n";
  for (const engine::Axis& axis : experiment.axes) text += described(axis);
  text += "metrics:\n";
  for (const results::MetricRecord& metric : experiment.metrics) text += described(metric);
  if (!experiment.offered_metrics.empty()) text += "metrics that a sweep stores only if it names them:\n";
  for (const results::MetricRecord& metric : experiment.offered_metrics) text += described(metric);
  return text;
}

std::string described(const engine::Experiment& experiment) {
  std::string text = fmt::format("{} (experiment)\n{}\n\nclaim:       {}\nsource:      {}\n", experiment.name,
                                 experiment.title, experiment.claim, experiment.source);
  text += fmt::format(
      "samples:     {}\nresults:     {}\ndefinition:  {}\nalgorithms:  {}\n", samples_of(experiment),
      experiment.timed ? "times, which differ from run to run" : reproducibility(experiment.exact_everywhere),
      experiment.definition, joined(experiment.algorithms));
  return text + axes_and_metrics(experiment);
}

std::string described(const problems::ProblemFamily& family) {
  const bool has_sweep = family.sweep != nullptr;
  std::string text =
      fmt::format("{0} (family of problems{3})\n{1}\n\nproblem:     apportion solve {0} {2}\n", family.name,
                  family.summary, problems::usage_of(family.fields()), has_sweep ? " for sweep files" : "");
  if (!has_sweep) return text;
  const engine::Experiment experiment = problems::default_sweep(family);
  return text +
         fmt::format("source:      {}\nsamples:     {}\nalgorithms:  {}\n", experiment.source, samples_of(experiment),
                     joined(experiment.algorithms)) +
         axes_and_metrics(experiment);
}

std::string described(const engine::Experiment& study, const std::vector<results::Exhibit>& exhibits) {
  std::string text = described(study);
  text += fmt::format("family:      {}\nseed:        {}\n", study.declared->family, sweeps::seed_of(study));
  text += "exhibits:\n";
  for (const results::Exhibit& exhibit : exhibits)
    text += fmt::format("  {}: {}\n", results::short_name(exhibit), exhibit.title);
  const results::Exhibit usual = sweeps::default_exhibit(study);
  return text + fmt::format("  {}: {} (if the file has no sections; charts: {})\n", results::short_name(usual),
                            usual.title, joined(collected(usual.charts, &results::Chart::name)));
}

std::string described(const results::Exhibit& exhibit) {
  std::string text = fmt::format("{} (exhibit)\n{}\n\nexperiment:  {}\nparameters:  seed={}", exhibit.name,
                                 exhibit.title, exhibit.study, default_seed);
  for (const auto& [name, value] : exhibit.parameters) text += fmt::format(", {}={}", name, value);
  if (const auto& values = exhibit.layout.values; !values.empty())
    text += fmt::format("\nvalues:      {}", joined(collected(values, &results::ValueColumn::column)));
  if (!exhibit.charts.empty())
    text += fmt::format("\ncharts:      {}", joined(collected(exhibit.charts, &results::Chart::name)));
  if (!exhibit.note.empty()) text += "\nnote:        " + exhibit.note;
  return text + "\n\n" + exhibit.sql + "\n";
}

std::string described(const sweeps::Paper& paper) {
  std::string text = fmt::format("{} (paper of your own)\n{}\n\nfolder:      {}\nseed:        {}\nstudies:\n",
                                 paper.name, paper.title, paper.run_word, paper.seed);
  for (const engine::Experiment& study : paper.studies) text += fmt::format("  {}: {}\n", study.name, study.title);
  text += "exhibits:\n";
  for (const results::Exhibit& exhibit : paper.exhibits) text += fmt::format("  {}: {}\n", exhibit.name, exhibit.title);
  return text;
}

// Describes a sweep file, a folder, or the study or exhibit of this name in it.
std::string described(const sweeps::Paper& paper, const std::string& name) {
  if (!paper.is_folder()) return described(paper.studies.front(), paper.exhibits);
  if (name.empty()) return described(paper);
  for (const engine::Experiment& study : paper.studies)
    if (sweeps::short_name(study) == name) return described(study, {});
  for (const results::Exhibit& exhibit : paper.exhibits)
    if (results::short_name(exhibit) == name) return described(exhibit);
  std::vector<std::string> names = collected(paper.studies, sweeps::short_name);
  std::ranges::copy(collected(paper.exhibits, results::short_name), std::back_inserter(names));
  throw unknown_name("study or exhibit of " + paper.run_word, name, names);
}

// Algorithms of several families may share a name and differ in options. InputError if no algorithm with this name has
// these options.
std::vector<std::string> described_algorithms(const BracketedName& wanted, std::vector<std::string>& names) {
  std::vector<std::string> texts;
  std::exception_ptr refusal;
  for (const problems::AlgorithmInfo& algorithm : problems::all_algorithms()) {
    names.push_back(algorithm.name);
    if (algorithm.name != wanted.name) continue;
    try {
      static_cast<void>(Options::parse(wanted.options, algorithm.options, algorithm.name));
      texts.push_back(described(algorithm));
    } catch (const InputError&) {
      refusal = std::current_exception();
    }
  }
  for (const OptionalAlgorithm& algorithm : problems::missing_algorithms()) {
    names.push_back(algorithm.name);
    if (algorithm.name == wanted.name) texts.push_back(algorithm.not_built_in() + "\n");
  }
  if (texts.empty() && refusal) std::rethrow_exception(refusal);
  return texts;
}

int run_describe(const Arguments& arguments) {
  arguments.require_words_at_most(1);
  if (arguments.words().empty())
    throw InputError(
        "describe: name an algorithm, experiment, exhibit, family or sweep file; "
        "`apportion list` prints the names");
  const std::string& word = arguments.words().front();
  const std::optional<sweeps::PaperWord> folder = sweeps::paper_word(word);
  if (folder || sweeps::is_sweep_file(word)) {
    print(described(sweeps::paper_named(word), folder ? folder->name : ""));
    return ok;
  }
  std::vector<std::string> names;
  std::vector<std::string> texts = described_algorithms(split_bracketed(word), names);
  const auto consider = [&](const std::string& name, const auto& item) {
    names.push_back(name);
    if (name == word) texts.push_back(described(item));
  };
  for (const engine::Experiment& experiment : engine::Catalogue::instance().experiments())
    consider(experiment.name, experiment);
  for (const results::Exhibit& exhibit : engine::Catalogue::instance().exhibits()) consider(exhibit.name, exhibit);
  for (const problems::ProblemFamily& family : problems::families()) consider(family.name, family);
  if (texts.empty()) throw unknown_name("name", split_bracketed(word).name, names);
  print(fmt::format("{}", fmt::join(texts, "\n")));
  return ok;
}

struct Line {
  std::string name;
  std::string summary;
  std::string paper = {};  // a column, in sections that have it
};
using Lines = std::vector<Line>;

using Family = problems::ProblemFamily;

Lines algorithm_lines(const Family* of) {
  Lines lines;
  if (of != nullptr && of->algorithms().empty())
    throw InputError("{} has no algorithms of its own; see `apportion help solve {}`", of->name, of->name);
  for (const problems::AlgorithmInfo& algorithm : of == nullptr ? problems::all_algorithms() : of->algorithms()) {
    // The paper whose first author begins the source; "-" for a method from none of the papers.
    std::string paper = "-";
    for (const engine::Paper& each : engine::Catalogue::instance().papers())
      if (in_lower_case(algorithm.source).starts_with(each.name)) paper = each.name;
    lines.push_back({algorithm.name, algorithm.summary, paper});
    for (const std::string& variant : algorithm.variants)
      lines.push_back(
          {algorithm.name + "[" + variant + "]", "a variant; see `apportion describe " + algorithm.name + "`", paper});
  }
  return lines;
}

template <class Items>
Lines titles_of(const Items& items) {
  Lines lines;
  for (const auto& item : items) lines.push_back({item.name, item.title});
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

const std::vector<std::string> all_sections = {"algorithms", "experiments", "exhibits", "families", "metrics"};

Lines lines_of(const std::string& section, const Family* of) {
  if (section == "algorithms") return algorithm_lines(of);
  if (section == "metrics") return metric_lines(of);
  if (section == "experiments") return titles_of(engine::Catalogue::instance().experiments());
  if (section == "exhibits") return titles_of(engine::Catalogue::instance().exhibits());
  Lines lines;
  for (const Family& family : problems::families()) lines.push_back({family.name, family.summary});
  return lines;
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

// The lines, and the algorithms that are missing in this build.
std::string section_text(const std::string& section, const Family* of, const std::string& indent) {
  std::string text = aligned(lines_of(section, of), indent);
  const std::vector<OptionalAlgorithm> missing = of == nullptr ? problems::missing_algorithms() : of->missing();
  if (section != "algorithms" || missing.empty()) return text;
  return fmt::format("{}{}not built in: {} (`scripts/setup rivals` installs what they need; then build again)\n", text,
                     indent, joined(collected(missing, &OptionalAlgorithm::name)));
}

int run_list(const Arguments& arguments) {
  const std::vector<std::string>& words = arguments.words();
  if (words.empty()) {
    for (const std::string& section : all_sections)
      print(fmt::format("{}{}:\n{}", section == all_sections.front() ? "" : "\n", section,
                        section_text(section, nullptr, "  ")));
    return ok;
  }
  const std::string section = sweeps::one_of("list", words.front(), all_sections);
  if (words.size() == 2 && (section == "experiments" || section == "exhibits"))
    if (const std::optional<sweeps::PaperWord> folder = sweeps::paper_word(words[1])) {
      const sweeps::Paper paper = sweeps::read_paper(folder->folder);
      print(aligned(section == "experiments" ? titles_of(paper.studies) : titles_of(paper.exhibits), ""));
      return ok;
    }
  const bool has_families = section == "algorithms" || section == "metrics";
  arguments.require_words_at_most(has_families ? 2 : 1);
  const Family* of = words.size() > 1 ? problems::find_family(words[1]) : nullptr;
  if (words.size() > 1 && of == nullptr) throw unknown_name("family", words[1], problems::family_names());
  print(section_text(section, of, ""));
  return ok;
}

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

Command describe_command() {
  return {.name = "describe",
          .summary = "describe an algorithm, an experiment, an exhibit, a family of problems, a sweep file, or a paper",
          .usage = {"NAME|FILE.ini|FOLDER[/NAME]"},
          .complete = {"@algorithms", "@experiments", "@exhibits", "@families", "%ini"},
          .run = run_describe};
}

Command list_command() {
  Candidates completed = all_sections;
  completed.emplace_back("@families");
  return {.name = "list",
          .summary = "list algorithms, experiments, exhibits, families of problems, and metrics",
          .usage = {"[algorithms|experiments|exhibits|families|metrics]", "algorithms|metrics FAMILY",
                    "experiments|exhibits FOLDER"},
          .complete = completed,
          .run = run_list};
}

Command cite_command() {
  return {.name = "cite",
          .summary = "print BibTeX of the papers and of the program",
          .usage = {"[kaddoura|kalinov|chatterjee|niculescu|apportion ...]"},
          .complete = cited,
          .run = run_cite};
}

}  // namespace apportion::cli
