// The catalogue of papers, experiments and exhibits that the program can run and show.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/engine/experiment.hpp"
#include "experiments/engine/reference.hpp"
#include "results/exhibit.hpp"
#include "sim/random_stream.hpp"

namespace apportion::engine {

/// The points that the experiment declares; axes that bound the cases checked are unrestricted.
[[nodiscard]] results::StudyGrid grid_of(const Experiment& experiment);

/// The points that an exhibit shows: the declared grids of all experiments, since it may use several, and its own.
[[nodiscard]] std::vector<results::StudyGrid> grids_of(const results::Exhibit& exhibit);

/// A drawing, by its name in the data of a paper.
struct NamedDrawing {
  std::string name;  ///< kalinov/figure1
  results::Drawing drawing;
};

/// The position of a byte of a statement: "FILE:LINE".
using StatementPlace = std::function<std::string(std::size_t byte)>;

/// A statement with all words replaced, and the experiments whose results it reads by name.
struct OwnStatement {
  std::string sql = {};
  std::set<std::string> experiments = {};
  StatementPlace place = {};  ///< its place in the user's files
  results::Settings parameters = {};
};

/// A source of exhibits: a folder with its studies, of experiments/ or a user's, or a sweep file with its only one.
struct Paper {
  std::string name = {};      ///< begins the names of its exhibits: kaddoura, my-paper, or sweeps/mine
  std::string title = {};     ///< authors, title, year
  std::string run_word = {};  ///< the argument of `apportion run`: the folder or the file
  std::vector<Experiment> studies = {};
  std::vector<results::Exhibit> exhibits = {};
  std::vector<OwnStatement> statements = {};   ///< the statements of the exhibits
  std::string text = {};                       ///< the text of its files, for readers
  std::uint64_t seed = default_seed;           ///< the seed of its runs, or of the run that stored it
  std::vector<ReferenceGrid> references = {};  ///< for the program's own papers
  /// Its exhibits show only the grids that its studies declare, not what a user ran in addition; see grids_of().
  bool declared_grids_only = true;
  int place = 0;  ///< order among the program's own papers

  [[nodiscard]] bool is_folder() const { return studies.front().declared->paper == name; }
};

/// The papers of the data folders.
struct FolderContents {
  const std::vector<Paper>& (*papers)() = nullptr;                  ///< without exhibits and references, in their order
  std::vector<Paper> (*complete)(std::string_view name) = nullptr;  ///< all for ""
};

/// Filled before main() by the registrations below; experiments and exhibits are constructed on first use.
class Catalogue {
 public:
  static Catalogue& instance();

  void add(Experiment (*make)()) { experiment_makers_.push_back(make); }
  void add(results::Exhibit (*make)()) { exhibit_makers_.push_back(make); }
  void add(const NamedDrawing& drawing) { drawings_.push_back(drawing); }
  void add(const FolderContents& folders) { folders_ = folders; }

  /// The experiments that are written in C++, and functions that draw exhibits.
  [[nodiscard]] const std::vector<Experiment>& coded_experiments() const;
  [[nodiscard]] const std::vector<NamedDrawing>& drawings() const { return drawings_; }

  [[nodiscard]] const std::vector<Paper>& papers() const { return folders_.papers(); }
  /// Sorted by name. Exhibits of one paper are made without those of the others.
  [[nodiscard]] std::vector<Experiment> experiments() const;
  [[nodiscard]] std::vector<results::Exhibit> exhibits(std::string_view paper = "") const;
  [[nodiscard]] std::vector<ReferenceGrid> references() const;

  /// The experiment of this name, or all of a paper ("kaddoura"); InputError with the nearest names otherwise.
  [[nodiscard]] std::vector<Experiment> experiments_named(std::string_view name) const;
  /// The same for exhibits.
  [[nodiscard]] std::vector<results::Exhibit> exhibits_named(std::string_view name) const;

 private:
  std::vector<Experiment (*)()> experiment_makers_;
  std::vector<results::Exhibit (*)()> exhibit_makers_;
  std::vector<NamedDrawing> drawings_;
  FolderContents folders_;
};

/// A namespace-scope constant of this type registers what a file defines: functions that make experiments and exhibits,
/// and drawings.
struct Registration {
  template <class... Entries>
  explicit Registration(Entries... entries) {
    (Catalogue::instance().add(entries), ...);
  }
};

}  // namespace apportion::engine
