// Decompression by zlib, which passes uncompressed data through.
#include "experiments/problems/common/unpacked_input.hpp"

#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <new>
#include <system_error>

#include "base/error.hpp"

namespace apportion::problems {
namespace {

constexpr unsigned piece_bytes = 1U << 20U;

std::string reason(int error) { return "cannot be read: " + std::generic_category().message(error); }

std::FILE* opened(const std::string& file, const std::string& name) {
  // A folder can be opened but not read.
  if (file != "-" && std::filesystem::is_directory(file)) throw InputError(name + " " + reason(EISDIR));
  std::FILE* const stream = file == "-" ? ::fdopen(::dup(STDIN_FILENO), "rb") : std::fopen(file.c_str(), "rbe");
  if (stream == nullptr) throw InputError(name + " " + reason(errno));
  return stream;
}

bool is_gzip(std::string_view text) { return text.starts_with("\x1f\x8b"); }

struct Stream {
  explicit Stream(std::FILE* of_file) : file(of_file, &std::fclose) {}
  ~Stream() { inflateEnd(&packing); }  // does nothing to a stream that was not begun
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  // The input not yet taken: two bytes at least, unless the file ends.
  std::string_view rest() {
    if (given.size() - taken < 2) {
      given.erase(0, taken);
      taken = 0;
      const std::size_t left = given.size();
      given.resize(left + piece_bytes);
      given.resize(left + std::fread(given.data() + left, 1, piece_bytes, file.get()));
      if (std::ferror(file.get()) != 0) throw InputError(reason(errno));
    }
    return std::string_view(given).substr(taken);
  }

  [[nodiscard]] InputError damaged(std::string_view why) const {
    return InputError("is damaged or cut off: after {} bytes gzip reports '{}'", bytes, why);
  }

  // Decompresses some input into `piece`; 0 if the end of the compressed text gave no more bytes.
  std::size_t unpack() {
    const std::size_t offered = rest().size();
    if (offered == 0) throw damaged("unexpected end of file");
    packing.next_in = reinterpret_cast<Bytef*>(given.data() + taken);
    packing.avail_in = static_cast<uInt>(offered);
    packing.next_out = reinterpret_cast<Bytef*>(piece.data());
    packing.avail_out = piece_bytes;
    const int status = inflate(&packing, Z_NO_FLUSH);
    taken += offered - packing.avail_in;
    is_within = status != Z_STREAM_END;
    if (is_within && status != Z_OK) throw damaged(packing.msg == nullptr ? "data error" : packing.msg);
    return piece_bytes - packing.avail_out;
  }

  std::string_view next() {
    if (!is_begun && is_gzip(rest())) {
      if (inflateInit2(&packing, MAX_WBITS + 16) != Z_OK) throw std::bad_alloc();  // 16: of gzip
      is_packed = is_within = true;
      piece.resize(piece_bytes);
    }
    is_begun = true;
    if (!is_packed) {
      const std::string_view all = rest();
      taken = given.size();
      return all;
    }
    std::size_t count = 0;
    while (count == 0 && (is_within || !rest().empty())) {
      if (!is_within && !is_gzip(rest()))
        throw InputError("has bytes behind its packed text of {} bytes that are no gzip", bytes);
      if (!is_within) inflateReset(&packing);
      count = unpack();
    }
    bytes += count;
    return {piece.data(), count};
  }

  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file;
  std::string given = {};  // input from the file
  std::size_t taken = 0;   // how much of it was taken
  bool is_begun = false;
  bool is_packed = false;
  bool is_within = false;  // within a compressed text
  z_stream packing{};
  std::string piece = {};   // decompressed
  std::uint64_t bytes = 0;  // total decompressed
};

}  // namespace

TextPieces unpacked_input(const std::string& file) {
  return [stream = std::make_shared<Stream>(opened(file, file == "-" ? "standard input" : file))] {
    return stream->next();
  };
}

}  // namespace apportion::problems
