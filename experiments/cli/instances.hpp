// The collection of instances as commands use it: updates and repairs of its files, a check, and a page of the report.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/instances/scores.hpp"
#include "results/report/report.hpp"

namespace apportion::cli {

/// A score with what may change the collection.
struct Improvements {
  std::string text = {};         ///< what is better or proven, and what the index says of it; "" where nothing is
  bool is_contradicted = false;  ///< whether something is refused, such as a value below a bound of the index
};

/// Keeps each better solution that the collection takes, under the name that it has there: in FOLDER/FAMILY, or,
/// without a folder, in the collection, whose index then says so. Solutions are computed again before that, and
/// compared with those that are stored by then: other updates may run at the same time. Instances of the names in
/// `behind` get the line of the index that a killed update left out.
[[nodiscard]] Improvements kept_improvements(const std::filesystem::path& collection,
                                             const std::vector<instances::Scored>& scored,
                                             const std::vector<std::string>& behind,
                                             const std::optional<std::filesystem::path>& folder);

/// Adds the scores to scores.csv, also where others do so at the same time.
void save_scores(const std::filesystem::path& collection, const std::vector<instances::Scored>& scored);

struct Repair {
  std::string text = {};  ///< what was changed or is wrong, a line each, and one that counts all
  bool is_whole = true;   ///< whether the index and all solutions agree now
};

/// Makes the index say what the stored solutions are worth, and removes what killed updates left. A file that is no
/// solution stays as it is, and so does its line.
[[nodiscard]] Repair repaired_index(const std::filesystem::path& folder);

struct InstancesCheck {
  std::string text = {};  ///< what differs, a line each, and one that counts all; "" where there is no collection
  bool is_as_stored = true;
};

/// Solves those instances whose best value comes from a method that scores.csv knows to find one in less than a tenth
/// of a second, as many as take a second and a half together: the value must come out again.
[[nodiscard]] InstancesCheck check_instances(const std::filesystem::path& folder);

/// The collection within a report: gaps and methods of all families, performance profiles, and the instances, the open
/// ones first and drawn with their best solutions. No exhibits where the folder has no index. InputError for a damaged
/// one.
[[nodiscard]] results::ReportPaper instances_paper(const std::filesystem::path& folder);

}  // namespace apportion::cli
