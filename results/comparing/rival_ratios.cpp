// Ratios of means with Fieller's intervals, differences that are significant after Holm's correction, and crossings.
#include "results/comparing/rival_ratios.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>

#include "results/records.hpp"

namespace apportion::results {
namespace {

std::optional<double> ratio_of(double mean, double rival_mean) {
  if (mean < 0 || !(rival_mean > 0)) return std::nullopt;
  return mean / rival_mean;
}

/// The totals of one sample, or chunk, over the points of a stratum, and its deviations from the sums of their means.
struct Total {
  std::int64_t samples = 0;
  std::size_t points = 0;
  double mine = 0;
  double rival = 0;
  double moves = 0;
  double rival_moves = 0;
};

/// The means of pairs, each with the weight of its samples.
struct Means {
  explicit Means(const std::vector<NumberPair>& pairs) {
    for (const NumberPair& each : pairs) {
      samples += each.samples;
      const double share = static_cast<double>(each.samples) / static_cast<double>(samples);
      mine += share * (each.newer - mine);
      rival += share * (each.older - rival);
    }
  }

  std::int64_t samples = 0;
  double mine = 0;
  double rival = 0;
};

// Adds the pairs of a point to the totals of its stratum, one total for each sample.
void add_to(std::vector<Total>& totals, const std::vector<NumberPair>& pairs, const Means& means) {
  totals.resize(std::max(totals.size(), static_cast<std::size_t>(pairs.back().index) + 1));
  for (const NumberPair& each : pairs) {
    const double share = static_cast<double>(each.samples) / static_cast<double>(means.samples);
    Total& total = totals[static_cast<std::size_t>(each.index)];
    total.samples = each.samples;
    ++total.points;
    total.mine += each.newer;
    total.rival += each.older;
    total.moves += share * (each.newer - means.mine);
    total.rival_moves += share * (each.older - means.rival);
  }
}

// The spread of the sums of means, from the deviations of independent samples.
Spread spread_of(const std::vector<Total>& totals) {
  double count = 0;
  Spread spread;
  for (const Total& total : totals) {
    count += total.points > 0 ? 1 : 0;
    spread.own += total.moves * total.moves;
    spread.rival += total.rival_moves * total.rival_moves;
    spread.common += total.moves * total.rival_moves;
  }
  if (count < 2) return {};
  for (double* part : {&spread.own, &spread.rival, &spread.common}) *part *= count / (count - 1);
  spread.freedom = count - 1;
  return spread;
}

// The variance of mean - ratio x rival_mean.
double variance_at(const Spread& spread, double ratio) {
  return std::max(0.0, spread.own - 2 * ratio * spread.common + ratio * ratio * spread.rival);
}

// The spread of the mean over points, from independent spreads of sums (freedom: Satterthwaite 1946).
Spread united(const std::vector<Spread>& spreads, double ratio, double points) {
  Spread all;
  double variance = 0;
  double weight = 0;
  for (const Spread& each : spreads) {
    all.own += each.own / (points * points);
    all.rival += each.rival / (points * points);
    all.common += each.common / (points * points);
    all.freedom += each.freedom;
    const double own = variance_at(each, ratio);
    variance += own;
    if (own > 0) weight += own * own / each.freedom;
  }
  if (weight > 0) all.freedom = std::min(all.freedom, variance * variance / weight);
  return all;
}

// The two-sided p-value of equal means.
double p_of_equality(const PairwiseRow& row, const Spread& spread) {
  const double deviation = std::sqrt(variance_at(spread, 1));
  const double distance = std::abs(row.mean - row.rival_mean);
  if (!(deviation > 0)) return distance > 0 ? 0 : 1;
  return 2 * student_probability(-distance / deviation, spread.freedom);
}

// Where the straight line between two ratios crosses 1.
std::optional<double> meeting(const AxisLine& line, std::size_t before, std::size_t after, double first, double last) {
  double from = line.places[before];
  double to = line.places[after];
  if (line.logarithmic && from <= 0) return std::nullopt;
  if (line.logarithmic) {
    from = std::log(from);
    to = std::log(to);
  }
  const double at = from + (to - from) * (first - 1) / (first - last);
  return line.logarithmic ? std::exp(at) : at;
}

/// The points of each stratum.
using Strata = std::map<std::size_t, std::vector<std::size_t>>;

class Comparer {
 public:
  explicit Comparer(const PairwiseQuestion& question) : question_(question) {
    for (std::size_t point = 0; point < question.points.size(); ++point)
      strata_[question.points[point].stratum].push_back(point);
  }

  PairwiseAnswer answer() {
    for (std::size_t pair = 0; pair < question_.pairs.size(); ++pair) compare(pair);
    see();
    for (std::size_t pair = 0; pair < question_.pairs.size(); ++pair) {
      std::vector<LineCrossings>& crossings = answer_.crossings.emplace_back();
      for (const AxisLine& line : question_.lines) crossings.push_back(along(pair, line));
    }
    return std::move(answer_);
  }

 private:
  // Adds the rows of the points that have either of both, then the row over all points.
  void compare(std::size_t pair) {
    for (std::size_t point = 0; point < question_.points.size(); ++point) add_row(pair, point, {{0, {point}}});
    add_row(pair, std::nullopt, strata_);
  }

