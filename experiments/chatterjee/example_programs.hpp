// The example programs of Chatterjee et al., Sections 5 and 6: the descriptions in the folder programs.
#pragma once

#include <string>

#include "sim/programs/program.hpp"

namespace apportion::chatterjee {

/// By its name; InputError for another one. sum is of Section 5.3: sums along the rows of sections of a 4 x 8 array,
/// with strides 1, 2 and 4 in iterations 1, 2 and 3; its only node is the reduction, its index ST the stride. figure3:
/// arrays of 1000 x 1000 and 250 x 250 with one corner in common; node 0 works on the larger one, node 1 on the
/// smaller, at 1 an element. adi, Figure 5: ADI on an 8 x 8 array, its nodes in the order of the printed matrix: line
/// sweeps at 10 an element, operations on the whole array at 1, fan-outs at 0; the text prints the matrix only.
/// two-zone, Section 6: structures on 2000 x 2000 elements, fluids on 5000 x 5000, which exchange sections of 1000; as
/// printed the section of A has 2000 elements and that of B 1000, both have 1000 here, as the text says. lu: an object
/// that varies in size, which Section 5.2 names and does not write down, the active part of a 64 x 64 matrix in the
/// steps of its elimination, at 1 an element. stencil, as Section 5.2 names one: a 64 x 64 array shifted by one along
/// the first dimension, there and back, then along the second.
[[nodiscard]] Program example_program(const std::string& name);

}  // namespace apportion::chatterjee
