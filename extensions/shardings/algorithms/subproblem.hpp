// The state that all steps of one solve share (the best answer so far, the limits, the watch), and the proof on one
// core: message passing, reduced-cost fixing and reductions in turn.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "extensions/shardings/algorithms/flat_core.hpp"
#include "extensions/shardings/algorithms/local_search.hpp"
#include "extensions/shardings/algorithms/potentials.hpp"
#include "extensions/shardings/algorithms/sharding_algorithm.hpp"

namespace apportion::shardings {

/// The counts at which a solve ends.
struct EffortLimits {
  std::int64_t sweeps = 0;
  std::int64_t moves = 0;
  std::int64_t nodes = 0;
};

class Effort {
 public:
  Effort(const ShardingProblem& problem, const EffortLimits& limits, std::uint64_t seed)
      : problem_(problem), limits_(limits), dice_(seed) {}

  [[nodiscard]] const ShardingGraph& graph() const { return *problem_.graph; }
  [[nodiscard]] unsigned threads() const { return problem_.watch.threads; }
  [[nodiscard]] bool is_timed() const { return problem_.watch.is_timed; }
  /// May be called from any thread.
  [[nodiscard]] bool stopped() const {
    const std::scoped_lock lock(watching_);
    return problem_.watch.stopped();
  }
  [[nodiscard]] bool may_sweep() const { return solution.sweeps < limits_.sweeps && !stopped(); }
  [[nodiscard]] std::int64_t sweeps_left() const { return limits_.sweeps - solution.sweeps; }
  [[nodiscard]] bool may_move() const { return moves_left() > 0 && !stopped(); }
  [[nodiscard]] std::int64_t moves_left() const { return limits_.moves - solution.moves; }
  [[nodiscard]] bool may_branch() const { return solution.nodes < limits_.nodes && !stopped(); }
  [[nodiscard]] std::uint64_t draw() { return dice_.bits(); }

  /// Keeps an answer if it is allowed and better than the best one so far.
  void offer(const Sharding& labels) {
    const ShardingTotals sum = totals(graph(), labels);
    if (!sum.allowed || (has_answer() && sum.cost >= solution.cost)) return;
    solution.labels = labels;
    solution.cost = sum.cost;
    log({KnownAnswer{labels}});
    report();
  }

  /// No answer costs less than `bound`. Has no effect below the known bound, and counts at most as the cost of the best
  /// answer.
  void raise_bound(WideWhole bound) {
    if (has_answer()) bound = std::min(bound, solution.cost);
    if (bound <= solution.lower_bound) return;
    solution.lower_bound = bound;
    report();
  }

  [[nodiscard]] const Core::Log& certificate() const { return problem_.watch.certificate; }
  [[nodiscard]] bool is_logged() const { return static_cast<bool>(certificate()); }
  void log(const CertificateRecord& record) const {
    if (is_logged()) certificate()(record);
  }

  /// A number for a state of the certificate.
  [[nodiscard]] std::uint32_t new_state() { return ++states_; }

  [[nodiscard]] bool has_answer() const { return solution.labels.has_value(); }
  [[nodiscard]] bool is_proven() const { return has_answer() && solution.lower_bound >= solution.cost; }

  /// The cost of the best answer, rounded; infinite without one.
  [[nodiscard]] double cost() const { return has_answer() ? static_cast<double>(solution.cost) : infinite; }

  ShardingSolution solution;
  double passed = 0;     ///< entries that sweeps of messages have read, see FlatCore::entries()
  bool is_exact = true;  ///< closed subproblems contain nothing better; false if costs were rounded

 private:
  void report() const {
    if (!problem_.watch.progress) return;
    const std::scoped_lock lock(watching_);
    problem_.watch.progress(solution);
  }

  const ShardingProblem& problem_;
  EffortLimits limits_;
  Dice dice_;
  std::uint32_t states_ = 0;
  mutable std::mutex watching_;
};

/// How many differences of costs dominance may examine in one call for a node of a search tree.
inline constexpr std::int64_t node_dominance = 50'000'000;

/// A core with its potentials, and the lower bound on its answers.
class Subproblem {
 public:
  Subproblem(Core core, int shift) : core_(std::move(core)), shift_(shift) {}

