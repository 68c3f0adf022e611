// The catalogue of experiments and exhibits that the program can run and show.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/engine/experiment.hpp"
#include "experiments/engine/reference.hpp"
#include "results/exhibit.hpp"
#include "results/rows.hpp"

namespace apportion::engine {

/// The points that the experiment declares; axes that bound the cases checked are unrestricted.
[[nodiscard]] results::StudyGrid grid_of(const Experiment& experiment);

/// The result of the exhibit's statement on the database. QueryError for an invalid statement.
[[nodiscard]] results::Rows rows_of_exhibit(const results::Exhibit& exhibit,
                                            const std::map<std::string, results::Value>& parameters,
                                            const results::Reader& reader);

/// A drawing, by its name in the data of a paper.
struct NamedDrawing {
  std::string name;  ///< kalinov/figure1
  results::Drawing drawing;
};

/// A folder of experiments/: the prefix of its experiments' names, and the paper that it reproduces.
struct Paper {
  std::string name;
  std::string title;  ///< authors, title and year
  /// Its exhibits show only the grids that its studies declare, not what a user ran in addition; see rows_of_exhibit().
  bool declared_grids_only = true;
  int place = 0;  ///< order among the papers
};

/// What the data folders declare.
struct FolderContents {
  std::vector<Paper> (*papers)();
  std::vector<Experiment> (*experiments)();
  std::vector<results::Exhibit> (*exhibits)(std::string_view paper);  ///< of all papers for ""
  std::vector<ReferenceGrid> (*references)();
};

/// Filled before main() by the registrations below; experiments and exhibits are constructed on first use.
class Catalogue {
 public:
  static Catalogue& instance();

  void add(Experiment (*make)()) { experiment_makers_.push_back(make); }
  void add(results::Exhibit (*make)()) { exhibit_makers_.push_back(make); }
  void add(const NamedDrawing& drawing) { drawings_.push_back(drawing); }
  void add(const FolderContents& folders) { folders_.push_back(folders); }

  /// The experiments defined in C++, and functions that draw exhibits.
  [[nodiscard]] std::vector<Experiment> coded_experiments() const;
  [[nodiscard]] const std::vector<NamedDrawing>& drawings() const { return drawings_; }

  /// Sorted by name. Exhibits of one paper are made without those of the others.
  [[nodiscard]] std::vector<Experiment> experiments() const;
  [[nodiscard]] std::vector<results::Exhibit> exhibits(std::string_view paper = "") const;
  [[nodiscard]] std::vector<Paper> papers() const;
  [[nodiscard]] std::vector<ReferenceGrid> references() const;

  /// The experiment of this name, or all of a paper ("kaddoura"); InputError with the nearest names otherwise.
  [[nodiscard]] std::vector<Experiment> experiments_named(std::string_view name) const;
  /// The same for exhibits.
  [[nodiscard]] std::vector<results::Exhibit> exhibits_named(std::string_view name) const;

 private:
  std::vector<Experiment (*)()> experiment_makers_;
  std::vector<results::Exhibit (*)()> exhibit_makers_;
  std::vector<NamedDrawing> drawings_;
  std::vector<FolderContents> folders_;
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
