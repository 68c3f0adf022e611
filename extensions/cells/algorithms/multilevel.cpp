// MULTILEVEL for whole cells and POLISHED: coarse starts refined level by level, at one tolerance after the other.
#include "extensions/cells/algorithms/multilevel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "base/side_by_side.hpp"
#include "extensions/cells/algorithms/cell_algorithm.hpp"
#include "extensions/cells/algorithms/mesh_cuts.hpp"
#include "extensions/cells/algorithms/mesh_refinement.hpp"
#include "extensions/cells/algorithms/sea_search.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

constexpr std::int64_t least_places_per_part = 15;
constexpr std::int64_t least_coarse_places = 60;
constexpr std::int64_t places_per_part_in_space = 160;

// Chosen by measurements on arrays of six kinds, with 60 000 cells, and 10 and 64 processors.
constexpr AnnealingSettings coarsest_annealing{.heat = 0.6, .moves_per_place = 200};
constexpr AnnealingSettings annealing{.heat = 0.3, .moves_per_place = 20};
// In space balancing makes steps in flat faces, and a last annealing inside the windows removes them; it also follows
// the balancing of several maps.
constexpr AnnealingSettings coarsest_annealing_in_space{.heat = 0.6, .moves_per_place = 120};
constexpr AnnealingSettings finest_annealing_in_space{.heat = 0.3, .moves_per_place = 10};
constexpr AnnealingSettings settling{.heat = 0.2, .last_heat = 0.1, .moves_per_place = 10, .stays_inside = true};

// Wider windows for coarse meshes: by half a line of a part's places, which has about the square root of their number;
// in space by a part of a layer that was best in measurements.
template <class Mesh>
LoadWindows windows_at(const LoadWindows& windows, const Mesh& mesh, std::size_t level) {
  if (level == 0) return windows;
  const double place = mesh.total / static_cast<double>(mesh.active);
  const auto parts = static_cast<double>(windows.share.size());
  const double side = side_in(mesh, static_cast<double>(mesh.active) / parts);
  return widened(windows, is_in_plane(mesh) ? 0.5 * place * side : 0.12 * place * side * side);
}

template <class Mesh>
void refine_level(MeshDivision<Mesh>& division, const LoadWindows& windows, const AnnealingSettings& settings,
                  RandomStream& stream) {
  if (!windows.tears) division.join_pieces();
  division.rebalance(windows);
  anneal(division, windows, settings, stream);
  division.rebalance(windows);
  if (Mesh::axes == 3 || division.mesh().maps.count > 0) anneal(division, windows, settling, stream);
  refine(division, windows, {}, stream);
}

template <class Mesh>
constexpr AnnealingSettings annealing_at(std::size_t level) {
  return Mesh::axes == 3 && level == 0 ? finest_annealing_in_space : annealing;
}

// Joins the pieces that rebalancing between parts that are not neighbours leaves.
template <class Mesh>
void join_at_the_end(MeshDivision<Mesh>& division, const LoadWindows& windows, RandomStream& stream) {
  if (windows.tears || division.pieces() <= static_cast<std::int64_t>(division.parts())) return;
  division.join_pieces();
  division.rebalance(windows);
  refine(division, windows, {}, stream);
}

// Refines owners on the mesh of a level down to single cells.
template <class Mesh>
MeshAnswer refined_down(const MeshLevels<Mesh>& levels, double imbalance, std::size_t level, PlaceOwners owners,
                        const TrySettings& settings, RandomStream& stream) {
  const std::size_t parts = levels.problem().cluster.size();
  const LoadWindows windows = load_windows(levels.problem(), imbalance);
  while (level-- > 0)
    levels.visit(level, [&](const auto& mesh) {
      MeshDivision division(mesh, parts, refined(mesh, levels.coarse(level + 1), owners));
      const LoadWindows wide = windows_at(windows, mesh, level);
      refine_level(division, wide, annealing_at<Mesh>(level), stream);
      if (mesh.active <= settings.largest_parts * static_cast<std::int64_t>(parts))
        regroup(division, wide, {.trials_per_part = settings.regrouped, .moves_per_place = settings.moves_in_groups},
                stream);
      if (Mesh::axes == 3 && level == 0) join_at_the_end(division, wide, stream);
      owners = division.owners();
    });
  return levels.answer_of(imbalance, std::move(owners));
}

}  // namespace

bool MeshAnswer::is_better_than(const MeshAnswer& other) const {
  CellRank one = rank;
  if (cut != other.cut) one.imbalance = other.rank.imbalance;  // the imbalance decides last, after the cut
  const std::weak_ordering order = one <=> other.rank;
  return order != 0 ? order < 0 : cut < other.cut;
}

