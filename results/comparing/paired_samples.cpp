// Pairing samples, comparing two sides and two databases, and ratios of means with Fieller's intervals, differences
// that are significant after Holm's correction, and crossings.
#include "results/comparing/paired_samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>
#include <utility>

#include "results/database/reader.hpp"

namespace apportion::results {
namespace {

// By what part of its size the newer number is worse; without a direction, by what part it differs.
double worsening(double older, double newer, const std::string& better) {
  const double size = std::max(std::abs(older), std::abs(newer));
  const double change = size > 0 ? (newer - older) / size : 0;
  if (better.empty()) return std::abs(change);
  return better == "less" ? change : -change;
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
      pairs.push_back({before.index, before.value, after->value, before.samples, tally.by_chunk});
      ++after;
    } else {
      tally.only_old += before.samples;
    }
  }
  for (; after != end; ++after) tally.only_new += after->samples;
  return pairs;
}

// Compares two series; a missing side is one without numbers.
Difference difference_of(const SeriesKey& key, const Series& older, const Series& newer, double tolerance) {
  Difference difference;
  difference.key = key;
  difference.old_revisions = {older.revision, older.rival_revision};
  difference.new_revisions = {newer.revision, newer.rival_revision};
  double most = 0;
  for (const NumberPair& pair : paired(older, newer, difference)) {
    if (!difference.add(pair, tolerance)) continue;
    const double worse = worsening(pair.older, pair.newer, newer.better);
    if (difference.worst && !(worse > most)) continue;
    difference.worst = pair;
    most = worse;
  }
  difference.worsening = worsening(difference.older.mean, difference.newer.mean, newer.better);
  const bool is_revised = difference.old_revisions != difference.new_revisions && tolerance <= usual_tolerance;
  if (difference.differing() == 0)
    difference.change = difference.only_old > 0   ? Change::lost
                        : difference.only_new > 0 ? Change::added
                        : is_revised              ? Change::changed
                                                  : Change::same;
  else if (newer.better.empty() || !differ(difference.older.mean, difference.newer.mean))
    difference.change = Change::changed;
  else
    difference.change = difference.worsening > 0 ? Change::worse : Change::better;
  return difference;
}

