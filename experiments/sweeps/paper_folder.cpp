// Reading of a paper's folder, from the disk or as stored by a run.
#include "experiments/sweeps/sweep_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/sweeps/ini.hpp"
#include "experiments/sweeps/paper_sources.hpp"
#include "experiments/sweeps/sentences.hpp"
#include "results/database/stored_studies.hpp"

namespace apportion::sweeps {
namespace {

namespace fs = std::filesystem;

constexpr const char* paper_file = "paper.ini";
constexpr const char* exhibits_file = "exhibits.ini";
constexpr const char* claims_file = "claims.ini";
constexpr const char* claims_stem = "claims";
constexpr const char* references_file = "references.ini";
constexpr const char* code_file = "code.ini";
constexpr const char* printed_file = "printed.csv";
constexpr const char* sentences_file = "sentences.csv";
constexpr const char* studies_folder = "studies";
constexpr const char* study_files = "a file of studies/";
constexpr const char* exhibits_folder = "exhibits";
constexpr std::string_view claims_prefix = "claims-";

std::string as_view(const std::string& name) { return in_lower_case(identifier(name, '_')); }

// The name in use that conflicts with this one: names must be unique, also as names of views.
std::optional<std::string> taken_name(const std::string& name) {
  std::vector<std::string> taken = collected(engine::Catalogue::instance().papers(), &Paper::name);
  taken.emplace_back("sweeps");
  for (const std::string& each : taken)
    if (as_view(each) == as_view(name)) return each;
  return std::nullopt;
}

// The file of a paper that a section belongs into.
std::string home_of(const std::string& section) {
  if (is_claim_section(section)) return claims_file;
  if (!(name_in(section, algorithm_kind) + name_in(section, metric_kind)).empty()) return study_files;
  return section == "words" ? paper_file : exhibits_file;
}

// InputError for a section that does not belong into this file; `why` is added to it.
void require_home(const IniFile& ini, const std::string& home, const char* why) {
  for (const IniSection& section : ini.sections)
    if (const std::string own = home_of(section.name); own != home)
      throw ini.error(section.line, fmt::format("[{}] belongs into {}{}", section.name, own, why));
}

/// Reads the files of one folder.
class FolderReader {
 public:
  /// `paper` is the name of its folder.
  FolderReader(fs::path folder, FolderTexts& texts, const std::string& paper)
      : folder_(std::move(folder)),
        texts_(texts),
        ini_(file(paper_file)),
        head_{ini_, ini_.head},
        sources_(name_of(paper), texts) {
    head_.require_known({"name", "title", "says", "code", "all-points", "place"});
    sources_.read_words(ini_);
    add_words();
    for (const IniSection& section : ini_.sections)
      if (section.name != "words")
        throw ini_.error(section.line, unknown_name("section", section.name, {"words"}).what());
  }

  Paper read() {
    Paper paper = with_exhibits(read_head());
    const std::string packed = texts_.packed();
    paper.text = readable_texts(packed);
    for (engine::Experiment& study : paper.studies) {
      if (!study.declared) continue;  // it is built into the program
      engine::SweepDefinition definition = *study.declared;
      definition.text = packed;
      study.declared = std::make_shared<const engine::SweepDefinition>(std::move(definition));
    }
    paper.seed = seed_of(paper.studies.front());
    return paper;
  }

  // Adds exhibits and references to the result of read_head().
  Paper with_exhibits(Paper paper) {
    read_exhibits(paper, head_.text("says").empty() ? "the paper says" : head_.text("says"));
    if (texts_.is_built_in()) paper.references = references_of(paper);
    return paper;
  }

  // The paper without its exhibits.
  Paper read_head() {
    Paper paper{.name = sources_.paper(), .title = head_.text("title"), .run_word = folder_.string()};
    if (paper.title.empty()) throw ini_.error(1, "the paper has no title; write title = AUTHORS, TITLE, YEAR");
    paper.declared_grids_only = !head_.has("all-points");
    paper.place = static_cast<int>(head_.whole("place", 1, 1000, 0));
    require_known_files();
    read_studies(paper);
    return paper;
  }

 private:
  // The paper's name; if the program has a paper of this name, that of the parent folder is put before it.
  [[nodiscard]] std::string name_of(const std::string& folder) const {
    const IniEntry* const name = head_.find("name");
    if (texts_.is_built_in() || texts_.is_stored()) return folder;
    std::error_code ignored;
    if (name == nullptr && taken_name(folder))
      return identifier(fs::weakly_canonical(folder_, ignored).parent_path().filename().string(), '-') + "-" + folder;
    std::string wanted = name == nullptr ? folder : name->value;
    at(ini_, name == nullptr ? 1 : name->line, [&] { require_paper_name(wanted); });
    return wanted;
  }

