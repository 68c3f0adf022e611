// Improvements over a rival, and comparisons with intervals: completing the request, pairing its samples, and the
// tables of percentages, of ratios with intervals, of crossings, and of conclusions.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/engine/axis.hpp"
#include "experiments/sweeps/ini.hpp"
#include "experiments/sweeps/means.hpp"
#include "experiments/sweeps/stock.hpp"
#include "experiments/sweeps/table_request.hpp"
#include "results/comparing/rival_ratios.hpp"
#include "results/comparing/study_numbers.hpp"

namespace apportion::sweeps {
namespace {

using results::Coordinate;
using results::Interval;
using results::PairwiseRow;
using results::Rows;
using results::Value;

constexpr std::size_t most_panels = 24;
constexpr std::size_t most_names = 4;

// The axis of sweeps over a file of problems, which have one sample of each.
constexpr const char* instance_axis = "instance";

// A completed request.
struct ComparisonPlan {
  TableRequest request;
  results::MetricRecord metric;
  std::vector<std::pair<std::size_t, std::size_t>> pairs;  // places in request.algorithms
  std::vector<std::string> varied;                         // axes with several values, in the study's order
  std::vector<std::string> numeric;                        // those with numbers, along which lines may cross
  std::vector<std::string> logarithmic;                    // those of these with a logarithmic scale
  std::string along;                                       // the chart's axis; "": no axis is varied
  bool y_logarithmic = false;
  // Whether the study's instances, given by a file, count as samples of one point; they are then no axis of tables and
  // charts.
  bool by_instances = false;
  std::size_t panels = 1;  // combinations of values of the other varied axes
};

// A point with a value for every axis, except that of instances if they count as samples.
using ComparedPoint = std::vector<Coordinate>;

// "processors=8 latency=0" for these axes, or for all others.
std::string spelled(const ComparedPoint& point, const std::vector<std::string>& axes, bool without = false) {
  std::string text;
  for (const Coordinate& each : point)
    if (contains(axes, each.axis) != without) text += (text.empty() ? "" : " ") + each.axis + "=" + each.text;
  return text;
}

// The coordinate on that axis.
const Coordinate& coordinate_on(const ComparedPoint& point, const std::string& axis) {
  return *std::ranges::find(point, axis, &Coordinate::axis);
}

bool is_same_value(const Coordinate& here, const std::string& value) {
  const engine::AxisValue wanted = engine::AxisValue::parse(value);
  return wanted.number && here.number ? *wanted.number == *here.number : wanted.text == here.text;
}

// The title of an axis, or of `algorithm`, in charts.
std::string axis_title(const TableRequest& request, const std::string& name) {
  const engine::Axis* const axis = engine::axis_named(request.grid, name);
  return axis == nullptr || axis->title.empty() ? name : axis->title;
}

// The values that the request selects on an axis; nothing: all.
std::optional<std::vector<std::string>> wanted_on(const std::string& axis, const TableRequest& request) {
  if (const auto fixed = request.fixed.find(axis); fixed != request.fixed.end()) return names_in(fixed->second);
  const engine::Axis* declared = engine::axis_named(request.grid, axis);
  if (declared == nullptr || declared->is_bound || declared->values.empty()) return std::nullopt;
  return collected(declared->values, &engine::AxisValue::text);
}

// The stored values that the request selects.
std::vector<std::string> values_on(const std::string& axis, const TableRequest& request, const Stock& stock) {
  std::vector<std::string> values = stock.values(axis);
  if (const auto wanted = wanted_on(axis, request))
    std::erase_if(values, [&](const std::string& value) {
      const Coordinate here = results::coordinate(axis, value);
      return std::ranges::none_of(*wanted, [&](const std::string& each) { return is_same_value(here, each); });
    });
  return values;
}

bool is_number(const std::string& text) { return engine::AxisValue::parse(text).number.has_value(); }

// Checks the values of --set and spells them as in the database.
void check_fixed(TableRequest& request, const Stock& stock) {
  for (auto& [axis, text] : request.fixed) {
    stock.require_axis(axis);
    std::vector<std::string> values = names_in(text);
    for (std::string& value : values) {
      value = engine::AxisValue::parse(value).text;
      stock.require_value(axis, value);
    }
    text = fmt::format("{}", fmt::join(values, ","));
  }
}

// The algorithms of the file; without one the stored algorithms: in the study's order, then others.
std::vector<std::string> all_algorithms(const TableRequest& request, const Stock& stock) {
  if (!request.grid.empty()) return request.order;
  std::vector<std::string> names = stock.algorithms();
  std::ranges::stable_sort(names, {}, [&request](const std::string& name) {
    return std::ranges::find(request.order, name) - request.order.begin();
  });
  return names;
}

void check_algorithms(TableRequest& request, const Stock& stock) {
  if (request.algorithms.empty()) request.algorithms = all_algorithms(request, stock);
  if (!request.rival.empty()) request.algorithms.push_back(request.rival);
  std::vector<std::string> different;
  for (const std::string& name : request.algorithms) {
    if (!contains(request.order, name)) stock.require_algorithm(name);
    if (!contains(different, name)) different.push_back(name);
  }
  request.algorithms = std::move(different);
  if (request.algorithms.size() < 2)
    throw InputError(fmt::format("{} needs another algorithm to be compared with; {} has {}",
                                 request.algorithms.front(), request.experiment, fmt::join(stock.algorithms(), ", ")));
}

std::vector<std::pair<std::size_t, std::size_t>> pairs_of(const TableRequest& request) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  const std::vector<std::string>& names = request.algorithms;
  for (std::size_t mine = 0; mine < names.size(); ++mine)
    for (std::size_t rival = 0; rival < names.size(); ++rival) {
      const bool wanted = request.rival.empty() ? mine < rival : names[rival] == request.rival && mine != rival;
      if (wanted) pairs.emplace_back(mine, rival);
    }
  return pairs;
}

bool has_uneven_steps(const std::vector<std::string>& values) {
  std::vector<double> numbers;
  for (const std::string& value : values) numbers.push_back(*engine::AxisValue::parse(value).number);
  return asks_for_logarithms(std::move(numbers));
}

void choose_axes(const Stock& stock, ComparisonPlan& plan) {
  std::pair<bool, std::size_t> most;
  plan.by_instances = contains(stock.axes(), instance_axis) && plan.request.along != instance_axis;
  for (const std::string& axis : stock.axes()) {
    if (plan.by_instances && axis == instance_axis) continue;
    const std::vector<std::string> values = values_on(axis, plan.request, stock);
    if (values.size() < 2) continue;
    plan.varied.push_back(axis);
    plan.panels *= values.size();
    const bool numeric = std::ranges::all_of(values, is_number);
    if (numeric) plan.numeric.push_back(axis);
    if (numeric && has_uneven_steps(values)) plan.logarithmic.push_back(axis);
    const std::pair rank(numeric, values.size());
    if (rank > most) plan.along = axis;
    most = std::max(most, rank);
  }
  if (const std::string& along = plan.request.along; !along.empty()) {
    stock.require_axis(along);
    if (!contains(plan.varied, along))
      throw InputError(fmt::format("{} has only one value, so nothing varies along it", along));
    plan.along = along;
    std::erase_if(plan.numeric, [&along](const std::string& axis) { return axis != along; });
  }
  if (plan.along.empty()) return;
  plan.panels /= values_on(plan.along, plan.request, stock).size();
  if (!plan.request.log) return;
  plan.y_logarithmic = contains(*plan.request.log, "y");
  std::erase(plan.logarithmic, plan.along);
  if (!contains(*plan.request.log, "x")) return;
  if (!contains(plan.numeric, plan.along)) throw InputError(fmt::format("log = x: {} has no numbers", plan.along));
  plan.logarithmic.push_back(plan.along);
}

// Completes the layout of an improvement: several algorithms become columns, or pages if there are columns.
void lay_out(const Stock& stock, ComparisonPlan& plan) {
  TableRequest& request = plan.request;
  const auto is_algorithm = [](const std::string& axis) { return axis == algorithm_word; };
  if (plan.pairs.size() > 1 &&
      std::ranges::none_of(std::array{request.rows, request.columns, request.pages}, is_algorithm)) {
    if (request.columns.empty())
      request.columns = algorithm_word;
    else if (request.pages.empty())
      request.pages = algorithm_word;
  }
  std::vector<std::string> names = stock.axes();
  names.emplace_back(algorithm_word);
  const std::array laid_out = {request.rows, request.columns, request.pages};
  for (const std::string& axis : laid_out) {
    if (axis.empty()) continue;
    static_cast<void>(one_of("axis of " + request.experiment, axis, names));
    if (std::ranges::count(laid_out, axis) > 1)
      throw InputError(fmt::format("{} is laid out twice; rows, columns and pages take different axes", axis));
  }
  for (const std::string& axis : plan.varied)
    if (std::ranges::find(laid_out, axis) == laid_out.end())
      throw InputError(
          fmt::format("{} has the values {} of {}: fix one by --set {}=VALUE, or lay it out as rows, columns or pages",
                      request.experiment, fmt::join(values_on(axis, request, stock), ", "), axis, axis));
}

// Whether the request selects the point.
bool is_wanted(const ComparedPoint& point, const TableRequest& request) {
  return std::ranges::all_of(point, [&request](const Coordinate& here) {
    const auto wanted = wanted_on(here.axis, request);
    return !wanted ||
           std::ranges::any_of(*wanted, [&](const std::string& value) { return is_same_value(here, value); });
  });
}

// The order of coordinates: numbers ascending, then texts.
bool is_before(const Coordinate& a, const Coordinate& b) {
  return std::tuple(!a.number, a.number.value_or(0), a.number ? "" : a.text) <
         std::tuple(!b.number, b.number.value_or(0), b.number ? "" : b.text);
}

bool stands_before(const ComparedPoint& a, const ComparedPoint& b) {
  return std::ranges::lexicographical_compare(a, b, is_before);
}

// Reads the points, their numbers and their strata.
class Gathering {
 public:
  Gathering(const ComparisonPlan& plan, const Stock& stock, const results::Reader& reader)
      : plan_(plan), stock_(stock), numbers_(reader, stock.key(), {plan.request.algorithms, plan.metric.name}) {
    if (plan.by_instances) instances_ = stock_.values(instance_axis);
  }

