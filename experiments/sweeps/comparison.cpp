// Improvements over a rival and comparisons with certainty: completing the request, reading the numbers, and the tables
// of percentages, of ratios with their intervals, of crossings, and of sentences.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/engine/axis.hpp"
#include "experiments/sweeps/ini.hpp"
#include "experiments/sweeps/means.hpp"
#include "experiments/sweeps/paper_sources.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "experiments/sweeps/table_request.hpp"
#include "results/comparing/paired_samples.hpp"
#include "results/database/stored_studies.hpp"

namespace apportion::sweeps {
namespace {

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

// A point with a value for every axis, but that of instances where they count as samples.
using ComparedPoint = std::vector<Coordinate>;
using Names = std::vector<std::string>;

// "processors=8 latency=0" for these axes.
std::string spelled(const ComparedPoint& point, const Names& axes, const std::string& between = " ",
                    const std::string& equals = "=") {
  std::string text;
  for (const Coordinate& each : point)
    if (contains(axes, each.axis))
      text = results::joined(text, between, fmt::format("{}{}{}", each.axis, equals, each.text));
  return text;
}

const Coordinate& coordinate_on(const ComparedPoint& point, const std::string& axis) {
  return *std::ranges::find(point, axis, &Coordinate::axis);
}

Names without(Names names, const std::string& name) {
  std::erase(names, name);
  return names;
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
    for (const std::string& axis : stored_.axes) axes_.push_back(selected_axis(axis));
    check_algorithms();
    const Names& names = request_.algorithms;
    for (std::size_t mine = 0; mine < names.size(); ++mine)
      for (std::size_t rival = 0; rival < names.size(); ++rival)
        if (request_.rival.empty() ? mine < rival : names[rival] == request_.rival && mine != rival)
          question_.pairs.emplace_back(mine, rival);
    choose_axes();
    if (request_.kind == TableKind::improvement) lay_out();
    read_points();
    if (request_.kind == TableKind::comparison) require_samples();
    question_.more_is_better = metric_.better == "more";
    question_.is_exact = request_.study && request_.study->deterministic && !by_instances_;
    rows_ = compare_pairwise(question_);
  }

  [[nodiscard]] std::vector<Exhibit> exhibits() const {
    std::vector<Exhibit> all{request_.kind == TableKind::improvement ? percentages() : ratios()};
    if (request_.kind == TableKind::comparison && !numeric_.empty()) all.push_back(crossings());
    if (request_.kind == TableKind::comparison) all.push_back(conclusions());
    for (Exhibit& exhibit : all) {
      exhibit.study = request_.experiment;
      exhibit.parameters = request_.fixed;
    }
    return all;
  }

 private:
  // --- Choices

  // InputError, with the nearest names, for a name that is not among those of this kind.
  void require(const std::string& kind, const std::string& name, const Names& names) const {
    static_cast<void>(one_of(kind + " of " + request_.experiment, name, names));
  }

  [[nodiscard]] const engine::Axis& axis_on(const std::string& name) const { return *engine::axis_named(axes_, name); }

  [[nodiscard]] bool is_of_a_file() const { return request_.study && is_of_file(*request_.study); }

  // The metric of the request, which must have a direction; without one the cost that the family's paper compares, else
  // the first with a direction.
  [[nodiscard]] MetricRecord compared() const {
    std::string name = request_.metric;
    if (name.empty() && request_.study) name = compared_metric(*request_.study);
    if (!request_.metric.empty()) require("metric", name, collected(stored_.metrics, &MetricRecord::name));
    for (const MetricRecord& metric : stored_.metrics)
      if (metric.name == name || (name.empty() && !metric.better.empty())) {
        if (!metric.better.empty()) return metric;
        throw InputError("neither less nor more of {} is better, so there is no improvement", name);
      }
    throw InputError(request_.experiment + " has no metric of which less or more is better");
  }