  [[nodiscard]] const Core& core() const { return core_; }
  [[nodiscard]] const FlatCore& flat() const { return *flat_; }
  [[nodiscard]] const Passing& passing() const { return *passing_; }
  [[nodiscard]] Passing& passing() { return *passing_; }
  [[nodiscard]] WideWhole bound() const { return bound_; }
  [[nodiscard]] bool is_closed() const { return closed_; }  ///< it contains nothing better than the best answer
  [[nodiscard]] const WholeBound& whole() const { return whole_; }

  /// Reduces and prepares for message passing.
  void reduce(Effort& effort, std::int64_t dominance) {
    shardings::reduce(core_, {dominance, [&effort] { return effort.stopped(); }});
    if (core_.infeasible) return close();
    prepare();
    if (flat_->size() > 0) return;
    effort.offer(core_.expanded({}));
    prove(effort);
    // With rounded costs the answer is optimal except for rounding.
    if (shift_ > 0) effort.is_exact = false;
    closed_ = true;
  }

  /// Passes, proves and shrinks a node of a search tree in turn, until that gains little.
  void tighten(Effort& effort) {
    for (int round = 0; round < most_rounds && !closed_ && effort.may_sweep(); ++round) {
      const WideWhole before = bound_;
      pass(effort, sweeps_of_a_round);
      const std::size_t fixed = shrink(effort, node_dominance, false);
      if (closed_) return;
      const auto gain = static_cast<double>(bound_ - before);
      const double gap = effort.has_answer() ? static_cast<double>(effort.solution.cost - bound_) : infinite;
      if (round > 0 && fixed * 50 < flat_->costs.size() && gain < 0.05 * gap) return;
    }
  }

  /// After pass(): computes the bound, removes the labels that it excludes, and reduces. Returns the number of these
  /// labels. `keeps_answers`: the labels of the best answer stay, so that searches can continue from it.
  std::size_t shrink(Effort& effort, std::int64_t dominance, bool keeps_answers = true) {
    prove(effort);
    if (closed_ || effort.stopped()) return 0;
    carried_ = std::make_shared<const CarriedPotentials>(core_, *flat_, passing_->potentials());
    const std::size_t fixed = fix(effort, keeps_answers);
    if (core_.infeasible)
      close();
    else if (fixed > 0)
      reduce(effort, dominance);
    else
      carried_ = nullptr;
    return fixed;
  }

  /// Cools once. Keeps the best potentials.
  void pass(Effort& effort, int sweeps) {
    const int done = cool(effort, static_cast<int>(std::min<std::int64_t>(sweeps, effort.sweeps_left())));
    effort.solution.sweeps += done;
    effort.passed += done * flat_->entries();
  }

  /// Computes the bound in whole numbers, and whether it closes the subproblem.
  void prove(Effort& effort) {
    whole_ = whole_bound(core_, *flat_, passing_->potentials());
    bound_ = std::max(bound_, whole_.cost() << shift_);
    if (core_.is_logged()) log_bound();
    if (effort.has_answer() && bound_ >= effort.solution.cost) close();
  }

  /// A copy with fewer labels for one group, and this number in the certificate.
  [[nodiscard]] Subproblem branch(std::uint32_t node, const std::vector<std::uint32_t>& places, std::uint32_t state) {
    core_.share_history();
    Subproblem child = branched(core_, node, places);
    child.state_ = state;
    return child;
  }

  /// As Core::share_history(): makes copies cheap.
  void share_history() { core_.share_history(); }

