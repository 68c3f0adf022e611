// Ratios of means by resampling, and crossings.
#include "results/comparing/rival_ratios.hpp"

#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>

#include "results/comparing/series.hpp"
#include "results/moments.hpp"

namespace apportion::results {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double most_reversed = 0.05;  // of the resamples

// The places between the sign changes next to the one at `index`.
struct Window {
  std::size_t first = 0;
  std::size_t last = 0;
};

Window window_of(const std::vector<SignChange>& changes, std::size_t index, std::size_t places) {
  return {index == 0 ? 0 : changes[index - 1].after,
          index + 1 == changes.size() ? places - 1 : changes[index + 1].before};
}

template <class Number>
std::vector<Number> part_of(const std::vector<Number>& all, const Window& window) {
  return {all.begin() + static_cast<std::ptrdiff_t>(window.first),
          all.begin() + static_cast<std::ptrdiff_t>(window.last) + 1};
}

// Where a resample crosses as `change` does: infinite where it does so beyond its places, nothing where it only crosses
// in the other direction.
std::optional<double> crossing_in(const std::vector<double>& places, const std::vector<double>& values,
                                  const SignChange& change) {
  const std::vector<SignChange> changes = sign_changes(places, values);
  double nearest = infinity;
  for (const SignChange& each : changes)
    if (each.rises == change.rises && std::abs(each.at - change.at) < std::abs(nearest - change.at)) nearest = each.at;
  if (nearest < infinity) return nearest;
  const auto some = std::ranges::find_if(values, [](double value) { return value != 0; });
  if (!changes.empty() || some == values.end()) return std::nullopt;
  // Still before the crossing at the last place, or beyond it at the first.
  return (*some < 0) == change.rises ? infinity : -infinity;
}

void add_interval(const std::vector<double>& places, const std::vector<const std::vector<double>*>& resampled,
                  const SignChange& change, double level, Crossing& crossing) {
  if (resampled.empty()) return;
  const std::size_t times = resampled.front()->size();
  std::vector<double> found;
  std::vector<double> values(places.size());
  for (std::size_t time = 0; time < times; ++time) {
    for (std::size_t i = 0; i < places.size(); ++i) values[i] = (*resampled[i])[time];
    if (const std::optional<double> at = crossing_in(places, values, change)) found.push_back(*at);
  }
  const auto reversed = static_cast<double>(times - found.size());
  if (found.size() < 2 || reversed > most_reversed * static_cast<double>(times)) return;
  const Interval interval = central_interval(found, level);
  crossing.has_interval = true;
  if (std::isfinite(interval.low)) crossing.low = interval.low;
  if (std::isfinite(interval.high)) crossing.high = interval.high;
}

}  // namespace

std::vector<SignChange> sign_changes(const std::vector<double>& places, const std::vector<double>& values) {
  std::vector<SignChange> changes;
  std::optional<std::size_t> before;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] == 0) continue;
    if (before && (values[*before] < 0) != (values[i] < 0)) {
      const double share = values[*before] / (values[*before] - values[i]);
      const double at = i == *before + 1 ? places[*before] + share * (places[i] - places[*before])
                                         : (places[*before + 1] + places[i - 1]) / 2;
      changes.push_back({at, *before, i, values[i] > 0});
    }
    before = i;
  }
  return changes;
}

LineCrossings crossings_of(const std::vector<double>& places, const std::vector<double>& values,
                           const std::vector<const std::vector<double>*>& resampled, double level) {
  LineCrossings line{.points = places.size()};
  for (const double value : values) {
    line.better += value < 0 ? 1 : 0;
    line.worse += value > 0 ? 1 : 0;
  }
  const std::vector<SignChange> changes = sign_changes(places, values);
  for (std::size_t k = 0; k < changes.size(); ++k) {
    Crossing crossing{.at = changes[k].at, .algorithm_overtakes = !changes[k].rises};
    const Window window = window_of(changes, k, places.size());
    add_interval(part_of(places, window), resampled.empty() ? resampled : part_of(resampled, window), changes[k], level,
                 crossing);
    line.crossings.push_back(crossing);
  }
  return line;
}

