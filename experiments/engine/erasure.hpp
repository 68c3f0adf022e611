// Erases the types of a study for the engine: included by code with its own types of instances, solutions or measures.
#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>
#include <variant>

#include "base/text.hpp"
#include "experiments/engine/experiment.hpp"

namespace apportion::engine {

/// A sampler from a function that draws one instance from a point and a stream.
template <class Function>
[[nodiscard]] Sampler sampler(Function sample) {
  using Instance = std::decay_t<std::invoke_result_t<const Function&, const Point&, RandomStream&>>;
  return [sample = std::move(sample)](const Point& point, std::span<RandomStream> streams) -> std::any {
    std::vector<Instance> instances;
    instances.reserve(streams.size());
    for (RandomStream& stream : streams) instances.push_back(sample(point, stream));
    return instances;
  };
}

/// Makes `solve`, a function from an instance and a stream to a solution, the solver's function.
template <class Instance, class Solution, class Solve>
void set_solve(Solver& solver, Solve solve) {
  solver.solve = [solve = std::move(solve)](const Value& instance, RandomStream& stream, std::any& solution) {
    if (!solution.has_value()) solution = std::vector<Solution>();
    auto& place = std::any_cast<std::vector<Solution>&>(solution);
    place.clear();
    place.push_back(solve(instance.as<Instance>(), stream));
  };
}

/// `Instance` is the algorithm's, or derived from it if the study's problems contain more than the algorithm uses.
template <class AlgorithmType, class Instance = typename AlgorithmType::Instance>
[[nodiscard]] Solver solver_of(const ChosenAlgorithm<AlgorithmType>& chosen) {
  using Solution = typename AlgorithmType::Solution;
  Solver solver{
      .name = chosen.canonical_name(), .revision = chosen.revision(), .exact_everywhere = chosen.exact_everywhere()};
  set_solve<Instance, Solution>(
      solver, [chosen](const Instance& instance, RandomStream& stream) { return chosen.solve(instance, stream); });
  if (chosen.own() != nullptr) solver.own = chosen.own()->program;
  if constexpr (std::is_same_v<Instance, typename AlgorithmType::Instance>)
    if (chosen.has_batches())
      solver.solve_batch = [chosen](const std::any& instances) -> std::any {
        return chosen.solve_batch(std::any_cast<const std::vector<Instance>&>(instances));
      };
  return solver;
}

/// The canonical names of all entries of a family's registry.
template <class AlgorithmType>
[[nodiscard]] std::vector<std::string> registered_names() {
  return collected(Registry<AlgorithmType>::instance().entries(), &Configured<AlgorithmType>::canonical_name);
}

/// The registered algorithms of a family, and the user's own.
template <class AlgorithmType, class Instance = typename AlgorithmType::Instance>
[[nodiscard]] Solvers solvers_of(const OwnAlgorithms<AlgorithmType>& own = {}) {
  return {[own](const std::string& name) { return solver_of<AlgorithmType, Instance>(choose_algorithm(own, name)); },
          registered_names<AlgorithmType>};
}

/// A column of a study with its own solving function, which draws only if it takes a stream.
template <class Instance, class Solution>
struct StudyFunction {
  std::string name;
  std::variant<std::function<Solution(const Instance&)>, std::function<Solution(const Instance&, RandomStream&)>> solve;
  bool exact_everywhere = true;
  int revision = 1;  ///< grows whenever an answer can change

  [[nodiscard]] Solution operator()(const Instance& instance, RandomStream& stream) const {
    if (solve.index() == 0) return std::get<0>(solve)(instance);
    return std::get<1>(solve)(instance, stream);
  }
};

/// The function of this name; InputError for an unknown name, and for options, which functions do not have.
template <class Function>
[[nodiscard]] const Function& named_function(const std::vector<Function>& functions, const std::string& text) {
  const BracketedName parts = split_bracketed(text);
  const auto found = std::ranges::find(functions, parts.name, &Function::name);
  if (found == functions.end()) throw unknown_name("algorithm", parts.name, collected(functions, &Function::name));
  static_cast<void>(Options::parse(parts.options, {}, found->name));
  return *found;
}

/// Makes `measure` the function that gives the numbers of all metrics of the study. std::out_of_range when it lacks
/// one.
template <class Instance, class Solution>
void set_measure(Experiment& study, Numbers (*measure)(const Instance& instance, const Solution& solution)) {
  study.measured.prepare = [measure, metrics = study.measured.metrics](const std::vector<bool>& /*needed*/) -> Measure {
    return [measure, metrics](const Value& instance, const Value& solution, std::span<double> row) {
      const Numbers numbers = measure(instance.as<Instance>(), solution.as<Solution>());
      for (std::size_t m = 0; m < metrics.size(); ++m) row[m] = numbers.at(metrics[m].record.name);
    };
  };
}

/// Makes these functions the columns of the study, in this order; messages sort them by name. If they give Numbers,
/// these are measured.
template <class Instance, class Solution>
void set_functions(Experiment& study, std::vector<StudyFunction<Instance, Solution>> functions) {
  using Function = StudyFunction<Instance, Solution>;
  study.algorithms = collected(functions, &Function::name);
  std::ranges::sort(functions, {}, &Function::name);
  study.solvers = {[functions](const std::string& name) {
    const Function& function = named_function(functions, name);
    Solver solver{.name = function.name, .revision = function.revision, .exact_everywhere = function.exact_everywhere};
    set_solve<Instance, Solution>(solver, function);
    return solver;
  }};
  if constexpr (std::is_same_v<Solution, Numbers>)
    set_measure<Instance, Solution>(study,
                                    [](const Instance& /*instance*/, const Numbers& numbers) { return numbers; });
}

/// How a family shows its instances and solutions to readers; nullptr for forms that it lacks. The functions do not
/// throw. They may hold data that instances lack, such as the names of processors.
template <class AlgorithmType>
struct Presentation {
  using Instance = typename AlgorithmType::Instance;
  using Solution = typename AlgorithmType::Solution;

  /// One JSON line as `apportion solve` takes it.
  std::function<std::string(const Instance& instance)> instance = nullptr;
  /// Lines of text.
  std::function<std::string(const Instance& instance, const Solution& solution)> text = nullptr;
  std::function<SampleDrawing(const Instance& instance, const std::vector<std::string>& titles,
                              const std::vector<Solution>& solutions)>
      drawing = nullptr;
};

/// `Instance`: see solver_of().
template <class AlgorithmType, class Instance = typename AlgorithmType::Instance>
[[nodiscard]] Forms shown(const Presentation<AlgorithmType>& typed) {
  using Solution = typename AlgorithmType::Solution;
  Forms forms;
  if (typed.instance)
    forms.instance = [of = typed.instance](const Value& instance) { return of(instance.as<Instance>()); };
  if (typed.text)
    forms.text = [of = typed.text](const Value& instance, const Value& solution) {
      return of(instance.as<Instance>(), solution.as<Solution>());
    };
  if (typed.drawing)
    forms.drawing = [of = typed.drawing](const Value& instance, const std::vector<std::string>& titles,
                                         const std::vector<std::any>& solutions) {
      std::vector<Solution> values;
      for (const std::any& solution : solutions) values.push_back(Value(solution).as<Solution>());
      return of(instance.as<Instance>(), titles, values);
    };
  return forms;
}

}  // namespace apportion::engine
