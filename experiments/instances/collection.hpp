// The collection of problems with their best known values (docs/instances.md): its index, the files that it names, and
// the scores of methods on its instances.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/problems/problem_family.hpp"
#include "results/rows.hpp"

namespace apportion::instances {

/// The origin of a solution; of a stored one, its member "found" beside "algorithm".
struct Finding {
  std::string method;                     ///< with its options
  std::int64_t revision = 1;              ///< of the method
  std::optional<std::int64_t> seed = {};  ///< that it had
  std::string date;                       ///< 2026-01-31
  bool is_proven = false;                 ///< whether the method itself proves that nothing is better
};

/// One problem of the collection and the best that is known of it.
struct Instance {
  std::vector<std::string> fields;  ///< its line of the index
  const problems::ProblemFamily* family = nullptr;
  std::string name;
  std::string metric;                     ///< the member of an answer that is to be least
  double value = 0;                       ///< the best one known, above 0
  std::optional<double> bound = {};       ///< a proven one; never above the value
  std::string method;                     ///< that found the value, with its options
  std::optional<std::int64_t> seed = {};  ///< that it had
  bool is_open = true;                    ///< whether nothing proves that the value is least

  /// The text in a column of the index.
  [[nodiscard]] const std::string& field(const std::string& column) const;
  /// Its line of the index, without the end.
  [[nodiscard]] std::string line() const;

  /// The instance with this value and its origin. InputError for a value that is not above 0, and for one below the
  /// bound.
  [[nodiscard]] Instance with_value(double best, const Finding& finding) const;
  /// The instance with the proof that its value is least.
  [[nodiscard]] Instance with_proof(const std::string& by, const std::string& date) const;
};

/// `less` is a better value than `than`: exactly where both are whole numbers, otherwise by more than 1e-9 of it.
[[nodiscard]] bool is_better(double less, double than);
/// Whether neither value is better than the other.
[[nodiscard]] bool is_equal(double one, double other);

/// The command that writes the index anew, as messages name it.
inline constexpr const char* repair_command = "apportion score --repair";

/// The collection. The value of a solution is computed from it; the index has the value's origin. An update replaces
/// the solution first and the index afterwards, each as a whole. If it was killed in between, the solution is better
/// than the value in the index, and every reader makes the line of the index from its Finding: see current().
class Collection {
 public:
  /// Reads FOLDER/index.csv, without instances of extensions that are not built in. InputError, with line and column,
  /// for what is damaged, and for a bound above the value.
  explicit Collection(std::filesystem::path folder);

  /// InputError where instances are left out, which a file that is written anew would lose.
  void require_whole() const;
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  [[nodiscard]] const std::vector<Instance>& instances() const { return instances_; }
  /// nullptr where no instance has that name.
  [[nodiscard]] const Instance* find(const std::string& name) const;
  /// Puts it in the place of the one that has its name. Instances are not moved, so that threads may each replace
  /// their own.
  void replace(Instance instance);

  /// The problem, one line of JSON; nothing where it is neither in the collection nor, if it is too large for it, among
  /// what scripts/generate-instances writes.
  [[nodiscard]] std::optional<std::string> problem_text(const Instance& instance) const;
  /// Where scripts/generate-instances writes a problem that is too large for the collection.
  [[nodiscard]] std::filesystem::path generated_file(const Instance& instance) const;
  /// InputError where there is no such problem or its checksum is not that of the index.
  [[nodiscard]] problems::Json problem(const Instance& instance) const;
  /// The file with the solutions of a family, a line for each.
  [[nodiscard]] std::filesystem::path solutions_file(const std::string& family) const;
  /// The question of `solve` with this problem and algorithm, which may be a user's own.
  [[nodiscard]] static problems::FieldValues question(const Instance& instance, problems::Json problem,
                                                      const std::string& algorithm, std::vector<OwnProgram> own = {});
  /// The question with the stored solution as its answer, which is then checked like that of a user's program.
  [[nodiscard]] problems::FieldValues solution(const Instance& instance, problems::Json problem) const;