namespace {

using CellKey = std::pair<std::size_t, std::size_t>;  // pair, point

std::optional<double> ratio_of(double mean, double rival_mean) {
  if (mean < 0 || !(rival_mean > 0)) return std::nullopt;
  return mean / rival_mean;
}

// Of pairs, `newer` is the algorithm's number and `older` its rival's.
Pairing numbers_of(const PairwiseQuestion& question, const CellKey& cell) {
  const PairedPoint& point = question.points[cell.second];
  const auto& [mine, rival] = question.pairs[cell.first];
  return paired(point.samples[rival], point.samples[mine]);
}

// What is counted over pairs of numbers.
class Tally {
 public:
  explicit Tally(bool more_is_better) : more_is_better_(more_is_better) {}

  void add(double mine, double rival) {
    mine_.add(mine);
    rival_.add(rival);
    const bool is_tie = !differ(mine, rival);
    difference_.add(is_tie ? 0 : mine - rival);
    if (is_tie)
      ++ties_;
    else
      ++((mine < rival) != more_is_better_ ? wins_ : losses_);
  }

  void fill(PairwiseRow& row) const {
    row.samples = difference_.count;
    row.mean = mine_.mean;
    row.rival_mean = rival_.mean;
    row.wins = wins_;
    row.ties = ties_;
    row.losses = losses_;
    row.p_value = sign_test(wins_, losses_);
    row.effect = effect_size(difference_);
  }

 private:
  bool more_is_better_;
  Moments mine_;
  Moments rival_;
  Moments difference_;
  std::int64_t wins_ = 0;
  std::int64_t ties_ = 0;
  std::int64_t losses_ = 0;
};

/// Of one sample over several points.
struct Total {
  double mine = 0;
  double rival = 0;
  std::size_t points = 0;
};

/// A pair at a point while its samples are drawn again: sums over groups of samples, and what the draws gave.
struct Cell {
  CellKey key;
  std::vector<double> mine = {};
  std::vector<double> rival = {};
  std::vector<double> counts = {};
  std::vector<double> ratios = {};
};

/// The means of a pair in one resample.
struct Drawn {
  double mean = 0;
  double rival_mean = 0;
};

// One loop, so that its sums need not wait for each other.
Drawn means_of(const Cell& cell, const std::vector<double>& weights) {
  double count = 0;
  Drawn sums;
  for (std::size_t group = 0; group < weights.size(); ++group) {
    count += weights[group] * cell.counts[group];
    sums.mean += weights[group] * cell.mine[group];
    sums.rival_mean += weights[group] * cell.rival[group];
  }
  return {sums.mean / count, sums.rival_mean / count};
}

/// The interface of a generator that Boost.Random's distributions want.
class Bits {
 public:
  using result_type = std::uint64_t;

  explicit Bits(BitSource source) : source_(std::move(source)) {}
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }
  result_type operator()() { return source_(); }

 private:
  BitSource source_;
};

// How often each group is drawn in as many draws as there are groups.
void draw(Bits& bits, std::vector<double>& weights) {
  std::ranges::fill(weights, 0);
  boost::random::uniform_int_distribution<std::size_t> group(0, weights.size() - 1);
  for (std::size_t i = 0; i < weights.size(); ++i) ++weights[group(bits)];
}

class Comparer {
 public:
  explicit Comparer(const PairwiseQuestion& question) : question_(question) {
    for (std::size_t point = 0; point < question.points.size(); ++point)
      strata_[question.points[point].stratum].push_back(point);
  }

  PairwiseAnswer answer() {
    for (std::size_t pair = 0; pair < question_.pairs.size(); ++pair) tally(pair);
    choose_differences();
    for (const auto& [stratum, points] : strata_) resample(stratum, points);
    PairwiseAnswer answer;
    for (std::size_t pair = 0; pair < question_.pairs.size(); ++pair) {
      add_rows(pair, answer.rows);
      std::vector<LineCrossings>& crossings = answer.crossings.emplace_back();
      for (const AxisLine& line : question_.lines) crossings.push_back(along(pair, line));
    }
    correct(answer.rows);
    return answer;
  }

 private:
  void tally(std::size_t pair) {
    PairwiseRow all{.pair = pair};
    Tally over_points(question_.more_is_better);
    for (const auto& [stratum, points] : strata_) {
      std::vector<Total> totals(static_cast<std::size_t>(samples_at(points)));
      const std::int64_t before = all.points;
      for (const std::size_t point : points) tally_point({pair, point}, all, totals);
      // Samples that have a number at all points that the pair has here: totals of others are of fewer points.
      const auto complete = static_cast<std::size_t>(all.points - before);
      for (const Total& total : totals)
        if (complete > 0 && total.points == complete) over_points.add(total.mine, total.rival);
    }
    over_points.fill(all);
    if (all.points > 0) set_means(all);
    overall_.push_back(all);
  }