  // An axis with those of its stored values that the request selects: those of --set, which get the database's
  // spelling, else those of the user's file, else all. InputError for a value that is not stored. Where it is unknown
  // whether all values have the same samples, they are treated as if they had, which is valid in either case, but
  // widens the interval of the row over all points.
  [[nodiscard]] engine::Axis selected_axis(const std::string& name) {
    engine::Axis axis{.name = name, .role = engine::AxisRole::applied};
    if (request_.study)
      if (const engine::Axis* declared = engine::axis_named(request_.study->axes, name)) axis = *declared;
    std::vector<engine::AxisValue> wanted = std::exchange(axis.values, {});
    const Names stored = results::shown_values(reader_, key_, name);
    if (const auto fixed = request_.fixed.find(name); fixed != request_.fixed.end()) {
      wanted.clear();
      for (const std::string& value : names_in(fixed->second)) {
        wanted.push_back(engine::AxisValue::parse(value));
        if (!contains(stored, wanted.back().text))
          throw InputError("{} has no results at {} = {}; it has {}", request_.experiment, name, wanted.back().text,
                           fmt::join(stored, ", "));
      }
      fixed->second = fmt::format("{}", fmt::join(collected(wanted, &engine::AxisValue::text), ","));
    } else if (!is_of_a_file() || axis.is_bound) {
      wanted.clear();
    }
    for (const std::string& value : stored)
      if (wanted.empty() || contains(wanted, value, &engine::AxisValue::text))
        axis.values.push_back(engine::AxisValue::parse(value));
    const bool has_numbers =
        std::ranges::all_of(axis.values, [](const engine::AxisValue& value) { return value.number.has_value(); });
    axis.kind = has_numbers ? engine::AxisKind::real : engine::AxisKind::text;
    return axis;
  }