  /// Reduces a copy with fewer labels for one group and cools once, without counting or logging. Returns an approximate
  /// lower bound, infinite if it has no answer. May be called from several threads at once.
  [[nodiscard]] double look(const Effort& effort, std::uint32_t node, const std::vector<std::uint32_t>& places,
                            int sweeps) const {
    Core core = core_;
    core.mute();
    core.pool = std::make_shared<MatrixPool>();
    Subproblem child = branched(std::move(core), node, places);
    shardings::reduce(child.core_, {0, [&effort] { return effort.stopped(); }});
    if (child.core_.infeasible) return infinite;
    child.prepare();
    if (child.flat_->size() > 0) child.cool(effort, sweeps);
    return std::ldexp(child.passing_->bound(), shift_);
  }

  /// Stops logging to the certificate.
  void mute() { core_.mute(); }

  /// The state's number in the certificate.
  [[nodiscard]] std::uint32_t state() const { return state_; }

  /// Records that it contains nothing better than the best answer.
  void close() {
    closed_ = true;
    core_.log({ClosedState{}});
  }

  /// Offers the answer decoded from the potentials, repaired if it uses too much memory. After a stop without any
  /// answer it offers a worse one that is found at once.
  void decode(Effort& effort) {
    LocalSearch search(*flat_, passing_->decoded(true), effort.draw(), guide(effort));
    if (search.is_answer() || search.repair(search.guide().prices, decode_repair_rounds))
      effort.offer(core_.expanded(search.labels()));
    else if (!effort.has_answer() && effort.stopped())
      decode_hastily(effort, search.cost());
  }

  /// Labels that follow the potentials, or the best answer if its labels remain.
  [[nodiscard]] Places start(const Effort& effort) const {
    if (effort.has_answer())
      if (std::optional<Places> known = core_.places_of(*effort.solution.labels)) return *std::move(known);
    return passing_->decoded(true);
  }

  [[nodiscard]] Guide guide(const Effort& effort) const {
    return {passing_->potentials().prices, passing_->beliefs(), [&effort] { return effort.stopped(); }};
  }

 private:
  static constexpr int hard_sweeps = 10;
  static constexpr int sweeps_to_a_bound = 10;
  static constexpr int sweeps_of_a_round = 40;
  static constexpr int most_rounds = 20;
  static constexpr int decode_repair_rounds = 200;
  static constexpr int hasty_repair_rounds = 5;
  static constexpr double dearest_memory = 1e6;      // times the cost of an answer, for all memory
  static constexpr int sweeps_at_a_temperature = 4;  // a new one costs as much as several sweeps

  int cool(const Effort& effort, int sweeps) {
    Passing& passing = *passing_;
    if (!warm_)
      for (int k = 0; k < hard_sweeps && !effort.stopped(); ++k) passing.sweep(0);
    double best = passing.bound();
    Potentials potentials = passing.potentials();
    const double known = std::ldexp(effort.cost(), -shift_);
    const double gap = warm_ && effort.has_answer() ? known - best : std::max(std::abs(best), 1.0);
    double temperature = std::max(gap, 1e-3) / static_cast<double>(flat_->costs.size());
    const double cooling = std::pow(1e-3, static_cast<double>(sweeps_at_a_temperature) / sweeps);
    double capacity = 0;
    for (const std::int64_t each : flat_->capacity) capacity += static_cast<double>(each);
    const double first_price = 1e-3 * std::max(std::abs(best), 1.0) / std::max(capacity, 1.0);
    int done = 0;
    while (done < sweeps && !effort.stopped()) {
      passing.sweep(temperature);
      passing.adjust_prices(first_price);
      ++done;
      if (done % sweeps_at_a_temperature == 0) temperature *= cooling;
      if (done % sweeps_to_a_bound != 0 || 3 * done < sweeps) continue;
      const double bound = passing.bound();
      if (bound <= best) continue;
      best = bound;
      potentials = passing.potentials();
    }
    passing.set(std::move(potentials));
    warm_ = true;
    return done;
  }

  [[nodiscard]] Subproblem branched(Core core, std::uint32_t node, const std::vector<std::uint32_t>& places) const {
    Subproblem child(std::move(core), shift_);
    child.bound_ = bound_;
    child.carried_ = std::make_shared<const CarriedPotentials>(child.core_, *flat_, passing_->potentials());
    child.core_.keep(node, places);
    return child;
  }

