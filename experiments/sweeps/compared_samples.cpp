// Completing a comparison's request, and reading its samples.
#include "experiments/sweeps/compared_samples.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <tuple>

#include "base/error.hpp"
#include "experiments/engine/axis.hpp"
#include "experiments/sweeps/default_exhibits.hpp"
#include "experiments/sweeps/exhibit_sections.hpp"
#include "experiments/sweeps/words.hpp"
#include "results/comparing/study_numbers.hpp"
#include "sim/random_stream.hpp"

namespace apportion::sweeps {
namespace {

using results::Coordinate;

constexpr std::size_t most_rows = 10'000;

// Of sweeps over a file of problems, which have one sample of each.
constexpr const char* instance_axis = "instance";

// The values that the request leaves on an axis.
std::vector<std::string> values_on(const std::string& axis, const ComparisonRequest& request, const Stock& stock) {
  const auto fixed = request.fixed.find(axis);
  return fixed == request.fixed.end() ? stock.values(axis) : names_in(fixed->second);
}

bool is_number(const std::string& text) { return engine::AxisValue::parse(text).number.has_value(); }

// Values of --set in the spelling of the database, each of them checked.
void check_fixed(ComparisonRequest& request, const Stock& stock) {
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
std::vector<std::string> all_algorithms(const ComparisonRequest& request, const Stock& stock) {
  std::vector<std::string> names = stock.algorithms();
  std::ranges::stable_sort(names, {}, [&request](const std::string& name) {
    return std::ranges::find(request.order, name) - request.order.begin();
  });
  return names;
}

void check_algorithms(ComparisonRequest& request, const Stock& stock) {
  if (request.algorithms.empty()) request.algorithms = all_algorithms(request, stock);
  if (!request.against.empty()) request.algorithms.push_back(request.against);
  std::vector<std::string> different;
  for (const std::string& name : request.algorithms) {
    stock.require_algorithm(name);
    if (std::ranges::find(different, name) == different.end()) different.push_back(name);
  }
  request.algorithms = std::move(different);
  if (request.algorithms.size() < 2)
    throw InputError(fmt::format("{} needs another algorithm to be compared with; {} has {}",
                                 request.algorithms.front(), request.experiment, fmt::join(stock.algorithms(), ", ")));
}

std::vector<std::pair<std::size_t, std::size_t>> pairs_of(const ComparisonRequest& request) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  const std::vector<std::string>& names = request.algorithms;
  for (std::size_t mine = 0; mine < names.size(); ++mine)
    for (std::size_t rival = 0; rival < names.size(); ++rival) {
      const bool wanted = request.against.empty() ? mine < rival : names[rival] == request.against && mine != rival;
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
    if (std::ranges::find(plan.varied, along) == plan.varied.end())
      throw InputError(fmt::format("{} has only one value, so nothing varies along it", along));
    plan.along = along;
    if (std::ranges::find(plan.numeric, along) == plan.numeric.end())
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
bool is_wanted(const ComparedPoint& point, const ComparisonRequest& request) {
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

std::string spelled_without(const ComparedPoint& point, const std::vector<std::string>& axes) {
  std::string text;
  for (const Coordinate& each : point)
    if (std::ranges::find(axes, each.axis) == axes.end())
      text += (text.empty() ? "" : " ") + each.axis + "=" + each.text;
  return text;
}

/// Fills the points, their samples and their strata.
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

}  // namespace

ComparisonPlan comparison_plan(const ComparisonRequest& request, const Stock& stock) {
  ComparisonPlan plan;
  plan.request = request;
  plan.metric = stock.compared_metric(request.metric);
  check_algorithms(plan.request, stock);
  check_fixed(plan.request, stock);
  plan.pairs = pairs_of(plan.request);
  choose_axes(stock, plan);
  return plan;
}

ComparedSamples compared_samples(const ComparisonPlan& plan, std::int64_t seed, const results::Reader& reader) {
  return Gathering(plan, seed, reader).samples();
}

std::string spelled(const ComparedPoint& point, const std::vector<std::string>& axes) {
  std::string text;
  for (const Coordinate& each : point)
    if (std::ranges::find(axes, each.axis) != axes.end())
      text += (text.empty() ? "" : " ") + each.axis + "=" + each.text;
  return text;
}

const Coordinate& coordinate_on(const ComparedPoint& point, const std::string& axis) {
  return *std::ranges::find(point, axis, &Coordinate::axis);
}

}  // namespace apportion::sweeps
