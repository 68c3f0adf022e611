// RCB: recursive coordinate bisection by loads, for unequal processors.
#include "algorithms/cells/cell_algorithm.hpp"
#include "algorithms/cells/load_tree.hpp"

namespace apportion {
namespace {

CellSolution solve_rcb(const CellProblem& problem, const Options& options, RandomStream& /*stream*/) {
  LoadTree tree = tree_without_nodes(problem);
  cut_by(problem, tree, [&](const LoadTree& cut, const BoxToCut& asked) {
    const bool wide = asked.box.band.width() >= asked.box.band.height();
    const LineBox box = wide ? asked.box : turned(asked.box);
    const std::size_t middle = nearest_half(cut, asked.first, asked.last);
    const double share = cut.speed(asked.first, middle) / cut.speed(asked.first, asked.last);
    return LoadCut{box.turned, nearest_line(problem, box, share * load_of(problem, box)), middle};
  });
  return {options.flag("jogs") ? jogged_division(problem, tree) : straight_division(problem, tree)};
}

const Registration<CellAlgorithm> rcb_registration{
    {.name = "RCB",
     .source = "Berger and Bokhari 1987, A partitioning strategy for nonuniform problems on multiprocessors; "
               "unequal processors and jogs by this project",
     .summary = "Splits the processors, fastest first, into halves of about equal speed, "
                "cuts their box across its longer side in proportion, and repeats this in both halves; takes loads.",
     .options = {jogs_option()},
     .variants = {"jogs"},
     .solve = solve_rcb}};

}  // namespace
}  // namespace apportion
