// The flows of a simulation that are on links, as lists of their properties.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace apportion {

// Flows on links, in the order in which they began. Some have ended: they are gaps, with infinitely many bytes left.
// A list for each property, since all flows of a network may change at once.
struct FlowsOnLinks {
  static constexpr double gone = std::numeric_limits<double>::infinity();

  std::vector<std::uint32_t> messages = {};
  std::vector<double> bytes_left = {};
  std::vector<double> as_of = {};  // when that many were
  std::vector<double> rates = {};
  std::vector<double> ends = {};  // at these rates

  [[nodiscard]] std::size_t size() const { return messages.size(); }

  void resize(std::size_t size) {
    messages.resize(size);
    for (std::vector<double>* values : {&bytes_left, &as_of, &rates, &ends}) values->resize(size);
  }

  void add(std::uint32_t message, double bytes, double now) {
    messages.push_back(message);
    bytes_left.push_back(bytes);
    as_of.push_back(now);
    rates.push_back(0);
    ends.push_back(gone);
  }

  void remove(std::size_t place) {
    bytes_left[place] = gone;
    rates[place] = 0;
    ends[place] = gone;
  }

  void move(std::size_t from, std::size_t to) {
    messages[to] = messages[from];
    for (std::vector<double>* values : {&bytes_left, &as_of, &rates, &ends}) (*values)[to] = (*values)[from];
  }

  // A rate that is the same to the bit changes nothing, so that results do not depend on who was asked for it.
  void set_rate(std::size_t place, double rate, double now) {
    const bool is_old = rates[place] == rate;
    const double left = bytes_left[place] - rates[place] * (now - as_of[place]);
    const double end = now + (left > 0 ? left : 0) / rate;
    bytes_left[place] = is_old ? bytes_left[place] : left;
    as_of[place] = is_old ? as_of[place] : now;
    ends[place] = is_old ? ends[place] : end;
    rates[place] = rate;
  }
};

}  // namespace apportion
