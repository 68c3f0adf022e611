// Scores of methods on the collection's instances: solved, stored and read, and what they come to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/instances/collection.hpp"
#include "results/rows.hpp"

namespace apportion::instances {

/// An algorithm of a family, or a user's own.
struct Method {
  const problems::ProblemFamily* family = nullptr;
  std::string name;  ///< canonical
  std::int64_t revision = 1;
  std::vector<OwnProgram> own = {};
  std::optional<double> seconds = {};  ///< for which it searches on

  /// With the seconds, as one of its options.
  [[nodiscard]] std::string full_name() const;
};

/// The method that a text such as HYBRID[levels=2] names; nothing where the family has no such algorithm. InputError
/// for wrong options, and for an algorithm that this build lacks.
[[nodiscard]] std::optional<Method> method_of(const problems::ProblemFamily& family, std::string_view text,
                                              const std::vector<OwnProgram>& own = {});
/// The names that a family's method may have.
[[nodiscard]] std::vector<std::string> method_names(const problems::ProblemFamily& family);

/// A method on an instance, as scores.csv has it.
struct Score {
  std::string family;
  std::string method;
  std::int64_t revision = 1;
  std::string instance;
  std::optional<double> value = {};  ///< nothing where it refused
  double seconds = 0;                ///< of reading the problem, solving it and writing the answer; of one thread
  bool is_proven = false;            ///< whether the method itself proves that nothing is better
  std::string refusal = {};
};

struct Scored {
  Score score;
  std::string answer = {};  ///< the line that `solve --batch` prints
  bool is_kept = true;      ///< not what a program broke off, which says nothing of the problem
};

/// Solves the instance, as `solve --batch` does.
[[nodiscard]] Scored scored(const Instance& instance, const problems::Json& problem, const Method& method);

/// The scores in FOLDER/scores.csv, without those of problems that the collection has not, or no longer, under their
/// names. InputError for what is damaged.
[[nodiscard]] std::vector<Score> read_scores(const Collection& collection);
/// The text of that file, with the later of two scores of one method on one instance.
[[nodiscard]] std::string scores_text(const Collection& collection, const std::vector<Score>& scores);

/// The instance with what the score improves: a better value, or a proof for what was open; nothing where it improves
/// nothing. InputError for a value below the proven bound.
[[nodiscard]] std::optional<Instance> improved(const Instance& instance, const Score& score, const std::string& date);
/// Where a solution comes from that has this score.
[[nodiscard]] Finding finding_of(const Score& score, const std::string& date);

/// A line for each of the scores, which are of one method, in the order of the index.
[[nodiscard]] results::Rows score_rows(const Collection& collection, const std::vector<Score>& scores);

/// A line for each method in each family, the one within 1 % most often first, then the least mean. The geometric mean
/// is of value over best known value on what a method solved; shares are of all that it was asked.
[[nodiscard]] results::Rows method_rows(const Collection& collection, const std::vector<Score>& scores);

/// Of a family, the share of instances on which a method's value is within so much of the best known: a line for each
/// distance and each of the ten methods whose shares have the greatest sum, best first.
[[nodiscard]] results::Rows profile_rows(const Collection& collection, const std::vector<Score>& scores,
                                         const std::string& family);

/// A line for each family: what is proven, what is open, and the gaps between its best values and bounds.
[[nodiscard]] results::Rows gap_rows(const Collection& collection);

/// A line for each of the instances, with as many digits as a reader wants to see.
[[nodiscard]] results::Rows instance_rows(const std::vector<const Instance*>& instances);

/// The families that have instances, by name.
[[nodiscard]] std::vector<std::string> families_in(const Collection& collection);

/// The instances of a family, the open ones first, those with the greatest gap before others.
[[nodiscard]] std::vector<const Instance*> open_first(const Collection& collection, const std::string& family);

}  // namespace apportion::instances
