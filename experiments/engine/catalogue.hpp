// The catalogue of experiments and exhibits: what the program can run and show.
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

/// The points that the experiment declares, but on axes that say how far cases are checked.
[[nodiscard]] results::StudyGrid grid_of(const Experiment& experiment);

/// The rows that the database answers to the exhibit's statement. QueryError for a statement that is wrong.
[[nodiscard]] results::Rows rows_of_exhibit(const results::Exhibit& exhibit,
                                            const std::map<std::string, results::Value>& parameters,
                                            const results::Reader& reader);

/// A drawing by the name that the data of a paper calls it.
struct NamedDrawing {
  std::string name;  ///< kalinov/figure1
  results::Drawing drawing;
};

/// A folder of experiments/: what its experiments' names begin with, and what it reproduces.
struct Paper {
  std::string name;
  std::string title;  ///< authors, title and year
  /// Its exhibits show the grids that its studies declare, and not what a user ran beside them; see rows_of_exhibit().
  bool declared_grids_only = true;
  int place = 0;  ///< among the papers
};

/// Filled before main() by the registrations below; experiments and exhibits are built when they are asked for.
class Catalogue {
 public:
  static Catalogue& instance();

  void add(Experiment (*make)()) { experiment_makers_.push_back(make); }
  void add(results::Exhibit (*make)()) { exhibit_makers_.push_back(make); }
  void add(const Paper& paper) { papers_.push_back(paper); }
  void add(const NamedDrawing& drawing) { drawings_.push_back(drawing); }
  void add(std::vector<ReferenceGrid> (*make)()) { reference_makers_.push_back(make); }
  /// Of folders of data.
  void add(std::vector<Experiment> (*make)()) { folder_experiments_ = make; }
  void add(std::vector<results::Exhibit> (*make)()) { folder_exhibits_ = make; }
  void add(std::vector<Paper> (*make)()) { folder_papers_ = make; }

  /// The experiments that are in C++, and what draws exhibits.
  [[nodiscard]] std::vector<Experiment> coded_experiments() const;
  [[nodiscard]] const std::vector<NamedDrawing>& drawings() const { return drawings_; }

  /// Sorted by name.
  [[nodiscard]] std::vector<Experiment> experiments() const;
  [[nodiscard]] std::vector<results::Exhibit> exhibits() const;
  [[nodiscard]] std::vector<Paper> papers() const;
  [[nodiscard]] std::vector<ReferenceGrid> references() const;

  /// The experiment of that name, or all of a paper ("kaddoura"); InputError with the nearest names otherwise.
  [[nodiscard]] std::vector<Experiment> experiments_named(std::string_view name) const;
  /// The same for exhibits.
  [[nodiscard]] std::vector<results::Exhibit> exhibits_named(std::string_view name) const;

 private:
  std::vector<Experiment (*)()> experiment_makers_;
  std::vector<results::Exhibit (*)()> exhibit_makers_;
  std::vector<Paper> papers_;
  std::vector<NamedDrawing> drawings_;
  std::vector<std::vector<ReferenceGrid> (*)()> reference_makers_;
  std::vector<Experiment> (*folder_experiments_)() = nullptr;
  std::vector<results::Exhibit> (*folder_exhibits_)() = nullptr;
  std::vector<Paper> (*folder_papers_)() = nullptr;
};

/// A namespace-scope constant of this type registers what a file has: functions that make experiments, exhibits and
/// reference grids, and a paper.
struct Registration {
  template <class... Entries>
  explicit Registration(Entries... entries) {
    (Catalogue::instance().add(entries), ...);
  }
};

}  // namespace apportion::engine