  // Deletes labels that no better answer has; unless answers are kept, also those that no equally good answer has.
  std::size_t fix(const Effort& effort, bool keeps_answers) {
    if (!effort.has_answer()) return 0;
    // cost << scale exceeds 128 bits only if costs are near 2^100.
    const WideWhole least = (effort.solution.cost >> shift_) + (shift_ > 0 || keeps_answers ? 0 : -1);
    const WideWhole limit = least << whole_.scale;
    std::size_t fixed = 0;
    for (std::uint32_t v = 0; v < flat_->size(); ++v) {
      std::vector<std::uint32_t> kept;
      for (std::uint32_t a = 0; a < flat_->labels(v); ++a)
        if (whole_.labels[flat_->first[v] + a] <= limit)
          kept.push_back(a);
        else
          core_.log({FixedLabel{core_.groups[v].node, core_.groups[v].labels[a]}});
      if (kept.size() == flat_->labels(v)) continue;
      fixed += flat_->labels(v) - kept.size();
      core_.keep(v, kept);
    }
    return fixed;
  }

  void prepare() {
    flat_ = std::make_shared<const FlatCore>(core_);
    passing_ = std::make_shared<Passing>(*flat_);
    if (carried_) passing_->set(carried_->onto(core_, *flat_));
    warm_ = carried_ != nullptr;
    carried_ = nullptr;
  }

  // Raises the price of memory until the labels fit.
  void decode_hastily(Effort& effort, double cost) {
    const Potentials known = passing_->potentials();
    const double all = std::accumulate(flat_->capacity.begin(), flat_->capacity.end(), 1.0);
    for (double factor = 0.1; factor <= dearest_memory && !effort.has_answer(); factor *= 10) {
      const std::vector<double> prices(flat_->capacity.size(), factor * std::min(cost, 1e18) / all);
      passing_->set({known.messages, prices});
      LocalSearch search(*flat_, passing_->decoded(true), effort.draw());
      if (search.is_answer() || search.repair(prices, hasty_repair_rounds))
        effort.offer(core_.expanded(search.labels()));
    }
    passing_->set(known);
  }

  void log_bound() const {
    ProvenBound record{whole_.scale, whole_.price_scale, whole_.most, {}, {}, whole_.bound};
    for (std::size_t t = 0; t < whole_.prices.size(); ++t)
      if (whole_.prices[t] > 0) record.prices.push_back({core_.first_time[t], whole_.prices[t]});
    for (std::uint32_t v = 0; v < flat_->size(); ++v)
      for (const FlatLink& link : flat_->links_of(v)) {
        if (link.to < v) continue;
        const auto given = [&](std::size_t message, std::uint32_t node) {
          const auto first = whole_.given.begin() + static_cast<std::ptrdiff_t>(message);
          return std::vector<std::int64_t>(first, first + flat_->labels(node));
        };
        record.given.push_back({core_.groups[v].node, core_.groups[link.to].node, given(link.message, v),
                                given(flat_->links[link.back].message, link.to)});
      }
    core_.log({std::move(record)});
  }

  Core core_;
  int shift_;
  std::shared_ptr<const FlatCore> flat_;
  std::shared_ptr<Passing> passing_;
  std::shared_ptr<const CarriedPotentials> carried_;
  WholeBound whole_;
  WideWhole bound_ = 0;
  bool closed_ = false;
  std::uint32_t state_ = 0;
  bool warm_ = false;  // whether the potentials come from an earlier core
};

/// The sizes of a core after reduce().
[[nodiscard]] inline ShardingSizes sizes_of(const Core& core) {
  ShardingSizes sizes{.nodes = core.groups.size(), .edges = core.edges.size(), .times = core.capacity.size()};
  for (const Group& group : core.groups) sizes.labels += group.size();
  return sizes;
}

}  // namespace apportion::shardings
