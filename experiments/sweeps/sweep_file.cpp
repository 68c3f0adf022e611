// Reading of sweep files: every entry is checked separately, so that errors have its line.
#include "experiments/sweeps/sweep_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "algorithms/options.hpp"
#include "base/error.hpp"
#include "base/file_replacement.hpp"
#include "base/numbers.hpp"
#include "base/program.hpp"
#include "base/text.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/plan.hpp"
#include "experiments/problems/common/sweep_study.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/sweeps/paper_sources.hpp"

namespace apportion::sweeps {
namespace {

using engine::SweepDefinition;

constexpr const char* printed_key = "printed";
constexpr const char* models_key = "sampling";
constexpr const char* columns_axis = "columns";
constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

bool truth(const std::string& key, const std::string& value) {
  if (value == "true" || value == "yes") return true;
  if (value == "false" || value == "no") return false;
  throw InputError("{} = {}: must be true or false", key, value);
}

// Reads "XY2 : TILE, BEST : TILE".
std::vector<engine::Pair> pairs_in(const std::string& list) {
  std::vector<engine::Pair> pairs;
  for (const std::string& pair : names_in(list)) {
    const std::size_t colon = pair.find(" : ");
    if (colon == std::string::npos) throw InputError("pairs = {}: each must be ALGORITHM : RIVAL, with blanks", list);
    pairs.push_back({std::string(trimmed(pair.substr(0, colon))), std::string(trimmed(pair.substr(colon + 3)))});
    if (pairs.back().name == pairs.back().rival)
      throw InputError("pairs = {}: {} is compared with itself", list, pairs.back().rival);
  }
  return pairs;
}

// The keys besides the axes, and the functions that set their values.
using Setter = void (*)(const std::string& value, SweepDefinition& definition);
const std::map<std::string, Setter>& setters() {
  static const std::map<std::string, Setter> all = {
      {"family", [](const auto& value, auto& sweep) { sweep.family = value; }},
      {"name", [](const auto& value, auto& sweep) { sweep.name = plain_name(value); }},
      {"title", [](const auto& value, auto& sweep) { sweep.title = value; }},
      {"claim", [](const auto& value, auto& sweep) { sweep.claim = value; }},
      {"source", [](const auto& value, auto& sweep) { sweep.cited = value; }},
      {"cluster", [](const auto& value, auto& sweep) { sweep.cluster = value; }},
      {"instances", [](const auto& value, auto& sweep) { sweep.instances = value; }},
      {"samples", [](const auto& value, auto& sweep) { sweep.samples = whole_number("samples", value, 1, unlimited); }},
      {"chunk", [](const auto& value, auto& sweep) { sweep.chunk = whole_number("chunk", value, 1, 1'000'000'000); }},
      {"algorithms", [](const auto& value, auto& sweep) { sweep.algorithms = names_in(value); }},
      {"rival", [](const auto& value, auto& sweep) { sweep.rivals = names_in(value); }},
      {"pairs", [](const auto& value, auto& sweep) { sweep.pairs = pairs_in(value); }},
      {"metrics", [](const auto& value, auto& sweep) { sweep.metrics = names_in(value); }},
      {"revision",
       [](const auto& value, auto& sweep) {
         sweep.revision = static_cast<int>(whole_number("revision", value, 1, 1'000'000));
       }},
      {"seed",
       [](const auto& value, auto& sweep) {
         sweep.seeds = {static_cast<std::uint64_t>(whole_number("seed", value, 0, unlimited))};
       }},
      {"seeds",
       [](const auto& value, auto& sweep) {
         const engine::Axis axis = engine::whole_axis("seeds", "", engine::AxisRole::sampled, 0, 1e15, {});
         sweep.seeds.clear();
         for (const engine::AxisValue& each : engine::parse_axis_values(axis, value))
           sweep.seeds.push_back(static_cast<std::uint64_t>(*each.number));
       }},
      {"keep-samples", [](const auto& value, auto& sweep) { sweep.keep_samples = truth("keep-samples", value); }},
      // Numbers for the exhibits, see sweep_of().
      {printed_key, [](const auto& /*value*/, auto& /*sweep*/) {}},
      {"notice", [](const auto& value, auto& sweep) { sweep.notice = value; }},
      {"timed", [](const auto& value, auto& sweep) { sweep.timed = truth("timed", value); }}};
  return all;
}

void set(const IniEntry& entry, const std::vector<engine::Axis>& axes, SweepDefinition& definition) {
  if (const auto setter = setters().find(entry.key); setter != setters().end())
    return setter->second(entry.value, definition);
  std::vector<std::string> known;
  for (const auto& [key, setter] : setters()) known.push_back(key);
  for (const engine::Axis& axis : axes) {
    known.push_back(axis.name);
    if (axis.name == entry.key) definition.axes[axis.name] = engine::parse_axis_values(axis, entry.value);
  }
  if (!definition.axes.contains(entry.key)) throw unknown_name("key", entry.key, known);
}

std::string family_of(const Section& top) {
  if (top.has("family"))
    return top.read("family", [](const std::string& value) { return problems::sweep_family(value).name; });
  throw InputError("{} names no family; write family = {}", top.ini.file.string(),
                   fmt::join(problems::sweep_family_names(), "|"));
}

// A definition with only the entries on which others depend. The files that it names are not opened, so that it can be
// read and shown without them.
SweepDefinition blank_definition(const Section& top) {
  SweepDefinition definition;
  definition.family = family_of(top);
  definition.source = top.ini.file.string();
  definition.opens_files = false;
  // The axes depend on them.
  definition.cluster = top.text("cluster");
  definition.instances = top.text("instances");
  return definition;
}

// The axes of the file's family, of which `columns` or `aspect` gives widths, and those of options.
std::vector<engine::Axis> axes_named_by(const Section& top) {
  const problems::ProblemFamily& family = problems::sweep_family(family_of(top));
  std::vector<engine::Axis> axes = problems::default_sweep(family).axes;
  if (!top.text(columns_axis).empty() && engine::axis_named(axes, "aspect") != nullptr) {
    SweepDefinition definition;
    definition.family = family.name;
    definition.axes[columns_axis] = {engine::AxisValue::of(1000)};
    axes = problems::sweep_experiment(definition).axes;
  }
  for (const char* key : {"algorithms", "rival", "pairs"})
    for (const std::string& name : problems::option_axes_in(top.text(key)))
      if (engine::axis_named(axes, name) == nullptr && !top.text(name).empty())
        axes.push_back(problems::option_axis(name, top.text(name)));
  return axes;
}

// Checks entries one by one, so that errors have their line.
void require_entries(const Section& top, const std::vector<IniEntry>& entries, const std::vector<engine::Axis>& axes,
                     const SweepDefinition& whole) {
  for (const IniEntry& entry : entries)
    at(top.ini, entry.line, [&] {
      SweepDefinition alone = blank_definition(top);
      alone.is_stored = whole.is_stored;
      alone.own = whole.own;
      alone.own_metrics = whole.own_metrics;
      std::vector<std::string> kept{models_key, columns_axis};
      for (const char* key : {"algorithms", "rival", "pairs"})
        for (std::string& axis : problems::option_axes_in(top.text(key))) {
          if (axis == entry.key) alone.algorithms = whole.algorithms;
          if (axis == entry.key || key == entry.key) kept.push_back(std::move(axis));
        }
      for (const std::string& axis : kept)
        if (const auto named = whole.axes.find(axis); named != whole.axes.end()) alone.axes.insert(*named);
      set(entry, axes, alone);
      return problems::sweep_experiment(alone).name;
    });
}

Paper sweep_of(const IniFile& ini, FolderTexts& texts) {
  SweepDefinition definition = definition_in(ini, "sweeps", texts.is_stored());
  Paper sweep{
      .name = definition.paper + "/" + definition.name, .title = definition.title, .run_word = definition.source};
  PaperSources sources(sweep.name, texts);
  sources.add(problems::sweep_experiment(definition));
  sources.read_words(ini);
  if (const std::string printed = Section{ini, ini.head}.text(printed_key); !printed.empty())
    sources.read_printed(printed);
  sweep.exhibits = exhibits_of(ini, sources);
  add_claim_exhibits(ini, {.table_section = "claims", .says = "the paper says"}, sources, sweep.exhibits);
  sources.require_printed_used();
  sweep.statements = sources.to_check();
  definition.text = texts.packed();
  definition.opens_files = !texts.is_stored();
  sweep.text = readable_texts(definition.text);
  sweep.studies = {problems::sweep_experiment(definition)};
  if (sweep.title.empty()) sweep.title = sweep.studies.front().title;
  sweep.seed = seed_of(sweep.studies.front());
  return sweep;
}

double seconds_in(const std::string& value) {
  constexpr double longest = 86400;
  const std::optional<double> seconds = parse_real(value);
  if (!seconds || !(*seconds > 0) || *seconds > longest)
    throw InputError("limit = {}: must be a number of seconds above 0, at most {}", value, longest);
  return *seconds;
}

OwnProgram program_in(const Section& section) {
  section.require_known({"command", "files", "limit", "revision"});
  OwnProgram program;
  program.name = name_in(section.name, algorithm_kind);
  program.folder = section.ini.file.parent_path();
  program.command = section.required("command");
  program.words = section.read("command", command_words);
  if (program.words.empty()) throw section.error("command", fmt::format("[{}] has no command", section.name));
  program.files = section.read("files", names_in);
  for (const std::vector<std::string>* names : {&program.words, &program.files})
    for (const std::string& name : *names)
      keep_as_it_is(program.folder / name, "a file that was read, " + (program.folder / name).string());
  program.revision = static_cast<int>(section.whole("revision", 1, std::numeric_limits<int>::max(), program.revision));
  if (section.has("limit")) program.limit = section.read("limit", seconds_in);
  return program;
}

// Refuses the name of an exhibit in place of an experiment, and names its experiment.
void refuse_exhibit(const std::string& word) {
  for (const results::Exhibit& entry : engine::Catalogue::instance().exhibits()) {
    if (entry.name != word) continue;
    const std::string& source = entry.made_by.empty() ? entry.study : entry.made_by;
    if (source.empty()) throw InputError("{0} needs no run; `apportion show {0}` prints it", word);
    throw InputError("{} is an exhibit, not an experiment; `apportion run {}` makes its results", word, source);
  }
}

// The programs of the file's sections, in its order; they run in the file's folder. No program is started, and no other
// file is opened. InputError, with the line, for an unknown key, a missing command and a value out of range.
std::vector<OwnProgram> own_programs_of(const IniFile& ini) {
  std::vector<OwnProgram> programs;
  for (const IniSection& section : ini.sections)
    if (!name_in(section.name, algorithm_kind).empty()) programs.push_back(program_in({ini, section}));
  return programs;
}

engine::OwnMetric metric_in(const Section& section) {
  section.require_known({"expression", "title", "unit", "better", "digits"});
  engine::OwnMetric metric{
      .record = {name_in(section.name, metric_kind), section.text("title"), section.text("unit"), "less", 2},
      .expression = section.required("expression")};
  if (metric.record.title.empty()) metric.record.title = metric.expression;
  if (const std::string better = section.word("better", {"less", "more", none_word}); !better.empty())
    metric.record.better = better == none_word ? "" : better;
  metric.record.digits = static_cast<int>(section.whole("digits", 0, 17, metric.record.digits));
  return metric;
}

// What the file defines itself: named files, programs, and metrics. Each is checked as it is added, so that errors have
// its line.
SweepDefinition own_definition(const Section& top, bool is_stored) {
  const IniFile& ini = top.ini;
  SweepDefinition definition = blank_definition(top);
  definition.is_stored = is_stored;
  const auto check = [&](int line) { at(ini, line, [&] { return problems::sweep_experiment(definition).name; }); };
  for (const IniEntry& entry : top.own.entries)
    if (entry.key == "cluster" || entry.key == "instances") check(entry.line);
  for (const OwnProgram& program : own_programs_of(ini)) {
    definition.own.push_back(program);
    check(ini.section("algorithm." + program.name).line);
  }
  for (const IniSection& section : ini.sections) {
    if (name_in(section.name, metric_kind).empty()) continue;
    definition.own_metrics.push_back(metric_in({ini, section}));
    check(section.find("expression")->line);
  }
  return definition;
}

// Checks a statement in a database with the views of experiments. Those of the catalogue are added only when statements
// name them, since there are many.
std::optional<results::StatementFault> fault_of(const OwnStatement& statement, results::StatementCheck& check) {
  std::vector<std::string> parameters{"seed"};
  for (const auto& [name, value] : statement.parameters) parameters.push_back(name);
  std::set<std::string> missing;
  while (true) {
    std::optional<results::StatementFault> fault = check.fault_of(statement.sql, parameters);
    if (!fault || fault->missing_table.empty()) return fault;
    std::string table = in_lower_case(fault->missing_table);
    if (table.starts_with("main.")) table.erase(0, table.find('.') + 1);
    // The tables may be views of a sweep that exists only in the database.
    if (table.starts_with("sweeps_")) return std::nullopt;
    if (!missing.insert(table).second) return fault;
    // Names of views begin with that of the experiment.
    for (const engine::Experiment& experiment : engine::Catalogue::instance().experiments())
      if (table.starts_with(in_lower_case(results::view_name(experiment.name))))
        check.add(study_record(experiment, default_seed));
  }
}

}  // namespace

SweepDefinition definition_in(const IniFile& ini, const std::string& paper, bool is_stored) {
  const Section top{ini, ini.head};
  SweepDefinition definition = own_definition(top, is_stored);
  definition.paper = paper;
  const std::vector<engine::Axis> axes = axes_named_by(top);
  // Models of speeds come first: they decide whether there are ratios. std::stable_partition, since Clang cannot
  // compile that of ranges with the library of GCC 12.
  std::vector<IniEntry> entries = top.own.entries;
  std::stable_partition(entries.begin(), entries.end(), [](const IniEntry& entry) { return entry.key == models_key; });
  for (const IniEntry& entry : entries)
    at(ini, entry.line, [&] {
      for (const auto& [one, other] : {std::pair("seed", "seeds"), {columns_axis, "aspect"}})
        if (entry.key == other && top.has(one)) throw InputError("{} and {} exclude each other", one, other);
      set(entry, axes, definition);
    });
  try {
    static_cast<void>(problems::sweep_experiment(definition));
  } catch (const InputError&) {
    require_entries(top, entries, axes, definition);
  }
  if (definition.name.empty()) definition.name = at(ini, 1, [&] { return plain_name(ini.file.stem().string()); });
  definition.file = ini.file.string();
  for (std::string* file : {&definition.cluster, &definition.instances})
    if (!file->empty()) *file = (ini.file.parent_path() / *file).string();
  for (const IniSection& section : ini.sections)
    if (is_comparison(section.name)) definition.keep_samples = true;
  return definition;
}

bool is_sweep_file(const std::string& word) { return word.ends_with(".ini"); }

Paper read_sweep_file(const std::filesystem::path& file) {
  const IniFile ini = read_ini(file);
  FolderTexts texts(file.parent_path());
  texts.add(file.filename().string(), ini.text);
  Paper sweep = sweep_of(ini, texts);
  // Statements are checked last, when the study's files are open and its axes are known.
  require_statements(sweep.statements, sweep.studies);
  return sweep;
}

Paper read_stored_sweep(const results::SweepText& stored) {
  const std::filesystem::path file = stored.file;
  FolderTexts texts = FolderTexts::stored(file.parent_path(), file.filename(), stored.text);
  return sweep_of(ini_of(file, texts.text(file.filename().string())), texts);
}

std::vector<OwnProgram> own_programs_in(const std::filesystem::path& file) {
  std::vector<OwnProgram> programs = own_programs_of(read_ini(file));
  if (programs.empty())
    throw InputError("{} has no section [algorithm.NAME], which gives the program to run", file.string());
  return programs;
}

void require_statements(const std::vector<OwnStatement>& statements, const std::vector<engine::Experiment>& studies) {
  if (statements.empty()) return;
  results::StatementCheck check;
  for (const engine::Experiment& study : studies) check.add(study_record(study, default_seed));
  for (const OwnStatement& statement : statements)
    if (const std::optional<results::StatementFault> fault = fault_of(statement, check))
      throw InputError("{}: {}", statement.place(fault->at), in_one_line(fault->what));
}

std::string short_name(const engine::Experiment& study) { return study.name.substr(study.name.rfind('/') + 1); }

std::uint64_t seed_of(const engine::Experiment& study) {
  return study.declared && !study.declared->seeds.empty() ? study.declared->seeds.front() : default_seed;
}

const std::string& run_word_of(const engine::Experiment& study) {
  return study.declared ? study.declared->source : study.name;
}

bool is_of_file(const engine::Experiment& experiment) {
  return experiment.declared && !experiment.declared->is_built_in;
}

bool is_redefined(const engine::Experiment& experiment, const results::ShownStudy& stored) {
  return is_of_file(experiment) && experiment.declared->opens_files && stored.definition != experiment.definition;
}

std::vector<engine::Experiment> experiments_named(const std::string& word) {
  if (is_sweep_file(word)) return read_sweep_file(word).studies;
  if (const std::optional<PaperWord> named = paper_word(word)) {
    Paper paper = read_paper(named->folder);
    if (named->name.empty()) return std::move(paper.studies);
    const std::string& name =
        one_of("study of " + named->folder.string(), named->name, collected(paper.studies, short_name));
    return {*std::ranges::find(paper.studies, name, short_name)};
  }
  if (const std::string ending = std::filesystem::path(word).extension().string();
      !ending.empty() && !std::filesystem::is_directory(word))
    throw InputError("{} is no sweep file, whose name ends in .ini and which names files of data: docs/sweeps.md",
                     word);
  try {
    return engine::Catalogue::instance().experiments_named(word);
  } catch (const InputError&) {
    if (std::filesystem::is_directory(word))
      throw InputError("{} is a folder without a paper.ini, which makes it a paper: docs/add-a-paper.md", word);
    refuse_exhibit(word);
    throw;
  }
}

engine::Experiment experiment_named(const std::string& word) {
  std::vector<engine::Experiment> named = experiments_named(word);
  if (named.size() == 1) return std::move(named.front());
  std::vector<std::string> names = collected(named, &engine::Experiment::name);
  throw InputError("{} has several experiments; name one of {}", word, fmt::join(names, ", "));
}

}  // namespace apportion::sweeps
