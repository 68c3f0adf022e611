// Exhibits of users' own: sweep files, improvements, comparisons and means, for `show` and the report.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/cli/arguments.hpp"
#include "experiments/cli/exhibit_rows.hpp"
#include "results/database/reader.hpp"
#include "results/report/report.hpp"

namespace apportion::cli {

/// The options of `apportion show improvement` and `apportion show comparison`.
[[nodiscard]] std::vector<OptionDeclaration> own_exhibit_options();

/// The words of `apportion show` that are no settings.
[[nodiscard]] std::vector<std::string> exhibit_words(const Arguments& arguments);

/// Nothing where the words of `apportion show` are neither FILE.ini [NAME...], FOLDER[/NAME] [NAME...], nor sweeps/NAME
/// [NAME...] or sweeps/NAME/NAME of the database, the same with the name of a paper in it, nor `improvement` or
/// `comparison`, and so exhibits of the catalogue. Otherwise the
/// exhibits that they name, with the request's settings; read from the database of the arguments. The request gets the
/// seed of their results: --seed, else what the sweep file says, else default_seed. InputError for what is unknown and
/// for an option of these two that is given with other words, StoreError where there is no database.
[[nodiscard]] std::optional<std::vector<results::Exhibit>> own_exhibits(const Arguments& arguments,
                                                                        ExhibitRequest& request);

/// InputError for a verdict of the user's own that is not on the scale of results/verdict.hpp, and where the column of
/// verdicts is missing.
void require_known_verdicts(const results::Exhibit& exhibit, const results::Rows& rows);

/// The sweeps and papers that the words name, FILE.ini, sweeps/NAME, a folder or its name; without such words, all of
/// the database, those whose text is not stored with the reason. `seed`: of their results, else what each file says, or
/// the run that stored its text. An exhibit that cannot be shown is a line among the sweep's problems. InputError for
/// another word, a file that cannot be read, and a study that is named twice. Checks the database fully before it reads
/// it.
[[nodiscard]] std::vector<results::ReportPaper> report_sweeps(const std::vector<std::string>& words,
                                                              const ExhibitRequest& request,
                                                              std::optional<std::int64_t> seed,
                                                              const std::filesystem::path& database);

}  // namespace apportion::cli
