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

/// Section 6: structures on 2000 x 2000 elements, fluids on 5000 x 5000, which exchange sections of 1000. As printed
/// the section of A has 2000 elements and that of B 1000; both have 1000 here, as the text says. Four processors.
[[nodiscard]] Program two_zone_program();

/// An object that varies in size, which Section 5.2 names and does not write down: the active part of a 64 x 64 matrix
/// in the steps of its elimination, at 1 an element. Four processors.
[[nodiscard]] Program lu_program();

/// A stencil computation, as Section 5.2 names one: a 64 x 64 array shifted by one along the first dimension, there and
/// back, then along the second. Four processors.
[[nodiscard]] Program stencil_program();

}  // namespace apportion::chatterjee
