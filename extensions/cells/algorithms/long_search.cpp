// A search that continues from an answer: steps of several kinds in turn, each from the best division so far.
#include "extensions/cells/algorithms/long_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "algorithms/rectangles/random_draws.hpp"
#include "base/side_by_side.hpp"
#include "extensions/cells/algorithms/annealing.hpp"
#include "extensions/cells/algorithms/mesh_cuts.hpp"
#include "extensions/cells/algorithms/multilevel.hpp"
#include "extensions/cells/algorithms/rebalancing.hpp"
#include "extensions/cells/sim/cell_bounds.hpp"

namespace apportion {
namespace {

enum class StepKind { annealing, regrouping, new_group, cycle, new_start };

template <class Mesh>
class LongCellSearch {
 public:
  LongCellSearch(const CellProblem& problem, Mesh mesh, const Decomposition& start, const RandomStream& stream)
      : problem_(problem), levels_(problem, std::move(mesh)), stream_(stream) {
    if (problem.previous) home_ = previous_home(problem, levels_.finest());
    best_ = priced(place_owners(problem, levels_.finest(), start));
  }

  void run(std::size_t steps, const std::function<void(const Decomposition& better)>& found) {
    const double bound = problem_.previous ? 0 : cell_lower_bound(problem_);
    const auto is_optimal = [&] { return !best_.rank.has_shortcomings() && best_.rank.cost <= bound; };
    CellRank told = best_.rank;  // a shorter cut at the same cost leads the search even where the imbalance grows
    for (std::size_t first = 0; first < steps && !is_optimal(); first += turn)
      improve_in_turn(
          std::min(turn, steps - first), [&](std::size_t i) { return step(first + i); },
          [&](MeshAnswer better) {
            best_ = std::move(better);
            if (best_.rank >= told) return;
            told = best_.rank;
            found(division_of(problem_, levels_.finest(), best_.owners));
          });
  }

  // The best answer after annealing with a price of the imbalance.
  Decomposition evened_out() {
    constexpr std::array prices = {0.03, 0.3, 0.1, 1.0};
    for (const double price : prices) {
      RandomStream own = stream_.renamed(fmt::format("balance at equal cost, price {}", price));
      MeshDivision<Mesh> division(levels_.finest(), problem_.cluster.size(), best_.owners);
      constexpr std::int64_t moves_per_place = 600;
      const auto places = static_cast<std::int64_t>(division.boundary_places().size());
      anneal_objective(
          division, problem_,
          {.heat = 0.4, .last_heat = 0.1, .moves = moves_per_place * places, .excess = 1, .evenness = price}, own);
      if (MeshAnswer answer = priced(division.owners()); answer.rank < best_.rank) best_ = std::move(answer);
    }
    return division_of(problem_, levels_.finest(), best_.owners);
  }

 private:
  static constexpr std::size_t turn = 8;  // the steps of all kinds

  // By elements, new groups win more often than further annealings, and cycles are by the cut only.
  [[nodiscard]] StepKind kind_of(std::size_t number) const {
    using enum StepKind;
    constexpr std::array by_cut = {annealing, annealing, annealing, regrouping, annealing, cycle, annealing, new_start};
    constexpr std::array by_elements = {annealing, annealing, new_group, regrouping,
                                        annealing, new_group, new_group, new_start};
    if (problem_.previous) return annealing;
    return (problem_.objective == Objective::total ? by_cut : by_elements)[number % turn];
  }

  [[nodiscard]] MeshAnswer priced(PlaceOwners owners) const {
    MeshAnswer answer = levels_.answer_of(problem_.imbalance, std::move(owners));
    if (problem_.previous)
      answer.rank.cost +=
          problem_.previous->price * static_cast<double>(moved_places(problem_, levels_.finest(), answer.owners));
    return answer;
  }

  // A better answer than the best, if the step finds one.
  [[nodiscard]] std::optional<MeshAnswer> step(std::size_t number) const {
    RandomStream own = stream_.renamed(fmt::format("long search of cells, step {}", number));
    const StepKind kind = kind_of(number);
    MeshAnswer answer = annealed(begun(kind, own), kind == StepKind::new_start ? 0.5 : 0, own);
    // A division that was made worse needs more than one annealing before it can be the best.
    const int further = kind == StepKind::new_start ? 3 : kind == StepKind::new_group ? 1 : 0;
    for (int i = 0; i < further; ++i)
      if (MeshAnswer next = annealed(answer.owners, 0, own); next.is_better_than(answer)) answer = std::move(next);
    return answer.is_better_than(best_) ? std::optional(std::move(answer)) : std::nullopt;
  }