  results::PairwiseQuestion question() {
    std::vector<std::pair<ComparedPoint, std::string>> points;
    for (const std::string& name : numbers_.points()) {
      ComparedPoint point = completed(numbers_.coordinates(name));
      if (is_wanted(point, plan_.request)) points.emplace_back(std::move(point), name);
    }
    std::ranges::sort(points, [](const auto& a, const auto& b) { return stands_before(a.first, b.first); });
    for (const auto& [point, name] : points) add(point, name);
    for (results::PairedPoint& point : question_.points)
      for (std::vector<results::SeriesNumber>& numbers : point.numbers)
        std::ranges::sort(numbers, {}, &results::SeriesNumber::index);
    question_.pairs = plan_.pairs;
    question_.more_is_better = plan_.metric.better == "more";
    question_.is_exact = plan_.request.deterministic && !plan_.by_instances;
    for (const std::string& axis : plan_.numeric) add_lines(axis);
    return std::move(question_);
  }

 private:
  // The point with the axes that were added later, in the study's order.
  [[nodiscard]] ComparedPoint completed(const std::vector<Coordinate>& stored) const {
    ComparedPoint point;
    for (const std::string& axis : stock_.axes()) {
      const auto found = std::ranges::find(stored, axis, &Coordinate::axis);
      const auto added = std::ranges::find(stock_.added_axes(), axis, &Coordinate::axis);
      if (found != stored.end())
        point.push_back(*found);
      else if (added != stock_.added_axes().end())
        point.push_back(*added);
    }
    return point;
  }

