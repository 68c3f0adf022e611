// The exhibits that a command line names, users' own among them, and their rows in the database.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/cli/arguments.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "results/database/reader.hpp"
#include "results/report/report.hpp"
#include "sim/random_stream.hpp"

namespace apportion::cli {

/// The requested results of an exhibit.
struct ExhibitRequest {
  std::int64_t seed = default_seed;
  std::string database = {};            ///< by the user; "" for the default
  results::Settings settings = {};      ///< of the exhibits' parameters, except the seed
  std::vector<std::string> notes = {};  ///< about parts of the shown files that were not run
};

/// The value of --seed, if given.
[[nodiscard]] std::optional<std::int64_t> seed_given(const Arguments& arguments);

/// Parses --seed, --db and every --set. InputError for an invalid seed, and for repeated settings.
[[nodiscard]] ExhibitRequest exhibit_request(const Arguments& arguments);

/// The rows; nothing if the database has no results for the exhibit.
[[nodiscard]] std::optional<results::Rows> exhibit_rows(const results::Exhibit& entry, const ExhibitRequest& request,
                                                        const results::Reader& reader);

/// The exhibit with the requested settings in its title if they differ from the usual ones: "Improvement ... (sampling
/// uniform, seed 3)".
[[nodiscard]] results::Exhibit titled_as_asked(results::Exhibit exhibit, const ExhibitRequest& request);

[[nodiscard]] std::string making_command(const results::Exhibit& entry, const ExhibitRequest& request);

/// One line on an exhibit without rows: what is missing, and the command that makes it, if there is one. InputError for
/// a setting that no run could have, such as an unknown sampling model.
[[nodiscard]] std::string missing_results(const results::Exhibit& entry, const ExhibitRequest& request);

/// The options of `apportion show improvement` and `apportion show comparison`.
[[nodiscard]] std::vector<OptionDeclaration> own_exhibit_options();

/// "-crossings" or "-conclusions" of the name of a comparison's further table; "" for another name.
[[nodiscard]] std::string part_in(const std::string& name);

struct RequestedExhibits {
  std::vector<results::Exhibit> entries = {};
  bool own = false;  ///< of a sweep or a paper of the user, or requested on the command line
};

/// The exhibits that the words of `apportion show` name. Own ones get the request's settings, and are read from the
/// database of the arguments: FILE.ini [NAME...], FOLDER[/NAME] [NAME...], sweeps/NAME [NAME...] or sweeps/NAME/NAME of
/// the database, the same with the name of a paper in it, and `improvement`, `comparison` or `means`. Other words name
/// exhibits of the catalogue. The request gets the seed of the results: --seed, else that of the sweep file, else
/// default_seed. InputError for unknown names and for an option of improvements or comparisons with other words,
/// StoreError if there is no database.
[[nodiscard]] RequestedExhibits requested_exhibits(const Arguments& arguments, ExhibitRequest& request);

/// The exhibits that judge only this study of the paper, and the claims that concern it, without results of the others.
[[nodiscard]] std::vector<results::Exhibit> judging_exhibits(const sweeps::Paper& paper,
                                                             const engine::Experiment& study);

/// InputError for a verdict of the user's own outside the scale of results/judge.hpp, and if the column of verdicts
/// is missing.
void require_known_verdicts(const results::Exhibit& exhibit, const results::Rows& rows);

/// The sweeps and papers that these words name: FILE.ini, sweeps/NAME, a folder or its name. `seed`: of their results,
/// else that of each file, or of the run that stored its text. InputError for another word, an unreadable file, and a
/// repeated study.
[[nodiscard]] std::vector<sweeps::Paper> reported_papers(const std::vector<std::string>& words,
                                                         std::optional<std::int64_t> seed,
                                                         const std::filesystem::path& database);

/// These sweeps and papers in a report; without any, all of the database, with the reason for those without a stored
/// text. An exhibit that cannot be shown is a line among the sweep's problems.
[[nodiscard]] std::vector<results::ReportPaper> report_sweeps(const std::vector<sweeps::Paper>& named,
                                                              const ExhibitRequest& request,
                                                              std::optional<std::int64_t> seed,
                                                              const results::Reader& reader);

}  // namespace apportion::cli
