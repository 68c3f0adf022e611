// What users' own algorithms were made of, so that a program that changed under its revision is noticed.
#pragma once

#include <string>

#include "results/database/sqlite.hpp"
#include "results/records.hpp"

namespace apportion::results {

/// Stores the record. InputError if the study has results of this revision of the algorithm, and they are of something
/// else: the message says what has changed.
void note_own_algorithm(SQLite::Database& database, Id study, const OwnAlgorithmRecord& algorithm);

/// Removes what is stored of the study.
void forget_own_algorithms(SQLite::Database& database, Id study);

/// Throws MergeRefused if a study of `input` has an algorithm made of something else than the same study of `main` at
/// the same revision. The file names are for the message.
void check_own_algorithms(SQLite::Database& database, const std::string& input, const std::string& out);

}  // namespace apportion::results
