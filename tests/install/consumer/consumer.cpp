// Uses an installed Apportion: prints the number of rectangle algorithms, then divides the 1000 x 3000 array of Figure
// 16 of Kaddoura, Ranka and Wang among its seven unequal processors. The documentation's example, and a test that no
// algorithm is lost between the object files and the shared library.
#include <apportion/algorithms/rectangles/rectangle_algorithm.hpp>
#include <apportion/sim/random_stream.hpp>
#include <apportion/sim/rectangles/costs.hpp>
#include <cstdio>

int main() {
  const auto& registry = apportion::RectangleRegistry::instance();
  std::printf("%zu rectangle algorithms\n", registry.algorithms().size());

  const apportion::RectangleProblem problem{.extent = {.rows = 1000, .columns = 3000},
                                            .cluster = {.speeds = {0.5, 0.1, 0.1, 0.1, 0.1, 0.05, 0.05}, .machine = {}},
                                            .latency = 0};
  apportion::RandomStream stream(1, "consumer");
  const auto solution = apportion::solve_rectangles(registry.choose("RecursiveBisection2"), problem, stream);
  std::printf("RecursiveBisection2: Acost %.2f\n", apportion::acost(solution.decomposition));
}
