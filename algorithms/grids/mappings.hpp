// Mappings of processes onto the cells of a grid (Kalinov & Klimov, Section 3.1). All need sorted edges and throw
// InputError otherwise; equal performances keep the order in which they are given.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "sim/grids/process_grid.hpp"

namespace apportion {

/// The processes from the weakest to the strongest, and in reverse.
[[nodiscard]] std::vector<std::size_t> ascending_order(std::span<const double> performances);
[[nodiscard]] std::vector<std::size_t> descending_order(std::span<const double> performances);

/// NAT, natural: ascending processes on the cells in their order, first coordinate fastest.
[[nodiscard]] Mapping nat(const ProcessGrid& grid, std::span<const double> performances);

/// The order in which NAT1 and NAT2 fill the cells: step i = 1, ..., m takes the cells with rho_{m-i} = 0 that no
/// earlier step took, the last step those without a zero; within a step the first coordinate is fastest.
[[nodiscard]] std::vector<std::size_t> hyperplane_order(const ProcessGrid& grid);

/// NAT1: ascending processes on the cells in hyperplane order, for networks with a few weak processes.
[[nodiscard]] Mapping nat1(const ProcessGrid& grid, std::span<const double> performances);

/// NAT2: descending processes on the cells in hyperplane order, for networks with a few strong processes.
[[nodiscard]] Mapping nat2(const ProcessGrid& grid, std::span<const double> performances);

/// The three mappings by name, in the order in which the proposed decomposition tries them.
struct MappingRule {
  std::string_view name;
  Mapping (*map)(const ProcessGrid& grid, std::span<const double> performances) = nullptr;
};
inline constexpr std::array<MappingRule, 3> mapping_rules = {{{"NAT", nat}, {"NAT1", nat1}, {"NAT2", nat2}}};

}  // namespace apportion
