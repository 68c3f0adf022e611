// Improvements over a rival and comparisons with certainty: completing the request, reading the numbers, and the tables
// of percentages, of ratios with their intervals, of crossings, and of sentences.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithms/options.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/engine/axis.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/sweeps/ini.hpp"
#include "experiments/sweeps/means.hpp"
#include "experiments/sweeps/paper_sources.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "experiments/sweeps/table_request.hpp"
#include "results/comparing/paired_samples.hpp"
#include "results/database/stored_studies.hpp"

namespace apportion::sweeps {
namespace {

using results::Coordinate;
using results::Interval;
using results::PairedPoint;
using results::PairwiseRow;
using results::Rows;
using results::Value;

constexpr std::size_t most_panels = 24;
constexpr std::size_t most_names = 4;

// The axis of a sweep over a file of problems, which has one sample of each problem.
constexpr const char* instance_axis = "instance";

// The stored results of the request's experiment under one seed.
struct Stock {
  const results::Reader& reader;
  results::StudyKey key;
  results::ShownStudy study;

  // InputError, with the nearest names, for a name that is not among those of this kind.
  void require(const std::string& kind, const std::string& name, const std::vector<std::string>& names) const {
    static_cast<void>(one_of(kind + " of " + key.experiment, name, names));
  }
};

// A point with a value for every axis, but that of instances where they count as samples.
using ComparedPoint = std::vector<Coordinate>;

// A request whose open choices are made, the numbers at its points, and the answer that follows from them.
struct Comparison {
  TableRequest request;
  results::MetricRecord metric;
  std::map<std::string, std::vector<std::string>> values;  // by axis: the stored values that the request selects
  std::vector<std::string> varied;                         // axes with several values, in the study's order
  std::vector<std::string> numeric;      // axes of `varied` with numbers: crossings are looked for along them
  std::vector<std::string> logarithmic;  // axes of `numeric` with a logarithmic scale
  std::string along;                     // the chart's axis; "": no axis is varied
  // Whether the study's instances, given by a file, count as samples of one point; they are then no axis of tables and
  // charts.
  bool by_instances = false;
  std::size_t panels = 1;  // of the chart: combinations of the values of the varied axes other than `along`
  results::PairwiseQuestion question = {};
  results::PairwiseAnswer answer = {};

