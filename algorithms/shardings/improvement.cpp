// The searches of a core: neighbourhoods within the memory limit, soft descents, repair and fusion in turn.
#include "algorithms/shardings/improvement.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "algorithms/shardings/local_search.hpp"
#include "base/side_by_side.hpp"

namespace apportion::shardings {
namespace {

constexpr int repair_rounds = 300;
constexpr int turns_to_a_fresh_start = 10;
constexpr double widest_factor = 0.4;  // prices are multiplied by up to exp of it
constexpr double least_rate = 0.2;     // of what turns gained lately: a descent that gains less ends
constexpr double newest = 0.3;         // the weight of the last turn in that

// Under a clock one for each thread; else as many for any number of threads.
std::size_t searches_of(const Effort& effort) { return effort.is_timed() ? effort.threads() : 2; }

int patience_for(std::size_t groups) { return 20 + static_cast<int>(groups / 8); }

// One of the searches.
class Search {
 public:
  Search(const FlatCore& flat, const Places& start, const Guide& guide, double work, std::int64_t moves,
         const SearchCourse& course, std::uint64_t seed)
      : all_(flat.size()),
        guide_(guide),
        most_work_(work),
        most_moves_(moves),
        course_(course),
        dice_(seed),
        search_(flat, start, dice_.bits()),
        best_(start),
        best_cost_(search_.cost()) {
    search_.set_guide(guide);
  }

  void run(const std::vector<Places>& decoded) {
    while (goes_on()) {
      const double cost = best_cost_;
      const double work = search_.work();
      turn(decoded);
      const double gained = (cost - best_cost_) / std::max(search_.work() - work, 1.0);
      course_.rate = course_.turns == 0 ? gained : (1 - newest) * course_.rate + newest * gained;
      ++course_.turns;
    }
  }

  [[nodiscard]] const Places& best() const { return best_; }
  [[nodiscard]] double cost() const { return best_cost_; }
  [[nodiscard]] std::int64_t moves() const { return moves_; }
  [[nodiscard]] const SearchCourse& course() const { return course_; }

 private:
  [[nodiscard]] bool goes_on() const { return search_.work() < most_work_ && moves_ < most_moves_ && !guide_.stop(); }

  // Leaves the limit and comes back. Mostly from the best answer and in a part of the core; at first and now and then
  // everywhere, then also from what the messages say.
  void turn(const std::vector<Places>& decoded) {
    const bool everywhere = course_.turns % turns_to_a_fresh_start == 0;
    const bool fresh = everywhere && course_.turns > 0;
    if (search_.labels() != best_ || fresh) search_.restart(fresh ? decoded[dice_.below(decoded.size())] : best_);
    const auto part =
        static_cast<std::size_t>(std::max(static_cast<double>(all_) * std::pow(0.02, dice_.unit()), 30.0));
    search_.focus(everywhere ? 0 : part);
    const int patience = patience_for(everywhere ? all_ : part);
    leave(everywhere ? patience : patience / (1 + static_cast<int>(dice_.below(3))));
    if (search_.repair(raised_, repair_rounds)) {
      descend(patience / 2);
      join_best();
      descend(patience / 8);
      keep();
    }
    search_.focus(0);
  }

  // Within the memory limit, until nothing has improved for so many moves, or little of late.
  void descend(int patience) {
    const int window = std::max(patience / 4, 10);
    for (int since = 0; since < patience && goes_on();) {
      const double cost = search_.cost();
      const double work = search_.work();
      for (int k = 0; k < window && since < patience && goes_on(); ++k, ++moves_)
        since = search_.move() ? 0 : since + 1;
      if (cost - search_.cost() < least_rate * course_.rate * (search_.work() - work)) return;
    }
  }

  void leave(int moves) {
    raised_ = guide_.prices;
    const double factor = std::exp((2 * dice_.unit() - 1) * widest_factor);
    for (double& price : raised_) price *= factor;
    const std::vector<double> costs = search_.priced(raised_);
    for (int k = 0; k < moves && goes_on(); ++k, ++moves_) search_.soft_move(costs);
  }

