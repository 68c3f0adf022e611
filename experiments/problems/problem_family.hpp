// Problem families: what each declares of itself, how it is found by name, and the studies that sweep files make of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "algorithms/registry.hpp"
#include "experiments/engine/experiment.hpp"
#include "experiments/engine/study.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/options.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/divisions/division_format.hpp"

namespace apportion::problems {

/// A registered algorithm without its type.
struct AlgorithmInfo {
  std::string purpose;  ///< what it is an algorithm for: "rectangles"
  std::string name;
  std::string source;
  std::string summary;
  int revision = 0;
  bool exact_everywhere = true;  ///< see Algorithm
  std::string library;           ///< see Algorithm
  std::vector<OptionSpec> options;
  std::vector<std::string> variants;
};

/// A problem that has no answer, or for which no answer was found. What `solve` prints instead says which; exit
/// status 1.
class NoSolution : public UserError {
 public:
  explicit NoSolution(const std::string& printed) : UserError(printed, 1) {}
};

/// What `solve --format NAME` prints beside JSON. It throws what ProblemFamily::solve throws.
struct AnswerFormat {
  std::string name;
  std::string summary;  ///< what is printed, in a few words
  std::string (*solve)(const FieldValues& given) = nullptr;
};

/// What `evaluate` prints of an answer, and whether that is one: the exit status is 1 where it breaks a rule of the
/// problem.
struct Evaluation {
  std::string line;
  bool is_allowed = true;
};

/// How `evaluate` judges an answer that is given with its problem. InputError where it is not an answer.
struct AnswerEvaluation {
  using Alone = Evaluation (*)(const FieldValues& given);
  /// Ranked beside what algorithms make of the problem, which may be an empty list.
  using Beside = Comparison (*)(const FieldValues& given, const std::vector<std::string>& algorithms);

  const std::vector<Field>& (*fields)() = nullptr;  ///< of the problem and the answer
  std::variant<Alone, Beside> evaluate;             ///< what the answer costs, computed from the problem alone
};

/// One family. Nothing but its FamilyRegistration knows it; the program finds it in families().
struct ProblemFamily {
  std::string name;                        ///< the word for it in `solve`, `draw`, `list` and sweep files
  std::vector<std::string> synonyms = {};  ///< other words that `solve` and `draw` take
  std::string summary;                     ///< one line
  std::string compared_metric = {};        ///< the cost that the family's paper compares
  /// All algorithms of its registries, registry by registry; and those that this build lacks.
  std::vector<AlgorithmInfo> (*algorithms)() = [] { return std::vector<AlgorithmInfo>(); };
  std::vector<OptionalAlgorithm> (*missing)() = [] { return std::vector<OptionalAlgorithm>(); };

  // One problem, by options or as a line of JSON.
  const std::vector<Field>& (*fields)() = nullptr;  ///< what it is given by
  std::string place = {};                           ///< its name in errors about JSON, where it has one
  /// The answer as one JSON line. InputError where the values do not make a problem; NoSolution.
  std::string (*solve)(const FieldValues& given) = nullptr;
  std::vector<AnswerFormat> formats = {};  ///< others of the answer, for one problem given by options
  /// Why an answer of `solve` does not meet the question, such as parts beyond the tolerance; "" where it does. One
  /// that does not is compared with others, but is never a record.
  std::string (*shortcoming)(const FieldValues& given, const JsonReader& answer) =
      [](const FieldValues& /*given*/, const JsonReader& /*answer*/) { return std::string(); };

  // What only some families offer.
  std::optional<AnswerEvaluation> evaluation = std::nullopt;
  /// The family's own study, filled with what a sweep file says, see sweep_study(); nullptr where instances are given
  /// and not drawn.
  engine::Experiment (*sweep)(const engine::SweepDefinition& definition) = nullptr;
  /// What `draw` is given: nullptr where that is what `solve` is given.
  const std::vector<Field>& (*drawing_fields)() = nullptr;
  /// The solution drawn in one format, "svg" or "text".
  std::string (*draw)(const FieldValues& given, const std::string& format) = nullptr;
  /// What several algorithms make of the problem. The option --algorithm then takes a list, or `all` for every
  /// algorithm with its defaults.
  Comparison (*compare)(const FieldValues& given, const std::vector<std::string>& algorithms) = nullptr;
  /// The answers of a problem that has several, best first, which `solve` shows as a table or, as JSON, a line each.
  Comparison (*rank)(const FieldValues& given) = nullptr;
  /// The division in whole cells that answers the problem, or that `evaluate` is given, for the files of users'
  /// programs.
  WholeDivision (*divide)(const FieldValues& given) = nullptr;
  /// That of the first in the ranking of several algorithms, where a ranking chooses.
  WholeDivision (*divide_best)(const FieldValues& given, const std::vector<std::string>& algorithms) = nullptr;
};

/// What a problem is given by, also to be drawn, and what `evaluate` is given: no fields where the family evaluates no
/// answers.
[[nodiscard]] const std::vector<Field>& fields_to_solve(const ProblemFamily& family);
[[nodiscard]] const std::vector<Field>& fields_to_draw(const ProblemFamily& family);
[[nodiscard]] const std::vector<Field>& fields_to_evaluate(const ProblemFamily& family);

/// All families by name. Filled before main() by the registrations; constant afterwards.
[[nodiscard]] const std::vector<ProblemFamily>& families();

/// The family of that name or synonym; nullptr where there is no such family.
[[nodiscard]] const ProblemFamily* find_family(std::string_view word);

/// The answer to one JSON line. InputError for one that is no problem.
[[nodiscard]] std::string solve_line(const ProblemFamily& family, const std::string& line);
/// The answer, as JSON. InputError where it has a number that is not finite, which JSON does not know.
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

/// A namespace-scope constant of this type registers a family. It looks nothing up: the order in which files are
/// initialised is not defined.
struct FamilyRegistration {
  explicit FamilyRegistration(ProblemFamily family);
};

/// The names of all families, and of those that have a sweep, in their order.
[[nodiscard]] std::vector<std::string> family_names();
[[nodiscard]] std::vector<std::string> sweep_family_names();

/// InputError with the nearest names for an unknown family, and for one without a sweep.
[[nodiscard]] const ProblemFamily& sweep_family(std::string_view name);

/// The study sweeps/NAME or PAPER/NAME. It has all axes of its family, those that the definition does not name with
/// their default values, so that naming one later makes no other study of it. Its definition (see results::StudyRecord)
/// tells family, revision, chunk, the digests of files and, where not all are stored, the metrics. InputError for an
/// unknown family, axis, metric, algorithm or rival, a value that may not stand on its axis, and files that cannot be
/// used.
[[nodiscard]] engine::Experiment sweep_experiment(const engine::SweepDefinition& definition);

/// The family's own study, which describes the family and is not run; it must have one.
[[nodiscard]] engine::Experiment default_sweep(const ProblemFamily& family);

}  // namespace apportion::problems