// The changes over all points, worst first. Revisions are those of the worst point.
std::vector<Difference> over_points(const std::vector<Difference>& differences) {
  std::map<std::tuple<std::string, std::string, std::string, Change>, std::vector<Difference>> groups;
  for (Difference here : differences) {
    const bool one_sided = here.change == Change::lost || here.change == Change::added;
    if (!one_sided && here.pairs == 0) continue;
    if (one_sided) here.key.metric.clear();
    groups[{here.key.algorithm, here.key.rival, here.key.metric, one_sided ? here.change : Change::same}].push_back(
        here);
  }
  std::vector<Difference> changes;
  const auto rank = [](const Difference& each) { return std::pair(each.change, -each.worsening); };
  for (const auto& [group, here] : groups) {
    Difference all = *std::ranges::min_element(here, {}, rank);
    if (all.change == Change::same) continue;
    all.worst_old_mean = all.older.mean;
    all.worst_new_mean = all.newer.mean;
    all.PairTally::operator=({});
    const bool one_sided = std::get<Change>(group) != Change::same;
    std::map<std::string, bool> differs;  // by point
    for (const Difference& each : here) {
      all.add(each);
      differs[each.key.point] |= one_sided || each.differing() > 0;
    }
    all.points = std::ssize(differs);
    all.differing_points = std::ranges::count(differs, true, &std::pair<const std::string, bool>::second);
    if (all.differences.count > 0) all.p_value = sign_test(all.rises, all.falls);
    changes.push_back(std::move(all));
  }
  const auto place = [](const Difference& change) {
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

// Compares the means of one experiment under two seeds.
void compare_means(const SeriesSet& older, const SeriesSet& newer, StudyChanges& study) {
  const auto variance_of_mean = [](const Moments& of) {
    return of.m2 / static_cast<double>(of.count * (of.count - 1));
  };
  std::vector<Difference> judged;
  std::vector<std::optional<double>> p_values;
  study.one_sided = std::ssize(older) + std::ssize(newer);
  for (const auto& [key, series] : older) {
    const auto other = newer.find(key);
    if (other == newer.end()) continue;
    study.one_sided -= 2;
    const Moments& before = series.moments;
    const Moments& after = other->second.moments;
    // Constant values can be compared however few they are.
    const bool varies = before.m2 > 0 || after.m2 > 0;
    if (std::min(before.count, after.count) < least_judged && (varies || differ(before.mean, after.mean))) {
      ++study.too_few;
      continue;
    }
    judged.push_back({PairTally{.pairs = 1, .older = before, .newer = after}, key});
    // Welch's test (Biometrika 34, 1947).
    const Spread spread =
        sum_of({{.own = variance_of_mean(after), .freedom = static_cast<double>(after.count - 1)},
                {.rival = variance_of_mean(before), .freedom = static_cast<double>(before.count - 1)}},
               1);
    p_values.push_back(varies ? std::optional(p_of_equality(after.mean - before.mean, spread)) : std::nullopt);
  }
  p_values = holm_adjusted(p_values);
  for (std::size_t i = 0; i < judged.size(); ++i) {
    Difference& here = judged[i];
    here.p_value = p_values[i];
    here.worsening = -here.p_value.value_or(0);
    const bool agrees = here.p_value ? *here.p_value >= level_of_agreement : !differ(here.older.mean, here.newer.mean);
    ++(agrees ? study.agreeing : here.rises);
    if (!agrees) here.change = Change::changed;
  }
  study.changes = over_points(judged);
  for (Difference& change : study.changes) change.pairs = change.rises = 1;
}

// The part of a sum over samples in the spread of the means over `points`.
Spread spread_of(const PairTally& sum, double points) {
  if (sum.pairs < 2) return {};
  const auto freedom = static_cast<double>(sum.pairs - 1);
  const double scale = 1 / (static_cast<double>(sum.older.count) * freedom * points * points);
  const double own = scale * sum.newer.m2;
  const double rival = scale * sum.older.m2;
  return {own, rival, (own + rival - scale * sum.differences.m2) / 2, freedom};
}

/// Points with the same samples.
struct Stratum {
  std::size_t points = 0;  ///< that have both
  std::int64_t tried = 0;
  /// [sample or chunk]: the totals over its points, and their number.
  std::vector<std::pair<NumberPair, std::size_t>> totals = {};
};

// Adds a point to its stratum and to the row, and returns the number of pairs there.
std::int64_t add_point(const PairedPoint& point, const std::pair<std::string, std::string>& pair, Stratum& stratum,
                       PairwiseRow& row) {
  PairTally here;
  for (const NumberPair& each : paired(point.series.at(pair.second), point.series.at(pair.first), here)) {
    here.add(each);
    stratum.totals.resize(std::max(stratum.totals.size(), static_cast<std::size_t>(each.index) + 1));
    auto& [total, points] = stratum.totals[static_cast<std::size_t>(each.index)];
    total = {each.index, total.older + each.older, total.newer + each.newer, each.samples};
    ++points;
  }
  const std::int64_t tried = here.older.count + here.only_old + here.only_new;
  if (tried > 0) stratum.tried = std::max({stratum.tried, tried, point.samples});
  if (here.pairs == 0) {
    row.incomplete_points += !row.point && tried > 0 ? 1 : 0;
    return std::numeric_limits<std::int64_t>::max();
  }
  ++row.points;
  ++stratum.points;
  row.mean += here.newer.mean;
  row.rival_mean += here.older.mean;
  return here.pairs;
}

// The row at a point, or over all points; nothing if it has neither of both, or if all points are one.
std::optional<PairwiseRow> row_of(const PairwiseQuestion& question, std::size_t pair, std::optional<std::size_t> only) {
  PairwiseRow row{.pair = pair, .point = only};
  std::map<std::size_t, Stratum> strata;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();  // the fewest numbers at a point
  for (std::size_t i = only.value_or(0); i < (only ? *only + 1 : question.points.size()); ++i)
    least =
        std::min(least, add_point(question.points[i], question.pairs[pair], strata[question.points[i].stratum], row));
  const auto points = static_cast<double>(row.points);
  PairTally tally;
  std::vector<Spread> spreads;
  for (const auto& [place, stratum] : strata) {
    row.tried += stratum.tried;
    PairTally sum;
    // Samples that are missing at a point are not compared by totals.
    for (const auto& [total, of] : stratum.totals)
      if (of > 0 && of == stratum.points) sum.add(total);
    tally.add(sum);
    spreads.push_back(spread_of(sum, points));
  }
  if (only ? row.tried == 0 : row.points + row.incomplete_points < 2) return std::nullopt;
  if (row.points == 0) return row;
  row.samples = tally.older.count;
  row.wins = question.more_is_better ? tally.rises : tally.falls;
  row.losses = tally.differing() - row.wins;
  row.ties = tally.pairs - tally.differing();
  row.p_value = sign_test(row.wins, row.losses);
  row.effect = effect_size(tally.differences);
  row.mean /= points;
  row.rival_mean /= points;
  if (!(row.mean < 0) && row.rival_mean > 0) row.ratio = row.mean / row.rival_mean;
  row.spread = sum_of(spreads, row.ratio.value_or(1));
  if (!row.ratio) {
    row.lacking =
        row.mean < 0 || row.rival_mean < 0 ? "no ratio: a mean is negative" : "no ratio: the rival's mean is 0";
  } else if (least < least_samples) {
    row.lacking = fmt::format("no interval: fewer than {} samples at a point", least_samples);
  } else if (row.wins + row.losses < least_differing) {
    row.lacking = fmt::format("no interval: fewer than {} samples differ", least_differing);
  } else {
    row.interval = ratio_interval(row.mean, row.rival_mean, row.spread, interval_level);
    if (!row.interval) row.lacking = "no interval: the rival's mean is not told from 0";
  }
  if (row.ratio && question.is_exact) row.lacking.clear();
  return row;
}

// Decides which rows differ, by Holm's steps: a row's interval is corrected for the number of rows that remain.
void see_differences(const PairwiseQuestion& question, std::vector<PairwiseRow>& rows) {
  const auto see = [&question](PairwiseRow& row) {
    row.seen = (row.mean < row.rival_mean) != question.more_is_better ? Seen::better : Seen::worse;
  };
  std::vector<std::optional<double>> sign_tests;
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    sign_tests.push_back(rows[i].p_value);
    if (rows[i].interval) order.emplace_back(p_of_equality(rows[i].mean - rows[i].rival_mean, rows[i].spread), i);
    if (question.is_exact && rows[i].points > 0 && differ(rows[i].mean, rows[i].rival_mean)) see(rows[i]);
  }
  const std::vector<std::optional<double>> adjusted = holm_adjusted(sign_tests);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].holm = adjusted[i];
  std::ranges::sort(order);
  std::size_t left = order.size();
  for (const auto& [p, i] : order) {
    PairwiseRow& row = rows[i];
    const double error = (1 - interval_level) / static_cast<double>(left);
    row.corrected = ratio_interval(row.mean, row.rival_mean, row.spread, 1 - error);
    if (!row.corrected || (row.corrected->low <= 1 && row.corrected->high >= 1)) continue;
    see(row);
    --left;
  }
}

