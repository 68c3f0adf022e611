// Comparisons with certainty: completing the request, reading its samples; tables of ratios of means with their
// intervals, of crossings, where one algorithm overtakes another, and of sentences.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
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
#include "sim/random_stream.hpp"

namespace apportion::sweeps {
namespace {

// A request with everything said that it left open.
struct ComparisonPlan {
  TableRequest request;
  results::MetricRecord metric;
  std::vector<std::pair<std::size_t, std::size_t>> pairs;  // places in request.algorithms
  std::vector<std::string> varied;                         // axes with several values, in the study's order
  std::vector<std::string> numeric;                        // those of them with numbers, along which lines may cross
  std::string along;                                       // the chart's axis; "": no axis is varied
  bool x_logarithmic = false;
  bool y_logarithmic = false;
  // Whether the study's instances, which a file gave, count as the samples of one point: no table or chart runs along
  // them.
  bool by_instances = false;
  std::size_t panels = 1;  // combinations of values of the other varied axes
};

// A point with a value for every axis, but that of instances where they count as samples.
using ComparedPoint = std::vector<results::Coordinate>;

// Points with the same values on all axes but one.
struct ComparedLine {
  std::string axis;
  std::string where;  // "processors=8": the values of the other varied axes; "" if no other axis varies
};

struct ComparedSamples {
  std::vector<ComparedPoint> points;  // ascending
  std::vector<ComparedLine> lines;    // those of the question
  results::PairwiseQuestion question;
};

using results::Coordinate;

// "processors=8 latency=0" of these axes, or of all but these.
std::string spelled(const ComparedPoint& point, const std::vector<std::string>& axes, bool without = false) {
  std::string text;
  for (const Coordinate& each : point)
    if (contains(axes, each.axis) != without) text += (text.empty() ? "" : " ") + each.axis + "=" + each.text;
  return text;
}

std::string spelled_without(const ComparedPoint& point, const std::vector<std::string>& axes) {
  return spelled(point, axes, true);
}

// The coordinate on that axis.
const Coordinate& coordinate_on(const ComparedPoint& point, const std::string& axis) {
  return *std::ranges::find(point, axis, &Coordinate::axis);
}

constexpr std::size_t most_rows = 10'000;

// Of sweeps over a file of problems, which have one sample of each.
constexpr const char* instance_axis = "instance";

// The values that the request leaves on an axis.
std::vector<std::string> values_on(const std::string& axis, const TableRequest& request, const Stock& stock) {
  const auto fixed = request.fixed.find(axis);
  return fixed == request.fixed.end() ? stock.values(axis) : names_in(fixed->second);
}

bool is_number(const std::string& text) { return engine::AxisValue::parse(text).number.has_value(); }

// Values of --set in the spelling of the database, each of them checked.
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

// All that there are: those that the study lists in its order, then the others.
std::vector<std::string> all_algorithms(const TableRequest& request, const Stock& stock) {
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
    stock.require_algorithm(name);
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

void choose_scales(const std::vector<std::string>& values, ComparisonPlan& plan) {
  const std::optional<std::vector<std::string>>& log = plan.request.log;
  const bool numeric = std::ranges::all_of(values, is_number);
  if (numeric && !log) {
    std::vector<double> numbers;
    for (const std::string& value : values) numbers.push_back(*engine::AxisValue::parse(value).number);
    plan.x_logarithmic = asks_for_logarithms(std::move(numbers));
  }
  if (!log) return;
  plan.x_logarithmic = contains(*log, "x");
  plan.y_logarithmic = contains(*log, "y");
  if (plan.x_logarithmic && !numeric) throw InputError(fmt::format("log = x: {} has no numbers", plan.along));
}

void choose_axes(const Stock& stock, ComparisonPlan& plan) {
  std::size_t most = 0;
  plan.by_instances = contains(stock.axes(), instance_axis) && plan.request.along != instance_axis;
  for (const std::string& axis : stock.axes()) {
    if (plan.by_instances && axis == instance_axis) continue;
    const std::vector<std::string> values = values_on(axis, plan.request, stock);
    if (values.size() < 2) continue;
    plan.varied.push_back(axis);
    plan.panels *= values.size();
    const bool numeric = std::ranges::all_of(values, is_number);
    if (numeric) plan.numeric.push_back(axis);
    const std::size_t rank = values.size() + (numeric ? most_rows : 0);
    if (rank > most) plan.along = axis;
    most = std::max(most, rank);
  }
  if (const std::string& along = plan.request.along; !along.empty()) {
    stock.require_axis(along);
    if (!contains(plan.varied, along))
      throw InputError(fmt::format("{} has only one value, so nothing varies along it", along));
    plan.along = along;
    if (!contains(plan.numeric, along))
      plan.numeric.clear();
    else
      plan.numeric = {along};
  }
  if (plan.panels * plan.pairs.size() > most_rows)
    throw InputError(fmt::format(
        "{} pairs of algorithms at {} points make more than {} rows: name some by --algorithms or --against, "
        "or fix an axis by --set AXIS=VALUE",
        plan.pairs.size(), plan.panels, most_rows));
  if (plan.along.empty()) return;
  const std::vector<std::string> values = values_on(plan.along, plan.request, stock);
  plan.panels /= values.size();
  choose_scales(values, plan);
}

// Whether the request looks at the point.
bool is_wanted(const ComparedPoint& point, const TableRequest& request) {
  return std::ranges::all_of(request.fixed, [&point](const auto& fixed) {
    const std::vector<std::string> values = names_in(fixed.second);
    const Coordinate& here = coordinate_on(point, fixed.first);
    return std::ranges::any_of(values, [&here](const std::string& value) {
      const engine::AxisValue wanted = engine::AxisValue::parse(value);
      return wanted.number && here.number ? *wanted.number == *here.number : wanted.text == here.text;
    });
  });
}

// Numbers ascending, then texts.
bool is_before(const Coordinate& a, const Coordinate& b) {
  return std::tuple(!a.number, a.number.value_or(0), a.number ? "" : a.text) <
         std::tuple(!b.number, b.number.value_or(0), b.number ? "" : b.text);
}

bool stands_before(const ComparedPoint& a, const ComparedPoint& b) {
  return std::ranges::lexicographical_compare(a, b, is_before);
}

// Fills the points, their samples and their strata.
class Gathering {
 public:
  Gathering(const ComparisonPlan& plan, std::int64_t seed, const results::Reader& reader)
      : plan_(plan),
        seed_(seed),
        stock_(plan.request.experiment, seed, reader),
        numbers_(reader, stock_.key(), {plan.request.algorithms, plan.metric.name}) {
    if (plan.by_instances) instances_ = stock_.values(instance_axis);
  }

  ComparedSamples samples() {
    std::vector<std::pair<ComparedPoint, std::string>> points;
    for (const std::string& name : numbers_.points()) {
      ComparedPoint point = completed(numbers_.coordinates(name));
      if (is_wanted(point, plan_.request)) points.emplace_back(std::move(point), name);
    }
    std::ranges::sort(points, [](const auto& a, const auto& b) { return stands_before(a.first, b.first); });
    for (const auto& [point, name] : points) add(point, name);
    for (results::PairedPoint& point : result_.question.points)
      for (std::vector<results::SampleNumber>& samples : point.samples)
        std::ranges::sort(samples, {}, &results::SampleNumber::sample);
    result_.question.pairs = plan_.pairs;
    result_.question.more_is_better = plan_.metric.better == "more";
    for (const std::string& axis : plan_.numeric) add_lines(axis);
    result_.question.stream = [names = strata_, seed = seed_,
                               experiment = plan_.request.experiment](std::size_t stratum) -> results::BitSource {
      const std::string name = fmt::format("comparison {} {}", experiment, names[stratum]);
      return [stream = std::make_shared<RandomStream>(static_cast<std::uint64_t>(seed), name)] { return (*stream)(); };
    };
    return std::move(result_);
  }

 private:
  // With the axes that came later, in the study's order.
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
    const results::SeriesSet series = numbers_.at(name);
    std::vector<std::vector<results::SampleNumber>> found;
    bool any = false;
    for (const std::string& algorithm : plan_.request.algorithms) {
      const auto numbers = series.find({.point = name, .algorithm = algorithm, .metric = plan_.metric.name});
      std::vector<results::SampleNumber>& samples = found.emplace_back();
      if (numbers == series.end()) continue;
      if (!numbers->second.has_all_samples()) throw not_kept(algorithm, stored);
      samples = numbers->second.samples;
      any = true;
    }
    if (!any) return;
    const ComparedPoint point = plan_.by_instances ? as_sample(stored, found) : stored;
    const auto same = std::ranges::find_if(result_.points, [&](const ComparedPoint& each) {
      return plan_.by_instances && spelled_without(each, {}) == spelled_without(point, {});
    });
    if (same == result_.points.end()) {
      result_.question.points.push_back({.stratum = stratum_of(point), .samples = std::move(found)});
      result_.points.push_back(point);
      return;
    }
    results::PairedPoint& there = result_.question.points[static_cast<std::size_t>(same - result_.points.begin())];
    for (std::size_t i = 0; i < found.size(); ++i)
      there.samples[i].insert(there.samples[i].end(), found[i].begin(), found[i].end());
  }

  // The point without its instance, whose one sample becomes that of the instance's number.
  [[nodiscard]] ComparedPoint as_sample(const ComparedPoint& stored,
                                        std::vector<std::vector<results::SampleNumber>>& found) const {
    const auto instance = std::ranges::find(instances_, coordinate_on(stored, instance_axis).text);
    for (std::vector<results::SampleNumber>& samples : found)
      for (results::SampleNumber& sample : samples) sample.sample = instance - instances_.begin();
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
    const std::string name = plan_.request.applied ? spelled_without(point, *plan_.request.applied) : "all points";
    return results::index_in_order_of_appearance(strata_, name);
  }

  void add_lines(const std::string& axis) {
    std::vector<std::string> others = plan_.varied;
    std::erase(others, axis);
    std::vector<std::string> names;
    std::vector<results::AxisLine> lines;
    // In the order of the points, and so ascending along the axis.
    for (std::size_t i = 0; i < result_.points.size(); ++i) {
      const Coordinate& place = coordinate_on(result_.points[i], axis);
      if (!place.number) continue;
      const std::size_t line = results::index_in_order_of_appearance(names, spelled(result_.points[i], others));
      lines.resize(names.size());
      lines[line].points.push_back(i);
      lines[line].places.push_back(*place.number);
    }
    for (std::size_t line = 0; line < lines.size(); ++line) {
      result_.lines.push_back({axis, names[line]});
      result_.question.lines.push_back(std::move(lines[line]));
    }
  }

  const ComparisonPlan& plan_;
  std::int64_t seed_;
  Stock stock_;
  results::StudyNumbers numbers_;
  std::vector<std::string> strata_;
  std::vector<std::string> instances_;
  ComparedSamples result_;
};

// Throws as comparison_exhibits() does. The stock must not be empty.
ComparisonPlan comparison_plan(const TableRequest& request, const Stock& stock) {
  ComparisonPlan plan;
  plan.request = request;
  plan.metric = stock.compared_metric(request.metric);
  check_algorithms(plan.request, stock);
  check_fixed(plan.request, stock);
  plan.pairs = pairs_of(plan.request);
  choose_axes(stock, plan);
  return plan;
}

// Reads the samples. InputError, naming --keep-samples, where an algorithm has results at a point and not all of its
// samples.
ComparedSamples compared_samples(const ComparisonPlan& plan, std::int64_t seed, const results::Reader& reader) {
  return Gathering(plan, seed, reader).samples();
}

using results::PairwiseRow;
using results::Rows;
using results::Value;

constexpr std::size_t most_panels = 24;
constexpr std::size_t most_names = 4;

// The answer to a plan, which the tables share.
struct Answered {
  ComparedSamples samples;
  results::PairwiseAnswer answer;
};

class Answers {
 public:
  explicit Answers(ComparisonPlan plan) : plan_(std::move(plan)) {}

