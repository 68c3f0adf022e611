// The catalogue of experiments and exhibits: what the program can run and show.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/engine/experiment.hpp"
#include "experiments/engine/reference.hpp"
#include "experiments/engine/replay.hpp"
#include "results/exhibit.hpp"
#include "results/rows.hpp"

namespace apportion::results {
class Reader;
}

namespace apportion::engine {

/// How an exhibit that is also a picture is drawn: as an SVG document, in characters for a terminal,
/// and as a list of the document's parts.
struct Drawing {
  std::string (*svg)() = nullptr;
  std::string (*text)() = nullptr;
  std::vector<DrawnPart> (*parts)() = nullptr;
};

/// A table or figure, and the experiment that feeds it.
struct CatalogueExhibit {
  std::string experiment;
  results::Exhibit exhibit;
  /// The query's parameters besides :seed, with their default values.
  std::map<std::string, std::string> parameters = {};
  std::optional<Drawing> drawing = std::nullopt;
  /// What `apportion run` takes to make the results; "": the experiment's name.
  std::string made_by = {};
  /// The axes of its experiment where the catalogue does not have that experiment, but they are known.
  std::optional<std::vector<Axis>> axes = std::nullopt;
  /// Computes the rows where no query gives them, as of a comparison; they do not depend on `parameters`. Empty: the
  /// exhibit's query answers them.
  std::function<results::Rows(const results::Reader& reader, std::int64_t seed)> rows = {};
  /// Axes of which it shows all values that were run, besides those that `parameters` names.
  std::vector<std::string> open_axes = {};
  /// Set by the catalogue as its folder says: the exhibit is of the grid that its study declares, and points that a
  /// user ran besides are not shown, see rows_of_exhibit(). A user's own exhibits show all points.
  bool declared_grid_only = false;
};

/// The rows that the database answers to the exhibit's statement. QueryError for a statement that is wrong.
[[nodiscard]] results::Rows rows_of_exhibit(const CatalogueExhibit& entry,
                                            const std::map<std::string, results::Value>& parameters,
                                            const results::Reader& reader);

/// A folder of experiments/: what its experiments' names begin with, and what it reproduces.
struct Paper {
  std::string name;
  std::string title;  ///< authors, title and year
  /// Its exhibits show the grids that its studies declare, and not what a user ran beside them; see rows_of_exhibit().
  bool declared_grids_only = true;
};

/// Filled before main() by the registrations below; experiments and exhibits are built when they are asked for.
class Catalogue {
 public:
  static Catalogue& instance();

  void add(Experiment (*make)()) { experiment_makers_.push_back(make); }
  void add(CatalogueExhibit (*make)()) { exhibit_makers_.push_back(make); }
  void add(const Paper& paper) { papers_.push_back(paper); }
  void add(std::vector<ReferenceGrid> (*make)()) { reference_makers_.push_back(make); }

  /// Sorted by name.
  [[nodiscard]] std::vector<Experiment> experiments() const;
  [[nodiscard]] std::vector<CatalogueExhibit> exhibits() const;
  [[nodiscard]] std::vector<Paper> papers() const;
  [[nodiscard]] std::vector<ReferenceGrid> references() const;

  /// The experiment of that name, or all of a paper ("kaddoura"); InputError with the nearest names otherwise.
  [[nodiscard]] std::vector<Experiment> experiments_named(std::string_view name) const;
  /// The same for exhibits.
  [[nodiscard]] std::vector<CatalogueExhibit> exhibits_named(std::string_view name) const;

 private:
  std::vector<Experiment (*)()> experiment_makers_;
  std::vector<CatalogueExhibit (*)()> exhibit_makers_;
  std::vector<Paper> papers_;
  std::vector<std::vector<ReferenceGrid> (*)()> reference_makers_;
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
