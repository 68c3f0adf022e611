// What the documentation's pages say of families and algorithms, as Markdown, made of their declarations.
#pragma once

#include <string>
#include <vector>

namespace apportion::cli {

/// `apportion help --markdown keys FAMILY` or `methods FAMILY`: the keys of its problems, or its algorithms, as a
/// table. InputError for other words.
[[nodiscard]] std::string page_part(const std::vector<std::string>& words);

}  // namespace apportion::cli
