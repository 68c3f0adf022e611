// Large-neighbourhood search: which nodes are freed, cuts where memory is passed, repair, fusion.
#include "algorithms/shardings/local_search.hpp"

#include <algorithm>
#include <cmath>

namespace apportion::shardings {
namespace {

constexpr int most_cuts = 8;
constexpr int drawn_for_slack = 4;
constexpr double table_entries = 3000;

}  // namespace

LocalSearch::LocalSearch(const Flat& flat, Places start, std::uint64_t seed)
    : flat_(flat),
      state_(flat, std::move(start)),
      dice_(seed),
      guide_{std::vector<double>(flat.capacity.size(), 0), flat.costs, {}},
      near_(flat),
      mark_(flat.size(), 0) {}

void LocalSearch::restart(const Places& labels) {
  state_ = FilledLabels(flat_, labels);
  cost_.reset();
}

double LocalSearch::cost() const {
  if (!cost_) cost_ = cost_of(flat_, state_.labels());
  return *cost_;
}

// Half of the time where the label seems to cost most above what the bound counts for it.
std::uint32_t LocalSearch::drawn_seed() {
  const auto drawn = [this] {
    return region_.empty() ? dice_.below(flat_.size()) : region_[dice_.below(region_.size())];
  };
  std::uint32_t best = drawn();
  if (dice_.chance(0.5)) return best;
  const auto slack = [this](std::uint32_t v) {
    const double* beliefs = &guide_.beliefs[flat_.first[v]];
    return beliefs[state_.labels()[v]] - *std::min_element(beliefs, beliefs + flat_.labels(v));
  };
  double most = slack(best);
  for (int k = 1; k < drawn_for_slack; ++k) {
    const std::uint32_t other = drawn();
    const double other_slack = slack(other);
    if (other_slack <= most) continue;
    best = other;
    most = other_slack;
  }
  return best;
}

void LocalSearch::focus(std::size_t groups) {
  region_.clear();
  if (groups == 0) return;
  gather(drawn_seed(), groups);
  region_ = chosen_;
}

// A ball, breadth first, in random order.
void LocalSearch::gather(std::uint32_t seed, std::size_t size) {
  ++round_;
  chosen_.assign(1, seed);
  mark_[seed] = round_;
  for (std::size_t next = 0; next < chosen_.size() && chosen_.size() < size; ++next) {
    const std::span<const FlatLink> links = flat_.links_of(chosen_[next]);
    const std::size_t start = dice_.below(links.size());
    for (std::size_t k = 0; k < links.size(); ++k) {
      const std::uint32_t to = links[(start + k) % links.size()].to;
      if (mark_[to] == round_) continue;
      if (chosen_.size() >= size && flat_.links_of(to).size() > 1) continue;
      mark_[to] = round_;
      chosen_.push_back(to);
    }
  }
}

// A random tree without further edges between its nodes.
void LocalSearch::gather_tree(std::uint32_t seed, std::size_t size) {
  round_ += 2;
  const std::uint32_t inside = round_;
  const std::uint32_t outside = round_ - 1;
  chosen_.assign(1, seed);
  mark_[seed] = inside;
  std::vector<std::uint32_t> frontier;
  const auto spread = [&](std::uint32_t node) {
    for (const FlatLink& link : flat_.links_of(node))
      if (mark_[link.to] != inside && mark_[link.to] != outside) frontier.push_back(link.to);
  };
  spread(seed);
  while (!frontier.empty() && chosen_.size() < size) {
    std::swap(frontier[dice_.below(frontier.size())], frontier.back());
    const std::uint32_t node = frontier.back();
    frontier.pop_back();
    if (mark_[node] == inside || mark_[node] == outside) continue;
    int touching = 0;
    for (const FlatLink& link : flat_.links_of(node)) touching += mark_[link.to] == inside ? 1 : 0;
    mark_[node] = touching == 1 ? inside : outside;
    if (touching != 1) continue;
    chosen_.push_back(node);
    spread(node);
  }
}

void LocalSearch::choose_labels(const std::vector<double>& costs, bool all) {
  near_.begin();
  const std::size_t most = all ? flat_.most_labels : 2 + dice_.below(8);
  const bool by_belief = dice_.chance(0.5);
  for (const std::uint32_t node : chosen_) {
    list_.clear();
    const std::uint32_t count = flat_.labels(node);
    if (count > most) {
      ranked_.clear();
      for (std::uint32_t a = 0; a < count; ++a)
        ranked_.emplace_back((by_belief ? guide_.beliefs : costs)[flat_.first[node] + a], a);
      if (!by_belief)
        for (const FlatLink& link : flat_.links_of(node)) {
          const double* row = flat_.row(flat_.links[link.back], state_.labels()[link.to]);
          for (std::uint32_t a = 0; a < count; ++a) ranked_[a].first += row[a];
        }
      ranked_[state_.labels()[node]].first = -infinite;
      std::ranges::nth_element(ranked_, ranked_.begin() + static_cast<std::ptrdiff_t>(most));
      for (std::size_t k = 0; k < most; ++k) list_.push_back(ranked_[k].second);
    }
    near_.add(node, list_);
  }
}

void LocalSearch::open(const std::vector<double>& costs) {
  const bool all = dice_.chance(0.45);
  const std::uint32_t seed = drawn_seed();
  const double shape = dice_.unit();
  if (shape < 0.25)
    gather_tree(seed, static_cast<std::size_t>(3 * std::pow(90.0, dice_.unit())));
  else
    gather(seed, static_cast<std::size_t>(5 * std::pow(180.0, dice_.unit())));
  choose_labels(costs, all);
  const double most_entries = table_entries * std::pow(40.0, dice_.unit() * dice_.unit());
  near_.open(state_.labels(), costs, most_entries, [this] { return dice_.unit(); });
  work_ += near_.entries();
}

void LocalSearch::apply(bool of_solution) {
  if (of_solution) {
    before_.clear();
    for (std::size_t i = 0; i < near_.size(); ++i) before_.push_back(state_.labels()[near_.node(i)]);
  }
  for (std::size_t i = 0; i < near_.size(); ++i) state_.set(near_.node(i), of_solution ? near_.label(i) : before_[i]);
}

bool LocalSearch::move() {
  open(flat_.costs);
  return settle(true);
}

void LocalSearch::soft_move(const std::vector<double>& priced) {
  open(priced);
  settle(false);
}

bool LocalSearch::settle(bool with_memory) {
  for (int attempt = 0; attempt <= most_cuts; ++attempt) {
    if (!near_.solve(dice_.chance(0.5))) return false;
    if (attempt > 0) work_ += near_.entries();
    const double old_cost = near_.cost(false);
    const double new_cost = near_.cost(true);
    if (new_cost > old_cost) return false;
    apply(true);
    if (!with_memory || state_.fits()) {
      if (with_memory && cost_ && *cost_ < infinite)
        *cost_ += new_cost - old_cost;
      else
        cost_.reset();
      return new_cost < old_cost;
    }
    const bool goes_on = cut(old_cost, new_cost);
    apply(false);
    if (!goes_on) return false;
  }
  return false;
}

// The price at which what was found is no better than what there was: between the two lies the next one.
bool LocalSearch::cut(double old_cost, double new_cost) {
  if (!(new_cost < old_cost)) return false;
  const std::uint32_t row = state_.memory().worst_row();
  std::int64_t more = 0;
  for (std::size_t i = 0; i < near_.size(); ++i)
    more += FilledLabels::usage(flat_, near_.node(i), near_.label(i), row) -
            FilledLabels::usage(flat_, near_.node(i), before_[i], row);
  if (more <= 0) return false;
  near_.price(row, (old_cost - new_cost) / static_cast<double>(more));
  return true;
}

std::vector<double> LocalSearch::priced(const std::vector<double>& prices) const {
  std::vector<double> costs = flat_.costs;
  std::vector<double> before(prices.size() + 1, 0);
  for (std::size_t t = 0; t < prices.size(); ++t) before[t + 1] = before[t] + prices[t];
  for (std::uint32_t v = 0; v < flat_.size(); ++v)
    for (const FlatPiece& piece : flat_.pieces_of(v))
      for (std::uint32_t a = 0; a < flat_.labels(v); ++a)
        costs[flat_.first[v] + a] +=
            (before[piece.to] - before[piece.from]) * static_cast<double>(flat_.usages[piece.usage + a]);
  return costs;
}

std::vector<std::int64_t> LocalSearch::excess() const {
  std::vector<std::int64_t> excess(flat_.capacity.size() + 1, 0);
  for (std::uint32_t v = 0; v < flat_.size(); ++v)
    for (const FlatPiece& piece : flat_.pieces_of(v)) {
      excess[piece.from] += flat_.usages[piece.usage + state_.labels()[v]];
      excess[piece.to] -= flat_.usages[piece.usage + state_.labels()[v]];
    }
  std::int64_t usage = 0;
  for (std::size_t t = 0; t < flat_.capacity.size(); ++t) {
    usage += excess[t];
    excess[t] = usage - flat_.capacity[t];
  }
  excess.pop_back();
  return excess;
}

bool LocalSearch::repair(std::vector<double> prices, int rounds) {
  double scale = 0;
  for (const double price : prices) scale = std::max(scale, price);
  if (scale == 0) scale = 1;
  const auto stopped = [this] { return guide_.stop && guide_.stop(); };
  for (int round = 0; round < rounds && !is_answer() && !stopped(); ++round) {
    const std::vector<std::int64_t> over = excess();
    std::vector<std::uint32_t> full_before(over.size() + 1, 0);
    for (std::size_t t = 0; t < over.size(); ++t) {
      if (over[t] > 0) prices[t] = 1.3 * prices[t] + 1e-3 * scale;
      full_before[t + 1] = full_before[t] + (over[t] > 0 ? 1 : 0);
    }
    const std::vector<double> costs = priced(prices);
    std::vector<std::uint32_t> seeds;
    for (std::uint32_t v = 0; v < flat_.size(); ++v)
      for (const FlatPiece& piece : flat_.pieces_of(v))
        if (full_before[piece.from] < full_before[piece.to] && flat_.usages[piece.usage + state_.labels()[v]] > 0) {
          seeds.push_back(v);
          break;
        }
    if (seeds.empty())
      for (std::uint32_t v = 0; v < flat_.size(); ++v) seeds.push_back(v);
    for (std::size_t k = 0; k < 1 + seeds.size() / 4 && !state_.fits() && !stopped(); ++k) {
      gather_tree(seeds[dice_.below(seeds.size())], 3 + dice_.below(60));
      choose_labels(costs, true);
      near_.open(state_.labels(), costs, table_entries, [this] { return dice_.unit(); });
      work_ += near_.entries();
      settle(false);
    }
  }
  return is_answer();
}

void LocalSearch::fuse(const Places& other) {
  near_.begin();
  for (std::uint32_t v = 0; v < flat_.size(); ++v)
    if (other[v] != state_.labels()[v]) near_.add(v, {state_.labels()[v], other[v]});
  if (near_.size() == 0) return;
  near_.open(state_.labels(), flat_.costs, 100'000, [this] { return dice_.unit(); });
  work_ += near_.entries();
  settle(true);
}

}  // namespace apportion::shardings
