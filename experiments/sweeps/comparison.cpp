// Improvements over a rival and comparisons with certainty: reading the numbers, and the tables of percentages, of
// ratios with their intervals, of crossings, and of sentences.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/engine/axis.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/sweeps/ini.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "experiments/sweeps/table_request.hpp"
#include "results/comparing/paired_samples.hpp"
#include "results/database/stored_studies.hpp"

namespace apportion::sweeps {
namespace {

using results::cell_text;
using results::Cells;
using results::Coordinate;
using results::Exhibit;
using results::Interval;
using results::PairedPoint;
using results::PairwiseRow;
using results::Rows;
using results::Seen;
using results::Series;
using results::Value;
using results::value_of;

using Names = std::vector<std::string>;

bool is_varied(const engine::Axis& axis) { return axis.values.size() > 1; }

// The table of the request, or a further part of its answer, without rows.
Exhibit exhibit_of(const TableRequest& request, const std::string& part = "") {
  return {.name = results::joined(request.name, "-", part),
          .study = request.experiment,
          .parameters = request.fixed,
          .title = results::joined(request.title, ": ", part),
          .rows = Rows()};
}

// A request, the numbers at its points, and the rows that follow from them.
class Comparison {
 public:
  // Throws as table_exhibits() does.
  Comparison(const CompletedRequest& request, const results::ShownStudy& shown, results::StudyNumbers stored)
      : request_(request) {
    const Names& names = request_.algorithms;
    for (std::size_t mine = 0; mine < names.size(); ++mine)
      for (std::size_t rival = 0; rival < names.size(); ++rival)
        if (request_.rival.empty() ? mine < rival : names[rival] == request_.rival && mine != rival)
          question_.pairs.emplace_back(names[mine], names[rival]);
    choose_axes();
    read_points(shown, std::move(stored));
    question_.more_is_better = request_.more_is_better;
    question_.is_exact = request_.study && request_.study->deterministic && !request_.instances;
    rows_ = compare_pairwise(question_);
  }

  [[nodiscard]] std::vector<Exhibit> exhibits() const {
    if (is_improvement_) return {table()};
    if (crossed_.empty()) return {table(), conclusions()};
    return {table(), crossings(), conclusions()};
  }

 private:
  void choose_axes() {
    const auto rank = [](const engine::Axis& axis) { return std::pair(axis.has_numbers(), axis.values.size()); };
    for (const engine::Axis& axis : request_.axes) {
      if (!is_varied(axis) || (!request_.along.empty() && axis.name != request_.along)) continue;
      if (along_ == nullptr || rank(axis) > rank(*along_)) along_ = &axis;
      if (axis.has_numbers()) crossed_.push_back(&axis);
    }
    if (along_ == nullptr && !request_.along.empty()) throw InputError("{} has only one value", request_.along);
    if (along_ != nullptr && request_.log && contains(*request_.log, "x") && !along_->has_numbers())
      throw InputError("log = x: {} has no numbers", along_->name);
  }

  [[nodiscard]] bool is_logarithmic(const engine::Axis& axis) const {
    return &axis == along_ && request_.log ? contains(*request_.log, "x") : asks_for_logarithms(axis);
  }

