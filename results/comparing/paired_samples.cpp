// Pairing samples, comparing two sides and two databases, and ratios of means with Fieller's intervals, differences
// that are significant after Holm's correction, and crossings.
#include "results/comparing/paired_samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <numbers>
#include <tuple>
#include <utility>

#include "results/database/reader.hpp"

namespace apportion::results {
namespace {

constexpr double negligible = 1e-12;

// By what part of its size the newer number is worse; without a direction, by what part it differs.
double worsening(double older, double newer, const std::string& better) {
  const double size = std::max(std::abs(older), std::abs(newer));
  const double change = size > 0 ? (newer - older) / size : 0;
  if (better.empty()) return std::abs(change);
  return better == "less" ? change : -change;
}

Change judged(const Difference& difference, const std::string& better) {
  if (difference.differing() == 0) {
    if (difference.only_old > 0) return Change::lost;
    return difference.only_new > 0 ? Change::added : Change::same;
  }
  if (better.empty() || !differ(difference.old_mean, difference.new_mean)) return Change::changed;
  return difference.worsening > 0 ? Change::worse : Change::better;
}

std::int64_t samples_of(const std::vector<SeriesNumber>& numbers) {
  std::int64_t samples = 0;
  for (const SeriesNumber& number : numbers) samples += number.samples;
  return samples;
}

// Pairs the samples of two series, whose numbers ascend by index, if both have all of theirs; otherwise their chunks.
// Means of different samples cannot be compared, so chunks are paired only if they have equally many.
std::vector<NumberPair> paired(const Series& older, const Series& newer, PairTally& tally) {
  std::vector<NumberPair> pairs;
  tally.by_chunk = older.lacks_samples() || newer.lacks_samples();
  const auto numbers = tally.by_chunk ? &Series::chunks : &Series::samples;
  auto after = (newer.*numbers).begin();
  const auto end = (newer.*numbers).end();
  for (const SeriesNumber& before : older.*numbers) {
    for (; after != end && after->index < before.index; ++after) tally.only_new += after->samples;
    if (after != end && after->index == before.index && after->samples == before.samples) {
      pairs.push_back({before.index, before.value, after->value, before.samples});
      ++after;
    } else {
      tally.only_old += before.samples;
    }
  }
  for (; after != end; ++after) tally.only_new += after->samples;
  return pairs;
}

/// By algorithm, rival, metric and, of numbers that only one side has, the kind of change.
using Changes = std::map<std::tuple<std::string, std::string, std::string, Change>, MetricChange>;

void add(const Difference& here, Changes& changes) {
  const bool one_sided = here.change == Change::lost || here.change == Change::added;
  if (!one_sided && here.pairs == 0) return;
  const auto& [point, algorithm, rival, metric] = here.key;
  const Change kind = one_sided ? here.change : Change::same;
  MetricChange& all = changes[{algorithm, rival, one_sided ? "" : metric, kind}];
  const auto rank = [](const Difference& each) { return std::pair(each.change, -each.worsening); };
  if (all.points == 0) {
    static_cast<Difference&>(all) = here;
    if (one_sided) all.key.metric.clear();
    all.points = 1;
    all.at_worst = here;
  } else {
    // Metrics of one point are adjacent, so that points can be counted by changes.
    if (!one_sided || all.key.point != point) ++all.points;
    all.key.point = point;
    static_cast<PairTally&>(all).add(here);
    all.old_mean += here.old_mean;
    all.new_mean += here.new_mean;
    all.change = std::min(all.change, here.change);
    if (rank(here) < rank(all.at_worst)) all.at_worst = here;
  }
  all.differing_points += here.differing() > 0 || one_sided ? 1 : 0;
}

std::vector<MetricChange> worst_first(const Changes& all) {
  std::vector<MetricChange> changes;
  for (const auto& [key, change] : all) {
    if (change.change == Change::same) continue;
    MetricChange& mean = changes.emplace_back(change);
    mean.old_mean /= static_cast<double>(change.points);
    mean.new_mean /= static_cast<double>(change.points);
    mean.p_value = change.differences.count > 0 ? sign_test(change.rises, change.falls) : change.at_worst.p_value;
  }
  const auto place = [](const MetricChange& change) {
    const double size =
        change.differing() == 0 ? 0.0 : std::abs(change.relative().value_or(std::numeric_limits<double>::infinity()));
    return std::tuple(change.change, -size, change.key.algorithm, change.key.rival, change.key.metric);
  };
  std::ranges::stable_sort(changes, {}, place);
  return changes;
}

// {"rows":1000,"sampling":"uniform"} as "rows=1000 sampling=uniform".
std::string spelled_point(const std::string& coordinates) {
  const auto json = nlohmann::ordered_json::parse(coordinates);
  std::string text;
  for (const auto& [axis, value] : json.items()) {
    text += (text.empty() ? "" : " ") + axis + "=";
    text += value.is_string()         ? value.get<std::string>()
            : value.is_number_float() ? cell_text(value.get<double>())
                                      : value.dump();
  }
  return text;
}

// The moments of all series of a study: the experiment's newest definition.
std::map<SeriesKey, Moments> moments_of(const Reader& reader, const StudyKey& study) {
  constexpr const char* shown_summaries =
      "SELECT p.coordinates, c.algorithm, c.rival, m.name, s.count, s.mean, s.m2 FROM summary AS s "
      "JOIN point AS p ON p.id = s.point_id JOIN metric AS m ON m.id = s.metric_id "
      "JOIN shown_columns AS c ON c.algorithm_id = s.algorithm_id AND c.experiment_id = p.experiment_id "
      "WHERE c.experiment = :name AND c.seed = :seed";
  std::map<SeriesKey, Moments> all;
  for (const auto& row : reader.query(shown_summaries, {{"name", study.experiment}, {"seed", study.seed}}).rows)
    all[{spelled_point(text_at(row, 0)), text_at(row, 1), text_at(row, 2), text_at(row, 3)}] = {
        .count = whole_at(row, 4), .mean = real_at(row, 5), .m2 = real_at(row, 6)};
  return all;
}

// The p-value of Welch's test, by the normal distribution; nothing if neither side has a spread.
std::optional<double> p_of_welch(const Moments& older, const Moments& newer) {
  const auto variance_of_mean = [](const Moments& moments) {
    const auto count = static_cast<double>(moments.count);
    return moments.m2 / (count - 1) / count;
  };
  const double variance = variance_of_mean(older) + variance_of_mean(newer);
  if (!(variance > 0)) return std::nullopt;
  return std::erfc(std::abs(newer.mean - older.mean) / std::sqrt(variance) / std::numbers::sqrt2);
}

// Compares the means of one experiment under two seeds.
void compare_means(const std::map<SeriesKey, Moments>& older, const std::map<SeriesKey, Moments>& newer,
                   StudyChanges& study) {
  std::vector<Difference> judged;
  std::vector<std::optional<double>> p_values;
  study.one_sided = std::ssize(older) + std::ssize(newer);
  for (const auto& [key, moments] : older) {
    const auto other = newer.find(key);
    if (other == newer.end()) continue;
    study.one_sided -= 2;
    // Constant values can be compared however few they are.
    const bool varies = moments.m2 > 0 || other->second.m2 > 0;
    const bool is_few = std::min(moments.count, other->second.count) < least_judged;
    if (is_few && (varies || differ(moments.mean, other->second.mean))) {
      ++study.too_few;
      continue;
    }
    Difference& here = judged.emplace_back();
    here.key = key;
    here.pairs = 1;
    here.old_mean = moments.mean;
    here.new_mean = other->second.mean;
    p_values.push_back(varies ? p_of_welch(moments, other->second) : std::nullopt);
  }
  p_values = holm_adjusted(p_values);
  Changes changes;
  for (std::size_t i = 0; i < judged.size(); ++i) {
    Difference& here = judged[i];
    here.p_value = p_values[i];
    const bool agrees = here.p_value ? *here.p_value >= level_of_agreement : !differ(here.old_mean, here.new_mean);
    study.agreeing += agrees ? 1 : 0;
    here.rises = agrees ? 0 : 1;
    here.change = agrees ? Change::same : Change::changed;
    here.worsening = -here.p_value.value_or(0);
    add(here, changes);
  }
  study.changes = worst_first(changes);
  for (MetricChange& change : study.changes) change.pairs = change.rises = 1;
}

// The experiment's study; nothing if there are none or several.
std::optional<StudyKey> only_study(const std::vector<StudyKey>& studies, const std::string& experiment) {
  if (std::ranges::count(studies, experiment, &StudyKey::experiment) != 1) return std::nullopt;
  return *std::ranges::find(studies, experiment, &StudyKey::experiment);
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
    for (std::size_t pair = 0; pair < question_.pairs.size(); ++pair) {
      for (std::size_t point = 0; point < question_.points.size(); ++point) add_row(pair, point, {{0, {point}}});
      add_row(pair, std::nullopt, strata_);
    }
    see();
    for (std::size_t pair = 0; pair < question_.pairs.size(); ++pair) {
      std::vector<LineCrossings>& crossings = answer_.crossings.emplace_back();
      for (const AxisLine& line : question_.lines) crossings.push_back(along(pair, line));
    }
    return std::move(answer_);
  }

