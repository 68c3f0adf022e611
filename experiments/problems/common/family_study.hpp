// The common frame of families in studies: pages and replays of solutions, and sweeps with clusters and instances from
// files.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "experiments/engine/erasure.hpp"
#include "experiments/problems/common/family.hpp"
#include "experiments/problems/common/sweep_study.hpp"

namespace apportion::problems {

/// The solutions as answers below these titles.
template <class Question, class Answer>
[[nodiscard]] std::vector<Answer> measured_answers(const Family<Question, Answer>& family,
                                                   const typename Question::Algorithm::Instance& problem,
                                                   const std::vector<std::string>& titles,
                                                   const std::vector<typename Question::Algorithm::Solution>& solutions,
                                                   const std::vector<std::string>& names) {
  std::vector<Answer> answers;
  for (std::size_t i = 0; i < solutions.size(); ++i) {
    answers.push_back(family.studied.answer(problem, solutions[i]));
    answers.back().algorithm = titles[i];
    if constexpr (requires { answers.back().names; }) answers.back().names = names;
  }
  return answers;
}

/// How a family's problems and solutions are shown; processors may have names. "XY2, rank 2 of 6: 4500, gap 1.55 %" is
/// a title of one of several drawings.
template <class Question, class Answer>
[[nodiscard]] engine::Presentation<typename Question::Algorithm> presentation_of(
    const Family<Question, Answer>& family, const std::vector<std::string>& names = {}) {
  using Problem = typename Question::Algorithm::Instance;
  using Solution = typename Question::Algorithm::Solution;
  using Titles = std::vector<std::string>;
  using Solutions = std::vector<Solution>;
  engine::Presentation<typename Question::Algorithm> shown{
      .instance = family.studied.instance != nullptr ? family.studied.instance : family.exchange.problem};
  if (family.studied.text != nullptr)
    shown.text = [&family, names](const Problem& problem, const Solution& solution) {
      return family.studied.text(problem, solution, names);
    };
  if (family.drawing.beside == nullptr) return shown;
  const auto question_of = [](const Problem& problem) {
    Question question;
    question.problem = problem;
    return question;
  };
  const auto is_shown = [&family](const Problem& problem) {
    return family.studied.is_shown == nullptr || family.studied.is_shown(problem);
  };
  shown.svg = [=, &family](const Problem& problem, const Titles& titles, const Solutions& solutions) -> std::string {
    if (!is_shown(problem)) return {};
    std::vector<Answer> answers = measured_answers(family, problem, titles, solutions, names);
    std::vector<RankingKey> keys;
    for (const Answer& answer : answers) keys.push_back(family.ranking.key(answer));
    const Titles ranks = ranked_names(keys);
    for (std::size_t i = 0; i < answers.size(); ++i) answers[i].algorithm = ranks[i];
    const auto [all, across] = family.drawings(question_of(problem), answers);
    return svg_drawing(all, std::max<std::size_t>(across, 1));
  };
  shown.parts = [=, &family](const Problem& problem, const Titles& titles, const Solutions& solutions) {
    if (!is_shown(problem)) return std::vector<engine::DrawnPart>();
    auto [all, across] =
        family.drawings(question_of(problem), measured_answers(family, problem, titles, solutions, names));
    if (across > 0) return std::vector<engine::DrawnPart>();  // of sections
    for (std::size_t i = 0; i < all.size(); ++i) all[i].title = titles[i];
    return drawn_parts(all);
  };
  return shown;
}

/// The study of a family: what is its own. The frame makes sweeps of it.
template <class QuestionType, class AnswerType>
struct FamilyStudy {
  using Question = QuestionType;
  using Answer = AnswerType;
  using Problem = typename Question::Algorithm::Instance;