  // Reads the request's points in the order of their values. Where instances count as samples, they are numbered in
  // that order. Only single samples tell how often an algorithm wins; the means of chunks suffice for an improvement.
  void read_points(const results::ShownStudy& shown, results::StudyNumbers stored) {
    std::map<std::vector<std::ptrdiff_t>, PairedPoint> points;  // by the places of their values
    Names strata;
    for (const auto& [name, tried] : stored.tried) {
      std::map<std::string, std::string> texts = results::coordinates_in(name, shown.axes);
      for (const Coordinate& added : shown.added_axes) texts.try_emplace(added.axis, added.text);
      PairedPoint point;
      const auto place_on = [&texts](const engine::Axis& axis) {
        const auto value = std::ranges::find(axis.values, texts[axis.name], &engine::AxisValue::text);
        return value == axis.values.end() ? -1 : value - axis.values.begin();
      };
      std::vector<std::ptrdiff_t> places;
      std::string stratum;
      for (const engine::Axis& axis : request_.axes) {
        places.push_back(place_on(axis));
        point.coordinates.push_back(results::coordinate(axis.name, texts[axis.name]));
        if (axis.role == engine::AxisRole::sampled) stratum += texts[axis.name] + " ";
      }
      const std::int64_t instance = request_.instances ? place_on(*request_.instances) : 0;
      if (contains(places, -1) || instance == -1) continue;
      point.stratum = results::index_in_order_of_appearance(strata, stratum);
      PairedPoint& there = points.try_emplace(places, std::move(point)).first->second;
      there.samples += tried;
      for (const std::string& algorithm : request_.algorithms) {
        const Series& from = stored.series[{name, algorithm, "", request_.metric}];
        if (!is_improvement_ && from.lacks_samples())
          throw InputError(
              "{} compares single samples, which are not all stored of {} at {}; repeat `apportion run {} ...` with "
              "--keep-samples and as many --samples",
              request_.name, algorithm, name, request_.study ? run_word_of(*request_.study) : request_.experiment);
        for (const auto list : {&Series::samples, &Series::chunks}) {
          std::vector<results::SeriesNumber>& to = there.series[algorithm].*list;
          for (const results::SeriesNumber& each : from.*list)
            to.push_back({request_.instances ? instance : each.index, each.value, each.samples});
          std::ranges::sort(to, {}, &results::SeriesNumber::index);
        }
      }
    }
    for (auto& [places, point] : points) question_.points.push_back(std::move(point));
  }

  // --- Words

  // The row's value on an axis, where whole numbers have no decimal point, as in SQL; NULL over all points.
  [[nodiscard]] Value value_on(const PairwiseRow& row, const std::string& axis) const {
    if (!row.point) return {};
    const Coordinate& there = *std::ranges::find(question_.points[*row.point].coordinates, axis, &Coordinate::axis);
    if (const std::optional<std::int64_t> whole = parse_whole(there.text)) return *whole;
    return there.number ? Value(*there.number) : there.text;
  }

  // "processors=8 latency=0": the values of the row's point on the varied axes, without this one.
  [[nodiscard]] std::string spelled(const PairwiseRow& row, const engine::Axis* without) const {
    std::string text;
    for (const engine::Axis& axis : request_.axes)
      if (row.point && is_varied(axis) && &axis != without)
        text = results::joined(text, " ", fmt::format("{}={}", axis.name, cell_text(value_on(row, axis.name))));
    return text;
  }

  // "28 of 60", "none of 60": the samples that both have.
  static std::string samples_of(const PairwiseRow& row) {
    return fmt::format("{} of {}", row.samples == 0 ? "none" : std::to_string(row.samples), row.tried);
  }

  [[nodiscard]] std::string seen_word(const PairwiseRow& row) const {
    if (row.seen != Seen::nothing) return row.seen == Seen::better ? "better" : "worse";
    return row.corrected || (question_.is_exact && row.points > 0) ? "none seen" : "";
  }

  // What is missing and why, and whether wins and means disagree.
  [[nodiscard]] std::string remark_on(const PairwiseRow& row) const {
    Names remarks;
    if (row.samples < row.tried) remarks.push_back(samples_of(row) + " samples");
    if (row.incomplete_points > 0) remarks.push_back(counted(row.incomplete_points, "point") + " of one only");
    if (!row.lacking.empty()) remarks.push_back(row.lacking);
    const bool is_certain = row.p_value.value_or(1) <= 1 - results::interval_level;
    const double lead = question_.more_is_better ? row.mean - row.rival_mean : row.rival_mean - row.mean;
    if (is_certain && lead * static_cast<double>(row.wins - row.losses) < 0)
      remarks.emplace_back("wins and means favour different algorithms");
    return fmt::format("{}", fmt::join(remarks, "; "));
  }

  // --- Tables

  static Value mean_of(const PairwiseRow& row, double PairwiseRow::*mean) {
    return row.points > 0 ? Value(row.*mean) : Value();
  }

  // P-values, places on axes and percentages of sentences are not exact to more digits.
  static double rounded(double number) { return problems::with_digits(number, 3); }

