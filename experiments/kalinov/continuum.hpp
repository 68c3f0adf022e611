// 2 x 2 processes whose pressures are equal: the states in which the paper's requirement for the lengths is met.
#pragma once

#include <array>

namespace apportion::kalinov {

/// Performances cell by cell, the first coordinate fastest.
using FourPerformances = std::array<double, 4>;

/// What slice 0 of dimensions 0 and 1 gets of its side, between 0 and 1.
struct FirstShares {
  double first = 0;
  double second = 0;
};

/// The block's time, for a block of volume 1.
[[nodiscard]] double time_of(const FourPerformances& performances, const FirstShares& shares);

/// 1 - the least over the greatest of the four pressures f_{k,i}: 0 where they are equal.
[[nodiscard]] double pressure_gap(const FourPerformances& performances, const FirstShares& shares);

/// All pressures are equal where two opposite cells take the same time and the other two no longer. With u = x / (1-x)
/// and v = y / (1-y) for the two shares, that is a curve: u v = p0/p3 or v/u = p1/p2, whichever diagonal is the slower
/// one, from u = p0/p1 to u = p2/p3. `position` runs along it from 0 to 1, x in equal steps; a single state where the
/// products of the diagonals are equal.
[[nodiscard]] FirstShares equal_pressures(const FourPerformances& performances, double position);

/// The shares of the least time: one of the four states in which three cells take the same time (the spanning trees of
/// Beaumont et al. 2001), found without following the curve.
[[nodiscard]] FirstShares fastest_shares(const FourPerformances& performances);

}  // namespace apportion::kalinov
