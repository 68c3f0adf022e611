// Search within the memory limit, soft descents, repair and fusion in turn.
#include "algorithms/shardings/improvement.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "algorithms/shardings/local_search.hpp"

namespace apportion::shardings {
namespace {

constexpr int descent_repair_rounds = 100;
constexpr double widest_factor = 0.4;  // prices are multiplied by up to exp of it

class Improvement {
 public:
  Improvement(Subproblem& subproblem, Effort& effort, double work)
      : subproblem_(subproblem),
        effort_(effort),
        most_work_(work),
        dice_(effort.draw()),
        guide_(subproblem.guide()),
        search_(subproblem.flat(), subproblem.start(effort), effort.draw()) {
    search_.set_guide(guide_);
  }

  void run() {
    if (!search_.is_answer() && !search_.repair(guide_.prices, 2 * descent_repair_rounds)) return;
    best_ = search_.labels();
    best_cost_ = search_.cost();
    descend(patience_for(subproblem_.flat().size()) / 4);
    keep();
    for (int turn = 0; goes_on(); ++turn) {
      // At first and every tenth time from what the messages say, else from the best answer.
      const bool fresh = turn % 10 == 0;
      if (search_.labels() != best_ || fresh)
        search_.restart(fresh ? subproblem_.passing().decoded(dice_.chance(0.5)) : best_);
      const auto all = static_cast<double>(subproblem_.flat().size());
      const auto region = static_cast<std::size_t>(std::max(all * std::pow(0.02, dice_.unit()), 30.0));
      search_.focus(fresh ? 0 : region);
      const int patience = patience_for(fresh ? subproblem_.flat().size() : region);
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

 private:
  [[nodiscard]] bool goes_on() const { return search_.work() < most_work_ && effort_.may_move(); }
  [[nodiscard]] static int patience_for(std::size_t groups) { return 20 + static_cast<int>(groups / 8); }

  // Within the memory limit, until nothing has improved for so many moves.
  void descend(int patience) {
    for (int since = 0; since < patience && goes_on(); ++effort_.solution.moves) since = search_.move() ? 0 : since + 1;
  }

  void leave(int moves) {
    raised_ = guide_.prices;
    const double factor = std::exp((2 * dice_.unit() - 1) * widest_factor);
    for (double& price : raised_) price *= factor;
    const std::vector<double> costs = search_.priced(raised_);
    for (int k = 0; k < moves && goes_on(); ++k, ++effort_.solution.moves) search_.soft_move(costs);
  }

  void keep() {
    if (!search_.is_answer()) return;
    effort_.offer(subproblem_.core(), subproblem_.flat(), search_.labels());
    if (search_.cost() >= best_cost_) return;
    best_ = search_.labels();
    best_cost_ = search_.cost();
  }

  Subproblem& subproblem_;
  Effort& effort_;
  double most_work_;
  Dice dice_;
  Guide guide_;
  LocalSearch search_;
  Places best_;
  double best_cost_ = infinite;
  std::vector<double> raised_;
};

}  // namespace

void improve(Subproblem& subproblem, Effort& effort, double work) { Improvement(subproblem, effort, work).run(); }

}  // namespace apportion::shardings