template <class Mesh>
MeshLevels<Mesh>::MeshLevels(const CellProblem& problem, Mesh finest, RankOfPieces rank)
    : problem_(&problem), rank_of_pieces_(std::move(rank)) {
  Seas seas = seas_of(finest);
  const auto meshes = std::make_shared<Meshes>(Meshes{std::move(finest), std::move(seas)});
  meshes_ = meshes;
  const auto parts = static_cast<std::int64_t>(problem.cluster.size());
  const std::int64_t few = is_in_plane(this->finest())
                               ? 4 * std::max(least_coarse_places, least_places_per_part * parts)
                               : places_per_part_in_space * parts;
  while (places(count() - 1) > few) {
    std::optional<Coarse> next;
    visit(count() - 1, [&](const auto& mesh) {
      if constexpr (Mesh::axes == 2)
        next = coarser(mesh);
      else
        next = joined_blocks(mesh);
    });
    // Coarsening ends when mostly scattered pieces are left, which cannot be joined.
    if (Mesh::axes == 3 && next->active > places(count() - 1) * 9 / 10) break;
    meshes->coarse.push_back(*std::move(next));
  }
}

namespace {

// cell_rank() of a division of a mesh of cells, from its places.
template <class Mesh>
CellRank rank_of_cells(const MeshLevels<Mesh>& levels, double imbalance, const MeshDivision<Mesh>& division,
                       std::int64_t cut) {
  const CellProblem& problem = levels.problem();
  const std::vector<double> ideal = shares(problem);
  const LoadLimits limits = load_limits(problem, imbalance);
  const std::vector<LoadLimits> of_maps = map_limits(problem, imbalance);
  CellBalance balance{.imbalance = -1};
  CellBoundary boundary{.edges = cut};
  for (std::size_t i = 0; i < ideal.size(); ++i) {
    const auto part = static_cast<std::int32_t>(i);
    if (!problem.memory.empty())
      balance.cells_beyond += std::max(static_cast<double>(division.places(part)) - problem.memory[i], 0.0);
    const auto add = [&](double load, const LoadLimits& allowed) {
      balance.load_beyond += allowed.excess_of(load, i);
      balance.imbalance = std::max(balance.imbalance, load / ideal[i] - 1);
    };
    if (of_maps.empty()) add(division.load(part), limits);
    for (std::size_t map = 0; map < of_maps.size(); ++map) add(division.map_loads(part)[map], of_maps[map]);
    if (division.places(part) == 0) ++boundary.empty;
  }
  if (problem.connected) {
    const PieceCount count = division.count_pieces(levels.seas().of_place);
    boundary.fragments = count.pieces;
    boundary.torn = count.torn;
  }
  if (problem.objective != Objective::total) {
    for (const std::int64_t each : received_by_parts(division, problem.stencil)) {
      boundary.volume += each;
      boundary.busiest = std::max(boundary.busiest, each);
    }
  } else if (problem.latency > 0) {
    boundary.neighbours = neighbouring_pairs(division);
  }
  return cell_rank(problem, balance, boundary);
}

}  // namespace

template <class Mesh>
MeshAnswer MeshLevels<Mesh>::answer_of(double imbalance, PlaceOwners owners) const {
  const MeshDivision division(finest(), problem().cluster.size(), std::move(owners));
  MeshAnswer answer{.owners = division.owners(), .cut = division.cut()};
  if constexpr (is_grid<Mesh>)
    answer.rank = rank_of_cells(*this, imbalance, division, answer.cut);
  else
    answer.rank = rank_of_pieces(imbalance, answer.owners);
  return answer;
}

namespace {

// The rank of a start on the coarsest mesh: loads in their windows, then few pieces, then a short cut. In the plane
// refinement restores balance and joins pieces, so only the cut counts, except with several maps of loads, whose excess
// counts in hundredths of the total.
struct StartRank {
  std::int64_t excess = 0;
  std::int64_t pieces = 0;
  std::int64_t cut = 0;
  auto operator<=>(const StartRank&) const = default;
};

template <class Mesh>
StartRank start_rank(const MeshDivision<Mesh>& division, const LoadWindows& windows) {
  const double excess = division.excess(windows) / division.mesh().total;
  if (division.mesh().maps.count > 0)
    return {static_cast<std::int64_t>(std::ceil(100 * excess - 1e-7)), windows.tears ? 0 : division.pieces(),
            division.cut()};
  if (Mesh::axes == 2) return {.cut = division.cut()};
  return {excess > 1e-9 ? 1 : 0, division.pieces(), division.cut()};
}

}  // namespace

template <class Mesh>
MeshAnswer MeshLevels<Mesh>::multilevel_try(double imbalance, const TrySettings& settings, RandomStream& stream) const {
  const std::size_t top = count() - 1;
  PlaceOwners owners;
  visit(top, [&](const auto& mesh) {
    const LoadWindows windows = windows_at(load_windows(problem(), imbalance), mesh, top);
    PlaceOwners best;
    StartRank least;
    for (int start = 0; start < settings.starts; ++start) {
      PlaceOwners drawn;
      (void)sweep(mesh, windows.share, {.straight = Mesh::axes == 3 && start % 2 == 1, .arcs = windows.tears}, stream,
                  drawn);
      MeshDivision division(mesh, windows.share.size(), std::move(drawn));
      refine_level(division, windows, Mesh::axes == 3 ? coarsest_annealing_in_space : coarsest_annealing, stream);
      const StartRank rank = start_rank(division, windows);
      if (!best.empty() && rank >= least) continue;
      least = rank;
      best = division.owners();
    }
    MeshDivision division(mesh, windows.share.size(), std::move(best));
    regroup(division, windows,
            {.trials_per_part = settings.regrouped_first, .moves_per_place = settings.moves_in_groups}, stream);
    owners = division.owners();
  });
  return refined_down(*this, imbalance, top, std::move(owners), settings, stream);
}

