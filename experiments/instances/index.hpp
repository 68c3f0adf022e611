// The collection of problems with their best known values (docs/instances.md): its index, and the files it names.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/problems/problem_family.hpp"

namespace apportion::instances {

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

  /// What a column of the index says.
  [[nodiscard]] const std::string& field(const std::string& column) const;
  /// Its line of the index, which says this instead.
  [[nodiscard]] std::string line_with(const std::vector<std::pair<std::string, std::string>>& changes) const;
};

/// `less` is a better value than `than`: exactly where both are whole numbers, otherwise by more than 1e-9 of it.
[[nodiscard]] bool is_better(double less, double than);

class Collection {
 public:
  /// Reads FOLDER/index.csv. InputError, with line and column, for what is damaged, and for a bound above the value.
  explicit Collection(std::filesystem::path folder);

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  [[nodiscard]] const std::vector<Instance>& instances() const { return instances_; }
  /// nullptr where there is none of that name.
  [[nodiscard]] const Instance* find(const std::string& name) const;

  /// Where the problem is. Large ones are not in the folder, but where scripts/generate-instances writes them.
  [[nodiscard]] std::filesystem::path problem_file(const Instance& instance) const;
  /// InputError where the file cannot be read or its content has another checksum than the index says.
  [[nodiscard]] problems::Json problem(const Instance& instance) const;
  /// Where its solution is, packed if the name ends in .gz.
  [[nodiscard]] std::filesystem::path solution_file(const Instance& instance) const;
  /// The question that its problem is for an algorithm, which may be a user's own.
  [[nodiscard]] static problems::FieldValues question(const Instance& instance, problems::Json problem,
                                                      const std::string& algorithm, std::vector<OwnProgram> own = {});
  /// The same for its stored solution, which is then checked as the answer of a user's program is.
  [[nodiscard]] problems::FieldValues solution(const Instance& instance, problems::Json problem) const;
  /// What an answer to the problem comes to. InputError for one that is none to the question as it was asked.
  [[nodiscard]] static double value_in(const Instance& instance, const problems::Json& problem,
                                       const problems::Json& answer);
  /// InputError unless that is a solution of this problem, and of the value that the index says.
  void require_solution(const Instance& instance, const problems::Json& problem) const;

  /// The text of the index with these lines, by the name of the instance, in place of those that it has.
  [[nodiscard]] std::string index_text(const std::map<std::string, std::string>& lines) const;

 private:
  std::filesystem::path folder_;
  std::vector<Instance> instances_;
};

/// What an answer says of a metric. InputError where it says nothing.
[[nodiscard]] double metric_in(const problems::Json& answer, const std::string& metric);

}  // namespace apportion::instances
