// The steps of tolerances, and what is done at each.
#include "algorithms/cells/tolerance_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace apportion {
namespace {

struct Step {
  double imbalance;
  bool searched;
};
constexpr std::array<Step, 13> steps = {{{0, true},
                                         {0.001, true},
                                         {0.002, false},
                                         {0.005, false},
                                         {0.01, true},
                                         {0.02, false},
                                         {0.03, true},
                                         {0.05, false},
                                         {0.1, true},
                                         {0.2, false},
                                         {0.3, true},
                                         {0.5, false},
                                         {1, true}}};

// Steps that allow no more than a cell are the first one again.
std::vector<Step> steps_of(const CellProblem& problem) {
  const double cell = problem.loads ? problem.loads->greatest() : 1;
  const std::vector<double> ideal = shares(problem);
  const double largest = *std::ranges::max_element(ideal);
  std::vector<Step> result = {steps[0]};
  for (const Step& step : steps)
    if (step.imbalance > 0 && step.imbalance <= problem.imbalance && step.imbalance * largest > cell)
      result.push_back(step);
  return result;
}

class Search {
 public:
  Search(const MeshLevels& levels, RandomStream& stream) : levels_(levels), stream_(stream) {}

  void begin(const Step& step, const PlaceOwners* given) {
    imbalance_ = step.imbalance;
    if (has_best_) best_ = answer_of(levels_, imbalance_, std::move(best_.owners));
    if (given != nullptr) offer(answer_of(levels_, imbalance_, *given));
  }
  void look(const SearchSettings& settings) {
    for (int i = 0; i < settings.tries; ++i) {
      RandomStream own = named("try", i);
      offer(is_for_diagonals() ? volume_try(levels_, imbalance_, settings.volume, own)
                               : multilevel_try(levels_, imbalance_, settings.each, own));
    }
    for (int i = 0; i < settings.cycles && !by_elements(); ++i) {
      RandomStream own = named("cycle", i);
      best_ = improved_by_cycle(levels_, imbalance_, best_, 1 + static_cast<std::size_t>(i) % 3, settings.each, own);
    }
  }
  void polish(const TrySettings& settings) {
    RandomStream own = named("polish", 0);
    best_ = by_elements() ? improved_on_elements(levels_, imbalance_, best_, own)
                          : polished(levels_, imbalance_, best_, settings, own);
  }
  [[nodiscard]] bool is_polished_by_tries() const {
    return is_for_diagonals() && levels_.problem().objective == Objective::volume;
  }
  [[nodiscard]] MeshAnswer best() { return std::move(best_); }

 private:
  [[nodiscard]] bool by_elements() const { return levels_.problem().objective != Objective::total; }
  // Corners that are sent leave nothing to gain by diagonals.
  [[nodiscard]] bool is_for_diagonals() const { return by_elements() && levels_.problem().stencil == 5; }
  [[nodiscard]] RandomStream named(const char* what, int number) const {
    return stream_.renamed(fmt::format("cells at {}, {} {}", imbalance_, what, number));
  }
  void offer(MeshAnswer answer) {
    if (has_best_ && !answer.is_better_than(best_)) return;
    best_ = std::move(answer);
    has_best_ = true;
  }

  const MeshLevels& levels_;
  RandomStream& stream_;
  double imbalance_ = 0;
  MeshAnswer best_;
  bool has_best_ = false;
};

}  // namespace

MeshAnswer search_by_steps(const MeshLevels& levels, const SearchSettings& settings, const PlaceOwners* given,
                           RandomStream& stream) {
  constexpr double least_polished = 0.01;  // with many cells .1 % gains next to nothing over a cell
  Search search(levels, stream);
  for (const Step& step : steps_of(levels.problem())) {
    if (settings.once && step.imbalance > 0 && (!step.searched || step.imbalance < least_polished)) continue;
    search.begin(step, given);
    const bool looks = step.searched && (step.imbalance == 0 || !settings.once);
    if (looks) search.look(settings);
    if (!looks || !(settings.once || search.is_polished_by_tries())) search.polish(settings.each);
  }
  return search.best();
}

MeshAnswer polish_by_steps(const MeshLevels& levels, const PlaceOwners& given, RandomStream& stream) {
  Search search(levels, stream);
  for (const Step& step : steps_of(levels.problem())) {
    search.begin(step, &given);
    search.polish({});
  }
  return search.best();
}

Decomposition polished_by_steps(const CellProblem& problem, const Decomposition& division, RandomStream& stream) {
  const MeshLevels levels(problem, "POLISHED");
  RandomStream own = stream.renamed("POLISHED");
  const PlaceOwners owners = place_owners(problem, levels.finest(), division);
  Decomposition polished = division_of(problem, levels.finest(), polish_by_steps(levels, owners, own).owners);
  // The last step may allow less than the problem does.
  return cell_rank(problem, division) < cell_rank(problem, polished) ? division : std::move(polished);
}

}  // namespace apportion
