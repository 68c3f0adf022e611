// Lanes: the same operation on several networks at once; and the algorithms that are pure operations of this kind.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include "algorithms/grids/grid_algorithm.hpp"

namespace apportion {

/// The number of networks that the vector registers process side by side.
enum class LaneWidth {
  two,    ///< SSE2, on every x86-64
  four,   ///< AVX2; falls back to two if the processor lacks it
  eight,  ///< AVX-512; falls back to four
  widest  ///< the widest that this processor has
};

/// One value of each of `width` networks. An operation on `v` gives in each lane the same bits as on a double.
template <std::size_t width>
struct Lanes {
  using Vector __attribute__((vector_size(width * sizeof(double)))) = double;
  // Explicit: without AVX the compiler would align to 16 bytes, but AVX2 code expects 32.
  alignas(width * sizeof(double)) Vector v;
};

/// Whether a comparison of values holds in any lane.
template <std::size_t width, class Mask>
[[gnu::always_inline]] inline bool any_lane(const Mask& mask) {
  bool any = false;
  for (std::size_t lane = 0; lane < width; ++lane) any = any || mask[lane] != 0;
  return any;
}

/// Calls solve() with a number of lanes as a std::integral_constant: the requested one if the processor has it, but at
/// most `most` and no more than `networks` needs, since wider divisions take longer. Kernels are compiled without fused
/// multiply-add, which would change the last bits.
template <std::size_t most, class Solve>
auto with_lanes([[maybe_unused]] LaneWidth width, [[maybe_unused]] std::size_t networks, Solve solve) {
#if defined(__x86_64__)
  if constexpr (most == 8)
    if ((width == LaneWidth::eight || width == LaneWidth::widest) && networks > 4 &&
        __builtin_cpu_supports("avx512f") != 0)
      return solve(std::integral_constant<std::size_t, 8>{});
  if (width != LaneWidth::two && networks > 2 && __builtin_cpu_supports("avx2") != 0)
    return solve(std::integral_constant<std::size_t, 4>{});
#endif
  return solve(std::integral_constant<std::size_t, 2>{});
}

/// `proposed` and `equal-pressure`, in lanes of a width.
[[nodiscard]] std::vector<GridSolution> gas_pressure_solutions(std::span<const GridProblem> problems,
                                                               const Options& options,
                                                               LaneWidth width = LaneWidth::widest);
[[nodiscard]] std::vector<GridSolution> equal_pressure_solutions(std::span<const GridProblem> problems,
                                                                 const Options& options,
                                                                 LaneWidth width = LaneWidth::widest);

}  // namespace apportion
