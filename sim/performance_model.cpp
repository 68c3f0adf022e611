// Interpolation of measured times, and the common time of all processors.
#include "sim/performance_model.hpp"

#include <fmt/format.h>

#include <algorithm>
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

}  // namespace

PerformanceModel::PerformanceModel(std::vector<MeasuredTime> times) : times_(std::move(times)) {
  if (times_.empty()) throw InputError("a performance model needs at least one measured time");
  for (std::size_t i = 0; i < times_.size(); ++i) {
    if (!is_in_range(times_[i].size) || !is_in_range(times_[i].seconds))
      throw InputError(fmt::format("{} seconds for {} elements; both must lie from {} to {}", times_[i].seconds,
                                   times_[i].size, least_number, most_number));
    if (i == 0) continue;
    if (times_[i].size <= times_[i - 1].size)
      throw InputError(fmt::format("size {} follows size {}; sizes must increase", times_[i].size, times_[i - 1].size));
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

double PerformanceModel::least_size(double seconds) const {
  const auto above = std::ranges::lower_bound(times_, seconds, {}, &MeasuredTime::seconds);
  if (above == times_.end()) return seconds / times_.back().seconds * times_.back().size;
  if (above == times_.begin()) return seconds / above->seconds * above->size;
  const auto below = above - 1;
  return interpolated(seconds, below->seconds, below->size, above->seconds, above->size);
}

double PerformanceModel::greatest_size(double seconds) const {
  const auto above = std::ranges::upper_bound(times_, seconds, {}, &MeasuredTime::seconds);
  if (above == times_.end()) return seconds / times_.back().seconds * times_.back().size;
  if (above == times_.begin()) return seconds / above->seconds * above->size;
  const auto below = above - 1;
  return interpolated(seconds, below->seconds, below->size, above->seconds, above->size);
}

namespace {

using Size = double (PerformanceModel::*)(double) const;

double sum_of_sizes(const std::vector<PerformanceModel>& models, double seconds, Size size) {
  double sum = 0;
  for (const PerformanceModel& model : models) sum += (model.*size)(seconds);
  return sum;
}

// All measured times, ascending and each once.
std::vector<double> measured_seconds(const std::vector<PerformanceModel>& models) {
  std::vector<double> seconds;
  for (const PerformanceModel& model : models)
    for (const MeasuredTime& time : model.times()) seconds.push_back(time.seconds);
  std::ranges::sort(seconds);
  seconds.erase(std::unique(seconds.begin(), seconds.end()), seconds.end());
  return seconds;
}

}  // namespace

std::vector<double> balanced_sizes(const std::vector<PerformanceModel>& models, double elements) {
  const std::vector<double> seconds = measured_seconds(models);
  // The first measured time at which all elements are done.
  const auto enough = std::ranges::partition_point(
      seconds, [&](double time) { return sum_of_sizes(models, time, &PerformanceModel::greatest_size) < elements; });
  std::vector<double> sizes;
  if (enough == seconds.end()) {
    // Beyond all measured times sizes are proportional to the time.
    const double at_last = sum_of_sizes(models, seconds.back(), &PerformanceModel::greatest_size);
    for (const PerformanceModel& model : models)
      sizes.push_back(model.greatest_size(seconds.back()) * (elements / at_last));
    return sizes;
  }
  const double before = enough == seconds.begin() ? 0 : *(enough - 1);
  // The sizes grow linearly from one measured time to the next, and at the latter without any time passing.
  const bool is_at_once = sum_of_sizes(models, *enough, &PerformanceModel::least_size) < elements;
  const auto first_size = [&](const PerformanceModel& model) {
    return is_at_once ? model.least_size(*enough) : model.greatest_size(before);
  };
  const auto last_size = [&](const PerformanceModel& model) {
    return is_at_once ? model.greatest_size(*enough) : model.least_size(*enough);
  };
  double first = 0;
  double last = 0;
  for (const PerformanceModel& model : models) {
    first += first_size(model);
    last += last_size(model);
  }
  const double part = last > first ? (elements - first) / (last - first) : 1;
  for (const PerformanceModel& model : models)
    sizes.push_back(first_size(model) + part * (last_size(model) - first_size(model)));
  return sizes;
}

}  // namespace apportion
