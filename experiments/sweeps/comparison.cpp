// Improvements over a rival and comparisons with certainty: completing the request, reading the numbers, and the tables
// of percentages, of ratios with their intervals, of crossings, and of sentences.

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
#include "experiments/sweeps/means.hpp"
#include "experiments/sweeps/paper_sources.hpp"
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
using results::MetricRecord;
using results::PairedPoint;
using results::PairwiseRow;
using results::Rows;
using results::Seen;
using results::Value;
using results::value_of;

constexpr std::size_t most_panels = 24;
constexpr std::size_t most_names = 4;

// The axis of a sweep over a file of problems, which has one sample of each problem.
constexpr const char* instance_axis = "instance";

using Names = std::vector<std::string>;

bool is_varied(const engine::Axis& axis) { return axis.values.size() > 1; }
bool has_several_numbers(const engine::Axis& axis) { return is_varied(axis) && axis.has_numbers(); }

// An exhibit of the request's results, without rows.
Exhibit exhibit_of(const TableRequest& request, const std::string& ending, const std::string& title) {
  return {.name = request.name + ending,
          .study = request.experiment,
          .parameters = request.fixed,
          .title = title,
          .rows = Rows()};
}

// A request whose open choices are made, the numbers at its points, and the rows that follow from them.
class Comparison {
 public:
  // Throws as table_exhibits() does. There must be stored results.
  Comparison(TableRequest request, const results::StudyKey& key, results::ShownStudy stored,
             const results::Reader& reader)
      : request_(std::move(request)), key_(key), stored_(std::move(stored)), reader_(reader) {
    metric_ = compared();
    for (const auto& [axis, values] : request_.fixed) require("axis", axis, stored_.axes);
    const Names laid_out{request_.along, request_.rows, request_.columns, request_.pages};
    for (const std::string& name : stored_.axes) {
      engine::Axis axis = selected_axis(name);
      if (name == instance_axis && !contains(laid_out, name))
        instances_ = std::move(axis);
      else
        axes_.push_back(std::move(axis));
    }
    check_algorithms();
    const Names& names = request_.algorithms;
    for (std::size_t mine = 0; mine < names.size(); ++mine)
      for (std::size_t rival = 0; rival < names.size(); ++rival)
        if (request_.rival.empty() ? mine < rival : names[rival] == request_.rival && mine != rival)
          question_.pairs.emplace_back(names[mine], names[rival]);
    choose_axes();
    if (request_.kind == TableKind::improvement) lay_out();
    read_points();
    if (request_.kind == TableKind::comparison) require_samples();
    question_.more_is_better = metric_.better == "more";
    question_.is_exact = request_.study && request_.study->deterministic && !instances_;
    rows_ = compare_pairwise(question_);
  }

  [[nodiscard]] std::vector<Exhibit> exhibits() const {
    if (request_.kind == TableKind::improvement) return {table()};
    if (crossed_.empty()) return {table(), conclusions()};
    return {table(), crossings(), conclusions()};
  }

 private:
  // --- Choices

  // InputError, with the nearest names, for a name that is not among those of this kind.
  void require(const std::string& kind, const std::string& name, const Names& names) const {
    static_cast<void>(one_of(kind + " of " + request_.experiment, name, names));
  }

  [[nodiscard]] bool is_of_a_file() const { return request_.study && is_of_file(*request_.study); }

  // The metric of the request, which must have a direction; without one the cost that the family's paper compares, else
  // the first with a direction.
  [[nodiscard]] MetricRecord compared() const {
    std::string name = request_.metric;
    if (name.empty() && request_.study) name = compared_metric(*request_.study);
    if (!request_.metric.empty()) require("metric", name, collected(stored_.metrics, &MetricRecord::name));
    const auto found = std::ranges::find_if(stored_.metrics, [&name](const MetricRecord& metric) {
      return name.empty() ? !metric.better.empty() : metric.name == name;
    });
    if (found == stored_.metrics.end())
      throw InputError(request_.experiment + " has no metric of which less or more is better");
    if (found->better.empty())
      throw InputError("neither less nor more of {} is better, so there is no improvement", name);
    return *found;
  }

