// Reading of files that may be compressed by gzip.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace apportion::problems {

/// The content of a file, or of standard input for "-", piece by piece; decompressed if it is gzip.
class UnpackedInput {
 public:
  /// InputError if the file cannot be read.
  explicit UnpackedInput(const std::string& file);
  ~UnpackedInput();
  UnpackedInput(const UnpackedInput&) = delete;
  UnpackedInput& operator=(const UnpackedInput&) = delete;

  /// The next bytes, valid until the next call; empty at the end. InputError, which does not name the file, if it
  /// cannot be read, for gzip that is damaged or truncated, and for other data after gzip. Several compressed texts in
  /// a row are one, as for gzip itself.
  [[nodiscard]] std::string_view next();

 private:
  struct Stream;

  std::unique_ptr<Stream> stream_;
};

}  // namespace apportion::problems
