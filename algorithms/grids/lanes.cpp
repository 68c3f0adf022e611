// What the processor has.
#include "algorithms/grids/lanes.hpp"

namespace apportion {

bool has_four_lanes() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") != 0;
#else
  return false;
#endif
}

}  // namespace apportion