template <class Mesh>
MeshAnswer MeshLevels<Mesh>::improved_by_cycle(double imbalance, const MeshAnswer& answer, std::size_t up,
                                               const TrySettings& settings, RandomStream& stream) const {
  const std::size_t top = std::min(up, count() - 1);
  PlaceOwners owners = answer.owners;
  for (std::size_t level = 0; level < top; ++level)
    visit(level, [&](const auto& mesh) { owners = coarsened(mesh, coarse(level + 1), owners); });
  visit(top, [&](const auto& mesh) {
    MeshDivision division(mesh, problem().cluster.size(), std::move(owners));
    refine_level(division, windows_at(load_windows(problem(), imbalance), mesh, top), annealing_at<Mesh>(top), stream);
    owners = division.owners();
  });
  MeshAnswer next = refined_down(*this, imbalance, top, std::move(owners), settings, stream);
  return next.is_better_than(answer) ? next : answer;
}

namespace {

// The answer refined on the finest mesh only; never worse.
template <class Mesh>
MeshAnswer polished(const MeshLevels<Mesh>& levels, double imbalance, const MeshAnswer& answer, RandomStream& stream) {
  MeshDivision division(levels.finest(), levels.problem().cluster.size(), answer.owners);
  const LoadWindows windows = load_windows(levels.problem(), imbalance);
  refine_level(division, windows, annealing_at<Mesh>(0), stream);
  if (Mesh::axes == 3) join_at_the_end(division, windows, stream);
  MeshAnswer next = levels.answer_of(imbalance, division.owners());
  return next.is_better_than(answer) ? next : answer;
}

// The last annealing on elements, inside the windows.
AnnealingSettings settled_elements(int stencil, double goal = 0) {
  return {.stencil = stencil, .goal = goal, .heat = 0.2, .last_heat = 0.1, .moves_per_place = 20, .stays_inside = true};
}

// Anneals owners on elements, with loads kept inside the windows as far as possible.
template <class Mesh>
MeshAnswer annealed_on_elements(const MeshLevels<Mesh>& levels, double imbalance, PlaceOwners owners, double heat,
                                RandomStream& stream) {
  const CellProblem& problem = levels.problem();
  const LoadWindows windows = load_windows(problem, imbalance);
  MeshDivision division(levels.finest(), problem.cluster.size(), std::move(owners));
  anneal(division, windows, {.stencil = problem.stencil, .heat = heat, .moves_per_place = 60}, stream);
  division.rebalance(windows);
  anneal(division, windows, settled_elements(problem.stencil), stream);
  return levels.answer_of(imbalance, division.owners());
}

// The mesh for sweeps: if parts have few places, elements on it are a poor estimate.
template <class Mesh>
const Mesh& mesh_for_sweeps(const MeshLevels<Mesh>& levels) {
  constexpr std::int64_t least_places_of_part = 100;
  if constexpr (Mesh::axes == 2) {
    const auto parts = static_cast<std::int64_t>(levels.problem().cluster.size());
    std::size_t level = levels.count() - 1;
    while (level > 0 && levels.places(level) < least_places_of_part * parts) --level;
    if (level > 0) return levels.coarse(level);
  }
  return levels.finest();
}

// The cheapest of several random sweeps of a coarse mesh.
template <class Mesh>
std::vector<SweepTree<Mesh::axes>> drawn_trees(const MeshLevels<Mesh>& levels, const std::vector<double>& shares,
                                               const VolumeSettings& settings, RandomStream& stream) {
  constexpr std::int64_t most_swept = 8'000'000;  // places over all sweeps but the first; about 30 s
  const Mesh& mesh = mesh_for_sweeps(levels);
  std::vector<std::pair<std::int64_t, SweepTree<Mesh::axes>>> draws;  // elements sent, and the tree
  // With few processors sweeps are cheap, so more are tried.
  const int parts = static_cast<int>(std::min<std::size_t>(shares.size(), 100));
  const std::int64_t count = std::min<std::int64_t>(settings.draws * std::clamp(100 / parts, 1, 4),
                                                    std::max<std::int64_t>(most_swept / mesh.active, 1));
  for (std::int64_t i = 0; i < count; ++i) {
    PlaceOwners owners;
    SweepTree<Mesh::axes> tree = sweep(mesh, shares, {.price = CutPrice::elements}, stream, owners);
    const MeshDivision division(mesh, shares.size(), std::move(owners));
    // Clang 14 instantiates volume_try() for meshes that its constraint excludes, too.
    if constexpr (is_grid<Mesh>) {
      const std::vector<std::int64_t> received = received_by_parts(division, levels.problem().stencil);
      draws.emplace_back(std::accumulate(received.begin(), received.end(), std::int64_t{0}), std::move(tree));
    }
  }
  std::ranges::stable_sort(draws, {}, [](const auto& draw) { return draw.first; });
  draws.resize(std::min<std::size_t>(draws.size(), static_cast<std::size_t>(settings.replayed)));
  std::vector<SweepTree<Mesh::axes>> trees;
  for (auto& draw : draws) trees.push_back(std::move(draw.second));
  return trees;
}

// The answers of the trees on the finest mesh, best first.
template <class Mesh>
std::vector<MeshAnswer> starts_of(const MeshLevels<Mesh>& levels, double imbalance,
                                  const std::vector<SweepTree<Mesh::axes>>& trees) {
  const LoadWindows windows = load_windows(levels.problem(), imbalance);
  std::vector<MeshAnswer> starts;
  for (const SweepTree<Mesh::axes>& tree : trees) {
    MeshDivision division(levels.finest(), windows.share.size(), replayed(levels.finest(), windows.share, tree));
    if (!windows.tears) division.join_pieces();
    division.rebalance(windows);
    starts.push_back(levels.answer_of(imbalance, division.owners()));
  }
  std::ranges::stable_sort(starts, [](const auto& one, const auto& other) { return one.is_better_than(other); });
  return starts;
}

}  // namespace