  void add(const ComparedPoint& stored, const std::string& name) {
    const results::SeriesSet all = numbers_.at(name);
    std::vector<const results::Series*> found;
    for (const std::string& algorithm : plan_.request.algorithms) {
      const auto series = all.find({.point = name, .algorithm = algorithm, .metric = plan_.metric.name});
      found.push_back(series == all.end() ? nullptr : &series->second);
    }
    // Only comparisons need single samples.
    const auto lacks_samples = [](const results::Series* series) {
      return series != nullptr && !series->has_all_samples();
    };
    const auto lacking = std::ranges::find_if(found, lacks_samples);
    if (lacking != found.end() && plan_.request.kind == TableKind::comparison)
      throw not_kept(plan_.request.algorithms[static_cast<std::size_t>(lacking - found.begin())], stored);
    results::PairedPoint here{.samples = numbers_.samples_at(name)};
    for (const results::Series* series : found)
      here.numbers.push_back(series == nullptr        ? std::vector<results::SeriesNumber>()
                             : lacking == found.end() ? series->samples
                                                      : series->chunks);
    here.coordinates = plan_.by_instances ? as_sample(stored, here) : stored;
    const auto there = std::ranges::find_if(question_.points, [&](const results::PairedPoint& each) {
      return plan_.by_instances && spelled(each.coordinates, {}, true) == spelled(here.coordinates, {}, true);
    });
    if (there == question_.points.end()) {
      here.stratum = stratum_of(here.coordinates);
      question_.points.push_back(std::move(here));
      return;
    }
    there->samples += here.samples;
    for (std::size_t i = 0; i < here.numbers.size(); ++i)
      there->numbers[i].insert(there->numbers[i].end(), here.numbers[i].begin(), here.numbers[i].end());
  }

