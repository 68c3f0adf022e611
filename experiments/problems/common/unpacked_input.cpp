// Packing, and unpacking, which hands on what is not packed, by zlib.
#include "experiments/problems/common/unpacked_input.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <filesystem>
#include <new>
#include <system_error>

#include "base/error.hpp"

namespace apportion::problems {
namespace {

constexpr unsigned piece_bytes = 1U << 20U;

gzFile stream_of(void* stream) { return static_cast<gzFile>(stream); }

InputError unreadable(const std::string& name, int reason) {
  return InputError(fmt::format("{} cannot be read: {}", name, std::generic_category().message(reason)));
}

gzFile opened(const std::string& file, const std::string& name) {
  // Opening a folder succeeds; reading from it does not.
  if (file != "-" && std::filesystem::is_directory(file)) throw unreadable(name, EISDIR);
  const int descriptor = file == "-" ? ::dup(STDIN_FILENO) : ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw unreadable(name, errno);
  auto* const stream = gzdopen(descriptor, "rb");
  if (stream == nullptr) {
    ::close(descriptor);
    throw unreadable(name, ENOMEM);
  }
  gzbuffer(stream, piece_bytes);
  return stream;
}

}  // namespace

void UnpackedInput::Close::operator()(void* stream) const { gzclose(stream_of(stream)); }

UnpackedInput::UnpackedInput(const std::string& file)
    : stream_(opened(file, file == "-" ? "standard input" : file)), piece_(piece_bytes) {}

std::string_view UnpackedInput::next() {
  errno = 0;
  const int count = gzread(stream_of(stream_.get()), piece_.data(), piece_bytes);
  const int reason = errno;
  int problem = Z_OK;
  const std::string message = gzerror(stream_of(stream_.get()), &problem);
  if (problem == Z_ERRNO) throw InputError("cannot be read: " + std::generic_category().message(reason));
  if (count < 0 || problem != Z_OK)
    throw InputError(fmt::format("is damaged or cut off: after {} bytes gzip reports '{}'",
                                 bytes_ + static_cast<std::uint64_t>(count < 0 ? 0 : count), message));
  bytes_ += static_cast<std::uint64_t>(count);
  return {piece_.data(), static_cast<std::size_t>(count)};
}

std::string packed(std::string_view text) {
  constexpr int window_of_gzip = MAX_WBITS + 16;
  constexpr int memory = 8;  // zlib's default
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, window_of_gzip, memory, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  std::vector<Bytef> given(text.begin(), text.end());
  std::vector<Bytef> bytes(deflateBound(&stream, given.size()));
  stream.next_in = given.data();
  stream.avail_in = static_cast<uInt>(given.size());
  stream.next_out = bytes.data();
  stream.avail_out = static_cast<uInt>(bytes.size());
  deflate(&stream, Z_FINISH);  // there is room for all of it
  deflateEnd(&stream);
  return {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(stream.total_out)};
}

}  // namespace apportion::problems