 private:
  // Adds the row over these points, or at the only one, if they have either of both.
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
        PairTally found;
        const std::vector<NumberPair> pairs = paired(point.series[rival], point.series[mine], found);
        const Means means(pairs);
        const std::int64_t there = means.samples + found.only_old + found.only_new;
        if (there > 0) tried = std::max({tried, there, point.samples});
        row.incomplete_points += !only && pairs.empty() && there > 0 ? 1 : 0;
        if (pairs.empty()) continue;
        ++row.points;
        row.mean += means.mine;
        row.rival_mean += means.rival;
        least = std::min(least, std::ssize(pairs));
        add_to(totals, pairs, means);
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
    if (!(row.mean < 0) && row.rival_mean > 0) row.ratio = row.mean / row.rival_mean;
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

std::optional<double> effect_size(const Moments& differences) {
  if (!(differences.m2 > 0)) return std::nullopt;
  const double deviation = std::sqrt(differences.m2 / static_cast<double>(differences.count - 1));
  // Equal differences have a deviation by rounding only.
  if (deviation <= 1e-9 * std::abs(differences.mean)) return std::nullopt;
  return differences.mean / deviation;
}

std::vector<std::optional<double>> holm_adjusted(const std::vector<std::optional<double>>& p_values) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < p_values.size(); ++i)
    if (p_values[i]) order.push_back(i);
  std::ranges::stable_sort(order, {}, [&p_values](std::size_t i) { return *p_values[i]; });
  std::vector<std::optional<double>> adjusted(p_values.size());
  double least = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    least = std::max(least, std::min(1.0, static_cast<double>(order.size() - rank) * *p_values[order[rank]]));
    adjusted[order[rank]] = least;
  }
  return adjusted;
}

