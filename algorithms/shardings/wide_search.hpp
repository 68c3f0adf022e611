// The proof for small graphs whose costs pass 64 bits.
#pragma once

#include "algorithms/shardings/effort.hpp"

namespace apportion::shardings {

/// Depth first over all labellings, in 128 bits, with the sum of the least costs to come as bound; proves nothing if
/// the effort's nodes do not suffice.
void search_wide(Effort& effort);

}  // namespace apportion::shardings
