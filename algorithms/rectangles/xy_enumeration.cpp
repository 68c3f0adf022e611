// Depth-first enumeration of nondecreasing column counts, with the costs of the columns so far carried along.
#include "algorithms/rectangles/xy_enumeration.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/rectangles/divider_marks.hpp"
#include "algorithms/rectangles/xy2_programme.hpp"
#include "base/error.hpp"
#include "sim/rectangles/partition_number.hpp"

namespace apportion {
namespace {

// The columns before item `first`: none yet, or the last of `last_count` items.
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
    // Without latency edges only settle ties, and are counted there.
    if (frame_.latency > 0)
      for (const std::size_t side : {0U, 1U}) next.dividers[side] = dividers(partial, count, side);
    return next;
  }

  // Inner points on the columns' borders, the one before `count` further items included. Every decomposition has p - 1
  // internal edges more, which are left out of all comparisons.
  [[nodiscard]] std::int64_t dividers(const Partial& partial, std::size_t count, std::size_t side) {
    if (partial.last_count == 0) return 0;
    const std::size_t boundary = partial.first;
    const std::int64_t apart = partial.dividers[side] + static_cast<std::int64_t>(partial.last_count + count - 2);
    if (!marks_.can_meet(boundary - partial.last_count, boundary, boundary + count)) return apart;
    return apart - shared_dividers(frame_, boundary, partial.last_count, count, divider_tolerance_[side]);
  }

  void consider(const Partial& partial, std::size_t rest) {
    ++found_.candidates;
    const AcostCoefficients coefficients{partial.columns, across(partial, rest)};
    const double acost = coefficients.acost(frame_.m, frame_.n);
    const double turned_acost = coefficients.acost(frame_.n, frame_.m);
    // A transposed decomposition has the same edges, so that Acost alone decides between the two (Lemma 3).
    if (with_transposed_ && turned_acost < acost - frame_.tolerance())
      frame_.latency > 0 ? consider_total(partial, rest, turned_acost, true) : consider_acost(turned_acost, true);
    else
      frame_.latency > 0 ? consider_total(partial, rest, acost, false) : consider_acost(acost, false);
  }

  void consider_total(const Partial& partial, std::size_t rest, double acost, bool transposed) {
    // The last column has at least as many items as the one before, and adds at least rest - 1 dividers unless it is
    // the only one: too many are noticed before the meetings are counted.
    const std::size_t side = transposed ? 1 : 0;
    const auto total = [&](std::int64_t dividers) { return acost + frame_.latency * static_cast<double>(dividers); };
    const std::int64_t least = partial.last_count == 0 ? 0 : static_cast<std::int64_t>(rest) - 1;
    if (total(partial.dividers[side] + least) > best_.total + frame_.tolerance()) return;
    const std::int64_t exact = dividers(partial, rest, side);
    if (is_cheaper({total(exact), exact}, best_, frame_.tolerance())) keep({total(exact), exact}, transposed);
  }

  void consider_acost(double acost, bool transposed) {
    if (acost > best_.total + frame_.tolerance()) return;
    if (acost < best_.total - frame_.tolerance()) return keep({acost, uncounted}, transposed);
    if (best_.edges == uncounted) best_.edges = columns_edges(frame_, found_.best);
    const CandidateCost cost{acost, columns_edges(frame_, {stack_, transposed})};
    if (is_cheaper(cost, best_, frame_.tolerance())) keep(cost, transposed);
  }

  void keep(const CandidateCost& cost, bool transposed) {
    best_ = cost;
    found_.best.counts.assign(stack_.begin(), stack_.end());
    found_.best.transposed = transposed;
  }

  static constexpr std::int64_t uncounted = -1;

  const Frame& frame_;
  bool with_transposed_;
  std::array<double, 2> divider_tolerance_;
  DividerMarks marks_;
  std::vector<std::size_t> stack_;  // the counts of the columns of the candidate
  CandidateCost best_{std::numeric_limits<double>::infinity(), 0};
  EnumeratedColumns found_;
};

void refuse_large(const Frame& frame) {
  const std::size_t p = frame.size();
  if (p <= largest_enumerated_p) return;
  const std::string cost = p <= largest_exact_partition_number
                               ? fmt::format("{}", partition_number(p))
                               : fmt::format("about 10^{:.0f}", log10_partition_number_estimate(p));
  throw InputError(
      fmt::format("enumerating the XY decompositions of {} processors means looking at pt({}) = {} of them; "
                  "the limit is {} processors; use {}, which does not enumerate",
                  p, p, cost, largest_enumerated_p, polynomial_algorithm(frame)));
}

}  // namespace

EnumeratedColumns enumerate_columns(const Frame& frame, Orientations orientations) {
  refuse_large(frame);
  return Enumeration(frame, orientations).run();
}

}  // namespace apportion