  [[nodiscard]] const ComparisonPlan& plan() const { return plan_; }

  const Answered& of(std::int64_t seed, const results::Reader& reader) {
    const std::scoped_lock lock(mutex_);
    const auto found = answered_.find(seed);
    if (found != answered_.end()) return found->second;
    Answered answered{compared_samples(plan_, seed, reader), {}};
    answered.answer = compare_pairwise(answered.samples.question);
    answered.samples.question = {};  // the samples themselves, which take memory
    return answered_.emplace(seed, std::move(answered)).first->second;
  }

 private:
  ComparisonPlan plan_;
  std::mutex mutex_;
  std::map<std::int64_t, Answered> answered_;
};

// To so many digits, for readers: p-values and places on axes are not exact to more.
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
  if (coordinate.number) return *coordinate.number;
  return coordinate.text;
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

// Makes the rows of the ratios.
class RatioTable {
 public:
  RatioTable(const ComparisonPlan& plan, const Answered& answered) : plan_(plan), answered_(answered) {
    rows_.columns = columns_of(plan);
    const std::vector<PairwiseRow>& all = answered.answer.rows;
    for (std::size_t i = 0; i < all.size(); ++i) add(all[i], i);
  }

  // No axis has one of these names.
  static std::vector<std::string> columns_of(const ComparisonPlan& plan) {
    std::vector<std::string> columns{"algorithm", "rival"};
    columns.insert(columns.end(), plan.varied.begin(), plan.varied.end());
    for (const char* name : {"ratio_of_means", "from", "to", "samples", "wins", "ties", "losses", "p_value", "p_holm",
                             "effect", "mean", "rival_mean", "pair", "panel", "remark"})
      columns.emplace_back(name);
    return columns;
  }