  // Adds the words that the program defines: the names of the paper and of the libraries' algorithms, and a sentence on
  // libraries that this build lacks.
  void add_words() {
    sources_.add_word("paper", sources_.paper());
    std::vector<std::string> names;
    for (const problems::AlgorithmInfo& algorithm : problems::all_algorithms())
      if (!algorithm.library.empty()) std::ranges::copy(problems::names_of({algorithm}), std::back_inserter(names));
    sources_.add_word("libraries", fmt::format("{}", fmt::join(names, ", ")));
    names = collected(problems::missing_algorithms(), &OptionalAlgorithm::name);
    sources_.add_word("not-built-in", names.empty()
                                          ? ""
                                          : fmt::format("Not built in here: {} (`scripts/setup rivals` installs what "
                                                        "they need; then build again).",
                                                        fmt::join(names, ", ")));
  }

  [[nodiscard]] IniFile file(const std::string& name) const { return ini_of(texts_.path(name), texts_.text(name)); }

  [[nodiscard]] std::vector<std::string> exhibit_files() const {
    std::vector<std::string> names = texts_.names_in(exhibits_folder, ".ini");
    if (texts_.has(exhibits_file)) names.insert(names.begin(), exhibits_file);
    return names;
  }

  // Whether a comparison, which needs single samples, uses the study.
  [[nodiscard]] bool is_compared(const std::string& study) const {
    return std::ranges::any_of(exhibit_files(), [&](const std::string& name) {
      const IniFile ini = file(name);
      return std::ranges::any_of(ini.sections, [&](const IniSection& each) {
        if (!is_comparison(each.name)) return false;
        const IniEntry* const named = each.find("study");
        return named == nullptr || named->value == study;
      });
    });
  }

  // The file of a study with its key `like` resolved: `like = NAME` adds the keys of NAME.ini that it lacks.
  [[nodiscard]] IniFile study_file(const std::string& name) const {
    IniFile ini = file(name);
    std::vector<IniEntry>& entries = ini.head.entries;
    const auto like = std::ranges::find(entries, "like", &IniEntry::key);
    if (like == entries.end()) return ini;
    const IniEntry named = *like;
    const IniFile other =
        at(ini, named.line, [&] { return file(fmt::format("{}/{}.ini", studies_folder, named.value)); });
    entries.erase(like);
    for (const IniEntry& entry : other.head.entries)
      if (ini.head.find(entry.key) == nullptr)
        entries.push_back({entry.key, entry.value, named.line, entry.begin, entry.further});
    return ini;
  }

  engine::Experiment study_in(const std::string& name, const Paper& paper) const {
    IniFile ini = study_file(name);
    sources_.put_words_into(ini);
    require_home(ini, study_files, ", for all studies of the paper");
    for (const IniEntry& entry : ini.head.entries) {
      if (entry.key == "printed")
        throw ini.error(entry.line, fmt::format("the printed numbers of a paper belong in {}", printed_file));
      if (entry.key == "cluster" || entry.key == "instances")
        at(ini, entry.line, [&] { texts_.require_inside((fs::path(studies_folder) / entry.value).string()); });
    }
    engine::SweepDefinition definition = definition_in(ini, paper.name, texts_.is_stored() && !texts_.is_built_in());
    definition.source = paper.run_word;
    if (definition.cited.empty()) definition.cited = paper.title;
    definition.opens_files = !texts_.is_stored() || texts_.is_built_in();
    definition.is_built_in = texts_.is_built_in();
    if (!texts_.is_built_in() && is_compared(definition.name)) definition.keep_samples = true;
    return problems::sweep_experiment(definition);
  }

  // Refuses unknown files, since a misspelt one would be ignored.
  void require_known_files() const {
    for (const std::string& name : texts_.names_in(".", ".ini"))
      if (const std::string plain = fs::path(name).filename().string(); !plain.starts_with(claims_prefix))
        at(ini_, 1, [&] {
          std::vector<std::string> known{paper_file, exhibits_file, claims_file};
          if (head_.has("code")) known.insert(known.end(), {code_file, references_file});
          return one_of("file of a paper", plain, known);
        });
  }

  void read_studies(Paper& paper) const {
    const std::vector<std::string> names = texts_.names_in(studies_folder, ".ini");
    if (names.empty() && !head_.has("code"))
      throw InputError("{} has no studies; write {}", folder_.string(),
                       texts_.path(studies_folder + std::string("/NAME.ini")).string());
    for (const std::string& name : names) {
      engine::Experiment study = study_in(name, paper);
      if (const std::optional<std::string> taken =
              texts_.is_built_in() ? std::nullopt : results::taken_view(study.name))
        throw InputError(
            "{}: the study's view would have the name of {}, which every database has; choose "
            "another name",
            study.declared->file, *taken);
      for (const engine::Experiment& other : paper.studies) {
        if (as_view(other.name) == as_view(study.name))
          throw InputError("{} is a second file that defines {}", study.declared->file, other.name);
        if (seed_of(other) != seed_of(study))
          throw InputError("{} has the seed {} and {} the seed {}; the studies of a paper have one",
                           study.declared->file, seed_of(study), other.declared->file, seed_of(other));
      }
      paper.studies.push_back(std::move(study));
    }
  }

