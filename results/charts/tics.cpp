// Round numbers along an axis, and the choice among them.
#include "results/charts/tics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/text_layout.hpp"

namespace apportion::results {
namespace {

constexpr std::size_t most_round = 10;
constexpr std::size_t most_wanted = 16;

// The text of a tic, on an axis whose greatest value is `greatest` and whose tics are `step` apart.
std::string number_text(double value, double step, double greatest) {
  const auto digits_down_to = [](double least) { return static_cast<int>(std::ceil(-std::log10(least) - 1e-9)); };
  if (std::abs(value) < step / 2) return "0";
  if (greatest < 1e7 && step > 9.9e-6) return fmt::format("{:.{}f}", value, std::clamp(digits_down_to(step), 0, 6));
  const int exponent = static_cast<int>(std::floor(std::log10(greatest) + 1e-12));
  const double unit = std::pow(10, exponent);
  return fmt::format("{:.{}f}e{}", value / unit, std::clamp(digits_down_to(step / unit), 0, 15), exponent);
}

// The least number of the form 1, 2 or 5 times a power of ten that is at least `step`.
double round_step(double step) {
  const double power = std::pow(10, std::floor(std::log10(step)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (step <= factor * power * (1 + 1e-9)) return factor * power;
  return 10 * power;
}

std::vector<Tic> multiples_of(double step, const AxisRoom& room) {
  const double greatest = std::max(std::abs(room.low), std::abs(room.high));
  std::vector<Tic> tics;
  for (double k = std::ceil(room.low / step - 1e-9); k * step <= room.high + 1e-9 * step; ++k) {
    if (tics.size() > most_round) break;
    tics.push_back({k * step, number_text(k * step, step, greatest)});
  }
  return tics;
}

// Tics at these factors times every `stride`-th power of ten.
std::vector<Tic> powers(const std::vector<int>& factors, int stride, const AxisRoom& room) {
  std::vector<Tic> tics;
  const int last = static_cast<int>(std::ceil(std::log10(room.high)));
  for (int exponent = static_cast<int>(std::floor(std::log10(room.low))); exponent <= last; ++exponent) {
    if (exponent % stride != 0) continue;
    for (const int factor : factors) {
      const double place = factor * std::pow(10, exponent);
      if (place < room.low || place > room.high) continue;
      tics.push_back({place, exponent >= -4 && exponent < 7 ? fmt::format("{:.{}f}", place, std::max(-exponent, 0))
                                                            : fmt::format("{}e{}", factor, exponent)});
    }
  }
  return tics;
}

std::vector<Tic> every(std::size_t stride, const std::vector<Tic>& tics) {
  std::vector<Tic> some;
  for (std::size_t i = 0; i < tics.size(); i += stride) some.push_back(tics[i]);
  return some;
}

// Whether steps look even to a reader.
bool has_even_steps(const std::vector<Tic>& tics, const AxisRoom& room) {
  double least = room.length;
  double most = 0;
  for (std::size_t i = 1; i < tics.size(); ++i) {
    const double step = room.at(tics[i].place) - room.at(tics[i - 1].place);
    least = std::min(least, step);
    most = std::max(most, step);
  }
  return most <= 1.2 * least;
}

}  // namespace

double AxisRoom::at(double value) const {
  return length * (logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low));
}

bool fit(const std::vector<Tic>& tics, const AxisRoom& room) {
  for (std::size_t i = 1; i < tics.size(); ++i) {
    const double distance = std::abs(room.at(tics[i].place) - room.at(tics[i - 1].place));
    const double widths = text_width(tics[i].text) + text_width(tics[i - 1].text);
    if (distance < (room.across ? widths / 2 + 0.7 : 1.4)) return false;
  }
  return true;
}

std::vector<Tic> round_tics(const AxisRoom& room) {
  const auto fits = [&room](const std::vector<Tic>& tics) { return tics.size() <= most_round && fit(tics, room); };
  std::vector<Tic> tics;
  if (room.logarithmic) {
    const std::vector<int> all{1, 2, 3, 4, 5, 6, 7, 8, 9};
    for (const std::vector<int>& factors : {all, {1, 2, 5}, {1, 3}})
      if (tics = powers(factors, 1, room); tics.size() > 1 && fits(tics)) return tics;
    for (const int stride : {1, 2, 3, 5, 10, 20, 50, 100})
      if (tics = powers({1}, stride, room); tics.size() > 1 && fits(tics)) return tics;
  }
  for (std::size_t count = most_round; count > 0; --count)
    if (tics = multiples_of(round_step((room.high - room.low) / static_cast<double>(count)), room); fits(tics))
      return tics;
  tics.resize(std::min<std::size_t>(tics.size(), 1));
  return tics;
}

std::vector<Tic> thinned(const std::vector<Tic>& tics, const AxisRoom& room) {
  std::size_t stride = 1;
  while (stride < tics.size() && !fit(every(stride, tics), room)) ++stride;
  return every(stride, tics);
}

std::vector<Tic> tics_at(std::vector<Tic> wanted, const AxisRoom& room) {
  std::ranges::sort(wanted, {}, &Tic::place);
  if (wanted.size() <= most_wanted && fit(wanted, room)) return wanted;
  if (room.logarithmic && wanted.size() <= 2 * most_wanted && has_even_steps(wanted, room))
    if (std::vector<Tic> some = thinned(wanted, room); some.size() > 2) return some;
  return round_tics(room);
}

}  // namespace apportion::results
