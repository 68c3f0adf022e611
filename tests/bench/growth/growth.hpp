// How the time of an algorithm or a reader grows with the size of what it is given.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace apportion::growth {

/// What is documented of the time for n items: an upper bound, which caps on the work of a search may keep it far
/// below.
struct Documented {
  std::string cost = {};  ///< such as "n log n"; "" where nothing is
  double exponent = 0;    ///< of n, logarithms left aside; of what is no power of n, 0
};

/// Something to be timed.
struct Subject {
  std::string name;
  Documented documented;
  /// Makes a problem of size n, and returns what is to be timed. InputError, of either, for a size that is refused.
  std::function<std::function<void()>(std::size_t n)> prepare;
  std::size_t smallest = 1;
  std::size_t largest = std::size_t{1} << 22U;
};

/// Of the algorithms of one registry, by name.
using Costs = std::map<std::string, Documented>;

[[nodiscard]] std::vector<Subject> rectangle_subjects();
[[nodiscard]] std::vector<Subject> cell_subjects();
[[nodiscard]] std::vector<Subject> grid_subjects();
[[nodiscard]] std::vector<Subject> graph_subjects();
[[nodiscard]] std::vector<Subject> distribution_subjects();
[[nodiscard]] std::vector<Subject> reader_subjects();

/// Times the subject at n, 2n and 4n, the largest that take no more than about a tenth of a second, and prints a line:
/// name, n, the three times, the measured exponent, the documented cost and a verdict. Returns whether it grows as
/// documented: its exponent is at most 0.4 more, which logarithms and caches account for.
bool measure(const Subject& subject);

}  // namespace apportion::growth
