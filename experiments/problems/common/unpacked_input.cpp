// gzip by zlib: compression, and decompression, which passes uncompressed data through.
#include "experiments/problems/common/unpacked_input.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <new>
#include <system_error>
#include <vector>

#include "base/error.hpp"

namespace apportion::problems {
namespace {

constexpr unsigned piece_bytes = 1U << 20U;
constexpr int window_of_gzip = MAX_WBITS + 16;

InputError unreadable(const std::string& name, int reason) {
  return InputError(fmt::format("{} cannot be read: {}", name, std::generic_category().message(reason)));
}

int opened(const std::string& file, const std::string& name) {
  // A folder can be opened but not read.
  if (file != "-" && std::filesystem::is_directory(file)) throw unreadable(name, EISDIR);
  const int descriptor = file == "-" ? ::dup(STDIN_FILENO) : ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw unreadable(name, errno);
  return descriptor;
}

bool is_gzip(std::string_view text) { return text.starts_with("\x1f\x8b"); }

}  // namespace

struct UnpackedInput::Stream {
  explicit Stream(int of_file) : descriptor(of_file) {}
  ~Stream() {
    if (is_packed) inflateEnd(&packing);
    ::close(descriptor);
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  // Appends to the input not yet taken.
  void read_more() {
    given.erase(0, taken);
    taken = 0;
    const std::size_t left = given.size();
    given.resize(left + piece_bytes);
    ssize_t count = -1;
    do {
      count = ::read(descriptor, given.data() + left, piece_bytes);
    } while (count < 0 && errno == EINTR);
    if (count < 0) throw InputError("cannot be read: " + std::generic_category().message(errno));
    given.resize(left + static_cast<std::size_t>(count));
  }

  void begin() {
    is_begun = true;
    read_more();
    if (given.size() == 1) read_more();
    if (!is_gzip(given)) return;
    if (inflateInit2(&packing, window_of_gzip) != Z_OK) throw std::bad_alloc();
    is_packed = is_within = true;
  }

  [[nodiscard]] std::string_view rest() const { return std::string_view(given).substr(taken); }

  [[nodiscard]] InputError damaged(std::string_view why) const {
    return InputError(fmt::format("is damaged or cut off: after {} bytes gzip reports '{}'", bytes, why));
  }

  // Decompresses some input into `piece`; 0 if the end of the compressed text gave no more bytes.
  std::size_t unpack() {
    if (rest().empty()) throw damaged("unexpected end of file");
    const std::size_t offered = rest().size();
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

  std::string_view next_unpacked() {
    std::size_t count = 0;
    while (count == 0) {
      if (rest().size() < 2) read_more();
      if (!is_within) {
        if (rest().empty()) break;
        if (!is_gzip(rest()))
          throw InputError(fmt::format("has bytes behind its packed text of {} bytes that are no gzip", bytes));
        inflateReset(&packing);
      }
      count = unpack();
    }
    bytes += count;
    return {piece.data(), count};
  }

  std::string_view next_plain() {
    if (taken == given.size()) read_more();
    const std::string_view all = rest();
    taken = given.size();
    return all;
  }

  int descriptor;
  std::string given = {};  // input from the file
  std::size_t taken = 0;   // how much of it was taken
  bool is_begun = false;
  bool is_packed = false;
  bool is_within = false;  // within a compressed text
  z_stream packing{};
  std::string piece = std::string(piece_bytes, '\0');  // decompressed
  std::uint64_t bytes = 0;                             // total decompressed
};

UnpackedInput::UnpackedInput(const std::string& file)
    : stream_(std::make_unique<Stream>(opened(file, file == "-" ? "standard input" : file))) {}

UnpackedInput::~UnpackedInput() = default;

std::string_view UnpackedInput::next() {
  if (!stream_->is_begun) stream_->begin();
  return stream_->is_packed ? stream_->next_unpacked() : stream_->next_plain();
}

std::string packed(std::string_view text) {
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
  deflate(&stream, Z_FINISH);  // the buffer is large enough
  deflateEnd(&stream);
  return {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(stream.total_out)};
}

}  // namespace apportion::problems