  [[nodiscard]] Cells ratio_cells(const PairwiseRow& row) const {
    const auto& [mine, rival] = question_.pairs[row.pair];
    const std::string remark = remark_on(row);
    return {{"ratio_of_means", value_of(row.ratio)},
            {"from", value_of(row.interval, &Interval::low)},
            {"to", value_of(row.interval, &Interval::high)},
            {"difference", seen_word(row)},
            {"samples", row.samples},
            {"wins", row.wins},
            {"ties", row.ties},
            {"losses", row.losses},
            {"p_value", value_of(row.p_value, rounded)},
            {"p_holm", value_of(row.holm, rounded)},
            {"effect", value_of(row.effect)},
            {"remark", remark.empty() ? Value() : remark},
            {"mean", mean_of(row, &PairwiseRow::mean)},
            {"rival_mean", mean_of(row, &PairwiseRow::rival_mean)},
            {"corrected_from", value_of(row.corrected, &Interval::low)},
            {"corrected_to", value_of(row.corrected, &Interval::high)},
            {"tried", row.tried},
            {"pair", fmt::format("{} / {}", mine, rival)},
            {"panel", spelled(row, along_)}};
  }

  [[nodiscard]] Cells percent_cells(const PairwiseRow& row) const {
    const double percent = question_.more_is_better ? 100 : -100;
    Value from = value_of(row.interval, [&](const Interval& ratio) { return percent * (ratio.low - 1); });
    Value to = value_of(row.interval, [&](const Interval& ratio) { return percent * (ratio.high - 1); });
    if (percent < 0) std::swap(from, to);
    return {{"percent", row.rival_mean != 0 ? Value(percent * (row.mean - row.rival_mean) / row.rival_mean) : Value()},
            {"from", from},
            {"to", to},
            {"mean", mean_of(row, &PairwiseRow::mean)},
            {"rival_mean", mean_of(row, &PairwiseRow::rival_mean)},
            {"samples", row.samples},
            {"missing", row.samples == row.tried ? Value() : samples_of(row)}};
  }

  [[nodiscard]] std::string page_of(const PairwiseRow& row) const {
    const std::string& name = question_.pairs[row.pair].first;
    if (request_.pages == algorithm_word) return name;
    const bool is_named =
        question_.pairs.size() > 1 && !contains(Names{request_.rows, request_.columns}, algorithm_word);
    return fmt::format("{}{} {}", is_named ? name + ", " : "", request_.pages,
                       cell_text(value_on(row, request_.pages)));
  }

  // The rows pair by pair: of an improvement at each point, of a comparison also over all of them.
  [[nodiscard]] Exhibit table() const {
    Exhibit exhibit = exhibit_of(request_);
    if (is_improvement_)
      describe_percentages(exhibit);
    else
      describe_ratios(exhibit);
    for (const PairwiseRow& row : rows_) {
      if (is_improvement_ && !row.point) continue;
      const auto& [mine, rival] = question_.pairs[row.pair];
      Cells cells;
      if (!request_.pages.empty()) cells.emplace_back("page", page_of(row));
      cells.insert(cells.end(), {{"algorithm", mine}, {"rival", rival}});
      for (const engine::Axis& axis : request_.axes)
        if (is_improvement_ || is_varied(axis)) cells.emplace_back(axis.name, value_on(row, axis.name));
      const Cells numbers = is_improvement_ ? percent_cells(row) : ratio_cells(row);
      cells.insert(cells.end(), numbers.begin(), numbers.end());
      add_row(cells, *exhibit.rows);
    }
    for (results::Chart& chart : exhibit.charts) {
      chart.values = {exhibit.layout.values.front()};
      chart.error_low = "from";
      chart.error_high = "to";
      chart.error_title = "95 % interval";
    }
    return exhibit;
  }