std::map<std::string, std::string> coordinates_in(const std::string& point, const std::vector<std::string>& axes) {
  std::map<std::size_t, std::string> starts;
  const std::string text = " " + point;
  for (const std::string& axis : axes)
    if (const std::size_t start = text.find(" " + axis + "="); start != std::string::npos) starts[start] = axis;
  std::map<std::string, std::string> coordinates;
  for (auto start = starts.begin(); start != starts.end(); ++start) {
    const std::size_t begin = start->first + start->second.size() + 2;
    const std::size_t end = std::next(start) == starts.end() ? text.size() : std::next(start)->first;
    coordinates[start->second] = text.substr(begin, end - begin);
  }
  return coordinates;
}

bool Series::lacks_samples() const { return samples_of(samples) < samples_of(chunks); }

std::string_view name_of(Change change) {
  constexpr std::array<std::string_view, 6> names = {"worse", "changed", "lost", "better", "new", "same"};
  return names.at(static_cast<std::size_t>(change));
}

bool differ(double a, double b, double tolerance) {
  const double greater = std::max(std::abs(a), std::abs(b));
  if (a == b || greater < negligible) return false;
  return !std::isfinite(greater) || std::abs(a - b) > tolerance * greater;
}

bool PairTally::add(double older, double newer, double tolerance) {
  const bool differs = differ(older, newer, tolerance);
  ++pairs;
  rises += differs && newer > older ? 1 : 0;
  falls += differs && !(newer > older) ? 1 : 0;
  differences.add(differ(older, newer) ? newer - older : 0);
  return differs;
}