  // Adds the studies that are written in C++, and reads the exhibits, then the claims.
  void read_exhibits(Paper& paper, const std::string& says) {
    std::vector<engine::Experiment> studies = paper.studies;
    if (const std::string code = head_.text("code"); !code.empty()) {
      for (const engine::Experiment& experiment : engine::Catalogue::instance().coded_experiments())
        if (experiment.name.starts_with(code + "/")) studies.push_back(experiment);
      if (studies.size() == paper.studies.size())
        throw head_.error("code", fmt::format("the program has no studies of {}", code));
    }
    for (const engine::Experiment& study : studies) sources_.add(study);
    if (!texts_.is_built_in()) paper.studies = std::move(studies);
    const PaperSources& sources = sources_;
    if (texts_.has(printed_file)) sources_.read_printed(printed_file);
    for (const std::string& name : exhibit_files()) {
      const IniFile ini = file(name);
      Section{ini, ini.head}.require_known({"study"});
      require_home(ini, exhibits_file, "");
      for (results::Exhibit& exhibit : exhibits_of(ini, sources)) {
        if (contains(paper.exhibits, exhibit.name, &results::Exhibit::name))
          throw InputError("{}: an exhibit of another file is called {}", ini.file.string(), exhibit.name);
        paper.exhibits.push_back(std::move(exhibit));
      }
    }
    read_claims(paper, says);
    if (!texts_.is_built_in()) sources.require_printed_used();
    paper.statements = sources.to_check();
  }

  // Reads claims.ini with the sentences, and a separate table for each claims-NAME.ini.
  void read_claims(Paper& paper, const std::string& says) const {
    if (texts_.has(sentences_file) && !texts_.has(claims_file))
      throw InputError("{} needs the claims that judge the sentences; write {}", texts_.path(sentences_file).string(),
                       texts_.path(claims_file).string());
    for (const std::string& name : texts_.names_in(".", ".ini")) {
      const std::string stem = fs::path(name).stem().string();
      if (stem != claims_stem && !stem.starts_with(claims_prefix)) continue;
      const IniFile ini = file(fs::path(name).filename().string());
      for (const IniSection& section : ini.sections)
        if (!is_claim_section(section.name) || section.name == claims_stem)
          throw ini.error(section.line, unknown_name("section", section.name, {"claim.KEY"}).what());
      const bool has_sentences = stem == claims_stem && texts_.has(sentences_file);
      add_claim_exhibits(ini, {stem, "", has_sentences ? sentences_file : "", says}, sources_, paper.exhibits);
    }
  }

  // The study of the key, or else the one with the longest name that begins the section's: grid for [grid-others].
  const engine::Experiment& study_of_reference(const Section& section) const {
    if (section.has("study")) return sources_.study_of(section);
    std::string name = section.name;
    while (name.find('-') != std::string::npos && sources_.study_called(name) == nullptr) name.resize(name.rfind('-'));
    if (const engine::Experiment* const found = sources_.study_called(name)) return *found;
    throw section.ini.error(section.line, fmt::format("[{}] has no study; write study = NAME", section.name));
  }

  // The grids of references.ini, and all points, with verdicts, of deterministic studies without a section there.
  std::vector<engine::ReferenceGrid> references_of(const Paper& paper) const {
    std::vector<engine::ReferenceGrid> grids;
    if (texts_.has(references_file)) grids = references_in(file(references_file));
    for (const engine::Experiment& study : sources_.studies()) {
      const std::string& name = study.name;
      if (!study.deterministic || study.timed || contains(grids, name, &engine::ReferenceGrid::experiment)) continue;
      engine::ReferenceGrid& grid = grids.emplace_back(engine::ReferenceGrid{identifier(name, '-'), name});
      for (const results::Exhibit& exhibit : paper.exhibits)
        if (!exhibit.judgements.empty() &&
            (exhibit.study == name || exhibit.name == sources_.paper() + "/" + claims_stem))
          grid.verdicts.push_back(exhibit.name);
    }
    return grids;
  }

