// What may come next on a command line: for the completion of shells.
#pragma once

#include <string>
#include <vector>

namespace apportion::cli {

/// What may stand in the place of the last of `words`, which is empty or a beginning; the others precede it, without
/// the program's name. Whole words that begin with it, each once, and "*", "*.ini" or "*/" where the names of files, of
/// such files, or of folders may stand there. None where nothing is known, or a word is wrong. Reads the files that
/// `words` name, and of a database the names of its sweeps.
[[nodiscard]] std::vector<std::string> completions(const std::vector<std::string>& words);

}  // namespace apportion::cli