  [[nodiscard]] Rows rows() const { return rows_; }

 private:
  void add(const PairwiseRow& row, std::size_t index) {
    const auto& [mine, rival] = plan_.pairs[row.pair];
    const std::vector<std::string>& names = plan_.request.algorithms;
    std::vector<Value> values{names[mine], names[rival]};
    for (const std::string& axis : plan_.varied)
      values.push_back(row.point ? on_axis(coordinate_on(answered_.samples.points[*row.point], axis)) : Value());
    for (const Value& value : {value_of(row.ratio), row.interval ? Value(row.interval->low) : Value(),
                               row.interval ? Value(row.interval->high) : Value(), Value(row.samples), Value(row.wins),
                               Value(row.ties), Value(row.losses), rounded_p(row.p_value), rounded_p(row.holm),
                               value_of(row.effect), Value(row.mean), Value(row.rival_mean),
                               Value(names[mine] + " / " + names[rival]), Value(panel_of(row)), remark_on(row, index)})
      values.push_back(value);
    rows_.rows.push_back(std::move(values));
  }

  // The values of the axes that the chart does not have along its x axis.
  [[nodiscard]] std::string panel_of(const PairwiseRow& row) const {
    std::vector<std::string> others = plan_.varied;
    std::erase(others, plan_.along);
    if (!row.point) return "";
    std::string name;
    for (const results::Coordinate& each : answered_.samples.points[*row.point])
      if (contains(others, each.axis)) name += fmt::format("{}{} {}", name.empty() ? "" : ", ", each.axis, each.text);
    return name;
  }

