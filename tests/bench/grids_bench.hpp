// The benchmarks of the grid algorithms.
#pragma once

namespace apportion {

/// Registers them; called by main() once the registry of algorithms is filled.
void register_grid_benchmarks();

}  // namespace apportion
