// Which answers are accurate enough to be given, and the refusal of all others.
#pragma once

#include "sim/rectangles/decomposition.hpp"

namespace apportion {

/// The least side of a part that is accepted: twice coincidence_tolerance(). Any two corners on the same side of a line
/// are then further apart than two corners that coincide, so that it is never a matter of order which of them do.
[[nodiscard]] double narrowest_part(const Extent& extent);

/// Areas are this exact, relative to what the weights ask for.
inline constexpr double area_tolerance = 1e-9;

/// Throws InputError, before anything is divided, where no decomposition passes require_accurate(): of two processors
/// or more, for an array whose shorter side is below narrowest_part(), and for a weight whose part would be narrower
/// even as a square.
void require_shares(const RectangleProblem& problem);

/// Throws InputError unless the decomposition, which has one part for each of at least one processor, answers the
/// problem accurately: where there are two processors or more, both sides of every part are at least narrowest_part(),
/// and its area is right within area_tolerance. Of a part of several rectangles each is that wide: neither an arm of an
/// L nor the rest that it leaves to others may vanish. The message names a processor by its weight, the limit, and a
/// weight that every algorithm of this library accepts whose parts are rectangles. What passes has exact
/// internal_edges(), and costs that are as exact as the areas. One processor is always accepted. O(p).
/// Throws std::logic_error for further rectangles that are not sorted by processor, or of a processor that there is
/// not.
void require_accurate(const RectangleProblem& problem, const Decomposition& decomposition);

}  // namespace apportion
