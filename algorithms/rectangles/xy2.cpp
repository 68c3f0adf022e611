// XY and XY2: the cheapest columns of sorted items, by enumeration as in the paper (Kaddoura, Ranka and Wang 1996) and
// by dynamic programming.
#include "algorithms/rectangles/xy2.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/rectangles/columns.hpp"
#include "algorithms/rectangles/rectangle_algorithm.hpp"
#include "base/error.hpp"
#include "sim/rectangles/partition_number.hpp"

namespace apportion {
namespace {

// --- A cheap test that dividers of adjacent columns have no common end point

// Each column [first, last) of items has a word of 64 marks, one per 63rd of its length, set where it has dividers;
// words are computed on demand. With unequal weights few dividers coincide, and few columns have common marks.
class DividerMarks {
 public:
  // `tolerance` as in shared_dividers(). The frame must outlive the marks.
  DividerMarks(const Frame& frame, double tolerance)
      : frame_(frame), tolerance_(tolerance), marks_((frame.size() + 1) * (frame.size() + 1), 0) {}

  // False only if no divider of column [first, boundary) ends at the same point as one of column [boundary, last).
  [[nodiscard]] bool can_meet(std::size_t first, std::size_t boundary, std::size_t last) {
    return (marks(first, boundary) & marks(boundary, last)) != 0;
  }

 private:
  std::uint64_t marks(std::size_t first, std::size_t last) {
    std::uint64_t& stored = marks_[first * (frame_.size() + 1) + last];
    if (stored != 0 || last - first < 2) return stored;
    const double share = frame_.share(first, last);
    // With a tolerance that is not small against a mark, the test would miss common points.
    if (!(share > 0) || tolerance_ > 1e-3) return stored = ~std::uint64_t{0};
    const double scale = 63 / share;
    for (std::size_t item = first + 1; item < last; ++item) {
      // Of two dividers that coincide, the lesser is between the greater and the greater less the tolerance, which are
      // both marked: they have a common mark.
      const double place = frame_.share(first, item) * scale;
      stored |= std::uint64_t{1} << static_cast<unsigned>(place);
      stored |= std::uint64_t{1} << static_cast<unsigned>(std::max(place - 63 * tolerance_, 0.0));
    }
    return stored;
  }

  const Frame& frame_;
  double tolerance_;
  std::vector<std::uint64_t> marks_;
};

// The costs of columns, as they are or transposed.
struct Programme {
  const Frame& frame;
  double length;  // of the columns
  double other_side;

  [[nodiscard]] double column_cost(std::size_t first, std::size_t last) const {
    return length + static_cast<double>(last - first - 1) * other_side * frame.share(first, last);
  }
};

Programme programme(const Frame& frame, bool transposed) {
  return transposed ? Programme{frame, frame.n, frame.m} : Programme{frame, frame.m, frame.n};
}

// --- The program with latency
//
// With latency L, over nondecreasing column counts: the cheapest decomposition of the first j items whose last column
// has c of them costs
//   f(j, c) = min over d <= c of f(j - c, d) + m + (c - 1) n (S_j - S_{j-c}) + L (c + d - 2 - shared(j, c, d)),
//   f(c, c) = (c - 1) n S_c,
// S = the prefix sums of the weights, shared = the coinciding dividers of the last two columns, and the answer is min
// over c of f(p, c), plus L (p - 1).

constexpr double infinity = std::numeric_limits<double>::infinity();

// The cheapest way to a last column of given end and count. `edges` omits the p - 1 of every decomposition.
struct State {
  CandidateCost cost{infinity, 0};
  std::size_t previous_count = 0;
};

class LatencyProgramme {
 public:
  LatencyProgramme(const Frame& frame, bool transposed)
      : frame_(frame),
        p_(frame.size()),
        programme_(programme(frame, transposed)),
        tolerance_(divider_tolerance(frame, transposed)),
        bound_(p_ + 1, infinity),
        bound_count_(p_ + 1, 0) {
    compute_bounds();
  }

  // A start: the counts that the bound would choose, in nondecreasing order.
  [[nodiscard]] std::vector<std::size_t> start() const {
    std::vector<std::size_t> counts;
    for (std::size_t first = 0; first < p_; first += bound_count_[first]) counts.push_back(bound_count_[first]);
    std::ranges::sort(counts);
    return counts;
  }

  // A lower bound on all decompositions.
  [[nodiscard]] double lower_bound() const { return bound_[0] - programme_.length; }