  // The point without its instance, whose only sample gets the number of the instance.
  [[nodiscard]] ComparedPoint as_sample(const ComparedPoint& stored, results::PairedPoint& here) const {
    const auto instance = std::ranges::find(instances_, coordinate_on(stored, instance_axis).text);
    for (std::vector<results::SeriesNumber>& numbers : here.numbers)
      for (results::SeriesNumber& number : numbers) number.index = instance - instances_.begin();
    ComparedPoint point = stored;
    std::erase_if(point, [](const Coordinate& each) { return each.axis == instance_axis; });
    return point;
  }

  [[nodiscard]] InputError not_kept(const std::string& algorithm, const ComparedPoint& point) const {
    const std::string where = spelled(point, plan_.varied);
    const std::string& word = plan_.request.run_word;
    return InputError(fmt::format(
        "{} compares single samples, which are not stored of {}{}; repeat {} with --keep-samples", plan_.request.name,
        algorithm, where.empty() ? "" : " at " + where, word.empty() ? "its run" : "`apportion run " + word + " ...`"));
  }

  std::size_t stratum_of(const ComparedPoint& point) {
    const std::string name = plan_.request.applied ? spelled(point, *plan_.request.applied, true) : "all points";
    return results::index_in_order_of_appearance(strata_, name);
  }

  void add_lines(const std::string& axis) {
    std::vector<std::string> others = plan_.varied;
    std::erase(others, axis);
    std::vector<std::string> names;
    const std::size_t first = question_.lines.size();
    // Points are in order, and so ascending along the axis.
    for (std::size_t i = 0; i < question_.points.size(); ++i) {
      const ComparedPoint& point = question_.points[i].coordinates;
      const Coordinate& place = coordinate_on(point, axis);
      if (!place.number) continue;
      const std::size_t line = first + results::index_in_order_of_appearance(names, spelled(point, others));
      if (line == question_.lines.size())
        question_.lines.push_back({.points = {},
                                   .places = {},
                                   .logarithmic = contains(plan_.logarithmic, axis),
                                   .axis = axis,
                                   .where = names.back()});
      question_.lines[line].points.push_back(i);
      question_.lines[line].places.push_back(*place.number);
    }
  }

  const ComparisonPlan& plan_;
  const Stock& stock_;
  results::StudyNumbers numbers_;
  std::vector<std::string> strata_;
  std::vector<std::string> instances_;
  results::PairwiseQuestion question_;
};

// Throws as table_exhibits() does. The stock must not be empty.
ComparisonPlan comparison_plan(const TableRequest& request, const Stock& stock) {
  ComparisonPlan plan;
  plan.request = request;
  plan.metric = stock.compared_metric(request.metric);
  check_fixed(plan.request, stock);
  check_algorithms(plan.request, stock);
  plan.pairs = pairs_of(plan.request);
  choose_axes(stock, plan);
  if (request.kind == TableKind::improvement) lay_out(stock, plan);
  return plan;
}

// A plan and its answer, which all tables share.
struct Answered {
  ComparisonPlan plan;
  results::PairwiseQuestion question;
  results::PairwiseAnswer answer;