  // Reads [NAME]: a small grid of a study, whose numbers are stored as accepted.
  std::vector<engine::ReferenceGrid> references_in(const IniFile& ini) const {
    std::vector<engine::ReferenceGrid> grids;
    const Section all{ini, ini.head};
    all.require_known({"samples"});
    for (const IniSection& each : ini.sections) {
      const Section section{ini, each};
      section.require_known({"study", "set", "samples", "algorithms", "numbers", "verdicts", "uncompared"});
      engine::ReferenceGrid& grid = grids.emplace_back(
          engine::ReferenceGrid{sources_.paper() + "-" + each.name, study_of_reference(section).name});
      grid.request.axes = section.read("set", settings_in);
      grid.request.samples = (section.has("samples") ? section : all).whole("samples", 1, 1'000'000'000, 0);
      grid.request.algorithms = section.read("algorithms", names_in);
      grid.request.keep_samples = !section.has("numbers");
      for (const std::string& exhibit : section.read("verdicts", names_in))
        grid.verdicts.push_back(sources_.paper() + "/" + exhibit);
      for (const std::string& algorithm : section.read("uncompared", names_in)) {
        const std::size_t colon = algorithm.find(": ");
        grid.uncompared[algorithm.substr(0, colon)] = split(algorithm.substr(colon + 2), ' ');
      }
    }
    return grids;
  }

  fs::path folder_;
  FolderTexts& texts_;
  IniFile ini_;
  Section head_;
  PaperSources sources_;
};

bool is_file(const fs::path& file) {
  std::error_code missing;
  return fs::is_regular_file(file, missing);
}

// The built-in papers without their exhibits.
const std::vector<Paper>& built_in_heads() {
  static const std::vector<Paper> papers = [] {
    std::vector<Paper> all;
    for (const EmbeddedFile& each : built_in_files()) {
      const std::size_t slash = each.name.find('/');
      if (each.name.substr(slash + 1) != paper_file) continue;
      const std::string folder(each.name.substr(0, slash));
      FolderTexts texts = FolderTexts::built_in(folder);
      all.push_back(FolderReader(texts.path(""), texts, folder).read_head());
    }
    std::ranges::sort(all, {}, [](const Paper& paper) { return std::pair(paper.place, paper.name); });
    return all;
  }();
  return papers;
}

// The built-in paper with its exhibits, or all of them for "".
std::vector<Paper> built_in_papers(std::string_view name) {
  static std::mutex mutex;
  static std::map<std::string, Paper> whole;
  const std::lock_guard lock(mutex);
  std::vector<Paper> papers;
  for (const Paper& bare : built_in_heads()) {
    if (!name.empty() && bare.name != name) continue;
    const auto [found, is_new] = whole.try_emplace(bare.name);
    if (is_new) {
      FolderTexts texts = FolderTexts::built_in(bare.name);
      found->second = FolderReader(texts.path(""), texts, bare.name).with_exhibits(bare);
      // The program's own studies that were not run have empty views, so that no study needs to be left out.
      for (results::Exhibit& exhibit : found->second.exhibits) {
        exhibit.declared_grid_only = bare.declared_grids_only;
        exhibit.reads.clear();
        exhibit.leaves_out_missing = false;
      }
    }
    papers.push_back(found->second);
  }
  return papers;
}

const engine::Registration folders_registration{engine::FolderContents{built_in_heads, built_in_papers}};

}  // namespace

std::optional<PaperWord> paper_word(const std::string& word) {
  const fs::path path = fs::path(word).has_filename() ? fs::path(word) : fs::path(word).parent_path();
  if (word.empty() || path.empty()) return std::nullopt;
  const std::string first = path.begin()->string();
  for (const Paper& paper : engine::Catalogue::instance().papers())
    if (paper.name == first) return std::nullopt;
  if (is_file(path / paper_file)) return PaperWord{path};
  if (const fs::path folder = path.parent_path(); !folder.empty() && is_file(folder / paper_file))
    return PaperWord{folder, path.filename().string()};
  return std::nullopt;
}

void require_paper_name(const std::string& name) {
  if (const std::optional<std::string> taken = taken_name(plain_name(name)))
    throw InputError(
        "the program has {} itself; choose another name, which `name = NAME` in {} gives a "
        "paper whatever its folder is called",
        *taken, paper_file);
}

Paper read_paper(const fs::path& folder) {
  FolderTexts texts(folder);
  std::error_code ignored;
  Paper paper = FolderReader(folder, texts, fs::weakly_canonical(folder, ignored).filename().string()).read();
  require_statements(paper.statements, paper.studies);
  return paper;
}

Paper read_stored_paper(const std::string& name, const results::SweepText& stored) {
  FolderTexts texts = FolderTexts::stored(stored.file, "", stored.text);
  return FolderReader(stored.file, texts, name).read();
}

Paper paper_named(const std::string& word) {
  const std::optional<PaperWord> folder = paper_word(word);
  return folder ? read_paper(folder->folder) : read_sweep_file(word);
}

}  // namespace apportion::sweeps
