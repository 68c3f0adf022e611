// What a user's own algorithm is made of at this moment.
#pragma once

#include "algorithms/own_algorithm.hpp"
#include "results/records.hpp"

namespace apportion::engine {

/// The program's command and the SHA-256 digests of its files, which are read; if it names none, they are the words of
/// the command that are files in its folder. InputError where one of them cannot be,
/// and where the program cannot be started.
[[nodiscard]] results::OwnAlgorithmRecord own_record(const OwnProgram& program);

}  // namespace apportion::engine
