// The bytes of a file, which may be packed by gzip; and packing.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace apportion::problems {

/// The content of a file, or of standard input for "-", piece by piece; unpacked where it is gzip.
class UnpackedInput {
 public:
  /// InputError where the file cannot be read.
  explicit UnpackedInput(const std::string& file);

  /// The next bytes, which stay until the next call; none at the end. InputError for what cannot be read, and for gzip
  /// that is damaged or cut off; it does not name the file.
  [[nodiscard]] std::string_view next();

 private:
  struct Close {
    void operator()(void* stream) const;
  };

  std::unique_ptr<void, Close> stream_;
  std::vector<char> piece_;
  std::uint64_t bytes_ = 0;  ///< that were read
};

/// The text packed by gzip, without a time, so that the same text has the same bytes.
[[nodiscard]] std::string packed(std::string_view text);

}  // namespace apportion::problems
