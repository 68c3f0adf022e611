// Tics of a chart's axes: at the values of the data or at round numbers, so that no text touches the next.
#pragma once

#include <string>
#include <vector>

namespace apportion::results {

struct Tic {
  double place = 0;
  std::string text;
};

/// An axis on the paper.
struct AxisRoom {
  double low = 0;  ///< the values at its ends; positive where it is logarithmic
  double high = 1;
  bool logarithmic = false;
  double length = 0;   ///< in the size of the letters
  bool across = true;  ///< texts stand side by side; otherwise one above the other

  /// How far from the low end a value stands.
  [[nodiscard]] double at(double value) const;
};

/// Whether no text touches the next. The tics are in the order of their places.
[[nodiscard]] bool fit(const std::vector<Tic>& tics, const AxisRoom& room);

/// At round numbers: as many as fit, at most ten.
[[nodiscard]] std::vector<Tic> round_tics(const AxisRoom& room);

/// At these, where they are few and fit; at every second, third, ... of them where they are in even steps on a
/// logarithmic axis; otherwise at round numbers.
[[nodiscard]] std::vector<Tic> tics_at(std::vector<Tic> wanted, const AxisRoom& room);

/// Every k-th of these, with the least k for which they fit.
[[nodiscard]] std::vector<Tic> thinned(const std::vector<Tic>& tics, const AxisRoom& room);

}  // namespace apportion::results
