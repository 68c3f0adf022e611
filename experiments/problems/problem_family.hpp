// Problem families: their declarations, lookup by name, and the studies that sweep files make of them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/registry.hpp"
#include "experiments/engine/experiment.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/divisions/division_format.hpp"

namespace apportion::problems {

/// A registered algorithm with its type erased.
struct AlgorithmInfo {
  std::string purpose;  ///< the kind of problem that it solves: "rectangles"
  std::string name;
  std::string source;
  std::string summary;
  int revision = 0;
  bool exact_everywhere = true;  ///< see Algorithm
  std::string library;           ///< see Algorithm
  std::vector<OptionSpec> options;
  std::vector<std::string> variants;
};

/// A problem without an answer, or for which no answer was found. `solve` then prints which of both; exit status
/// 1.
class NoSolution : public UserError {
 public:
  explicit NoSolution(const std::string& printed) : UserError(printed, 1) {}
};

/// The ranked answers of several algorithms.
using RankedAnswers = std::function<Comparison(const FieldValues& given, const std::vector<std::string>& algorithms)>;

/// An output of `solve --format NAME` besides JSON. It throws what ProblemFamily::solve throws.
struct AnswerFormat {
  std::string name;
  std::string summary;  ///< the output in a few words
  std::string (*solve)(const FieldValues& given) = nullptr;
};

/// The output of `evaluate`, and whether the answer is valid: the exit status is 1 if it breaks a rule of the
/// problem.
struct Evaluation {
  std::string line;
  bool is_allowed = true;
};

/// How `evaluate` judges an answer that is given with its problem, by costs that it computes from the problem alone.
/// InputError if it is not an answer.
struct AnswerEvaluation {
  const std::vector<Field>& (*fields)() = nullptr;  ///< of the problem and the answer
  std::function<Evaluation(const FieldValues& given)> alone = nullptr;
  RankedAnswers beside = nullptr;  ///< in place of `alone`: ranked with the answers of these algorithms, if any
};

/// One family. Only its FamilyRegistration refers to it; the program finds it in families(). Its frame sets most of it,
/// see declared().
struct ProblemFamily {
  std::string name;                        ///< its name in `solve`, `draw`, `list` and sweep files
  std::vector<std::string> synonyms = {};  ///< further names for `solve` and `draw`
  std::string summary;                     ///< one line
  std::string compared_metric = {};        ///< the cost that the family's paper compares
  /// All algorithms of its registries, registry by registry; and those that this build lacks.
  std::function<std::vector<AlgorithmInfo>()> algorithms = [] { return std::vector<AlgorithmInfo>(); };
  std::function<std::vector<OptionalAlgorithm>()> missing = [] { return std::vector<OptionalAlgorithm>(); };

  // One problem, from options or a line of JSON.
  const std::vector<Field>& (*fields)() = nullptr;  ///< the fields of a problem
  std::string place = {};                           ///< the problem's name in errors about JSON, if it has one
  /// The answer as one JSON line. InputError if the values are no problem; NoSolution.
  std::function<std::string(const FieldValues& given)> solve = nullptr;
  std::vector<AnswerFormat> formats = {};  ///< further formats of the answer, for one problem from options
  /// Why an answer of `solve` does not satisfy the question, such as parts beyond the tolerance; "" if it does. An
  /// unsatisfactory answer is compared with others, but is never a record.
  std::string (*shortcoming)(const FieldValues& given, const JsonReader& answer) =
      [](const FieldValues& /*given*/, const JsonReader& /*answer*/) { return std::string(); };

