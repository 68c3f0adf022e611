// Errors that a user can do something about, and the names that come nearest to a mistyped one.
#pragma once

#include <fmt/core.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace apportion {

/// The base of all errors that a user can correct. what() is one line: what is wrong, where, and what would be right. A
/// program that ends because of the error exits with `exit_status()`.
class UserError : public std::runtime_error {
 public:
  [[nodiscard]] int exit_status() const { return exit_status_; }

 protected:
  UserError(const std::string& message, int exit_status) : std::runtime_error(message), exit_status_(exit_status) {}

 private:
  int exit_status_;
};

/// Bad input or wrong usage: bad weights, unknown names, unusable files. Exit status 2.
class InputError : public UserError {
 public:
  explicit InputError(const std::string& message) : UserError(message, 2) {}
  /// The message is fmt::format(format, first, rest...).
  template <class First, class... Rest>
  InputError(fmt::format_string<First, Rest...> format, First&& first, Rest&&... rest)
      : UserError(fmt::format(format, std::forward<First>(first), std::forward<Rest>(rest)...), 2) {}
};

/// The names nearest to `wanted` by edit distance, best first, at most `most`; none further away than half its length
/// or longer than 100 characters. A `wanted` without "/" is also compared with the last part of a name.
[[nodiscard]] std::vector<std::string> nearest_names(std::string_view wanted, const std::vector<std::string>& names,
                                                     std::size_t most = 3);

/// The error for a name that is not in `names`: "unknown KIND 'WANTED'; did you mean A or B?"; if no name is near, it
/// lists all names if they are few, and otherwise the three best guesses.
[[nodiscard]] InputError unknown_name(std::string_view kind, std::string_view wanted,
                                      const std::vector<std::string>& names);

/// A name that no longer exists; unknown_name() answers it with a line that tells what to use instead.
struct FormerName {
  std::string kind;  ///< the argument of unknown_name(): "algorithm", "option of BEST"
  std::string name;
  std::string instead;  ///< what to use
};

/// A namespace-scope constant of this type adds names. Results stored under them are still shown.
struct FormerNames {
  explicit FormerNames(const std::vector<FormerName>& names);
};

}  // namespace apportion