  [[nodiscard]] Value remark_on(const PairwiseRow& row, std::size_t index) const {
    std::vector<std::string> remarks;
    if (row.incomplete_points > 0)
      remarks.push_back(
          fmt::format("{} of one only", counted(static_cast<std::int64_t>(row.incomplete_points), "point")));
    if (row.unpaired > 0) remarks.push_back(fmt::format("{} of one only", counted(row.unpaired, "sample")));
    if (!row.ratio)
      remarks.emplace_back(row.mean < 0 || row.rival_mean < 0 ? "no ratio: a mean is negative"
                                                              : "no ratio: the rival's mean is 0");
    else if (!row.interval)
      remarks.push_back("no interval: " + lack_of(row, index));
    if (const std::optional<std::string> torn = torn_remark(row)) remarks.push_back(*torn);
    if (remarks.empty()) return {};
    return fmt::format("{}", fmt::join(remarks, "; "));
  }

  // The sign test and the ratio of means answer different questions, and may do so differently.
  [[nodiscard]] std::optional<std::string> torn_remark(const PairwiseRow& row) const {
    if (!row.ratio || row.p_value.value_or(1) > 1 - results::interval_level) return std::nullopt;
    const bool has_better_mean = plan_.metric.better == "less" ? *row.ratio < 1 : *row.ratio > 1;
    if (has_better_mean == (row.wins > row.losses)) return std::nullopt;
    return has_better_mean ? "better in the mean, though it loses more often"
                           : "worse in the mean, though it wins more often";
  }

