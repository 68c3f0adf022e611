// Figure 16: five decompositions of one array, and their costs.
#include <fmt/format.h>

#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/drawing/decompositions.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "experiments/sweeps/code_studies.hpp"
#include "sim/rectangles/costs.hpp"

namespace apportion::kaddoura {
namespace {

// In the order of the figure's parts (a) to (e).
const std::vector<std::string>& figure_algorithms() {
  static const std::vector<std::string> names = {"RecursiveBisection", "XY2", "TILE", "RecursiveBisection2",
                                                 "RecursiveBisection3"};
  return names;
}

constexpr double example_rows = 1000;
constexpr double example_columns = 3000;

RectangleProblem example(double rows, double columns) {
  return {{rows, columns}, {{0.5, 0.1, 0.1, 0.1, 0.1, 0.05, 0.05}, {}}, 0};
}

std::vector<problems::LabelledDecomposition> figure_parts() {
  std::vector<problems::LabelledDecomposition> parts;
  for (const std::string& name : figure_algorithms()) {
    RandomStream unused(0, name);
    const RectangleSolution solution =
        solve_rectangles(RectangleRegistry::instance().choose(name), example(example_rows, example_columns), unused);
    parts.push_back({fmt::format("({}) {}", static_cast<char>('a' + parts.size()), name), solution.decomposition});
  }
  return parts;
}

std::vector<problems::LabelledDecomposition> figure_parts_with_costs() {
  std::vector<problems::LabelledDecomposition> parts = figure_parts();
  for (problems::LabelledDecomposition& part : parts) part.title += fmt::format(": {:.6g}", acost(part.decomposition));
  return parts;
}

std::string svg_figure() { return problems::svg_drawing(figure_parts_with_costs()); }

std::vector<engine::DrawnPart> listed_figure() { return problems::drawn_parts(figure_parts()); }

std::string text_figure() {
  std::string text;
  for (const problems::LabelledDecomposition& part : figure_parts_with_costs())
    text += "\n" + part.title + "\n" + problems::text_drawing(part);
  return text;
}

engine::Experiment example_experiment() {
  engine::Experiment study = sweeps::described(problems::rectangle_study().study("kaddoura/figure16"));
  study.sample = engine::sampler([](const engine::Point& point, RandomStream& /*stream*/) {
    return example(point.number("rows"), point.number("columns"));
  });
  return engine::completed(std::move(study));
}

const engine::Registration figure16_registration{
    example_experiment, engine::NamedDrawing{"kaddoura/figure16", {svg_figure, text_figure, listed_figure}}};

}  // namespace
}  // namespace apportion::kaddoura
