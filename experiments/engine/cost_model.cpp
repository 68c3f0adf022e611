// Ridge regression by coordinate descent: few parameters, and a fit need not be exact.
#include "experiments/engine/cost_model.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

namespace apportion::engine {
namespace {

constexpr int sweeps = 100;
// In observations: a value's own term is believed almost wholly when it was seen once, a line even more.
constexpr double penalty_of_offsets = 0.1;
constexpr double penalty_of_slopes = 0.01;
constexpr double penalty_of_overhead = 0.2;
// More points than these cost more time than they say.
constexpr std::size_t most_observations = 2000;
// A line is not followed further than this beyond what was seen.
constexpr double furthest_factor = 30;
// A clock's tick; nothing costs nothing.
constexpr double least_seconds = 1e-9;
// The scheduler takes a thread's turn away for milliseconds: what took as long as that is believed half.
constexpr double turn_seconds = 3e-3;

// Samples differ: few of them say less than many.
constexpr double few_samples = 2;

double weight_of(double amount, double seconds) {
  return seconds / (seconds + turn_seconds) * amount / (amount + few_samples);
}

// The values' places on a line, from 0 to 1; empty unless all are positive numbers, of which there are several.
std::vector<double> positions_of(const std::vector<AxisValue>& values) {
  if (values.size() < 2) return {};
  std::vector<double> positions;
  for (const AxisValue& value : values) {
    if (!value.number || *value.number <= 0) return {};
    positions.push_back(std::log(*value.number));
  }
  const auto [least, most] = std::ranges::minmax(positions);
  for (double& position : positions) position = (position - least) / (most - least);
  return positions;
}

}  // namespace

CostModel::CostModel(const std::vector<Point>& points)
    : points_(points.size()), done_(points.size()), tried_(points.size()) {
  const std::size_t axes = points.empty() ? 0 : points.front().entries().size();
  for (std::size_t axis = 0; axis < axes; ++axis) {
    Line& line = axes_.emplace_back();
    std::map<std::string, std::size_t> levels;
    std::vector<AxisValue> values;
    for (const Point& point : points) {
      const AxisValue& value = point.entries()[axis].value;
      const auto [found, is_new] = levels.try_emplace(value.text, values.size());
      if (is_new) values.push_back(value);
      line.level.push_back(found->second);
    }
    line.position = positions_of(values);
    // An axis with one value says nothing.
    if (values.size() < 2) axes_.pop_back();
  }
}

void CostModel::add(std::size_t point, double amount, double seconds) {
  done_[point].amount += amount;
  done_[point].seconds += std::max(seconds, least_seconds);
}

void CostModel::add_trial(std::size_t point, double amount, double seconds) {
  tried_[point].amount += amount;
  tried_[point].seconds += std::max(seconds, least_seconds);
}

bool CostModel::is_known(std::size_t point) const { return done_[point].amount > 0 || tried_[point].amount > 0; }

std::optional<std::size_t> CostModel::least_known(const std::vector<std::size_t>& candidates) const {
  std::vector<std::map<std::size_t, double>> seen(axes_.size());
  for (std::size_t point = 0; point < points_; ++point)
    if (is_known(point))
      for (std::size_t axis = 0; axis < axes_.size(); ++axis) seen[axis][axes_[axis].level[point]] += 1;
  std::optional<std::size_t> best;
  double most = 0;
  for (const std::size_t point : candidates) {
    if (is_known(point)) continue;
    double news = 0;
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) news += 1 / (1 + seen[axis][axes_[axis].level[point]]);
    if (best && news <= most) continue;
    best = point;
    most = news;
  }
  return best;
}

// By what a trial takes longer, as a logarithm; at first a trial is taken for what it is.
double CostModel::trial_overhead() const {
  double sum = 0;
  double known = penalty_of_overhead;
  for (std::size_t point = 0; point < points_; ++point) {
    if (done_[point].amount == 0 || tried_[point].amount == 0) continue;
    const double weight = std::min(weight_of(tried_[point].amount, tried_[point].seconds),
                                   weight_of(done_[point].amount, done_[point].seconds));
    sum += weight * std::log(tried_[point].rate() / done_[point].rate());
    known += weight;
  }
  return sum / known;
}

std::vector<CostModel::Observation> CostModel::observations() const {
  const double overhead = trial_overhead();
  std::vector<Observation> trials;
  std::vector<Observation> work;
  for (std::size_t point = 0; point < points_; ++point) {
    if (done_[point].amount > 0)
      work.push_back({point, std::log(done_[point].rate()), weight_of(done_[point].amount, done_[point].seconds)});
    else if (tried_[point].amount > 0)
      trials.push_back(
          {point, std::log(tried_[point].rate()) - overhead, weight_of(tried_[point].amount, tried_[point].seconds)});
  }
  const std::size_t step = 1 + work.size() / most_observations;
  for (std::size_t i = 0; i < work.size(); i += step) trials.push_back(work[i]);
  return trials;
}