void PairTally::add(const PairTally& other) {
  by_chunk = by_chunk || other.by_chunk;
  only_old += other.only_old;
  only_new += other.only_new;
  pairs += other.pairs;
  rises += other.rises;
  falls += other.falls;
  differences.merge(other.differences);
}

Difference compared(const SeriesKey& key, const Series& older, const Series& newer, double tolerance) {
  Difference difference;
  difference.key = key;
  difference.old_revision = older.revision;
  difference.old_rival_revision = older.rival_revision;
  difference.new_revision = newer.revision;
  difference.new_rival_revision = newer.rival_revision;
  Moments before;
  Moments after;
  double most = 0;
  for (const NumberPair& pair : paired(older, newer, difference)) {
    before.add(pair.older);
    after.add(pair.newer);
    if (!difference.add(pair.older, pair.newer, tolerance)) continue;
    const double worse = worsening(pair.older, pair.newer, newer.better);
    if (difference.worst && !(worse > most)) continue;
    difference.worst = pair;
    most = worse;
  }
  difference.old_mean = before.mean;
  difference.new_mean = after.mean;
  difference.worsening = worsening(before.mean, after.mean, newer.better);
  difference.change = judged(difference, newer.better);
  if (difference.change == Change::same && !difference.same_revisions() && tolerance <= usual_tolerance)
    difference.change = Change::changed;
  return difference;
}

std::optional<double> Difference::relative() const {
  if (pairs == 0 || old_mean == 0) return std::nullopt;
  return (new_mean - old_mean) / std::abs(old_mean);
}

std::vector<MetricChange> changes_of(SeriesSet older, SeriesSet newer, double tolerance) {
  for (const auto& [key, series] : newer) older.try_emplace(key);
  Changes changes;
  for (const auto& [key, series] : older) add(compared(key, series, newer[key], tolerance), changes);
  return worst_first(changes);
}

StudyNumbers stored_definition(const Reader& reader, const StudyKey& key) {
  StudyNumbers study{key, "", {}, {}};
  for (const auto& row : reader
                             .query("SELECT definition, axes FROM experiment WHERE name = :name AND seed = :seed "
                                    "ORDER BY id DESC LIMIT 1",
                                    {{"name", key.experiment}, {"seed", key.seed}})
                             .rows) {
    study.definition = text_at(row, 0);
    study.axes = nlohmann::json::parse(text_at(row, 1)).get<std::vector<std::string>>();
  }
  return study;
}

