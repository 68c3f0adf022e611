// The bytes of a file, which may be packed by gzip; and packing.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace apportion::problems {

/// The content of a file, or of standard input for "-", piece by piece; unpacked where it is gzip.
class UnpackedInput {
 public:
  /// InputError where the file cannot be read.
  explicit UnpackedInput(const std::string& file);
  ~UnpackedInput();
  UnpackedInput(const UnpackedInput&) = delete;
  UnpackedInput& operator=(const UnpackedInput&) = delete;

  /// The next bytes, which stay until the next call; empty at the end. InputError for what cannot be read, for gzip
  /// that is damaged or cut off, and for what follows gzip and is not gzip; it does not name the file. Several packed
  /// texts one after another are one, as for gzip itself.
  [[nodiscard]] std::string_view next();

 private:
  struct Stream;

  std::unique_ptr<Stream> stream_;
};

/// The text packed by gzip, without a time, so that the same text has the same bytes.
[[nodiscard]] std::string packed(std::string_view text);

}  // namespace apportion::problems