  /// The metric that an answer to the problem gives. InputError for an answer that the collection does not take
  /// (docs/instances.md): not to the question as it was asked, or rectangles of which a processor has several.
  [[nodiscard]] static double value_in(const Instance& instance, const problems::Json& problem,
                                       const problems::Json& answer);
  /// The value of a solution, an answer as JSON: computed by the family from the problem; costs in the solution are
  /// ignored. UserError for what is no solution, or not one that the collection takes.
  [[nodiscard]] static double computed_value(const Instance& instance, const problems::Json& problem,
                                             const std::string& solution);
  /// computed_value() of the stored solution. InputError, which names the file, where it is no solution.
  [[nodiscard]] double stored_value(const Instance& instance, const problems::Json& problem) const;
  /// The stored solution's own origin; if it has none, that of the index, unless this is of a solution of another
  /// method.
  [[nodiscard]] Finding stored_finding(const Instance& instance) const;
  /// The instance with the value of its stored solution: better than in the index if an update was killed, or if there
  /// was another update since the index was read. InputError where there is no solution, or a worse one.
  [[nodiscard]] Instance current(const Instance& instance, const problems::Json& problem) const;

  /// The text of the index with the instances as they are now.
  [[nodiscard]] std::string index_text() const;

 private:
  // Problems do not change while the program runs, so each file is read once; threads share it.
  struct ProblemLines {
    std::mutex mutex;
    std::map<std::string, std::string> of_family;
  };

  [[nodiscard]] std::filesystem::path problems_file(const std::string& family) const;
  [[nodiscard]] const std::string& problem_lines(const std::string& family) const;
  [[nodiscard]] std::string solution_text(const Instance& instance) const;
  [[nodiscard]] std::string solution_place(const Instance& instance) const;

  std::filesystem::path folder_;
  std::vector<Instance> instances_;
  std::string left_out_;  // the last family of which instances are left out
  std::shared_ptr<ProblemLines> problem_lines_ = std::make_shared<ProblemLines>();
};

/// A line {"name":"NAME","MEMBER":VALUE} of a file of problems or solutions.
struct LineMember {
  std::string name;
  std::string member;
};

/// The value in `lines`, as JSON; nothing where no line has that name. InputError for a line without its end.
[[nodiscard]] std::optional<std::string> member_in(std::string_view lines, const LineMember& of);
/// The lines with this value, in the place of the old line or at the end.
[[nodiscard]] std::string with_member(std::string lines, const LineMember& of, const std::string& value);

/// The bytes of a file that may be packed. InputError, which names it, where it cannot be read.
[[nodiscard]] std::string unpacked_file(const std::filesystem::path& file);

/// A solution, one JSON object, without its member "found" and with this one.
[[nodiscard]] std::string without_finding(const std::string& solution);
[[nodiscard]] std::string with_finding(const std::string& solution, const Finding& finding);

/// The metric in an answer. InputError if the answer lacks it.
[[nodiscard]] double metric_in(const problems::Json& answer, const std::string& metric);

// --- Scores of methods on the instances

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
  bool is_kept = true;      ///< false if a program ended early, whatever the problem
};

/// Solves the instance, as `solve --batch` does.
[[nodiscard]] Scored scored(const Instance& instance, const problems::Json& problem, const Method& method);

/// The scores in FOLDER/scores.csv, without those of problems that the collection has not, or no longer, under their
/// names. InputError for what is damaged.
[[nodiscard]] std::vector<Score> read_scores(const Collection& collection);
/// The text of that file, with the later of two scores of one method on one instance.
[[nodiscard]] std::string scores_text(const Collection& collection, const std::vector<Score>& scores);

struct SolvedAgain {
  bool as_stored = true;  ///< whether all values are those of the index
  std::string text = {};  ///< a line for each other value, and one with the number of instances
};

/// Solves again those instances whose best value a method found in less than a tenth of a second by scores.csv, up to a
/// second and a half together. Those without a problem, and of methods that this build lacks, are left out.
[[nodiscard]] SolvedAgain solved_again(const Collection& collection);

/// The instance with what the score improves: a better value, or a proof for what was open; nothing where it improves
/// nothing. InputError for a value below the proven bound.
[[nodiscard]] std::optional<Instance> improved(const Instance& instance, const Score& score, const std::string& date);
/// The origin of the solution with this score.
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