// Without numbers: the newest definition.
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

}  // namespace

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

bool PairTally::add(const NumberPair& pair, double tolerance) {
  const auto moments = [&pair](double number) {
    return Moments{.count = pair.samples, .mean = number, .min = number, .max = number};
  };
  const bool differs = differ(pair.older, pair.newer, tolerance);
  ++pairs;
  rises += differs && pair.newer > pair.older ? 1 : 0;
  falls += differs && !(pair.newer > pair.older) ? 1 : 0;
  older.merge(moments(pair.older));
  newer.merge(moments(pair.newer));
  differences.merge(moments(differ(pair.older, pair.newer) ? pair.newer - pair.older : 0));
  return differs;
}

void PairTally::add(const PairTally& other) {
  by_chunk = by_chunk || other.by_chunk;
  only_old += other.only_old;
  only_new += other.only_new;
  pairs += other.pairs;
  rises += other.rises;
  falls += other.falls;
  older.merge(other.older);
  newer.merge(other.newer);
  differences.merge(other.differences);
}

std::optional<double> Difference::relative() const {
  if (pairs == 0 || older.mean == 0) return std::nullopt;
  return (newer.mean - older.mean) / std::abs(older.mean);
}

std::vector<Difference> changes_of(SeriesSet older, SeriesSet newer, double tolerance) {
  for (const auto& [key, series] : newer) older.try_emplace(key);
  std::vector<Difference> differences;
  for (const auto& [key, series] : older) differences.push_back(difference_of(key, series, newer[key], tolerance));
  return over_points(differences);
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
        if (place == &Series::chunks)
          series.moments.merge({.count = whole_at(row, 9), .mean = real_at(row, 8), .m2 = real_at(row, 10)});
      }
    });
    for (auto& [name, series] : study.series) std::ranges::sort(series.*place, {}, &SeriesNumber::index);
  };
  add("moment", "u.chunk, o.mean, u.samples, o.m2", &Series::chunks);
  add("sample_value", "o.sample, o.value, 1", &Series::samples);
  return study;
}