  void tally_point(const CellKey& cell, PairwiseRow& all, std::vector<Total>& totals) {
    const Pairing numbers = numbers_of(question_, cell);
    const std::int64_t unpaired = numbers.only_old + numbers.only_new;
    if (numbers.pairs.empty()) {
      all.incomplete_points += unpaired > 0 ? 1 : 0;
      return;
    }
    Tally here(question_.more_is_better);
    for (const DifferingPair& number : numbers.pairs) {
      here.add(number.newer, number.older);
      Total& total = totals[static_cast<std::size_t>(number.index)];
      total = {total.mine + number.newer, total.rival + number.older, total.points + 1};
    }
    PairwiseRow row{.pair = cell.first, .point = cell.second, .unpaired = unpaired, .points = 1};
    here.fill(row);
    row.ratio = ratio_of(row.mean, row.rival_mean);
    all.unpaired += unpaired;
    ++all.points;
    rows_[cell] = row;
  }

  // Of all points: every point counts the same.
  void set_means(PairwiseRow& all) const {
    all.mean = all.rival_mean = 0;
    for (auto row = rows_.lower_bound({all.pair, 0}); row != rows_.end() && row->first.first == all.pair; ++row) {
      all.mean += row->second.mean;
      all.rival_mean += row->second.rival_mean;
    }
    all.mean /= static_cast<double>(all.points);
    all.rival_mean /= static_cast<double>(all.points);
    all.ratio = ratio_of(all.mean, all.rival_mean);
  }

  // Below 0 where the algorithm is better.
  [[nodiscard]] double signed_difference(double mine, double rival) const {
    return question_.more_is_better ? rival - mine : mine - rival;
  }

  /// A line with the points that both of a pair have, and the differences of their means.
  struct PairLine {
    std::vector<double> places;
    std::vector<double> values;
    std::vector<CellKey> cells;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();  // samples at a point
  };

  [[nodiscard]] PairLine line_of(std::size_t pair, const AxisLine& line) const {
    PairLine result;
    for (std::size_t i = 0; i < line.points.size(); ++i) {
      const auto found = rows_.find({pair, line.points[i]});
      if (found == rows_.end()) continue;
      const PairwiseRow& row = found->second;
      result.places.push_back(line.places[i]);
      result.values.push_back(differ(row.mean, row.rival_mean) ? signed_difference(row.mean, row.rival_mean) : 0);
      result.cells.push_back(found->first);
      result.least = std::min(result.least, row.samples);
    }
    return result;
  }

  // Every resample's difference is kept where a line has a crossing, and nowhere else: they take memory.
  void choose_differences() {
    for (std::size_t pair = 0; pair < question_.pairs.size(); ++pair)
      for (const AxisLine& each : question_.lines) {
        const PairLine line = line_of(pair, each);
        if (line.least < least_samples || sign_changes(line.places, line.values).empty()) continue;
        for (const CellKey& cell : line.cells) differences_[cell] = {};
      }
  }

  // One more than the last sample that any algorithm has at these points.
  [[nodiscard]] std::int64_t samples_at(const std::vector<std::size_t>& points) const {
    std::int64_t count = 0;
    for (const std::size_t point : points)
      for (const std::vector<SampleNumber>& numbers : question_.points[point].samples)
        if (!numbers.empty()) count = std::max(count, numbers.back().sample + 1);
    return count;
  }

  [[nodiscard]] std::vector<Cell> cells_at(const std::vector<std::size_t>& points, std::int64_t samples,
                                           std::size_t groups) const {
    std::vector<Cell> cells;
    for (const std::size_t point : points)
      for (std::size_t pair = 0; pair < question_.pairs.size(); ++pair) {
        if (!rows_.contains({pair, point})) continue;
        Cell cell{{pair, point}};
        for (std::vector<double>* sums : {&cell.mine, &cell.rival, &cell.counts}) sums->assign(groups, 0);
        for (const DifferingPair& number : numbers_of(question_, cell.key).pairs) {
          const auto group = static_cast<std::size_t>(number.index * static_cast<std::int64_t>(groups) / samples);
          cell.mine[group] += number.newer;
          cell.rival[group] += number.older;
          ++cell.counts[group];
        }
        cells.push_back(std::move(cell));
      }
    return cells;
  }

