// SHA-256, by OpenSSL.
#include "results/database/digest.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <stdexcept>

namespace apportion::results {
namespace {

void require_success(int answer) {
  if (answer != 1) throw std::runtime_error("OpenSSL cannot compute SHA-256");
}

}  // namespace

Sha256::Sha256() : context_(EVP_MD_CTX_new(), &EVP_MD_CTX_free) {
  require_success(EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr));
}

void Sha256::add(std::string_view bytes) {
  require_success(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()));
}

std::string Sha256::hex() {
  std::array<unsigned char, 32> bytes{};
  require_success(EVP_DigestFinal_ex(context_.get(), bytes.data(), nullptr));
  return fmt::format("{:02x}", fmt::join(bytes, ""));
}

std::string sha256(std::string_view text) {
  Sha256 hash;
  hash.add(text);
  return hash.hex();
}

}  // namespace apportion::results