  [[nodiscard]] std::pair<std::string, std::string> names(std::size_t pair) const {
    const auto& [mine, rival] = question.pairs[pair];
    return {request.algorithms[mine], request.algorithms[rival]};
  }
  [[nodiscard]] const ComparedPoint& point_of(const PairwiseRow& row) const {
    return question.points[*row.point].coordinates;
  }
};

// "processors=8 latency=0" for these axes, or for all others.
std::string spelled(const ComparedPoint& point, const std::vector<std::string>& axes, bool without = false,
                    const std::string& between = " ", const std::string& equals = "=") {
  std::string text;
  for (const Coordinate& each : point)
    if (contains(axes, each.axis) != without) text += (text.empty() ? "" : between) + each.axis + equals + each.text;
  return text;
}

const Coordinate& coordinate_on(const ComparedPoint& point, const std::string& axis) {
  return *std::ranges::find(point, axis, &Coordinate::axis);
}

// The axes of the user's file; none for other studies, of which everything that is stored is shown.
const std::vector<engine::Axis>& declared_axes(const TableRequest& request) {
  static const std::vector<engine::Axis> none;
  return request.study && is_of_file(*request.study) ? request.study->axes : none;
}

// The stored values on an axis that the request selects: those of --set, which get the database's spelling, else those
// of the file, else all. InputError for a value that is not stored.
std::vector<std::string> values_on(const std::string& axis, TableRequest& request, const Stock& stock) {
  std::vector<std::string> values = results::shown_values(stock.reader, stock.key, axis);
  const engine::Axis* declared = engine::axis_named(declared_axes(request), axis);
  std::vector<std::string> wanted = values;
  if (const auto fixed = request.fixed.find(axis); fixed != request.fixed.end()) {
    wanted = names_in(fixed->second);
    for (std::string& value : wanted) {
      value = engine::AxisValue::parse(value).text;
      if (!contains(values, value))
        throw InputError("{} has no results at {} = {}; it has {}", request.experiment, axis, value,
                         fmt::join(values, ", "));
    }
    fixed->second = fmt::format("{}", fmt::join(wanted, ","));
  } else if (declared != nullptr && !declared->is_bound && !declared->values.empty()) {
    wanted = collected(declared->values, &engine::AxisValue::text);
  }
  std::erase_if(values, [&wanted](const std::string& value) { return !contains(wanted, value); });
  return values;
}

// Completes the list of algorithms. If the request names none, they are those of the file, or all stored ones in the
// order of the study.
void check_algorithms(TableRequest& request, const Stock& stock) {
  std::vector<std::string> names = request.algorithms;
  const std::vector<std::string> order = request.study ? canonical_names(*request.study) : std::vector<std::string>();
  if (names.empty()) names = declared_axes(request).empty() ? stock.study.algorithms : order;
  if (request.algorithms.empty())
    std::ranges::stable_sort(
        names, {}, [&order](const std::string& name) { return std::ranges::find(order, name) - order.begin(); });
  if (!request.rival.empty()) names.push_back(request.rival);
  request.algorithms.clear();
  for (const std::string& name : names) {
    if (!contains(order, name)) stock.require("algorithm", name, stock.study.algorithms);
    if (!contains(request.algorithms, name)) request.algorithms.push_back(name);
  }
  if (request.algorithms.size() < 2)
    throw InputError("{} needs another algorithm to be compared with; {} has {}", request.algorithms.front(),
                     request.experiment, fmt::join(stock.study.algorithms, ", "));
}

// The metric of that name, which must have a direction; for "" the cost that the family's paper compares, else the
// first with a direction.
results::MetricRecord asked_metric(const std::string& name, const Stock& stock) {
  const std::vector<results::MetricRecord>& all = stock.study.metrics;
  const auto named = [&all](const std::string& wanted) {
    return std::ranges::find(all, wanted, &results::MetricRecord::name);
  };
  if (!name.empty()) {
    stock.require("metric", name, collected(all, &results::MetricRecord::name));
    if (named(name)->better.empty())
      throw InputError("neither less nor more of {} is better, so there is no improvement", name);
    return *named(name);
  }
  // A family's algorithm tells it; users' own algorithms belong to none.
  for (const problems::ProblemFamily& family : problems::families()) {
    const std::vector<std::string> own = collected(family.algorithms(), &problems::AlgorithmInfo::name);
    const auto is_own = [&own](const std::string& each) { return contains(own, split_bracketed(each).name); };
    if (named(family.compared_metric) != all.end() && std::ranges::any_of(stock.study.algorithms, is_own))
      return *named(family.compared_metric);
  }
  for (const results::MetricRecord& metric : all)
    if (!metric.better.empty()) return metric;
  throw InputError(stock.key.experiment + " has no metric of which less or more is better");
}

void choose_axes(const Stock& stock, Comparison& all) {
  std::pair<bool, std::size_t> most;
  const std::vector<std::string> asked{all.request.along, all.request.rows, all.request.columns, all.request.pages};
  all.by_instances = contains(stock.study.axes, instance_axis) && !contains(asked, instance_axis);
  for (const std::string& axis : stock.study.axes) {
    const std::vector<std::string>& values = all.values[axis];
    if (values.size() < 2 || (all.by_instances && axis == instance_axis)) continue;
    all.varied.push_back(axis);
    all.panels *= values.size();
    std::vector<double> numbers;
    for (const std::string& value : values)
      if (const auto number = engine::AxisValue::parse(value).number) numbers.push_back(*number);
    const bool numeric = numbers.size() == values.size();
    if (numeric) all.numeric.push_back(axis);
    if (numeric && asks_for_logarithms(std::move(numbers))) all.logarithmic.push_back(axis);
    const std::pair rank(numeric, values.size());
    if (rank > most) all.along = axis;
    most = std::max(most, rank);
  }
  if (const std::string& along = all.request.along; !along.empty()) {
    stock.require("axis", along, stock.study.axes);
    if (!contains(all.varied, along)) throw InputError("{} has only one value, so nothing varies along it", along);
    all.along = along;
    std::erase_if(all.numeric, [&along](const std::string& axis) { return axis != along; });
  }
  if (all.along.empty()) return;
  all.panels /= all.values[all.along].size();
  if (!all.request.log) return;
  std::erase(all.logarithmic, all.along);
  if (!contains(*all.request.log, "x")) return;
  if (!contains(all.numeric, all.along)) throw InputError("log = x: {} has no numbers", all.along);
  all.logarithmic.push_back(all.along);
}

// Chooses the layout that an improvement leaves open: several algorithms become columns, or pages where the columns are
// taken.
void lay_out(const Stock& stock, Comparison& all) {
  TableRequest& request = all.request;
  const auto laid_out = [&request] { return std::vector{request.rows, request.columns, request.pages}; };
  if (all.question.pairs.size() > 1 && !contains(laid_out(), algorithm_word)) {
    if (request.columns.empty())
      request.columns = algorithm_word;
    else if (request.pages.empty())
      request.pages = algorithm_word;
  }
  std::vector<std::string> names = stock.study.axes;
  names.emplace_back(algorithm_word);
  const std::vector<std::string> chosen = laid_out();
  for (const std::string& axis : chosen) {
    if (axis.empty()) continue;
    stock.require("axis", axis, names);
    if (std::ranges::count(chosen, axis) > 1)
      throw InputError("{} is laid out twice; rows, columns and pages take different axes", axis);
  }
  for (const std::string& axis : all.varied)
    if (!contains(chosen, axis))
      throw InputError("{} has the values {} of {}: fix one by --set {}=VALUE, or lay it out as rows, columns or pages",
                       request.experiment, fmt::join(all.values[axis], ", "), axis, axis);
}

// The order of coordinates: numbers ascending, then texts.
bool is_before(const Coordinate& a, const Coordinate& b) {
  return std::tuple(!a.number, a.number.value_or(0), a.number ? "" : a.text) <
         std::tuple(!b.number, b.number.value_or(0), b.number ? "" : b.text);
}

// The coordinates of a stored point; nothing if the request does not select it.
std::optional<ComparedPoint> selected(const Comparison& all, const Stock& stock, const std::string& point) {
  std::map<std::string, std::string> texts = results::coordinates_in(point, stock.study.axes);
  for (const Coordinate& added : stock.study.added_axes) texts.try_emplace(added.axis, added.text);
  ComparedPoint place;
  for (const std::string& axis : stock.study.axes) {
    if (!contains(all.values.at(axis), texts[axis])) return std::nullopt;
    place.push_back(results::coordinate(axis, texts[axis]));
  }
  return place;
}

// Appends the numbers. Where instances count as samples, `instance` is the sample.
void append(const results::Series& from, std::optional<std::int64_t> instance, results::Series& to) {
  for (const auto list : {&results::Series::samples, &results::Series::chunks}) {
    for (const auto& [index, value, samples] : from.*list)
      (to.*list).push_back({instance.value_or(index), value, samples});
    std::ranges::sort(to.*list, {}, &results::SeriesNumber::index);
  }
}

// Reads the request's points in the order of their coordinates. Where instances count as samples, they are numbered as
// their values are listed.
void read_points(const Stock& stock, Comparison& all) {
  const results::StudyNumbers stored = results::stored_numbers(stock.reader, stock.key, all.metric.name);
  const std::vector<std::string>& algorithms = all.request.algorithms;
  std::vector<PairedPoint>& points = all.question.points;
  std::vector<std::string> known;
  for (const auto& [name, tried] : stored.tried) {
    std::optional<ComparedPoint> place = selected(all, stock, name);
    if (!place) continue;
    std::optional<std::int64_t> instance;
    if (all.by_instances) {
      const auto& values = all.values.at(instance_axis);
      instance = std::ranges::find(values, coordinate_on(*place, instance_axis).text) - values.begin();
      std::erase_if(*place, [](const Coordinate& each) { return each.axis == instance_axis; });
    }
    const std::size_t index = results::index_in_order_of_appearance(known, spelled(*place, {}, true));
    if (index == points.size())
      points.push_back({.series = std::vector<results::Series>(algorithms.size()), .coordinates = std::move(*place)});
    PairedPoint& point = points[index];
    point.samples += tried;
    for (std::size_t i = 0; i < algorithms.size(); ++i)
      if (const auto found = stored.series.find({name, algorithms[i], "", all.metric.name});
          found != stored.series.end())
        append(found->second, instance, point.series[i]);
  }
  std::ranges::sort(points, [](const PairedPoint& a, const PairedPoint& b) {
    return std::ranges::lexicographical_compare(a.coordinates, b.coordinates, is_before);
  });
}

// Only single samples tell how often an algorithm wins; the means of chunks suffice for an improvement.
void require_samples(const Comparison& all) {
  for (const PairedPoint& point : all.question.points) {
    const auto lacking = std::ranges::find_if(point.series, &results::Series::lacks_samples);
    if (lacking == point.series.end()) continue;
    const std::string where = spelled(point.coordinates, all.varied);
    const std::string word = all.request.study ? run_word_of(*all.request.study) : "";
    throw InputError("{} compares single samples, which are not stored of {}{}; repeat {} with --keep-samples",
                     all.request.name, all.request.algorithms[static_cast<std::size_t>(lacking - point.series.begin())],
                     where.empty() ? "" : " at " + where,
                     word.empty() ? "its run" : "`apportion run " + word + " ...`");
  }
}

// The points that differ on this axis only, in their order, which ascends along the axis.
void add_lines(const std::string& axis, Comparison& all) {
  std::vector<std::string> others = all.varied;
  std::erase(others, axis);
  std::vector<std::string> names;
  std::vector<results::AxisLine>& lines = all.question.lines;
  const std::size_t first = lines.size();
  for (std::size_t i = 0; i < all.question.points.size(); ++i) {
    const ComparedPoint& point = all.question.points[i].coordinates;
    const Coordinate& place = coordinate_on(point, axis);
    if (!place.number) continue;
    const std::size_t line = first + results::index_in_order_of_appearance(names, spelled(point, others));
    if (line == lines.size())
      lines.push_back({.points = {},
                       .places = {},
                       .logarithmic = contains(all.logarithmic, axis),
                       .axis = axis,
                       .where = names.back()});
    lines[line].points.push_back(i);
    lines[line].places.push_back(*place.number);
  }
}

// Throws as table_exhibits() does. The stock must not be empty.
Comparison comparison_of(const TableRequest& request, const Stock& stock) {
  Comparison all;
  all.request = request;
  all.metric = asked_metric(request.metric, stock);
  for (const auto& [axis, values] : all.request.fixed) stock.require("axis", axis, stock.study.axes);
  for (const std::string& axis : stock.study.axes) all.values[axis] = values_on(axis, all.request, stock);
  check_algorithms(all.request, stock);
  const std::vector<std::string>& names = all.request.algorithms;
  for (std::size_t mine = 0; mine < names.size(); ++mine)
    for (std::size_t rival = 0; rival < names.size(); ++rival)
      if (request.rival.empty() ? mine < rival : names[rival] == request.rival && mine != rival)
        all.question.pairs.emplace_back(mine, rival);
  choose_axes(stock, all);
  if (request.kind == TableKind::improvement) lay_out(stock, all);
  read_points(stock, all);
  if (request.kind == TableKind::comparison) require_samples(all);
  // Where it is unknown which axes have the same samples for all values, all points are treated as having the same
  // samples, which is valid for either kind of axis, but widens the interval of the row over all points.
  std::vector<std::string> applied;
  if (request.study)
    for (const engine::Axis& axis : request.study->axes)
      if (axis.role == engine::AxisRole::applied) applied.push_back(axis.name);
  std::vector<std::string> strata;
  for (PairedPoint& point : all.question.points)
    point.stratum = results::index_in_order_of_appearance(
        strata, request.study ? spelled(point.coordinates, applied, true) : "all points");
  all.question.more_is_better = all.metric.better == "more";
  all.question.is_exact = request.study && request.study->deterministic && !all.by_instances;
  for (const std::string& axis : all.numeric) add_lines(axis, all);
  all.answer = compare_pairwise(all.question);
  return all;
}

// Rounds to significant digits: p-values and places on axes are not exact to more.
double rounded(double number, int digits) {
  // Denormal numbers have fewer digits, and std::stod refuses them.
  if (std::abs(number) < std::numeric_limits<double>::min() || !std::isfinite(number)) return number;
  return std::stod(fmt::format("{:.{}e}", number, digits - 1));
}

// A number, or a member or function of what is there.
template <class Item, class Projection = std::identity>
Value value_of(const std::optional<Item>& item, Projection projection = {}) {
  return item ? Value(std::invoke(projection, *item)) : Value();
}

double rounded_p(double p_value) { return rounded(p_value, 3); }

Value on_axis(const Coordinate& coordinate) {
  if (!coordinate.number) return coordinate.text;
  // Whole numbers have no decimal point, as in SQL.
  constexpr double most_whole = 1e15;
  const double number = *coordinate.number;
  if (number == std::floor(number) && std::abs(number) < most_whole) return static_cast<std::int64_t>(number);
  return number;
}

// "XY2, TILE and RecursiveBisection2"
std::string listed(const std::vector<std::string>& names) {
  if (names.size() > most_names) return fmt::format("{} algorithms", names.size());
  if (names.size() < 2) return fmt::format("{}", fmt::join(names, ""));
  return fmt::format("{} and {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

std::string listed_others(const TableRequest& request) {
  std::vector<std::string> others = request.algorithms;
  std::erase(others, request.rival);
  return listed(others);
}

std::string subject(const TableRequest& request) {
  return request.rival.empty() ? listed(request.algorithms) + " pairwise"
                               : fmt::format("{} against {}", listed_others(request), request.rival);
}

std::string setting(const TableRequest& request) {
  std::string text = request.experiment;
  for (const auto& [axis, values] : request.fixed) text += fmt::format(", {} {}", axis, values);
  return text;
}

// "28 of 60", "none of 60"; "" if none is missing.
std::string missing_samples(const PairwiseRow& row) {
  if (row.samples == row.tried) return "";
  return fmt::format("{} of {}", row.samples == 0 ? "none" : std::to_string(row.samples), row.tried);
}

// The cells of a row, with the names of their columns.
using Cells = std::vector<std::pair<std::string, Value>>;

void add_row(const Cells& cells, Rows& table) {
  table.columns = collected(cells, &Cells::value_type::first);
  std::ranges::transform(cells, std::back_inserter(table.rows.emplace_back()), &Cells::value_type::second);
}

// The algorithm, its rival, and the point's values on these axes, then these further cells, whose names no axis has.
Cells cells_of(const Comparison& all, const PairwiseRow& row, const std::vector<std::string>& axes,
               const Cells& further) {
  const auto [mine, rival] = all.names(row.pair);
  Cells cells{{"algorithm", mine}, {"rival", rival}};
  for (const std::string& axis : axes)
    cells.emplace_back(axis, row.point ? on_axis(coordinate_on(all.point_of(row), axis)) : Value());
  cells.insert(cells.end(), further.begin(), further.end());
  return cells;
}

// "2 points of one only"; "" where every point has both.
std::string incomplete_points(const PairwiseRow& row) {
  if (row.incomplete_points == 0) return "";
  return counted(static_cast<std::int64_t>(row.incomplete_points), "point") + " of one only";
}

// One of the two means.
Value mean_of(const PairwiseRow& row, double PairwiseRow::*mean) { return row.points > 0 ? Value(row.*mean) : Value(); }

std::string seen_word(const Comparison& all, const PairwiseRow& row) {
  if (row.seen != results::Seen::nothing) return row.seen == results::Seen::better ? "better" : "worse";
  return row.corrected || (all.question.is_exact && row.points > 0) ? "none seen" : "";
}

// Why a row has no interval. A row over all points has none where one of its points has too few samples.
std::string lack_of(const Comparison& all, const PairwiseRow& row) {
  const auto has_few = [&row](const PairwiseRow& each) {
    return each.pair == row.pair && each.point && each.points > 0 &&
           each.wins + each.ties + each.losses < results::least_samples;
  };
  if (row.point ? has_few(row) : std::ranges::any_of(all.answer.rows, has_few))
    return fmt::format("fewer than {} samples", results::least_samples);
  if (row.wins + row.losses < results::least_differing)
    return fmt::format("fewer than {} samples differ", results::least_differing);
  return "the rival's mean is not told from 0";
}

Value remark_on(const Comparison& all, const PairwiseRow& row) {
  std::vector<std::string> remarks;
  if (const std::string missing = missing_samples(row); !missing.empty()) remarks.push_back(missing + " samples");
  if (const std::string lacking = incomplete_points(row); !lacking.empty()) remarks.push_back(lacking);
  if (row.points > 0 && !row.ratio)
    remarks.emplace_back(row.mean < 0 || row.rival_mean < 0 ? "no ratio: a mean is negative"
                                                            : "no ratio: the rival's mean is 0");
  else if (row.points > 0 && !row.interval && !all.question.is_exact)
    remarks.push_back("no interval: " + lack_of(all, row));
  const bool has_better_mean = row.ratio && (all.metric.better == "less" ? *row.ratio < 1 : *row.ratio > 1);
  const bool is_certain = row.p_value.value_or(1) <= 1 - results::interval_level;
  if (row.ratio && is_certain && has_better_mean != (row.wins > row.losses))
    remarks.emplace_back(has_better_mean ? "better in the mean, though it loses more often"
                                         : "worse in the mean, though it wins more often");
  if (remarks.empty()) return {};
  return fmt::format("{}", fmt::join(remarks, "; "));
}

// The table of ratios: algorithms pair by pair at each point, then over all of them.
Rows ratio_rows(const Comparison& all) {
  std::vector<std::string> panels = all.varied;  // the axes that the chart does not have along its x axis
  std::erase(panels, all.along);
  Rows table;
  for (const PairwiseRow& row : all.answer.rows) {
    const auto [mine, rival] = all.names(row.pair);
    add_row(cells_of(all, row, all.varied,
                     {{"ratio_of_means", value_of(row.ratio)},
                      {"from", value_of(row.interval, &Interval::low)},
                      {"to", value_of(row.interval, &Interval::high)},
                      {"difference", seen_word(all, row)},
                      {"samples", row.samples},
                      {"wins", row.wins},
                      {"ties", row.ties},
                      {"losses", row.losses},
                      {"p_value", value_of(row.p_value, rounded_p)},
                      {"p_holm", value_of(row.holm, rounded_p)},
                      {"effect", value_of(row.effect)},
                      {"remark", remark_on(all, row)},
                      {"mean", mean_of(row, &PairwiseRow::mean)},
                      {"rival_mean", mean_of(row, &PairwiseRow::rival_mean)},
                      {"corrected_from", value_of(row.corrected, &Interval::low)},
                      {"corrected_to", value_of(row.corrected, &Interval::high)},
                      {"tried", row.tried},
                      {"pair", fmt::format("{} / {}", mine, rival)},
                      {"panel", row.point ? spelled(all.point_of(row), panels, false, ", ", " ") : ""}}),
            table);
  }
  return table;
}

results::Exhibit ratio_exhibit(const Comparison& all) {
  const TableRequest& request = all.request;
  results::Exhibit exhibit{.name = request.name, .rows = ratio_rows(all)};
  exhibit.title = request.title.empty() ? fmt::format("{}: ratio of the mean {}, {}", subject(all.request),
                                                      all.metric.name, setting(all.request))
                                        : request.title;
  exhibit.note = fmt::format(
      "ratio of means: mean {0} of the algorithm over that of its rival on the samples that both have; {1} is better. "
      "from, to: {2:.0f} % interval by Fieller's theorem. difference: whether one is seen when this interval is "
      "corrected "
      "for the number of rows (Holm). wins, ties, losses: samples on which the algorithm is better, equal, worse. "
      "p value: sign test; Holm: corrected over this table's rows. effect: mean difference over its standard deviation."
      "{3}{4}",
      all.metric.name, all.metric.better, 100 * results::interval_level,
      all.varied.empty() ? "" : " Rows without a value of an axis: over all points, samples by their totals.",
      all.by_instances ? " samples: instances of the file." : "");
  exhibit.layout.values = {{"ratio_of_means", "ratio of means", 4},
                           {"from", "from", 4},
                           {"to", "to", 4},
                           {"p_value", "p value", -1},
                           {"p_holm", "Holm", -1},
                           {"effect", "effect", 2}};
  exhibit.layout.hidden = {"mean", "rival_mean", "corrected_from", "corrected_to", "tried", "pair", "panel"};
  if (all.along.empty() || all.panels > most_panels) return exhibit;
  // One curve has no key.
  const std::string names = all.question.pairs.size() == 1
                                ? fmt::format(", {} over {}", request.algorithms[all.question.pairs[0].first],
                                              request.algorithms[all.question.pairs[0].second])
                                : "";
  exhibit.charts = {
      {.name = "ratios",
       .x = {all.along, dimension_title(declared_axes(request), all.along), contains(all.logarithmic, all.along)},
       .y = {.title = fmt::format("ratio of the mean {}{}", all.metric.name, names),
             .logarithmic = request.log && contains(*request.log, "y")},
       .values = {{"ratio_of_means", "ratio of means", 4}},
       .error_low = "from",
       .error_high = "to",
       .error_title = fmt::format("{:.0f} % interval", 100 * results::interval_level),
       .series = "pair",
       .panel = all.varied.size() > 1 ? "panel" : "",
       .panels_across = 3,
       .lines = {{1, "equal means"}}}};
  return exhibit;
}

std::string page_of(const Comparison& all, const PairwiseRow& row) {
  const TableRequest& request = all.request;
  std::string name = all.names(row.pair).first;
  if (request.pages == algorithm_word) return name;
  const bool is_named =
      all.question.pairs.size() > 1 && request.rows != algorithm_word && request.columns != algorithm_word;
  return fmt::format("{}{} {}", is_named ? name + ", " : "", request.pages,
                     coordinate_on(all.point_of(row), request.pages).text);
}

// The percentages of an improvement, in the order of its pages, rows and columns.
Rows percent_rows(const Comparison& all) {
  const TableRequest& request = all.request;
  std::vector<const PairwiseRow*> rows;
  for (const PairwiseRow& row : all.answer.rows)
    if (row.point) rows.push_back(&row);
  const auto place = [&](const PairwiseRow* row) {
    ComparedPoint laid_out;
    for (const std::string& axis : {request.pages, request.rows, request.columns})
      if (axis == algorithm_word)
        laid_out.push_back(results::coordinate(axis, std::to_string(row->pair)));
      else if (!axis.empty())
        laid_out.push_back(coordinate_on(all.point_of(*row), axis));
    return laid_out;
  };
  std::ranges::stable_sort(rows, [&place](const PairwiseRow* a, const PairwiseRow* b) {
    return std::ranges::lexicographical_compare(place(a), place(b), is_before);
  });
  const double sign = all.question.more_is_better ? 1 : -1;
  const auto percent_at = [sign](double Interval::*end) {
    return [=](const Interval& interval) { return sign * 100 * (interval.*end - 1); };
  };
  Rows table;
  for (const PairwiseRow* row : rows) {
    const bool has_percent = row->points > 0 && row->rival_mean != 0;
    const std::string missing = missing_samples(*row);
    Cells cells = cells_of(
        all, *row, collected(all.point_of(*row), &Coordinate::axis),
        {{"percent", has_percent ? Value(sign * 100 * (row->mean - row->rival_mean) / row->rival_mean) : Value()},
         {"from", value_of(row->interval, percent_at(sign > 0 ? &Interval::low : &Interval::high))},
         {"to", value_of(row->interval, percent_at(sign > 0 ? &Interval::high : &Interval::low))},
         {"mean", mean_of(*row, &PairwiseRow::mean)},
         {"rival_mean", mean_of(*row, &PairwiseRow::rival_mean)},
         {"samples", row->samples},
         {"missing", missing.empty() ? Value() : Value(missing)}});
    if (!request.pages.empty()) cells.emplace(cells.begin(), "page", page_of(all, *row));
    add_row(cells, table);
  }
  return table;
}

results::Exhibit percent_exhibit(const Comparison& all) {
  const TableRequest& request = all.request;
  results::Exhibit exhibit{.name = request.name, .title = request.title, .rows = percent_rows(all)};
  if (exhibit.title.empty())
    exhibit.title = fmt::format("Improvement of {} over {} in percent of the mean {}, {}", listed_others(request),
                                request.rival, all.metric.name, setting(request));
  exhibit.note =
      "Over the samples that both have; of how many, where some are missing. --values all shows the ends of 95 % "
      "intervals, the means and the numbers of samples as well.";
  exhibit.layout = {.page = request.pages.empty() ? "" : "page",
                    .row = request.rows,
                    .column = request.columns,
                    .pages_across = 3,
                    .values = {{"percent", "percent", 1},
                               {"from", "from", 1},
                               {"to", "to", 1},
                               {"mean", "mean", -1},
                               {"rival_mean", "mean of the rival", -1},
                               {"samples", "samples", 0}},
                    .mark = "missing"};
  exhibit.charts = {{.name = "curves",
                     .x = {request.rows, dimension_title(declared_axes(request), request.rows)},
                     .y = {.title = "improvement, %"},
                     .values = {exhibit.layout.values.front()},
                     .error_low = "from",
                     .error_high = "to",
                     .error_title = "95 % interval",
                     .series = request.columns,
                     .panel = exhibit.layout.page,
                     .label = "missing"}};
  return exhibit;
}

std::string no_crossing(const results::LineCrossings& line, const results::AxisLine& where, const std::string& mine,
                        const std::string& rival) {
  const std::string names = fmt::format("{} and {} along {}: ", mine, rival, where.axis);
  if (line.points < 2) return names + "fewer than two points have both";
  const std::string changes = line.sign_changes > 0 ? "; a crossing is not located" : "";
  const std::size_t seen = line.better + line.worse;
  if (seen == 0) return names + "no difference seen" + changes;
  const std::string better = names + (line.better > 0 ? mine : rival) + " is better ";
  const bool has_all = line.points == where.points.size();
  if (seen == line.points && has_all) return better + "throughout";
  const std::string points =
      fmt::format(fmt::runtime(has_all ? "{} points" : "the {} points that have both"), line.points);
  if (seen == line.points) return better + "at " + points;
  return better + fmt::format("at {} of {}, no difference seen at the other{}{}", seen, points,
                              seen + 1 == line.points ? "" : "s", changes);
}

// The sentences on one line of points, with their numbers.
void add_crossings(const Comparison& all, std::size_t pair, std::size_t line, Rows& rows) {
  const results::LineCrossings& found = all.answer.crossings[pair][line];
  const results::AxisLine& where = all.question.lines[line];
  const auto [mine, rival] = all.names(pair);
  if (found.crossings.empty())
    rows.rows.push_back({where.where, no_crossing(found, where, mine, rival), where.axis, mine, rival, {}, {}, {}});
  for (const results::Crossing& each : found.crossings) {
    const std::string& winner = each.algorithm_overtakes ? mine : rival;
    const std::string& loser = each.algorithm_overtakes ? rival : mine;
    const Coordinate& from = coordinate_on(all.question.points[where.points[each.before]].coordinates, where.axis);
    const Coordinate& to = coordinate_on(all.question.points[where.points[each.after]].coordinates, where.axis);
    std::string change =
        each.is_located
            ? fmt::format("{} overtakes {} between {} {} and {}", winner, loser, where.axis, from.text, to.text)
            : fmt::format("{} overtakes {} along {}, not located: worse at {}, better at {}, none seen between", winner,
                          loser, where.axis, from.text, to.text);
    if (each.at)
      change += fmt::format(", on a straight line{} at {}", where.logarithmic ? " over its logarithm" : "",
                            rounded(*each.at, 3));
    rows.rows.push_back({where.where, change, where.axis, winner, loser, each.is_located ? on_axis(from) : Value(),
                         each.is_located ? on_axis(to) : Value(), value_of(each.at)});
  }
}

results::Exhibit crossing_exhibit(const Comparison& all) {
  results::Exhibit exhibit{.name = all.request.name + "-crossings"};
  Rows& rows = exhibit.rows.emplace();
  rows.columns = {"where", "crossing", "axis", "algorithm", "rival", "from", "to", "at"};
  for (std::size_t pair = 0; pair < all.question.pairs.size(); ++pair)
    for (std::size_t line = 0; line < all.question.lines.size(); ++line) add_crossings(all, pair, line, rows);
  exhibit.title = fmt::format("{}: where one overtakes the other in the mean {}, {}", subject(all.request),
                              all.metric.name, setting(all.request));
  exhibit.note =
      "The one that overtakes is better beyond, and its rival before: a difference is seen at the two points, with the "
      "correction for all rows of the comparison, and nothing is known of what lies between. Where the straight line "
      "between the two ratios crosses 1 is an estimate on the axis's own scale.";
  exhibit.layout.hidden = {"axis", "algorithm", "rival", "from", "to", "at"};
  if (all.varied.size() < 2) exhibit.layout.hidden.emplace_back("where");
  return exhibit;
}

// The decimals of a percentage: enough for two digits of the number and one of the interval's width.
int decimals_for(double percent, std::optional<double> width) {
  const auto place = [](double number) { return static_cast<int>(std::floor(std::log10(number))); };
  constexpr int most = 6;
  int decimals = percent > 0 ? 1 - place(percent) : 0;
  if (width && *width > 0) decimals = std::max(decimals, -place(*width));
  return std::clamp(decimals, 0, most);
}

// "A costs 0.27 % less than B (0.27 to 0.28)", where a difference is seen; otherwise what is not.
std::string conclusion(const Comparison& all, const PairwiseRow& row) {
  const auto [mine, rival] = all.names(row.pair);
  const std::string& metric = all.metric.name;
  const bool is_cost = metric == "total" || metric == "cost";
  const std::string verb = is_cost ? "costs" : "has";
  const std::string noun = is_cost ? "" : " " + metric;
  const std::string both = fmt::format("{} and {}: ", mine, rival);
  if (row.points == 0) return both + "no sample has both";
  if (row.wins + row.losses == 0) return fmt::format("{} {} as much{} as {} on each sample", mine, verb, noun, rival);
  if (!row.ratio) return fmt::format("{}the mean {} has no ratio", both, metric);
  const double change = 100 * std::abs(*row.ratio - 1);
  if (row.seen == results::Seen::nothing) {
    if (!row.corrected) return fmt::format("{}too few samples to see a difference in the mean {}", both, metric);
    const double most = 100 * std::max(1 - row.corrected->low, row.corrected->high - 1);
    return fmt::format("{}no difference seen in the mean {} (at most {:.{}f} %)", both, metric, most,
                       std::max(0, decimals_for(most, std::nullopt) - 1));
  }
  const std::optional<double> width =
      row.interval ? std::optional(100 * (row.interval->high - row.interval->low)) : std::nullopt;
  const int decimals = decimals_for(change, width);
  const std::string said = fmt::format("{} {} {:.{}f} % {}{} than {}", mine, verb, change, decimals,
                                       *row.ratio < 1 ? "less" : "more", noun, rival);
  if (!row.interval) return said + (all.question.is_exact ? ", exactly" : "");
  double low = 100 * std::abs(row.interval->low - 1);
  double high = 100 * std::abs(row.interval->high - 1);
  if (low > high) std::swap(low, high);
  return fmt::format("{} ({:.{}f} to {:.{}f})", said, low, decimals, high, decimals);
}

// A sentence for each pair, on its last row: the row over all points, or the only one.
results::Exhibit conclusion_exhibit(const Comparison& all) {
  results::Exhibit exhibit{.name = all.request.name + "-conclusions"};
  exhibit.title =
      fmt::format("{}: what the mean {} comes to, {}", subject(all.request), all.metric.name, setting(all.request));
  std::map<std::size_t, const PairwiseRow*> last;
  for (const PairwiseRow& row : all.answer.rows) last[row.pair] = &row;
  Rows& rows = exhibit.rows.emplace();
  rows.columns = {"conclusion"};
  for (const auto& [pair, row] : last) {
    const std::string missing = missing_samples(*row);
    const std::string lacking = incomplete_points(*row);
    rows.rows.push_back(
        {fmt::format("{}, n = {}{}{}", conclusion(all, *row), missing.empty() ? std::to_string(row->samples) : missing,
                     lacking.empty() ? "" : ", ", lacking)});
  }
  return exhibit;
}

}  // namespace

std::vector<results::Exhibit> table_exhibits(const TableRequest& request, std::int64_t seed,
                                             const results::Reader& reader) {
  const results::StudyKey key{request.experiment, seed};
  const Stock stock{reader, key, results::shown_study(reader, key).value_or(results::ShownStudy())};
  if (stock.study.algorithms.empty() || (request.study && is_redefined(*request.study, stock.study)))
    return {{.name = request.name,
             .study = request.experiment,
             .parameters = request.fixed,
             .title = request.title,
             .rows = Rows()}};
  const Comparison all = comparison_of(request, stock);
  std::vector<results::Exhibit> exhibits;
  if (request.kind == TableKind::improvement) {
    exhibits = {percent_exhibit(all)};
  } else {
    exhibits = {ratio_exhibit(all), conclusion_exhibit(all)};
    if (!all.numeric.empty()) exhibits.insert(exhibits.begin() + 1, crossing_exhibit(all));
  }
  for (results::Exhibit& exhibit : exhibits) {
    exhibit.study = request.experiment;
    exhibit.parameters = all.request.fixed;
  }
  return exhibits;
}

}  // namespace apportion::sweeps
