// The sentences of the paper that claim something.
#pragma once

#include <vector>

#include "experiments/engine/sentences.hpp"

namespace apportion::chatterjee {

/// In their order in the paper. Definitions, related work and what is cited from it are left out.
[[nodiscard]] std::vector<engine::Sentence> sentences();

}  // namespace apportion::chatterjee