  // Why there is no interval.
  [[nodiscard]] std::string lack_of(const PairwiseRow& row, std::size_t index) const {
    if (has_few_samples(row, index)) return fmt::format("fewer than {} samples", results::least_samples);
    if (row.wins + row.losses < results::least_differing)
      return fmt::format("fewer than {} samples differ", results::least_differing);
    return "a resample has no ratio";
  }

  // The row, or, of the one over all points, a row of its pair above it.
  [[nodiscard]] bool has_few_samples(const PairwiseRow& row, std::size_t index) const {
    const std::vector<PairwiseRow>& all = answered_.answer.rows;
    const std::size_t first = row.point ? index : index - row.points;
    return std::any_of(all.begin() + static_cast<std::ptrdiff_t>(first),
                       all.begin() + static_cast<std::ptrdiff_t>(index) + 1,
                       [](const PairwiseRow& each) { return each.samples < results::least_samples; });
  }

  const ComparisonPlan& plan_;
  const Answered& answered_;
  Rows rows_;
};

std::string ratio_note(const ComparisonPlan& plan) {
  const bool several = !plan.varied.empty();
  return fmt::format(
      "ratio of means: mean {0} of the algorithm over that of its rival on the same samples; {1} is better. "
      "from, to: {2:.0f} % interval, expanded percentiles of {3} paired bootstrap resamples. "
      "wins, ties, losses: samples on which the algorithm is better, equal, worse. p value: sign test; "
      "Holm: corrected over this table's rows. effect: mean difference over its standard deviation.{4}",
      plan.metric.name, plan.metric.better, 100 * results::interval_level, results::resamples,
      several || plan.by_instances
          ? fmt::format("{}{}",
                        several ? " Rows without a value of an axis: over all points, samples by their totals." : "",
                        plan.by_instances ? " samples: instances of the file." : "")
          : "");
}

results::Exhibit ratio_exhibit(const ComparisonPlan& plan) {
  const TableRequest& request = plan.request;
  results::Exhibit exhibit{.name = request.name};
  exhibit.title = request.title.empty()
                      ? fmt::format("{}: ratio of the mean {}, {}", subject(plan), plan.metric.name, setting(plan))
                      : request.title;
  exhibit.note = ratio_note(plan);
  exhibit.layout.values = {{"ratio_of_means", "ratio of means", 4},
                           {"from", "from", 4},
                           {"to", "to", 4},
                           {"p_value", "p value", -1},
                           {"p_holm", "Holm", -1},
                           {"effect", "effect", 2}};
  exhibit.layout.hidden = {"mean", "rival_mean", "pair", "panel"};
  if (plan.along.empty() || plan.panels > most_panels) return exhibit;
  // One curve has no key.
  const std::string names = plan.pairs.size() == 1
                                ? fmt::format(", {} over {}", request.algorithms[plan.pairs[0].first],
                                              request.algorithms[plan.pairs[0].second])
                                : "";
  results::Chart chart{
      .name = "ratios",
      .x = {plan.along, plan.along, plan.x_logarithmic},
      .y = {.title = fmt::format("ratio of the mean {}{}", plan.metric.name, names), .logarithmic = plan.y_logarithmic},
      .values = {{"ratio_of_means", "ratio of means", 4}},
      .error_low = "from",
      .error_high = "to",
      .error_title = fmt::format("{:.0f} % interval", 100 * results::interval_level),
      .series = "pair",
      .panel = plan.varied.size() > 1 ? "panel" : "",
      .panels_across = 3,
      .lines = {{1, "equal means"}}};
  exhibit.charts.push_back(std::move(chart));
  return exhibit;
}

// The sentences on one line, with their numbers.
class CrossingTable {
 public:
  CrossingTable(const ComparisonPlan& plan, const Answered& answered) : plan_(plan), answered_(answered) {
    rows_.columns = {"where", "crossing", "axis", "algorithm", "rival", "at", "from", "to"};
    for (std::size_t pair = 0; pair < plan.pairs.size(); ++pair)
      for (std::size_t line = 0; line < answered.samples.lines.size(); ++line) add(pair, line);
  }

