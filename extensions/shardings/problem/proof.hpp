// Proofs about sharding graphs: in files, one record per line, as a JSON list that begins with its kind; and their
// replay, record by record.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "experiments/problems/common/unpacked_input.hpp"
#include "extensions/shardings/algorithms/certificate.hpp"

namespace apportion::problems {

/// One record as a line without its end: ["dominated",17,3,0].
[[nodiscard]] std::string to_json(const CertificateRecord& record);

/// Calls `take` with each record of a proof. InputError for a malformed one.
void read_proof(const TextPieces& next, const std::function<void(const CertificateRecord& record)>& take);

struct ProvenFacts {
  std::optional<WideWhole> cost = std::nullopt;  ///< the cost of the best known answer
  WideWhole lower_bound = 0;                     ///< no allowed sharding costs less
  bool is_complete = false;  ///< every state is closed or branched: the answer is the best, or no answer is allowed

  [[nodiscard]] bool is_optimal() const { return cost && (is_complete || lower_bound >= *cost); }
};

/// Replays the records of certificate.hpp in order. It trusts none: each is checked against the graph and what the
/// earlier records have left of it.
class ProofReplay {
 public:
  /// `most_bytes`: the most memory that all open states may take. The solver holds fewer.
  explicit ProofReplay(const ShardingGraph& graph, std::size_t most_bytes = std::size_t{4} << 30U);

  /// InputError for a record that does not hold.
  void take(const CertificateRecord& record) { take_(record); }

  /// InputError if there was no ProofStart.
  [[nodiscard]] ProvenFacts facts() const { return facts_(); }

 private:
  std::function<void(const CertificateRecord& record)> take_;
  std::function<ProvenFacts()> facts_;
};

}  // namespace apportion::problems