  void resample(std::size_t stratum, const std::vector<std::size_t>& points) {
    const std::int64_t samples = samples_at(points);
    if (samples < least_samples) return;
    const std::size_t groups = std::min(static_cast<std::size_t>(samples), most_groups);
    std::vector<Cell> cells = cells_at(points, samples, groups);
    std::vector<double> weights(groups);
    Bits bits(question_.stream(stratum));
    for (std::size_t time = 0; time < resamples; ++time) {
      draw(bits, weights);
      for (Cell& cell : cells) note(cell, weights, time);
    }
    for (Cell& cell : cells) {
      PairwiseRow& row = rows_[cell.key];
      row.interval = interval_of(cell.ratios, row, row.samples, row.samples - 1);
    }
  }

  void note(Cell& cell, const std::vector<double>& weights, std::size_t time) {
    const auto [mean, rival_mean] = means_of(cell, weights);
    cell.ratios.push_back(ratio_of(mean, rival_mean).value_or(std::numeric_limits<double>::quiet_NaN()));
    std::vector<Total>& all = sums_[cell.key.first];
    all.resize(resamples);
    all[time].mine += mean;
    all[time].rival += rival_mean;
    if (const auto kept = differences_.find(cell.key); kept != differences_.end())
      kept->second.push_back(signed_difference(mean, rival_mean));
  }

  // `samples` at a point, with so many degrees of freedom at all points of the row.
  static std::optional<Interval> interval_of(std::vector<double>& ratios, const PairwiseRow& row, std::int64_t samples,
                                             std::int64_t freedom) {
    const bool defined = std::ranges::all_of(ratios, [](double ratio) { return std::isfinite(ratio); });
    const bool enough = samples >= least_samples && row.wins + row.losses >= least_differing;
    if (!enough || !defined || ratios.empty()) return std::nullopt;
    return central_interval(ratios, expanded_level(interval_level, samples, freedom));
  }

  // The rows of the points in their order, and that of all points where there are several.
  void add_rows(std::size_t pair, std::vector<PairwiseRow>& rows) {
    PairwiseRow& all = overall_[pair];
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (auto row = rows_.lower_bound({pair, 0}); row != rows_.end() && row->first.first == pair; ++row) {
      rows.push_back(row->second);
      least = std::min(least, row->second.samples);
    }
    if (all.points < 2) return;
    std::vector<double> ratios;
    for (const Total& sum : sums_[pair])
      ratios.push_back(ratio_of(sum.mine, sum.rival).value_or(std::numeric_limits<double>::quiet_NaN()));
    const std::int64_t freedom = all.samples - static_cast<std::int64_t>(strata_.size());
    all.interval = interval_of(ratios, all, least, std::max(least - 1, freedom));
    rows.push_back(all);
  }

  [[nodiscard]] LineCrossings along(std::size_t pair, const AxisLine& axis) const {
    const PairLine line = line_of(pair, axis);
    std::vector<const std::vector<double>*> resampled;
    for (const CellKey& cell : line.cells)
      if (const auto kept = differences_.find(cell); kept != differences_.end()) resampled.push_back(&kept->second);
    if (line.least < least_samples || resampled.size() != line.cells.size()) resampled.clear();
    return crossings_of(
        line.places, line.values, resampled,
        resampled.empty() ? interval_level : expanded_level(interval_level, line.least, line.least - 1));
  }

  static void correct(std::vector<PairwiseRow>& rows) {
    std::vector<std::optional<double>> p_values;
    for (const PairwiseRow& row : rows) p_values.push_back(row.p_value);
    const std::vector<std::optional<double>> adjusted = holm_adjusted(p_values);
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i].holm = adjusted[i];
  }

  const PairwiseQuestion& question_;
  std::map<std::size_t, std::vector<std::size_t>> strata_;  // points by stratum
  std::map<CellKey, PairwiseRow> rows_;                     // of single points
  std::vector<PairwiseRow> overall_;                        // by pair
  std::map<CellKey, std::vector<double>> differences_;
  std::map<std::size_t, std::vector<Total>> sums_;  // by pair: of the points' means, for every resample
};

}  // namespace

PairwiseAnswer compare_pairwise(const PairwiseQuestion& question) { return Comparer(question).answer(); }

}  // namespace apportion::results