double CostModel::predicted(const Fit& fit, std::size_t point) const {
  double sum = fit.constant;
  for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
    const std::size_t level = axes_[axis].level[point];
    sum += fit.terms[axis].offsets[level];
    if (!axes_[axis].position.empty()) sum += fit.terms[axis].slope * axes_[axis].position[level];
  }
  return sum;
}

void CostModel::improve_slope(Term& term, const Line& axis, const std::vector<Observation>& seen,
                              std::vector<double>& rest) const {
  if (axis.position.empty()) return;
  // About the middle of what was seen: a slope then says nothing of the constant.
  double middle = 0;
  double weight = 0;
  for (const Observation& each : seen) {
    middle += each.weight * axis.position[axis.level[each.point]];
    weight += each.weight;
  }
  middle /= weight;
  double product = 0;
  double square = penalty_of_slopes;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const double place = axis.position[axis.level[seen[i].point]];
    product += seen[i].weight * (rest[i] + term.slope * place) * (place - middle);
    square += seen[i].weight * (place - middle) * (place - middle);
  }
  const double slope = product / square;
  for (std::size_t i = 0; i < seen.size(); ++i)
    rest[i] -= (slope - term.slope) * axis.position[axis.level[seen[i].point]];
  term.slope = slope;
}

void CostModel::improve_offsets(Term& term, const Line& axis, const std::vector<Observation>& seen,
                                std::vector<double>& rest) const {
  std::vector<double> sums(term.offsets.size());
  std::vector<double> weights(term.offsets.size(), penalty_of_offsets);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const std::size_t level = axis.level[seen[i].point];
    sums[level] += seen[i].weight * (rest[i] + term.offsets[level]);
    weights[level] += seen[i].weight;
  }
  std::vector<double> offsets;
  for (std::size_t level = 0; level < sums.size(); ++level) offsets.push_back(sums[level] / weights[level]);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const std::size_t level = axis.level[seen[i].point];
    rest[i] -= offsets[level] - term.offsets[level];
  }
  term.offsets = std::move(offsets);
}

CostModel::Fit CostModel::fitted(const std::vector<Observation>& seen) const {
  Fit fit;
  for (const Line& axis : axes_)
    fit.terms.push_back({0, std::vector<double>(1 + *std::ranges::max_element(axis.level))});
  std::vector<double> rest;
  double weight = 0;
  for (const Observation& each : seen) {
    rest.push_back(each.log_cost);
    weight += each.weight;
  }
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    double mean = 0;
    for (std::size_t i = 0; i < seen.size(); ++i) mean += rest[i] * seen[i].weight / weight;
    fit.constant += mean;
    for (double& each : rest) each -= mean;
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
      improve_slope(fit.terms[axis], axes_[axis], seen, rest);
      improve_offsets(fit.terms[axis], axes_[axis], seen, rest);
    }
  }
  return fit;
}

std::vector<double> CostModel::costs() const {
  std::vector<double> costs(points_);
  const std::vector<Observation> seen = observations();
  if (seen.empty()) return costs;
  const Fit fit = fitted(seen);
  // The mean of a cost is more than what its logarithm's mean says; the dear points decide.
  double truth = 0;
  double fits = 0;
  for (const Observation& each : seen) {
    truth += each.weight * std::exp(each.log_cost);
    fits += each.weight * std::exp(predicted(fit, each.point));
  }
  const double spread = truth / fits;
  const auto [least, most] = std::ranges::minmax_element(seen, {}, &Observation::log_cost);
  const double lowest = least->log_cost - std::log(furthest_factor);
  const double highest = most->log_cost + std::log(furthest_factor);
  for (std::size_t point = 0; point < points_; ++point)
    costs[point] = done_[point].amount > 0 ? done_[point].rate()
                                           : spread * std::exp(std::clamp(predicted(fit, point), lowest, highest));
  return costs;
}

std::size_t spread_place(std::size_t k, std::size_t size) {
  // Multiples of the golden ratio modulo 1.
  constexpr double golden = 0.6180339887498949;
  const double place = 0.5 + static_cast<double>(k) * golden;
  return std::min(static_cast<std::size_t>((place - std::floor(place)) * static_cast<double>(size)), size - 1);
}

}  // namespace apportion::engine