  // Completes the list of algorithms. If the request names none, they are those of the file, or all stored ones in the
  // order of the study.
  void check_algorithms() {
    Names names = request_.algorithms;
    const Names order = request_.study ? canonical_names(*request_.study) : Names();
    if (names.empty()) {
      names = is_of_a_file() ? order : stored_.algorithms;
      std::ranges::stable_sort(
          names, {}, [&order](const std::string& name) { return std::ranges::find(order, name) - order.begin(); });
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
    by_instances_ =
        contains(stored_.axes, instance_axis) &&
        !contains(std::vector{request_.along, request_.rows, request_.columns, request_.pages}, instance_axis);
    std::pair<bool, std::size_t> most;
    for (const engine::Axis& axis : axes_) {
      if (axis.values.size() < 2 || (by_instances_ && axis.name == instance_axis)) continue;
      varied_.push_back(axis.name);
      if (axis.has_numbers()) numeric_.push_back(axis.name);
      if (asks_for_logarithms(axis)) logarithmic_.push_back(axis.name);
      const std::pair rank(axis.has_numbers(), axis.values.size());
      if (rank > most) along_ = axis.name;
      most = std::max(most, rank);
    }
    if (!request_.along.empty()) {
      along_ = request_.along;
      require("axis", along_, stored_.axes);
      if (!contains(varied_, along_)) throw InputError("{} has only one value, so nothing varies along it", along_);
      std::erase_if(numeric_, [this](const std::string& axis) { return axis != along_; });
    }
    if (along_.empty() || !request_.log) return;
    std::erase(logarithmic_, along_);
    if (!contains(*request_.log, "x")) return;
    if (!contains(numeric_, along_)) throw InputError("log = x: {} has no numbers", along_);
    logarithmic_.push_back(along_);
  }

  // Chooses the layout that an improvement leaves open: several algorithms become columns, or pages where the columns
  // are taken.
  void lay_out() {
    const auto laid_out = [this] { return std::vector{request_.rows, request_.columns, request_.pages}; };
    if (question_.pairs.size() > 1 && !contains(laid_out(), algorithm_word)) {
      std::string& open = request_.columns.empty() ? request_.columns : request_.pages;
      if (open.empty()) open = algorithm_word;
    }
    Names names = stored_.axes;
    names.emplace_back(algorithm_word);
    const Names chosen = laid_out();
    for (const std::string& axis : chosen) {
      if (axis.empty()) continue;
      require("axis", axis, names);
      if (std::ranges::count(chosen, axis) > 1)
        throw InputError("{} is laid out twice; rows, columns and pages take different axes", axis);
    }
    for (const std::string& axis : varied_)
      if (!contains(chosen, axis))
        throw InputError(
            "{} has the values {} of {}: fix one by --set {}=VALUE, or lay it out as rows, columns or pages",
            request_.experiment, fmt::join(collected(axis_on(axis).values, &engine::AxisValue::text), ", "), axis,
            axis);
  }

  // --- Numbers

  // Reads the request's points in the order of their values. Where instances count as samples, they are numbered in
  // that order.
  void read_points() {
    const results::StudyNumbers stored = results::stored_numbers(reader_, key_, metric_.name);
    std::map<std::vector<std::ptrdiff_t>, PairedPoint> points;  // by the places of their values
    Names strata;
    for (const auto& [name, tried] : stored.tried) {
      std::map<std::string, std::string> texts = results::coordinates_in(name, stored_.axes);
      for (const Coordinate& added : stored_.added_axes) texts.try_emplace(added.axis, added.text);
      PairedPoint point{.series = std::vector<results::Series>(request_.algorithms.size())};
      std::vector<std::ptrdiff_t> places;
      std::optional<std::int64_t> instance;
      std::string stratum;
      const bool is_selected = std::ranges::all_of(axes_, [&](const engine::Axis& axis) {
        const auto value = std::ranges::find(axis.values, texts[axis.name], &engine::AxisValue::text);
        if (value == axis.values.end()) return false;
        if (by_instances_ && axis.name == instance_axis) {
          instance = value - axis.values.begin();
          return true;
        }
        places.push_back(value - axis.values.begin());
        point.coordinates.push_back({axis.name, value->text, value->number});
        if (axis.role == engine::AxisRole::sampled) stratum += value->text + " ";
        return true;
      });
      if (!is_selected) continue;
      point.stratum = results::index_in_order_of_appearance(strata, stratum);
      PairedPoint& there = points.try_emplace(places, std::move(point)).first->second;
      there.samples += tried;
      for (std::size_t i = 0; i < request_.algorithms.size(); ++i)
        if (const auto found = stored.series.find({name, request_.algorithms[i], "", metric_.name});
            found != stored.series.end())
          append(found->second, instance, there.series[i]);
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
    for (const PairedPoint& point : question_.points) {
      const auto lacking = std::ranges::find_if(point.series, &results::Series::lacks_samples);
      if (lacking == point.series.end()) continue;
      const std::string where = spelled(point.coordinates, varied_);
      const std::string word = request_.study ? run_word_of(*request_.study) : "";
      throw InputError(
          "{} compares single samples, which are not all stored of {}{}; repeat {} with --keep-samples and as many "
          "--samples",
          request_.name, request_.algorithms[static_cast<std::size_t>(lacking - point.series.begin())],
          where.empty() ? "" : " at " + where, word.empty() ? "its run" : "`apportion run " + word + " ...`");
    }
  }

  // --- Words

  [[nodiscard]] std::pair<std::string, std::string> names(std::size_t pair) const {
    const auto& [mine, rival] = question_.pairs[pair];
    return {request_.algorithms[mine], request_.algorithms[rival]};
  }

  [[nodiscard]] const ComparedPoint& point_of(const PairwiseRow& row) const {
    return question_.points[*row.point].coordinates;
  }

  // "XY2, TILE"
  [[nodiscard]] std::string compared_algorithms() const {
    const Names names = without(request_.algorithms, request_.rival);
    return names.size() > most_names ? fmt::format("{} algorithms", names.size())
                                     : fmt::format("{}", fmt::join(names, ", "));
  }

  // "the mean total, sweeps/mine, latency 0"
  [[nodiscard]] std::string setting() const {
    std::string text = fmt::format("the mean {}, {}", metric_.name, request_.experiment);
    for (const auto& [axis, values] : request_.fixed) text += fmt::format(", {} {}", axis, values);
    return text;
  }

  // "XY2, TILE against XY: WHAT the mean total, sweeps/mine"
  [[nodiscard]] std::string title(const std::string& what) const {
    return fmt::format("{} {}: {} {}", compared_algorithms(),
                       request_.rival.empty() ? "pairwise" : "against " + request_.rival, what, setting());
  }

  // "28 of 60", "none of 60"; "" if none is missing.
  static std::string missing_samples(const PairwiseRow& row) {
    if (row.samples == row.tried) return "";
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
    const std::string missing = missing_samples(row);
    std::string remarks = results::joined(missing.empty() ? "" : missing + " samples", "; ", incomplete_points(row));
    const auto add = [&remarks](const std::string& remark) { remarks = results::joined(remarks, "; ", remark); };
    if (row.points > 0 && !row.ratio)
      add(row.mean < 0 || row.rival_mean < 0 ? "no ratio: a mean is negative" : "no ratio: the rival's mean is 0");
    else if (row.points > 0 && !row.interval && !question_.is_exact)
      add("no interval: " + row.no_interval);
    const bool has_better_mean = row.ratio && (question_.more_is_better ? *row.ratio > 1 : *row.ratio < 1);
    const bool is_certain = row.p_value.value_or(1) <= 1 - results::interval_level;
    if (row.ratio && is_certain && has_better_mean != (row.wins > row.losses))
      add(has_better_mean ? "better in the mean, though it loses more often"
                          : "worse in the mean, though it wins more often");
    return remarks.empty() ? Value() : remarks;
  }

  // --- Tables

  // The algorithm, its rival, and the point's values on these axes, then these further cells, whose names no axis has.
  [[nodiscard]] Cells cells_of(const PairwiseRow& row, const Names& axes, const Cells& further) const {
    const auto [mine, rival] = names(row.pair);
    Cells cells{{"algorithm", mine}, {"rival", rival}};
    for (const std::string& axis : axes)
      cells.emplace_back(axis, row.point ? on_axis(coordinate_on(point_of(row), axis)) : Value());
    cells.insert(cells.end(), further.begin(), further.end());
    return cells;
  }

  static Value on_axis(const Coordinate& coordinate) {
    if (!coordinate.number) return coordinate.text;
    // Whole numbers have no decimal point, as in SQL.
    constexpr double most_whole = 1e15;
    const double number = *coordinate.number;
    if (number == std::floor(number) && std::abs(number) < most_whole) return static_cast<std::int64_t>(number);
    return number;
  }

  // One of the two means.
  static Value mean_of(const PairwiseRow& row, double PairwiseRow::*mean) {
    return row.points > 0 ? Value(row.*mean) : Value();
  }

  // Rounds to significant digits: p-values and places on axes are not exact to more.
  static double rounded(double number) {
    // Denormal numbers have fewer digits, and std::stod refuses them.
    if (std::abs(number) < std::numeric_limits<double>::min() || !std::isfinite(number)) return number;
    return std::stod(fmt::format("{:.2e}", number));
  }

  // Algorithms pair by pair at each point, then over all of them.
  [[nodiscard]] Exhibit ratios() const {
    Exhibit exhibit{.name = request_.name, .title = request_.title, .rows = Rows()};
    if (exhibit.title.empty()) exhibit.title = title("ratio of");
    const Names panels = without(varied_, along_);
    for (const PairwiseRow& row : rows_) {
      const auto [mine, rival] = names(row.pair);
      add_row(cells_of(row, varied_,
                       {{"ratio_of_means", value_of(row.ratio)},
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
                        {"panel", row.point ? spelled(point_of(row), panels, ", ", " ") : ""}}),
              *exhibit.rows);
    }
    exhibit.note = fmt::format(
        "Means of {} over the samples that both have; {} is better. from, to: 95 % interval by Fieller's theorem. "
        "difference: what is seen after correction for the number of rows (Holm). wins, ties, losses: samples on which "
        "the algorithm is better, equal, worse. p value: sign test; Holm: corrected. effect: mean difference over its "
        "standard deviation.{}{}",
        metric_.name, metric_.better,
        varied_.empty() ? "" : " Rows without a value of an axis: over all points, samples by their totals.",
        by_instances_ ? " samples: instances of the file." : "");
    exhibit.layout.values = {{"ratio_of_means", "ratio of means", 4},
                             {"from", "from", 4},
                             {"to", "to", 4},
                             {"p_value", "p value", -1},
                             {"p_holm", "Holm", -1},
                             {"effect", "effect", 2}};
    exhibit.layout.hidden = {"mean", "rival_mean", "corrected_from", "corrected_to", "tried", "pair", "panel"};
    std::size_t count = 1;
    for (const std::string& axis : panels) count *= axis_on(axis).values.size();
    if (along_.empty() || count > most_panels) return exhibit;
    const auto [mine, rival] = names(0);
    // One curve has no key.
    const std::string only = question_.pairs.size() == 1 ? fmt::format(", {} over {}", mine, rival) : "";
    exhibit.charts = {{.name = "ratios",
                       .x = {along_, dimension_title(axes_, along_), contains(logarithmic_, along_)},
                       .y = {.title = fmt::format("ratio of the mean {}{}", metric_.name, only),
                             .logarithmic = request_.log && contains(*request_.log, "y")},
                       .values = {exhibit.layout.values.front()},
                       .error_low = "from",
                       .error_high = "to",
                       .error_title = "95 % interval",
                       .series = "pair",
                       .panel = panels.empty() ? "" : "panel",
                       .panels_across = 3,
                       .joined = contains(numeric_, along_),
                       .lines = {{1, "equal means"}}}};
    return exhibit;
  }

  [[nodiscard]] std::string page_of(const PairwiseRow& row) const {
    std::string name = names(row.pair).first;
    if (request_.pages == algorithm_word) return name;
    const bool is_named =
        question_.pairs.size() > 1 && request_.rows != algorithm_word && request_.columns != algorithm_word;
    return fmt::format("{}{} {}", is_named ? name + ", " : "", request_.pages,
                       coordinate_on(point_of(row), request_.pages).text);
  }

  // The percentages of an improvement. Pages, rows and columns ascend where the points of the first pair do.
  [[nodiscard]] Exhibit percentages() const {
    Exhibit exhibit{.name = request_.name, .title = request_.title, .rows = Rows()};
    if (exhibit.title.empty())
      exhibit.title =
          fmt::format("Improvement of {} over {} in percent of {}", compared_algorithms(), request_.rival, setting());
    const double percent = question_.more_is_better ? 100 : -100;
    for (const PairwiseRow& row : rows_) {
      if (!row.point) continue;
      const auto end = [&](double Interval::*of) {
        return row.interval ? Value(percent * ((*row.interval).*of - 1)) : Value();
      };
      const std::string missing = missing_samples(row);
      Cells cells = cells_of(row, collected(point_of(row), &Coordinate::axis),
                             {{"percent", row.points > 0 && row.rival_mean != 0
                                              ? Value(percent * (row.mean - row.rival_mean) / row.rival_mean)
                                              : Value()},
                              {"from", end(percent > 0 ? &Interval::low : &Interval::high)},
                              {"to", end(percent > 0 ? &Interval::high : &Interval::low)},
                              {"mean", mean_of(row, &PairwiseRow::mean)},
                              {"rival_mean", mean_of(row, &PairwiseRow::rival_mean)},
                              {"samples", row.samples},
                              {"missing", missing.empty() ? Value() : Value(missing)}});
      if (!request_.pages.empty()) cells.emplace(cells.begin(), "page", page_of(row));
      add_row(cells, *exhibit.rows);
    }
    exhibit.note =
        "Over the samples that both have; of how many, where some are missing. --values all shows the ends of 95 % "
        "intervals, the means and the numbers of samples as well.";
    exhibit.layout = {.page = request_.pages.empty() ? "" : "page",
                      .row = request_.rows,
                      .column = request_.columns,
                      .pages_across = 3,
                      .values = {{"percent", "percent", 1},
                                 {"from", "from", 1},
                                 {"to", "to", 1},
                                 {"mean", "mean", -1},
                                 {"rival_mean", "mean of the rival", -1},
                                 {"samples", "samples", 0}},
                      .mark = "missing"};
    exhibit.charts = {{.name = "curves",
                       .x = {request_.rows, dimension_title(axes_, request_.rows)},
                       .y = {.title = "improvement, %"},
                       .values = {exhibit.layout.values.front()},
                       .error_low = "from",
                       .error_high = "to",
                       .error_title = "95 % interval",
                       .series = request_.columns,
                       .panel = exhibit.layout.page,
                       .label = "missing",
                       .joined = contains(numeric_, request_.rows)}};
    return exhibit;
  }

  // --- Crossings

  // Points that differ on one axis only.
  struct Line {
    std::string where = {};  // "processors=8": the values of the other varied axes; "" if no other axis varies
    std::int64_t points = 0;
    std::vector<PairwiseRow> rows = {};  // of those that have both algorithms of a pair
  };

  [[nodiscard]] std::vector<Line> lines_along(const std::string& axis, std::size_t pair) const {
    const Names others = without(varied_, axis);
    Names wheres;
    std::vector<Line> lines;
    const auto line_of = [&](const ComparedPoint& point) -> Line& {
      const std::size_t place = results::index_in_order_of_appearance(wheres, spelled(point, others));
      if (place == lines.size()) lines.push_back({.where = wheres.back()});
      return lines[place];
    };
    for (const PairedPoint& point : question_.points) ++line_of(point.coordinates).points;
    for (const PairwiseRow& row : rows_)
      if (row.pair == pair && row.point && row.points > 0) line_of(point_of(row)).rows.push_back(row);
    return lines;
  }

  // What is seen along a line without crossings.
  [[nodiscard]] static std::string no_crossing(const Line& line, const std::string& mine, const std::string& rival) {
    if (line.rows.size() < 2) return "fewer than two points have both";
    const auto moves = [&line](bool down) {
      return std::ranges::any_of(line.rows, [down](const PairwiseRow& row) {
        return results::differ(row.mean, row.rival_mean) && (row.mean < row.rival_mean) == down;
      });
    };
    const std::string changes = moves(true) && moves(false) ? "; a crossing is not located" : "";
    const auto seen =
        std::ranges::count_if(line.rows, [](const PairwiseRow& row) { return row.seen != Seen::nothing; });
    if (seen == 0) return "no difference seen" + changes;
    return (contains(line.rows, Seen::better, &PairwiseRow::seen) ? mine : rival) + " is better " +
           (seen == line.points ? "throughout" : fmt::format("at {} of {} points{}", seen, line.points, changes));
  }

  // The sentences on a line, with their numbers.
  void add_crossings(const std::string& axis, std::size_t pair, const Line& line, Rows& table) const {
    const auto [mine, rival] = names(pair);
    const std::vector<results::Crossing> crossings = results::crossings_of(line.rows);
    if (crossings.empty())
      table.rows.push_back({line.where,
                            fmt::format("{} and {} along {}: {}", mine, rival, axis, no_crossing(line, mine, rival)),
                            axis,
                            mine,
                            rival,
                            {},
                            {},
                            {}});
    for (const results::Crossing& each : crossings) {
      const PairwiseRow& before = line.rows[each.before];
      const PairwiseRow& after = line.rows[each.after];
      const auto [winner, loser] = after.seen == Seen::better ? std::pair(mine, rival) : std::pair(rival, mine);
      const Coordinate& from = coordinate_on(point_of(before), axis);
      const Coordinate& to = coordinate_on(point_of(after), axis);
      const bool logarithmic = contains(logarithmic_, axis);
      std::optional<double> at;
      if (each.is_located) at = results::place_of_crossing({*from.number, *to.number}, before, after, logarithmic);
      std::string text = fmt::format("{} overtakes {} ", winner, loser);
      text += each.is_located ? fmt::format("between {} {} and {}", axis, from.text, to.text)
                              : fmt::format("along {}, not located: worse at {}, better at {}, none seen between", axis,
                                            from.text, to.text);
      if (at)
        text += fmt::format(", on a straight line{} at {}", logarithmic ? " over its logarithm" : "", rounded(*at));
      table.rows.push_back({line.where, text, axis, winner, loser, each.is_located ? on_axis(from) : Value(),
                            each.is_located ? on_axis(to) : Value(), value_of(at)});
    }
  }

  [[nodiscard]] Exhibit crossings() const {
    Exhibit exhibit{.name = request_.name + "-crossings", .title = title("where one overtakes the other in")};
    Rows& table = exhibit.rows.emplace();
    table.columns = {"where", "crossing", "axis", "algorithm", "rival", "from", "to", "at"};
    for (std::size_t pair = 0; pair < question_.pairs.size(); ++pair)
      for (const std::string& axis : numeric_)
        for (const Line& line : lines_along(axis, pair)) add_crossings(axis, pair, line, table);
    exhibit.note =
        "A difference is seen at the two points, with the correction for all rows of the comparison; nothing is known "
        "of what lies between. The place on the straight line between the two ratios is an estimate.";
    exhibit.layout.hidden = {"axis", "algorithm", "rival", "from", "to", "at"};
    if (varied_.size() < 2) exhibit.layout.hidden.emplace_back("where");
    return exhibit;
  }

  // --- Conclusions

  // The decimals of a percentage: enough for two digits of the number and one of the interval's width.
  static int decimals_for(double percent, double width) {
    const auto place = [](double number) { return static_cast<int>(std::floor(std::log10(number))); };
    constexpr int most = 6;
    const int decimals = percent > 0 ? 1 - place(percent) : 0;
    return std::clamp(width > 0 ? std::max(decimals, -place(width)) : decimals, 0, most);
  }

  // "A costs 0.27 % less than B (0.27 to 0.28)", where a difference is seen; otherwise what is not.
  [[nodiscard]] std::string conclusion(const PairwiseRow& row) const {
    const auto [mine, rival] = names(row.pair);
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
    if (!row.interval) return difference + (question_.is_exact ? ", exactly" : "");
    const auto [low, high] = std::minmax({100 * std::abs(interval.low - 1), 100 * std::abs(interval.high - 1)});
    return fmt::format("{} ({:.{}f} to {:.{}f})", difference, low, decimals, high, decimals);
  }

  // A sentence for each pair, on its last row: the row over all points, or the only one.
  [[nodiscard]] Exhibit conclusions() const {
    Exhibit exhibit{.name = request_.name + "-conclusions", .title = title("conclusions on")};
    Rows& table = exhibit.rows.emplace();
    table.columns = {"conclusion"};
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const PairwiseRow& row = rows_[i];
      if (i + 1 < rows_.size() && rows_[i + 1].pair == row.pair) continue;
      const std::string missing = missing_samples(row);
      table.rows.push_back({results::joined(
          fmt::format("{}, n = {}", conclusion(row), missing.empty() ? std::to_string(row.samples) : missing), ", ",
          incomplete_points(row))});
    }
    return exhibit;
  }

  TableRequest request_;
  const results::StudyKey& key_;
  results::ShownStudy stored_;
  const results::Reader& reader_;
  std::vector<engine::Axis> axes_;  // the stored ones, with the values that the request selects
  MetricRecord metric_;
  Names varied_;       // axes with several values, in the study's order
  Names numeric_;      // axes of `varied_` with numbers: crossings are looked for along them
  Names logarithmic_;  // axes of `numeric_` with a logarithmic scale
  std::string along_;  // the chart's axis; "": no axis is varied
  // Whether the study's instances, given by a file, count as samples of one point; they are then no axis of tables and
  // charts.
  bool by_instances_ = false;
  results::PairwiseQuestion question_;
  std::vector<PairwiseRow> rows_;
};

}  // namespace

std::vector<Exhibit> table_exhibits(const TableRequest& request, std::int64_t seed, const results::Reader& reader) {
  const results::StudyKey key{request.experiment, seed};
  const results::ShownStudy stored = results::shown_study(reader, key).value_or(results::ShownStudy());
  if (stored.algorithms.empty() || (request.study && is_redefined(*request.study, stored)))
    return {{.name = request.name,
             .study = request.experiment,
             .parameters = request.fixed,
             .title = request.title,
             .rows = Rows()}};
  return Comparison(request, key, stored, reader).exhibits();
}

}  // namespace apportion::sweeps
