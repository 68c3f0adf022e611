// The example programs of Chatterjee et al., Sections 5 and 6: the descriptions in the folder programs.
#pragma once

#include <string>

#include "sim/programs/program.hpp"

namespace apportion::chatterjee {

/// The program of this name; InputError if there is none. sum (Section 5.3): sums along the rows of sections of a 4 x 8
/// array, with strides 1, 2 and 4 in iterations 1, 2 and 3; its only node is the reduction, its index ST the stride.
/// figure3: arrays of 1000 x 1000 and 250 x 250 with one corner in common; node 0 works on the larger one, node 1 on
/// the smaller, at a cost of 1 per element. adi (Figure 5): ADI on an 8 x 8 array, its nodes in the order of the
/// printed matrix: line sweeps cost 10 per element, operations on the whole array 1, fan-outs 0; the paper prints the
/// matrix only. two-zone (Section 6): structures on 2000 x 2000 elements and fluids on 5000 x 5000, which exchange
/// sections of 1000; the printed code has 2000 elements for A and 1000 for B, but the text has 1000 for both, as here.
/// lu: the active part of a 64 x 64 matrix in the steps of its elimination, at 1 per element; an object of varying
/// size, which Section 5.2 mentions without code. stencil (mentioned in Section 5.2): a 64 x 64 array shifted by one
/// along the first dimension, there and back, then along the second.
[[nodiscard]] Program example_program(const std::string& name);

}  // namespace apportion::chatterjee