template <class Mesh>
MeshAnswer MeshLevels<Mesh>::volume_try(double imbalance, const VolumeSettings& settings,
                                        RandomStream& stream) const requires is_grid<Mesh> {
  constexpr double heat_of_diagonal_starts = 0.3;
  const LoadWindows windows = load_windows(problem(), imbalance);
  std::vector<MeshAnswer> starts = starts_of(*this, imbalance, drawn_trees(*this, windows.share, settings, stream));
  MeshAnswer best = starts.front();
  starts.resize(std::min<std::size_t>(starts.size(), static_cast<std::size_t>(settings.annealed)));
  const auto offer = [&](MeshAnswer next) {
    if (next.is_better_than(best)) best = std::move(next);
  };
  for (MeshAnswer& start : starts)
    offer(annealed_on_elements(*this, imbalance, std::move(start.owners), heat_of_diagonal_starts, stream));
  if (settings.regrouped <= 0) return best;
  MeshDivision division(finest(), windows.share.size(), best.owners);
  regroup(division, windows, {.trials_per_part = settings.regrouped, .stencil = problem().stencil}, stream);
  offer(answer_of(imbalance, division.owners()));
  return best;
}

template <class Mesh>
MeshAnswer MeshLevels<Mesh>::improved_on_elements(double imbalance, const MeshAnswer& answer,
                                                  RandomStream& stream) const requires is_grid<Mesh> {
  constexpr double heat = 0.6;
  MeshAnswer best = annealed_on_elements(*this, imbalance, answer.owners, heat, stream);
  if (!best.is_better_than(answer)) best = answer;
  if (problem().objective != Objective::busiest) return best;
  const LoadWindows windows = load_windows(problem(), imbalance);
  for (const double goal : {0.95, 0.9, 0.85, 0.8}) {
    MeshDivision division(finest(), problem().cluster.size(), best.owners);
    const int stencil = problem().stencil;
    anneal(division, windows, {.stencil = stencil, .goal = goal, .heat = 0.4, .moves_per_place = 60}, stream);
    division.rebalance(windows);
    anneal(division, windows, settled_elements(stencil, 0.99), stream);
    MeshAnswer next = answer_of(imbalance, division.owners());
    if (next.is_better_than(best)) best = std::move(next);
  }
  return best;
}

namespace {

// --- The steps of tolerances, and the work at each

struct ToleranceStep {
  double imbalance;
  bool searched;
};

constexpr std::array tolerances = {0.0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0};

bool is_searched(double tolerance) {
  constexpr std::array polished = {0.002, 0.005, 0.02, 0.05, 0.2, 0.5};
  return std::ranges::find(polished, tolerance) == polished.end();
}

// The tolerances up to that of the problem, without those that allow no more than the first; coarse steps begin with 1
// percent. Several maps of loads have one step: they can hardly ever be balanced within a cell, and a division near to
// that is no good start for looser ones.
std::vector<ToleranceStep> steps_of(const CellProblem& problem, bool coarse) {
  if (!problem.maps.empty()) return {{problem.imbalance, true}};
  constexpr double coarse_steps = 0.01;
  const std::vector<double> exact = load_limits(problem, 0).most;
  const auto allows_more = [&](double imbalance) { return load_limits(problem, imbalance).most != exact; };
  const bool skips = coarse && problem.imbalance >= coarse_steps && allows_more(coarse_steps);
  std::vector<ToleranceStep> result;
  for (const double tolerance : tolerances) {
    if (tolerance > problem.imbalance) break;
    if (skips ? tolerance < coarse_steps : tolerance > 0 && !allows_more(tolerance)) continue;
    if (skips && !result.empty() && !result.back().searched) result.pop_back();
    result.push_back({tolerance, is_searched(tolerance)});
  }
  return result;
}

template <class Mesh>
class Search {
 public:
  // Called with the owners of every answer.
  using Observer = std::function<void(const PlaceOwners&)>;

