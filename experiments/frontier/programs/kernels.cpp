// Classic data-parallel kernels: the cost of one distribution, the choices of Algorithm 1 and the optimum, and from
// which rho on several distributions pay.
#include "experiments/frontier/programs/kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>

#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/graphs/solve.hpp"
#include "experiments/problems/programs/solve.hpp"
#include "sim/programs/program.hpp"

namespace apportion::frontier {
namespace {

constexpr int processor_bits = 4;
constexpr int block_bits = 13;
constexpr std::size_t most_dimensions = 3;

std::int64_t number(const std::string& text, std::int64_t most, std::string_view name) {
  const std::int64_t value = text == "*" ? 1 : parse_whole(text).value_or(0);
  if (value < 1 || value > most) throw std::logic_error(fmt::format("distribution {} has no code", name));
  return value;
}

// --- The study

struct KernelMeasures {
  double cost = 0;
  double static_cost = 0;
  double proven = 0;
  double candidates = 0;
  double static_choice = 0;  ///< this and the next three are codes of distributions
  double first = 0;
  double second = 0;
  double third = 0;
  double distributions = 0;  ///< the number of different ones in the labelling
};
AlignmentGraph kernel_graph(const engine::Point& point, RandomStream& /*stream*/) {
  const auto size = static_cast<std::int64_t>(point.count("size"));
  problems::ProgramQuestion question =
      problems::parse_program_question(problems::kernel(point.text("kernel")).text, {{"n", size}});
  multiply_rates(question.program, point.number("rho"));
  return build_graph(question.program, question.model).graph;
}

KernelMeasures measure_kernel(const AlignmentGraph& graph, const GraphSolution& solution) {
  KernelMeasures measures{.cost = solution.cost,
                          .static_cost = solution.static_cost,
                          .proven = solution.proven_optimal ? 1.0 : 0.0,
                          .candidates = static_cast<double>(graph.candidates.size())};
  measures.static_choice = distribution_code(graph.candidates[best_static(graph).candidate]);
  // Distributions in the order of their first nodes.
  std::vector<std::size_t> chosen;
  for (const std::size_t label : solution.labels)
    if (!contains(chosen, label)) chosen.push_back(label);
  measures.distributions = static_cast<double>(chosen.size());
  const std::array<double*, 3> places{&measures.first, &measures.second, &measures.third};
  for (std::size_t i = 0; i < std::min(chosen.size(), places.size()); ++i)
    *places.at(i) = distribution_code(graph.candidates[chosen[i]]);
  return measures;
}

engine::Axis kernel_axis() {
  std::vector<std::string> names = collected(problems::kernels(), &EmbeddedFile::name);
  return engine::name_axis("kernel", "classic kernel, a description in experiments/frontier/programs",
                           engine::AxisRole::applied, names);
}

// Powers of two, from nearly free communication to words that cost a thousand operations.
std::vector<double> ratios() {
  std::vector<double> values;
  for (double rho = 0.015625; rho <= 1024; rho *= 2) values.push_back(rho);
  return values;
}

engine::Experiment programs_experiment() {
  engine::Experiment study = problems::graph_study().study("frontier/programs");
  study.title = "Classic kernels: one distribution, Algorithm 1 and the optimum, by problem size and rho";
  study.claim = "none; the question is which programs need more than one distribution, and from which rho on";
  study.source = "beyond the four papers: README.md in experiments/frontier/programs";
  study.axes = {kernel_axis(),
                engine::whole_axis("size", "parameter n of the description", engine::AxisRole::applied, 2, 3000,
                                   {32, 64, 128, 256, 512, 1024}),
                problems::rho_axis(ratios())};
  study.axes.back().title = "time of communicating a word over that of an operation";
  study.deterministic = true;
  study.algorithms = {"best-static", "algorithm1-cc", "optimal"};
  study.measured = engine::measured(
      measure_kernel,
      {{"cost", "completion time", "", "less", 1, &KernelMeasures::cost},
       {"static_cost", "completion time of the best static distribution", "", "", 1, &KernelMeasures::static_cost},
       {"proven", "proved optimal by the algorithm itself", "", "more", 0, &KernelMeasures::proven},
       {"candidates", "candidate distributions", "", "", 0, &KernelMeasures::candidates},
       {"distributions", "different distributions chosen", "", "", 0, &KernelMeasures::distributions},
       {"static_choice", "the best static distribution, as a code", "", "", 0, &KernelMeasures::static_choice},
       {"first_choice", "the first distribution chosen, as a code", "", "", 0, &KernelMeasures::first},
       {"second_choice", "the second one, 0 where there is none", "", "", 0, &KernelMeasures::second},
       {"third_choice", "the third one", "", "", 0, &KernelMeasures::third}});
  study.sample = engine::sampler(kernel_graph);
  return engine::completed(std::move(study));
}

const engine::Registration programs_registration{programs_experiment};

}  // namespace

double distribution_code(std::string_view name) {
  const std::vector<std::string> halves = split(name, '/');
  const std::vector<std::string> processors = split(halves.front(), 'x');
  const std::vector<std::string> blocks = split(halves.back(), 'x');
  if (halves.size() != 2 || processors.size() != blocks.size() || blocks.size() > most_dimensions)
    throw std::logic_error(fmt::format("distribution {} has no code", name));
  std::int64_t code = 0;
  for (std::size_t i = processors.size(); i-- > 0;) {
    code = (code << block_bits) + number(blocks[i], (std::int64_t{1} << block_bits) - 1, name);
    code = (code << processor_bits) + number(processors[i], std::int64_t{1} << processor_bits, name) - 1;
  }
  return static_cast<double>(code);
}

}  // namespace apportion::frontier
