// Benchmarks whose names come from the registries, which are complete only when main() begins.
#pragma once

namespace apportion {

void register_cell_benchmarks();
void register_distribution_benchmarks();
void register_grid_benchmarks();
void register_graph_benchmarks();
void register_network_benchmarks();
void register_rectangle_benchmarks();
void register_optimal_benchmarks();

}  // namespace apportion