  // Adds the row over these points, or at the only one.
  void add_row(std::size_t pair, std::optional<std::size_t> only, const Strata& strata) {
    const auto& [mine, rival] = question_.pairs[pair];
    PairwiseRow row{.pair = pair, .point = only};
    PairTally tally;
    std::vector<Spread> parts;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();  // the fewest numbers at a point
    for (const auto& [stratum, points] : strata) {
      std::vector<Total> totals;
      std::int64_t tried = 0;
      const std::size_t before = row.points;
      for (const std::size_t index : points) {
        const PairedPoint& point = question_.points[index];
        const Pairing numbers = paired(point.series[rival], point.series[mine]);
        const Means means(numbers.pairs);
        const std::int64_t there = means.samples + numbers.only_old + numbers.only_new;
        if (there > 0) tried = std::max({tried, there, point.samples});
        row.incomplete_points += !only && numbers.pairs.empty() && there > 0 ? 1 : 0;
        if (numbers.pairs.empty()) continue;
        ++row.points;
        row.mean += means.mine;
        row.rival_mean += means.rival;
        least = std::min(least, std::ssize(numbers.pairs));
        add_to(totals, numbers.pairs, means);
      }
      row.tried += tried;
      parts.push_back(spread_of(totals));
      // Samples that are missing at a point are not compared by totals.
      for (const Total& total : totals)
        if (total.points > 0 && total.points == row.points - before) {
          tally.add(total.rival, total.mine);
          row.samples += total.samples;
        }
    }
    if (only ? row.tried == 0 : row.points + row.incomplete_points < 2) return;
    const auto points = static_cast<double>(std::max<std::size_t>(row.points, 1));
    row.wins = question_.more_is_better ? tally.rises : tally.falls;
    row.losses = tally.differing() - row.wins;
    row.ties = tally.pairs - tally.differing();
    row.p_value = sign_test(row.wins, row.losses);
    row.effect = effect_size(tally.differences);
    row.mean /= points;
    row.rival_mean /= points;
    row.ratio = ratio_of(row.mean, row.rival_mean);
    spreads_.push_back(only ? parts.front() : united(parts, row.ratio.value_or(1), points));
    if (row.ratio && row.points > 0 && least >= least_samples && row.wins + row.losses >= least_differing)
      row.interval = ratio_interval(row.mean, row.rival_mean, spreads_.back(), interval_level);
    if (only) row_at_[{pair, *only}] = answer_.rows.size();
    answer_.rows.push_back(row);
  }

  // Decides which rows differ, by Holm's steps: a row's interval is corrected for the number of rows that remain.
  void see() {
    std::vector<PairwiseRow>& rows = answer_.rows;
    std::vector<std::optional<double>> sign_tests;
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      sign_tests.push_back(rows[i].p_value);
      if (rows[i].interval) order.emplace_back(p_of_equality(rows[i], spreads_[i]), i);
      if (question_.is_exact && rows[i].points > 0 && differ(rows[i].mean, rows[i].rival_mean)) see(rows[i]);
    }
    const std::vector<std::optional<double>> adjusted = holm_adjusted(sign_tests);
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i].holm = adjusted[i];
    std::ranges::sort(order);
    std::size_t left = order.size();
    for (const auto& [p, i] : order) {
      PairwiseRow& row = rows[i];
      const double error = (1 - interval_level) / static_cast<double>(left);
      row.corrected = ratio_interval(row.mean, row.rival_mean, spreads_[i], 1 - error);
      if (!row.corrected || (row.corrected->low <= 1 && row.corrected->high >= 1)) continue;
      see(row);
      --left;
    }
  }

  void see(PairwiseRow& row) const {
    row.seen = (row.mean < row.rival_mean) != question_.more_is_better ? Seen::better : Seen::worse;
  }

  [[nodiscard]] LineCrossings along(std::size_t pair, const AxisLine& line) const {
    LineCrossings result;
    const PairwiseRow* seen = nullptr;  // the last row with a difference
    std::size_t seen_at = 0;            // its place on the line
    std::size_t previous = 0;           // the last place that has both
    double sign = 0;                    // the sign of the last difference
    for (std::size_t i = 0; i < line.points.size(); ++i) {
      const auto found = row_at_.find({pair, line.points[i]});
      if (found == row_at_.end() || answer_.rows[found->second].points == 0) continue;
      const PairwiseRow& row = answer_.rows[found->second];
      ++result.points;
      const double difference = differ(row.mean, row.rival_mean) ? row.mean - row.rival_mean : 0;
      result.sign_changes += difference * sign < 0 ? 1 : 0;
      if (difference != 0) sign = difference < 0 ? -1 : 1;
      if (row.seen != Seen::nothing) {
        ++(row.seen == Seen::better ? result.better : result.worse);
        if (seen != nullptr && seen->seen != row.seen) {
          Crossing crossing{seen_at, i, row.seen == Seen::better, seen_at == previous};
          if (crossing.is_located && seen->ratio && row.ratio)
            crossing.at = meeting(line, seen_at, i, *seen->ratio, *row.ratio);
          result.crossings.push_back(crossing);
        }
        seen = &row;
        seen_at = i;
      }
      previous = i;
    }
    return result;
  }

  const PairwiseQuestion& question_;
  Strata strata_;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> row_at_;  // [pair, point] the place in the answer
  PairwiseAnswer answer_;
  std::vector<Spread> spreads_;  // [row]
};

}  // namespace

std::optional<Interval> ratio_interval(double mean, double rival_mean, const Spread& spread, double level) {
  if (!(spread.freedom >= 1)) return std::nullopt;
  const double t = student_quantile((1 + level) / 2, spread.freedom);
  // The roots of (mean - r rival_mean)^2 = t^2 x variance_at(r).
  const double a = rival_mean * rival_mean - t * t * spread.rival;
  const double b = mean * rival_mean - t * t * spread.common;
  const double c = mean * mean - t * t * spread.own;
  if (!(a > 0)) return std::nullopt;
  const double root = std::sqrt(std::max(0.0, b * b - a * c));
  return Interval{std::max(0.0, (b - root) / a), (b + root) / a};
}

PairwiseAnswer compare_pairwise(const PairwiseQuestion& question) { return Comparer(question).answer(); }

}  // namespace apportion::results
