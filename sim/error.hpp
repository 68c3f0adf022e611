// Errors that a user can mend: bad weights, unknown names, unusable files.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace apportion {

/// Bad input. what() is one line that says what is wrong, where, and what would be right; programs exit with status 2.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The names nearest to `wanted` by edit distance, best first, at most `most`; names further than half their length
/// away are left out.
[[nodiscard]] std::vector<std::string> nearest_names(std::string_view wanted, const std::vector<std::string>& names,
                                                     std::size_t most = 3);

/// The error for a name that is not in `names`: "unknown KIND 'WANTED'; did you mean A or B?", or the whole list where
/// nothing is near.
[[nodiscard]] InputError unknown_name(std::string_view kind, std::string_view wanted,
                                      const std::vector<std::string>& names);

}  // namespace apportion
