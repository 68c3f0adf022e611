// Reading of a paper's folder, from the disk or as a run stored it.
#include "experiments/sweeps/paper_folder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/sweeps/folder_texts.hpp"
#include "experiments/sweeps/ini.hpp"
#include "experiments/sweeps/judgements.hpp"
#include "experiments/sweeps/paper_sources.hpp"
#include "results/database/stored_studies.hpp"

namespace apportion::sweeps {
namespace {

namespace fs = std::filesystem;

constexpr const char* paper_file = "paper.ini";
constexpr const char* exhibits_file = "exhibits.ini";
constexpr const char* claims_file = "claims.ini";
constexpr const char* printed_file = "printed.csv";
constexpr const char* sentences_file = "sentences.csv";
constexpr const char* studies_folder = "studies";
constexpr std::size_t most_studies = 100;

// As SQLite compares the names of views.
std::string as_view(const std::string& name) {
  std::string view = identifier(name, '_');
  for (char& c : view) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return view;
}

/// The files of one folder while they are read.
class FolderReader {
 public:
  FolderReader(fs::path folder, FolderTexts& texts)
      : folder_(std::move(folder)), texts_(texts), ini_(file(paper_file)) {}

  Paper read(const std::string& name_of_folder) {
    const Section head{ini_, "", 0};
    head.require_known({"name", "title", "says"});
    Paper paper;
    const IniEntry* name = head.find("name");
    paper.name = name == nullptr ? name_of_folder : name->value;
    at(ini_, name == nullptr ? 1 : name->line, [&] {
      require_paper_name(paper.name);
      return true;
    });
    paper.title = head.text("title");
    if (paper.title.empty()) throw ini_.error(1, "the paper has no title; write title = AUTHORS, TITLE, YEAR");
    paper.run_word = folder_.string();
    require_known_files();
    read_studies(paper);
    read_exhibits(paper, head.text("says").empty() ? "the paper says" : head.text("says"));
    const std::string packed = texts_.packed();
    paper.text = readable_texts(packed);
    for (engine::Experiment& study : paper.studies) {
      engine::SweepDefinition definition = *study.declared;
      definition.text = packed;
      study.sweep = {definition.source, packed};
      study.declared = std::make_shared<const engine::SweepDefinition>(std::move(definition));
    }
    paper.seed = seed_of(paper.studies.front());
    return paper;
  }

 private:
  [[nodiscard]] IniFile file(const std::string& name) const { return ini_of(texts_.path(name), texts_.text(name)); }

  // A comparison of its algorithms looks at single samples.
  [[nodiscard]] bool is_compared(const std::string& study) const {
    if (!texts_.has(exhibits_file)) return false;
    const IniFile ini = file(exhibits_file);
    return std::ranges::any_of(ini.sections, [&](const auto& entry) {
      if (!is_comparison(entry.first)) return false;
      const std::string named = Section{ini, entry.first, entry.second}.text("study");
      return named.empty() || named == study;
    });
  }

  engine::Experiment study_in(const std::string& name, const Paper& paper) const {
    const IniFile ini = file(name);
    for (const auto& [section, line] : ini.sections)
      if (!is_algorithm_section(section))
        throw ini.error(line, fmt::format("[{}] belongs into {}, for all studies of the paper", section,
                                          is_claim_section(section) ? claims_file : exhibits_file));
    for (const IniEntry& entry : ini.entries) {
      if (!entry.section.empty()) continue;
      if (entry.key == "printed")
        throw ini.error(entry.line, fmt::format("the printed numbers of a paper stand in {}", printed_file));
      if (entry.key == "cluster" || entry.key == "instances")
        at(ini, entry.line, [&] {
          texts_.require_inside((fs::path(studies_folder) / entry.value).string());
          return 0;
        });
    }
    engine::SweepDefinition definition = definition_in(ini, paper.name);
    definition.source = paper.run_word;
    if (definition.cited.empty()) definition.cited = paper.title;
    definition.opens_files = !texts_.is_stored();
    if (is_compared(definition.name)) definition.keep_samples = true;
    return problems::sweep_experiment(definition);
  }

  // A file whose name is misspelt would be passed over.
  void require_known_files() const {
    for (const std::string& name : texts_.names_in(".", ".ini"))
      at(ini_, 1, [&] {
        return one_of("file of a paper", fs::path(name).filename().string(), {paper_file, exhibits_file, claims_file});
      });
  }

  void read_studies(Paper& paper) const {
    const std::vector<std::string> names = texts_.names_in(studies_folder, ".ini");
    if (names.empty())
      throw InputError(fmt::format("{} has no studies; write {}", folder_.string(),
                                   texts_.path(studies_folder + std::string("/NAME.ini")).string()));
    if (names.size() > most_studies)
      throw InputError(fmt::format("{} has more than {} studies", folder_.string(), most_studies));
    for (const std::string& name : names) {
      engine::Experiment study = study_in(name, paper);
      if (const std::optional<std::string> taken = results::taken_view(study.name))
        throw InputError(
            fmt::format("{}: the study's view would have the name of {}, which every database has; choose "
                        "another name",
                        study.declared->file, *taken));
      for (const engine::Experiment& other : paper.studies) {
        if (as_view(other.name) == as_view(study.name))
          throw InputError(fmt::format("{} is a second file that defines {}", study.declared->file, other.name));
        if (seed_of(other) != seed_of(study))
          throw InputError(fmt::format("{} has the seed {} and {} the seed {}; the studies of a paper have one",
                                       study.declared->file, seed_of(study), other.declared->file, seed_of(other)));
      }
      paper.studies.push_back(std::move(study));
    }
  }