  [[nodiscard]] Rows rows() const { return rows_; }

 private:
  void add(std::size_t pair, std::size_t line) {
    const results::LineCrossings& found = answered_.answer.crossings[pair][line];
    const ComparedLine& where = answered_.samples.lines[line];
    const std::string& mine = plan_.request.algorithms[plan_.pairs[pair].first];
    const std::string& rival = plan_.request.algorithms[plan_.pairs[pair].second];
    if (found.crossings.empty())
      rows_.rows.push_back(
          {where.where, no_crossing(found, where.axis, mine, rival), where.axis, mine, rival, {}, {}, {}});
    for (const results::Crossing& each : found.crossings) {
      const std::string& winner = each.algorithm_overtakes ? mine : rival;
      const std::string& loser = each.algorithm_overtakes ? rival : mine;
      rows_.rows.push_back(
          {where.where,
           fmt::format("{} overtakes {} at {} {}{}", winner, loser, where.axis, place(each.at), interval(each)),
           where.axis, winner, loser, each.at, value_of(each.low), value_of(each.high)});
    }
  }

  static std::string no_crossing(const results::LineCrossings& line, const std::string& axis, const std::string& mine,
                                 const std::string& rival) {
    const std::string names = fmt::format("{} and {} do not cross along {}: ", mine, rival, axis);
    if (line.points < 2) return names + "fewer than two points have both";
    if (line.better == 0 && line.worse == 0) return names + "their means are equal";
    const std::string& better = line.better > 0 ? mine : rival;
    const bool throughout = line.better == line.points || line.worse == line.points;
    return names + better + (throughout ? " is better throughout" : " is better or as good");
  }

  static std::string place(double at) { return fmt::format("{}", rounded(at, 3)); }

  static std::string interval(const results::Crossing& crossing) {
    if (!crossing.has_interval) return " (no interval)";
    if (crossing.low && crossing.high) return fmt::format(", {} to {}", place(*crossing.low), place(*crossing.high));
    if (crossing.low) return fmt::format(", {} or more", place(*crossing.low));
    return crossing.high ? fmt::format(", {} or less", place(*crossing.high)) : ", or anywhere";
  }