  Search(const MeshLevels<Mesh>& levels, RandomStream& stream) : levels_(levels), stream_(stream) {}

  // To be called before the first step: prepares the search of seas if the array is suited for it. Searches by elements
  // begin with one by the cut.
  void look_for_seas(const SearchSettings& settings, const Observer& observe = {}) {
    observe_ = observe;
    if constexpr (Mesh::axes == 2) {
      if (!is_for_seas(levels_.finest(), levels_.seas())) return;
      if (!by_elements()) seas_.emplace(levels_, stream_);
    }
    if (!by_elements() || settings.by_cut == nullptr) return;
    by_cut_ = std::make_unique<ByCut>(levels_, settings.by_cut, stream_);
    by_cut_->search.look_for_seas(*settings.by_cut, [this](const PlaceOwners& owners) { note(owners); });
  }

  void run(const ToleranceStep& step, const SearchSettings& settings, const PlaceOwners* given,
           const OtherStarts& starts) {
    constexpr double least_polished = 0.01;  // with many cells 0.1 % gains next to nothing over a cell
    if (settings.once && step.imbalance > 0 && (!step.searched || step.imbalance < least_polished)) return;
    begin(step, given);
    const bool looks = step.searched && (step.imbalance == 0 || !settings.once);
    if (!is_grid<Mesh>) return run_on_pieces(looks, settings, starts);
    if (by_cut_) look_by_cut(step, looks, settings, starts);
    if (starts && !by_cut_) return run_beside(step, settings, starts);
    if (looks) look(settings);
    if (starts) return;  // the answers of the search by the cut are already improved
    if (!looks || !(settings.once || is_polished_by_tries())) polish();
  }

  void run_on_pieces(bool looks, const SearchSettings& settings, const OtherStarts& starts) {
    if (looks) {
      int number = 0;
      for (const PlaceOwners& owners : starts(best_)) {
        RandomStream own = named("start", number++);
        offer(polished(levels_, imbalance_, levels_.answer_of(imbalance_, owners), own));
      }
      look(settings);
    }
    polish();
  }

  // A step of a search with other starts: after the first step it continues from its answer, with a smaller search.
  void run_beside(const ToleranceStep& step, const SearchSettings& settings, const OtherStarts& starts) {
    if (!has_best_) {
      look(settings);
      start(starts(best_));
      return;
    }
    polish();
    // If the best answer comes from one of the starts, tries are unlikely to find a better one.
    if (!step.searched || is_of_start_) return;
    SearchSettings later = settings;
    later.each.starts = (settings.each.starts + 1) / 2;
    later.each.regrouped_first *= 0.3;
    look(later);
  }

  void begin(const ToleranceStep& step, const PlaceOwners* given) {
    imbalance_ = step.imbalance;
    if (has_best_) best_ = levels_.answer_of(imbalance_, std::move(best_.owners));
    if (apart_) apart_ = levels_.answer_of(imbalance_, std::move(apart_->owners));
    for (MeshAnswer& answer : noted_) answer = levels_.answer_of(imbalance_, std::move(answer.owners));
    if (given != nullptr) offer(levels_.answer_of(imbalance_, *given));
  }
  void polish() {
    RandomStream own = named("polish", 0);
    best_ = improved(best_, own);
    observe(best_);
    if (!apart_) return;
    RandomStream another = named("polish of seas", 0);
    apart_ = improved(*apart_, another);
    observe(*apart_);
  }
  [[nodiscard]] MeshAnswer best() { return std::move(apart_ && apart_->is_better_than(best_) ? *apart_ : best_); }

 private:
  // The search by the cut for the same problem.
  struct ByCut {
    ByCut(const MeshLevels<Mesh>& of, std::shared_ptr<const SearchSettings> how, RandomStream& stream)
        : problem(of.problem()), settings(std::move(how)), levels(problem, of), search(levels, stream) {
      problem.objective = Objective::total;
    }
    CellProblem problem;
    std::shared_ptr<const SearchSettings> settings;
    MeshLevels<Mesh> levels;
    Search search;
  };

  [[nodiscard]] MeshAnswer improved(const MeshAnswer& answer, RandomStream& stream) const {
    if constexpr (is_grid<Mesh>)
      if (by_elements()) return levels_.improved_on_elements(imbalance_, answer, stream);
    return polished(levels_, imbalance_, answer, stream);
  }

  // Offers all starts, and the best one polished, unless polishing could not bring it near to the best answer.
  void start(const std::vector<PlaceOwners>& starts) {
    constexpr double most_gained = 1.25;
    std::vector<MeshAnswer> answers;
    for (const PlaceOwners& owners : starts) answers.push_back(levels_.answer_of(imbalance_, owners));
    std::ranges::stable_sort(answers, [](const auto& one, const auto& other) { return one.is_better_than(other); });
    if (!answers.empty() && answers.front().rank.cost <= most_gained * best_.rank.cost) {
      RandomStream own = named("start", 0);
      is_of_start_ |= offer(polished(levels_, imbalance_, answers.front(), own));
    }
    for (MeshAnswer& answer : answers) is_of_start_ |= offer(std::move(answer));
  }
  void look(const SearchSettings& settings) {
    look_at_seas(settings);
    make_side_by_side(
        static_cast<std::size_t>(settings.tries), [&](std::size_t i) { return tried(settings, static_cast<int>(i)); },
        [&](MeshAnswer answer) { offer(std::move(answer)); });
    if (!by_elements()) run_cycles(settings);
    observe(best_);
  }
  [[nodiscard]] bool is_polished_by_tries() const {
    return is_for_diagonals() && levels_.problem().objective == Objective::volume;
  }

