// Divisions of chains by dynamic programming: a state is the set of processors that have their runs, and the number of
// cells in these.
#include "extensions/cells/algorithms/chains.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <vector>

#include "base/stopping.hpp"
#include "extensions/cells/sim/cell_costs.hpp"

namespace apportion {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

// The active cells of a chain in order. Sums are over the cells before a place.
struct Chain {
  explicit Chain(const CellProblem& problem) {
    const auto cells = static_cast<std::size_t>(problem.rows * problem.columns);
    loads = memory = {0};
    gaps = {0};
    for (std::size_t cell = 0; cell < cells; ++cell) {
      if (!(problem.load(cell) > 0)) continue;
      if (!places.empty() && places.back() + 1 < cell) ++gaps.back();
      places.push_back(cell);
      loads.push_back(loads.back() + problem.load(cell));
      memory.push_back(memory.back() + (problem.cell_memory ? problem.cell_memory->at(cell) : 1));
      gaps.push_back(gaps.back());
    }
  }

  [[nodiscard]] std::size_t size() const { return places.size(); }
  // Whether the two cells around this place are adjacent.
  [[nodiscard]] bool is_joined(std::size_t place) const {
    return place > 0 && place < size() && gaps[place] == gaps[place - 1];
  }

  std::vector<std::size_t> places = {};  // the numbers of the cells
  std::vector<double> loads;
  std::vector<double> memory;
  std::vector<std::int32_t> gaps;  // the number of gaps up to a place
};

// Equal processors; in the given order each is a separate kind.
struct Kind {
  double share = 0;
  double least = 0;
  double most = 0;
  double memory = never;
  std::vector<std::size_t> processors = {};
};

std::vector<Kind> kinds_of(const CellProblem& problem, const std::vector<std::size_t>& order, bool in_order) {
  const std::vector<double> ideal = shares(problem);
  const LoadLimits limits = load_limits(problem);
  std::vector<Kind> kinds;
  for (const std::size_t i : order) {
    Kind kind{ideal[i],
              std::max(limits.least[i], 0.0),
              limits.most[i],
              problem.memory.empty() ? never : problem.memory[i],
              {i}};
    const auto alike = std::ranges::find_if(
        kinds, [&](const Kind& other) { return other.share == kind.share && other.memory == kind.memory; });
    if (in_order || alike == kinds.end())
      kinds.push_back(std::move(kind));
    else
      alike->processors.push_back(i);
  }
  return kinds;
}

// Runs of the first cells for some of the processors. The cost of their rank is the number of cuts; the elements that
// the busiest part receives are limited by Allowance.
struct Runs {
  CellRank rank = {};
  std::vector<std::pair<std::size_t, std::size_t>> ends = {};  // the processor and the place behind its run, in order
  bool is_complete = true;                                     // whether all runs within the limits were tried
};

// How far a division may exceed the limits.
struct Allowance {
  double load = 0;            // the excess of each part, and of all parts before a place together
  bool empty = false;         // parts may be empty
  std::int32_t received = 2;  // elements that each part may receive
};

class ChainSearch {
 public:
  ChainSearch(const Chain& chain, std::vector<Kind> kinds, bool in_order)
      : chain_(chain), kinds_(std::move(kinds)), in_order_(in_order) {
    for (const Kind& kind : kinds_) {
      strides_.push_back(states_);
      states_ *= in_order_ ? 1 : kind.processors.size() + 1;
      if (states_ > most_states) return;
    }
    if (in_order_) states_ = kinds_.size() + 1;
  }

  [[nodiscard]] bool is_small() const { return states_ <= most_states; }

  // The best runs with this allowance; nothing if there are none.
  std::optional<Runs> best(const Allowance& allowance) {
    constexpr double most_steps = 4e7;
    for (double band = never;; band = std::isinf(band) ? chain_.loads.back() / 4 : band / 2) {
      set_ranges(allowance, band);
      if (steps(allowance) > most_steps && band > 2 * heaviest()) continue;
      std::optional<Runs> runs = found(allowance);
      if (runs) runs->is_complete = std::isinf(band);
      return runs;
    }
  }

 private:
  static constexpr std::size_t most_states = 200'000;

  // A state is the number of processors of each kind that have their runs; in the given order the number of processors.
  struct Entry {
    CellRank rank = {.cells_beyond = never};
    std::uint32_t from = 0;  // the place where the last run begins
    std::uint32_t kind = 0;  // the kind of the last run
  };

  [[nodiscard]] std::size_t used(std::size_t state, std::size_t kind) const {
    if (in_order_) return kind < state ? 1 : 0;
    return state / strides_[kind] % (kinds_[kind].processors.size() + 1);
  }
  [[nodiscard]] std::size_t before(std::size_t state, std::size_t kind) const {
    return state - (in_order_ ? 1 : strides_[kind]);
  }
  template <class Visit>
  void for_each_last(std::size_t state, Visit visit) const {
    if (state == 0) return;
    if (in_order_) return visit(state - 1);
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
      if (used(state, kind) > 0) visit(kind);
  }

