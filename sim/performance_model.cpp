// Interpolation of measured times, and the common time of all processors.
#include "sim/performance_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "base/error.hpp"

namespace apportion {
namespace {

constexpr double least_number = 1e-100;
constexpr double most_number = 1e100;

bool is_in_range(double number) { return number >= least_number && number <= most_number; }

// The value at `x` of the line through (x0, y0) and (x1, y1), x0 < x1; exact at both ends.
double interpolated(double x, double x0, double y0, double x1, double y1) {
  if (x == x1) return y1;
  return std::clamp(y0 + (x - x0) / (x1 - x0) * (y1 - y0), y0, y1);
}

// A model whose sizes end at a limit.
struct LimitedModel {
  const PerformanceModel* model;
  double limit;
  double end;  // the time at which the limit is reached

  [[nodiscard]] double least_size(double seconds) const {
    return seconds > end ? limit : std::min(model->least_size(seconds), limit);
  }
  [[nodiscard]] double greatest_size(double seconds) const {
    return seconds >= end ? limit : std::min(model->greatest_size(seconds), limit);
  }
};

std::vector<LimitedModel> limited(const std::vector<PerformanceModel>& models, const std::vector<double>& limits) {
  std::vector<LimitedModel> all;
  for (std::size_t i = 0; i < models.size(); ++i) {
    const double limit = limits.empty() ? std::numeric_limits<double>::infinity() : limits[i];
    all.push_back({&models[i], limit, models[i].seconds(limit)});
  }
  return all;
}

using Size = double (LimitedModel::*)(double) const;

double sum_of_sizes(const std::vector<LimitedModel>& models, double seconds, Size size) {
  double sum = 0;
  for (const LimitedModel& model : models) sum += (model.*size)(seconds);
  return sum;
}

// All measured times and all times at which limits are reached, ascending, without duplicates.
std::vector<double> turning_times(const std::vector<LimitedModel>& models) {
  std::vector<double> seconds;
  for (const LimitedModel& each : models) {
    for (const MeasuredTime& time : each.model->times()) seconds.push_back(time.seconds);
    if (std::isfinite(each.limit)) seconds.push_back(each.end);
  }
  std::ranges::sort(seconds);
  seconds.erase(std::unique(seconds.begin(), seconds.end()), seconds.end());
  return seconds;
}

// The sizes after the last turning time: those without a limit are proportional to the time.
std::vector<double> sizes_beyond(const std::vector<LimitedModel>& models, double last, double elements) {
  double at_last = 0;
  for (const LimitedModel& each : models) {
    if (std::isfinite(each.limit))
      elements -= each.limit;
    else
      at_last += each.greatest_size(last);
  }
  std::vector<double> sizes;
  for (const LimitedModel& each : models)
    sizes.push_back(std::isfinite(each.limit) ? each.limit : each.greatest_size(last) * (elements / at_last));
  return sizes;
}

}  // namespace

PerformanceModel::PerformanceModel(std::vector<MeasuredTime> times) : times_(std::move(times)) {
  if (times_.empty()) throw InputError("a performance model needs at least one measured time");
  for (std::size_t i = 0; i < times_.size(); ++i) {
    if (!is_in_range(times_[i].size) || !is_in_range(times_[i].seconds))
      throw InputError("{} seconds for {} elements; both must lie from {} to {}", times_[i].seconds, times_[i].size,
                       least_number, most_number);
    if (i == 0) continue;
    if (times_[i].size <= times_[i - 1].size)
      throw InputError("size {} follows size {}; sizes must increase", times_[i].size, times_[i - 1].size);
    times_[i].seconds = std::max(times_[i].seconds, times_[i - 1].seconds);
  }
}

double PerformanceModel::seconds(double size) const {
  const auto above = std::ranges::lower_bound(times_, size, {}, &MeasuredTime::size);
  if (above == times_.end()) return size / times_.back().size * times_.back().seconds;
  if (above == times_.begin()) return size / above->size * above->seconds;
  const auto below = above - 1;
  return interpolated(size, below->size, below->seconds, above->size, above->seconds);
}

// The size at this time; `above` is the first measured time that is not below it, or the first above it.
double PerformanceModel::size_at(double seconds, std::vector<MeasuredTime>::const_iterator above) const {
  if (above == times_.end()) return seconds / times_.back().seconds * times_.back().size;
  if (above == times_.begin()) return seconds / above->seconds * above->size;
  const auto below = above - 1;
  return interpolated(seconds, below->seconds, below->size, above->seconds, above->size);
}

double PerformanceModel::least_size(double seconds) const {
  return size_at(seconds, std::ranges::lower_bound(times_, seconds, {}, &MeasuredTime::seconds));
}

double PerformanceModel::greatest_size(double seconds) const {
  return size_at(seconds, std::ranges::upper_bound(times_, seconds, {}, &MeasuredTime::seconds));
}

std::vector<double> balanced_sizes(const std::vector<PerformanceModel>& models, double elements,
                                   const std::vector<double>& limits) {
  const std::vector<LimitedModel> all = limited(models, limits);
  const std::vector<double> seconds = turning_times(all);
  // The first turning time by which all elements are done.
  const auto enough = std::ranges::partition_point(
      seconds, [&](double time) { return sum_of_sizes(all, time, &LimitedModel::greatest_size) < elements; });
  if (enough == seconds.end()) return sizes_beyond(all, seconds.back(), elements);
  const double before = enough == seconds.begin() ? 0 : *(enough - 1);
  // The sizes grow linearly between turning times, and can jump at one.
  const bool is_at_once = sum_of_sizes(all, *enough, &LimitedModel::least_size) < elements;
  std::vector<double> first;
  std::vector<double> last;
  for (const LimitedModel& each : all) {
    first.push_back(is_at_once ? each.least_size(*enough) : each.greatest_size(before));
    last.push_back(is_at_once ? each.greatest_size(*enough) : each.least_size(*enough));
  }
  const double least = std::accumulate(first.begin(), first.end(), 0.0);
  const double most = std::accumulate(last.begin(), last.end(), 0.0);
  const double part = most > least ? (elements - least) / (most - least) : 1;
  std::vector<double> sizes;
  for (std::size_t i = 0; i < all.size(); ++i)
    sizes.push_back(std::min(first[i] + part * (last[i] - first[i]), all[i].limit));
  return sizes;
}

std::size_t most_helped(const std::vector<PerformanceModel>& models, const std::vector<double>& limits,
                        double lacking) {
  // The times of the others, at their limits, do not affect this order.
  const auto seconds = [&](std::size_t i) { return models[i].seconds(limits[i] + lacking); };
  std::size_t best = 0;
  for (std::size_t i = 1; i < models.size(); ++i)
    if (seconds(i) < seconds(best)) best = i;
  return best;
}

}  // namespace apportion