  // The names of the algorithm and its rival.
  [[nodiscard]] std::pair<std::string, std::string> names(std::size_t pair) const {
    return {plan.request.algorithms[plan.pairs[pair].first], plan.request.algorithms[plan.pairs[pair].second]};
  }
};

// Rounds to significant digits, since p-values and places on axes are not more exact.
double rounded(double number, int digits) {
  // Denormal numbers have fewer digits, and std::stod refuses them.
  if (std::abs(number) < std::numeric_limits<double>::min() || !std::isfinite(number)) return number;
  return std::stod(fmt::format("{:.{}e}", number, digits - 1));
}

template <class Number>
Value value_of(const std::optional<Number>& number) {
  if (!number) return {};
  return *number;
}

Value rounded_p(const std::optional<double>& p_value) {
  if (!p_value) return {};
  return rounded(*p_value, 3);
}

Value on_axis(const results::Coordinate& coordinate) {
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

std::string subject(const ComparisonPlan& plan) {
  const TableRequest& request = plan.request;
  if (request.rival.empty()) return listed(request.algorithms) + " pairwise";
  std::vector<std::string> others = request.algorithms;
  std::erase(others, request.rival);
  return fmt::format("{} against {}", listed(others), request.rival);
}

std::string setting(const ComparisonPlan& plan) {
  std::string text = plan.request.experiment;
  for (const auto& [axis, values] : plan.request.fixed) text += fmt::format(", {} {}", axis, values);
  return text;
}

// "28 of 60", "none of 60"; "" if none is missing.
std::string missing_samples(const PairwiseRow& row) {
  if (row.samples == row.tried) return "";
  return fmt::format("{} of {}", row.samples == 0 ? "none" : std::to_string(row.samples), row.tried);
}

Value end_of(const std::optional<Interval>& interval, double Interval::*end) {
  return interval ? Value((*interval).*end) : Value();
}

std::string seen_word(const Answered& answered, const PairwiseRow& row) {
  if (row.seen != results::Seen::nothing) return row.seen == results::Seen::better ? "better" : "worse";
  return row.corrected || answered.question.is_exact ? "none seen" : "";
}

// The values of all axes but the chart's x axis.
std::string panel_of(const Answered& answered, const PairwiseRow& row) {
  std::string name;
  if (row.point)
    for (const Coordinate& each : answered.question.points[*row.point].coordinates)
      if (each.axis != answered.plan.along && contains(answered.plan.varied, each.axis))
        name += fmt::format("{}{} {}", name.empty() ? "" : ", ", each.axis, each.text);
  return name;
}

// A remark if the sign test and the ratio of means favour different algorithms.
std::optional<std::string> torn_remark(const Answered& answered, const PairwiseRow& row) {
  if (!row.ratio || row.p_value.value_or(1) > 1 - results::interval_level) return std::nullopt;
  const bool has_better_mean = answered.plan.metric.better == "less" ? *row.ratio < 1 : *row.ratio > 1;
  if (has_better_mean == (row.wins > row.losses)) return std::nullopt;
  return has_better_mean ? "better in the mean, though it loses more often"
                         : "worse in the mean, though it wins more often";
}

// The reason why there is no interval. The rows of the pair's points come before the one over all points.
std::string lack_of(const Answered& answered, const PairwiseRow& row) {
  const auto has_few = [&row](const PairwiseRow& each) {
    return each.pair == row.pair && each.point && each.points > 0 &&
           each.wins + each.ties + each.losses < results::least_samples;
  };
  if (row.point ? has_few(row) : std::ranges::any_of(answered.answer.rows, has_few))
    return fmt::format("fewer than {} samples", results::least_samples);
  if (row.wins + row.losses < results::least_differing)
    return fmt::format("fewer than {} samples differ", results::least_differing);
  return "the rival's mean is not told from 0";
}

Value remark_on(const Answered& answered, const PairwiseRow& row) {
  std::vector<std::string> remarks;
  if (const std::string missing = missing_samples(row); !missing.empty()) remarks.push_back(missing + " samples");
  if (row.incomplete_points > 0)
    remarks.push_back(
        fmt::format("{} of one only", counted(static_cast<std::int64_t>(row.incomplete_points), "point")));
  if (row.points > 0 && !row.ratio)
    remarks.emplace_back(row.mean < 0 || row.rival_mean < 0 ? "no ratio: a mean is negative"
                                                            : "no ratio: the rival's mean is 0");
  else if (row.points > 0 && !row.interval && !answered.question.is_exact)
    remarks.push_back("no interval: " + lack_of(answered, row));
  if (const std::optional<std::string> torn = torn_remark(answered, row)) remarks.push_back(*torn);
  if (remarks.empty()) return {};
  return fmt::format("{}", fmt::join(remarks, "; "));
}

Rows ratio_rows(const Answered& answered) {
  Rows rows{{"algorithm", "rival"}, {}};
  rows.columns.insert(rows.columns.end(), answered.plan.varied.begin(), answered.plan.varied.end());
  // Axes must not have one of these names.
  for (const char* name :
       {"ratio_of_means", "from", "to", "difference", "samples", "wins", "ties", "losses", "p_value", "p_holm",
        "effect", "remark", "mean", "rival_mean", "corrected_from", "corrected_to", "tried", "pair", "panel"})
    rows.columns.emplace_back(name);
  for (const PairwiseRow& row : answered.answer.rows) {
    const auto [mine, rival] = answered.names(row.pair);
    std::vector<Value>& values = rows.rows.emplace_back(std::vector<Value>{mine, rival});
    for (const std::string& axis : answered.plan.varied)
      values.push_back(row.point ? on_axis(coordinate_on(answered.question.points[*row.point].coordinates, axis))
                                 : Value());
    const bool compared = row.points > 0;
    values.insert(
        values.end(),
        {value_of(row.ratio), end_of(row.interval, &Interval::low), end_of(row.interval, &Interval::high),
         Value(seen_word(answered, row)), Value(row.samples), Value(row.wins), Value(row.ties), Value(row.losses),
         rounded_p(row.p_value), rounded_p(row.holm), value_of(row.effect), remark_on(answered, row),
         compared ? Value(row.mean) : Value(), compared ? Value(row.rival_mean) : Value(),
         end_of(row.corrected, &Interval::low), end_of(row.corrected, &Interval::high), Value(row.tried),
         Value(fmt::format("{} / {}", mine, rival)), Value(panel_of(answered, row))});
  }
  return rows;
}

results::Exhibit ratio_exhibit(const ComparisonPlan& plan) {
  const TableRequest& request = plan.request;
  results::Exhibit exhibit{.name = request.name};
  exhibit.title = request.title.empty()
                      ? fmt::format("{}: ratio of the mean {}, {}", subject(plan), plan.metric.name, setting(plan))
                      : request.title;
  exhibit.note = fmt::format(
      "ratio of means: mean {0} of the algorithm over that of its rival on the samples that both have; {1} is better. "
      "from, to: {2:.0f} % interval by Fieller's theorem. difference: whether one is seen when this interval is "
      "corrected "
      "for the number of rows (Holm). wins, ties, losses: samples on which the algorithm is better, equal, worse. "
      "p value: sign test; Holm: corrected over this table's rows. effect: mean difference over its standard deviation."
      "{3}{4}",
      plan.metric.name, plan.metric.better, 100 * results::interval_level,
      plan.varied.empty() ? "" : " Rows without a value of an axis: over all points, samples by their totals.",
      plan.by_instances ? " samples: instances of the file." : "");
  exhibit.layout.values = {{"ratio_of_means", "ratio of means", 4},
                           {"from", "from", 4},
                           {"to", "to", 4},
                           {"p_value", "p value", -1},
                           {"p_holm", "Holm", -1},
                           {"effect", "effect", 2}};
  exhibit.layout.hidden = {"mean", "rival_mean", "corrected_from", "corrected_to", "tried", "pair", "panel"};
  if (plan.along.empty() || plan.panels > most_panels) return exhibit;
  // A single curve has no key, so the title names the pair.
  const std::string names = plan.pairs.size() == 1
                                ? fmt::format(", {} over {}", request.algorithms[plan.pairs[0].first],
                                              request.algorithms[plan.pairs[0].second])
                                : "";
  exhibit.charts = {{.name = "ratios",
                     .x = {plan.along, axis_title(request, plan.along), contains(plan.logarithmic, plan.along)},
                     .y = {.title = fmt::format("ratio of the mean {}{}", plan.metric.name, names),
                           .logarithmic = plan.y_logarithmic},
                     .values = {{"ratio_of_means", "ratio of means", 4}},
                     .error_low = "from",
                     .error_high = "to",
                     .error_title = fmt::format("{:.0f} % interval", 100 * results::interval_level),
                     .series = "pair",
                     .panel = plan.varied.size() > 1 ? "panel" : "",
                     .panels_across = 3,
                     .lines = {{1, "equal means"}}}};
  return exhibit;
}

// The percentages of an improvement, in the order of its pages, rows and columns.
Rows percent_rows(const Answered& answered) {
  const ComparisonPlan& plan = answered.plan;
  const TableRequest& request = plan.request;
  const std::vector<std::string> laid_out{request.pages, request.rows, request.columns};
  std::vector<const PairwiseRow*> order;
  for (const PairwiseRow& row : answered.answer.rows)
    if (row.point) order.push_back(&row);
  std::ranges::stable_sort(order, stands_before, [&](const PairwiseRow* row) {
    ComparedPoint place;
    for (const std::string& axis : laid_out)
      if (axis == algorithm_word)
        place.push_back(results::coordinate(axis, std::to_string(row->pair)));
      else if (!axis.empty())
        place.push_back(coordinate_on(answered.question.points[*row->point].coordinates, axis));
    return place;
  });
  Rows rows;
  if (!request.pages.empty()) rows.columns.emplace_back("page");
  rows.columns.insert(rows.columns.end(), {"algorithm", "rival"});
  for (const PairwiseRow* row : order) {
    const ComparedPoint& point = answered.question.points[*row->point].coordinates;
    const std::string& name = request.algorithms[plan.pairs[row->pair].first];
    std::vector<Value>& values = rows.rows.emplace_back();
    if (request.pages == algorithm_word)
      values.emplace_back(name);
    else if (!request.pages.empty())
      values.emplace_back(fmt::format("{}{} {}",
                                      contains(laid_out, algorithm_word) || plan.pairs.size() == 1 ? "" : name + ", ",
                                      request.pages, coordinate_on(point, request.pages).text));
    values.insert(values.end(), {name, request.rival});
    for (const Coordinate& each : point) {
      if (rows.rows.size() == 1) rows.columns.push_back(each.axis);
      values.push_back(on_axis(each));
    }
    const double sign = plan.metric.better == "more" ? 1 : -1;
    const auto percent = [&](const std::optional<double>& ratio) {
      return ratio ? Value(sign * 100 * (*ratio - 1)) : Value();
    };
    const bool has_percent = row->points > 0 && row->rival_mean != 0;
    const std::optional<results::Interval>& interval = row->interval;
    Value low = percent(interval ? std::optional(sign > 0 ? interval->low : interval->high) : std::nullopt);
    Value high = percent(interval ? std::optional(sign > 0 ? interval->high : interval->low) : std::nullopt);
    const std::string missing = missing_samples(*row);
    values.insert(
        values.end(),
        {has_percent ? Value(sign * 100 * (row->mean - row->rival_mean) / row->rival_mean) : Value(), low, high,
         row->points > 0 ? Value(row->mean) : Value(), row->points > 0 ? Value(row->rival_mean) : Value(),
         Value(row->samples), missing.empty() ? Value() : Value(missing)});
  }
  for (const char* name : {"percent", "from", "to", "mean", "rival_mean", "samples", "missing"})
    rows.columns.emplace_back(name);
  return rows;
}

results::Exhibit percent_exhibit(const ComparisonPlan& plan) {
  const TableRequest& request = plan.request;
  results::Exhibit exhibit{.name = request.name, .title = request.title};
  if (exhibit.title.empty()) {
    std::vector<std::string> others = request.algorithms;
    std::erase(others, request.rival);
    exhibit.title = fmt::format("Improvement of {} over {} in percent of the mean {}, {}", listed(others),
                                request.rival, plan.metric.name, setting(plan));
  }
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
                     .x = {request.rows, axis_title(request, request.rows)},
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

std::string guessed_place(const std::optional<double>& at, bool logarithmic) {
  if (!at) return "";
  return fmt::format(", on a straight line{} at {}", logarithmic ? " over its logarithm" : "", rounded(*at, 3));
}

std::string no_crossing(const results::LineCrossings& line, const std::string& axis, const std::string& mine,
                        const std::string& rival) {
  const std::string names = fmt::format("{} and {} along {}: ", mine, rival, axis);
  if (line.points < 2) return names + "fewer than two points have both";
  const std::string changes = line.sign_changes > 0 ? "; a crossing is not located" : "";
  const std::size_t seen = line.better + line.worse;
  if (seen == 0) return names + "no difference seen" + changes;
  const std::string better = names + (line.better > 0 ? mine : rival) + " is better ";
  if (seen == line.points) return better + "throughout";
  return better + fmt::format("at {} of {} points, no difference seen at the others{}", seen, line.points, changes);
}

// Adds the sentences on one line of points, with their numbers.
void add_crossings(const Answered& answered, std::size_t pair, std::size_t line, Rows& rows) {
  const results::LineCrossings& found = answered.answer.crossings[pair][line];
  const results::AxisLine& where = answered.question.lines[line];
  const auto [mine, rival] = answered.names(pair);
  if (found.crossings.empty())
    rows.rows.push_back(
        {where.where, no_crossing(found, where.axis, mine, rival), where.axis, mine, rival, {}, {}, {}});
  for (const results::Crossing& each : found.crossings) {
    const std::string& winner = each.algorithm_overtakes ? mine : rival;
    const std::string& loser = each.algorithm_overtakes ? rival : mine;
    const Coordinate& from = coordinate_on(answered.question.points[where.points[each.before]].coordinates, where.axis);
    const Coordinate& to = coordinate_on(answered.question.points[where.points[each.after]].coordinates, where.axis);
    const std::string change =
        each.is_located
            ? fmt::format("{} overtakes {} between {} {} and {}{}", winner, loser, where.axis, from.text, to.text,
                          guessed_place(each.at, contains(answered.plan.logarithmic, where.axis)))
            : fmt::format("{} overtakes {} along {}, not located: worse at {}, better at {}, none seen between", winner,
                          loser, where.axis, from.text, to.text);
    rows.rows.push_back({where.where, change, where.axis, winner, loser, each.is_located ? on_axis(from) : Value(),
                         each.is_located ? on_axis(to) : Value(), value_of(each.at)});
  }
}

Rows crossing_rows(const Answered& answered) {
  Rows rows{{"where", "crossing", "axis", "algorithm", "rival", "from", "to", "at"}, {}};
  for (std::size_t pair = 0; pair < answered.plan.pairs.size(); ++pair)
    for (std::size_t line = 0; line < answered.question.lines.size(); ++line) add_crossings(answered, pair, line, rows);
  return rows;
}

results::Exhibit crossing_exhibit(const ComparisonPlan& plan) {
  results::Exhibit exhibit{.name = plan.request.name + "-crossings"};
  exhibit.title = fmt::format("{}: where one overtakes the other in the mean {}, {}", subject(plan), plan.metric.name,
                              setting(plan));
  exhibit.note =
      "The one that overtakes is better beyond, and its rival before: a difference is seen at the two points, with the "
      "correction for all rows of the comparison, and nothing is known of what lies between. Where the straight line "
      "between the two ratios crosses 1 is an estimate on the axis's own scale.";
  exhibit.layout.hidden = {"axis", "algorithm", "rival", "from", "to", "at"};
  if (plan.varied.size() < 2) exhibit.layout.hidden.emplace_back("where");
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

// "A costs 0.27 % less than B (0.27 to 0.28)" if the difference is significant; otherwise that it is not.
std::string conclusion(const Answered& answered, const PairwiseRow& row) {
  const auto [mine, rival] = answered.names(row.pair);
  const std::string& metric = answered.plan.metric.name;
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
  if (!row.interval) return said + (answered.question.is_exact ? ", exactly" : "");
  double low = 100 * std::abs(row.interval->low - 1);
  double high = 100 * std::abs(row.interval->high - 1);
  if (low > high) std::swap(low, high);
  return fmt::format("{} ({:.{}f} to {:.{}f})", said, low, decimals, high, decimals);
}

// The conclusion of each pair, from its last row: over all points, or at the only one.
Rows conclusion_rows(const Answered& answered) {
  Rows rows{{"conclusion"}, {}};
  const std::vector<PairwiseRow>& all = answered.answer.rows;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i + 1 < all.size() && all[i + 1].pair == all[i].pair) continue;
    const std::string missing = missing_samples(all[i]);
    rows.rows.push_back({fmt::format("{}, n = {}", conclusion(answered, all[i]),
                                     missing.empty() ? std::to_string(all[i].samples) : missing)});
  }
  return rows;
}

results::Exhibit conclusion_exhibit(const ComparisonPlan& plan) {
  results::Exhibit exhibit{.name = plan.request.name + "-conclusions"};
  exhibit.title = fmt::format("{}: what the mean {} comes to, {}", subject(plan), plan.metric.name, setting(plan));
  return exhibit;
}

}  // namespace

std::vector<results::Exhibit> table_exhibits(const TableRequest& request, std::int64_t seed,
                                             const results::Reader& reader) {
  const Stock stock(request.experiment, seed, reader);
  if (stock.empty())
    return {{.name = request.name,
             .study = request.experiment,
             .parameters = request.fixed,
             .title = request.title,
             .rows = Rows()}};
  Answered answered{comparison_plan(request, stock), {}, {}};
  const ComparisonPlan& plan = answered.plan;
  answered.question = Gathering(plan, stock, reader).question();
  answered.answer = compare_pairwise(answered.question);
  std::vector<results::Exhibit> exhibits;
  const auto add = [&](results::Exhibit exhibit, Rows rows) {
    exhibit.study = request.experiment;
    exhibit.parameters = plan.request.fixed;
    exhibit.rows = std::move(rows);
    exhibits.push_back(std::move(exhibit));
  };
  if (request.kind == TableKind::improvement) {
    add(percent_exhibit(plan), percent_rows(answered));
    return exhibits;
  }
  add(ratio_exhibit(plan), ratio_rows(answered));
  if (!plan.numeric.empty()) add(crossing_exhibit(plan), crossing_rows(answered));
  add(conclusion_exhibit(plan), conclusion_rows(answered));
  return exhibits;
}

}  // namespace apportion::sweeps
