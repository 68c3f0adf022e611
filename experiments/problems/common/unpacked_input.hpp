// Reading of files that may be compressed by gzip.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace apportion::problems {

/// Returns the next bytes of a text, valid until the next call; empty at the end.
using TextPieces = std::function<std::string_view()>;

/// The content of a file, or of standard input for "-", decompressed if it is gzip; several compressed texts in a row
/// are one, as for gzip itself. InputError if the file cannot be read; from the pieces, without its name, also for gzip
/// that is damaged or truncated, and for other data after gzip.
[[nodiscard]] TextPieces unpacked_input(const std::string& file);

}  // namespace apportion::problems