  double heaviest() const {
    double most = 0;
    for (std::size_t i = 0; i < chain_.size(); ++i) most = std::max(most, chain_.loads[i + 1] - chain_.loads[i]);
    return most;
  }

  // Sets for each state the places that the loads before and behind them allow.
  void set_ranges(const Allowance& allowance, double band) {
    ranges_.assign(states_, {});
    const double total = chain_.loads.back();
    const double slack = 1e-9 * total;
    std::vector<double> sums(3, 0);  // sums of shares, least and greatest loads
    for (const Kind& kind : kinds_) {
      const auto count = static_cast<double>(kind.processors.size());
      sums[0] += count * kind.share;
      sums[1] += count * kind.least;
      sums[2] += count * kind.most;
    }
    for (std::size_t state = 0; state < states_; ++state) {
      double share = 0;
      double least = 0;
      double most = 0;
      for (std::size_t kind = 0; kind < (in_order_ ? state : kinds_.size()); ++kind) {
        const auto count = static_cast<double>(used(state, kind));
        share += count * kinds_[kind].share;
        least += count * kinds_[kind].least;
        most += count * kinds_[kind].most;
      }
      const double from = std::max({least, total - (sums[2] - most), share - band + allowance.load}) - allowance.load;
      const double to = std::min({most, total - (sums[1] - least), share + band - allowance.load}) + allowance.load;
      const auto begin = std::ranges::lower_bound(chain_.loads, from - slack);
      const auto end = std::ranges::upper_bound(chain_.loads, to + slack);
      ranges_[state] = {static_cast<std::size_t>(begin - chain_.loads.begin()),
                        static_cast<std::size_t>(std::max(begin, end) - chain_.loads.begin())};
    }
    ranges_.front() = {0, 1};
    ranges_.back() = {chain_.size(), chain_.size() + 1};
  }

  // The places where a run of this kind to `end` may begin.
  [[nodiscard]] std::pair<std::size_t, std::size_t> begins(const Allowance& allowance, std::size_t state,
                                                           std::size_t kind, std::size_t end) const {
    const double slack = 1e-9 * chain_.loads.back();
    const auto [first, last] = ranges_[before(state, kind)];
    if (first >= last) return {0, 0};
    const auto at = [&](std::size_t place) { return chain_.loads.begin() + static_cast<std::ptrdiff_t>(place); };
    const double load = chain_.loads[end];
    const auto begin = std::lower_bound(at(first), at(last), load - kinds_[kind].most - allowance.load - slack);
    const auto behind = std::upper_bound(begin, at(last), load - kinds_[kind].least + allowance.load + slack);
    const std::size_t most = allowance.empty ? end + 1 : end;
    return {static_cast<std::size_t>(begin - chain_.loads.begin()),
            std::min(static_cast<std::size_t>(behind - chain_.loads.begin()), most)};
  }

  [[nodiscard]] double steps(const Allowance& allowance) const {
    double sum = 0;
    for (std::size_t state = 1; state < states_; ++state) {
      const std::size_t first = ranges_[state].first;
      const std::size_t last = ranges_[state].second;
      if (first >= last) continue;
      const std::size_t middle = (first + last) / 2;
      for_each_last(state, [&](std::size_t kind) {
        const auto [begin, end] = begins(allowance, state, kind, std::min(middle, chain_.size()));
        sum += static_cast<double>(last - first) * static_cast<double>(1 + (end > begin ? end - begin : 0));
      });
    }
    return sum;
  }

  // The rank of a single part with this run.
  [[nodiscard]] CellRank of_run(const Kind& kind, std::size_t begin, std::size_t end) const {
    const double load = chain_.loads[end] - chain_.loads[begin];
    const bool is_empty = begin == end;
    return {.cells_beyond = std::max(chain_.memory[end] - chain_.memory[begin] - kind.memory, 0.0),
            .load_beyond = std::max({load - kind.most, kind.least - load, 0.0}),
            .empty = is_empty ? 1 : 0,
            .cost = !is_empty && chain_.is_joined(end) ? 1.0 : 0.0,
            .pieces = is_empty ? 0 : chain_.gaps[end - 1] - chain_.gaps[begin],
            .imbalance = load / kind.share - 1};
  }

  [[nodiscard]] bool is_allowed(const CellRank& run, const Allowance& allowance, std::size_t begin) const {
    if (!allowance.empty && (run.load_beyond > 0 || run.cells_beyond > 0)) return false;
    const std::int32_t received =
        run.empty > 0 ? 0 : static_cast<std::int32_t>(run.cost) + (chain_.is_joined(begin) ? 1 : 0);
    return received <= allowance.received;
  }

