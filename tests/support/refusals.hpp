// Tables of what readers refuse: tests/support/refusals.txt, and tests/refusals.txt of extensions, a line for each text
// and what its message contains.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/matchers.hpp"

namespace apportion::testing_support {

/// A line of the table, split at " => ": first the input, last the expected part of the message. In them \n is a
/// newline, \xHH a byte, and \\ a backslash.
using RefusalRow = std::vector<std::string>;

/// The lines below the heading "== section". std::runtime_error if there is no such section.
[[nodiscard]] std::vector<RefusalRow> refusal_rows(std::string_view section);

/// Expects that `read`, given all parts of a row but the last, throws an InputError of one line that contains the last.
template <typename Read>
void expect_refusals(std::string_view section, const Read& read) {
  for (const RefusalRow& row : refusal_rows(section)) {
    const std::string message = message_of([&] { static_cast<void>(read(row)); });
    EXPECT_THAT(message, AllOf(HasSubstr(row.back()), Not(HasSubstr("\n")), Not(HasSubstr("\t")), Not(IsEmpty())))
        << row.front();
  }
}

}  // namespace apportion::testing_support