  // Lowers `best` to the cheapest decomposition and returns its counts; an empty list if no decomposition is cheaper.
  std::vector<std::size_t> solve(CandidateCost& best) {
    states_.assign((p_ + 1) * (p_ + 1), State{});
    DividerMarks marks(frame_, tolerance_);
    best_ = best;
    best_last_count_ = 0;
    for_each_next_count(0, 1, [this](std::size_t count) {
      reach(count, count, {column_cost(0, count) - programme_.length, 0}, 0);
    });
    for (std::size_t j = 1; j < p_; ++j)
      for (std::size_t count = 1; count <= j; ++count)
        if (state(j, count).cost.total + bound_[j] <= best_.total + frame_.tolerance()) extend(j, count, marks);
    best = best_;
    return best_last_count_ == 0 ? std::vector<std::size_t>{} : counts();
  }

 private:
  State& state(std::size_t end, std::size_t count) { return states_[end * (p_ + 1) + count]; }

  [[nodiscard]] double column_cost(std::size_t first, std::size_t count) const {
    return programme_.column_cost(first, first + count);
  }

  // bound_[j] is a bound on the columns of items [j, p). Two neighbouring columns with d <= c items share at most d - 1
  // dividers, so that there are at least c - 1 between them.
  void compute_bounds() {
    bound_[p_] = 0;
    for (std::size_t first = p_; first-- > 0;)
      for (std::size_t count = 1; first + count <= p_; ++count) {
        const double latency = first == 0 ? 0 : frame_.latency * static_cast<double>(count - 1);
        const double cost = column_cost(first, count) + latency + bound_[first + count];
        if (cost >= bound_[first]) continue;
        bound_[first] = cost;
        bound_count_[first] = count;
      }
  }

  // Visits the counts, at least `least`, that leave no items, or enough for another column of no fewer items.
  template <class Visit>
  void for_each_next_count(std::size_t end, std::size_t least, Visit visit) const {
    const std::size_t rest = p_ - end;
    for (std::size_t count = least; 2 * count <= rest; ++count) visit(count);
    visit(rest);
  }

  void extend(std::size_t j, std::size_t left, DividerMarks& marks) {
    const CandidateCost cost = state(j, left).cost;
    for_each_next_count(j, left, [&](std::size_t count) {
      CandidateCost next{cost.total + column_cost(j, count), cost.edges};
      const double least = next.total + frame_.latency * static_cast<double>(count - 1);
      const double known = std::min(state(j + count, count).cost.total, best_.total - bound_[j + count]);
      if (least > known + frame_.tolerance()) return;
      const std::int64_t shared =
          marks.can_meet(j - left, j, j + count) ? shared_dividers(frame_, j - left, left, j, count, tolerance_) : 0;
      const std::int64_t dividers = static_cast<std::int64_t>(left + count - 2) - shared;
      next.total += frame_.latency * static_cast<double>(dividers);
      next.edges += dividers;
      reach(j + count, count, next, left);
    });
  }

  void reach(std::size_t end, std::size_t count, const CandidateCost& cost, std::size_t previous_count) {
    State& reached = state(end, count);
    if (is_cheaper(cost, reached.cost, frame_.tolerance())) reached = {cost, previous_count};
    if (end == p_ && is_cheaper(cost, best_, frame_.tolerance())) {
      best_ = cost;
      best_last_count_ = count;
    }
  }

  std::vector<std::size_t> counts() {
    std::vector<std::size_t> counts;
    std::size_t end = p_;
    for (std::size_t count = best_last_count_; count > 0;) {
      counts.push_back(count);
      const std::size_t previous = state(end, count).previous_count;
      end -= count;
      count = previous;
    }
    std::ranges::reverse(counts);
    return counts;
  }