  // The layout and chart of a comparison.
  void describe_ratios(Exhibit& exhibit) const {
    exhibit.note = fmt::format(
        "Means of {} over the samples that both have; {} is better. from, to: 95 % interval by Fieller's theorem. "
        "difference: what is seen after correction for the number of rows (Holm). wins, ties, losses: samples on which "
        "the algorithm is better, equal, worse. p value: sign test; Holm: corrected. effect: mean difference over its "
        "standard deviation.{}{}",
        request_.metric, question_.more_is_better ? "more" : "less",
        along_ == nullptr ? "" : " Rows without a value of an axis: over all points, samples by their totals.",
        request_.instances ? " samples: instances of the file." : "");
    exhibit.layout.values =
        values_in("ratio_of_means:4 as ratio of means, from:4, to:4, p_value as p value, p_holm as Holm, effect:2");
    exhibit.layout.hidden = {"mean", "rival_mean", "corrected_from", "corrected_to", "tried", "pair", "panel"};
    if (along_ == nullptr) return;
    // One curve has no key.
    const auto& [mine, rival] = question_.pairs.front();
    const std::string only = question_.pairs.size() == 1 ? fmt::format(", {} over {}", mine, rival) : "";
    exhibit.charts = {{.name = "ratios",
                       .x = {along_->name, dimension_title(request_.axes, along_->name), is_logarithmic(*along_)},
                       .y = {.title = fmt::format("ratio of the mean {}{}", request_.metric, only),
                             .logarithmic = request_.log && contains(*request_.log, "y")},
                       .series = "pair",
                       .panel = "panel",
                       .panels_across = 3,
                       .joined = contains(crossed_, along_),
                       .lines = {{1, "equal means"}}}};
  }

  // The layout and chart of an improvement. Pages, rows and columns ascend where the points of the first pair do.
  void describe_percentages(Exhibit& exhibit) const {
    exhibit.note =
        "Over the samples that both have; of how many, where some are missing. --values all shows the ends of 95 % "
        "intervals, the means and the numbers of samples as well.";
    exhibit.layout = {.page = request_.pages.empty() ? "" : "page",
                      .row = request_.rows,
                      .column = request_.columns,
                      .pages_across = 3,
                      .values = values_in("percent:1, from:1, to:1, mean, rival_mean as mean of the rival, samples:0"),
                      .mark = "missing"};
    exhibit.charts = {{.name = "curves",
                       .x = {request_.rows, dimension_title(request_.axes, request_.rows)},
                       .y = {.title = "improvement, %"},
                       .series = request_.columns,
                       .panel = exhibit.layout.page,
                       .label = "missing",
                       .joined = contains(crossed_, engine::axis_named(request_.axes, request_.rows))}};
  }

  // Points that have both algorithms of a pair and differ on one axis only.
  struct Line {
    std::string where;  // the values of the other varied axes
    std::vector<PairwiseRow> rows;
  };

  [[nodiscard]] std::vector<Line> lines_along(const engine::Axis& axis, std::size_t pair) const {
    std::vector<Line> lines;
    for (const PairwiseRow& row : rows_) {
      if (row.pair != pair || !row.point || row.points == 0) continue;
      const std::string where = spelled(row, &axis);
      auto line = std::ranges::find(lines, where, &Line::where);
      if (line == lines.end()) line = lines.insert(line, {where, {}});
      line->rows.push_back(row);
    }
    return lines;
  }

  // Adds a sentence for each crossing of the line, or one on what is seen without a crossing.
  void add_crossings(const Line& line, const engine::Axis& axis, Rows& table) const {
    const auto& [mine, rival] = question_.pairs[line.rows.front().pair];
    const auto add = [&](const std::string& text, const std::string& winner, const std::string& loser,
                         const Value& from = {}, const Value& to = {}, const Value& at = {}) {
      table.rows.push_back(
          {line.where, results::joined(line.where, ": ", text), axis.name, winner, loser, from, to, at});
    };
    std::vector<double> places;
    for (const PairwiseRow& row : line.rows) places.push_back(*results::number_in(value_on(row, axis.name)));
    const std::vector<results::Crossing> crossings = results::crossings_of(line.rows, places, is_logarithmic(axis));
    const auto better = std::ranges::count(line.rows, Seen::better, &PairwiseRow::seen);
    const auto worse = std::ranges::count(line.rows, Seen::worse, &PairwiseRow::seen);
    if (crossings.empty())
      add(fmt::format("{} along {}: {} is better at {}, {} at {} of {} with both",
                      std::max(better, worse) == std::ssize(line.rows) ? "no crossing" : "a crossing is not located",
                      axis.name, mine, better, rival, worse, counted(line.rows.size(), "point")),
          mine, rival);
    for (const results::Crossing& each : crossings) {
      const bool mine_wins = line.rows[each.after].seen == Seen::better;
      const auto [winner, loser] = mine_wins ? std::pair(mine, rival) : std::pair(rival, mine);
      const Value from = value_on(line.rows[each.before], axis.name);
      const Value to = value_on(line.rows[each.after], axis.name);
      std::string text =
          fmt::format("{} overtakes {} between {} {} and {}", winner, loser, axis.name, cell_text(from), cell_text(to));
      if (each.at) text += fmt::format(", on a straight line at {}", rounded(*each.at));
      if (each.is_located())
        add(text, winner, loser, from, to, value_of(each.at));
      else
        add(text + ", not located: no difference seen between them", winner, loser);
    }
  }