  // Runs a step of the search by the cut, and improves its best few answers on elements.
  void look_by_cut(const ToleranceStep& step, bool looks, const SearchSettings& settings, const OtherStarts& starts) {
    by_cut_->search.run(step, *by_cut_->settings, nullptr, starts);
    std::vector<MeshAnswer> answers = noted_;
    if constexpr (Mesh::axes == 2) {
      if (looks) improve_on_elements(levels_, imbalance_, settings.seas, stream_, answers);
    } else if constexpr (is_grid<Mesh>) {
      RandomStream own = named("by the cut", 0);
      answers.push_back(levels_.improved_on_elements(imbalance_, noted_.front(), own));
    }
    for (MeshAnswer& answer : answers)
      if (!apart_ || answer.is_better_than(*apart_)) apart_ = std::move(answer);
  }
  void note(const PlaceOwners& owners) {
    constexpr std::size_t most_noted = 3;
    MeshAnswer answer = levels_.answer_of(imbalance_, owners);
    const auto place =
        std::ranges::find_if(noted_, [&](const MeshAnswer& other) { return !other.is_better_than(answer); });
    if (place != noted_.end() && !answer.is_better_than(*place)) return;  // it is no better than that one
    noted_.insert(place, std::move(answer));
    if (noted_.size() > most_noted) noted_.pop_back();
  }
  void observe(const MeshAnswer& answer) const {
    if (observe_) observe_(answer.owners);
  }

  // The search of seas, separate from tries, which ignore seas: neither can mislead the other.
  void look_at_seas(const SearchSettings& settings) {
    if constexpr (Mesh::axes == 2) {
      if (!seas_) return;
      for (MeshAnswer& answer : seas_->answers(imbalance_, settings.seas, stream_)) {
        observe(answer);
        if (!apart_ || answer.is_better_than(*apart_)) apart_ = std::move(answer);
      }
      constexpr int most_cycles = 3;
      for (int i = 0; i < std::min(settings.cycles, most_cycles); ++i) {
        RandomStream own = named("cycle of seas", i);
        apart_ = levels_.improved_by_cycle(imbalance_, *apart_, 1 + static_cast<std::size_t>(i), settings.each, own);
      }
      observe(*apart_);
    }
  }
  // Whether the search is by elements; pieces are always moved by the cut.
  [[nodiscard]] bool by_elements() const { return is_grid<Mesh> && levels_.problem().objective != Objective::total; }
  // Whether diagonal boundaries gain: not for stencils with corners.
  [[nodiscard]] bool is_for_diagonals() const {
    return by_elements() && levels_.problem().stencil == 2 * static_cast<int>(Mesh::axes) + 1;
  }
  [[nodiscard]] RandomStream named(const char* what, int number) const {
    return stream_.renamed(fmt::format("cells at {}, {} {}", imbalance_, what, number));
  }
  [[nodiscard]] MeshAnswer tried(const SearchSettings& settings, int number) const {
    RandomStream own = named("try", number);
    if constexpr (is_grid<Mesh>)
      if (is_for_diagonals()) return levels_.volume_try(imbalance_, settings.volume, own);
    if (Mesh::axes == 3 && by_cut_) return *apart_;
    return levels_.multilevel_try(imbalance_, settings.each, own);
  }
  void run_cycles(const SearchSettings& settings) {
    improve_in_turn(
        static_cast<std::size_t>(settings.cycles),
        [&](std::size_t i) {
          RandomStream own = named("cycle", static_cast<int>(i));
          MeshAnswer next = levels_.improved_by_cycle(imbalance_, best_, 1 + i % 3, settings.each, own);
          return next.is_better_than(best_) ? std::optional(std::move(next)) : std::nullopt;
        },
        [&](MeshAnswer next) { best_ = std::move(next); });
  }
  bool offer(MeshAnswer answer) {
    observe(answer);
    if (has_best_ && !answer.is_better_than(best_)) return false;
    best_ = std::move(answer);
    return has_best_ = true;
  }

  const MeshLevels<Mesh>& levels_;
  RandomStream& stream_;
  double imbalance_ = 0;
  std::optional<SeaSearch> seas_;
  std::optional<MeshAnswer> apart_;  // the answer of the search of seas, or of the one by the cut
  std::unique_ptr<ByCut> by_cut_;
  std::vector<MeshAnswer> noted_;  // its best answers by elements, best first
  Observer observe_;
  MeshAnswer best_;
  bool has_best_ = false;
  bool is_of_start_ = false;
};

}  // namespace