  const Frame& frame_;
  std::size_t p_;
  Programme programme_;
  double tolerance_;
  std::vector<double> bound_;
  std::vector<std::size_t> bound_count_;
  std::vector<State> states_;
  CandidateCost best_;
  std::size_t best_last_count_ = 0;
};

// cheapest_columns() for a frame with latency > 0.
Columns cheapest_with_latency(const Frame& frame) {
  if (frame.size() > largest_p_with_latency)
    throw InputError(
        "XY2 with latency takes at most {} processors, and there are {}; "
        "RecursiveBisection2 takes any number, and so does XY2 without latency",
        largest_p_with_latency, frame.size());
  LatencyProgramme plain(frame, false);
  LatencyProgramme turned(frame, true);
  Columns best{plain.start(), false};
  const std::int64_t edges = columns_edges(frame, best) - static_cast<std::int64_t>(frame.size() - 1);
  CandidateCost cost{columns_acost(frame, best) + frame.latency * static_cast<double>(edges), edges};
  if (std::vector<std::size_t> counts = plain.solve(cost); !counts.empty()) best.counts = std::move(counts);
  if (turned.lower_bound() > cost.total + frame.tolerance()) return best;
  if (std::vector<std::size_t> counts = turned.solve(cost); !counts.empty()) best = {std::move(counts), true};
  return best;
}

// --- The program without latency
//
// f(j) = min over i < j of f(i) + m + (j - i - 1) n (S_j - S_i), f(0) = -m, with S the prefix sums of the weights; the
// same with m and n exchanged for the transposed decompositions.
//
// A column [i, j) costs m and its dividers (j - i - 1) n (S_j - S_i), a product of two measures of the interval, which
// satisfies the condition of ColumnsQueue.

struct Solved {
  std::vector<std::size_t> counts;
  double acost = 0;
};

// Least Acost in O(p log p).
Solved solve_by_queue(const Programme& programme) {
  const std::size_t p = programme.frame.size();
  std::vector<double> best(p + 1);
  std::vector<std::size_t> start(p + 1);
  best[0] = -programme.length;
  ColumnsQueue().solve(p, best, best, start, [&programme](std::size_t first, std::size_t last) {
    return programme.column_cost(first, last);
  });
  Solved solved{{}, best[p]};
  for (std::size_t last = p; last > 0; last = start[last]) solved.counts.push_back(last - start[last]);
  std::ranges::reverse(solved.counts);
  return solved;
}

// A column in some decomposition of least Acost.
struct TightColumn {
  std::size_t first;
  std::size_t last;
  std::int64_t dividers = 0;  // internal points of the best nondecreasing chain of tight columns that ends here
  std::size_t previous = none;

  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  static constexpr std::int64_t unreached = std::numeric_limits<std::int64_t>::max();
  [[nodiscard]] std::size_t count() const { return last - first; }
};

// All tight columns, ordered by their first items, and the least Acost. O(p^2).
std::pair<std::vector<TightColumn>, double> tight_columns(const Programme& programme) {
  const std::size_t p = programme.frame.size();
  std::vector<double> before(p + 1, std::numeric_limits<double>::infinity());
  std::vector<double> after(p + 1, std::numeric_limits<double>::infinity());
  before[0] = -programme.length;
  after[p] = 0;
  for (std::size_t last = 1; last <= p; ++last)
    for (std::size_t first = 0; first < last; ++first)
      before[last] = std::min(before[last], before[first] + programme.column_cost(first, last));
  for (std::size_t first = p; first-- > 0;)
    for (std::size_t last = first + 1; last <= p; ++last)
      after[first] = std::min(after[first], programme.column_cost(first, last) + after[last]);
  const double at_most = before[p] + programme.frame.tolerance();
  std::vector<TightColumn> columns;
  for (std::size_t first = 0; first < p; ++first) {
    if (before[first] + after[first] > at_most) continue;
    for (std::size_t last = first + 1; last <= p; ++last)
      if (before[first] + programme.column_cost(first, last) + after[last] <= at_most) columns.push_back({first, last});
  }
  return {std::move(columns), before[p]};
}

// The least Acost and, among its decompositions with nondecreasing counts, fewest edges. By Theorem 1 sorting the
// counts does not raise Acost, so that there is one.
Solved solve_with_fewest_edges(const Programme& programme, double tolerance) {
  std::pair<std::vector<TightColumn>, double> tight = tight_columns(programme);
  std::vector<TightColumn>& columns = tight.first;
  const std::size_t p = programme.frame.size();
  std::vector<std::vector<std::size_t>> ending_at(p + 1);
  for (std::size_t index = 0; index < columns.size(); ++index) {
    TightColumn& column = columns[index];
    if (column.first > 0) column.dividers = TightColumn::unreached;
    for (const std::size_t previous : ending_at[column.first]) {
      const std::size_t left = columns[previous].count();
      if (left > column.count()) continue;
      const std::int64_t dividers =
          columns[previous].dividers + static_cast<std::int64_t>(left + column.count() - 2) -
          shared_dividers(programme.frame, column.first - left, left, column.first, column.count(), tolerance);
      if (dividers >= column.dividers) continue;
      column.dividers = dividers;
      column.previous = previous;
    }
    if (column.dividers != TightColumn::unreached) ending_at[column.last].push_back(index);
  }
  const auto fewer = [&columns](std::size_t a, std::size_t b) { return columns[a].dividers < columns[b].dividers; };
  Solved solved{{}, tight.second};
  for (std::size_t index = *std::ranges::min_element(ending_at[p], fewer); index != TightColumn::none;
       index = columns[index].previous)
    solved.counts.push_back(columns[index].count());
  std::ranges::reverse(solved.counts);
  return solved;
}

Columns cheapest_without_latency(const Frame& frame) {
  const bool count_edges = frame.size() <= largest_p_with_fewest_edges;
  const auto solve = [&](bool transposed) {
    return count_edges ? solve_with_fewest_edges(programme(frame, transposed), divider_tolerance(frame, transposed))
                       : solve_by_queue(programme(frame, transposed));
  };
  Solved plain = solve(false);
  // On a square the transposed decompositions cost the same.
  if (frame.m == frame.n) return {std::move(plain.counts), false};
  Solved turned = solve(true);
  Columns best{std::move(plain.counts), false};
  Columns rival{std::move(turned.counts), true};
  // Edges are counted, in O(p), only to break ties.
  if (turned.acost > plain.acost + frame.tolerance()) return best;
  if (turned.acost < plain.acost - frame.tolerance()) return rival;
  return count_edges && columns_edges(frame, rival) < columns_edges(frame, best) ? rival : best;
}

// --- The paper's enumeration: depth first over nondecreasing column counts, with the running costs of the
// columns

// The columns before item `first`; the last of them has `last_count` items, 0 before the first column.
struct Partial {
  std::size_t first = 0;
  std::size_t last_count = 0;
  double columns = 0;
  double across = 0;                           // as in AcostCoefficients
  std::array<std::int64_t, 2> dividers{0, 0};  // between the columns so far: as they are, and transposed
};

class Enumeration {
 public:
  Enumeration(const Frame& frame, Orientations orientations)
      : frame_(frame),
        with_transposed_(orientations == Orientations::with_transposed),
        divider_tolerance_{divider_tolerance(frame, false), divider_tolerance(frame, true)},
        // The frame's m is its shorter side, so that the wider tolerance is that of the untransposed columns.
        marks_(frame, divider_tolerance_[0]) {
    stack_.reserve(frame.size());
  }

