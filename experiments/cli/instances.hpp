// Commands on the collection of instances: updates and repairs of its files, a check, and a page of the report.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/instances/collection.hpp"
#include "results/report/report.hpp"

namespace apportion::cli {

/// What was done to the collection, or found in it.
struct CollectionReport {
  std::string text = {};  ///< a line for each change, difference or error, and more; "" if there is nothing to say
  bool is_sound = true;   ///< whether nothing was refused, wrong or different
};

/// Stores each better solution that the collection accepts, under its name there: in FOLDER/FAMILY, or, without a
/// folder, in the collection, with its index. Solutions are first recomputed and compared with the ones stored by then,
/// since other updates may run at the same time. Instances named in `behind` get the line of the index that a killed
/// update left out. A result is refused where, for example, its value is below a bound of the index.
[[nodiscard]] CollectionReport kept_improvements(const std::filesystem::path& collection,
                                                 const std::vector<instances::Scored>& scored,
                                                 const std::vector<std::string>& behind,
                                                 const std::optional<std::filesystem::path>& folder);

/// Appends the scores to scores.csv, safely with concurrent updates.
void save_scores(const std::filesystem::path& collection, const std::vector<instances::Scored>& scored);

/// Makes the index agree with the stored solutions, and removes partial files of killed updates. An invalid solution is
/// left alone, and so is its line.
[[nodiscard]] CollectionReport repaired_index(const std::filesystem::path& folder);

/// Solves again those instances whose best value a method found in less than a tenth of a second by scores.csv, up to a
/// second and a half together: the value must be reproduced.
[[nodiscard]] CollectionReport check_instances(const std::filesystem::path& folder);

/// The collection within a report: gaps and methods of all families, performance profiles, and the instances, the open
/// ones first and drawn with their best solutions. No exhibits if the folder has no index. InputError for a damaged
/// one.
[[nodiscard]] results::ReportPaper instances_paper(const std::filesystem::path& folder);

}  // namespace apportion::cli