  // With the given first heat, or a drawn one if that is 0.
  [[nodiscard]] MeshAnswer annealed(PlaceOwners owners, double heat, RandomStream& stream) const {
    MeshDivision<Mesh> division(levels_.finest(), problem_.cluster.size(), std::move(owners));
    anneal_objective(division, problem_, drawn_annealing(division, heat, stream), stream);
    return priced(division.owners());
  }

  // The owners with which the step begins.
  [[nodiscard]] PlaceOwners begun(StepKind kind, RandomStream& stream) const {
    switch (kind) {
      case StepKind::regrouping: {
        const double trials = 1 + draw_unit(stream);
        const std::size_t largest = 2 + draw_below(5, stream);
        return regrouped({.trials_per_part = trials, .largest_group = largest}, stream);
      }
      case StepKind::new_group:
        return regrouped({.trials_per_part = 1 / static_cast<double>(problem_.cluster.size()), .even_if_worse = true},
                         stream);
      case StepKind::cycle:
        return levels_.improved_by_cycle(problem_.imbalance, best_, 1 + draw_below(3, stream), {}, stream).owners;
      case StepKind::new_start:
        return started_anew(stream);
      case StepKind::annealing:
        break;
    }
    return best_.owners;
  }

  [[nodiscard]] PlaceOwners started_anew(RandomStream& stream) const {
    const bool is_diagonal = problem_.objective != Objective::total &&
                             problem_.stencil == 2 * static_cast<int>(Mesh::axes) + 1 && draw_below(2, stream) == 0;
    const VolumeSettings volume{.draws = Mesh::axes == 3 ? 8 : 30};  // in space each is on the finest mesh
    return (is_diagonal ? levels_.volume_try(problem_.imbalance, volume, stream)
                        : levels_.multilevel_try(problem_.imbalance, {}, stream))
        .owners;
  }

  [[nodiscard]] PlaceOwners regrouped(RegroupingSettings settings, RandomStream& stream) const {
    MeshDivision<Mesh> division(levels_.finest(), problem_.cluster.size(), best_.owners);
    settings.stencil = problem_.objective == Objective::total ? 0 : problem_.stencil;
    regroup(division, load_windows(problem_, problem_.imbalance), settings, stream);
    return division.owners();
  }

  // Random settings: few or many moves, with little heat, or with the given first heat if that is not 0.
  [[nodiscard]] AnnealingSettings drawn_annealing(const MeshDivision<Mesh>& division, double heat,
                                                  RandomStream& stream) const {
    constexpr double least_heat = 0.15;
    constexpr double most_heat = 0.8;
    constexpr double least_moves = 2e4;
    constexpr double most_moves = 2e7;
    const double share_of_heat = draw_unit(stream);
    const double per_place = 100 * std::pow(20, draw_unit(stream));
    const auto places = static_cast<double>(division.boundary_places().size());
    AnnealingSettings settings;
    settings.heat = heat > 0 ? heat : least_heat * std::pow(most_heat / least_heat, share_of_heat);
    settings.last_heat = std::min(0.12, settings.heat);
    settings.moves = static_cast<std::int64_t>(std::clamp(per_place * places, least_moves, most_moves));
    settings.excess = 0.25 * std::pow(8, draw_unit(stream));
    if (problem_.objective != Objective::total) settings.sides = 0.1 * static_cast<double>(draw_below(2, stream));
    if (problem_.previous) settings.attachment = {.home = &home_, .price = problem_.previous->price};
    return settings;
  }

  const CellProblem& problem_;
  MeshLevels<Mesh> levels_;
  const RandomStream& stream_;
  PlaceOwners home_;
  MeshAnswer best_;
};

}  // namespace

void search_on(const CellProblem& problem, const Decomposition& start, std::size_t steps,
               const std::function<void(const Decomposition& better)>& found, RandomStream& stream) {
  if (problem.cluster.size() < 2 || problem.rows > most_mesh_cells / problem.columns) return;
  with_mesh(problem, "BEST",
            [&](auto mesh) { LongCellSearch(problem, std::move(mesh), start, stream).run(steps, found); });
}

Decomposition evened_out(const CellProblem& problem, const Decomposition& start, RandomStream& stream) {
  return with_mesh(problem, "BEST",
                   [&](auto mesh) { return LongCellSearch(problem, std::move(mesh), start, stream).evened_out(); });
}

}  // namespace apportion