  // An axis with those of its stored values that the request selects: those of --set, which get the database's
  // spelling, else those of the user's file, else all. InputError for a value that is not stored. Where it is unknown
  // whether all values have the same samples, they are treated as if they had, which is valid in either case, but
  // widens the interval of the row over all points.
  [[nodiscard]] engine::Axis selected_axis(const std::string& name) {
    engine::Axis axis{.name = name, .role = engine::AxisRole::applied};
    if (request_.study)
      if (const engine::Axis* declared = engine::axis_named(request_.study->axes, name)) axis = *declared;
    Names stored = results::shown_values(reader_, key_, name);
    Names wanted;
    if (const auto fixed = request_.fixed.find(name); fixed != request_.fixed.end()) {
      wanted = collected(engine::name_values(names_in(fixed->second)), &engine::AxisValue::text);
      for (const std::string& value : wanted)
        if (!contains(stored, value))
          throw InputError("{} has no results at {} = {}; it has {}", request_.experiment, name, value,
                           fmt::join(stored, ", "));
      fixed->second = fmt::format("{}", fmt::join(wanted, ","));
    } else if (is_of_a_file() && !axis.is_bound) {
      wanted = collected(axis.values, &engine::AxisValue::text);
    }
    if (!wanted.empty()) std::erase_if(stored, [&](const std::string& value) { return !contains(wanted, value); });
    axis.values = engine::name_values(stored);
    const bool has_texts = contains(axis.values, std::optional<double>(), &engine::AxisValue::number);
    axis.kind = has_texts ? engine::AxisKind::text : engine::AxisKind::real;
    return axis;
  }

  // Completes the list of algorithms. If the request names none, they are those of the file, or all stored ones in the
  // order of the study.
  void check_algorithms() {
    Names names = request_.algorithms;
    const Names order = request_.study ? canonical_names(*request_.study) : Names();
    if (names.empty()) {
      names = is_of_a_file() ? order : stored_.algorithms;
      std::ranges::stable_sort(names, {}, [&](const std::string& name) { return std::ranges::find(order, name); });
    }
    if (!request_.rival.empty()) names.push_back(request_.rival);
    request_.algorithms.clear();
    for (const std::string& name : names) {
      if (!contains(order, name)) require("algorithm", name, stored_.algorithms);
      if (!contains(request_.algorithms, name)) request_.algorithms.push_back(name);
    }
    if (request_.algorithms.size() < 2)
      throw InputError("{} needs another algorithm to be compared with; {} has {}", request_.algorithms.front(),
                       request_.experiment, fmt::join(stored_.algorithms, ", "));
  }

  void choose_axes() {
    const auto rank = [](const engine::Axis& axis) { return std::pair(has_several_numbers(axis), axis.values.size()); };
    const auto longest = std::ranges::max_element(axes_, {}, rank);
    if (longest != axes_.end() && is_varied(*longest)) along_ = &*longest;
    if (!request_.along.empty()) {
      require("axis", request_.along, stored_.axes);
      along_ = engine::axis_named(axes_, request_.along);
      if (!is_varied(*along_)) throw InputError("{} has only one value, so nothing varies along it", along_->name);
    }
    for (const engine::Axis& axis : axes_)
      if (has_several_numbers(axis) && (request_.along.empty() || &axis == along_)) crossed_.push_back(&axis);
    if (along_ != nullptr && request_.log && contains(*request_.log, "x") && !contains(crossed_, along_))
      throw InputError("log = x: {} has no numbers", along_->name);
  }

  [[nodiscard]] bool is_logarithmic(const engine::Axis& axis) const {
    return &axis == along_ && request_.log ? contains(*request_.log, "x") : asks_for_logarithms(axis);
  }

