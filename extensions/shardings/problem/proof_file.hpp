// Proofs about sharding graphs in files: one record per line, as a JSON list that begins with its kind.
#pragma once

#include <functional>
#include <string>

#include "experiments/problems/common/unpacked_input.hpp"
#include "extensions/shardings/algorithms/certificate.hpp"

namespace apportion::problems {

/// One record as a line without its end: ["dominated",17,3,0].
[[nodiscard]] std::string to_json(const CertificateRecord& record);

/// Calls `take` with each record of a proof. InputError for a malformed one.
void read_proof(UnpackedInput& input, const std::function<void(const CertificateRecord& record)>& take);

}  // namespace apportion::problems
