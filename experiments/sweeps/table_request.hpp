// What a user asks of stored results: an improvement over a rival, or a comparison with certainty. Each key once, for
// the sections of sweep files, the options of `apportion show` and the documentation.
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

namespace apportion::sweeps {

enum class TableKind : std::uint8_t { improvement, comparison };

/// "improvement", "comparison": the section of a sweep file, and the word of `apportion show`.
[[nodiscard]] std::string word_of(TableKind kind);
[[nodiscard]] std::optional<TableKind> table_kind(const std::string& word);

struct TableRequest {
  TableKind kind = TableKind::improvement;
  std::string experiment = {};
  std::string name = {};                     ///< of the exhibit
  std::string title = {};                    ///< "": made of what is asked
  std::vector<std::string> algorithms = {};  ///< canonical names; empty: all
  std::vector<std::string> order = {};       ///< of all algorithms, as the study lists them
  std::string rival = {};    ///< canonical name; of a comparison "": all pairs, the earlier over the later
  std::string metric = {};   ///< "": the cost that the family's paper compares
  std::string rows = {};     ///< of an improvement, as columns and pages: an axis or "algorithm"
  std::string columns = {};  ///< "": chosen, or left out
  std::string pages = {};    ///< "": chosen, or left out
  std::string along = {};    ///< of a comparison: axis of the chart and of the crossings; "": chosen, and all axes
  std::map<std::string, std::string> fixed = {};  ///< axis -> its value; of a comparison its values, comma-separated
  /// Which of a comparison's chart's axes, x and y, are logarithmic. Nothing: x, where its steps ask for it.
  std::optional<std::vector<std::string>> log = std::nullopt;
  /// The axes whose values meet the same samples. Nothing where that is not known: then the samples of all points are
  /// drawn together, which is right for either kind of axis, but the row over all points has a wider interval.
  std::optional<std::vector<std::string>> applied = std::nullopt;
  bool deterministic = false;  ///< nothing is drawn: a difference is what it is, without an interval
  /// The axes of the file that asks, whose points and algorithms are all that it looks at; empty: what is stored.
  std::vector<engine::Axis> grid = {};
  std::string run_word = {};  ///< what `apportion run` takes to make the results
};

/// A request of which only what the experiment says is known.
[[nodiscard]] TableRequest request_on(const engine::Experiment& experiment, TableKind kind);

/// What a key's value is.
enum class KeyType : std::uint8_t { text, algorithm, algorithms, axis, metric, logarithms, settings };

struct TableKey {
  std::string name;
  std::vector<TableKind> of;
  KeyType type;
  std::string TableRequest::*member = nullptr;  ///< of texts, an algorithm, an axis and a metric
  std::string value = {};                       ///< what the option's value is called; "": only sections have the key
  std::string meaning = {};
  std::string fallback = {};  ///< what holds if it is left out
  bool required = false;
};

/// Every key, in the order in which the options are listed.
[[nodiscard]] const std::vector<TableKey>& table_keys();
/// Those of one kind.
[[nodiscard]] std::vector<TableKey> table_keys(TableKind kind);

/// What makes of the names in a key's value those that stand in the request, or throws an InputError.
struct KeyNames {
  using Check = std::function<std::string(const std::string& name)>;
  static std::string unchecked(const std::string& name) { return name; }

  Check algorithm = unchecked;
  Check axis = unchecked;
  Check metric = unchecked;
  Check fixed_axis = unchecked;
};

/// Puts a key's value into the request. InputError for a value that is not of the key's type, and those of the names.
void set_key(const TableKey& key, const std::string& value, const KeyNames& names, TableRequest& request);

/// "x, y": the axes of a chart that are logarithmic; nothing for `none`. InputError for another word.
[[nodiscard]] std::vector<std::string> logarithmic_axes_in(const std::string& list);

/// The canonical name of an algorithm of the experiment's family; InputError where there is no such algorithm.
[[nodiscard]] std::string canonical_name(const engine::Experiment& experiment, const std::string& algorithm);
/// Those of the experiment's own algorithms, in its order.
[[nodiscard]] std::vector<std::string> canonical_names(const engine::Experiment& experiment);

/// The exhibits that a request asks for, of the samples that two algorithms both have; what is missing is said, and an
/// algorithm that has none has rows that say so. What there is, is read from the database. InputError for an unknown
/// axis, algorithm, metric or value, and for fewer than two algorithms.
///
/// An improvement is one table, 100 (mean of the rival - mean) / mean of the rival: of means, as the papers do. Where
/// more of the metric is better the sign is turned. Several algorithms that are neither rows nor columns nor pages
/// become columns, or pages where there are columns. InputError for an axis that has several values and is neither laid
/// out nor fixed.
///
/// A comparison is the table of ratios with its chart; where numbers stand along an axis one with the crossings, called
/// NAME-crossings; and what it comes to, a sentence for each pair, called NAME-conclusions. Instances of a file are the
/// samples of a point, unless the request looks along them. InputError, naming --keep-samples, where single samples are
/// not stored.
///
/// Without results under that seed the first table has no rows, and there are no others.
[[nodiscard]] std::vector<results::Exhibit> table_exhibits(const TableRequest& request, std::int64_t seed,
                                                           const results::Reader& reader);

}  // namespace apportion::sweeps