  // Chooses the layout that an improvement leaves open: several algorithms become columns, or pages where the columns
  // are taken.
  void lay_out() {
    Names chosen{request_.rows, request_.columns, request_.pages};
    const auto open = std::ranges::find(chosen, "");
    if (question_.pairs.size() > 1 && !contains(chosen, algorithm_word) && open != chosen.end()) *open = algorithm_word;
    request_.columns = chosen[1];
    request_.pages = chosen[2];
    Names names = stored_.axes;
    names.emplace_back(algorithm_word);
    for (const std::string& axis : chosen) {
      if (axis.empty()) continue;
      require("axis", axis, names);
      if (std::ranges::count(chosen, axis) > 1)
        throw InputError("{} is laid out twice; rows, columns and pages take different axes", axis);
    }
    for (const engine::Axis& axis : axes_)
      if (is_varied(axis) && !contains(chosen, axis.name))
        throw InputError(
            "{0} has the values {1} of {2}: fix one by --set {2}=VALUE, or lay it out as rows, columns or pages",
            request_.experiment, fmt::join(collected(axis.values, &engine::AxisValue::text), ", "), axis.name);
  }

  // --- Numbers

  // Reads the request's points in the order of their values. Where instances count as samples, they are numbered in
  // that order.
  void read_points() {
    results::StudyNumbers stored = results::stored_numbers(reader_, key_, metric_.name);
    std::map<std::vector<std::ptrdiff_t>, PairedPoint> points;  // by the places of their values
    Names strata;
    for (const auto& [name, tried] : stored.tried) {
      std::map<std::string, std::string> texts = results::coordinates_in(name, stored_.axes);
      for (const Coordinate& added : stored_.added_axes) texts.try_emplace(added.axis, added.text);
      PairedPoint point;
      const auto place_on = [&texts](const engine::Axis& axis) {
        const auto value = std::ranges::find(axis.values, texts[axis.name], &engine::AxisValue::text);
        return value == axis.values.end() ? -1 : value - axis.values.begin();
      };
      std::vector<std::ptrdiff_t> places;
      std::string stratum;
      for (const engine::Axis& axis : axes_) {
        places.push_back(place_on(axis));
        point.coordinates.push_back(results::coordinate(axis.name, texts[axis.name]));
        if (axis.role == engine::AxisRole::sampled) stratum += texts[axis.name] + " ";
      }
      const std::optional<std::int64_t> instance = instances_ ? std::optional(place_on(*instances_)) : std::nullopt;
      if (contains(places, -1) || instance == -1) continue;
      point.stratum = results::index_in_order_of_appearance(strata, stratum);
      PairedPoint& there = points.try_emplace(places, std::move(point)).first->second;
      there.samples += tried;
      for (const std::string& algorithm : request_.algorithms)
        append(stored.series[{name, algorithm, "", metric_.name}], instance, there.series[algorithm]);
    }
    for (auto& [places, point] : points) question_.points.push_back(std::move(point));
  }

  // Appends the numbers. Where instances count as samples, `instance` is the sample.
  static void append(const results::Series& from, std::optional<std::int64_t> instance, results::Series& to) {
    for (const auto list : {&results::Series::samples, &results::Series::chunks}) {
      for (const results::SeriesNumber& each : from.*list)
        (to.*list).push_back({instance.value_or(each.index), each.value, each.samples});
      std::ranges::sort(to.*list, {}, &results::SeriesNumber::index);
    }
  }

  // Only single samples tell how often an algorithm wins; the means of chunks suffice for an improvement.
  void require_samples() const {
    for (const PairedPoint& point : question_.points)
      for (const auto& [algorithm, series] : point.series) {
        if (!series.lacks_samples()) continue;
        const std::string where = spelled(point);
        const std::string word = request_.study ? run_word_of(*request_.study) : "";
        throw InputError(
            "{} compares single samples, which are not all stored of {}{}; repeat {} with --keep-samples and as many "
            "--samples",
            request_.name, algorithm, where.empty() ? "" : " at " + where,
            word.empty() ? "its run" : "`apportion run " + word + " ...`");
      }
  }