  [[nodiscard]] Exhibit crossings() const {
    Exhibit exhibit = exhibit_of(request_, "crossings");
    exhibit.rows->columns = {"where", "crossing", "axis", "algorithm", "rival", "from", "to", "at"};
    for (std::size_t pair = 0; pair < question_.pairs.size(); ++pair)
      for (const engine::Axis* axis : crossed_)
        for (const Line& line : lines_along(*axis, pair)) add_crossings(line, *axis, *exhibit.rows);
    exhibit.note =
        "A difference is seen at the two points, with the correction for all rows of the comparison; nothing is known "
        "of what lies between. The place on the straight line between the two ratios, over the logarithm of a "
        "logarithmic axis, is an estimate.";
    exhibit.layout.hidden = {"where", "axis", "algorithm", "rival", "from", "to", "at"};
    return exhibit;
  }

  // "A's mean cost is 0.27 % less than B's (0.27 to 0.28)", where a difference is seen; otherwise what is not.
  [[nodiscard]] std::string conclusion(const PairwiseRow& row) const {
    const auto& [mine, rival] = question_.pairs[row.pair];
    const std::string& metric = request_.metric;
    const auto percent = [](double ratio) { return rounded(100 * std::abs(ratio - 1)); };
    if (row.points > 0 && row.wins + row.losses == 0)
      return fmt::format("{} and {} have the same {} on each sample", mine, rival, metric);
    if (row.seen == Seen::nothing) {
      std::string text = fmt::format("{} and {}: no difference seen in the mean {}", mine, rival, metric);
      if (!row.corrected) return text;
      return fmt::format("{} (at most {} %)", text,
                         std::max(percent(row.corrected->low), percent(row.corrected->high)));
    }
    const std::string difference = fmt::format("{}'s mean {} is {}{} than {}'s", mine, metric,
                                               row.ratio ? fmt::format("{} % ", percent(*row.ratio)) : "",
                                               row.mean < row.rival_mean ? "less" : "more", rival);
    if (!row.interval) return difference + ", exactly";
    const auto [low, high] = std::minmax({percent(row.interval->low), percent(row.interval->high)});
    return fmt::format("{} ({} to {})", difference, low, high);
  }

  // A sentence for each pair, on its last row: the row over all points, or the only one.
  [[nodiscard]] Exhibit conclusions() const {
    Exhibit exhibit = exhibit_of(request_, "conclusions");
    exhibit.rows->columns = {"conclusion"};
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (i + 1 < rows_.size() && rows_[i + 1].pair == rows_[i].pair) continue;
      std::string sentence = conclusion(rows_[i]);
      if (rows_[i].samples == rows_[i].tried) sentence += fmt::format(", n = {}", rows_[i].samples);
      exhibit.rows->rows.push_back({results::joined(sentence, "; ", remark_on(rows_[i]))});
    }
    return exhibit;
  }

  const CompletedRequest& request_;
  const bool is_improvement_ = request_.kind == TableKind::improvement;
  const engine::Axis* along_ = nullptr;       // the chart's axis; nullptr: no axis is varied
  std::vector<const engine::Axis*> crossed_;  // varied axes of numbers: those along which crossings are looked for
  results::PairwiseQuestion question_;
  std::vector<PairwiseRow> rows_;
};

}  // namespace

std::vector<Exhibit> table_exhibits(const TableRequest& request, std::int64_t seed, const results::Reader& reader) {
  const results::StudyKey key{request.experiment, seed};
  const results::ShownStudy stored = results::shown_study(reader, key).value_or(results::ShownStudy());
  if (stored.algorithms.empty() || (request.study && is_redefined(*request.study, stored)))
    return {exhibit_of(request)};
  const CompletedRequest all = completed(request, key, stored, reader);
  return Comparison(all, stored, results::stored_numbers(reader, key, all.metric)).exhibits();
}

}  // namespace apportion::sweeps