  std::optional<Runs> found(const Allowance& allowance) {
    std::vector<std::vector<Entry>> entries(states_);
    entries.front() = {{.rank = {.imbalance = -1}}};
    for (std::size_t state = 1; state < states_; ++state) {
      stop_if_asked();
      const std::size_t first = ranges_[state].first;
      const std::size_t last = ranges_[state].second;
      if (first >= last) continue;
      entries[state].resize(last - first);
      for_each_last(state, [&](std::size_t kind) {
        const std::vector<Entry>& earlier = entries[before(state, kind)];
        const std::size_t offset = ranges_[before(state, kind)].first;
        for (std::size_t end = first; end < last; ++end) {
          const auto [from, to] = begins(allowance, state, kind, end);
          for (std::size_t begin = from; begin < to; ++begin)
            offer(earlier[begin - offset].rank, allowance, begin, end, kind, entries[state][end - first]);
        }
      });
    }
    if (entries.back().empty() || std::isinf(entries.back().front().rank.cells_beyond)) return std::nullopt;
    return traced(entries);
  }

  void offer(const CellRank& sums, const Allowance& allowance, std::size_t begin, std::size_t end, std::size_t kind,
             Entry& best) const {
    if (std::isinf(sums.cells_beyond)) return;
    const CellRank run = of_run(kinds_[kind], begin, end);
    if (!is_allowed(run, allowance, begin)) return;
    const CellRank all{.cells_beyond = sums.cells_beyond + run.cells_beyond,
                       .load_beyond = sums.load_beyond + run.load_beyond,
                       .empty = sums.empty + run.empty,
                       .cost = sums.cost + run.cost,
                       .pieces = sums.pieces + run.pieces,
                       .imbalance = std::max(sums.imbalance, run.imbalance)};
    if (all < best.rank) best = {all, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(kind)};
  }

  [[nodiscard]] Runs traced(const std::vector<std::vector<Entry>>& entries) const {
    Runs runs{.rank = entries.back().front().rank};
    std::size_t place = chain_.size();
    for (std::size_t state = states_ - 1; state > 0;) {
      const Entry& entry = entries[state][place - ranges_[state].first];
      runs.ends.emplace_back(kinds_[entry.kind].processors[used(state, entry.kind) - 1], place);
      place = entry.from;
      state = before(state, entry.kind);
    }
    std::ranges::reverse(runs.ends);
    return runs;
  }

  const Chain& chain_;
  std::vector<Kind> kinds_;
  bool in_order_;
  std::vector<std::size_t> strides_ = {};
  std::size_t states_ = 1;
  std::vector<std::pair<std::size_t, std::size_t>> ranges_ = {};
};

// The best runs within all limits, otherwise those nearest to them. For Objective::busiest the least limit of received
// elements that does not make them worse.
std::optional<Runs> best_runs(const CellProblem& problem, ChainSearch& search) {
  const auto with = [&](Allowance allowance) {
    std::optional<Runs> best = search.best(allowance);
    if (problem.objective != Objective::busiest || !best) return best;
    for (allowance.received = 0; allowance.received < 2; ++allowance.received) {
      std::optional<Runs> lesser = search.best(allowance);
      if (!lesser) continue;
      CellRank rank = best->rank;
      rank.cost = lesser->rank.cost;
      rank.pieces = lesser->rank.pieces;
      rank.imbalance = lesser->rank.imbalance;
      if (!(rank < lesser->rank)) return lesser;
    }
    return best;
  };
  std::optional<Runs> inside = with({});
  return inside ? inside : with({.load = 2 * total_load(problem), .empty = true});
}

Decomposition division_by(const CellProblem& problem, const Chain& chain, const Runs& runs) {
  std::vector<std::int32_t> owners(static_cast<std::size_t>(problem.rows * problem.columns), no_owner);
  std::size_t place = 0;
  for (const auto& [processor, end] : runs.ends)
    for (; place < end; ++place) owners[chain.places[place]] = static_cast<std::int32_t>(processor);
  return division_of(problem.rows, problem.columns, problem.cluster.size(), owners);
}

}  // namespace

CellSolution divided_chain(const CellProblem& problem) {
  if (!problem.is_chain()) throw std::logic_error("divided_chain() divides arrays of one row or column");
  const Chain chain(problem);
  std::vector<std::size_t> order(problem.cluster.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  CellSolution solution;
  std::optional<CellRank> least;
  const auto offer = [&](ChainSearch search, bool is_all) {
    if (!search.is_small()) return false;
    const std::optional<Runs> runs = best_runs(problem, search);
    if (!runs) return false;
    if (!least || runs->rank < *least) {
      least = runs->rank;
      solution.decomposition = division_by(problem, chain, *runs);
    }
    solution.proven = is_all && runs->is_complete;
    return true;
  };
  if (!problem.keep_order && offer(ChainSearch(chain, kinds_of(problem, order, false), false), true)) return solution;
  offer(ChainSearch(chain, kinds_of(problem, order, true), true), problem.keep_order);
  if (problem.keep_order) return solution;
  for (const double sign : {1.0, -1.0}) {
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return sign * problem.cluster.speeds[i]; });
    offer(ChainSearch(chain, kinds_of(problem, order, true), true), false);
  }
  return solution;
}

bool keeps_order(const CellProblem& problem, const Decomposition& division) {
  std::int32_t last = no_owner;
  for (const std::int32_t owner : active_owners_of(problem.loads.get(), division)) {
    if (owner == no_owner) continue;
    if (owner < last) return false;
    last = owner;
  }
  return true;
}

}  // namespace apportion