template <class Mesh>
MeshAnswer MeshLevels<Mesh>::search_by_steps(const SearchSettings& settings, const PlaceOwners* given,
                                             RandomStream& stream, const OtherStarts& starts) const {
  Search search(*this, stream);
  search.look_for_seas(settings);
  for (const ToleranceStep& step : steps_of(problem(), Mesh::axes == 3)) search.run(step, settings, given, starts);
  return search.best();
}

template <class Mesh>
MeshAnswer MeshLevels<Mesh>::polish_by_steps(const PlaceOwners& given, RandomStream& stream) const {
  Search search(*this, stream);
  for (const ToleranceStep& step : steps_of(problem(), Mesh::axes == 3)) {
    search.begin(step, &given);
    search.polish();
  }
  return search.best();
}

template class MeshLevels<GridMesh<2>>;
template class MeshLevels<GridMesh<3>>;
template class MeshLevels<PieceGraph>;

namespace {

// The answer of the search. If it does not balance several maps of loads, the search is repeated with parts in pieces,
// which some maps require.
template <class Mesh, class Find>
MeshAnswer searched(const MeshLevels<Mesh>& levels, const Find& find) {
  const CellProblem& problem = levels.problem();
  MeshAnswer answer = find(levels);
  if (problem.maps.empty() || !problem.connected || !(answer.rank.load_beyond > 0)) return answer;
  CellProblem torn = problem;
  torn.connected = false;
  MeshAnswer other = levels.answer_of(problem.imbalance, find(MeshLevels<Mesh>(torn, levels)).owners);
  return other.is_better_than(answer) ? other : answer;
}

}  // namespace

Decomposition polished_by_steps(const CellProblem& problem, const Decomposition& division, RandomStream& stream) {
  RandomStream own = stream.renamed("POLISHED");
  Decomposition polished = with_mesh(problem, "POLISHED", [&](auto mesh) {
    const MeshLevels levels(problem, std::move(mesh));
    const PlaceOwners owners = place_owners(problem, levels.finest(), division);
    const MeshAnswer answer = searched(levels, [&](const auto& of) { return of.polish_by_steps(owners, own); });
    return division_of(problem, levels.finest(), answer.owners);
  });
  // The last step may have a smaller tolerance than the problem.
  if (cell_rank(problem, division) < cell_rank(problem, polished)) return division;
  return polished;
}