  EnumeratedColumns run() {
    visit(Partial{}, 1);
    return std::move(found_);
  }

 private:
  void visit(const Partial& partial, std::size_t least_count) {
    const std::size_t rest = frame_.size() - partial.first;
    for (std::size_t count = least_count; 2 * count <= rest; ++count) {
      stack_.push_back(count);
      visit(extended(partial, count), count);
      stack_.pop_back();
    }
    stack_.push_back(rest);
    consider(partial, rest);
    stack_.pop_back();
  }

  [[nodiscard]] double across(const Partial& partial, std::size_t count) const {
    return partial.across + static_cast<double>(count - 1) * frame_.share(partial.first, partial.first + count);
  }

  [[nodiscard]] Partial extended(const Partial& partial, std::size_t count) {
    Partial next{partial.first + count, count, partial.columns + 1, across(partial, count), partial.dividers};
    // Without latency edges only break ties, and are counted there.
    if (frame_.latency > 0)
      for (const std::size_t side : {0U, 1U}) next.dividers[side] = dividers(partial, count, side);
    return next;
  }

  // Inner points on the columns' borders, including the border before `count` further items. Every decomposition has p
  // - 1 internal edges more, which all comparisons omit.
  [[nodiscard]] std::int64_t dividers(const Partial& partial, std::size_t count, std::size_t side) {
    if (partial.last_count == 0) return 0;
    const std::size_t boundary = partial.first;
    const std::int64_t apart = partial.dividers[side] + static_cast<std::int64_t>(partial.last_count + count - 2);
    if (!marks_.can_meet(boundary - partial.last_count, boundary, boundary + count)) return apart;
    return apart - shared_dividers(frame_, boundary - partial.last_count, partial.last_count, boundary, count,
                                   divider_tolerance_[side]);
  }

