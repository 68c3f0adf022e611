// What solving one problem takes in every family: an algorithm, a seed of its randomness, weights and names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/json.hpp"
#include "sim/cluster.hpp"
#include "sim/random_stream.hpp"

namespace apportion::problems {

/// The field `algorithm`: its default, an example of a name, and the names that there are. With `ranks` several may be
/// named on the command line.
[[nodiscard]] Field algorithm_field(const std::string& fallback, const std::string& example,
                                    std::vector<std::string> (*names)(), bool ranks = false);

/// The field `seed`, by default default_seed.
[[nodiscard]] Field seed_field();
[[nodiscard]] std::uint64_t seed_in(const FieldValues& given);

/// "1%" as 0.01, of a field's text. InputError unless it is from 0% to `most` percent.
[[nodiscard]] double percent_in(const FieldValues& given, std::string_view name, double most);

/// The random numbers that an algorithm of this canonical name gets for a problem. `family` is the word that the
/// family's streams have; it never changes.
[[nodiscard]] RandomStream solving_stream(std::string_view family, const std::string& algorithm, std::uint64_t seed);

/// Numbers, and lists of them that are machines: [3,[1,2]]. InputError for anything else.
[[nodiscard]] Cluster cluster_of(const JsonReader& weights);
/// And back: "[3,[1,2]]".
[[nodiscard]] std::string weights_json(const Cluster& cluster);

/// A list of texts: ["a","b"].
[[nodiscard]] std::string names_json(const std::vector<std::string>& names);

}  // namespace apportion::problems