  // The better of the two answers takes what is better in the other one.
  void join_best() {
    if (search_.cost() < best_cost_) return search_.fuse(best_);
    const Places reached = search_.labels();
    search_.restart(best_);
    search_.fuse(reached);
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
  SearchCourse course_;
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
  Improvement(const Subproblem& subproblem, Effort& effort, SearchCourse& course, double work);

  // The searches, which may run beside each other.
  [[nodiscard]] std::vector<std::function<void()>> tasks();

  // Afterwards: the best of what they have found, taken together, is offered.
  void finish();

 private:
  struct Found {
    Places labels = {};
    double cost = infinite;
    std::int64_t moves = 0;
    SearchCourse course = {};
  };

  void find_start();

  const Core& core_;
  const FlatCore& flat_;
  Effort& effort_;
  SearchCourse& course_;
  double work_;  // of each search
  Guide guide_;
  std::vector<Places> decoded_;
  Found start_;
  std::vector<std::uint64_t> seeds_;
  std::vector<Found> found_;
};

Improvement::Improvement(const Subproblem& subproblem, Effort& effort, SearchCourse& course, double work)
    : core_(subproblem.core()),
      flat_(subproblem.flat()),
      effort_(effort),
      course_(course),
      work_(work / static_cast<double>(searches_of(effort))),
      guide_(subproblem.guide(effort)),
      start_{subproblem.start(effort)},
      found_(searches_of(effort)) {
  for (const bool forward : {true, false}) decoded_.push_back(subproblem.passing().decoded(forward));
  for (std::size_t k = 0; k < found_.size(); ++k) seeds_.push_back(effort.draw());
  find_start();
}

void Improvement::find_start() {
  LocalSearch search(flat_, start_.labels, effort_.draw());
  search.set_guide(guide_);
  if (!search.is_answer() && search.repair(guide_.prices, 2 * repair_rounds))
    effort_.offer(core_, flat_, search.labels());
  if (!search.is_answer()) return;
  start_ = {search.labels(), search.cost()};
}

std::vector<std::function<void()>> Improvement::tasks() {
  std::vector<std::function<void()>> tasks;
  if (start_.cost == infinite) return tasks;
  const std::int64_t moves = effort_.moves_left() / std::ssize(found_);
  for (std::size_t k = 0; k < found_.size(); ++k)
    tasks.emplace_back([this, moves, k] {
      Search search(flat_, start_.labels, guide_, work_, moves, course_, seeds_[k]);
      search.run(decoded_);
      found_[k] = {search.best(), search.cost(), search.moves(), search.course()};
    });
  return tasks;
}

void Improvement::finish() {
  if (start_.cost == infinite) return;
  std::ranges::stable_sort(found_, {}, &Found::cost);
  course_ = found_.front().course;
  LocalSearch search(flat_, found_.front().labels, effort_.draw());
  for (const Found& each : found_) {
    effort_.solution.moves += each.moves;
    search.fuse(each.labels);
  }
  effort_.offer(core_, flat_, search.labels());
}

}  // namespace

bool improve_beside(const std::function<void()>& task, const Subproblem& subproblem, Effort& effort,
                    SearchCourse& course, double work) {
  const double before = effort.cost();
  Improvement improvement(subproblem, effort, course, work);
  std::vector<std::function<void()>> tasks = improvement.tasks();
  tasks.insert(tasks.begin(), task);
  run_side_by_side(tasks.size(), effort.threads(), [&tasks](std::size_t i) { tasks[i](); });
  improvement.finish();
  return effort.cost() < before;
}

bool improve(const Subproblem& subproblem, Effort& effort, SearchCourse& course, double work) {
  return improve_beside([] {}, subproblem, effort, course, work);
}

}  // namespace apportion::shardings
