// BEST of whole cells: the trees of several rectangle algorithms with jogs, then local improvement of the best.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/cells/candidate_trees.hpp"
#include "algorithms/cells/cell_algorithm.hpp"
#include "algorithms/cells/improvement.hpp"
#include "algorithms/cells/stripes.hpp"
#include "base/error.hpp"
#include "sim/rectangles/accuracy.hpp"
#include "sim/rectangles/whole.hpp"

namespace apportion {
namespace {

constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();

// A rectangle algorithm that takes part, up to a number of processors.
struct Member {
  std::string_view name;
  std::size_t at_most = any_number;
  std::size_t at_most_with_latency = any_number;
};

struct Effort {
  std::string_view name;
  std::vector<Member> members;
  std::size_t improved = 0;  // trees, the best ones
  std::int64_t steps = 0;    // of the improvement of each
};

// XY2 and BEST are also those that JOGGED and ROUNDED take by default, so that BEST is never worse.
const std::vector<Effort>& efforts() {
  static const std::vector<Effort> list = {
      {"quick", {{"BEST[effort=quick]"}, {"XY2", any_number, 300}, {"HUFFMAN"}, {"SQUARIFIED"}}, 2, 20'000},
      {"normal",
       {{"BEST"}, {"XY2", any_number, 300}, {"HUFFMAN"}, {"SQUARIFIED"}, {"ROLLOUT", 200, 50}, {"NAGAMOCHI-ABE"}},
       4,
       200'000},
      {"thorough",
       {{"BEST[effort=thorough]"},
        {"BEST"},
        {"XY2", any_number, 300},
        {"HUFFMAN"},
        {"SQUARIFIED"},
        {"ROLLOUT", 500, 100},
        {"NAGAMOCHI-ABE"},
        {"RANGE", 250, 250}},
       8,
       4'000'000}};
  return list;
}

constexpr double heat = 2;  // edges

const Effort& effort_of(const Options& options) {
  const std::string& text = options.text("effort");
  const auto found = std::ranges::find(efforts(), text, &Effort::name);
  if (found == efforts().end())
    throw InputError(fmt::format("option effort of BEST is '{}'; it must be quick, normal or thorough", text));
  return *found;
}

// The best division so far, and the trees to improve.
class Portfolio {
 public:
  Portfolio(const CellProblem& problem, RandomStream& stream) : problem_(problem), stream_(stream) {}

  void offer(Decomposition division) {
    const CellCost cost = cost_of(problem_, division);
    if (best_ && !cost.is_better_than(cost_)) return;
    best_ = std::move(division);
    cost_ = cost;
  }

  void offer(CellTree tree) {
    Decomposition division = division_of(problem_, tree);
    trees_.push_back({std::move(tree), cost_of(problem_, division)});
    offer(std::move(division));
  }

  // Members refuse what they cannot divide accurately.
  void offer(const Member& member) {
    const std::size_t p = problem_.cluster.size();
    if (p > (problem_.latency > 0 ? member.at_most_with_latency : member.at_most)) return;
    try {
      const Configured<RectangleAlgorithm> chosen = RectangleRegistry::instance().choose(member.name);
      const RectangleSolution exact = chosen.solve(rectangle_problem(problem_), stream_);
      if (std::optional<CellTree> tree = cell_tree_of(problem_, exact.decomposition)) offer(*std::move(tree));
      require_accurate(rectangle_problem(problem_), exact.decomposition);
      offer(to_whole(exact.decomposition, problem_.cluster).decomposition);
    } catch (const InputError&) {
      return;
    }
  }

  void improve(std::size_t trees, std::int64_t steps) {
    if (problem_.cluster.size() > largest_p_of_improvement) return;
    std::ranges::stable_sort(
        trees_, [](const PricedTree& one, const PricedTree& other) { return one.cost.is_better_than(other.cost); });
    const std::size_t count = std::min(trees, trees_.size());
    for (std::size_t i = 0; i < count; ++i) {
      RandomStream own = stream_.renamed(fmt::format("BEST of cells {}", i));
      offer(improved(problem_, std::move(trees_[i].tree), {steps, heat}, own).tree);
    }
  }

  Decomposition best() { return *std::move(best_); }

 private:
  const CellProblem& problem_;
  RandomStream& stream_;
  std::vector<PricedTree> trees_;
  std::optional<Decomposition> best_;
  CellCost cost_;
};

CellSolution solve(const CellProblem& problem, const Options& options, RandomStream& stream) {
  require_full_grid(problem, "BEST");
  const Effort& effort = effort_of(options);
  Portfolio portfolio(problem, stream);
  portfolio.offer(stripes(problem, false));
  portfolio.offer(stripes(problem, true));
  portfolio.offer(bisection_tree(problem));
  for (const Member& member : effort.members) portfolio.offer(member);
  portfolio.improve(effort.improved, effort.steps);
  return {portfolio.best()};
}

const Registration<CellAlgorithm> registration{
    {.name = "BEST",
     .source = "this project",
     .summary = "All parts within one cell of their shares, then not empty and connected, then the least boundary + "
                "latency * neighbours: of STRIPES and of the trees of several rectangle algorithms with jogs, the "
                "best of which are improved by simulated annealing.",
     .exact_everywhere = false,
     .options = {{.name = "effort",
                  .kind = OptionKind::text,
                  .default_value = "normal",
                  .summary = "quick, normal or thorough"}},
     .variants = {"effort=quick"},
     .solve = solve}};

}  // namespace
}  // namespace apportion
