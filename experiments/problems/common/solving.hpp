// What solving one problem takes in every family: an algorithm, and a seed of its randomness.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/problems/common/fields.hpp"
#include "sim/random_stream.hpp"

namespace apportion::problems {

/// The field `algorithm`: its default, an example of a name, and the names that there are. With `ranks` several may be
/// named on the command line.
[[nodiscard]] Field algorithm_field(const std::string& fallback, const std::string& example,
                                    std::vector<std::string> (*names)(), bool ranks = false);

/// The field `seed`, by default default_seed.
[[nodiscard]] Field seed_field();
[[nodiscard]] std::uint64_t seed_in(const FieldValues& given);

/// The random numbers that an algorithm of this canonical name gets for a problem. `family` is the word that the
/// family's streams have; it never changes.
[[nodiscard]] RandomStream solving_stream(std::string_view family, const std::string& algorithm, std::uint64_t seed);

}  // namespace apportion::problems