  // Those of paper.ini and exhibits.ini, then the claims.
  void read_exhibits(Paper& paper, const std::string& says) const {
    std::vector<OwnStudy> studies;
    for (const engine::Experiment& study : paper.studies)
      studies.push_back({short_name(study), study, !study.declared->instances.empty()});
    PaperSources sources(paper.name, std::move(studies), texts_);
    sources.read_words(ini_);
    if (texts_.has(printed_file)) sources.read_printed(printed_file);
    for (const auto& [section, line] : ini_.sections)
      if (section != "words") throw ini_.error(line, unknown_name("section", section, {"words"}).what());
    if (texts_.has(exhibits_file)) {
      const IniFile ini = file(exhibits_file);
      Section{ini, "", 0}.require_known({});
      for (const auto& [section, line] : ini.sections)
        if (is_claim_section(section) || is_algorithm_section(section) || section == "words")
          throw ini.error(line, fmt::format("[{}] belongs into {}", section,
                                            is_claim_section(section)       ? claims_file
                                            : is_algorithm_section(section) ? "a file of studies/"
                                                                            : paper_file));
      paper.exhibits = exhibits_of(ini, sources);
    }
    if (texts_.has(claims_file)) {
      const IniFile ini = file(claims_file);
      for (const auto& [section, line] : ini.sections)
        if (!is_claim_section(section) || section == "claims")
          throw ini.error(line, unknown_name("section", section, {"claim.KEY"}).what());
      add_claim_exhibits(ini, {"", texts_.has(sentences_file) ? sentences_file : "", says}, sources, paper.exhibits);
    } else if (texts_.has(sentences_file)) {
      throw InputError(fmt::format("{} needs the claims that judge the sentences; write {}",
                                   texts_.path(sentences_file).string(), texts_.path(claims_file).string()));
    }
    sources.require_printed_used();
    paper.statements = sources.to_check();
  }

  fs::path folder_;
  FolderTexts& texts_;
  IniFile ini_;
};

bool is_file(const fs::path& file) {
  std::error_code missing;
  return fs::is_regular_file(file, missing);
}

}  // namespace

std::optional<PaperWord> paper_word(const std::string& word) {
  const fs::path path = fs::path(word).has_filename() ? fs::path(word) : fs::path(word).parent_path();
  if (word.empty() || path.empty()) return std::nullopt;
  const std::string first = path.begin()->string();
  for (const engine::Paper& paper : engine::Catalogue::instance().papers())
    if (paper.name == first) return std::nullopt;
  if (is_file(path / paper_file)) return PaperWord{path};
  if (const fs::path folder = path.parent_path(); !folder.empty() && is_file(folder / paper_file))
    return PaperWord{folder, path.filename().string()};
  return std::nullopt;
}

// Views of one name would be one, and a name would mean two things.
void require_paper_name(const std::string& name) {
  std::vector<std::string> taken{"sweeps"};
  for (const engine::Paper& paper : engine::Catalogue::instance().papers()) taken.push_back(paper.name);
  for (const std::string& each : taken)
    if (as_view(each) == as_view(plain_name(name)))
      throw InputError(
          fmt::format("the program has {} itself; choose another name, which `name = NAME` in {} gives a "
                      "paper whatever its folder is called",
                      each, paper_file));
}

Paper read_paper(const fs::path& folder) {
  FolderTexts texts(folder);
  std::error_code ignored;
  Paper paper = FolderReader(folder, texts).read(fs::weakly_canonical(folder, ignored).filename().string());
  require_statements(paper.statements, paper.studies);
  return paper;
}

bool is_stored_paper(const results::SweepText& stored) {
  return FolderTexts::is_packed(stored.text) && !is_sweep_file(stored.file);
}

Paper read_stored_paper(const std::string& name, const results::SweepText& stored) {
  FolderTexts texts = FolderTexts::stored(stored.file, "", stored.text);
  return FolderReader(stored.file, texts).read(name);
}

Paper paper_named(const std::string& word) {
  const std::optional<PaperWord> folder = paper_word(word);
  return folder ? read_paper(folder->folder) : read_sweep_file(word);
}

std::vector<engine::Experiment> studies_named(const PaperWord& word) {
  Paper paper = read_paper(word.folder);
  if (word.name.empty()) return std::move(paper.studies);
  std::vector<std::string> names;
  for (const engine::Experiment& study : paper.studies) names.push_back(short_name(study));
  const auto found = std::ranges::find(names, one_of("study of " + word.folder.string(), word.name, names));
  return {paper.studies[static_cast<std::size_t>(found - names.begin())]};
}

}  // namespace apportion::sweeps
