// Proofs about sharding graphs in files: one record per line, as a JSON list that begins with its kind.
#pragma once

#include <string>

#include "base/file_replacement.hpp"
#include "experiments/problems/common/unpacked_input.hpp"
#include "extensions/shardings/algorithms/certificate.hpp"
#include "extensions/shardings/problem/json_scanner.hpp"

namespace apportion::problems {

/// One record as a line without its end: ["dominated",17,3,0].
[[nodiscard]] std::string to_json(const CertificateRecord& record);

/// Writes a proof while it is found, to a temporary file that replaces an older proof at the end; a pipe or a device
/// gets it at once.
class ProofWriter {
 public:
  /// OutputError if the file cannot be written; also from write() and finish().
  explicit ProofWriter(const std::string& file) : output_(file) {}

  void write(const CertificateRecord& record) { output_.write(to_json(record) + '\n'); }
  /// To be called at the end.
  void finish() { output_.commit(); }

 private:
  FileReplacement output_;
};

/// Reads a proof, plain or gzip.
class ProofReader {
 public:
  /// InputError if the file cannot be read.
  explicit ProofReader(const std::string& file) : input_(file) {}

  /// The next record; false at the end. InputError for a malformed record.
  [[nodiscard]] bool next(CertificateRecord& record);

 private:
  UnpackedInput input_;
  JsonScanner scanner_{[this] { return input_.next(); }};
};

}  // namespace apportion::problems
