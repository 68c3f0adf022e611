// The best answer and bound of a solve, and the proof on one core.
#include "extensions/shardings/algorithms/subproblem.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace apportion::shardings {

bool Effort::stopped() const {
  const std::scoped_lock lock(watching_);
  return problem_.watch.stopped();
}

void Effort::offer(const Sharding& labels) {
  const ShardingTotals sum = totals(graph(), labels);
  if (!sum.allowed || (has_answer() && sum.cost >= solution.cost)) return;
  solution.labels = labels;
  solution.cost = sum.cost;
  log({KnownAnswer{labels}});
  report();
}

void Effort::raise_bound(WideWhole bound) {
  if (has_answer()) bound = std::min(bound, solution.cost);
  if (bound <= solution.lower_bound) return;
  solution.lower_bound = bound;
  report();
}

void Effort::report() const {
  if (!problem_.watch.progress) return;
  const std::scoped_lock lock(watching_);
  problem_.watch.progress(solution);
}

namespace {

constexpr int hard_sweeps = 10;
constexpr int sweeps_to_a_bound = 10;
constexpr int sweeps_of_a_round = 40;
constexpr int most_rounds = 20;
constexpr int decode_repair_rounds = 200;
constexpr int hasty_repair_rounds = 5;
constexpr double dearest_memory = 1e6;      // times the cost of an answer, for all memory
constexpr int sweeps_at_a_temperature = 4;  // a new one costs as much as several sweeps

}  // namespace

void Subproblem::reduce(Effort& effort, std::int64_t dominance) {
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

void Subproblem::close() {
  closed_ = true;
  core_.log({ClosedState{}});
}

void Subproblem::log_bound() const {
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
      record.given.push_back(
          {core_.groups[v].node, core_.groups[link.to].node, given(link.message, v), given(link.reverse, link.to)});
    }
  core_.log({std::move(record)});
}

void Subproblem::prepare() {
  flat_ = std::make_shared<const FlatCore>(core_);
  passing_ = std::make_shared<Passing>(*flat_);
  if (carried_) passing_->set(carried_->onto(core_, *flat_));
  warm_ = carried_ != nullptr;
  carried_ = nullptr;
}

void Subproblem::pass(Effort& effort, int sweeps) {
  const int done = cool(effort, static_cast<int>(std::min<std::int64_t>(sweeps, effort.sweeps_left())));
  effort.solution.sweeps += done;
  effort.passed += done * flat_->entries();
}

int Subproblem::cool(const Effort& effort, int sweeps) {
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

void Subproblem::prove(Effort& effort) {
  whole_ = whole_bound(core_, *flat_, passing_->potentials());
  bound_ = std::max(bound_, whole_.cost() << shift_);
  if (core_.is_logged()) log_bound();
  if (effort.has_answer() && bound_ >= effort.solution.cost) close();
}

// Deletes labels that no better answer has; unless answers are kept, also those that no equally good answer has.
std::size_t Subproblem::fix(const Effort& effort, bool keeps_answers) {
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

std::size_t Subproblem::shrink(Effort& effort, std::int64_t dominance, bool keeps_answers) {
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

void Subproblem::tighten(Effort& effort) {
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

Subproblem Subproblem::branch(std::uint32_t node, const std::vector<std::uint32_t>& places, std::uint32_t state) {
  core_.share_history();
  Subproblem child = branched(core_, node, places);
  child.state_ = state;
  return child;
}

Subproblem Subproblem::branched(Core core, std::uint32_t node, const std::vector<std::uint32_t>& places) const {
  Subproblem child(std::move(core), shift_);
  child.bound_ = bound_;
  child.carried_ = std::make_shared<const CarriedPotentials>(child.core_, *flat_, passing_->potentials());
  child.core_.keep(node, places);
  return child;
}

double Subproblem::look(const Effort& effort, std::uint32_t node, const std::vector<std::uint32_t>& places,
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

void Subproblem::decode(Effort& effort) {
  LocalSearch search(*flat_, passing_->decoded(true), effort.draw(), guide(effort));
  if (search.is_answer() || search.repair(search.guide().prices, decode_repair_rounds))
    effort.offer(core_.expanded(search.labels()));
  else if (!effort.has_answer() && effort.stopped())
    decode_hastily(effort, search.cost());
}

// Raises the price of memory until the labels fit.
void Subproblem::decode_hastily(Effort& effort, double cost) {
  const Potentials known = passing_->potentials();
  const double all = std::accumulate(flat_->capacity.begin(), flat_->capacity.end(), 1.0);
  for (double factor = 0.1; factor <= dearest_memory && !effort.has_answer(); factor *= 10) {
    const std::vector<double> prices(flat_->capacity.size(), factor * std::min(cost, 1e18) / all);
    passing_->set({known.messages, prices});
    LocalSearch search(*flat_, passing_->decoded(true), effort.draw());
    if (search.is_answer() || search.repair(prices, hasty_repair_rounds)) effort.offer(core_.expanded(search.labels()));
  }
  passing_->set(known);
}

Places Subproblem::start(const Effort& effort) const {
  if (effort.has_answer())
    if (std::optional<Places> known = core_.places_of(*effort.solution.labels)) return *std::move(known);
  return passing_->decoded(true);
}

ShardingSizes sizes_of(const Core& core) {
  ShardingSizes sizes{.nodes = core.groups.size(), .edges = core.edges.size(), .times = core.capacity.size()};
  for (const Group& group : core.groups) sizes.labels += group.size();
  return sizes;
}

}  // namespace apportion::shardings