std::vector<StudyChanges> compare_databases(const Reader& older, const Reader& newer, double tolerance) {
  std::map<std::string, std::array<std::set<std::int64_t>, 2>> seeds;  // of both sides, by experiment
  for (const StudyKey& key : stored_studies(older)) seeds[key.experiment][0].insert(key.seed);
  for (const StudyKey& key : stored_studies(newer)) seeds[key.experiment][1].insert(key.seed);
  std::vector<StudyChanges> all;
  for (auto& [experiment, of] : seeds) {
    std::optional<std::int64_t> other_seed;
    if (of[0].size() == 1 && of[1].size() == 1 && of[0] != of[1])
      other_seed = *of[1].begin();
    else
      of[0].merge(of[1]);
    for (const std::int64_t seed : of[0]) {
      StudyNumbers old_numbers = stored_numbers(older, {experiment, seed});
      StudyNumbers new_numbers = stored_numbers(newer, {experiment, other_seed.value_or(seed)});
      StudyChanges& study = all.emplace_back();
      study = {old_numbers.key, old_numbers.definition, new_numbers.definition, other_seed};
      if (study.redefined()) continue;
      if (other_seed)
        compare_means(old_numbers.series, new_numbers.series, study);
      else
        study.changes = changes_of(std::move(old_numbers.series), std::move(new_numbers.series), tolerance);
    }
  }
  return all;
}

std::vector<PairwiseRow> compare_pairwise(const PairwiseQuestion& question) {
  std::vector<PairwiseRow> rows;
  for (std::size_t pair = 0; pair < question.pairs.size(); ++pair)
    for (std::size_t point = 0; point <= question.points.size(); ++point)
      if (std::optional<PairwiseRow> row =
              row_of(question, pair, point < question.points.size() ? std::optional(point) : std::nullopt))
        rows.push_back(*std::move(row));
  see_differences(question, rows);
  return rows;
}

std::vector<Crossing> crossings_of(const std::vector<PairwiseRow>& line, std::vector<double> places, bool logarithmic) {
  if (logarithmic) std::ranges::transform(places, places.begin(), [](double place) { return std::log(place); });
  std::vector<Crossing> crossings;
  std::optional<std::size_t> seen;  // the last row with a difference
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i].seen == Seen::nothing) continue;
    if (seen && line[*seen].seen != line[i].seen) {
      Crossing& crossing = crossings.emplace_back();
      crossing = {*seen, i};
      const std::optional<double>& before = line[*seen].ratio;
      const std::optional<double>& after = line[i].ratio;
      if (crossing.is_located() && before && after && std::isfinite(places[*seen])) {
        const double at = places[*seen] + (places[i] - places[*seen]) * (*before - 1) / (*before - *after);
        crossing.at = logarithmic ? std::exp(at) : at;
      }
    }
    seen = i;
  }
  return crossings;
}

}  // namespace apportion::results
