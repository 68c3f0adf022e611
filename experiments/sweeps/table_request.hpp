// Requests for tables of stored results: improvements over a rival, and comparisons with intervals. Each key is defined
// once, for the sections of sweep files, the options of `apportion show` and the documentation.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/experiment.hpp"
#include "results/database/reader.hpp"
#include "results/database/stored_studies.hpp"

namespace apportion::sweeps {

enum class TableKind : std::uint8_t { improvement, comparison };

/// "improvement", "comparison": the section of a sweep file, and the word of `apportion show`.
[[nodiscard]] std::string word_of(TableKind kind);
[[nodiscard]] std::optional<TableKind> table_kind(const std::string& word);

struct TableRequest {
  TableKind kind = TableKind::improvement;
  std::string experiment = {};
  std::string name = {};                     ///< the name of the exhibit
  std::string title = {};                    ///< "": made from the request
  std::vector<std::string> algorithms = {};  ///< canonical names; empty: all
  std::string rival = {};    ///< canonical name; for a comparison "": all pairs, the earlier over the later
  std::string metric = {};   ///< "": the cost that the family's paper compares
  std::string rows = {};     ///< for an improvement, like columns and pages: an axis or "algorithm"
  std::string columns = {};  ///< "": chosen, or left out
  std::string pages = {};    ///< "": chosen, or left out
  std::string along = {};    ///< for a comparison: axis of the chart and of the crossings; "": chosen, and all axes
  std::map<std::string, std::string> fixed = {};  ///< axis -> its value; for a comparison values separated by commas
  /// The logarithmic axes, x and y, of a comparison's chart. Nothing: x, if its steps suggest it.
  std::optional<std::vector<std::string>> log = std::nullopt;
  /// If a user's file defines it, the request is restricted to its points and algorithms. Nothing: it is known by its
  /// results only.
  std::optional<engine::Experiment> study = std::nullopt;
};

/// The type of a key's value.
enum class KeyType : std::uint8_t { text, algorithm, algorithms, axis, metric, logarithms, settings };

struct TableKey {
  std::string name;
  std::vector<TableKind> of;
  KeyType type;
  std::string value;  ///< the name of the option's value; "": only sections have the key
  std::string meaning;
  std::string fallback;                         ///< the default
  std::string TableRequest::*member = nullptr;  ///< for texts, an algorithm, an axis and a metric
  bool required = false;
};

/// Every key, in the order in which the options are listed.
[[nodiscard]] const std::vector<TableKey>& table_keys();
[[nodiscard]] std::vector<TableKey> table_keys(TableKind kind);

/// Turns a name in the value of a key of this type, which is an axis for settings, into that of the request, or throws
/// InputError.
using KeyNames = std::function<std::string(KeyType type, const std::string& name)>;

/// Sets a key of the request. InputError for a value that is not of the key's type, and from `names`.
void set_key(const TableKey& key, const std::string& value, const KeyNames& names, TableRequest& request);

/// Reads "x, y", the logarithmic axes of a chart; empty for `none`. InputError for another word.
[[nodiscard]] std::vector<std::string> logarithmic_axes_in(const std::string& list);

/// The canonical name of an algorithm of the experiment's family; InputError if there is none.
[[nodiscard]] std::string canonical_name(const engine::Experiment& experiment, const std::string& algorithm);
/// The names of the experiment's own algorithms, in its order.
[[nodiscard]] std::vector<std::string> canonical_names(const engine::Experiment& experiment);

/// A request whose open choices are made by what a database has: the metric, the algorithms, the layout and the title.
struct CompletedRequest : TableRequest {
  bool more_is_better = false;
  std::vector<engine::Axis> axes = {};         ///< the stored ones, with the values that the request selects
  std::optional<engine::Axis> instances = {};  ///< not among `axes`, if instances of a file are the samples of a point
};

/// Completes a request from stored results, which have algorithms. Throws as table_exhibits().
[[nodiscard]] CompletedRequest completed(const TableRequest& request, const results::StudyKey& key,
                                         const results::ShownStudy& stored, const results::Reader& reader);

/// The exhibits of a request, from the samples that both algorithms of a pair have. Missing samples are counted in
/// remarks, and an algorithm without samples still has rows. InputError for an unknown axis, algorithm, metric or
/// value, and for fewer than two algorithms.
///
/// An improvement is one table, 100 (mean of the rival - mean) / mean of the rival: of means, as in the papers. If more
/// of the metric is better, the sign is reversed. Several algorithms that are neither rows nor columns nor pages become
/// columns, or pages if there are columns. InputError for an axis that has several values and is neither laid out nor
/// fixed.
///
/// A comparison is the table of ratios with its chart; if an axis has numbers, the crossings, called NAME-crossings;
/// and a sentence for each pair, called NAME-conclusions. Instances of a file are the samples of a point, unless they
/// are the chart's axis. InputError, naming --keep-samples, if single samples are not stored.
///
/// Without results under that seed the first table has no rows, and there are no others.
[[nodiscard]] std::vector<results::Exhibit> table_exhibits(const TableRequest& request, std::int64_t seed,
                                                           const results::Reader& reader);

}  // namespace apportion::sweeps