  void consider(const Partial& partial, std::size_t rest) {
    ++found_.candidates;
    const AcostCoefficients coefficients{partial.columns, across(partial, rest)};
    const double acost = coefficients.acost(frame_.m, frame_.n);
    const double turned_acost = coefficients.acost(frame_.n, frame_.m);
    // A transposed decomposition has the same edges, so that Acost decides between the two (Lemma 3).
    const bool turns = with_transposed_ && turned_acost < acost - frame_.tolerance();
    const std::size_t side = turns ? 1 : 0;
    const auto total = [&](std::int64_t dividers) {
      return (turns ? turned_acost : acost) + frame_.latency * static_cast<double>(dividers);
    };
    // The last column has at least as many items as the one before, and adds at least rest - 1 dividers unless it is
    // the only one: too many are detected before coinciding ones are counted.
    const std::int64_t least = partial.last_count == 0 ? 0 : static_cast<std::int64_t>(rest) - 1;
    if (total(partial.dividers[side] + least) > best_.total + frame_.tolerance()) return;
    const std::int64_t exact =
        frame_.latency > 0 ? dividers(partial, rest, side) : columns_edges(frame_, {stack_, turns});
    if (!is_cheaper({total(exact), exact}, best_, frame_.tolerance())) return;
    best_ = {total(exact), exact};
    found_.best = {stack_, turns};
  }

  const Frame& frame_;
  bool with_transposed_;
  std::array<double, 2> divider_tolerance_;
  DividerMarks marks_;
  std::vector<std::size_t> stack_;  // the counts of the columns of the candidate
  CandidateCost best_{std::numeric_limits<double>::infinity(), 0};
  EnumeratedColumns found_;
};

// --- The algorithms

RectangleSolution solve_xy(const RectangleProblem& problem, const Options& /*options*/, RandomStream& /*stream*/) {
  const Frame frame = make_frame(problem);
  return columns_solution(frame, enumerate_columns(frame, Orientations::columns).best);
}

const Registration<RectangleAlgorithm> xy_registration{
    {.name = "XY",
     .source = "Kaddoura, Ranka and Wang 1996, Section 6.1, Figure 13",
     .summary = "Columns with nondecreasing numbers of items, the cheapest of all pt(p) by enumeration.",
     .solve = solve_xy}};

RectangleSolution solve_xy2(const RectangleProblem& problem, const Options& options, RandomStream& /*stream*/) {
  const Frame frame = make_frame(problem);
  return columns_solution(frame, options.flag("enumerate")
                                     ? enumerate_columns(frame, Orientations::with_transposed).best
                                     : cheapest_columns(frame));
}

const Registration<RectangleAlgorithm> xy2_registration{
    {.name = "XY2",
     .source = "Kaddoura, Ranka and Wang 1996, Section 6.1",
     .summary = "XY with the transpose of every candidate; by dynamic programming unless told to enumerate.",
     .options = {{.name = "enumerate",
                  .kind = OptionKind::flag,
                  .default_value = "",
                  .summary = "look at all pt(p) candidates, as the paper does"}},
     .variants = {"enumerate"},
     .solve = solve_xy2}};

}  // namespace

std::optional<Columns> columns_below(const Frame& frame, double total) {
  std::optional<Columns> found;
  // Without edges, so that it loses ties.
  CandidateCost cost{total - frame.latency * static_cast<double>(frame.size() - 1), 0};
  for (const bool transposed : {false, true}) {
    LatencyProgramme programme(frame, transposed);
    if (programme.lower_bound() > cost.total) continue;
    if (std::vector<std::size_t> counts = programme.solve(cost); !counts.empty())
      found = Columns{std::move(counts), transposed};
  }
  return found;
}

std::string_view polynomial_algorithm(const Frame& frame) {
  return frame.latency > 0 && frame.size() > largest_p_with_latency ? "RecursiveBisection2" : "XY2";
}

Columns cheapest_columns(const Frame& frame) {
  return frame.latency > 0 ? cheapest_with_latency(frame) : cheapest_without_latency(frame);
}

EnumeratedColumns enumerate_columns(const Frame& frame, Orientations orientations) {
  const std::size_t p = frame.size();
  if (p > largest_enumerated_p) {
    const std::string count = p <= largest_exact_partition_number
                                  ? fmt::format("{}", partition_number(p))
                                  : fmt::format("about 10^{:.0f}", log10_partition_number_estimate(p));
    throw InputError(
        "enumerating the XY decompositions of {} processors means looking at pt({}) = {} of them; "
        "the limit is {} processors; use {}, which does not enumerate",
        p, p, count, largest_enumerated_p, polynomial_algorithm(frame));
  }
  return Enumeration(frame, orientations).run();
}

}  // namespace apportion