  const ComparisonPlan& plan_;
  const Answered& answered_;
  Rows rows_;
};

results::Exhibit crossing_exhibit(const ComparisonPlan& plan) {
  results::Exhibit exhibit{.name = plan.request.name + "-crossings"};
  exhibit.title = fmt::format("{}: where one overtakes the other in the mean {}, {}", subject(plan), plan.metric.name,
                              setting(plan));
  exhibit.note = fmt::format(
      "The one that overtakes is better beyond that. "
      "Between neighbouring points the difference of the means is taken to be linear. "
      "The range is the {:.0f} % interval of {} paired bootstrap resamples; "
      "an end that is missing lies beyond the points, or beyond another crossing.",
      100 * results::interval_level, results::resamples);
  exhibit.layout.hidden = {"axis", "algorithm", "rival", "at", "from", "to"};
  if (plan.varied.size() < 2) exhibit.layout.hidden.emplace_back("where");
  return exhibit;
}

// ".27": as many decimals as two digits of the number and one of the interval's width need.
std::string percent(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (text.starts_with("0.")) text.erase(0, 1);
  return text;
}

int decimals_for(double percent, std::optional<double> width) {
  const auto place = [](double number) { return static_cast<int>(std::floor(std::log10(number))); };
  constexpr int most = 6;
  int decimals = percent > 0 ? 1 - place(percent) : 0;
  if (width && *width > 0) decimals = std::max(decimals, -place(*width));
  return std::clamp(decimals, 0, most);
}

// "costs .27 % less than TILE (.27 to .28)", of the ratio of the means.
std::string difference_of(const PairwiseRow& row, const ComparisonPlan& plan, const std::string& rival) {
  const std::string& metric = plan.metric.name;
  const bool is_cost = metric == "total" || metric == "cost";
  const std::string verb = is_cost ? "costs" : "has";
  const std::string noun = is_cost ? "" : " " + metric;
  if (row.wins + row.losses == 0) return fmt::format("{} as much{} as {}", verb, noun, rival);
  if (!row.ratio) return fmt::format("and {} have no ratio of the mean {}", rival, metric);
  const double change = 100 * (*row.ratio - 1);
  const auto word = [](double percent) { return percent < 0 ? "less" : "more"; };
  const std::optional<double> width =
      row.interval ? std::optional(100 * (row.interval->high - row.interval->low)) : std::nullopt;
  const int decimals = decimals_for(std::abs(change), width);
  const auto spelled = [decimals](double percent_more) { return percent(std::abs(percent_more), decimals); };
  const std::string said = fmt::format("{} {} % {}{} than {}", verb, spelled(change), word(change), noun, rival);
  if (!row.interval) return said + " (no interval)";
  double low = 100 * (row.interval->low - 1);
  double high = 100 * (row.interval->high - 1);
  if (low < 0 && high > 0) return fmt::format("{} ({} less to {} more)", said, spelled(low), spelled(high));
  if (std::abs(low) > std::abs(high)) std::swap(low, high);
  return fmt::format("{} ({} to {})", said, spelled(low), spelled(high));
}

// Of each pair the last row: that over all points, or the only one.
Rows sentence_rows(const ComparisonPlan& plan, const std::vector<PairwiseRow>& all) {
  Rows rows{{"conclusion"}, {}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i + 1 < all.size() && all[i + 1].pair == all[i].pair) continue;
    const auto& [mine, rival] = plan.pairs[all[i].pair];
    const std::vector<std::string>& names = plan.request.algorithms;
    rows.rows.push_back(
        {fmt::format("{} {}, n = {}", names[mine], difference_of(all[i], plan, names[rival]), all[i].samples)});
  }
  return rows;
}

results::Exhibit sentence_exhibit(const ComparisonPlan& plan) {
  results::Exhibit exhibit{.name = plan.request.name + "-sentences"};
  exhibit.title = fmt::format("{}: what the mean {} comes to, {}", subject(plan), plan.metric.name, setting(plan));
  return exhibit;
}

results::Exhibit asked_as(const TableRequest& request, results::Exhibit exhibit) {
  exhibit.study = request.experiment;
  exhibit.parameters = request.fixed;
  return exhibit;
}

}  // namespace

std::vector<results::Exhibit> comparison_exhibits(const TableRequest& request, std::int64_t seed,
                                                  const results::Reader& reader) {
  std::vector<results::Exhibit> entries;
  const Stock stock(request.experiment, seed, reader);
  if (stock.empty()) {
    entries.push_back(asked_as(request, {.name = request.name, .title = request.title, .sql = ""}));
    entries.back().rows = [](const results::Reader& /*reader*/, std::int64_t /*seed*/) { return Rows(); };
    return entries;
  }
  const auto answers = std::make_shared<Answers>(comparison_plan(request, stock));
  entries.push_back(asked_as(answers->plan().request, ratio_exhibit(answers->plan())));
  entries.back().rows = [answers](const results::Reader& from, std::int64_t of) {
    return RatioTable(answers->plan(), answers->of(of, from)).rows();
  };
  if (!answers->plan().numeric.empty()) {
    entries.push_back(asked_as(answers->plan().request, crossing_exhibit(answers->plan())));
    entries.back().rows = [answers](const results::Reader& from, std::int64_t of) {
      return CrossingTable(answers->plan(), answers->of(of, from)).rows();
    };
  }
  entries.push_back(asked_as(answers->plan().request, sentence_exhibit(answers->plan())));
  entries.back().rows = [answers](const results::Reader& from, std::int64_t of) {
    return sentence_rows(answers->plan(), answers->of(of, from).answer.rows);
  };
  return entries;
}

}  // namespace apportion::sweeps
