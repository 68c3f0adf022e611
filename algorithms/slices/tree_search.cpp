// Annealing of slicing trees, whose moves take time proportional to the tree's depth.
#include "algorithms/slices/tree_search.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "algorithms/rectangles/random_draws.hpp"
#include "base/side_by_side.hpp"
#include "base/stopping.hpp"

namespace apportion::slices {
namespace {

constexpr double same = 1 - 1e-12;  // costs above this part of another are equal to it

// Makes a random change of the tree; returns false if it is not possible.
template <std::size_t D>
bool move(Tree<D>& tree, bool orders, RandomStream& stream) {
  using Number = typename Tree<D>::Number;
  const auto leaf = [&] { return static_cast<Number>(draw_below(tree.leaves(), stream)); };
  const auto any = [&] { return static_cast<Number>(draw_below(tree.size(), stream)); };
  const double kind = draw_unit(stream);
  if (kind < 0.25) {
    const auto node = static_cast<Number>(tree.leaves() + draw_below(tree.size() - tree.leaves(), stream));
    const std::size_t drawn = draw_below(orders ? D : D - 1, stream);
    return drawn == D - 1 ? tree.mirror(node) : tree.turn(node, (tree.at(node).axis + 1 + drawn) % D);
  }
  if (kind < 0.40) {
    const Number one = leaf();
    return tree.exchange(one, leaf());
  }
  const Number one = any();
  if (kind < 0.60) return tree.exchange(one, any());
  const Number target = any();
  const std::size_t axis = draw_below(D, stream);
  return tree.regraft(one, target, axis, draw_below(2, stream) == 0);
}

}  // namespace

template <std::size_t D>
Tree<D> annealed(const Problem<D>& problem, Tree<D> tree, const Annealing& settings, RandomStream& stream,
                 const Price<D>& price) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  if (settings.moves == 0 || tree.leaves() < 2) return tree;
  const double connections = problem.latency * (static_cast<double>(tree.leaves()) - 1);
  // The exact cost, or infinity if it is above the limit.
  const auto cost_up_to = [&](double limit) {
    if (price) return price(tree, limit);
    return tree.surface(problem.extent) + connections > limit ? infinite : cost(tree, problem);
  };
  double energy = cost_up_to(infinite);
  Tree<D> best = tree;
  double least = energy;
  std::vector<typename Tree<D>::Number> changed;  // nodes changed since `least` was found
  const double mean = std::pow(volume(problem.extent) / tree.leaves(), 1 - 1 / static_cast<double>(D));
  const double cooling = std::pow(settings.coldest / settings.hottest, 1 / static_cast<double>(settings.moves));
  double heat = settings.hottest * mean;
  for (std::size_t step = 0; step < settings.moves; ++step, heat *= cooling) {
    if (!move(tree, settings.orders, stream)) continue;
    stop_if_asked();
    const double limit = energy - heat * std::log(1 - draw_unit(stream));
    const double tried = is_wide_enough(tree, problem) ? cost_up_to(limit) : infinite;
    if (!(tried <= limit)) {
      tree.take_back();
      continue;
    }
    tree.keep(changed);
    energy = tried;
    if (changed.size() > 8 * std::size_t{tree.size()}) {
      std::ranges::sort(changed);
      changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
    }
    if (!(tried < least * same)) continue;
    least = tried;
    best.copy(tree, changed);
    changed.clear();
  }
  return best;
}

template <std::size_t D>
Tree<D> searched(const Problem<D>& problem, std::vector<Tree<D>> starts, std::span<const Effort> efforts,
                 const RandomStream& stream) {
  starts.push_back(bisection_by_count(problem));
  starts.push_back(bisection_by_weight(problem));
  starts.push_back(huffman(problem));
  std::erase_if(starts, [&](const Tree<D>& tree) { return !is_wide_enough(tree, problem); });
  if (starts.empty()) return huffman(problem);
  const Tree<D> start = *std::ranges::min_element(starts, {}, [&](Tree<D>& tree) { return cost(tree, problem); });
  const std::size_t parts = start.leaves();
  Tree<D> best = start;
  if (parts < 3) return best;
  for (std::size_t i = 0; i < efforts.size(); ++i) {
    const Effort& effort = efforts[i];
    RandomStream draws = stream.renamed(fmt::format("slicing trees, effort {}", i));
    const auto count = static_cast<double>(parts);
    // With a latency a move takes longer the more parts there are, since neighbours are counted.
    const double slower = problem.latency > 0 ? std::max(1.0, count / 60) : 1;
    const double moves = std::min(effort.moves_per_part * count, effort.most_moves) / slower;
    const bool is_short = moves < 1000 * count;  // hot annealing would end behind a good start
    const Annealing settings{
        .moves = static_cast<std::size_t>(moves), .hottest = is_short ? 0.05 : 0.3, .orders = problem.latency > 0};
    const std::size_t tries = effort.tries * (parts <= 16 ? 4 : parts <= 32 ? 2 : 1);
    for (std::size_t j = 0; j < tries; ++j) {
      Tree<D> found = annealed(problem, start, settings, draws);
      if (cost(found, problem) < cost(best, problem)) best = std::move(found);
    }
  }
  return best;
}

template <std::size_t D>
void search_on(const Problem<D>& problem, Tree<D> best, const std::function<void(const Tree<D>& better)>& found,
               const RandomStream& stream) {
  constexpr std::size_t turn = 5;
  const auto step = [&](std::size_t number) -> std::optional<Tree<D>> {
    RandomStream own = stream.renamed(fmt::format("long search of slicing trees, step {}", number));
    const bool is_new = number % turn == turn - 1;
    const double hottest = is_new ? 0.3 : 0.005 * std::pow(60, draw_unit(own));
    const double moves = 1000 * std::pow(8, draw_unit(own)) * static_cast<double>(best.leaves());
    const Annealing settings{
        .moves = static_cast<std::size_t>(moves), .hottest = hottest, .orders = problem.latency > 0};
    Tree<D> known = best;
    Tree<D> next = annealed(problem, is_new ? huffman(problem) : known, settings, own);
    if (!is_wide_enough(next, problem) || !(cost(next, problem) < cost(known, problem) * same)) return std::nullopt;
    return next;
  };
  improve_in_turn(std::numeric_limits<std::size_t>::max(), step, [&](Tree<D> better) {
    best = std::move(better);
    found(best);
  });
}

template Tree<2> annealed(const Problem<2>& problem, Tree<2> tree, const Annealing& settings, RandomStream& stream,
                          const Price<2>& price);
template Tree<2> searched(const Problem<2>& problem, std::vector<Tree<2>> starts, std::span<const Effort> efforts,
                          const RandomStream& stream);
template Tree<3> searched(const Problem<3>& problem, std::vector<Tree<3>> starts, std::span<const Effort> efforts,
                          const RandomStream& stream);
template void search_on(const Problem<2>& problem, Tree<2> best,
                        const std::function<void(const Tree<2>& better)>& found, const RandomStream& stream);
template void search_on(const Problem<3>& problem, Tree<3> best,
                        const std::function<void(const Tree<3>& better)>& found, const RandomStream& stream);

}  // namespace apportion::slices
