// The sections [algorithm.NAME] of sweep files: users' own algorithms.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "algorithms/own_algorithm.hpp"
#include "experiments/sweeps/ini.hpp"

namespace apportion::sweeps {

/// Whether a section is one of an algorithm, whose name it then has.
[[nodiscard]] bool is_algorithm_section(const std::string& section);

/// The programs that the file's sections describe, in its order; they run in the file's folder. Nothing is started, and
/// no other file is opened. InputError, with the line, for an unknown key, a missing command and a value out of range.
[[nodiscard]] std::vector<OwnProgram> own_programs_of(const IniFile& ini);

/// Those of a file that may be no sweep: other sections and keys are not looked at. InputError also where it has none.
[[nodiscard]] std::vector<OwnProgram> own_programs_in(const std::filesystem::path& file);

}  // namespace apportion::sweeps