namespace {

// --- The algorithms: divisions into parts of any shape

SearchSettings settings_of(const Options& options) {
  const std::string& effort = options.text("effort");
  if (effort == "quick")
    return {.tries = 1,
            .cycles = 0,
            .each = {.regrouped_first = 2, .regrouped = 0},
            .volume = {.draws = 20, .replayed = 2, .regrouped = 0},
            .seas = {.plans = 4, .candidates = 5, .polished = 1}};
  if (effort == "thorough")
    return {.tries = 14,
            .cycles = 40,
            .each = {.regrouped_first = 10, .regrouped = 8},
            .volume = {.draws = 60, .replayed = 12, .annealed = 8, .regrouped = 20},
            .seas = {.plans = 40, .candidates = 60, .polished = 6}};
  return {};
}

// With few processors tries are cheap, and their elements differ more, so more are made.
int tries_by_elements(const CellProblem& problem, const Options& options) {
  const int tries = static_cast<int>(50 / std::clamp<std::size_t>(problem.cluster.size(), 12, 50));
  return options.text("effort") == "thorough" ? 4 * tries : tries;
}

// Limits the candidates by the number of cells and processors.
SeaSettings seas_for(const CellProblem& problem, SeaSettings settings) {
  constexpr double work = 30'000;  // cells times levels of bisection, over all candidates
  constexpr std::int64_t many_cells = 100'000;
  const auto cells = static_cast<double>(active_cells(problem));
  const double each = cells * std::log2(static_cast<double>(problem.cluster.size()));
  const double factor = std::clamp(work / each, 0.25, 1.6);
  settings.candidates = std::max(3, static_cast<int>(factor * settings.candidates));
  if (active_cells(problem) > many_cells) {
    settings.candidates = 3;
    settings.polished = 1;
  }
  return settings;
}

// The settings in the plane. With few processors tries are cheap and differ much; with many, groups of parts gain more.
SearchSettings settings_for(const CellProblem& problem, const Options& options) {
  constexpr int tries_for_maps = 3;  // factor for the tries at the only tolerance
  constexpr std::size_t few_processors = 16;
  constexpr std::int64_t many_cells = 250'000;
  const bool has_many_cells = active_cells(problem) > many_cells;
  SearchSettings settings = settings_of(options);
  settings.seas = seas_for(problem, settings.seas);
  if (has_many_cells) {
    settings.each.largest_parts = 1000;
    settings.each.regrouped *= 2;
  }
  if (problem.objective != Objective::total) {
    settings.tries = tries_by_elements(problem, options);
  } else if (options.text("effort") == "quick") {
    settings.once = has_many_cells;
  } else if (problem.cluster.size() <= few_processors) {
    settings.tries *= has_many_cells ? 5 : 3;
  } else {
    settings.each.regrouped_first = 16;
  }
  if (!problem.maps.empty()) settings.tries *= tries_for_maps;
  return settings;
}

// The settings in space: tries of six starts each, which in porous rocks differ by a third, and groups of parts on the
// coarsest mesh, where they are cheap.
SearchSettings settings_in_space(const CellProblem& problem, const Options& options) {
  constexpr std::int64_t few_cells = 200;  // with so few, tries differ most and cost little
  const std::string& effort = options.text("effort");
  SearchSettings settings{
      .tries = 3,
      .cycles = 4,
      .each = {.starts = 6, .regrouped_first = 30, .regrouped = 1, .moves_in_groups = 60, .largest_parts = 400},
      .volume = {.draws = 2, .replayed = 1, .regrouped = 0}};
  if (effort == "quick") {
    settings.tries = 1;
    settings.cycles = 0;
    settings.each.starts = 4;
    settings.each.regrouped_first = 4;
    settings.each.regrouped = 0;
  } else if (effort == "thorough") {
    settings.tries = 4;
    settings.cycles = 12;
    settings.each.starts = 20;
    settings.each.regrouped_first = 48;
    settings.each.regrouped = 3;
    settings.each.largest_parts = 1500;
    settings.volume = {.draws = 8, .replayed = 4, .annealed = 2, .regrouped = 3};
  }
  if (active_cells(problem) <= few_cells) settings.tries *= 8;
  return settings;
}

SearchSettings settings_by(const CellProblem& problem, const Options& options) {
  return problem.in_space() ? settings_in_space(problem, options) : settings_for(problem, options);
}

Decomposition divided_by_levels(const CellProblem& problem, const Options& options, RandomStream& stream) {
  RandomStream own = stream.renamed("MULTILEVEL");
  SearchSettings settings = settings_by(problem, options);
  if (problem.objective != Objective::total) {
    CellProblem by_cut = problem;
    by_cut.objective = Objective::total;
    settings.by_cut = std::make_shared<const SearchSettings>(settings_by(by_cut, options));
  }
  return with_mesh(problem, "MULTILEVEL", [&](auto mesh) {
    const MeshLevels levels(problem, std::move(mesh));
    OtherStarts starts;
    if constexpr (decltype(mesh)::axes == 3)
      starts = [&](const MeshAnswer& found) { return box_starts(levels, found, own); };
    const MeshAnswer answer =
        searched(levels, [&](const auto& of) { return of.search_by_steps(settings, nullptr, own, starts); });
    return division_of(problem, levels.finest(), answer.owners);
  });
}

// The division that keeps cells together; the search begins with the answer without that condition.
Decomposition divided_together(const CellProblem& problem, const Options& options, RandomStream& stream) {
  CellProblem free = problem;
  free.together = nullptr;
  CellProblem by_cut = problem;
  by_cut.objective = Objective::total;
  SearchSettings settings = settings_by(by_cut, options);
  // Heavy pieces obstruct single moves, so groups of parts are divided anew on the finest mesh as well.
  settings.each.largest_parts *= 4;
  settings.each.regrouped *= 2;
  settings.cycles *= 2;
  RandomStream own = stream.renamed("MULTILEVEL of cells that stay together");
  return kept_together(problem, divided_by_levels(free, options, stream), settings, own);
}

CellSolution solve_multilevel(const CellProblem& problem, const Options& options, RandomStream& stream) {
  if (problem.cluster.size() == 1)
    return {{problem.extent(), {{0, 0, problem.extent().rows, problem.extent().columns}}}};
  if (problem.together) return {divided_together(problem, options, stream)};
  return {divided_by_levels(problem, options, stream)};
}

const Registration<CellAlgorithm> multilevel_registration{
    {.name = "MULTILEVEL",
     .source = "this project, after Hendrickson & Leland 1995 and Fiduccia & Mattheyses 1982",
     .summary = "parts of any shape, with loads and at the tolerance that is asked for: coarse meshes of 2 x 2 places, "
                "several starts by sweeps, annealing and refinement on every mesh; for elements sent, bisection with "
                "diagonal cuts, annealed; where there are several seas or a ragged coast, plans of which part gets "
                "what of each sea, and multilevel bisection of the cells' graph; groups of neighbouring parts divided "
                "anew. Cells that stay together are one place of the finest mesh",
     .revision = 10,
     .exact_everywhere = false,
     .in_space = true,
     .several_maps = true,
     .keeps_together = true,
     .objectives = cell_problem_objectives(),
     .options = {{.name = "effort",
                  .kind = OptionKind::text,
                  .default_value = "normal",
                  .choices = {"quick", "normal", "thorough"},
                  .summary = "quick, normal or thorough: 1, 4 or 14 tries at each tolerance, and 0, 8 or 40 cycles up "
                             "by some meshes and down again; in space 1, 3 or 4 tries and 0, 4 or 12 cycles. In the "
                             "plane above quick up to 16 processors have 3 times as many tries, with over 250000 "
                             "cells 5 times. Quick with over 250000 cells: one try at a cell, polished from 1 % on"}},
     .variants = {"effort=quick"},
     .solve = solve_multilevel}};

}  // namespace

}  // namespace apportion
