// What the claims are judged by: relations over the stored results of all of the paper's studies.
#pragma once

#include <string>

namespace apportion::kalinov {

/// A list of common table expressions for engine::ClaimTable, each with a column `sampling`, the sampling model. Points
/// that were not run have NULLs. Networks of kalinov/mappings, which are drawn in a way of their own, have the model
/// `shifted`; what needs no drawn networks of a figure has `any`.
///
///     squares, shapes   Figure 3 (a) and (b): grid, level, mean, se of proposed over Beaumont et al.
///     planes            both, as one
///     beyond            2 x 2 from level 16 on, the values at 16 beside them: level, mean, se, mean16, se16
///     cubes             Figure 5: grid, level, over_natural, over_ideal
///     spreads           Figure 4: proposed, beaumont: standard deviations
///     speeds            grid, is_square, proposed, equal_pressure: median times over that of Beaumont et al.
///     mapped            grid, level, shift, and of NAT, NAT1, NAT2: nat_over_best, nat1_over_nat, nat1_se,
///                       nat2_over_nat, nat2_se, nat_share, nat1_share, nat2_share (of networks where it is best)
///     shifted_levels    grid, level, weak, weak_se, powerful, powerful_se: proposed over ideal by shift
///     cells             Table 1: performance, printed
///     statements        of kalinov/statements: algorithm, cases, failures, counterexample
///     printed           the one printed number: printed, value
[[nodiscard]] std::string claim_relations();

}  // namespace apportion::kalinov
