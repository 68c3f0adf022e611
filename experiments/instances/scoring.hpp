// What a method makes of the collection's instances, and what it made of them before.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/instances/index.hpp"

namespace apportion::instances {

/// An algorithm of a family, or a user's own.
struct Method {
  const problems::ProblemFamily* family = nullptr;
  std::string name;  ///< canonical
  std::int64_t revision = 1;
  std::vector<OwnProgram> own = {};
};

/// The method that a text such as HYBRID[levels=2] names; none where the family has no such algorithm. InputError for
/// wrong options, and for an algorithm that this build lacks.
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
  std::optional<double> value = {};  ///< none where it refused
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

/// The line of the index that the score changes: a better value, or a proof for what was open; "" where it changes
/// nothing. InputError for a value below the proven bound.
[[nodiscard]] std::string improved_line(const Instance& instance, const Score& score, const std::string& date);

}  // namespace apportion::instances
