// The example programs of Chatterjee et al., Sections 5 and 6, as descriptions.
#pragma once

#include "sim/programs/program.hpp"

namespace apportion::chatterjee {

/// Section 5.3: sums along the rows of sections of a 4 x 8 array, with strides 1, 2 and 4 in iterations 1, 2 and 3. Its
/// only node is the reduction, its index ST the stride.
[[nodiscard]] Program sum_program();

/// Figure 3: arrays of 1000 x 1000 and 250 x 250 with one corner in common, four processors. Node 0 works on the larger
/// one, node 1 on the smaller, at 1 an element.
[[nodiscard]] Program figure3_program();

/// Figure 5: ADI on an 8 x 8 array and four processors, its nodes in the order of the printed matrix: line sweeps at 10
/// an element, operations on the whole array at 1, fan-outs at 0. The text prints the matrix only.
[[nodiscard]] Program adi_program();

}  // namespace apportion::chatterjee
