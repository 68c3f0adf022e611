// The searches of a core: neighbourhoods within the memory limit, soft descents, repair and fusion in turn.
#include "algorithms/shardings/improvement.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "algorithms/shardings/local_search.hpp"
#include "base/side_by_side.hpp"

namespace apportion::shardings {
namespace {

constexpr std::size_t searches = 3;  // for any number of threads
constexpr int descent_repair_rounds = 100;
constexpr int turns_to_a_fresh_start = 10;
constexpr double widest_factor = 0.4;  // prices are multiplied by up to exp of it

int patience_for(std::size_t groups) { return 20 + static_cast<int>(groups / 8); }

// One of the searches.
class Search {
 public:
  Search(const FlatCore& flat, const Places& start, const Guide& guide, double work, std::int64_t moves,
         std::uint64_t seed)
      : all_(flat.size()),
        guide_(guide),
        most_work_(work),
        most_moves_(moves),
        dice_(seed),
        search_(flat, start, dice_.bits()),
        best_(start),
        best_cost_(search_.cost()) {
    search_.set_guide(guide);
  }

  void run(const std::vector<Places>& decoded, int first_turn) {
    descend(patience_for(all_) / 4);
    keep();
    for (int turn = first_turn; goes_on(); ++turn) {
      // Now and then from what the messages say, else from the best answer.
      const bool fresh = turn % turns_to_a_fresh_start == 0;
      if (search_.labels() != best_ || fresh) search_.restart(fresh ? decoded[dice_.below(decoded.size())] : best_);
      const auto region =
          static_cast<std::size_t>(std::max(static_cast<double>(all_) * std::pow(0.02, dice_.unit()), 30.0));
      search_.focus(fresh ? 0 : region);
      const int patience = patience_for(fresh ? all_ : region);
      leave(fresh ? 0 : patience / (1 + static_cast<int>(dice_.below(3))));
      if (search_.repair(raised_, descent_repair_rounds)) {
        descend(fresh ? patience / 2 : patience);
        search_.fuse(best_);
        descend(patience / 4);
        keep();
      }
      search_.focus(0);
    }
  }

  [[nodiscard]] const Places& best() const { return best_; }
  [[nodiscard]] double cost() const { return best_cost_; }
  [[nodiscard]] std::int64_t moves() const { return moves_; }

 private:
  [[nodiscard]] bool goes_on() const { return search_.work() < most_work_ && moves_ < most_moves_ && !guide_.stop(); }

  // Within the memory limit, until nothing has improved for so many moves.
  void descend(int patience) {
    for (int since = 0; since < patience && goes_on(); ++moves_) since = search_.move() ? 0 : since + 1;
  }

  void leave(int moves) {
    raised_ = guide_.prices;
    const double factor = std::exp((2 * dice_.unit() - 1) * widest_factor);
    for (double& price : raised_) price *= factor;
    const std::vector<double> costs = search_.priced(raised_);
    for (int k = 0; k < moves && goes_on(); ++k, ++moves_) search_.soft_move(costs);
  }

  void keep() {
    if (!search_.is_answer() || search_.cost() >= best_cost_) return;
    best_ = search_.labels();
    best_cost_ = search_.cost();
  }

  std::size_t all_;
  const Guide& guide_;
  double most_work_;
  std::int64_t most_moves_;
  std::int64_t moves_ = 0;
  Dice dice_;
  LocalSearch search_;
  Places best_;
  double best_cost_;
  std::vector<double> raised_;
};

// The searches from one start.
class Improvement {
 public:
  // Repairs the start where it is no answer.
  Improvement(const Subproblem& subproblem, Effort& effort, double work);

  // The searches, which may run beside each other.
  [[nodiscard]] std::vector<std::function<void()>> tasks();

  // Afterwards: the best of what they have found, taken together, is offered.
  void finish();

 private:
  struct Found {
    Places labels = {};
    double cost = infinite;
    std::int64_t moves = 0;
  };

  void find_start();

  const Core& core_;
  const FlatCore& flat_;
  Effort& effort_;
  double work_;
  Guide guide_;
  std::vector<Places> decoded_;
  Found start_;
  std::vector<std::uint64_t> seeds_;
  std::vector<Found> found_;
};

Improvement::Improvement(const Subproblem& subproblem, Effort& effort, double work)
    : core_(subproblem.core()),
      flat_(subproblem.flat()),
      effort_(effort),
      work_(work / static_cast<double>(searches)),
      guide_(subproblem.guide(effort)),
      start_{subproblem.start(effort)},
      found_(searches) {
  for (const bool forward : {true, false}) decoded_.push_back(subproblem.passing().decoded(forward));
  for (std::size_t k = 0; k < searches; ++k) seeds_.push_back(effort.draw());
  find_start();
}

void Improvement::find_start() {
  LocalSearch search(flat_, start_.labels, effort_.draw());
  search.set_guide(guide_);
  if (!search.is_answer() && search.repair(guide_.prices, 2 * descent_repair_rounds))
    effort_.offer(core_, flat_, search.labels());
  if (!search.is_answer()) return;
  start_ = {search.labels(), search.cost()};
}

std::vector<std::function<void()>> Improvement::tasks() {
  std::vector<std::function<void()>> tasks;
  if (start_.cost == infinite) return tasks;
  const std::int64_t moves = effort_.moves_left() / static_cast<std::int64_t>(searches);
  for (std::size_t k = 0; k < searches; ++k)
    tasks.emplace_back([this, moves, k] {
      Search search(flat_, start_.labels, guide_, work_, moves, seeds_[k]);
      search.run(decoded_, static_cast<int>(3 * k));
      found_[k] = {search.best(), search.cost(), search.moves()};
    });
  return tasks;
}

void Improvement::finish() {
  if (start_.cost == infinite) return;
  std::ranges::stable_sort(found_, {}, &Found::cost);
  LocalSearch search(flat_, found_.front().labels, effort_.draw());
  for (const Found& each : found_) {
    effort_.solution.moves += each.moves;
    search.fuse(each.labels);
  }
  effort_.offer(core_, flat_, search.labels());
}

}  // namespace

bool improve_beside(const std::function<void()>& task, const Subproblem& subproblem, Effort& effort, double work) {
  const double before = effort.cost();
  Improvement improvement(subproblem, effort, work);
  std::vector<std::function<void()>> tasks = improvement.tasks();
  tasks.insert(tasks.begin(), task);
  run_side_by_side(tasks.size(), effort.threads(), [&tasks](std::size_t i) { tasks[i](); });
  improvement.finish();
  return effort.cost() < before;
}

bool improve(const Subproblem& subproblem, Effort& effort, double work) {
  return improve_beside([] {}, subproblem, effort, work);
}

}  // namespace apportion::shardings