  const Family<Question, Answer>& (*frame)();
  std::string title = {};
  std::string source = {};
  std::int64_t samples = 20;
  std::int64_t chunk_size = 20;
  std::vector<std::string> algorithms = {};  ///< without others in a sweep file
  std::vector<engine::PairedMetric> paired_metrics = {};
  std::vector<engine::Axis> (*axes)() = nullptr;
  /// Whether sweeps have `aspect`, columns over rows, in place of the axis `columns` unless they name that.
  bool by_aspect = false;
  /// The problem of a point. With files, a source of clusters that is not empty.
  Problem (*sample)(const ClusterSource& source, const engine::Point& point, RandomStream& stream) = nullptr;
  /// Throws if these metrics cannot be measured at all values of the axes, and sets what a given cluster changes.
  void (*require)(const std::vector<engine::Axis>& axes, const std::vector<std::string>& metrics) = nullptr;
  void (*take_cluster)(const GivenCluster& cluster, engine::Experiment& study) = nullptr;
  bool (*is_random)(const engine::Experiment& study) =
      nullptr;                                 ///< whether samples differ although the cluster is given
  std::vector<std::string> cluster_axes = {};  ///< see SweepInputs
  /// Problems in files: their fields, those of `solve` alone, and the axes that change them.
  const std::vector<Field>& (*fields)() = nullptr;
  std::string place = {};                                               ///< of a problem in errors, if it has one
  std::vector<std::pair<std::string, std::string>> only_in_solve = {};  ///< and what sweeps do instead, in words
  std::map<std::string, void (*)(double value, Problem& problem)> applied = {};
  bool are_named = false;                                  ///< see GivenInstances
  void (*require_line)(const Problem& problem) = nullptr;  ///< InputError for what sweeps do not take

  /// A study of the family's algorithms, problems and metrics, without axes.
  [[nodiscard]] engine::Experiment study(const std::string& name = {}) const {
    const Family<Question, Answer>& family = frame();
    engine::Experiment of_family{.name = name};
    of_family.solvers = engine::solvers_of<typename Question::Algorithm>();
    of_family.measured = measured_by(family.quantities(), family.studied.answer, family.studied.require);
    if (require != nullptr) of_family.require = require;
    of_family.sample = sampler({});
    of_family.forms = engine::shown(presentation_of(family));
    return of_family;
  }

  /// The same with all that a sweep takes from its family.
  [[nodiscard]] engine::Experiment sweep_study_of(bool by_columns) const {
    engine::Experiment swept = study();
    swept.axes = axes();
    swept.title = title;
    swept.source = source;
    swept.samples = samples;
    swept.chunk_size = chunk_size;
    swept.algorithms = algorithms;
    swept.paired_metrics = paired_metrics;
    if (by_aspect && !by_columns) *std::ranges::find(swept.axes, "columns", &engine::Axis::name) = aspect_axis();
    return swept;
  }

  /// The family's study with the changes of a sweep file. A cluster replaces cluster_axes. The lines of instances are
  /// those of `solve`, whose "algorithm" is ignored.
  [[nodiscard]] engine::Experiment sweep(const engine::SweepDefinition& definition) const {
    const Family<Question, Answer>& family = frame();
    SweepInputs inputs;
    if (fields != nullptr)
      inputs.instances =
          given_instances<Problem>([this](const std::string& line) { return problem_in(line); }, applied, are_named);
    if (!cluster_axes.empty()) {
      inputs.cluster_axes = cluster_axes;
      inputs.set_clusters = [this](const ClusterSource& clusters, engine::Experiment& swept) { set(clusters, swept); };
    }
    const bool by_columns = by_aspect && definition.axes.contains("columns");
    engine::Experiment made = sweep_study(sweep_study_of(by_columns), definition, inputs, own_solvers(family.exchange));
    if (by_columns && !definition.is_built_in) made.definition.insert(0, "by columns, ");
    return made;
  }

 private:
  /// The valid problem of a line as `solve --batch` takes it.
  [[nodiscard]] Problem problem_in(const std::string& line) const {
    const FieldValues given(fields(), parse_json(line), place);
    for (const auto& [name, advice] : only_in_solve)
      if (given.has(name))
        throw InputError(
            fmt::format("{} works in solve only{}{}", name, advice.empty() ? "" : "; in a sweep ", advice));
    given.require_no_files();
    Problem problem = frame().read(given).problem;
    validate(problem);
    if (require_line != nullptr) require_line(problem);
    return problem;
  }

  [[nodiscard]] engine::Sampler sampler(const ClusterSource& clusters) const {
    return engine::sampler([draw = sample, clusters](const engine::Point& point, RandomStream& stream) {
      return draw(clusters, point, stream);
    });
  }

  void set(const ClusterSource& clusters, engine::Experiment& swept) const {
    swept.sample = sampler(clusters);
    if (clusters.given == nullptr) return;
    if (take_cluster != nullptr) take_cluster(*clusters.given, swept);
    swept.forms = engine::shown(presentation_of(frame(), clusters.given->names));
    if (is_random != nullptr && is_random(swept)) return;
    swept.deterministic = true;
    swept.samples = 1;
  }
};

}  // namespace apportion::problems
