// Records of users' own algorithms, by which a program that changed without a new revision is noticed.
#pragma once

#include <string>

#include "results/database/sqlite.hpp"
#include "results/records.hpp"

namespace apportion::results {

/// Stores the record. InputError, with the difference, if the study has results of this revision from another command
/// or other files.
void note_own_algorithm(SQLite::Database& database, Id study, const OwnAlgorithmRecord& algorithm);

/// Throws MergeRefused if a study of `input` and the same study of `main` have different records of one revision of an
/// algorithm. The file names are for the message.
void check_own_algorithms(SQLite::Database& database, const std::string& input, const std::string& out);

}  // namespace apportion::results
