// Ratios of means with Fieller's intervals, what is seen after Holm's correction, and crossings.
#include "results/comparing/rival_ratios.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include "results/moments.hpp"

namespace apportion::results {
namespace {

std::optional<double> ratio_of(double mean, double rival_mean) {
  if (mean < 0 || !(rival_mean > 0)) return std::nullopt;
  return mean / rival_mean;
}

// What is counted over pairs of numbers.
class Tally {
 public:
  explicit Tally(bool more_is_better) : more_is_better_(more_is_better) {}

  void add(double mine, double rival) {
    const bool is_tie = !differ(mine, rival);
    difference_.add(is_tie ? 0 : mine - rival);
    ++(is_tie ? ties_ : (mine < rival) != more_is_better_ ? wins_ : losses_);
  }

  void fill(PairwiseRow& row) const {
    row.wins = wins_;
    row.ties = ties_;
    row.losses = losses_;
    row.p_value = sign_test(wins_, losses_);
    row.effect = effect_size(difference_);
  }

 private:
  bool more_is_better_;
  Moments difference_;
  std::int64_t wins_ = 0;
  std::int64_t ties_ = 0;
  std::int64_t losses_ = 0;
};

/// Of one sample, or chunk, over the points of a stratum: its totals, and how far it moves the sums of their means.
struct Total {
  std::int64_t samples = 0;
  std::size_t points = 0;
  double mine = 0;
  double rival = 0;
  double moves = 0;
  double rival_moves = 0;
};

// Of the sums of the means, from what each of several independent samples moves them.
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

// Of mean - ratio x rival_mean.
double variance_at(const Spread& spread, double ratio) {
  return std::max(0.0, spread.own - 2 * ratio * spread.common + ratio * ratio * spread.rival);
}

// Of the mean of the sums of independent spreads over so many points (freedom: Satterthwaite 1946).
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

// Two-sided, of equal means.
double p_of_equality(const PairwiseRow& row, const Spread& spread) {
  const double deviation = std::sqrt(variance_at(spread, 1));
  const double distance = std::abs(row.mean - row.rival_mean);
  if (!(deviation > 0)) return distance > 0 ? 0 : 1;
  return 2 * student_probability(-distance / deviation, spread.freedom);
}

// Where the straight line between two ratios meets 1.
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
  void compare(std::size_t pair) {
    std::map<std::size_t, std::pair<PairwiseRow, Spread>> rows;
    PairwiseRow all{.pair = pair};
    Tally over_points(question_.more_is_better);
    std::vector<Spread> parts;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();  // numbers at a point
    for (const auto& [stratum, points] : strata_) {
      std::vector<Total> totals;
      std::int64_t tried = 0;
      const std::size_t before = all.points;
      for (const std::size_t point : points) {
        auto& [row, spread] = rows[point];
        std::tie(row, spread) = at_point(pair, point, totals);
        tried = std::max(tried, row.tried);
        all.incomplete_points += row.points == 0 && row.tried > 0 ? 1 : 0;
        if (row.points == 0) continue;
        ++all.points;
        all.mean += row.mean;
        all.rival_mean += row.rival_mean;
        least = std::min(least, row.wins + row.ties + row.losses);
      }
      all.tried += tried;
      parts.push_back(spread_of(totals));
      // Totals of samples that lack a point are of fewer points than the others.
      for (const Total& total : totals)
        if (total.points > 0 && total.points == all.points - before) {
          over_points.add(total.mine, total.rival);
          all.samples += total.samples;
        }
    }
    for (const auto& [point, row] : rows)
      if (row.first.tried > 0) add(row.first, row.second, row.first.wins + row.first.ties + row.first.losses);
    if (all.points + all.incomplete_points < 2) return;
    const auto points = static_cast<double>(std::max<std::size_t>(all.points, 1));
    over_points.fill(all);
    all.mean /= points;
    all.rival_mean /= points;
    all.ratio = ratio_of(all.mean, all.rival_mean);
    add(all, united(parts, all.ratio.value_or(1), points), least);
  }

  // Adds to the totals of the point's stratum.
  [[nodiscard]] std::pair<PairwiseRow, Spread> at_point(std::size_t pair, std::size_t index,
                                                        std::vector<Total>& totals) const {
    const PairedPoint& point = question_.points[index];
    const auto& [mine, rival] = question_.pairs[pair];
    const Pairing numbers = paired(point.numbers[rival], point.numbers[mine]);
    PairwiseRow row{.pair = pair, .point = index};
    Tally tally(question_.more_is_better);
    for (const NumberPair& each : numbers.pairs) {
      row.samples += each.samples;
      const double share = static_cast<double>(each.samples) / static_cast<double>(row.samples);
      row.mean += share * (each.newer - row.mean);
      row.rival_mean += share * (each.older - row.rival_mean);
      tally.add(each.newer, each.older);
    }
    const std::int64_t there = row.samples + numbers.only_old + numbers.only_new;
    if (there > 0) row.tried = std::max(point.samples, there);
    if (numbers.pairs.empty()) return {row, {}};
    row.points = 1;
    row.ratio = ratio_of(row.mean, row.rival_mean);
    tally.fill(row);
    std::vector<Total> here;
    totals.resize(std::max(totals.size(), static_cast<std::size_t>(numbers.pairs.back().index) + 1));
    for (const NumberPair& each : numbers.pairs) {
      const double share = static_cast<double>(each.samples) / static_cast<double>(row.samples);
      const Total& own = here.emplace_back(Total{.samples = each.samples,
                                                 .points = 1,
                                                 .mine = each.newer,
                                                 .rival = each.older,
                                                 .moves = share * (each.newer - row.mean),
                                                 .rival_moves = share * (each.older - row.rival_mean)});
      Total& total = totals[static_cast<std::size_t>(each.index)];
      total = {each.samples,
               total.points + 1,
               total.mine + own.mine,
               total.rival + own.rival,
               total.moves + own.moves,
               total.rival_moves + own.rival_moves};
    }
    return {row, spread_of(here)};
  }

  // `numbers`: at the row's point that has fewest.
  void add(PairwiseRow row, const Spread& spread, std::int64_t numbers) {
    if (row.ratio && row.points > 0 && numbers >= least_samples && row.wins + row.losses >= least_differing)
      row.interval = ratio_interval(row.mean, row.rival_mean, spread, interval_level);
    if (row.point) row_at_[{row.pair, *row.point}] = answer_.rows.size();
    answer_.rows.push_back(row);
    spreads_.push_back(spread);
  }

  // What differs, by Holm's steps: the interval of a row is corrected for the rows that are not seen to differ before
  // it.
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
    const PairwiseRow* seen = nullptr;  // the last one that differs
    std::size_t seen_at = 0;            // its place in the line
    std::size_t previous = 0;           // the last place that both have
    double sign = 0;                    // of the last difference
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
  std::map<std::size_t, std::vector<std::size_t>> strata_;             // points by stratum
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> row_at_;  // by pair and point: the place in the answer
  PairwiseAnswer answer_;
  std::vector<Spread> spreads_;  // by row
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