  // Only in some families.
  std::optional<AnswerEvaluation> evaluation = std::nullopt;
  /// The family's own study with the changes of a sweep file, see sweep_study(); nullptr if instances are only given,
  /// not drawn.
  std::function<engine::Experiment(const engine::SweepDefinition& definition)> sweep = nullptr;
  /// The fields of `draw`; nullptr if they are those of `solve`.
  const std::vector<Field>& (*drawing_fields)() = nullptr;
  /// The solution drawn in one format, "svg" or "text".
  std::function<std::string(const FieldValues& given, const std::string& format)> draw = nullptr;
  /// The option --algorithm then takes a list, or `all` for every algorithm with its defaults.
  RankedAnswers compare = nullptr;
  /// The answers of a problem with several, best first; `solve` shows them as a table or as JSON lines.
  Comparison (*rank)(const FieldValues& given) = nullptr;
  /// The division in whole cells that answers the problem, or that is given to `evaluate`, for files for users'
  /// programs.
  std::function<WholeDivision(const FieldValues& given)> divide = nullptr;
  /// The division of the first in the ranking of several algorithms.
  std::function<WholeDivision(const FieldValues& given, const std::vector<std::string>& algorithms)> divide_best =
      nullptr;
};

/// The fields of a problem, of one to be drawn, and of `evaluate`: empty if the family evaluates no
/// answers.
[[nodiscard]] const std::vector<Field>& fields_to_solve(const ProblemFamily& family);
[[nodiscard]] const std::vector<Field>& fields_to_draw(const ProblemFamily& family);
[[nodiscard]] const std::vector<Field>& fields_to_evaluate(const ProblemFamily& family);

/// All families by name. Filled before main() by the registrations; constant afterwards.
[[nodiscard]] const std::vector<ProblemFamily>& families();

/// The family with this name or synonym; nullptr if there is no such family.
[[nodiscard]] const ProblemFamily* find_family(std::string_view word);

/// The family of an experiment, by its registry of algorithms; nullptr if there are no sweeps of that family.
[[nodiscard]] const ProblemFamily* family_of(const engine::Experiment& experiment);

/// The answer to one JSON line. InputError for an invalid problem.
[[nodiscard]] std::string solve_line(const ProblemFamily& family, const std::string& line);
/// The answer as JSON. InputError for a number that is not finite, which JSON lacks.
[[nodiscard]] std::string solved(const ProblemFamily& family, const FieldValues& given);

/// The algorithms of all families, in the order of families().
[[nodiscard]] std::vector<AlgorithmInfo> all_algorithms();

/// The algorithms of all families that this build lacks.
[[nodiscard]] std::vector<OptionalAlgorithm> missing_algorithms();

/// The algorithms of one registry, by name.
template <class AlgorithmType>
[[nodiscard]] std::vector<AlgorithmInfo> registered_algorithms(const std::string& purpose) {
  std::vector<AlgorithmInfo> all;
  for (const AlgorithmType& entry : Registry<AlgorithmType>::instance().algorithms())
    all.push_back({purpose, entry.name, entry.source, entry.summary, entry.revision, entry.exact_everywhere,
                   entry.library, entry.options, entry.variants});
  return all;
}

/// The names of algorithms, each followed by its variants.
[[nodiscard]] std::vector<std::string> names_of(const std::vector<AlgorithmInfo>& algorithms);
template <class AlgorithmType>
[[nodiscard]] std::vector<std::string> registered_names() {
  return names_of(registered_algorithms<AlgorithmType>({}));
}

/// A namespace-scope constant of this type registers a family. It looks nothing up, since files are initialised in an
/// undefined order.
struct FamilyRegistration {
  explicit FamilyRegistration(ProblemFamily family);
};

/// The names of all families, and of those that have a sweep, in their order.
[[nodiscard]] std::vector<std::string> family_names();
[[nodiscard]] std::vector<std::string> sweep_family_names();

/// InputError with the nearest names for an unknown family, and for one without a sweep.
[[nodiscard]] const ProblemFamily& sweep_family(std::string_view name);

/// The study sweeps/NAME or PAPER/NAME. It has all axes of its family, with default values for those that the
/// definition does not name, so that naming one later makes no other study. Its definition (see
/// results::StudyRecord) contains family, revision, chunk, the digests of files and, if not all are stored, the
/// metrics. InputError for an unknown family, axis, metric, algorithm or rival, a value that its axis does not
/// accept, and unusable files.
[[nodiscard]] engine::Experiment sweep_experiment(const engine::SweepDefinition& definition);

/// The family's own study, which describes the family and is not run; the family must have one.
[[nodiscard]] engine::Experiment default_sweep(const ProblemFamily& family);

}  // namespace apportion::problems