  // --- Words

  // The row's value on an axis, where whole numbers have no decimal point, as in SQL; NULL over all points.
  [[nodiscard]] Value value_on(const PairwiseRow& row, const std::string& axis) const {
    if (!row.point) return {};
    const Coordinate& there = *std::ranges::find(question_.points[*row.point].coordinates, axis, &Coordinate::axis);
    if (const std::optional<std::int64_t> whole = parse_whole(there.text)) return *whole;
    return there.number ? Value(*there.number) : there.text;
  }

  // "processors=8 latency=0": the values of the point on the varied axes, without this one.
  [[nodiscard]] std::string spelled(const PairedPoint& point, const engine::Axis* without = nullptr,
                                    const std::string& between = " ", const std::string& equals = "=") const {
    std::string text;
    for (std::size_t i = 0; i < axes_.size(); ++i)
      if (is_varied(axes_[i]) && &axes_[i] != without)
        text = results::joined(text, between, fmt::format("{}{}{}", axes_[i].name, equals, point.coordinates[i].text));
    return text;
  }

  // "XY2, TILE against XY: WHAT the mean total, sweeps/mine, latency 0"
  [[nodiscard]] std::string title(const std::string& what) const {
    Names names = request_.algorithms;
    std::erase(names, request_.rival);
    const std::string algorithms = names.size() > most_names ? fmt::format("{} algorithms", names.size())
                                                             : fmt::format("{}", fmt::join(names, ", "));
    const std::string& rival = request_.rival;
    std::string text =
        request_.kind == TableKind::improvement
            ? fmt::format("Improvement of {} over {} in percent of", algorithms, rival)
            : fmt::format("{} {}: {}", algorithms, rival.empty() ? "pairwise" : "against " + rival, what);
    text += fmt::format(" the mean {}, {}", metric_.name, request_.experiment);
    for (const auto& [axis, values] : request_.fixed) text += fmt::format(", {} {}", axis, values);
    return text;
  }

  // "60"; "28 of 60" or "none of 60" if some are missing.
  static std::string samples_of(const PairwiseRow& row) {
    if (row.samples == row.tried) return std::to_string(row.samples);
    return fmt::format("{} of {}", row.samples == 0 ? "none" : std::to_string(row.samples), row.tried);
  }

  // "2 points of one only"; "" where every point has both.
  static std::string incomplete_points(const PairwiseRow& row) {
    return row.incomplete_points == 0 ? "" : counted(row.incomplete_points, "point") + " of one only";
  }

  [[nodiscard]] std::string seen_word(const PairwiseRow& row) const {
    if (row.seen != Seen::nothing) return row.seen == Seen::better ? "better" : "worse";
    return row.corrected || (question_.is_exact && row.points > 0) ? "none seen" : "";
  }

  [[nodiscard]] Value remark_on(const PairwiseRow& row) const {
    std::string remarks =
        results::joined(row.samples == row.tried ? "" : samples_of(row) + " samples", "; ", incomplete_points(row));
    remarks = results::joined(remarks, "; ", row.points > 0 ? row.lacking : "");
    const bool has_better_mean = row.ratio && (question_.more_is_better ? *row.ratio > 1 : *row.ratio < 1);
    const bool is_certain = row.p_value.value_or(1) <= 1 - results::interval_level;
    if (row.ratio && is_certain && has_better_mean != (row.wins > row.losses))
      remarks = results::joined(remarks, "; ",
                                has_better_mean ? "better in the mean, though it loses more often"
                                                : "worse in the mean, though it wins more often");
    return remarks.empty() ? Value() : remarks;
  }

  // --- Tables

  static Value mean_of(const PairwiseRow& row, double PairwiseRow::*mean) {
    return row.points > 0 ? Value(row.*mean) : Value();
  }