StudyNumbers stored_numbers(const Reader& reader, const StudyKey& key, const std::optional<std::string>& metric) {
  StudyNumbers study = stored_definition(reader, key);
  const std::map<std::string, Value> parameters{
      {"name", key.experiment}, {"seed", key.seed}, {"metric", metric.value_or("")}};
  std::map<std::int64_t, std::string> points;
  for (const auto& row : reader
                             .query("SELECT p.id, p.coordinates, sum(u.samples) FROM shown_columns AS c "
                                    "JOIN point AS p USING (experiment_id) "
                                    "CROSS JOIN unit AS u ON u.point_id = p.id AND u.algorithm_id = c.algorithm_id "
                                    "WHERE c.experiment = :name AND c.seed = :seed AND c.rival = '' "
                                    "GROUP BY p.id, c.algorithm_id",
                                    parameters)
                             .rows) {
    std::string& point = points[whole_at(row, 0)];
    if (point.empty()) point = spelled_point(text_at(row, 1));
    std::int64_t& tried = study.tried[point];
    tried = std::max(tried, whole_at(row, 2));
  }
  const auto add = [&](const std::string& table, const std::string& numbers, std::vector<SeriesNumber> Series::*place) {
    const std::string sql = fmt::format(
        "SELECT p.id, c.algorithm, c.rival, m.name, c.revision, c.rival_revision, m.better, {} FROM shown_columns AS c "
        "JOIN point AS p USING (experiment_id) "
        "CROSS JOIN unit AS u ON u.point_id = p.id AND u.algorithm_id = c.algorithm_id "
        "CROSS JOIN {} AS o ON o.unit_id = u.id JOIN metric AS m ON m.id = o.metric_id "
        "WHERE c.experiment = :name AND c.seed = :seed{}",
        numbers, table, metric ? " AND c.rival = '' AND m.name = :metric" : "");
    reader.query_in_batches(sql, parameters, [&](const Rows& batch) {
      for (const auto& row : batch.rows) {
        Series& series = study.series[{points.at(whole_at(row, 0)), text_at(row, 1), text_at(row, 2), text_at(row, 3)}];
        series.revision = static_cast<int>(whole_at(row, 4));
        series.rival_revision = static_cast<int>(whole_at(row, 5));
        series.better = text_at(row, 6);
        (series.*place).push_back({whole_at(row, 7), real_at(row, 8), whole_at(row, 9)});
      }
    });
    for (auto& [name, series] : study.series) std::ranges::sort(series.*place, {}, &SeriesNumber::index);
  };
  add("moment", "u.chunk, o.mean, u.samples", &Series::chunks);
  add("sample_value", "o.sample, o.value, 1", &Series::samples);
  return study;
}

std::vector<StudyChanges> compare_databases(const Reader& older, const Reader& newer, double tolerance) {
  const std::vector<StudyKey> old_keys = stored_studies(older);
  const std::vector<StudyKey> new_keys = stored_studies(newer);
  std::vector<StudyKey> keys;
  std::ranges::set_union(old_keys, new_keys, std::back_inserter(keys));
  std::vector<StudyChanges> all;
  for (const StudyKey& key : keys) {
    const std::optional<StudyKey> old_only = only_study(old_keys, key.experiment);
    const std::optional<StudyKey> new_only = only_study(new_keys, key.experiment);
    const bool has_two = old_only && new_only && old_only != new_only;
    // An experiment under two seeds is compared once, at the key of the older side.
    if (has_two && key != old_only) continue;
    const StudyKey new_key = has_two ? *new_only : key;
    StudyChanges& study = all.emplace_back();
    study.key = key;
    if (has_two) study.other_seed = new_key.seed;
    StudyNumbers old_numbers = has_two ? stored_definition(older, key) : stored_numbers(older, key);
    StudyNumbers new_numbers = has_two ? stored_definition(newer, new_key) : stored_numbers(newer, new_key);
    study.old_definition = old_numbers.definition;
    study.new_definition = new_numbers.definition;
    if (study.redefined()) continue;
    if (has_two)
      compare_means(moments_of(older, key), moments_of(newer, new_key), study);
    else
      study.changes = changes_of(std::move(old_numbers.series), std::move(new_numbers.series), tolerance);
  }
  return all;
}

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
