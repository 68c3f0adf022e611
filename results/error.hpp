// Errors of the results database and of what is asked of it.
#pragma once

#include <stdexcept>
#include <string>

namespace apportion::results {

/// The database cannot be used or written: locked, disk full, damaged, read-only. what() is one line with the file's
/// name; programs exit with status 1 and nothing that was committed is lost.
class StoreError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A query is wrong: it is none, names what there is not, or would write. what() is one line. Exit status 2.
class QueryError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What was named is not a results database of ours, or not one that this version understands. Exit status 2.
class ForeignFile : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The databases to merge are not of one sweep, or disagree about a unit. what() is one line. Exit status 2.
class MergeRefused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace apportion::results