  // P-values and places on axes are not exact to more digits.
  static double rounded(double number) { return problems::with_digits(number, 3); }

  [[nodiscard]] Cells ratio_cells(const PairwiseRow& row) const {
    const auto& [mine, rival] = question_.pairs[row.pair];
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
            {"remark", remark_on(row)},
            {"mean", mean_of(row, &PairwiseRow::mean)},
            {"rival_mean", mean_of(row, &PairwiseRow::rival_mean)},
            {"corrected_from", value_of(row.corrected, &Interval::low)},
            {"corrected_to", value_of(row.corrected, &Interval::high)},
            {"tried", row.tried},
            {"pair", fmt::format("{} / {}", mine, rival)},
            {"panel", row.point ? spelled(question_.points[*row.point], along_, ", ", " ") : ""}};
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
            {"missing", row.samples == row.tried ? Value() : Value(samples_of(row))}};
  }

  [[nodiscard]] std::string page_of(const PairwiseRow& row) const {
    const std::string& name = question_.pairs[row.pair].first;
    if (request_.pages == algorithm_word) return name;
    const bool is_named =
        question_.pairs.size() > 1 && request_.rows != algorithm_word && request_.columns != algorithm_word;
    return fmt::format("{}{} {}", is_named ? name + ", " : "", request_.pages,
                       cell_text(value_on(row, request_.pages)));
  }

  // The rows pair by pair: of an improvement at each point, of a comparison also over all of them.
  [[nodiscard]] Exhibit table() const {
    const bool is_improvement = request_.kind == TableKind::improvement;
    Exhibit exhibit = exhibit_of(request_, "", request_.title.empty() ? title("ratio of") : request_.title);
    if (is_improvement)
      describe_percentages(exhibit);
    else
      describe_ratios(exhibit);
    for (const PairwiseRow& row : rows_) {
      if (is_improvement && !row.point) continue;
      const auto& [mine, rival] = question_.pairs[row.pair];
      Cells cells;
      if (!request_.pages.empty()) cells.emplace_back("page", page_of(row));
      cells.insert(cells.end(), {{"algorithm", mine}, {"rival", rival}});
      for (const engine::Axis& axis : axes_)
        if (is_improvement || is_varied(axis)) cells.emplace_back(axis.name, value_on(row, axis.name));
      const Cells numbers = is_improvement ? percent_cells(row) : ratio_cells(row);
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
        metric_.name, metric_.better,
        along_ == nullptr ? "" : " Rows without a value of an axis: over all points, samples by their totals.",
        instances_ ? " samples: instances of the file." : "");
    exhibit.layout.values =
        values_in("ratio_of_means:4 as ratio of means, from:4, to:4, p_value as p value, p_holm as Holm, effect:2");
    exhibit.layout.hidden = {"mean", "rival_mean", "corrected_from", "corrected_to", "tried", "pair", "panel"};
    std::size_t panels = 1;
    for (const engine::Axis& axis : axes_) panels *= &axis == along_ ? 1 : axis.values.size();
    if (along_ == nullptr || panels > most_panels) return;
    // One curve has no key.
    const std::string only = question_.pairs.size() == 1
                                 ? fmt::format(", {} over {}", question_.pairs[0].first, question_.pairs[0].second)
                                 : "";
    exhibit.charts = {{.name = "ratios",
                       .x = {along_->name, dimension_title(axes_, along_->name), is_logarithmic(*along_)},
                       .y = {.title = fmt::format("ratio of the mean {}{}", metric_.name, only),
                             .logarithmic = request_.log && contains(*request_.log, "y")},
                       .series = "pair",
                       .panel = panels > 1 ? "panel" : "",
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
                       .x = {request_.rows, dimension_title(axes_, request_.rows)},
                       .y = {.title = "improvement, %"},
                       .series = request_.columns,
                       .panel = exhibit.layout.page,
                       .label = "missing",
                       .joined = contains(crossed_, engine::axis_named(axes_, request_.rows))}};
  }

  // --- Crossings

  // What is seen without a crossing along a line: at points that differ on one axis only and have both algorithms.
  [[nodiscard]] std::string no_crossing(const std::vector<PairwiseRow>& line, std::ptrdiff_t points) const {
    if (line.size() < 2) return "fewer than two points have both";
    const auto sign = [](const PairwiseRow& row) {
      if (!results::differ(row.mean, row.rival_mean)) return 0;
      return row.mean < row.rival_mean ? -1 : 1;
    };
    const std::string changes =
        contains(line, -1, sign) && contains(line, 1, sign) ? "; a crossing is not located" : "";
    const auto seen = std::ssize(line) - std::ranges::count(line, Seen::nothing, &PairwiseRow::seen);
    if (seen == 0) return "no difference seen" + changes;
    const auto& [mine, rival] = question_.pairs[line.front().pair];
    return (contains(line, Seen::better, &PairwiseRow::seen) ? mine : rival) + " is better " +
           (seen == points ? "throughout" : fmt::format("at {} of {} points{}", seen, points, changes));
  }

  // Adds the sentences on a pair, with their numbers, for each line: points that differ on this axis only.
  void add_crossings(std::size_t pair, const engine::Axis& axis, Rows& table) const {
    Names wheres;                     // of each line: the values of the other varied axes
    std::vector<std::size_t> places;  // of each point: its line
    for (const PairedPoint& point : question_.points)
      places.push_back(results::index_in_order_of_appearance(wheres, spelled(point, &axis)));
    std::vector<std::vector<PairwiseRow>> lines(wheres.size());  // without points that lack one of the pair
    for (const PairwiseRow& row : rows_)
      if (row.pair == pair && row.point && row.points > 0) lines[places[*row.point]].push_back(row);
    const auto& [mine, rival] = question_.pairs[pair];
    for (std::size_t place = 0; place < lines.size(); ++place) {
      const std::vector<PairwiseRow>& line = lines[place];
      std::vector<double> along;
      for (const PairwiseRow& row : line) along.push_back(*results::number_in(value_on(row, axis.name)));
      const std::vector<results::Crossing> crossings = results::crossings_of(line, along, is_logarithmic(axis));
      if (crossings.empty()) {
        const std::string seen = no_crossing(line, std::ranges::count(places, place));
        const std::string text = fmt::format("{} and {} along {}: {}", mine, rival, axis.name, seen);
        table.rows.push_back({wheres[place], text, axis.name, mine, rival, {}, {}, {}});
      }
      for (const results::Crossing& each : crossings) {
        const bool mine_wins = line[each.after].seen == Seen::better;
        const auto [winner, loser] = mine_wins ? std::pair(mine, rival) : std::pair(rival, mine);
        const Value from = value_on(line[each.before], axis.name);
        const Value to = value_on(line[each.after], axis.name);
        std::string text = fmt::format("{} overtakes {} ", winner, loser);
        text += each.is_located ? fmt::format("between {} {} and {}", axis.name, cell_text(from), cell_text(to))
                                : fmt::format("along {}, not located: worse at {}, better at {}, none seen between",
                                              axis.name, cell_text(from), cell_text(to));
        if (each.at)
          text += fmt::format(", on a straight line{} at {}", is_logarithmic(axis) ? " over its logarithm" : "",
                              rounded(*each.at));
        table.rows.push_back({wheres[place], text, axis.name, winner, loser, each.is_located ? from : Value(),
                              each.is_located ? to : Value(), value_of(each.at)});
      }
    }
  }

  [[nodiscard]] Exhibit crossings() const {
    Exhibit exhibit = exhibit_of(request_, "-crossings", title("where one overtakes the other in"));
    exhibit.rows->columns = {"where", "crossing", "axis", "algorithm", "rival", "from", "to", "at"};
    for (std::size_t pair = 0; pair < question_.pairs.size(); ++pair)
      for (const engine::Axis* axis : crossed_) add_crossings(pair, *axis, *exhibit.rows);
    exhibit.note =
        "A difference is seen at the two points, with the correction for all rows of the comparison; nothing is known "
        "of what lies between. The place on the straight line between the two ratios is an estimate.";
    exhibit.layout.hidden = {"axis", "algorithm", "rival", "from", "to", "at"};
    if (std::ranges::count_if(axes_, is_varied) == 1) exhibit.layout.hidden.emplace_back("where");
    return exhibit;
  }

  // --- Conclusions

  // The decimals of a percentage: enough for two digits of the number and one of the interval's width.
  static int decimals_for(double percent, double width) {
    const auto place = [](double number) { return number > 0 ? static_cast<int>(std::floor(std::log10(number))) : 1; };
    constexpr int most = 6;
    return std::clamp(std::max(1 - place(percent), -place(width)), 0, most);
  }

  // "A costs 0.27 % less than B (0.27 to 0.28)", where a difference is seen; otherwise what is not.
  [[nodiscard]] std::string conclusion(const PairwiseRow& row) const {
    const auto& [mine, rival] = question_.pairs[row.pair];
    const std::string& metric = metric_.name;
    const bool is_cost = metric == "total" || metric == "cost";
    const std::string verb = mine + (is_cost ? " costs " : " has ");
    const std::string noun = is_cost ? "" : " " + metric;
    const std::string both = fmt::format("{} and {}: ", mine, rival);
    if (row.points == 0) return both + "no sample has both";
    if (row.wins + row.losses == 0) return fmt::format("{}as much{} as {} on each sample", verb, noun, rival);
    if (!row.ratio) return fmt::format("{}the mean {} has no ratio", both, metric);
    if (row.seen == Seen::nothing) {
      if (!row.corrected) return fmt::format("{}too few samples to see a difference in the mean {}", both, metric);
      const double most = 100 * std::max(1 - row.corrected->low, row.corrected->high - 1);
      return fmt::format("{}no difference seen in the mean {} (at most {:.{}f} %)", both, metric, most,
                         std::max(0, decimals_for(most, 0) - 1));
    }
    const double change = 100 * std::abs(*row.ratio - 1);
    const Interval interval = row.interval.value_or(Interval());
    const int decimals = decimals_for(change, 100 * (interval.high - interval.low));
    const std::string difference =
        fmt::format("{}{:.{}f} % {}{} than {}", verb, change, decimals, *row.ratio < 1 ? "less" : "more", noun, rival);
    if (!row.interval) return difference + ", exactly";
    const auto [low, high] = std::minmax({100 * std::abs(interval.low - 1), 100 * std::abs(interval.high - 1)});
    return fmt::format("{} ({:.{}f} to {:.{}f})", difference, low, decimals, high, decimals);
  }

  // A sentence for each pair, on its last row: the row over all points, or the only one.
  [[nodiscard]] Exhibit conclusions() const {
    Exhibit exhibit = exhibit_of(request_, "-conclusions", title("conclusions on"));
    exhibit.rows->columns = {"conclusion"};
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (i + 1 < rows_.size() && rows_[i + 1].pair == rows_[i].pair) continue;
      const std::string sentence = fmt::format("{}, n = {}", conclusion(rows_[i]), samples_of(rows_[i]));
      exhibit.rows->rows.push_back({results::joined(sentence, ", ", incomplete_points(rows_[i]))});
    }
    return exhibit;
  }

  TableRequest request_;
  const results::StudyKey& key_;
  results::ShownStudy stored_;
  const results::Reader& reader_;
  MetricRecord metric_;
  std::vector<engine::Axis> axes_;            // the stored ones, with the values that the request selects
  std::optional<engine::Axis> instances_;     // not among `axes_`, if instances of a file are the samples of a point
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
    return {exhibit_of(request, "", request.title)};
  return Comparison(request, key, stored, reader).exhibits();
}

}  // namespace apportion::sweeps
