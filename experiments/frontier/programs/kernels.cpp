// Classic data-parallel kernels: the cost of one distribution, the choices of Algorithm 1 and the optimum, and from
// which rho on several distributions pay.
#include "experiments/frontier/programs/kernels.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <stdexcept>

#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/graphs/solve.hpp"
#include "experiments/problems/programs/solve.hpp"
#include "experiments/sweeps/code_studies.hpp"
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

AlignmentGraph kernel_graph(const engine::Point& point, RandomStream& /*stream*/) {
  const auto size = static_cast<std::int64_t>(point.count("size"));
  problems::ProgramQuestion question =
      problems::parse_program_question(problems::kernel(point.text("kernel")).text, {{"n", size}});
  multiply_rates(question.program, point.number("rho"));
  return build_graph(question.program, question.model).graph;
}

// The choices are codes of distributions, in the order of their first nodes.
engine::Numbers measure_kernel(const AlignmentGraph& graph, const GraphSolution& solution) {
  std::vector<std::size_t> chosen;
  for (const std::size_t label : solution.labels)
    if (!contains(chosen, label)) chosen.push_back(label);
  const auto choice = [&](std::size_t place) {
    return place < chosen.size() ? distribution_code(graph.candidates[chosen[place]]) : 0;
  };
  return {{"cost", solution.cost},
          {"static_cost", solution.static_cost},
          {"proven", solution.proven_optimal},
          {"candidates", graph.candidates.size()},
          {"distributions", chosen.size()},
          {"static_choice", distribution_code(graph.candidates[best_static(graph).candidate])},
          {"first_choice", choice(0)},
          {"second_choice", choice(1)},
          {"third_choice", choice(2)}};
}

engine::Experiment programs_experiment() {
  engine::Experiment study = problems::graph_study().study("frontier/programs");
  study.axes = {engine::name_axis("kernel", "classic kernel, a description in experiments/frontier/programs",
                                  engine::AxisRole::applied, collected(problems::kernels(), &EmbeddedFile::name))};
  study = sweeps::described(std::move(study));
  engine::set_measure(study, measure_kernel);
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
