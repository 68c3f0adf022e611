// SHA-256.
#pragma once

#include <memory>
#include <string>
#include <string_view>

struct evp_md_ctx_st;  // of OpenSSL

namespace apportion::results {

/// SHA-256 (FIPS 180-4) of a text that comes in pieces.
class Sha256 {
 public:
  Sha256();

  void add(std::string_view bytes);
  /// 64 lower-case hexadecimal digits; nothing may be added afterwards.
  [[nodiscard]] std::string hex();

 private:
  std::unique_ptr<evp_md_ctx_st, void (*)(evp_md_ctx_st*)> context_;
};

/// SHA-256 of a text, 64 lower-case hexadecimal digits.
[[nodiscard]] std::string sha256(std::string_view text);

}  // namespace apportion::results
