// SHA-256, by OpenSSL.
#include "results/database/digest.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <bit>
#include <stdexcept>

namespace apportion::results {
namespace {

void require_success(int answer) {
  if (answer != 1) throw std::runtime_error("OpenSSL cannot compute SHA-256");
}

// Looked up once: that takes longer than the hash of a row.
const EVP_MD* sha256_method() {
  static const std::unique_ptr<EVP_MD, decltype(&EVP_MD_free)> method{EVP_MD_fetch(nullptr, "SHA256", nullptr),
                                                                      &EVP_MD_free};
  return method.get();
}

}  // namespace

struct Sha256::State {
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context{EVP_MD_CTX_new(), &EVP_MD_CTX_free};
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  require_success(EVP_DigestInit_ex(state_->context.get(), EVP_sha256(), nullptr));
}
Sha256::~Sha256() = default;

void Sha256::add(std::string_view bytes) {
  require_success(EVP_DigestUpdate(state_->context.get(), bytes.data(), bytes.size()));
}

std::string Sha256::hex() {
  std::array<unsigned char, 32> bytes{};
  require_success(EVP_DigestFinal_ex(state_->context.get(), bytes.data(), nullptr));
  return fmt::format("{:02x}", fmt::join(bytes, ""));
}

std::string sha256(std::string_view text) {
  Sha256 hash;
  hash.add(text);
  return hash.hex();
}

std::int64_t hash64(std::string_view bytes) {
  std::array<unsigned char, 32> all{};
  require_success(EVP_Digest(bytes.data(), bytes.size(), all.data(), nullptr, sha256_method(), nullptr));
  std::uint64_t first = 0;
  for (std::size_t i = 0; i < 8; ++i) first = first << 8U | all.at(i);
  return std::bit_cast<std::int64_t>(first);
}

}  // namespace apportion::results
